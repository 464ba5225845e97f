"""What can change the state of a battle, by name: cards, tactics, abilities, keywords, terrain, tokens, points.

What tells it is an event, an answer, or, for what holds all the time, the same sum done once more without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest.mock import patch

from banneret.games.battles.actions import Attack, MoveUnit, Pursue, Scorch
from banneret.games.battles.content.components import BOX, TOKENS
from banneret.games.battles.events.battle import AttackDeclared, Devastated, FireLit, UnitMoved, UnitRetreated
from banneret.games.battles.events.plan import CatapultShot, PersonSettled, StrategyRevealed
from banneret.games.battles.events.round import BattleEnded, CardPlayed, PointsScored, TacticUsed, TokenUsed
from banneret.games.battles.rules import regroup, round
from banneret.games.battles.rules.combat import attack
from banneret.games.battles.rules.combat.commit import COMMIT_ABILITIES
from banneret.games.battles.rules.field.abilities import UNIT_ABILITIES, UnitAbility
from banneret.games.battles.rules.field.keywords import KEYWORDS, ignored_hits, strength_of
from banneret.games.battles.rules.field.terrain import blocks_sight, dice_for_ground, terrain_of
from banneret.games.battles.rules.field.units import card_of, commander_in, unit_at
from banneret.games.battles.rules.leadership.tactics import TACTICS
from banneret.games.battles.rules.orders import aftermath
from banneret.games.battles.rules.orders.movement import reach, steps_of
from banneret.games.battles.state import LANNISTER, NO_UNIT, State
from banneret.kernel.asks import Ask
from banneret.kernel.choosers import Action
from banneret.kernel.events import Event
from banneret.kernel.match import Match
from banneret.kernel.questions import Yes
from tests.games.battles.scene import BOOK

_KINDS: Final = tuple(dict.fromkeys(card.kind for card in BOX.cards if card.tactic is not None))
_COSTS_DICE: Final = ("greatjon-umber-the-greatjon-unit", "rickard-karstark-unit", "jaime-lannister-kingslayer-unit")
_MAKES_STALWART: Final = ("greatjon-umber-last-hearth-unit", "jaime-lannister-warden-unit")
_STOPS: Final = tuple(terrain.id for terrain in BOX.terrains if terrain.stops)
_HIDES: Final = tuple(terrain.id for terrain in BOX.terrains if terrain.blocks_sight)
_TAKES_DICE: Final = tuple(t.id for t in BOX.terrains if t.leaving_die or t.defence_die or t.dice_cap)
_BURNS: Final = tuple(terrain.id for terrain in BOX.terrains if terrain.burn_limit)
_TOKENS_BURN: Final = tuple(overlay.id for overlay in BOX.overlay.values() if overlay.burn_limit)
_TOLD: Final = tuple(event.__struct_config__.tag for event in BOOK.events)

IDS: Final = (
    *(f"card {card.id}" for card in BOX.cards),
    *(f"tactic {kind}" for kind in _KINDS),
    *(f"effect {effect}" for effect in TACTICS),
    *(f"ability {ability}" for ability in COMMIT_ABILITIES),
    *(f"ability {ability}" for ability in UNIT_ABILITIES),
    *(f"keyword {keyword}" for keyword in KEYWORDS),
    *(f"terrain {terrain} stops" for terrain in _STOPS),
    *(f"terrain {terrain} hides" for terrain in _HIDES),
    *(f"terrain {terrain} takes dice" for terrain in _TAKES_DICE),
    *(f"terrain {terrain} burns" for terrain in _BURNS),
    *(f"terrain {terrain} burns down" for terrain in _BURNS),
    "terrain hill reaches",
    *(f"token {token} burns down" for token in _TOKENS_BURN),
    "token stone-bridge is crossed", "token wood-bridge is crossed",
    *(f"token {token}" for token in TOKENS),
    "token strategy real", "token strategy decoy", "token catapult hits", "token catapult misses",
    "person safe", "person taken",
    *(f"attack {kind}" for kind in ("attack", "bonus", "extra", "counter", "parting")),
    "attack flanking", "retreat made", "retreat blocked",
    *(f"points {kind}" for kind in ("destroyed", "captured", "control", "fire", "devastated", "intact", "burnt",
        "remaining", "units-in", "ground", "found", "person-safe", "person-taken")),
    *(f"victory by {reason}" for reason in ("points", "control", "morale", "momentum", "destruction",
        "commanders")),
    *(f"told {tag}" for tag in _TOLD),
)  # fmt: skip  # several to a line
"""Everything that is counted."""


def _fingerprint(state: State) -> str:
    """What a state is, and a turn that goes on in it: to see whether something has changed it."""
    whole = {name: getattr(state, name) for name in State.__slots__ if name not in _FIXED}
    for name in ("decks", "hands"):
        whole[name] = [(pile.cards, pile.known) for pile in whole[name]]
    turn = state.turn
    whole["turn"] = None if turn is None else {name: getattr(turn, name, None) for name in type(turn).__slots__}
    if turn is not None and turn.fight is not None:
        whole["turn"]["fight"] = {name: getattr(turn.fight, name) for name in type(turn.fight).__slots__}
    return repr(whole)


_FIXED: Final = ("box", "scenario", "field", "settings", "key", "drawn", "strategy", "muster", "committed")


class Counting:
    """Counts effects while it is entered: patches what holds all the time, and looks at events and answers."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._seen = 0

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Have the handlers watched."""
        with ExitStack() as stack:
            for effect, tactic in TACTICS.items():
                watched = self._changes(f"effect {effect}", tactic)
                stack.enter_context(patch.dict(TACTICS, {effect: watched}))
            for name, ability in COMMIT_ABILITIES.items():
                run = staticmethod(self._changes(f"ability {name}", ability.run))
                kind = type(ability)
                stack.enter_context(patch.dict(COMMIT_ABILITIES, {name: type(kind.__name__, (kind,), {"run": run})()}))
            stack.enter_context(patch.object(attack, "shares", self._dice(attack.shares)))
            stack.enter_context(patch.object(attack, "judge", self._hits(attack.judge)))
            stack.enter_context(patch.object(attack, "ignored_hits", self._ignored(ignored_hits)))
            may = self._silence(aftermath._may_strike_back)
            stack.enter_context(patch.object(aftermath, "_may_strike_back", may))
            stack.enter_context(patch.dict(round.STEPS, {"discard": self._kept(regroup.discard)}))
            yield

    # Handlers

    def _changes(self, id: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        def watched(game: Any, *rest: Any) -> Generator[Any, Any, Any]:
            before = _fingerprint(game.state)
            result = yield from handler(game, *rest)
            self.counts[id] += _fingerprint(game.state) != before
            return result

        return watched

    def _dice(self, count: Callable[..., list[int]]) -> Callable[..., list[int]]:
        def watched(state: State, fight: Any) -> list[int]:
            dice = count(state, fight)
            with _without_keyword("off-balance"):
                self.counts["keyword off-balance"] += count(state, fight) != dice
            for name in _COSTS_DICE:
                with _without_ability(name):
                    self.counts[f"ability {name}"] += count(state, fight) != dice
            near = {terrain_of(state, state.hex[unit]).id for unit in (fight.attacker, fight.target)}
            for terrain in near & set(_TAKES_DICE):
                with _without_dice_of(terrain):
                    self.counts[f"terrain {terrain} takes dice"] += count(state, fight) != dice
            return dice

        return watched

    def _hits(self, judge: Callable[..., None]) -> Callable[..., None]:
        def watched(state: State, fight: Any) -> None:
            for id, without in (
                ("keyword heavy-armor", _without_keyword("heavy-armor")),
                ("ability maege-mormont-unit", _without_ability("maege-mormont-unit")),
            ):
                with without:
                    judge(state, fight)
                    hits = fight.hits
                judge(state, fight)
                self.counts[id] += fight.hits != hits

        return watched

    def _ignored(self, ignored: Callable[..., int]) -> Callable[..., int]:
        def watched(state: State, unit: int) -> int:
            number = ignored(state, unit)
            hits = state.turn.fight.hits if state.turn is not None and state.turn.fight is not None else 0
            for id, without in (
                ("keyword cover", _without_keyword("cover")),
                ("keyword toughness", _without_keyword("toughness")),
                ("ability eddard-stark-unit", _without_ability("eddard-stark-unit")),
            ):
                with without:
                    self.counts[id] += min(ignored(state, unit), hits) != min(number, hits)
            return number

        return watched

    def _silence(self, may: Callable[..., bool]) -> Callable[..., bool]:
        name = "gregor-clegane-the-mountain-unit"

        def watched(state: State, fight: Any) -> bool:
            can = may(state, fight)
            if not can:
                with _without_ability(name):
                    stays = fight.back == 0 and strength_of(state, fight.target, "stalwart") > 0
                    self.counts[f"ability {name}"] += may(state, fight) and stays
            return can

        return watched

    def _kept(self, discard: Callable[..., Any]) -> Callable[..., Any]:
        def watched(game: Any) -> Generator[Any, Any, Any]:
            yield from discard(game)
            state = game.state
            if state.step != "discard" and len(state.hands[LANNISTER]) > 1:
                self.counts["ability tywin-lannister-unit"] += 1

        return watched

    # Answers and events

    def answered(self, match: Match[State], seat: int, ask: Ask, action: Action) -> None:
        """Look at an answer before it is given."""
        state = match.state
        asked = ask.prompt.id
        if isinstance(action, MoveUnit):
            self._moved(state, action)
        elif isinstance(action, Attack):
            unit = unit_at(state, action.hex)
            far = state.field.distances[state.hex[unit]][state.field.place(action.target)]
            self.counts["terrain hill reaches"] += card_of(state, unit).ranged and far > card_of(state, unit).range
        elif isinstance(action, Pursue):
            unit = state.turn.fight.attacker if state.turn is not None and state.turn.fight is not None else NO_UNIT
            with _without_ability("robb-stark-young-wolf-unit"):
                steps = strength_of(state, unit, "pursue")
            far = state.field.place(action.hex) not in (state.hex[unit], *reach(state, unit, steps))
            self.counts["ability robb-stark-young-wolf-unit"] += far
        elif isinstance(action, Scorch):
            leader = commander_in(state, unit_at(state, action.hex))
            self.counts["keyword scorch-the-earth"] += 1
            self.counts["ability gregor-clegane-the-reaver-unit"] += leader is not None and "reaver" in leader.id
        elif isinstance(action, Yes) and asked in ("ask.may.stalwart", "ask.may.counterattack"):
            self._stands(state, str(ask.prompt.fields["hex"]))
        elif isinstance(action, Yes) and asked == "ask.may.lend":
            self.counts["ability kevan-lannister-unit"] += 1
        elif isinstance(action, Yes) and asked == "ask.may.turn-flank":
            self.counts["ability robb-stark-king-in-the-north-unit"] += 1
        if ask.kind == "attack":
            self._hidden(state, seat)

    def _moved(self, state: State, action: MoveUnit) -> None:
        unit, hex = unit_at(state, action.hex), state.field.place(action.target)
        if state.engaged[unit] != NO_UNIT and (leader := commander_in(state, unit)) is not None:
            self.counts["ability addam-marbrand-unit"] += leader.unit_ability == "addam-marbrand-unit"
        terrain = terrain_of(state, hex)
        free = state.turn is not None and unit in state.turn.ignores_stops
        if terrain.stops and not free and state.field.distances[state.hex[unit]][hex] < steps_of(state, unit):
            self.counts[f"terrain {terrain.id} stops"] += 1
        if state.overlay[hex].endswith("bridge"):
            self.counts[f"token {state.overlay[hex]} is crossed"] += 1

    def _stands(self, state: State, hex: str) -> None:
        unit = unit_at(state, hex)
        self.counts["keyword stalwart"] += 1
        for name in _MAKES_STALWART:
            with _without_ability(name):
                self.counts[f"ability {name}"] += not strength_of(state, unit, "stalwart")

    def _hidden(self, state: State, seat: int) -> None:
        """Count the terrain without which an archer who may attack now would see one enemy more."""
        turn = state.turn
        if turn is None:
            return
        for unit in turn.ordered:
            if not state.figures[unit] or not card_of(state, unit).ranged:
                continue
            here = state.hex[unit]
            for enemy, hex in enumerate(state.hex):
                if state.seat[enemy] == seat or not state.figures[enemy]:
                    continue
                if not 1 < state.field.distances[here][hex] <= card_of(state, unit).range:
                    continue
                for kind in _HIDES:
                    masks = [_obstacles(state, ""), _obstacles(state, kind)]
                    if [state.field.is_clear(here, hex, mask) for mask in masks] == [False, True]:
                        self.counts[f"terrain {kind} hides"] += 1

    def look(self, match: Match[State]) -> None:
        """Inspect the events since the last call."""
        told = match.events
        for one in told[self._seen :]:
            self._hear(match.state, one.event)
        self._seen = len(told)

    def begin(self) -> None:
        """Begin with a new match."""
        self._seen = 0

    def _hear(self, state: State, event: Event) -> None:
        self.counts[f"told {event.__struct_config__.tag}"] += 1
        for id in _named(state, event):
            self.counts[id] += 1


def _named(state: State, event: Event) -> Iterator[str]:
    """Name what an event tells besides that it has happened."""
    match event:
        case AttackDeclared():
            yield f"attack {event.kind}"
            if event.kind == "bonus":
                yield "keyword pursue"
            if event.flanking:
                yield "attack flanking"
        case FireLit():
            yield f"terrain {state.scenario.terrain[state.field.place(event.hex)]} burns"
        case Devastated():
            yield f"{'token' if event.what in BOX.overlay else 'terrain'} {event.what} burns down"
        case _:
            name = _NAMES.get(type(event))
            if name is not None:
                yield name(event)


_NAMES: Final[dict[type[Event], Callable[[Any], str]]] = {
    CardPlayed: lambda event: f"card {event.card}",
    TacticUsed: lambda event: f"tactic {BOX.card[event.card].kind}",
    TokenUsed: lambda event: f"token {event.token}",
    UnitMoved: lambda event: f"keyword {event.rule.partition('keyword.')[2]}",
    UnitRetreated: lambda event: "retreat made" if event.hexes else "retreat blocked",
    StrategyRevealed: lambda event: f"token strategy {event.face}",
    CatapultShot: lambda event: f"token catapult {'hits' if event.hit else 'misses'}",
    PersonSettled: lambda event: f"person {event.fate}",
    PointsScored: lambda event: f"points {event.reason}",
    BattleEnded: lambda event: f"victory by {event.reason}",
}
"""What kinds of events say in one word; a plain move names no keyword, and is not counted so."""


def _obstacles(state: State, besides: str) -> int:
    mask = 0
    for hex, unit in enumerate(state.at):
        if unit != NO_UNIT or (blocks_sight(state, hex) and terrain_of(state, hex).id != besides):
            mask |= 1 << hex
    return mask


@contextmanager
def _without_keyword(name: str) -> Iterator[None]:
    whole = KEYWORDS[name]
    KEYWORDS[name] = lambda _state, _unit: 0
    try:
        yield
    finally:
        KEYWORDS[name] = whole


@contextmanager
def _without_ability(name: str) -> Iterator[None]:
    whole = UNIT_ABILITIES[name]
    UNIT_ABILITIES[name] = UnitAbility()
    try:
        yield
    finally:
        UNIT_ABILITIES[name] = whole


@contextmanager
def _without_dice_of(terrain: str) -> Iterator[None]:
    """Let the dice of attacks not know a terrain."""
    kind = BOX.terrain[terrain]

    def ground(state: State, attacker: int, target: int) -> int:
        own, other = (terrain_of(state, state.hex[unit]).id for unit in (attacker, target))
        dice = dice_for_ground(state, attacker, target) + (kind.leaving_die if own == terrain else 0)
        return dice + (kind.defence_die if other == terrain != own else 0)

    def limit(state: State, attacker: int, target: int) -> int | None:
        caps = [terrain_of(state, state.hex[unit]) for unit in (attacker, target)]
        return min((cap.dice_cap for cap in caps if cap.dice_cap and cap.id != terrain), default=None)

    with patch.object(attack, "dice_for_ground", ground), patch.object(attack, "dice_limit", limit):
        yield
