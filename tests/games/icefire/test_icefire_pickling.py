"""Matches go to other processes, such as those in which bots think: what arrives there asks what was asked here."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from banneret.bots.player import Player
from banneret.games.icefire.content.editions import EDITIONS
from banneret.kernel.creation import new_match
from banneret.kernel.stream import Stream, derive_key

HERE = """
import pickle, sys
for asked, player in pickle.load(open(sys.argv[1], "rb")):
    ask = player.ask
    assert (ask.kind, ask.prompt, list(ask.options)) == asked, (asked[0], ask.kind)
print("all asked")
"""


@pytest.mark.slow
def test_a_fresh_process_asks_what_was_asked(tmp_path: Path) -> None:
    """Questions in windows depend on what the code knows of cards and Orders: a process that set no match up, too."""
    sent: list[tuple[Any, Player]] = []
    for seed, edition in enumerate(EDITIONS):
        match, stream = new_match(edition, seats=2, seed=seed, options={"points": 20}), Stream(derive_key("sent", seed))
        before = ""
        while match.asking and len(sent) < 40 * (seed + 1):
            ((seat, ask),) = match.asking.items()
            if before == "window" or len(match.answers) % 9 == 0:
                sent.append(((ask.kind, ask.prompt, list(ask.options)), Player(match, seat, seed)))
            before = ask.kind
            match.play(seat, ask.chooser.draw(ask.options, stream))
    assert any(asked[0] == "window" for asked, _ in sent)
    file = tmp_path / "sent"
    file.write_bytes(pickle.dumps(sent))
    done = subprocess.run([sys.executable, "-c", HERE, file], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "all asked\n", done.stderr[-2000:]
