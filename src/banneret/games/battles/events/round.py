"""Events in a round's phases: advantage, tokens, cards, turns and victory."""

from __future__ import annotations

from typing import ClassVar

from banneret.kernel.events import Event


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round begins; `colour` is white or black."""

    round: int
    colour: str
    rule: str = "battles:round.11"


class AdvantageTaken(Event, frozen=True, tag="advantage-taken"):
    """A House becomes first player: command tokens on the boards decide, then Momentum."""

    house: str
    tokens: dict[str, int]
    rule: str = "battles:round.6"


class Rallied(Event, frozen=True, tag="rallied"):
    """Commanders are refreshed and all units rallied."""

    rule: str = "battles:round.10"


class OrderDiceRolled(Event, frozen=True, tag="order-dice-rolled"):
    """A House rolls for order tokens; `taken` are those still in the supply."""

    house: str
    faces: tuple[str, ...]
    taken: tuple[str, ...]
    rule: str = "battles:marshal.4"


class DeckReshuffled(Event, frozen=True, tag="deck-reshuffled"):
    """The discard pile of a House becomes its new deck."""

    house: str
    rule: str = "battles:marshal.8"


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    """A House draws Leadership cards."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("cards",)
    house: str
    number: int
    cards: tuple[str, ...] | None
    rule: str = "battles:marshal.6"


class Passed(Event, frozen=True, tag="passed"):
    """A House passes and takes no more turns this round."""

    house: str
    rule: str = "battles:card.10"


class TokenUsed(Event, frozen=True, tag="token-used"):
    """A House uses order tokens of one kind."""

    house: str
    token: str
    number: int
    rule: str = "battles:command.14"


class CardPlayed(Event, frozen=True, tag="card-played"):
    """A House plays a Leadership card on a commander."""

    house: str
    card: str
    commander: str
    rule: str = "battles:card.3"


class CardSpent(Event, frozen=True, tag="card-spent"):
    """A House discards a Leadership card to order one unit."""

    house: str
    card: str
    commander: str
    rule: str = "battles:c13.3"


class CommandsPaid(Event, frozen=True, tag="commands-paid"):
    """Command tokens move from the command board to a commander."""

    house: str
    commander: str
    tokens: int
    rule: str = "battles:zone.12"


class TacticUsed(Event, frozen=True, tag="tactic-used"):
    """A House uses the tactic of its card, accounting for these tokens."""

    house: str
    card: str
    tokens: tuple[str, ...]
    rule: str = "battles:tactic.2"


class AbilityUsed(Event, frozen=True, tag="ability-used"):
    """A commander uses his commit ability, which usually turns his card over."""

    house: str
    commander: str
    rule: str = "battles:commander.4"


class UnitOrdered(Event, frozen=True, tag="unit-ordered"):
    """A unit is ordered."""

    house: str
    unit: str
    hex: str
    rule: str = "battles:order.4"


class UnitRallied(Event, frozen=True, tag="unit-rallied"):
    """A unit is rallied and can be ordered again."""

    house: str
    unit: str
    hex: str
    rule: str = "battles:order.9"


class TokenGained(Event, frozen=True, tag="token-gained"):
    """A House takes an order token from the supply."""

    house: str
    token: str
    rule: str = "battles:command.14"


class TokenLost(Event, frozen=True, tag="token-lost"):
    """A House loses an order token."""

    house: str
    token: str
    rule: str = "battles:regroup.16"


class HandSeen(Event, frozen=True, tag="hand-seen"):
    """A House looks at the enemy's hand."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("cards",)
    house: str
    number: int
    cards: tuple[str, ...] | None
    rule: str = "battles:commander-card.tywin-lannister-commit"


class CardsDiscarded(Event, frozen=True, tag="cards-discarded"):
    """A House discards Leadership cards from its hand."""

    house: str
    cards: tuple[str, ...]
    rule: str = "battles:regroup.16"


class TokensDiscarded(Event, frozen=True, tag="tokens-discarded"):
    """A House discards order tokens."""

    house: str
    tokens: tuple[str, ...]
    rule: str = "battles:regroup.16"


class PointsScored(Event, frozen=True, tag="points-scored"):
    """A House scores victory points for `reason`."""

    house: str
    points: int
    total: int
    reason: str
    rule: str = "battles:regroup.5"


class ControlChanged(Event, frozen=True, tag="control-changed"):
    """A House takes control of an objective."""

    house: str
    hex: str
    rule: str = "battles:c11.26"


class MoraleRecovered(Event, frozen=True, tag="morale-recovered"):
    """A House recovers morale to a break point."""

    house: str
    space: int
    rule: str = "battles:regroup.17"


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """The battle is over."""

    winner: str
    reason: str
    points: dict[str, int]
    rule: str = "battles:regroup.8"
