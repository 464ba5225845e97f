"""Imprint and privacy page: the operator's texts, from files, with optional translations."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LONGEST: Final = 200_000
"""Maximum size of a text in bytes."""


def text_of(file: str, lang: str) -> str | None:
    """Return the text of a file, or None if `file` is empty.

    A translation such as `imprint.de.txt` takes precedence over `imprint.txt`. Raises OSError, ValueError.
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
