"""Speed of each game: plain CPython, one core, random play. Run with `make bench`; compare within one run only.

A decision is a question with at least two options. Options are listed for every decision; events and views are off
unless stated. If installed, random games of OpenSpiel and catanatron are measured in the same process and run (`pip
install open_spiel catanatron`).
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import banneret
from banneret.kernel.match import Match
from banneret.kernel.record import Record
from banneret.kernel.registry import rulebook


def new(game: str, seed: int) -> Match[Any]:
    """Return a new match with the most seats of the game, without events."""
    return banneret.new_match(game, seats=max(rulebook(game).seats), seed=seed, events=False)


def random_match(game: str, seed: int) -> tuple[Match[Any], int]:
    """Play a random match; return it and the number of decisions."""
    pick = random.Random(seed).random
    match = new(game, seed)
    decisions = 0
    asks = match._asks  # the source of the copies in `asking`
    while asks:
        seat, ask = next(iter(asks.items()))
        options = ask.options.listed
        match.play(seat, options[int(pick() * len(options))])
        decisions += 1
        asks = match._asks
    return match, decisions


def playing(game: str, seconds: float) -> dict[str, float]:
    """Return matches and decisions per second."""
    random_match(game, 0)
    matches = decisions = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += random_match(game, matches + 1)[1]
        matches += 1
    return {
        "matches per second": matches / spent,
        "decisions per second": decisions / spent,
        "decisions per match": decisions / matches,
    }


def spread(what: str, times: list[float], unit: float, name: str) -> dict[str, float]:
    """Return the median and 95th percentile of times."""
    cut = statistics.quantiles(times, n=20)
    return {
        f"{what}, median ({name})": statistics.median(times) / unit,
        f"{what}, 95th percentile ({name})": cut[18] / unit,
    }


def at_points(game: str, matches: int, every: int, do: Callable[[Match[Any], random.Random], float]) -> list[float]:
    """Call `do` at every `every`-th decision of random matches; return the times it measured."""
    times = []
    for seed in range(matches):
        rng = random.Random(seed)
        match = new(game, seed)
        count = 0
        while match.outcome is None:
            if count % every == 0:
                times.append(do(match, rng))
            seat, ask = next(iter(match.asking.items()))
            match.play(seat, rng.choice(ask.options.listed))
            count += 1
    return times


def clone(match: Match[Any], _: random.Random) -> float:
    """Time a clone."""
    start = time.perf_counter()
    match.clone()
    return time.perf_counter() - start


def imagine(match: Match[Any], rng: random.Random) -> float:
    """Time an imagined world of the deciding seat."""
    seat = next(iter(match.asking))
    seed = rng.randrange(1 << 30)
    start = time.perf_counter()
    match.imagine(seat, seed)
    return time.perf_counter() - start


def action_and_views(match: Match[Any], rng: random.Random) -> float:
    """Time one answer and the views of all seats after it."""
    twin = match.clone()
    seat, ask = next(iter(twin.asking.items()))
    action = rng.choice(ask.options.listed)
    start = time.perf_counter()
    twin.play(seat, action)
    for viewer in range(match.seats):
        twin.view(viewer)
    return time.perf_counter() - start


def records(game: str, count: int) -> list[float]:
    """Save, load and verify the record of a whole match."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(count):
            match, _ = random_match(game, seed)
            path = Path(folder) / f"{seed}.jsonl"
            start = time.perf_counter()
            Record.of(match).save(path)
            loaded = banneret.load(path)
            times.append(time.perf_counter() - start)
            if loaded.digest() != match.digest():
                raise SystemExit(f"match {seed} differs after loading")
    return times


def beside(seconds: float) -> dict[str, float]:
    """Measure random games of other engines in this process, if installed."""
    found: dict[str, float] = {}
    try:
        import pyspiel  # noqa: PLC0415  # optional dependency
    except ImportError:
        print("OpenSpiel is not installed: skipped", file=sys.stderr)
    else:
        for name in ("chess", "backgammon"):
            game = pyspiel.load_game(name)
            rng = random.Random(1)
            moves, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < seconds:
                state = game.new_initial_state()
                while not state.is_terminal() and time.perf_counter() - start < seconds:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
            found[f"OpenSpiel {name} (C++): actions per second"] = moves / spent
    try:
        from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415  # optional dependency
    except ImportError:
        print("catanatron is not installed: skipped", file=sys.stderr)
    else:
        random.seed(1)
        games = actions = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
            game.play()
            actions += len(getattr(game.state, "action_records", None) or game.state.actions)
            games += 1
        found["catanatron (4 players): actions per second"] = actions / spent
        found["catanatron (4 players): games per second"] = games / spent
    return found


def measured(game: str, seconds: float) -> dict[str, float]:
    """Return all figures of a game."""
    gc.collect()
    figures = playing(game, seconds)
    figures |= spread("clone", at_points(game, 10, 7, clone), 1e-6, "µs")
    figures |= spread("imagine", at_points(game, 6, 7, imagine), 1e-6, "µs")
    figures |= spread("action and all views", at_points(game, 6, 7, action_and_views), 1e-3, "ms")
    return figures | spread("save, load and verify a record", records(game, 20), 1e-3, "ms")


def main() -> None:
    """Print all figures, as JSON with `--json`; games can be selected by id."""
    seconds = 10.0
    games = [one for one in sys.argv[1:] if one != "--json"] or [book.id for book in banneret.rulebooks()]
    figures = {game: measured(game, seconds) for game in games}
    figures["beside"] = beside(seconds / 2)
    if "--json" in sys.argv:
        print(json.dumps(figures, ensure_ascii=False))
        return
    for game, found in figures.items():
        print(game)
        for what, figure in found.items():
            print(f"  {what:<50}{figure:>12,.1f}")


if __name__ == "__main__":
    main()
