"""Leadership cards: the units each orders, when its tactic can be used, its effect, and the log entries."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.games.battles.content.components import BOX
from banneret.games.battles.events.round import TacticUsed, TokenGained, UnitOrdered, UnitRallied
from banneret.games.battles.rules.field.keywords import strength_of
from banneret.games.battles.rules.leadership.tactics import is_met
from banneret.games.battles.rules.victory.conditions import free_tokens, terms
from banneret.games.battles.show.panels import panels
from banneret.games.battles.state import State, Turn
from banneret.games.battles.view import view
from banneret.kernel.match import Match
from banneret.show.panels import items_of
from banneret.text.message import Message
from tests.games.battles.scene import asked, dice, offered, play, pool, refused, scene, told, unit

rule = pytest.mark.rule

IDS = {card.kind: card.id for card in BOX.cards}
FULL = {"green": 2, "blue": 2, "red": 1, "valor": 1, "morale": 1}

STARK_LEADER = "e4 winterfell-riders blue robb-stark-young-wolf"
LANNISTER_LEADER = "e4 lannister-heavy-infantry blue tywin-lannister"
OWN = {
    "stark": {
        "e3": "war-host-of-the-north green",
        "d4": "war-host-of-the-north red",
        "f4": "war-host-of-the-north blue",
        "d5": "winterfell-riders green",
        "e5": "northmen-archers green",
        "f5": "stark-kennelmasters blue",
    },
    "lannister": {
        "e3": "lannisport-guard green",
        "d4": "lannisport-guard red",
        "f4": "lannisport-guard blue",
        "d5": "casterly-rock-cavaliers green",
        "e5": "westerlands-archers green",
        "f5": "lannister-heavy-infantry red",
    },
}
"""Units of each rank and class within two hexes of the leader in e4."""

GREEN, BLUE, RED = {"e3", "d5", "e5"}, {"e4", "f4", "f5"}, {"d4"}
FOOT, HORSE, BOW = {"e3", "d4", "f4", "f5"}, {"e4", "d5"}, {"e5"}
ALL = GREEN | BLUE | RED
LANNISTER_SETS = {
    "green": {"e3", "d5", "e5"},
    "blue": {"e4", "f4"},
    "red": {"d4", "f5"},
    "foot": {"e3", "d4", "f4", "e4", "f5"},
    "horse": {"d5"},
    "bow": {"e5"},
    "all": ALL,
}


def leader_of(house: str) -> str:
    return "robb-stark-young-wolf" if house == "stark" else "tywin-lannister"


def holding(kind: str, *more: str, **position: Any) -> Match[State]:
    """A turn of the House that has the card in hand, with its leader among units of each rank and class."""
    card = BOX.card[IDS[kind]]
    lines = [STARK_LEADER if card.house == "stark" else LANNISTER_LEADER]
    lines += [f"{hex} {words}" for hex, words in OWN[card.house].items()]
    if card.person not in (None, BOX.commander[leader_of(card.house)].person):
        owner = next(one for one in BOX.commanders if one.person == card.person)  # far from everything
        lines.append(f"{'a1' if card.house == 'stark' else 'i1'} {owner.unit} red {owner.id}")
    settings: dict[str, Any] = {"turn": card.house, "hands": {card.house: [card.id]}, "tokens": {card.house: FULL}}
    return scene(*lines, *more, **(settings | position))


def start(match: Match[State], kind: str, which: str = "both") -> str:
    """Play the card, with the commands that are wanted where there is a choice; return the House."""
    card = BOX.card[IDS[kind]]
    play(match, f"{card.house}: card {card.id} {leader_of(card.house)}")
    if asked(match)[1] == "commands":
        play(match, f"{card.house}: commands {which}")
    return card.house


def turn_of(match: Match[State]) -> Turn:
    assert match.state.turn is not None
    return match.state.turn


def ordering(kind: str, which: str) -> set[str]:
    match = holding(kind, tokens={})
    start(match, kind, which)
    return {line.removeprefix("unit ") for line in offered(match) if line.startswith("unit ")}


@rule("battles:leadership.bear-island-stand")
def test_a_card_protects_no_unit_that_a_counterattack_has_destroyed() -> None:
    match = scene(
        STARK_LEADER, "e3 war-host-of-the-north green | 1", "f4 war-host-of-the-north blue",
        "a1 war-host-of-the-north red maege-mormont", "e2 lannisport-guard blue | stalwart",
        hands={"stark": [IDS["bear-island-stand"]]}, tokens={"stark": FULL}, chance=dice("red", "red", "green"),
    )  # fmt: skip  # several to a line
    start(match, "bear-island-stand")
    play(match, "stark: unit e3", "stark: unit f4", "stark: done", "stark: attack e3 > e2", "lannister: yes")
    assert asked(match) == ("stark", "may.tactic")
    other = unit(match, "f4")
    play(match, "stark: yes")
    assert [number for number, tough in enumerate(match.state.toughness) if tough] == [other]


# What cards order


@pytest.mark.parametrize(
    ("kind", "which", "wanted", "most"),
    [
        pytest.param(*case, marks=rule(f"battles:leadership.{case[0]}"))
        for case in [
            ("levy-muster", "first", GREEN, 3),
            ("sworn-spears", "first", BLUE, 2),
            ("sworn-spears", "second", GREEN, 1),
            ("iron-vanguard", "first", RED, 2),
            ("general-advance", "first", ALL, 2),
            ("general-advance", "second", ALL, 1),
            ("shield-and-spear", "first", FOOT, 3),
            ("horse-and-bow", "first", HORSE | BOW, 3),
            ("night-march", "first", GREEN, 2),
            ("night-march", "second", BLUE, 2),
            ("loose-the-hounds", "first", {"e3", "f5"}, 3),
            ("covering-volley", "first", BOW, 2),
            ("covering-volley", "second", HORSE, 1),
            ("measured-order", "first", ALL, 2),
            ("measured-order", "second", ALL, 2),
            ("reliable-second", "first", ALL, 2),
            ("reliable-second", "second", GREEN, 1),
            ("bow-and-lance", "first", BOW, 1),
            ("bow-and-lance", "second", {"d5"}, 2),
        ]
    ],
)
def test_a_command_orders_units_of_its_kind_and_no_more_than_it_says(
    kind: str, which: str, wanted: set[str], most: int
) -> None:
    card = BOX.card[IDS[kind]]
    if card.house == "lannister":  # the heavy foot of Lannister stands where Stark has riders and hounds
        wanted = {hex for hex in ALL if hex in wanted}
        if wanted == BLUE:
            wanted = LANNISTER_SETS["blue"]
        elif wanted == RED:
            wanted = LANNISTER_SETS["red"]
        elif wanted == FOOT:
            wanted = LANNISTER_SETS["foot"]
        elif wanted == HORSE | BOW:
            wanted = LANNISTER_SETS["horse"] | LANNISTER_SETS["bow"]
    assert ordering(kind, which) == wanted
    assert card.commands[0 if which == "first" else 1].order == most
    match = holding(kind, tokens={})
    house = start(match, kind, which)
    for hex in sorted(wanted)[:most]:
        assert asked(match)[1] == "unit.order"
        play(match, f"{house}: unit {hex}")
    assert not asked(match)[1].startswith("unit.order")


@rule("battles:leadership.she-bears-reach")
def test_she_bears_reach_orders_one_unit_and_one_beside_it_that_nobody_controls() -> None:
    units = ["c4 war-host-of-the-north blue maege-mormont", "e4 war-host-of-the-north green"]
    units += ["f4 war-host-of-the-north green", "c6 war-host-of-the-north green", "h2 war-host-of-the-north green"]
    units += ["h7 war-host-of-the-north green eddard-stark"]  # too far away to control any of them
    units += ["d4 war-host-of-the-north green", "e5 war-host-of-the-north green | inactive"]  # beside it too
    match = scene(*units, hands={"stark": ["sl26"]})
    play(match, "stark: card sl26 maege-mormont", "stark: unit e4")
    assert asked(match)[1] == "unit.order-beside"
    assert offered(match) == {"done", "unit f4"}
    assert refused(match, "stark: unit c6").rule == "battles:leadership.she-bears-reach"
    play(match, "stark: unit f4")
    assert [event.hex for event in told(match, UnitOrdered)] == ["e4", "f4"]


@rule("battles:leadership.sound-the-horns", "battles:c10.3")
def test_sound_the_horns_rallies_all_in_the_zone_and_costs_no_morale() -> None:
    units = [STARK_LEADER, "e3 war-host-of-the-north green | inactive", "d4 northmen-archers red | inactive"]
    match = scene(
        *units, "a5 war-host-of-the-north green | inactive", hands={"stark": ["sl10"]}, tokens={"stark": FULL}
    )
    play(match, "stark: card sl10 robb-stark-young-wolf")
    assert {event.hex for event in told(match, UnitRallied)} == {"e3", "d4"}
    assert not match.state.active[unit(match, "a5")]
    assert match.state.morale == 0


# What tactics do to the units of a turn

SEVERAL = [
    ("winter-resolve", "e3 f4", "ignored_morale", 1),
    ("iron-discipline", "e3 f4", "ignored_morale", 1),
    ("swift-wolves", "e4 d5", "bonus_move", 1),
    ("outriders", "e3 d5", "bonus_move", 1),
    ("massed-guard", "f4 e4", "bonus_dice", 1),
    ("white-sunburst", "e4 d5", "pursue_bonus", 1),
]
ONE = [
    ("the-lords-justice", "f4", "bonus_dice", 1),
    ("roaring-giant", "f4", "bonus_dice", 2),
    ("golden-charge", "d5", "bonus_dice", 1),
    ("reckless-thrust", "e3", "bonus_dice", 2),
    ("drive-them", "e3", "bonus_dice", 1),
    ("loose-the-hounds", "f5", "bonus_move", 1),
    ("outpace", "d5", "bonus_move", 2),
]
SETS = [
    ("feigned-flight", "e3 f4", "no_parting"),
    ("wheel-and-strike", "d5", "no_parting"),
    ("press-the-gap", "f4", "flanks"),
    ("drunk-on-war", "e3", "rerolls"),
    ("ashemark-steel", "f4", "rerolls"),
    ("hard-country", "e3 f4", "ignores_stops"),
    ("terror", "e3 f4", "silenced"),
]


def trouble_for(kind: str) -> dict[str, int]:
    """A place of the marker at which the enemy of the card's House is in the yellow zone."""
    return {"morale": -8 if BOX.card[IDS[kind]].house == "stark" else 8}


def use(kind: str, hexes: str, *more: str) -> Match[State]:
    """Use the tactic of a card before its commands for these units."""
    match = holding(kind, *more, **trouble_for(kind))
    house = start(match, kind, "first")
    assert asked(match) == (house, "may.tactic")
    play(match, f"{house}: yes")
    for hex in hexes.split():
        play(match, f"{house}: unit {hex}")
    if asked(match)[1] == "unit.order":
        play(match, f"{house}: done")
    assert told(match, TacticUsed)[0].card == IDS[kind]
    return match


def marked(cases: list[Any]) -> list[Any]:
    return [pytest.param(*case, marks=rule(f"battles:leadership.{case[0]}")) for case in cases]


@pytest.mark.parametrize(("kind", "hexes", "column", "amount"), marked(SEVERAL + ONE))
def test_a_tactic_adds_to_the_units_it_means(kind: str, hexes: str, column: str, amount: int) -> None:
    match = use(kind, hexes)
    given: dict[int, int] = getattr(turn_of(match), column)
    assert given == {unit(match, hex): amount for hex in hexes.split()}


@pytest.mark.parametrize(("kind", "hexes", "column"), marked(SETS))
def test_a_tactic_marks_the_units_it_means(kind: str, hexes: str, column: str) -> None:
    match = use(kind, hexes)
    assert set(getattr(turn_of(match), column)) == {unit(match, hex) for hex in hexes.split()}


@rule("battles:leadership.the-lords-justice")
def test_a_tactic_for_one_of_several_ordered_units_asks_which() -> None:
    match = use("the-lords-justice", "f4 f5")
    assert asked(match) == ("stark", "unit.tactic")
    assert offered(match) == {"unit f4", "unit f5"}
    play(match, "stark: unit f5")
    assert turn_of(match).bonus_dice == {unit(match, "f5"): 1}


@rule("battles:leadership.unanswered-blow", "battles:c7.9")
def test_unanswered_blow_silences_one_enemy_of_choice() -> None:
    """The example of the rulebook: enemy morale yellow, the tactic comes before the commands."""
    match = use("unanswered-blow", "e3", "a7 lannisport-guard green")
    assert asked(match) == ("stark", "unit.silence")
    play(match, "stark: unit i7")
    assert turn_of(match).no_counter == {unit(match, "i7")}


@rule("battles:leadership.break-them")
def test_break_them_drives_targets_further() -> None:
    assert turn_of(use("break-them", "e3")).extra_retreat == 1


@rule("battles:leadership.no-quarter")
def test_no_quarter_counts_retreats_of_the_turn() -> None:
    assert turn_of(use("no-quarter", "e3")).morale_per_retreat == 1


@rule("battles:leadership.put-it-to-the-torch")
def test_put_it_to_the_torch_lends_scorch_the_earth() -> None:
    match = use("put-it-to-the-torch", "e3")
    assert turn_of(match).granted == {unit(match, "e3"): ["scorch-the-earth"]}


@rule("battles:leadership.vengeful-charge")
def test_vengeful_charge_needs_an_own_loss_in_the_round() -> None:
    match = holding("vengeful-charge")
    start(match, "vengeful-charge")
    assert asked(match)[1] == "unit.order"
    match = holding("vengeful-charge", houses={"stark": {"destroyed": 1}})
    start(match, "vengeful-charge")
    assert asked(match)[1] == "may.tactic"
    play(match, "stark: yes", "stark: unit e3", "stark: done")
    assert turn_of(match).bonus_dice == {unit(match, "e3"): 1}


# Tactics after the commands


def after(kind: str, *hexes: str, **position: Any) -> Match[State]:
    """Order units that neither move nor attack, then use the tactic."""
    match = holding(kind, **(trouble_for(kind) | position))
    house = start(match, kind, "both")
    while asked(match)[1] == "unit.order":
        free = [hex for hex in hexes if f"unit {hex}" in offered(match)]
        play(match, f"{house}: unit {free[0]}" if free else f"{house}: done")
        hexes = tuple(hex for hex in hexes if not free or hex != free[0])
    while asked(match)[1] in ("move", "attack"):
        play(match, f"{house}: done")
    assert asked(match) == (house, "may.tactic")
    play(match, f"{house}: yes")
    return match


@pytest.mark.parametrize(
    ("kind", "hexes", "most"),
    marked(
        [
            ("northern-oath", "e3 f4", 1),
            ("young-kings-call", "e3 f4", 2),
            ("chains-broken", "e3 f4", 1),
            ("mounted-reserve", "e4 d5", 1),
            ("hold-until-relieved", "e3 f4", 1),
        ]
    ),
)
def test_a_tactic_rallies_ordered_units(kind: str, hexes: str, most: int) -> None:
    match = after(kind, *hexes.split())
    house = BOX.card[IDS[kind]].house
    for hex in hexes.split()[:most]:
        assert asked(match) == (house, "unit.rally")
        play(match, f"{house}: unit {hex}")
    assert [event.hex for event in told(match, UnitRallied)] == hexes.split()[:most]
    assert asked(match)[1] != "unit.rally"


@pytest.mark.parametrize(
    ("kind", "hexes"), marked([("no-step-back", "e3 f4"), ("here-we-stand", "e3 f4"), ("close-ranks", "e3 f4")])
)
def test_a_tactic_makes_ordered_units_stalwart_for_the_round(kind: str, hexes: str) -> None:
    match = after(kind, *hexes.split())
    found = {hex for hex in ALL if match.state.stalwart[unit(match, hex)]}
    assert found == set(hexes.split())


@pytest.mark.parametrize(
    ("kind", "hexes", "who"), marked([("bear-island-stand", "e3", "e3"), ("white-cloak", "e3", "e4")])
)
def test_a_tactic_gives_toughness_for_the_round(kind: str, hexes: str, who: str) -> None:
    match = after(kind, *hexes.split())
    assert {hex: match.state.toughness[unit(match, hex)] for hex in ALL if match.state.toughness[unit(match, hex)]} == {
        who: 1
    }


@rule("battles:leadership.steady-the-line")
def test_steady_the_line_raises_own_morale() -> None:
    assert after("steady-the-line", "e3", morale=2).state.morale == 1


@rule("battles:leadership.cold-fury")
def test_cold_fury_lowers_enemy_morale() -> None:
    assert after("cold-fury", "d4", morale=-4).state.morale == -5


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=rule(f"battles:leadership.{k}")) for k in ("old-gods-watching", "scouts-report")]
)
def test_a_tactic_draws_a_card(kind: str) -> None:
    house = BOX.card[IDS[kind]].house
    match = after(kind, "e3", morale=0)
    assert len(match.state.hands[("stark", "lannister").index(house)]) == 1


@rule("battles:leadership.gold-for-steel")
def test_gold_for_steel_takes_a_valor_token() -> None:
    match = after("gold-for-steel", "d4")
    assert pool(match, "lannister") == FULL | {"valor": 2}


@rule("battles:leadership.supply-train")
def test_supply_train_takes_a_shield_of_choice() -> None:
    match = after("supply-train", "e3", morale=0)
    assert offered(match) == {"token green", "token blue", "token red"}
    assert refused(match, "lannister: token valor").rule == "battles:leadership.supply-train"
    play(match, "lannister: token red")
    assert pool(match, "lannister") == FULL | {"red": 2}


@rule("battles:leadership.gold-for-steel", "battles:leadership.supply-train")
@pytest.mark.parametrize(
    ("kind", "hex", "taken"), [("gold-for-steel", "d4", ["valor"]), ("supply-train", "e3", ["green", "blue", "red"])]
)
def test_a_token_can_be_taken_while_the_supply_has_one(kind: str, hex: str, taken: list[str]) -> None:
    """With one token left of a kind, it is taken; with none, the tactic changes nothing."""
    all_but_one = {token: BOX.supply.each - FULL[token] - 1 for token in taken}
    for more, gained in ((0, 1), (1, 0)):
        tokens = {"lannister": FULL, "stark": {token: number + more for token, number in all_but_one.items()}}
        match = after(kind, hex, morale=0, tokens=tokens)
        if gained and len(taken) > 1:
            play(match, f"lannister: token {taken[-1]}")
        assert len(told(match, TokenGained)) == gained
        assert pool(match, "lannister")[taken[-1]] == FULL[taken[-1]] + gained


@rule("battles:leadership.long-shadow")
def test_long_shadow_takes_a_token_of_the_enemy_away() -> None:
    match = after("long-shadow", "e3", tokens={"stark": {"green": 1, "valor": 2}})
    assert offered(match) == {"token green", "token valor"}
    play(match, "lannister: token valor")
    assert pool(match, "stark") == {"green": 1, "valor": 1}


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=rule(f"battles:leadership.{k}")) for k in ("a-debt-collected", "butchers-bill")]
)
def test_what_pays_for_a_destroyed_enemy_needs_one_in_this_turn(kind: str) -> None:
    enemy = "e2 war-host-of-the-north green | 1"
    match = holding(kind, enemy, chance=(0, 0))  # both dice of the green guard hit
    house = start(match, kind)
    play(match, f"{house}: unit e3", f"{house}: unit d5", f"{house}: done", f"{house}: attack e3 > e2")
    while asked(match) != (house, "may.tactic"):
        play(match, f"{house}: {'pass' if 'pass' in offered(match) else 'done'}")
    before = match.state.morale
    play(match, f"{house}: yes")
    if kind == "a-debt-collected":
        assert match.state.morale == before + 1
    else:
        assert offered(match) == {"done", "unit e3"}  # not the other unit that the card ordered
    peaceful = holding(kind)
    start(peaceful, kind)
    play(peaceful, f"{house}: unit e3", f"{house}: done", f"{house}: done")
    while asked(peaceful)[1] in ("move", "attack"):
        play(peaceful, f"{house}: done")
    assert asked(peaceful)[1] != "may.tactic"


@rule("battles:tactic.1")
def test_a_unit_that_the_enemy_destroys_in_a_counterattack_pays_nothing() -> None:
    match = scene("e4 lannister-heavy-infantry green tywin-lannister", "e3 lannisport-guard green | 1",
                  "e2 war-host-of-the-north blue", turn="lannister", hands={"lannister": ["ll12"]},
                  tokens={"stark": {"valor": 1}},
                  chance=(*dice("red", "red"), *dice("green", "green", "green")))  # fmt: skip  # several to a line
    play(match, "lannister: card ll12 tywin-lannister", "lannister: unit e3", "lannister: done", "lannister: done")
    play(match, "lannister: attack e3 > e2", "stark: yes")
    assert match.state.destroyed[1] == 1
    assert asked(match) == ("stark", "turn")


@rule("battles:leadership.white-sunburst", "battles:keyword.pursue")
def test_white_sunburst_lets_cavalry_pursue_a_hex_further() -> None:
    match = holding("white-sunburst")
    riders = unit(match, "d5")
    assert strength_of(match.state, riders, "pursue") == 2
    start(match, "white-sunburst")
    play(match, "stark: yes", "stark: unit d5", "stark: done")
    assert strength_of(match.state, riders, "pursue") == 3


# Conditions


@rule(
    "battles:tactic.1", "battles:tactic.2", "battles:tactic.3", "battles:tactic.9", "battles:card.2", "battles:card.8"
)
def test_a_tactic_is_optional_and_its_tokens_are_counted_and_stay() -> None:
    match = holding("swift-wolves")
    start(match, "swift-wolves")
    assert asked(match) == ("stark", "may.tactic")
    left = match.clone()
    play(left, "stark: pass")
    assert asked(left)[1] == "unit.order"
    assert left.state.accounted[0] == [0] * 5
    play(match, "stark: yes")
    assert told(match, TacticUsed)[0].tokens == ("green",)
    assert match.state.accounted[0] == [1, 0, 0, 0, 0]
    assert pool(match, "stark") == FULL


@rule("battles:tactic.2", "battles:card.8")
@pytest.mark.parametrize("have", [("valor",), ("morale",), ("valor", "morale"), ()])
def test_a_tactic_needs_all_its_conditions(have: tuple[str, ...]) -> None:
    """Young King's Call asks for valor and for morale."""
    match = holding("young-kings-call", tokens={"stark": {"green": 1, **dict.fromkeys(have, 1)}})
    tactic = BOX.card[IDS["young-kings-call"]].tactic
    assert tactic is not None
    start(match, "young-kings-call")
    assert [term.met for term in terms(match.state, 0, tactic)] == ["valor" in have, "morale" in have]
    assert is_met(match.state, turn_of(match), tactic) is (len(have) == 2)


@rule("battles:tactic.4", "battles:tactic.5", "battles:ruling.13", "battles:c14.9")
@pytest.mark.parametrize(
    ("has", "counted", "options", "may"),
    [
        (2, 0, {}, True),
        (1, 0, {}, False),
        (2, 1, {}, False),
        (2, 1, {"tokens_account_once_a_card": True}, True),
        (1, 1, {"tokens_account_once_a_card": True}, False),
    ],
)
def test_a_token_counts_once_for_a_card_and_once_a_round(
    has: int, counted: int, options: dict[str, bool], may: bool
) -> None:
    """Drunk on War asks for two green shields."""
    own = {"accounted": {"green": counted}} if counted else {}
    match = holding("drunk-on-war", tokens={"stark": {"green": has}}, houses={"stark": own}, options=options)
    start(match, "drunk-on-war")
    assert (asked(match)[1] == "may.tactic") is may


@rule("battles:tactic.5", "battles:command.14")
def test_the_token_that_is_spent_is_the_one_that_counted() -> None:
    match = holding("swift-wolves", tokens={"stark": {"green": 2}}, houses={"stark": {"accounted": {"green": 1}}})
    assert free_tokens(match.state, 0, 0) == 1
    play(match, "stark: order green e3")
    assert pool(match, "stark") == {"green": 1}
    assert free_tokens(match.state, 0, 0) == 1


@rule("battles:tactic.6", "battles:tactic.7", "battles:ruling.72")
@pytest.mark.parametrize(("morale", "may"), [(0, True), (6, True), (7, False), (-9, True)])
def test_own_morale_green_or_better_takes_in_grey_and_the_enemys_side(morale: int, may: bool) -> None:
    match = holding("winter-resolve", morale=morale)
    start(match, "winter-resolve")
    assert (asked(match)[1] == "may.tactic") is may


@rule("battles:tactic.6", "battles:tactic.8")
@pytest.mark.parametrize(("morale", "may"), [(-4, True), (-8, True), (-3, False), (5, False)])
def test_enemy_morale_green_or_worse_is_on_his_side_in_that_zone_or_beyond(morale: int, may: bool) -> None:
    match = holding("feigned-flight", morale=morale)
    start(match, "feigned-flight")
    assert (asked(match)[1] == "may.tactic") is may


@rule("battles:tactic.2")
@pytest.mark.parametrize(
    ("seat", "destroyers", "met"), [(1, [3], True), (1, [], False), (0, [3], False), (None, [], False)]
)
def test_an_enemy_counts_as_destroyed_in_the_own_turn_alone(seat: int | None, destroyers: list[int], met: bool) -> None:
    state = holding("butchers-bill").state
    state.turn = None if seat is None else Turn(seat)
    if state.turn is not None:
        state.turn.destroyers = destroyers
    tactic = BOX.card[IDS["butchers-bill"]].tactic
    assert tactic is not None
    assert tactic.condition.enemy_unit_destroyed_this_turn
    assert terms(state, 1, tactic)[-1].met is met


# Log entries


@rule("battles:tactic.2")
def test_what_counts_for_a_tactic_now_is_seen_by_who_knows_the_card() -> None:
    match = holding("young-kings-call", tokens={"stark": {"valor": 1}})
    tactic = BOX.card["sl20"].tactic
    assert tactic is not None
    found = terms(match.state, 0, tactic)
    assert [(term.told.id, term.told.fields["token"], term.told.fields["have"], term.met) for term in found] == [
        ("condition.pool", "valor", 1, True),
        ("condition.pool", "morale", 0, False),
    ]
    own, enemy = view(match.state, frozenset([0])), view(match.state, frozenset([1]))
    assert own.houses["stark"].tactics == {"sl20": found}
    assert enemy.houses["stark"].tactics == {}
    assert checks_of(match.state, "sl20") == [(term.told, term.met) for term in found]


def checks_of(state: State, card: str) -> list[tuple[Message, bool]]:
    """Return the conditions that the panels show on a card in hand."""
    shown = panels(view(state, frozenset([0, 1])), frozenset([0, 1]))
    item = next(item for one in shown for item in items_of(one) if item.thing == f"card:{card}")
    return [(check.text, check.met) for check in item.checks]


@pytest.mark.slow
def test_every_card_in_hand_shows_its_conditions() -> None:
    for kind, id in IDS.items():
        match = holding(kind)
        tactic = BOX.card[id].tactic
        asked_for = () if tactic is None else terms(match.state, match.state.turn_seat, tactic)
        assert checks_of(match.state, id) == [(term.told, term.met) for term in asked_for]
