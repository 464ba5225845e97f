"""Range, sight and attacks: dice, hits, counterattacks, engagement, Advance and Pursue."""

from __future__ import annotations

import pytest

from banneret.games.battles.events.battle import (
    AttackDeclared,
    DiceRolled,
    Engaged,
    HitsScored,
)
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.field.sight import attack_refusal, is_in_sight
from tests.games.battles.scene import (
    ANY,
    ARCHERS,
    BOWS,
    CAVALIERS,
    GUARD,
    HEAVY,
    HOST,
    RIDERS,
    WIDTHS,
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

# Range and sight


@pytest.mark.slow
@rule("battles:c11.6", "battles:sight.5")
@pytest.mark.parametrize("mirror", ["", "left-right", "upside-down", "both"])
def test_what_is_seen_along_hills_does_not_depend_on_how_the_board_lies(mirror: str) -> None:
    """From d3 the line to a6 runs over hills at c4 and b4, then plains; two of them are equally far from d3."""

    def turned(hex: str) -> str:
        column, row = "abcdefghi".index(hex[0]), int(hex[1:]) - 1
        if mirror in ("left-right", "both"):
            column = WIDTHS[row] - 1 - column
        if mirror in ("upside-down", "both"):
            row = len(WIDTHS) - 1 - row
        return f"{'abcdefghi'[column]}{row + 1}"

    ground = {turned(hex): "h" for hex in ("b3", "d3", "e3", "b4", "c4")}
    match = scene(f"{turned('d3')} {BOWS} green", f"{turned('a6')} {GUARD} blue", ground=ground)
    assert is_in_sight(match.state, unit(match, turned("d3")), unit(match, turned("a6")))


@rule("battles:range.1", "battles:range.2", "battles:range.4", "battles:ruling.28", "battles:unit-type.archer-range")
def test_range_four_reaches_four_hexes() -> None:
    match = scene(f"a3 {BOWS} green", f"e3 {GUARD} blue", f"f5 {GUARD} blue", tokens=ANY)
    play(match, "stark: order valor a3", "stark: done")
    assert offered(match) == {"done", "attack a3 > e3"}
    assert refused(match, "stark: attack a3 > f5").rule == "battles:range.2"


@rule("battles:range.3", "battles:attack.8", "battles:attack.7", "battles:attack.9", "battles:attack.5", "battles:c5.7")
def test_melee_reaches_the_next_hex_only() -> None:
    match = scene(f"d3 {HOST} green", f"e3 {GUARD} blue", f"d5 {GUARD} blue", f"c3 {HOST} green", tokens=ANY)
    play(match, "stark: order valor d3", "stark: done")
    assert offered(match) == {"done", "attack d3 > e3"}
    assert refused(match, "stark: attack d3 > d5").rule == "battles:range.2"
    assert refused(match, "stark: attack d3 > c3").rule == "battles:attack.8"
    assert refused(match, "stark: attack c3 > e3").rule == "battles:attack.7"
    assert refused(match, "stark: attack d3 > d4").rule == "battles:attack.8"


@rule("battles:sight.2", "battles:sight.3", "battles:sight.4", "battles:ruling.30", "battles:c11.3")
@rule("battles:c2.1", "battles:ruling.31", "battles:c2.3", "battles:c11.10", "battles:c11.24", "battles:c11.6")
@pytest.mark.parametrize(
    ("ground", "seen"),
    [
        ({}, True),
        ({"c3": "f"}, False),
        ({"c3": "h"}, False),
        ({"c3": "b"}, False),
        ({"c3": "m"}, False),
        ({"c3": "~"}, True),
        ({"c3": "="}, True),
        ({"c3": "s"}, True),
        ({"a3": "f", "e3": "f"}, True),
        ({"a3": "h", "c3": "h"}, False),
        ({"a3": "h", "b3": "h", "c3": "h"}, True),
        ({"a3": "h", "b3": "h", "d3": "h"}, False),
    ],
)
def test_what_blocks_a_line(ground: dict[str, str], seen: bool) -> None:
    """Terrain in between, never at the ends; along hills one sees from a hill."""
    match = scene(f"a3 {BOWS} green", f"e3 {GUARD} blue", ground=ground)
    assert is_in_sight(match.state, unit(match, "a3"), unit(match, "e3")) is seen


@rule("battles:sight.4", "battles:sight.6", "battles:ruling.30")
@pytest.mark.parametrize("between", [HOST, GUARD])
def test_units_block_a_line_own_ones_too(between: str) -> None:
    match = scene(f"a3 {BOWS} green", f"c3 {between} green", f"e3 {GUARD} blue", f"b3 {GUARD} green")
    assert not is_in_sight(match.state, unit(match, "a3"), unit(match, "e3"))
    assert is_in_sight(match.state, unit(match, "a3"), unit(match, "b3"))
    match = scene(f"a3 {BOWS} green", f"c3 {between} green", f"e3 {GUARD} blue", tokens=ANY)
    play(match, "stark: order valor a3", "stark: done")
    assert "attack a3 > e3" not in offered(match)


@rule("battles:sight.5", "battles:ruling.29", "battles:c2.2")
def test_a_line_along_an_edge_is_blocked_only_on_both_sides() -> None:
    """From d3 to d5, two rows down, the line runs between c4 and d4."""
    for blocked, seen in (((), True), (("c4",), True), (("d4",), True), (("c4", "d4"), False)):
        match = scene(f"d3 {BOWS} green", f"d5 {GUARD} blue", ground=dict.fromkeys(blocked, "f"))
        assert is_in_sight(match.state, unit(match, "d3"), unit(match, "d5")) is seen


@rule("battles:sight.1", "battles:sight.3")
def test_what_is_not_seen_cannot_be_attacked() -> None:
    match = scene(f"a3 {BOWS} green", f"e3 {GUARD} blue", ground={"c3": "f"}, tokens=ANY)
    why = attack_refusal(match.state, unit(match, "a3"), unit(match, "e3"))
    assert why == ("battles:sight.3", "out-of-sight")


# Dice and hits


@rule("battles:attack.2", "battles:dice.1", "battles:dice.4", "battles:attack.6", "battles:c1.3", "battles:dice.3")
@rule("battles:attack.4", "battles:dice.2", "battles:c3.5")
@pytest.mark.parametrize(("rank", "number"), [("green", 2), ("blue", 3), ("red", 4)])
def test_dice_are_by_rank_whatever_is_left_of_the_unit(rank: str, number: int) -> None:
    match = fight(f"{HOST} {rank} | 1", f"{GUARD} blue", *["red"] * 4)
    assert len(told(match, DiceRolled)[0].faces) == number
    assert asked(match) == ("lannister", "may.counterattack")


@rule(
    "battles:result.1", "battles:result.3", "battles:result.4", "battles:result.7", "battles:unit.5", "battles:unit.1"
)
@rule("battles:order.12")
def test_the_attack_example_of_the_rulebook() -> None:
    """Three dice on a green unit: valor and a green shield hit, a blue shield does not: two figures go."""
    match = scene(f"d3 {HOST} blue", f"e3 {GUARD} green", tokens=ANY, chance=dice("valor", "blue", "green"))
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert told(match, HitsScored)[0].hits == 2
    assert figures(match, "e3") == 2


@rule("battles:result.5", "battles:result.6", "battles:ruling.34")
def test_valor_of_infantry_does_not_hit_cavalry() -> None:
    """The example of the rulebook: a green unit rolls valor and a red shield against blue cavalry: nothing."""
    match = fight(f"{HOST} green", f"{CAVALIERS} blue", "valor", "red")
    assert told(match, HitsScored)[0].hits == 0
    match = fight(f"{RIDERS} green", f"{CAVALIERS} blue", "valor", "red")
    assert told(match, HitsScored)[0].hits == 1


@rule("battles:unit-type.archer-valor", "battles:c14.7", "battles:order.12")
def test_valor_of_archers_does_not_hit_but_by_option() -> None:
    for options, hits in (({}, 0), ({"archers_hit_with_valor": True}, 1)):
        match = fight(f"{BOWS} green", f"{GUARD} blue", "valor", "red", options=options)
        assert told(match, HitsScored)[0].hits == hits


@rule("battles:c3.2", "battles:keyword.heavy-armor", "battles:ruling.35", "battles:c3.3")
@pytest.mark.parametrize(
    ("rank", "hit_by"), [("green", {"blue", "valor"}), ("blue", {"red", "valor"}), ("red", {"red"})]
)
def test_heavy_armor_defends_as_one_rank_higher(rank: str, hit_by: set[str]) -> None:
    for symbol in ("green", "blue", "red", "valor"):
        match = fight(f"{HOST} green", f"{HEAVY} {rank}", symbol, "morale" if symbol == "green" else "green")
        assert told(match, HitsScored)[0].hits == (1 if symbol in hit_by else 0)
    own = scene(f"d3 {HOST} green", f"e3 {HEAVY} {rank}", turn="lannister", tokens=ANY)
    play(own, "lannister: order valor e3", "lannister: done", "lannister: attack e3 > d3")
    assert told(own, AttackDeclared)[0].dice == {"green": 2, "blue": 3, "red": 4}[rank]


@rule("battles:keyword.off-balance", "battles:ruling.32", "battles:unit-type.order-chart")
def test_archers_that_moved_roll_one_die_fewer() -> None:
    for moves, number in (((), 3), (("stark: move d3 > d2",), 2)):
        match = scene(f"d3 {BOWS} blue", f"e3 {GUARD} blue", tokens=ANY)
        play(match, "stark: order valor d3", *moves)
        if not moves:
            play(match, "stark: done")
        (shot,) = (option for option in offered(match) if option.startswith("attack"))
        play(match, f"stark: {shot}")
        assert told(match, AttackDeclared)[0].dice == number


@rule("battles:c11.4", "battles:ruling.33")
@pytest.mark.parametrize("hex", ["d3", "e3"])
def test_at_most_two_dice_into_forest_and_out_of_it(hex: str) -> None:
    match = fight(f"{HOST} red", f"{GUARD} blue", ground={hex: "f"})
    assert told(match, AttackDeclared)[0].dice == 2


@rule("battles:c11.7", "battles:c11.12", "battles:c11.25")
@pytest.mark.parametrize(
    ("ground", "number"),
    [({"e3": "h"}, 2), ({"d3": "h", "e3": "h"}, 3), ({"d3": "="}, 2), ({"d3": "s"}, 2), ({"e3": "="}, 3)],
)
def test_ground_takes_dice_away(ground: dict[str, str], number: int) -> None:
    match = fight(f"{HOST} blue", f"{GUARD} blue", ground=ground)
    assert told(match, AttackDeclared)[0].dice == number


@rule("battles:c11.8")
def test_archers_on_a_hill_reach_one_hex_further() -> None:
    for ground, reached in (({}, False), ({"a3": "h"}, True)):
        match = scene(f"a3 {BOWS} green", f"f3 {GUARD} blue", ground=ground, tokens=ANY)
        play(match, "stark: order valor a3", "stark: done")
        assert ("attack a3 > f3" in offered(match) if reached else asked(match)[0] == "lannister") is True


@rule("battles:c3.4", "battles:c14.6")
def test_a_die_is_left_but_by_option() -> None:
    for options, number in (({}, 1), ({"no_least_die": True}, 0)):
        match = fight(f"{HOST} green", f"{GUARD} blue", ground={"d3": "=", "e3": "h"}, options=options)
        assert told(match, AttackDeclared)[0].dice == number


@rule("battles:c11.13", "battles:keyword.cover", "battles:c3.6", "battles:keyword.toughness", "battles:ruling.37")
@rule("battles:c3.7", "battles:commander-card.eddard-stark-unit")
def test_cover_and_toughness_ignore_hits_of_every_roll() -> None:
    match = scene(
        f"d3 {GUARD} red", f"e3 {HOST} blue eddard-stark", turn="lannister", tokens=ANY, ground={"e3": "b"},
        chance=dice("blue", "blue", "blue", "valor"),
    )  # fmt: skip  # several to a line
    play(match, "lannister: order valor d3", "lannister: done", "lannister: attack d3 > e3")
    (scored,) = told(match, HitsScored)
    assert (scored.hits, scored.ignored) == (4, 2)
    assert figures(match, "e3") == 2


@rule("battles:c3.9", "battles:ruling.38", "battles:c5.5")
def test_who_has_come_out_to_attack_has_no_cover() -> None:
    for house, lost in (("lannister", 1), ("stark", 0)):
        match = fight(f"{HOST} green", f"{GUARD} blue", "blue", "red", ground={"e3": "b"}, engaged=[(0, 1, house)])
        # The attacker's own token replaces the one that lay there, so that it is the target's only before.
        assert figures(match, "e3") == 4
        again = scene(f"d3 {HOST} green", f"e3 {GUARD} blue", ground={"e3": "b"}, engaged=[(0, 1, house)])

        assert strength_of(again.state, unit(again, "e3"), "cover") == 1 - lost


@rule("battles:dice.5")
def test_more_dice_than_the_box_has_are_rolled() -> None:
    from banneret.games.battles.rules.combat.attack import roll  # noqa: PLC0415  # one test alone needs it
    from banneret.games.battles.state import Fight  # noqa: PLC0415  # one test alone needs it
    from banneret.kernel.chance import Chance  # noqa: PLC0415  # one test alone needs it
    from banneret.kernel.game import Game  # noqa: PLC0415  # one test alone needs it

    match = scene(f"d3 {HOST} green", f"e3 {GUARD} blue")
    attack = Fight("attack", 0, 1, True, 0)
    attack.dice, attack.shares = 11, [11]
    roll(Game(match.state, Chance(match.state, [])), attack)
    assert len(attack.faces) == 11


# Counterattack


@rule(
    "battles:c7.4", "battles:c7.6", "battles:c7.7", "battles:c7.8", "battles:c1.1", "battles:ruling.54", "battles:c7.5"
)
@rule("battles:ruling.58", "battles:c6.5")
def test_a_counterattack_changes_the_roles() -> None:
    match = scene(
        f"d3 {HOST} green | 1", f"e3 {GUARD} blue | inactive", f"d5 {HOST} green", tokens=ANY,
        chance=dice("red", "red", "green", "blue", "red"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "lannister: yes")
    assert [event.kind for event in told(match, AttackDeclared)] == ["attack", "counter"]
    assert figures(match, "d3") == 0
    assert figures(match, "e3") == 4
    assert match.state.morale == 1


@rule("battles:ruling.53", "battles:c7.1", "battles:c5.1", "battles:c7.3")
def test_only_able_units_strike_back_and_only_in_melee() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue", "red", "red")
    assert asked(match) == ("lannister", "turn")
    match = scene(f"c3 {BOWS} green", f"e3 {GUARD} blue", tokens=ANY, chance=dice("red", "red"))
    play(match, "stark: order valor c3", "stark: done", "stark: attack c3 > e3")
    assert asked(match) == ("lannister", "turn")
    assert match.state.engaged == [-1] * len(match.state.engaged)


# Engagement and flanking


@rule("battles:engage.1", "battles:engage.2", "battles:pieces.20", "battles:c5.2", "battles:ruling.39")
def test_melee_places_a_token_of_the_attacker_and_replaces_it() -> None:
    match = play(fight(f"{HOST} green", f"{GUARD} blue", "red", "red"), "lannister: pass")
    a, b = unit(match, "d3"), unit(match, "e3")
    assert (match.state.engaged[a], match.state.engaged[b]) == (b, a)
    assert match.state.shown[a] == match.state.shown[b] == 0
    play(match, "lannister: order valor e3", "lannister: done", "lannister: attack e3 > d3")
    assert match.state.shown[a] == match.state.shown[b] == 1
    assert told(match, AttackDeclared)[1].flanking is False
    assert [event.rule for event in told(match, Engaged)] == ["battles:engage.1", "battles:engage.2"]


@rule("battles:attack.10", "battles:attack.2")
def test_a_banner_is_turned_after_the_attack_of_its_unit() -> None:
    match = scene(f"d3 {HOST} green maege-mormont", f"d4 {HOST} green", f"e3 {GUARD} blue", f"h3 {GUARD} blue",
                  hands={"stark": ["sl01"]}, chance=dice("red", "red"))  # fmt: skip  # several to a line
    play(match, "stark: card sl01 maege-mormont", "stark: unit d3", "stark: unit d4", "stark: done")
    play(match, "stark: attack d3 > e3", "lannister: pass")
    assert asked(match) == ("stark", "attack")
    assert [match.state.active[unit(match, hex)] for hex in ("d3", "d4")] == [False, True]


@rule("battles:engage.3", "battles:c6.1", "battles:c6.2", "battles:ruling.40", "battles:c5.4", "battles:ruling.41")
@rule("battles:c6.4", "battles:ruling.39")
@pytest.mark.parametrize("shown", ["stark", "lannister"])
def test_flanking_lets_one_symbol_be_rolled_again(shown: str) -> None:
    match = scene(
        f"d3 {HOST} blue", f"e3 {GUARD} blue", f"e4 {HOST} green", engaged=[(2, 1, shown)], tokens=ANY,
        chance=dice("red", "red", "blue", "blue", "blue"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert told(match, AttackDeclared)[0].flanking is True
    assert offered(match) == {"pass", "reroll red", "reroll blue"}
    assert refused(match, "stark: reroll green").rule == "battles:c6.2"
    play(match, "stark: reroll red")
    assert told(match, DiceRolled)[-1].faces == ("blue", "blue", "blue")
    assert figures(match, "e3") == 1
    assert match.state.engaged[unit(match, "e4")] == -1
    assert asked(match) == ("lannister", "may.counterattack")


@rule("battles:c5.3", "battles:ruling.43", "battles:c5.8")
def test_an_attacker_lets_go_of_its_old_enemy() -> None:
    match = fight(f"{HOST} green", f"{GUARD} blue", "red", "red", houses={}, engaged=[])
    assert match.state.engaged[unit(match, "d3")] == unit(match, "e3")
    other = scene(f"d3 {HOST} green", f"e3 {ARCHERS} blue", f"c3 {GUARD} blue", engaged=[(0, 2, "stark")], tokens=ANY)
    play(other, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert other.state.engaged[2] == -1
    assert all(event.kind == "attack" for event in told(other, AttackDeclared))


@rule("battles:c6.3", "battles:ruling.42", "battles:c5.1", "battles:c5.8")
def test_a_ranged_attack_flanks_nobody_and_leaves_the_token() -> None:
    match = scene(f"c3 {BOWS} green", f"e3 {GUARD} blue", f"e4 {HOST} green", engaged=[(2, 1, "stark")], tokens=ANY)
    play(match, "stark: order valor c3", "stark: done", "stark: attack c3 > e3")
    assert told(match, AttackDeclared)[0].flanking is False
    own = scene(f"c3 {BOWS} green", f"e3 {GUARD} blue", f"c4 {GUARD} green", engaged=[(0, 2, "stark")], tokens=ANY)
    play(own, "stark: order valor c3", "stark: done")
    assert {"attack c3 > e3", "attack c3 > c4"} <= offered(own)


# Advance and Pursue


@rule("battles:c8.1", "battles:keyword.advance", "battles:ruling.55", "battles:c8.2", "battles:c1.2", "battles:c8.13")
def test_infantry_advances_into_the_hex_just_left() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue", "morale", "red")
    assert asked(match) == ("stark", "may.advance")
    play(match, "stark: yes")
    assert figures(match, "e3") == 4
    assert asked(match) == ("lannister", "turn")
    back = fight(f"{HOST} green", f"{ARCHERS} blue", "red", "red")
    assert asked(back) == ("lannister", "turn")


@rule("battles:ruling.55")
def test_nobody_advances_where_it_could_not_go() -> None:
    match = fight(f"{HOST} green", f"{ARCHERS} blue", "morale", "red", ground={"e3": "f"}, fires={"e3": 1})
    assert figures(match, "f3") == 4
    assert asked(match) == ("lannister", "turn")


@rule("battles:c8.3", "battles:keyword.pursue", "battles:c8.4", "battles:c8.5", "battles:c8.6", "battles:ruling.56")
@rule("battles:ruling.57", "battles:c6.6")
def test_cavalry_pursues_and_attacks_once_more() -> None:
    match = scene(
        f"d3 {RIDERS} green", f"e3 {ARCHERS} blue", f"e5 {GUARD} green", f"f5 {HOST} green", tokens=ANY,
        engaged=[(3, 2, "stark")], ground={"d3": "="}, chance=dice("morale"),
    )  # fmt: skip  # several to a line
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
    assert asked(match) == ("stark", "pursue")
    assert "pursue d5" in offered(match)
    assert refused(match, "stark: pursue e5").rule == "battles:c8.6"
    play(match, "stark: pursue d5")
    assert asked(match) == ("stark", "bonus")
    targets = offered(match)
    assert refused(match, "stark: attack f5 > e5").rule == "battles:c8.3"
    play(match, "stark: attack d5 > e5")
    assert "attack d5 > e5" in targets
    last = told(match, AttackDeclared)[-1]
    assert (last.kind, last.flanking) == ("bonus", True)


@rule("battles:c8.6", "battles:ruling.56")
def test_a_bonus_attack_can_be_made_without_moving() -> None:
    match = fight(f"{RIDERS} green", f"{ARCHERS} blue | 1", "blue", "red")
    assert "pursue d3" not in offered(match)
    units = (f"d3 {RIDERS} green", f"e3 {ARCHERS} blue | 1", f"d4 {GUARD} green")
    match = scene(*units, tokens=ANY, chance=dice("blue", "red"))
    play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3", "stark: pursue d3")
    assert offered(match) == {"done", "attack d3 > d4"}


# Options of the FAQ


@rule("battles:c13.1", "battles:c13.2")
def test_coordinated_attacks_add_dice_less_one() -> None:
    units = (f"d3 {HOST} blue maege-mormont", f"d4 {HOST} blue", f"e3 {ARCHERS} blue")
    match = scene(*units, hands={"stark": ["sl03"]}, options={"coordinated_attacks": True})
    play(match, "stark: card sl03 maege-mormont", "stark: commands first", "stark: unit d3", "stark: unit d4")
    play(match, "stark: done", "stark: attack d3 > e3", "stark: unit d4")
    assert told(match, AttackDeclared)[0].dice == 5
    assert all(event.kind == "attack" for event in told(match, AttackDeclared))
    assert len(told(match, AttackDeclared)) == 1


@rule("battles:c13.4")
@pytest.mark.parametrize(("left", "number"), [(4, 3), (3, 3), (2, 2), (1, 2)])
def test_reduced_strength_costs_a_die(left: int, number: int) -> None:
    match = fight(f"{HOST} blue | {left}", f"{GUARD} blue", options={"reduced_strength": True})
    assert told(match, AttackDeclared)[0].dice == number
