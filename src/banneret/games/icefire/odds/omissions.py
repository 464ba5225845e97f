"""Factors that the odds of an attack ignore: abilities and cards that respond to it."""

from __future__ import annotations

from banneret.games.icefire.rules.moments import automatic, may_hold_card, orders_at
from banneret.games.icefire.state import Fight, Moment, State, Test
from banneret.text.message import Message, msg

ATTACK = ("attack-dice", "reroll", "attack-rolled", "defense-rolled")
PANIC = ("test-dice", "reroll", "test-rolled", "test-passed", "test-failed")


def omissions(state: State, fight: Fight, *, cards: bool = False) -> tuple[Message, ...]:
    """Return notes on the abilities that respond to an attack or its Panic Test, and on Orders and cards.

    `cards` is whether to assume that players hold Tactics cards.
    """
    unit, target = fight.attacker, fight.defender
    kind = "melee" if fight.kind == "melee" else "ranged"
    seats = state.seat[unit], state.seat[target]
    test = Test(target, "panic", seats[0], fight)
    moments = [Moment(event, seats[0], unit=unit, target=target, kind=kind, fight=fight) for event in ATTACK]
    moments += [Moment(event, seats[1], unit=target, target=unit, test=test, fight=fight) for event in PANIC]
    names = dict.fromkeys(one.id for moment in moments for one, _ in automatic(state, moment))
    found = [msg("odds.omits.ability", card=name) for name in names]
    asked = cards or any(
        orders_at(state, seat, moment) or may_hold_card(state, seat, moment)
        for moment in moments
        for seat in range(state.seats)
    )
    return (*found, *((msg("odds.omits.responses"),) if asked else ()))
