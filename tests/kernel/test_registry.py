"""The games of installed packages: found, loaded when asked for, and reported where they fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from banneret.kernel.registry import GameError, Registry
from tests.kernel.installed import GAME, install, offered
from tests.kernel.toy import SkirlRulebook


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def registry(packages: Path) -> Registry:
    return Registry(find=lambda: offered(packages))


def test_a_game_is_loaded_when_it_is_first_asked_for(packages: Path) -> None:
    install(packages, "a-first", {"first": "a_first:Game"}, GAME.format(id="first"))
    games = registry(packages)
    assert games.ids() == ["first"]
    assert "a_first" not in sys.modules
    assert games.rulebook("first") is games.rulebook("first")
    assert [book.id for book in games.all()] == ["first"]
    assert games.faults() == []


@pytest.mark.parametrize(
    ("value", "code", "reason"),
    [
        ("bad_{n}:Game", "raise RuntimeError('no dice')", "RuntimeError: no dice"),
        ("bad_{n}:Game", "import surely_not_there", "ModuleNotFoundError: No module named 'surely_not_there'"),
        ("bad_{n}:Game", "", "AttributeError: module 'bad_{n}' has no attribute 'Game'"),
        ("bad_{n}:Game", "Game = 3", "TypeError: bad_{n}:Game is not a Rulebook class"),
        (
            "bad_{n}:Game",
            GAME.format(id="other"),
            "ValueError: bad_{n}:Game has the id 'other', but its entry point is named 'bad'",
        ),
        (
            "bad_{n}:Game",
            "from banneret import Rulebook\nclass Game(Rulebook):\n    id = 'bad'",
            "AttributeError: 'Game' object has no attribute 'title'",
        ),
    ],
    ids=["raises", "imports-what-is-missing", "no-such-class", "no-rulebook", "another-id", "nothing-said"],
)
def test_a_game_that_fails_is_named_and_leaves_the_others(
    packages: Path, request: pytest.FixtureRequest, value: str, code: str, reason: str
) -> None:
    number = request.node.callspec.id.replace("-", "_")
    good = f"good-{number.replace('_', '-')}"
    install(packages, good, {"good": f"good_{number}:Game"}, GAME.format(id="good"))
    install(packages, f"bad-{number.replace('_', '-')}", {"bad": value.format(n=number)}, code)
    games = registry(packages)
    assert games.ids() == ["bad", "good"]
    assert [book.id for book in games.all()] == ["good"]
    ((id, package, why),) = games.faults()
    assert (id, package, why) == ("bad", f"bad-{number.replace('_', '-')}", reason.format(n=number))
    assert games.ids() == ["good"]
    with pytest.raises(GameError, match=f"bad .package {package}"):
        games.rulebook("bad")
    with pytest.raises(LookupError, match="there is no rulebook 'third'; available: good"):
        games.rulebook("third")


def test_a_game_that_fails_says_so_when_it_is_asked_for_first(packages: Path) -> None:
    install(packages, "sad", {"sad-game": "sad:Game"}, "raise RuntimeError('no dice')")
    with pytest.raises(GameError, match=r"sad-game \(package sad\): RuntimeError: no dice"):
        registry(packages).rulebook("sad-game")


def test_the_first_game_of_an_id_counts_and_ours_comes_before_others(packages: Path) -> None:
    install(packages, "a-second-first", {"twice": "a_second_first:Game"}, GAME.format(id="twice"))
    install(packages, "banneret", {"twice": "its_own:Game"})
    (packages / "its_own.py").write_text(GAME.format(id="twice"))
    games = registry(packages)
    assert type(games.rulebook("twice")).__module__ == "its_own"
    assert [str(fault) for fault in games.faults()] == [
        "twice (package a-second-first): package banneret already has a game of this id"
    ]
    assert [book.id for book in games.all()] == ["twice"]


def test_an_id_that_no_address_could_hold_is_a_fault(packages: Path) -> None:
    install(packages, "odd", {"Odd Game": "odd:Game"})
    games = registry(packages)
    assert games.ids() == []
    assert "lower-case letters" in games.faults()[0].reason


def test_a_game_registered_in_the_process_is_there_beside_them(packages: Path) -> None:
    games = registry(packages)
    with pytest.raises(LookupError, match="none is installed"):
        games.rulebook("skirl")
    games.register(book := SkirlRulebook())
    assert games.rulebook("skirl") is book
