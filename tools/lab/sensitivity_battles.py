"""Which of our guesses about Battles of Westeros matter: how far results move if a guess is decided otherwise.

    python -m tools.lab.sensitivity_battles --games 500 --jobs 2 --out sensitivity.tsv
    python -m tools.lab.sensitivity_battles --plans wolf-raiders --bots greedy --games 100

Each alternative is an option of the match, or a data pack. Every line is a plan: Stark's share of the matches as the
rules are, and how many points in a hundred it moves with each alternative, with the 95 % interval of the difference.
`*` marks what moves by more than five points and surely moves at all, `?` what moves so far in these matches, but may
not. Both sides play by first sight if no bot is named: the most matches for the time. Stopped, it goes on where it was.
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
    """A guess of ours, decided otherwise."""

    name: str
    rule: str
    """The rule that is marked `sensitive` if it matters."""
    options: dict[str, Any]


def pack(name: str, change: dict[str, Any]) -> dict[str, Any]:
    """Return the option of a data pack."""
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
AS_IS: Final = "as it is"
FLAGGED: Final = 0.05


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plans", default=",".join(all_plans()), help="which, with commas between them (all)")
    parser.add_argument("--bots", default=SIGHT, help=f"the bot for both Houses ({SIGHT})")
    parser.add_argument("--games", type=int, default=500, help="how many games a plan and alternative (500)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--minutes", type=float, help="stop after so many, wherever it is")
    parser.add_argument("--out", type=Path, help="a file for what is finished")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    given = parser.parse_args()
    plans = given.plans.split(",")
    strange = [plan for plan in plans if plan not in all_plans()]
    if strange:
        parser.error(f"there is no plan {strange[0]!r}; there are: {', '.join(all_plans())}")
    bots = (given.bots, given.bots)
    ways: list[tuple[str, dict[str, Any]]] = [(AS_IS, {}), *((guess.name, guess.options) for guess in GUESSES)]
    cases = [Case(f"{plan}: {name}", plan, options, bots) for plan in plans for name, options in ways]
    try:
        tallies = play(cases, given.games, seed=given.seed, jobs=given.jobs, minutes=given.minutes, out=given.out)
    except BadLine as bad:
        parser.error(str(bad))
    if given.json:
        told = {name: {"games": tally.games, "stark": tally.stark} for name, tally in tallies.items()}
        print(json.dumps(told, indent=2))
        return
    print_table(plans, tallies)


def print_table(plans: list[str], tallies: dict[str, Tally]) -> None:
    """Print a line a plan, as a table of Markdown, and which rules are to be marked."""
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
    print("sensitive:", ", ".join(sorted(flagged)) or "none of them")


def shift(base: Tally, other: Tally) -> tuple[float, float]:
    """Return by how much Stark's share moves in the same games, and half the width of the 95 % interval of that.

    Games are paired, for they begin with the same deal and the same dice, and go the same way as long as the guess does
    not matter (the interval of Agresti and Min).
    """
    both = list(zip(base.won, other.won, strict=False))  # a run that was stopped has one game more of some
    if not both:
        return 0.0, 1.0
    gained = sum(there and not here for here, there in both)
    lost = sum(here and not there for here, there in both)
    many = len(both) + 2
    up, down = (gained + 0.5) / many, (lost + 0.5) / many
    return (gained - lost) / len(both), 1.96 * sqrt((up + down - (up - down) ** 2) / many)


if __name__ == "__main__":
    main()
