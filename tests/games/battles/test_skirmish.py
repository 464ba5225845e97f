"""Skirmishes: commanders in secret, forces by cards or points, terrain and units in turn, and then a battle."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

import banneret
from banneret.bots.player import Player
from banneret.bots.random_bot import RandomBot
from banneret.games.battles.content.components import BOX, HOUSES, RANKS
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.scenario_checks import faults_of
from banneret.games.battles.content.skirmish import CARDS, SUMMARIES, cost
from banneret.games.battles.events.plan import CommandersChosen, PiecesDrawn, UnitPlaced, UnitRaised
from banneret.games.battles.state import State
from banneret.kernel import notation
from banneret.kernel.choosers import Part
from banneret.kernel.creation import from_position
from banneret.kernel.match import Match
from banneret.kernel.questions import Done
from banneret.kernel.rulebook import OptionError, PositionError
from banneret.text.catalogue import LANGUAGES
from tests.games.battles.scene import BOOK, CAVALIERS, GUARD, HEAVY, HOST, asked, offered, play, refused, told

rule = pytest.mark.rule
RAID, FIELD = "raid-in-the-riverlands", "open-field"


def begun(id: str, seed: int = 1, **options: Any) -> Match[State]:
    match: Match[State] = banneret.new_match("battles", seats=2, seed=seed, options={"scenario": id, **options})
    return match


def plan_of(id: str, seed: int) -> Scenario:
    """The plan of a skirmish in which everything was drawn."""
    return begun(id, seed, drawn_setup=True).state.scenario


def on(match: Match[State], kind: str) -> Match[State]:
    """Answer the first option, until a question of a kind comes."""
    while asked(match)[1] != kind:
        seat = next(iter(match.asking))
        match.play(seat, match.asking[seat].options[0])
    return match


def at(match: Match[State], step: str) -> Match[State]:
    """Answer the first option, until a step of the set-up comes."""
    while match.state.step != step:
        seat = next(iter(match.asking))
        match.play(seat, match.asking[seat].options[0])
    return match


def led(match: Match[State]) -> Match[State]:
    """Maege Mormont alone and Kevan Lannister alone lead."""
    return play(match, "stark: lead maege-mormont", "stark: done", "lannister: lead kevan-lannister", "lannister: done")


def house_of(unit: str) -> str:
    return BOX.units[BOX.unit_number[unit]].house


def prices(units: list[tuple[str, str]]) -> int:
    return sum(cost(BOX.units[BOX.unit_number[unit]], rank) for unit, rank in units)


# Commanders


@rule("battles:c15.3", "battles:c15.11")
@pytest.mark.parametrize("id", SUMMARIES)
def test_commanders_are_chosen_in_secret_and_shown_together(id: str) -> None:
    match = begun(id)
    assert set(match.asking) == {0, 1}
    play(match, "stark: lead maege-mormont", "stark: done")
    assert told(match, CommandersChosen) == []
    assert "maege-mormont" not in str(msgspec.to_builtins(match.view([1])))
    play(match, "lannister: lead kevan-lannister", "lannister: done")
    assert [event.commanders for event in told(match, CommandersChosen)] == [("maege-mormont",), ("kevan-lannister",)]


@rule("battles:c15.3", "battles:c15.11")
def test_commanders_are_of_different_persons_and_keep_within_the_limit() -> None:
    match = begun(RAID)
    nobody = refused(match, "stark: done")
    assert (nobody.rule, nobody.reason.id) == ("battles:c15.3", "refuse.lead.nobody")
    assert refused(match, "stark: lead kevan-lannister").reason.id == "refuse.lead.other-house"
    limits = {commander.id: commander.command_limit for commander in BOX.commanders}
    first = next(one for one in BOX.commanders if one.person == "robb-stark")
    play(match, f"stark: lead {first.id}")
    other = next(one for one in BOX.commanders if one.person == "robb-stark" and one != first)
    assert refused(match, f"stark: lead {other.id}").rule == "battles:c15.11"
    every = {one.id for one in BOX.commanders if one.house == "stark" and one.person != "robb-stark"}
    fitting = {one for one in every if limits[one] + limits[first.id] <= 4}
    assert {notation.write(one) for one in match.asking[0].options} == {"done", *(f"lead {one}" for one in fitting)}
    assert every - fitting
    too_many = refused(match, f"stark: lead {min(every - fitting)}")
    assert (too_many.rule, too_many.reason.id) == ("battles:c15.3", "refuse.lead.too-many")
    play(match, f"stark: lead {min(fitting)}")
    assert set(match.asking) == {1}


def test_the_page_knows_how_many_commanders_and_units_are_missing() -> None:
    match = begun(RAID)
    assert match.asking[0].chooser.part() == Part("commanders", 1)
    play(match, "stark: lead maege-mormont")
    more = match.asking[0].chooser.part()
    assert more is not None
    assert (more.missing, more.closing) == (0, Done())
    options = {notation.write(one) for one in match.asking[0].options} - {"done"}
    assert set(more.things) == {line.replace("lead ", "commander:") for line in options}


@rule("battles:c15.6", "battles:c15.16")
@pytest.mark.parametrize("id", SUMMARIES)
def test_momentum_goes_to_a_house_at_random(id: str) -> None:
    assert {led(begun(id, seed)).state.momentum for seed in range(12)} == {0, 1}


# Forces


@rule("battles:c15.1", "battles:c15.2", "battles:c15.4", "battles:c15.7", "battles:c15.8")
def test_a_raid_draws_units_and_terrain_from_cards_without_those_of_its_commanders() -> None:
    assert Counter(card.house for card in CARDS) == {"stark": 8, "lannister": 8}
    assert {card.commander for card in CARDS} - {None} == set(BOX.commander)
    drawn = set()
    for seed in range(16):
        match = led(begun(RAID, seed))
        for house, leader in zip(HOUSES, ("maege-mormont", "kevan-lannister"), strict=True):
            units = [(event.unit, event.rank) for event in told(match, UnitRaised) if event.house == house]
            (pieces,) = (event.pieces for event in told(match, PiecesDrawn) if event.house == house)
            free = [card for card in CARDS if card.house == house and card.commander != leader]
            assert any(
                not Counter(units) - Counter([*one.units, *two.units]) for one in free for two in free if one != two
            )
            assert any(Counter(pieces) == Counter([*a.terrain, *b.terrain]) for a in free for b in free if a != b)
            assert 5 <= len(units) <= 6
            drawn.add(tuple(units))
    assert len(drawn) > 10


@rule("battles:c15.12")
def test_six_units_are_bought_for_the_points_there_are() -> None:
    match = led(begun(FIELD))
    play(match, *["stark: buy winterfell-riders red"] * 2)
    dear = refused(match, "stark: buy war-host-of-the-north red")
    assert (dear.rule, dear.reason.id) == ("battles:c15.12", "refuse.buy.too-dear")
    assert refused(match, f"stark: buy {GUARD} green").reason.id == "refuse.buy.other-house"
    assert {option for option in map(notation.write, match.asking[0].options) if option.endswith("red")} == set()
    play(match, *[f"stark: buy {HOST} green"] * 4)
    assert set(match.asking) == {1}
    play(match, *[f"lannister: buy {HEAVY} green"] * 3)
    gone = refused(match, f"lannister: buy {HEAVY} green")
    assert (gone.rule, gone.reason.id) == ("battles:c15.12", "refuse.buy.no-figures")
    assert f"lannister: {CAVALIERS}" not in str(told(match, UnitRaised))
    play(match, *[f"lannister: buy {GUARD} green"] * 3)
    units = [(event.house, event.unit) for event in told(match, UnitRaised)]
    assert Counter(units)["stark", HOST] == 4
    assert len(units) == 12


@rule("battles:c15.12", "battles:c15.3")
def test_units_of_commanders_use_figures_of_the_box() -> None:
    """Twelve figures make three units, or two and that of Tywin, who is a figure of his own."""
    match = begun(FIELD)
    play(match, "stark: lead maege-mormont", "stark: done", "lannister: lead tywin-lannister", "lannister: done")
    play(match, *[f"lannister: buy {HEAVY} green"] * 2)
    assert refused(match, f"lannister: buy {HEAVY} green").reason.id == "refuse.buy.no-figures"


@pytest.mark.slow
@rule("battles:c15.12")
def test_whatever_is_bought_six_units_can_be() -> None:
    for seed in range(12):
        plan = plan_of(FIELD, seed)
        for house in HOUSES:
            own = [unit for unit in plan.units if house_of(unit.unit) == house and unit.commander is None]
            assert len(own) == 6
            assert prices([(unit.unit, unit.rank) for unit in own]) <= 36


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_the_open_field_tell_the_numbers_of_the_data(language: str) -> None:
    """The numbers are in the data, where a pack may change them; sentences that repeat them are easily forgotten."""

    def told_in(id: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", BOOK.rules(language)[id].summary)]

    summary = SUMMARIES[FIELD]
    plain = [cost(BOX.units[BOX.unit_number[HOST]], rank) for rank in RANKS]
    extra = [cost(BOX.units[BOX.unit_number[unit]], RANKS[0]) - plain[0] for unit in (CAVALIERS, HEAVY)]
    assert told_in("battles:c15.11") == [summary.commanders, summary.command_limit]
    assert told_in("battles:c15.12") == [summary.units, summary.unit_points, *plain, *extra]


# Terrain and units


@rule("battles:c15.9", "battles:c15.13", "battles:c15.17")
def test_terrain_is_laid_in_turn_between_the_sides_and_never_as_a_wall() -> None:
    match = at(led(begun(FIELD)), "strew")
    first = HOUSES[match.state.momentum]
    other = HOUSES[1 - match.state.momentum]
    assert asked(match) == (first, "lay")
    own = refused(match, f"{first}: lay forest a2")
    assert (own.rule, own.reason.id) == ("battles:c15.13", "refuse.lay.own-rows")
    play(match, f"{first}: lay forest e5")
    assert asked(match) == (other, "lay")
    assert match.view([]).game.plan.terrain[match.state.field.place("e5")] == "forest"
    assert refused(match, f"{other}: lay marsh e5").reason.id == "refuse.lay.taken"
    wall = refused(match, f"{other}: lay hill f5")
    assert (wall.rule, wall.reason.id) == ("battles:c15.13", "refuse.lay.wall")
    assert {"lay marsh f5", "lay hill h5"} <= offered(match)
    assert "lay hill f5" not in offered(match)
    assert refused(match, f"{other}: lay river f5").reason.id == "refuse.lay.no-piece"
    assert refused(match, f"{other}: lay marsh o5").reason.id == "refuse.lay.off-board"
    play(match, f"{other}: lay marsh f5", f"{first}: lay hill g5")
    assert {option.partition(" ")[0] for option in offered(match)} == {"lay"}
    assert sum(len(house.pieces) for house in match.view([]).game.muster.values()) == 9


@rule("battles:c15.8", "battles:c15.9")
def test_in_a_raid_only_the_drawn_pieces_are_laid() -> None:
    match = led(begun(RAID))
    house = asked(match)[0]
    (pieces,) = (event.pieces for event in told(match, PiecesDrawn) if event.house == house)
    assert {option.split()[1] for option in offered(match)} == set(pieces)
    missing = ({"forest", "hill", "building", "marsh"} - set(pieces)) or {"river"}
    assert refused(match, f"{house}: lay {min(missing)} e5").reason.id == "refuse.lay.no-piece"


@rule("battles:c15.9", "battles:c15.14", "battles:c15.17")
def test_units_are_placed_in_turn_in_the_own_two_rows() -> None:
    match = at(led(begun(RAID)), "line-up")
    first, other = HOUSES[match.state.momentum], HOUSES[1 - match.state.momentum]
    leader = {"stark": "maege-mormont", "lannister": "kevan-lannister"}
    row = {"stark": "1", "lannister": "9"}
    assert asked(match) == (first, "line-up")
    away = refused(match, f"{first}: post {leader[first]} e5")
    assert (away.rule, away.reason.id) == ("battles:c15.14", "refuse.line-up.not-own-rows")
    assert refused(match, f"{first}: post {leader[first]} e{row[other]}").reason.id == "refuse.line-up.not-own-rows"
    assert refused(match, f"{first}: post {leader[first]} o1").reason.id == "refuse.line-up.off-board"
    play(match, f"{first}: post {leader[first]} e{row[first]}")
    assert asked(match) == (other, "line-up")
    play(match, f"{other}: post {leader[other]} e{row[other]}")
    again = refused(match, f"{first}: post {leader[first]} f{row[first]}")
    assert again.reason.id == "refuse.line-up.no-commander"
    unit = next(option for option in offered(match) if option.startswith("place"))
    _, kind, rank, _ = unit.split()
    assert refused(match, f"{first}: place {kind} {rank} e{row[first]}").reason.id == "refuse.line-up.taken"
    theirs = GUARD if first == "stark" else HOST
    assert refused(match, f"{first}: place {theirs} blue f{row[first]}").reason.id == "refuse.line-up.no-unit"
    at(match, "command")
    assert {event.rank for event in told(match, UnitPlaced)[:2]} == {"blue"}
    rows = {
        house: {int(event.hex[1:]) for event in told(match, UnitPlaced) if event.house == house} for house in HOUSES
    }
    assert rows["stark"] <= {1, 2}
    assert rows["lannister"] <= {8, 9}


@rule("battles:c15.9", "battles:c15.14")
def test_a_house_with_more_units_places_the_rest_alone() -> None:
    """Three commanders bring Stark two units more than the single one of Lannister."""
    match = begun(FIELD)
    play(match, *(f"stark: lead {one}" for one in ("maege-mormont", "rickard-karstark", "greatjon-umber-last-hearth")))
    if 0 in match.asking:
        play(match, "stark: done")
    play(match, "lannister: lead kevan-lannister", "lannister: done")
    at(match, "line-up")
    muster = match.state.muster
    assert muster is not None
    forces = [len(force) for force in muster.force]
    assert forces[0] == forces[1] + 2
    alone = []
    while asked(match)[1] == "line-up":
        ((seat, ask),) = match.asking.items()
        part = ask.chooser.part()
        assert part is not None
        left, others = len(muster.force[seat]), len(muster.force[1 - seat])
        assert part.missing == (1 if others else left)
        if not others:
            alone.append(left)
        match.play(seat, ask.options[0])
        muster = match.state.muster or muster
    assert alone[-2:] == [2, 1]
    placed = Counter(event.house for event in told(match, UnitPlaced))
    assert [placed[house] for house in HOUSES] == forces


@rule("battles:c15.1", "battles:c15.5", "battles:c15.10", "battles:c15.15", "battles:c15.16")
@pytest.mark.parametrize(("id", "captured"), [(RAID, 0), (FIELD, 1)])
def test_then_the_battle_begins_as_the_summary_says(id: str, captured: int) -> None:
    match = at(led(begun(id)), "command")
    state, plan = match.state, match.state.scenario
    assert state.muster is None
    assert faults_of(plan) == []
    assert (plan.rounds, plan.order_rating, plan.leadership_rating, plan.command_tokens) == (6, 4, 3, 3)
    assert (plan.morale.stark, plan.morale.lannister) == ("no-rout", "no-rout")
    assert not plan.objectives
    points = {(one.kind, one.points, one.when) for one in plan.scoring}
    assert points == {("destroyed", 1, "immediate")} | ({("captured", captured, "immediate")} if captured else set())
    for seat, person in enumerate(("maege-mormont", "kevan-lannister")):
        cards = [*state.decks[seat].cards, *state.hands[seat].cards]
        assert len(cards) == 15
        assert {BOX.card[card].person for card in cards} == {None, person}
    assert [sum(pool) for pool in state.pool] == [4, 4]
    assert [len(hand) for hand in state.hands] == [3, 3]


# Drawn, and kept


@pytest.mark.slow
@pytest.mark.parametrize("id", SUMMARIES)
def test_a_drawn_skirmish_has_no_fault_and_asks_nothing_before_the_battle(id: str) -> None:
    summary = SUMMARIES[id]
    for seed in range(8):
        match = begun(id, seed, drawn_setup=True)
        plan = match.state.scenario
        assert match.state.round == 1
        assert match.state.step == "command"
        assert faults_of(plan) == []
        for house, rows in (("stark", (1, 2)), ("lannister", (8, 9))):
            units = [unit for unit in plan.units if house_of(unit.unit) == house]
            leaders = [BOX.commander[unit.commander] for unit in units if unit.commander is not None]
            assert 1 <= len(leaders) == len({leader.person for leader in leaders}) <= summary.commanders
            assert sum(leader.command_limit for leader in leaders) <= summary.command_limit
            assert {int(unit.hex[1:]) for unit in units} <= set(rows)
        strewn = [place for place, name in enumerate(plan.terrain) if name != "plains"]
        assert len(strewn) == 12
        assert {plan.board.row(place) for place in strewn} <= set(range(2, 7))
        for place in strewn:
            if BOX.terrain[plan.terrain[place]].blocks_sight:
                assert not any(BOX.terrain[plan.terrain[to]].blocks_sight for to in plan.board.neighbours[place])


def test_the_same_seed_draws_the_same_skirmish_and_a_position_keeps_it() -> None:
    one, other = begun(FIELD, 5, drawn_setup=True), begun(FIELD, 5, drawn_setup=True)
    assert one.state.scenario == other.state.scenario
    assert plan_of(FIELD, 6) != one.state.scenario
    assert BOOK.decode(BOOK.encode(one.state)).scenario == one.state.scenario


@pytest.mark.parametrize("step", ["forces", "strew", "line-up"])
def test_a_position_keeps_a_skirmish_that_is_still_set_up(step: str) -> None:
    match = led(begun(FIELD)) if step == "forces" else at(led(begun(FIELD)), step)
    if step != "forces":
        on(match, {"strew": "lay", "line-up": "line-up"}[step])
    given = match.position()["state"]
    again: Match[State] = from_position("battles", msgspec.json.decode(msgspec.json.encode(given)))
    assert again.position()["state"] == given
    assert asked(again) == asked(match) if step != "forces" else set(again.asking) == set(match.asking)


@pytest.mark.parametrize(("change", "said"), [
    ({"muster": None}, "required in these steps"),
    ({"scenario": "waystone"}, "waystone is not a skirmish"),
    ({"pieces": [["river-of-gold"], []]}, "muster.pieces: 'river-of-gold'"),
    ({"force": [[["lannisport-guard", "blue", ""]], []]}, "muster.force: 'lannisport-guard'"),
    ({"map": ". . . . .\n. . . .\n. . . . .\n. . . .\n. . . . ."}, "the size differs"),
])  # fmt: skip  # several to a line
def test_a_position_with_a_wrong_muster_is_refused(change: dict[str, Any], said: str) -> None:
    given = at(led(begun(FIELD)), "strew").position()["state"]
    if set(change) <= set(given):
        given |= change
    else:
        given["muster"] |= change
    with pytest.raises(PositionError, match=said):
        BOOK.decode(given)


@pytest.mark.parametrize("id", SUMMARIES)
def test_a_skirmish_is_played_to_its_end(id: str) -> None:
    match, bot = begun(id, 2), RandomBot(2)
    while match.outcome is None:
        seat = next(iter(match.asking))
        match.play(seat, bot.choose(Player(match, seat, 1)))
    assert sorted(place for places in match.outcome.places for place in places) == [0, 1]


def test_an_unknown_skirmish_is_refused() -> None:
    with pytest.raises(OptionError, match="raid-in-the-riverlands, open-field"):
        begun("closed-field", 1)
