"""Ladders: a round robin between bots, each match played again with the seats exchanged."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

from banneret.bots.intervals import Z95, wilson
from banneret.bots.ratings import Rating, ratings_or_none
from banneret.kernel.creation import new_match
from banneret.kernel.registry import rulebook
from banneret.kernel.rulebook import Outcome
from banneret.sim.games import Played, played
from banneret.sim.guests import Limits, check_bots, code_of
from banneret.sim.ladder_file import LadderError, LadderFile, LadderGame
from banneret.sim.ladder_plan import MIRRORED, LadderPlan
from banneret.sim.results import places_of
from banneret.sim.simulate import simulate


class _End(msgspec.Struct):
    end: Outcome


class _Game(msgspec.Struct):
    end: _End


_RECORD = msgspec.json.Decoder(_Game)


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A bot of a ladder, with its results against all others."""

    bot: str
    games: int
    share: float
    """Share of wins; a shared first place counts in part."""
    low: float
    """With `high`: the Wilson 95% interval."""
    high: float
    place: float
    """The mean place of its seats; 1 is first."""
    mu: float | None = None
    """The rating if openskill is installed, with `sigma` as its uncertainty."""
    sigma: float | None = None


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """The matches of a pair of bots, from the view of the first one."""

    bot: str
    other: str
    games: int
    share: float
    low: float
    high: float
    places: float
    """How many places better its seats were on average."""
    places_low: float | None
    """With `places_high`: the 95% interval by deals; None for fewer than two deals."""
    places_high: float | None


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a ladder: the bots, best first, and each pair of them."""

    rulebook: str
    seats: int
    seed: int
    games: int
    """Number of finished games."""
    first_day: str
    """The date of the first game, and of the last one."""
    last_day: str
    rungs: tuple[Rung, ...]
    meetings: tuple[Meeting, ...]
    troubles: tuple[str, ...]
    """Games without a result, and bots that were replaced."""


def ladder_plan(
    rulebook_id: str,
    *,
    bots: Sequence[str],
    seed: int = 1,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),  # noqa: B008  # immutable
) -> LadderPlan:
    """Validate the settings of a ladder. Raises LookupError, OptionError or LadderError."""
    book = rulebook(rulebook_id)
    places = book.seats_at_first() if seats is None else seats
    twice = sorted({name for name in bots if bots.count(name) > 1})
    if twice:
        raise LadderError(f"{', '.join(twice)} is named more than once; every bot of a ladder meets every other one")
    if len(bots) < 2:
        raise LadderError(f"a ladder needs at least two bots, not only {', '.join(bots) or 'none'}")
    if places not in book.seats:
        raise LadderError(f"{places} seats are not supported; {book.id} can have {', '.join(map(str, book.seats))}")
    if places < 2:
        raise LadderError("a ladder needs at least two seats")
    new_match(book.id, seats=places, seed=0, options=options, events=False)
    check_bots(tuple(bots), book, limits)
    code = code_of(tuple(bots)) or None
    return LadderPlan(book.id, places, tuple(bots), seed, dict(options) if options else None, limits, code)


def play_ladder_games(plan: LadderPlan, games: Sequence[int]) -> list[Played]:
    """Play games one after the other, given by their numbers in the ladder."""
    return [played(plan.of_game(game), plan.seed + plan.deal(game))._replace(seed=game) for game in games]


def climb(plan: LadderPlan, deals: int, *, jobs: int = 1, out: Path | None = None) -> Generator[Ladder, None, None]:
    """Play the games that are left of a number of deals for each pair; yield the results before and after each game.

    Finished games stay in the file `out` however it is interrupted, and are not played again. Raises LadderError if the
    file belongs to another ladder.
    """
    if deals < 1:
        raise LadderError(f"a ladder needs at least one deal, not {deals}")
    most = deals * MIRRORED * len(plan.pairs)
    with LadderFile(out, plan, most) as file:
        games = list(file.found)
        yield ladder_of(plan, games)
        left = range(len(games), most)
        with closing(simulate(plan, left, jobs, play_ladder_games)) as going:  # stop workers on an interruption
            for done in going:
                game = _game(plan, done)
                file.add(game)
                games.append(game)
                yield ladder_of(plan, games)


def _game(plan: LadderPlan, done: Played) -> LadderGame:
    names = plan.line_up(done.seed)
    day = datetime.now(UTC).date().isoformat()
    if done.line is None:
        return LadderGame(game=done.seed, bots=names, day=day, trouble=done.error[:500] or "failed")
    outcome = _RECORD.decode(done.line).end.end
    said = [f"{names[one.seat]} was replaced by random: {one.kind}: {one.detail}" for one in done.troubles]
    return LadderGame(
        game=done.seed,
        bots=names,
        day=day,
        places=tuple(places_of(outcome, plan.seats)),
        trouble="; ".join(said)[:500],
    )


def ladder_of(plan: LadderPlan, games: Sequence[LadderGame]) -> Ladder:
    """Summarize games in their order."""
    rated = ratings_or_none()
    whole = [game for game in games if game.places]
    for game in whole:
        if rated is not None:
            rated.add(game.bots, game.places)
    rungs = [_rung(bot, whole, None if rated is None else rated.get(bot)) for bot in plan.bots]
    rungs.sort(key=lambda rung: (-(rung.share if rung.mu is None else rung.mu), plan.bots.index(rung.bot)))
    order = [rung.bot for rung in rungs]
    days = sorted(game.day for game in games)
    return Ladder(
        rulebook=plan.rulebook,
        seats=plan.seats,
        seed=plan.seed,
        games=len(whole),
        first_day=days[0] if days else "",
        last_day=days[-1] if days else "",
        rungs=tuple(rungs),
        meetings=tuple(_meeting(plan, one, other, whole) for one, other in combinations(order, 2)),
        troubles=tuple(f"game {game.game}: {game.trouble}" for game in games if game.trouble),
    )


def _rung(bot: str, games: Sequence[LadderGame], rating: Rating | None) -> Rung:
    own = [game for game in games if bot in game.bots]
    won = math.fsum(_won(game, bot) for game in own)
    low, high = wilson(won, len(own))
    places = [place + 1 for game in own for name, place in zip(game.bots, game.places, strict=True) if name == bot]
    return Rung(
        bot=bot,
        games=len(own),
        share=won / len(own) if own else 0.0,
        low=low,
        high=high,
        place=fmean(places) if places else 0.0,
        mu=None if rating is None or not own else rating.mu,
        sigma=None if rating is None or not own else rating.sigma,
    )


def _meeting(plan: LadderPlan, bot: str, other: str, games: Sequence[LadderGame]) -> Meeting:
    own = [game for game in games if bot in game.bots and other in game.bots]
    won = math.fsum(_won(game, bot) for game in own)
    low, high = wilson(won, len(own))
    deals: dict[int, list[float]] = {}
    for game in own:
        deals.setdefault(plan.deal(game.game), []).append(_mean_place(game, other) - _mean_place(game, bot))
    leads = [fmean(deal) for deal in deals.values()]
    lead = fmean(leads) if leads else 0.0
    error = None if len(leads) < 2 else Z95 * stdev(leads) / math.sqrt(len(leads))
    return Meeting(
        bot=bot,
        other=other,
        games=len(own),
        share=won / len(own) if own else 0.0,
        low=low,
        high=high,
        places=lead,
        places_low=None if error is None else lead - error,
        places_high=None if error is None else lead + error,
    )


def _won(game: LadderGame, bot: str) -> float:
    """Return a bot's share of the first place."""
    first = [name for name, place in zip(game.bots, game.places, strict=True) if place == 0]
    return first.count(bot) / len(first)


def _mean_place(game: LadderGame, bot: str) -> float:
    return fmean(place for name, place in zip(game.bots, game.places, strict=True) if name == bot)
