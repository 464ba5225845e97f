"""Test fixtures: units at given positions, and scripted answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from banneret.games.runewars.abilities import registration as _registration  # noqa: F401  # registers every card
from banneret.games.runewars.army.lists import ArmyList, FieldedUnit
from banneret.games.runewars.content.components import Icon, components
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState, unit_of
from banneret.games.runewars.setup import add_armies
from banneret.kernel import notation
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Options
from banneret.kernel.events import Event, Log
from banneret.kernel.flow import Flow, Question, Together
from banneret.kernel.game import Game
from banneret.kernel.pile import Pile
from banneret.kernel.stream import derive_key
from banneret.text.message import Message

T = TypeVar("T")
E = TypeVar("E", bound=Event)


def field(*lines: str, runes: Sequence[int] = (0, 0, 0, 0, 0)) -> Runewars:
    """Return a game with units such as "a spearmen 3x2 9000 9000 0 | captain ...", with upgrades after the bar.

    All of player a come before those of player b. The first side of every mana token is up, or what `runes` says.
    """
    armies: dict[str, list[FieldedUnit]] = {"a": [], "b": []}
    poses = []
    for line in lines:
        words, _, upgrades = line.partition("|")
        player, unit, formation, *place = words.split()
        armies[player].append(FieldedUnit(unit=unit, formation=formation, upgrades=tuple(upgrades.split())))
        x, y, heading = (int(word) for word in place)
        poses.append((x, y, heading))
    state = MatchState()
    add_armies(state, [ArmyList(faction="daqan-lords", points=1000, units=tuple(units)) for units in armies.values()])
    state.poses = list(poses)
    state.first = 0
    state.step = "perform"
    state.mana = list(runes)
    state.key = derive_key("field")
    return Game(state, Chance(state, []), Log())


def unit(game: Runewars, name: str) -> int:
    """Return the number of a unit by label."""
    return unit_of(game.state, name)


def die(colour: str, *icons: Icon) -> int:
    """Return the random result for which a die shows these icons."""
    return components().dice[colour].faces.index(icons)


def deal(game: Runewars, *cards: str) -> None:
    """Put these cards on top of the morale deck."""
    rest = list(components().deck())
    for card in cards:
        rest.remove(card)
    game.state.deck = Pile([*cards, *rest])


def occupy(game: Runewars, unit: int, side: str) -> None:
    """Place a terrain piece, named by its face-up side, under a unit, which occupies it."""
    state = game.state
    state.pieces, state.piece_poses = [side], [state.poses[unit]]
    state.inside[unit] = 0


class Played:
    """The questions asked so far in order, such as "a target" (player and kind), with their options."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.options: list[list[str]] = []
        self.prompts: list[Message] = []
        self.result: Any = None  # what the flow returned


def play(game: Runewars, flow: Flow[T], *answers: str, chance: Sequence[int | str] = ()) -> Played:
    """Run a flow with these answers in notation. Questions with a single option are answered automatically.

    One seat may decide in secret, with the remaining answers.

    Raises AssertionError for an answer that is refused, is left over, or is missing.
    """
    game.chance.supply(list(chance))
    played, left = Played(), list(answers)
    answer: Any = None
    try:
        request = next(flow)
        while True:
            if isinstance(request, Together):
                ((seat, own),) = request.flows.items()
                sealed = play(game, own, *left)
                played.asked += sealed.asked
                played.options += sealed.options
                played.prompts += sealed.prompts
                left = []
                request = flow.send({seat: sealed.result})
                continue
            assert isinstance(request, Question)
            chooser, seat = request.chooser, request.seat
            options = Options(chooser)
            answer = chooser.only(options)
            if answer is None:
                listed = [notation.write(option) for option in options]
                played.asked.append(f"{'abcd'[seat]} {chooser.kind}")
                played.options.append(listed)
                assert left, f"{'abcd'[seat]} is asked for {chooser.kind!r} and nothing is said: {listed}"
                answer = notation.read(left.pop(0), chooser.answers)
                refusal = chooser.refusal(answer)
                assert refusal is None, f"{notation.write(answer)!r} is refused by {refusal}; there is {listed}"
                played.prompts.append(chooser.prompt())
            request = flow.send(answer)
    except StopIteration as stop:
        played.result = stop.value
    assert not left, f"nobody was asked for {left}; asked: {played.asked}"
    return played


def told(game: Runewars, kind: type[E]) -> list[E]:
    """The logged events of a kind, in order."""
    assert game.log is not None
    return [one.event for one in game.log.events if isinstance(one.event, kind)]


def standing(game: Runewars, name: str) -> dict[tuple[int, int], int]:
    """Return the number of figures on each tray of a unit."""
    count: dict[tuple[int, int], int] = {}
    for column, row, _, _ in game.state.figures[unit(game, name)]:
        count[column, row] = count.get((column, row), 0) + 1
    return count
