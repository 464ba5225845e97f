"""Texts: every message of the kernel has one in every language, and whatever has none is shown as it is."""

from __future__ import annotations

import ast
import math
import re
import string
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.pofile import read_po

from banneret.kernel.events import Forfeited
from banneret.show.card import Provenance
from banneret.text.catalogue import Catalogue
from banneret.text.message import msg
from banneret.text.pseudo import LONGER, PSEUDO, pseudo
from tests.kernel.toy_events import Drew
from tools.texts import compile_catalogue

KERNEL = Path(str(files("banneret.kernel")))
LANGUAGES = ("en", "de", "hu")


def texts(language: str) -> dict[str, str]:
    with (KERNEL / "text" / language / "kernel.po").open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, abort_invalid=True) if m.id}


def used() -> set[str]:
    """Every message id that the code of the kernel can say, and those of cards that all games share."""
    found = {"event.forfeited", "name.forfeits", "card.price"}
    found |= {f"provenance.{one}" for one in get_args(Provenance) if one}
    for path in sorted(KERNEL.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "msg"):
                continue
            id = node.args[0]
            if isinstance(id, ast.Constant):
                found.add(str(id.value))
            else:
                assert ast.unparse(id) in ("f'refuse.kernel.{why}'", "f'ask.{self.kind}'", "f'ask.may.{self.what}'"), (
                    ast.unparse(id)
                )
    return found | {f"refuse.kernel.{why}" for why in ("forfeited", "no-seat", "over", "not-asked")}


def load(tmp_path: Path, language: str) -> Catalogue:
    """Compile the kernel's own texts aside, so that what is tested is what is written."""
    folder = tmp_path / language
    folder.mkdir(exist_ok=True)
    source = folder / "kernel.po"
    source.write_bytes((KERNEL / "text" / language / "kernel.po").read_bytes())
    compile_catalogue(source)
    return Catalogue.load([tmp_path], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_the_kernel_has_a_text(language: str) -> None:
    written = texts(language)
    assert set(written) == used()
    assert all(written.values())


def test_texts_have_the_fields_of_the_english_ones() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english = {id: fields(text) for id, text in texts("en").items()}
    for language in LANGUAGES[1:]:
        assert {id: fields(text) for id, text in texts(language).items()} == english


def test_the_compiled_texts_are_those_that_are_written(tmp_path: Path) -> None:
    for language in LANGUAGES:
        compiled = KERNEL / "text" / language / "kernel.mo"
        if compiled.exists():  # `make texts` has compiled it; packaging compiles it again
            load(tmp_path, language)
            newer = compiled.stat().st_mtime >= compiled.with_suffix(".po").stat().st_mtime
            assert not newer or compiled.read_bytes() == (tmp_path / language / "kernel.mo").read_bytes()


def test_messages_and_events_are_rendered(tmp_path: Path) -> None:
    catalogue = load(tmp_path, "en")
    assert catalogue.language == "en"
    assert "refuse.kernel.over" in catalogue
    assert catalogue.render(msg("refuse.kernel.over")) == "The match is over."
    assert catalogue.render(msg("refuse.kernel.notation", text="fly")) == "“fly” is not an action of this game."
    assert catalogue.render_event(Forfeited(seat=2, name="Ann")) == "Ann has forfeited."
    assert catalogue.ids() == sorted(used())


@pytest.mark.parametrize(("language", "shown"), [("en", "4.5"), ("de", "4,5"), ("hu", "4,5")])
def test_numbers_have_the_decimal_mark_of_the_language(language: str, shown: str) -> None:
    catalogue = Catalogue(language, [])
    assert catalogue.render(msg("far", inches="4.5")) == f"far (inches {shown})"
    assert catalogue.render(msg("far", inches="1.4.5")) == "far (inches 1.4.5)"


def test_what_has_no_text_is_shown_as_it_is(tmp_path: Path) -> None:
    catalogue = load(tmp_path, "en")
    assert catalogue.render(msg("skirl.gap")) == "skirl.gap"
    assert catalogue.render(msg("skirl.gap", a=1, b=("x", "y"))) == "skirl.gap (a 1, b x, y)"
    assert catalogue.render_event(Drew(1, None)) == "event.drew (seat 1, card hidden, rule skirl:draw)"
    assert catalogue.name("axe") == "axe"


def test_a_language_that_is_not_there_has_no_texts(tmp_path: Path) -> None:
    assert Catalogue.load([tmp_path], "xx").ids() == []


def test_the_ids_of_the_kernel_are_well_formed() -> None:
    assert all(
        re.fullmatch(r"(card|event|name|provenance|refuse)\.[a-z.-]+", id) or id.startswith("refuse.kernel.")
        for id in used()
    )


COUNTING = """
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {rule}\\n"

msgid "label.round"
msgstr "{round}"

msgid "name.axe"
msgstr "axe"

msgctxt "axes"
msgid "event.axes"
msgid_plural "event.axes"
{forms}
"""


def counting(tmp_path: Path, language: str, rule: str, round: str, *forms: str) -> Catalogue:
    folder = tmp_path / language
    folder.mkdir()
    lines = "\n".join(f'msgstr[{number}] "{form}"' for number, form in enumerate(forms))
    text = COUNTING.format(language=language, rule=rule, round=round, forms=lines)
    (folder / "axes.po").write_text(text, "utf-8")
    compile_catalogue(folder / "axes.po")
    return Catalogue.load([tmp_path], language, {"elsewhere": "Here {n} axes lie"})


def test_a_number_chooses_the_wording_by_the_rule_of_the_language(tmp_path: Path) -> None:
    english = counting(
        tmp_path, "en", "nplurals=2; plural=(n != 1);", "round {number}", "{of}: {axes} axe", "{of}: {axes} axes"
    )
    assert [english.render(msg("event.axes", of="me", axes=n)) for n in (0, 1, 2)] == [
        "me: 0 axes",
        "me: 1 axe",
        "me: 2 axes",
    ]
    assert english.counted("event.axes") == "axes"
    assert english.counted("name.axe") is None
    assert english.forms("event.axes") == ("{of}: {axes} axe", "{of}: {axes} axes")
    assert english.forms("name.axe") == ("axe",)
    assert "event.axes" in english
    hungarian = counting(tmp_path, "hu", "nplurals=1; plural=0;", "{number}. forduló", "{of}: {axes} fejsze")
    assert hungarian.render(msg("event.axes", of="én", axes=2)) == "én: 2 fejsze"
    assert english.label("round 4") == "round 4"
    assert hungarian.label("round 4") == "4. forduló"
    assert hungarian.label("dusk") == "dusk"
    assert not hungarian.label("")


def test_texts_that_stand_elsewhere_are_english_only(tmp_path: Path) -> None:
    rule = "nplurals=1; plural=0;"
    assert counting(tmp_path, "en", rule, "", "x").text("elsewhere") == "Here {n} axes lie"
    assert not counting(tmp_path, "hu", rule, "", "x").text("elsewhere")


def test_the_pseudo_language_is_english_in_disguise(tmp_path: Path) -> None:
    """Every id and field of English, other letters, a third longer."""
    english = counting(tmp_path, "en", "nplurals=2; plural=(n != 1);", "round {number}", "{axes} axe", "{axes} axes")
    disguised = Catalogue.load([tmp_path], PSEUDO, {"elsewhere": "Here {n} axes lie"})
    assert disguised.language == PSEUDO
    assert disguised.ids() == english.ids()
    for id in english.ids():
        assert disguised.counted(id) == english.counted(id)
        for plain, form in zip(english.forms(id), disguised.forms(id), strict=True):
            assert re.findall(r"\{\w+\}", form) == re.findall(r"\{\w+\}", plain)
            letters = len(re.sub(r"\{\w+\}", "", plain))
            assert len(form) == len(plain) + math.ceil(letters * LONGER)
            assert form != plain
    assert disguised.render(msg("event.axes", axes=1)) == "1 åxé~~"
    assert pseudo("two\nlines {{}}") == "ţŵö~~\nļîñéš {{}}~~~"
    assert pseudo("{n!r:>3}") == "{n!r:>3}"


def test_names_repeated_in_a_list_are_counted_but_not_numbers() -> None:
    catalogue = Catalogue("en", [], {"moved": "Moves {things}.", "name.knight": "Knight", "name.ship": "Ship"})
    moved = msg("moved", things=("knight", "ship", "ship", "knight"))
    assert catalogue.render(moved) == "Moves Knight, Ship ×2, Knight."
    assert catalogue.render(msg("moved", things=("3", "3"))) == "Moves 3, 3."
