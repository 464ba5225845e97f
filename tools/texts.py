"""Compile message catalogues: each NAME.po gets its NAME.mo beside it.

Without arguments every catalogue under src is compiled.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> Path:
    """Write the compiled catalogue of a .po file beside it and return its path."""
    target = source.with_suffix(".mo")
    with source.open("rb") as text:
        catalogue = read_po(text, abort_invalid=True)
    # without a fixed day the header would hold the time of compiling, and no two builds were alike
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    beside = target.with_name(f"{target.name}.{os.getpid()}")
    with beside.open("wb") as binary:
        write_mo(binary, catalogue)
    beside.replace(target)  # at once: a process that reads it meanwhile never finds half a catalogue
    return target


def catalogues(root: Path) -> list[Path]:
    """All .po files of the package, in the order of their paths."""
    return sorted((root / "src").rglob("*.po"))


def main() -> None:
    """Compile the catalogues named on the command line, or all."""
    for source in [Path(name) for name in sys.argv[1:]] or catalogues(Path(__file__).parents[1]):
        compile_catalogue(source)


if __name__ == "__main__":
    main()
