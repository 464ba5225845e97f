"""The games: one folder each; none imports another. Importing this package registers their rulebooks.

Each is loaded when it is first asked for, so that whoever plays one game does not wait for the others.
"""

from __future__ import annotations

from typing import Any

from banneret.kernel.rulebook import Rulebook, register_later


def _thrones() -> Rulebook[Any]:
    from banneret.games.thrones.rulebook import ThronesRulebook

    return ThronesRulebook()


def _battles() -> Rulebook[Any]:
    from banneret.games.battles.rulebook import BattlesRulebook

    return BattlesRulebook()


def _icefire_s6() -> Rulebook[Any]:
    from banneret.games.icefire.rulebook import IcefireRulebook

    return IcefireRulebook()


def _icefire_2021() -> Rulebook[Any]:
    from banneret.games.icefire.rulebook import Icefire2021Rulebook

    return Icefire2021Rulebook()


def _runewars() -> Rulebook[Any]:
    from banneret.games.runewars.rulebook import RunewarsRulebook

    return RunewarsRulebook()


register_later("thrones", _thrones)
register_later("battles", _battles)
register_later("icefire-s6", _icefire_s6)
register_later("icefire-2021", _icefire_2021)
register_later("runewars", _runewars)
