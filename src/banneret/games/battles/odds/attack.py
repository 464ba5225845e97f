"""Compute the losses, retreat and counterattack to expect from an attack: battles:attack.2, battles:c1.1."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from banneret.dice import Distribution, certain
from banneret.games.battles.actions import Retreat
from banneret.games.battles.content.components import TOKENS
from banneret.games.battles.odds.dice import Scored, Throw
from banneret.games.battles.rules.combat.attack import ATTACK, COUNTER, OWN, strike
from banneret.games.battles.rules.field.keywords import hit_by
from banneret.games.battles.rules.orders.aftermath import can_counterattack
from banneret.games.battles.state import Fight, State, fight_of, turn_of
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.flow import MatchOver
from banneret.kernel.game import Game
from banneret.kernel.questions import MayChooser, Pass, Yes
from banneret.odds.trials import Answer, GivenChance, Undecided, carried_out, every_way

OWN_CHOICES = ("turn-flank", "lend")
"""Choices of the attacker before the roll."""


class Result(NamedTuple):
    """The outcome of an attack for its target, and of a counterattack for the attacker."""

    lost: int
    destroyed: bool
    back: int
    """Hexes of retreat."""
    countered: bool
    own_lost: int
    own_destroyed: bool


class Blow(NamedTuple):
    """One strike carried out: the state after it, and the fight."""

    state: State
    fight: Fight
    lost: int


class Prospect(NamedTuple):
    """Dice of an attack, whether it flanks, and the exact distribution of its results."""

    dice: int
    flanking: bool
    results: Distribution[Result]


def prospect(state: State, attacker: int, target: int, kind: str = ATTACK, *, unmoved: bool = False) -> Prospect:
    """Return what to expect of an attack, with the attacker's own choices made for the most figures on average."""
    found = [
        _decided(state, attacker, target, kind, unmoved=unmoved, choices=choices)
        for choices in _before(state, attacker, target, kind, unmoved=unmoved)
    ]
    return max(found, key=lambda one: one.results.mean(lambda result: result.lost))


def _before(state: State, attacker: int, target: int, kind: str, *, unmoved: bool) -> list[tuple[str, ...]]:
    """List the combinations of offered choices that the attacker can make before the roll.

    With the commanders of the box, no House is offered both; data packs can exchange abilities.
    """
    asked: set[str] = set()

    def answer(_: int, chooser: Chooser[Any]) -> Action:
        if isinstance(chooser, MayChooser) and chooser.what in OWN_CHOICES:
            asked.add(chooser.what)
        return Pass()

    _strike(state, attacker, target, kind, (), answer, unmoved=unmoved)
    return [made for number in range(len(asked) + 1) for made in combinations(sorted(asked), number)]


def _decided(
    state: State, attacker: int, target: int, kind: str, *, unmoved: bool = False, choices: Sequence[str] = ()
) -> Prospect:
    def before(_: int, chooser: Chooser[Any]) -> Action:
        return Yes() if isinstance(chooser, MayChooser) and chooser.what in choices else Pass()

    begun = _strike(state, attacker, target, kind, (), before, unmoved=unmoved)
    throw = _throw(begun.state, begun.fight)
    blows: dict[Scored, Blow] = {}

    def blow(scored: Scored) -> Blow:
        if scored not in blows:
            blows[scored] = _resolved(state, begun.fight, throw, scored, choices, unmoved=unmoved)
        return blows[scored]

    results = throw.scored(lambda scored: Fraction(blow(scored).lost)).then(lambda scored: _result(blow(scored)))
    return Prospect(throw.dice, begun.fight.flanking, results)


def _throw(state: State, fight: Fight) -> Throw:
    misses = fight.kind in OWN and fight.attacker in turn_of(state).rerolls
    return Throw(state.box, fight.dice, hit_by(state, fight, fight.attacker), fight.flanking, misses)


def _resolved(
    state: State, fight: Fight, throw: Throw, scored: Scored, choices: Sequence[str], *, unmoved: bool
) -> Blow:
    """Carry out an attack whose dice score this, with the target's choices that lose the fewest figures."""
    symbols = throw.example(scored)
    if symbols is None:
        raise ValueError(f"{throw.dice} dice cannot score {scored}")
    faces = [state.box.die.faces.index(TOKENS[symbol]) for symbol in symbols]

    def considered(_: int, chooser: Chooser[Any]) -> Sequence[Action]:
        if isinstance(chooser, MayChooser):
            if chooser.what == "stalwart":
                return [Yes(), Pass()]
            return [Yes() if chooser.what in choices else Pass()]
        options: Sequence[Action] = chooser.options()
        return options if Retreat in chooser.answers else options[:1]

    def run(answer: Answer) -> Blow:
        return _strike(state, fight.attacker, fight.target, fight.kind, faces, answer, unmoved=unmoved)

    return min(every_way(run, considered), key=lambda blow: blow.lost)


def _strike(  # what determines a strike
    state: State, attacker: int, target: int, kind: str, faces: Sequence[int], answer: Answer, *, unmoved: bool
) -> Blow:
    """Carry out a strike on a copy, up to the roll if no faces are given."""
    there = state.copy()
    there.turn = turn_of(state).copy()
    try:
        carried_out(strike(Game(there, GivenChance(faces)), attacker, target, kind, unmoved=unmoved), answer)
    except Undecided:
        if faces:
            raise
    except MatchOver:
        pass  # with the attack
    return Blow(there, fight_of(there), state.figures[target] - there.figures[target])


def _result(blow: Blow) -> Distribution[Result]:
    """Return the outcome of a strike, with the counterattack that the target then makes if it can."""
    state, fight = blow.state, blow.fight
    mine = Result(blow.lost, fight.destroyed, fight.back, countered=False, own_lost=0, own_destroyed=False)
    if not can_counterattack(state, fight):
        return certain(mine)
    counter = _decided(state, fight.target, fight.attacker, COUNTER)
    return counter.results.map(
        lambda one: mine._replace(countered=True, own_lost=one.lost, own_destroyed=one.destroyed)
    )
