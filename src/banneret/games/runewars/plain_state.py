"""The JSON form of the state of a table."""

from __future__ import annotations

import msgspec

from banneret.games.runewars.content.components import Bane


class PlainState(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The columns of a state under their own names."""

    round: int
    mana: list[int]
    seat: list[int]
    unit: list[str]
    upgrades: list[list[str]]
    figures: list[list[tuple[int, int, int, str]]]
    empty_trays: list[list[tuple[int, int]]]
    poses: list[tuple[int, int, int] | None]
    banes: list[list[Bane]]
    inspiration: list[int]
    vitality: list[int]
    pieces: list[str]
    piece_poses: list[tuple[int, int, int] | None]
    inside: list[int]
    exhausted: list[list[str]]
    conditions: list[list[str]]
    marks: list[dict[str, int]]
    trays: list[int]
