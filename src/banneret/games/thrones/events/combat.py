"""Events of a combat."""

from __future__ import annotations

from banneret.kernel.events import Event


class CombatBegan(Event, frozen=True, tag="combat-began"):
    """A combat begins: units attack `area` from `origin`, the area of their march order."""

    attacker: str
    defender: str
    origin: str
    area: str
    units: tuple[str, ...]
    defending: tuple[str, ...] = ()
    """Defending units; if there are none, a garrison defends alone."""
    rule: str = "thrones:combat.1"


class SupportGiven(Event, frozen=True, tag="support-given"):
    """A support order adds this strength to a side."""

    house: str
    area: str
    side: str
    strength: int
    rule: str = "thrones:support.2"


class SupportWithheld(Event, frozen=True, tag="support-withheld"):
    """A support order supports neither side."""

    house: str
    area: str
    rule: str = "thrones:support.2"


class SupportRefused(Event, frozen=True, tag="support-refused"):
    """A side refuses the support of another house's area."""

    house: str
    area: str
    rule: str = "thrones:support.9"


class InitialStrength(Event, frozen=True, tag="initial-strength"):
    """Both sides announce their strength before house cards are chosen."""

    attacker: str
    attack: int
    defender: str
    defense: int
    units: tuple[int, ...] = ()
    """Contribution of the units: a pair of attacker and defender, like the following fields."""
    orders: tuple[int, ...] = ()
    garrisons: tuple[int, ...] = ()
    tokens: tuple[str, ...] = ()
    """March order of the attacker and order in the embattled area; "" if there is none."""
    rule: str = "thrones:strength.6"


class CardsRevealed(Event, frozen=True, tag="cards-revealed"):
    """Both house cards are revealed at once."""

    attacker: str
    attacking: str
    defender: str
    defending: str
    rule: str = "thrones:cards.1"


class CardCancelled(Event, frozen=True, tag="card-cancelled"):
    """A house card is cancelled and returns to its owner's hand."""

    house: str
    card: str
    rule: str = "thrones:card.tyrion-lannister"


class CardPlayed(Event, frozen=True, tag="card-played"):
    """A house plays another card instead of the first."""

    house: str
    card: str
    rule: str


class NoCardLeft(Event, frozen=True, tag="no-card-left"):
    """A house whose card was cancelled has no other card and fights without one."""

    house: str
    rule: str = "thrones:ruling.41"


class PaidForCard(Event, frozen=True, tag="paid-for-card"):
    """A house pays power tokens and discards its card to play another."""

    house: str
    card: str
    tokens: int
    rule: str = "thrones:card.aeron-damphair"


class SentToEnd(Event, frozen=True, tag="sent-to-end"):
    """A house moves to the last position of an influence track."""

    house: str
    track: str
    rule: str = "thrones:card.doran-martell"


class CombatOrderRemoved(Event, frozen=True, tag="combat-order-removed"):
    """A card or a lost combat removes an order."""

    house: str
    area: str
    order: str
    rule: str


class CombatUnitLost(Event, frozen=True, tag="combat-unit-lost"):
    """A unit is destroyed in a combat; `state` is `upright` or `routed`."""

    house: str
    area: str
    unit: str
    state: str
    rule: str


class LossPrevented(Event, frozen=True, tag="loss-prevented"):
    """A card prevents a house from losing units."""

    house: str
    card: str
    rule: str = "thrones:card.the-blackfish"


class TidesDrawn(Event, frozen=True, tag="tides-drawn"):
    """A house draws a Tides of Battle card, which only that house sees."""

    PRIVATE = ("card",)
    house: str
    card: str | None
    rule: str = "thrones:tides.3"


class TidesReplaced(Event, frozen=True, tag="tides-replaced"):
    """A house spends the blade to replace its Tides of Battle card."""

    PRIVATE = ("card",)
    house: str
    card: str | None
    rule: str = "thrones:tides.4"


class TidesShown(Event, frozen=True, tag="tides-shown"):
    """Both Tides of Battle cards are revealed."""

    attacker: str
    attacking: str
    defender: str
    defending: str
    rule: str = "thrones:tides.5"


class TidesLaidAside(Event, frozen=True, tag="tides-laid-aside"):
    """The replaced Tides of Battle card is revealed too."""

    house: str
    card: str
    rule: str = "thrones:tides.4"


class BladeUsed(Event, frozen=True, tag="blade-used"):
    """The Valyrian Steel Blade adds 1 to its holder's strength."""

    house: str
    rule: str = "thrones:blade-use.1"


class CombatWon(Event, frozen=True, tag="combat-won"):
    """A combat is decided; gives the final strengths."""

    attacker: str
    attack: int
    defender: str
    defense: int
    winner: str
    rule: str


class PowerWon(Event, frozen=True, tag="power-won"):
    """A house gains power tokens from a card after a combat."""

    house: str
    tokens: int
    rule: str = "thrones:card.tywin-lannister"


class CardsTakenBack(Event, frozen=True, tag="cards-taken-back"):
    """A house returns cards from its discard pile to its hand."""

    house: str
    cards: tuple[str, ...]
    rule: str


class FootmanPromoted(Event, frozen=True, tag="footman-promoted"):
    """A footman is replaced by a knight after a combat."""

    house: str
    area: str
    state: str
    rule: str = "thrones:card.renly-baratheon"


class Retreated(Event, frozen=True, tag="retreated"):
    """Defeated units retreat and are routed."""

    house: str
    origin: str
    area: str
    units: tuple[str, ...]
    rule: str


class GarrisonBeaten(Event, frozen=True, tag="garrison-beaten"):
    """A garrison is removed from the game."""

    area: str
    rule: str = "thrones:garrison.4"


class MovedIn(Event, frozen=True, tag="moved-in"):
    """The victorious attacker's units move into the contested area."""

    house: str
    origin: str
    area: str
    units: tuple[str, ...]
    rule: str = "thrones:ruling.28"


class KeptOut(Event, frozen=True, tag="kept-out"):
    """The victorious attacker's units return to the area they came from."""

    house: str
    origin: str
    area: str
    rule: str


class OrderKept(Event, frozen=True, tag="order-kept"):
    """The march order of the combat moves to the conquered area and can be used again."""

    house: str
    area: str
    order: str
    rule: str = "thrones:card.ser-loras-tyrell"


class CardDiscarded(Event, frozen=True, tag="card-discarded"):
    """A house card is placed on its house's discard pile."""

    house: str
    card: str
    rule: str = "thrones:cards.10"
