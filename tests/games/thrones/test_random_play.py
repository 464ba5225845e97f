"""Thrones on random play: matches come to an end, keep every invariant, and are the same however they are reached."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.stream import Stream, derive_key
from banneret.sim.games import Plan, play_game
from banneret.testing.conformance import (
    check_clone,
    check_events_off,
    check_interleaving,
    check_match,
    check_options,
    check_record,
    check_undo,
)
from tests.games.thrones.random_play import (
    SETTINGS,
    Check,
    Ledger,
    Restarts,
    chunks,
    demand_orders,
    demand_sound,
    play_random,
)
from tests.games.thrones.scene import SIX, asked, play, scene

pytestmark = pytest.mark.no_cover  # what is run thousands of times is measured elsewhere

CHUNKS = [
    *chunks("six", 60, 15),
    *chunks("three", 40, 20),
    *chunks("four", 40, 20),
    *chunks("five", 40, 20),
    *chunks("tides", 40, 10),
]
MORE = [one for one in chunks("six", 150, 15) if one not in CHUNKS]
"""Played by the soak tests."""


def name_of(chunk: tuple[str, range]) -> str:
    setting, seeds = chunk
    return f"{setting}-{seeds[0]}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "chunk",
    [
        *(pytest.param(one, id=name_of(one)) for one in CHUNKS),
        *(pytest.param(one, id=name_of(one), marks=pytest.mark.soak) for one in MORE),
    ],
)
def test_random_matches_keep_every_invariant(chunk: tuple[str, range]) -> None:
    """No error, no dead end, no endless match; after every answer the state is sound and nothing is lost untold."""
    setting, seeds = chunk
    for seed in seeds:
        restarts, ledger = Restarts(), Ledger()
        checks: list[Check] = [demand_sound, demand_orders, ledger]
        if seed % 2 == 0:
            checks.append(restarts)
        match = play_random(setting, seed, *checks, events=True)
        assert match.outcome is not None
        assert sorted(seat for place in match.outcome.places for seat in place) == list(range(match.seats))
        assert match.state.round == 10 or match.outcome.reason == "seven-areas"
        assert seed % 2 or restarts.made > 50


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_what_is_listed_is_what_is_allowed(setting: str) -> None:
    """A sample of questions: options are unique and taken, all else in the domains of the answers is refused."""
    for seed in range(2):
        stream = Stream(derive_key("sample", setting, seed))
        kinds: dict[str, int] = {}

        def look(match: Match[State], stream: Stream = stream, kinds: dict[str, int] = kinds) -> None:
            for seat, ask in match.asking.items():
                kinds[ask.kind] = kinds.get(ask.kind, 0) + 1
                if kinds[ask.kind] <= 4 or stream.below(40) == 0:
                    check_options(match, stream=stream, candidates=200, seats=[seat])

        play_random(setting, f"options-{seed}", look, confirm_orders=seed == 0)
        assert len(kinds) > 8


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_copies_replays_and_interleavings_are_the_same_match(setting: str) -> None:
    """Clones, answers taken back, records and other orders of sealed answers all lead to the same place."""
    seats, options = SETTINGS[setting]
    match = check_match("thrones", seats, "copies", options, checks={"clone": 30, "undo": 60, "restart": 30})
    check_events_off(match)
    for seed in range(3):
        stream = Stream(derive_key("copies", setting, seed))
        match = play_random(setting, f"copies-{seed}", events=seed == 0)
        check_clone(match, stream=stream)
        check_record(match)
        check_interleaving(match, stream=stream)


def test_orders_can_be_taken_back_until_they_stand() -> None:
    """With the option to confirm orders, lifting and replacing an order makes progress like any answer."""
    kinds: set[str] = set()

    def look(match: Match[State]) -> None:
        for ask in match.asking.values():
            if ask.kind == "confirm-orders" and "confirm-orders" not in kinds:
                check_undo(match)
            kinds.add(ask.kind)

    play_random("four", "confirmed", demand_sound, look, confirm_orders=True)
    assert "confirm-orders" in kinds


def test_bids_taken_back_leave_forced_bids_as_they_were() -> None:
    """A house without tokens is not asked for its bid, also when others agree to take theirs back."""
    poor = {house: {"available": 3 if house in ("baratheon", "lannister") else 0} for house in SIX}
    cards = ["last-days-of-summer", "clash-of-kings", "sea-of-storms"]
    drawn: dict[str, Any] = {"westeros": cards, "used": [[card] for card in cards]}
    match = play(scene("clash", round=2, seats=poor, **drawn), "baratheon: bid 1", "lannister: bid 2")
    match.undo(0, consent=range(1, 6), salt=b"another chance")
    assert asked(match) == {"baratheon": "track-bid", "lannister": "track-bid"}
    assert asked(Record.of(match).replay()) == asked(match)


# The same everywhere

_HASHES = """
import sys
from tests.games.thrones.test_random_play import record_hashes
print(record_hashes())
"""


def record_hashes() -> str:
    """Return one hash over the records of a few matches of every setting."""
    digest = hashlib.sha256()
    for seats, options in SETTINGS.values():
        for seed in range(2):
            plan = Plan(rulebook="thrones", seats=seats, bots=("random",) * seats, options=options)
            digest.update(Record.of(play_game(plan, seed)).hash().encode())
    return digest.hexdigest()


@pytest.mark.slow
def test_records_do_not_depend_on_the_hash_seed() -> None:
    """The same seed and answers give the same record in every process, whatever the order of its sets."""
    found = {record_hashes()}
    for hash_seed in ("0", "1", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", _HASHES],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
            cwd=Path(__file__).parents[3],
        )
        found.add(done.stdout.strip())
    assert len(found) == 1


@pytest.mark.slow
def test_records_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    """`banneret simulate` writes the same file with one process and with two."""
    files = []
    for jobs in ("1", "2"):
        file = tmp_path / f"games-{jobs}"
        command = ["simulate", "thrones", "--games", "12", "--seed", "5", "--jobs", jobs, "--out", str(file)]
        subprocess.run([sys.executable, "-m", "banneret", *command], capture_output=True, text=True, check=True)
        files.append(file.read_bytes())
    assert files[0] == files[1]
    assert files[0].count(b"\n") == 12
