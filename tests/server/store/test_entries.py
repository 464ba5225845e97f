"""Entries: what each kind does to a match, the results it is stored with, and what is noticed when it is replayed."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec
import pytest

from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.kernel.plain_actions import Pass
from banneret.server.store.entries import Divergence, Entry, answered, ask_id, chained, enter, enter_again, standing

SALT = "00112233445566778899aabbccddeeff"


def match_of(seed: int = 1) -> Match[Any]:
    return new_match("battles", seats=2, seed=seed, options={"scenario": "clash-on-the-kingsroad"})


def answer(match: Match[Any], number: int) -> Entry:
    """Give the open question of one seat an answer; return its entry with the results."""
    (seat,) = match.asking
    options = match.asking[seat].options
    return enter(match, answered(match, seat, options[Random(number).randrange(len(options))]))


def played(answers: int) -> tuple[Match[Any], list[Entry]]:
    match = match_of()
    return match, [answer(match, number) for number in range(answers)]


def test_entries_replayed_one_by_one_lead_to_the_same_match() -> None:
    match, entries = played(60)
    assert any("chance" in entry for entry in entries)
    assert any("chance" not in entry for entry in entries)
    again = match_of()
    for seq, entry in enumerate(entries, 1):
        enter_again(again, seq, entry | {"step": "what changed"})
    assert again.position() == match.position()


def test_entries_have_all_results_of_chance_in_order() -> None:
    """Not what only records that something cannot be undone, such as a shuffle."""
    begun = len(match_of().draws)
    match, entries = played(60)
    drawn = [draw.result for draw in match.draws[begun:]]
    assert None in drawn
    assert [one for entry in entries for one in entry.get("chance", [])] == [one for one in drawn if one is not None]


def test_results_of_an_earlier_replay_are_not_kept() -> None:
    entries = played(60)[1]
    rolled = next(entry for entry in entries if "chance" in entry)
    again = match_of()
    for entry in entries[: entries.index(rolled)]:
        enter(again, entry)
    assert enter(again, rolled | {"chance": ["other"], "after": "other", "step": {}}) == rolled


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"after": "0" * 12}, "the match differs afterwards"),
        ({"chance": ["other"]}, "chance gave"),
        ({"do": "order green a1"}, "'order green a1' of seat 0 is refused by battles:"),
    ],
)
def test_an_entry_with_other_results_is_a_divergence(change: Entry, why: str) -> None:
    match = match_of()
    (seat,) = match.asking
    entry = enter(match.clone(), answered(match, seat, Pass())) | change
    with pytest.raises(Divergence, match=f"entry 7: .*({why})") as raised:
        enter_again(match, 7, entry)
    assert raised.value.seq == 7


def test_an_entry_that_lacks_something_is_a_divergence() -> None:
    with pytest.raises(Divergence, match="entry 1: KeyError: 'seat'"):
        enter_again(match_of(), 1, {"do": "pass", "after": ""})


def test_a_forfeit_and_a_salt_are_entries() -> None:
    match = match_of()
    enter(match, {"forfeit": 1})
    assert match.forfeited == (1,)
    plain, salted = played(0)[0], played(0)[0]
    enter(salted, {"salt": SALT})
    drawn = []
    for one in (plain, salted):
        while one.outcome is None and len(one.draws) < len(match_of().draws) + 12:
            answer(one, 0)
        drawn.append([draw.result for draw in one.draws])
    assert drawn[0] != drawn[1]


def test_an_answer_is_taken_back_freely_or_with_consent_and_salt() -> None:
    seat = played(1)[1][0]["seat"]
    before = match_of()
    asked = ask_id(before, 0, seat)
    entry = {"take_back": seat, "consent": [1 - seat], "salt": SALT}
    again = match_of()
    enter(again, answered(again, seat, Pass()))
    done = enter(again, entry)
    assert "chance" not in done
    assert (again.given(seat), ask_id(again, 0, seat)) == (0, asked)
    assert ask_id(again, 1, seat) != asked


def test_hashes_are_those_of_the_entries_that_are_stored() -> None:
    """Another length or another order of what is hashed would make all stored matches diverge."""
    match = match_of()
    seat, ask = next(iter(match.asking.items()))
    raw = msgspec.json.encode([match.label, [[seat, ask.kind]], len(match.events), None])
    assert standing(match) == hashlib.sha256(raw).hexdigest()[:12]
    assert chained("before", b"body") == hashlib.sha256(b"before\nbody").hexdigest()


def test_the_id_of_a_question_counts_answers_and_take_backs() -> None:
    match, entries = played(1)
    seat = entries[0]["seat"]
    assert ask_id(match_of(), 2, seat) == f"{seat}-0-2-turn"
    while seat not in match.asking:
        answer(match, 0)
    assert ask_id(match, 0, seat) == f"{seat}-{match.given(seat)}-0-{match.asking[seat].kind}"
