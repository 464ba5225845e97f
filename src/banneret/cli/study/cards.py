"""`banneret cards`: the cards of a game, their effects, code and tests."""

from __future__ import annotations

from banneret.cli.consoles import fail, note, out, reported
from banneret.cli.study.info import write_json
from banneret.cli.wording import chosen_book, offering
from banneret.show.terminal import card_lister_of


def cards(game: str, *, coverage: bool = False, as_json: bool = False, language: str = "en") -> None:
    """List the cards of a game."""
    lister = card_lister_of(chosen_book(game))
    if lister is None:
        fail(f"{game!r} has no list of cards; choose from {', '.join(offering(card_lister_of))}")
    with reported():
        found = lister.cards(language, coverage=coverage)
    if as_json:
        write_json(found.cards)
        return
    console = out()
    for line in found.lines:
        console.print(line, soft_wrap=True)
    if found.summary:
        note(found.summary)
