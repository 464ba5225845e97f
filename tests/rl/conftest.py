"""The plug-in example as a game of this process, for tests of games that offer no encoding."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import banneret
from banneret.kernel.registry import REGISTRY

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from banneret.rl import register_environments

EXAMPLE = Path(__file__).parents[2] / "examples" / "hidden-coin" / "src"


@pytest.fixture
def hidden_coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register the example and return its id."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from hidden_coin.rulebook import HiddenCoinRulebook  # noqa: PLC0415  # not installed

    banneret.register(HiddenCoinRulebook())
    register_environments()
    yield "hidden-coin"
    REGISTRY.books.pop("hidden-coin", None)
    for name in [one for one in sys.modules if one.partition(".")[0] == "hidden_coin"]:
        del sys.modules[name]  # `banneret new-game` refuses names of modules
