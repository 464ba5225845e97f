"""Count the kinds, cards and texts of each game: `python tools/cards.py` updates the table in docs/games.md."""

from __future__ import annotations

import re
from pathlib import Path

from banneret.kernel.registry import rulebook, rulebook_ids
from banneret.show.card import cards_of, messages

DOCUMENTED = Path(__file__).parents[1] / "docs" / "games.md"
ROW = re.compile(r"^\| `([a-z0-9-]+)` \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


def counts(game: str) -> tuple[int, int, int]:
    """Return the number of kinds, cards and different texts of a game."""
    found = cards_of(rulebook(game))
    texts = {repr(message) for card in found for message in messages(card)}
    return len({card.kind for card in found}), len(found), len(texts)


def updated(text: str) -> str:
    """Return the text of the page with current counts in the table."""
    games = set(rulebook_ids())

    def row(found: re.Match[str]) -> str:
        game = found[1]
        return f"| `{game}` | {' | '.join(map(str, counts(game)))} |" if game in games else found[0]

    return ROW.sub(row, text)


if __name__ == "__main__":
    DOCUMENTED.write_text(updated(DOCUMENTED.read_text("utf-8")), "utf-8")
