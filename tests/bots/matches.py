"""What several tests of bots do."""

from typing import Any

from banneret.bots import make_bot, play_for
from banneret.bots.match_runner import Trouble
from banneret.kernel.creation import new_match
from banneret.kernel.match import Match


def play(
    book: str, names: list[str], seed: int, most: int = 10_000, position: int | None = None, **options: Any
) -> tuple[Match[Any], list[Trouble]]:
    """Play a match of bots to its end, or up to a number of answers; return it with the problems found.

    `position` is the seed of the match if it differs from that of the bots.
    """
    dealt = seed if position is None else position
    match = new_match(book, seats=len(names), seed=dealt, options=options, events=False)
    bots = {seat: make_bot(name, seed + seat) for seat, name in enumerate(names)}
    troubles: list[Trouble] = []
    while match.asking and len(match.answers) < most:
        play_for(bots, match, next(iter(match.asking)), seed=seed, report=troubles.append)
    return match, troubles


def middle(book: str, seats: int, seed: int, decisions: int, **options: Any) -> Match[Any]:
    """Return a match some random decisions on."""
    match = new_match(book, seats=seats, seed=seed, options=options, events=False)
    bots = {seat: make_bot("random", seed + seat) for seat in range(seats)}
    while match.asking and len(match.answers) < decisions:
        play_for(bots, match, next(iter(match.asking)), seed=seed)
    return match
