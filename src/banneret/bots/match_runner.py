"""Seating: drives a match with bots to its end, whatever the bots do."""

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
    """A bot that failed: at which entry of the journal, of what kind (`raised`, `illegal`, `late`), and how."""

    seat: int
    answers: int
    kind: str
    detail: str


class BotFailed(Exception):
    """A bot has failed, in the words of a `Trouble`: raised by what stands for a bot elsewhere, caught by `drive`."""

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
    """Let bots play while a seat of theirs is asked: to the end, if there is one for every seat.

    Each is asked through a `Player` of its own. One that raises, answers what is not allowed, or takes longer than
    `limit_seconds` for an answer is reported, and answered for at random from then on. The same seed gives the
    same match, as long as nobody is late. A bot that is late is left running in its thread. With `answers` it ends
    after so many answers at the latest.
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
    """Return what a bot answers, in notation: the match keeps no object that the bot has held."""
    answer = _choose(bot, player) if limit is None else _choose_within(bot, player, limit)
    if isinstance(answer, BotFailed):
        raise answer
    if type(answer) is str:
        return answer
    if type(answer) not in match.rulebook.actions or not isinstance(answer, Action):
        raise BotFailed(ILLEGAL, f"{type(answer).__name__} is no action of {match.rulebook.id}")
    try:
        return notation.write(answer)
    except Exception as error:
        raise BotFailed(ILLEGAL, f"an action that cannot be written: {error}"[:500]) from None


def _choose(bot: Bot, player: Player) -> object:
    try:
        return bot.choose(player)
    except KeyboardInterrupt:  # of the person who waits
        raise
    except BotFailed as failure:
        return failure
    except BaseException as error:  # a bot is somebody else's code: whatever it raises is its own trouble
        return BotFailed(RAISED, _told(error))


def _told(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:500]
    except Exception:
        return type(error).__name__


def _choose_within(bot: Bot, player: Player, limit: float) -> object:
    found: list[object] = []

    def think() -> None:
        try:
            found.append(_choose(bot, player))
        except KeyboardInterrupt as error:  # the bot's own: a person's comes to the main thread
            found.append(BotFailed(RAISED, _told(error)))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(limit)
    if not found:
        raise BotFailed(LATE, f"no answer within {limit} seconds")
    return found[0]
