"""Only a game's own folder names it: what all games share would otherwise fit the first of them alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = {path.name for path in (ROOT / "src/banneret/games").iterdir() if (path / "__init__.py").exists()}
KINDS = {".py", ".ts", ".tsx", ".css", ".po", ".toml", ".html"}


def shared_files() -> list[Path]:
    own = (ROOT / "src/banneret/games", ROOT / "src/banneret/server/page")  # the page is built from web/src
    places = [ROOT / "src" / "banneret", ROOT / "web" / "src", ROOT / "web" / "index.html"]
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*")))]
    return [file for file in found if file.suffix in KINDS and not any(map(file.is_relative_to, own))]


def named_in(text: str) -> list[str]:
    words = "|".join(sorted(GAMES))
    return [line.strip() for line in text.splitlines() if re.search(rf"\b({words})\b", line, re.IGNORECASE)]


def test_a_name_would_be_found() -> None:
    assert "thrones" in GAMES
    assert named_in('if book.id == "thrones":') == ['if book.id == "thrones":']
    assert len(shared_files()) > 100
    assert ROOT / "src/banneret/cli/app.py" in shared_files()


@pytest.mark.parametrize("file", shared_files(), ids=lambda file: str(file.relative_to(ROOT)))
def test_what_all_games_share_names_none(file: Path) -> None:
    assert not named_in(file.read_text(encoding="utf-8"))
