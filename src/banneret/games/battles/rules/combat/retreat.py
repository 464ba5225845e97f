"""Retreats caused by morale results: distance, direction, and the effect of a blocked retreat."""

from __future__ import annotations

from typing import Final

from banneret.games.battles.actions import Retreat
from banneret.games.battles.content.scenario import SOUTH
from banneret.games.battles.events.battle import HitsIgnored, MoraleIgnored, UnitRetreated
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.commit import ALL, offer_commit
from banneret.games.battles.rules.combat.losses import suffer
from banneret.games.battles.rules.field.engagement import release
from banneret.games.battles.rules.field.keywords import ignored_hits, strength_of
from banneret.games.battles.rules.field.terrain import is_open
from banneret.games.battles.rules.field.units import commanders_of, fields_of, is_controlled, label, name_of, place
from banneret.games.battles.rules.victory.morale import change_morale
from banneret.games.battles.state import STARK, Fight, State, turn_of
from banneret.hexes import DIRECTIONS
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import MayChooser, Yes
from banneret.text.message import Message, msg

_FAR: Final = 2
"""The length of retreat that some cards refer to."""


def retreat(game: Battle, fight: Fight) -> Flow[None]:
    """Drive the target back, one hex for each remaining morale result: battles:c4.1, battles:result.2.

    A destroyed unit does not retreat (battles:ruling.44). Retreats cannot be waived or shortened. The hexes of a turn
    are added up for a card that counts each enemy unit once: battles:ruling.89.
    """
    state = game.state
    unit = fight.target
    results = yield from _ignore(game, fight, unit)
    turn = turn_of(state)
    if not results:
        return
    if turn.extra_retreat and fight.attacker in turn.ordered:
        results += results * turn.extra_retreat
    yield from drive_back(game, fight, results)
    before = turn.driven.get(unit, 0)
    now = turn.driven[unit] = before + fight.back
    if before < _FAR <= now and state.seat[unit] != turn.seat and turn.morale_per_retreat:
        change_morale(game, turn.seat, turn.morale_per_retreat, "battles:leadership.no-quarter")


def _ignore(game: Battle, fight: Fight, unit: int) -> Flow[int]:
    """Return the morale results that remain after those a unit ignores.

    A Stalwart unit may ignore one: battles:c4.2, battles:keyword.stalwart, battles:ruling.46. After that, a card may
    ignore some in every attack of the turn (battles:ruling.91): battles:leadership.winter-resolve,
    battles:leadership.iron-discipline.
    """
    state = game.state
    left = fight.morale
    seat = state.seat[unit]
    turn = turn_of(state)
    by_card = turn.ignored_morale.get(unit, 0)
    if left > by_card and strength_of(state, unit, "stalwart"):
        hex = label(state, unit)
        question = MayChooser("stalwart", "battles:c4.2", number=left, **fields_of(state, unit))
        answer = yield from ask(seat, question)
        if isinstance(answer, Yes):
            left -= 1
            game.emit(MoraleIgnored(hex=hex, number=1))
    if left and by_card:
        ignored = min(left, by_card)
        left -= ignored
        rule = _LAST_HEARTH if by_card >= ALL else _STEADFAST[seat]
        game.emit(MoraleIgnored(hex=label(state, unit), number=ignored, rule=rule))
    if left:
        for leader in commanders_of(state, seat):
            if is_controlled(state, leader, unit) and (yield from offer_commit(game, "retreat", leader)):
                break
        if turn.ignored_morale.get(unit, 0) > by_card:
            game.emit(MoraleIgnored(hex=label(state, unit), number=left, rule=_LAST_HEARTH))
            left = 0
    return left


_LAST_HEARTH: Final = "battles:commander-card.greatjon-umber-last-hearth-commit"
_STEADFAST: Final = ("battles:leadership.winter-resolve", "battles:leadership.iron-discipline")
"""The card of each House that ignores a morale result."""


def drive_back(game: Battle, fight: Fight, hexes: int) -> Flow[None]:
    """Move the target back by a number of hexes; each that is blocked is a hit (battles:c4.8, battles:ruling.49).

    The chosen rule applies (battles:c14.1). Terrain does not stop the unit (battles:c4.14), its banner does not turn,
    and it suffers no parting blow (battles:c4.16, battles:c8.13). It loses its token: battles:c4.17. Hits of a blocked
    retreat are ignored only by the Cover and Toughness that the roll did not use: battles:c3.6, battles:c3.8,
    battles:ruling.52.
    """
    state = game.state
    unit = fight.target
    origin = state.hex[unit]
    if fight.melee and state.settings.retreat_rule == "directional-2013":
        made = _go(game, unit, _direction(state, fight), hexes)
    else:
        made = yield from _towards_edge(game, unit, hexes)
    blocked = hexes - made
    fight.back = made
    if made:
        fight.vacated = origin
    game.emit(
        UnitRetreated(
            house=state.houses[state.seat[unit]],
            unit=name_of(state, unit),
            origin=state.field.labels[origin],
            target=label(state, unit),
            hexes=made,
            blocked=blocked,
        )
    )
    ignored = min(max(ignored_hits(state, unit) - fight.ignored, 0), blocked)
    if ignored:
        game.emit(HitsIgnored(target=label(state, unit), number=ignored))
    suffer(game, unit, blocked - ignored, fight, by_retreat=True)


def _step(game: Battle, unit: int, hex: int) -> None:
    """Move a unit back into a hex; the first step removes its engagement token: battles:c4.17, battles:c5.6."""
    release(game, unit, "battles:c4.17")
    place(game.state, unit, hex)


def _go(game: Battle, unit: int, direction: int, hexes: int) -> int:
    """Move a unit in one direction as far as possible, up to `hexes`; return the number moved.

    All in one direction: battles:c4.6, battles:ruling.47. Only into empty, passable hexes without fire, on the board:
    battles:c4.12, battles:c4.13, battles:c4.15.
    """
    state = game.state
    for made in range(hexes):
        here = state.hex[unit]
        to = state.field.steps[here][direction]
        if not is_open(state, here, to):
            return made
        _step(game, unit, to)
    return hexes


def _direction(state: State, fight: Fight) -> int:
    """Return the direction of a retreat from an adjacent attacker.

    Straight away from it (battles:c4.3) if the first hex there is free (battles:c4.5), otherwise towards the neighbour
    of that hex that is nearer to the own edge (battles:c4.4, battles:c4.6, battles:ruling.48). One always is, as the
    edges are in the north and south, so that the owner never has to choose: battles:c4.9.
    """
    unit = fight.target
    here = state.hex[unit]
    away = state.field.direction(state.hex[fight.attacker], here)
    if away is None:
        raise ValueError("a melee attack comes from beside the target")
    if is_open(state, here, state.field.steps[here][away]):
        return away
    seat = state.seat[unit]
    sides = [(away + 1) % 6, (away - 1) % 6]
    return max(sides, key=lambda side: progress(state, seat, side))


def progress(state: State, seat: int, direction: int) -> int:
    """Return how many rows a step in a direction brings a House closer to its edge: battles:setup.8."""
    edges = state.scenario.edges
    edge = edges.stark if seat == STARK else edges.lannister
    return DIRECTIONS[direction].r * (1 if edge == SOUTH else -1)


def _towards_edge(game: Battle, unit: int, hexes: int) -> Flow[int]:
    """Move a unit towards its own edge, hex by hex; return the number of hexes moved.

    This applies after a ranged attack (battles:c4.7, battles:ruling.50), and always under the original rule
    (battles:c4.10, battles:c14.1): into one of the hexes towards the edge, of the owner's choice if both are free
    (battles:c4.11).
    """
    state = game.state
    seat = state.seat[unit]
    most = max(progress(state, seat, direction) for direction in range(6))
    ways = [direction for direction in range(6) if progress(state, seat, direction) == most]
    for made in range(hexes):
        here = state.hex[unit]
        steps = state.field.steps[here]
        free = [steps[way] for way in ways if is_open(state, here, steps[way])]
        if not free:
            return made
        answer = yield from ask(seat, RetreatChooser(state, unit, free, "battles:c4.11"))
        _step(game, unit, state.field.place(answer.hex))
    return hexes


class RetreatChooser(Chooser[Retreat]):
    """Into which hex does a unit retreat? Options: the free hexes, by number."""

    __slots__ = ("hexes", "rule", "state", "unit")
    kind = "retreat"
    answers = (Retreat,)

    def __init__(self, state: State, unit: int, hexes: list[int], rule: str) -> None:
        self.state = state
        self.unit = unit
        self.hexes = sorted(hexes)
        self.rule = rule  # the rule depends on the retreat

    def prompt(self) -> Message:
        """Return the question with the unit."""
        return msg("ask.retreat", **fields_of(self.state, self.unit))

    def options(self) -> list[Retreat]:
        """Return one action per hex."""
        return [Retreat(self.state.field.labels[hex]) for hex in self.hexes]

    def refusal(self, action: Retreat) -> Refusal | None:
        """Refuse all other hexes."""
        if any(self.state.field.labels[hex] == action.hex for hex in self.hexes):
            return None
        return Refusal(self.rule, msg("refuse.retreat.not-there", hex=action.hex))
