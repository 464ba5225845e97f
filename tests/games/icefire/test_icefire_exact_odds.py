"""The odds of attacks, charges and Panic Tests are those of the rules: enumerated, and rolled many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from banneret import odds
from banneret.games.icefire.actions import Reroll
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.odds.attack import Result, prospect
from banneret.games.icefire.odds.constructed import constructed
from banneret.games.icefire.odds.omissions import omissions
from banneret.games.icefire.odds.panic import panic_wounds
from banneret.games.icefire.rules.combat.attack import (
    attack,
    attack_of,
    count_blocked,
    count_hits,
    panic_modifier,
    saves_on,
)
from banneret.games.icefire.rules.combat.morale import morale_modifier, panic_test, passes
from banneret.games.icefire.rules.combat.rerolls import RerollChooser
from banneret.games.icefire.rules.table.sources import number_of
from banneret.games.icefire.state import Effect, Fight, State, Test
from banneret.kernel.chance import Chance
from banneret.kernel.game import Game
from banneret.kernel.questions import Pass
from banneret.kernel.stream import Stream, derive_key
from banneret.odds.trials import carried_out
from banneret.plane import Pose
from tests.games.icefire.scene import BOWMEN, CROSSBOWMEN, GUARDSMEN, SWORDS, offered, scene
from tests.odds.rolling import agree, enumerated, rolled
from tests.soaking import scale

FACES = range(1, 7)
GREATAXES = "10208"


def case(**given: str) -> dict[str, str]:
    return odds.completed(odds.fields("icefire-s6"), given)


class Table:
    """Two units, and players who re-roll for the best and use nothing else."""

    def __init__(self, edition: Edition, given: dict[str, str]) -> None:
        self.edition = edition
        self.given = given
        self.state, self.side = constructed(edition, given)
        _reinforce(self.state)
        self.charge = given["kind"] == "charge"
        self.kind = "ranged" if given["kind"] == "ranged" else "melee"

    def fight(self, state: State) -> Fight:
        weapon = attack_of(state, 0, self.kind)
        assert weapon is not None
        return Fight(0, 1, weapon.kind, charge=self.charge)

    def attack(self, chance: Chance) -> Result:
        """Carry the attack out; return its Wounds and those of the Panic Test."""
        state = self.state.copy()
        fight, before = self.fight(state), state.health[1]
        weapon = attack_of(state, 0, self.kind)
        assert weapon is not None

        def answer(seat: int, chooser: Any) -> Any:
            if not isinstance(chooser, RerollChooser):
                assert Pass in chooser.answers, chooser
                return Pass()
            if chooser.what in ("attack", "weakened"):
                modifier = fight.hit_modifier + number_of(state, "hit", 0)
                again = [
                    die
                    for place in chooser.roll.open_to(seat)
                    for die in [chooser.roll.dice[place]]
                    if bool(count_hits([die], weapon, modifier)) != (seat == 0)
                ]
            elif chooser.what in ("defense", "vulnerable"):
                needed = saves_on(state, fight)
                again = [
                    die
                    for place in chooser.roll.open_to(seat)
                    for die in [chooser.roll.dice[place]]
                    if bool(count_blocked([die], needed, 0)) == (seat == 0)
                ]
            else:
                return best_of_panic(state, chooser, fight)
            return Reroll(tuple(map(str, sorted(again)))) if again else Pass()

        carried_out(attack(Game(state, chance), fight, self.side), answer)
        lost = before - state.health[1]
        return Result(fight.wounds, lost - fight.wounds, failed=lost > fight.wounds)


def _reinforce(state: State) -> None:
    """Give both sides another unit in a corner, so that the match does not end with the attack."""
    for seat in (0, 1):
        state.card = (*state.card, state.card[seat])
        for name in ("health", "full"):
            getattr(state, name).append(getattr(state, name)[seat])
        state.seat.append(seat)
        state.pose.append((Pose(4000, 4000, 0), Pose(44_000, 44_000, 18_000))[seat])
        state.activated.append(False)
        state.conditions.append(0)
        state.attachments = (*state.attachments, ())
        state.counters.append({})
        state.orders_used.append([])
    state.labels = ("a1", "b1", "a2", "b2")


def best_of_panic(state: State, chooser: RerollChooser, fight: Fight | None) -> Any:
    """Return which dice of a Panic Test an enemy re-rolls for the most Wounds on average, tried one by one."""
    test = Test(1, "panic", 0, fight)
    if fight is not None:
        test.modifier = panic_modifier(fight)
        test.extra_wounds = fight.extra_panic_wounds
    modifier = morale_modifier(state, test)
    shown = chooser.roll.dice

    def wounds(dice: tuple[int, ...]) -> int:
        test.dice = [dice[0], dice[1]]
        more = number_of(state, "panic-wounds", 1) + test.extra_wounds
        return 0 if passes(state, test, modifier) else min(state.health[1], max(0, dice[2] + more))

    best: tuple[Fraction, int, tuple[bool, ...]] | None = None
    for which in product((False, True), repeat=3):
        ranges = [
            range(1, 4 if place == 2 else 7) if again else (die,)
            for place, (again, die) in enumerate(zip(which, shown, strict=True))
        ]
        values = [wounds(dice) for dice in product(*ranges)]
        found = Fraction(sum(values), len(values)), -sum(which), which
        best = found if best is None or found[:2] > best[:2] else best
    assert best is not None
    again = [chooser.roll.face(place) for place, one in enumerate(best[2]) if one]
    return Reroll(tuple(again)) if again else Pass()


def of_table(table: Table) -> Any:
    found = prospect(table.state, 0, 1, table.kind, table.side, charge=table.charge)
    assert found is not None
    return found


@pytest.mark.parametrize("left", ["1", "5"])
def test_an_attack_of_one_die_is_enumerated(left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every roll of attack dice, defense dice and Panic Test through the engine has the chance that the odds give."""

    def fewer(_: State, fight: Fight, __: object) -> None:
        fight.extra_dice -= 2

    monkeypatch.setitem(registry.SHAPERS, "fewer-dice", registry.Shaper("attacker", fewer))
    table = Table(SEASON_6, case(attacker=CROSSBOWMEN, defender=SWORDS, attacking="1", defending=left))
    table.state.effects = (*table.state.effects, Effect("fewer-dice", 0, 0, "turn"))
    assert dict(of_table(table).results.items()) == enumerated(table.attack)


@pytest.mark.parametrize("panicked", [False, True])
def test_a_panic_test_is_enumerated(panicked: bool) -> None:
    given = case(attacker="10101", defender="10201", kind="panic", panicked="yes" if panicked else "no", defending="2")
    state, _ = constructed(SEASON_6, given)
    _reinforce(state)

    def run(chance: Chance) -> int:
        there = state.copy()
        flow = panic_test(Game(there, chance), 1, 0)
        test = carried_out(
            flow,
            lambda _, chooser: best_of_panic(there, chooser, None) if isinstance(chooser, RerollChooser) else Pass(),
        )
        return test.wounds

    found = enumerated(run) if not panicked else None
    numbers = panic_wounds(state, 1, 0).map(lambda one: one.wounds)
    if found is not None:
        assert dict(numbers.items()) == found
    else:
        agree(rolled(run, 300), numbers)


def tables(edition: Edition, wanted: int) -> Iterator[Table]:
    """Yield cases drawn at random in which no ability responds to the attack."""
    stream = Stream(derive_key("cases", edition))
    known = odds.fields(edition)
    while wanted:
        given = {one.id: stream.choice(one.choices) if one.choices else one.initial for one in known}
        if given["kind"] == "panic":
            continue
        table = Table(edition, given)
        if attack_of(table.state, 0, table.kind) is None:
            continue
        if not omissions(table.state, table.fight(table.state)):
            wanted -= 1
            yield table


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_attacks_through_the_engine_agree_with_their_odds(edition: Edition) -> None:
    for number, table in enumerate(tables(edition, 2)):
        found = rolled(table.attack, 100, number)
        agree_all(table, found)


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_attacks_through_the_engine_agree_with_their_odds(edition: Edition) -> None:
    for number, table in enumerate(tables(edition, max(4, round(60 * scale())))):
        agree_all(table, rolled(table.attack, 10_000, number))


def agree_all(table: Table, found: Any) -> None:
    known = of_table(table)
    for kind, exact in (("wounds", known.wounds), ("total", known.total)):
        counted: Counter[int] = Counter()
        for result, times in found.items():
            counted[result.wounds + (result.panic if kind == "total" else 0)] += times
        try:
            agree(counted, exact)
        except AssertionError as error:
            raise AssertionError(f"{table.given}: {kind}: {error}") from None


def test_only_sixes_block_an_attack_that_says_so() -> None:
    """Executioner's Fury: the odds are those of the dice that the engine rolls, also where Defense is better."""
    table = Table(SEASON_6, case(attacker=GREATAXES, defender=SWORDS))
    known = of_table(table)
    assert known.saves_on == 6
    agree_all(table, rolled(table.attack, 200))


def test_a_token_is_expended_by_whoever_it_helps() -> None:
    """Weakened lowers the Wounds, Vulnerable and Panicked raise them."""
    plain, weak, open_, afraid = (
        odds.case("icefire-s6", {"attacker": GUARDSMEN, "defender": SWORDS, **more}).spreads[0].mean
        for more in ({}, {"weakened": "yes"}, {"vulnerable": "yes"}, {"panicked": "yes"})
    )
    assert weak < plain < open_
    assert afraid > plain


def test_odds_are_the_same_whatever_is_hidden() -> None:
    """A seat gets the same odds in every world that looks the same to it."""
    hidden: Any = {"hands": {"a": (), "b": ("40101",)}, "decks": {"b": ("40102", "40103")}}
    match = scene(f"a {BOWMEN} 24 20 0", f"b {GUARDSMEN} 24 30 180", **hidden)
    while "take ranged" not in offered(match):
        (ask,) = match.asking.values()
        match.play(ask.seat, ask.options[0])
    answers = ("take ranged", "charge b1")
    known = [odds.of(match, 0, one) for one in answers]
    assert all(known)
    for seed in range(3):
        world = match.imagine(0, seed)
        assert [odds.of(world, 0, one) for one in answers] == known
