"""Data sets of decisions: exported from records, resumed after a break, and read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError

pytest.importorskip("pyarrow")

from pyarrow import parquet

from banneret.kernel.registry import rulebook
from banneret.rl import Episode, Observer, Task
from banneret.rl.dataset import UNLISTED, Decisions, decisions, export
from tests.commands import run
from tests.rl.play import positions


def played(game: str, seed: int, most: int = 10_000) -> Match[Any]:
    *_, last = positions(Task(game=game, seats=min(rulebook(game).seats)), seed, most)
    return last


@pytest.fixture
def matches(tmp_path: Path) -> Path:
    """A file with five matches of Battles of Westeros, the last of them without an end."""
    path = tmp_path / "matches.jsonl"
    lines = [Record.of(played("battles", seed, 25 if seed == 4 else 10_000)).pack() for seed in range(5)]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


@pytest.mark.slow
def test_every_decision_is_a_row_that_can_be_read_back(matches: Path, tmp_path: Path) -> None:
    *_, progress = export([matches], tmp_path / "out", shard=2, view=True)
    found = Decisions(tmp_path / "out")
    assert (found.game, len(found), len(found.files)) == ("battles", progress.rows, 3)
    batches = list(found.batches(100, rows=64))
    assert sum(len(batch["choice"]) for batch in batches) == progress.rows
    first = batches[0]
    task = Task(game="battles", rows=64)
    episode = Episode(task, 0, Observer(rulebook("battles"), 64))
    for number in range(40):  # the first match, played again by its choices
        seat = int(first["seat"][number])
        observation = episode.observe(seat)
        for name in ("observation", "options", "action_mask"):
            assert np.array_equal(first[name][number], observation[name]), name
        episode.step(seat, int(first["choice"][number]))
    rows = parquet.read_table(found.files[-1]).to_pylist()
    assert {row["place"] for row in rows} == {None}
    views = [msgspec.json.decode(row["view"]) for row in rows]
    assert [view["viewers"] for view in views] == [[row["seat"]] for row in rows]
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert f"{progress.rows} decisions of 5 matches" in card
    assert "| `units` | 14x12x15 |" in card


def test_the_end_of_a_match_is_in_each_of_its_rows(matches: Path) -> None:
    record = Record.unpack(matches.read_bytes().splitlines()[0])
    match = record.replay()
    assert match.outcome is not None
    rows = decisions(record, Observer(rulebook("battles")))
    assert len(rows) == len(record.entries)
    for row in rows:
        assert row["seat"] in match.outcome.places[row["place"] - 1]
    assert {row["win"] for row in rows if row["place"] == 1} <= {1.0, 0.5}
    events = [number for row in rows for number in row["events"]]
    assert events == list(range(events[0], len(match.events)))
    assert all(rule.startswith(("battles:", "kernel:")) for row in rows for rule in row["rules"])


def test_answers_that_were_taken_back_are_left_out() -> None:
    match = Task(game="thrones", seats=3).new_match(1)
    for seat in (0, 1):
        match.play(seat, match.asking[seat].options[5])
    match.undo(0)
    match.play(0, match.asking[0].options[9])
    record = Record.of(match)
    rows = decisions(record, Observer(rulebook("thrones")))
    assert [(row["seat"], row["choice"]) for row in rows] in ([(0, 9), (1, 5)], [(1, 5), (0, 9)])


def test_an_answer_that_was_not_suggested_has_no_index() -> None:
    match = played("icefire-s6", 3, 12)
    rows = decisions(Record.of(match), Observer(rulebook("icefire-s6")))
    assert UNLISTED in {row["choice"] for row in rows}


@pytest.mark.slow
def test_an_export_continues_where_it_was_broken_off(matches: Path, tmp_path: Path) -> None:
    whole = list(export([matches], tmp_path / "whole", shard=2))
    broken = export([matches], tmp_path / "broken", shard=2)
    next(broken)
    del broken
    (tmp_path / "broken" / "data" / "train-00001.parquet").write_bytes(b"half a file")
    again = list(export([matches], tmp_path / "broken", shard=2))
    assert again[-1] == whole[-1]
    one, other = (Decisions(tmp_path / name) for name in ("whole", "broken"))
    for ours, theirs in zip(one.files, other.files, strict=True):
        assert parquet.read_table(ours).equals(parquet.read_table(theirs))
    assert list(export([matches], tmp_path / "broken", shard=2)) == []


@pytest.mark.slow
def test_matches_of_another_game_are_refused(matches: Path, tmp_path: Path) -> None:
    list(export([matches], tmp_path / "out"))
    other = tmp_path / "other.jsonl"
    other.write_bytes(Record.of(played("thrones", 1, 5)).pack() + b"\n")
    with pytest.raises(RecordError, match="the folder has matches of battles"):
        list(export([other], tmp_path / "out"))
    with pytest.raises(FileNotFoundError, match="no Parquet files"):
        Decisions(tmp_path)


def test_the_command_exports_a_saved_match(tmp_path: Path) -> None:
    path = tmp_path / "one.record"
    Record.of(played("battles", 1, 12)).save(path)
    done = run("export", path, "--to", "parquet", "--out", tmp_path / "out")
    assert (done.code, done.err.strip()) == (0, "1 matches, 12 decisions")
    assert "decisions of 1 matches of battles" in done.out
    again = run("export", path, "--out", tmp_path / "out")
    assert (again.code, again.err.strip()) == (0, "There are no further matches to export.")
