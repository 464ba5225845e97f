"""The texts of every game, and of the page, in every language: complete, with the same fields, and used."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from banneret.bots import Bot, RandomBot, play_for
from banneret.bots.judging import judging_of
from banneret.games.thrones.steps import STEPS
from banneret.kernel import questions
from banneret.kernel.creation import new_match
from banneret.kernel.registry import registered
from banneret.kernel.rulebook import Rulebook
from banneret.show.showing import showing_of
from banneret.text.catalogue import LANGUAGES, Catalogue
from banneret.text.pseudo import PSEUDO

BOOKS = registered()
OTHERS = [language for language in LANGUAGES if language != "en"]
SVG = "{http://www.w3.org/2000/svg}"
COORDINATE = re.compile(r"[a-z]{1,2}\d{1,2}", re.IGNORECASE)
"""What is called so in every language, such as a hex or the number of a unit."""

HOUSES = "baratheon lannister stark martell greyjoy tyrell"
PEOPLE = """
    stannis-baratheon renly-baratheon salladhor-saan melisandre tywin-lannister ser-gregor-clegane ser-jaime-lannister
    ser-kevan-lannister tyrion-lannister cersei-lannister eddard-stark robb-stark roose-bolton ser-rodrick-cassel
    catelyn-stark areo-hotah obara-sand arianne-martell nymeria-sand doran-martell victarion-greyjoy balon-greyjoy
    theon-greyjoy asha-greyjoy ser-loras-tyrell randyll-tarly ser-garlan-tyrell margaery-tyrell alester-florent
"""
PLACES = """
    crackclaw-point flints-finger greywater-watch harrenhal karhold pyke salt-shore seagard searoad-marches stoney-sept
    three-towers widows-watch yronwood
"""
# The German edition of the game leaves most names on its board in English; the Hungarian novels do with some.
GERMAN_PLACES = """
    blackwater castle-black dragonstone highgarden kings-landing kingswood lannisport moat-cailin oldtown princes-pass
    riverrun starfall storms-end sunspear white-harbor winterfell bay-of-ice blackwater-bay east-summer-sea ironmans-bay
    redwyne-straights shipbreaker-bay sunset-sea west-summer-sea
"""
HUNGARIAN_PEOPLE = "ser-davos-seaworth patchface dagmar-cleftjaw aeron-damphair mace-tyrell"
# The cards of people by their numbers.
CARDS_OF_PEOPLE = """
    10107 20103 20106 20109 20111 20114 20116 20118 20121 20126 20127 20129 20201 20206 20208 20209 20210 20211
    20214 20215 20218 20219 20220 20227 20228 20406 20407 20409 20410 20411 20412 20415 20420 20421 20422 20424
    20426 30102 30106 30108 30109 30201 30202 30204 30205 30206 30208 30209 30210 30402 30406 30407 30408 30409
    hodor hodor-thrice
"""
HUNGARIAN_CARDS = """
    20104 20105 20107 20108 20110 20112 20115 20117 20119 20120 20128 20130 20202 20205 20213 20216 20217 20221
    20225 20229 20402 20403 20404 20413 30101 30104 30105 30107 30207 30405
"""
HODOR = ["ability.hodor", "ability.hodor-thrice"]
CHARACTERS = """
    ankaur-maro ankaur-maro-cavalry-upgrade ankaur-maro-infantry-upgrade ardus-ixerebus ardus-ixerebus-infantry-upgrade
    kethra-alaak kethra-alaak-cavalry-upgrade kethra-alaak-infantry-upgrade lord-hawthorne
    lord-hawthorne-cavalry-upgrade lord-hawthorne-infantry-upgrade lord-vorunthul lord-vorunthul-infantry-upgrade
    maegan-cyndewin maegan-cyndewin-cavalry-upgrade maegan-cyndewin-infantry-upgrade
"""
GERMAN_CHARACTERS = "baron-zachareth baron-zachareth-cavalry-upgrade baron-zachareth-infantry-upgrade"
GERMAN_SECTIONS = ["section.47 Initiative", "section.51 Mana", "section.76 Timing"]
GERMAN_HEADINGS = ["terminal.deck", "terminal.hand", "terminal.unit"]  # Deck, Hand, Name
BATTLES_NAMES = [
    "card.token.catelyn",
    "card.token.edmure",
    "name.catelyn",
    "name.edmure",
    "name.lannister",
    "name.stark",
]
UNCHANGED = {
    ("thrones", "de"): [
        *(f"name.{name}" for name in f"{HOUSES} {PEOPLE} {PLACES} {GERMAN_PLACES}".split()),
        "said.unit",  # "Ship in Lannisport"
    ],
    ("thrones", "hu"): [f"name.{name}" for name in f"{HOUSES} {PEOPLE} {PLACES} {HUNGARIAN_PEOPLE}".split()],
    ("battles", "de"): BATTLES_NAMES,
    ("battles", "hu"): BATTLES_NAMES,
    **{
        (book, "de"): [
            *(f"name.{card}" for card in f"{CARDS_OF_PEOPLE} 30403 monster palisade".split()),
            *HODOR,
            "card.kind.zone",
            "option.faq",
            "title.20403",
            *GERMAN_HEADINGS,
        ]
        for book in ("icefire-s6", "icefire-2021")
    },
    **{
        (book, "hu"): [*(f"name.{card}" for card in f"{CARDS_OF_PEOPLE} {HUNGARIAN_CARDS}".split()), *HODOR]
        for book in ("icefire-s6", "icefire-2021")
    },
    ("runewars", "de"): [
        "about.title.runewars",
        *(f"name.{name}" for name in f"{CHARACTERS} {GERMAN_CHARACTERS}".split()),
        *GERMAN_SECTIONS,
        "card.initiative",
        "card.kind.rune",
        "odds.field.attacking",
        "odds.field.defending",
        "terminal.unit",
    ],
    ("runewars", "hu"): ["about.title.runewars", *(f"name.{name}" for name in CHARACTERS.split()), "section.51 Mana"],
    ("server", "de"): [
        "armies.code",
        "admin.status",
        "board.zoom",
        "lobby.title",
        "panel.chat",
        "passkey.title",
        "privacy.chat",
        "seat.bot",
    ],
    ("server", "hu"): ["admin.role-admin", "seat.bot"],
}
"""What is the same as in English: names, and words that are. Every other text has to differ."""


def server_texts(language: str) -> Catalogue:
    return Catalogue.load([files("banneret").joinpath("server", "text")], language)


CATALOGUES: dict[str, Callable[[str], Catalogue]] = {
    **{book.id: book.catalogue for book in BOOKS},
    "server": server_texts,
}
"""Where texts in all languages are from: every game (and the kernel with it), and the page."""


def title(value: object) -> str:
    return value.id if isinstance(value, Rulebook) else str(value)


@pytest.fixture(params=BOOKS, ids=title)
def book(request: pytest.FixtureRequest) -> Rulebook[Any]:
    found: Rulebook[Any] = request.param
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def has_words(text: str) -> bool:
    return re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) is not None


# Catalogues


@pytest.mark.parametrize(("source", "language"), list(product(CATALOGUES, [*OTHERS, PSEUDO])))
def test_a_language_has_the_texts_of_english_with_the_same_fields(source: str, language: str) -> None:
    english, other = CATALOGUES[source]("en"), CATALOGUES[source](language)
    assert other.language == language
    assert other.ids() == english.ids()
    for id in english.ids():
        assert other.counted(id) == english.counted(id), id
        wanted = fields(english.forms(id)[0])
        for form in (*english.forms(id), *other.forms(id)):
            assert form.strip(), id
            assert fields(form) == wanted, id


@pytest.mark.parametrize(("source", "language"), list(product(CATALOGUES, OTHERS)))
def test_only_names_are_the_same_as_in_english(source: str, language: str) -> None:
    english, other = CATALOGUES[source]("en"), CATALOGUES[source](language)
    same = {id for id in english.ids() if english.forms(id) == other.forms(id) and has_words(english.forms(id)[0])}
    assert same == set(UNCHANGED.get((source, language), []))


@pytest.mark.parametrize(("source", "language"), list(product(CATALOGUES, LANGUAGES)))
def test_a_number_chooses_among_the_forms_its_language_has(source: str, language: str) -> None:
    """Hungarian nouns stay as they are behind a number; German and English have two forms."""
    texts = CATALOGUES[source](language)
    counted = [id for id in texts.ids() if texts.counted(id) is not None]
    assert {len(texts.forms(id)) for id in counted} <= {1 if language == "hu" else 2}
    for id in counted:
        assert all(texts.counted(id) in fields(form) for form in texts.forms(id)), id


def test_an_unknown_language_reads_english(book: Rulebook[Any]) -> None:
    assert book.catalogue("xx").language == "en"
    assert book.rules("xx") is book.rules("en")


# What the game says


@cache
def code_of(package: str) -> tuple[ast.AST, ...]:
    folder = Path(str(import_module(package).__file__)).parent
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))]
    return tuple(node for tree in trees for node in ast.walk(tree))


def constants(package: str) -> set[str]:
    """Every string that stands in the code of a game."""
    nodes = code_of(package)
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def kinds(package: str) -> set[str]:
    """The kinds of questions a game asks: its own, and those of the kernel that it imports."""
    classes = [node for node in code_of(package) if isinstance(node, ast.ClassDef)]
    assigned = [line for cls in classes for line in cls.body if isinstance(line, ast.Assign)]
    imports = [node for node in code_of(package) if isinstance(node, ast.ImportFrom)]
    shared = [one.name for node in imports if node.module == questions.__name__ for one in node.names]
    own = {ast.literal_eval(line.value) for line in assigned if ast.unparse(line.targets[0]) == "kind"}
    return own | {kind for name in shared if (kind := getattr(getattr(questions, name), "kind", ""))}


def refusals(package: str) -> tuple[re.Pattern[str], ...]:
    """The message ids of a game's refusals, as patterns: what is put in at run time is left open."""
    found = []
    for node in code_of(package):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "msg":
            id = ast.unparse(node.args[0])
            if re.match(r"f?'refuse\.", id):
                found.append(
                    re.compile(re.sub(r"\\\{.*?\\\}", r"[\\w.-]+", re.escape(ast.literal_eval(id.lstrip("f")))))
                )
    return tuple(found)


@pytest.mark.slow
def test_whatever_the_game_asks_has_a_text_and_no_text_is_left_over(book: Rulebook[Any]) -> None:
    """A kind of question that many rules ask has a text for each: `ask.may.retreat` is of the kind `may`."""
    package = type(book).__module__.rpartition(".")[0]
    asked = {tuple(id.split(".")[1:]) for id in book.catalogue().ids() if id.startswith("ask.")}
    assert {kind for kind, *_ in asked} == kinds(package)
    assert {what for _, *rest in asked for what in rest} - constants(package) == set()


def test_whatever_the_game_refuses_has_a_text_and_no_text_is_left_over(book: Rulebook[Any]) -> None:
    package = type(book).__module__.rpartition(".")[0]
    ids = {id for id in book.catalogue().ids() if id.startswith("refuse.") and not id.startswith("refuse.kernel.")}
    patterns, written = refusals(package), constants(package)
    assert patterns
    assert [p.pattern for p in patterns if not any(p.fullmatch(id) for id in ids)] == []
    for id in ids:
        assert any(pattern.fullmatch(id) for pattern in patterns), id
        _, _, rest = id.partition(".")
        assert written & {id, rest, rest.rpartition(".")[2]}, id


def test_every_event_has_a_text_that_knows_its_fields(book: Rulebook[Any]) -> None:
    texts = book.catalogue()
    for event in book.events:
        id = f"event.{event.__struct_config__.tag}"
        assert id in texts
        assert fields(texts.forms(id)[0]) <= {field.name for field in msgspec.structs.fields(event)}, id
    tags = {f"event.{event.__struct_config__.tag}": msgspec.structs.fields(event) for event in book.events}
    without = {f"{tag}.no-{field.name}" for tag, known in tags.items() for field in known}  # texts for a missing field
    assert {id for id in texts.ids() if id.startswith("event.")} - without == set(tags)


def test_every_thing_that_can_be_chosen_and_every_option_has_a_name(book: Rulebook[Any]) -> None:
    texts = book.catalogue()
    values = {value for domain in book.domains.values() for value in domain if isinstance(value, str)}
    assert {value for value in values if f"name.{value}" not in texts and not COORDINATE.fullmatch(value)} == set()
    for field in msgspec.structs.fields(book.Options):
        assert f"option.{field.name}" in texts
        assert f"option.{field.name}.help" in texts
    assert f"title.{book.id}" in texts
    assert texts.text(f"title.{book.id}") == book.title


@pytest.mark.parametrize(("book", "language"), list(product(BOOKS, LANGUAGES)), ids=title)
def test_labels_and_endings_are_said_in_the_language(book: Rulebook[Any], language: str) -> None:
    match = new_match(book.id, seed=1, seats=book.seats[0])
    texts = book.catalogue(language)
    assert texts.label(match.label)
    assert (texts.label(match.label) == match.label) == (language == "en")
    assert texts.name("forfeits") != "forfeits"


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4), (6, 5), (6, 6)])
def test_whatever_is_said_in_a_match_of_thrones_is_said_in_the_language(seats: int, seed: int) -> None:
    """In the pseudo-language no plain word is left: neither an id without a name nor a text of the code."""
    book = next(book for book in BOOKS if book.id == "thrones")
    texts = book.catalogue(PSEUDO)
    match = new_match(book.id, seed=seed, seats=seats, options={"tides_of_battle": seats == max(book.seats)})
    bots: dict[int, Bot] = {seat: RandomBot(seed + seat) for seat in range(seats)}
    heard = set()
    while asking := match.asking:
        seat = min(asking)
        heard.add(texts.render(asking[seat].prompt))
        heard.add(texts.label(match.label))
        if asking[seat].kind == "raven" and seed % 2:
            match.play(seat, "look")  # bots that answer at random hardly ever do
        else:
            play_for(bots, match, seat, seed=1, once=True)
    heard |= {texts.render_event(event) for _, event in match.events_for(range(seats))}
    heard |= {texts.render_event(event) for _, event in match.events_for(None)}
    assert match.outcome is not None
    heard.add(texts.name(match.outcome.reason))
    assert {sentence for sentence in heard if plain(sentence)} == set()


def plain(sentence: str) -> list[str]:
    """Words without any accent."""
    return [word for word in re.findall(r"\w{3,}", sentence) if word.isascii() and not word.isdigit()]


def test_the_steps_and_the_evaluation_of_thrones_are_named() -> None:
    book = next(book for book in BOOKS if book.id == "thrones")
    texts = book.catalogue()
    assert {f"step.{step}" for step in STEPS} <= set(texts.ids())
    match = new_match(book.id, seed=1, seats=3)
    assert {f"term.{term}" for term in judging_of(book).evaluate(match.state, 0).terms} <= set(texts.ids())
    while match.asking:
        match.forfeit(min(match.asking))
    assert {f"term.{term}" for term in judging_of(book).evaluate(match.state, 0).terms} <= set(texts.ids())


# The rule index


@pytest.mark.parametrize(("book", "language"), list(product(BOOKS, OTHERS)), ids=title)
def test_every_rule_is_told_in_the_language(book: Rulebook[Any], language: str) -> None:
    english, other = book.rules(), book.rules(language)
    assert [rule.id for rule in other] == [rule.id for rule in english]
    for rule in other:
        source = english[rule.id]
        assert rule.summary != source.summary, rule.id
        if f"section.{source.section}" not in UNCHANGED.get((book.id, language), []):
            assert rule.section != source.section, rule.id
        assert (rule.reason is None) == (source.reason is None)
        assert rule.reason is None or rule.reason != source.reason, rule.id
        assert (rule.page, rule.status, rule.ruling) == (source.page, source.status, source.ruling)
        assert other.citation(rule.id) != english.citation(rule.id)
    sections = {rule.section: other[rule.id].section for rule in english}
    assert len(set(sections.values())) == len(sections)


# Drawings


def midway(book: Rulebook[Any], steps: int = 260) -> Any:
    """A view of everything, some way into a match of bots."""
    match = new_match(book.id, seed=3, seats=book.seats[-1], events=False)
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(match.seats)}
    for _ in range(steps):
        if match.asking:
            play_for(bots, match, min(match.asking), seed=1, once=True)
    return match.view(range(match.seats)).game


def written(drawing: str) -> list[str]:
    """What can be read in a drawing: lines and titles."""
    root = ElementTree.fromstring(drawing)  # noqa: S314  # our own drawing
    return [element.text or "" for element in root.iter() if element.tag in (f"{SVG}text", f"{SVG}title")]


def test_a_drawing_says_everything_in_its_language(book: Rulebook[Any]) -> None:
    """In the pseudo-language no line is plain: none of them stands in the code."""
    view = midway(book)
    drawings = {language: showing_of(book).draw(view, language) for language in (*LANGUAGES, PSEUDO)}
    assert drawings["en"] == showing_of(book).draw(view)
    assert len(set(drawings.values())) == len(drawings)
    plain = [line for line in written(drawings[PSEUDO]) if has_words(line) and line.isascii()]
    assert {line for line in plain if not re.fullmatch(r"[IVX]+", line) and not COORDINATE.fullmatch(line)} == set()
    ids = {language: re.findall(r'id="([^"]+)"', drawing) for language, drawing in drawings.items()}
    assert all(found == ids["en"] for found in ids.values())
    for language in LANGUAGES:
        assert len(showing_of(book).ground(view, language)) < len(drawings[language])
        assert showing_of(book).things(view, language) in drawings[language]


def names_of(texts: Catalogue, values: tuple[str, ...]) -> list[str]:
    return [texts.name(value) for value in values]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_of_thrones_bears_the_names_of_the_language(language: str) -> None:
    book = next(book for book in BOOKS if book.id == "thrones")
    areas = tuple(area for area in book.domains["area"] if not area.endswith("-port"))
    drawing = showing_of(book).things(midway(book, 0), language).split('<g id="names"')[1].split('<g id="pieces"')[0]
    labels = ["".join(re.findall(r">([^<]+)</text", part)) for part in drawing.split('<g id="label:')[1:]]
    shown = {re.sub(r"[ -]", "", label) for label in labels}
    assert shown == {re.sub(r"[ -]", "", name) for name in names_of(book.catalogue(language), areas)}
