"""Encoding of what a seat knows as integers, for learning agents. Lengths are in 1/1000 tray."""

from __future__ import annotations

from array import array
from typing import Final, get_args

from banneret.encoding import Block, Codes, Encoding, Part, Rows, Writer, spans, table
from banneret.games.runewars.content.components import Rune, components
from banneret.games.runewars.content.sectors import action_id, action_ids, modifier_id, modifier_ids
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.match_state import NO_DIALS, NO_UNIT, MatchState, Size, Step
from banneret.games.runewars.rules.ground.teams import sees_dials
from banneret.games.runewars.state import runes
from banneret.kernel.pile import mask_of

SEATS: Final = 4
UNITS: Final = 40
_FIGURES: Final = 320
_PIECES: Final = 16
_TOKENS: Final = 12
_DISCARDS: Final = 60
_DECK: Final = 60
_OFFERED: Final = 8
_FAR: Final = 1 << 20
"""Upper bound of lengths and headings."""

IDS: Final = Codes(
    id
    for known in (
        components().units,
        components().upgrades,
        components().tokens,
        components().conditions,
        components().morale,
        tabletop().deployments,
        tabletop().objectives,
    )
    for id in known
)
"""Numbers of all ids; other names, such as those of marks, have hash codes."""

_ACTION: Final = {id: number for number, id in enumerate(action_ids(), 1)}
_MODIFIER: Final = {id: number for number, id in enumerate(modifier_ids(), 1)}
_STEPS: Final[tuple[str, ...]] = get_args(Step)
_SIZES: Final[tuple[str, ...]] = get_args(Size)
_RUNES: Final[tuple[Rune, ...]] = get_args(Rune)
_UNIT_COLUMNS: Final = (
    "number from 1", "side", "seat that commands it", "card", "on the table", "x", "y", "heading", "inspiration",
    "vitality", "upgrades: six and a code of more", "banes: six and a code of more",
    "exhausted upgrades: two and a code of more", "conditions: two and a code of more",
    "marks: three names, a code of more, three numbers", "empty trays that stay: number", "code of these trays",
)  # fmt: skip  # several to a line
_UNIT: Final = 10 + 7 + 7 + 3 + 3 + 7 + 2


def _part(name: str, shape: tuple[int, ...], about: str, low: int = 0, high: int = IDS.high) -> Part:
    return Part(name, shape, low, high, about)


class RunewarsEncoding(Encoding[MatchState]):
    """Tables with a row for each unit, figure, piece and so on, in numerical order."""

    parts = (
        _part("units", (UNITS, _UNIT), "; ".join(_UNIT_COLUMNS), -_FAR),
        _part("figures", (_FIGURES, 5), "figures: unit from 1, column, row, wounds, upgrade or 0"),
        _part("pieces", (_PIECES, 6), "terrain: side that is up, placed, x, y, heading, unit inside, from 1", -_FAR),
        _part("tokens", (_TOKENS, 4), "objective tokens: 1 at a place or 2 carried, x, y, unit from 1", -_FAR),
        _part("discards", (_DISCARDS,), "discarded morale cards, the last one on top"),
        _part("runes", (len(_RUNES),), f"active runes: {', '.join(_RUNES)}"),
        _part("offered", (_OFFERED,), "deployment and objective cards that may still be chosen"),
        _part("sides", (2, 4), "scored tokens, chosen enemy unit from 1, final score, colour: 1 red, 2 blue", -_FAR),
        _part("forfeited", (SEATS,), "seats that forfeited, in order, from 1"),
        _part(
            "table",
            (11,),
            "size, round, step, first player from 1, turn from 1, deployment card, objective card, called initiative,"
            " active unit from 1, code of the data pack, option to see where moves would end",
        ),
        _part("teams", (SEATS,), "side of each seat, from 1"),
        _part("deck", (1 + _DECK,), "morale deck from the top: count, known cards, 0 for an unknown one"),
        _part(
            "dials",
            (UNITS, 4),
            "command tools: set, revealed, sectors of the action and the modifier dial, from 1, or 0 if not known",
        ),
    )

    def writer(self) -> RunewarsWriter:
        return RunewarsWriter()


def _unit(state: MatchState, unit: int) -> tuple[int, ...]:
    pose, trays = state.poses[unit], state.empty_trays[unit]
    placed = (0, 0, 0, 0) if pose is None else (1, *pose)
    return (
        unit + 1,
        state.seat[unit],
        state.controller[unit],
        IDS.number(state.unit[unit]),
        *placed,
        state.inspiration[unit],
        state.vitality[unit],
        *IDS.some(state.upgrades[unit], 6),
        *IDS.some(state.banes[unit], 6),
        *IDS.some(state.exhausted[unit], 2),
        *IDS.some(state.conditions[unit], 2),
        *IDS.counts(state.marks[unit]),
        len(trays),
        IDS.number(" ".join(map(str, trays))),
    )


def _figures(state: MatchState) -> array[int]:
    return table(
        (
            (unit, column, row, wounds, IDS.number(upgrade))
            for unit, figures in enumerate(state.figures, 1)
            for column, row, wounds, upgrade in figures
        ),
        _FIGURES,
        5,
    )


def _ground(state: MatchState) -> array[int]:
    pieces = [
        (
            IDS.number(side),
            *((0, 0, 0, 0) if pose is None else (1, *pose)),
            state.inside.index(piece) + 1 if piece in state.inside else 0,
        )
        for piece, (side, pose) in enumerate(zip(state.pieces, state.piece_poses, strict=True))
    ]
    tokens = [
        (1 if at is not None else 2, *(at or (0, 0)), unit + 1 if unit != NO_UNIT else 0)
        for at, unit in zip(state.token_places, state.token_units, strict=False)  # tokens are placed one by one
    ]
    return table(pieces, _PIECES, 6) + table(tokens, _TOKENS, 4)


def _table(state: MatchState) -> array[int]:
    count = runes(state)
    sides = [
        (
            state.scored[side],
            state.marked[side] + 1,
            state.scores[side] if state.step == "over" else 0,
            0 if state.red < 0 else 1 + (state.red != side),
        )
        for side in range(2)
    ]
    course = (
        _SIZES.index(state.size),
        state.round,
        _STEPS.index(state.step),
        state.first + 1,
        state.turn + 1,
        IDS.number(state.deployment),
        IDS.number(state.objective),
        state.called,
        state.active + 1,
        IDS.number(state.data_pack),
        state.free_templates,
    )
    return (
        table([[IDS.number(card)] for card in state.discard], _DISCARDS, 1)
        + array("i", [count[rune] for rune in _RUNES])
        + table([[IDS.number(card)] for card in state.offered], _OFFERED, 1)
        + table(sides, 2, 4)
        + table([[seat + 1] for seat in state.forfeited], SEATS, 1)
        + array("i", course)
        + table([[side + 1] for side in state.teams], SEATS, 1)
    )


class RunewarsWriter(Writer[MatchState]):
    """Encodes the positions of one match."""

    def __init__(self) -> None:
        self._blocks = (
            Rows(
                (
                    "poses", "seat", "controller", "unit", "inspiration", "vitality", "upgrades", "banes", "exhausted",
                    "conditions", "marks", "empty_trays",
                ),
                _unit,
                UNITS,
                _UNIT,
            ),
            Block(("figures", "seat"), _figures),
            Block(("pieces", "piece_poses", "inside", "token_places", "token_units"), _ground),
            Block(
                (
                    "scored", "marked", "scores", "red", "size", "round", "step", "first", "turn", "deployment",
                    "objective", "called", "active", "data_pack", "free_templates", "discard", "mana", "offered",
                    "forfeited", "teams",
                ),
                _table,
            ),
        )  # fmt: skip  # several to a line

    def write(self, state: MatchState, viewers: frozenset[int], out: array[int]) -> None:
        at = 0
        for block in self._blocks:
            values = block.values(state)
            out[at : at + len(values)] = values
            at += len(values)
        mask = mask_of(viewers)
        out[_DECK_AT] = len(state.deck)
        if any(state.deck.known):
            for place, card in enumerate(state.deck.seen_by(mask)[:_DECK], _DECK_AT + 1):
                if card is not None:
                    out[place] = IDS.number(card)
        at = _DIALS
        for unit, dials in enumerate(state.dials[:UNITS]):
            if dials != NO_DIALS:
                out[at] = 1
                if state.shown[unit] or sees_dials(state, mask, unit):
                    tool = components().units[state.unit[unit]]
                    out[at + 2] = _ACTION[action_id(tool.actions[dials[0]])]
                    out[at + 3] = _MODIFIER[modifier_id(tool.modifiers[dials[1]])]
            out[at + 1] = state.shown[unit]
            at += 4


_WHERE: Final = spans(RunewarsEncoding.parts)
_DECK_AT: Final = _WHERE["deck"].start
_DIALS: Final = _WHERE["dials"].start
