"""Records and positions written before modules were moved and rules corrected are read by today's code.

The files are of version 1 of each game's rules. A position loads, and its match is played to the end. A record is
replayed as long as the corrected rules agree with it; where they do not, the error names both versions.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from banneret.kernel.creation import from_position
from banneret.kernel.record import Record, RecordError
from banneret.kernel.stream import Stream, derive_key
from banneret.testing.conformance import play_on, stand

DATA = Path(__file__).parent / "data" / "before"
GAMES = ("thrones", "battles", "icefire-s6", "icefire-2021", "runewars")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed_to_where_the_corrected_rules_differ(game: str) -> None:
    raw = gzip.decompress((DATA / f"{game}.record.gz").read_bytes())
    record = Record.parse(raw)
    assert record.closed
    with pytest.raises(RecordError, match=f"made under rules '1' of {game}; these are '2'"):
        record.replay()


@pytest.mark.slow
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
