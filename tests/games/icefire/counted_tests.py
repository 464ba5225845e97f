"""The tests of A Song of Ice & Fire as positions: what each of them brings about is counted like in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Final
from unittest.mock import patch

from banneret.games.icefire.content.editions import EDITIONS, SEASON_6, Edition
from banneret.games.icefire.state import State
from banneret.kernel.events import Event
from banneret.kernel.game import Game
from banneret.kernel.pile import PUBLIC
from tests.games.icefire.effects import Counting, calls_noted, rules_cited_by
from tests.games.icefire.scene import laid, scene
from tests.games.icefire.soak_matches import Soaked
from tests.soaking import run_tests

FILES: Final = "test_icefire_[a-c]*.py", "test_icefire_[d-r]*.py", "test_icefire_[s-z]*.py"
"""Parts of about the same length."""
MARKS: Final = "not slow and not soak"
_HOLDERS: Final = ("state", "game", "self")
"""What functions of the rules call a state, or what has one."""


class CountingTests:
    """What changed the state in tests, and in how many of them which sentence of which mode was carried out."""

    def __init__(self) -> None:
        self.counting = Counting()
        self.fired: dict[Edition, Counter[tuple[str, str]]] = {edition: Counter() for edition in EDITIONS}
        self._now: set[tuple[Edition, str, str]] = set()
        self._cited: dict[CodeType, list[str]] = {}

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Watch every handler, function and event while a test runs."""
        self._now = set()
        with ExitStack() as stack:
            stack.enter_context(self.counting.entered())
            stack.enter_context(patch.object(Game, "emit", self._told()))
            stack.enter_context(calls_noted(self._called))
            yield
        for edition, mode, rule in self._now:
            self.fired[edition][mode, rule] += 1

    def _told(self) -> object:
        emit = Game.emit

        def watched(game: Game[State], event: Event, seen: int = PUBLIC) -> None:
            if isinstance(game.state, State):
                self._carried_out(game.state, [getattr(event, "rule", "")])
                self.counting.hear(game.state, event)
            emit(game, event, seen)

        return watched

    def _called(self, frame: FrameType) -> None:
        code = frame.f_code
        rules = self._cited.get(code)
        if rules is None:
            rules = self._cited[code] = rules_cited_by(code)
        if rules:
            given = frame.f_locals
            for name in _HOLDERS:
                one = given.get(name)
                state = one if isinstance(one, State) else getattr(one, "state", None)
                if isinstance(state, State) and hasattr(state, "mode"):  # not one that is only being made
                    self._carried_out(state, rules)
                    return

    def _carried_out(self, state: State, rules: list[str]) -> None:
        self._now.update((state.law.edition, state.mode.id, rule) for rule in rules)


def soak_tests(names: str, edition: Edition) -> list[Soaked]:
    """Run the tests in the files with such names; return for each edition what has happened in them.

    Those that name no edition begin in this one. In Season 6, for which they are written, one that fails raises
    AssertionError; in the edition of 2021 they are positions, and what they demand is not judged.
    """
    counted = CountingTests()
    with patch.dict(laid.__kwdefaults__, edition=edition), patch.dict(scene.__kwdefaults__, edition=edition):
        run_tests(Path(__file__).parent.glob(names), MARKS, counted.entered, judged=edition == SEASON_6)
    return [Soaked(edition, 0, 0, counted.counting.counts[edition], counted.fired[edition]) for edition in EDITIONS]
