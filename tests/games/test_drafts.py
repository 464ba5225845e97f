"""Phases as drafts, in every game: filled in any order, changed, and committed as the rules ask."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel import notation
from banneret.kernel.creation import new_match
from banneret.kernel.drafts import Drafted, closing, fit, offered, part_of
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key
from tests.games.runewars.playing import fierce
from tests.games.thrones.fights import cards, fight, stack
from tests.games.thrones.phase import attack
from tests.games.thrones.scene import play, seat_of, units
from tests.games.thrones.test_wildling_cards import BIDS

DRAFTS: dict[tuple[str, str], set[str]] = {
    ("thrones", ""): {"orders"},
    ("battles", "open-field"): {"commanders", "forces", "deployment"},
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


def test_several_casualties_of_a_combat_are_one_draft() -> None:
    areas = {
        "winterfell": stack("stark", "march-plus-one", knight=3),
        "moat-cailin": stack("greyjoy", footman=2, knight=2),
    }
    match = fight("winterfell", "moat-cailin", areas)
    cards(match, "stark: eddard-stark", "greyjoy: aeron-damphair")
    play(match, "greyjoy: pass")
    greyjoy = seat_of(match, "greyjoy")
    none = fit(match, greyjoy, [])
    assert (none.name, none.missing, none.whole) == ("casualties", 2, False)
    swapped = fit(match, greyjoy, ["lose moat-cailin knight", "lose moat-cailin footman"])
    assert (swapped.missing, swapped.whole) == (0, True)
    assert units(swapped.shown, "moat-cailin") == {"footman": 2, "knight": 1}
    assert [notation.write(one) for one in swapped.staged] == ["lose moat-cailin footman"]  # it ends the draft
    assert units(match, "moat-cailin") == {"footman": 2, "knight": 2}
    more = fit(match, greyjoy, ["lose moat-cailin knight"] * 3)
    assert [one.at for one in more.faults] == [2]
    assert check(match, greyjoy, Stream(derive_key("casualties"))) == "casualties"
    assert sum(units(match, "moat-cailin", routed=True).values()) + sum(units(match, "moat-cailin").values()) == 2


def test_losses_to_wildlings_are_one_draft() -> None:
    areas = {
        "winterfell": stack("stark", footman=1, knight=1),
        "bay-of-ice": stack("stark", ship=2),
        "dragonstone": stack("baratheon", footman=2, engines=1),
    }
    match = attack("mammoth-riders", BIDS, areas=areas)
    stark = seat_of(match, "stark")
    assert (fit(match, stark, []).name, fit(match, stark, []).missing) == ("losses", 3)
    ships = fit(match, stark, ["lose bay-of-ice ship"] * 3)
    assert [one.at for one in ships.faults] == [2]
    assert units(ships.shown, "bay-of-ice") == {}
    changed = fit(match, stark, ["lose winterfell knight", "lose bay-of-ice ship", "lose winterfell footman"])
    assert changed.whole
    assert units(changed.shown, "bay-of-ice") == {"ship": 1}
    assert units(match, "bay-of-ice") == {"ship": 2}
    assert check(match, stark, Stream(derive_key("losses"))) == "losses"


def test_wounds_are_assigned_as_one_draft() -> None:
    match = new_match("runewars", seats=2, seed=12, options={"size": "skirmish"})
    stream = Stream(derive_key("fierce", "12"))
    while (seat := next(iter(match.asking))) is not None:
        part = part_of(match, seat)
        if part is not None and part.draft == "wounds":
            break
        match.play(seat, fierce(match, match.asking[seat], stream))
    before = fit(match, seat, [])
    assert before.missing
    assert not before.whole
    assert check(match, seat, stream) == "wounds"
    part = part_of(match, seat)
    assert part is None or part.draft != "wounds"
