"""Entries of a table: what was answered, in the order in which it came in; the rows are the record of the match.

An entry is JSON: `{"seat", "ask", "do"}`, `{"forfeit": seat}`, `{"salt": hex}`, `{"take_back": seat}` (with
`"salt"` and `"consent"` where others agreed), `{"note": ...}`, which changes nothing in the match, or
`{"version": ...}`, with which it goes on under newer rules (see `reviving`). Beside it stand the results of chance that
it led to (`chance`) and what stood afterwards (`after`): a match played again under rules that have changed is found
out at the first entry that comes out otherwise. `step` says what it changed for those who look, for when it can no
longer be played again.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from banneret.kernel import notation
from banneret.kernel.choosers import Action, IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.rule_error import RuleError

Entry = dict[str, Any]  # an entry is JSON

_SALT_BYTES: Final = 16


class Divergence(Exception):
    """A stored entry cannot be played again as it was: says which one and why. The table is halted."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq = seq
        self.why = why


def answered(match: Match[Any], seat: int, action: Action) -> Entry:
    """Return the entry of an answer to the ask that stands."""
    return {"seat": seat, "ask": match.asking[seat].kind, "do": notation.write(action)}


def enter(match: Match[Any], entry: Entry) -> Entry:
    """Carry an entry out in the match, and return it with what came of it. Raises IllegalAction."""
    drawn = len(match.draws)
    if "do" in entry:
        match.play(entry["seat"], entry["do"])
    elif "forfeit" in entry:
        match.forfeit(entry["forfeit"])
    elif "take_back" in entry:
        seat = entry["take_back"]
        if "salt" in entry:
            match.undo(seat, consent=entry["consent"], salt=bytes.fromhex(entry["salt"]))
        else:
            match.undo(seat)
    elif "salt" in entry:
        match.add_salt(bytes.fromhex(entry["salt"]))
    done = {k: v for k, v in entry.items() if k not in ("chance", "after", "step")}
    results = [] if "take_back" in entry else [d.result for d in match.draws[drawn:] if d.result is not None]
    if results:
        done["chance"] = results
    done["after"] = standing(match)
    return done


def enter_again(match: Match[Any], seq: int, entry: Entry) -> None:
    """Carry a stored entry out again. Raises Divergence where it does not come out as it did."""
    try:
        done = enter(match, entry)
    except IllegalAction as error:
        raise Divergence(seq, f"{error.tried!r} of seat {error.seat} is refused by {error.refusal.rule}") from None
    except RuleError as error:
        raise Divergence(seq, f"a rule failed: {error.fault}") from error
    except (KeyError, TypeError, ValueError, LookupError) as error:
        raise Divergence(seq, f"{type(error).__name__}: {error}") from None
    if done.get("chance", []) != entry.get("chance", []):
        raise Divergence(seq, f"chance gave {done.get('chance', [])}, it was {entry.get('chance', [])}")
    if done["after"] != entry["after"]:
        raise Divergence(seq, "the match stands elsewhere afterwards")


def standing(match: Match[Any]) -> str:
    """Return a short hash of where the match stands, by who is asked what and by what has happened."""
    asks = [(seat, ask.kind) for seat, ask in match.asking.items()]
    told = len(match.events)
    raw = msgspec.json.encode([match.label, asks, told, match.outcome])
    return hashlib.sha256(raw).hexdigest()[:12]


def chained(last: str, body: bytes) -> str:
    """Return the hash of an entry: of the one before it and its own body."""
    return hashlib.sha256(last.encode() + b"\n" + body).hexdigest()
