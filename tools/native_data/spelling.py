"""How the shipped data spell the words of community data."""

import re

MARKS = re.compile(r"\*\*|\^\^|[⟝⟞]")  # of emphasis, and around what refers to an ability


def title(text: str) -> str:
    """Words in capitals, or without any, with a capital each."""
    return " ".join(map(_capital, text.split()))


def _capital(word: str) -> str:
    if word.startswith("("):
        return f"({_capital(word[1:])}"
    return word if word[:1].isupper() and not word.isupper() else word.capitalize()


def plain(text: str) -> str:
    """Without marks of emphasis."""
    return MARKS.sub("", text)
