"""Positions in which branches happen that random play seldom reaches; from there it is random answers again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from banneret.games.thrones.content.components import CARDS_OF, WILDLING_CARDS
from banneret.games.thrones.position import TRACKS
from banneret.games.thrones.state import State
from banneret.kernel.match import Match
from tests.games.thrones.random_play import Check, demand_sound
from tests.games.thrones.scene import SIX
from tests.games.thrones.watching import Watch, play_watched, watched_position


class Situation(NamedTuple):
    """A position, the answers that come first, and the effects it is for."""

    effects: tuple[str, ...]
    position: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    most: int = 30
    """How many random answers are given."""


def begin_situation(situation: Situation, seed: int, watch: Watch, *, events: bool = False) -> Match[State]:
    """Begin a situation and give its first answers; chance is another for each seed."""
    position = {**situation.position, "key": Random(seed).randbytes(16).hex()}
    match = watched_position(watch, position, events=events)
    for line in situation.lines:
        house, _, action = line.partition(": ")
        seat = match.state.houses.index(house)
        kinds = {ask.seat: ask.kind for ask in match.asking.values()}
        if action != "done" or kinds.get(seat) == "march":  # nothing is asked once all units are in groups
            match.play(seat, action)
    return match


def play_situation(situation: Situation, seed: int, watch: Watch, check: Check = demand_sound) -> int:
    """Play a situation once, every invariant checked. Returns the answers."""
    match = begin_situation(situation, seed, watch, events=check is not demand_sound)
    return play_watched(match, Random(seed), watch, check, most=situation.most)


def _stack(house: str, order: str | None = None, *, routed: Mapping[str, int] | None = None, **units: int) -> Any:
    counts = {kind.replace("_", "-"): n for kind, n in units.items()}
    return {"house": house, "units": counts, "order": order, "routed": dict(routed or {})}


def _position(step: str, areas: Mapping[str, Any], **data: Any) -> dict[str, Any]:  # fields of a position
    """Fill a position in: the tracks in the order of the houses, unless given."""
    tracks = {track: list(SIX) for track in TRACKS} | data.pop("tracks", {})
    hands = data.pop("hands", {})
    seats: dict[str, dict[str, Any]] = {house: {"supply": 6, "available": 5} for house in SIX}
    for house, more in data.pop("seats", {}).items():
        seats[house] |= more
    for house, hand in hands.items():
        seats[house] |= {"hand": list(hand), "discards": [card for card in CARDS_OF[house] if card not in hand]}
    return {"houses": list(SIX), "step": step, "areas": areas, "tracks": tracks, "seats": seats, **data}


def _first(track: str, *houses: str) -> dict[str, list[str]]:
    return {track: [*houses, *(house for house in SIX if house not in houses)]}


def _battle(
    effects: Sequence[str], areas: Mapping[str, Any], attack: str, *lines: str, most: int = 20, **data: Any
) -> Situation:  # data: fields of a position
    """A fight; `attack` reads "stark: march winterfell: footman > moat-cailin"."""
    house = attack.partition(":")[0]
    data.setdefault("blade_used", True)
    return Situation(tuple(effects), _position("march", areas, **data), (attack, f"{house}: done", *lines), most)


def _card(deck: int, card: str, effects: Sequence[str], areas: Mapping[str, Any], **data: Any) -> Situation:
    """The card of a deck is carried out."""
    cards = [
        card if deck == n else quiet
        for n, quiet in enumerate(("last-days-of-summer", "last-days-of-summer", "sea-of-storms"), 1)
    ]
    more = {"round": 2, "westeros": cards, "used": [[name] for name in cards], **data}
    return Situation(tuple(effects), _position(f"westeros-{deck}", areas, **more), most=12)


def _wildlings(card: str, effects: Sequence[str], areas: Mapping[str, Any], **data: Any) -> Situation:
    """The wildlings attack, and this card lies on top."""
    deck = [card, *(other for other in WILDLING_CARDS if other != card)]
    return _card(3, "wildlings-attack", effects, areas, wildlings={"cards": deck}, **data)


_MARTELL_AT_BONEWAY: Final = {"boneway": _stack("martell", "march-minus-one", footman=1)}
_STARK: Final = {
    "winterfell": _stack("stark", footman=2, knight=2),
    "white-harbor": _stack("stark", footman=2, knight=1),
    "karhold": _stack("stark", footman=1, knight=1),
    "moat-cailin": _stack("stark", footman=1, knight=1),
    "castle-black": _stack("stark", footman=2),
    "stony-shore": _stack("stark", footman=1),
    "widows-watch": _stack("stark", footman=1),
}
_POOR: Final = {house: {"available": 1} for house in SIX}

_TEXTS: Final = (
    _battle(
        ("card.renly-baratheon.routed", "card.renly-baratheon.upright", "card.renly-baratheon.supporter",
         "card.renly-baratheon.declined"),
        {
            **_MARTELL_AT_BONEWAY,
            "kingswood": _stack("baratheon", footman=1, knight=1, routed={"footman": 1}),
            "storms-end": _stack("baratheon", "support-zero", footman=1),
        },
        "martell: march boneway: footman > kingswood",
        "martell: pass",
        "baratheon: support storms-end defender",
        hands={"baratheon": ["renly-baratheon"], "martell": ["darkstar"]},
    ),
    _battle(
        ("card.renly-baratheon.attacker",),
        {"kingswood": _stack("baratheon", "march-zero", footman=2), "boneway": _stack("martell", footman=1)},
        "baratheon: march kingswood: footman footman > boneway",
        "baratheon: pass",
        hands={"baratheon": ["renly-baratheon"], "martell": ["darkstar"]},
    ),
    _battle(
        ("card.tywin-lannister.pool-empty",),
        {"stoney-sept": _stack("lannister", "march-zero", footman=2), "harrenhal": _stack("stark", footman=1)},
        "lannister: march stoney-sept: footman footman > harrenhal",
        "lannister: pass",
        hands={"lannister": ["tywin-lannister"], "stark": ["catelyn-stark"]},
        seats={"lannister": {"available": 19}},
    ),
    _battle(
        ("card.the-blackfish.text", "card.the-blackfish.swords"),
        {"reach": _stack("tyrell", "march-zero", footman=2, knight=2), "blackwater": _stack("stark", footman=2)},
        "tyrell: march reach: footman footman knight > blackwater",
        hands={"tyrell": ["mace-tyrell", "randyll-tarly"], "stark": ["the-blackfish"]},
    ),
    _battle(
        ("card.the-blackfish.skull",),
        {"reach": _stack("tyrell", "march-zero", footman=2, knight=2), "blackwater": _stack("stark", footman=2)},
        "tyrell: march reach: footman footman knight > blackwater",
        hands={"tyrell": ["alester-florent"], "stark": ["the-blackfish"]},
        tides_of_battle=True,
    ),
    _battle(
        ("card.mace-tyrell.routed", "card.mace-tyrell.upright"),
        {
            "reach": _stack("tyrell", "march-zero", footman=2),
            "blackwater": _stack("stark", footman=1, knight=1, routed={"footman": 1}),
        },
        "tyrell: march reach: footman > blackwater",
        hands={"tyrell": ["mace-tyrell"], "stark": ["eddard-stark"]},
    ),
    _battle(
        ("card.mace-tyrell.last-unit",),
        {"reach": _stack("tyrell", "march-zero", footman=2), "blackwater": _stack("stark", footman=1)},
        "tyrell: march reach: footman > blackwater",
        hands={"tyrell": ["mace-tyrell"], "stark": ["eddard-stark"]},
    ),
    _battle(
        ("card.ser-kevan-lannister.support", "card.ser-kevan-lannister.army"),
        {
            "stoney-sept": _stack("lannister", "march-zero", footman=2),
            "riverrun": _stack("lannister", "support-zero", footman=1),
            "harrenhal": _stack("stark", footman=1),
        },
        "lannister: march stoney-sept: footman > harrenhal",
        "lannister: support riverrun attacker",
        hands={"lannister": ["ser-kevan-lannister"], "stark": ["catelyn-stark"]},
    ),
    _battle(
        ("card.ser-loras-tyrell.marches-again", "card.ser-loras-tyrell.keeps-order"),
        {"reach": _stack("tyrell", "march-zero", footman=2, knight=1), "blackwater": _stack("stark", footman=1)},
        "tyrell: march reach: footman knight > blackwater",
        hands={"tyrell": ["ser-loras-tyrell"], "stark": ["catelyn-stark"]},
    ),
    _battle(
        ("card.patchface.empties-hand", "card.patchface.discards", "card.patchface.declined"),
        {"kingswood": _stack("baratheon", "march-zero", footman=2), "boneway": _stack("martell", footman=1)},
        "baratheon: march kingswood: footman > boneway",
        hands={"baratheon": ["patchface"], "martell": ["darkstar", "obara-sand"]},
    ),
    _battle(
        ("card.tyrion-lannister.last-card", "card.tyrion-lannister.cancels"),
        {"stoney-sept": _stack("lannister", "march-zero", footman=2), "harrenhal": _stack("stark", footman=1)},
        "lannister: march stoney-sept: footman > harrenhal",
        hands={"lannister": ["tyrion-lannister"], "stark": ["eddard-stark"]},
    ),
    _battle(
        ("card.aeron-damphair.after-tyrion", "card.aeron-damphair.pays", "card.aeron-damphair.declined",
         "card.tyrion-lannister.other-card", "card.tyrion-lannister.declined"),
        {"stoney-sept": _stack("lannister", "march-zero", footman=2), "riverrun": _stack("greyjoy", footman=1)},
        "lannister: march stoney-sept: footman > riverrun",
        hands={
            "lannister": ["tyrion-lannister"],
            "greyjoy": ["aeron-damphair", "balon-greyjoy", "dagmar-cleftjaw"],
        },
    ),
    _battle(
        ("card.salladhor-saan.ships-count-nothing",),
        {
            "blackwater-bay": _stack("baratheon", "march-zero", ship=2),
            "dragonstone-port": _stack("baratheon", "support-zero", ship=1),
            "shipbreaker-bay": _stack("greyjoy", ship=2),
        },
        "baratheon: march blackwater-bay: ship ship > shipbreaker-bay",
        "baratheon: support dragonstone-port attacker",
        hands={"baratheon": ["salladhor-saan"], "greyjoy": ["balon-greyjoy"]},
    ),
    _battle(
        ("card.victarion-greyjoy.support", "card.victarion-greyjoy.army"),
        {
            "ironmans-bay": _stack("greyjoy", "march-zero", ship=2),
            "sunset-sea": _stack("greyjoy", "support-zero", ship=1),
            "golden-sound": _stack("lannister", ship=2),
        },
        "greyjoy: march ironmans-bay: ship ship > golden-sound",
        "greyjoy: support sunset-sea attacker",
        hands={"greyjoy": ["victarion-greyjoy"], "lannister": ["cersei-lannister"]},
    ),
    _battle(
        ("card.catelyn-stark.doubles",),
        {
            "stoney-sept": _stack("lannister", "march-zero", footman=2),
            "harrenhal": _stack("stark", "defense-plus-one", footman=1),
        },
        "lannister: march stoney-sept: footman > harrenhal",
        hands={"lannister": ["the-hound"], "stark": ["catelyn-stark"]},
    ),
    _battle(
        ("card.robb-stark.declined", "card.robb-stark.names-area", "retreat.empty", "retreat.chosen"),
        {"winterfell": _stack("stark", "march-zero", knight=2), "moat-cailin": _stack("greyjoy", footman=2)},
        "stark: march winterfell: knight knight > moat-cailin",
        hands={"stark": ["robb-stark"], "greyjoy": ["balon-greyjoy"]},
    ),
    _battle(
        ("card.doran-martell.last-already", "card.doran-martell.fiefdoms"),
        {"boneway": _stack("martell", "march-zero", footman=2), "reach": _stack("tyrell", footman=1)},
        "martell: march boneway: footman > reach",
        hands={"martell": ["doran-martell"], "tyrell": ["randyll-tarly"]},
        tracks=_first("fiefdoms", "tyrell"),
    ),
    _battle(
        ("card.asha-greyjoy.supported", "card.cersei-lannister.declined", "card.cersei-lannister.removes"),
        {
            "stoney-sept": _stack("lannister", "march-zero", footman=2, knight=2),
            "riverrun": _stack("greyjoy", footman=1),
            "ironmans-bay": _stack("greyjoy", "support-zero", ship=1),
            "flints-finger": _stack("greyjoy", "raid", footman=1),
        },
        "lannister: march stoney-sept: footman footman knight knight > riverrun",
        hands={"lannister": ["cersei-lannister"], "greyjoy": ["asha-greyjoy"]},
    ),
    _battle(
        ("card.queen-of-thorns.support", "card.queen-of-thorns.removes"),
        {
            "reach": _stack("tyrell", "march-zero", footman=2),
            "blackwater": _stack("stark", footman=1),
            "harrenhal": _stack("stark", "support-zero", footman=1),
        },
        "tyrell: march reach: footman > blackwater",
        "stark: support harrenhal defender",
        hands={"tyrell": ["queen-of-thorns"], "stark": ["eddard-stark"]},
    ),
    _battle(
        ("card.queen-of-thorns.defense",),
        {
            "reach": _stack("tyrell", "march-zero", footman=2),
            "blackwater": _stack("stark", footman=1),
            "harrenhal": _stack("stark", "defense-plus-one", footman=1),
        },
        "tyrell: march reach: footman > blackwater",
        hands={"tyrell": ["queen-of-thorns"], "stark": ["eddard-stark"]},
    ),
    _battle(
        ("card.nymeria-sand.tower", "card.arianne-martell.keeps-out", "casualties.towers-save"),
        {"reach": _stack("tyrell", "march-zero", footman=2, knight=2), "boneway": _stack("martell", footman=1)},
        "tyrell: march reach: footman footman knight > boneway",
        hands={"tyrell": ["randyll-tarly"], "martell": ["nymeria-sand", "arianne-martell"]},
    ),
    _battle(
        ("card.nymeria-sand.sword",),
        {"boneway": _stack("martell", "march-zero", footman=2, knight=1), "reach": _stack("tyrell", footman=1)},
        "martell: march boneway: footman knight > reach",
        hands={"martell": ["nymeria-sand"], "tyrell": ["alester-florent"]},
    ),
)  # fmt: skip  # several to a line

_BOARD: Final = (
    _battle(
        ("retreat.home-fell-back",),
        {"lannisport": _stack("stark", "march-minus-one", footman=1), "riverrun": _stack("greyjoy", knight=3)},
        "stark: march lannisport: footman > riverrun",
        seats={"stark": {"available": 0}},
    ),
    Situation(
        ("control.power-left-in-enemy-home", "control.home-falls-back", "control.power-kept"),
        _position("march", {"lannisport": _stack("stark", "march-zero", footman=1)}),
        ("stark: march lannisport: footman > stoney-sept", "stark: done"),
        1,
    ),
    Situation(
        ("neutral.too-strong", "neutral.beaten-with-support"),
        _position(
            "march",
            {
                "kingswood": _stack("baratheon", "march-zero", footman=1),
                "reach": _stack("tyrell", "support-zero", footman=2),
                "blackwater": _stack("lannister", "support-zero", footman=2),
                "kings-landing": {"neutral": 5},
            },
        ),
        ("baratheon: march kingswood: footman > kings-landing", "baratheon: done"),
        8,
    ),
    Situation(
        ("port.captured-fewer", "port.declined", "port.captured-with-ships"),
        _position(
            "march",
            {
                "stoney-sept": _stack("stark", "march-plus-one", knight=3),
                "lannisport": _stack("lannister", footman=1),
                "lannisport-port": _stack("lannister", ship=3),
            },
            hands={"stark": ["eddard-stark"], "lannister": ["cersei-lannister"]},
            blade_used=True,
        ),
        ("stark: march stoney-sept: knight knight knight > lannisport", "stark: done", "stark: pass"),
        8,
    ),
    Situation(
        ("end.seven-areas-by-march",),
        _position(
            "march",
            {
                "winterfell": _stack("stark", "march-zero", footman=2),
                **{
                    area: {"power": "stark"}
                    for area in ("white-harbor", "eyrie", "crackclaw-point", "harrenhal", "seagard")
                },
            },
        ),
        ("stark: march winterfell: footman > moat-cailin", "stark: done"),
        1,
    ),
    Situation(
        ("raid.pillage-pool-empty",),
        _position(
            "raid",
            {"kingswood": _stack("baratheon", "raid", footman=1),
             "boneway": _stack("martell", "consolidate-power", footman=1)},
            seats={"baratheon": {"available": 20}},
        ),
        ("baratheon: raid kingswood > boneway",),
        1,
    ),
    Situation(
        ("power.pool-empty", "order.special-consolidate-power.musters-nothing"),
        _position(
            "power",
            {"kingswood": _stack("baratheon", "consolidate-power", footman=1),
             "dragonstone": _stack("baratheon", "special-consolidate-power", footman=1)},
            seats={"baratheon": {"available": 20}},
        ),
        most=3,
    ),
    _card(
        2, "game-of-thrones", ("westeros.game-of-thrones.pool-empty",), {}, seats={h: {"available": 20} for h in SIX}
    ),
    _card(1, "supply", ("westeros.supply.losses", "westeros.supply.down"), _STARK),
    _wildlings(
        "crow-killers",
        ("wildling.crow-killers.lowest.die", "wildling.crow-killers.others.die"),
        _STARK,
        seats=_POOR,
        threat=12,
    ),
    _wildlings(
        "massing-on-the-milkwater",
        ("wildling.massing-on-the-milkwater.lowest.several",),
        {},
        seats=_POOR,
        threat=12,
        hands={
            house: [card for card, n in zip(CARDS_OF[house], range(7), strict=True) if n in (2, 3, 6)] for house in SIX
        },
    ),
    _wildlings(
        "mammoth-riders",
        ("end.seven-areas-by-losses",),
        {
            "lannisport": _stack("stark", footman=1),
            "castle-black": _stack("stark", footman=1),
            **{
                area: {"power": "lannister"}
                for area in ("riverrun", "eyrie", "crackclaw-point", "harrenhal", "seagard", "flints-finger")
            },
        },
        seats=_POOR,
        threat=12,
    ),
    _wildlings(
        "preemptive-raid",
        ("wildling.preemptive-raid.lowest.tied-tracks", "wildling.preemptive-raid.lowest.units"),
        _STARK,
        seats=_POOR,
        threat=12,
    ),
    _wildlings(
        "the-horde-descends",
        ("wildling.the-horde-descends.highest.declined", "wildling.the-horde-descends.highest"),
        _STARK,
        seats=_POOR,
        threat=0,
    ),
    _wildlings(
        "mammoth-riders",
        ("wildling.mammoth-riders.highest.declined", "wildling.mammoth-riders.highest"),
        {},
        seats=_POOR,
        threat=0,
        hands={house: CARDS_OF[house][:4] for house in SIX},
    ),
    _wildlings(
        "a-king-beyond-the-wall",
        tuple(f"wildling.a-king-beyond-the-wall.highest.{track}" for track in TRACKS),
        {},
        seats=_POOR,
        threat=0,
    ),
    Situation(
        ("end.ten-rounds-by-throne",),
        _position("clean-up", {}, round=10),
    ),
)  # fmt: skip  # several to a line

SITUATIONS: Final[tuple[Situation, ...]] = (*_TEXTS, *_BOARD)
"""All situations."""
