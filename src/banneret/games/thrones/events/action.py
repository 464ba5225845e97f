"""Events of the planning and action phases, except combat."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from banneret.kernel.events import Event


class RoundBegan(Event, frozen=True, tag="round-began"):
    """The next round begins."""

    round: int
    rule: str = "thrones:round.3"


class MatchWon(Event, frozen=True, tag="match-won"):
    """A house controls seven castle and stronghold areas."""

    house: str
    rule: str = "thrones:end.5"


class TenRoundsPlayed(Event, frozen=True, tag="ten-rounds-played"):
    """The tenth round is over; the houses are ranked."""

    winner: str
    rule: str = "thrones:end.3"


# Planning


class OrdersRevealed(Event, frozen=True, tag="orders-revealed"):
    """All orders are revealed; `orders` maps areas to orders."""

    orders: dict[str, str]
    rule: str = "thrones:planning.7"


class OrdersAreShort(Event, frozen=True, tag="orders-are-short"):
    """Some houses do not have enough order tokens, so all houses place theirs in turn order."""

    houses: tuple[str, ...]
    rule: str = "thrones:shortage.1"


class OrdersPlaced(Event, frozen=True, tag="orders-placed"):
    """A house has placed its orders face down in these areas."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("orders",)
    house: str
    areas: tuple[str, ...]
    orders: tuple[str, ...] | None
    rule: str = "thrones:shortage.1"


class RavenUnused(Event, frozen=True, tag="raven-unused"):
    """The holder of the Messenger Raven does not use it."""

    house: str
    rule: str = "thrones:planning.8"


class OrderExchanged(Event, frozen=True, tag="order-exchanged"):
    """The Messenger Raven exchanges an order."""

    house: str
    area: str
    old: str
    new: str
    rule: str = "thrones:raven.2"


class WildlingsSeen(Event, frozen=True, tag="wildlings-seen"):
    """The Messenger Raven shows its holder the top wildling card."""

    PRIVATE: ClassVar[tuple[str, ...]] = ("card",)
    house: str
    card: str | None
    rule: str = "thrones:raven.3"


class WildlingsReturned(Event, frozen=True, tag="wildlings-returned"):
    """The wildling card is returned to the deck; `place` is `top` or `under`."""

    house: str
    place: str
    rule: str = "thrones:raven.3"


# Raids and power


class Raided(Event, frozen=True, tag="raided"):
    """A raid removes an order."""

    house: str
    area: str
    victim: str
    target: str
    order: str
    rule: str = "thrones:raid.2"


class Pillaged(Event, frozen=True, tag="pillaged"):
    """A raid on a Consolidate Power order; counts the tokens that the raider gains and the raided house loses."""

    house: str
    gained: int
    victim: str
    lost: int
    rule: str = "thrones:raid.3"


class RaidDropped(Event, frozen=True, tag="raid-dropped"):
    """A raid order is removed without effect."""

    house: str
    area: str
    rule: str = "thrones:raid.10"


class PowerConsolidated(Event, frozen=True, tag="power-consolidated"):
    """A Consolidate Power order is resolved for `gained` power tokens, possibly 0."""

    house: str
    area: str
    gained: int
    rule: str = "thrones:power.2"


class MusteredByOrder(Event, frozen=True, tag="mustered-by-order"):
    """A special Consolidate Power order was used to muster this number of items."""

    house: str
    area: str
    items: int
    rule: str = "thrones:special.6"


# Marches


class Marched(Event, frozen=True, tag="marched"):
    """Units have marched without a fight."""

    house: str
    origin: str
    units: tuple[str, ...]
    area: str
    rule: str = "thrones:march.2"


class MarchStayed(Event, frozen=True, tag="march-stayed"):
    """A march order is removed without moving any unit."""

    house: str
    area: str
    rule: str = "thrones:march.2"


class ControlSecured(Event, frozen=True, tag="control-secured"):
    """A power token keeps control of the area just left."""

    house: str
    area: str
    rule: str = "thrones:secure.1"


class HomeRegained(Event, frozen=True, tag="home-regained"):
    """A house regains control of its home area."""

    house: str
    area: str
    rule: str = "thrones:home.3"


class PowerReturned(Event, frozen=True, tag="power-returned"):
    """A power token is removed from an area that an enemy now controls."""

    house: str
    area: str
    rule: str = "thrones:secure.5"


class OrderRemoved(Event, frozen=True, tag="order-removed"):
    """An order is removed because no unit is left in its area."""

    area: str
    order: str
    rule: str = "thrones:ruling.33"


class PortCaptured(Event, frozen=True, tag="port-captured"):
    """Enemy ships in a port are removed and replaced with `ships` ships of the capturing house."""

    house: str
    port: str
    victim: str
    removed: int
    ships: int
    rule: str = "thrones:port-capture.1"


class PortLost(Event, frozen=True, tag="port-lost"):
    """Ships in a port are lost because nobody controls its land area."""

    house: str
    port: str
    ships: int
    rule: str = "thrones:ruling.65"


class NeutralBeaten(Event, frozen=True, tag="neutral-beaten"):
    """A neutral force is removed from the game."""

    house: str
    area: str
    strength: int
    neutral: int
    rule: str = "thrones:neutral.9"


class NeutralTooStrong(Event, frozen=True, tag="neutral-too-strong"):
    """A march against a neutral force fails because strength and support are too low."""

    house: str
    area: str
    strength: int
    neutral: int
    rule: str = "thrones:ruling.29"


class OrdersCleared(Event, frozen=True, tag="orders-cleared"):
    """Clean-up: remaining orders are removed, routed units stand up, and raven and blade become available again."""

    areas: tuple[str, ...]
    routed: tuple[str, ...]
    """Areas where routed units stand up."""
    rule: str = "thrones:cleanup.1"


ActionEvent: TypeAlias = (
    RoundBegan | MatchWon | TenRoundsPlayed | OrdersRevealed | OrdersAreShort | OrdersPlaced | RavenUnused
    | OrderExchanged | WildlingsSeen | WildlingsReturned | Raided | Pillaged | RaidDropped | PowerConsolidated
    | MusteredByOrder | Marched | MarchStayed | ControlSecured | HomeRegained | PowerReturned | OrderRemoved
    | PortCaptured | PortLost | NeutralBeaten | NeutralTooStrong | OrdersCleared
)  # fmt: skip  # several to a line
