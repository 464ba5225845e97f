"""`banneret benchmark`: an agent plays fixed tasks; results as a table and in a leaderboard."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec
import typer
from rich import box
from rich.table import Table

from banneret.bots.benchmark_tasks import BenchmarkTask, all_tasks
from banneret.cli.consoles import fail, note, out, reported

try:
    from banneret.rl.agents import AgentError
    from banneret.rl.benchmark import Played, Result, play_task, result_of
    from banneret.rl.leaderboard import Leaderboard, LeaderboardError
except ModuleNotFoundError as missing:
    fail(f"{missing.name} is not installed: pip install 'banneret[rl]'")


class BenchmarkArguments(NamedTuple):
    """The command-line arguments."""

    tasks: tuple[str, ...]
    agent: str
    games: int
    jobs: int
    leaderboard: Path | None
    again: bool
    as_json: bool


def benchmark(given: BenchmarkArguments) -> None:
    """Play the tasks and show the results; keep them in the leaderboard."""
    tasks = chosen_tasks(given.tasks)
    with reported():
        try:
            board = Leaderboard() if given.leaderboard is None else Leaderboard.read(given.leaderboard, given.again)
            if given.again:
                wanted = [
                    (one.agent, task, one.games) for one in board.results for task in tasks if task.id == one.task
                ]
            else:
                wanted = [(given.agent, task, given.games) for task in tasks]
            results = []
            changed = 0
            for agent, task, games in wanted:
                result = _play(agent, task, games, given.jobs)
                results.append(result)
                changed += board.add(result, date.today().isoformat())
                if given.leaderboard is not None:
                    board.write(given.leaderboard)
        except (AgentError, LeaderboardError) as error:
            fail(str(error))
    if given.as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(results), indent=2).decode() + "\n")
    else:
        out().print(_table(results))
    if given.again:
        note(f"{len(results)} results played again; {changed or 'none'} changed.")


def chosen_tasks(names: tuple[str, ...]) -> list[BenchmarkTask]:
    """Return the tasks with these ids, or of these games; all of them if there are no names."""
    tasks = all_tasks()
    found: dict[str, BenchmarkTask] = {}
    for name in names:
        some = {id: task for id, task in tasks.items() if name in (id, task.game)}
        if not some:
            raise typer.BadParameter(f"unknown task {name!r}; `banneret benchmark --list` lists all", param_hint="TASK")
        found |= some
    return list((found if names else tasks).values())


def show_tasks(names: tuple[str, ...]) -> None:
    """Print a table of tasks."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for column, right in (
        ("Task", False),
        ("Seats", True),
        ("Options", False),
        ("Opponents", False),
        ("Seeds", True),
        ("Matches", True),
        ("CPU time", True),
    ):
        table.add_column(column, justify="right" if right else "left", overflow="fold")
    for task in chosen_tasks(names):
        options = ", ".join(f"{name}={value}" for name, value in task.options.items())
        seeds = f"{task.first_seed} to {task.first_seed + task.seeds - 1}"
        cells = (task.id, str(task.seat_count), options, task.opponents, seeds, str(task.games))
        table.add_row(*cells, f"{task.seconds:g} s")
    out().print(table)


def _play(agent: str, task: BenchmarkTask, games: int, jobs: int) -> Result:
    played: list[Played] = []
    for one in play_task(agent, task, games, jobs):
        if one.trouble is not None and all(before.trouble is None for before in played):
            note(
                f"{task.id}, match {len(played)}: {agent} was replaced by random after {one.trouble.answers} decisions:"
                f" {one.trouble.kind}: {one.trouble.detail}"
            )
        played.append(one)
    decisions = sum(one.decisions for one in played)
    spent = sum(one.seconds for one in played)
    note(f"{task.id}: {len(played)} matches, {decisions} decisions, {1000 * spent / max(decisions, 1):.1f} ms each")
    return result_of(agent, task, played)


def _table(results: list[Result]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    table.add_column("Task")
    table.add_column("Agent")
    for column in ("matches", "wins", "95% interval", "chance", "mean place", "95% interval", "replaced"):
        table.add_column(column, justify="right")
    for one in results:
        table.add_row(
            one.task,
            one.agent,
            str(one.games),
            f"{one.share:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
            f"{one.chance:.1%}",
            f"{one.place:.2f}",
            f"{one.place_low:.2f} to {one.place_high:.2f}",
            str(one.replaced),
        )
    return table
