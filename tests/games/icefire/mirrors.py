"""The symmetries of the game: the battlefield with left and right exchanged, and two players exchanged.

What the rules, or what is only suggested, make asymmetric, and why:

- Before the first round, and in the Clean-Up Phase: objectives and set pieces lie in the order of the book's figures,
  players roll off, draw and discard in the order of the seats. So only turns and the starts of rounds are compared.
- Whose the first unit, seat or card in a list is shows in texts, never in the rules; a refusal for several reasons may
  name another of them for exchanged players.
- Places are rounded to the lattice of thousandths of an inch: an image lies at most that near to what it should be.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.games.icefire.abilities.stark.bannermen import TAUNTED
from banneret.games.icefire.rules.table.facts import BORROWED, SILENCED
from banneret.games.icefire.settings import WIDE
from banneret.kernel.choosers import Action
from banneret.plane import TURN, Side
from banneret.testing.mirror import Mirror

COMPARED: Final = ("round-start", "turn")
"""The steps of a match that are compared."""
ROUNDING: Final = 2
"""By how many thousandths of an inch or hundredths of a degree a place and the image of its image may differ."""
MEASURES: Final = ("pose", "piece_pose", "tokens", "x", "y", "heading", "facing", "distance")
TURNED_SIDES: Final = {int(Side.LEFT): int(Side.RIGHT), int(Side.RIGHT): int(Side.LEFT)}
TURNED: Final = {"left": "right", "right": "left"}


class IcefireMirror(Mirror):
    """A symmetry of A Song of Ice & Fire; measures may differ by rounding."""

    def alike(self, name: str, one: Any, other: Any) -> bool:
        if name in MEASURES and isinstance(one, int) and isinstance(other, int):
            away = abs(one - other)
            return min(away, abs(TURN - away) if name in ("pose", "heading", "facing") else away) <= ROUNDING
        return bool(one == other)


class LeftRight(IcefireMirror):
    """Left and right exchanged."""

    name = "left and right"

    def __init__(self, *, wide: bool = False) -> None:
        self.width = 72_000 if wide else 48_000

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        assert (data["options"].get("table") == WIDE) == (self.width == 72_000)
        for name in ("pose", "piece_pose"):
            data[name] = [None if pose is None else self._pose(pose) for pose in data[name]]
        data["tokens"] = [[self.width - x, y] for x, y in data["tokens"]]
        data["contacts"] = [
            [one, other, *(TURNED_SIDES.get(side, side) for side in sides)] for one, other, *sides in data["contacts"]
        ]
        quadrants = data["marks"].get("quadrants")
        if quadrants is not None:
            data["marks"]["quadrants"] = [at if at < 0 else (1, 0, 3, 2)[at] for at in quadrants]
        return data

    def _pose(self, pose: list[int]) -> list[int]:
        x, y, heading = pose
        return [self.width - x, y, -heading % TURN]

    def field(self, action: Action, name: str, value: Any) -> Any:
        if name in ("heading", "facing"):
            return -value % TURN if 0 <= value < TURN else value
        if name == "x":
            return self.width - value
        if name in ("how", "bearing", "arc"):
            return TURNED.get(value, value)
        if name == "choice" and value.startswith("quadrant-"):
            return f"quadrant-{(2, 1, 4, 3)[int(value[-1]) - 1]}"
        return value


class Exchanged(IcefireMirror):
    """Two players exchanged: each has the place, the units and the cards of the other."""

    name = "players exchanged"
    same_rule = False

    def __init__(self) -> None:
        self.units: list[int] = []
        """Over units of the image: which unit of the match each is."""
        self.ncus: list[int] = []

    def seat(self, seat: int) -> int:
        return 1 - seat if seat in (0, 1) else seat

    def state(self, data: dict[str, Any]) -> dict[str, Any]:
        assert len(data["commanders"]) == 2
        self.units = sorted(range(len(data["card"])), key=lambda unit: 1 - data["seat"][unit])
        self.ncus = sorted(range(len(data["ncu_card"])), key=lambda ncu: 1 - data["ncu_seat"][ncu])
        for name in OF_UNITS:
            data[name] = [data[name][unit] for unit in self.units]
        for name in OF_NCUS:
            data[name] = [data[name][ncu] for ncu in self.ncus]
        for name in OF_SEATS:
            data[name] = data[name][::-1]
        for name in ("seat", "ncu_seat", "forfeited"):
            data[name] = [self.seat(seat) for seat in data[name]]
        for name in ("first", "turn_seat", "chooser", "far", "winner"):
            data[name] = self.seat(data[name])
        data["influence"] = [self._unit(unit) for unit in data["influence"]]
        data["claims"] = [self._unit(unit) for unit in data["claims"]]
        data["contacts"] = sorted(self._contact(*contact) for contact in data["contacts"])
        data["attached"] = [[card, self._unit(unit), self.seat(seat)] for card, unit, seat in data["attached"]]
        data["effects"] = [
            [name, self._unit(unit), self.seat(seat), until, self._value(name, value)]
            for name, unit, seat, until, value in data["effects"]
        ]
        data["once"] = [f"{self.seat(int(one[0]))}{one[1:]}" for one in data["once"]]
        for name in ("decks", "hands", "mission_decks", "mission_hands", "siege_decks", "siege_hands"):
            for pile in data[name]:
                pile["known"] = [self._known(known) for known in pile["known"]]
        data["missions"]["known"] = [self._known(known) for known in data["missions"]["known"]]
        data["marks"] = {self._mark_name(name): self._marks(name, values) for name, values in data["marks"].items()}
        if "armies" in data["options"]:
            data["options"]["armies"] = data["options"]["armies"][::-1]
        return data

    def _mark_name(self, name: str) -> str:
        return f"began-{exchanged(name[6:])}" if name.startswith("began-") else name

    def _marks(self, name: str, values: list[int]) -> list[int]:
        if name in MARKED_UNITS:
            return [self._unit(unit) for unit in values]
        if name in MARKED_SEATS:
            return [self.seat(seat) for seat in values]
        if name == "quadrants":
            return [values[ncu] for ncu in self.ncus]
        return values[::-1] if name in BY_SEATS else values

    def _unit(self, unit: int) -> int:
        return self.units.index(unit) if unit >= 0 else unit

    def _value(self, name: str, value: int) -> int:
        """Return the image of the value of an effect: a unit, a non-combat unit, or one with a card."""
        if name in (TAUNTED, "hunts-traitors"):
            return self._unit(value)
        if name == SILENCED:
            return self.ncus.index(value)
        return self.ncus.index(value // 100_000) * 100_000 + value % 100_000 if name == BORROWED else value

    def _contact(self, one: int, other: int, side_of_one: int, side_of_other: int) -> list[int]:
        here, there = self._unit(one), self._unit(other)
        return [here, there, side_of_one, side_of_other] if here < there else [there, here, side_of_other, side_of_one]

    def _known(self, known: int) -> int:
        return (known & 1) << 1 | known >> 1 if known > 0 else known

    def field(self, action: Action, name: str, value: Any) -> Any:
        if name in ("unit", "target", "ncu", "player") or (name == "choice" and value[:2] in ("an", "bn")):
            return exchanged(value)
        return value

    def ignores(self, column: str) -> bool:
        return column == "options" or super().ignores(column)


OF_UNITS: Final = (
    "card", "seat", "pose", "health", "full", "attachments", "activated", "conditions", "counters", "orders_used",
)  # fmt: skip  # several to a line
OF_NCUS: Final = (
    "ncu_card", "ncu_seat", "ncu_zone", "ncu_activated", "ncu_alive", "ncu_counters", "influence",
)  # fmt: skip  # several to a line
OF_SEATS: Final = (
    "factions", "commanders", "points", "enemy_cards", "decks", "hands", "discards", "victory_points", "passes",
    "passed_in", "mission_decks", "mission_hands", "siege_decks", "siege_hands",
)  # fmt: skip  # several to a line
MARKED_UNITS: Final = ("falling", "marked", "ended", "under-arrows")
MARKED_SEATS: Final = ("powers", "out")
BY_SEATS: Final = ("full", "commander-fell", "missions-revenge")


def exchanged(name: str) -> str:
    """Return what a thing of a player, or the player, is called when the first two players are exchanged."""
    return {"a": "b", "b": "a"}.get(name[0], name[0]) + name[1:]
