"""Compile message catalogues: each NAME.po to a NAME.mo next to it.

Without arguments, compiles all catalogues in src.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> Path:
    """Compile a .po file to the .mo file next to it and return its path."""
    target = source.with_suffix(".mo")
    with source.open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    # without a fixed date, the header would contain the current time and builds would not be reproducible
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    beside = target.with_name(f"{target.name}.{os.getpid()}")
    with beside.open("wb") as binary:
        write_mo(binary, catalogue)
    beside.replace(target)  # atomic: a concurrent reader never sees an incomplete file
    return target


def catalogues(root: Path) -> list[Path]:
    """Return all .po files of the package, sorted by path."""
    return sorted((root / "src").rglob("*.po"))


def main() -> None:
    """Compile the catalogues given on the command line, or all."""
    for source in [Path(name) for name in sys.argv[1:]] or catalogues(Path(__file__).parents[1]):
        compile_catalogue(source)


if __name__ == "__main__":
    main()
