"""Hex boards: coordinates, ranges and lines of sight in exact integers, with tables computed once per board."""

from banneret.hexes.board import OUTSIDE, HexBoard, LabelError, board_of
from banneret.hexes.coordinates import DIRECTIONS, Hex, direction_of, disc, distance, neighbour, neighbours, ring
from banneret.hexes.layout import HexLayout
from banneret.hexes.lines import Sides, hexes_between
from banneret.hexes.offset import format_label, from_offset, parse_label, to_offset

__all__ = [
    "DIRECTIONS",
    "OUTSIDE",
    "Hex",
    "HexBoard",
    "HexLayout",
    "LabelError",
    "Sides",
    "board_of",
    "direction_of",
    "disc",
    "distance",
    "format_label",
    "from_offset",
    "hexes_between",
    "neighbour",
    "neighbours",
    "parse_label",
    "ring",
    "to_offset",
]
