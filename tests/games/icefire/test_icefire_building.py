"""What the builder of lists is offered: cards of a faction with their sections, what fits where, prices, budgets."""

import pytest
from msgspec.structs import replace

from banneret.content.army_drafts import Draft, ListEntry
from banneret.content.army_list_text import ListError
from banneret.games.icefire.army.building import IcefireBuilding
from banneret.games.icefire.army.lists import ArmyList, Company
from banneret.games.icefire.content.components import FACTIONS, Faction, components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.text.message import msg

both = pytest.mark.parametrize("edition", EDITIONS)

SWORDS, BOWMEN, GREY_WIND, CUTTHROATS = "10201", "10205", "10204", "10401"
ROBB, CAPTAIN, BRONN, JAQEN, CATELYN, ARYA = "20201", "20204", "20407", "20221", "30201", "30206"

NORTH = ArmyList(
    faction="stark",
    points=40,
    commander=ROBB,
    companies=(
        Company(unit=SWORDS, attachments=(ROBB,)),
        Company(unit=BOWMEN, attachments=(CAPTAIN,)),
        Company(unit=GREY_WIND),
        Company(unit=CUTTHROATS),
    ),
    ncus=(CATELYN, ARYA),
    enemy=(JAQEN,),
    name="The North",
)
WRONG = ArmyList(
    faction="stark",
    points=30,
    commander=ROBB,
    companies=(
        Company(unit="10999", attachments=(CAPTAIN,)),
        Company(unit=BOWMEN, attachments=("29999", CAPTAIN)),
    ),
    ncus=("39999", CATELYN),
    enemy=("29999", JAQEN),
)
"""A list with an unknown card in each section."""


@both
@pytest.mark.parametrize("faction", FACTIONS)
def test_candidates_are_the_cards_of_the_faction_and_neutral_ones(edition: Edition, faction: Faction) -> None:
    found, offered = components(edition), IcefireBuilding(edition).candidates(faction)
    by_card = {one.card: one for one in offered}
    assert len(by_card) == len(offered)
    assert set(by_card) == {model.id for model in found.models() if found.faction[model.id] in (faction, "neutral")}
    for id, one in by_card.items():
        model = found.model(id)
        assert model is not None
        assert (one.faction, one.leads) == (found.faction[id], model.commander)
        assert one.cost == (0 if model.commander else model.cost)
        if id in found.units:
            section = "units"
        elif id in found.ncus:
            section = "ncus"
        else:
            section = "attachments" if found.attachments[id].enemy is None else "enemy"
        assert one.section == section


def test_an_unknown_faction_is_refused() -> None:
    building = IcefireBuilding(SEASON_6)
    for asked in (
        lambda: building.candidates("frey"),
        lambda: building.army(replace(building.draft(NORTH), faction="frey")),
    ):
        with pytest.raises(ListError, match=r"^army list: faction: 'frey' is not one of stark, lannister, neutral"):
            asked()


def test_candidates_are_of_all_sections() -> None:
    offered = {one.card: one for one in IcefireBuilding(SEASON_6).candidates("stark")}
    sections = {id: offered[id].section for id in (SWORDS, CAPTAIN, CATELYN, JAQEN)}
    assert sections == {SWORDS: "units", CAPTAIN: "attachments", CATELYN: "ncus", JAQEN: "enemy"}
    assert (offered[ROBB].leads, offered[ROBB].cost, offered[CAPTAIN].leads) == (True, 0, False)


@both
@pytest.mark.parametrize(
    ("card", "unit", "fits"),
    [(CAPTAIN, SWORDS, True), (JAQEN, SWORDS, False), (CATELYN, SWORDS, False), (SWORDS, SWORDS, False),
     ("29999", SWORDS, False), (CAPTAIN, "10999", False), (CAPTAIN, CATELYN, False)],
)  # fmt: skip  # several to a line
def test_attachments_fit_into_combat_units_but_not_those_for_enemies(
    edition: Edition, card: str, unit: str, fits: bool
) -> None:
    assert IcefireBuilding(edition).fits(card, ListEntry(card=unit, section="units")) is fits


def test_prices_are_those_of_all_positions() -> None:
    prices = IcefireBuilding(SEASON_6).prices(NORTH)
    assert prices == {"0": 5, "0.0": 0, "1": 6, "1.0": 1, "2": 3, "3": 5, "4": 4, "5": 4, "6": 1}
    assert IcefireBuilding(SEASON_6).prices(WRONG) == {"1": 6, "1.1": 1, "3": 4, "5": 1}


def test_extra_points_are_used_only_for_what_exceeds_the_points() -> None:
    """The army costs 29, 2 of it for attachments of its own faction, and 5 for neutrals."""
    building = IcefireBuilding(SEASON_6)

    def used(points: int) -> list[tuple[str, int, int]]:
        army = replace(NORTH, points=points)
        return [(one.title.id, one.used, one.limit) for one in building.budgets(army)]

    assert used(40) == [("list.points", 29, 40), ("list.extra", 0, 4), ("list.neutral", 5, 12)]
    assert used(29) == [("list.points", 29, 29), ("list.extra", 0, 2), ("list.neutral", 5, 8)]
    assert used(28) == [("list.points", 28, 28), ("list.extra", 1, 2), ("list.neutral", 5, 8)]
    assert used(27) == [("list.points", 27, 27), ("list.extra", 2, 2), ("list.neutral", 5, 8)]
    assert used(26) == [("list.points", 27, 26), ("list.extra", 2, 2), ("list.neutral", 5, 7)]
    old = IcefireBuilding(EDITION_2021).budgets(replace(NORTH, points=28))
    assert [(one.title.id, one.used, one.limit) for one in old] == [("list.points", 29, 28), ("list.neutral", 5, 14)]
    neutral = replace(NORTH, faction="neutral")
    assert [one.title.id for one in building.budgets(neutral)] == ["list.points", "list.extra"]


def test_figures_of_an_army() -> None:
    """Three units of 12 and one of 4; 7, 7, 4 and 7 dice at best; Speed 5, 5, 6 and 5; and two non-combat units."""
    figures = [(one.glyph, one.value) for one in IcefireBuilding(SEASON_6).figures(NORTH)]
    assert figures == [("activations", "6"), ("wounds", "40"), ("dice", "6.2"), ("speed", "5.2″")]
    assert IcefireBuilding(SEASON_6).figures(replace(NORTH, companies=())) == ()


@both
def test_the_health_of_a_unit_and_the_title_of_a_card(edition: Edition) -> None:
    building = IcefireBuilding(edition)
    assert [building.health(ListEntry(card=id)) for id in (SWORDS, GREY_WIND, "10999", CAPTAIN)] == [12, 4, 0, 0]
    assert building.subtitle(ROBB) == msg(f"title.{ROBB}")
    assert building.subtitle(SWORDS) is None
    assert building.subtitle("10999") is None


@both
def test_a_list_as_cards_is_the_same_list_again(edition: Edition) -> None:
    building = IcefireBuilding(edition)
    for army in (NORTH, WRONG):
        draft = building.draft(army)
        assert building.army(draft) == army
    assert [one.section for one in building.draft(NORTH).entries] == [*["units"] * 4, *["ncus"] * 2, "enemy"]
    bare = replace(NORTH, companies=(Company(unit=SWORDS),), ncus=(CATELYN,), enemy=(JAQEN,))
    without = [ListEntry(card=entry.card) for entry in building.draft(bare).entries]
    assert building.army(replace(building.draft(bare), entries=tuple(without))) == bare, (
        "the sections follow from cards"
    )
    unknown = building.army(Draft(faction="Stark", points=1, entries=(ListEntry(card="10999"),)))
    assert unknown.companies == (Company(unit="10999"),)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"points": 0}, "points: 0 is not from 1 to 200"),
        ({"points": 201}, "points: 201 is not from 1 to 200"),
        ({"entries": (ListEntry(card=CAPTAIN, section="attachments"),)}, "section: 'attachments' is not one of units"),
        (
            {"entries": (ListEntry(card=CATELYN, inside=(ListEntry(card=CAPTAIN),)),)},
            f"inside: only a combat unit has cards inside it, not '{CATELYN}'",
        ),
    ],
)
def test_a_mistake_in_a_list_of_cards_names_the_field(change: dict[str, object], fault: str) -> None:
    building = IcefireBuilding(SEASON_6)
    draft = building.draft(NORTH)
    for points in (1, 200):
        assert building.army(replace(draft, points=points)).points == points
    with pytest.raises(ValueError, match=f"^{fault}"):
        building.army(replace(draft, **change))
