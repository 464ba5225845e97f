"""What the builder of lists is offered: cards of a faction, what fits where, prices, budgets and figures."""

import pytest
from msgspec.structs import replace

from banneret.content.army_building import Candidate, Formation
from banneret.content.army_drafts import Draft, ListEntry
from banneret.content.army_list_text import ListError
from banneret.games.runewars.army.building import RunewarsBuilding
from banneret.games.runewars.army.list_maker import RunewarsLists
from banneret.games.runewars.content.components import FACTIONS, Faction, components
from banneret.text.message import msg
from tests.games.runewars.armies import army

BUILDING = RunewarsBuilding()


HOST = army("spearmen 3x2 shield-wall trumpets", "lord-hawthorne 1x1", "rune-golems 2x1")


@pytest.mark.parametrize("faction", FACTIONS)
def test_candidates_are_the_cards_of_the_faction_and_those_of_none(faction: Faction) -> None:
    found, offered = components(), BUILDING.candidates(faction)
    units = {one.card: one for one in offered if one.section == "units"}
    upgrades = {one.card: one for one in offered if one.section == "upgrades"}
    assert set(units) == {id for id, unit in found.units.items() if found.faction[id] == faction and unit.has_dials}
    assert {one.faction for one in units.values()} == {faction}
    assert all(one.cost == found.units[id].rows[0].cost for id, one in units.items())
    known = {id for id, card in found.upgrades.items() if not card.gap and card.unplayed is None}
    assert set(upgrades) == {id for id in known if found.faction[id] in (None, faction)}
    assert all(one.faction == (found.faction[id] or "") for id, one in upgrades.items())
    assert all(one.cost == found.upgrades[id].cost for id, one in upgrades.items())
    assert len(offered) == len(units) + len(upgrades)


def test_a_formation_with_two_rows_is_offered_once() -> None:
    archers = next(one for one in BUILDING.candidates("latari-elves") if one.card == "deepwood-archers")
    assert archers == Candidate(
        card="deepwood-archers",
        section="units",
        faction="latari-elves",
        cost=17,
        forms=tuple(Formation(form=form, cost=cost) for form, cost in (("2x1", 17), ("2x2", 30), ("3x2", 42))),
    )


def test_cards_with_assumptions_are_offered_only_if_they_are_allowed() -> None:
    usual = {one.card for one in BUILDING.candidates("latari-elves")}
    more = {one.card for one in BUILDING.candidates("latari-elves", assumed=True)}
    assert usual < more
    assert {"ventala-skirmishers", "prince-faolan", "warden-of-horn-and-branch"} <= more - usual


@pytest.mark.parametrize(
    ("card", "unit", "fits"),
    [
        ("shield-wall", "spearmen", True),
        ("shield-wall", "rune-golems", True),
        ("lance-corporal", "spearmen", True),  # for infantry
        ("lance-corporal", "oathsworn-cavalry", False),
        ("wraith-step", "kari-wraithstalker", True),  # for her alone
        ("wraith-step", "lord-hawthorne", False),
        ("wraith-step", "spearmen", False),
        ("entrancing-gaze", "lord-vorunthul", True),  # for two units
        ("entrancing-gaze", "vorunthul-the-cursed", True),
        ("entrancing-gaze", "ardus-ixerebus", False),
        ("spearmen", "spearmen", False),
        ("excalibur", "spearmen", False),
        ("shield-wall", "orcs", False),
    ],
)
def test_a_card_fits_into_units_of_its_type_and_those_it_names(card: str, unit: str, fits: bool) -> None:
    assert BUILDING.fits(card, ListEntry(card=unit, section="units")) is fits


@pytest.mark.rule("rw:army.4", "rw:army.7", "rw:army.13")
def test_prices_budgets_and_figures_of_an_army() -> None:
    assert BUILDING.prices(HOST) == {"0": 40, "0.0": 5, "0.1": 2, "1": 34, "2": 28}
    points, unique = BUILDING.budgets(HOST)
    assert (points.title, points.used, points.limit) == (msg("list.points"), 109, 200)
    assert (unique.title, unique.used, unique.limit) == (msg("list.unique"), 1, 2)
    assert BUILDING.budgets(replace(HOST, points=199))[1].limit == 1
    # six trays of 4 figures, one of 1 with 4 wounds, two of 1 with 2; defense 1, 3 and 4 for each tray
    figures = [(one.glyph, one.value) for one in BUILDING.figures(HOST)]
    assert figures == [("activations", "3"), ("trays", "9"), ("wounds", "32"), ("defense", "1.9")]


def test_cards_that_are_unknown_count_for_nothing() -> None:
    wrong = army("aymhelin-scions 2x1 excalibur", "orcs 2x1", "spearmen 9x9", faction="latari-elves")
    assert BUILDING.prices(wrong) == {"0": 25, "0.0": 0, "1": 0, "2": 0}
    assert [one.used for one in BUILDING.budgets(wrong)] == [25, 0]
    figures = [one.value for one in BUILDING.figures(wrong)]
    assert figures == ["1", "2", "6", "–"], "the defense of the Scions depends on runes"
    assert BUILDING.figures(army("orcs 2x1")) == ()
    beside = BUILDING.figures(army("aymhelin-scions 2x1", "leonx-riders 2x1", faction="latari-elves"))
    assert [one.value for one in beside] == ["2", "4", "10", "2.0"], "they do not count for the mean of the others"


def test_the_health_of_a_unit_is_that_of_its_formation() -> None:
    def health(card: str, form: str) -> int:
        return BUILDING.health(ListEntry(card=card, section="units", form=form))

    assert (health("spearmen", "3x2"), health("spearmen", "2x1"), health("carrion-lancers", "2x2")) == (24, 8, 12)
    assert (health("spearmen", "9x9"), health("orcs", "2x1")) == (0, 0)


def test_a_list_as_cards_is_the_same_list_again() -> None:
    named = replace(HOST, name="The Watch", assumed=True)
    draft = BUILDING.draft(named)
    assert (draft.faction, draft.points, draft.name, draft.assumed) == ("daqan-lords", 200, "The Watch", True)
    assert [(one.card, one.section, one.form) for one in draft.entries] == [
        ("spearmen", "units", "3x2"),
        ("lord-hawthorne", "units", "1x1"),
        ("rune-golems", "units", "2x1"),
    ]
    assert [(one.card, one.section) for one in draft.entries[0].inside] == [
        ("shield-wall", "upgrades"),
        ("trumpets", "upgrades"),
    ]
    assert BUILDING.army(draft) == named


def test_cards_without_section_and_formation_are_units_in_their_smallest_one() -> None:
    draft = Draft(faction="Daqan-Lords", points=100, entries=(ListEntry(card="spearmen"), ListEntry(card="orcs")))
    read = BUILDING.army(draft)
    assert [(one.unit, one.formation) for one in read.units] == [("spearmen", "2x1"), ("orcs", "")]
    for wrong, fault in (
        (replace(draft, leader="lord-hawthorne"), "leader: an army has no Commander"),
        (
            replace(draft, entries=(ListEntry(card="spearmen", section="upgrades"),)),
            "section: 'upgrades' is not 'units'",
        ),
    ):
        with pytest.raises(ValueError, match=f"^{fault}"):
            BUILDING.army(wrong)


@pytest.mark.parametrize("form", RunewarsLists().forms)
def test_a_list_in_any_form_is_read_with_its_points(form: str) -> None:
    lists = RunewarsLists()
    written = lists.write(HOST, form)
    assert lists.read(written) == lists.read(written, 200) == HOST
    for points in (199, 201):
        with pytest.raises(ListError, match=f"^army list: points: the list says 200, not {points}"):
            lists.read(written, points)


def test_a_list_is_shown_with_prices_and_faults_at_the_places_of_its_units() -> None:
    lists = RunewarsLists()
    texts = lists.catalogue("en")
    assert [(one.name, one.cost, one.depth) for one in lists.lines(HOST, texts)] == [
        ("Spearmen 3x2", 40, 0),
        ("Shield Wall", 5, 1),
        ("Trumpets", 2, 1),
        ("Lord Hawthorne 1x1", 34, 0),
        ("Rune Golems 2x1", 28, 0),
    ]
    assert lists.title(HOST, texts) == "Daqan Lords"
    assert lists.title(replace(HOST, name="The Watch"), texts) == "The Watch: Daqan Lords"
    assert lists.limit(HOST) == 200
    wrong = army("spearmen 2x1", "spearmen 9x9", "orcs 2x1", points=10)
    assert [(one.card, one.entry) for one in lists.check(wrong)] == [("spearmen", 1), ("orcs", 2), ("", -1)]


def test_starter_lists_are_legal_and_of_all_factions() -> None:
    lists = RunewarsLists()
    assert {one.faction for one in lists.starters} == set(FACTIONS)
    assert all(one.name and not lists.check(one) for one in lists.starters)


def test_an_unknown_faction_is_refused() -> None:
    lists, fault = RunewarsLists(), r"^army list: faction: 'elves' is not one of daqan-lords"
    with pytest.raises(ListError, match=fault):
        BUILDING.candidates("elves")
    with pytest.raises(ListError, match=fault):
        BUILDING.army(replace(BUILDING.draft(HOST), faction="elves"))
    with pytest.raises(ListError, match=fault):
        lists.random(1, "elves", 100)
    assert lists.random(1, "latari-elves", 100).faction == "latari-elves"


def test_a_table_for_a_list_has_the_size_of_its_points() -> None:
    lists = RunewarsLists()
    assert lists.options_for(HOST) == {"size": "standard"}
    assert lists.options_for(replace(HOST, points=100)) == {"size": "skirmish"}
    assert lists.options_for(replace(HOST, points=200, assumed=True)) == {"size": "standard", "assumed_cards": True}
    for points in (99, 101, 150, 201):
        assert lists.options_for(replace(HOST, points=points)) is None
