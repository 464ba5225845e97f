"""Test fixtures: single combats on a given board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.games.thrones.content.board import AREA
from banneret.games.thrones.content.components import CARDS_OF, UNITS
from banneret.games.thrones.position import TRACKS, decode
from banneret.games.thrones.rulebook import ThronesRulebook
from banneret.games.thrones.rules.combat.combat import combat
from banneret.games.thrones.rules.combat.strength import strength
from banneret.games.thrones.rules.control import controller, units_at
from banneret.games.thrones.state import ATTACKER, DEFENDER, Combat, State
from banneret.kernel.flow import Checkpoint, Flow, MatchOver
from banneret.kernel.game import Game
from banneret.kernel.journal import Origin
from banneret.kernel.match import Match
from banneret.kernel.rulebook import Outcome
from tests.games.thrones.scene import SIX, told


class FightBook(ThronesRulebook):
    """A rulebook whose match consists of a single combat."""

    def __init__(self, origin: str, target: str, army: Mapping[str, int] | None) -> None:
        self.origin = AREA[origin]
        self.target = AREA[target]
        self.army = army

    def flow(self, game: Game[State]) -> Flow[None]:
        state = game.state
        yield Checkpoint("before the combat")
        if state.step == "march":
            army = units_at(state, self.origin)
            if self.army is not None:
                army = [self.army.get(unit, 0) for unit in UNITS]
            seats = state.owner[self.origin], controller(state, self.target)
            fight = Combat(*seats, self.origin, self.target, state.orders[self.origin], army)
            try:
                yield from combat(game, fight)
            except MatchOver:
                assert state.combat is None
            state.step = "over"
            yield Checkpoint("after the combat")

    def outcome(self, state: State) -> Outcome:
        return Outcome((tuple(range(state.seats)),), (0,) * state.seats, "fought")


def stack(house: str, order: str | None = None, *, engines: int = 0, **units: int) -> dict[str, Any]:
    """Describe an area for `fight`: `stack("stark", "march-zero", footman=2)`."""
    counts = {**units, **({"siege-engine": engines} if engines else {})}
    return {"house": house, "units": counts, **({"order": order} if order else {})}


def fight(
    origin: str,
    target: str,
    areas: Mapping[str, Mapping[str, Any]],
    *,
    army: Mapping[str, int] | None = None,
    houses: Sequence[str] = SIX,
    chance: Sequence[int | str] = (),
    **data: Any,  # any other field of a position
) -> Match[State]:
    """Start a combat: the units of `origin`, or only `army`, attack `target`. `origin` needs a march order.

    The Valyrian Steel Blade is used by default, so that there is no question about it.
    """
    tracks = {track: list(houses) for track in TRACKS} | dict(data.pop("tracks", {}))
    position = {"houses": list(houses), "step": "march", "areas": areas, "tracks": tracks, "blade_used": True, **data}
    state = decode(position)
    book = FightBook(origin, target, army)
    return Match(book, Origin(state.seats, {}, None, state), chance=chance)


def strengths(match: Match[State]) -> tuple[int, int]:
    """Return the current strengths of attacker and defender."""
    fighting = match.state.combat
    assert fighting is not None
    return strength(match.state, fighting, ATTACKER), strength(match.state, fighting, DEFENDER)


def final(match: Match[State]) -> tuple[int, int]:
    """Return the logged final strengths of attacker and defender."""
    (won,) = told(match, "combat-won")
    return won.attack, won.defense


def lost(match: Match[State], rule: str) -> list[tuple[str, str]]:
    """Return area and unit of the losses by a rule, in their order."""
    return [(event.area, event.unit) for event in told(match, "combat-unit-lost") if event.rule == rule]


def cards(match: Match[State], *played: str) -> Match[State]:
    """Let both sides play their house cards: `cards(match, "stark: eddard-stark", "greyjoy: asha-greyjoy")`."""
    for line in played:
        house, _, card = line.partition(": ")
        match.play(match.state.houses.index(house), f"card {card}")
    return match


def hand(match: Match[State], house: str) -> list[str]:
    """Return the house cards in a hand."""
    return match.state.hands[match.state.houses.index(house)]


def discards(match: Match[State], house: str) -> list[str]:
    """Return the house cards in a discard pile, oldest first."""
    return match.state.discards[match.state.houses.index(house)]


def in_hand(house: str, *kept: str) -> dict[str, Any]:
    """Describe for `seats` a hand of these cards only; the others are discarded."""
    return {house: {"hand": list(kept), "discards": [c for c in CARDS_OF[house] if c not in kept]}}
