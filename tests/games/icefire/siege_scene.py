"""Scenes of a siege: player b attacks from the far edge, player a holds three castle walls at the near one.

In teams d attacks with b, and c defends with a.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from banneret.games.icefire.content.editions import SEASON_6, Edition
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.siege.walls import raise_walls
from banneret.games.icefire.rules.table.engagement import found_contacts
from banneret.games.icefire.rules.table.units import on_table
from banneret.games.icefire.state import State, Turn
from banneret.kernel.chance import Chance
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.pile import Pile
from tests.games.icefire.scene import BERSERKERS, BOOKS, CROSSBOWMEN, GUARDSMEN, asked, die, laid, offered, play

ROBB, JAIME, SANSA = "20201", "20115", "30202"
FACE: Final = 4.746
"""Where the outer faces of the walls are, in inches from the near edge."""
HOME: Final = f"a {BERSERKERS} 42 9 0 | {ROBB}"
"""A unit of the defender's away from everything."""
AWAY: Final = f"b {CROSSBOWMEN} 42 44 180 | {JAIME}"
"""A unit of the attacker's away from everything."""
AT_WALL: Final = f"b {GUARDSMEN} 24 {FACE + 2.4} 180 |"
"""A unit of the attacker's in contact with the wall in the middle."""


def besieged(
    *units: str,
    edition: Edition = SEASON_6,
    walls: Sequence[int] = (6, 6, 6),
    siege: Sequence[Sequence[str]] = ((), (), (), ()),
    teams: bool = False,
    **position: Any,
) -> State:
    """Return a table with the walls behind the units' columns, so much left of each, and the players' cards in hand."""
    given: dict[str, Any] = {"turn": "b", "first": 1, "marks": {"siege-played": []}, **position}
    seats, options = (4, {"teams": True}) if teams else (2, {})
    state = laid(*units, edition=edition, seats=seats, options={"mode": "storm-of-swords", **options}, **given)
    raise_walls(state, 0)
    state.health[-3:] = list(walls)
    state.siege_hands = [Pile(cards, [1 << seat] * len(cards)) for seat, cards in enumerate(siege[:seats])]
    state.contacts = sorted({one for unit in on_table(state) for one in found_contacts(state, unit)})
    return state


def match_of(state: State, *dice: int) -> Match[State]:
    """Return a match from there, the first dice showing these faces."""
    return Match(BOOKS[state.law.edition], Origin(state.seats, {}, None, state), chance=die(*dice))


def war_of(state: State, *dice: int, turn: int = 1) -> War:
    """Return a running game in the midst of a turn of the attacker's."""
    state.turn = Turn(turn)
    chance = Chance(state, [])
    chance.supply(die(*dice))
    return War(state, chance)


def on(match: Match[Any], wanted: str) -> Match[Any]:
    """Answer with what is most passive until a question begins so."""
    while not asked(match)[1].startswith(wanted):
        play(match, f"{asked(match)[0]}: {offered(match)[0]}")
    return match
