"""A pseudo-language: English in disguise, to see what is not translated and what has no room for longer words."""

from __future__ import annotations

import string
from typing import Final

PSEUDO: Final = "qps"
"""The code of the pseudo-language, from those that are left for private use."""
LONGER: Final = 0.35
"""By what part a text grows: as much as German grows over English."""

_ACCENTS: Final = str.maketrans(
    "ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz",
    "ÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž",
)


def pseudo(text: str) -> str:
    """Return a text with accents and a third longer; its fields stay as they are, and so do its lines.

    >>> pseudo("{house} gains {tokens} power tokens.")
    '{house} ĝåîñš {tokens} pöŵéŕ ţöķéñš.~~~~~~~~'
    """
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(text: str) -> str:
    parts, letters = [], 0
    for literal, field, spec, conversion in string.Formatter().parse(text):
        parts.append(literal.replace("{", "{{").replace("}", "}}").translate(_ACCENTS))
        letters += len(literal)
        if field is not None:
            parts.append("{" + field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}")
    # A longer tail tells more than longer words: what is cut off is seen to be.
    return "".join(parts) + "~" * -int(-letters * LONGER // 1)
