"""The prose avoids phrasings that read like a translation; CONTRIBUTING.md says what to write instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

REWRITTEN = (
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "news",
    ".github",
    "docs",
    "src/banneret/games/battles",
    "src/banneret/games/icefire",
    "src/banneret/games/runewars",
    "src/banneret/games/thrones/__init__.py",
    "src/banneret/games/thrones/actions.py",
    "src/banneret/games/thrones/audit.py",
    "src/banneret/games/thrones/content",
    "src/banneret/games/thrones/data",
    "src/banneret/games/thrones/encoding.py",
    "src/banneret/games/thrones/events",
    "src/banneret/games/thrones/game.py",
    "src/banneret/games/thrones/odds",
    "src/banneret/games/thrones/position.py",
    "src/banneret/games/thrones/rulebook.py",
    "src/banneret/games/thrones/rules",
    "src/banneret/games/thrones/secrets.py",
    "src/banneret/games/thrones/setup.py",
    "src/banneret/games/thrones/show",
    "src/banneret/games/thrones/state.py",
    "src/banneret/games/thrones/steps.py",
    "src/banneret/games/thrones/terminal.py",
    "src/banneret/games/thrones/text",
    "src/banneret/games/thrones/view.py",
    "Dockerfile",
    "Makefile",
    "bench",
    "compose.yaml",
    "examples",
    "pyproject.toml",
    "tools",
    "src/banneret/__init__.py",
    "src/banneret/__main__.py",
    "src/banneret/agents",
    "src/banneret/armies",
    "src/banneret/bots",
    "src/banneret/cli",
    "src/banneret/client",
    "src/banneret/content",
    "src/banneret/dice",
    "src/banneret/encoding.py",
    "src/banneret/hexes",
    "src/banneret/kernel/text",
    "src/banneret/testing",
    "src/banneret/odds",
    "src/banneret/plane",
    "src/banneret/rl",
    "src/banneret/server",
    "src/banneret/show",
    "src/banneret/sim",
    "src/banneret/text",
    "src/banneret/kernel",
    "web/src/about",
    "web/src/admin",
    "web/src/api.ts",
    "web/src/app.tsx",
    "web/src/armies",
    "web/src/books.ts",
    "web/src/cards",
    "web/src/clocks.test.ts",
    "web/src/clocks.ts",
    "web/src/file",
    "web/src/game-tabs.tsx",
    "web/src/icon.tsx",
    "web/src/imports.test.ts",
    "web/src/later.tsx",
    "web/src/link.tsx",
    "web/src/lobby",
    "web/src/main.tsx",
    "web/src/menu.tsx",
    "web/src/names.ts",
    "web/src/odds",
    "web/src/panels",
    "web/src/people",
    "web/src/play",
    "web/src/replay",
    "web/src/scenes",
    "web/src/session.ts",
    "web/src/stage",
    "web/src/texts.ts",
    "web/src/theme.ts",
    "web/src/worker.ts",
)
"""What is checked."""

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
PATTERN = re.compile("|".join(PHRASES), re.IGNORECASE)
SUFFIXES = {".py", ".md", ".po", ".toml", ".ts", ".tsx", ".yml", ".html"}


def prose_files() -> list[Path]:
    places = [ROOT / name for name in REWRITTEN]
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    return [file for file in found if file.suffix in SUFFIXES and not _is_translation(file) and not _is_built(file)]


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
