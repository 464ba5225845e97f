"""Records and positions written before modules were moved load, replay and go on as if written today.

The files are of version 1 of each game's rules. A record is replayed under newer rules as long as they agree with the
older ones; where they do not, the error names both versions.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from banneret.kernel.creation import from_position
from banneret.kernel.record import Record, RecordError
from banneret.kernel.registry import rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import play_on, stand

DATA = Path(__file__).parent / "data" / "before"
CHANGED = ("battles", "runewars", "thrones")
"""Games of which the corrected rules, or a new battle plan among those drawn, give this match another course."""

GAMES = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed_to_the_end_it_tells_and_written_again_byte_by_byte(game: str) -> None:
    raw = gzip.decompress((DATA / f"{game}.record.gz").read_bytes())
    record = Record.parse(raw)
    assert record.closed
    if game in CHANGED:
        with pytest.raises(RecordError, match=f"made under rules '1' of {game}"):
            record.replay()
        return
    match = record.replay()  # compares the outcome with that of the record, and the digest if the version is the same
    if record.setup["version"] == rulebook(game).version:
        assert b"".join(Record.of(match).lines()) == raw
    else:
        assert Record.of(match).entries == record.entries


@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_mid_turn_loads_and_goes_on_to_the_end(game: str) -> None:
    position = json.loads(gzip.decompress((DATA / f"{game}.position.json.gz").read_bytes()))
    assert position["answers"]
    match = from_position(game, position, events=False)
    assert json.loads(json.dumps(match.position())) == position | {"version": match.rulebook.version}
    assert match.rulebook.audit(match.state) == []
    play_on(match, Stream(derive_key("before", game)))
    assert match.outcome is not None
    assert stand(Record.of(match).replay(events=False)) == stand(match)
