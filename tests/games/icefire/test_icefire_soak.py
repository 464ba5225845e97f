"""The soak: 2,000 random matches of each edition over all game modes, all invariants watched; `make soak` runs it.

It prints how often each card and ability changed a state or a die, and which sentences of the modes were carried out:
in matches, in positions made for what is rare in them, and in the tests of this folder.
BANNERET_SOAK scales it: 0.01 plays a hundredth. BANNERET_SOAK_PROCESSES says in how many processes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import pytest

from banneret.games.icefire.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.modes.game_mode import modes
from banneret.games.icefire.state import State
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from tests.games.icefire import test_icefire_abilities_stark as stark
from tests.games.icefire.counted_tests import FILES, CountingTests, soak_tests
from tests.games.icefire.effects import ONLY_IN, Firing, effects, lasting_effects, sentences, shared_sentences
from tests.games.icefire.soaking import (
    CHUNK,
    FIRED,
    LEAST,
    POSITIONS,
    WHOLE,
    Soaked,
    cards_with,
    is_looked_at,
    options_of,
    position,
    seats_of,
    sentence_lines,
    soak_matches,
    soak_positions,
)
from tests.soaking import effect_lines, in_processes, scale


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_soak_has_every_mode_with_every_kind_of_terrain(edition: Edition) -> None:
    met = [options_of(edition, seed) for seed in range(WHOLE)]
    terrain = {"drawn", "chosen", "pool", "none"} | ({"layout"} if edition == SEASON_6 else set())
    assert {(one["mode"], one["terrain"]) for one in met} == {
        (mode, kind) for mode in modes(edition) for kind in terrain
    }
    assert {one["points"] for one in met} == {20, 30, 40}
    assert {one.get("faq") for one in met} == ({False, True} if edition == EDITION_2021 else {None})
    assert {(options_of(edition, seed)["mode"], seats_of(edition, seed)) for seed in range(WHOLE)} == {
        (mode, seats) for mode in modes(edition) for seats in (2, 3, 4)
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_soak_looks_at_every_mode_with_two_seats_and_more(edition: Edition) -> None:
    looked = [seed for seed in range(WHOLE) if is_looked_at(edition, seed)]
    met = {(options_of(edition, seed)["mode"], seats_of(edition, seed)) for seed in looked}
    assert met == {(mode, seats) for mode in modes(edition) for seats in (2, 3, 4)}


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_little_of_the_soak_counts_what_happens() -> None:
    """In a match of 20 points and in a position: what happens most."""
    found = soak_matches(EDITION_2021, range(20, 21))
    assert found.matches == 1
    assert found.answers > 50
    assert not found.fired
    found.counts.update(soak_positions(EDITION_2021, "unit 10201", 1, 1).counts)
    for kind in ("unit", "attachment", "non-combat unit", "told", "card", "ability", "shape", "number"):
        assert any(found.counts[id] for id in effects(EDITION_2021) if id.startswith(f"{kind} ")), kind


def test_what_runs_tells_which_sentences_were_carried_out() -> None:
    match: Match[State] = new_match(SEASON_6, seats=2, seed=0, options={"mode": "honed-and-ready"})
    firing = Firing()
    assert "icefire:honed-and-ready.3" not in firing.fired(match)
    with firing.entered():
        match = new_match(SEASON_6, seats=2, seed=0, options={"mode": "honed-and-ready"})
    assert "icefire:honed-and-ready.3" in firing.fired(match)
    assert "icefire:honed-and-ready.14" not in firing.fired(match)
    assert ("honed-and-ready", "icefire:honed-and-ready.14") in sentences(SEASON_6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_cards_bring_has_its_cards(edition: Edition) -> None:
    kinds = ("told ", "siege card ")
    assert [id for id in effects(edition) if not cards_with(edition, id) and not id.startswith(kinds)] == []
    assert cards_with(edition, "effect ride-them-down charged") == ["40227"]


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_tactics_card_is_in_hand_in_its_position() -> None:
    match = position(SEASON_6, "40223", 0)
    assert match is not None
    assert "40223" in match.state.hands[0].cards
    assert match.state.contacts


def test_what_only_one_edition_has_is_counted_in_that_one() -> None:
    for id, edition in ONLY_IN.items():
        assert [one for one in EDITIONS if id in effects(one)] == [edition], id


def test_what_a_test_brings_about_is_counted_in_its_edition() -> None:
    counted = CountingTests()
    with counted.entered():
        stark.test_units_regroup_after_a_retreat()
    assert counted.counting.counts[SEASON_6]["ability regroup action-end"]
    assert not counted.counting.counts[EDITION_2021]


@pytest.mark.soak
def test_soak_matches(capfd: pytest.CaptureFixture[str]) -> None:
    """No error, no dead end, nothing unsound; everything changes the state, in a match or where it is made to."""
    part = scale()
    number = max(int(WHOLE * part), FIRED * len(modes(SEASON_6)))
    least, most = max(int(LEAST * part), 1), max(int(POSITIONS * part), 2)
    found = {edition: Soaked(edition, 0, 0, Counter(), Counter()) for edition in EDITIONS}
    directed: dict[Edition, Counter[str]] = {edition: Counter() for edition in EDITIONS}
    tested = {edition: Soaked(edition, 0, 0, Counter(), Counter()) for edition in EDITIONS}
    with capfd.disabled():
        for both in in_processes([(soak_tests, (files, edition)) for files in FILES for edition in EDITIONS]):
            for one in both:
                tested[one.edition].counts.update(one.counts)
                tested[one.edition].fired.update(one.fired)
        for edition in EDITIONS:
            chunks = [range(at, min(at + CHUNK, number)) for at in range(0, number, CHUNK)]
            for one in in_processes([(soak_matches, (edition, chunk)) for chunk in chunks]):
                sofar = found[edition]
                sofar.counts.update(one.counts)
                sofar.fired.update(one.fired)
                found[edition] = sofar._replace(
                    matches=sofar.matches + one.matches, answers=sofar.answers + one.answers
                )
            sought = (*effects(edition), *lasting_effects())
            rare = [id for id in sought if found[edition].counts[id] < least and cards_with(edition, id)]
            work = [(soak_positions, (edition, id, least - found[edition].counts[id], most)) for id in rare]
            for one in in_processes(work):
                directed[edition].update(one.counts)
            sys.stderr.write("\n".join(_lines(found[edition], directed[edition], tested[edition])) + "\n")
    counts = {edition: found[edition].counts + directed[edition] + tested[edition].counts for edition in EDITIONS}
    never = {edition: [id for id in effects(edition) if not counts[edition][id]] for edition in EDITIONS}
    either = sum(counts.values(), Counter[str]())
    lasting = [id for id in lasting_effects() if not either[id]]
    fired = {edition: found[edition].fired + tested[edition].fired for edition in EDITIONS}
    still = {edition: [one for one in sentences(edition) if not fired[edition][one]] for edition in EDITIONS}
    missing = (*never.values(), lasting, *still.values())
    assert part < 1 or not any(missing), f"these never happened: {missing}"


def _lines(found: Soaked, directed: Counter[str], tested: Soaked) -> list[str]:
    wanted = [*effects(found.edition), *lasting_effects()]
    shared = shared_sentences(found.edition)
    either = [_shared(one, shared) for one in (found, tested)]
    return [
        f"\nSoak of A Song of Ice & Fire: {found.edition}: {found.matches} matches, {found.answers} answers",
        "how often in matches, in positions made for what is rare, and in tests, what changed the state or a die:",
        *effect_lines(wanted, found.counts, directed, tested.counts),
        "in how many of the matches that were looked at, and of the tests, a sentence was carried out, of each mode:",
        *sentence_lines(sentences(found.edition), found.fired, tested.fired),
        "and those that several modes share:",
        *sentence_lines([("", id) for id in shared], *either),
    ]


def _shared(soaked: Soaked, rules: Sequence[str]) -> dict[tuple[str, str], int]:
    """Return how often rules were carried out, whatever the mode."""
    return {("", id): sum(soaked.fired[mode, id] for mode in modes(soaked.edition)) for id in rules}
