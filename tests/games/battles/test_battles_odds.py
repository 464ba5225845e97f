"""The odds of attacks are those of the rules: enumerated, and rolled many times through the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from banneret import odds
from banneret.games.battles.actions import Reroll
from banneret.games.battles.content.components import BOX, TERRAINS, TOKENS
from banneret.games.battles.odds.attack import _strike, prospect
from banneret.games.battles.odds.constructed import constructed
from banneret.games.battles.odds.dice import Throw
from banneret.games.battles.rules.combat.attack import ATTACK, RerollChooser
from banneret.games.battles.rules.field.keywords import hit_by, ignored_hits
from banneret.games.battles.rules.orders.aftermath import attack
from banneret.games.battles.state import State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import MatchOver
from banneret.kernel.game import Game
from banneret.kernel.questions import MayChooser, Pass, Yes
from banneret.kernel.stream import Stream, derive_key
from banneret.odds.trials import Undecided, carried_out
from tests.games.battles.scene import ANY, ARCHERS, BOWS, GUARD, HOST, RIDERS, play, scene, unit
from tests.games.battles.scene import dice as thrown
from tests.odds.rolling import agree, enumerated, rolled
from tests.soaking import scale


def case(**given: str) -> dict[str, str]:
    return odds.completed(odds.fields("battles"), {one.replace("_", "-"): value for one, value in given.items()})


def best_reroll(state: State, faces: list[int], target: int) -> Any:
    """Return the reroll with the most figures lost on average, tried with every face of every die."""
    turn = state.turn
    assert turn is not None
    assert turn.fight is not None
    hits, sides = hit_by(state, turn.fight, turn.fight.attacker), state.box.die.faces
    cover = ignored_hits(state, target)

    def lost(shown: list[int]) -> int:
        return min(state.figures[target], max(0, sum(hits.get(face, 0) for face in shown) - cover))

    def mean(symbol: int | None) -> Fraction:
        again = [at for at, face in enumerate(faces) if face == symbol]
        results = []
        for rolled_again in product(range(len(sides)), repeat=len(again)):
            shown = faces[:]
            for at, side in zip(again, rolled_again, strict=True):
                shown[at] = TOKENS.index(sides[side])
            results.append(lost(shown))
        return Fraction(sum(results), len(results))

    best = max([None, *sorted(set(faces))], key=mean)
    return Pass() if best is None else Reroll(TOKENS[best])


def outcome(state: State, chance: Chance) -> tuple[int, int]:
    """Carry out an attack of unit 0 on unit 1 with its counterattack; return the figures that both lose."""
    there = state.copy()
    assert state.turn is not None
    there.turn = state.turn.copy()
    before = there.figures[1], there.figures[0]

    def answer(_: int, chooser: Any) -> Any:
        if isinstance(chooser, RerollChooser):
            return best_reroll(there, list(chooser.faces), 1)
        if isinstance(chooser, MayChooser):
            return Yes() if chooser.what in ("stalwart", "counterattack") else Pass()
        return chooser.options()[0]

    with suppress(MatchOver):
        carried_out(attack(Game(there, chance), 0, 1), answer)
    return before[0] - there.figures[1], before[1] - there.figures[0]


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"defending": "1"}, {"ground": "forest"}])
def test_an_attack_and_its_counterattack_are_enumerated(more: dict[str, str]) -> None:
    """Two dice each way: every result through the engine has the chance that the odds give."""
    state, attacker, target = constructed(case(attacker=HOST, defender=GUARD, **more))
    found = enumerated(lambda chance: outcome(state, chance))
    results = prospect(state, attacker, target).results.map(lambda one: (one.lost, one.own_lost))
    assert dict(results.items()) == found


@pytest.mark.slow
def test_the_best_symbol_is_rerolled_in_a_flanking_attack() -> None:
    state, attacker, target = constructed(
        case(attacker=HOST, defender=BOWS.replace("northmen", "westerlands"), flanking="yes")
    )
    found = enumerated(lambda chance: outcome(state, chance)[0])
    assert dict(prospect(state, attacker, target).results.map(lambda one: one.lost).items()) == found


def cases(wanted: int) -> Iterator[dict[str, str]]:
    """Yield cases drawn at random of units of different Houses."""
    stream, known = Stream(derive_key("battles", 1)), odds.fields("battles")
    while wanted:
        given = {one.id: stream.choice(one.choices) if one.choices else one.initial for one in known}
        try:
            constructed(given)
        except odds.CaseError:
            continue
        if given["ground"] not in ("mountain", "river"):
            wanted -= 1
            yield given


def check(given: dict[str, str], many: int, seed: int) -> None:
    state, attacker, target = constructed(given)
    found = rolled(lambda chance: outcome(state, chance), many, seed)
    results = prospect(state, attacker, target).results
    lost, own = Counter[int](), Counter[int]()
    for (one, other), times in found.items():
        lost[one] += times
        own[other] += times
    agree(lost, results.map(lambda one: one.lost))
    agree(own, results.map(lambda one: one.own_lost))


def test_attacks_through_the_engine_agree_with_their_odds() -> None:
    for number, given in enumerate(cases(3)):
        check(given, 100, number)


@pytest.mark.soak
def test_many_attacks_through_the_engine_agree_with_their_odds() -> None:
    for number, given in enumerate(cases(max(3, round(60 * scale())))):
        check(given, 10_000, number)


def test_a_match_shows_the_odds_of_its_attacks_and_hides_what_is_hidden() -> None:
    units = (f"e4 {HOST} blue", f"e5 {GUARD} green")
    match = scene(*units, tokens={"stark": {"blue": 1}}, hands={"stark": (), "lannister": ()})
    match.play(0, "order blue e4")
    while match.asking[0].kind != "attack":
        match.play(0, "done")
    (found,) = odds.of(match, 0, "attack e4 > e5")
    assert found.destroys == 0
    assert found.title.fields["defender"] == GUARD
    assert odds.of(match, 0, "done") == ()
    for seed in range(2):
        assert odds.of(match.imagine(0, seed), 0, "attack e4 > e5") == (found,)
    assert unit(match, "e4") == 0


def chance(event: Callable[[Counter[Any]], bool], dice: int) -> float:
    """Return the chance of an event of the symbols that dice show."""
    throws = [*product(BOX.die.faces, repeat=dice)]
    return sum(event(Counter(faces)) for faces in throws) / len(throws)


def test_the_odds_of_a_counterattack_are_those_of_a_target_that_stays() -> None:
    """Two dice on a red Stalwart unit of two figures; it strikes back at a single figure, unless it runs or dies."""
    units = (f"e4 {HOST} green | 1", f"e5 {GUARD} red | 2 stalwart")
    match = scene(*units, tokens={"stark": {"green": 1}})
    play(match, "stark: order green e4", "stark: done")
    (found,) = odds.of(match, 0, "attack e4 > e5")
    stays = chance(lambda shown: shown["red"] + shown["valor"] < 2 and shown["morale"] < 2, 2)
    back = chance(lambda shown: shown["red"] + shown["valor"] < 2 and shown["morale"] == 2, 2)
    struck = chance(lambda shown: shown["green"] + shown["valor"] > 0, 4)
    assert {one.what.id: one.chance for one in found.chances} == pytest.approx(
        {"odds.chance.retreat": back, "odds.chance.counter": stays, "odds.chance.own-destroyed": stays * struck}
    )
    assert found.destroys == pytest.approx(1 - stays - back)
    assert [spread.what.id for spread in found.spreads] == ["odds.lost", "odds.own-lost"]


def test_the_odds_of_a_shot_are_those_of_the_retreat_that_loses_the_fewest_figures() -> None:
    """Two hexes back by way of e5; d5 leads no further. Nobody strikes back at archers."""
    match = scene(f"d6 {BOWS} green", f"d4 {ARCHERS} blue", ground={"c6": "~"}, tokens=ANY)
    play(match, "stark: order valor d6", "stark: done")
    results = prospect(match.state, unit(match, "d6"), unit(match, "d4")).results
    assert {one.lost for one in results if one.back == 2} == {0}
    (found,) = odds.of(match, 0, "attack d6 > d4")
    assert [chance.what.id for chance in found.chances] == ["odds.chance.retreat"]
    assert [spread.what.id for spread in found.spreads] == ["odds.lost"]


def test_the_odds_count_the_dice_that_kevan_lends() -> None:
    units = (f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"e4 {HOST} blue")
    match = scene(*units, turn="lannister", hands={"lannister": ["ll01"]}, tokens=ANY)
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3", "lannister: unit d4", "lannister: done")
    found = prospect(match.state, unit(match, "d4"), unit(match, "e4"))
    assert found.dice == 4
    assert max(found.results.map(lambda one: one.lost)) == 4


def test_the_odds_are_those_of_the_best_choices_before_the_roll_together() -> None:
    """With a pack, a neighbor of Robb's lends two dice as well: they flank with two of his own and these."""
    abilities = {"commander": {"maege-mormont": {"unit_ability": "kevan-lannister-unit"}}}
    match = scene(
        f"e3 {RIDERS} green robb-stark-king-in-the-north",
        f"f3 {HOST} green maege-mormont",
        f"e4 {GUARD} green",
        engaged=[(0, 2, "stark")],
        hands={"stark": ["sl01"]},
        options={"data_pack": {"game": "battles", "name": "mine", "change": {"commanders": abilities}}},
    )
    play(match, "stark: card sl01 maege-mormont", "stark: unit e3", "stark: unit f3", "stark: done")
    found = prospect(match.state, unit(match, "e3"), unit(match, "e4"))
    assert (found.dice, found.flanking) == (4, True)


def test_a_strike_with_fewer_faces_than_dice_is_an_error() -> None:
    state, attacker, target = constructed(case(attacker=HOST, defender=GUARD))
    with pytest.raises(Undecided):
        _strike(state, attacker, target, ATTACK, [0], lambda *_: Pass(), unmoved=False)


@pytest.mark.rule("battles:commander-card.rickard-karstark-unit")
def test_the_odds_of_an_ordered_attack_have_no_die_of_a_bonus_attack() -> None:
    """Two dice, not three, against three figures."""
    match = scene(f"e4 {RIDERS} green rickard-karstark", f"e5 {GUARD} green | 3", tokens=ANY)
    play(match, "stark: order valor e4", "stark: done")
    (found,) = odds.of(match, 0, "attack e4 > e5")
    assert found.destroys == 0


def test_a_case_without_choices_is_an_attack_on_the_other_house() -> None:
    state, attacker, target = constructed(case())
    assert (state.seat[attacker], state.seat[target]) == (0, 1)
    assert state.turn is not None
    assert state.turn.seat == 0


def test_a_constructed_attack_flanks_if_the_case_says_so() -> None:
    for flanking in ("yes", "no"):
        state, attacker, target = constructed(case(attacker=HOST, defender=GUARD, flanking=flanking))
        assert prospect(state, attacker, target).flanking is (flanking == "yes")


@pytest.mark.parametrize(
    ("attacker", "committed", "options", "left_out"),
    [
        (f"{HOST} green", [], {}, []),
        (f"{RIDERS} green", [], {}, ["pursue"]),
        (f"{HOST} green greatjon-umber-the-greatjon", [], {}, ["commit"]),
        (f"{HOST} green greatjon-umber-the-greatjon", ["greatjon-umber-the-greatjon"], {}, []),
        (f"{HOST} green eddard-stark", [], {}, []),
        (f"{HOST} green", [], {"coordinated_attacks": True}, ["joining"]),
        (f"{BOWS} green", [], {"coordinated_attacks": True}, []),
    ],
)
def test_the_odds_say_what_they_leave_out(
    attacker: str, committed: list[str], options: dict[str, bool], left_out: list[str]
) -> None:
    match = scene(f"e4 {attacker}", f"e5 {GUARD} green", tokens=ANY, options=options, committed=committed)
    play(match, "stark: order valor e4", "stark: done")
    (found,) = odds.of(match, 0, "attack e4 > e5")
    assert [one.id for one in found.leaves_out] == [f"odds.omits.{one}" for one in (*left_out, "choices")]


def test_the_odds_use_no_commit_ability() -> None:
    """The Greatjon's two additional dice are only named as left out."""
    found = []
    for committed in ([], ["greatjon-umber-the-greatjon"]):
        match = scene(
            f"e4 {HOST} green greatjon-umber-the-greatjon", f"e5 {GUARD} green", tokens=ANY, committed=committed
        )
        play(match, "stark: order valor e4", "stark: done")
        expected = prospect(match.state, unit(match, "e4"), unit(match, "e5"))
        found.append((expected.dice, dict(expected.results.items())))
    assert found[0] == found[1]
    assert found[0][0] == 2


def test_a_constructed_case_has_its_ground_and_a_commander_of_each_house_in_a_corner() -> None:
    for ground in TERRAINS:
        state, _, target = constructed(case(attacker=HOST, defender=GUARD, ground=ground))
        there = {TERRAINS[state.terrain[hex]] for hex in range(len(state.terrain)) if hex != state.hex[target]}
        assert (TERRAINS[state.terrain[state.hex[target]]], there) == (ground, {"plains"})
        leaders = {state.field.labels[state.hex[one]]: state.houses[state.seat[one]] for one in (2, 3)}
        assert leaders == {"a1": "stark", "i7": "lannister"}


def test_a_case_begins_with_green_units_of_full_strength_on_plains() -> None:
    initial = {field.id: field.initial for field in odds.fields("battles")}
    houses = [BOX.units[BOX.unit_number[initial.pop(one)]].house for one in ("attacker", "defender")]
    assert houses[0] != houses[1]
    assert initial == {
        "attacker-rank": "green", "defender-rank": "green", "flanking": "no", "ground": "plains", "attacking": "0",
        "defending": "0",
    }  # fmt: skip  # several to a line


def test_a_card_rerolls_each_die_that_scores_nothing_once() -> None:
    """Red shields hit; a die that shows neither one nor a morale result is rolled again."""
    red, morale = (Fraction(BOX.die.faces.count(face), len(BOX.die.faces)) for face in ("red", "morale"))
    nothing = 1 - red - morale
    hits = {TOKENS.index("red"): 1}
    kept = Throw(BOX, 1, hits).scored(lambda scored: Fraction(scored[0]))
    assert dict(kept.items()) == {(1, 0): red, (0, 1): morale, (0, 0): nothing}
    again = Throw(BOX, 1, hits, misses_again=True).scored(lambda scored: Fraction(scored[0]))
    assert dict(again.items()) == {
        (1, 0): red + nothing * red,
        (0, 1): morale + nothing * morale,
        (0, 0): nothing * nothing,
    }
    two = Throw(BOX, 2, hits, misses_again=True).scored(lambda scored: Fraction(scored[0]))
    assert two[0, 0] == nothing**4


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("misses_again", [False, True])
def test_the_symbol_whose_reroll_is_worth_most_is_rerolled(dice: int, misses_again: bool) -> None:
    """Every roll and every reroll is counted; no two scores are worth the same."""
    sides = [TOKENS.index(face) for face in BOX.die.faces]
    throw = Throw(BOX, dice, {TOKENS.index("red"): 1, TOKENS.index("valor"): 2}, True, misses_again)

    def worth(scored: tuple[int, int]) -> Fraction:
        return Fraction([0, 3, 7, 10, 16][scored[0]] + Fraction([0, 4, 9][scored[1]], 10))

    @cache
    def settled(shown: tuple[int, ...]) -> Counter[tuple[int, int]]:
        """Return how often these dice score what in the end, if misses are rolled again."""
        found: Counter[tuple[int, int]] = Counter()
        for again in product(sides, repeat=dice):
            scores = [
                throw.score(other if misses_again and throw.score(face) == (0, 0) else face)
                for face, other in zip(shown, again, strict=True)
            ]
            found[sum(hits for hits, _ in scores), sum(morale for _, morale in scores)] += 1
        return found

    def rerolled(shown: tuple[int, ...], symbol: int | None) -> Counter[tuple[int, int]]:
        found: Counter[tuple[int, int]] = Counter()
        for again in product(sides, repeat=dice):
            faces = [other if face == symbol else face for face, other in zip(shown, again, strict=True)]
            found += settled(tuple(sorted(faces)))
        return found

    def value(found: Counter[tuple[int, int]]) -> Fraction:
        return sum((worth(scored) * times for scored, times in found.items()), Fraction())

    expected: Counter[tuple[int, int]] = Counter()
    best = {
        shown: max((rerolled(shown, symbol) for symbol in (None, *sorted({*shown}))), key=value)
        for shown in {tuple(sorted(shown)) for shown in product(sides, repeat=dice)}
    }
    for shown in product(sides, repeat=dice):
        expected += best[tuple(sorted(shown))]
    total = sum(expected.values())
    assert dict(throw.scored(worth).items()) == {scored: Fraction(n, total) for scored, n in expected.items()}


def test_the_odds_of_an_attack_count_the_misses_that_a_card_rerolls() -> None:
    """Those of the attacker, not those of the unit that strikes back."""
    match = scene(f"e4 {HOST} green | 1", f"e5 {GUARD} red | 3 stalwart", tokens=ANY)
    play(match, "stark: order valor e4", "stark: done")
    turn = match.state.turn
    assert turn is not None
    plain = prospect(match.state, unit(match, "e4"), unit(match, "e5")).results
    turn.rerolls.add(unit(match, "e4"))
    again = prospect(match.state, unit(match, "e4"), unit(match, "e5")).results
    hit = chance(lambda shown: shown["red"] + shown["valor"] > 0, 1)
    hit_again = hit + (1 - hit - chance(lambda shown: shown["morale"] > 0, 1)) * hit
    for results, one in ((plain, hit), (again, hit_again)):
        assert float(results.chance(lambda result: result.lost == 2)) == pytest.approx(one**2)
    turn.rerolls = {unit(match, "e5")}
    assert dict(prospect(match.state, unit(match, "e4"), unit(match, "e5")).results.items()) == dict(plain.items())


@pytest.mark.rule("battles:commander-card.rickard-karstark-unit")
@pytest.mark.parametrize(("pursues", "dice"), [("d3", 3), ("c3", 2)])
def test_the_odds_of_a_bonus_attack_have_its_dice(pursues: str, dice: int) -> None:
    """Against as many figures."""
    match = scene(
        f"d3 {RIDERS} green rickard-karstark", f"e3 {ARCHERS} blue | 1", f"c4 {GUARD} green | {dice}", tokens=ANY,
        chance=thrown("blue", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", f"stark: pursue {pursues}")
    (found,) = odds.of(match, 0, f"attack {pursues} > c4")
    all_hit = chance(lambda faces: faces["green"] + faces["valor"] == dice, dice)
    assert found.destroys == pytest.approx(all_hit)
    assert odds.of(match, 0, "done") == ()


def test_units_of_one_house_and_too_many_figures_are_refused() -> None:
    with pytest.raises(odds.CaseError, match="is of the same House as"):
        constructed(case(attacker=HOST, defender=RIDERS))
    with pytest.raises(odds.CaseError, match="attacking: winterfell-riders has only 3 figures"):
        constructed(case(attacker=RIDERS, defender=GUARD, attacking="4"))
    with pytest.raises(odds.CaseError, match="ground: 'sea' is not possible; choose from plains"):
        odds.case("battles", {"ground": "sea"})
