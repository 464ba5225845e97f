"""Record how a bot that looks one decision ahead answers, for `fit_policy`.

    python -m tools.lab.record_choices battles --games 60 --out choices.jsonl
    python -m tools.lab.record_choices thrones --seats 3 --games 20 --out choices.jsonl

Matches are played by `greedy`, so that every question is labelled with the answer that looking ahead finds. Each line
is a question in which it looked ahead: match, seat, kind of question, and for each option the type of its action and
its estimate at first sight; the number of the chosen option, and for each option its value at the end of the turn and
the number of playouts. The matches of each of several options are played in turn. Matches already in the file are not
played again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from banneret.bots.greedy import GreedyBot
from banneret.bots.judging import judging_of
from banneret.bots.player import Player
from banneret.bots.playouts import best_of
from banneret.kernel.creation import new_match
from banneret.sim.games import bot_seed


def questions(rulebook: str, seats: int, options: dict[str, Any], seed: int, worlds: int) -> Iterator[dict[str, Any]]:
    """Play a match and yield its questions."""
    match = new_match(rulebook, seats=seats, seed=seed, options=options, events=False)
    judge = judging_of(match.rulebook)
    bots = [GreedyBot(bot_seed(seed, seat), worlds=worlds, judge=judge) for seat in range(seats)]
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        glance = judge.glance(match.state, ask)
        listed = ask.options.listed
        player = Player(match, seat, seed)
        if len(listed) == 1:
            match.play(seat, listed[0])
            continue
        if glance is None or glance.enough or glance.mixed is not None:
            match.play(seat, bots[seat].choose(player))
            continue
        weighed = {one.action: one for one in bots[seat].weigh(player)}
        chosen = best_of(list(weighed.values())).action
        tried = [weighed.get(option) for option in listed]
        yield {
            "match": seed,
            "seat": seat,
            "kind": ask.kind,
            "types": [type(option).__name__ for option in listed],
            "points": [round(points, 4) if points > float("-inf") else None for points in glance.points],
            "doubt": glance.doubt,
            "chosen": listed.index(chosen),
            "worth": [round(one.worth, 3) if one is not None and one.tried else None for one in tried],
            "tried": [one.tried if one is not None else 0 for one in tried],
        }
        match.play(seat, chosen)


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook", help="rulebook of the matches")
    parser.add_argument("--seats", type=int, default=2, help="number of seats (2)")
    parser.add_argument("--options", default="{}", help='options as JSON, e.g. {"points": 20}; a list: each in turn')
    parser.add_argument("--games", type=int, default=20, help="number of matches (20)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--worlds", type=int, default=3, help="number of worlds per answer (3)")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no match after this many minutes")
    parser.add_argument("--out", type=Path, required=True, help="file to which the questions are added")
    given = parser.parse_args()
    read = json.loads(given.options)
    options: list[dict[str, Any]] = read if isinstance(read, list) else [read]
    lines = given.out.read_text("utf-8").splitlines() if given.out.exists() else []
    done = {json.loads(line)["match"] for line in lines}
    end = time.monotonic() + 60 * given.minutes
    for seed in range(given.seed, given.seed + given.games):
        if seed in done or time.monotonic() > end:
            continue
        found = list(questions(given.rulebook, given.seats, options[seed % len(options)], seed, given.worlds))
        with given.out.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in found)
        print(f"match {seed}: {len(found)} questions", flush=True)


if __name__ == "__main__":
    main()
