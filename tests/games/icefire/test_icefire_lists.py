"""Army lists: the rules that each fault names, prices, random armies."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from banneret.content.army_list_text import write_json
from banneret.games.icefire.army.list_code import read_code, read_short, write_code, write_short
from banneret.games.icefire.army.list_maker import Edition2021Lists
from banneret.games.icefire.army.list_text import read_json, read_list, write_list
from banneret.games.icefire.army.lists import (
    SIZES,
    ArmyList,
    Company,
    bill,
    check_list,
    extra_points,
    is_hopeless,
    is_legal,
    look_up,
    neutral_points,
)
from banneret.games.icefire.army.random_lists import _affordable, _fitting, _offers, _with, random_list
from banneret.games.icefire.content.components import FACTIONS, Faction, components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition, rule_index
from banneret.games.icefire.settings import settings_of
from banneret.kernel.rulebook import OptionError
from tests.games.icefire.armies import (
    ARYA,
    BERSERKERS,
    BOWMEN,
    BRONN,
    CAPTAIN,
    CATELYN,
    CAVALIERS,
    CERSEI,
    CHAMPION,
    CUTTHROATS,
    EDDARD_NCU,
    ELEPHANT,
    GREATJON,
    GREY_WIND,
    GUARDSMEN,
    HONOR_GUARD,
    JAIME_GUARD,
    JAQEN,
    JOFFREY,
    KING_ROBB,
    KINGSGUARD,
    LORD_EDDARD,
    NORTH,
    OSHA,
    OUTRIDERS,
    RAMSAY,
    RICKON,
    ROBB,
    STONE_CROWS,
    STORMCROWS,
    SURVIVALIST,
    SWORDS,
    SWORDSMEN,
    TYRION_GIANT,
    TYWIN,
    YOUNG_WOLF,
    army,
)
from tests.games.icefire.scene import BOOKS


def rules(list_: ArmyList, edition: Edition = SEASON_6, **options: bool) -> list[str]:
    faults = check_list(list_, edition, **options)
    assert all(fault.rule in rule_index(edition) for fault in faults)
    return [fault.rule.partition(":")[2] for fault in faults]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_legal_army_has_no_fault_and_its_price(edition: Edition) -> None:
    assert check_list(NORTH, edition) == ()
    paid = bill(NORTH, edition)
    assert (paid.companies, paid.ncus, paid.total) == (((5, (0,)), (6, (1,)), (3, ())), (4,), 19)


BOTH, SIX, OLD = EDITIONS, (SEASON_6,), (EDITION_2021,)

FAULTY = [
    ("unknown card", army((SWORDS, ROBB), ("10999",)), BOTH, ["army.7"]),
    ("an attachment as a unit", army((SWORDS, ROBB), (CAPTAIN,)), BOTH, ["army.18"]),
    ("a non-combat unit as a unit", army((SWORDS, ROBB), (CATELYN,)), BOTH, ["ncu.1"]),
    ("a unit as a non-combat unit", army((SWORDS, ROBB), ncus=(BOWMEN,)), BOTH, ["army.18"]),
    ("another faction", army((SWORDS, ROBB), (GUARDSMEN,)), BOTH, ["army.7"]),
    ("no commander named", army((SWORDS,), commander=""), BOTH, ["commander.1"]),
    ("no such commander", army((SWORDS,), commander="20999"), BOTH, ["commander.1"]),
    ("no commander", army((SWORDS, CAPTAIN), commander=CAPTAIN), BOTH, ["commander.1"]),
    ("commander in no unit", army((SWORDS,)), BOTH, ["army.16"]),
    ("two commanders", army((SWORDS, ROBB), (BOWMEN, GREATJON)), BOTH, ["army.10"]),
    ("neutral commander", army((SWORDS, RAMSAY), commander=RAMSAY), SIX, ["army.8"]),
    ("neutral commander", army((SWORDS, RAMSAY), commander=RAMSAY), OLD, []),
    ("foreign commander", army((SWORDS, TYWIN), commander=TYWIN), SIX, ["army.8"]),
    ("foreign commander", army((SWORDS, TYWIN), commander=TYWIN), OLD, ["army.7"]),
    ("no unit", army(), BOTH, ["army.16", "victory.8"]),
    ("two attachments", army((SWORDS, ROBB, CAPTAIN)), BOTH, ["army.18"]),
    ("attachment of another type", army((SWORDS, ROBB), (OUTRIDERS, CAPTAIN)), BOTH, ["attachment.6"]),
    ("attachment of a solo unit", army((SWORDS, ROBB), (GREY_WIND, CAPTAIN)), BOTH, ["attachment.4"]),
    ("a character twice", army((SWORDS, ROBB), (BOWMEN, YOUNG_WOLF)), BOTH, ["army.17"]),
    ("a character as attachment and beside", army((SWORDS, ROBB), ncus=(KING_ROBB,)), BOTH, ["army.17"]),
    ("a common card often", army((SWORDS, ROBB), (SWORDS, CAPTAIN), (SWORDS, CAPTAIN)), BOTH, []),
    ("requirement", army((SWORDS, LORD_EDDARD), (GREY_WIND,), commander=LORD_EDDARD), BOTH, ["army.20"]),
    ("ban", army((SWORDS, ROBB), ncus=(KING_ROBB, EDDARD_NCU)), BOTH, ["army.17", "army.20"]),
    ("must hold", army((HONOR_GUARD,), (SWORDS, LORD_EDDARD), commander=LORD_EDDARD), BOTH, ["army.20"]),
    ("holds", army((HONOR_GUARD, LORD_EDDARD), commander=LORD_EDDARD), BOTH, []),
    ("joins nobody", army((SWORDS, ROBB), (BOWMEN, RICKON), (BERSERKERS, OSHA)), BOTH, ["army.20"]),
    ("joins", army((SWORDS, ROBB), (BOWMEN, RICKON, OSHA)), BOTH, []),
    ("two of two", army((SWORDS, ROBB), *[(SWORDS, CHAMPION)] * 2), SIX, []),
    ("three of two", army((SWORDS, ROBB), *[(SWORDS, CHAMPION)] * 3), SIX, ["army.20"]),
    ("three without a limit", army((SWORDS, ROBB), *[(SWORDS, CHAMPION)] * 3), OLD, []),
    ("beside another", army((SWORDS, ROBB), (BOWMEN, CAPTAIN, SURVIVALIST)), SIX, []),
    ("beside another", army((SWORDS, ROBB), (BOWMEN, CAPTAIN, SURVIVALIST)), OLD, ["army.18"]),
    ("elephants", army((SWORDS, ROBB), (ELEPHANT,)), BOTH, ["army.20"]),
    ("for enemies in a unit", army((SWORDS, ROBB), (BOWMEN, JAQEN), ncus=(ARYA,)), BOTH, ["ruling.76"]),
    ("for enemies", army((SWORDS, ROBB), enemy=(JAQEN,), ncus=(ARYA,)), BOTH, []),
    ("for enemies without Arya", army((SWORDS, ROBB), enemy=(JAQEN,)), BOTH, ["army.20"]),
    ("a friend for enemies", army((SWORDS, ROBB), enemy=(CAPTAIN,)), BOTH, ["ruling.76"]),
    ("only neutrals", army((CUTTHROATS, RAMSAY), (SWORDS,), faction="neutral", commander=RAMSAY), BOTH, ["army.13"]),
    ("neutrals", army((CUTTHROATS, RAMSAY), (STORMCROWS, BRONN), faction="neutral", commander=RAMSAY), BOTH, []),
    ("too dear", army((SWORDS, ROBB), points=4), BOTH, ["army.2"]),
    ("Kingsguard", army((KINGSGUARD, JOFFREY), faction="lannister", commander=JOFFREY), BOTH, []),
    (
        "Kingsguard with another",
        army((KINGSGUARD, JOFFREY), (GUARDSMEN, JAIME_GUARD), faction="lannister", commander=JOFFREY),
        BOTH,
        ["army.20", "army.20"],
    ),
]


@pytest.mark.parametrize(
    ("list_", "edition", "wanted"),
    [
        pytest.param(
            list_,
            edition,
            wanted,
            id=f"{name}, {edition}",
            marks=[pytest.mark.rule(*(f"icefire:{rule}" for rule in dict.fromkeys(wanted)))] if wanted else (),
        )
        for name, list_, editions, wanted in FAULTY
        for edition in editions
    ],
)
def test_a_fault_names_its_rule(list_: ArmyList, edition: Edition, wanted: list[str]) -> None:
    assert rules(list_, edition) == wanted


@pytest.mark.rule("icefire:army.20")
def test_a_fault_names_the_persons_who_are_missing_or_barred_with_their_titles() -> None:
    """Where any card of a person will do, it gives the name alone."""

    def told(list_: ArmyList) -> list[tuple[str, object]]:
        fields = [fault.message.fields for fault in check_list(list_, SEASON_6) if fault.rule == "icefire:army.20"]
        return [(str(one["card"]), one.get("others", one.get("other"))) for one in fields]

    lord = "Eddard Stark, Lord of Winterfell"
    assert told(army((SWORDS, ROBB), (HONOR_GUARD,))) == [(HONOR_GUARD, lord), (HONOR_GUARD, (lord,))]
    assert told(army((SWORDS, LORD_EDDARD), (GREY_WIND,), commander=LORD_EDDARD)) == [(GREY_WIND, ("Robb Stark",))]
    assert told(army((SWORDS, ROBB), ncus=(KING_ROBB, EDDARD_NCU))) == [(KING_ROBB, "Eddard Stark")]
    assert told(army((SWORDS, ROBB), (BOWMEN, RICKON), (BERSERKERS, OSHA))) == [(OSHA, "Rickon Stark")]


@pytest.mark.rule("icefire:army.12", "icefire:army-2021.2", "icefire:ruling.69", "icefire:ruling.70")
def test_neutral_share_of_each_edition() -> None:
    assert [neutral_points(points, SEASON_6) for points in SIZES] == [9, 12, 15]
    assert [neutral_points(points, EDITION_2021) for points in SIZES] == [15, 20, 25]
    twelve = army((SWORDS, ROBB), (SWORDSMEN,), (CUTTHROATS,))
    assert bill(twelve, SEASON_6).total - 5 == 12
    assert rules(twelve) == []
    more = replace(twelve, companies=(*twelve.companies, Company(unit=SWORDS, attachments=(BRONN,))))
    assert rules(more) == ["army.12"]
    assert rules(more, EDITION_2021) == []
    twenty = replace(more, companies=(*more.companies, Company(unit=SWORDSMEN)))
    assert rules(twenty, EDITION_2021) == []
    over = replace(twenty, companies=(*twenty.companies, Company(unit=SWORDS, attachments=("20401",))))
    assert rules(over, EDITION_2021) == ["army-2021.2"]
    fault = check_list(over, EDITION_2021)[0]
    assert fault.message.fields == {"neutral": 21, "limit": 20}


@pytest.mark.rule("icefire:army.2", "icefire:army.4", "icefire:army.5")
def test_extra_points_buy_own_attachments_only() -> None:
    assert [extra_points(points, SEASON_6) for points in SIZES] == [3, 4, 5]
    assert [extra_points(points, EDITION_2021) for points in SIZES] == [0, 0, 0]
    full = army(*[(SWORDS, CAPTAIN)] * 3, (SWORDS, ROBB), (SWORDS,), (SWORDS,), points=30)
    assert bill(full, SEASON_6).total == 33
    assert rules(full) == []
    assert rules(full, EDITION_2021) == ["army.2"]
    one_more = army(*[(SWORDS, CAPTAIN)] * 4, (SWORDS, ROBB), (SWORDS,), points=30)
    assert rules(one_more) == ["army.2"]
    sold = army((SWORDS, CAPTAIN), (SWORDS, BRONN), (SWORDS, BRONN), (SWORDS, ROBB), (SWORDS,), (SWORDS,), points=30)
    assert rules(sold) == ["army.17", "army.4"]
    assert check_list(sold, SEASON_6)[1].message.fields == {"total": 33, "points": 30, "extra": 3, "own": 1}


@pytest.mark.rule("icefire:army.9", "icefire:ruling.77")
def test_what_makes_attachments_cheaper() -> None:
    champions = army((SWORDS, LORD_EDDARD), *[(SWORDS, CHAMPION)] * 2, commander=LORD_EDDARD)
    assert bill(champions, SEASON_6).companies == ((5, (0,)), (5, (0,)), (5, (1,)))
    assert bill(champions, EDITION_2021).companies == ((5, (0,)), (5, (1,)), (5, (1,)))
    guard = army((GUARDSMEN, JAIME_GUARD), (GUARDSMEN, TYWIN), faction="lannister", commander=TYWIN, ncus=(CERSEI,))
    assert bill(guard, SEASON_6).companies[0] == (5, (1,))
    assert bill(guard, EDITION_2021).companies[0] == (5, (2,))
    hills = army((STONE_CROWS, TYRION_GIANT), (GUARDSMEN, TYWIN), faction="lannister", commander=TYWIN)
    assert bill(hills, SEASON_6).companies[0] == (5, (0,))
    adaptive = army((STORMCROWS, BRONN), (SWORDS, ROBB))
    assert bill(adaptive, SEASON_6).companies[0] == (5, (0,))
    several = army((STORMCROWS, BRONN, JAIME_GUARD), (STORMCROWS, JAIME_GUARD, BRONN))
    assert bill(several, EDITION_2021).companies == ((5, (1, 1)), (5, (1, 1))), "the most expensive one is cheaper"


@pytest.mark.rule("icefire:card.12", "icefire:army.20")
def test_an_elephant_for_each_infantry_unit_of_the_company() -> None:
    officer = "20418"
    by_name = army((SWORDS, ROBB), (SWORDSMEN,), (ELEPHANT,), points=60)
    assert rules(by_name) == []
    by_officer = army((SWORDS, ROBB), (BOWMEN, officer), (ELEPHANT,), points=60)
    assert rules(by_officer) == []
    two = army((SWORDS, ROBB), (SWORDSMEN,), (ELEPHANT,), (ELEPHANT,), points=80)
    assert rules(two) == ["army.20"]
    assert check_list(two, SEASON_6)[0].message.fields["allowed"] == 1


@pytest.mark.rule("icefire:ruling.78")
def test_a_table_may_leave_out_cards_of_later_seasons() -> None:
    guard = army((KINGSGUARD, JOFFREY), faction="lannister", commander=JOFFREY)
    assert rules(guard, EDITION_2021, later=True) == []
    assert rules(guard, EDITION_2021, later=False) == ["ruling.78"]
    assert check_list(guard, EDITION_2021, later=False)[0].message.fields == {"card": KINGSGUARD, "season": 4}
    assert rules(guard, SEASON_6, later=False) == []


@pytest.mark.parametrize("edition", EDITIONS)
@given(seed=st.integers(0, 2**64), faction=st.sampled_from(FACTIONS), points=st.sampled_from([20, 30, 40, 50]))
@settings(max_examples=6, deadline=None)
def test_random_armies_are_legal_well_filled_and_read_back(
    edition: Edition, seed: int, faction: Faction, points: int
) -> None:
    one = random_list(seed, edition, faction, points)
    assert check_list(one, edition) == ()
    assert one == random_list(seed, edition, faction, points)
    assert points - 4 <= bill(one, edition).total <= points + extra_points(points, edition)
    assert len(components(edition).deck(faction, one.commander)) == 20
    assert read_list(write_list(one, edition), edition) == one
    assert read_code(write_code(one), points, edition) == one
    assert read_json(write_json(one)) == one
    assert read_short(write_short(one)) == one


@given(seed=st.integers(0, 1000), spoiler=st.sampled_from(["character", "type", "foreign", "attachments", "points"]))
@settings(max_examples=10, deadline=None)
def test_a_legal_army_that_is_spoilt_has_the_fault_of_its_rule(seed: int, spoiler: str) -> None:
    one = random_list(seed, SEASON_6, "stark", 30)
    first, *others = one.companies
    if spoiler == "character":
        spoilt, rule = replace(one, enemy=(JAQEN, JAQEN)), "army.17"
    elif spoiler == "type":
        spoilt, rule = (
            replace(one, companies=(*one.companies, Company(unit=CAVALIERS, attachments=(CAPTAIN,)))),
            "attachment.6",
        )
    elif spoiler == "foreign":
        spoilt, rule = replace(one, companies=(*one.companies, Company(unit=GUARDSMEN))), "army.7"
    elif spoiler == "attachments":
        inside = (*first.attachments, CAPTAIN, CAPTAIN)
        spoilt, rule = replace(one, companies=(replace(first, attachments=inside), *others)), "army.18"
    else:
        spoilt, rule = replace(one, points=15), "army.2"
    assert rule in rules(spoilt)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_armies_differ_and_use_many_cards(edition: Edition) -> None:
    armies = [random_list(seed, edition, "lannister", 40, later=edition == SEASON_6) for seed in range(8)]
    assert len({write_code(one) for one in armies}) == 8
    assert len({one.commander for one in armies}) > 3
    used = Counter(company.unit for one in armies for company in one.companies)
    assert len(used) > 10
    assert all(check_list(one, edition, later=edition == SEASON_6) == () for one in armies)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("faction", "commander"), [("stark", LORD_EDDARD), ("lannister", None), ("neutral", None)])
def test_no_card_that_fits_is_left_out_for_lack_of_points(
    edition: Edition, faction: Faction, commander: str | None
) -> None:
    """Armies with 0 to 4 points left, some in the extra points, and with any or no prices that vary."""
    found, fitting = components(edition), 0
    for seed in range(3):
        made = random_list(seed, edition, faction, 30, including=() if commander is None else (commander,))
        for left in range(-3, 5):
            for one in (made, replace(made, ncus=made.ncus[:1]), replace(made, companies=made.companies[:-1])):
                total = bill(one, edition).total
                changed = replace(one, points=max(1, total + left))
                if check_list(changed, edition):
                    continue
                here = look_up(changed, found)
                offers = list(_offers(edition, faction, changed.commander))
                affordable, spent = _affordable(here, offers, edition)
                fit = {
                    offer.card.id
                    for offer in offers
                    if any(is_legal(grown, edition) for grown in _with(changed, offer.card, found))
                }
                assert spent == total
                assert fit <= {card.id for card in affordable}
                assert fit <= {card.id for card in _fitting(here, affordable, spent)}
                fitting += len(fit)
    assert fitting > 20


@pytest.mark.rule("icefire:army.4", "icefire:ruling.73")
def test_extra_points_and_free_attachments_are_offered_where_all_points_are_spent() -> None:
    """Two Sworn Swords for 10: an own attachment for 1 extra point, and the first Champion of Eddard for none."""

    def offered(edition: Edition, points: int) -> set[str]:
        spent = army((SWORDS, LORD_EDDARD), (SWORDS,), commander=LORD_EDDARD, points=points)
        assert check_list(spent, edition) == ()
        here = look_up(spent, components(edition))
        return {card.id for card in _affordable(here, list(_offers(edition, "stark", LORD_EDDARD)), edition)[0]}

    assert {CAPTAIN, CHAMPION} <= offered(SEASON_6, 10)
    assert BRONN not in offered(SEASON_6, 10), "a neutral attachment"
    assert CATELYN not in offered(SEASON_6, 10)
    assert CAPTAIN not in offered(EDITION_2021, 10)
    assert {CAPTAIN, CHAMPION} <= offered(EDITION_2021, 11)
    assert (BOWMEN in offered(EDITION_2021, 15), BOWMEN in offered(EDITION_2021, 16)) == (False, True)
    full = army((SWORDS, LORD_EDDARD), (SWORDS, CAPTAIN), (SWORDS,), commander=LORD_EDDARD, points=15)
    assert (bill(full, SEASON_6).total, check_list(full, SEASON_6)) == (16, ())
    here = look_up(full, components(SEASON_6))
    left = {card.id for card in _affordable(here, list(_offers(SEASON_6, "stark", LORD_EDDARD)), SEASON_6)[0]}
    assert (CHAMPION in left, CAPTAIN in left) == (True, False), "the extra point is spent, but a Champion is free"


@pytest.mark.rule("icefire:army.17", "icefire:army.20")
def test_what_no_army_with_certain_cards_can_have() -> None:
    """A character twice, more of a card than its limit, a card without those that it requires or beside a ban."""
    found = components(SEASON_6)

    def hopeless(card: str, *here: str) -> bool:
        models = [found.model(id) for id in (card, *here)]
        assert None not in models
        wanted, *others = (model for model in models if model is not None)
        return is_hopeless(wanted, others)

    assert [hopeless(YOUNG_WOLF, other) for other in (ROBB, LORD_EDDARD, SWORDS)] == [True, False, False]
    assert not hopeless(SWORDS, SWORDS, SWORDS)
    assert [hopeless(CHAMPION, *[CHAMPION] * number) for number in (0, 1, 2, 3)] == [False, False, True, True]
    assert [hopeless(GREY_WIND, *here) for here in ((), (LORD_EDDARD,), (LORD_EDDARD, YOUNG_WOLF))] == [
        True,
        True,
        False,
    ]
    assert [hopeless(KING_ROBB, *here) for here in ((), (LORD_EDDARD,), (CATELYN,))] == [False, True, False]


@pytest.mark.rule("icefire:ruling.77")
def test_an_attachment_that_a_unit_makes_free_is_offered_where_all_points_are_spent() -> None:
    """Stormcrow Mercenaries reduce the price of an attachment by 1; other units do not."""
    found = components(EDITION_2021)
    for unit, offered in ((STORMCROWS, True), (SWORDSMEN, False)):
        spent = army((SWORDS, ROBB), (SWORDS,), (unit,))
        full = replace(spent, points=bill(spent, EDITION_2021).total)
        assert check_list(full, EDITION_2021) == ()
        cards = _affordable(look_up(full, found), list(_offers(EDITION_2021, "stark", ROBB)), EDITION_2021)[0]
        assert (CAPTAIN in {card.id for card in cards}) == offered


@pytest.mark.rule("icefire:army.20")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("including", "there"),
    [
        ((OSHA, RICKON), {OSHA, RICKON}),
        ((OSHA,), {OSHA, RICKON}),  # whom she requires
        ((ROBB, GREY_WIND), {ROBB, GREY_WIND}),
        ((SWORDS, BOWMEN, CAPTAIN, CATELYN), {SWORDS, BOWMEN, CAPTAIN, CATELYN}),
        ((JAQEN, ARYA), {JAQEN, ARYA}),
    ],
)
def test_a_random_army_contains_cards_that_are_wanted_and_those_that_they_require(
    edition: Edition, including: tuple[str, ...], there: set[str]
) -> None:
    made = random_list(1, edition, "stark", 40, including=including)
    assert check_list(made, edition) == ()
    cards = Counter(id for company in made.companies for id in (company.unit, *company.attachments))
    cards += Counter([*made.ncus, *made.enemy])
    assert there <= set(cards)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("faction", FACTIONS)
def test_random_armies_are_offered_no_further_commander_and_nobody_of_the_story(
    edition: Edition, faction: Faction
) -> None:
    """Non-combat units without a cost exist only for the story."""
    cards = [offer.card for offer in _offers(edition, faction, ROBB)]
    assert cards
    assert not any(card.commander for card in cards)
    assert all(card.cost for card in cards if card.id in components(edition).ncus)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_armies_of_one_commander_begin_with_different_units(edition: Edition) -> None:
    armies = [random_list(seed, edition, "stark", 20, including=(ROBB,)) for seed in range(8)]
    assert {one.commander for one in armies} == {ROBB}
    assert len({one.companies[0].unit for one in armies}) > 2


def test_too_few_points_for_any_army() -> None:
    with pytest.raises(ValueError, match=r"icefire-s6: stark: 3 points are too few"):
        random_list(1, SEASON_6, "stark", 3)


def test_cards_of_later_seasons_are_marked_in_lists() -> None:
    guard = ArmyList(faction="lannister", points=40, commander="20115", companies=(Company(unit=KINGSGUARD),))
    maker = Edition2021Lists()
    assert "# values of season 4" in maker.write(guard, "text")
    assert read_list(maker.write(guard, "text"), EDITION_2021) == guard
    for language, told in (("en", "values of season 4"), ("de", "Werte der Saison 4"), ("hu", "a 4. évad értékei")):
        assert told in maker.lines(guard, maker.catalogue(language))[0].name
    assert "season" not in write_list(guard, SEASON_6)


@pytest.mark.slow
@pytest.mark.rule("icefire:ruling.78")
def test_the_option_of_a_table_leaves_out_cards_of_later_seasons() -> None:
    """From random armies, and from those that are chosen."""
    book, found = BOOKS[EDITION_2021], components(EDITION_2021)
    fielded: dict[bool, int] = {}
    for kept in (True, False):
        states = [
            book.setup(2, book.options({"later_cards": kept, "armies": (one, one)}, 2), bytes([seed] * 16))
            for seed in range(3)
            for one in ("stark", "lannister", "neutral")
        ]
        cards = [
            card
            for state in states
            for card in (*state.card, *(id for inside in state.attachments for id in inside), *state.ncu_card)
        ]
        cards += [card for state in states for deck in state.decks for card in deck.cards]
        fielded[kept] = sum(bool(found.later_season(card)) for card in cards)
    assert fielded[True] > 0
    assert fielded[False] == 0
    berserkers = Company(unit=BERSERKERS, attachments=(ROBB,))
    guard = ArmyList(faction="stark", points=40, commander=ROBB, companies=(berserkers,))
    armies = {"armies": (write_short(guard), "stark")}
    assert settings_of(book.options(armies, 2)).later_cards
    with pytest.raises(OptionError, match=r"armies\[0\]: .*\(icefire:ruling\.78\)"):
        book.options({**armies, "later_cards": False}, 2)
    with pytest.raises(OptionError, match="later_cards"):
        BOOKS[SEASON_6].options({"later_cards": False}, 2)
