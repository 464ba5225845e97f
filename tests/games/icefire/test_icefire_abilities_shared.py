"""Abilities that many cards share: keywords of attacks, houses and companies, flags; and what objectives give."""

from __future__ import annotations

import pytest

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, Edition
from banneret.games.icefire.rules.actions.ranged import targets_from
from banneret.games.icefire.rules.board.hands import hand_limit, refill_to
from banneret.games.icefire.rules.table.affiliations import AFFILIATIONS, VASSALS, counts_as, units_of_person
from banneret.games.icefire.rules.table.conditions import conditions_of, give_condition
from banneret.games.icefire.rules.table.facts import NO_ABILITIES
from banneret.games.icefire.rules.table.surroundings import ignores
from banneret.games.icefire.rules.table.units import unit_card
from banneret.games.icefire.state import Effect, Moment
from banneret.plane import Pose
from tests.games.icefire.ability_table import play_card, shaped, table
from tests.games.icefire.scene import CROSSBOWMEN, GUARDSMEN, OUTRIDERS, SWORDS, laid
from tests.games.icefire.table import Table

both = pytest.mark.parametrize("edition", EDITIONS)
FAR = f"b {CROSSBOWMEN} 42 44 180"
KEYWORDS = {
    "vicious": "vicious", "flail": "vicious", "spiked-flail": "vicious", "blade-and-fang": "vicious",
    "sundering": "sundering", "halberd": "sundering", "tooth-claw": "sundering",
    "precision": "precision", "accute-precision": "precision",
}  # fmt: skip  # several to a line


def line_with(ability: str, edition: Edition, place: str = "24 20 0") -> str:
    """Return a line of a scene with a unit that has an ability, of its own or by an attachment."""
    found = components(edition)
    for unit in found.units.values():
        if ability in unit.abilities:
            return f"a {unit.id} {place}"
    card = next(card for card in found.attachments.values() if ability in card.abilities)
    return f"a {SWORDS if card.type == 'infantry' else OUTRIDERS} {place} | {card.id}"


@both
@pytest.mark.parametrize(("ability", "keyword"), KEYWORDS.items())
def test_keywords_of_attacks(edition: Edition, ability: str, keyword: str) -> None:
    """In melee alone but for the precision that is of all attacks."""
    game = table(line_with(ability, edition), FAR, edition=edition)
    assert keyword in shaped(game, "melee").keywords
    assert (keyword in shaped(game, "long").keywords) == (ability == "accute-precision")
    game.state.effects = (*game.state.effects, Effect(NO_ABILITIES, 0, 1, "turn"))
    if not game.state.cards.abilities[ability].innate:
        assert keyword not in shaped(game, "melee").keywords


@both
@pytest.mark.parametrize(("name", "ability"), AFFILIATIONS.items())
def test_a_unit_counts_as_of_a_house_or_company(edition: Edition, name: str, ability: str) -> None:
    card = next(one for one in components(edition).attachments.values() if ability in one.abilities)
    carrier = SWORDS if card.type == "infantry" else OUTRIDERS
    state = laid(f"a {carrier} 24 20 0 | {card.id}", f"a {carrier} 34 20 0", FAR, edition=edition)
    assert [counts_as(state, unit, name) for unit in (0, 1)] == [True, False]


@both
@pytest.mark.parametrize(("name", "ability"), VASSALS.items())
def test_a_vassal_counts_as_its_lord(edition: Edition, name: str, ability: str) -> None:
    state = laid(line_with(ability, edition), f"a {SWORDS} 34 20 0", FAR, edition=edition)
    assert units_of_person(state, 0, name) == [0]


@both
@pytest.mark.rule("icefire:ruling.74", "icefire:attachment.2")
def test_bran_and_hodor_count_as_bran_stark(edition: Edition) -> None:
    """Their unit does, as long as it lives and only for its own side."""
    units = (f"a {SWORDS} 24 20 0 | 20207", f"a {SWORDS} 34 20 0", f"a {SWORDS} 10 20 0 | 20207", f"{FAR} | 20207")
    state = laid(*units, edition=edition)
    state.health[2] = 0
    assert units_of_person(state, 0, "Bran Stark") == [0]
    assert units_of_person(state, 1, "Bran Stark") == [3]
    assert units_of_person(state, 0, "Robb Stark") == []


@both
def test_who_is_indomitable_is_never_weakened(edition: Edition) -> None:
    game = table(line_with("indomitable", edition), f"a {SWORDS} 34 20 0", FAR, edition=edition)
    for unit in (0, 1):
        give_condition(game, unit, "weakened")
        give_condition(game, unit, "panicked")
    assert [conditions_of(game.state, unit) for unit in (0, 1)] == [["panicked"], ["panicked", "weakened"]]


@both
@pytest.mark.parametrize("keyword", ["rough", "hindering", "dangerous"])
def test_pathfinders_ignore_the_ground(edition: Edition, keyword: str) -> None:
    state = laid(line_with("pathfinder", edition), f"a {GUARDSMEN} 34 20 0", FAR, edition=edition)
    assert [ignores(state, unit, keyword) for unit in (0, 1)] == [True, False]


@both
def test_a_volley_of_arrows_flies_over_all(edition: Edition) -> None:
    """A friend between hides the enemy, but not from archers with that ability."""
    for line, goes in ((line_with("arrow-volley", edition), True), (f"a {CROSSBOWMEN} 24 20 0", False)):
        state = laid(line, f"a {GUARDSMEN} 24 25 0", f"b {GUARDSMEN} 24 31 180", edition=edition)
        weapon = next(attack for attack in unit_card(state, 0).attacks if attack.kind == "long")
        assert (2 in targets_from(state, 0, weapon, Pose(24_000, 20_000, 0))) == goes


@pytest.mark.parametrize("keyword", ["rough", "hindering"])
def test_a_foreseen_charge_goes_over_any_ground(keyword: str) -> None:
    state = laid(line_with("jojens-greensight", EDITION_2021), FAR, edition=EDITION_2021)
    assert not ignores(state, 0, keyword)
    state.effects = (*state.effects, Effect("greensight-charge", 0, 0, "turn"))
    assert ignores(state, 0, keyword)


@both
def test_a_commander_gives_up_the_action_for_that_of_a_friend(edition: Edition) -> None:
    """Another friend in Long Range attacks at once."""
    units = (f"a {SWORDS} 10 20 0 | 20402", f"a {SWORDS} 16 20 0", f"b {GUARDSMEN} 16 24.8 180")
    game = table(*units, edition=edition, commanders=["20402", "20115"], dice=(1, 1, 1, 1, 1, 1))
    moment = Moment("activation", 0, unit=0)
    play_card(game, 0, "40403", moment, "align stay")
    assert moment.replaced
    assert game.chance.draws


# Objectives ------------------------------------------------------------------------------------------------------


def holding(card: int, edition: Edition) -> Table:
    """Return a table on which a unit of seat 0 controls an objective with this card."""
    return Table(f"a {SWORDS} 24 20 0", f"b {GUARDSMEN} 24 44 180", edition=edition, round=2,
                 tokens=[(24_000, 20_000)], claims=[0], token_cards=[card])  # fmt: skip  # several to a line


@both
def test_objective_5_holds_one_card_more(edition: Edition) -> None:
    with_it, without = holding(5, edition).state, holding(6, edition).state
    assert [hand_limit(state, 0) for state in (with_it, without)] == [6, 5]
    assert [refill_to(state, 0) for state in (with_it, without)] == [4, 3]
    assert (hand_limit(with_it, 1), refill_to(with_it, 1)) == (5, 3)


@both
@pytest.mark.parametrize(("card", "keyword"), [(6, "sundering"), (7, "vicious"), (8, "precision")])
def test_objectives_6_to_8_give_keywords_in_melee(edition: Edition, card: int, keyword: str) -> None:
    assert keyword in holding(card, edition).shaped().keywords
    assert keyword not in holding(card, edition).shaped(kind="long").keywords
    assert keyword not in holding(5, edition).shaped().keywords


@both
def test_objective_9_weakens_the_defender(edition: Edition) -> None:
    assert holding(9, edition).shaped().gives == ["weakened"]
    assert holding(9, edition).shaped(kind="long").gives == []


@both
def test_objective_10_gives_the_highest_attack_die_value(edition: Edition) -> None:
    assert holding(10, edition).shaped().highest_value
    assert not holding(6, edition).shaped().highest_value
    assert "sundering" in holding(6, edition).shaped().keywords
