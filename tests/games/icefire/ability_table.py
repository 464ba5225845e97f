"""Abilities one by one: a table, a flow of the rules, the answers to what it asks, and what has come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from banneret.games.icefire.effects import registry
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.combat.morale import note_surroundings
from banneret.games.icefire.rules.moments import happen, orders_at, way_of_card
from banneret.games.icefire.rules.table.sources import shape_fight
from banneret.games.icefire.state import NO_UNIT, Fight, Moment, State, Test, Turn, Use
from banneret.kernel import notation
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Options
from banneret.kernel.flow import Flow, Question
from banneret.kernel.game import Game
from tests.games.icefire.scene import KNIGHTS, OUTRIDERS, die, laid

T = TypeVar("T")

CROSSBOWMEN, HALBERDIERS, SWORDS, BERSERKERS = "10106", "10102", "10201", "10203"
A = f"a {CROSSBOWMEN} 24 20 0"
"""Crossbowmen of seat 0: they have no ability in melee and no Order."""
B = f"b {CROSSBOWMEN} 24 24.8 180"
"""Their like of seat 1, flush against their front."""
FAR = f"b {CROSSBOWMEN} 44 44 180"
"""Crossbowmen of seat 1 away from everything."""
FIELD = (
    f"a {SWORDS} 24 20 0",
    B,
    f"a {OUTRIDERS} 8 8 0 | 20201",
    f"b {KNIGHTS} 40 40 180",
    f"a {BERSERKERS} 40 8 0",
)
"""a1 and b1 are engaged; a2 is cavalry with the Commander, b2 cavalry."""


def table(*units: str, turn: str = "a", dice: Sequence[int] = (), **more: Any) -> War:
    """Return a running game in the midst of a turn; `dice` are the faces of the first ones."""
    state: State = laid(*units, turn=turn, **more)
    state.turn = Turn("abcd".index(turn))
    registry.index(state.cards)
    game: War = Game(state, Chance(state, []))
    game.chance.supply(die(*dice))
    return game


def run(game: War, flow: Flow[T], *answers: str) -> T:
    """Run a flow. Questions with several options take the next answer, those after the last one the passive one."""
    left = list(answers)
    sent: Any = None
    try:
        while True:
            request = flow.send(sent)
            assert isinstance(request, Question), game.state.step
            options = Options(request.chooser)
            sent = request.chooser.only(options)
            if sent is None:
                sent = notation.read(left.pop(0), request.chooser.answers) if left else options.listed[0]
                assert request.chooser.refusal(sent) is None, (sent, options.listed)
    except StopIteration as end:
        assert not left, f"nobody asked for {left}"
        result: T = end.value
        return result


def shaped(game: War, kind: str = "melee", *, charge: bool = False, attacker: int = 0, defender: int = 1) -> Fight:
    """Return an attack as everything in force shapes it."""
    fight = Fight(attacker, defender, kind, charge=charge)
    shape_fight(game.state, fight)
    return fight


def at(game: War, event: str, *answers: str, **more: Any) -> Moment:
    """Let an event happen, by default to unit 0 of the player whose it is, and return the moment."""
    unit = more.pop("unit", NO_UNIT if "ncu" in more else 0)
    seat = more.pop("seat", game.state.ncu_seat[more["ncu"]] if "ncu" in more else game.state.seat[unit])
    moment = noted(game, Moment(event, seat, unit=unit, **more))
    run(game, happen(game, moment), *answers)
    return moment


def noted(game: War, moment: Moment) -> Moment:
    """Return a moment; if it is a failed test's, what concerns its unit is noted, as by the rules."""
    if moment.event == "test-failed" and moment.test is not None:
        note_surroundings(game.state, moment.test)
    return moment


def attack_at(game: War, event: str, *answers: str, kind: str = "melee", **more: Any) -> Fight:
    """Let an event of an attack of unit 0 at unit 1 happen, and return the attack."""
    fight = more.pop("fight", None) or Fight(more.get("unit", 0), more.get("target", 1), kind)
    more.setdefault("target", 1)
    at(game, event, *answers, kind="melee" if fight.kind == "melee" else "ranged", fight=fight, **more)
    return fight


def morale_at(game: War, event: str, *answers: str, unit: int = 0, kind: str = "panic", **more: Any) -> Test:
    """Let an event of a test of a unit happen, and return the test."""
    test = Test(unit, kind, 1 - game.state.seat[unit], more.get("fight"))
    for name in ("wounds", "dice", "d3"):
        if name in more:
            setattr(test, name, more.pop(name))
    at(game, event, *answers, unit=unit, test=test, **more)
    return test


def play_card(game: War, seat: int, card: str, moment: Moment, *answers: str, targets: Sequence[int] = ()) -> Moment:
    """Play a card at a moment that it fits, at these targets, unanswered; fails if it could not be played."""
    state, moment = game.state, noted(game, moment)
    way = way_of_card(state, seat, card, moment)
    assert way is not None, f"{card} does not fit {moment.event}"
    use = Use(seat, NO_UNIT, card, moment)
    state.discards[seat].append(card)
    for place, candidates in enumerate(way.targets):
        found = candidates(state, use) or [NO_UNIT]
        chosen = targets[place] if place < len(targets) else found[0]
        assert chosen in found
        use.targets.append(chosen)
    run(game, way.play(game, use), *answers)
    return moment


def use_order(game: War, unit: int, order: str, moment: Moment, *answers: str, targets: Sequence[int] = ()) -> Moment:
    """Use an Order at a moment, at these targets, unanswered; fails if it could not be used."""
    state, moment = game.state, noted(game, moment)
    way = registry.ORDERS[order]
    use = Use(state.seat[unit], unit, order, moment)
    assert (unit, order) in orders_at(state, use.seat, moment), f"{order} does not fit {moment.event}"
    for place, candidates in enumerate(way.targets):
        found = candidates(state, use)
        chosen = targets[place] if place < len(targets) else found[0]
        assert chosen in found
        use.targets.append(chosen)
    run(game, way.play(game, use), *answers)
    return moment


def heard(game: War, *events: str) -> list[Moment]:
    """Return a list in which the moments of these events are noted as they happen."""
    moments: list[Moment] = []

    def note(_: War, moment: Moment) -> Flow[None]:
        moments.append(moment)
        yield from ()

    assert game.state.turn is not None
    game.state.turn.later += [(event, note) for event in events]
    return moments
