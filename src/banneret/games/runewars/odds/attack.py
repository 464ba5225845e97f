"""Compute the wounds, lost trays and morale test to expect from an attack: rw:7.0."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import add
from typing import Any, Final, NamedTuple

from banneret.dice import Distribution, certain, repeated, uniform
from banneret.games.runewars.attack_actions import Reroll
from banneret.games.runewars.content.components import DieId, Icon
from banneret.games.runewars.effects.moments import happen
from banneret.games.runewars.effects.registry import HANDLERS, Moment, When
from banneret.games.runewars.effects.sources import answering
from banneret.games.runewars.effects.surges import abilities_with_surges
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.odds.choices import Choices
from banneret.games.runewars.odds.morale import Tests
from banneret.games.runewars.odds.pool import Pool, Shown
from banneret.games.runewars.rules.attack.attack import declared, edges_against, spend_dice, spend_icons
from banneret.games.runewars.rules.attack.attack_dice import count_rerolls, gather_dice
from banneret.games.runewars.rules.damage.attack_choosers import AttackPlan, showing
from banneret.games.runewars.rules.damage.losses import figure_upgrades
from banneret.games.runewars.state import body_of, cells_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Face, Rerolls, icons_of
from banneret.kernel.choosers import Action
from banneret.kernel.flow import Flow
from banneret.kernel.game import Game
from banneret.odds.trials import Answer, GivenChance, Undecided, carried_out, every_way
from banneret.text.message import Message

SIFTING: Final[When] = "attack-rerolled"
"""The moment at which effects may take dice away."""
READING: Final[tuple[When, ...]] = ("attack-dice-changed", "attack-icons-removed")
"""The moments at which effects see single dice, or icons that are not spent."""
SPENDING: Final[tuple[When, ...]] = ("attack-icons-added", "attack-surges")


class Result(NamedTuple):
    """The outcome of an attack: what its target loses, and its morale test with the number of cards drawn."""

    wounds: int
    trays: int
    destroyed: bool
    severity: int
    cards: int


class Damage(NamedTuple):
    """The outcome of an attack before its morale test, with the state and the attack at that point."""

    wounds: int
    trays: int
    destroyed: bool
    morale: int
    """The morale icons."""
    state: MatchState
    fight: Attack


class Prospect(NamedTuple):
    """Dice of an attack, its re-rolls, the exact distribution of its results, and what is left out."""

    dice: tuple[str, ...]
    rerolls: Rerolls
    results: Distribution[Result]
    omitted: tuple[Message, ...]

    @property
    def mean(self) -> Fraction:
        """Return the mean number of wounds."""
        return self.results.mean(lambda one: one.wounds)


# The attack as a whole -----------------------------------------------------------------------------------------------


def prospect(state: MatchState, plan: AttackPlan, defender: int) -> Prospect | None:
    """Return what to expect of an attack, with the attacker's own choices made for the most wounds on average.

    None if the attack is canceled before any die is rolled.
    """
    edges = edges_against(state, plan.unit, defender) if plan.kind == "melee" else [None]
    found = [one for edge in edges if (one := with_edge(state, declared(state, plan, defender, edge))) is not None]
    return max(found, key=lambda one: one.mean, default=None)


def with_edge(state: MatchState, fight: Attack, first: Action | None = None) -> Prospect | None:
    """Return what to expect of a declared attack; `first` is the die that a flanking unit adds, if it is known."""
    choices = Choices(state.seat[fight.attacker], first)

    def begun(answer: Answer) -> tuple[MatchState, Attack] | None:
        there, own = state.copy(), fight.copy()
        try:
            carried_out(_gathered(_game(there), own), answer)
        except Undecided:  # a card rolls dice for itself
            return None
        return (there, own) if own.dice and not own.canceled and there.figures[own.defender] else None

    ways = [way for way in every_way(begun, choices.considered) if way is not None]
    known: dict[Any, Damage] = {}  # the ways differ in dice, but not in what icons do
    found = [_rolled(there, own, choices, known) for there, own in ways]
    return max(found, key=lambda one: one.mean, default=None)


def _gathered(game: Game[MatchState], fight: Attack) -> Flow[None]:
    """Carry out an attack up to its roll."""
    yield from happen(game, Moment("attack-target", fight.attacker, fight.defender, attack=fight))
    if not fight.canceled:
        yield from gather_dice(game, fight)


def _game(state: MatchState) -> Game[MatchState]:
    return Game(state, GivenChance())


def _rolled(state: MatchState, fight: Attack, choices: Choices, known: dict[Any, Damage]) -> Prospect:
    """Return what to expect of an attack whose dice are gathered."""
    there, own = state.copy(), fight.copy()
    own.faces = [() for _ in own.dice]
    for _, source in _answering(there, own, "attack-rolled"):
        choices.leave_out(source.id)
    carried_out(count_rerolls(_game(there), own), choices.answer)
    rolled = Rolled(there, own, choices)
    if not rolled.whole:
        rolled.known = known
    return rolled.prospect(own.rerolls)


def _answering(state: MatchState, fight: Attack, *names: When) -> list[Any]:
    return [one for name in names for one in answering(state, HANDLERS[name], fight.attacker, fight.defender)]


# From a roll on ------------------------------------------------------------------------------------------------------


def after_reroll(state: MatchState, fight: Attack, action: Action, *, last: bool) -> Prospect:
    """Return what to expect of an attack after a re-roll; `last` is whether it is that of a partial rank."""
    rolled = Rolled(state, fight, Choices(state.seat[fight.attacker]), shown=True)
    left, shown = fight.rerolls, rolled.pool.shown(fight.dice, fight.faces)
    if not isinstance(action, Reroll):
        return rolled.prospect(Rerolls(0, 0) if last else Rerolls(0, left.one), shown)
    dice, faces, wanted = [], [], list(action.dice)
    for name, die, face in zip(showing(fight), fight.dice, fight.faces, strict=True):
        if name in wanted:
            wanted.remove(name)
        else:
            dice.append(die)
            faces.append(face)
    return rolled.prospect(left, rolled.pool.shown(dice, faces))


def after_surges(state: MatchState, fight: Attack, action: Action) -> Prospect:
    """Return what to expect of an attack once surges are spent like this."""
    choices = Choices(state.seat[fight.attacker], action, fight.surges)
    damage = _best(state, fight, choices, spend_icons)
    result = Tests(choices).of(damage.state, damage.fight, damage.morale)
    left = Result(damage.wounds, damage.trays, damage.destroyed, *result)
    return Prospect(tuple(fight.dice), Rerolls(0, 0), certain(left), tuple(choices.omitted))


class Rolled:
    """An attack whose dice are being rolled: what each roll is worth, if its icons are spent in the best way."""

    __slots__ = ("_known", "choices", "fight", "known", "pool", "sifted", "state", "tests", "whole")

    def __init__(self, state: MatchState, fight: Attack, choices: Choices, *, shown: bool = False) -> None:
        self.state = state
        self.fight = fight
        self.choices = choices
        self.tests = Tests(choices)
        self.sifted = bool(_answering(state, fight, SIFTING))
        """Whether an effect may take dice away after the re-rolls."""
        self.whole = bool(_answering(state, fight, *READING))
        """Whether an effect sees the dice, so that the number of their icons does not suffice."""
        dropped = self._unspent()
        self.pool = Pool(fight.dice, dropped - {"morale"} if shown or self.sifted else dropped)
        self.known: dict[Any, Damage] = {}
        """The outcome of rolls so far, by the icons that count."""
        self._known: dict[Shown, Damage] = {}

    def _unspent(self) -> frozenset[Icon]:
        """Return the icons that cannot change what the target loses: rw:7.6, rw:7.7, rw:7.11."""
        if self.whole:
            return frozenset()
        found: set[Icon] = {"morale"}
        if not figure_upgrades(self.state, self.fight.defender):
            found.add("accuracy")
        spent = any(True for _ in abilities_with_surges(self.state, self.fight.attacker))
        if not spent and not _answering(self.state, self.fight, *SPENDING):
            found.add("surge")
        return frozenset(found)

    def prospect(self, rerolls: Rerolls, kept: Shown | None = None) -> Prospect:
        """Return the results after the missing dice of `kept` are rolled, with the re-rolls left."""
        stage = self.pool.stages(rerolls, self.worth)
        results: dict[Result, Fraction] = {}
        alike: dict[tuple[int, Shown], tuple[Damage, Fraction]] = {}
        for shown, chance in self.pool.results(stage, kept).items():
            damage, hidden = self.damage(shown), self.pool.hidden(shown, "morale")
            before = alike.get((id(damage), hidden))
            alike[id(damage), hidden] = damage, chance + (before[1] if before else 0)
        for (_, hidden), (damage, chance) in alike.items():
            for icons, part in self._morale(hidden).items():
                test = self.tests.of(damage.state, damage.fight, damage.morale + icons)
                one = Result(damage.wounds, damage.trays, damage.destroyed, *test)
                results[one] = results.get(one, Fraction(0)) + chance * part
        return Prospect(tuple(self.fight.dice), rerolls, Distribution(results), tuple(self.choices.omitted))

    def worth(self, shown: Shown) -> float:
        """Return the wounds of a roll; where they are equal, more trays are better."""
        damage = self.damage(shown)
        return damage.wounds + damage.trays / 10**3

    def _morale(self, hidden: Shown) -> Distribution[int]:
        """Return the morale icons on dice whose faces hide them."""
        found = certain(0)
        for one, number in zip(self.pool.faces, hidden, strict=True):
            if number:
                icons = uniform(side.count("morale") for side in one.sides)
                found = found.with_(repeated(icons, number, 0, add), add)
        return found

    def damage(self, shown: Shown) -> Damage:
        """Return what the target loses to a roll."""
        found = self._known.get(shown)
        if found is None:
            dice, faces = self.pool.listed(shown)
            ways = self._sifted(dice, faces) if self.sifted else [(dice, faces)]
            found = self._known[shown] = max(
                (self.spent(*way) for way in ways), key=lambda one: (one.wounds, one.trays, one.morale)
            )
        return found

    def _sifted(self, dice: list[DieId], faces: list[Face]) -> Iterable[tuple[list[DieId], list[Face]]]:
        """Return the dice that may be left after effects have taken some away."""

        def run(answer: Answer) -> tuple[list[DieId], list[Face]]:
            fight = self.fight.copy()
            fight.dice, fight.faces = dice.copy(), faces.copy()
            moment = Moment(SIFTING, fight.attacker, fight.defender, attack=fight)
            carried_out(happen(_game(self.state.copy()), moment), answer)
            return fight.dice, fight.faces

        return every_way(run, self.choices.considered)

    def spent(self, dice: list[DieId], faces: list[Face]) -> Damage:
        """Return what the target loses to these dice, which the rules carry out on a copy."""
        icons = icons_of(faces)
        morale = 0 if self.whole else icons.pop("morale", 0)
        key = (tuple(dice), tuple(faces)) if self.whole else frozenset(icons.items())
        found = self.known.get(key)
        if found is None:
            fight = self.fight.copy()
            fight.dice, fight.faces = dice, faces
            if not self.whole:  # one die shows all icons
                fight.faces = [tuple(icons.elements())]
            found = self.known[key] = _best(self.state, fight, self.choices, spend_dice)
        return found if not morale else found._replace(morale=found.morale + morale)


def _best(
    state: MatchState, fight: Attack, choices: Choices, rest: Callable[[Game[MatchState], Attack], Flow[None]]
) -> Damage:
    """Carry out the rest of an attack in every way; return that with the most wounds, then trays."""
    before = _stamina(state, fight.defender), len(cells_of(state, fight.defender))

    def run(answer: Answer) -> Damage | None:
        there, own = state.copy(), fight.copy()
        try:
            carried_out(rest(_game(there), own), answer)
        except Undecided:  # an ability rolls dice for itself
            return None
        left = _stamina(there, own.defender), len(cells_of(there, own.defender))
        return Damage(
            before[0] - left[0], before[1] - left[1], not there.figures[own.defender], own.icons["morale"], there, own
        )

    found = [way for way in every_way(run, choices.considered) if way is not None]
    return max(found, key=lambda one: (one.wounds, one.trays))


def _stamina(state: MatchState, unit: int) -> int:
    """Return the number of wounds that a unit can still suffer."""
    if not state.figures[unit]:
        return 0
    body = body_of(state, unit)
    return sum(body.strength(one).threshold - one.wounds for figures in body.figures.values() for one in figures)
