"""What is asked, refused and told in a match of A Song of Ice & Fire has its words in every language."""

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
from banneret.games.icefire.actions import IcefireAction
from banneret.games.icefire.content.languages import catalogue
from banneret.games.icefire.events import EVENTS
from banneret.games.icefire.rulebook import Icefire2021Rulebook, IcefireRulebook
from banneret.games.icefire.rules.window_prompts import window_prompt
from banneret.games.icefire.settings import Settings2021
from banneret.games.icefire.state import EVENTS as MOMENTS
from banneret.games.icefire.state import NO_UNIT, Moment, State, Use
from banneret.games.icefire.steps import STEPS
from banneret.kernel.choosers import Chooser
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.stream import derive_key
from banneret.text.catalogue import LANGUAGES
from banneret.text.pseudo import PSEUDO
from tests.games.icefire.ability_table import FIELD
from tests.games.icefire.scene import laid

PACKAGE = Path(str(files("banneret.games.icefire")))
BOOKS = (IcefireRulebook(), Icefire2021Rulebook())
ASKED_BY = {
    # the function or class, the position of the argument that names the question, and the ids derived from it
    "MayChooser": (0, "ask.may"),
    "may": (1, "ask.may"),
    "UnitChooser": (2, "ask.unit"),
    "choose_unit": (3, "ask.unit"),
    "may_choose_unit": (3, "ask.unit"),
    "_target": (3, "ask.unit"),
    "choose": (3, "ask.unit"),
    "CardChooser": (1, "ask.card"),
    "ThingChooser": (1, "ask.choose"),
    "choose_condition": (3, "ask.condition"),
    "PlayerChooser": (1, "ask.player"),
    "PivotSpace": (2, "ask.pivot"),
    "pivot": (2, "ask.pivot"),
    "ShiftSpace": (3, "ask.shift"),
    "shift": (3, "ask.shift"),
}
each_language = pytest.mark.parametrize("language", LANGUAGES)


def match_of(book: IcefireRulebook, **given: Any) -> Match[State]:  # options as a client sends them
    key = derive_key("seed", 3)
    return Match(book, Origin(2, given, key, book.setup(2, book.options(given, 2), key)))


def calls() -> Iterator[ast.Call]:
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def words(node: ast.expr) -> set[str]:
    """Every literal text that an argument can be."""
    if isinstance(node, ast.IfExp):
        return words(node.body) | words(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@cache
def said() -> dict[str, set[str]]:
    """The ids of all messages in the code, with the fields that are given; None given: not known from here."""
    found: dict[str, set[str]] = {}
    for call in calls():
        name = name_of(call)
        if name == "say" and call.args and isinstance(call.args[0], ast.Constant):
            found.setdefault(str(call.args[0].value), set()).update(one.arg or "**" for one in call.keywords)
        if name in ASKED_BY:
            place, prefix = ASKED_BY[name]
            given = call.args[place] if len(call.args) > place else None
            given = next((one.value for one in call.keywords if one.arg == "what"), given)
            for what in words(given) if given is not None else ():
                found.setdefault(f"{prefix}.{what}", set())
    for kind in kinds_of(Chooser):
        if "prompt" not in vars(kind) and kind.prompt is Chooser.prompt:
            found.setdefault(f"ask.{kind.kind}", set())
    for moment in MOMENTS:
        found[f"ask.window.{moment}"] = {"unit"}
        found[f"window.{moment}"] = set()
    for window in ("ncu-activation", "order", "order-at-target", "targeted-by"):
        found[f"ask.window.{window}"] = set()
    for what in ("lose", "give", "expend"):
        found[f"ask.condition.{what}"] = {"unit"}
    found["ask.pivot.charge"] = {"unit"}
    for condition in ("attack", "defense", "test", "weakened", "vulnerable", "panicked"):
        found[f"ask.reroll.{condition}"] = {"dice"}
    return found


def kinds_of(kind: type[Chooser[Any]]) -> Iterator[type[Chooser[Any]]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("banneret.games.icefire."):
            yield one
        yield from kinds_of(one)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.slow
@each_language
def test_every_question_and_refusal_in_the_code_has_words(language: str) -> None:
    texts = catalogue(language)
    assert {id for id in said() if id not in texts} == set()


def test_texts_put_in_only_what_is_given() -> None:
    texts = catalogue("en")
    for id, given in said().items():
        if id.startswith("refuse.") or id in ("ask.maneuver", "ask.march", "ask.retreat", "ask.action", "check.move"):
            assert fields(texts.forms(id)[0]) <= given, id


def test_a_window_that_may_be_without_a_unit_names_none() -> None:
    texts = catalogue("en")
    for moment in ("round-start", "round-end", "turn-start", "turn-end"):
        assert fields(texts.text(f"ask.window.{moment}")) == set(), moment


_USE = Use(0, 0, "order-mark-target", Moment("turn-start", 0))
_CARD = Use(0, NO_UNIT, "40201", Moment("turn-start", 0))


@each_language
@pytest.mark.parametrize(("moment", "id", "named"), [
    (Moment("activation", 0, unit=0), "activation", {"unit": "a1"}),
    (Moment("activation", 0, ncu=0), "ncu-activation", {"ncu": "an1"}),
    (Moment("zone-claimed", 0, ncu=0, zone="wealth"), "zone-claimed", {"ncu": "an1", "zone": "wealth"}),
    (Moment("zone-done", 0, ncu=0, zone="wealth"), "zone-done", {"zone": "wealth"}),
    (Moment("influenced", 0, target=1, ncu=0), "influenced", {"ncu": "an1", "target": "b1"}),
    (Moment("card-played", 0, by="card", use=_CARD), "card-played", {"card": "40201"}),
    (Moment("targeted", 0, target=1, by="card", use=_CARD), "targeted-by", {"cause": "40201", "target": "b1"}),
    (Moment("targeted", 0, target=1, by="zone", zone="wealth"), "targeted-by", {"cause": "wealth", "target": "b1"}),
    (Moment("targeted", 0, target=1, by="ncu", ncu=0), "targeted-by", {"cause": "an1", "target": "b1"}),
    (Moment("targeted", 0, unit=0, target=1, by="ability"), "targeted-by", {"cause": "a1", "target": "b1"}),
    (Moment("targeted", 0, target=1, by="ability"), "targeted", {"target": "b1"}),
    (Moment("targeted", 0, unit=0, target=0, by="order", use=_USE), "order", {"unit": "a1", "card": _USE.id}),
    (Moment("targeted", 0, unit=0, target=1, by="order", use=_USE), "order-at-target",
     {"unit": "a1", "target": "b1", "card": _USE.id}),
])  # fmt: skip  # several to a line
def test_a_window_names_what_it_responds_to(language: str, moment: Moment, id: str, named: dict[str, str]) -> None:
    state = laid(*FIELD, ncus=["a 30205"])
    prompt = window_prompt(state, moment)
    assert prompt.id == f"ask.window.{id}"
    assert fields(catalogue(language).text(prompt.id)) == set(named)
    assert named.items() <= prompt.fields.items()


@each_language
def test_every_event_has_words_with_fields_of_its_own(language: str) -> None:
    texts = catalogue(language)
    for event in EVENTS:
        id = f"event.{event.__struct_config__.tag}"
        assert id in texts, id
        for form in texts.forms(id):
            assert fields(form) <= {field.name for field in msgspec.structs.fields(event)}, id


@each_language
def test_options_steps_answers_and_words_of_answers_are_named(language: str) -> None:
    texts = catalogue(language)
    options = [field.name for field in msgspec.structs.fields(Settings2021)]
    wanted = {
        *(f"title.{book.id}" for book in BOOKS),
        *(f"option.{name}" for name in options),
        *(f"option.{name}.help" for name in options),
        *(f"step.{step}" for step in STEPS),
        *(f"do.{kind.__struct_config__.tag}" for kind in get_args(IcefireAction)),
        *(
            f"name.{word}"
            for domain in ("zone", "card", "order", "condition", "bearing", "alignment", "arc", "edge", "player",
                           "action", "choice")
            for word in BOOKS[0].domains[domain]
            if re.fullmatch(r"[a-d]n?\d+", word) is None
        ),
    }  # fmt: skip  # several to a line
    assert {id for id in wanted if id not in texts} == set()
    there = {id for id in texts.ids() if id.startswith(("option.", "step.", "do."))}
    assert there - wanted == set()


@pytest.mark.parametrize("book", BOOKS, ids=[book.id for book in BOOKS])
def test_whatever_is_said_in_a_match_is_said_in_the_language(book: IcefireRulebook) -> None:
    """In the pseudo-language no plain word is left: neither an id without a name nor a text of the code."""
    texts = book.catalogue(PSEUDO)
    match = match_of(book, points=20, armies=["stark", "lannister"])
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
        for word in re.findall(r"[\w-]{3,}", sentence)
        if word.isascii() and not word.isdigit() and re.fullmatch(r"[a-d]n?\d+|d3-\d|-?\d+", word) is None
    }
    assert plain == set()
