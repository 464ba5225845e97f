"""Data sets of decisions from recorded matches: export to Parquet files, one row per decision, and a reader."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import parquet

from banneret.kernel.match import Match
from banneret.kernel.record import Record, RecordError, records
from banneret.kernel.registry import rulebook
from banneret.rl.dataset_card import card
from banneret.rl.observations.match_writer import MatchWriter
from banneret.rl.observations.observer import Observer
from banneret.rl.rewards import returns

PROGRESS: Final = "progress.json"
FOLDER: Final = "data"
"""Folder of the Parquet files, where Hugging Face `datasets` expects them."""
UNLISTED: Final = -1
"""Value of `choice` for an answer on a measured table that is not among the suggested options."""


class Progress(msgspec.Struct):
    """Progress of an export: its settings, the number of matches read from each file, and of files written."""

    game: str = ""
    view: bool = False
    done: dict[str, int] = {}
    shards: int = 0
    rows: int = 0
    matches: int = 0


def schema(observer: Observer, *, view: bool) -> pa.Schema:
    """Return the schema of the Parquet files."""
    columns = [
        pa.field("match", pa.string(), nullable=False),
        pa.field("decision", pa.int32(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("seats", pa.int8(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("rule", pa.string(), nullable=False),
        pa.field("observation", pa.list_(pa.int32(), observer.size), nullable=False),
        pa.field("options", pa.list_(pa.list_(pa.int32(), observer.width)), nullable=False),
        pa.field("count", pa.int32(), nullable=False),
        pa.field("choice", pa.int32(), nullable=False),
        pa.field("answer", pa.string(), nullable=False),
        pa.field("events", pa.list_(pa.int32()), nullable=False),
        pa.field("rules", pa.list_(pa.string()), nullable=False),
        pa.field("place", pa.int8()),
        pa.field("win", pa.float32()),
    ]
    if view:
        columns.append(pa.field("view", pa.string(), nullable=False))
    metadata = {
        "banneret.game": observer.book.id,
        "banneret.version": observer.book.version,
        "banneret.parts": msgspec.json.encode(observer.parts).decode(),
        "banneret.features": msgspec.json.encode([column._asdict() for column in observer.actions.columns]).decode(),
    }
    return pa.schema(columns, metadata)


def export(files: Sequence[Path], folder: Path, *, view: bool = False, shard: int = 100) -> Iterator[Progress]:
    """Export recorded matches to a folder, `shard` matches to a file; yield the progress after each file.

    After an interruption, the next run with the same files continues the export. Raises RecordError for a file that
    cannot be read, and for matches of different games.
    """
    progress = _progress(folder)
    progress.view = view
    observer: Observer | None = None
    for path in files:
        waiting = islice(records(path), progress.done.get(str(path), 0), None)
        while batch := list(islice(waiting, shard)):
            game = str(batch[0].setup.get("rulebook", ""))
            if observer is None:
                if progress.game not in ("", game):
                    raise RecordError(str(path), 1, f"a match of {game}; the folder has matches of {progress.game}")
                progress.game = game
                observer = Observer(rulebook(game))
            rows = [row for record in batch for row in decisions(record, observer, view=view, source=str(path))]
            _write(rows, schema(observer, view=view), folder / FOLDER / f"train-{progress.shards:05}.parquet")
            progress.shards += 1
            progress.rows += len(rows)
            progress.matches += len(batch)
            progress.done[str(path)] = progress.done.get(str(path), 0) + len(batch)
            _replace(folder / "README.md", card(observer, progress.matches, progress.rows, view=view).encode())
            _replace(folder / PROGRESS, msgspec.json.encode(progress))
            yield progress


def decisions(
    record: Record, observer: Observer, *, view: bool = False, source: str = "record"
) -> list[dict[str, Any]]:
    """Return a row for each decision of a match, without those that were undone. Raises RecordError."""
    if record.setup.get("rulebook") != observer.book.id:
        raise RecordError(source, 1, f"a match of {record.setup.get('rulebook')}, not of {observer.book.id}")
    steps = record.steps(source=source)
    match = next(steps)
    identity = record.hash()
    rows: list[dict[str, Any]] = []
    writer = observer.writer()
    for number, entry in enumerate(record.entries):
        row = _row(match, entry, observer, writer, view=view) if "do" in entry else None
        since = len(match.events)
        match = next(steps)
        if row is not None:
            events = match.events[since:]
            row |= {"match": identity, "decision": number, "events": [event.number for event in events]}
            cited = [rule for event in events if (rule := getattr(event.event, "rule", ""))]
            row["rules"] = list(dict.fromkeys(cited))
            rows.append(row)
        elif "take_back" in entry:
            last = max((n for n, one in enumerate(rows) if one["seat"] == entry["take_back"]), default=None)
            if last is not None:
                del rows[last]
    outcome = match.outcome
    for row in rows:
        seat = row["seat"]
        row["place"] = row["win"] = None
        if outcome is not None:
            row["place"] = next((n for n, place in enumerate(outcome.places, 1) if seat in place), None)
            row["win"] = returns(outcome, match.seats, "win")[seat]
    return rows


def _row(
    match: Match[Any],
    entry: dict[str, Any],
    observer: Observer,
    writer: MatchWriter,
    *,
    view: bool,
) -> dict[str, Any] | None:
    seat = entry["seat"]
    ask = match.asked(seat)
    if ask is None:
        return None  # reported when the entry is played
    found = observer.observe(match, seat, None, writer)
    listed = ask.options.listed
    rows = np.zeros((len(listed), observer.width), np.int32)
    observer.actions.write(listed, rows)
    action = match.judge(seat, str(entry["do"]))[1]
    row = {
        "seat": seat,
        "seats": match.seats,
        "kind": ask.kind,
        "rule": ask.rule,
        "observation": found["observation"],
        "options": list(rows),
        "count": len(listed),
        "choice": listed.index(action) if action in listed else UNLISTED,
        "answer": str(entry["do"]),
    }
    if view:
        row["view"] = msgspec.json.encode(match.view(seat)).decode()
    return row


def _progress(folder: Path) -> Progress:
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    path = folder / PROGRESS
    return msgspec.json.decode(path.read_bytes(), type=Progress) if path.exists() else Progress()


def _write(rows: list[dict[str, Any]], columns: pa.Schema, path: Path) -> None:
    table = pa.Table.from_pylist(rows, schema=columns)
    part = path.with_suffix(".part")
    parquet.write_table(table, part, compression="zstd", row_group_size=4096)
    part.replace(path)


def _replace(path: Path, data: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(data)
    os.replace(part, path)


class Decisions:
    """Reader of an exported folder, in batches of arrays for training."""

    def __init__(self, folder: str | Path) -> None:
        """Open a folder. Raises FileNotFoundError if there are no files."""
        self.files = sorted((Path(folder) / FOLDER).glob("*.parquet"))
        if not self.files:
            raise FileNotFoundError(f"{folder}: no Parquet files in {FOLDER}")
        self.schema = parquet.read_schema(self.files[0])
        self.game = self.schema.metadata[b"banneret.game"].decode()

    def __len__(self) -> int:
        """Return the number of decisions."""
        return sum(int(parquet.read_metadata(path).num_rows) for path in self.files)

    def batches(self, size: int = 1024, rows: int = 512) -> Iterator[dict[str, NDArray[Any]]]:
        """Yield the decisions in order, in batches of `size`, as observations.

        `choice` is the index of the answer in `options`; `win` is NaN and `place` 0 for matches that have not ended.
        Decisions whose answer is not among the first `rows` options are left out.
        """
        names = ["observation", "options", "count", "choice", "seat", "place", "win"]
        for path in self.files:
            with parquet.ParquetFile(path) as file:
                for batch in file.iter_batches(size, columns=names):
                    yield _arrays(batch, rows)


def _arrays(batch: pa.RecordBatch, rows: int) -> dict[str, NDArray[Any]]:
    choice = batch.column("choice").to_numpy()
    kept = np.flatnonzero((choice >= 0) & (choice < rows))
    seen = batch.column("observation")
    observation = seen.flatten().to_numpy().reshape(len(batch), -1)
    listed = batch.column("options")
    width = listed.type.value_type.list_size
    flat = listed.flatten().flatten().to_numpy().reshape(-1, width)
    ends = np.cumsum(batch.column("count").to_numpy())
    options = np.zeros((len(kept), rows, width), np.int32)
    mask = np.zeros((len(kept), rows), np.int8)
    for place, number in enumerate(kept):
        own = flat[(ends[number - 1] if number else 0) : ends[number]][:rows]
        options[place, : len(own)] = own
        mask[place, : len(own)] = 1
    return {
        "observation": observation[kept],
        "options": options,
        "action_mask": mask,
        "choice": choice[kept],
        "seat": batch.column("seat").to_numpy()[kept],
        "place": batch.column("place").fill_null(0).to_numpy()[kept],
        "win": batch.column("win").fill_null(float("nan")).to_numpy()[kept],
    }
