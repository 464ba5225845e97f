"""Phases as drafts, in every game: filled in any order, changed, and committed as the rules ask."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.drafts import Drafted, closing, fit, offered, part_of
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key

DRAFTS: dict[tuple[str, str], set[str]] = {
    ("thrones", ""): {"orders"},
    ("battles", "open-field"): {"commanders", "deployment"},
    ("battles", "wolf-raiders"): {"defenses", "discards"},
    ("battles", "breaking-the-siege"): {"strategy"},
    ("runewars", ""): {"deployment", "dials"},
    ("icefire-s6", "winds-of-winter"): {"mission", "deployment"},
    ("icefire-2021", "winds-of-winter"): {"mission", "deployment"},
}
"""The drafts that come up in the first answers of a match, by game and scenario or mode."""
MOST = 140
"""The answers of a match that are looked at."""


def begun(game: str, setup: str) -> Match[Any]:
    name = "scenario" if game == "battles" else "mode"
    return new_match(game, seats=3 if game == "thrones" else 2, seed=3, options={name: setup} if setup else {})


def filled(match: Match[Any], seat: int, stream: Stream) -> tuple[list[str], Drafted]:
    """Add one answer after the other until nothing is missing."""
    answers: list[str] = []
    draft = fit(match, seat, answers)
    while draft.missing:
        before = draft.missing
        ask = stream.choice(list(draft.asks))
        assert offered(ask), ask
        answers.append(notation.write(stream.choice(offered(ask))))
        draft = fit(match, seat, answers)
        assert not draft.faults, (answers, draft.faults)
        assert [notation.write(one) for one in draft.given] == answers
        assert draft.missing < before or draft.asks, answers
    return answers, draft


def check(match: Match[Any], seat: int, stream: Stream) -> str:
    """Fill and change a draft, then play it answer by answer; return its name."""
    digest = match.digest()
    answers, draft = filled(match, seat, stream)
    assert draft.whole
    turned = fit(match, seat, answers[::-1])
    assert turned.whole, (answers, turned.faults)
    if answers:
        for less in (answers[:-1], answers[1:] if draft.name != "strategy" else answers[:-1]):
            draft_less = fit(match, seat, less)
            assert not draft_less.faults, (answers, draft_less.faults)
            assert draft_less.missing or draft_less.name not in ("deployment", "mission"), answers
        twice = fit(match, seat, [*answers, "nonsense"])
        assert [one.at for one in twice.faults] == [len(answers)]
        assert not twice.whole
    assert match.digest() == digest
    opened = match.opened_at
    for action in draft.played:
        assert part_of(match, seat) is not None
        match.play(seat, action)
    end = closing(match, seat, draft.name, opened)
    if end is not None:
        match.play(seat, end)
    assert match.opened_at is not None or (part := part_of(match, seat)) is None or part.missing or part.closing
    return draft.name


@pytest.mark.parametrize(("game", "setup"), DRAFTS, ids=lambda value: value or "usual")
def test_a_phase_is_answered_as_a_whole(game: str, setup: str) -> None:
    match, stream, found = begun(game, setup), Stream(derive_key("drafts", game, setup)), set[str]()
    for _ in range(MOST):
        if not match.asking or DRAFTS[game, setup] <= found:
            break
        seat, ask = next(iter(match.asking.items()))
        if part_of(match, seat) is None:
            match.play(seat, ask.chooser.draw(ask.options, stream))
        else:
            found.add(check(match, seat, stream))
    assert DRAFTS[game, setup] <= found
