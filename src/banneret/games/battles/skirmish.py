"""Skirmishes: battle plans drawn from the seed, by setup cards or by points.

In print the players choose their commanders and place units and terrain in turn; here all of that is drawn.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Final

from msgspec import Struct, field

from banneret.games.battles.components import BOX, HOUSES, RANKS, Commander, House, Origin, Provenance, Rank, Unit
from banneret.games.battles.datafile import DataFile
from banneret.games.battles.scenario import (
    NORTH,
    SOUTH,
    TERRAIN_LETTERS,
    Edges,
    MoraleSides,
    Scenario,
    Scoring,
    UnitPlan,
    Victory,
)
from banneret.hexes import HexBoard, board_of
from banneret.kernel.chance import Chance


class Summary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A skirmish summary: units come from cards, or are bought for points."""

    id: str
    rounds: int
    order_rating: int
    leadership_rating: int
    command_tokens: int
    command_limit: int
    """Of all commanders of a House together."""
    destroyed: int
    captured: int
    rows: int
    columns: int
    unit_cards: int = 0
    terrain_cards: int = 0
    unit_points: int = 0
    units: int = 0
    terrain_pieces: int = 0
    provenance: Provenance


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup card: a commander, units with their ranks, and pieces of terrain."""

    id: str
    house: House
    commander: str
    units: tuple[tuple[str, Rank], ...]
    terrain: tuple[str, ...]
    provenance: Origin


class _Cost(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    green: int
    blue: int
    red: int
    cavalry: int
    heavy_armor: int = field(name="heavy-armor")


_FILE: Final = DataFile.read("skirmish.toml")
SUMMARIES: Final = {summary.id: summary for summary in _FILE.entries("summary", Summary)}
CARDS: Final = _FILE.entries("card", Card)
_COST: Final = _FILE.table("cost", _Cost)
_TYPES: Final = {unit.id: unit for unit in BOX.units}
_MOST_COMMANDERS: Final = 2
_OWN_ROWS: Final = 2
_BOTH: Final[tuple[House, ...]] = ("stark", "lannister")
_PIECES: Final = ("forest", "forest", "hill", "building", "marsh")
"""What an open field is strewn with: forests twice as often."""


def draw_skirmish(id: str, chance: Chance) -> Scenario:
    """Draw a battle plan by a summary. Raises KeyError if there is no such summary."""
    summary = SUMMARIES[id]
    board = board_of(tuple(summary.columns - (row & 1) for row in range(summary.rows)))
    figures: Counter[str] = Counter()
    units: list[UnitPlan] = []
    pieces: list[list[str]] = []
    for house in _BOTH:
        leaders = _draw_leaders(house, summary, chance)
        force: list[tuple[str, Rank, str]] = [(leader.unit, "blue", leader.id) for leader in leaders]
        for leader in leaders:
            figures[leader.unit] += _TYPES[leader.unit].strength - 1
        cards = [card for card in CARDS if card.house == house and card.commander not in {one.id for one in leaders}]
        if summary.unit_cards:
            drawn = [cards.pop(chance.pick(len(cards))) for _ in range(summary.unit_cards)]
            bought = [unit for card in drawn for unit in card.units]
            left = [cards.pop(chance.pick(len(cards))) for _ in range(summary.terrain_cards)]
            pieces.append([terrain for card in left for terrain in card.terrain])
        else:
            bought = _buy(house, summary, figures, chance)
            pieces.append([_PIECES[chance.pick(len(_PIECES))] for _ in range(summary.terrain_pieces)])
        for kind, rank in bought:
            if figures[kind] + _TYPES[kind].strength <= _TYPES[kind].figures:
                figures[kind] += _TYPES[kind].strength
                force.append((kind, rank, ""))
        units += _line_up(board, house, force, summary, chance)
    return Scenario(
        id=summary.id,
        name=summary.id.replace("-", " ").capitalize(),
        about="A skirmish, drawn by lot.",
        rounds=summary.rounds,
        order_rating=summary.order_rating,
        leadership_rating=summary.leadership_rating,
        command_tokens=summary.command_tokens,
        momentum="random",
        morale=MoraleSides(stark="no-rout", lannister="no-rout"),
        edges=Edges(stark=NORTH, lannister=SOUTH),
        map=_strew(board, pieces, summary, chance),
        units=tuple(units),
        scoring=_scoring(summary),
        victory=Victory(kind="points"),
        provenance=dict.fromkeys(_MARKED, "project"),
    )


_MARKED: Final = ("rounds", "order_rating", "leadership_rating", "command_tokens", "forces", "hexes", "victory")


def _scoring(summary: Summary) -> tuple[Scoring, ...]:
    destroyed = Scoring(kind="destroyed", points=summary.destroyed, when="immediate")
    if not summary.captured:
        return (destroyed,)
    return (destroyed, Scoring(kind="captured", points=summary.captured, when="immediate"))


def _draw_leaders(house: House, summary: Summary, chance: Chance) -> tuple[Commander, ...]:
    """Draw commanders of different persons whose command limits fit; each such pair is equally likely."""
    own = [commander for commander in BOX.commanders if commander.house == house]
    pairs = [
        pair
        for pair in combinations(own, _MOST_COMMANDERS)
        if pair[0].person != pair[1].person and sum(one.command_limit for one in pair) <= summary.command_limit
    ]
    return pairs[chance.pick(len(pairs))]


def _cost(kind: Unit, rank: str) -> int:
    plain = {"green": _COST.green, "blue": _COST.blue, "red": _COST.red}[rank]
    extra = _COST.cavalry if kind.class_ == "cavalry" else 0
    return plain + extra + (_COST.heavy_armor if "heavy-armor" in kind.keywords else 0)


def _buy(house: House, summary: Summary, figures: Counter[str], chance: Chance) -> list[tuple[str, Rank]]:
    """Draw types of units, then raise ranks by lot as long as points are left."""
    kinds = [unit for unit in BOX.units if unit.house == house]
    taken = Counter(figures)
    bought: list[tuple[Unit, int]] = []
    for _ in range(summary.units):
        can = [kind for kind in kinds if taken[kind.id] + kind.strength <= kind.figures]
        kind = can[chance.pick(len(can))]
        taken[kind.id] += kind.strength
        bought.append((kind, 0))
    left = summary.unit_points - sum(_cost(kind, RANKS[0]) for kind, _ in bought)
    while True:
        can_rise = [
            place
            for place, (kind, rank) in enumerate(bought)
            if rank + 1 < len(RANKS) and _cost(kind, RANKS[rank + 1]) - _cost(kind, RANKS[rank]) <= left
        ]
        if not can_rise:
            return [(kind.id, _rank(rank)) for kind, rank in bought]
        place = can_rise[chance.pick(len(can_rise))]
        kind, rank = bought[place]
        left -= _cost(kind, RANKS[rank + 1]) - _cost(kind, RANKS[rank])
        bought[place] = (kind, rank + 1)


def _rank(number: int) -> Rank:
    ranks: tuple[Rank, ...] = ("green", "blue", "red")
    return ranks[number]


def _line_up(
    board: HexBoard, house: House, force: list[tuple[str, Rank, str]], summary: Summary, chance: Chance
) -> list[UnitPlan]:
    """Draw hexes in the own two rows."""
    rows = range(_OWN_ROWS) if house == HOUSES[0] else range(summary.rows - _OWN_ROWS, summary.rows)
    free = [place for place in range(len(board)) if board.row(place) in rows]
    placed = []
    for kind, rank, commander in force:
        hex = board.labels[free.pop(chance.pick(len(free)))]
        placed.append(UnitPlan(hex=hex, unit=kind, rank=rank, commander=commander or None))
    return placed


def _strew(board: HexBoard, pieces: list[list[str]], summary: Summary, chance: Chance) -> str:
    """Lay the pieces of both Houses in turn, not within two rows of an edge, no two that block sight side by side."""
    terrain = ["plains"] * len(board)
    inner = [p for p in range(len(board)) if _OWN_ROWS <= board.row(p) < summary.rows - _OWN_ROWS]
    for turn in range(max(len(own) for own in pieces)):
        for own in pieces:
            if turn >= len(own):
                continue
            piece = own[turn]
            blocks = BOX.terrain[piece].blocks_sight
            free = [
                place
                for place in inner
                if terrain[place] == "plains"
                and not (blocks and any(BOX.terrain[terrain[to]].blocks_sight for to in board.neighbours[place]))
            ]
            if free:
                terrain[free[chance.pick(len(free))]] = piece
    letters = {name: letter for letter, name in TERRAIN_LETTERS.items()}
    lines: list[list[str]] = [[] for _ in range(summary.rows)]
    for place, name in enumerate(terrain):
        lines[board.row(place)].append(letters[name])
    return "\n".join(" ".join(line) for line in lines)
