"""Playing a Leadership card: the commander, the cost, the units, the orders, the tactic."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.actions import ChooseCommands
from banneret.games.battles.content.components import CLASSES, RANKS, Card, Command
from banneret.games.battles.events.round import CardPlayed, CardSpent, CommandsPaid
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.commit import choose_unit
from banneret.games.battles.rules.combat.rallied import rally_unit
from banneret.games.battles.rules.field.units import (
    card_of,
    class_of,
    commanders_of,
    controlled,
    is_controlled,
    own_beside,
    unit_of_commander,
)
from banneret.games.battles.rules.leadership.tactics import offer_tactic, rule_of, use_tactic
from banneret.games.battles.rules.orders.orders import carry_out
from banneret.games.battles.state import NO_UNIT, State, turn_of
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.text.message import msg

WHICH = ("first", "second", "both")
CHOSEN = {"first": (0,), "second": (1,), "both": (0, 1)}
"""The numbers of the commands that are carried out, for each choice."""


def play_refusal(state: State, seat: int, card: str, commander: str) -> Refusal | None:
    """Return why a seat cannot play a card on a commander, or None.

    The card must be in hand (battles:card.3). Any own commander in play may be chosen, regardless of the portrait
    (battles:card.9, battles:c9.8), even if his unit is inactive (battles:zone.2, battles:ruling.12); without commanders
    no card can be played (battles:c9.10, battles:ruling.64). At least one command must be paid for: battles:card.4.
    """
    if card not in state.hands[seat].cards:
        return Refusal("battles:card.3", msg("refuse.card.not-in-hand", card=card))
    number = state.box.commander_number[commander]
    unit = unit_of_commander(state, number)
    if unit == NO_UNIT or state.seat[unit] != seat:
        return Refusal("battles:c9.10", msg("refuse.card.no-commander", commander=commander))
    if not payable(state, seat, number, state.box.card[card]):
        return Refusal("battles:zone.11", msg("refuse.card.too-dear", card=card, commander=commander))
    return None


def payable(state: State, seat: int, commander: int, card: Card) -> list[str]:
    """Return which commands of a card can be paid for through a commander: `first`, `second`, `both`.

    Tokens come from the command board (battles:zone.10), and his card never holds more than his command limit over
    the whole round (battles:zone.11, battles:ruling.12).
    """
    most = spendable(state, seat, commander)
    costs = [command.cost for command in card.commands]
    found = [which for which, cost in zip(WHICH, costs, strict=False) if cost <= most]
    if len(costs) > 1 and sum(costs) <= most:
        found.append("both")
    return found


def spendable(state: State, seat: int, commander: int) -> int:
    """Return the maximum number of tokens a seat can pay for one card: battles:zone.10, battles:zone.11."""
    return min(state.box.commanders[commander].command_limit - state.held[commander], state.board_tokens[seat])


def play_card(game: Battle, seat: int, name: str, commander: str) -> Flow[None]:
    """Play a card: commander, costs, units, moves, attacks (battles:zone.9), with its tactic before or after.

    Everything is paid for first (battles:zone.12, battles:ruling.14); the card goes to the discard pile
    (battles:card.5). The order of the commands is free (battles:zone.13).
    battles:order.2, battles:card.1, battles:zone.1.
    """
    state, turn = game.state, turn_of(game.state)
    card = state.box.card[name]
    number = state.box.commander_number[commander]
    leader = unit_of_commander(state, number)
    game.chance.take(state.hands[seat], name)
    turn.card, turn.commander = name, number
    game.emit(CardPlayed(house=state.houses[seat], card=name, commander=commander))
    zone = controlled(state, leader)
    which = yield from about(name, _choose_commands(game, seat, number, card))
    before = yield from offer_tactic(game, card, "before")
    commands = [card.commands[at] for at in which]
    units = yield from about(name, _name_units(game, seat, zone, commands, card))
    turn.ordered_by_card = units[:]
    turn.together.update(units)
    if before:
        yield from use_tactic(game, card)
    yield from carry_out(game, [*units, *(unit for unit in turn.added if unit not in units)])
    if (yield from offer_tactic(game, card, "after")):
        yield from use_tactic(game, card)
    state.discards[seat].append(name)


def _choose_commands(game: Battle, seat: int, commander: int, card: Card) -> Flow[tuple[int, ...]]:
    """Ask which commands are carried out, each once (battles:zone.14), and pay: battles:zone.12, battles:card.4."""
    state = game.state
    answer = yield from ask(seat, CommandsChooser(payable(state, seat, commander, card)))
    which = CHOSEN[answer.which]
    pay(game, seat, commander, sum(card.commands[at].cost for at in which))
    return which


def pay(game: Battle, seat: int, commander: int, tokens: int) -> None:
    """Move command tokens from the command board to a commander: battles:zone.10, battles:pieces.23."""
    state = game.state
    state.board_tokens[seat] -= tokens
    state.held[commander] += tokens
    name = state.box.commanders[commander].id
    game.emit(CommandsPaid(house=state.houses[seat], commander=name, tokens=tokens))


def _name_units(
    game: Battle, seat: int, zone: Sequence[int], commands: Sequence[Command], card: Card
) -> Flow[list[int]]:
    """Ask for the units of each command, which must be active and in the zone: battles:zone.4, battles:zone.8.

    The zone at the time of playing the card counts: battles:card.6, battles:ruling.10. The commander's own unit may be
    among them: battles:zone.3.
    """
    state = game.state
    chosen: list[int] = []
    for command in commands:
        if command.rally_all:
            _rally_all(game, zone, card)
            continue
        picked: list[int] = []
        for _ in range(command.order):
            units = [u for u in zone if u not in chosen and state.active[u] and fits(state, command, u)]
            unit = yield from choose_unit(game, seat, units, "order", rule_of(card))
            if unit is None:
                break
            chosen.append(unit)
            picked.append(unit)
        yield from _beside_picked(game, seat, command, picked, chosen, card)
    return chosen


def _beside_picked(
    game: Battle, seat: int, command: Command, picked: Sequence[int], chosen: list[int], card: Card
) -> Flow[None]:
    """Ask for own units outside all zones that are adjacent to an ordered one: battles:leadership.she-bears-reach."""
    state = game.state
    for _ in range(command.adjacent_uncontrolled):
        near = {other for unit in picked for other in own_beside(state, unit)}
        units = sorted(
            unit
            for unit in near
            if state.active[unit]
            and unit not in chosen
            and not any(is_controlled(state, leader, unit) for leader in commanders_of(state, seat))
        )
        unit = yield from choose_unit(game, seat, units, "order-beside", rule_of(card))
        if unit is None:
            return
        chosen.append(unit)


def _rally_all(game: Battle, zone: Sequence[int], card: Card) -> None:
    """Rally all own inactive units in the zone: battles:leadership.sound-the-horns, battles:c10.3."""
    for unit in zone:
        rally_unit(game, unit, rule_of(card))


def fits(state: State, command: Command, unit: int) -> bool:
    """Return whether a command may order a unit, according to rank, class and type.

    battles:leadership.levy-muster, battles:leadership.sworn-spears, battles:leadership.iron-vanguard,
    battles:leadership.general-advance, battles:leadership.shield-and-spear, battles:leadership.horse-and-bow,
    battles:leadership.night-march, battles:leadership.loose-the-hounds, battles:leadership.covering-volley,
    battles:leadership.measured-order, battles:leadership.reliable-second, battles:leadership.bow-and-lance.
    """
    rank, cls, kind = RANKS[state.rank[unit]], CLASSES[class_of(state, unit)], card_of(state, unit).id
    if (rank, cls) in command.or_rank_class:
        return True
    return (
        (not command.ranks or rank in command.ranks)
        and (not command.classes or cls in command.classes)
        and (not command.units or kind in command.units)
    )


def spend_card(game: Battle, seat: int, name: str, commander: str, unit: int) -> Flow[None]:
    """Discard any card to order one unit in a zone, for a command token: battles:c13.3."""
    state, turn = game.state, turn_of(game.state)
    number = state.box.commander_number[commander]
    game.chance.take(state.hands[seat], name)
    game.emit(CardSpent(house=state.houses[seat], card=name, commander=commander))
    state.discards[seat].append(name)
    pay(game, seat, number, 1)
    yield from carry_out(game, [unit, *turn.added])


class CommandsChooser(Chooser[ChooseCommands]):
    """Which commands of the card? Options: those that can be paid for."""

    __slots__ = ("payable",)
    kind = "commands"
    rule = "battles:zone.14"
    answers = (ChooseCommands,)

    def __init__(self, payable: Sequence[str]) -> None:
        self.payable = payable

    def options(self) -> list[ChooseCommands]:
        """Return one action per choice."""
        return [ChooseCommands(which) for which in self.payable]

    def refusal(self, action: ChooseCommands) -> Refusal | None:
        """Refuse commands that the card does not have or that cannot be paid for."""
        if action.which in self.payable:
            return None
        return Refusal("battles:zone.11", msg("refuse.commands.too-dear", which=action.which))
