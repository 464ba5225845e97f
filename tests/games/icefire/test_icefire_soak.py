"""The soak: 2,000 random matches of each edition over all game modes, all invariants watched; `make soak` runs it.

It prints how often each card and ability changed a state or a die, and which sentences of the modes were carried out:
in matches, in positions made for what is rare in them, and in the tests of this folder.
BANNERET_SOAK scales it: 0.01 plays a hundredth. BANNERET_SOAK_PROCESSES says in how many processes.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import modes
from banneret.games.icefire.setup import SIEGE
from banneret.games.icefire.state import Moment, State
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from tests.games.icefire import test_icefire_abilities_stark as stark
from tests.games.icefire.counted_tests import FILES, CountingTests, soak_tests
from tests.games.icefire.duels import siege_cards_with
from tests.games.icefire.effects import (
    ONLY_IN,
    Firing,
    effects,
    fingerprint,
    lasting_effects,
    sentences,
    shared_sentences,
)
from tests.games.icefire.scene import BOOKS
from tests.games.icefire.soak_matches import (
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
    soak_sentence,
)
from tests.games.icefire.staged_positions import SENTENCES, STAGED, staged
from tests.soaking import Work, effect_lines, in_processes, scale


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_soak_has_every_mode_with_every_kind_of_terrain(edition: Edition) -> None:
    met = [options_of(edition, seed) for seed in range(WHOLE)]
    terrain = {"drawn", "chosen", "pool", "none"} | ({"layout"} if edition == SEASON_6 else set())
    assert {(one["mode"], one["terrain"]) for one in met} == {
        (mode, kind) for mode in modes(edition) for kind in terrain
    }
    assert {one["points"] for one in met} == {20, 30, 40}
    assert {one.get("faq") for one in met} == ({False, True} if edition == EDITION_2021 else {None})
    assert {(one["mode"], seats_of(edition, seed)) for seed, one in enumerate(met)} == _played_by(edition)
    assert {one["mode"] for one in met if one.get("teams")} == {*modes(edition)}


def _played_by(edition: Edition) -> set[tuple[str, int]]:
    """Return how many seats each mode may have: a siege has two sides."""
    return {(mode, seats) for mode in modes(edition) for seats in (2, 3, 4)} - {(SIEGE, 3)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_match_of_a_whole_soak_may_be_played(edition: Edition) -> None:
    for seed in range(WHOLE):
        BOOKS[edition].options(options_of(edition, seed), seats_of(edition, seed))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_soak_looks_at_every_mode_with_two_seats_and_more(edition: Edition) -> None:
    looked = [seed for seed in range(WHOLE) if is_looked_at(edition, seed)]
    met = {(options_of(edition, seed)["mode"], seats_of(edition, seed)) for seed in looked}
    assert met == _played_by(edition)
    assert min(Counter(options_of(edition, seed)["mode"] for seed in looked).values()) >= LEAST


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_little_of_the_soak_counts_what_happens() -> None:
    """In a match of 20 points and in a position: what happens most."""
    found = soak_matches(EDITION_2021, range(50, 51))
    assert found.matches == 1
    assert found.answers > 50
    assert not found.fired
    found.counts.update(soak_positions(EDITION_2021, "unit 10201", 1, 1).counts)
    for kind in ("unit", "attachment", "non-combat unit", "told", "card", "ability", "shape", "number"):
        assert any(found.counts[id] for id in effects(EDITION_2021) if id.startswith(f"{kind} ")), kind


@pytest.mark.slow
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
def test_whatever_cards_bring_has_its_positions(edition: Edition) -> None:
    without = [id for id in _sought(edition) if not cards_with(edition, id) and not siege_cards_with(id)]
    assert [id for id in without if not id.startswith("told ")] == []
    assert cards_with(edition, "effect ride-them-down charged") == ["40227"]
    assert cards_with(edition, "number hit need-for-vengeance") == ["40230"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_wanted_is_there_in_its_position(edition: Edition) -> None:
    """A Tactics card in hand, a model on the table, a Siege Strategy card in hand; everything sound."""
    for turn in range(4):
        card = position(edition, "card 40223 0", turn)
        attachment = position(edition, "attachment 20201", turn)
        siege = position(edition, "siege card fire-arrows", turn)
        assert card is not None
        assert attachment is not None
        assert siege is not None
        assert "40223" in card.state.hands[0].cards
        assert any("20201" in there for there in attachment.state.attachments)
        assert "fire-arrows" in siege.state.siege_hands[0].cards
        for match in (card, attachment, siege):
            assert not match.rulebook.audit(match.state)
    assert position(edition, "told turn-passed", 0) is None


def test_what_is_staged_is_sought_and_sound() -> None:
    for id in STAGED:
        there = [edition for edition in EDITIONS if id in _sought(edition) or id in _seldom(edition)]
        assert there, id
        for edition in there:
            match = staged(edition, id, 0)
            assert match.asking
            assert not match.rulebook.audit(match.state), id


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("edition", EDITIONS)
def test_sentences_that_matches_seldom_show_are_carried_out_in_positions(edition: Edition) -> None:
    for id in _seldom(edition):
        found = soak_sentence(edition, id, 1, 8)
        assert sum(found.fired.values()) == 1, id
        assert {rule for _, rule in found.fired} == {id}
    assert {id for one in EDITIONS for id in _seldom(one)} == {*SENTENCES}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("id", ["siege card sally", "effect outflanking round-start"])
def test_a_unit_waits_in_reserve_where_that_is_wanted(edition: Edition, id: str) -> None:
    """It comes onto the table in most positions, and never in those of a duel, which begins with all on it."""
    assert soak_positions(edition, id, 3, 12).counts[id] == 3


def test_to_be_asked_is_no_change() -> None:
    """A player who leaves the unit in reserve has changed nothing, though the question is noted lest it come again."""
    game = staged(SEASON_6, "effect outflanking round-start", 0)
    before = fingerprint(game.state, Moment("round-start", 1))
    moment = Moment("round-start", 1)
    moment.notes["outflanked-0"] = 1
    assert fingerprint(game.state, moment) == before
    moment.notes["roll"] = 1
    assert fingerprint(game.state, moment) != before


def test_a_card_with_several_uses_is_kept_for_the_one_that_is_wanted() -> None:
    """Ours draws a card at the start of any turn; it waits for the attack."""
    found = soak_positions(SEASON_6, "card 40109 0", 1, 40)
    assert found.counts["card 40109 0"] == 1
    assert not found.counts["card 40109 1"]


def test_what_only_one_edition_has_is_counted_in_that_one() -> None:
    for id, edition in ONLY_IN.items():
        assert [one for one in EDITIONS if id in _sought(one)] == [edition], id


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
    directed = {edition: Soaked(edition, 0, 0, Counter(), Counter()) for edition in EDITIONS}
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
            rare = [id for id in _sought(edition) if found[edition].counts[id] < least]
            work: list[Work[Soaked]] = [
                (soak_positions, (edition, id, least - found[edition].counts[id], most)) for id in rare
            ]
            shown = _by_rule(found[edition])
            work += [
                (soak_sentence, (edition, id, least - shown[id], most)) for id in _seldom(edition) if shown[id] < least
            ]
            for one in in_processes(work):
                directed[edition].counts.update(one.counts)
                directed[edition].fired.update(one.fired)
            sys.stderr.write("\n".join(_lines(found[edition], directed[edition], tested[edition])) + "\n")
    counts = {
        edition: found[edition].counts + directed[edition].counts + tested[edition].counts for edition in EDITIONS
    }
    few = {
        edition: {id: counts[edition][id] for id in _sought(edition) if counts[edition][id] < least}
        for edition in EDITIONS
    }
    never = {edition: _never(found[edition], directed[edition]) for edition in EDITIONS}
    assert part < 1 or not any(few.values()), f"these happened less than {least} times: {few}"
    assert part < 1 or not any(never.values()), f"these were never carried out: {never}"


def _sought(edition: Edition) -> tuple[str, ...]:
    return *effects(edition), *lasting_effects(edition)


def _seldom(edition: Edition) -> list[str]:
    """Return the sentences of modes that have positions of their own."""
    there = {*(rule for _, rule in sentences(edition)), *shared_sentences(edition)}
    return [rule for rule in SENTENCES if rule in there]


def _by_rule(soaked: Soaked) -> Counter[str]:
    """Return how often each rule was carried out, whatever the mode."""
    counts: Counter[str] = Counter()
    for (_, rule), number in soaked.fired.items():
        counts[rule] += number
    return counts


def _never(found: Soaked, directed: Soaked) -> list[tuple[str, str]]:
    """Return the sentences that neither a match nor a position has carried out, shared ones without a mode."""
    shown = _by_rule(found) + _by_rule(directed)
    return [
        *(one for one in sentences(found.edition) if not found.fired[one] + directed.fired[one]),
        *(("", id) for id in shared_sentences(found.edition) if not shown[id]),
    ]


def _lines(found: Soaked, directed: Soaked, tested: Soaked) -> list[str]:
    wanted = _sought(found.edition)
    shared = shared_sentences(found.edition)
    three = (found, directed, tested)
    either = [{("", id): number for id, number in _by_rule(one).items()} for one in three]
    return [
        f"\nSoak of A Song of Ice & Fire: {found.edition}: {found.matches} matches, {found.answers} answers",
        "how often in matches, in positions made for what is rare, and in tests, what changed the state or a die:",
        *effect_lines(wanted, *(one.counts for one in three)),
        "in how many of the matches that were looked at, of the positions made for it and of the tests a sentence was "
        "carried out, of each mode:",
        *sentence_lines(sentences(found.edition), *(one.fired for one in three)),
        "and those that several modes share:",
        *sentence_lines([("", id) for id in shared], *either),
    ]
