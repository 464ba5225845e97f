"""Skirmishes: their summaries and setup cards, and the initial plan of a skirmish before anything is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from banneret.games.battles.content.components import RANKS, House, Origin, Provenance, Rank, Unit
from banneret.games.battles.content.datafile import DataFile
from banneret.games.battles.content.scenario import (
    NORTH,
    SOUTH,
    TERRAIN_LETTERS,
    Edges,
    MoraleSides,
    Scenario,
    Scoring,
    Victory,
)


class Summary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skirmish summary (battles:c15.1). Units come from cards or are bought with points."""

    id: str
    rounds: int
    order_rating: int
    leadership_rating: int
    command_tokens: int
    commanders: int
    """Maximum number of commanders of a House."""
    command_limit: int
    """Maximum combined command limit of a House's commanders."""
    destroyed: int
    captured: int
    rows: int
    columns: int
    own_rows: int
    """Depth in rows of the strip in which a House sets up, and which stays free of terrain."""
    unit_cards: int = 0
    terrain_cards: int = 0
    unit_points: int = 0
    units: int = 0
    terrain_pieces: int = 0
    provenance: Provenance


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup card: units with their ranks, terrain pieces, and optionally a commander."""

    id: str
    house: House
    commander: str | None = None
    units: tuple[tuple[str, Rank], ...]
    terrain: tuple[str, ...]
    provenance: Origin


class Cost(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points that a unit of each rank costs, and the surcharges: battles:c15.12."""

    green: int
    blue: int
    red: int
    cavalry: int
    heavy_armor: int = field(name="heavy-armor")


_FILE: Final = DataFile.read("skirmish.toml")
SUMMARIES: Final = {summary.id: summary for summary in _FILE.entries("summary", Summary)}
CARDS: Final = _FILE.entries("card", Card)
"""Eight per House: battles:c15.2."""
COST: Final = _FILE.table("cost", Cost)
PIECES: Final = ("forest", "hill", "building", "marsh")
"""The terrain that a House can choose from if no card specifies it."""
ANY: Final = "any"
"""A terrain piece whose kind is still to be chosen."""
_MARKED: Final = ("rounds", "order_rating", "leadership_rating", "command_tokens", "forces", "hexes", "victory")


def cost(kind: Unit, rank: str) -> int:
    """Return the points that a unit costs: battles:c15.12."""
    plain = {"green": COST.green, "blue": COST.blue, "red": COST.red}[rank]
    extra = COST.cavalry if kind.class_ == "cavalry" else 0
    return plain + extra + (COST.heavy_armor if "heavy-armor" in kind.keywords else 0)


def least_cost(kind: Unit) -> int:
    """Return the lowest cost of a unit of this type, over all ranks."""
    return min(cost(kind, rank) for rank in RANKS)


def bare_plan(summary: Summary) -> Scenario:
    """Return the plan of a skirmish before anything is chosen: plains without units.

    The board, the ratings and the victory conditions come from the summary: battles:c15.1, battles:c15.10,
    battles:c15.15. Momentum goes to a random House: battles:c15.6, battles:c15.16.
    """
    rows = [["plains"] * (summary.columns - (row & 1)) for row in range(summary.rows)]
    return Scenario(
        id=summary.id,
        name=summary.id.replace("-", " ").capitalize(),
        about="A skirmish.",
        rounds=summary.rounds,
        order_rating=summary.order_rating,
        leadership_rating=summary.leadership_rating,
        command_tokens=summary.command_tokens,
        momentum="random",
        morale=MoraleSides(stark="no-rout", lannister="no-rout"),
        edges=Edges(stark=NORTH, lannister=SOUTH),
        map=map_of(rows),
        units=(),
        scoring=_scoring(summary),
        victory=Victory(kind="points"),
        provenance=dict.fromkeys(_MARKED, "project"),
    )


def map_of(rows: Sequence[Sequence[str]]) -> str:
    """Format rows of terrain as the map of a plan."""
    letters = {name: letter for letter, name in TERRAIN_LETTERS.items()}
    return "\n".join(" ".join(letters[name] for name in row) for row in rows)


def _scoring(summary: Summary) -> tuple[Scoring, ...]:
    """Return the scoring: destroyed units and, depending on the summary, captured commanders; no objectives."""
    destroyed = Scoring(kind="destroyed", points=summary.destroyed, when="immediate")
    if not summary.captured:
        return (destroyed,)
    return (destroyed, Scoring(kind="captured", points=summary.captured, when="immediate"))
