"""The texts of Battles of Westeros: every component has its name, every card its texts, in every language."""

import re
import string
from importlib.resources import files

import msgspec
import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.battles.actions import BattlesAction
from banneret.games.battles.content.components import (
    BOX,
    CLASSES,
    COMMANDERS,
    HOUSES,
    OVERLAYS,
    TERRAINS,
    TOKENS,
    ZONES,
)
from banneret.games.battles.settings import Settings
from banneret.games.battles.steps import STEPS
from banneret.kernel.creation import new_match
from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO
from tests.games.battles.scene import BOOK

TEXTS = {
    language: Catalogue.load([files("banneret").joinpath("games", "battles", "text")], language)
    for language in LANGUAGES
}
IN_ITS_INDEX = re.compile(r"(rule|reason|section|cited)\.")
"""Texts whose English stands in the rule index."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def ids(language: str) -> set[str]:
    return {id for id in TEXTS[language].ids() if IN_ITS_INDEX.match(id) is None}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_language_has_the_texts_of_english_with_the_same_fields(language: str) -> None:
    assert ids(language) == ids("en")
    for id in ids("en"):
        assert TEXTS[language].counted(id) == TEXTS["en"].counted(id), id
        wanted = fields(TEXTS["en"].forms(id)[0])
        assert {frozenset(fields(form)) for form in TEXTS[language].forms(id)} == {frozenset(wanted)}, id


@each_language
def test_every_component_has_a_name(language: str) -> None:
    units = (unit.id for unit in BOX.units)
    cards = (card.id for card in BOX.cards)
    known = (*HOUSES, *CLASSES, *ZONES, *TOKENS, *COMMANDERS, *TERRAINS, *OVERLAYS, *units, *BOX.keywords, *cards)
    assert {id for id in known if f"name.{id}" not in TEXTS[language]} == set()
    names = {TEXTS[language].name(card.id) for card in BOX.cards}
    assert len(names) == len({card.kind for card in BOX.cards})
    assert len({TEXTS[language].name(id) for id in COMMANDERS}) == len(COMMANDERS)


@each_language
def test_every_card_says_each_of_its_commands_and_its_tactic(language: str) -> None:
    wanted = set()
    for card in BOX.cards:
        wanted |= {f"card.{card.kind}.command.{number}" for number, _ in enumerate(card.commands, 1)}
        wanted |= {f"card.{card.kind}.tactic"} if card.tactic is not None else set()
    found = {id for id in ids(language) if re.fullmatch(r"card\.[\w-]+\.(command\.\d|tactic)", id)}
    assert found == wanted


def test_cards_that_are_alike_say_the_same_and_only_they() -> None:
    """A text belongs to a kind of card, so that the cards of a kind must do the same."""
    kinds: dict[str, object] = {}
    for card in BOX.cards:
        assert kinds.setdefault(card.kind, (card.commands, card.tactic)) == (card.commands, card.tactic), card.id


def test_the_words_of_a_tactic_name_the_numbers_of_its_data() -> None:
    """A pack may change numbers; but as printed here, what the data say is what the text says."""
    words = {1: ("one",), 2: ("two", "up to two")}
    for card in BOX.cards:
        if card.tactic is None:
            continue
        text = TEXTS["en"].text(f"card.{card.kind}.tactic")
        for token in card.tactic.condition.pool:
            assert token in text, card.id
        for zone in (card.tactic.condition.own_morale_at_least, card.tactic.condition.enemy_morale_at_most):
            assert zone is None or f"morale is {zone} or " in text, card.id
        if card.tactic.effect in ("bonus-dice", "bonus-move", "rally", "morale"):
            assert any(word in text for word in words[card.tactic.amount]) or "rally the unit" in text, card.id


@each_language
def test_options_steps_and_kinds_of_answers_are_named(language: str) -> None:
    options = [field.name for field in msgspec.structs.fields(Settings)]
    answers = [kind.__struct_config__.tag for kind in BattlesAction.__args__]
    wanted = {
        "title.battles",
        *(f"option.{name}" for name in options),
        *(f"option.{name}.help" for name in options),
        *(f"step.{step}" for step in STEPS),
        *(f"do.{answer}" for answer in answers),
    }
    assert wanted - ids(language) == set()
    assert {id for id in ids(language) if id.startswith(("option.", "step.", "do.")) and id not in wanted} == set()


def test_the_terms_of_the_evaluation_are_named() -> None:
    match = new_match("battles", seats=2, seed=1)
    terms = BOOK.judging.evaluate(match.state, 0).terms
    assert {f"term.{term}" for term in terms} == {id for id in ids("en") if id.startswith("term.")}


@pytest.mark.parametrize("scenario", ["ambush-in-the-wolfswood", "wolf-raiders", "burning-harvest"])
def test_whatever_is_said_in_a_battle_is_said_in_the_language(scenario: str) -> None:
    """In the pseudo-language no plain word is left: neither an id without a name nor a text of the code."""
    texts = BOOK.catalogue(PSEUDO)
    match = new_match("battles", seats=2, seed=1, options={"scenario": scenario})
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(2)}
    heard = set()
    while asking := match.asking:
        seat = min(asking)
        heard |= {texts.render(asking[seat].prompt), texts.label(match.label)}
        play_for(bots, match, seat, seed=1, once=True)
    for seats in (range(2), None):
        heard |= {texts.render_event(event) for _, event in match.events_for(seats)}
    assert match.outcome is not None
    heard.add(texts.name(match.outcome.reason))
    plain = {
        word
        for sentence in heard
        for word in re.findall(r"\w{3,}", sentence)
        if word.isascii() and not word.isdigit() and re.fullmatch(r"[a-z]\d+", word) is None
    }
    assert plain == set()
