"""Determine which guesses about Battles of Westeros matter: how far results move with the alternative.

    python -m tools.lab.sensitivity_battles --games 500 --jobs 2 --out sensitivity.tsv
    python -m tools.lab.sensitivity_battles --plans wolf-raiders --bots greedy --games 100

Each alternative is a match option or a data pack. Each row is a plan: Stark's share of the matches with the current
rules, and the change in percentage points with each alternative, with the 95 % interval of the difference. `*` marks
significant changes of more than five points, `?` changes of that size that may be chance. Without bots, both sides play
by quick estimates, which gives the most matches for the time. An interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.lab.battle_matches import SIGHT, Case, Tally, all_plans, play
from tools.lab.battle_results import BadLine


class Guess(NamedTuple):
    """A guess of ours and its alternative."""

    name: str
    rule: str
    """The rule that is marked `sensitive` if the guess matters."""
    options: dict[str, Any]


def pack(name: str, change: dict[str, Any]) -> dict[str, Any]:
    """Return the option for a data pack."""
    return {"data_pack": {"game": "battles", "name": name, "change": change}}


GUESSES: Final = (
    Guess("morale: one for each unit", "battles:c14.2", {"flat_morale_loss": True}),
    Guess(
        "morale: one more by rank",
        "battles:c14.2",
        pack("morale-one-more", {"morale": {"loss": {"green": 2, "blue": 3, "red": 4}}}),
    ),
    Guess("capture: no excess hits", "battles:c14.3", {"capture_excess": False}),
    Guess("capture: not by retreat hits", "battles:c14.4", {"retreat_hits_capture": False}),
    Guess("parting blow: heeds morale", "battles:c14.5", {"parting_blow_morale": True}),
    Guess("fire: one hit", "battles:c14.8", {"fire_hits_one": True}),
)
AS_IS: Final = "current"
FLAGGED: Final = 0.05


def main() -> None:
    """Play and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plans", default=",".join(all_plans()), help="comma-separated plans (all)")
    parser.add_argument("--bots", default=SIGHT, help=f"the bot for both Houses ({SIGHT})")
    parser.add_argument("--games", type=int, default=500, help="games per plan and alternative (500)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--minutes", type=float, help="time limit in minutes")
    parser.add_argument("--out", type=Path, help="the file for results")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    given = parser.parse_args()
    plans = given.plans.split(",")
    strange = [plan for plan in plans if plan not in all_plans()]
    if strange:
        parser.error(f"unknown plan {strange[0]!r}; choose from {', '.join(all_plans())}")
    bots = (given.bots, given.bots)
    ways: list[tuple[str, dict[str, Any]]] = [(AS_IS, {}), *((guess.name, guess.options) for guess in GUESSES)]
    cases = [Case(f"{plan}: {name}", plan, options, bots) for plan in plans for name, options in ways]
    try:
        tallies = play(cases, given.games, seed=given.seed, jobs=given.jobs, minutes=given.minutes, out=given.out)
    except BadLine as bad:
        parser.error(str(bad))
    if given.json:
        shares = {name: {"games": tally.games, "stark": tally.stark} for name, tally in tallies.items()}
        print(json.dumps(shares, indent=2))
        return
    print_table(plans, tallies)


def print_table(plans: list[str], tallies: dict[str, Tally]) -> None:
    """Print a Markdown table with one row per plan, and the rules to mark as sensitive."""
    print(f"| plan | games | {AS_IS} | {' | '.join(guess.name for guess in GUESSES)} |")
    print("| --- " * (3 + len(GUESSES)) + "|")
    flagged = set()
    for plan in plans:
        base = tallies[f"{plan}: {AS_IS}"]
        cells = []
        for guess in GUESSES:
            other = tallies[f"{plan}: {guess.name}"]
            move, half = shift(base, other)
            mark = ""
            if abs(move) > FLAGGED:
                mark = " `*`" if abs(move) > half else " `?`"
                if abs(move) > half:
                    flagged.add(guess.rule)
            cells.append(f"{100 * move:+.0f} ± {100 * half:.0f}{mark}")
        least = min([base.games, *(tallies[f"{plan}: {guess.name}"].games for guess in GUESSES)])
        print(f"| `{plan}` | {least} | {base.share:.0%} | {' | '.join(cells)} |")
    print()
    print("sensitive:", ", ".join(sorted(flagged)) or "none")


def shift(base: Tally, other: Tally) -> tuple[float, float]:
    """Return the change of Stark's share in the same games, and half the width of its 95 % interval.

    Games are paired: they begin with the same deal and dice, and stay the same as long as the guess does not matter
    (the interval of Agresti and Min).
    """
    both = list(zip(base.won, other.won, strict=False))  # an interrupted run has one game more of some cases
    if not both:
        return 0.0, 1.0
    gained = sum(there and not here for here, there in both)
    lost = sum(here and not there for here, there in both)
    many = len(both) + 2
    up, down = (gained + 0.5) / many, (lost + 0.5) / many
    return (gained - lost) / len(both), 1.96 * sqrt((up + down - (up - down) ** 2) / many)


if __name__ == "__main__":
    main()
