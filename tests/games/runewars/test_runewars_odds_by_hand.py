"""The odds of small attacks, worked out by hand: all faces of two or three dice against eight figures of defense 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from banneret import odds
from banneret.games.runewars.actions import Activate, SpendSurges
from banneret.games.runewars.attack_actions import AddDie, Reroll, SpendBoon, SpendPanic, Target, UseEdge
from banneret.games.runewars.content.components import DieId, Icon, components
from banneret.games.runewars.effects.questions import ThingChooser, UnitChooser, UseChooser
from banneret.games.runewars.effects.surges import SurgeChooser
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.odds.attack import Prospect, Rolled, after_reroll, after_surges, prospect
from banneret.games.runewars.odds.choices import Choices, cheapest
from banneret.games.runewars.odds.constructed import constructed, formations, pools
from banneret.games.runewars.odds.morale import chance_of, fitting
from banneret.games.runewars.odds.source import RunewarsOdds
from banneret.games.runewars.rules.attack.attack import declared
from banneret.games.runewars.rules.attack.morale import PanicChooser
from banneret.games.runewars.rules.damage.attack_choosers import (
    AttackPlan,
    BaneChooser,
    EdgeChooser,
    FlankDieChooser,
    RerollChooser,
    TargetChooser,
    VitalityChooser,
    WoundChooser,
    showing,
)
from banneret.games.runewars.rules.movement.marches import MoveChooser, Terms, ways_of
from banneret.games.runewars.state import body_of
from banneret.games.runewars.units.attack import Attack
from banneret.games.runewars.units.combat import Rerolls
from banneret.games.runewars.units.damage import targets
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action, Chooser
from banneret.kernel.pile import Pile
from banneret.kernel.questions import Pass
from banneret.odds import Odds
from banneret.plane import Side
from banneret.text.message import msg
from tests.games.runewars.field import deal, field

MELEE, MARCH = 5, 0
"""Sectors of the action dial of spearmen."""
CHARGE, DEFEND, GREEN_DEFEND, HIT = 2, 4, 5, 6
"""Sectors of their modifier dial."""


def counted(dice: Sequence[DieId], icon: Icon = "hit") -> dict[int, Fraction]:
    """Return the chance of each number of icons on dice, from all of their faces."""
    every = [
        sum(face.count(icon) for face in roll) for roll in product(*(components().dice[die].faces for die in dice))
    ]
    return {number: Fraction(times, len(every)) for number, times in sorted(Counter(every).items())}


def bars(found: Odds, spread: int = 0) -> dict[int, Fraction]:
    """Return one of the distributions of odds."""
    return {bar.number: Fraction(bar.chance).limit_denominator(10**6) for bar in found.spreads[spread].bars}


def chances(found: Odds) -> dict[str, Fraction]:
    """Return the events of odds, by what they are; morale cards by their names."""
    return {
        str(one.what.fields.get("card", one.what.id.removeprefix("odds.chance."))): Fraction(
            one.chance
        ).limit_denominator(10**6)
        for one in found.chances
    }


def wounds_of(found: Prospect | None) -> dict[int, Fraction]:
    """Return the distribution of the wounds."""
    assert found is not None
    return dict(found.results.map(lambda one: one.wounds).items())


def given(**values: str) -> dict[str, str]:
    return odds.completed(odds.fields("runewars"), {"attacking": "2x1", "defending": "2x1", **values})


def of(game: Runewars, chooser: Chooser[Any], action: Action, seat: int = 0) -> tuple[Odds, ...]:
    return RunewarsOdds().of(game.state, Ask(seat, chooser), action)


class Order(Chooser[Activate]):
    """Which unit is activated?"""

    kind = "activate"
    answers = (Activate,)

    def options(self) -> list[Activate]:
        """Return the unit of the tests."""
        return [Activate("a1")]


def facing(*more: str, action: int = MELEE, modifier: int = DEFEND, runes: Sequence[int] = (0,) * 5) -> Runewars:
    """Return spearmen before reanimates, both 2x1, with the dials of the spearmen."""
    game = field("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 10000 18000", *more, runes=runes)
    game.state.dials = [(action, modifier), *[(0, 0)] * (len(game.state.unit) - 1)]
    deal(game)
    return game


@pytest.mark.rule("rw:7.3", "rw:7.8", "rw:7.9", "rw:58.1", "rw:58.3")
def test_a_whole_case_by_hand() -> None:
    """A red and a blue die, threat 2, four figures to a tray, and 15 of 30 cards have one icon."""
    found = odds.case("runewars", given(defender="reanimates"))
    assert counted(["red", "blue"]) == {0: Fraction(3, 16), 1: Fraction(7, 16), 2: Fraction(5, 16), 3: Fraction(1, 16)}
    assert bars(found) == {0: Fraction(3, 16), 2: Fraction(7, 16), 4: Fraction(5, 16), 6: Fraction(1, 16)}
    assert found.spreads[0].mean == 2.5
    assert bars(found, 1) == {0: Fraction(10, 16), 1: Fraction(6, 16)}
    assert bars(found, 2) == {0: Fraction(3, 4), 1: Fraction(1, 4)}
    assert [one.what.id for one in found.spreads] == ["odds.wounds", "odds.trays", "odds.severity"]
    assert found.destroys == 0
    assert chances(found) == {
        "test": Fraction(1, 4),
        "resolved": Fraction(1, 8),
        "disarray": Fraction(4, 120),
        "frozen-with-dread": Fraction(3, 120),
        "rising-panic": Fraction(5, 120),
        "wavering-resolve": Fraction(3, 120),
    }
    assert [one.id for one in found.leaves_out] == ["odds.omits.upgrades", "odds.omits.morale", "odds.omits.choices"]


@pytest.mark.rule("rw:66.2", "rw:83.2")
def test_a_single_tray_of_one_figure_is_destroyed_by_three_times_its_defense() -> None:
    """A carrion lancer has defense 3 and 3 wounds: threat 2 gives a wound for two hits, two for three."""
    found = odds.case("runewars", given(defender="carrion-lancers", defending="1x1"))
    assert bars(found) == {0: Fraction(10, 16), 1: Fraction(5, 16), 2: Fraction(1, 16)}
    assert [one.what.id for one in found.spreads] == ["odds.wounds", "odds.severity"]
    assert found.destroys == 0
    found = odds.case("runewars", given(attacking="3x3", defender="carrion-lancers", defending="1x1"))
    assert found.destroys is not None
    assert found.destroys > 0


@pytest.mark.rule("rw:58.1", "rw:88.0")
def test_who_is_destroyed_is_not_tested() -> None:
    """Two red dice and a blue one of cavalry: four hits destroy two trays, some of them with a morale icon."""
    game = field("a oathsworn-cavalry 2x1 9000 9000 0", "b reanimates 2x1 9000 10000 18000")
    deal(game)
    found = prospect(game.state, AttackPlan(0, "melee", components().units["oathsworn-cavalry"].attacks[0]), 1)
    every = list(product(*(components().dice[die].faces for die in ("red", "red", "blue"))))
    expected: dict[tuple[bool, int, int], Fraction] = {}
    for roll in every:
        icons = [icon for face in roll for icon in face]
        gone = icons.count("hit") >= 4
        severity = 0 if gone else icons.count("morale")
        one = gone, severity, severity  # as many cards are drawn
        expected[one] = expected.get(one, Fraction(0)) + Fraction(1, len(every))
    assert found is not None
    assert dict(found.results.map(lambda one: (one.destroyed, one.severity, one.cards)).items()) == expected
    assert any("morale" in str(roll) for roll in every if str(roll).count("hit") >= 4)


@pytest.mark.rule("rw:66.3", "rw:88.0")
def test_a_wounded_figure_is_wounded_first() -> None:
    """Of two lancers the second one has two wounds: the next one costs its tray."""
    game = field("a spearmen 2x1 9000 9000 0", "b carrion-lancers 2x1 9000 10000 18000")
    deal(game)
    game.state.figures[1] = [(0, 0, 0, ""), (1, 0, 2, "")]
    found = prospect(game.state, AttackPlan(0, "melee", components().units["spearmen"].attacks[0]), 1)
    assert found is not None
    trays = found.results.map(lambda one: (one.wounds, one.trays))
    assert dict(trays.items()) == {(0, 0): Fraction(10, 16), (1, 1): Fraction(5, 16), (2, 1): Fraction(1, 16)}


def test_the_fields_of_a_case_have_borders() -> None:
    fields = {field.id: field for field in odds.fields("runewars")}
    assert (fields["panic"].least, fields["panic"].most) == (0, 5)
    faction = components().faction
    assert faction[fields["defender"].initial] != faction[fields["attacker"].initial]
    assert fields["attacker"].choices == fields["defender"].choices == tuple(components().units), "also assumed ones"
    for rune in ("stable", "unstable", "natural"):
        numbers = [pool[rune] for _, pool in pools()]
        assert (fields[rune].least, fields[rune].most) == (min(numbers), max(numbers))
        assert fields[rune].initial == str(numbers[0])


@pytest.mark.rule("rw:7.3", "rw:80.0")
@pytest.mark.parametrize(("modifier", "added"), [(DEFEND, 0), (HIT, 1)])
def test_to_activate_a_unit_that_attacks_has_the_odds_of_its_attack(modifier: int, added: int) -> None:
    """A red enhancement adds a hit: two more wounds, and with all three hits the unit is gone."""
    (found,) = of(facing(modifier=modifier), Order(), Activate("a1"))
    assert bars(found) == {2 * (hits + added): chance for hits, chance in counted(["red", "blue"]).items()}
    assert found.destroys == pytest.approx(1 / 16 if added else 0)
    assert found.title == msg("odds.title.melee", attacker="a1", defender="b1")


def test_to_activate_a_unit_that_marches_or_reaches_nobody_has_no_odds() -> None:
    assert of(facing(action=MARCH), Order(), Activate("a1")) == ()
    apart = field("a spearmen 2x1 9000 9000 0", "b reanimates 2x1 9000 12000 18000")
    apart.state.dials = [(MELEE, DEFEND), (0, 0)]
    assert of(apart, Order(), Activate("a1")) == ()


@pytest.mark.rule("rw:7.2b")
def test_every_target_of_a_shot_has_odds() -> None:
    """Archers with two enemies in range; two trays, a red and a blue die, and a surge that does not wound."""
    game = field(
        "a reanimate-archers 2x1 9000 9000 0",
        "b reanimates 2x1 9000 12000 18000",
        "b carrion-lancers 1x1 11500 12000 18000",
    )
    game.state.dials = [(5, 0), (0, 0), (0, 0)]
    deal(game)
    first, second = of(game, Order(), Activate("a1"))
    assert bars(first) == {2 * hits: chance for hits, chance in counted(["red", "blue"]).items()}
    assert bars(second) == {0: Fraction(10, 16), 1: Fraction(5, 16), 2: Fraction(1, 16)}
    assert [one.title for one in (first, second)] == [
        msg("odds.title.ranged", attacker="a1", defender=name) for name in ("b1", "b2")
    ]
    plan = AttackPlan(0, "ranged", components().units["reanimate-archers"].attacks[1])
    chooser = TargetChooser(game.state, plan, [1, 2])
    assert of(game, chooser, Target("b2")) == (second,)
    assert of(game, chooser, Target("b1")) == (first,)


@pytest.mark.rule("rw:39.1b")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_the_die_of_a_flank_counts(colour: DieId) -> None:
    """Against the side of 2x2 reanimates: one of the colours is known."""
    game = field("a spearmen 2x1 9000 9000 0", "b reanimates 2x2 9000 10500 9000")
    deal(game)
    plan = AttackPlan(0, "melee", components().units["spearmen"].attacks[0])
    fight = declared(game.state, plan, 1, Side.FRONT)
    assert fight.flanking
    (found,) = of(game, FlankDieChooser(fight), AddDie(colour))
    assert bars(found) == {2 * hits: chance for hits, chance in counted(["red", "blue", colour]).items()}
    (best,) = of(game, EdgeChooser(plan, 1, [Side.FRONT]), UseEdge("front"))
    assert bars(best) == {2 * hits: chance for hits, chance in counted(["red", "blue", "red"]).items()}


def ranked(faces: Sequence[tuple[Icon, ...]]) -> tuple[Runewars, Attack]:
    """Return spearmen 2x2, who may roll again, with the faces of their red and their blue die."""
    game = field("a spearmen 2x2 9000 8500 0", "b reanimates 2x2 9000 10500 18000")
    deal(game)
    plan = AttackPlan(0, "melee", components().units["spearmen"].attacks[0])
    fight = declared(game.state, plan, 1, Side.FRONT)
    fight.dice, fight.faces = ["red", "blue"], list(faces)
    return game, fight


@pytest.mark.rule("rw:7.4a", "rw:7.4b")
@pytest.mark.parametrize("rule", ["rw:7.4a", "rw:7.4b"])
def test_a_reroll_rolls_only_the_dice_that_are_named(rule: str) -> None:
    game, fight = ranked([(), ("hit",)])
    red, blue = showing(fight)
    chooser = RerollChooser(fight, 2, rule)
    expected: dict[tuple[str, ...], dict[int, Fraction]] = {
        (red,): {2 * (1 + hits): chance for hits, chance in counted(["red"]).items()},
        (blue,): {2 * hits: chance for hits, chance in counted(["blue"]).items()},
        (red, blue): {2 * hits: chance for hits, chance in counted(["red", "blue"]).items()},
    }
    for dice, wounds in expected.items():
        (found,) = of(game, chooser, Reroll(dice))
        assert bars(found) == wounds
    (kept,) = of(game, chooser, Pass())
    assert bars(kept) == {2: 1}
    assert chances(kept) == {"test": 0}, "without a morale icon, there is no card to resolve"


@pytest.mark.rule("rw:7.4a", "rw:7.4b")
def test_the_re_rolls_that_are_left_are_used_if_they_help() -> None:
    """The red die shows nothing: rolled once more it adds 0.75 hits; a hit is rolled again by nobody."""
    _, fight = ranked([(), ("hit",)])
    state = ranked([(), ("hit",)])[0].state
    fight.rerolls = Rerolls(0, 1)
    once = {2 * (1 + hits): chance for hits, chance in counted(["red"]).items()}
    assert wounds_of(after_reroll(state, fight, Pass(), last=False)) == once
    assert wounds_of(after_reroll(state, fight, Pass(), last=True)) == {2: 1}
    again = after_reroll(state, fight, Reroll((showing(fight)[0],)), last=False)
    red = counted(["red"])
    twice = {2: red[0] * red[0], 4: red[1] + red[0] * red[1], 6: red[2] + red[0] * red[2]}
    assert wounds_of(again) == twice


@pytest.mark.rule("rw:7.4b")
@pytest.mark.parametrize(("rule", "wounds"), [("rw:7.4a", "once"), ("rw:7.4b", "never")])
def test_who_passes_the_last_re_roll_has_none_left(rule: str, wounds: str) -> None:
    game, fight = ranked([(), ("hit",)])
    fight.rerolls = Rerolls(0, 1)
    (found,) = of(game, RerollChooser(fight, 1, rule), Pass())
    once = {2 * (1 + hits): chance for hits, chance in counted(["red"]).items()}
    assert bars(found) == (once if wounds == "once" else {2: 1})


def test_the_re_rolls_of_a_card_have_no_odds() -> None:
    game, fight = ranked([(), ("hit",)])
    assert of(game, RerollChooser(fight, 1, "rw:golden.3"), Pass()) == ()


@pytest.mark.rule("rw:7.6", "rw:77.2")
@pytest.mark.parametrize("blighted", [True, False])
def test_surges_are_spent_as_said(blighted: bool) -> None:
    """A carrion lancer strikes mortally for a surge if its enemy has a blight: a wound more, whatever its defense."""
    game = field("a carrion-lancers 2x1 9000 9000 0", "b spearmen 2x1 9000 10000 18000")
    deal(game)
    game.state.banes[1] = ["blight"] if blighted else []
    plan = AttackPlan(0, "melee", components().units["carrion-lancers"].attacks[0])
    fight = declared(game.state, plan, 1, Side.FRONT)
    fight.dice, fight.faces = ["red", "blue", "blue"], [("hit",), ("surge",), ()]
    fight.icons = Counter({"hit": 1, "surge": 1})
    (found,) = of(game, SurgeChooser(game.state, fight), SpendSurges("fester", 1))
    assert bars(found) == {3 if blighted else 2: 1}
    assert bars(of(game, SurgeChooser(game.state, fight), Pass())[0]) == bars(found), "the surge left is spent alike"
    assert after_surges(game.state, fight, SpendSurges("fester", 1)).rerolls == Rerolls(0, 0)
    found_before = prospect(game.state, plan, 1)
    red, blue = components().dice["red"].faces, components().dice["blue"].faces
    wounds: Counter[int] = Counter()
    for roll in product(red, blue, blue):
        icons = [icon for face in roll for icon in face]
        wounds[2 * icons.count("hit") + (icons.count("surge") if blighted else 0)] += 1
    most = 8
    expected: dict[int, Fraction] = {}
    for number, times in wounds.items():
        expected[min(most, number)] = expected.get(min(most, number), Fraction(0)) + Fraction(times, 512)
    assert wounds_of(found_before) == expected


@pytest.mark.rule("rw:7.6")
def test_surges_that_need_not_be_spent_are_spent_as_said() -> None:
    """The Duskblade lowers defense 3 by 1 for two surges: of two hits with threat 2, each then gives a wound."""
    game = field("a death-knights 2x1 9000 9000 0 | the-duskblade", "b carrion-lancers 2x1 9000 10000 18000")
    deal(game)
    plan = AttackPlan(0, "melee", components().units["death-knights"].attacks[0])
    fight = declared(game.state, plan, 1, Side.FRONT)
    fight.dice, fight.faces = ["red", "red", "blue"], [("hit",), ("hit", "surge"), ("surge",)]
    fight.icons = Counter({"hit": 2, "surge": 2})
    passed, used = Pass(), SpendSurges("the-duskblade", 2)
    chooser = SurgeChooser(game.state, fight)
    for spent in (0, 1):  # surges of another ability before that
        fight.surges = spent
        assert chooser.options() == [passed, used]
        assert [bars(of(game, chooser, one)[0]) for one in (passed, used)] == [{1: 1}, {2: 1}]
    later = Choices(0, Pass(), surges=2)
    assert list(later.considered(0, chooser)) == [passed, used], "the answer is known only after as many surges"


def test_to_activate_a_unit_whose_attack_has_no_dice_has_no_odds() -> None:
    """The dice of Ankaur Maro are as many as the unstable runes."""
    action = [one.action for one in components().units["ankaur-maro"].actions].index("ranged-attack")
    for sides, pool in pools():
        game = field("a ankaur-maro 1x1 9000 9000 0", "b spearmen 2x1 9000 12000 18000", runes=sides)
        game.state.dials = [(action, 0), (0, 0)]
        deal(game)
        assert len(of(game, Order(), Activate("a1"))) == bool(pool["unstable"])


def charging(modifier: int, *enemies: str) -> tuple[Runewars, MoveChooser]:
    """Return spearmen whose march of 2 leads into reanimates."""
    enemies = enemies or ("b reanimates 2x1 9000 12000 18000",)
    game = field("a spearmen 2x1 9000 9000 0", *enemies)
    game.state.dials = [(MARCH, modifier), *[(0, 0)] * len(enemies)]
    deal(game)
    state = game.state
    action = components().units["spearmen"].actions[MARCH]
    sector = components().units["spearmen"].modifiers[modifier]
    ways = ways_of(state, 0, "march", action.speed or 0, sector if modifier == CHARGE else None)
    return game, MoveChooser(state, 0, Terms("march", tuple(ways)))


@pytest.mark.rule("rw:75.3", "rw:75.3a")
def test_a_charge_has_the_odds_of_its_attack() -> None:
    game, chooser = charging(CHARGE)
    (straight,) = [one for one in chooser.options() if one.hand == "ahead" and one.towards == "front"]
    (found,) = of(game, chooser, straight)
    assert bars(found) == {2 * hits: chance for hits, chance in counted(["red", "blue"]).items()}
    assert found.leaves_out[0] == msg("odds.omits.charge")
    assert found.title == msg("odds.title.melee", attacker="a1", defender="b1")
    assert game.state.poses[0] == (9000, 9000, 0), "it has not moved"
    shift = MoveChooser(game.state, 0, chooser.terms._replace(action="shift"))
    assert of(game, shift, straight) == (), "another action than that of its dial is no charge"
    for modifier in (DEFEND, GREEN_DEFEND):
        game, chooser = charging(modifier)
        assert of(game, chooser, straight) == (), "nor is a march with another modifier, or with none"


@pytest.mark.rule("rw:19.4", "rw:75.3", "rw:75.3a")
def test_a_charge_into_two_enemies_has_the_odds_of_an_attack_on_each() -> None:
    """The unit that it squares up with is chosen during the charge. A unit of one tray loses all of it."""
    _, chooser = charging(CHARGE)
    (straight,) = [one for one in chooser.options() if one.hand == "ahead" and one.towards == "front"]
    beside = ("b reanimates 2x1 7900 12000 18000", "b reanimates 1x1 9800 12000 18000")
    game, chooser = charging(CHARGE, *beside, "b reanimates 2x1 15000 12000 18000")
    first, second = of(game, chooser, straight)
    hits = counted(["red", "blue"])
    assert bars(first) == {2 * number: chance for number, chance in hits.items()}
    assert bars(second) == {0: hits[0], 2: hits[1], 4: hits[2] + hits[3]}
    assert [one.title for one in (first, second)] == [
        msg("odds.title.melee", attacker="a1", defender=name) for name in ("b1", "b2")
    ]
    assert [len(one.spreads) for one in (first, second)] == [3, 2], "trays are counted where there are several"
    assert all(msg("odds.omits.card", card="squaring-up") in one.leaves_out for one in (first, second))


@pytest.mark.rule("rw:7.6", "rw:7.7", "rw:7.11")
@pytest.mark.parametrize(
    ("attacker", "defender", "dropped"),
    [
        ("reanimates 2x1", "spearmen 2x1", {"morale", "accuracy", "surge"}),
        ("spearmen 2x1", "reanimates 2x1", {"morale", "accuracy"}),  # it has an ability to spend surges on
        ("reanimates 2x1|reaping-blade", "spearmen 2x1", {"morale", "accuracy"}),  # it adds icons
        ("reanimates 2x1", "spearmen 2x1|citadel-weapons-master", {"morale", "surge"}),  # a figure to aim at
        ("reanimates 2x1|fortunas-dice", "spearmen 2x1", set()),  # it sees the dice
        ("reanimates 2x1", "spearmen 2x1|the-spirit-sword", set()),  # it removes icons
    ],
)
def test_icons_that_change_nothing_make_no_difference(attacker: str, defender: str, dropped: set[Icon]) -> None:
    one, other = (name.split("|") for name in (attacker, defender))
    game = field(
        f"a {one[0]} 9000 9000 0 |{' '.join(one[1:])}", f"b {other[0]} 9000 10000 18000 |{' '.join(other[1:])}"
    )
    plan = AttackPlan(0, "melee", components().units[one[0].split()[0]].attacks[0])
    fight = declared(game.state, plan, 1, Side.FRONT)
    fight.dice = list(plan.profile.dice)
    assert Rolled(game.state, fight, Choices(0)).pool.dropped == dropped
    assert Rolled(game.state, fight, Choices(0), shown=True).pool.dropped == dropped - {"morale"}


@pytest.mark.rule("rw:56.2b")
def test_a_die_that_must_be_removed_is_the_worst_one() -> None:
    """Darnati warriors keep two of their three blue dice; a hit is two points of damage, and a surge one (lethal)."""
    game = field("a darnati-warriors 2x1 9000 9000 0", "b reanimates 2x1 9000 10000 18000")
    deal(game)
    found = prospect(game.state, AttackPlan(0, "melee", components().units["darnati-warriors"].attacks[0]), 1)
    wounds: Counter[int] = Counter()
    for roll in product(components().dice["blue"].faces, repeat=3):
        wounds[sum(sorted(2 * face.count("hit") + face.count("surge") for face in roll)[1:])] += 1
    assert wounds_of(found) == {number: Fraction(times, 512) for number, times in wounds.items()}


# Morale --------------------------------------------------------------------------------------------------------------


def test_the_chance_of_a_card_by_hand() -> None:
    """Four cards, one of which is wanted; and one that is left, with three to be shuffled."""
    state, _ = constructed(given())
    state.deck = Pile(["betrayal", "disarray", "disarray", "rising-panic"])
    assert [chance_of(state, 0, {"betrayal"}, number) for number in range(5)] == [
        0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1,
    ]  # fmt: skip  # several to a line
    assert chance_of(state, 0, {"disarray"}, 2) == 1 - Fraction(1, 6)
    state.deck.known = [1, 0, 0, 0]
    assert chance_of(state, 0, {"disarray"}, 1) == 0
    assert chance_of(state, 0, {"disarray"}, 2) == Fraction(2, 3)
    assert chance_of(state, 0, {"betrayal"}, 1) == 1
    assert chance_of(state, 1, {"disarray"}, 1) == Fraction(1, 2)
    state.deck, state.discard = Pile(["disarray"]), ["betrayal", "rising-panic", "rising-panic"]
    assert chance_of(state, 0, {"betrayal"}, 1) == 0
    assert chance_of(state, 0, {"betrayal"}, 2) == Fraction(1, 3)
    assert chance_of(state, 0, {"betrayal"}, 3) == Fraction(2, 3)
    assert chance_of(state, 0, {"betrayal"}, 9) == 1


@pytest.mark.rule("rw:58.3", "rw:68.6")
def test_the_cards_that_a_test_may_resolve() -> None:
    """Those with no more icons than the test has, and for the steadfast one more in doubt."""
    state, _ = constructed(given(defender="reanimates"))
    icons = {card: one.icons for card, one in components().morale.items()}
    for severity in range(4):
        assert fitting(state, 0, severity) == {card for card, number in icons.items() if number <= severity}
    assert fitting(state, 0, 2) - fitting(state, 1, 2) == {"loss-of-faith"}
    assert fitting(state, 0, 3) - fitting(state, 1, 3) == {"betrayal"}


# What is answered while the odds are computed ------------------------------------------------------------------------


def test_what_a_player_decides_is_answered_and_said() -> None:
    game, fight = ranked([(), ("hit",)])
    choosers: list[tuple[Chooser[Any], Action, Any]] = [
        (PanicChooser("b1", 3, 1), SpendPanic("3"), msg("odds.omits.panic")),
        (VitalityChooser("b1"), SpendBoon("vitality"), msg("odds.omits.vitality")),
        (BaneChooser("a1", "blight"), Pass(), msg("odds.omits.blight")),
        (RerollChooser(fight, 1, "rw:7.4b"), Pass(), msg("odds.omits.reroll")),
        (UseChooser("fester", "a1", "rw:7.6"), UseChooser("fester", "a1", "rw:7.6").options()[0],
         msg("odds.omits.card", card="fester")),
        (ThingChooser(["x"], "fester", "rw:7.6", may_pass=True), Pass(), msg("odds.omits.card", card="fester")),
        (UnitChooser(game.state, [0], "fester", "rw:7.6", may_pass=True), Pass(),
         msg("odds.omits.card", card="fester")),
    ]  # fmt: skip  # several to a line
    for chooser, answer, omitted in choosers:
        choices = Choices(0)
        assert choices.answer(0, chooser) == answer
        assert choices.answer(0, chooser) == answer
        assert choices.omitted == [omitted]


def test_all_answers_are_considered_only_of_the_attacker() -> None:
    _, fight = ranked([(), ("hit",)])
    things = ThingChooser(["x", "y"], "fester", "rw:7.6", may_pass=False)
    assert Choices(0).considered(0, things) == things.options()
    assert Choices(1).considered(0, things) == things.options()[:1]
    dice = FlankDieChooser(fight)
    assert Choices(0).considered(0, dice) == dice.options()
    assert Choices(0, AddDie("blue")).considered(0, dice) == [AddDie("blue")]
    assert Choices(1, AddDie("blue")).considered(0, dice) == [AddDie("red")]


@pytest.mark.rule("rw:66.3", "rw:77.2")
def test_the_cheapest_figure_takes_damage_and_the_strongest_a_mortal_strike() -> None:
    """A lancer among reanimates; of figures alike the wounded first, then those on the tray with the fewest."""
    game = field("a reanimates 2x2 9000 9000 0 | support-carrion-lancer", "b spearmen 2x1 15000 3000 0")
    state = game.state

    def chosen(rule: str) -> str:
        body = body_of(state, 0)
        action: Any = cheapest(WoundChooser("a1", body, targets(body, {"support-carrion-lancer": 9}), rule))
        return str(getattr(action, "upgrade", "") or action.tray)

    assert chosen("rw:77.2") == "support-carrion-lancer"
    assert chosen("rw:66.3") != "support-carrion-lancer"


# Constructed cases ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "pose"),
    [
        ({}, (9000, 10_000, 18_000)),
        ({"side": "flank"}, (9000, 10_500, 9000)),
        ({"side": "rear"}, (9000, 10_000, 0)),
        ({"attacking": "2x2", "defending": "3x2", "side": "flank"}, (9000, 11_500, 9000)),
        ({"attacker": "reanimate-archers", "kind": "ranged"}, (9000, 13_938, 18_000)),
    ],
)
def test_the_units_of_a_case_touch_or_are_two_and_a_half_bands_apart(
    values: dict[str, str], pose: tuple[int, int, int]
) -> None:
    state, plan = constructed(given(defender="reanimates", **values))
    assert state.poses == [(9000, 9000, 0), pose]
    assert (plan.unit, plan.kind) == (0, values.get("kind", "melee"))
    assert state.mana == pools()[0][0]


def test_the_formations_of_a_form_are_in_the_order_of_their_trays() -> None:
    assert formations() == ("1x1", "2x1", "1x3", "3x1", "2x2", "2x3", "3x2", "3x3", "4x3")
