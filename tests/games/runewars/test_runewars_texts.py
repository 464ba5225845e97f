"""What is asked, refused and told in a match of Runewars has its words in every language."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.games.runewars.actions import RunewarsAction
from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.sectors import (
    action_id,
    action_ids,
    action_named,
    modifier_id,
    modifier_ids,
    modifier_named,
)
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.events import EVENTS
from banneret.games.runewars.languages import catalogue
from banneret.games.runewars.match_state import MatchState, Step
from banneret.games.runewars.rulebook import RunewarsRulebook
from banneret.games.runewars.settings import Settings
from banneret.kernel.choosers import Chooser
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO

PACKAGE = Path(str(files("banneret.games.runewars")))
BOOK = RunewarsRulebook()
OTHERS = [language for language in LANGUAGES if language != "en"]
LABEL = re.compile(r"[ab]\d+")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def match_of(seed: int = 3, **given: Any) -> Match[MatchState]:  # options as a client sends them
    key = derive_key("seed", seed)
    return Match(BOOK, Origin(2, given, key, BOOK.setup(2, BOOK.options(given, 2), key)))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def kinds_of(kind: type[Chooser[Any]]) -> Iterator[type[Chooser[Any]]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("banneret.games.runewars."):
            yield one
        yield from kinds_of(one)


@cache
def said() -> dict[str, set[str]]:
    """The ids of all messages in the code, with the fields that are given."""
    found: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "say"
                and isinstance(node.args[0], ast.Constant)
            ):
                id = str(node.args[0].value)
                found.setdefault(id, set()).update(one.arg or "**" for one in node.keywords)
    for kind in kinds_of(Chooser):
        if kind.prompt is Chooser.prompt:
            found.setdefault(f"ask.{kind.kind}", set())
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_texts_of_english_with_the_same_fields(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.ids() == english.ids()
    for id in english.ids():
        wanted = {frozenset(fields(form)) for form in english.forms(id)}
        assert {frozenset(fields(form)) for form in other.forms(id)} == wanted, id
        assert other.counted(id) == english.counted(id), id


@pytest.mark.slow
@each_language
def test_every_question_and_refusal_in_the_code_has_words(language: str) -> None:
    texts = catalogue(language)
    used = {id for id in said() if not id.startswith("fault.")}
    assert {id for id in used if id not in texts} == set()


def test_texts_put_in_only_what_is_given() -> None:
    texts = catalogue("en")
    for id, given in said().items():
        if "**" not in given:
            assert fields(texts.forms(id)[0]) <= given | {"place", "card"}, id


@each_language
def test_every_event_has_words_with_fields_of_its_own(language: str) -> None:
    texts = catalogue(language)
    for event in EVENTS:
        id = f"event.{event.__struct_config__.tag}"
        assert id in texts, id
        for form in texts.forms(id):
            assert fields(form) <= {field.name for field in msgspec.structs.fields(event)}, id


@each_language
def test_options_steps_answers_and_all_that_can_be_chosen_are_named(language: str) -> None:
    texts = catalogue(language)
    options = [field.name for field in msgspec.structs.fields(Settings)]
    wanted = {
        f"title.{BOOK.id}",
        *(f"option.{name}" for name in options),
        *(f"option.{name}.help" for name in options),
        *(f"step.{step}" for step in get_args(Step)),
        *(f"do.{kind.__struct_config__.tag}" for kind in get_args(RunewarsAction)),
    }
    assert {id for id in wanted if id not in texts} == set()
    values = {value for domain in BOOK.domains.values() for value in domain}
    assert {value for value in values if f"name.{value}" not in texts and not LABEL.fullmatch(value)} == set()
    assert catalogue("en").text(f"title.{BOOK.id}") == BOOK.title


@each_language
def test_words_of_the_cards_are_named(language: str) -> None:
    texts, found = catalogue(language), components()
    words = set(found.tokens) | {rune for token in found.mana.values() for side in token.sides for rune in side}
    words |= {one.keyword for unit in found.units.values() for one in unit.keywords}
    words |= {one.keyword for piece in tabletop().pieces.values() for one in piece.defensive.keywords}
    words |= {one.keyword for piece in tabletop().pieces.values() for one in piece.dangerous.keywords}
    words |= {card.type for card in found.morale.values()} | {unit.type for unit in found.units.values()}
    words |= {ability.id for unit in found.fielded() for ability in unit.abilities}
    assert {word for word in words if f"name.{word}" not in texts} == set()


def test_sectors_are_called_by_what_they_show() -> None:
    """Every sector of a dial is found by its id, the first of those alike; ids differ where sectors do."""
    for unit in components().fielded():
        for action in unit.actions:
            assert unit.actions[action_named(unit, action_id(action))] == action
        for modifier in unit.modifiers:
            assert unit.modifiers[modifier_named(unit, modifier_id(modifier))] == modifier
    spearmen = components().units["spearmen"]
    assert action_id(spearmen.actions[0]) == "march-2-blue-4"
    assert modifier_id(spearmen.modifiers[0]) == "turn-minus-1-blue"
    assert action_named(spearmen, "march-9-blue-1") == modifier_named(spearmen, "") == -1
    texts = catalogue("en")
    assert texts.name("march-2-blue-4") == "march 2, initiative 4, blue"
    assert len({texts.name(id) for id in action_ids()}) == len(action_ids())
    assert len({texts.name(id) for id in modifier_ids()}) == len(modifier_ids())


def plain(sentence: str) -> set[str]:
    """Words without any accent, which stand in no catalogue."""
    return {word for word in re.findall(r"[^\W\d][\w-]{2,}", sentence) if word.isascii() and not LABEL.fullmatch(word)}


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "size"), [(1, "standard"), (2, "skirmish")])
def test_whatever_is_said_in_a_match_is_said_in_the_language(seed: int, size: str) -> None:
    """In the pseudo-language no plain word is left: neither an id without a name nor a text of the code."""
    texts = BOOK.catalogue(PSEUDO)
    match = match_of(seed, size=size)
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
    assert {sentence for sentence in heard if plain(sentence)} == set()
