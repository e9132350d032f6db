"""Judging a list: a pure function of the list, its data and the rules.

A list goes one way: file, document, bound roster, evaluation, army, findings. Nothing here can change it; `listbuilder.session`
adds edits, undo and saving.
"""

from listbuilder.validation.pack import Pack
from listbuilder.validation.validate import Validated, validate, validate_bytes, validate_file

__all__ = ["Pack", "Validated", "validate", "validate_bytes", "validate_file"]
