"""The symmetries of the game: the board with left and right exchanged, or upside down, and the Houses exchanged.

What the rules make asymmetric, and why:

- Fire of level 4 spreads in a direction that is drawn, and the image of a direction is another number. So a turned
  board is compared only while no fire has that level.
- Questions before the battle go through hexes and palisades in the order of the plan. Only rounds are compared.
- Stark and Lannister have other units, commanders and cards. `even_box` gives those of Lannister the values and texts
  of Stark's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import structs

from banneret.games.battles.content.components import BOX, CLASSES, HOUSES, RANKS, Box, Unit
from banneret.games.battles.content.scenario_file import scenario
from banneret.games.battles.steps import ROUND
from banneret.hexes import format_label, parse_label
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.match import Match
from banneret.testing.mirror import Mirror

HEXES: Final = ("hex", "target")
"""Fields of answers that name a hex."""
SPREADS: Final = BOX.fire.spread_level


def whole_plan(named: str | dict[str, Any]) -> dict[str, Any]:
    """Return a battle plan as plain data, also where a position names it by its id."""
    if isinstance(named, dict):
        return named
    plan: dict[str, Any] = _without_none(msgspec.to_builtins(scenario(named)))
    return plan


def _without_none(raw: Any) -> Any:  # plain data
    if isinstance(raw, dict):
        return {key: _without_none(value) for key, value in raw.items() if value is not None}
    return [_without_none(value) for value in raw] if isinstance(raw, list | tuple) else raw


class Turned(Mirror):
    """A symmetry of the board, whose every second row is a hex shorter."""

    def __init__(self, widths: tuple[int, ...]) -> None:
        self.widths = widths

    def hex(self, label: str) -> str:
        """Return the image of a hex."""
        raise NotImplementedError

    def plan(self, plan: dict[str, Any]) -> dict[str, Any]:
        """Return the image of a battle plan."""
        rows = [line.split() for line in plan["map"].splitlines() if line.strip()]
        if len(rows[0]) == 1:
            rows = [list(row[0]) for row in rows]
        turned = [row[:] for row in rows]
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                to_column, to_row = parse_label(self.hex(format_label(column, row)))
                turned[to_row][to_column] = letter
        plan = self._labels(plan) | {"map": "\n".join("".join(row) for row in turned)}
        for palisade in plan.get("palisades", ()):
            palisade["between"].sort(key=self._place)
        return plan

    def _labels(self, data: Any) -> Any:  # plain data: every text that is the label of a hex is turned
        if isinstance(data, dict):
            return {self._labels(key): self._labels(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self._labels(value) for value in data]
        return self.hex(data) if isinstance(data, str) and self._is_hex(data) else data

    def _is_hex(self, text: str) -> bool:
        try:
            column, row = parse_label(text)
        except ValueError:
            return False
        return row < len(self.widths) and column < self.widths[row]

    def _place(self, label: str) -> tuple[int, int]:
        column, row = parse_label(label)
        return row, column

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        plan = whole_plan(data.pop("scenario"))
        turned: dict[str, Any] = self._labels(data)
        for name in ("overlays", "fires"):
            if name in turned:
                turned[name] = dict(sorted(turned[name].items(), key=lambda item: self._place(item[0])))
        for name in ("devastated",):
            if name in turned:
                turned[name].sort(key=self._place)
        if "palisades" in turned:
            turned["palisades"] = [[*sorted(p[:2], key=self._place), p[2]] for p in turned["palisades"]]
        return turned | {"scenario": self.plan(plan)}

    def field(self, action: Action, name: str, value: Any) -> Any:
        return self.hex(value) if name in HEXES and self._is_hex(value) else value

    def compares(self, match: Match[Any], ask: Ask) -> bool:
        return match.state.step in ROUND and max(match.state.fire) < SPREADS


class LeftRight(Turned):
    """Left and right exchanged."""

    name = "left and right"

    def hex(self, label: str) -> str:
        column, row = parse_label(label)
        return format_label(self.widths[row] - 1 - column, row)


class UpsideDown(Turned):
    """The board upside down, with the edges of the Houses."""

    name = "upside down"

    def hex(self, label: str) -> str:
        column, row = parse_label(label)
        return format_label(column, len(self.widths) - 1 - row)

    def plan(self, plan: dict[str, Any]) -> dict[str, Any]:
        other = {"north": "south", "south": "north"}
        turned = super().plan(plan)
        return turned | {"edges": {house: other[edge] for house, edge in turned["edges"].items()}}


# The Houses exchanged

UNITS: Final[Mapping[str, str]] = {
    "war-host-of-the-north": "lannisport-guard",
    "winterfell-riders": "casterly-rock-cavaliers",
    "northmen-archers": "westerlands-archers",
    "stark-kennelmasters": "lannister-heavy-infantry",
}
"""Units of Stark, and those of Lannister that are given their values."""
COMMANDERS: Final[Mapping[str, str]] = {
    "eddard-stark": "tywin-lannister",
    "robb-stark-young-wolf": "jaime-lannister-kingslayer",
    "robb-stark-king-in-the-north": "jaime-lannister-warden",
    "greatjon-umber-the-greatjon": "gregor-clegane-the-mountain",
    "greatjon-umber-last-hearth": "gregor-clegane-the-reaver",
    "maege-mormont": "kevan-lannister",
    "rickard-karstark": "addam-marbrand",
}
"""Commanders of Stark, and those of Lannister that are given their values."""
PERSONS: Final = {BOX.commander[one].person: BOX.commander[other].person for one, other in COMMANDERS.items()}


def _cards() -> dict[str, str]:
    found: dict[str, str] = {}
    for person, other in ((None, None), *PERSONS.items()):
        own = [[card.id for card in BOX.cards if card.house == house and card.person == one]
               for house, one in zip(HOUSES, (person, other), strict=True)]  # fmt: skip  # a pair
        found |= zip(*own, strict=True)
    return found


CARDS: Final = _cards()
"""Cards of Stark, and those of Lannister that are given their texts."""


def even_box() -> Box:
    """Return a box in which Lannister has what Stark has, under its own names."""
    even = Box()
    units: dict[str, Unit] = {}
    for one, other in UNITS.items():
        units[one] = BOX.units[BOX.unit_number[one]]
        units[other] = structs.replace(units[one], id=other, house="lannister")
    even.units = tuple(units[unit.id] for unit in BOX.units)
    even.classes = tuple(CLASSES.index(unit.class_) for unit in even.units)
    even.move = tuple(tuple(unit.move[rank] for rank in RANKS) for unit in even.units)
    even.dice = tuple(tuple(unit.dice[rank] for rank in RANKS) for unit in even.units)
    commanders = {}
    for one, other in COMMANDERS.items():
        own = BOX.commander[one]
        commanders[other] = structs.replace(
            own, id=other, person=PERSONS[own.person], house="lannister", unit=UNITS[own.unit]
        )
    even.commanders = tuple(commanders.get(commander.id, commander) for commander in BOX.commanders)
    even.commander = {commander.id: commander for commander in even.commanders}
    cards = {}
    for one, other in CARDS.items():
        card = BOX.card[one]
        commands = tuple(
            structs.replace(command, units=tuple(UNITS[unit] for unit in command.units)) for command in card.commands
        )
        person = None if card.person is None else PERSONS[card.person]
        cards[other] = structs.replace(card, id=other, house="lannister", person=person, commands=commands)
    even.cards = tuple(cards.get(card.id, card) for card in BOX.cards)
    even.card = {card.id: card for card in even.cards}
    return even


_PAIRS: Final = {"stark": "lannister", **UNITS, **COMMANDERS, **PERSONS, **CARDS}
EXCHANGED: Final = _PAIRS | {other: one for one, other in _PAIRS.items()}
"""Each thing of a House, and that of the other House which stands for it."""
_MASKS: Final = {0b01: 0b10, 0b10: 0b01}


class HousesExchanged(Mirror):
    """The Houses exchanged, where both have the same (`even_box`)."""

    name = "Houses exchanged"

    def seat(self, seat: int) -> int:
        return 1 - seat

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        whole = {"first": "stark", "turn": "stark", **data, "scenario": whole_plan(data["scenario"])}
        state: dict[str, Any] = self._exchanged(whole)
        state["morale"] = -data.get("morale", 0)
        for name, default in (("first", "stark"), ("turn", "stark"), ("morale", 0)):
            if state[name] == default:
                del state[name]  # as positions are written
        if "committed" in state:
            state["committed"].sort(key=list(BOX.commander).index)
        for pile in (state.get("strategy"), *(h.get(name) for h in state["houses"].values() for name in _PILES)):
            if pile is not None and pile.get("known") is not None:
                pile["known"] = [_MASKS.get(mask, mask) for mask in pile["known"]]
        return state

    def _exchanged(self, data: Any) -> Any:  # plain data
        if isinstance(data, dict):
            return {self._exchanged(key): self._exchanged(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self._exchanged(value) for value in data]
        return EXCHANGED.get(data, data) if isinstance(data, str) else data

    def field(self, action: Action, name: str, value: Any) -> Any:
        return EXCHANGED.get(value, value) if isinstance(value, str) else value

    def compares(self, match: Match[Any], ask: Ask) -> bool:
        return match.state.step in ROUND


_PILES: Final = ("deck", "hand")
