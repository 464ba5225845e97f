"""Odds of a combat over the house cards of both sides: those chosen and those that may still be played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from banneret.dice import Distribution, mixture
from banneret.games.thrones.odds.tides import Battle, Result, copied
from banneret.games.thrones.rules.combat.immediate_texts import IMMEDIATE
from banneret.games.thrones.rules.combat.strength import turn_order_sides
from banneret.games.thrones.rules.combat.support import supporting_areas
from banneret.games.thrones.state import ATTACKER, NO_SIDE, Combat, State
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.game import Game
from banneret.odds.trials import Answer, GivenChance, carried_out, every_way

Cards = tuple[str | None, str | None]
LEFT_OUT = ("tyrion-lannister", "aeron-damphair")
"""Cards whose text replaces a card; the odds ignore their texts."""


def wins(results: Distribution[Result], side: int) -> Fraction:
    """Return the probability that a side wins."""
    return results.chance(lambda one: one.winner == side)


def with_cards(state: State, fight: Combat, cards: Cards) -> Distribution[Result]:
    """Return the outcomes after these cards are revealed: immediate texts, Tides, blade: thrones:cards.6.

    Each owner of an immediate text resolves it for the best probability to win.
    """
    there, battle = state.copy(), copied(fight)
    battle.cards[:] = cards
    there.combat = battle
    for side, card in enumerate(cards):
        if card is not None and card in there.hands[fight.seats[side]]:
            there.hands[fight.seats[side]].remove(card)
    for side in turn_order_sides(there, battle):
        if battle.cards[side] in IMMEDIATE and battle.cards[side] not in LEFT_OUT:
            there, battle = _best_way(there, battle, side)
    return Battle(there, battle).results()


def _best_way(state: State, fight: Combat, side: int) -> tuple[State, Combat]:
    text = IMMEDIATE[fight.cards[side]]

    def run(answer: Answer) -> tuple[State, Combat]:
        there, battle = state.copy(), copied(fight)
        there.combat = battle
        carried_out(text(Game(there, GivenChance()), battle, side), answer)
        return there, battle

    def choices(_: int, chooser: Chooser[Any]) -> Sequence[Action]:
        return chooser.options()

    return max(every_way(run, choices), key=lambda one: wins(Battle(*one).results(), side))


def pending(state: State, fight: Combat) -> list[int]:
    """Assign the pending support of both combatants to themselves; return the areas of other houses that may support.

    The support of other houses is left out of `fight`.
    """
    others = []
    for area in supporting_areas(state, fight.target):
        if area in fight.supports:
            continue
        owner = state.owner[area]
        fight.supports[area] = fight.seats.index(owner) if owner in fight.seats else NO_SIDE
        if owner not in fight.seats:
            others.append(area)
    return others


def cards_of(state: State, fight: Combat, side: int) -> list[str | None]:
    """Return the card that a side has played, or those it may still play: thrones:cards.12."""
    played = fight.cards[side]
    if played is not None:
        return [played]
    return list(state.hands[fight.seats[side]]) or [None]


def by_card(state: State, fight: Combat, side: int, card: str | None) -> dict[str | None, Distribution[Result]]:
    """Return the outcomes if a side plays this card, keyed by the opponent's card."""
    found = {}
    for other in cards_of(state, fight, 1 - side):
        cards = (card, other) if side == ATTACKER else (other, card)
        found[other] = with_cards(state, fight, cards)
    return found


def prospects(state: State, fight: Combat, seat: int) -> tuple[str | None, Distribution[Result]]:
    """Return the deciding seat's best card and the outcomes with it, with all enemy cards equally likely.

    For a house that is not in the combat, all cards of both sides are equally likely and the card is None.
    """
    if seat not in fight.seats:
        parts = [mixed(by_card(state, fight, ATTACKER, card)) for card in cards_of(state, fight, ATTACKER)]
        return None, mixture((part, 1) for part in parts)
    side = fight.seats.index(seat)
    found = {card: mixed(by_card(state, fight, side, card)) for card in cards_of(state, fight, side)}
    best = max(found, key=lambda card: wins(found[card], side))
    return best, found[best]


def mixed(found: dict[str | None, Distribution[Result]]) -> Distribution[Result]:
    """Return the outcomes over all cards, each equally likely."""
    return mixture((one, 1) for one in found.values())


def with_support(state: State, fight: Combat, areas: Sequence[int], side: int, seat: int, card: str | None) -> Fraction:
    """Return the probability that the attacker wins if all these areas support one side."""
    there = copied(fight)
    there.supports |= dict.fromkeys(areas, side)
    if seat not in fight.seats:
        return wins(prospects(state, there, seat)[1], ATTACKER)
    own = fight.seats.index(seat)
    return wins(mixed(by_card(state, there, own, card)), ATTACKER)
