"""Commanders: capture, unit abilities, commit abilities; each is tested beside what is without it."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.content.components import BOX
from banneret.games.battles.events.battle import (
    AttackDeclared,
    BearersSwapped,
    CommanderCaptured,
    CommanderUnhurt,
    Disengaged,
    FiguresLost,
    HitsScored,
    MoraleIgnored,
    MoraleMoved,
    UnitMoved,
    UnitRetreated,
)
from banneret.games.battles.events.round import AbilityUsed, CardsDiscarded, HandSeen, UnitRallied
from banneret.games.battles.rules.combat.commit import COMMIT_ABILITIES, CommitAbility
from banneret.games.battles.rules.field.abilities import UNIT_ABILITIES, UnitAbility
from banneret.games.battles.rules.field.keywords import KEYWORDS, strength_of
from banneret.games.battles.rules.field.units import commanders_of
from banneret.games.battles.rules.leadership.leadership import play_refusal
from banneret.games.battles.rules.orders.movement import steps_of
from banneret.games.battles.rules.rally import refresh_commanders
from banneret.games.battles.rules.regroup import kept_cards
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from tests.games.battles.scene import (
    ARCHERS,
    BOWS,
    CAVALIERS,
    GUARD,
    HEAVY,
    HOST,
    RIDERS,
    asked,
    dice,
    figures,
    offered,
    play,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule
ANY = {"stark": {"valor": 4}, "lannister": {"valor": 4}}
YOUNG_WOLF = f"d3 {RIDERS} blue robb-stark-young-wolf"
KING = f"e3 {RIDERS} blue robb-stark-king-in-the-north"


def order(match: Match[State], *lines: str, house: str = "stark", hex: str = "d3") -> Match[State]:
    """Order the unit in a hex by valor; it does not move; then these answers."""
    return play(match, f"{house}: order valor {hex}", f"{house}: done", *lines)


def number_of(commander: str) -> int:
    return BOX.commander_number[commander]


def committed(match: Match[State], commander: str) -> bool:
    return match.state.committed[number_of(commander)]


def of(ability: str) -> pytest.MarkDecorator:
    """Return the mark of a test of an ability."""
    return rule(f"battles:commander-card.{ability}")


# Capture


def strike_kevan(*symbols: str, left: int, **more: Any) -> Match[State]:
    """A red unit attacks Kevan, of capture rating 2, with this many figures left."""
    target = f"e3 {GUARD} green kevan-lannister | {left}"
    match = scene(f"d3 {HOST} red", target, f"h3 {GUARD} green", tokens=ANY, chance=dice(*symbols), **more)
    return order(match, "stark: attack d3 > e3")


CAPTURED = rule(
    "battles:c9.1", "battles:c9.3", "battles:c9.4", "battles:c9.7", "battles:ruling.59", "battles:ruling.62",
    "battles:result.11", "battles:unit.7",
)  # fmt: skip  # several to a line


@rule("battles:unit.4", "battles:c14.3", "battles:commander.1")
@pytest.mark.parametrize(("excess", "captured"), [pytest.param(True, True, marks=CAPTURED), (False, False)])
def test_hits_left_over_count_towards_a_capture(excess: bool, captured: bool) -> None:
    """One ordinary figure, rating 2, three hits: the figure goes, two hits are left."""
    match = strike_kevan("green", "green", "green", "blue", left=2, options={"capture_excess": excess})
    assert bool(told(match, CommanderCaptured)) is captured
    assert figures(match, "e3") == (0 if captured else 1)
    assert match.state.points == [int(captured), 0]
    assert [event.by for event in told(match, MoraleMoved)] == ([-1] if captured else [])


@rule("battles:unit.7", "battles:result.11", "battles:c9.1")
@pytest.mark.parametrize(("hits", "left"), [(1, 3), (2, 2), (3, 1)])
def test_hits_that_the_other_figures_take_do_not_concern_the_commander(hits: int, left: int) -> None:
    match = strike_kevan(*["green"] * hits, *["blue"] * (4 - hits), left=4)
    assert figures(match, "e3") == left
    assert (told(match, CommanderUnhurt), told(match, CommanderCaptured)) == ([], [])


@rule("battles:c9.1", "battles:c9.2", "battles:ruling.60")
def test_too_few_hits_do_nothing_and_are_forgotten() -> None:
    match = strike_kevan("green", "blue", "blue", "blue", left=1)
    assert [(event.hits, event.rating) for event in told(match, CommanderUnhurt)] == [(1, 2)]
    assert told(match, FiguresLost) == []
    play(match, "lannister: pass", "lannister: pass")
    match = scene(f"d3 {HOST} red", f"e3 {GUARD} green kevan-lannister | 1", tokens=ANY,
                  chance=dice(*["green", "blue", "blue", "blue"] * 2))  # fmt: skip  # several to a line
    order(match, "stark: attack d3 > e3", "lannister: pass", "lannister: pass")
    assert figures(match, "e3") == 1


@rule("battles:c4.18", "battles:ruling.61", "battles:c14.4", "battles:c3.8", "battles:ruling.52")
@pytest.mark.parametrize(("counts", "captured"), [(True, True), (False, False)])
def test_hits_of_a_blocked_retreat_count_towards_a_capture(counts: bool, captured: bool) -> None:
    match = strike_kevan(
        "green", "morale", "blue", "blue", left=1, ground={"f3": "~", "e4": "~"},
        options={"retreat_hits_capture": counts},
    )  # fmt: skip  # several to a line
    play(match, "lannister: pass")
    assert bool(told(match, CommanderCaptured)) is captured


@rule("battles:c12.14", "battles:c12.15", "battles:c9.4")
@pytest.mark.parametrize("kind", ["captured", "destroyed"])
def test_a_captured_commander_is_a_destroyed_unit_as_well(kind: str) -> None:
    scoring = [{"kind": kind, "points": 3, "when": "immediate"}]
    match = strike_kevan("green", "green", "blue", "blue", left=1, fields={"scoring": scoring})
    assert match.state.points == [3, 0]


@rule("battles:c12.14", "battles:c12.15")
def test_a_unit_without_a_commander_is_no_captured_one() -> None:
    scoring = [{"kind": "captured", "points": 3, "when": "immediate"}]
    match = scene(f"d3 {HOST} red", f"e3 {GUARD} green | 1", tokens=ANY, chance=dice("green", "green"),
                  fields={"scoring": scoring})  # fmt: skip  # several to a line
    order(match, "stark: attack d3 > e3")
    assert (match.state.points, match.state.destroyed) == ([0, 0], [0, 1])


@rule("battles:c9.5", "battles:c9.6", "battles:c9.8", "battles:c9.9", "battles:ruling.63", "battles:c9.10")
@rule("battles:ruling.64")
def test_after_a_capture_tokens_and_cards_stay_and_the_zone_is_gone() -> None:
    houses: dict[str, Any] = {"lannister": {"command_tokens": 1, "held": {"kevan-lannister": 2}}}
    match = strike_kevan("green", "green", "green", "green", left=1, houses=houses, hands={"lannister": ["ll21"]})
    state = match.state
    assert state.captured == [number_of("kevan-lannister")]
    assert commanders_of(state, 1) == []
    why = play_refusal(state, 1, "ll21", "kevan-lannister")
    assert why is not None
    assert why.rule == "battles:c9.10"
    assert not any(option.startswith("card") for option in offered(match))
    refresh_commanders(state)
    assert state.board_tokens[1] == 3
    assert "ll21" in [*state.decks[1].cards, *state.hands[1].cards]


# Unit abilities


@rule("battles:commander.2", "battles:commander.3", "battles:aim.7")
@pytest.mark.parametrize(
    ("commander", "keyword", "number"),
    [
        pytest.param("eddard-stark", "toughness", 1, marks=of("eddard-stark-unit")),
        pytest.param("maege-mormont", "heavy-armor", 1, marks=of("maege-mormont-unit")),
        pytest.param("robb-stark-young-wolf", "pursue", 3, marks=of("robb-stark-young-wolf-unit")),
        pytest.param("gregor-clegane-the-reaver", "scorch-the-earth", 1, marks=of("gregor-clegane-the-reaver-unit")),
    ],
)
def test_keywords_that_commanders_give_their_unit(commander: str, keyword: str, number: int) -> None:
    card = BOX.commander[commander]
    match = scene(f"d3 {card.unit} green {commander}", f"d4 {card.unit} green")
    own = strength_of(match.state, unit(match, "d3"), keyword)
    other = strength_of(match.state, unit(match, "d4"), keyword)
    assert own == number
    assert other == number - 1


@rule("battles:commander.2")
def test_commanders_give_no_keyword_but_their_own() -> None:
    for commander in BOX.commanders:
        match = scene(f"d3 {commander.unit} blue {commander.id}", f"f5 {commander.unit} blue")
        own, other = unit(match, "d3"), unit(match, "f5")
        for keyword in KEYWORDS:
            if keyword != UNIT_ABILITIES[commander.unit_ability].keyword:
                values = strength_of(match.state, own, keyword), strength_of(match.state, other, keyword)
                assert values[0] == values[1], (commander.id, keyword)


@pytest.mark.parametrize(
    ("commander", "near", "far"),
    [
        pytest.param(
            "greatjon-umber-last-hearth",
            f"e3 {RIDERS} green",
            f"e3 {RIDERS} blue",
            marks=of("greatjon-umber-last-hearth-unit"),
        ),
        pytest.param(
            "jaime-lannister-warden",
            f"e3 {CAVALIERS} blue",
            f"e3 {ARCHERS} blue",
            marks=of("jaime-lannister-warden-unit"),
        ),
    ],
)
def test_commanders_who_make_units_beside_them_stalwart(commander: str, near: str, far: str) -> None:
    holder = f"d3 {BOX.commander[commander].unit} green {commander}"
    for line, has in ((near, 1), (far, 0), (near.replace("e3", "f3"), 0)):
        match = scene(holder, line)
        hex = line.split()[0]
        assert strength_of(match.state, unit(match, hex), "stalwart") == has


@rule("battles:commander-card.greatjon-umber-the-greatjon-unit")
@pytest.mark.parametrize(("flanks", "number"), [(True, 3), (False, 2)])
def test_the_greatjon_rolls_a_die_more_when_flanking(flanks: bool, number: int) -> None:
    match = scene(
        f"d3 {HOST} green greatjon-umber-the-greatjon", f"e3 {GUARD} blue", f"e4 {HOST} green",
        engaged=[(2, 1, "stark")] if flanks else [], tokens=ANY, committed=["greatjon-umber-the-greatjon"],
    )  # fmt: skip  # several to a line
    order(match, "stark: attack d3 > e3")
    assert told(match, AttackDeclared)[0].dice == number


@rule("battles:commander-card.jaime-lannister-kingslayer-unit")
@pytest.mark.parametrize(("target", "number"), [(f"{HOST} green maege-mormont", 3), (f"{HOST} green", 2)])
def test_the_kingslayer_rolls_a_die_more_against_commanders(target: str, number: int) -> None:
    match = scene(
        f"d3 {CAVALIERS} green jaime-lannister-kingslayer", f"e3 {target}", turn="lannister", tokens=ANY,
        committed=["jaime-lannister-kingslayer"],
    )  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", house="lannister")
    assert told(match, AttackDeclared)[0].dice == number


@rule("battles:commander-card.rickard-karstark-unit")
@pytest.mark.parametrize(("pursues", "number"), [("d3", 3), ("c3", 2)])
def test_karstark_rolls_a_die_more_in_a_bonus_attack_without_a_move(pursues: str, number: int) -> None:
    match = scene(
        f"d3 {RIDERS} green rickard-karstark", f"e3 {ARCHERS} blue | 1", f"c4 {GUARD} green", tokens=ANY,
        chance=dice("blue", "red"),
    )  # fmt: skip  # several to a line
    order(match, "stark: attack d3 > e3", f"stark: pursue {pursues}", f"stark: attack {pursues} > c4")
    assert told(match, AttackDeclared)[-1].dice == number
    assert [event.target for event in told(match, UnitMoved)] == ([] if pursues == "d3" else ["c3"])


@rule("battles:commander-card.robb-stark-king-in-the-north-unit")
@pytest.mark.parametrize("answer", ["yes", "pass"])
def test_the_king_in_the_north_flanks_an_enemy_of_his_own(answer: str) -> None:
    match = scene(KING, f"d3 {GUARD} blue", engaged=[(0, 1, "lannister")], tokens=ANY)
    order(match, "stark: attack e3 > d3", hex="e3")
    assert asked(match) == ("stark", "may.turn-flank")
    play(match, f"stark: {answer}")
    assert told(match, AttackDeclared)[0].flanking is (answer == "yes")
    assert len(told(match, Disengaged)) == (answer == "yes")


@rule("battles:commander-card.tywin-lannister-unit")
def test_tywin_lets_his_house_keep_two_cards() -> None:
    match = scene(f"d3 {HEAVY} green tywin-lannister", step="discard", turn="lannister",
                  hands={"lannister": ["ll01", "ll02", "ll03"]})  # fmt: skip  # several to a line
    assert kept_cards(match.state, 1) == 2
    play(match, "lannister: drop ll01", "lannister: done")
    assert match.state.discards[1] == ["ll01"]


@pytest.mark.parametrize(
    "commander",
    [pytest.param("gregor-clegane-the-mountain", marks=of("gregor-clegane-the-mountain-unit")), "kevan-lannister"],
)
def test_nobody_strikes_back_at_the_mountain(commander: str) -> None:
    match = scene(f"d3 {GUARD} green {commander}", f"e3 {HOST} blue", turn="lannister", tokens=ANY,
                  chance=dice("red", "red"))  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", house="lannister")
    assert (asked(match)[1] == "may.counterattack") is (commander == "kevan-lannister")


@pytest.mark.parametrize(
    "commander", [pytest.param("addam-marbrand", marks=of("addam-marbrand-unit")), "jaime-lannister-warden"]
)
def test_marbrand_suffers_no_parting_blows(commander: str) -> None:
    match = scene(f"d3 {CAVALIERS} green {commander}", f"e3 {HOST} blue", turn="lannister", tokens=ANY,
                  engaged=[(0, 1, "stark")])  # fmt: skip  # several to a line
    play(match, "lannister: order valor d3", "lannister: move d3 > c3")
    assert (asked(match)[1] == "may.parting-blow") is (commander != "addam-marbrand")


@rule("battles:commander-card.kevan-lannister-unit", "battles:ruling.36")
def test_kevan_gives_his_attack_up_for_two_dice() -> None:
    units = (f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"e4 {HOST} blue", f"e3 {HOST} blue")
    match = scene(*units, turn="lannister", hands={"lannister": ["ll01"]}, tokens=ANY)
    alone = play(match.clone(), "lannister: order valor d4", "lannister: done", "lannister: attack d4 > e4")
    assert asked(alone)[1] != "may.lend"
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3", "lannister: unit d4", "lannister: done")
    play(match, "lannister: attack d4 > e4")
    assert asked(match) == ("lannister", "may.lend")
    play(match, "lannister: yes")
    assert told(match, AttackDeclared)[0].dice == 4
    assert told(alone, AttackDeclared)[0].dice == 2
    while asked(match)[0] == "stark":
        play(match, "stark: pass")
    assert asked(match) != ("lannister", "attack")  # the other enemy, at e3, is Kevan's alone


# Commit abilities


def use(match: Match[State], commander: str, house: str = "stark") -> Match[State]:
    """Use a commit ability before acting."""
    assert f"commit {commander}" in offered(match)
    return play(match, f"{house}: commit {commander}")


@rule("battles:commander-card.eddard-stark-commit", "battles:commander.4")
def test_eddard_rallies_up_to_three_units() -> None:
    idle = [f"{hex} {HOST} green | inactive" for hex in ("c3", "d2", "e3", "d4")]
    match = scene(f"d3 {HOST} green eddard-stark", *idle, f"h7 {HOST} green | inactive", tokens=ANY)
    use(match, "eddard-stark")
    assert offered(match) == {"done", "unit c3", "unit d2", "unit e3", "unit d4"}
    play(match, "stark: unit c3", "stark: unit d2", "stark: unit e3")
    assert asked(match) == ("stark", "turn")
    assert sum(match.state.active[:6]) == 4
    assert refused(match, "stark: commit eddard-stark").rule == "battles:commander.4"
    assert committed(match, "eddard-stark")
    assert [event.commander for event in told(match, AbilityUsed)] == ["eddard-stark"]


@rule("battles:commander-card.rickard-karstark-commit")
def test_karstark_rallies_himself_and_cavalry() -> None:
    units = (
        f"d3 {RIDERS} green rickard-karstark | inactive", f"d4 {RIDERS} green | inactive",
        f"c3 {HOST} green | inactive", f"h3 {RIDERS} green | inactive",
    )  # fmt: skip  # several to a line
    match = use(scene(*units, tokens=ANY), "rickard-karstark")
    assert match.state.active[:4] == [True, True, False, False]
    assert committed(match, "rickard-karstark")


@rule("battles:commander-card.tywin-lannister-commit")
def test_tywin_sees_the_enemys_hand_and_discards_a_card() -> None:
    match = scene(f"d3 {HEAVY} green tywin-lannister", turn="lannister", tokens=ANY,
                  hands={"stark": ["sl01", "sl05"]})  # fmt: skip  # several to a line
    use(match, "tywin-lannister", "lannister")
    assert offered(match) == {"discard sl01", "discard sl05"}
    assert refused(match, "lannister: discard sl02").rule == "battles:commander-card.tywin-lannister-commit"
    play(match, "lannister: discard sl05")
    assert match.state.hands[0].cards == ["sl01"]
    assert match.state.hands[0].seen_by(0b10) == ["sl01"]
    assert match.state.discards[0] == ["sl05"]
    assert committed(match, "tywin-lannister")
    assert [len(one.cards) for one in told(match, CardsDiscarded)] == [1]
    seen = [event for _, event in match.events_for([0]) if isinstance(event, HandSeen)]
    assert seen[0].cards is None
    for hand in ([], ["sl01"]):
        other = scene(f"d3 {HEAVY} green tywin-lannister", turn="lannister", tokens=ANY, hands={"stark": hand})
        assert ("commit tywin-lannister" in offered(other)) is bool(hand)


@rule("battles:commander-card.jaime-lannister-warden-commit")
def test_the_kingsguard_orders_one_unit_more() -> None:
    units = (f"d3 {CAVALIERS} blue jaime-lannister-warden", f"d4 {GUARD} red", f"c3 {GUARD} green")
    match = scene(*units, turn="lannister", tokens={"lannister": {"green": 1}, "stark": {"valor": 1}})
    use(match, "jaime-lannister-warden", "lannister")
    play(match, "lannister: unit d4", "lannister: order green c3")
    assert committed(match, "jaime-lannister-warden")
    assert {"move d4 > d5", "move c3 > b3"} <= offered(match)
    play(match, "lannister: done")
    assert not match.state.active[unit(match, "d4")]


@rule("battles:commander-card.jaime-lannister-warden-commit")
@pytest.mark.parametrize("action", ["pass", "raise", "rally c3"])
def test_the_unit_of_the_kingsguard_acts_whatever_else_the_turn_is_for(action: str) -> None:
    units = (f"d3 {CAVALIERS} blue jaime-lannister-warden", f"d4 {GUARD} red", f"c3 {GUARD} green | inactive")
    match = scene(*units, turn="lannister", tokens={"lannister": {"morale": 1}, "stark": {"valor": 1}}, morale=2)
    use(match, "jaime-lannister-warden", "lannister")
    play(match, "lannister: unit d4", f"lannister: {action}", "lannister: move d4 > d5")
    assert not match.state.active[unit(match, "d5")]


@rule("battles:commander-card.kevan-lannister-commit")
@pytest.mark.parametrize("answer", ["yes", "pass"])
def test_kevan_rallies_infantry_that_may_be_ordered_at_once(answer: str) -> None:
    units = (f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} red | inactive", f"c3 {ARCHERS} green | inactive")
    match = scene(*units, turn="lannister", tokens=ANY)
    use(match, "kevan-lannister", "lannister")
    assert offered(match) == {"unit d4"} or asked(match)[1] == "may.order-at-once"
    assert [(event.hex, event.rule) for event in told(match, UnitRallied)] == [
        ("d4", "battles:commander-card.kevan-lannister-commit")
    ]
    play(match, f"lannister: {answer}", "lannister: order valor d3")
    assert committed(match, "kevan-lannister")
    assert ("move d4 > d5" in offered(match)) is (answer == "yes")


@rule("battles:commander-card.jaime-lannister-warden-commit", "battles:commander-card.kevan-lannister-commit")
def test_the_kingsguard_orders_no_unit_that_kevan_has_ordered() -> None:
    units = (
        f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} red | inactive", f"c4 {GUARD} green",
        f"d5 {CAVALIERS} blue jaime-lannister-warden", f"e5 {ARCHERS} green | inactive",
    )  # fmt: skip  # several to a line
    match = use(scene(*units, turn="lannister", tokens=ANY), "kevan-lannister", "lannister")
    play(match, "lannister: yes")
    use(match, "jaime-lannister-warden", "lannister")
    assert offered(match) == {"unit c4", "unit d3", "unit d5"}


@rule("battles:commander-card.addam-marbrand-commit")
def test_marbrand_spurs_cavalry_on() -> None:
    units = (
        f"d3 {CAVALIERS} blue addam-marbrand", f"d4 {CAVALIERS} blue", f"e3 {CAVALIERS} blue", f"e4 {CAVALIERS} blue",
        f"c3 {GUARD} green",
    )  # fmt: skip  # several to a line
    match = use(scene(*units, turn="lannister", tokens=ANY), "addam-marbrand", "lannister")
    assert offered(match) == {"done", "unit d4", "unit e3", "unit e4"}
    one = play(match.clone(), "lannister: unit d4", "lannister: done")
    assert [steps_of(one.state, unit(one, hex)) for hex in ("d3", "d4", "e3", "e4")] == [5, 5, 3, 3]
    none = play(match.clone(), "lannister: done")
    assert asked(none) == ("lannister", "turn")
    play(match, "lannister: unit d4", "lannister: unit e4")
    assert [steps_of(match.state, unit(match, hex)) for hex in ("d3", "d4", "e3", "e4", "c3")] == [5, 5, 3, 5, 2]
    assert asked(match) == ("lannister", "turn")
    assert committed(match, "addam-marbrand")


@pytest.mark.parametrize(
    ("answer", "number"), [pytest.param("yes", 4, marks=of("greatjon-umber-the-greatjon-commit")), ("pass", 2)]
)
def test_the_greatjon_rolls_two_dice_more_once(answer: str, number: int) -> None:
    match = scene(f"d3 {HOST} green greatjon-umber-the-greatjon", f"e3 {GUARD} blue", tokens=ANY)
    order(match, "stark: attack d3 > e3")
    assert asked(match) == ("stark", "may.commit")
    play(match, f"stark: {answer}")
    assert told(match, AttackDeclared)[0].dice == number
    assert committed(match, "greatjon-umber-the-greatjon") is (answer == "yes")


@pytest.mark.parametrize(
    ("answer", "hits"), [pytest.param("yes", 4, marks=of("jaime-lannister-kingslayer-commit")), ("pass", 2)]
)
def test_the_kingslayer_counts_valor_twice(answer: str, hits: int) -> None:
    match = scene(f"d3 {CAVALIERS} green jaime-lannister-kingslayer", f"e3 {HOST} blue", turn="lannister", tokens=ANY,
                  chance=dice("valor", "valor"))  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", f"lannister: {answer}", house="lannister")
    assert told(match, HitsScored)[0].hits == hits
    assert committed(match, "jaime-lannister-kingslayer") is (answer == "yes")


@pytest.mark.parametrize("answer", [pytest.param("yes", marks=of("greatjon-umber-last-hearth-commit")), "pass"])
def test_nobody_runs_near_the_lord_of_last_hearth(answer: str) -> None:
    match = scene(
        f"d3 {GUARD} red", f"e3 {BOWS} blue", f"f2 {HOST} green greatjon-umber-last-hearth", turn="lannister",
        tokens=ANY, chance=dice("morale", "morale", "red", "red"),
    )  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", house="lannister")
    assert asked(match) == ("stark", "may.commit")
    play(match, f"stark: {answer}")
    assert bool(told(match, UnitRetreated)) is (answer == "pass")
    assert committed(match, "greatjon-umber-last-hearth") is (answer == "yes")


@rule("battles:commander-card.greatjon-umber-last-hearth-commit")
def test_the_lord_of_last_hearth_holds_his_units_until_the_turn_ends() -> None:
    """In a second attack of the turn, a stalwart unit is not asked, and the log names the ability again."""
    match = scene(
        f"d3 {GUARD} green kevan-lannister", f"f3 {GUARD} green", f"e3 {BOWS} blue | stalwart",
        f"f2 {HOST} green greatjon-umber-last-hearth", turn="lannister", tokens=ANY, hands={"lannister": ["ll01"]},
        chance=dice("morale", "morale", "red", "morale"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3", "lannister: unit f3")
    play(match, "lannister: done", "lannister: attack d3 > e3", "stark: pass", "stark: yes")
    assert asked(match) == ("stark", "may.counterattack")
    play(match, "stark: pass", "lannister: attack f3 > e3", "lannister: pass")  # it flanks, and rolls nothing again
    assert asked(match) == ("stark", "may.counterattack")
    assert (told(match, UnitRetreated), figures(match, "e3")) == ([], 4)
    rule = "battles:commander-card.greatjon-umber-last-hearth-commit"
    assert [(event.hex, event.number, event.rule) for event in told(match, MoraleIgnored)] == [
        ("e3", 2, rule), ("e3", 1, rule),
    ]  # fmt: skip  # several to a line


@pytest.mark.parametrize("answer", [pytest.param("yes", marks=of("maege-mormont-commit")), "pass"])
def test_maege_strikes_back_with_a_die_more(answer: str) -> None:
    match = scene(f"d3 {GUARD} green", f"e3 {HOST} blue maege-mormont", turn="lannister", tokens=ANY,
                  chance=dice("green", "green"))  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", house="lannister")
    assert asked(match) == ("stark", "may.commit")
    play(match, f"stark: {answer}")
    strikes = [(event.kind, event.dice) for event in told(match, AttackDeclared)]
    assert strikes == ([("attack", 2), ("counter", 4)] if answer == "yes" else [("attack", 2)])
    assert committed(match, "maege-mormont") is (answer == "yes")


@rule("battles:commander-card.robb-stark-young-wolf-commit")
@pytest.mark.parametrize(("symbols", "stays"), [(("blue", "blue", "blue"), True), (("red", "red", "red"), False)])
def test_the_young_wolf_attacks_once_more(symbols: tuple[str, ...], stays: bool) -> None:
    units = (YOUNG_WOLF, f"e3 {ARCHERS} blue | 3", f"d4 {ARCHERS} blue")
    match = scene(*units, tokens=ANY, chance=dice("red", "red", "red", *symbols))
    order(match, "stark: attack d3 > e3")
    assert asked(match) == ("stark", "may.commit")
    play(match, "stark: yes")
    assert offered(match) == {"done", "attack d3 > e3", "attack d3 > d4"}
    play(match, "stark: attack d3 > e3")
    assert told(match, AttackDeclared)[-1].kind == "extra"
    if stays:
        play(match, "stark: pass")
    assert committed(match, "robb-stark-young-wolf") is not stays


@rule("battles:commander-card.robb-stark-king-in-the-north-commit", "battles:ruling.65", "battles:c9.11")
def test_the_king_in_the_north_changes_places_with_another_bearer() -> None:
    """Blue and green shields against a blue banner; in the place of Robb stands a red one: nothing hits."""
    match = scene(KING, f"d3 {CAVALIERS} green", f"f3 {RIDERS} red", turn="lannister", tokens=ANY,
                  chance=dice("blue", "green"))  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", house="lannister")
    assert asked(match) == ("stark", "may.commit")
    play(match, "stark: yes")
    (swap,) = told(match, BearersSwapped)
    assert (swap.commander, swap.hex, swap.other) == ("robb-stark-king-in-the-north", "e3", "f3")
    assert told(match, HitsScored)[0].hits == 0
    assert match.state.commander[unit(match, "f3")] == number_of("robb-stark-king-in-the-north")
    assert (match.state.rank[unit(match, "e3")], match.state.rank[unit(match, "f3")]) == (2, 1)
    assert committed(match, "robb-stark-king-in-the-north")
    lone = scene(f"{KING} | 1", f"d3 {CAVALIERS} green", f"f3 {RIDERS} red", turn="lannister", tokens=ANY,
                 chance=dice("blue", "green"))  # fmt: skip  # several to a line
    order(lone, "lannister: attack d3 > e3", house="lannister")
    assert told(lone, CommanderUnhurt)[0].hits == 1


@pytest.mark.parametrize(
    ("answer", "morale"), [pytest.param("yes", 3, marks=of("gregor-clegane-the-mountain-commit")), ("pass", 1)]
)
def test_the_mountain_costs_the_enemy_two_morale_more(answer: str, morale: int) -> None:
    match = scene(f"d3 {GUARD} green gregor-clegane-the-mountain", f"e3 {BOWS} green | 1", turn="lannister",
                  tokens=ANY, chance=dice("green", "red"))  # fmt: skip  # several to a line
    order(match, "lannister: attack d3 > e3", f"lannister: {answer}", house="lannister")
    assert match.state.morale == morale
    assert committed(match, "gregor-clegane-the-mountain") is (answer == "yes")


@rule("battles:commander-card.gregor-clegane-the-reaver-unit")
@pytest.mark.parametrize(
    ("answer", "left"), [pytest.param("yes", 3, marks=of("gregor-clegane-the-reaver-commit")), ("pass", 4)]
)
def test_the_reavers_fire_burns_enemies(answer: str, left: int) -> None:
    """A valor result counts as a green shield; no commander is burnt."""
    match = scene(
        f"d3 {GUARD} green gregor-clegane-the-reaver", f"e3 {BOWS} green", f"c4 {HOST} green maege-mormont | 1",
        turn="lannister", tokens=ANY, ground={"c3": "f"}, chance=dice("valor", "red"),
    )  # fmt: skip  # several to a line
    order(match, "lannister: scorch d3 > c3", house="lannister")
    assert match.state.fire[match.state.field.place("c3")] == 1
    assert asked(match) == ("lannister", "may.commit")
    assert not match.state.active[unit(match, "d3")]  # before the question, not only at the end of the order
    play(match, f"lannister: {answer}")
    assert (figures(match, "e3"), figures(match, "c4")) == (left, 1)
    assert len(told(match, FiguresLost)) == 4 - left
    assert told(match, CommanderUnhurt) == []
    assert committed(match, "gregor-clegane-the-reaver") is (answer == "yes")


# Every ability has its handler


def test_every_card_has_its_handlers() -> None:
    assert {commander.unit_ability for commander in BOX.commanders} == set(UNIT_ABILITIES)
    assert {commander.commit_ability for commander in BOX.commanders} == set(COMMIT_ABILITIES)
    assert all(type(one) is not UnitAbility for one in UNIT_ABILITIES.values())
    assert all(type(one) is not CommitAbility for one in COMMIT_ABILITIES.values())


@rule("battles:c10.2", "battles:ruling.71", "battles:c12.13", "battles:c14.8")
def test_losses_at_the_same_moment_are_one_move_of_the_marker() -> None:
    """A green unit of Stark and a blue one of Lannister burn: one morale of Lannister."""
    match = scene(
        f"c3 {HOST} green | 1", f"e3 {GUARD} blue | 1", step="regroup", ground={"c3": "f", "e3": "f"},
        fires={"c3": 1, "e3": 1}, hands={"stark": ["sl01"]},
    )  # fmt: skip  # several to a line
    assert [(event.house, event.by) for event in told(match, MoraleMoved)] == [("lannister", -1)]
    assert match.state.morale == -1
