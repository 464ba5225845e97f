"""Every card that is played does something, and tests try it."""

from __future__ import annotations

import pytest

from banneret.games.runewars.content.components import components
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.coverage import UNPLAYED, coverage, handler_tests
from banneret.games.runewars.effects import registry

BY_DATA = ("artifact-bearer", "fallen-hero")
"""They add an icon to their unit; what becomes of the artifact is the artifact's own handler."""


def test_every_card_that_is_played_does_all_that_it_says() -> None:
    """Lord Vorun'thul's other face is not known."""
    idle = {one.id: one.idle for one in coverage() if not one.why and one.idle}
    assert idle == {"lord-vorunthul": ("unleash-the-beast",)}


def test_every_card_that_is_played_and_does_something_has_tests() -> None:
    bare = [one.id for one in coverage() if not one.why and one.does and not one.tests]
    assert bare == list(BY_DATA)


def test_every_handler_has_a_test() -> None:
    assert [key for key, tests in handler_tests().items() if not tests] == []
    keys = {
        *(f"at {name} {id}" for name, table in registry.HANDLERS.items() for id in table),
        *(f"surge {id}" for id in registry.SURGES),
        *(f"skill {id}" for id in registry.SKILLS),
        *(f"number {name} {id}" for name, adders in registry.ADDERS.items() for id in adders),
        *(f"flag {name} {id}" for name, flagged in registry.FLAGGED.items() for id in flagged),
        *(f"keyword {id}" for id in registry.KEYWORDS),
        *(f"initiative {id}" for id in registry.INITIATIVES),
    }
    assert set(handler_tests()) == keys


def test_nothing_is_registered_that_no_card_has() -> None:
    found = components()
    abilities = {one.id for unit in found.units.values() for one in unit.abilities}
    cards = abilities | found.units.keys() | found.upgrades.keys() | found.conditions.keys()
    assert registry.registered() <= cards | tabletop().objectives.keys()


@pytest.mark.parametrize("why", UNPLAYED)
def test_what_is_not_played_says_why(why: str) -> None:
    cards = [card.id for card in components().upgrades.values() if card.unplayed == why]
    assert cards
    assert not {one.id for one in coverage() if not one.why} & set(cards)
