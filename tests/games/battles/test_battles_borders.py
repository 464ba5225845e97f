"""Each limit of Battles of Westeros on both sides of its border: the last that is allowed, the first that is not.

The numbers are those of the printed cards, written down here once more: a wrong one in the data fails here, too.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from banneret.games.battles.content.components import BOX, Card
from banneret.games.battles.events.battle import CommanderCaptured, CommanderUnhurt, DiceRolled
from banneret.games.battles.events.round import CommandsPaid
from banneret.games.battles.state import State
from banneret.kernel.match import Match
from banneret.kernel.rulebook import PositionError
from tests.games.battles.scene import (
    ANY,
    ARCHERS,
    BOWS,
    CAVALIERS,
    DOGS,
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
)

rule = pytest.mark.rule
CARDS: Final = {
    # unit: strength, range, move by rank, printed dice by rank
    HOST: (4, 1, (2, 2, 1), (2, 3, 4)),
    RIDERS: (3, 1, (4, 3, 2), (2, 3, 4)),
    BOWS: (4, 4, (2, 2, 1), (2, 3, 4)),
    DOGS: (3, 1, (3, 3, 2), (2, 3, 4)),
    GUARD: (4, 1, (2, 2, 1), (2, 3, 4)),
    CAVALIERS: (3, 1, (4, 3, 2), (2, 3, 4)),
    ARCHERS: (4, 4, (2, 2, 1), (2, 3, 4)),
    HEAVY: (4, 1, (2, 2, 1), (2, 3, 4)),
}  # fmt: skip  # a table
RANKS: Final = ("green", "blue", "red")
COMMANDERS: Final = {
    # commander: unit, command limit, capture rating, radius of the zone of control
    "eddard-stark": (HOST, 3, 3, 2),
    "robb-stark-young-wolf": (RIDERS, 3, 3, 2),
    "robb-stark-king-in-the-north": (RIDERS, 3, 3, 2),
    "greatjon-umber-the-greatjon": (HOST, 2, 3, 2),
    "greatjon-umber-last-hearth": (HOST, 2, 3, 2),
    "maege-mormont": (HOST, 1, 2, 2),
    "rickard-karstark": (RIDERS, 2, 2, 2),
    "tywin-lannister": (HEAVY, 3, 3, 2),
    "jaime-lannister-kingslayer": (CAVALIERS, 2, 3, 2),
    "jaime-lannister-warden": (CAVALIERS, 3, 3, 2),
    "kevan-lannister": (GUARD, 2, 2, 2),
    "gregor-clegane-the-mountain": (GUARD, 1, 4, 2),
    "gregor-clegane-the-reaver": (GUARD, 1, 4, 2),
    "addam-marbrand": (CAVALIERS, 2, 2, 2),
}
TOUGH: Final = {"eddard-stark": 1}
"""Hits that the unit of a commander ignores."""


def house_of(unit: str) -> str:
    return BOX.units[BOX.unit_number[unit]].house


def enemy_of(house: str) -> tuple[str, str]:
    """Return the other House and its infantry."""
    return ("lannister", GUARD) if house == "stark" else ("stark", HOST)


def ordered(unit: str, rank: str, *others: str) -> Match[State]:
    """Order a unit in a3, at the end of a row of nine hexes."""
    house = house_of(unit)
    leader = f"i1 {HOST} green maege-mormont"  # not in a1, beside the unit
    match = scene(f"a3 {unit} {rank}", *others, leader, turn=house, tokens=ANY)
    return play(match, f"{house}: order valor a3")


def test_the_tables_name_every_unit_and_commander() -> None:
    assert {unit.id for unit in BOX.units} == set(CARDS)
    assert {commander.id for commander in BOX.commanders} == set(COMMANDERS)


@rule("battles:move.2", "battles:move.6", "battles:move.11", "battles:order.10", "battles:order.11")
@rule("battles:unit-type.infantry-blue", "battles:unit-type.cavalry-move", "battles:unit-type.archer-move")
@rule("battles:unit-type.kennelmaster")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("unit", CARDS)
def test_a_unit_moves_as_far_as_its_card_says_and_no_further(unit: str, rank: str) -> None:
    steps = CARDS[unit][2][RANKS.index(rank)]
    match = ordered(unit, rank)
    assert f"move a3 > {'abcdefghi'[steps]}3" in offered(match)
    beyond = f"{house_of(unit)}: move a3 > {'abcdefghi'[steps + 1]}3"
    assert refused(match, beyond).rule == "battles:move.11"


@rule("battles:range.1", "battles:range.2", "battles:range.3", "battles:unit-type.archer-range")
@pytest.mark.parametrize("unit", CARDS)
def test_a_unit_attacks_as_far_as_its_range_and_no_further(unit: str) -> None:
    """The nearer target is in the row of the attacker, the further two rows below, so that neither blocks sight."""
    house, reach = house_of(unit), CARDS[unit][1]
    enemy = enemy_of(house)[1]
    near, far = f"{'abcdefghi'[reach]}3", f"{'abcdefghi'[reach]}5"
    match = ordered(unit, "green", f"{near} {enemy} red", f"{far} {enemy} red")
    field = match.state.field
    play(match, f"{house}: done")
    assert field.distance(field.place("a3"), field.place(near)) == reach
    assert field.distance(field.place("a3"), field.place(far)) == reach + 1
    assert offered(match) == {"done", f"attack a3 > {near}"}
    assert refused(match, f"{house}: attack a3 > {far}").rule == "battles:range.2"


@rule("battles:dice.4", "battles:attack.2")
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("unit", CARDS)
def test_a_unit_rolls_as_many_dice_as_its_card_says(unit: str, rank: str) -> None:
    house = house_of(unit)
    other, enemy = enemy_of(house)
    match = ordered(unit, rank, f"b3 {enemy} red")
    play(match, f"{house}: done", f"{house}: attack a3 > b3")
    rolled = [event for event in told(match, DiceRolled) if event.house == house]
    assert len(rolled[0].faces) == CARDS[unit][3][RANKS.index(rank)]
    assert other != house


@rule("battles:unit.2")
@pytest.mark.parametrize("unit", CARDS)
def test_a_unit_has_no_more_figures_than_its_strength(unit: str) -> None:
    strength = CARDS[unit][0]
    assert figures(scene(f"d3 {unit} green | {strength}"), "d3") == strength
    with pytest.raises(PositionError, match=r"figures"):
        scene(f"d3 {unit} green | {strength + 1}")


def led(commander: str, *units: str, **more: Any) -> Match[State]:
    """Return a scene in which a commander in e4 may be played a card that orders three green units."""
    unit = COMMANDERS[commander][0]
    house = house_of(unit)
    hands = {house: ["sl01" if house == "stark" else "ll01"]}
    return scene(f"e4 {unit} green {commander}", *units, turn=house, hands=hands, **more)


@rule("battles:zone.1", "battles:zone.4", "battles:zone.5", "battles:order.2")
@pytest.mark.parametrize("commander", COMMANDERS)
def test_a_card_orders_units_within_the_zone_of_control_and_none_beyond(commander: str) -> None:
    unit, _, _, zone = COMMANDERS[commander]
    house = house_of(unit)
    near, far = f"{'efgh'[zone]}4", f"{'efgh'[zone + 1]}4"
    match = led(commander, f"{near} {unit} green", f"{far} {unit} green")
    play(match, f"{house}: card {match.state.hands[match.state.houses.index(house)].cards[0]} {commander}")
    assert offered(match) == {"done", "unit e4", f"unit {near}"}
    assert refused(match, f"{house}: unit {far}").reason.id == "refuse.unit.order"


@rule("battles:zone.10", "battles:zone.11")
@pytest.mark.parametrize("commander", COMMANDERS)
def test_a_commander_takes_tokens_up_to_the_command_limit(commander: str) -> None:
    unit, limit, _, _ = COMMANDERS[commander]
    house = house_of(unit)
    card = f"card {'sl01' if house == 'stark' else 'll01'} {commander}"
    assert card in offered(led(commander, houses={house: {"held": {commander: limit - 1}}}))
    full = led(commander, houses={house: {"held": {commander: limit}}})
    assert refused(full, f"{house}: {card}").rule == "battles:zone.11"


@rule("battles:c9.1", "battles:c9.3", "battles:commander.1", "battles:ruling.59")
@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("commander", COMMANDERS)
def test_hits_as_many_as_the_rating_capture_a_commander(commander: str, short: int) -> None:
    """Only the figure of the commander is left; red shields hit a red unit even in heavy armor."""
    unit, _, rating, _ = COMMANDERS[commander]
    house, attacker = enemy_of(house_of(unit))
    hits = rating + TOUGH.get(commander, 0) - short
    faces = dice(*["red"] * hits, *["green"] * (4 - hits))
    units = (f"d3 {attacker} red", f"e3 {unit} red {commander} | 1")
    match = scene(*units, turn=house, tokens=ANY, chance=faces)
    play(match, f"{house}: order valor d3", f"{house}: done", f"{house}: attack d3 > e3")
    while not (told(match, CommanderCaptured) or told(match, CommanderUnhurt)):
        play(match, f"{asked(match)[0]}: pass")
    assert bool(told(match, CommanderCaptured)) is not short


ORDERED: Final = {
    # command tokens and the most units of each command: the Leadership cards with such commands
    ((1, 3),): (
        "levy-muster shield-and-spear horse-and-bow steady-the-line swift-wolves drunk-on-war "
        "loose-the-hounds mounted-reserve iron-discipline golden-charge close-ranks drive-them outriders"
    ),
    ((1, 2), (1, 1)): ("sworn-spears general-advance old-gods-watching covering-volley reliable-second"),
    ((1, 2),): (
        "iron-vanguard winter-resolve the-lords-justice northern-oath unanswered-blow feigned-flight "
        "young-kings-call roaring-giant break-them no-step-back here-we-stand bear-island-stand "
        "hard-country white-sunburst vengeful-charge cold-fury a-debt-collected gold-for-steel "
        "long-shadow white-cloak outpace press-the-gap hold-until-relieved supply-train massed-guard "
        "no-quarter terror put-it-to-the-torch butchers-bill wheel-and-strike ashemark-steel "
        "scouts-report"
    ),
    ((1, 0),): ("sound-the-horns"),
    ((1, 2), (2, 2)): ("night-march measured-order"),
    ((1, 1), (1, 1)): ("chains-broken"),
    ((1, 1),): ("she-bears-reach reckless-thrust"),
    ((1, 1), (1, 2)): ("bow-and-lance"),
}
LIMITS: Final = {kind: commands for commands, kinds in ORDERED.items() for kind in kinds.split()}
TYPES: Final = {"infantry": HOST, "archer": BOWS, "cavalry": RIDERS}
THEIRS: Final = {HOST: GUARD, RIDERS: CAVALIERS, BOWS: ARCHERS}
LEADERS: Final = {"stark": "eddard-stark", "lannister": "tywin-lannister"}
"""Commanders who take three command tokens."""


def commanded(card: Card, which: int) -> Match[State]:
    """Play a card to a commander who has more units beside him than its command may order; choose that command."""
    command, house = card.commands[which], card.house
    kind = command.units[0] if command.units else TYPES[command.classes[0] if command.classes else "infantry"]
    if house == "lannister":
        kind = THEIRS[kind]
    rank = command.ranks[0] if command.ranks else "green"
    leader = next((one.id for one in BOX.commanders if one.person == card.person), LEADERS[house])
    of_box = BOX.units[BOX.unit_number[kind]]
    beside = ("d4", "f4", "e3", "e5")[: of_box.figures // of_box.strength - (kind == COMMANDERS[leader][0])]
    units = (f"e4 {COMMANDERS[leader][0]} green {leader}", *(f"{hex} {kind} {rank}" for hex in beside))
    match = scene(*units, turn=house, hands={house: [card.id]})
    play(match, f"{house}: card {card.id} {leader}")
    if asked(match)[1] == "commands":
        play(match, f"{house}: commands {('first', 'second')[which]}")
    if asked(match)[1].startswith("may."):  # a tactic before the commands
        play(match, f"{house}: pass")
    return match


def test_the_table_names_every_leadership_card() -> None:
    assert {card.kind for card in BOX.cards} == set(LIMITS)


@rule("battles:card.4", "battles:card.6", "battles:zone.8", "battles:zone.10")
@pytest.mark.parametrize("card", BOX.cards, ids=lambda card: card.id)
def test_a_card_orders_as_many_units_as_it_says_and_costs_its_tokens(card: Card) -> None:
    for which, (cost, most) in enumerate(LIMITS[card.kind]):
        match = commanded(card, which)
        assert [event.tokens for event in told(match, CommandsPaid)] == [cost]
        named = 0
        while named <= most and (units := sorted(line for line in offered(match) if line.startswith("unit "))):
            play(match, f"{card.house}: {units[0]}")
            named += asked(match)[1] != "unit.target"
        assert named == most
    assert len(card.commands) == len(LIMITS[card.kind])
