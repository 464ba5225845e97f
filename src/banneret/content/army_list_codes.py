"""Short codes of army lists, of small letters and digits: the last two signs reveal typing errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from banneret.content.army_list_text import ListError

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The signs of a code: the digits to the base 36."""


def read_checked(code: str, form: re.Pattern[str], check: Callable[[str], str], example: str) -> tuple[str, ...]:
    """Return the parts of a code that is written in this form and ends with a hyphen and its two check signs.

    Raises `ListError` for any other form, and for check signs that do not fit.
    """
    written = code.strip().lower()
    found = form.fullmatch(written)
    if found is None:
        raise ListError(0, written[:40], f"is no code of an army; it looks like '{example}'")
    if check(written[:-3]) != written[-2:]:
        raise ListError(0, written[:40], "has a typing error: its last two signs do not fit the others")
    return found.groups()
