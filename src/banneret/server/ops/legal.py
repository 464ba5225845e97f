"""Imprint and privacy page: texts of the host, from files, in each language for which there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LONGEST: Final = 200_000
"""The largest number of bytes of a text."""


def text_of(file: str, lang: str) -> str | None:
    """Return the text of a file; None if none is set.

    In a language, `imprint.de.txt` comes before `imprint.txt`. Raises OSError, ValueError.
    """
    if not file:
        return None
    given = Path(file)
    own = given.with_name(f"{given.stem}.{lang}{given.suffix}")
    with (own if own.is_file() else given).open("rb") as opened:
        raw = opened.read(LONGEST + 1)
    if len(raw) > LONGEST:
        raise ValueError(f"{file} has more than {LONGEST} bytes")
    return raw.decode("utf-8")
