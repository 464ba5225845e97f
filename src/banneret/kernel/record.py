"""Records: a match as its setup and a list of entries, one JSON line each, chained by hashes.

The same record is the save file, the replay, the bug report and the test case. Without its last line it is *open*
and loads up to its last complete entry. It contains no times. The record of a running match contains all secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain as chain_lines
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from banneret.kernel.choosers import IllegalAction
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.record_lines import FORMAT, MARK, RecordLines, chain, entries_of, setup_of
from banneret.kernel.registry import rulebook
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import OptionError, Outcome, PositionError

_WHOLE = re.compile(rb',"hash":"[0-9a-f]{32}"\}$')


_PACKED = b'{"banneret":'
"""The beginning of a packed record's line."""


class RecordError(ValueError):
    """Raised if a record cannot be read; names the file, the line and the reason."""

    def __init__(self, source: str, line: int, why: str) -> None:
        super().__init__(f"{source}, line {line}: {why}")
        self.source = source
        self.line = line
        self.why = why

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int, str]]:
        return RecordError, (self.source, self.line, self.why)


class Record(RecordLines):
    """A match's record, which can be written, read and replayed."""

    @classmethod
    def of(cls, match: Match[Any]) -> Record:
        """Return the record of a match in its current position."""
        end = None
        if match.outcome is not None:
            end = {"end": msgspec.to_builtins(match.outcome), "label": match.label, "digest": match.digest()}
        return cls(setup_of(match), list(entries_of(match)), end)

    @classmethod
    def unpack(cls, line: bytes, source: str = "packed record", number: int = 1) -> Record:
        """Read a packed record. Raises RecordError."""
        try:
            data = msgspec.json.decode(line, type=_Packed)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RecordError(source, number, f"not a packed record: {error}") from None
        record = cls(data.setup, data.entries, data.end)
        if data.banneret != FORMAT or record.hash() != data.hash:
            raise RecordError(source, number, "the record's hash does not match its contents")
        return record

    @classmethod
    def read(cls, path: str | Path) -> Record:
        """Read a record file and check its hash chain; a truncated last line is ignored. Raises RecordError."""
        return cls.parse(Path(path).read_bytes(), str(path))

    @classmethod
    def parse(cls, raw: bytes, source: str = "record") -> Record:
        """Parse the bytes of a record file like `read`."""
        if raw.startswith(_PACKED):
            raise RecordError(
                source, 1, "a file of many matches, one record per line; read it with banneret.records(path)"
            )
        if MARK not in raw and _is_json(raw):
            raise RecordError(source, 1, "this is not a saved match but other JSON, such as a position")
        whole, _, rest = raw.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        datas: list[dict[str, Any]] = []
        last = b""
        for number, line in enumerate(lines, 1):
            data, last = _read_line(line, last, source, number)
            datas.append(data)
        if rest:  # the last line is not terminated: it counts if complete, and is ignored if truncated
            try:
                datas.append(_read_line(rest, last, source, len(lines) + 1)[0])
            except RecordError:
                if _WHOLE.search(rest):
                    raise
        if not datas:
            raise RecordError(source, 1, "the setup line is missing or cut off")
        if "setup" not in datas[0]:
            raise RecordError(source, 1, "the first line is not a setup")
        ends = [i for i, data in enumerate(datas) if "end" in data]
        if ends and ends[0] != len(datas) - 1:
            raise RecordError(source, ends[0] + 2, "the record continues after its closing line")
        return cls(datas[0], datas[1:-1] if ends else datas[1:], datas[-1] if ends else None)

    def replay(self, *, events: bool = True, upto: int | None = None, source: str = "record") -> Match[Any]:
        """Replay the record, checking every answer, up to entry `upto` if given.

        A record of another version of the rules is replayed under the current ones as long as they give the same chance
        results and allow the same answers. Raises RecordError at the first entry where they do not.
        """
        entries = len(self.entries) if upto is None else min(max(upto, 0), len(self.entries))
        match = next(islice(self.steps(events=events, source=source), entries, None))
        if upto is None and self.end is not None:
            number = len(self.entries) + 2
            if match.outcome is None or match.outcome != _outcome(self.end.get("end")):
                why = "the replayed match does not end as recorded"
                raise RecordError(source, number, why + self._foreign(match))
            if not self._foreign(match) and match.digest() != self.end.get("digest"):
                raise RecordError(source, number, "the replayed match ends in a different state")
        return match

    def steps(self, *, events: bool = True, source: str = "record") -> Iterator[Match[Any]]:
        """Replay the record step by step: yield the match at the start, and again after each entry.

        Raises RecordError at an entry that cannot be played.
        """
        match = _start(self.setup, source, events=events)
        try:
            _check_chance(match, 0, self.setup.get("chance", []), source, 1)
        except RecordError as error:
            raise RecordError(source, 1, error.why + self._foreign(match)) from None
        yield match
        for number, entry in enumerate(self.entries, 2):
            if self.setup.get("supplied"):
                match.supply(entry.get("chance", []))
            try:
                _enter(match, entry, source, number)
            except RecordError as error:
                raise RecordError(source, number, error.why + self._foreign(match)) from error.__cause__
            yield match

    def _foreign(self, match: Match[Any]) -> str:
        """Return a remark for errors if the record was made under another version of the rules; else nothing."""
        made, now = self.setup.get("version"), match.rulebook.version
        return "" if made == now else f" (made under rules {made!r} of {match.rulebook.id}; these are {now!r})"


def _outcome(data: Any) -> Outcome | None:  # any value in the record
    try:
        return msgspec.convert(data, Outcome)
    except msgspec.ValidationError:
        return None


class _Packed(msgspec.Struct):
    banneret: int
    setup: dict[str, Any]
    entries: list[dict[str, Any]]
    end: dict[str, Any] | None
    hash: str


def save(match: Match[Any], path: str | Path) -> None:
    """Save a match: write its record to a file atomically."""
    Record.of(match).save(path)


def records(path: str | Path) -> Iterator[Record]:
    """Yield the records of a file with many matches, or the one record of a saved match.

    A truncated last line is ignored. Raises RecordError at a line that cannot be read.
    """
    with Path(path).open("rb") as file:
        first = file.readline()
        if not first.startswith(_PACKED):
            yield Record.read(path)
            return
        for number, line in enumerate(chain_lines((first,), file), 1):
            if line.endswith(b"\n") or _is_whole(line):
                yield Record.unpack(line, str(path), number)


def _is_json(raw: bytes) -> bool:
    try:
        msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _is_whole(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=_Packed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def load(path: str | Path, *, events: bool = True) -> Match[Any]:
    """Load a saved match in its identical state. Raises RecordError. Use `records` for a file of many matches."""
    return Record.read(path).replay(events=events, source=str(path))


def _read_line(line: bytes, last: bytes, source: str, number: int) -> tuple[dict[str, Any], bytes]:
    body, mark, tail = line.rpartition(MARK)
    chained = chain(last, body)
    if not mark or tail != chained + b'"}':
        raise RecordError(source, number, "the line is damaged: its hash does not match it and the previous lines")
    try:
        data = msgspec.json.decode(body + b"}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError(source, number, "the line is not JSON") from None
    if not isinstance(data, dict):
        raise RecordError(source, number, "the line is not an entry")
    return data, chained


def _start(setup: dict[str, Any], source: str, *, events: bool) -> Match[Any]:
    try:
        book = rulebook(setup["rulebook"])
        if setup["setup"] != FORMAT:
            raise RecordError(source, 1, f"unknown format {setup['setup']!r}; this version reads {FORMAT}")
        seats = setup["seats"]
        if type(seats) is not int or seats not in book.seats:
            raise RecordError(source, 1, f"{seats!r} seats; {book.id} is played with {book.seats}")
        if "position" in setup:
            origin = Origin(seats, {}, None, book.decode(setup["position"]))
        else:
            key = bytes.fromhex(setup["key"])
            options = book.options(setup["options"], seats)
            origin = Origin(seats, setup["options"], key, book.setup(seats, options, key))
    except (LookupError, TypeError, ValueError, OptionError, PositionError) as error:
        if isinstance(error, RecordError):
            raise
        why = f"{error.args[0]!r} is missing" if type(error) is KeyError else str(error)
        raise RecordError(source, 1, f"bad setup: {why}") from None
    chance = setup.get("chance", [])
    return Match(book, origin, events=events, chance=chance if setup.get("supplied") else ())


def _enter(match: Match[Any], entry: dict[str, Any], source: str, number: int) -> None:
    drawn = len(match.draws)
    try:
        if "do" in entry:
            seat, kind = entry["seat"], entry["ask"]
            ask = match.asking.get(seat)
            if ask is not None and ask.kind != kind:
                raise RecordError(source, number, f"seat {seat} answers {kind!r}, but is asked {ask.kind!r}")
            match.play(seat, str(entry["do"]))
        elif "forfeit" in entry:
            match.forfeit(entry["forfeit"])
        elif "take_back" in entry:
            match.undo(entry["take_back"])
        elif "salt" in entry:
            match.add_salt(bytes.fromhex(entry["salt"]))
        elif "note" not in entry:
            raise RecordError(source, number, f"unknown kind of entry: {', '.join(sorted(entry))}")
    except IllegalAction as error:
        why = f"{error.tried!r} of seat {error.seat} is not allowed: {error.why} ({error.refusal.rule})"
        raise RecordError(source, number, why) from None
    except RuleError as error:
        raise RecordError(source, number, f"a rule failed at {error.tried!r}: {error.fault}") from error
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(source, number, f"bad entry: {error}") from None
    if "chance" in entry or len(match.draws) > drawn:
        _check_chance(match, drawn, entry.get("chance", []), source, number)


def _check_chance(match: Match[Any], since: int, recorded: list[Any], source: str, number: int) -> None:
    found = [d.result for d in match.draws[since:] if d.result is not None]
    if found != recorded:
        raise RecordError(source, number, f"chance gave {found}, but the record has {recorded}")
