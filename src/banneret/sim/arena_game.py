"""One match of an arena: bots that fail are reported and replaced without stopping it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banneret.sim.games import Played, played
from banneret.sim.schedule import ArenaPlan, match_seed


class BotTrouble(msgspec.Struct, frozen=True, kw_only=True):
    """A problem in a game: a bot was replaced by `random`, or (`failed`) there is no record."""

    game: int
    seat: int = -1
    bot: str = ""
    answers: int = 0
    """Number of answers given before."""
    kind: str = "failed"
    detail: str = ""


def play_arena_games(plan: ArenaPlan, games: Sequence[int]) -> list[Played]:
    """Play games one after the other, given by their numbers in the arena."""
    return [played(plan.of_game(game), match_seed(plan, game))._replace(seed=game) for game in games]


def troubles_of(plan: ArenaPlan, done: Played) -> list[BotTrouble]:
    """Return the problems in a game."""
    if done.line is None:
        return [BotTrouble(game=done.seed, detail=done.error[:500])]
    names = plan.line_up(done.seed)
    return [
        BotTrouble(
            game=done.seed, seat=one.seat, bot=names[one.seat], answers=one.answers, kind=one.kind, detail=one.detail
        )
        for one in done.troubles
    ]
