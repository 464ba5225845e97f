"""Entries of a table: the accepted answers in order. The rows are the record of the match.

An entry is JSON: `{"seat", "ask", "do"}`, `{"forfeit": seat}`, `{"salt": hex}`, `{"take_back": seat}` (with
`"salt"` and `"consent"` if others agreed), `{"note": ...}`, which changes nothing in the match, or
`{"version": ...}`, from which on newer rules apply (see `revival`). It also contains the results of chance it led to
(`chance`) and a hash of the match afterwards (`after`): when a match is replayed under changed rules, the first entry
with another result is detected. `step` is what it changed in the views, for when it can no longer be replayed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from banneret.kernel import notation
from banneret.kernel.choosers import Action, IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.rule_error import RuleError

Entry = dict[str, Any]  # an entry is JSON


class Divergence(Exception):
    """A stored entry cannot be replayed as it was; the message says which one and why. The table is halted."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq = seq
        self.why = why


def answered(match: Match[Any], seat: int, action: Action) -> Entry:
    """Return the entry of an answer to the seat's open question."""
    return {"seat": seat, "ask": match.asking[seat].kind, "do": notation.write(action)}


def ask_id(match: Match[Any], rewound: int, seat: int) -> str:
    """Return the id of a seat's open question. It counts the seat's answers so far and the take-backs."""
    return f"{seat}-{match.given(seat)}-{rewound}-{match.asking[seat].kind}"


def enter(match: Match[Any], entry: Entry) -> Entry:
    """Apply an entry to the match, and return it with its results. Raises IllegalAction."""
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
    """Replay a stored entry. Raises Divergence if its results differ."""
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
        raise Divergence(seq, "the match differs afterwards")


def standing(match: Match[Any]) -> str:
    """Return a short hash of the match: its label, open questions, number of events and outcome."""
    asks = [(seat, ask.kind) for seat, ask in match.asking.items()]
    told = len(match.events)
    raw = msgspec.json.encode([match.label, asks, told, match.outcome])
    return hashlib.sha256(raw).hexdigest()[:12]


def chained(last: str, body: bytes) -> str:
    """Return the hash of an entry, computed from the previous entry's hash and its own body."""
    return hashlib.sha256(last.encode() + b"\n" + body).hexdigest()
