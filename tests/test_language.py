"""The prose avoids phrasings that read like a translation; CONTRIBUTING.md says what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CHECKED = (
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "Dockerfile",
    "Makefile",
    "compose.yaml",
    "pyproject.toml",
    ".github",
    "bench",
    "docs",
    "examples",
    "news",
    "src/banneret",
    "tests",
    "tools",
    "web/src",
)

PHRASES = (
    r"\bso many [a-z]+\b",
    r"\bby so much\b",
    r"\b(?:against|with) the clock\b",
    r"\bis none of\b",
    r"\bwhat came of\b",
    r"\bone's own\b",
    r"whose [a-z]+ing\b",
    r"\btells? (?:whether|about|what|how|which|who)\b",
    r"\b(?:is|are|was|were|be) told\b",
    r"\bwhoever\b",
    r"\bstands? (?:there|here|alone|in data|for itself|beside)\b",
    r"\bcomes? to (?:is|be|nothing|[0-9])",
    r"(?:^|[\"#(;:|,.])\s*of (?:a|an|the) [a-z]+: (?![a-z]+:[a-z])",  # a rule id may follow
    r"\botherwise than\b",
    r"\bby (?:its|their|the) (?:rule)?book\b",
    r"\bsay a name\b",
    r"\bnobody says\b",
    r"\bas (?:many|much) as can be\b",
    r"\blikewise of\b",
    r"\banew\b",
    r"\bthereof\b",
    r"\bmend(?:s|ed)?\b",
)
WORDS = [phrase.removeprefix(r"\b") for phrase in PHRASES if phrase.startswith(r"\b")]
OTHERS = [phrase for phrase in PHRASES if not phrase.startswith(r"\b")]
PATTERN = re.compile("|".join([rf"\b(?:{'|'.join(WORDS)})", *OTHERS]), re.IGNORECASE)
"""Most begin with a word, and are not tried in the middle of one, which takes three times as long."""
SUFFIXES = {".py", ".md", ".po", ".toml", ".ts", ".tsx", ".yml", ".html"}


def prose_files() -> list[Path]:
    places = [ROOT / name for name in CHECKED]
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    return [file for file in found if file.suffix in SUFFIXES and not _is_excepted(file)]


def _is_excepted(file: Path) -> bool:
    """Return whether a file is a translation, built, or this one, which contains the phrasings."""
    return _is_translation(file) or _is_built(file) or file == Path(__file__)


def _is_translation(file: Path) -> bool:
    return file.suffix == ".po" and "en" not in file.parts and file.stem != "en"


def _is_built(file: Path) -> bool:
    """Return whether a file belongs to the bundled page, which is built from `web/src`."""
    return file.is_relative_to(ROOT / "src/banneret/server/page")


def phrasings(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if PATTERN.search(line)]


def test_a_phrasing_would_be_found() -> None:
    assert phrasings("Return so many of the last messages.\nFine.") == ["Return so many of the last messages."]
    assert phrasings("The rule tells whether it may.") == ["The rule tells whether it may."]
    assert phrasings('    """Of a unit: its ranks."""') == ['"""Of a unit: its ranks."""']
    assert not phrasings("The results of an arena: tables and records.")
    assert not phrasings("Return True if the unit may retreat.")


@pytest.mark.parametrize("file", prose_files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_a_file_reads_like_english(file: Path) -> None:
    assert not phrasings(file.read_text(encoding="utf-8"))
