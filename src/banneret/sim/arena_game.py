"""One match of an arena: bots that misbehave are reported and replaced, and never stop it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from banneret.bots import RandomBot, make_bot
from banneret.kernel.making import new_match
from banneret.kernel.match import Match
from banneret.kernel.player import Bot
from banneret.kernel.seating import RAISED, Trouble, drive
from banneret.sim.games import MOST_DECISIONS, Played, bot_seed
from banneret.sim.schedule import ArenaPlan, match_seed


class BotTrouble(msgspec.Struct, frozen=True, kw_only=True):
    """Something that went wrong in a game: a bot was replaced by `random`, or (`failed`) there is no record of it."""

    game: int
    seat: int = -1
    bot: str = ""
    answers: int = 0
    """How many answers had been given."""
    kind: str = "failed"
    detail: str = ""


def play_in_arena(plan: ArenaPlan, game: int) -> Played:
    """Play a game of an arena. The error tells the troubles there were, as JSON; without a line it failed."""
    troubles: list[BotTrouble] = []
    try:
        line = _match(plan, game, troubles).record.pack() + b"\n"
    except Exception as error:
        failed = BotTrouble(game=game, detail=f"{type(error).__name__}: {error}"[:500])
        return Played(game, None, msgspec.json.encode([failed]).decode())
    return Played(game, line, msgspec.json.encode(troubles).decode() if troubles else "")


def play_arena_games(plan: ArenaPlan, games: Sequence[int]) -> list[Played]:
    """Play some games, one after the other."""
    return [play_in_arena(plan, game) for game in games]


def _match(plan: ArenaPlan, game: int, troubles: list[BotTrouble]) -> Match[Any]:
    seed = match_seed(plan, game)
    names = plan.line_up(game)
    match = new_match(plan.rulebook, seats=plan.seats, seed=seed, options=plan.options, events=False)
    bots: list[Bot] = []

    def replaced(trouble: Trouble) -> Bot:
        seat, answers, kind, detail = trouble
        troubles.append(
            BotTrouble(game=game, seat=seat, bot=names[seat], answers=answers, kind=kind, detail=detail[:500])
        )
        return RandomBot(bot_seed(seed, seat))

    def replace(trouble: Trouble) -> None:
        bots[trouble.seat] = replaced(trouble)

    for seat, name in enumerate(names):
        try:
            bots.append(make_bot(name, bot_seed(seed, seat)))
        except (Exception, SystemExit) as error:  # it is somebody else's code: whatever it raises is its own trouble
            bots.append(replaced(Trouble(seat, 0, RAISED, f"{type(error).__name__}: {error}")))
    while asking := match.asking:
        seat, ask = next(iter(asking.items()))
        bot = bots[seat]
        if type(bot) is RandomBot:  # it needs no imagined world
            match.play(seat, bot.pick(ask))
        else:
            drive(match, {seat: bot}, seed=seed, report=replace)
        if len(match.answers) > MOST_DECISIONS:
            raise RuntimeError(f"not over after {MOST_DECISIONS} decisions")
    return match
