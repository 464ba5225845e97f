"""Pictures of army lists: everything in a list is on them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import msgspec
import pytest

from banneret import armies
from tests.armies.builders import GAMES, built, random_draft


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_every_card_and_cost_and_the_code(game: str) -> None:
    builder = built(game)
    draft = msgspec.structs.replace(random_draft(builder, 5), name="Ours & theirs")
    for language in ("en", "de", "hu"):
        drawn = ET.fromstring(armies.list_picture(builder, draft, language))  # noqa: S314  # our own
        words = [one.text or "" for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
        texts = builder.maker.catalogue(language)
        rows = [row for group in builder.sheet(draft).groups for row in group.rows]
        for row in (one for outer in rows for one in (outer, *outer.inside)):
            assert any(texts.render(row.name) in word for word in words)
        assert builder.maker.write(builder.building.army(draft), "short").strip() in words
        assert "Ours & theirs" in words
        assert len([word for word in words if word.isdecimal()]) == sum(1 + len(row.inside) for row in rows)


def test_a_list_with_an_unknown_card_has_no_picture() -> None:
    draft = armies.Draft(faction="daqan-lords", points=200, entries=(armies.ListEntry(card="dragon", form="1x1"),))
    with pytest.raises(ValueError, match="dragon"):
        armies.list_picture(built("runewars"), draft, "en")
