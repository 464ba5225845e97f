"""Pictures of cards: every card has one, in distinguishable colors, and every emblem is used."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from banneret.games.battles.show.card_pictures import pictures as battles_pictures
from banneret.games.icefire.show.card_pictures import pictures as icefire_pictures
from banneret.games.runewars.show.card_pictures import pictures as runewars_pictures
from banneret.kernel.registry import rulebook
from banneret.show.card import Card, cards, picture_of
from banneret.show.card_pictures import CardPictures, Styles, emblems

PICTURES = {
    "battles": battles_pictures(),
    "icefire-2021": icefire_pictures("icefire-2021"),
    "icefire-s6": icefire_pictures("icefire-s6"),
    "runewars": runewars_pictures(),
}
READABLE = 4.5


@cache
def drawn(game: str) -> dict[str, str]:
    return {card.id: picture_of(rulebook(game), card) for card in cards(game)}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors as WCAG defines it."""

    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("game", sorted(PICTURES))
def test_every_card_has_a_picture(game: str) -> None:
    for id, picture in drawn(game).items():
        assert picture, id
        assert ElementTree.fromstring(picture).tag.endswith("svg"), id  # noqa: S314  # our own drawing
        assert len(picture) < 20_000, id


@pytest.mark.parametrize(("game", "pictures"), sorted(PICTURES.items()))
def test_headers_have_the_color_of_the_faction_and_can_be_read(game: str, pictures: CardPictures) -> None:
    for faction in pictures.factions.values():
        assert contrast(faction.fill, faction.ink) >= READABLE, faction.id
    for card in cards(game):
        found = pictures.factions.get(card.faction)
        assert card.tint == (None if found is None else (found.fill, found.ink)), card.id
        assert found is not None or not card.faction, card.id


def test_kinds_of_units_are_told_apart() -> None:
    of = {game: drawn(game) for game in PICTURES}
    by_title = {card.title.id: card.id for card in cards("icefire-s6")}
    assert len({of["icefire-s6"][id] for id in by_title.values()}) > 60
    assert len({of["runewars"][id] for id in ("red-hit", "blue-hit", "red-blank", "march", "reform")}) == 5
    assert len({of["battles"][id] for id in ("green", "blue", "red", "valor", "winterfell-riders")}) == 5


def test_a_face_of_a_dial_has_its_color_and_initiative() -> None:
    face: Card = next(card for card in cards("runewars") if card.id == "march-2-blue-4")
    picture = drawn("runewars")[face.id]
    assert ">4</text>" in picture
    assert 'fill="#1f5fae"' in picture
    assert emblems()["walking-boot"] in picture


def test_every_emblem_is_used() -> None:
    used = set()
    for package in ("battles", "icefire", "runewars"):
        content = files(f"banneret.games.{package}").joinpath("data", "card-pictures.toml").read_text("utf-8")
        styles: dict[str, list[dict[str, str]]] = tomllib.loads(content)
        assert set(styles) <= set(Styles.__struct_fields__)
        used |= {entry["emblem"] for entries in styles.values() for entry in entries}
    assert used == set(emblems())
