"""The whole conformance suite of a game as a class of pytest tests, so that a test file needs only one call."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Final, NamedTuple, Protocol
from unittest import SkipTest

from banneret.kernel.creation import from_position, new_match
from banneret.kernel.match import Match
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import (
    DOORS,
    check_audit,
    check_doors,
    check_events_off,
    check_interleaving,
    check_record,
    check_rulebook,
    random_match,
    watch,
)
from banneret.testing.perft import TooManyAnswers, perft
from banneret.testing.used_texts import UsedTexts

_MOST_ANSWERS: Final = 2_000
"""Limit for the perft of a game without given counts."""


class Start(NamedTuple):
    """The start of one random match of the suite."""

    seats: int
    setting: str
    seed: int

    def __str__(self) -> str:
        named = f", {self.setting}" if self.setting else ""
        return f"{self.seats} seats{named}, seed {self.seed}"


class Metafunc(Protocol):
    """The part of pytest's argument to `pytest_generate_tests` that is used here."""

    fixturenames: list[str]

    def parametrize(self, argnames: str, argvalues: Collection[Any], *, ids: Collection[str]) -> None:  # any values
        """Create a test for each value."""


class ConformanceTests:
    """The conformance suite of one game. Create a subclass with `conformance_tests`, or write one to add tests.

    Each test plays random matches, from the same seeds in every run, and fails with a ConformanceError that names the
    broken guarantee and the match that shows it.
    """

    game: ClassVar[str]
    """The id of the game."""
    seats: ClassVar[Collection[int]] = ()
    """The numbers of seats to play with; if empty, all that the game allows."""
    settings: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {}}
    """The options to play with, by a name that appears in the names of the tests."""
    seeds: ClassVar[int] = 2
    """The number of matches for each number of seats and setting."""
    rate: ClassVar[int] = 4
    """Each check is made at one in `rate` questions. Use a higher number for a game with long matches."""
    door_inputs: ClassVar[int] = 100
    """The number of wrong inputs for each of `conformance.DOORS`."""
    perft_counts: ClassVar[Mapping[int, int]] = {}
    """Expected numbers of states by depth, from seed 0 with the fewest seats. If empty, depth 1 is counted twice."""
    languages: ClassVar[Collection[str]] = ("en",)
    """The languages that must have a text for every message of the game."""

    def pytest_generate_tests(self, metafunc: Metafunc) -> None:
        """Create each test once for every start, or for every depth."""
        if "start" in metafunc.fixturenames:
            starts = self.starts()
            metafunc.parametrize("start", starts, ids=[str(start) for start in starts])
        if "depth" in metafunc.fixturenames:
            depths = list(self.perft_counts) or [1]
            metafunc.parametrize("depth", depths, ids=[f"depth {depth}" for depth in depths])
        if "door" in metafunc.fixturenames:
            metafunc.parametrize("door", list(DOORS), ids=list(DOORS))

    def starts(self) -> list[Start]:
        """Return the starts of the suite's matches."""
        seats = self.seats or rulebook(self.game).seats
        return [Start(n, name, seed) for n in seats for name in self.settings for seed in range(self.seeds)]

    def test_declarations_are_sound(self) -> None:
        """The fields of actions have known domains, and their notation survives a round trip."""
        check_rulebook(rulebook(self.game))

    def test_offers_equal_refusals(self, start: Start) -> None:
        """What a question lists is allowed, and everything else in the domains of its answers is refused."""
        self.play(start, "options")

    def test_copies_are_the_same_match(self, start: Start) -> None:
        """A clone, an undone answer and a restart from the last checkpoint lead to the same position."""
        self.play(start, "clone", "undo", "restart", "audit")

    def test_secrets_redealt_are_not_seen(self, start: Start) -> None:
        """Everything that a seat receives is unchanged by a redeal of what it cannot know."""
        self.play(start, "redeal")

    def test_imagined_worlds_keep_the_truth_secret(self, start: Start) -> None:
        """Imagining a match and imagining its redeal are the same, and an imagined match is valid and continues."""
        self.play(start, "imagine")

    def test_twin_worlds_look_alike(self, start: Start) -> None:
        """Worlds that differ in what a seat cannot know look the same to it until a rule shows the difference."""
        self.play(start, "twins")

    def test_records_replay_to_the_same_match(self, start: Start) -> None:
        """A record read back leads to the same match, as do other orders of sealed answers, and play without events."""
        match = self.play(start)
        check_audit(match)
        check_record(match)
        check_interleaving(match)
        check_events_off(match)

    def test_wrong_inputs_are_refused_at_the_door(self, door: str) -> None:
        """Mutilated positions, options, records and answers are refused with their error, or good for a match."""
        check_doors(self.game, min(self.seats or rulebook(self.game).seats), self.door_inputs, doors=[door])

    def test_perft_counts(self, depth: int) -> None:
        """The first turns lead to the expected number of states, and to the same number from a copied position."""
        match = new_match(self.game, seats=min(self.seats or rulebook(self.game).seats), seed=0, events=False)
        expected = self.perft_counts.get(depth)
        try:
            found = perft(match, depth, most=_MOST_ANSWERS if expected is None else None)
        except TooManyAnswers:
            raise SkipTest(f"more than {_MOST_ANSWERS} answers: give perft_counts from a smaller position") from None
        except ValueError as error:
            raise SkipTest(str(error)) from None
        copied = perft(from_position(self.game, match.position(), events=False), depth)
        assert found == copied, f"from the position of the match: {copied.states} states, not {found.states}"  # noqa: S101
        assert expected is None or found.states == expected, f"depth {depth}: {found.states} states"  # noqa: S101

    def test_every_message_has_a_text(self, start: Start) -> None:
        """Every question, answer, refusal and event of a match has a text with the right fields."""
        used = UsedTexts()
        used.add_end(self.play(start, on_question=used.add_question))
        missing = {lang: lacking for lang in self.languages if (lacking := used.missing(lang))}
        assert not missing, f"without a text: {missing}"  # noqa: S101

    def play(self, start: Start, *checks: str, on_question: Any = None) -> Match[Any]:  # a function of a match, or None
        """Play a random match and make these checks (of `conformance.CHECKS`) on the way."""
        seed = f"{'-'.join(checks) or 'match'}-{start.seed}"
        look = on_question or watch(dict.fromkeys(checks, self.rate), Stream(derive_key("checks", seed)))
        options = self.settings[start.setting]
        return random_match(self.game, start.seats, seed, options, on_question=look, events=True)


def conformance_tests(
    game: str,
    *,
    seats: Collection[int] = (),
    settings: Mapping[str, Mapping[str, Any]] | None = None,
    seeds: int = 2,
    rate: int = 4,
    door_inputs: int = 100,
    perft_counts: Mapping[int, int] | None = None,
    languages: Collection[str] = ("en",),
) -> type[ConformanceTests]:
    """Return the conformance suite of a game as a test class, for pytest to collect.

    In a test file: `TestConformance = conformance_tests("hidden-coin")`. The attributes of `ConformanceTests` document
    the arguments.
    """
    given = {
        "game": game,
        "seats": seats,
        "settings": settings or {"": {}},
        "seeds": seeds,
        "rate": rate,
        "door_inputs": door_inputs,
        "perft_counts": perft_counts or {},
        "languages": languages,
    }
    return type("TestConformance", (ConformanceTests,), given)
