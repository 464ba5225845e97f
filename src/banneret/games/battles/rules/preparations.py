"""Preparations of some plans before the battle: tokens on palisades, catapult targets, hidden tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

import msgspec

from banneret.games.battles.actions import BreakToken, Fortify, Hide, HideReal, LayTarget, UseDice
from banneret.games.battles.content.components import BLUE, GREEN, MORALE, RANKS, RED, TOKENS, Rank
from banneret.games.battles.content.scenario import CatapultTarget, Defence, Strategy
from banneret.games.battles.events.battle import DiceRolled
from banneret.games.battles.events.plan import PalisadeHeld, PalisadeRemoved, StrategyLaid, TargetsLaid, TokenBroken
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.attack import roll_die
from banneret.games.battles.rules.field.choosers import decide, decide_together
from banneret.games.battles.rules.orders.plan_tokens import DECOY, REAL
from banneret.games.battles.rules.setup import next_step
from banneret.games.battles.rules.victory.scoring import seat_of
from banneret.games.battles.state import State
from banneret.hexes import HexBoard
from banneret.kernel.choosers import Chooser, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import Pile, mask_of
from banneret.text.message import Message, msg

PALISADES: Final = "battles:plan.wolf-raiders-palisades"
TARGETS: Final = "battles:plan.wolf-raiders-targets"
EDMURE: Final = "battles:plan.breaking-the-siege-edmure"
SINGLE: Final = ("green", "blue", "red", "valor")
DICE: Final = (*SINGLE, *(f"{one}-{other}" for one, other in combinations_with_replacement(SINGLE, 2)))
"""The dice that can be used against tokens on palisades: one die, or two."""


# Palisades


def fortify(game: Battle) -> Flow[None]:
    """Let a House place order tokens on the palisades, roll the enemy's dice, and let the enemy remove tokens.

    Palisades without tokens are removed: battles:plan.wolf-raiders-palisades.
    """
    state = game.state
    defence = state.scenario.defence
    if defence is None:
        return
    yield from _hold(game, defence)
    yield from _break(game, 1 - seat_of(defence.house), defence.dice)
    for at in reversed(range(len(state.palisades))):
        if not any(state.guards[at]):
            a, b = (state.field.labels[hex] for hex in state.palisades[at])
            del state.palisades[at], state.palisade_fire[at]
            game.emit(PalisadeRemoved(hex=a, other=b))
    state.guards = []
    state.step = next_step(state.scenario, "palisades")


def _hold(game: Battle, defence: Defence) -> Flow[None]:
    """Place the tokens, at least one on each palisade: red ones, then blue, then green."""
    state = game.state
    state.guards = [[0] * len(RANKS) for _ in state.palisades]
    tokens = [RED] * defence.red + [BLUE] * defence.blue + [GREEN] * defence.green
    for number, rank in enumerate(tokens):
        chooser = FortifyChooser(state, rank, len(tokens) - number)
        answer = yield from decide(game, seat_of(defence.house), chooser)
        state.guards[palisade_of(state, answer.hex, answer.target)][rank] += 1
    for (a, b), held in zip(state.palisades, state.guards, strict=True):
        green, blue, red = held
        hexes = {"hex": state.field.labels[a], "other": state.field.labels[b]}
        game.emit(PalisadeHeld(house=defence.house, **hexes, green=green, blue=blue, red=red))


def _break(game: Battle, seat: int, number: int) -> Flow[None]:
    """Roll dice, rerolling morale until none is left, and let the player use them while they can remove a token."""
    state = game.state
    dice: Counter[str] = Counter()
    faces = [roll_die(game) for _ in range(number)]
    again = False
    while faces:
        shown = tuple(TOKENS[face] for face in faces)
        game.emit(DiceRolled(house=state.houses[seat], faces=shown, again=again, rule=PALISADES))
        dice.update(TOKENS[face] for face in faces if face != MORALE)
        faces = [roll_die(game) for face in faces if face == MORALE]
        again = True
    while True:
        chooser = DiceChooser(state, dice)
        if not chooser.options():
            return
        used = (yield from decide(game, seat, chooser)).dice
        dice.subtract(used.split("-"))
        answer = yield from decide(game, seat, BreakChooser(state, used))
        state.guards[palisade_of(state, answer.hex, answer.target)][RANKS.index(answer.token)] -= 1
        hexes = {"hex": answer.hex, "other": answer.target}
        event = TokenBroken(house=state.houses[seat], token=answer.token, **hexes, dice=tuple(used.split("-")))
        game.emit(event)


def palisade_of(state: State, hex: str, other: str) -> int:
    """Return the number of the palisade between two hexes, or -1 if there is none."""
    try:
        a, b = sorted((state.field.place(hex), state.field.place(other)))
    except ValueError:
        return -1
    return state.palisades.index((a, b)) if (a, b) in state.palisades else -1


class FortifyChooser(Chooser[Fortify]):
    """On which palisade is a token placed? Options: the palisades, in their order."""

    __slots__ = ("left", "rank", "state")
    kind = "fortify"
    rule = PALISADES
    answers = (Fortify,)

    def __init__(self, state: State, rank: int, left: int) -> None:
        self.state = state
        self.rank = rank
        self.left = left
        """Tokens left to place, including this one."""

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.fortify", token=RANKS[self.rank], number=self.left)

    def part(self) -> Part:
        """Return the number of tokens left to place."""
        return Part("defenses", self.left)

    def options(self) -> list[Fortify]:
        """Return the palisades on which the token may be placed."""
        labels = self.state.field.labels
        every = [Fortify(labels[a], labels[b]) for a, b in self.state.palisades]
        return [answer for answer in every if self.refusal(answer) is None]

    def refusal(self, action: Fortify) -> Refusal | None:
        """Refuse borders without a palisade, hexes in reverse order, and leaving a palisade without a token."""
        state = self.state
        at = palisade_of(state, action.hex, action.target)
        if at < 0 or state.field.labels[state.palisades[at][0]] != action.hex:
            return Refusal(PALISADES, msg("refuse.fortify.none", hex=action.hex, other=action.target))
        bare = sum(not any(held) for number, held in enumerate(state.guards) if number != at)
        if bare >= self.left:
            return Refusal(PALISADES, msg("refuse.fortify.one-each", hex=action.hex, other=action.target))
        return None


class DiceChooser(Chooser[UseDice]):
    """Which dice remove a token? Options: one die in the colour of a token, or valor, then any two dice."""

    __slots__ = ("dice", "state")
    kind = "dice"
    rule = PALISADES
    answers = (UseDice,)

    def __init__(self, state: State, dice: Mapping[str, int]) -> None:
        self.state = state
        self.dice = dice

    def options(self) -> list[UseDice]:
        """Return the available choices."""
        return [UseDice(dice) for dice in DICE if self.refusal(UseDice(dice)) is None]

    def refusal(self, action: UseDice) -> Refusal | None:
        """Refuse dice that were not rolled, and those for which there is no token."""
        used = Counter(action.dice.split("-"))
        if any(self.dice[kind] < number for kind, number in used.items()):
            return Refusal(PALISADES, msg("refuse.dice.not-rolled", dice=tuple(used.elements())))
        if not breakable(self.state, action.dice):
            return Refusal(PALISADES, msg("refuse.dice.no-token", dice=tuple(used.elements())))
        return None


def breakable(state: State, dice: str) -> list[int]:
    """Return the ranks of tokens on palisades that a die, or two, can remove."""
    there = [rank for rank in range(len(RANKS)) if any(held[rank] for held in state.guards)]
    return [rank for rank in there if dice not in RANKS or RANKS[rank] == dice]


class BreakChooser(Chooser[BreakToken]):
    """Which token is removed? Options: by palisade, then by rank."""

    __slots__ = ("dice", "state")
    kind = "break"
    rule = PALISADES
    answers = (BreakToken,)

    def __init__(self, state: State, dice: str) -> None:
        self.state = state
        self.dice = dice

    def options(self) -> list[BreakToken]:
        """Return the tokens that the dice can remove."""
        labels = self.state.field.labels
        every = [
            BreakToken(RANKS[rank], labels[a], labels[b])
            for a, b in self.state.palisades
            for rank in breakable(self.state, self.dice)
        ]
        return [answer for answer in every if self.refusal(answer) is None]

    def refusal(self, action: BreakToken) -> Refusal | None:
        """Refuse tokens that are not there, and those that the dice do not remove."""
        state = self.state
        at = palisade_of(state, action.hex, action.target)
        rank = RANKS.index(action.token)
        hexes = {"hex": action.hex, "other": action.target, "token": action.token}
        if at < 0 or state.field.labels[state.palisades[at][0]] != action.hex or not state.guards[at][rank]:
            return Refusal(PALISADES, msg("refuse.break.not-there", **hexes))
        if rank not in breakable(state, self.dice):
            return Refusal(PALISADES, msg("refuse.break.other-colour", **hexes))
        return None


# Catapult targets


def lay_targets(game: Battle) -> Flow[None]:
    """Let the catapult's House place its targets, each next to both other colours: battles:plan.wolf-raiders-targets.

    This applies as far as a target has neighbours; if the plan's hexes do not allow it, any arrangement is valid.
    """
    state = game.state
    catapult = state.scenario.catapult
    if catapult is None:
        return
    hexes = [state.field.place(target.hex) for target in catapult.targets]
    supply = Counter(target.rank for target in catapult.targets)
    laid: dict[int, Rank] = {}
    for hex in hexes:
        chooser = TargetChooser(state.field, hexes, supply, laid, hex)
        answer = yield from decide(game, seat_of(catapult.house), chooser)
        laid[hex] = RANKS[RANKS.index(answer.rank)]
    labels = state.field.labels
    targets = tuple(CatapultTarget(hex=labels[hex], rank=laid[hex]) for hex in hexes)
    chosen = msgspec.structs.replace(catapult, targets=targets)
    state.scenario = msgspec.structs.replace(state.scenario, catapult=chosen)
    game.emit(TargetsLaid(house=catapult.house, targets={target.hex: target.rank for target in targets}))
    state.step = next_step(state.scenario, "targets")


def is_well_arranged(board: HexBoard, hexes: Sequence[int], laid: Mapping[int, Rank]) -> bool:
    """Return whether every target whose neighbours are all placed is next to both other colours, as far as possible."""
    for hex, rank in laid.items():
        near = [to for to in board.neighbours[hex] if to in hexes]
        others = {laid[to] for to in near if to in laid} - {rank}
        waiting = sum(to not in laid for to in near)
        if len(others) + waiting < min(len(near), len(RANKS) - 1):
            return False
    return True


def can_complete(board: HexBoard, hexes: Sequence[int], supply: Mapping[Rank, int], laid: Mapping[int, Rank]) -> bool:
    """Return whether all targets can still be placed as the plan requires."""
    if not is_well_arranged(board, hexes, laid):
        return False
    hex = next((hex for hex in hexes if hex not in laid), None)
    if hex is None:
        return True
    used = Counter(laid.values())
    return any(
        used[rank] < number and can_complete(board, hexes, supply, {**laid, hex: rank})
        for rank, number in supply.items()
    )


class TargetChooser(Chooser[LayTarget]):
    """Which target is placed in a hex? Options: the colours by rank."""

    __slots__ = ("label", "left", "ranks")
    kind = "target"
    rule = TARGETS
    answers = (LayTarget,)

    def __init__(
        self, board: HexBoard, hexes: Sequence[int], supply: Mapping[Rank, int], laid: Mapping[int, Rank], hex: int
    ) -> None:
        self.label = board.labels[hex]
        self.left = [rank for rank in RANKS if supply.get(rank, 0) > [*laid.values()].count(rank)]
        bound = can_complete(board, hexes, supply, {})
        self.ranks = [r for r in self.left if not bound or can_complete(board, hexes, supply, {**laid, hex: r})]

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.target", hex=self.label)

    def options(self) -> list[LayTarget]:
        """Return the colours that can be placed there."""
        return [LayTarget(rank, self.label) for rank in self.ranks]

    def refusal(self, action: LayTarget) -> Refusal | None:
        """Refuse other hexes, colours that are used up, and those that would leave no valid placement."""
        if action.hex != self.label:
            return Refusal(TARGETS, msg("refuse.target.other-hex", hex=action.hex))
        if action.rank not in self.left:
            return Refusal(TARGETS, msg("refuse.target.none-left", rank=action.rank))
        if action.rank not in self.ranks:
            return Refusal(TARGETS, msg("refuse.target.beside", rank=action.rank, hex=action.hex))
        return None


# Hidden tokens


def hide(game: Battle) -> Flow[None]:
    """Let a House hide its strategy tokens, one in each area: battles:plan.breaking-the-siege-edmure.

    Their hexes are public; only the House knows which are real.
    """
    state = game.state
    plan = state.scenario.strategy
    if plan is None:
        return
    seat = seat_of(plan.house)
    if state.settings.drawn_setup:
        hexes = [area[game.chance.pick(len(area))] for area in plan.areas]
        tokens = Pile([REAL] * plan.real + [DECOY] * (len(hexes) - plan.real))
        game.chance.shuffle(tokens)
    else:
        chosen = yield from decide_together(game, {seat: _hide(seat, plan)})
        hexes, real = chosen[seat]
        tokens = Pile([REAL if hex in real else DECOY for hex in hexes])
    tokens.known = [mask_of([seat])] * len(tokens)
    state.strategy = tokens
    state.strategy_hexes = [state.field.place(hex) for hex in hexes]
    game.emit(StrategyLaid(house=plan.house, hexes=tuple(hexes)))
    state.step = next_step(state.scenario, "hiding")


def _hide(seat: int, plan: Strategy) -> Flow[tuple[list[str], list[str]]]:
    laid: dict[int, str] = {}
    real: list[str] = []
    while len(laid) < len(plan.areas):
        left = {at: area for at, area in enumerate(plan.areas) if at not in laid}
        answer = yield from ask(seat, HideChooser(left.values(), list(laid.values()), real, plan.real))
        if isinstance(answer, HideReal):
            real.append(answer.hex)
        else:
            laid[next(at for at, area in left.items() if answer.hex in area)] = answer.hex
    hexes = [laid[at] for at in range(len(plan.areas))]
    while len(real) < plan.real:
        chooser = RealChooser([hex for hex in hexes if hex not in real], plan.real - len(real))
        real.append((yield from ask(seat, chooser)).hex)
    return hexes, real


class HideChooser(Chooser[Hide | HideReal]):
    """Where is a token placed? Options: the hexes of areas without one, as the plan names them, then which are real."""

    __slots__ = ("hexes", "laid", "missing")
    kind = "hide"
    rule = EDMURE
    answers = (Hide, HideReal)

    def __init__(self, areas: Collection[Sequence[str]], laid: Sequence[str], real: Sequence[str], number: int) -> None:
        self.hexes = [hex for area in areas for hex in area]
        self.laid = [hex for hex in laid if hex not in real] if len(real) < number else []
        """The tokens that can be declared real."""
        self.missing = len(areas) + number - len(real)

    def part(self) -> Part:
        """Return the number of tokens left to place, and to declare real."""
        return Part("strategy", self.missing)

    def options(self) -> list[Hide | HideReal]:
        """Return one action per hex, then one per token that can be declared real."""
        return [*(Hide(hex) for hex in self.hexes), *(HideReal(hex) for hex in self.laid)]

    def refusal(self, action: Hide | HideReal) -> Refusal | None:
        """Refuse hexes outside these areas, and declaring other tokens real."""
        if isinstance(action, HideReal):
            return None if action.hex in self.laid else Refusal(EDMURE, msg("refuse.real.none", hex=action.hex))
        return None if action.hex in self.hexes else Refusal(EDMURE, msg("refuse.hide.elsewhere", hex=action.hex))


class RealChooser(Chooser[HideReal]):
    """Which of the tokens is real? Options: the hexes of the tokens."""

    __slots__ = ("hexes", "missing")
    kind = "real"
    rule = EDMURE
    answers = (HideReal,)

    def __init__(self, hexes: Sequence[str], missing: int) -> None:
        self.hexes = hexes
        self.missing = missing

    def part(self) -> Part:
        """Return the number of tokens to declare real."""
        return Part("strategy", self.missing)

    def options(self) -> list[HideReal]:
        """Return one action per hex."""
        return [HideReal(hex) for hex in self.hexes]

    def refusal(self, action: HideReal) -> Refusal | None:
        """Refuse hexes without a token that can still be declared real."""
        return None if action.hex in self.hexes else Refusal(EDMURE, msg("refuse.real.none", hex=action.hex))
