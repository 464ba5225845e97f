"""What newcomers read about the games: numbers, words in every language, and pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from banneret.content.datafile import DataError
from banneret.kernel.registry import rulebook, rulebooks
from banneret.kernel.rulebook import OptionError, Rulebook
from banneret.server.api.game_pictures import cropped, option_picture, picture_of, with_fonts
from banneret.show.introduction import introduction_of, read_introduction
from banneret.text.catalogue import LANGUAGES

GAMES = [one.id for one in rulebooks()]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_introduces_itself_in_every_language(game: str) -> None:
    book = rulebook(game)
    told = introduction_of(book)
    assert told is not None
    assert told.minutes[0] <= told.minutes[1]
    for language in LANGUAGES:
        ids = set(book.catalogue(language).ids())
        assert {f"about.{part}.{game}" for part in ("title", "subtitle", "what", "play", "built")} <= ids
        assert {f"about.seat.{side}" for side in told.tints} <= ids


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_the_part_of_the_board_that_the_game_chooses(game: str) -> None:
    told = introduction_of(rulebook(game))
    assert told is not None
    assert told.picture is not None
    drawn = ElementTree.fromstring(picture_of(game))  # noqa: S314  # our own drawing
    assert tuple(float(one) for one in drawn.attrib["viewBox"].split()) == told.picture.view


@pytest.mark.parametrize("game", GAMES)
def test_a_wide_picture_shows_more_of_the_same_board(game: str) -> None:
    told = introduction_of(rulebook(game))
    assert told is not None
    assert told.picture is not None
    drawn = ElementTree.fromstring(picture_of(game, wide=True))  # noqa: S314  # our own drawing
    shown = tuple(float(one) for one in drawn.attrib["viewBox"].split())
    assert shown == (told.picture.wide or told.picture.view)
    assert shown[2] * shown[3] >= told.picture.view[2] * told.picture.view[3]


def test_a_drawing_is_cropped_to_its_view_once() -> None:
    drawing = '<svg xmlns="x" viewBox="0 0 9 9" width="9" height="9"><svg viewBox="0 0 1 1"/></svg>'
    frame = 'viewBox="1 2 3 4" width="3" height="4" preserveAspectRatio="xMidYMid slice"'
    assert cropped(drawing, (1, 2, 3, 4)) == f'<svg xmlns="x" {frame}><svg viewBox="0 0 1 1"/></svg>'


def test_a_drawing_has_the_fonts_that_it_names(tmp_path: Path) -> None:
    drawing = "<svg><style>text{font-family:Alegreya}</style></svg>"
    assert with_fonts(drawing, tmp_path) == drawing  # the page is not built
    (tmp_path / "alegreya-latin-800-normal-x.woff2").write_bytes(b"font")
    (tmp_path / "eb-garamond-600-italic-x.woff2").write_bytes(b"font")
    face = "@font-face{font-family:'Alegreya';font-weight:700;src:url(data:font/woff2;base64,Zm9udA==)}"
    assert with_fonts(drawing, tmp_path) == drawing.replace("<svg>", f"<svg><style>{face}</style>")


def test_a_battle_plan_has_a_picture_and_an_unknown_one_has_none() -> None:
    assert option_picture("battles", "scenario", "waystone") != option_picture("battles", "scenario", "wolf-raiders")
    with pytest.raises(OptionError):
        option_picture("battles", "scenario", "nowhere")


def test_a_game_without_an_introduction_has_none() -> None:
    class Plain(Rulebook[object]):
        id = "plain"

    assert introduction_of(Plain()) is None
    with pytest.raises(DataError, match="is missing"):
        read_introduction("banneret.games.thrones", "plain")
