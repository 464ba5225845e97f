"""`banneret cards`: the cards of a game, what each does, and what code and tests there are for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from banneret.cli.consoles import fail


def _icefire(game: str, coverage: bool, as_json: bool, language: str) -> None:
    from banneret.cli.icefire_cards import cards

    cards(game, coverage=coverage, as_json=as_json, language=language)


def _runewars(_game: str, coverage: bool, as_json: bool, _language: str) -> None:
    from banneret.cli.runewars_cards import cards

    cards(coverage=coverage, as_json=as_json)


GAMES: Final[dict[str, Callable[[str, bool, bool, str], None]]] = {
    "icefire-2021": _icefire,
    "icefire-s6": _icefire,
    "runewars": _runewars,
}
"""Games whose cards are known one by one; what lists them is loaded when it is asked for."""


def cards(game: str, *, coverage: bool = False, as_json: bool = False, language: str = "en") -> None:
    """List the cards of a game."""
    if game not in GAMES:
        fail(f"the cards of {game!r} are not listed; there are those of: {', '.join(GAMES)}")
    GAMES[game](game, coverage, as_json, language)
