"""Test fixtures: battles on a small board from readable lines, answers by House and notation, and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from banneret.games.battles.content.components import BOX, HOUSES, TOKENS
from banneret.games.battles.rulebook import BattlesRulebook
from banneret.games.battles.state import NO_UNIT, State
from banneret.kernel.choosers import IllegalAction, Refusal
from banneret.kernel.events import Event
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.text.message import Message

BOOK: Final = BattlesRulebook()
WIDTHS: Final = (9, 8, 9, 8, 9, 8, 9)

HOST, RIDERS, BOWS, DOGS = "war-host-of-the-north", "winterfell-riders", "northmen-archers", "stark-kennelmasters"
GUARD, CAVALIERS, ARCHERS = "lannisport-guard", "casterly-rock-cavaliers", "westerlands-archers"
HEAVY = "lannister-heavy-infantry"

ANY: Final = {"stark": {"valor": 4}, "lannister": {"valor": 4}}
"""Valor tokens that order any unit."""
FACES: Final[dict[str, int]] = {token: BOX.die.faces.index(token) for token in BOX.die.faces}
"""The first side of the die that shows a symbol."""


def dice(*symbols: str) -> tuple[int, ...]:
    """Return the random results for which the dice show these symbols."""
    return tuple(FACES[symbol] for symbol in symbols)


def plan(units: Sequence[str], ground: Mapping[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a battle plan on plains, 9 by 7, with the terrain of some hexes ("c3": "f") and these units.

    A unit reads "c3 lannisport-guard blue kevan-lannister": hex, type, rank, commander if there is one.
    """
    rows = [["."] * width for width in WIDTHS]
    for hex, letter in (ground or {}).items():
        rows[int(hex[1:]) - 1]["abcdefghi".index(hex[0])] = letter
    placed = []
    for line in units:
        hex, kind, rank, *more = line.split("|")[0].split()
        unit = {"hex": hex, "unit": kind, "rank": rank}
        for word in more:
            unit["scorch" if word in ("all", "tent", "siege-tower") else "commander"] = word
        placed.append(unit)
    return {
        "id": "scene",
        "name": "Scene",
        "about": "A battle of the tests.",
        "rounds": 5,
        "order_rating": 3,
        "leadership_rating": 3,
        "command_tokens": 3,
        "momentum": "stark",
        "morale": {"stark": "rout", "lannister": "rout"},
        "edges": {"stark": "north", "lannister": "south"},
        "map": "\n".join("".join(row) for row in rows),
        "units": placed,
        "victory": {"kind": "points"},
        "scoring": [{"kind": "destroyed", "points": 1, "when": "immediate"}],
        "provenance": dict.fromkeys(_MARKED, "project"),
        **fields,
    }


_MARKED: Final = (
    "rounds", "order_rating", "leadership_rating", "command_tokens", "momentum", "morale", "forces", "hexes", "victory",
)  # fmt: skip  # several to a line
_LEADERS: Final = {"stark": f"a1 {HOST} green maege-mormont", "lannister": f"i7 {GUARD} green kevan-lannister"}
"""Default commanders, placed in the corners, since every House needs one."""


def _with_leaders(units: Sequence[str]) -> list[str]:
    """Return the units with a commander for each House; added ones come last."""
    led = {BOX.commander[word].house for line in units for word in line.split() if word in BOX.commander}
    return [*units, *(line for house, line in _LEADERS.items() if house not in led)]


def scene(
    *units: str,
    step: str = "command",
    turn: str = "stark",
    ground: Mapping[str, str] | None = None,
    fields: Mapping[str, Any] | None = None,
    chance: Sequence[int | str] = (),
    options: Mapping[str, Any] | None = None,
    tokens: Mapping[str, Mapping[str, int]] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    houses: Mapping[str, Mapping[str, Any]] | None = None,
    **position: Any,
) -> Match[State]:
    """Start a match at a step with these units. After a bar follow differences.

    These are the number of figures, and the words `inactive`, `stalwart` and `tough`:
    "c3 lannisport-guard blue kevan-lannister | 2 inactive". `tokens` and `hands` are those of the Houses; `fields`
    change the plan; `chance` supplies the first results of chance.
    """
    given = []
    every = _with_leaders(units)
    for line in every:
        words = line.partition("|")[2].split()
        hex, kind, rank, *more = line.partition("|")[0].split()
        commander = next((word for word in more if word in BOX.commander), None)
        figures = next((int(word) for word in words if word.isdecimal()), BOX.units[BOX.unit_number[kind]].strength)
        data: dict[str, Any] = {"hex": hex, "rank": rank, "figures": figures, "inactive": "inactive" in words}
        data |= {"stalwart": "stalwart" in words, "toughness": int("tough" in words)}
        given.append(data | ({"commander": commander} if commander else {}))
    own: dict[str, dict[str, Any]] = {house: dict((houses or {}).get(house, {})) for house in HOUSES}
    for house in HOUSES:
        own[house]["pool"] = dict((tokens or {}).get(house, {}))
        own[house]["hand"] = {"cards": list((hands or {}).get(house, ()))}
    for number, unit in enumerate(position.pop("engaged", ())):  # pairs of unit numbers, with the House of the token
        one, other, house = unit
        given[one] |= {"engaged": other, "shown": house}
        given[other] |= {"engaged": one, "shown": house}
        assert number >= 0
    data = {
        "scenario": plan(every, ground, **(fields or {})),
        "options": dict(options or {}),
        "step": step,
        "first": turn,
        "turn": turn,
        "units": given,
        "houses": own,
        **position,
    }
    return Match(BOOK, Origin(2, {}, None, BOOK.decode(data)), chance=chance)


def play(match: Match[State], *lines: str) -> Match[State]:
    """Answer line by line: "stark: move c3 > c4". Returns the match."""
    for line in lines:
        house, _, action = line.partition(": ")
        match.play(HOUSES.index(house), action)
    return match


def refused(match: Match[State], line: str) -> Refusal:
    """Return why an answer is refused; fails if it is allowed."""
    house, _, action = line.partition(": ")
    try:
        match.clone().play(HOUSES.index(house), action)
    except IllegalAction as error:
        return error.refusal
    raise AssertionError(f"{line!r} is allowed")


def asked(match: Match[State]) -> tuple[str, str]:
    """Return the House with the open question, and its id."""
    ((seat, ask),) = match.asking.items()
    prompt: Message = ask.prompt
    return HOUSES[seat], prompt.id.removeprefix("ask.")


def offered(match: Match[State]) -> set[str]:
    """Return the options of the question, in notation."""
    from banneret.kernel import notation  # noqa: PLC0415  # only here

    (ask,) = match.asking.values()
    return {notation.write(option) for option in ask.options}


def told(match: Match[State], kind: type[Event]) -> list[Any]:
    """Return the logged events of a kind."""
    return [one.event for one in match.events if isinstance(one.event, kind)]


def unit(match: Match[State], hex: str) -> int:
    """Return the number of the unit in a hex."""
    number = match.state.at[match.state.field.place(hex)]
    assert number != NO_UNIT, hex
    return number


def figures(match: Match[State], hex: str) -> int:
    """Return the number of figures in a hex."""
    number = match.state.at[match.state.field.place(hex)]
    return 0 if number == NO_UNIT else match.state.figures[number]


def pool(match: Match[State], house: str) -> dict[str, int]:
    """Return the order tokens of a House."""
    counts = match.state.pool[HOUSES.index(house)]
    return {token: number for token, number in zip(TOKENS, counts, strict=True) if number}


BY_PLAN: Final = ("commanders", "person-safe", "person-taken", "control", "points")
"""Causes for which a plan can end a battle immediately."""


def same_questions(one: Match[State], other: Match[State]) -> bool:
    """Return whether the same seats have the same questions with the same options."""
    mine, others = one.asking, other.asking
    return mine.keys() == others.keys() and all(
        (mine[seat].kind, mine[seat].prompt, [*mine[seat].options])
        == (others[seat].kind, others[seat].prompt, [*others[seat].options])
        for seat in mine
    )


def fight(attacker: str, target: str, *symbols: str, **more: Any) -> Match[State]:
    """Order a unit at d3 and let it attack one at e3; dice show these symbols first."""
    more.setdefault("tokens", ANY)
    match = scene(f"d3 {attacker}", f"e3 {target}", chance=dice(*symbols), **more)
    return play(match, "stark: order valor d3", "stark: done", "stark: attack d3 > e3")
