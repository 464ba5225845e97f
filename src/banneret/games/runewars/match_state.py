"""The state of a match: the units on the table, and the progress of setup, round and activation."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Final, Literal, TypeAlias

from banneret.compiled import mypyc_attr
from banneret.games.runewars.state import COLUMNS, State
from banneret.games.runewars.units.ground import Ground
from banneret.kernel.pile import Pile

PLAYERS: Final = ("a", "b")
SIDES: Final = 2
NOBODY: Final = -1
NO_UNIT: Final = -1
NO_DIALS: Final = (-1, -1)
ROUNDS: Final = 8
NO_ACTION: Final = 1
"""Bit of `canceled`: the action is canceled."""
NO_MODIFIER: Final = 2
NO_BONUS: Final = 4

Step: TypeAlias = Literal[
    "commanders",  # of a team game: each unit is assigned to a player
    "first",  # the first player is chosen
    "cards",  # deployment and objective, and the colours
    "terrain",  # one piece
    "tokens",  # the setup instructions of the objective
    "deploy",  # one unit
    "supply",  # after all units are deployed: effects, the morale deck, the mana
    "round",  # effects at its start
    "command",
    "ordered",  # effects after the command phase, one side after the other
    "amended",  # dials are set again by such effects
    "choose",  # a unit is activated
    "reveal",  # effects before its command tool is revealed
    "revealed",  # effects after it is revealed
    "perform",  # its action
    "regenerate",  # the end of the activation phase
    "end",
    "over",
]
Size: TypeAlias = Literal["standard", "skirmish"]
Dials: TypeAlias = tuple[int, int]
MATCH_COLUMNS: Final = (
    "active", "called", "canceled", "controller", "data_pack", "deck", "deployer", "deployment", "dials",
    "discard", "drawn", "fighting", "first", "forfeited", "free_templates", "key", "marked", "objective", "offered",
    "parted", "reason", "red", "scored", "scored_in", "scores", "seen", "shown", "size", "spent", "step", "teams",
    "threat_erratum", "token_places", "token_seat", "token_units", "turn", "winner",
)  # fmt: skip  # several to a line
"""The columns that a `MatchState` adds to those of a `State`."""


@mypyc_attr(allow_interpreted_subclasses=True)  # `copy` makes one without `__init__`
class MatchState(State):
    """The state of a match. `dials` of a unit are the chosen sectors of its action and modifier dial, from 0.

    `shown` are the units whose command tool is face up; `seen` is for each unit a mask of the enemy seats that have
    looked at it. `called` is the called initiative, `turn` the seat that activates a unit with it, and `spent` the
    seats that have none with it left. `active` is the activated unit. `canceled` is for each unit what is canceled of
    its tool this round (bits NO_ACTION, NO_MODIFIER, NO_BONUS).

    Objective tokens are at a place, or carried by a unit; `token_seat` is the seat that places one, or NOBODY.
    """

    __slots__ = MATCH_COLUMNS

    def __init__(self) -> None:  # noqa: PLR0915
        super().__init__()
        self.size: Size = "standard"
        self.data_pack = ""
        """The data pack of the match, in the format that `packed` writes."""
        self.free_templates = False
        """Whether players may see where moves would end before they move."""
        self.threat_erratum = False
        """Whether threat counts the touching trays where a partial rank shortens an edge."""
        self.step: Step = "first"
        self.first = NOBODY
        self.turn = NOBODY
        self.offered: list[str] = []
        """The face-up deployment and objective cards that may still be chosen."""
        self.deployment = ""
        self.objective = ""
        self.deployer = NOBODY
        """The seat that chose the deployment; the other one chose the objective."""
        self.red = NOBODY
        """The seat that has the red areas."""
        self.token_places: list[tuple[int, int] | None] = []
        self.token_units: list[int] = []
        self.token_seat: list[int] = []
        self.scored = [0, 0]
        """The number of objective tokens that each seat has scored."""
        self.scored_in = [0, 0]
        """The round in which each seat last scored a token that may be scored once per round."""
        self.marked = [NO_UNIT, NO_UNIT]
        """The enemy unit that each seat has chosen."""
        self.parted: list[tuple[int, int]] = []
        """Pairs of units, the lower number first, that only touch at corners since one lost trays.

        They are not engaged.
        """
        self.deck = Pile()
        """The morale deck."""
        self.discard: list[str] = []
        """The discarded morale cards, the last one on top."""
        self.teams = [0, 1]
        """The side of each seat; in a team game a side has several. Elsewhere in this module a seat is a side."""
        self.controller: list[int] = []
        """The seat that commands each unit."""
        self.dials: list[Dials] = []
        self.shown: list[bool] = []
        self.seen: list[int] = []
        self.canceled: list[int] = []
        self.called = 0
        self.spent = [False, False]
        self.active = NO_UNIT
        self.fighting: tuple[int, int] | None = None
        """Attacker and defender of the attack in progress."""
        self.winner = NOBODY
        self.reason = ""
        self.scores = [0, 0]
        self.forfeited: list[int] = []
        self.key = b""
        self.drawn = 0

    @property
    def seats(self) -> int:
        """Return the number of seats: two sides, with more seats in a team game."""
        return len(self.teams)

    def columns(self) -> tuple[str, ...]:
        """Return the names of what is not derived."""
        return (*COLUMNS, *MATCH_COLUMNS)

    def copy(self) -> MatchState:
        """Return an independent copy of the state."""
        ground_of(self)  # so that the copy shares what will be found
        new = MatchState.__new__(MatchState)
        self.copy_units(new)
        new.active = self.active
        new.called = self.called
        new.data_pack = self.data_pack
        new.deployer = self.deployer
        new.deployment = self.deployment
        new.drawn = self.drawn
        new.fighting = self.fighting
        new.first = self.first
        new.free_templates = self.free_templates
        new.key = self.key
        new.objective = self.objective
        new.reason = self.reason
        new.red = self.red
        new.size = self.size
        new.step = self.step
        new.threat_erratum = self.threat_erratum
        new.turn = self.turn
        new.winner = self.winner
        new.canceled = self.canceled.copy()
        new.controller = self.controller.copy()
        new.deck = self.deck.copy()
        new.dials = self.dials.copy()
        new.discard = self.discard.copy()
        new.forfeited = self.forfeited.copy()
        new.marked = self.marked.copy()
        new.offered = self.offered.copy()
        new.parted = self.parted.copy()
        new.scored = self.scored.copy()
        new.scored_in = self.scored_in.copy()
        new.scores = self.scores.copy()
        new.seen = self.seen.copy()
        new.shown = self.shown.copy()
        new.spent = self.spent.copy()
        new.teams = self.teams.copy()
        new.token_places = self.token_places.copy()
        new.token_seat = self.token_seat.copy()
        new.token_units = self.token_units.copy()
        return new


_there: Final = attrgetter(
    "poses", "figures", "empty_trays", "inside", "piece_poses", "pieces", "parted", "seat", "size"
)
"""Get the columns of a state that measurements depend on."""


def ground_of(state: MatchState) -> Ground:
    """Return what is kept for the current arrangement of the table."""
    there, ground = _there(state), state.ground
    if ground is None or ground.there != there:
        ground = state.ground = Ground((*map(list, there[:-1]), there[-1]))
    return ground


def labels(state: State) -> tuple[str, ...]:
    """Return the labels of all units: a1, a2, b1."""
    return _labels(tuple(state.seat))


@lru_cache(maxsize=256)
def _labels(seats: tuple[int, ...]) -> tuple[str, ...]:
    counts = [0] * len(PLAYERS)
    found = []
    for seat in seats:
        counts[seat] += 1
        found.append(f"{PLAYERS[seat]}{counts[seat]}")
    return tuple(found)


def label(state: State, unit: int) -> str:
    """Return the label of a unit."""
    return labels(state)[unit]


def unit_of(state: State, name: str) -> int:
    """Return the number of the unit with this label, or NO_UNIT."""
    names = labels(state)
    return names.index(name) if name in names else NO_UNIT
