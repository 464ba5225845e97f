"""Pictures of cards."""

from __future__ import annotations

from xml.etree import ElementTree

from banneret.games.thrones.show.drawing.layout import HOUSE_STYLES
from banneret.kernel.registry import rulebook
from banneret.show.card import cards, picture_of

BOOK = rulebook("thrones")


def test_every_card_has_a_picture_in_the_color_of_its_house() -> None:
    """Areas without a house, tracks and tokens have none: the board shows them."""
    for card in cards("thrones"):
        if not card.pictured:
            assert card.kind in ("area", "track", "token")
            assert not card.faction
            continue
        drawn = picture_of(BOOK, card)
        assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  # our own drawing
        if card.faction:
            style = HOUSE_STYLES[card.faction]
            assert card.tint == (style.fill, style.ink)
            assert style.crest in drawn
            assert f'fill="{style.fill}"' in drawn


def test_cards_with_different_faces_have_different_pictures() -> None:
    drawn = {card.id: picture_of(BOOK, card) for card in cards("thrones")}
    assert (
        len({drawn[id] for id in ("march-zero", "march-plus-one", "raid", "footman", "ship", "tywin-lannister")}) == 6
    )
