"""Short codes for army lists, of lower-case letters and digits; the last two characters detect typing errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from banneret.content.army_list_text import ListError

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The characters of a code: the digits in base 36."""


def read_checked(code: str, form: re.Pattern[str], check: Callable[[str], str], example: str) -> tuple[str, ...]:
    """Return the parts of a code that matches `form` and ends with a hyphen and two check characters.

    Raises `ListError` if the form does not match or the check characters are wrong.
    """
    written = code.strip().lower()
    found = form.fullmatch(written)
    if found is None:
        raise ListError(0, written[:40], f"is not an army list code; a code looks like '{example}'")
    if check(written[:-3]) != written[-2:]:
        raise ListError(0, written[:40], "contains a typing error: the last two characters do not match the rest")
    return found.groups()
