"""The registry of abilities and cards: handlers of one edition, and what may not be registered twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import getsource
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from banneret.games.icefire.abilities.lannister import card_ids as lannister
from banneret.games.icefire.abilities.neutral import card_ids as neutral
from banneret.games.icefire.abilities.registration import LOADED
from banneret.games.icefire.abilities.stark import card_ids as stark
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.registry import card, number, passive, shape
from banneret.games.icefire.state import Moment, State
from banneret.kernel.flow import Flow

FIGHT: Any = None
SOURCE: Any = None


@pytest.fixture(autouse=True)
def _own_tables() -> Iterator[None]:
    with (
        patch.dict(registry.CARDS, clear=True),
        patch.dict(registry.PASSIVES, clear=True),
        patch.dict(registry.SHAPERS, clear=True),
        patch.dict(registry.NUMBER_OF, {what: {} for what in registry.NUMBER_OF}),
        patch.dict(registry.CHOICES),
    ):
        yield


def state_of(edition: Edition) -> State:
    """Return a state of which only the law is there."""
    state = State.__new__(State)
    state.law = SimpleNamespace(edition=edition)  # type: ignore[assignment]  # nothing else is asked
    return state


def test_each_edition_has_its_own_handler() -> None:
    def add(edition: Edition) -> None:
        @number("archery", "morale", edition=edition)
        def _added(*_: object) -> int:
            return EDITIONS.index(edition) + 1

    for edition in EDITIONS:
        add(edition)
    count = registry.NUMBER_OF["morale"]["archery"]
    assert [count.add(state_of(edition), SOURCE, 0) for edition in EDITIONS] == [1, 2]


@pytest.mark.usefixtures("interpreted")
def test_an_edition_without_a_handler_does_nothing() -> None:
    done: list[str] = []

    def ready(*_: object) -> bool:
        return True

    @shape("archery", edition=SEASON_6)
    def _shape(*_: object) -> None:
        done.append("shape")

    @passive("archery", "attack-end", ready=ready, edition=SEASON_6)
    def _act(*_: object) -> Flow[None]:
        done.append("passive")
        yield from ()

    [one] = registry.PASSIVES["attack-end"]
    moment = Moment("attack-end", 0)
    for edition in (EDITION_2021, SEASON_6):
        state = state_of(edition)
        game: Any = SimpleNamespace(state=state)
        registry.SHAPERS["archery"].shape(state, FIGHT, SOURCE)
        assert list(one.act(game, moment, 0)) == []
        assert one.ready is not None
        assert one.ready(state, moment, 0) is (edition == SEASON_6)
    assert done == ["shape", "passive"]


def test_a_handler_is_registered_once_for_an_edition() -> None:
    def play(*_: object) -> Flow[None]:
        yield from ()

    card("40101", edition=SEASON_6)(play)
    card("40101", edition=EDITION_2021)(play)
    with pytest.raises(ValueError, match="registered twice for icefire-s6"):
        card("40101", edition=SEASON_6)(play)
    with pytest.raises(ValueError, match="registered twice"):
        card("40101")(play)
    with pytest.raises(ValueError, match="other targets or conditions"):
        card("40101", can=lambda *_: True, edition=SEASON_6)(play)


@pytest.mark.parametrize("module", [lannister, neutral, stark])
def test_ids_have_the_names_of_their_cards(module: ModuleType) -> None:
    found = components(SEASON_6)
    for name, id in vars(module).items():
        if name.isupper():
            card = found.tactics.get(id) or found.ncus[id]
            letters = "".join(letter for letter in card.name.upper() if letter.isalpha())
            assert name.replace("_", "").startswith(letters), f"{name} is {card.name}"


@pytest.mark.slow
def test_no_handler_asks_which_edition_is_played() -> None:
    for module in LOADED:
        for node in ast.walk(ast.parse(getsource(module))):
            names = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
            assert not (isinstance(node, ast.Compare) and "edition" in names), f"{module.__name__}:{node.lineno}"
