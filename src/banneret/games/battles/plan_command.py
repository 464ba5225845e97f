"""`banneret battles check`: check a battle plan."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from banneret.games.battles.content.components import BOX
from banneret.games.battles.content.scenario_file import ScenarioError, read_scenario
from banneret.show.terminal import CommandGroup, FileCommand, Report


def check(file: Path) -> Report:
    """Check a battle plan, and report every fault with its line and reason."""
    try:
        plan = read_scenario(file)
    except ScenarioError as error:
        count = len(error.faults)
        return Report(
            faults=[f"{error.file}:{fault.line}: {fault.place}: {fault.problem}" for fault in error.faults],
            error=f"{count} fault{'s' if count > 1 else ''} in {error.file}.",
        )
    stark = sum(BOX.units[BOX.unit_number[unit.unit]].house == "stark" for unit in plan.units)
    summary = (
        f"{file}: {plan.name}: {plan.rounds} rounds, {len(plan.board)} hexes, {stark} units against "
        f"{len(plan.units) - stark}. No fault."
    )
    return Report(lines=[summary])


COMMANDS: Final = CommandGroup(
    "Battle plans of Battles of Westeros.",
    [
        FileCommand(
            "check",
            "Check a battle plan, and report every fault with its line and reason.",
            "The battle plan, a TOML file.",
            check,
        )
    ],
)
