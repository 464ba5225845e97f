"""Test whether Runewars armies meet and each objective scores: bots play every objective, results are printed.

    python -m tools.lab.runewars_objectives --games 60 --jobs 2 --out objectives.jsonl
    python -m tools.lab.runewars_objectives --bots greedy,random --games 50 --objectives bounty

The objective is chosen from the cards on offer; seeds that do not offer it are skipped. After an interruption, repeat
the command with the same file to continue; matches of other code or data are played again.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from banneret.bots import make_bot, play_for
from banneret.bots.intervals import wilson
from banneret.games.runewars.actions import TakeCard
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import NO_UNIT, ROUNDS, MatchState
from banneret.games.runewars.rules.ground.objectives import CONFLUENCE
from banneret.games.runewars.rules.ground.surroundings import split
from banneret.games.runewars.rules.scoring import COUNTED
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match
from banneret.sim.games import bot_seed

CODE: Final = Path(__file__).parents[2] / "src/banneret/games/runewars"
BOTS: Final = Path(__file__).parents[2] / "src/banneret/bots"
SIZES: Final = ("standard", "skirmish")
EARLY: Final = 4
"""Armies should have met by this round."""


class Job(NamedTuple):
    """A match to play, with its bots."""

    objective: str
    size: str
    bots: tuple[str, str]
    seed: int


class Result(msgspec.Struct, frozen=True):
    """The result of one match."""

    objective: str
    size: str
    bots: tuple[str, str]
    seed: int
    contact: int
    """The round in which enemies first touched; 9 if they never did."""
    blood: int
    """The round in which a figure was first wounded; 9 if none was."""
    tokens: tuple[int, int]
    """The score of each side; for the confluence, which scores nothing, the tokens that it bore."""
    winner: int
    reason: str
    scores: tuple[int, int]
    decisions: int
    mark: str = ""
    """The hash of the code and data."""


def code_mark() -> str:
    """Return a hash of the rules, the data and the bots."""
    digest = hashlib.sha256()
    for folder in (CODE, BOTS):
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            if path.name not in ("rules.toml", "drawing.toml") and "drawing" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def jobs_of(objective: str, size: str, bots: Sequence[tuple[str, str]], games: int, seed: int) -> Iterator[Job]:
    """Yield `games` matches that offer the objective; two bots alternate seats."""
    found = 0
    while found < games:
        match = new_match("runewars", seats=2, seed=seed, options={"size": size}, events=False)
        if objective in match.state.offered:
            yield Job(objective, size, bots[found % len(bots)], seed)
            found += 1
        seed += 1


def played(job: Job) -> Result:
    """Play a match."""
    match: Match[Any] = new_match("runewars", seats=2, seed=job.seed, options={"size": job.size}, events=False)
    bots = {seat: make_bot(name, bot_seed(job.seed, seat)) for seat, name in enumerate(job.bots)}
    never = ROUNDS + 1
    contact = blood = never
    borne = [0, 0]
    while match.asking:
        seat, ask = next(iter(match.asking.items()))
        if ask.kind == "card" and job.objective in match.state.offered:
            match.play(seat, TakeCard(job.objective))
            continue
        play_for(bots, match, seat, seed=job.seed, once=True)
        state: MatchState = match.state
        if contact == never and _touching(state):
            contact = state.round
        if blood == never and _wounded(state):
            blood = state.round
        for side in (0, 1):
            held = sum(unit != NO_UNIT and state.seat[unit] == side for unit in state.token_units)
            borne[side] = max(borne[side], held)
    state = match.state
    at_end = COUNTED[job.objective](state) if job.objective in COUNTED else [0, 0]
    tokens = borne if job.objective == CONFLUENCE else [a + b for a, b in zip(state.scored, at_end, strict=True)]
    return Result(
        objective=job.objective,
        size=job.size,
        bots=job.bots,
        seed=job.seed,
        contact=contact,
        blood=blood,
        tokens=(tokens[0], tokens[1]),
        winner=state.winner,
        reason=state.reason,
        scores=(state.scores[0], state.scores[1]),
        decisions=len(match.answers),
    )


def _touching(state: MatchState) -> bool:
    return any(split(state, unit)[0] for unit, seat in enumerate(state.seat) if seat == 0 and state.figures[unit])


def _wounded(state: MatchState) -> bool:
    lost = any(not figures for figures in state.figures)
    return lost or any(wounds for figures in state.figures for _, _, wounds, _ in figures)


def row(name: str, results: Sequence[Result]) -> str:
    """Return a row of the table: the number of matches, and the shares in them."""
    count = len(results)
    met = sum(one.contact <= EARLY for one in results)
    bled = sum(one.blood <= EARLY for one in results)
    scored = sum(any(one.tokens) for one in results)
    low, high = wilson(scored, count)
    mean = sum(sum(one.tokens) for one in results) / count
    gone = sum(one.reason == "eliminated" for one in results)
    return (
        f"{name:36}{count:6}{met / count:9.0%}{bled / count:9.0%}{scored / count:9.0%}  {low:4.0%}-{high:4.0%}"
        f"{mean:8.2f}{gone / count:9.0%}"
    )


def show(results: Sequence[Result]) -> None:
    """Print the tables."""
    print(f"{'':36}{'games':>6}{'met by 4':>9}{'blood':>9}{'scored':>9}{'':>11}{'tokens':>8}{'wiped':>9}")
    for objective in dict.fromkeys(one.objective for one in results):
        for size in dict.fromkeys(one.size for one in results):
            part = [one for one in results if (one.objective, one.size) == (objective, size)]
            if part:
                print(row(f"{objective}, {size}", part))
    print(row("all", results))
    for first in sorted({name for one in results for name in one.bots}):
        against = [one for one in results if first in one.bots and len(set(one.bots)) > 1]
        won = sum(one.winner != NO_UNIT and one.bots[one.winner] == first for one in against)
        if against:
            low, high = wilson(won, len(against))
            print(f"{first} won {won} of {len(against)}: {won / len(against):.0%} ({low:.0%}-{high:.0%})")


def main() -> None:
    """Play and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objectives", default=",".join(sorted(tabletop().objectives)), help="which (all)")
    parser.add_argument("--sizes", default=",".join(SIZES), help="which (standard,skirmish)")
    parser.add_argument("--bots", default="greedy", help="a bot for both sides, or two (greedy)")
    parser.add_argument("--games", type=int, default=30, help="number of games per objective and size (30)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="time limit in minutes")
    parser.add_argument("--out", type=Path, help="the file for results")
    given = parser.parse_args()
    names = given.bots.split(",")
    bots = [(names[0], names[-1]), (names[-1], names[0])] if len(names) > 1 else [(names[0], names[0])]
    parts = [
        jobs_of(objective, size, bots, given.games, given.seed)
        for objective in given.objectives.split(",")
        for size in given.sizes.split(",")
    ]
    wanted = [job for jobs in zip(*parts, strict=True) for job in jobs]  # interleave the objectives
    mark = code_mark()
    done: dict[Job, Result] = {}
    if given.out is not None and given.out.exists():
        for line in given.out.read_bytes().splitlines():
            one = msgspec.json.decode(line, type=Result)
            if one.mark == mark:
                done[Job(one.objective, one.size, one.bots, one.seed)] = one
    left = [job for job in wanted if job not in done]
    end = time.monotonic() + 60 * given.minutes
    with Pool(given.jobs) as pool:
        for job, result in zip(left, pool.imap(played, left), strict=True):
            if time.monotonic() > end:
                break
            done[job] = msgspec.structs.replace(result, mark=mark)
            if given.out is not None:
                with given.out.open("ab") as file:
                    file.write(msgspec.json.encode(done[job]) + b"\n")
    if done:
        show([done[job] for job in wanted if job in done])


if __name__ == "__main__":
    main()
