"""Positions: JSON and back, and every fault named."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import banneret
from banneret.games.thrones import position
from banneret.games.thrones.secrets import FIELDS
from banneret.games.thrones.state import State
from banneret.kernel.rulebook import PositionError
from tests.games.thrones.scene import SIX


def midgame(seed: int = 5, answers: int = 200) -> Any:  # a match of any rulebook has one type
    rng = random.Random(seed)
    match = banneret.new_match("thrones", seats=6, seed=seed)
    for _ in range(answers):
        seat, ask = rng.choice(sorted(match.asking.items()))
        match.play(seat, rng.choice(ask.options.listed))
    return match


def test_a_state_comes_back_from_json_column_by_column() -> None:
    state = midgame()._checkpoint
    data = json.loads(json.dumps(position.encode(state)))
    back = position.decode(data)
    for name in State.__slots__:
        if name in ("decks", "wildlings"):
            continue
        assert getattr(back, name) == getattr(state, name), name
    for mine, theirs in zip([*back.decks, back.wildlings], [*state.decks, state.wildlings], strict=True):
        assert (mine.cards, mine.known) == (theirs.cards, theirs.known)


def test_every_column_of_the_state_is_classified() -> None:
    """A column that nobody thought about would be a secret nobody keeps."""
    assert set(FIELDS) == set(State.__slots__)


def test_a_copy_shares_nothing_that_can_change() -> None:
    state = midgame()._checkpoint
    before = position.encode(state)
    twin = state.copy()
    for name in State.__slots__:
        value = getattr(twin, name)
        for part in [value, *value] if isinstance(value, list) else []:
            if isinstance(part, list):
                part.clear()
    twin.wildlings.cards.clear()
    for deck in state.copy().decks:
        deck.known.clear()
    assert position.encode(state) == before


def test_a_position_and_the_answers_since_lead_to_the_same_match(tmp_path: Path) -> None:
    match = midgame(seed=8, answers=137)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(match.position()), "utf-8")
    again = banneret.from_position("thrones", path)
    assert again.digest() == match.digest()
    assert again.asking.keys() == match.asking.keys()


BAD: list[tuple[str, Any, str]] = [
    ("houses", ["stark", "stark", "lannister"], "houses"),
    ("houses", ["stark", "lannister", "targaryen"], "targaryen"),
    ("round", 11, "round: 11"),
    ("step", "lunch", "step: 'lunch'"),
    ("threat", 5, "threat: 5"),
    ("areas", {"nowhere": {}}, "areas: 'nowhere'"),
    ("areas", {"winterfell": {"house": "stark", "units": {"ship": 1}}}, "areas.winterfell.units"),
    ("areas", {"shivering-sea": {"house": "stark", "units": {"knight": 1}}}, "a knight cannot be placed here"),
    ("areas", {"winterfell": {"house": "stark"}}, "areas.winterfell.house"),
    ("areas", {"winterfell": {"units": {"knight": 1}}}, "areas.winterfell.house"),
    ("areas", {"winterfell": {"house": "stark", "units": {"knight": 0}}}, "0 is no number"),
    ("areas", {"winterfell": {"order": "raid"}}, "areas.winterfell.order"),
    ("areas", {"winterfell": {"house": "stark", "units": {"knight": 1}, "order": "retreat"}}, "'retreat'"),
    ("areas", {"shivering-sea": {"power": "stark"}}, "land only"),
    ("areas", {"eyrie": {"garrison": 2}}, "no garrison"),
    ("areas", {"eyrie": {"neutral": -2}}, "areas.eyrie.neutral: -2"),
    ("areas", {"eyrie": {"colour": 3}}, "colour"),
    ("seats", {"stark": {"hand": ["eddard-stark"]}}, "seats.stark"),
    ("seats", {"stark": {"supply": 9}}, "seats.stark.supply"),
    ("seats", {"stark": {"available": -1}}, "seats.stark.available"),
    ("seats", {"bolton": {}}, "'bolton'"),
    ("tracks", {"fiefdoms": ["stark"]}, "tracks.fiefdoms"),
    ("tracks", {"ladder": []}, "'ladder'"),
    ("banned", ["march-plus-nine"], "banned"),
    ("used", [["supply"] * 4, [], []], "used.0"),
    ("decks", [{"cards": []}, {"cards": []}, {"cards": []}], "decks.0"),
    ("westeros", ["supply"], "three of each"),
    ("wildlings", {"cards": ["crow-killers"]}, "wildlings"),
    ("winner", "nobody-here", "winner"),
    ("reason", "boredom", "reason"),
    ("forfeited", [9], "forfeited"),
    ("key", "00", "key"),
    ("key", "zz" * 16, "key"),
    ("drawn", -1, "drawn"),
    ("colour", "red", "colour"),
    ("round", "one", "round"),
]


@pytest.mark.parametrize(("field", "value", "says"), BAD, ids=[f"{f}-{i}" for i, (f, _, _) in enumerate(BAD)])
def test_a_fault_in_a_position_is_named(field: str, value: Any, says: str) -> None:
    good = {"houses": ["baratheon", "lannister", "stark"]}
    banneret.from_position("thrones", good)
    with pytest.raises(PositionError, match=says):
        banneret.from_position("thrones", {**good, field: value})


CARDS = ["mustering", "clash-of-kings", "wildlings-attack"]
DRAWN: dict[str, Any] = {"westeros": CARDS, "used": [[card] for card in CARDS]}


@pytest.mark.parametrize("step", ["westeros-1", "mustering", "westeros-2", "clash", "westeros-3"])
def test_a_step_that_goes_on_with_westeros_cards_needs_them(step: str) -> None:
    good: dict[str, Any] = {**DRAWN, "houses": ["baratheon", "lannister", "stark"], "step": step}
    banneret.from_position("thrones", good)
    with pytest.raises(PositionError, match=f"westeros: three cards are revealed before the step '{step}'"):
        banneret.from_position("thrones", {**good, "westeros": []})


@pytest.mark.parametrize(("step", "last"), [("mustering", 2), ("clash", 2), ("march", 2)])
def test_a_turn_that_its_step_does_not_have_is_named(step: str, last: int) -> None:
    good: dict[str, Any] = {**DRAWN, "houses": ["baratheon", "lannister", "stark"], "step": step, "turn": last}
    banneret.from_position("thrones", good)
    with pytest.raises(PositionError, match=f"turn: {last + 1} is not within 0 to {last}"):
        banneret.from_position("thrones", {**good, "turn": last + 1})


def test_a_clash_of_six_houses_has_a_turn_for_each_track() -> None:
    good: dict[str, Any] = {**DRAWN, "houses": list(SIX), "step": "clash", "turn": 2}
    banneret.from_position("thrones", good)
    with pytest.raises(PositionError, match="turn: 3 is not within 0 to 2"):
        banneret.from_position("thrones", {**good, "turn": 3})


def test_houses_that_are_no_set_up_need_their_tracks() -> None:
    with pytest.raises(PositionError, match="tracks"):
        banneret.from_position("thrones", {"houses": ["tyrell", "martell", "stark"]})


def test_a_wrong_answer_of_a_position_is_named() -> None:
    data = midgame(answers=60).position()
    broken = copy.deepcopy(data)
    broken["answers"] = [[0, "fly"]]
    with pytest.raises(PositionError, match=r"answers\[0\]"):
        banneret.from_position("thrones", broken)
    with pytest.raises(PositionError, match="rulebook"):
        banneret.from_position("thrones", {**data, "rulebook": "chess"})


def test_a_file_that_is_no_position_is_named(tmp_path: Path) -> None:
    for text in ("", "[]", "{", "\x00"):
        path = tmp_path / "bad.json"
        path.write_text(text, "utf-8")
        with pytest.raises(PositionError, match=r"bad\.json"):
            banneret.from_position("thrones", path)
