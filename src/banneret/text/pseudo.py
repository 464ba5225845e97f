"""A pseudo-language derived from English that reveals untranslated texts and layouts without room for longer words."""

from __future__ import annotations

import string
from typing import Final

PSEUDO: Final = "qps"
"""Language code of the pseudo-language, from the range reserved for private use."""
LONGER: Final = 0.35
"""Relative growth of a text; German is longer than English by about as much."""

_ACCENTS: Final = str.maketrans(
    "ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz",
    "ÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž",
)


def pseudo(text: str) -> str:
    """Return the text accented and lengthened by a third; fields and line breaks are kept.

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
    # Lengthen the end rather than the words, so that truncated text is easy to spot.
    return "".join(parts) + "~" * -int(-letters * LONGER // 1)
