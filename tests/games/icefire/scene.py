"""Test fixtures: tables from readable lines, answers by player and notation, and inspection of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import SEASON_6, Edition
from banneret.games.icefire.content.full_units import full_health
from banneret.games.icefire.rulebook import Icefire2021Rulebook, IcefireRulebook
from banneret.games.icefire.rules.table.conditions import BITS
from banneret.games.icefire.rules.table.engagement import found_contacts
from banneret.games.icefire.rules.table.units import unit_of
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel import notation
from banneret.kernel.choosers import IllegalAction, Refusal
from banneret.kernel.events import Event
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.text.message import Message

BOOKS: Final = {"icefire-s6": IcefireRulebook(), "icefire-2021": Icefire2021Rulebook()}
PLAYERS: Final = ("a", "b", "c", "d")

SWORDS, BERSERKERS, BOWMEN, GREYWIND, OUTRIDERS = "10201", "10203", "10205", "10204", "10202"
GUARDSMEN, HALBERDIERS, CROSSBOWMEN, KNIGHTS = "10101", "10102", "10106", "10105"


def die(*faces: int) -> tuple[int, ...]:
    """Return the random results for which dice show these faces."""
    return tuple(face - 1 for face in faces)


def _unit(line: str, edition: Edition, data: dict[str, Any]) -> None:
    words, _, more = line.partition("|")
    player, card, *place = words.split()
    found = components(edition)
    x, y, heading = (float(word) for word in place)
    full = full_health(found.units[card])
    unit: dict[str, Any] = {
        "card": card,
        "seat": PLAYERS.index(player),
        "pose": [round(x * 1000), round(y * 1000), round(heading * 100) % 36000],
        "health": full,
        "full": full,
        "attachments": [],
        "activated": False,
        "conditions": 0,
        "counters": {},
        "orders_used": [],
    }
    for word in more.split():
        if word.isdecimal() and len(word) == 5:
            unit["attachments"].append(word)
        elif word.isdecimal():
            unit["health"] = int(word)
        elif word in BITS:
            unit["conditions"] |= BITS[word]
        elif word == "activated":
            unit["activated"] = True
        else:
            raise ValueError(f"{word!r} says nothing of a unit")
    for name, value in unit.items():
        data[name].append(value)


def _pile(cards: Sequence[str], mask: int = 0) -> dict[str, Any]:
    return {"cards": list(cards), "known": [mask] * len(cards)}


def scene(*units: str, edition: Edition = SEASON_6, chance: Sequence[int | str] = (), **given: Any) -> Match[State]:
    """Start a match at a turn with these units, see `laid`; `chance` supplies the first random results."""
    state = laid(*units, edition=edition, **given)
    return Match(BOOKS[edition], Origin(state.seats, {}, None, state), chance=chance)


def laid(
    *units: str,
    edition: Edition = SEASON_6,
    ncus: Sequence[str] = (),
    terrain: Sequence[str] = (),
    hands: Mapping[str, Sequence[str]] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    turn: str = "a",
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    **position: Any,
) -> State:
    """Return a table at a turn with these units: "a 10201 24 20 0 | 7 panicked 20201", in inches and degrees.

    After the bar follow differences from the start: Wounds left, conditions, `activated`, cards of attachments. `ncus`
    are "a 30202", optionally with a zone; `terrain` are "forest 24 24 0". More than two `seats` play a free-for-all,
    or in teams if the options say so.
    """
    data: dict[str, Any] = {
        name: []
        for name in (
            *("card", "seat", "pose", "health", "full", "attachments", "activated", "conditions", "counters"),
            *("orders_used", "ncu_card", "ncu_seat", "ncu_zone", "ncu_activated", "ncu_alive", "ncu_counters"),
            *("influence", "pieces", "piece_pose", "contacts", "attached", "effects", "tokens", "token_cards"),
            *("claims", "once", "forfeited"),
        )
    }
    for line in units:
        _unit(line, edition, data)
    found = components(edition)
    for line in ncus:
        player, card, *zone = line.split()
        tokens = found.ncus[card].starts_with
        ncu = {
            "ncu_card": card,
            "ncu_seat": PLAYERS.index(player),
            "ncu_zone": zone[0] if zone else "",
            "ncu_activated": bool(zone),
            "ncu_alive": True,
            "influence": NO_UNIT,
            "ncu_counters": {tokens.token: tokens.number} if tokens is not None else {},
        }
        for name, value in ncu.items():
            data[name].append(value)
    for line in terrain:
        piece, x, y, heading = line.split()
        data["pieces"].append(piece)
        data["piece_pose"].append([round(float(x) * 1000), round(float(y) * 1000), round(float(heading) * 100)])
    seat, players = PLAYERS.index(turn), PLAYERS[:seats]
    more = {"more_armies": ["random"] * (seats - 2)} if seats > 2 else {}
    data |= {
        "edition": edition,
        "options": {"terrain": "none", **more, **(options or {})},
        "round": 1,
        "step": "turn",
        "first": seat,
        "turn_seat": seat,
        "chooser": 0,
        "far": 1,
        "factions": ["stark", "lannister", "stark", "lannister"][:seats],
        "commanders": ["20201", "20115", "20201", "20115"][:seats],
        "points": [40] * seats,
        "enemy_cards": [[] for _ in players],
        "decks": [_pile((decks or {}).get(player, ())) for player in players],
        "hands": [_pile((hands or {}).get(player, ()), 1 << one) for one, player in enumerate(players)],
        "discards": [[] for _ in players],
        "victory_points": [0] * seats,
        "passes": [0] * seats,
        "passed_in": [0] * seats,
        "marks": {},
        "missions": _pile(()),
        "winner": -1,
        "reason": "",
        "key": "00" * 16,
        "drawn": 0,
        **position,
    }
    if data["tokens"] and not position.get("claims"):
        data["claims"] = [NO_UNIT] * len(data["tokens"])
        data["token_cards"] = position.get("token_cards") or [0] * len(data["tokens"])
    book = BOOKS[edition]
    state = book.decode(data)
    placed = [unit for unit, pose in enumerate(state.pose) if pose is not None]
    state.contacts = sorted({one for unit in placed for one in found_contacts(state, unit)})
    return state


def play(match: Match[State], *lines: str) -> Match[State]:
    """Answer line by line: "a: take march". Returns the match."""
    for line in lines:
        player, _, action = line.partition(": ")
        match.play(PLAYERS.index(player), action)
    return match


def refused(match: Match[State], line: str) -> Refusal:
    """Return why an answer is refused; fails if it is allowed."""
    player, _, action = line.partition(": ")
    try:
        match.clone().play(PLAYERS.index(player), action)
    except IllegalAction as error:
        return error.refusal
    raise AssertionError(f"{line!r} is allowed")


def asked(match: Match[State]) -> tuple[str, str]:
    """Return the player with the open question, and its id."""
    ((seat, ask),) = match.asking.items()
    prompt: Message = ask.prompt
    return PLAYERS[seat], prompt.id.removeprefix("ask.")


def offered(match: Match[State]) -> list[str]:
    """Return the options of the question, in notation."""
    (ask,) = match.asking.values()
    return [notation.write(option) for option in ask.options]


def told(match: Match[State], kind: type[Event]) -> list[Any]:
    """Return the logged events of a kind."""
    return [one.event for one in match.events if isinstance(one.event, kind)]


def wounds_left(match: Match[State], name: str) -> int:
    """Return the Wounds that a unit can still suffer."""
    return match.state.health[unit_of(match.state, name)]


def place(match: Match[State], name: str) -> tuple[float, float, float]:
    """Return the pose of a unit in inches and degrees."""
    pose = match.state.pose[unit_of(match.state, name)]
    assert pose is not None, f"{name} is not on the table"
    return pose.x / 1000, pose.y / 1000, pose.heading / 100


def same_questions(one: Match[State], other: Match[State]) -> bool:
    """Return whether the same seats have the same questions with the same options."""
    mine, others = one.asking, other.asking
    return mine.keys() == others.keys() and all(
        (mine[seat].kind, mine[seat].prompt, [*mine[seat].options])
        == (others[seat].kind, others[seat].prompt, [*others[seat].options])
        for seat in mine
    )
