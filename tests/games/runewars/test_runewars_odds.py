"""The odds of attacks are those of the rules: enumerated, and rolled many times through the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from banneret import odds
from banneret.dice import Distribution
from banneret.games.runewars.attack_actions import Reroll
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.questions import ThingChooser
from banneret.games.runewars.effects.surges import SurgeChooser
from banneret.games.runewars.events.combat import FigureWounded, MoraleResolved, MoraleTested
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.odds.attack import Rolled, after_reroll, after_surges, prospect
from banneret.games.runewars.odds.choices import Choices
from banneret.games.runewars.odds.constructed import constructed, pools
from banneret.games.runewars.odds.morale import chance_of, fitting
from banneret.games.runewars.odds.pool import Stage
from banneret.games.runewars.odds.source import RANK_REROLLS
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.rules.attack.attack import attack, declared
from banneret.games.runewars.rules.damage.attack_choosers import AttackPlan, FlankDieChooser, RerollChooser, showing
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Rerolls
from banneret.kernel.chance import Chance
from banneret.kernel.events import Event, Log
from banneret.kernel.game import Game
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.odds.trials import GivenChance, carried_out
from banneret.plane import Side
from banneret.text.message import msg
from tests.games.runewars.field import deal, field
from tests.games.runewars.playing import fierce
from tests.odds.rolling import agree, enumerated, rolled
from tests.soaking import scale


def case(**given: str) -> dict[str, str]:
    return odds.completed(odds.fields("runewars"), given)


class Resolved(Exception):
    """Raised when a morale card is chosen, before it has an effect."""


class Until(Log):
    """The events of an attack up to the choice of a morale card."""

    def emit(self, event: Event, seen: int = PUBLIC) -> None:
        super().emit(event, seen)
        if isinstance(event, MoraleResolved):
            raise Resolved


class Policy:
    """The attacker's answers: those that the odds take for the best."""

    def __init__(self, state: MatchState, plan: AttackPlan) -> None:
        self.state = state
        self.choices = Choices(0)
        self.fight: Attack | None = None
        self._rolled: dict[tuple[str, ...], Rolled] = {}
        self._stages: dict[tuple[tuple[str, ...], Rerolls], Stage] = {}
        self._surges: dict[Any, Any] = {}
        found = prospect(state, plan, 1)
        assert found is not None
        self.dice = Counter(found.dice)

    def answer(self, seat: int, chooser: Any) -> Any:
        if isinstance(chooser, FlankDieChooser):
            return next(one for one in chooser.options() if Counter([*chooser.attack.dice, one.die]) == self.dice)
        if isinstance(chooser, RerollChooser) and chooser.rule in RANK_REROLLS:
            return self._reroll(chooser)
        if isinstance(chooser, SurgeChooser):
            fight = chooser.attack
            key = frozenset(fight.icons.items()), frozenset(fight.used.items()), frozenset(fight.gains.items())
            if key not in self._surges:
                found = {one: after_surges(self.state, fight, one) for one in chooser.options()}
                self._surges[key] = max(found, key=lambda one: found[one].mean)
            return self._surges[key]
        if isinstance(chooser, ThingChooser) and not chooser.may_pass and self.fight is not None:
            return self._removal(chooser, self.fight)
        return self.choices.answer(seat, chooser)

    def _removal(self, chooser: ThingChooser, fight: Attack) -> Any:
        """Choose the die to take away after the re-rolls for the most wounds, then trays and morale icons."""
        rolled = self._rolled[tuple(fight.dice)]

        def left(place: int) -> tuple[int, int, int]:
            dice, faces = fight.dice.copy(), fight.faces.copy()
            del dice[place], faces[place]
            damage = rolled.spent(dice, faces)
            return damage.wounds, damage.trays, damage.morale

        return chooser.options()[max(range(len(fight.dice)), key=left)]

    def _reroll(self, chooser: RerollChooser) -> Any:
        fight = self.fight = chooser.attack
        left = fight.rerolls._replace(any=fight.rerolls.any + 1) if chooser.rule == "rw:7.4a" else Rerolls(0, 1)
        key = tuple(fight.dice)
        rolled = self._rolled.setdefault(key, Rolled(self.state, fight, self.choices, shown=True))
        stage = self._stages.setdefault((key, left), rolled.pool.stages(left, rolled.worth))
        there = rolled.pool.shown(fight.dice, fight.faces)
        again = [one - other for one, other in zip(there, stage.choice(there)[1], strict=True)]
        names = []
        for name, die, face in zip(showing(fight), fight.dice, fight.faces, strict=True):
            place = rolled.pool.shown([die], [face]).index(1)
            if again[place]:
                again[place] -= 1
                names.append(name)
        return Reroll(tuple(names)) if names else Pass()


Outcome = tuple[int, int, bool]


def fought(state: MatchState, plan: AttackPlan, policy: Policy, chance: Chance) -> Outcome:
    """Carry out an attack of unit 0 on unit 1 up to its morale card; return wounds, severity, if one is chosen."""
    there = state.copy()
    if not isinstance(chance, GivenChance):
        chance.shuffle(there.deck)
    game = Game(there, chance, Until())
    with suppress(Resolved):
        carried_out(attack(game, plan.unit, plan.kind), policy.answer)
    assert game.log is not None
    events = [one.event for one in game.log.events]
    wounds = sum(isinstance(one, FigureWounded) and one.unit == "b1" for one in events)
    severity = next((one.severity for one in events if isinstance(one, MoraleTested)), 0)
    return wounds, severity, any(isinstance(one, MoraleResolved) and one.card for one in events)


ENUMERATED = (
    case(attacking="2x1", defending="2x1"),
    case(attacking="2x1", defending="2x1", panic="2"),
    case(attacking="2x1", defending="1x1", defender="carrion-lancers", natural="1", stable="2"),
    case(attacker="reanimate-archers", attacking="2x1", defender="spearmen", kind="ranged"),
)


@pytest.mark.rule("rw:7.3", "rw:7.6", "rw:7.9", "rw:7.11")
@pytest.mark.parametrize("given", ENUMERATED, ids=range(len(ENUMERATED)))
def test_an_attack_without_rerolls_is_enumerated(given: dict[str, str]) -> None:
    """Two dice: every result through the engine has the chance that the odds give."""
    state, plan = constructed(given)
    found = prospect(state, plan, 1)
    assert found is not None
    assert found.rerolls == Rerolls(0, 0)
    policy = Policy(state, plan)
    seen = enumerated(lambda chance: fought(state, plan, policy, chance)[:2])
    results = found.results.map(lambda one: (one.wounds, one.severity))
    assert dict(results.items()) == seen


@pytest.mark.rule("rw:7.4a", "rw:7.4b", "rw:68.1")
def test_the_best_dice_are_rerolled() -> None:
    """The mean with a re-roll is that of the best of all sets of dice, each tried with every face."""
    state, plan = constructed(case(attacking="2x2", defending="3x3"))
    found = prospect(state, plan, 1)
    assert found is not None
    assert found.rerolls == Rerolls(1, 0)
    dice = [components().dice[die].faces for die in plan.profile.dice]

    @cache
    def wounds(*faces: int) -> int:
        return fought(state, plan, policy, GivenChance(faces))[0]

    class Kept(Policy):
        def _reroll(self, chooser: RerollChooser) -> Any:
            return Pass()

    policy = Kept(state, plan)

    rolls = list(product(*(range(len(die)) for die in dice)))

    def mean(faces: tuple[int, ...], again: tuple[int, ...]) -> Fraction:
        ways = [range(len(die)) if at in again else faces[at : at + 1] for at, die in enumerate(dice)]
        every = [wounds(*roll) for roll in product(*ways)]
        return Fraction(sum(every), len(every))

    sets = [again for size in range(len(dice) + 1) for again in combinations(range(len(dice)), size)]
    best = [max(mean(faces, again) for again in sets) for faces in rolls]
    assert found.mean == sum(best, Fraction(0)) / len(rolls)
    assert found.mean > Fraction(sum(wounds(*faces) for faces in rolls), len(rolls))


def cases(wanted: int) -> Iterator[dict[str, str]]:
    """Yield cases drawn at random."""
    stream, known = Stream(derive_key("runewars", 1)), odds.fields("runewars")
    while wanted:
        given = {one.id: stream.choice(one.choices) if one.choices else one.initial for one in known}
        given |= {"attacking": "largest", "defending": "largest", "panic": str(stream.below(3))}
        try:
            odds.case("runewars", given)
        except odds.CaseError:
            continue
        wanted -= 1
        yield given


def check(given: Mapping[str, str], many: int, seed: int) -> None:
    state, plan = constructed(given)
    found = prospect(state, plan, 1)
    assert found is not None
    policy = Policy(state, plan)
    seen = rolled(lambda chance: fought(state, plan, policy, chance), many, seed)
    wounds, severity, resolved = Counter[int](), Counter[int](), 0
    for (one, other, is_resolved), times in seen.items():
        wounds[one] += times
        severity[other] += times
        resolved += times * is_resolved
    agree(wounds, found.results.map(lambda one: one.wounds))
    agree(severity, found.results.map(lambda one: one.severity))
    expected = sum(
        chance * chance_of(state, 0, fitting(state, 1, one.severity), one.cards)
        for one, chance in found.results.items()
        if one.severity
    )
    agree(Counter({0: many - resolved, 1: resolved}), Distribution({0: 1 - expected, 1: expected}))


@pytest.mark.slow
def test_attacks_through_the_engine_agree_with_their_odds() -> None:
    for number, given in enumerate(cases(3)):
        check(given, 100, number)


@pytest.mark.soak
def test_many_attacks_through_the_engine_agree_with_their_odds() -> None:
    for number, given in enumerate(cases(max(3, round(50 * scale())))):
        check(given, 10_000, number)


def battle() -> Match[Any]:
    """Two engaged units and two at range, at the beginning of a round."""
    game = field(
        "a spearmen 3x2 9000 9000 0",
        "a oathsworn-cavalry 2x2 15000 4000 0",
        "b reanimates 3x2 9000 11000 18000",
        "b reanimate-archers 2x2 15000 9000 18000",
    )
    deal(game)
    state = game.state
    state.step, state.objective, state.size = "round", "bounty", "standard"
    state.deployment, state.red = "battle-lines", 0
    return Match(RunewarsRulebook(), Origin(2, {}, None, state))


def asked(kinds: frozenset[str], seed: int) -> Iterator[tuple[Match[Any], int, Any]]:
    """Play on at random; yield the match wherever an answer may have odds."""
    match, stream = battle(), Stream(derive_key("odds", seed))
    while match.asking and match.state.round < 3:
        seat, ask = next(iter(match.asking.items()))
        if ask.kind in kinds:
            yield match, seat, ask
        match.play(seat, fierce(match, ask, stream))


@pytest.mark.slow
def test_the_odds_in_a_match_hide_what_is_hidden() -> None:
    """In worlds in which the hidden dials and morale cards differ, a seat gets the same odds."""
    source = RunewarsRulebook.odds
    seen: Counter[str] = Counter()
    for seed in range(3):
        for match, seat, ask in asked(source.kinds, seed):
            for action in list(ask.options)[:2]:
                found = odds.of(match, seat, action)
                seen[ask.kind] += bool(found)
                if found and seen[ask.kind] <= 3:
                    worlds = [match.imagine(seat, number) for number in range(2)]
                    assert all(odds.of(world, seat, action) == found for world in worlds), (ask.kind, action)
    assert {"activate", "reroll"} <= set(+seen), seen


def test_the_cards_that_a_seat_knows_count() -> None:
    """The top card lies open for one seat; for the other it may be any card of the deck."""
    state, _ = constructed(case())
    state.deck.cards.insert(0, state.deck.cards.pop(state.deck.cards.index("disarray")))
    state.deck.known[0] = 1
    wanted = frozenset({"disarray"})
    assert chance_of(state, 0, wanted, 1) == 1
    assert chance_of(state, 0, {"betrayal"}, 1) == 0
    assert chance_of(state, 1, wanted, 1) == Fraction(state.deck.cards.count("disarray"), len(state.deck.cards))
    state.discard, state.deck.cards, state.deck.known = state.deck.cards[1:], state.deck.cards[:1], [1]
    assert chance_of(state, 0, wanted, 5) == 1
    assert 0 < chance_of(state, 0, {"betrayal"}, 5) < 1


def test_morale_icons_that_are_rolled_already_count() -> None:
    """Both dice show one, and nothing is rolled again."""
    state, plan = constructed(case(attacking="2x1", defending="2x1"))
    fight = declared(state, plan, 1, Side.FRONT)
    fight.dice = ["red", "red"]
    fight.faces = [next(face for face in components().dice[die].faces if "morale" in face) for die in fight.dice]
    found = after_reroll(state, fight, Pass(), last=True)
    assert {one.severity for one, chance in found.results.items() if chance} == {2}


def test_an_attack_without_dice_has_no_prospect() -> None:
    """The dice of Ankaur Maro are as many as the unstable runes."""
    state, plan = constructed(case(attacker="ankaur-maro", kind="ranged", unstable="2", stable="2", natural="1"))
    assert prospect(state, plan, 1) is not None
    state.mana = next(sides for sides, pool in pools() if not pool["unstable"])
    assert prospect(state, plan, 1) is None


def test_what_is_left_out_of_the_odds_of_morale_is_said() -> None:
    panic = msg("odds.omits.panic")
    assert panic not in odds.case("runewars", {"panic": "0"}).leaves_out
    assert panic in odds.case("runewars", {"panic": "1"}).leaves_out


def test_in_a_case_the_attacker_is_the_first_player() -> None:
    state, _ = constructed(case())
    assert (state.seat[0], state.first, state.round) == (0, 0, 1)


def test_a_case_that_is_impossible_is_refused() -> None:
    with pytest.raises(odds.CaseError, match="attacking: spearmen has no formation 1x1; choose from 2x1"):
        odds.case("runewars", {"attacking": "1x1"})
    with pytest.raises(odds.CaseError, match="attacker: spearmen has no ranged attack"):
        odds.case("runewars", {"kind": "ranged"})
    with pytest.raises(odds.CaseError, match="no mana pool has 2, 3, 3 runes"):
        odds.case("runewars", {"stable": "2", "unstable": "3", "natural": "3"})


@pytest.mark.slow
def test_units_are_compared() -> None:
    table = odds.matrix("runewars", {"attacker": "spearmen"})
    assert table.attackers == ("spearmen",)
    assert len(table.defenders) == len(components().fielded(assumed=True))
    assert all(mean is not None and mean > 0 for mean in table.means[0])
