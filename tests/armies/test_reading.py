"""Lists from elsewhere: every format, rosters of other programs, pasted text; nothing is left out silently."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from msgspec.structs import replace

from banneret import armies
from banneret.armies import Builder, Imported
from banneret.content.army_list_text import ListError
from tests.armies.builders import GAMES, built, random_draft

EACH = pytest.mark.parametrize("game", GAMES)
STRANGE = ["\0", "ß", "{", "]", '"', ";", "999999", "\n", "-", "<a>", "\U0001f3f0"]
PASTED = """\
Faction: House Lannister
Commander: Jaime Lannister, The Kingslayer
Points: 40 (0 neutral)

Combat Units:
• Lannister Guardsmen (5)
  with Jaime Lannister - The Kingslayer (0)
• 2x Lannister Crossbowmen (6)
• Lannister Halberdiers [5] with Guard Captain [1]

NCUs:
• Tywin Lannister, The Great Lion (6)
Made with a list builder
"""
ROSTER = """\
<?xml version="1.0" encoding="UTF-8"?>
<roster xmlns="http://www.battlescribe.net/schema/rosterSchema" name="Wolves" gameSystemName="A game">
 <costLimits><costLimit name="pts" value="40.0"/></costLimits>
 <forces><force catalogueName="House Stark"><selections>
  <selection name="Stark Sworn Swords" number="1" type="unit"><costs><cost name="pts" value="5"/></costs>
   <selections><selection name="Robb Stark, The Wolf Lord" number="1" type="upgrade"/></selections>
  </selection>
  <selection name="Stark Bowmen" number="2" type="unit"/>
  <selection name="Battle Size" number="1" type="upgrade"/>
  <selection name="Stark Bowmenn" number="1" type="unit"><costs><cost name="pts" value="6"/></costs></selection>
  <selection name="Catelyn Stark" number="1" type="unit"/>
 </selections></force></forces>
</roster>
"""


def round_trips(game: str, numbers: range) -> None:
    """Write random armies in every format and read them again."""
    builder = built(game)
    for number in numbers:
        draft = random_draft(builder, number)
        army = builder.building.army(draft)
        for form in builder.maker.forms:
            found = armies.read(builder, builder.maker.write(army, form), draft.points)
            assert found.complete
            assert found.draft == draft, (number, form)


def damaged(text: str, pick: random.Random) -> str:
    """Return a text with a part removed, repeated, exchanged or replaced."""
    at, length = pick.randrange(len(text)), pick.randrange(1, 12)
    match pick.randrange(5):
        case 0:
            return text[:at] + text[at + length :]
        case 1:
            return text[:at] + text[at : at + length] * 3 + text[at + length :]
        case 2:
            other = pick.randrange(len(text))
            return text[:at] + text[other : other + length] + text[at + length :]
        case 3:
            return (
                text[:at]
                + pick.choice(["\0", "ß", "{", "]", '"', ";", "999999", "\n", "-", "<a>", "\U0001f3f0"])
                + text[at:]
            )
    return text[:at]


def mutilated_imports(game: str, numbers: range) -> tuple[int, int, int]:
    """Read damaged lists; return how many were refused, reported as incomplete, and read completely."""
    builder = built(game)
    refused = incomplete = whole = 0
    for number in numbers:
        pick = random.Random(number)
        army = builder.building.army(random_draft(builder, number))
        text = builder.maker.write(army, pick.choice(builder.maker.forms))
        for _ in range(pick.randrange(1, 4)):
            text = damaged(text, pick) or "x"
        try:
            found = armies.read(builder, text, 40)
        except ListError:
            refused += 1
            continue
        builder.sheet(found.draft)
        if found.complete:
            whole += 1
        else:
            assert all(line.text and line.line > 0 for line in found.unread)
            incomplete += 1
    return refused, incomplete, whole


@EACH
def test_every_format_holds_a_random_army(game: str) -> None:
    round_trips(game, range(16))


@pytest.mark.soak
@EACH
def test_every_format_holds_a_thousand_random_armies(game: str) -> None:
    round_trips(game, range(1_000, 2_000))


@pytest.mark.slow
@EACH
def test_damaged_lists_are_refused_or_reported(game: str) -> None:
    refused, incomplete, _ = mutilated_imports(game, range(60))
    assert refused > 10
    assert incomplete > 1


@pytest.mark.soak
@EACH
def test_a_thousand_damaged_lists_are_refused_or_reported(game: str) -> None:
    assert sum(mutilated_imports(game, range(1_000, 2_000))) == 1_000


def names(builder: Builder, found: Imported) -> list[tuple[str, list[str]]]:
    texts = builder.maker.catalogue("en")
    return [(texts.name(entry.card), [texts.name(one.card) for one in entry.inside]) for entry in found.draft.entries]


def test_text_of_another_list_builder_is_read() -> None:
    builder = built("icefire-s6")
    found = armies.read(builder, PASTED)
    assert (found.form, found.draft.faction, found.draft.points) == ("pasted", "lannister", 40)
    assert found.draft.leader == "20115"
    assert names(builder, found) == [
        ("Lannister Guardsmen", ["Jaime Lannister"]),
        ("Lannister Crossbowmen", []),
        ("Lannister Crossbowmen", []),
        ("Lannister Halberdiers", ["Guard Captain"]),
        ("Tywin Lannister", []),
    ]
    assert [line.text for line in found.unread] == ["Made with a list builder"]


def test_unknown_names_are_reported_with_similar_ones() -> None:
    builder = built("icefire-s6")
    found = armies.read(builder, PASTED.replace("Crossbowmen", "Crosbowmen").replace("Tywin", "Tiwin"))
    assert [(line.line, line.text) for line in found.unread[:2]] == [
        (8, "2x Lannister Crosbowmen (6)"),
        (12, "Tiwin Lannister, The Great Lion (6)"),
    ]
    assert [near.name for line in found.unread[:2] for near in line.near[:1]] == [
        "Lannister Crossbowmen",
        "Tywin Lannister, The Great Lion",
    ]


def test_a_list_in_german_is_read() -> None:
    builder = built("icefire-s6")
    texts = builder.maker.catalogue("de")
    pasted = (
        f"Fraktion: {texts.name('stark')}\nPunkte: 40\n- {texts.name('10201')} (5)\n  mit Robb Stark, The Wolf Lord\n"
    )
    assert names(builder, armies.read(builder, pasted)) == [("Stark Sworn Swords", ["Robb Stark"])]


def test_a_list_of_another_game_with_formations_is_read() -> None:
    builder = built("runewars")
    found = armies.read(
        builder,
        "Undead: 200/200\nReanimates [64] 4x3\n File Leader [6] -\n Tactical Drumer [2]\nDeath Knights 2x2 [42]\n",
    )
    assert found.draft.faction == "waiqar-the-undying"
    assert [(entry.card, entry.form) for entry in found.draft.entries] == [
        ("reanimates", "4x3"),
        ("death-knights", "2x2"),
    ]
    assert found.unread[0].near[0].card == "tactical-drummer"


@pytest.mark.parametrize("packed", [False, True])
def test_a_roster_is_read(packed: bool) -> None:
    builder = built("icefire-s6")
    data = ROSTER.encode()
    if packed:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("list.ros", ROSTER)
        data = written.getvalue()
    found = armies.read(builder, armies.unpacked(data))
    assert (found.form, found.draft.name, found.draft.points, found.draft.leader) == ("roster", "Wolves", 40, "20201")
    assert names(builder, found) == [
        ("Stark Sworn Swords", ["Robb Stark"]),
        ("Stark Bowmen", []),
        ("Stark Bowmen", []),
        ("Catelyn Stark", []),
    ]
    assert [(line.text, line.near[0].card) for line in found.unread] == [("Stark Bowmenn", "10205")]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"<roster>", "is not readable XML"),
        (b"<other/>", "not a <roster>"),
        (b"<roster/>", "contains no card"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><roster>&b;</roster>', "is not readable XML"),
        (b"PK\x03\x04 broken", "cannot be unpacked"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"nothing here", "a unit|is missing|is not the name"),
        (b"", "is missing"),
        (b"x" * 30_000, "the maximum is 20000"),
    ],
)
def test_what_is_no_list_is_refused(data: bytes, problem: str) -> None:
    with pytest.raises(ListError, match=problem):
        armies.read(built("icefire-s6"), armies.unpacked(data))


def test_an_archive_that_would_grow_too_large_is_refused() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", " " * 3_000_000)
    with pytest.raises(ListError, match="too large"):
        armies.unpacked(written.getvalue())


def test_a_code_of_the_community_needs_the_points() -> None:
    builder = built("icefire-s6")
    with pytest.raises(ListError, match="points agreed"):
        armies.read(builder, "stark;10201,20201")
    assert armies.read(builder, "stark;10201,20201", 30).draft.points == 30


@EACH
def test_a_link_fits_into_a_qr_code(game: str) -> None:
    builder = built(game)
    army = builder.building.army(random_draft(builder, 2))
    drawn = armies.code_picture(f"https://play.example.org/armies/{game}/{builder.maker.write(army, 'short').strip()}")
    assert drawn.startswith("<svg ")
    with pytest.raises(ValueError, match="at most"):
        armies.code_picture("x" * 2_000)


def test_the_agreed_points_replace_those_of_a_list() -> None:
    builder = built("runewars")
    draft = random_draft(builder, 0)
    written = builder.maker.write(builder.building.army(draft), "text")
    assert armies.read(builder, written, 200).draft == replace(draft, points=200)
