"""The texts of A Song of Ice & Fire in every language."""

import re
import string
from importlib.resources import files

import pytest

from banneret.games.icefire.army import lists
from banneret.games.icefire.army.lists import ArmyList, Company, check_list
from banneret.games.icefire.content.components import FACTIONS, components
from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.languages import catalogue, english_texts, rule_index
from banneret.games.icefire.content.tabletop import tabletop
from banneret.text.catalogue import LANGUAGES, Catalogue

FOLDER = files("banneret.games.icefire").joinpath("text")
OWN = {language: Catalogue.load([FOLDER], language) for language in LANGUAGES}
OTHERS = [language for language in LANGUAGES if language != "en"]
IN_DATA = re.compile(r"(name|title)\.\d{5}$|(ability|attack|cited|reason|rule|section|talent|text)\.")
"""Texts whose English stands in the data."""
ALIKE = ("name.monster", "name.palisade", "name.front", "option.faq", *(f"name.{number}" for number in range(7)),
         "drawing.mode", "drawing.unit", "drawing.ncu", "drawing.player", "drawing.acting", "terminal.deck",
         "terminal.hand", "terminal.unit", "terminal.zone", "card.kind.zone",
         "roster.army", "roster.unit")  # fmt: skip  # several to a line
"""Texts that are the same in English and another language."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_texts_of_english_with_the_same_fields(language: str) -> None:
    ids = {id for id in OWN[language].ids() if IN_DATA.match(id) is None}
    assert ids == set(OWN["en"].ids())
    for id in ids:
        wanted = {frozenset(fields(form)) for form in OWN["en"].forms(id)}
        assert {frozenset(fields(form)) for form in OWN[language].forms(id)} == wanted, id
        assert OWN[language].counted(id) == OWN["en"].counted(id), id
        assert OWN[language].forms(id) != OWN["en"].forms(id) or id in ALIKE, id


@pytest.mark.parametrize("language", OTHERS)
def test_every_card_and_ability_has_its_name(language: str) -> None:
    wanted = {id for id in english_texts() if id.startswith(("name.", "title.", "ability."))}
    assert {id for id in OWN[language].ids() if re.match(r"(name|title)\.\d{5}$|ability\.", id)} == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_data_has_a_name(language: str) -> None:
    texts = catalogue(language)
    table = tabletop(SEASON_6)
    words = {*FACTIONS, *EDITIONS}
    for things in (table.zones, table.tokens, table.pieces, table.layouts, table.modes):
        words |= {thing.id for thing in things}
    words |= {keyword for piece in table.pieces for keyword in piece.keywords}
    for card in components(SEASON_6).tactics.values():
        words |= {keyword for use in card.uses for keyword in use.keywords}
    assert {word for word in words if f"name.{word}" not in texts} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_texts_of_cards_are_translated_with_their_numbers(language: str) -> None:
    kinds = r"(attack|talent|text)\."
    english = {id: text for id, text in english_texts().items() if re.match(kinds, id)}
    assert {id for id in OWN[language].ids() if re.match(kinds, id)} == set(english)
    for id, text in english.items():
        told = OWN[language].text(id)
        assert told != text, id
        assert set(re.findall(r"\d+", told)) == set(re.findall(r"\d+", text)), id


def test_every_fault_is_told_in_words() -> None:
    source = files(lists.__package__).joinpath("lists.py").read_text("utf-8")
    used = set(re.findall(r'"(fault\.[a-z-]+)"', source)) | {
        f"fault.no-{kind}" for kind in ("unit", "ncu", "attachment")
    }
    assert used == {id for id in OWN["en"].ids() if id.startswith("fault.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fault_shows_names_and_not_ids(language: str) -> None:
    foreign = ArmyList(
        faction="stark",
        points=30,
        commander="20201",
        companies=(Company(unit="10201", attachments=("20201",)), Company(unit="10101")),
    )
    texts = catalogue(language)
    told = [texts.render(fault.message) for fault in check_list(foreign, SEASON_6)]
    assert len(told) == 1
    assert texts.name("10101") in told[0]
    assert texts.name("lannister") in told[0]
    assert re.search(r"\d{5}", told[0]) is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_unknown_language_is_english(edition: Edition) -> None:
    assert rule_index(edition, "xx") is rule_index(edition, "en")
    assert catalogue("xx") is catalogue("en")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_is_told_in_the_language(edition: Edition, language: str) -> None:
    wanted = {id for id in english_texts() if re.match(r"(rule|reason|section|cited)\.", id)}
    assert {id for id in OWN[language].ids() if re.match(r"(rule|reason|section|cited)\.", id)} == wanted
    english = rule_index(edition, "en")
    for rule in rule_index(edition, language):
        assert rule.summary != english[rule.id].summary, rule.id
        assert rule.section != english[rule.id].section, rule.id
        assert rule.reason is None or rule.reason != english[rule.id].reason, rule.id
        assert sorted(re.findall(r"\d+", rule.summary.replace(",", "."))) == sorted(
            re.findall(r"\d+", english[rule.id].summary)
        ), rule.id
