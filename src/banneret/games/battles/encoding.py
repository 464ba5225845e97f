"""Encoding of what a seat knows as integers, for learning agents; written directly from the state."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final, TypeAlias
from zlib import crc32

import msgspec

from banneret.encoding import Column, Columns, Encoding, Group, Part, Writer, pack, spans, write_list
from banneret.games.battles.content.components import (
    CARDS,
    COMMANDERS,
    OVERLAYS,
    RANKS,
    TERRAINS,
    TOKENS,
    UNITS,
    Tactic,
)
from banneret.games.battles.content.scenario import Scenario
from banneret.games.battles.content.skirmish import ANY
from banneret.games.battles.encoded_units import UNIT_PLANES, EncodedUnits
from banneret.games.battles.state import OFF, Fight, Muster, State, Turn
from banneret.games.battles.steps import STEPS
from banneret.hexes import HexBoard
from banneret.kernel.pile import PUBLIC, Pile, mask_of

COLUMNS: Final = 15
ROWS: Final = 12
_HEXES: Final = COLUMNS * ROWS
_SEATS: Final = 2
_MOST: Final = 99
_DISCARDS: Final = 40
_PALISADES: Final = 16
_FORCE: Final = 24
_PIECES: Final = 24
_LEADERS: Final = 6
_DICE: Final = 12
_PERSONS: Final = ("catelyn", "edmure")
_STATUS: Final = ("hidden", "open", "safe", "taken")
_KINDS: Final = ("attack", "bonus", "extra", "counter", "parting")
_CARD: Final = {card: number for number, card in enumerate(CARDS)}
_PLACE: Final = {card: number for number, card in enumerate(CARDS, 1)}
_NOTHING: Final = [0] * _DISCARDS
_OVERLAY: Final = {token: number for number, token in enumerate(("", *OVERLAYS))}
_STRATEGY: Final = {"real": 3, "decoy": 2}
_UNIT: Final = {unit: number for number, unit in enumerate(UNITS)}
_COMMANDER: Final = {one: number for number, one in enumerate(COMMANDERS)}
_PIECE: Final = {piece: number for number, piece in enumerate((ANY, *TERRAINS), 1)}

_ON_HEXES: Final = "over hexes, row by row"


def _plane(name: str, low: int, high: int, about: str) -> Part:
    return Part(name, (ROWS, COLUMNS), low, high, f"{about}; {_ON_HEXES}")


def _one(value: int) -> tuple[int]:
    return (value,)


def _discards(pile: list[str]) -> list[int]:
    return [*map(_PLACE.__getitem__, pile[:_DISCARDS]), *_NOTHING[len(pile) :]]


_PUBLIC: Final = (
    (Part("round", (1,), 0, _MOST, "round"), Column("round", _one)),
    (Part("step", (1,), 0, len(STEPS) - 1, "step"), Column("step", lambda step: (STEPS.index(step),))),
    (Part("first", (1,), 0, 1, "first seat of the round"), Column("first", _one)),
    (Part("momentum", (1,), 0, 1, "seat with the momentum"), Column("momentum", _one)),
    (Part("morale", (1,), -_MOST, _MOST, "morale marker, above 0 on the side of seat 0"), Column("morale", _one)),
    (
        Part("forfeited", (_SEATS,), 0, _SEATS, "seats that forfeited, in order, from 1"),
        Column("forfeited", lambda seats: [seat + 1 for seat in seats] + [0] * (_SEATS - len(seats))),
    ),
    (Part("points", (_SEATS,), -_MOST, _MOST, "victory points"), Column("points")),
    (Part("board_tokens", (_SEATS,), 0, _MOST, "command tokens on the board"), Column("board_tokens")),
    (Part("passed", (_SEATS,), 0, 1, "seats that passed"), Column("passed")),
    (Part("pool", (_SEATS, len(TOKENS)), 0, _MOST, "order tokens by kind"), Column("pool", width=len(TOKENS))),
    (
        Part("accounted", (_SEATS, len(TOKENS)), 0, _MOST, "order tokens that a tactic has counted in this round"),
        Column("accounted", width=len(TOKENS)),
    ),
    (
        Part("discards", (_SEATS, _DISCARDS), 0, len(CARDS), "discarded Leadership cards from 1, the oldest first"),
        Column("discards", _discards, _DISCARDS),
    ),
    (Part("held", (len(COMMANDERS),), 0, _MOST, "command tokens of commanders"), Column("held")),
    (Part("committed", (len(COMMANDERS),), 0, 1, "commanders that are committed"), Column("committed")),
)


class BattlesEncoding(Encoding[State]):
    """Planes over a board of 15 columns and 12 rows, and vectors over the two seats, over cards and over commanders."""

    parts = (
        *(part for part, _ in _PUBLIC),
        _plane("terrain", -1, len(TERRAINS) - 1, "terrain now in effect, -1 outside the board"),
        _plane("overlays", 0, len(OVERLAYS), "terrain token, from 1"),
        _plane("fires", 0, _MOST, "level of the fire"),
        _plane("devastated", 0, 1, "devastated"),
        Part(
            "units",
            (len(UNIT_PLANES), ROWS, COLUMNS),
            0,
            _HEXES,
            f"unit in each hex, 0 where there is none: {'; '.join(UNIT_PLANES)}; {_ON_HEXES}",
        ),
        _plane("objectives", 0, 3, "objective: 1 controlled by nobody, 2 by seat 0, 3 by seat 1"),
        _plane("strategy", 0, 3, "strategy token: 1 unknown, 2 decoy, 3 real"),
        _plane("archers", 0, 2, "special archers: seat, from 1"),
        Part(
            "palisades",
            (_PALISADES, 3 + len(RANKS)),
            0,
            _HEXES,
            "the two hexes, from 1; level of the fire; order tokens by rank",
        ),
        Part("persons", (len(_PERSONS), 2), 0, _HEXES, f"hex from 1, and status from 1, of {' and '.join(_PERSONS)}"),
        Part("plan", (1,), 0, (1 << 31) - 1, "code of the battle plan"),
        Part("commanders", (len(COMMANDERS),), 0, 2, "commanders: 1 on the board, 2 captured"),
        Part("hands", (_SEATS, len(CARDS)), 0, _MOST, "known Leadership cards in hand"),
        Part(
            "counts",
            (_SEATS, 5),
            0,
            _MOST,
            "cards in hand; unknown ones; cards in the deck; and if a known card is about them, own units destroyed in"
            " this round and enemy units destroyed in this turn",
        ),
        Part(
            "turn",
            (3,),
            -1,
            max(len(CARDS), len(COMMANDERS)),
            "the turn in progress: its seat from 1; Leadership card played and its commander, or -1",
        ),
        Part(
            "fight",
            (7 + _DICE,),
            0,
            _HEXES,
            "kind of attack from 1; hexes of attacker and target, from 1; melee; flanking; hits; number of dice; faces"
            " from 1",
        ),
        Part("leaders", (_SEATS, _LEADERS), 0, len(COMMANDERS), "before a skirmish: chosen commanders, from 1"),
        Part(
            "force",
            (_SEATS, _FORCE, 3),
            0,
            max(len(UNITS), len(COMMANDERS)),
            "before a skirmish: units not yet placed: type, rank, commander, each from 1",
        ),
        Part("pieces", (_SEATS, _PIECES), 0, len(_PIECE), "before a skirmish: terrain pieces not yet placed, from 1"),
    )

    def writer(self) -> BattlesWriter:
        return BattlesWriter()


class BattlesWriter(Writer[State]):
    """Writes the positions of one match."""

    def __init__(self) -> None:
        self._hands = _Hands()
        self._field: HexBoard | None = None
        self._plan: Scenario | None = None
        self._grid: list[int] = []
        self._columns: Columns

    def write(self, state: State, viewers: frozenset[int], out: array[int]) -> None:
        if state.field is not self._field or state.scenario is not self._plan:
            self._begin(state)
        grid, mask = self._grid, mask_of(viewers)
        self._columns.write(state, out)
        out[_PLAN] = self._code
        if state.strategy_hexes:
            for hex, token in zip(state.strategy_hexes, state.strategy.seen_by(mask), strict=True):
                out[_STRATEGY_AT + grid[hex]] = 1 if token is None else _STRATEGY[token]
        self._hands.write(state, mask, out)
        if state.turn is not None:
            _write_turn(state, state.turn, grid, out)
        if state.muster is not None:
            _write_muster(state.muster, out)

    def _begin(self, state: State) -> None:
        """Start with a board and a battle plan."""
        self._field, self._plan = state.field, state.scenario
        self._code = _code_of(state.scenario)
        self._grid = [row * COLUMNS + column for column, row in state.field.offsets]
        units = EncodedUnits(self._grid, _HEXES, _UNITS, _COMMANDERS)
        tokens = ("control", "archers", "palisades", "palisade_fire", "guards", "person_hex", "persons")
        groups = (
            Group(("terrain", "overlay", "fire", "devastated"), partial(_write_ground, self._grid)),
            Group(units.names, units.write),
            Group(tokens, partial(_write_tokens, self._grid)),
        )
        self._columns = Columns(BattlesEncoding.parts, [column for _, column in _PUBLIC], groups, _HANDS)


@lru_cache(maxsize=64)
def _code_of(plan: Scenario) -> int:
    return crc32(msgspec.json.encode(plan)) >> 1


def _write_ground(grid: list[int], state: State, out: array[int]) -> None:
    tokens = [_OVERLAY[token] for token in state.overlay]
    columns: tuple[list[int], ...] = (state.terrain, tokens, state.fire, [*map(int, state.devastated)])
    for at, values in zip(range(_GROUND, _UNITS, _HEXES), columns, strict=True):
        plane = [-1 if at == _GROUND else 0] * _HEXES
        for place, value in zip(grid, values, strict=True):
            plane[place] = value
        pack(plane, out, at)


def _write_tokens(grid: list[int], state: State, out: array[int]) -> None:
    """Write the parts from `objectives` to `persons`, without strategy tokens."""
    plan = state.scenario
    out[_OBJECTIVES_AT:_PLAN] = array("i", bytes(4 * (_PLAN - _OBJECTIVES_AT)))
    for place, seat in zip(plan.objective_places, state.control, strict=True):
        out[_OBJECTIVES_AT + grid[place]] = seat + 2
    for archers, there in zip(plan.archers, state.archers, strict=True):
        if there:
            out[_ARCHERS + grid[state.field.place(archers.hex)]] = state.houses.index(archers.house) + 1
    at = _PALISADES_AT
    for number, (one, other) in enumerate(state.palisades[:_PALISADES]):
        guards = state.guards[number] if state.guards else ()
        write_list((grid[one] + 1, grid[other] + 1, state.palisade_fire[number], *guards), 3 + len(RANKS), out, at)
        at += 3 + len(RANKS)
    for person, hex, status in zip(plan.persons, state.person_hex, state.persons, strict=True):
        at = _PERSONS_AT + 2 * _PERSONS.index(person.id)
        out[at] = grid[hex] + 1 if hex != OFF else 0
        out[at + 1] = _STATUS.index(status) + 1


class _Hands:
    """Encodes the hands of one match; they are cached until one of them changes."""

    def __init__(self) -> None:
        self._kept: list[tuple[list[int], list[str]]] = []
        self._known: dict[int, tuple[array[int], list[_Seat]]] = {}

    def write(self, state: State, mask: int, out: array[int]) -> None:
        """Write the hands as the seats in `mask` know them, and the counts of both seats."""
        now = list(map(_PILE, state.hands))
        if now != self._kept:
            self._kept = [(known[:], cards[:]) for known, cards in now]
            self._known.clear()
        known = self._known.get(mask)
        if known is None:
            known = self._known[mask] = _known(state, mask)
        out[_HANDS:_COUNTS], (a, b) = known
        (first, second), none = state.decks, (0, 0)
        own, enemy = _losses(state, 0, a) if a[2] else none, _losses(state, 1, b) if b[2] else none
        pack((*a[:2], len(first), *own, *b[:2], len(second), *enemy), out, _COUNTS)


_PILE: Final[Callable[[Pile], tuple[list[int], list[str]]]] = attrgetter("known", "cards")
_Seat: TypeAlias = tuple[int, int, int]
"""Knowledge about a hand: number of cards, number of unknown cards, and flags of the losses that known cards use."""
_OWN_LOSSES: Final = 1
_ENEMY_LOSSES: Final = 2


def _known(state: State, mask: int) -> tuple[array[int], list[_Seat]]:
    """Return how often each card is known to be in each hand, and what is known of each hand."""
    counts, seats = array("i", bytes(4 * _SEATS * len(CARDS))), []
    for seat, pile in enumerate(state.hands):
        known = depends = 0
        for card, marks in zip(pile.cards, pile.known, strict=True):
            if marks == PUBLIC or marks & mask:
                known += 1
                counts[len(CARDS) * seat + _CARD[card]] += 1
                depends |= _depends(state.box.card[card].tactic)
        seats.append((len(pile.cards), len(pile.cards) - known, depends))
    return counts, seats


def _depends(tactic: Tactic | None) -> int:
    """Return which losses a tactic depends on."""
    if tactic is None:
        return 0
    own, enemy = tactic.condition.own_unit_destroyed_this_round, tactic.condition.enemy_unit_destroyed_this_turn
    return (_OWN_LOSSES if own else 0) | (_ENEMY_LOSSES if enemy else 0)


def _losses(state: State, seat: int, known: _Seat) -> tuple[int, int]:
    """Return the own and enemy losses that known cards depend on, as a view shows them."""
    depends, turn = known[2], state.turn
    enemy = len(turn.destroyers) if depends & _ENEMY_LOSSES and turn is not None and turn.seat == seat else 0
    return state.destroyed[seat] if depends & _OWN_LOSSES else 0, enemy


def _write_turn(state: State, turn: Turn, grid: list[int], out: array[int]) -> None:
    for plane, units in enumerate((turn.ordered, turn.moved, turn.attacked), len(UNIT_PLANES) - 3):
        for unit in units:
            if state.hex[unit] != OFF:
                out[_UNITS + plane * _HEXES + grid[state.hex[unit]]] = 1
    out[_TURN] = turn.seat + 1
    out[_TURN + 1] = -1 if turn.card is None else _CARD[turn.card]
    out[_TURN + 2] = turn.commander
    if turn.fight is not None:
        _write_fight(state, turn.fight, grid, out)


def _write_fight(state: State, fight: Fight, grid: list[int], out: array[int]) -> None:
    def where(unit: int) -> int:
        return grid[state.hex[unit]] + 1 if state.hex[unit] != OFF else 0

    values = (
        _KINDS.index(fight.kind) + 1,
        where(fight.attacker),
        where(fight.target),
        fight.melee,
        fight.flanking,
        fight.hits,
        len(fight.faces),
        *(face + 1 for face in fight.faces),
    )
    write_list(values, 7 + _DICE, out, _FIGHT)


def _write_muster(muster: Muster, out: array[int]) -> None:
    for seat in range(_SEATS):
        leaders = (_COMMANDER[one] + 1 for one in muster.leaders[seat])
        write_list(leaders, _LEADERS, out, _LEADERS_AT + _LEADERS * seat)
        force = (
            value
            for unit, rank, leader in muster.force[seat]
            for value in (_UNIT[unit] + 1, RANKS.index(rank) + 1, _COMMANDER[leader] + 1 if leader else 0)
        )
        write_list(force, 3 * _FORCE, out, _FORCE_AT + 3 * _FORCE * seat)
        write_list((_PIECE[piece] for piece in muster.pieces[seat]), _PIECES, out, _PIECES_AT + _PIECES * seat)


_WHERE: Final = {name: where.start for name, where in spans(BattlesEncoding.parts).items()}
_GROUND: Final = _WHERE["terrain"]
_UNITS: Final = _WHERE["units"]
_OBJECTIVES_AT: Final = _WHERE["objectives"]
_STRATEGY_AT: Final = _WHERE["strategy"]
_ARCHERS: Final = _WHERE["archers"]
_PALISADES_AT: Final = _WHERE["palisades"]
_PERSONS_AT: Final = _WHERE["persons"]
_PLAN: Final = _WHERE["plan"]
_COMMANDERS: Final = _WHERE["commanders"]
_HANDS: Final = _WHERE["hands"]
_COUNTS: Final = _WHERE["counts"]
_TURN: Final = _WHERE["turn"]
_FIGHT: Final = _WHERE["fight"]
_LEADERS_AT: Final = _WHERE["leaders"]
_FORCE_AT: Final = _WHERE["force"]
_PIECES_AT: Final = _WHERE["pieces"]
