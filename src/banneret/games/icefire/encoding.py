"""Encoding of what a seat knows as integers, for learning agents. Lengths are in 1/1000 inch."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from banneret.encoding import Block, Codes, Encoding, Part, Rows, Writer, pack, spans, table
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITIONS
from banneret.games.icefire.content.tabletop import Tabletop
from banneret.games.icefire.modes.missions import ACTIVE, GONE, RESERVE
from banneret.games.icefire.rules.table.control import ZONES
from banneret.games.icefire.rules.table.ground import width
from banneret.games.icefire.rules.table.zones import place_of
from banneret.games.icefire.state import NO_NCU, NO_UNIT, NOBODY, Fight, State, Turn
from banneret.games.icefire.steps import STEPS
from banneret.kernel.pile import Pile, mask_of

SEATS: Final = 4
UNITS: Final = 48
NCUS: Final = 24
_PIECES: Final = 16
_OBJECTIVES: Final = 12
_CONTACTS: Final = 24
_EFFECTS: Final = 48
_ATTACHED: Final = 32
_HAND: Final = 12
_DISCARDS: Final = 48
_MARKS: Final = 8
_MARK: Final = 8
_FIGHTS: Final = 3
_DICE: Final = 24
_FAR: Final = 1 << 20
"""Upper bound of lengths and headings."""

IDS: Final = Codes(
    id
    for edition in EDITIONS
    for found in (components(edition),)
    for known in (
        found.units,
        found.attachments,
        found.ncus,
        found.tactics,
        found.specials,
        found.abilities,
        found.faction,
    )
    for id in known
)
"""Numbers of all ids; other names, such as those of effects and modes, have hash codes."""

_UNIT_COLUMNS: Final = (
    "number from 1", "seat", "card", "on the table", "x", "y", "heading", "wounds it can still suffer", "activated",
    "condition tokens as a sum of 1, 2 and 4", "attachments: four and a code of more", "counters: three names",
    "a code of more", "three numbers", "orders used: two and a code of more",
)  # fmt: skip  # several to a line
_UNIT: Final = 10 + 5 + 4 + 3 + 3
_NCU: Final = 6 + 4 + 3
_KINDS: Final = ("melee", "short", "long")
_FIGHT: Final = 10 + _DICE


def _part(name: str, shape: tuple[int, ...], about: str, low: int = 0, high: int = IDS.high) -> Part:
    return Part(name, shape, low, high, about)


class IcefireEncoding(Encoding[State]):
    """Tables with a row for each unit, non-combat unit, piece, objective and so on, in numerical order."""

    parts = (
        _part("units", (UNITS, _UNIT), "; ".join(_UNIT_COLUMNS), -_FAR),
        _part("contacts", (_CONTACTS, 2), "pairs of engaged units, from 1"),
        _part("attached", (_ATTACHED, 2), "Tactics cards attached to units: unit from 1, card"),
        _part("effects", (_EFFECTS, 2), "lasting effects on units: unit from 1, name"),
        _part(
            "ncus",
            (NCUS, _NCU),
            "number from 1; seat; card; zone from 1; 1 if activated, plus 2 if alive; unit it influences, from 1;"
            " counters: three names, a code of more, three numbers",
        ),
        _part(
            "players",
            (SEATS, 8),
            "faction, commander, points of the army, victory points, cards in the deck, turns that may be passed, edge"
            " of the table, place among those that forfeited, from 1",
        ),
        _part("discards", (SEATS, _DISCARDS), "discarded Tactics cards, the oldest first"),
        _part("pieces", (_PIECES, 4), "terrain: id, x, y, heading; 0 for a removed piece", -_FAR),
        _part("objectives", (_OBJECTIVES, 5), "objective tokens: 1, x, y, card, unit that claims it, from 1", -_FAR),
        _part("marks", (_MARKS, 2 + _MARK), "further data of the mode: name, count, values", -_FAR),
        _part("missions", (3, 1 + _HAND), "missions that are active, in reserve and gone: count, numbers"),
        _part(
            "table",
            (8,),
            "mode, width, rounds, round, step, first player from 1, size of the mission deck, side of seats",
        ),
        _part("hands", (SEATS, 1 + _HAND), "Tactics cards in hand: count, known ones"),
        _part("sieges", (SEATS, 1 + _HAND), "Siege Strategy cards in hand: count, known ones"),
        _part("mission_hands", (SEATS, 1 + _HAND), "missions in hand: count, known ones"),
        _part(
            "turn",
            (5,),
            "the turn in progress: seat, active unit, active non-combat unit, moving unit, all from 1; action",
        ),
        _part(
            "fights",
            (_FIGHTS, _FIGHT),
            "attacks in progress: attacker and defender from 1, kind from 1, four keywords and a code of more, hits,"
            " number of dice, dice",
        ),
    )

    def writer(self) -> IcefireWriter:
        return IcefireWriter()


def _unit(state: State, unit: int) -> tuple[int, ...]:
    pose = state.pose[unit]
    placed = (0, 0, 0, 0) if pose is None else (1, *pose)
    return (
        unit + 1,
        state.seat[unit],
        IDS.number(state.card[unit]),
        *placed,
        state.health[unit],
        state.activated[unit],
        state.conditions[unit],
        *IDS.some(state.attachments[unit], 4),
        *IDS.counts(state.counters[unit]),
        *IDS.some(state.orders_used[unit], 2),
    )


def _relations(state: State) -> array[int]:
    contacts = table([(one.one + 1, one.other + 1) for one in state.contacts], _CONTACTS, 2)
    attached = table([(one.unit + 1, IDS.number(one.card)) for one in state.attached], _ATTACHED, 2)
    on_units = [(one.unit + 1, IDS.number(one.name)) for one in state.effects if one.unit != NO_UNIT]
    return contacts + attached + table(on_units, _EFFECTS, 2)


def _ncu(state: State, ncu: int) -> tuple[int, ...]:
    zone = state.ncu_zone[ncu]
    return (
        ncu + 1,
        state.ncu_seat[ncu],
        IDS.number(state.ncu_card[ncu]),
        ZONES.index(zone) + 1 if zone else 0,
        state.ncu_activated[ncu] + 2 * state.ncu_alive[ncu],
        state.influence[ncu] + 1,
        *IDS.counts(state.ncu_counters[ncu]),
    )


def _players(state: State) -> array[int]:
    rows = [
        (
            IDS.number(state.factions[seat]),
            IDS.number(state.commanders[seat]),
            state.points[seat],
            state.victory_points[seat],
            0,
            state.passes[seat],
            IDS.number(place_of(state, seat)),
            state.forfeited.index(seat) + 1 if seat in state.forfeited else 0,
        )
        for seat in range(state.seats)
    ]
    discards = [
        [*(IDS.number(card) for card in pile[:_DISCARDS]), *[0] * (_DISCARDS - len(pile))] for pile in state.discards
    ]
    return table(rows, SEATS, 8) + table(discards, SEATS, _DISCARDS)


def _ground(state: State) -> array[int]:
    pieces = table(
        [
            (IDS.number(id), *pose) if id else (0, 0, 0, 0)
            for id, pose in zip(state.pieces, state.piece_pose, strict=True)
        ],
        _PIECES,
        4,
    )
    objectives = table(
        [
            (1, *at, card, unit + 1)
            for at, card, unit in zip(state.tokens, state.token_cards, state.claims, strict=True)
        ],
        _OBJECTIVES,
        5,
    )
    marks = table(
        [
            (IDS.number(name), len(values), *values[:_MARK], *[0] * (_MARK - len(values)))
            for name, values in sorted(state.marks.items())
        ],
        _MARKS,
        2 + _MARK,
    )
    missions = [_list(state.marks.get(place, [])) for place in (ACTIVE, RESERVE, GONE)]
    return pieces + objectives + marks + table(missions if state.mode.missions else [], 3, 1 + _HAND)


def _list(values: Sequence[int]) -> list[int]:
    return [len(values), *values[:_HAND], *[0] * (_HAND - len(values))]


class IcefireWriter(Writer[State]):
    """Encodes the positions of one match."""

    def __init__(self) -> None:
        self._blocks = (
            Rows(
                ("pose", "seat", "card", "health", "activated", "conditions", "attachments", "counters", "orders_used"),
                _unit,
                UNITS,
                _UNIT,
            ),
            Block(("contacts", "attached", "effects"), _relations),
            Rows(
                ("ncu_card", "ncu_seat", "ncu_zone", "ncu_activated", "ncu_alive", "ncu_counters", "influence"),
                _ncu,
                NCUS,
                _NCU,
            ),
            Block(
                (
                    "factions",
                    "commanders",
                    "points",
                    "victory_points",
                    "passes",
                    "forfeited",
                    "discards",
                    "far",
                    "marks",
                ),
                _players,
            ),
            Block(("pieces", "piece_pose", "tokens", "token_cards", "claims", "marks"), _ground),
        )
        self._hands: defaultdict[int, _Hand] = defaultdict(_Hand)
        """By where the hand begins in an observation."""
        self._table: Tabletop | None = None
        self._mode = 0

    def write(self, state: State, viewers: frozenset[int], out: array[int]) -> None:
        at = 0
        for block in self._blocks:
            values = block.values(state)
            out[at : at + len(values)] = values
            at += len(values)
        for seat, deck in enumerate(state.decks):
            out[_PLAYERS_AT + 8 * seat + 4] = len(deck)
        if state.table is not self._table:
            self._table = state.table
            self._mode = IDS.number(state.mode.id)
        sides = 0
        for side in state.sides:
            sides = sides * SEATS + side
        course = (
            self._mode,
            width(state),
            state.table.table.rounds,
            state.round,
            STEPS.index(state.step),
            state.first + 1 if state.first != NOBODY else 0,
            len(state.missions),
            sides,
        )
        pack(course, out, _TABLE)
        mask = mask_of(viewers)
        for start, hands in zip(_HANDS, (state.hands, state.siege_hands, state.mission_hands), strict=True):
            for seat, hand in enumerate(hands):
                if hand.cards:
                    at = start + (1 + _HAND) * seat
                    values = self._hands[at].values(hand, mask)
                    out[at : at + len(values)] = values
        if state.turn is not None:
            _write_turn(state.turn, out)


class _Hand:
    """Encodes a hand of one match; it is cached until it changes."""

    __slots__ = ("_cards", "_known", "_values")

    def __init__(self) -> None:
        self._known: list[int] = []
        self._cards: list[str] = []
        self._values: dict[int, array[int]] = {}

    def values(self, hand: Pile, mask: int) -> array[int]:
        """Return the number of cards, then those that the seats in `mask` know."""
        if hand.known != self._known or hand.cards != self._cards:
            self._known, self._cards = hand.known[:], hand.cards[:]
            self._values.clear()
        found = self._values.get(mask)
        if found is None:
            known = [card for card in hand.held_by(mask)[:_HAND] if card is not None]
            found = self._values[mask] = array("i", [len(hand), *map(IDS.number, known)])
        return found


def _write_turn(turn: Turn, out: array[int]) -> None:
    numbers = (
        turn.seat + 1,
        turn.unit + 1 if turn.unit != NO_UNIT else 0,
        turn.ncu + 1 if turn.ncu != NO_NCU else 0,
        turn.mover + 1 if turn.mover != NO_UNIT else 0,
        IDS.number(turn.action),
    )
    pack(numbers, out, _TURN)
    at = _FIGHTS_AT
    for fight in turn.fights[:_FIGHTS]:
        out[at : at + _FIGHT] = _fight(fight)
        at += _FIGHT


def _fight(fight: Fight) -> array[int]:
    dice = fight.dice[:_DICE]
    return array(
        "i",
        (
            fight.attacker + 1,
            fight.defender + 1,
            _KINDS.index(fight.kind) + 1,
            *IDS.some(sorted(fight.keywords), 4),
            fight.hits,
            len(fight.dice),
            *dice,
            *[0] * (_DICE - len(dice)),
        ),
    )


_WHERE: Final = spans(IcefireEncoding.parts)
_PLAYERS_AT: Final = _WHERE["players"].start
_TABLE: Final = _WHERE["table"].start
_HANDS: Final = tuple(_WHERE[name].start for name in ("hands", "sieges", "mission_hands"))
_TURN: Final = _WHERE["turn"].start
_FIGHTS_AT: Final = _WHERE["fights"].start
