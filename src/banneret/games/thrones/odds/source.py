"""Odds of combats, for decisions about marches, support, house cards and the blade."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from banneret.dice import Distribution
from banneret.games.thrones.actions import March, PlayCard, RefuseSupport, Support
from banneret.games.thrones.content.board import AREA, AREAS
from banneret.games.thrones.odds.combat import (
    LEFT_OUT,
    by_card,
    cards_of,
    mixed,
    pending,
    prospects,
    wins,
    with_support,
)
from banneret.games.thrones.odds.constructed import constructed, fields
from banneret.games.thrones.odds.tides import Battle, Result, copied
from banneret.games.thrones.rules.action.march_plan import COMBAT, MarchChooser, counts_of, encounter
from banneret.games.thrones.rules.combat.support import SIDES, SupportChooser
from banneret.games.thrones.state import ATTACKER, DEFENDER, NO_SIDE, NOBODY, Combat, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.questions import Pass, Yes
from banneret.odds import Chance, Field, Odds, OddsSource, spread_of
from banneret.text.message import Message, msg


class ThronesOdds(OddsSource[State]):
    """Computes the odds of combats."""

    kinds = frozenset(("march", "support", "refuse-support", "house-card", "blade", "redraw"))

    def of(self, state: State, ask: Ask, action: Action) -> tuple[Odds, ...]:
        chooser = ask.chooser
        if isinstance(chooser, MarchChooser):
            fight = _of_march(state, ask.seat, action)
            return () if fight is None else (_before_cards(state, fight, ask.seat, (msg("odds.omits.march"),)),)
        if state.combat is None or NOBODY in state.combat.seats:
            return ()
        fight = copied(state.combat)
        if ask.kind in ("support", "refuse-support"):
            if isinstance(chooser, SupportChooser):
                fight.supports[chooser.area] = SIDES.index(action.side) if isinstance(action, Support) else NO_SIDE
            elif isinstance(action, RefuseSupport):
                fight.supports |= dict.fromkeys([AREA[area] for area in action.areas], NO_SIDE)
            return (_before_cards(state, fight, ask.seat),)
        if isinstance(action, PlayCard) and ask.kind == "house-card":
            return (_of_card(state, fight, ask.seat, action.card),)
        if isinstance(action, Yes | Pass) and ask.kind in ("blade", "redraw"):
            return (_of_blade(state, fight, ask, used=isinstance(action, Yes)),)
        return ()

    def fields(self) -> tuple[Field, ...]:
        return fields()

    def case(self, given: Mapping[str, str]) -> Odds:
        state, fight = constructed(given)
        _, results = prospects(state, fight, NOBODY)
        found = _odds(state, fight, NOBODY, results, (), (msg("odds.omits.case"),))
        return msgspec.structs.replace(
            found, title=msg("odds.title.case", attacker=given["attacker"], defender=given["defender"])
        )


def _of_march(state: State, seat: int, action: Action) -> Combat | None:
    """Return the combat that a marching group causes, or None: thrones:march.7."""
    if not isinstance(action, March):
        return None
    origin, target = AREA[action.area], AREA[action.target]
    if encounter(state, seat, target) != COMBAT:
        return None
    owner = state.owner[target]
    defender = owner if owner != NOBODY else state.home_seat[target]
    if defender == NOBODY:
        return None
    return Combat(seat, defender, origin, target, state.orders[origin], list(counts_of(action.units)))


def _before_cards(state: State, fight: Combat, seat: int, more: tuple[Message, ...] = ()) -> Odds:
    """Return the odds before cards are chosen, with pending support on either side: thrones:support.4."""
    others = pending(state, fight)
    card, results = prospects(state, fight, seat)
    chances = []
    if others:
        for side in (ATTACKER, DEFENDER):
            chance = with_support(state, fight, others, side, seat, card)
            chances.append(Chance(msg(f"odds.chance.support-{SIDES[side]}"), float(chance)))
        more = (*more, msg("odds.omits.support"))
    return _odds(state, fight, seat, results, tuple(chances), more)


def _of_card(state: State, fight: Combat, seat: int, card: str) -> Odds:
    """Return the odds of playing a card, in total and against each card of the opponent."""
    side = fight.seats.index(seat)
    found = by_card(state, fight, side, card)
    chances = tuple(
        Chance(msg("odds.chance.against", card=other), float(wins(results, ATTACKER)))
        for other, results in found.items()
        if other is not None and len(found) > 1
    )
    return _odds(state, fight, seat, mixed(found), chances)


def _of_blade(state: State, fight: Combat, ask: Ask, *, used: bool) -> Odds:
    """Return the odds with or without the blade, for +1 or a new Tides card: thrones:blade-use.1, thrones:tides.4."""
    side = fight.seats.index(ask.seat)
    if ask.kind == "redraw":
        return _odds(state, fight, ask.seat, Battle(state, fight, side).results(redraw=used))
    battle = Battle(state, fight)
    attacking, defending = fight.tides
    result = battle.result(attacking, defending, side if used else NO_SIDE)
    return _odds(state, fight, ask.seat, Distribution({result: 1}))


def _odds(
    state: State,
    fight: Combat,
    seat: int,
    results: Distribution[Result],
    chances: tuple[Chance, ...] = (),
    more: tuple[Message, ...] = (),
) -> Odds:
    """Return the odds of a combat for a seat that may fight in it."""
    won: Fraction = wins(results, ATTACKER)
    attacker, defender = (state.houses[seat] for seat in fight.seats)
    replacing = (
        {card for side in (ATTACKER, DEFENDER) for card in cards_of(state, fight, side) if card in LEFT_OUT}
        if fight.cards == [None, None]
        else set()
    )
    return Odds(
        title=msg("odds.title.combat", attacker=attacker, defender=defender, area=AREAS[fight.target]),
        chances=(Chance(msg("odds.chance.attacker-wins", house=attacker), float(won)), *chances),
        success=float(wins(results, fight.seats.index(seat))) if seat in fight.seats else None,
        spreads=(
            spread_of(msg("odds.lost", house=defender), results.map(lambda one: one.defender_lost)),
            spread_of(msg("odds.lost", house=attacker), results.map(lambda one: one.attacker_lost)),
        ),
        leaves_out=(
            *more,
            *(msg("odds.omits.replacing", card=card) for card in sorted(replacing)),
            *((msg("odds.omits.cards"),) if None in fight.cards else ()),
            msg("odds.omits.retreat"),
        ),
    )
