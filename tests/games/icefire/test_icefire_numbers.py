"""The printed numbers of a unit and its current ones: who reads a number reads it as it is now."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from banneret.games import icefire
from banneret.games.icefire.bot.evaluation import Judge
from banneret.games.icefire.bot.glance import Eye
from banneret.games.icefire.modes.siege.cards import HOLD
from banneret.games.icefire.rules.combat.attack import defense_modifier
from banneret.games.icefire.rules.combat.morale import morale_modifier as modifier_of
from banneret.games.icefire.rules.table.lasting_effects import add_effect
from banneret.games.icefire.rules.table.paths import speed_of
from banneret.games.icefire.state import Effect, Fight, Test
from banneret.plane import Side
from tests.games.icefire.scene import CROSSBOWMEN, SWORDS, laid

PRINTED: Final = ("speed", "defense", "morale", "hit")
READERS: Final = {
    "rules/table/paths.py": {"speed"},
    "rules/table/units.py": {"hit"},
    "rules/combat/attack.py": {"defense", "hit"},
    "rules/combat/morale.py": {"morale"},
    "bot/glance.py": {"defense", "hit", "morale"},
    "bot/rerolls.py": {"defense", "morale"},
}
"""The modules that turn a printed number into the current one; no other reads it."""


def test_only_the_rules_that_add_the_modifiers_read_a_printed_number() -> None:
    folder = Path(icefire.__file__).parent
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        if name.startswith(("content/", "army/", "show/cards/")):  # cards show what is printed
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in PRINTED:
                owner = ast.unparse(node.value)
                if any(word in owner for word in ("card", "weapon", "attack", "wall")):
                    found.setdefault(name, set()).add(node.attr)
    assert found == READERS


def test_current_numbers_have_what_changes_them() -> None:
    """Hold the Line: +1 to Morale Tests; Crannog Traps: -1 to Speed; a flank: -1 to saves."""
    state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180")
    fight, speed = Fight(1, 0, "melee"), speed_of(state, 0)
    for name in ("crannog-traps-slow", HOLD):
        add_effect(state, Effect(name, 0, 1, "turn"))
    fight.arc = Side.LEFT
    assert modifier_of(state, Test(0, "panic", 1)) == 1
    assert speed_of(state, 0) < speed
    assert defense_modifier(state, fight) == -1


def test_bots_look_at_current_morale() -> None:
    """A unit that passes more tests is less worth frightening and attacking."""
    eye, worth = Eye(Judge()), []
    for effect in ("none", HOLD):
        state = laid(f"a {SWORDS} 24 20 0", f"b {CROSSBOWMEN} 24 24.8 180")
        add_effect(state, Effect(effect, 1, 1, "round"))
        worth.append((eye._panic(state, 1), eye.blow(state, 0, 1, "melee")))
    assert all(firm < plain for plain, firm in zip(*worth, strict=True))
