"""What follows rolls and orders: rerolls, lent dice, declined abilities, long retreats, fires, refused answers."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.content.components import BOX
from banneret.games.battles.events.battle import (
    AttackDeclared,
    BearersSwapped,
    DiceRolled,
    HitsIgnored,
    HitsScored,
    MoraleIgnored,
    MoraleMoved,
    UnitRetreated,
)
from banneret.games.battles.events.round import UnitOrdered
from banneret.games.battles.rules.combat.attack import own_dice
from banneret.games.battles.rules.combat.fire import burn_refusal
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.orders.movement import steps_of
from banneret.games.battles.state import State, Turn
from banneret.kernel.match import Match
from tests.games.battles.scene import (
    ANY,
    ARCHERS,
    BOWS,
    CAVALIERS,
    GUARD,
    HOST,
    RIDERS,
    asked,
    dice,
    fight,
    figures,
    offered,
    play,
    refused,
    scene,
    told,
    unit,
)

rule = pytest.mark.rule


def turn_of(match: Match[State]) -> Turn:
    assert match.state.turn is not None
    return match.state.turn


def ready(attacker: str, target: str, *symbols: str, **more: Any) -> Match[State]:
    """Order a unit at d3 next to one at e3; it has not attacked yet."""
    match = scene(f"d3 {attacker}", f"e3 {target}", tokens=ANY, chance=dice(*symbols), **more)
    return play(match, "stark: order valor d3", "stark: done")


# Attacks


@rule("battles:leadership.drunk-on-war", "battles:c6.6")
@pytest.mark.parametrize(
    ("answer", "rolls", "lost"),
    [
        ("yes", [("red", "morale", "blue"), ("blue", "morale", "blue")], 2),
        ("pass", [("red", "morale", "blue")], 1),
    ],
)
def test_misses_are_rolled_again_once_and_neither_hits_nor_morale_are(
    answer: str, rolls: list[tuple[str, ...]], lost: int
) -> None:
    match = ready(f"{HOST} blue", f"{ARCHERS} blue", "red", "morale", "blue", "blue")
    turn_of(match).rerolls.add(unit(match, "d3"))
    hitting = sum(face in ("blue", "valor") for face in BOX.die.faces)
    play(match, "stark: attack d3 > e3")
    assert asked(match) == ("stark", "may.reroll-misses")
    play(match, f"stark: {answer}")
    assert [event.faces for event in told(match, DiceRolled)] == rolls
    assert [(event.hits, event.hits_of_sides) for event in told(match, DiceRolled)] == [
        (roll.count("blue"), 3 * hitting) for roll in rolls
    ]
    assert figures(match, "f3") == 4 - lost
    assert told(match, UnitRetreated)[0].hexes == 1


@rule("battles:leadership.no-quarter")
@pytest.mark.parametrize(("symbols", "morale"), [(("morale", "morale", "red"), 1), (("morale", "red", "red"), 0)])
def test_only_an_enemy_driven_back_two_hexes_raises_morale(symbols: tuple[str, ...], morale: int) -> None:
    match = ready(f"{HOST} blue", f"{ARCHERS} blue", *symbols)
    turn_of(match).morale_per_retreat = 1
    play(match, "stark: attack d3 > e3")
    assert [(event.house, event.by, event.rule) for event in told(match, MoraleMoved)] == [
        ("stark", 1, "battles:leadership.no-quarter")
    ] * morale
    assert match.state.morale == -morale


@rule("battles:c4.1", "battles:result.2")
@pytest.mark.parametrize(("ordered", "hexes"), [(True, 2), (False, 1)])
def test_each_morale_result_drives_the_target_of_an_ordered_unit_further(ordered: bool, hexes: int) -> None:
    match = ready(f"{HOST} blue", f"{ARCHERS} blue", "morale", "red", "red")
    turn_of(match).extra_retreat = 1
    if not ordered:
        turn_of(match).ordered.clear()
    play(match, "stark: attack d3 > e3")
    assert told(match, UnitRetreated)[0].hexes == hexes


@rule("battles:leadership.no-quarter")
def test_cards_of_the_turn_do_nothing_to_its_own_units() -> None:
    """The target strikes back and drives the attacker two hexes away: no hex more, and no morale."""
    match = ready(f"{HOST} blue", f"{GUARD} blue | stalwart", "red", "red", "red", "morale", "morale", "red")
    turn_of(match).morale_per_retreat = 1
    turn_of(match).extra_retreat = 1
    play(match, "stark: attack d3 > e3", "lannister: yes", "stark: pass")
    assert [(event.origin, event.hexes) for event in told(match, UnitRetreated)] == [("d3", 2)]
    assert told(match, MoraleMoved) == []


@rule("battles:commander-card.kevan-lannister-unit", "battles:ruling.36")
@pytest.mark.parametrize("together", [True, False])
def test_kevan_lends_no_dice_to_a_unit_that_another_order_added(together: bool) -> None:
    """Jaime orders the unit beside Kevan, whose card either names it as well or does not."""
    units = (f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"c5 {GUARD} blue", f"e4 {HOST} blue")
    match = scene(
        *units, f"d5 {CAVALIERS} green jaime-lannister-warden", turn="lannister", hands={"lannister": ["ll01"]},
        tokens=ANY,
    )  # fmt: skip  # several to a line
    play(
        match,
        "lannister: commit jaime-lannister-warden",
        "lannister: unit d4" if not together else "lannister: unit c5",
    )
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3")
    if together:
        play(match, "lannister: unit d4")
    while asked(match)[1] != "attack":
        play(match, "lannister: done")
    ordered = [event.hex for event in told(match, UnitOrdered)]
    assert ordered == (["d3", "d4", "c5"] if together else ["d3", "d4"])  # each once
    play(match, "lannister: attack d4 > e4")
    assert (asked(match)[1] == "may.lend") is together


@rule("battles:commander-card.kevan-lannister-unit", "battles:ruling.36", "battles:c13.3")
def test_kevan_lends_no_dice_if_a_discarded_card_orders_him_alone() -> None:
    """By the option, any card orders one unit; Jaime, not the card, orders the other."""
    match = scene(
        f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"e4 {HOST} blue",
        f"d5 {CAVALIERS} green jaime-lannister-warden", turn="lannister", hands={"lannister": ["ll01"]},
        options={"any_card_orders_one": True},
    )  # fmt: skip  # several to a line
    play(match, "lannister: commit jaime-lannister-warden", "lannister: unit d4")
    play(match, "lannister: spend ll01 kevan-lannister d3")
    while asked(match)[1] != "attack":
        play(match, "lannister: done")
    assert [event.hex for event in told(match, UnitOrdered)] == ["d3", "d4"]
    play(match, "lannister: attack d4 > e4")
    assert asked(match)[1] != "may.lend"


@rule("battles:commander-card.jaime-lannister-warden-commit", "battles:order.8")
def test_a_unit_that_jaime_and_a_card_order_is_ordered_once() -> None:
    match = scene(
        f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"d5 {CAVALIERS} green jaime-lannister-warden",
        turn="lannister", hands={"lannister": ["ll01"]}, tokens=ANY,
    )  # fmt: skip  # several to a line
    play(match, "lannister: commit jaime-lannister-warden", "lannister: unit d4")
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3", "lannister: unit d4")
    while not told(match, UnitOrdered):
        play(match, "lannister: done")
    assert [event.hex for event in told(match, UnitOrdered)] == ["d3", "d4"]


@rule("battles:c6.1", "battles:leadership.press-the-gap")
def test_a_card_lets_the_first_attack_flank_and_not_the_next() -> None:
    match = scene(f"d3 {RIDERS} green", f"e3 {ARCHERS} blue | 1", f"c4 {ARCHERS} blue", tokens=ANY,
                  chance=dice("blue", "red"))  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done")
    turn_of(match).flanks.add(unit(match, "d3"))
    play(match, "stark: attack d3 > e3", "stark: pass", "stark: pursue d3", "stark: attack d3 > c4")
    assert [(event.kind, event.flanking) for event in told(match, AttackDeclared)] == [
        ("attack", True), ("bonus", False),
    ]  # fmt: skip  # several to a line


@rule("battles:c4.8", "battles:c8.3")
def test_nobody_pursues_a_unit_that_could_not_go_back() -> None:
    match = fight(f"{RIDERS} green", f"{ARCHERS} blue", "morale", "red", ground={"f3": "~", "e4": "~"})
    assert (told(match, UnitRetreated)[0].hexes, figures(match, "e3")) == (0, 3)
    assert asked(match) == ("lannister", "turn")


@rule("battles:c8.5")
def test_a_unit_pursues_once_a_turn_however_many_enemies_it_destroys() -> None:
    match = scene(f"d3 {RIDERS} green", f"e3 {ARCHERS} blue | 1", f"c4 {ARCHERS} blue | 1", f"d5 {GUARD} blue",
                  tokens=ANY, chance=dice("blue", "red", "blue", "red"))  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "stark: pursue d3")
    play(match, "stark: attack d3 > c4")
    assert match.state.destroyed == [0, 2]
    assert asked(match) == ("lannister", "turn")


@rule("battles:commander-card.maege-mormont-commit", "battles:c7.2")
def test_who_keeps_the_ability_of_a_commander_may_still_counterattack() -> None:
    match = scene(
        f"d3 {GUARD} green", f"e3 {HOST} blue maege-mormont | stalwart", turn="lannister", tokens=ANY,
        chance=dice("green", "green"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: order valor d3", "lannister: done", "lannister: attack d3 > e3")
    assert asked(match) == ("stark", "may.commit")
    used = play(match.clone(), "stark: yes")
    assert [event.kind for event in told(used, AttackDeclared)] == ["attack", "counter"]
    assert asked(used)[1] != "may.counterattack"
    play(match, "stark: pass")
    assert asked(match) == ("stark", "may.counterattack")


@rule("battles:c7.2")
def test_a_commander_who_was_captured_does_not_strike_back() -> None:
    """Beside the last hex of the board, and with his ability unused."""
    match = scene(f"h7 {GUARD} red", f"g7 {HOST} green maege-mormont | 1", f"a1 {HOST} blue eddard-stark",
                  turn="lannister", tokens=ANY, chance=dice(*["valor"] * 4))  # fmt: skip  # several to a line
    play(match, "lannister: order valor h7", "lannister: done", "lannister: attack h7 > g7")
    assert match.state.destroyed == [1, 0]
    assert asked(match)[1] != "may.commit"


@rule("battles:c7.2", "battles:c7.8")
@pytest.mark.parametrize("answer", ["yes", "pass"])
def test_a_unit_strikes_back_only_if_it_wants(answer: str) -> None:
    match = fight(f"{HOST} blue", f"{GUARD} blue | stalwart", *["red"] * 6)
    assert asked(match) == ("lannister", "may.counterattack")
    play(match, f"lannister: {answer}")
    kinds = [event.kind for event in told(match, AttackDeclared)]
    assert kinds == (["attack", "counter"] if answer == "yes" else ["attack"])


@rule("battles:dice.1", "battles:move.11")
def test_strength_and_speed_are_known_between_turns() -> None:
    match = scene(f"d3 {HOST} blue", f"e3 {GUARD} blue", f"f3 {RIDERS} blue", tokens=ANY)
    turn = turn_of(match)
    turn.bonus_dice = turn.bonus_move = {0: 2}
    turn.pursue_bonus = {2: 1}
    assert (own_dice(match.state, 0, 1), steps_of(match.state, 0)) == (5, 4)
    assert [strength_of(match.state, unit, "pursue") for unit in (0, 2)] == [0, 3]
    match.state.turn = None
    assert (own_dice(match.state, 0, 1), steps_of(match.state, 0)) == (3, 2)
    assert [strength_of(match.state, unit, "pursue") for unit in (0, 2)] == [0, 2]


@rule("battles:commander-card.kevan-lannister-unit", "battles:ruling.36")
def test_kevan_who_lends_no_dice_keeps_his_attack() -> None:
    units = (f"d3 {GUARD} green kevan-lannister", f"d4 {GUARD} green", f"e4 {HOST} blue", f"e3 {HOST} blue")
    match = scene(*units, turn="lannister", hands={"lannister": ["ll01"]}, tokens=ANY)
    play(match, "lannister: card ll01 kevan-lannister", "lannister: unit d3", "lannister: unit d4", "lannister: done")
    play(match, "lannister: attack d4 > e4", "lannister: pass")
    assert [event.dice for event in told(match, AttackDeclared)] == [2]
    while asked(match)[0] == "stark":
        play(match, "stark: pass")
    assert "attack d3 > e3" in offered(match)


@rule("battles:leadership.drunk-on-war")
def test_misses_of_a_second_attack_are_not_rolled_again() -> None:
    match = scene(f"d3 {RIDERS} green", f"e3 {ARCHERS} blue | 1", f"c4 {ARCHERS} blue", tokens=ANY,
                  chance=dice("blue", "red", "green", "red", "red"))  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done")
    turn_of(match).rerolls.add(unit(match, "d3"))
    play(match, "stark: attack d3 > e3", "stark: yes", "stark: pursue d3", "stark: attack d3 > c4")
    assert [event.again for event in told(match, DiceRolled)] == [False, True, False]
    assert asked(match) == ("lannister", "turn")


KING = f"e3 {RIDERS} blue robb-stark-king-in-the-north"


def attack_king(king: str, *symbols: str, beside: tuple[str, ...] = (f"f3 {RIDERS} red",)) -> Match[State]:
    """Attack the King in the North with two dice; his own units beside him could take his place."""
    match = scene(king, f"d3 {CAVALIERS} green", *beside, turn="lannister", tokens=ANY, chance=dice(*symbols))
    return play(match, "lannister: order valor d3", "lannister: done", "lannister: attack d3 > e3")


@rule("battles:c9.11")
@pytest.mark.parametrize(
    ("words", "symbols", "is_asked"),
    [("", ("blue", "red"), True), (" | 2", ("blue", "red"), True), (" | 1", ("blue", "blue"), False)],
)
def test_the_king_in_the_north_needs_an_ordinary_figure_to_lose(
    words: str, symbols: tuple[str, ...], is_asked: bool
) -> None:
    assert (asked(attack_king(KING + words, *symbols)) == ("stark", "may.commit")) is is_asked


@rule("battles:c3.6", "battles:result.1")
@pytest.mark.parametrize(
    ("words", "symbols", "is_asked"),
    [("", ("red", "red"), False), (" | tough", ("blue", "red"), False), (" | tough", ("blue", "blue"), True)],
)
def test_the_king_in_the_north_is_not_asked_about_hits_that_are_ignored(
    words: str, symbols: tuple[str, ...], is_asked: bool
) -> None:
    assert (asked(attack_king(KING + words, *symbols)) == ("stark", "may.commit")) is is_asked


@rule("battles:commander-card.robb-stark-king-in-the-north-commit")
def test_the_king_in_the_north_changes_places_with_cavalry_only() -> None:
    foot = f"e4 {HOST} red"
    assert asked(attack_king(KING, "blue", "red", beside=(foot,)))[1] != "may.commit"
    match = play(attack_king(KING, "blue", "red", beside=(foot, f"f3 {RIDERS} red")), "stark: yes")
    assert [event.other for event in told(match, BearersSwapped)] == ["f3"]


@rule("battles:commander-card.robb-stark-king-in-the-north-commit", "battles:ruling.65")
@pytest.mark.parametrize(("words", "ignored"), [("", 0), (" | tough", 1)])
def test_hits_on_the_new_banner_remove_figures(words: str, ignored: int) -> None:
    """A hit on the unit that carries his banner now."""
    match = attack_king(KING + words, "blue", "blue", beside=(f"f3 {RIDERS} blue",))
    before = figures(match, "e3")
    play(match, "stark: yes")
    assert [(event.hits, event.ignored) for event in told(match, HitsScored)] == [(2, ignored)]
    assert figures(match, "e3") == before - 2 + ignored


@rule("battles:c4.8", "battles:c3.8", "battles:ruling.52")
@pytest.mark.parametrize(("words", "ignored"), [("", []), (" | tough", [1])])
def test_toughness_that_ignores_hits_of_a_blocked_retreat_is_logged(words: str, ignored: list[int]) -> None:
    match = fight(f"{HOST} blue", f"{ARCHERS} blue{words}", "morale", "red", "red", ground={"f3": "~", "e4": "~"})
    assert [event.number for event in told(match, HitsIgnored)] == ignored
    assert figures(match, "e3") == 3 + len(ignored)


@rule("battles:c4.2")
def test_the_lord_of_last_hearth_is_not_needed_when_no_morale_result_is_left() -> None:
    match = scene(
        f"d3 {GUARD} green", f"e3 {BOWS} blue | stalwart", f"f2 {HOST} green greatjon-umber-last-hearth",
        turn="lannister", tokens=ANY, chance=dice("morale", "red"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: order valor d3", "lannister: done", "lannister: attack d3 > e3", "stark: yes")
    assert asked(match) == ("stark", "may.counterattack")
    assert [event.number for event in told(match, MoraleIgnored)] == [1]


# Fire


@rule("battles:plan.wolf-raiders-scorch")
@pytest.mark.parametrize("commander", ["gregor-clegane-the-reaver", "gregor-clegane-the-mountain"])
def test_a_unit_that_burns_only_tents_by_a_plan_burns_anything_with_the_reaver(commander: str) -> None:
    fields = {"tokens": [{"kind": "tent", "hex": "c3"}]}
    match = scene(f"d3 {GUARD} blue {commander} tent", ground={"e3": "f"}, fields=fields)
    state = match.state
    assert burn_refusal(state, 0, state.field.place("c3")) is None
    free = None if commander.endswith("reaver") else ("battles:plan.wolf-raiders-scorch", "not-that")
    assert burn_refusal(state, 0, state.field.place("e3")) == free
    barred = sorted(state.field.place(hex) for hex in ("d3", "d4"))
    state.palisades = [(barred[0], barred[1])]
    assert burn_refusal(state, 0, state.field.place("d4")) == free


# Refused answers


@rule("battles:command.13")
@pytest.mark.parametrize("number", [0, 1])
def test_a_single_morale_token_orders_nothing(number: int) -> None:
    match = scene(f"d3 {HOST} blue", tokens={"stark": {"morale": number, "valor": 1}})
    refusal = refused(match, "stark: order morale d3")
    assert (refusal.rule, refusal.reason.id) == ("battles:command.13", "refuse.order.morale")


@rule("battles:command.12", "battles:round.13")
def test_a_morale_token_rallies_own_inactive_units_only() -> None:
    units = (f"d3 {HOST} blue", f"e3 {HOST} blue | inactive", f"d5 {GUARD} blue | inactive")
    match = scene(*units, tokens={"stark": {"morale": 1}})
    assert {line for line in offered(match) if line.startswith("rally")} == {"rally e3"}
    for hex, rule_, why in (
        ("d5", "battles:command.12", "refuse.rally.no-own-unit"),
        ("h2", "battles:command.12", "refuse.rally.no-own-unit"),
        ("d3", "battles:round.13", "refuse.rally.active"),
    ):
        refusal = refused(match, f"stark: rally {hex}")
        assert (refusal.rule, refusal.reason.id) == (rule_, why)
