"""A unit may fall to what answers it, in the midst of anything: what it was about to do is over, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest

from banneret.games.icefire.abilities.stark.crannog_poison import attach_poison
from banneret.games.icefire.content.editions import EDITIONS, Edition
from banneret.games.icefire.effects.registry import Way
from banneret.games.icefire.game import War
from banneret.games.icefire.rules import moments
from banneret.games.icefire.rules.actions.free_actions import perform
from banneret.games.icefire.rules.combat.morale import morale_test
from banneret.games.icefire.rules.combat.wounds import suffer
from banneret.games.icefire.rules.table.sides import friendly
from banneret.games.icefire.state import NO_UNIT, Moment, Use
from banneret.kernel.flow import Flow
from banneret.kernel.stream import Stream, derive_key
from tests.games.icefire.effects import Counting, effects
from tests.games.icefire.scene import OUTRIDERS
from tests.games.icefire.soak_matches import eager, play_on, position
from tests.games.icefire.table import Table
from tests.games.icefire.test_icefire_abilities_stark_cards import at, holding

rule = pytest.mark.rule

ENEMY, FRIEND = "b 10106 24 24.9 180", "a 10201 40 5 0"

Who = Literal["unit", "target", "user", "aim"]
WHO: tuple[Who, ...] = ("unit", "target", "user", "aim")
PART = 12
"""In the default suite, one of this many Orders and cards is checked."""


@rule("icefire:ruling.138")
def test_no_card_is_played_for_riders_who_died_of_poison() -> None:
    """The last rider falls as its action is chosen: the card that answers that choice is not to be played any more."""
    table = holding("40226", units=(at(OUTRIDERS, "1"), ENEMY, FRIEND))
    turn = table.state.turn
    assert turn is not None
    turn.unit, turn.action = 0, "attack"
    attach_poison(table.state, 0, 1)
    chosen = Moment("action-chosen", 0, unit=0, action="attack")
    assert moments.way_of_card(table.state, 0, "40226", chosen) is not None
    table.run(lambda game: perform(game, 0, "melee"))
    assert table.state.pose[0] is None
    assert moments.way_of_card(table.state, 0, "40226", chosen) is None


@rule("icefire:ruling.138")
@pytest.mark.usefixtures("interpreted")
def test_a_card_does_nothing_for_riders_who_fall_once_it_is_declared() -> None:
    table = holding("40226", units=(at(OUTRIDERS), ENEMY, FRIEND))
    turn = table.state.turn
    assert turn is not None
    turn.unit, turn.action = 0, "attack"
    with falling("unit") as fell:
        table.run(lambda game: perform(game, 0, "melee"), "card 40226")
    assert fell == ["40226"]
    assert table.state.discards[0] == ["40226"]
    assert table.state.health[:2] == [0, 12]


@rule("icefire:ruling.138")
@pytest.mark.parametrize("fallen", [0, 1])
def test_a_charge_is_over_when_who_charges_or_is_charged_falls(fallen: int) -> None:
    table = holding(units=(at(OUTRIDERS), "b 10106 24 27 180", FRIEND, "b 10106 40 40 180"))
    before = table.state.pose[0]
    fall_at(table, "charge-rolled", fallen)
    table.run(lambda game: perform(game, 0, "charge", 1), dice=(6,))
    assert table.state.pose[0] == (before if fallen else None)
    assert table.state.health[1] == (0 if fallen else 12)


@rule("icefire:ruling.138")
@pytest.mark.parametrize("event", ["test-dice", "test-rolled"])
def test_a_test_of_the_fallen_has_no_result(event: str) -> None:
    table = holding(units=(at(OUTRIDERS), ENEMY, FRIEND))
    assert table.run(lambda game: morale_test(game, 0), dice=(6, 6))
    fall_at(table, event, 0)
    assert not table.run(lambda game: morale_test(game, 0), dice=(6, 6))
    assert not table.state.health[0]


def fall_at(table: Table, event: str, unit: int) -> None:
    """Let a unit fall at the next event of a kind."""

    def fall(game: War, _: Moment) -> Flow[None]:
        yield from suffer(game, unit, 99, 1 - game.state.seat[unit])

    assert table.state.turn is not None
    table.state.turn.later.append((event, fall))


@contextmanager
def falling(who: Who) -> Iterator[list[str]]:
    """Let a unit fall once, as soon as an Order or card about it is declared; yield what was declared then."""
    declare = moments._declare
    fell: list[str] = []

    def declare_and_fell(game: War, way: Way, use: Use) -> Flow[None]:
        yield from declare(game, way, use)
        state, aim = game.state, use.targets[0] if use.targets else NO_UNIT
        unit = {"unit": use.moment.unit, "target": use.moment.target, "user": use.unit, "aim": aim}[who]
        if not fell and unit != NO_UNIT and state.health[unit]:
            fell.append(use.id)
            enemy = next(seat for seat in range(state.seats) if not friendly(state, unit, seat))
            yield from suffer(game, unit, 99, enemy)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moments, "_declare", declare_and_fell)
        yield fell


def play_with_fallen(edition: Edition, part: slice, turns: int) -> set[str]:
    """Play positions made for Orders and cards, in which a unit falls to what answers; return which ones were met."""
    met: set[str] = set()
    sought = [id for id in effects(edition) if id.startswith(("card ", "order "))][part]
    for who in WHO:
        for id in sought:
            for turn in range(turns):
                match = position(edition, id, turn)
                assert match is not None, id
                stream = Stream(derive_key("fallen", edition, who, id, turn))
                with falling(who) as fell:
                    play_on(match, stream, eager(edition, id, turn), Counting(), match.state.round)
                met.update(fell)
    return met


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.usefixtures("interpreted")
def test_whoever_falls_before_a_card_is_resolved_play_goes_on(edition: Edition) -> None:
    assert len(play_with_fallen(edition, slice(None, None, PART), 1)) > 10


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.usefixtures("interpreted")
def test_soak_whoever_falls_before_any_card_is_resolved_play_goes_on(edition: Edition) -> None:
    assert len(play_with_fallen(edition, slice(None), 4)) > 100
