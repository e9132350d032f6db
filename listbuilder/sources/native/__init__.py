"""The native front end: YAML files of facts, checked by JSON Schema, compiled to catalogue records."""

from listbuilder.sources.native.dataset import NativeSet

__all__ = ["NativeSet"]
