"""The morale test after an attack: its severity, and the cards that may be drawn for it: rw:58.0, rw:58.1, rw:58.3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from fractions import Fraction
from math import comb
from typing import Any

from banneret.games.runewars.content.components import components
from banneret.games.runewars.events.combat import MoraleTested
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.odds.choices import Choices
from banneret.games.runewars.rules.attack.morale import cards_drawn, icons_of_card, morale_after_attack
from banneret.games.runewars.units.attack import Attack
from banneret.kernel.events import Log
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile, knows
from banneret.odds.trials import GivenChance, Undecided, carried_out


class UntilDrawn(GivenChance):
    """Chance without results, also of cards: a rule that draws or shuffles stops there."""

    __slots__ = ()

    def draw(self, pile: Pile, seen: int = 0) -> str:
        """Stop before a card is drawn."""
        raise Undecided(len(pile.cards))

    def shuffle(self, pile: Pile) -> None:
        """Stop before a pile is shuffled."""
        raise Undecided(len(pile.cards))


class Tests:
    """The morale tests of one attack, carried out by the rules up to the draw."""

    __slots__ = ("_known", "choices")

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self._known: dict[Any, tuple[int, int]] = {}

    def of(self, state: MatchState, fight: Attack, icons: int) -> tuple[int, int]:
        """Return the severity of the test for these morale icons, and the number of cards drawn; zeros for no test."""
        unit = fight.defender
        if not state.figures[unit]:
            return 0, 0
        key = icons, tuple(state.banes[unit]), tuple(state.upgrades[unit])
        if key not in self._known:
            self._known[key] = self._tested(state, fight, icons)
        return self._known[key]

    def _tested(self, state: MatchState, fight: Attack, icons: int) -> tuple[int, int]:
        there, own = state.copy(), fight.copy()
        own.icons["morale"] = icons
        game = Game(there, UntilDrawn(), Log())
        with suppress(Undecided):  # at the first card
            carried_out(morale_after_attack(game, own), self.choices.answer)
        log = game.log
        found = [one.event.severity for one in log.events if isinstance(one.event, MoraleTested)] if log else []
        if not found:
            return 0, 0
        return found[0], cards_drawn(there, own.defender, found[0], own)


def fitting(state: MatchState, unit: int, severity: int) -> frozenset[str]:
    """Return the morale cards that can be resolved in a test of a unit: rw:58.3."""
    return frozenset(card for card in components().morale if icons_of_card(state, unit, card) <= severity)


def chance_of(state: MatchState, seat: int, wanted: Collection[str], cards: int) -> Fraction:
    """Return the chance that one of these cards is among the next ones of the morale deck, as far as a seat knows it.

    When the deck runs out, the discarded cards are shuffled into it: rw:ruling.38.
    """
    deck = list(zip(state.deck.cards, state.deck.known, strict=True))
    known = [card for card, seen in deck[:cards] if knows(seen, 1 << seat)]
    hidden = [card for card, seen in deck if not knows(seen, 1 << seat)]
    if any(card in wanted for card in known):
        return Fraction(1)
    missed = _missed(hidden, wanted, min(cards, len(deck)) - len(known))
    if cards > len(deck):
        missed *= _missed(state.discard, wanted, min(cards - len(deck), len(state.discard)))
    return 1 - missed


def _missed(cards: Iterable[str], wanted: Collection[str], number: int) -> Fraction:
    """Return the chance that none of the wanted cards is among `number` drawn at random."""
    there = Counter(card in wanted for card in cards)
    return Fraction(comb(there[False], number), comb(there.total(), number))
