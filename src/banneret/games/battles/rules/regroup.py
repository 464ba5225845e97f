"""The Regroup Phase: fire, points, victory, discarding, recovery, the next round."""

from __future__ import annotations

from banneret.games.battles.actions import DropCard, KeepToken
from banneret.games.battles.content.components import TOKENS, ZONES
from banneret.games.battles.events.round import CardsDiscarded, MoraleRecovered, TokensDiscarded
from banneret.games.battles.game import Battle
from banneret.games.battles.rules.combat.fire import burn
from banneret.games.battles.rules.field.abilities import ability_of
from banneret.games.battles.rules.field.units import commanders_of
from banneret.games.battles.rules.orders.plan_tokens import archers_shoot, settle_control
from banneret.games.battles.rules.victory.morale import break_point, change_morale, trouble, zone
from banneret.games.battles.rules.victory.scoring import count_points
from banneret.games.battles.rules.victory.victory import check_immediate, check_last_round
from banneret.games.battles.state import State
from banneret.kernel.choosers import Chooser, Options, Part, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.questions import Done, MayChooser, Yes
from banneret.text.message import Message, msg

KEPT_TOKENS = 1
KEPT_CARDS = 1


def regroup(game: Battle) -> Flow[None]:
    """Carry out the first three steps: conditions, points, victory (battles:regroup.1, battles:ruling.73)."""
    state = game.state
    burn(game)
    yield from archers_shoot(game)
    settle_control(game)
    check_immediate(game)
    count_points(game)
    check_immediate(game)
    check_last_round(game)
    state.step = "discard"
    state.turn_seat = state.first


def discard(game: Battle) -> Flow[None]:
    """Let one player discard, the first player first: battles:regroup.16, battles:regroup.2, battles:ruling.81."""
    state = game.state
    seat = state.turn_seat
    yield from _discard_cards(game, seat)
    yield from _discard_tokens(game, seat)
    state.turn_seat = 1 - seat
    if state.turn_seat == state.first:
        state.step = "recover"


def kept_cards(state: State, seat: int) -> int:
    """Return how many cards a House may keep: one (battles:regroup.16), and those added by abilities."""
    return KEPT_CARDS + sum(ability_of(state, unit).kept_cards() for unit in commanders_of(state, seat))


def _discard_cards(game: Battle, seat: int) -> Flow[None]:
    """Ask which cards are discarded, at least the required number: battles:regroup.16, battles:ruling.5.

    The question is about discards, not about cards kept: an answer that names a kept card would reveal it.
    """
    state = game.state
    hand = state.hands[seat]
    gone: list[str] = []
    while len(hand):
        answer = yield from ask(seat, DropCardChooser(hand.cards, len(hand) - kept_cards(state, seat)))
        if isinstance(answer, Done):
            break
        game.chance.take(hand, answer.card)
        state.discards[seat].append(answer.card)
        gone.append(answer.card)
    if gone:
        game.emit(CardsDiscarded(house=state.houses[seat], cards=tuple(gone)))


def _discard_tokens(game: Battle, seat: int) -> Flow[None]:
    """Ask which order token is kept: battles:regroup.16, battles:ruling.5."""
    state = game.state
    pool = state.pool[seat]
    kinds = [kind for kind, number in enumerate(pool) if number]
    if not kinds:
        return
    answer = yield from ask(seat, KeepTokenChooser(kinds))
    kept = TOKENS.index(answer.token) if isinstance(answer, KeepToken) else -1
    gone: list[str] = []
    for kind in kinds:
        left = KEPT_TOKENS if kind == kept else 0
        gone += [TOKENS[kind]] * (pool[kind] - left)
        pool[kind] = left
        state.accounted[seat][kind] = min(state.accounted[seat][kind], left)
    if gone:
        game.emit(TokensDiscarded(house=state.houses[seat], tokens=tuple(gone)))


def recover(game: Battle) -> Flow[None]:
    """Offer recovery to a House in a coloured zone, then begin the next round.

    Recovery is optional: battles:regroup.17, battles:ruling.66, battles:ruling.67. Then the round marker advances:
    battles:regroup.19, battles:regroup.3, battles:round.3.
    """
    state = game.state
    for seat in (state.first, 1 - state.first):
        point = break_point(state, seat)
        if not point:
            continue
        fields = {"colour": ZONES[zone(state, seat)], "space": point}
        answer = yield from ask(seat, MayChooser("recover", "battles:regroup.17", **fields))
        if isinstance(answer, Yes):
            change_morale(game, seat, trouble(state, seat) - point, "battles:regroup.17")
            game.emit(MoraleRecovered(house=state.houses[seat], space=point))
    state.round += 1
    state.step = "rally"


class DropCardChooser(Chooser[Done | DropCard]):
    """Which card is discarded? Options: no more, if few enough are left, then the hand by id."""

    __slots__ = ("cards", "missing", "must")
    kind = "drop-card"
    rule = "battles:regroup.16"
    answers = (Done, DropCard)

    def __init__(self, cards: list[str], over: int) -> None:
        self.cards = cards
        self.missing = max(0, over)
        """The number of cards that must still be discarded."""
        self.must = over > 0

    def prompt(self) -> Message:
        """Ask for the required discards, or else whether cards are discarded."""
        return msg("ask.drop-card.must", count=self.missing) if self.must else msg("ask.drop-card")

    def part(self) -> Part:
        """Return the number of required discards; then the cards that can be discarded as well."""
        if self.must:
            return Part("discards", self.missing)
        return Part("discards", 0, tuple(f"card:{card}" for card in sorted(self.cards)), closing=Done())

    def options(self) -> list[Done | DropCard]:
        """Return an action to stop, if allowed, then one per card."""
        cards: list[Done | DropCard] = [DropCard(card) for card in sorted(self.cards)]
        return cards if self.must else [Done(), *cards]

    def refusal(self, action: Done | DropCard) -> Refusal | None:
        """Refuse cards that are not in hand, and stopping with too many."""
        if isinstance(action, Done):
            return Refusal(self.rule, msg("refuse.drop-card.too-many")) if self.must else None
        if action.card in self.cards:
            return None
        return Refusal("battles:card.3", msg("refuse.card.not-in-hand", card=action.card))

    def only(self, options: Options[Done | DropCard]) -> Done | DropCard | None:
        """Return None: always ask."""
        return None


class KeepTokenChooser(Chooser[Done | KeepToken]):
    """Which order token is kept? Options: none, then the available kinds."""

    __slots__ = ("kinds",)
    kind = "keep-token"
    rule = "battles:regroup.16"
    answers = (Done, KeepToken)

    def __init__(self, kinds: list[int]) -> None:
        self.kinds = kinds

    def options(self) -> list[Done | KeepToken]:
        """Return an action to keep none, then one per kind."""
        return [Done(), *(KeepToken(TOKENS[kind]) for kind in self.kinds)]

    def refusal(self, action: Done | KeepToken) -> Refusal | None:
        """Refuse kinds that are not in the pool."""
        if isinstance(action, Done) or TOKENS.index(action.token) in self.kinds:
            return None
        return Refusal(self.rule, msg("refuse.token.not-there", token=action.token, number=1))
