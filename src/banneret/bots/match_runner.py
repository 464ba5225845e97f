"""Plays a match with bots to its end, even if bots fail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Final, NamedTuple

from banneret.bots.player import Bot, Player
from banneret.kernel import notation
from banneret.kernel.choosers import Action, IllegalAction
from banneret.kernel.match import Match
from banneret.kernel.stream import Stream, derive_key

RAISED: Final = "raised"
ILLEGAL: Final = "illegal"
LATE: Final = "late"


class Trouble(NamedTuple):
    """A bot's failure: seat, number of answers given before, kind (`raised`, `illegal` or `late`), and details."""

    seat: int
    answers: int
    kind: str
    detail: str


class BotFailed(Exception):
    """A bot failed as in a `Trouble`. Raised by proxies for bots in other processes, caught by `drive`."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


def drive(
    match: Match[Any],
    bots: Mapping[int, Bot],
    *,
    seed: int | str | bytes,
    limit_seconds: float | None = None,
    report: Callable[[Trouble], None] | None = None,
    answers: int | None = None,
) -> None:
    """Let bots answer as long as one of their seats is asked; with a bot in every seat, to the end.

    Each bot is given its own `Player`. A bot that raises, gives an illegal answer, or takes longer than `limit_seconds`
    is reported, and random answers replace it from then on. The same seed gives the same match unless a bot is late; a
    late bot keeps running in its thread. Stops after at most `answers` answers.
    """
    gone: set[int] = set()
    for _ in count() if answers is None else range(answers):
        seat = next((s for s in match.asking if s in bots), None)
        if seat is None:
            return
        entry = len(match.answers)
        if seat not in gone:
            player = Player(match, seat, derive_key("player", seed, seat, entry))
            try:
                match.play(seat, _answer(bots[seat], player, match, limit_seconds))
                continue
            except BotFailed as failure:
                trouble = Trouble(seat, entry, failure.kind, failure.detail)
            except IllegalAction as error:
                why = f"{error.tried!r} is not allowed: {error.why} ({error.refusal.rule})"
                trouble = Trouble(seat, entry, ILLEGAL, why)
            gone.add(seat)
            if report is not None:
                report(trouble)
        ask = match.asking[seat]
        match.play(seat, ask.chooser.draw(ask.options, Stream(derive_key("stand-in", seed, seat, entry))))


def _answer(bot: Bot, player: Player, match: Match[Any], limit: float | None) -> str:
    """Return a bot's answer in notation, so that the match keeps no reference to the bot's objects."""
    answer = _choose(bot, player) if limit is None else _choose_within(bot, player, limit)
    if isinstance(answer, BotFailed):
        raise answer
    if type(answer) is str:
        return answer
    if type(answer) not in match.rulebook.actions or not isinstance(answer, Action):
        raise BotFailed(ILLEGAL, f"{type(answer).__name__} is not an action of {match.rulebook.id}")
    try:
        return notation.write(answer)
    except Exception as error:
        raise BotFailed(ILLEGAL, f"the action cannot be encoded: {error}"[:500]) from None


def _choose(bot: Bot, player: Player) -> object:
    try:
        return bot.choose(player)
    except KeyboardInterrupt:  # from the user
        raise
    except BotFailed as failure:
        return failure
    except BaseException as error:  # bots are third-party code and can raise anything
        return BotFailed(RAISED, _describe(error))


def _describe(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:500]
    except Exception:
        return type(error).__name__


def _choose_within(bot: Bot, player: Player, limit: float) -> object:
    found: list[object] = []

    def think() -> None:
        try:
            found.append(_choose(bot, player))
        except KeyboardInterrupt as error:  # raised by the bot; the user's goes to the main thread
            found.append(BotFailed(RAISED, _describe(error)))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(limit)
    if not found:
        raise BotFailed(LATE, f"no answer within {limit} seconds")
    return found[0]
