"""Events of the Westeros phase: cards, supply, mustering, bidding, wildlings."""

from __future__ import annotations

from typing import TypeAlias

from banneret.kernel.events import Event


class WesterosRevealed(Event, frozen=True, tag="westeros-revealed"):
    """The top cards of the three Westeros decks are revealed."""

    cards: tuple[str, ...]
    rule: str = "thrones:westeros.2"


class WesterosCard(Event, frozen=True, tag="westeros-card"):
    """A Westeros card is resolved."""

    card: str
    deck: int
    rule: str


class DeckReshuffled(Event, frozen=True, tag="deck-reshuffled"):
    """Winter Is Coming: the deck is shuffled and another card revealed."""

    deck: int
    card: str
    rule: str = "thrones:event.winter-is-coming"


class EffectChosen(Event, frozen=True, tag="effect-chosen"):
    """The holder of a dominance token, or a bidder, chooses the effect of a card (`nothing` for none)."""

    house: str
    card: str
    effect: str
    rule: str


class OrdersBanned(Event, frozen=True, tag="orders-banned"):
    """These orders are not allowed in this planning phase."""

    orders: tuple[str, ...]
    rule: str


class PowerCollected(Event, frozen=True, tag="power-collected"):
    """Game of Thrones: a house gains power tokens for power icons and ports."""

    house: str
    tokens: int
    gained: int
    rule: str = "thrones:event.game-of-thrones"


# Supply and mustering


class SupplyMoved(Event, frozen=True, tag="supply-moved"):
    """The supply token of a house moves."""

    house: str
    old: int
    new: int
    rule: str


class UnitLost(Event, frozen=True, tag="unit-lost"):
    """A house loses a unit outside of combat."""

    house: str
    area: str
    unit: str
    rule: str


class UnitMustered(Event, frozen=True, tag="unit-mustered"):
    """A house musters a unit with the mustering points of an area."""

    house: str
    area: str
    unit: str
    place: str
    rule: str = "thrones:mustering.4"


class UnitUpgraded(Event, frozen=True, tag="unit-upgraded"):
    """A house upgrades a footman to a knight or siege engine."""

    house: str
    area: str
    unit: str
    rule: str = "thrones:mustering.5"


# Clash of Kings and influence tracks


class BidsShown(Event, frozen=True, tag="bids-shown"):
    """The bids for an influence track are revealed; `bids` maps houses to tokens."""

    track: str
    bids: dict[str, int]
    rule: str = "thrones:clash.2"


class TieSettled(Event, frozen=True, tag="tie-settled"):
    """The holder of the Iron Throne breaks a tie in favor of a house, which takes the next position."""

    holder: str
    house: str
    rule: str


class TrackSettled(Event, frozen=True, tag="track-settled"):
    """The order of an influence track is decided; `houses` begins with position 1."""

    track: str
    houses: tuple[str, ...]
    rule: str = "thrones:clash.3"


class TrackMoved(Event, frozen=True, tag="track-moved"):
    """A house moves on an influence track, to position `place` counted from 1."""

    house: str
    track: str
    place: int
    rule: str


# Wildlings


class WildlingMarkerMoved(Event, frozen=True, tag="wildling-marker-moved"):
    """The wildling marker moves to the space `threat`."""

    threat: int
    rule: str


class WildlingsAttack(Event, frozen=True, tag="wildlings-attack"):
    """The wildlings attack with this strength."""

    strength: int
    rule: str


class WildlingBids(Event, frozen=True, tag="wildling-bids"):
    """The bids against the wildlings are revealed; all are spent. `winner` is `nights-watch` or `wildlings`."""

    bids: dict[str, int]
    strength: int
    watch: int
    winner: str
    rule: str = "thrones:wildlings.6"


class BidderNamed(Event, frozen=True, tag="bidder-named"):
    """The highest or lowest bidder is decided; `bidder` is `highest` or `lowest`."""

    house: str
    bidder: str
    rule: str


class WildlingCardRevealed(Event, frozen=True, tag="wildling-card"):
    """The top wildling card is revealed."""

    card: str
    rule: str = "thrones:wildling-results.1"


class UnitExchanged(Event, frozen=True, tag="unit-exchanged"):
    """A card exchanges a unit for one of another kind."""

    house: str
    area: str
    old: str
    new: str
    rule: str = "thrones:wildling.crow-killers"


class HandReduced(Event, frozen=True, tag="hand-reduced"):
    """A house discards house cards from its hand."""

    house: str
    cards: tuple[str, ...]
    rule: str = "thrones:wildling.massing-on-the-milkwater"


class CardsRecovered(Event, frozen=True, tag="cards-recovered"):
    """A house returns house cards from its discard pile to its hand."""

    house: str
    cards: tuple[str, ...]
    rule: str


class PowerLost(Event, frozen=True, tag="power-lost"):
    """A house discards available power tokens."""

    house: str
    tokens: int
    rule: str


class BidReturned(Event, frozen=True, tag="bid-returned"):
    """A house gets its bid back."""

    house: str
    tokens: int
    rule: str = "thrones:wildling.skinchanger-scout"


WesterosEvent: TypeAlias = (
    WesterosRevealed | WesterosCard | DeckReshuffled | EffectChosen | OrdersBanned | PowerCollected | SupplyMoved
    | UnitLost | UnitMustered | UnitUpgraded | BidsShown | TieSettled | TrackSettled | TrackMoved
    | WildlingMarkerMoved | WildlingsAttack | WildlingBids | BidderNamed | WildlingCardRevealed | UnitExchanged
    | HandReduced | CardsRecovered | PowerLost | BidReturned
)  # fmt: skip  # several to a line
