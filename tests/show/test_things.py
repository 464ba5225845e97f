"""Things: every part of every option has a name, an icon and a card, and nothing that people read shows notation."""

from __future__ import annotations

import os
from typing import Any

import pytest

from banneret.games.battles.show.showing import BattlesShowing
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.show.card import cards
from banneret.show.things import NUMBER, Things, UnresolvedError, refers
from tests.show.readable import COMPONENT, Reading, has_icon

ANSWERS = 250
SOAKED = int(os.environ.get("BANNERET_SOAK_READINGS", "500"))
"""Matches of each game that the soak test reads."""
WHOLE = 5000
REDEALT = 150
"""Answers during which things are compared with those of a redealt world."""


@pytest.mark.parametrize("game", sorted(COMPONENT))
def test_everything_that_people_read_is_in_words(game: str) -> None:
    reading = Reading(game)
    for seed in (2, 7):
        reading.match(seed, ANSWERS)
    assert reading.faults == {}
    assert reading.texts["option"] > 500
    assert reading.texts["log"] > 100
    assert reading.texts["refusal"] > 100


@pytest.mark.soak
@pytest.mark.parametrize("game", sorted(COMPONENT))
def test_everything_that_people_read_in_many_matches_is_in_words(game: str) -> None:
    """The counts are printed with `-s`; `BANNERET_SOAK_READINGS` sets the number of matches."""
    reading = Reading(game)
    for seed in range(1000, 1000 + SOAKED):
        reading.match(seed, WHOLE)
        assert reading.faults == {}, seed
    print(f"\n{reading.summary()}")  # noqa: T201  # a report


@pytest.mark.parametrize("game", sorted(COMPONENT))
def test_every_kind_of_card_and_every_glyph_has_an_icon(game: str) -> None:
    used = {card.kind for card in cards(game)}
    used |= {stat.glyph for card in cards(game) for stat in card.stats}
    used |= {attack.kind for card in cards(game) for attack in card.attacks}
    assert {one for one in used if not has_icon(one)} == set()


@pytest.mark.parametrize("game", sorted(COMPONENT))
def test_things_reveal_nothing_that_a_seat_may_not_know(game: str) -> None:
    """Redeal what is hidden from a seat: the names, cards and icons of its things and answers stay the same."""
    match: Match[Any] = new_match(game, seats=rulebook(game).seats_at_first(), seed=6, events=False)
    stream, met = Stream(derive_key("redealt-things", game)), 0
    for number in range(REDEALT):
        seat, ask = next(iter(match.asking.items()))
        if number % 10 == 0:
            world = match.imagine(frozenset({seat}), number)
            shown, other = (Things(match.rulebook, one.view(frozenset({seat})).game) for one in (match, world))
            texts = match.rulebook.catalogue()
            assert shown.names(texts) == other.names(texts)
            for action in ask.options.listed[:: max(1, len(ask.options.listed) // 10)]:
                assert shown.option(ask, action) == other.option(world.asking[seat], action)
                met += 1
        match.play(seat, ask.chooser.draw(ask.options, stream))
    assert met > 20


def test_a_thing_has_the_name_and_the_card_of_the_roster() -> None:
    match = new_match("icefire-s6", seats=2, seed=3)
    things = Things(match.rulebook, match.view(None).game)
    row = next(row for roster in things.showing.rosters(things.view) for row in roster.rows)
    found = things[row.thing]
    assert (found.role, found.name, found.card, found.glyph) == ("unit", row.name, row.card, "unit")
    assert things[f"choice:{row.thing.partition(':')[2]}"].card == row.card
    assert things["number:12"].role == NUMBER
    with pytest.raises(UnresolvedError, match="unit:z99"):
        things["unit:z99"]


def test_a_hex_has_the_card_of_its_terrain() -> None:
    match = new_match("battles", seats=2, seed=3)
    view = match.view(None).game
    things = Things(match.rulebook, view)
    for place, label in enumerate(view.plan.board.labels):
        if label not in view.overlays:
            assert things[f"hex:{label}"].card == view.plan.terrain[place]
    assert things["hex:c4"].words(match.rulebook.catalogue()) == "c4"
    assert BattlesShowing().places(view)[f"hex:{next(iter(view.overlays))}"] in view.overlays.values()


def test_numbers_are_described_by_the_label_of_an_option() -> None:
    match = new_match("thrones", seed=1, seats=3)
    book = match.rulebook
    bid = next(kind for kind in book.actions if kind.__struct_config__.tag == "bid")(tokens=3)
    things = Things(book, match.view(None).game)
    option = things.option(next(iter(match.asking.values())), bid)
    assert option.words(book.catalogue()) == ("Bid", "3 power tokens")
    assert things.option(None, bid).words(book.catalogue()) == ("Bid", "3")
    assert refers(bid) == ("power-tokens:3",)
    assert option.words(rulebook("thrones").catalogue("hu"))[1:] == ("3 hatalomjelző",)
