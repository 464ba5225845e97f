"""Moments: events in the game and the effects that respond to them.

A rule that reaches an event of the game (`EVENTS`) calls `yield from happen(game, Moment(...))`. Then all automatic
effects are resolved, and each player in turn may use one Order or one Tactics card (icefire:timing.1). The effects and
cards are found in `effects.registry`; a rule knows none of them by name.
"""

from __future__ import annotations

from typing import Final

from banneret.games.icefire.actions import Choose, PlayCard, UseOrder
from banneret.games.icefire.effects import registry
from banneret.games.icefire.effects.registry import Way
from banneret.games.icefire.events.tokens import CardPlayed, OrderUsed
from banneret.games.icefire.game import War
from banneret.games.icefire.rules.table.choosers import ThingChooser, choose_unit
from banneret.games.icefire.rules.table.facts import Answers, facts_of
from banneret.games.icefire.rules.table.lasting_effects import has_effect
from banneret.games.icefire.rules.table.sides import OUT, allied, clockwise, friendly
from banneret.games.icefire.rules.table.triggers import UNFINISHED, fits
from banneret.games.icefire.rules.table.units import is_wall, label
from banneret.games.icefire.rules.window_prompts import window_prompt
from banneret.games.icefire.state import NO_UNIT, Moment, State, Use
from banneret.kernel.choosers import Chooser, Options, Refusal
from banneret.kernel.flow import Flow, about, ask
from banneret.kernel.questions import Pass
from banneret.text.message import Message, msg

NO_ORDERS: Final = "no-orders"
"""The effect on a unit that cannot be a target of its own side's Orders."""
NO_CARDS: Final = "no-cards"
"""The effect on a unit that cannot be a target of its own side's Tactics cards."""
ANSWERED: Final = "answered-"
"""The beginning of the notes of a moment on the seats for which an ability has played a card in response to it."""
DEEPEST: Final = 4
"""Maximum number of cards in a chain of responses; no trigger of the game goes deeper."""


def happen(game: War, moment: Moment) -> Flow[None]:
    """Resolve all responses to a moment."""
    first = game.once(_first_answer, game.state, moment)
    if first is None:
        return
    if first == _ACTS:
        yield from _act(game, moment)
        if not moment.canceled:  # else there is nothing left to respond to
            yield from _window(game, moment)
    else:
        yield from _window(game, moment, *first)


_ACTS: Final[tuple[int, list[tuple[int, str]]]] = (-1, [])
"""Automatic effects come first, after which anything may be different."""


def _first_answer(state: State, moment: Moment) -> tuple[int, list[tuple[int, str]]] | None:
    """Return the place of the first player who is asked at a moment and the Orders offered, or None if nobody is.

    Return `_ACTS` if automatic effects respond.
    """
    seats, facts = answering(state, moment), facts_of(state)
    there = facts.answers(state, moment.event)
    if there.abilities or there.others:
        for seat in seats:  # loops without generators, as they run for every event
            if _of_seat(state, there, seat, moment):
                return _ACTS
    if state.turn is not None:
        for event, _ in (*state.turn.sooner, *state.turn.later):
            if event == moment.event:
                return _ACTS
    if not facts.abilities.orders(state, moment.event) and not registry.USES_AT[state.law.edition][moment.event]:
        return None
    for place, seat in enumerate(seats):
        orders = orders_at(state, seat, moment)
        if orders or may_hold_card(state, seat, moment):
            return place, orders
    return None


def acting_seat(state: State) -> int:
    """Return the seat that decides first: the player whose turn it is: icefire:timing.4.

    At the start and the end of a round it is the First Player: icefire:ruling.92.
    """
    if state.turn is not None:
        return state.turn.seat
    return max(state.first, 0)


def in_order(state: State) -> tuple[int, ...]:
    """Return the seats in the order in which they decide: icefire:timing.4.

    With more than two players, the side that decides first comes first, then the others, to the left:
    icefire:ruling.119.
    """
    first = acting_seat(state)
    if state.seats == 2 and OUT not in state.marks:
        return (0, 1) if first == 0 else (1, 0)
    return tuple(sorted(clockwise(state, first), key=lambda seat: not allied(state, seat, first)))


def answering(state: State, moment: Moment) -> list[int]:
    """List the seats whose effects respond to a moment, without a castle wall's side: icefire:castle-wall.1."""
    for unit in (moment.unit, moment.target) if state.mode.walls else ():
        if unit != NO_UNIT and is_wall(state, unit):
            return [seat for seat in in_order(state) if not friendly(state, unit, seat)]
    return [*in_order(state)]


# Automatic effects ---------------------------------------------------------------------------------------------------


def automatic(state: State, moment: Moment) -> list[tuple[registry.Passive, int]]:
    """List the automatic effects that respond to a moment, seat by seat, each with its unit or non-combat unit."""
    there = facts_of(state).answers(state, moment.event)
    return [one for seat in answering(state, moment) for one in _of_seat(state, there, seat, moment)]


def _of_seat(state: State, there: Answers, seat: int, moment: Moment) -> tuple[tuple[registry.Passive, int], ...]:
    """List the abilities of a seat's units that respond to a moment, then its other effects, with their sources.

    `there` are those that may respond.
    """
    found = []
    for answer in there.abilities:
        passive, unit = answer
        if (
            state.seat[unit] == seat
            and (state.health[unit] or moment.unit == unit)
            and state.pose[unit] is not None
            and _concerns(passive, unit, moment)
        ):
            found.append(answer)
    for passive, source, owner in there.others:
        if owner == seat and (state.ncu_alive[source] if passive.kind == "ncu" else _concerns(passive, source, moment)):
            found.append((passive, source))
    return tuple(found)


def _act(game: War, moment: Moment) -> Flow[None]:
    """Resolve abilities, Influence and attached cards: icefire:card.12, icefire:timing.4."""
    state = game.state
    for event, answer in tuple(state.turn.sooner) if state.turn is not None else ():
        if event == moment.event:
            yield from answer(game, moment)
    there = facts_of(state).answers(state, moment.event)
    if there.abilities or there.others:
        for seat in answering(state, moment):
            there = facts_of(state).answers(state, moment.event)  # the effects of others may have changed it
            waiting = list(game.once(_of_seat, state, there, seat, moment))
            while waiting and not moment.canceled:
                passive, source = waiting.pop((yield from _first(state, seat, waiting, moment)))
                yield from about(passive.id, passive.act(game, moment, source))
    if state.turn is not None and not moment.canceled:
        for event, answer in tuple(state.turn.later):
            if event == moment.event:
                yield from answer(game, moment)


def _first(state: State, seat: int, waiting: list[tuple[registry.Passive, int]], moment: Moment) -> Flow[int]:
    """Let a player choose which of several effects is resolved next: icefire:timing.3, icefire:ruling.117.

    Return its index. Effects that would do nothing now are not offered, and of equal ones only that of the first unit.
    """
    ready: dict[str, int] = {}
    if len(waiting) > 1:
        for place, (passive, source) in enumerate(waiting):
            if passive.kind != "effect" and (passive.ready is None or passive.ready(state, moment, source)):
                ready.setdefault(passive.id, place)
    if len(ready) < 2:
        return 0
    answer = yield from ask(seat, ThingChooser(list(ready), "first-effect", "icefire:timing.3"))
    return ready[answer.choice] if isinstance(answer, Choose) else 0


def _concerns(passive: registry.Passive, unit: int, moment: Moment) -> bool:
    if passive.role == "unit":
        return moment.unit == unit
    if passive.role == "target":
        return moment.target == unit
    return True


# Orders and Tactics cards --------------------------------------------------------------------------------------------


def _window(game: War, moment: Moment, first: int = 0, known: list[tuple[int, str]] | None = None) -> Flow[None]:
    """Ask each player for one Order or card, then resolve them: icefire:timing.1, icefire:timing.4, icefire:timing.6.

    A player who has passed is not asked again: icefire:timing.5. Whether a player is asked depends only on public
    information. A canceled use is canceled for all its targets, and its cost remains paid: icefire:ruling.58. A use
    about destroyed units has no effect: icefire:ruling.138. The first player asked and the Orders may be `known`.
    """
    state = game.state
    declared: list[tuple[Way, Use, list[int]]] = []
    for seat in answering(state, moment)[first:]:
        if moment.notes.get(f"{ANSWERED}{seat}"):
            continue
        orders = game.once(_offered, state, seat, moment) if known is None else known
        known = None
        if orders is None:
            continue
        answer = yield from ask(seat, WindowChooser(state, seat, moment, orders))
        if isinstance(answer, UseOrder):
            unit = state.labels.index(answer.unit)
            way = registry.ORDERS[answer.order]
            use = Use(seat, unit, answer.order, moment)
            state.orders_used[unit].append(answer.order)
            game.emit(OrderUsed(unit=answer.unit, order=answer.order))
            there = _about(state, use)
            yield from _declare(game, way, use)
            declared.append((way, use, there))
        elif isinstance(answer, PlayCard):
            found = game.once(way_of_card, state, seat, answer.card, moment)
            if found is None:
                raise RuntimeError(f"card {answer.card} was offered at a moment that it does not fit")
            use = Use(seat, NO_UNIT, answer.card, moment)
            game.chance.take(state.hands[seat], answer.card)
            state.discards[seat].append(answer.card)
            game.emit(CardPlayed(player=state.law.players[seat], card=answer.card))
            there = _about(state, use)
            yield from _declare(game, found, use)
            declared.append((found, use, there))
    for way, use, there in declared:
        if not use.canceled and not _fell(state, there, use.targets):
            yield from about(use.id, way.play(game, use))


def _offered(state: State, seat: int, moment: Moment) -> list[tuple[int, str]] | None:
    """Return the Orders that a player is offered, perhaps with cards, or None if the player is not asked."""
    orders = orders_at(state, seat, moment)
    return orders if orders or may_hold_card(state, seat, moment) else None


def _about(state: State, use: Use) -> list[int]:
    """List the surviving units that an Order or a card is about: its own, and the one about to act."""
    moment = use.moment
    units = {subject_of(state, use), moment.unit if moment.event in UNFINISHED else NO_UNIT} - {NO_UNIT}
    return [unit for unit in sorted(units) if state.health[unit]]


def _fell(state: State, about: list[int], targets: list[int]) -> bool:
    """Return whether a use is too late: its subject or all of its targets have been destroyed: icefire:ruling.138."""
    aimed = [unit for unit in targets if unit != NO_UNIT]
    gone = [unit for unit in (*about, *aimed) if not state.health[unit] and state.pose[unit] is None]
    return not set(about).isdisjoint(gone) or (bool(aimed) and set(aimed).issubset(gone))


def _declare(game: War, way: Way, use: Use) -> Flow[None]:
    """Choose all targets, then let others respond: icefire:timing.2, icefire:deck.5, icefire:orders.2.

    icefire:terms.26.
    """
    state = game.state
    for number, candidates in enumerate(way.targets):
        units = game.once(candidates, state, use)
        if isinstance(candidates, registry.Every):
            use.targets += units
        elif units:
            chosen = choose_unit(state, use.seat, units, "target", registry.rule_of(use))
            unit = yield from about(use.id, chosen)
            use.targets.append(unit)
        else:
            use.targets.append(NO_UNIT)
        if number == len(way.targets) - 1:
            break
    if use.depth < DEEPEST:
        kind = "order" if use.unit != NO_UNIT else "card"
        answered = Moment("card-played" if kind == "card" else "targeted", use.seat, unit=use.unit, by=kind, use=use)
        answered.depth = use.depth + 1
        answered.target = next((target for target in use.targets if target != NO_UNIT), subject_of(state, use))
        yield from happen(game, answered)
        use.canceled = use.canceled or answered.canceled
        for target in dict.fromkeys([answered.target, *use.targets]):  # each of several: icefire:ruling.58
            answers = kind == "card" or target != answered.target
            if answers and target != NO_UNIT and not use.canceled:
                aimed = Moment("targeted", use.seat, unit=use.unit, target=target, by=kind, use=use)
                aimed.depth = use.depth + 1
                yield from happen(game, aimed)
                use.canceled = aimed.canceled


def subject_of(state: State, use: Use) -> int:
    """Return the unit that a card or an Order is about if it names no other: icefire:orders.4, icefire:deck-2021.2.

    For a card that responds to an action of a friendly unit, that unit; for a response to an enemy's, none.
    """
    if use.unit != NO_UNIT:
        return use.unit
    unit = use.moment.unit
    return unit if unit != NO_UNIT and friendly(state, unit, use.seat) else NO_UNIT


def orders_at(state: State, seat: int, moment: Moment) -> list[tuple[int, str]]:
    """List the Orders that a player may use at a moment, each once per round: icefire:orders.1, icefire:card.10.

    icefire:orders.2, icefire:orders.3, icefire:orders.4, icefire:ruling.56, icefire:ruling.57.
    """
    facts = facts_of(state)
    there = facts.abilities.orders(state, moment.event)
    if not there:
        return []
    barred = facts.affected.get(NO_ORDERS, ())
    return [
        (unit, id)
        for unit, id, trigger, way in there
        if state.seat[unit] == seat
        and state.pose[unit] is not None
        and id not in state.orders_used[unit]
        and unit not in barred
        and fits(state, trigger, moment, seat, unit)
        and way.possible(state, Use(seat, unit, id, moment))
    ]


def way_of_card(state: State, seat: int, card: str, moment: Moment) -> Way | None:
    """Return how a player may use a Tactics card at a moment, or None: icefire:deck.5, icefire:deck.8."""
    if state.turn is not None and seat in state.turn.cardless:  # icefire:charge.26
        return None
    for trigger, way in registry.USES_AT[state.law.edition][moment.event].get(card, ()):
        if fits(state, trigger, moment, seat, NO_UNIT):
            chosen = Use(seat, NO_UNIT, card, moment)
            if not has_effect(state, NO_CARDS, subject_of(state, chosen)) and way.possible(state, chosen):
                return way
    return None


def may_hold_card(state: State, seat: int, moment: Moment) -> bool:
    """Return whether, from the others' point of view, a player may hold a card for a moment.

    Depends only on public information: the unseen cards, and whether the player has a hand. It reveals nothing about
    it.
    """
    hand, uses = state.hands[seat].cards, registry.USES_AT[state.law.edition][moment.event]
    if not hand or not uses or moment.depth >= DEEPEST:
        return False
    if state.turn is not None and seat in state.turn.cardless:  # icefire:charge.26
        return False
    unseen = {*hand, *state.decks[seat].cards}
    for card in uses:  # noqa: SIM110  # a loop without a generator, as it runs for every event
        if card in unseen and way_of_card(state, seat, card, moment) is not None:
            return True
    return False


def turns_taken(state: State) -> int:
    """Return the number of completed turns of the round, counted from activated units and passes."""
    unit, ncu = (state.turn.unit, state.turn.ncu) if state.turn is not None else (NO_UNIT, NO_UNIT)
    units = sum(acted for one, acted in enumerate(state.activated) if one != unit)
    ncus = sum(acted for one, acted in enumerate(state.ncu_activated) if one != ncu)
    return state.seats * (units + ncus - sum(state.passes)) + (state.turn_seat if state.turn is not None else 0)


class WindowChooser(Chooser[Pass | UseOrder | PlayCard]):
    """Does the player use an Order or a Tactics card now? Options: no, Orders by unit, cards by id."""

    __slots__ = ("moment", "orders", "seat", "state")
    kind = "window"
    rule = "icefire:timing.1"
    answers = (Pass, UseOrder, PlayCard)

    def __init__(self, state: State, seat: int, moment: Moment, orders: list[tuple[int, str]]) -> None:
        self.state = state
        self.seat = seat
        self.moment = moment
        self.orders = orders

    def prompt(self) -> Message:
        """Return the question as a message."""
        return window_prompt(self.state, self.moment)

    def _cards(self) -> list[str]:
        held = sorted(set(self.state.hands[self.seat].cards))
        return [card for card in held if way_of_card(self.state, self.seat, card, self.moment) is not None]

    def options(self) -> list[Pass | UseOrder | PlayCard]:
        """List `pass`, the Orders, and the fitting cards in hand."""
        found: list[Pass | UseOrder | PlayCard] = [Pass()]
        found += [UseOrder(label(self.state, unit), id) for unit, id in self.orders]
        found += [PlayCard(card) for card in self._cards()]
        return found

    def refusal(self, action: Pass | UseOrder | PlayCard) -> Refusal | None:
        """Refuse Orders that are used or do not fit, and cards that are not in hand or do not fit: icefire:deck.5."""
        if isinstance(action, UseOrder):
            if any((label(self.state, unit), id) == (action.unit, action.order) for unit, id in self.orders):
                return None
            return Refusal("icefire:orders.2", msg("refuse.order", unit=action.unit, order=action.order))
        if isinstance(action, PlayCard):
            if action.card not in self.state.hands[self.seat].cards:
                return Refusal("icefire:deck.5", msg("refuse.card.not-held", card=action.card))
            if way_of_card(self.state, self.seat, action.card, self.moment) is None:
                return Refusal("icefire:deck.5", msg("refuse.card.now", card=action.card))
        return None

    def window(self) -> str:
        """Return the event that opens the window."""
        return self.moment.event

    def recurs(self) -> dict[str, str]:
        """Return the reason for the window, within this turn and this round."""
        state = self.state
        event = f"{self.moment.event} {state.round}"
        return {"turn": f"{event}.{turns_taken(state)}", "round": event}

    def only(self, options: Options[Pass | UseOrder | PlayCard]) -> Pass | UseOrder | PlayCard | None:
        """Return None: asking a player must reveal nothing about the hand."""
        return None
