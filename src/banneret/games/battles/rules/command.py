"""The Command Phase: players alternate with one action each, until both have passed."""

from __future__ import annotations

from banneret.games.battles.actions import Commit, OrderPair, OrderUnit, PlayCard, RaiseMorale, RallyUnit, SpendCard
from banneret.games.battles.content.components import MORALE, TOKENS, VALOR
from banneret.games.battles.events.round import Passed
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.commit import can_commit, commit
from banneret.games.battles.rules.combat.rallied import rally_unit
from banneret.games.battles.rules.field.units import (
    commanders_of,
    controlled,
    label,
    unit_at,
    unit_of_commander,
    units_of,
)
from banneret.games.battles.rules.leadership.leadership import play_card, play_refusal, spend_card, spendable
from banneret.games.battles.rules.leadership.pool import spend
from banneret.games.battles.rules.orders.orders import carry_out
from banneret.games.battles.rules.orders.plan_tokens import end_of_turn
from banneret.games.battles.rules.victory.morale import change_morale
from banneret.games.battles.rules.victory.victory import check_immediate
from banneret.games.battles.state import NO_UNIT, State, Turn
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Pass
from banneret.text.message import msg

TurnAction = Pass | Commit | RaiseMorale | RallyUnit | OrderUnit | OrderPair | PlayCard | SpendCard


def command(game: Battle) -> Flow[None]:
    """Let the current player carry out one action: battles:command.3, battles:command.4, battles:aim.4.

    A player who has passed is skipped (battles:card.11, battles:card.12, battles:ruling.7); when both have, the phase
    ends (battles:command.5).
    """
    state = game.state
    seat = state.turn_seat
    if state.passed[seat]:
        state.turn_seat = 1 - seat
        if state.passed[1 - seat]:
            state.step = "regroup"
        return
    turn = state.turn = Turn(seat)
    yield from _act(game, turn)
    state.turn = None
    end_of_turn(game)
    check_immediate(game)
    state.turn_seat = 1 - seat


def _act(game: Battle, turn: Turn) -> Flow[None]:
    """Ask for the action of a turn, after any commit abilities: battles:commander.4."""
    state = game.state
    seat = turn.seat
    while True:
        answer = yield from ask(seat, TurnChooser(state, turn))
        if not isinstance(answer, Commit):
            break
        yield from commit(game, unit_of_commander(state, state.box.commander_number[answer.commander]))
    if isinstance(answer, Pass):
        state.passed[seat] = True
        game.emit(Passed(house=state.houses[seat]))
        yield from carry_out(game, turn.added)
    elif isinstance(answer, RaiseMorale | RallyUnit):
        _use_morale(game, seat, answer)
        yield from carry_out(game, turn.added)
    elif isinstance(answer, PlayCard):
        yield from play_card(game, seat, answer.card, answer.commander)
    elif isinstance(answer, SpendCard):
        yield from spend_card(game, seat, answer.card, answer.commander, unit_at(state, answer.hex))
    else:
        yield from _order(game, turn, answer)


def _use_morale(game: Battle, seat: int, action: RaiseMorale | RallyUnit) -> None:
    """Use a morale token, which orders nothing: battles:command.12, battles:command.13.

    Rallying costs one morale, even if that reaches Rout: battles:ruling.16, battles:ruling.69.
    """
    spend(game, seat, MORALE)
    if isinstance(action, RaiseMorale):
        change_morale(game, seat, 1, "battles:command.12")
    else:
        unit = unit_at(game.state, action.hex)
        change_morale(game, seat, -1, "battles:command.12")
        rally_unit(game, unit, "battles:command.12")


def _order(game: Battle, turn: Turn, action: OrderUnit | OrderPair) -> Flow[None]:
    """Order one unit with one token, or with two equal ones: battles:command.6, battles:order.15, battles:order.16.

    Any active unit may be ordered, controlled by a commander or not: battles:command.16, battles:ruling.10. It moves,
    attacks and becomes inactive: battles:command.2, battles:command.1, battles:command.15.
    """
    unit = unit_at(game.state, action.hex)
    spend(game, turn.seat, TOKENS.index(action.token), 2 if isinstance(action, OrderPair) else 1)
    yield from carry_out(game, [unit, *turn.added])


def token_rule(kind: int) -> str:
    """Return the rule that defines which units a token orders.

    battles:command.8, battles:command.9, battles:command.10, battles:command.11, battles:command.13.
    """
    return f"battles:command.{8 + kind}" if kind <= VALOR else "battles:command.13"


def ordered_by(state: State, kind: int, units: list[int]) -> list[int]:
    """Return the units that one token orders: a shield its rank, valor any (battles:order.15, battles:ruling.9)."""
    return units if kind == VALOR else [unit for unit in units if state.rank[unit] == kind]


class TurnChooser(Chooser[TurnAction]):
    """What does a player do in his turn? Options are listed in this order.

    Passing, commit abilities, uses of morale tokens, orders with one token and with two, then cards. Only active units
    can be ordered: battles:order.4, battles:round.15, battles:command.7.
    """

    __slots__ = ("state", "turn")
    kind = "turn"
    rule = "battles:command.4"
    answers = (Pass, Commit, RaiseMorale, RallyUnit, OrderUnit, OrderPair, PlayCard, SpendCard)

    def __init__(self, state: State, turn: Turn) -> None:
        self.state = state
        self.turn = turn

    def options(self) -> list[TurnAction]:
        """Return all actions, passing first: battles:card.10."""
        state, seat = self.state, self.turn.seat
        found: list[TurnAction] = [Pass()]
        leaders = commanders_of(state, seat)
        names = {leader: state.box.commanders[state.commander[leader]].id for leader in leaders}
        found += [Commit(names[leader]) for leader in leaders if can_commit(state, "turn", leader)]
        pool = state.pool[seat]
        units = units_of(state, seat)
        if pool[MORALE]:
            found.append(RaiseMorale())
            found += [RallyUnit(label(state, unit)) for unit in units if not state.active[unit]]
        free = self._free(units)
        labels, places = state.field.labels, state.hex
        hexes = {unit: labels[places[unit]] for unit in free}  # `label`, without calls
        for kind in range(VALOR + 1):
            if pool[kind]:
                found += [OrderUnit(TOKENS[kind], hexes[unit]) for unit in ordered_by(state, kind, free)]
        for kind, number in enumerate(pool):
            if number >= 2:
                found += [OrderPair(TOKENS[kind], hex) for hex in hexes.values()]
        tokens = {leader: spendable(state, seat, state.commander[leader]) for leader in leaders}
        for card in sorted(state.hands[seat].cards):
            found += self._with_card(card, leaders, names, tokens)
        return found

    def _free(self, units: list[int]) -> list[int]:
        """Return those of some units that can still be ordered."""
        active, added = self.state.active, self.turn.added
        return [unit for unit in units if active[unit] and unit not in added]

    def _with_card(
        self, card: str, leaders: list[int], names: dict[int, str], tokens: dict[int, int]
    ) -> list[TurnAction]:
        """List the uses of a card; `tokens` are those that can be spent on it through each leader."""
        state = self.state
        found: list[TurnAction] = []
        cheapest = state.box.cheapest[card]  # what a seat can pay for, it can play: see `payable`
        found += [PlayCard(card, names[leader]) for leader in leaders if cheapest <= tokens[leader]]
        if state.settings.any_card_orders_one:
            for leader in leaders:
                if self._has_room(state.commander[leader]):
                    units = self._free(controlled(state, leader))
                    found += [SpendCard(card, names[leader], label(state, unit)) for unit in units]
        return found

    def _has_room(self, commander: int) -> bool:
        state = self.state
        return bool(
            state.board_tokens[self.turn.seat] and state.held[commander] < state.box.commanders[commander].command_limit
        )

    def refusal(self, action: TurnAction) -> Refusal | None:
        """Refuse missing tokens, units that cannot be ordered, and cards that cannot be played."""
        state, seat = self.state, self.turn.seat
        if isinstance(action, Pass):
            return None
        if isinstance(action, Commit):
            return self._commit_refusal(action)
        if isinstance(action, PlayCard):
            return play_refusal(state, seat, action.card, action.commander)
        if isinstance(action, SpendCard):
            return self._spend_refusal(action)
        if isinstance(action, RaiseMorale):
            return self._token_refusal("morale", 1)
        if isinstance(action, RallyUnit):
            return self._token_refusal("morale", 1) or self._rally_refusal(action.hex)
        return self._order_refusal(action)

    def _commit_refusal(self, action: Commit) -> Refusal | None:
        state = self.state
        unit = unit_of_commander(state, state.box.commander_number[action.commander])
        if unit == NO_UNIT or state.seat[unit] != self.turn.seat or not can_commit(state, "turn", unit):
            return Refusal("battles:commander.4", msg("refuse.commit.not-now", commander=action.commander))
        return None

    def _token_refusal(self, token: str, number: int) -> Refusal | None:
        if self.state.pool[self.turn.seat][TOKENS.index(token)] >= number:
            return None
        rule = "battles:order.16" if number > 1 else "battles:command.7"
        return Refusal(rule, msg("refuse.token.not-there", token=token, number=number))

    def _rally_refusal(self, hex: str) -> Refusal | None:
        unit = unit_at(self.state, hex)
        if unit == NO_UNIT or self.state.seat[unit] != self.turn.seat:
            return Refusal("battles:command.12", msg("refuse.rally.no-own-unit", hex=hex))
        if self.state.active[unit]:
            return Refusal("battles:round.13", msg("refuse.rally.active", hex=hex))
        return None

    def _order_refusal(self, action: OrderUnit | OrderPair) -> Refusal | None:
        pair = isinstance(action, OrderPair)
        kind = TOKENS.index(action.token)
        if kind == MORALE and not pair:
            return Refusal("battles:command.13", msg("refuse.order.morale"))
        missing = self._token_refusal(action.token, 2 if pair else 1)
        if missing is not None:
            return missing
        unit = unit_at(self.state, action.hex)
        why = self._unit_refusal(unit, action.hex)
        if why is not None:
            return why
        if pair or ordered_by(self.state, kind, [unit]):
            return None
        return Refusal(token_rule(kind), msg("refuse.order.other-rank", token=action.token, hex=action.hex))

    def _unit_refusal(self, unit: int, hex: str) -> Refusal | None:
        """Refuse enemy units and inactive ones: battles:round.15, battles:order.4."""
        if unit == NO_UNIT or self.state.seat[unit] != self.turn.seat:
            return Refusal("battles:command.14", msg("refuse.order.no-own-unit", hex=hex))
        if not self._free([unit]):
            return Refusal("battles:order.4", msg("refuse.order.inactive", hex=hex))
        return None

    def _spend_refusal(self, action: SpendCard) -> Refusal | None:
        """Refuse discarding a card for one order for the same reasons as playing it: battles:c13.3."""
        state, seat = self.state, self.turn.seat
        if not state.settings.any_card_orders_one:
            return Refusal("battles:c13.3", msg("refuse.spend.no-option"))
        if action.card not in state.hands[seat].cards:
            return Refusal("battles:card.3", msg("refuse.card.not-in-hand", card=action.card))
        number = state.box.commander_number[action.commander]
        leader = unit_of_commander(state, number)
        if leader == NO_UNIT or state.seat[leader] != seat:
            return Refusal("battles:c9.10", msg("refuse.card.no-commander", commander=action.commander))
        if not self._has_room(number):
            return Refusal("battles:zone.11", msg("refuse.card.too-dear", card=action.card, commander=action.commander))
        unit = unit_at(state, action.hex)
        why = self._unit_refusal(unit, action.hex)
        if why is not None:
            return why
        if unit in controlled(state, leader):
            return None
        return Refusal("battles:zone.4", msg("refuse.unit.order", hex=action.hex))

    def only(self, options: Options[TurnAction]) -> TurnAction | None:
        """Return Pass for a player without tokens and cards: battles:card.13.

        A player with cards in hand is asked, even if none of them can be played: battles:ruling.8.
        """
        if len(self.state.hands[self.turn.seat]):
            return None
        return options[0] if len(options) == 1 else None


def begin_command(state: State) -> None:
    """Begin the Command Phase with the first player: battles:command.3, battles:round.8."""
    state.passed = [False, False]
    state.turn_seat = state.first
