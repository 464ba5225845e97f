"""Every bot plays every rulebook, at every number of seats and with every option, without an illegal answer."""

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
import pytest

from banneret.kernel.registry import registered
from banneret.kernel.rulebook import Rulebook
from tests.bots.matches import play

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

OPEN: Final[dict[tuple[str, str], tuple[Any, ...]]] = {
    ("thrones", "houses"): ({}, "drawn"),
    ("battles", "scenario"): ("drawn", "waystone"),
    **{(book, "data_pack"): (None,) for book in ("battles", "runewars")},
    **{(book, "points"): (40, 60, 20) for book in ("icefire-s6", "icefire-2021")},
    **{(book, "armies"): (("random", "random"),) for book in ("icefire-s6", "icefire-2021")},
    **{(book, "more_armies"): ((),) for book in ("icefire-s6", "icefire-2021")},
    **{(book, "pieces"): (4, 8) for book in ("icefire-s6", "icefire-2021")},
    ("runewars", "armies"): (["random", "random"], ["daqan-lords", "waiqar-the-undying"]),
}
"""Options with more values than can be listed: those that stand for them."""
MOST: Final = {"greedy": 160, "search:1": 120}
"""Decisions in a match of bots that think; `random` plays to the end."""
FEWER: Final = {"icefire-s6": 20, "icefire-2021": 20, "runewars": 40}
"""The maximum for a game on a measured table, whose questions have hundreds of answers."""
LONG: Final = {"icefire-2021-3-mode-points-armies-terrain-pieces-table"}
"""Whose random match takes half a minute: zones are full, and all of them is searched for room."""


def values(book: Rulebook[Any], name: str, kind: Any) -> tuple[Any, ...]:
    """The values of an option, the default first. One of a new kind has to be added to OPEN."""
    if (book.id, name) in OPEN:
        return OPEN[book.id, name]
    if kind is bool:
        return (False, True)
    assert get_origin(kind) is Literal, f"{book.id}: the values of {name} are not known"
    return get_args(kind)


ALL_COMBINATIONS: Final = 64
"""With more combinations than this each value is played with the others at their first, and all at their last."""


def option_sets(book: Rulebook[Any]) -> list[dict[str, Any]]:
    """Combinations of options, from all at their first value to all at their last: every one, if they are few."""
    names = [field.name for field in msgspec.structs.fields(book.Options)]
    sets = [values(book, field.name, field.type) for field in msgspec.structs.fields(book.Options)]
    if math.prod(map(len, sets)) <= ALL_COMBINATIONS:
        every: list[tuple[Any, ...]] = list(itertools.product(*sets))
    else:
        usual = tuple(one[0] for one in sets)
        changed = [(*usual[:at], value, *usual[at + 1 :]) for at, one in enumerate(sets) for value in one[1:]]
        every = [usual, *changed, tuple(one[-1] for one in sets)]
    return [dict(zip(names, chosen, strict=True)) for chosen in every]


def seated(book: Rulebook[Any], seats: int, sets: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The combinations for a number of seats. Where teams are an option they are for four.

    With more seats than two such a game plays its usual options, by four in teams as well: nothing else depends on it.
    """
    if "teams" not in sets[0]:
        return list(sets)
    usual = sets[0]
    if seats > min(book.seats):
        return [usual, usual | {"teams": True}] if seats == max(book.seats) else [usual]
    alone = [one | {"teams": False} for one in sets]
    return [one for at, one in enumerate(alone) if one not in alone[:at]]


def cases(ends_only: bool) -> list[Any]:
    """Rulebooks, seats and options: all combinations, or those with no option and with all."""
    found = []
    for book in registered():
        sets = option_sets(book)
        chosen = (sets[0], sets[-1]) if ends_only else sets
        for seats, options in ((number, one) for number in book.seats for one in seated(book, number, chosen)):
            name = "-".join([book.id, str(seats), *(option for option, value in options.items() if value)])
            long = not ends_only and name in LONG
            found.append(pytest.param(book.id, seats, options, id=name, marks=pytest.mark.soak if long else ()))
    return found


def test_the_cases_are_of_every_rulebook_and_every_option() -> None:
    for book in registered():
        sets = [case.values[2] for case in cases(ends_only=False) if case.values[0] == book.id]
        options = {field.name for field in msgspec.structs.fields(book.Options)}
        assert all(set(chosen) == options for chosen in sets)
        played = {(name, repr(value)) for chosen in sets for name, value in chosen.items()}
        wanted = {(f.name, repr(v)) for f in msgspec.structs.fields(book.Options) for v in values(book, f.name, f.type)}
        assert played == wanted


@pytest.mark.slow
@pytest.mark.parametrize(("book", "seats", "options"), cases(ends_only=False))
def test_random_bots_play_to_the_end(book: str, seats: int, options: dict[str, Any]) -> None:
    match, troubles = play(book, ["random"] * seats, 100 * seats + sum(map(bool, options.values())), **options)
    assert troubles == []
    assert match.outcome is not None


@pytest.fixture
def no_float_in_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `sum` refuse floats: its rounding changed in Python 3.12, while `math.fsum` is exact in all versions."""
    plain = sum

    def strict(values: Iterable[Any], /, start: Any = 0) -> Any:
        total = plain(values, start)
        if type(total) is float:
            raise TypeError("sum() of floats: each Python adds them up in its own way, take math.fsum")
        return total

    monkeypatch.setattr("builtins.sum", strict)


@pytest.mark.slow
@pytest.mark.usefixtures("no_float_in_sums")
@pytest.mark.parametrize("bot", MOST)
@pytest.mark.parametrize(("book", "seats", "options"), cases(ends_only=True))
def test_bots_that_think_answer_what_is_allowed(book: str, seats: int, options: dict[str, Any], bot: str) -> None:
    most = min(MOST[bot], FEWER.get(book, MOST[bot]))
    match, troubles = play(book, [bot] * seats, seats, most, **options)
    assert troubles == []
    assert len(match.answers) >= most
