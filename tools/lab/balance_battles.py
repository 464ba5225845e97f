"""Test whether the battle plans are fair: equal bots play each of them. Prints win rates of the Houses and endings.

    python -m tools.lab.balance_battles --games 1000 --jobs 2 --minutes 60
    python -m tools.lab.balance_battles --plans waystone,open-field --bots search:400 --games 40
    python -m tools.lab.balance_battles --option fire_hits_one=true --games 100 --out fire.tsv

Results are kept in `docs/measured/battles-balance.tsv`, or the file given by `--out`, which only one run may use at a
time. After an interruption by Ctrl-C or `--minutes`, the next run continues. A plan whose data has changed is played
again. The ending `before` means before the last round. With two bots (`--bots search:400,greedy`), each plays both
Houses. Besides the usual bots there is `quick`: greedy, but with six answers in one world, three times as fast.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from banneret.bots.intervals import wilson
from banneret.games.battles.rules.setup import new_state
from banneret.games.battles.settings import Settings
from banneret.kernel.stream import KEY_BYTES
from tools.lab.battle_matches import Case, Tally, all_plans, play
from tools.lab.battle_results import BadLine

MEASURED = Path(__file__).parents[2] / "docs/measured/battles-balance.tsv"
WANTED = (0.45, 0.55)
MOST_OF_A_KIND = 0.9


def main() -> None:
    """Play and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plans", default=",".join(all_plans()), help="comma-separated plans (all)")
    parser.add_argument("--bots", default="greedy", help="a bot for both Houses, or two (greedy)")
    parser.add_argument("--games", type=int, default=100, help="games per plan (100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--minutes", type=float, help="time limit in minutes")
    parser.add_argument("--out", type=Path, default=MEASURED, help="the file for results")
    parser.add_argument("--option", action="append", default=[], help="an option of the match, name=value")
    given = parser.parse_args()
    plans = given.plans.split(",")
    strange = [plan for plan in plans if plan not in all_plans()]
    if strange:
        parser.error(f"unknown plan {strange[0]!r}; choose from {', '.join(all_plans())}")
    bots = given.bots.split(",")
    if len(bots) > 2:
        parser.error(f"--bots {given.bots}: a battle has two sides")
    options = dict(_option(parser, text) for text in given.option)
    cases = [Case(named(plan, options), plan, options, (bots[0], bots[-1])) for plan in plans]
    try:
        tallies = play(cases, given.games, seed=given.seed, jobs=given.jobs, minutes=given.minutes, out=given.out)
    except BadLine as bad:
        parser.error(str(bad))
    print(f"{'plan':<26}{'games':>6}{'Stark':>8}  {'95 %':<12}endings with 95 % intervals")
    for case in cases:
        print(line(case.plan, tallies[case.name]))


def named(plan: str, options: dict[str, Any]) -> str:
    """Return the name of a case from its plan and options, so that each combination has its own line."""
    return " ".join([plan, *(f"{name}={json.dumps(options[name])}" for name in sorted(options))])


def line(plan: str, tally: Tally) -> str:
    """Return the results of a plan; `!` marks values certainly outside the target range, `?` values that may be."""
    if not tally.games:
        return f"{plan:<26}{0:>6}"
    low, high = tally.interval
    inside = WANTED[0] <= tally.share <= WANTED[1]
    sure = high < WANTED[0] or low > WANTED[1]
    mark = " " if inside else "!" if sure else "?"
    kinds = Counter[str]()
    for (reason, round), count in tally.ends.items():
        kinds[reason if round >= rounds_of(plan) else f"{reason} before"] += count
    endings = ", ".join(ending(kind, count, tally.games) for kind, count in kinds.most_common())
    interval = f"{100 * low:.0f}-{100 * high:.0f} %"
    return f"{plan:<26}{tally.games:>6}{tally.share:>7.1%} {mark}{interval:<12}{endings}"


def ending(reason: str, count: int, games: int) -> str:
    """Return how often matches end in a certain way, and whether that is nearly all of them, certainly or possibly."""
    share, (low, high) = count / games, wilson(count, games)
    sure = "" if low > MOST_OF_A_KIND else "perhaps "
    verdict = f", {sure}nearly all" if share > MOST_OF_A_KIND else ""
    return f"{reason} {share:.0%} ({100 * low:.0f}-{100 * high:.0f}{verdict})"


def rounds_of(plan: str) -> int:
    """Return the number of rounds of a plan."""
    settings = Settings(scenario=plan)
    return new_state(settings, bytes(KEY_BYTES)).scenario.rounds


def _option(parser: argparse.ArgumentParser, text: str) -> tuple[str, Any]:
    name, is_there, value = text.partition("=")
    if not is_there:
        parser.error(f"--option {text}: expected name=value")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


if __name__ == "__main__":
    main()
