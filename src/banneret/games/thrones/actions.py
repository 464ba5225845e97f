"""Actions: every answer that a house can give, with its notation. Fields hold ids, never area numbers."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from banneret.kernel.choosers import Action, Domain
from banneret.kernel.questions import Done, Pass, Yes

Area: TypeAlias = Annotated[str, Domain("area")]
Order: TypeAlias = Annotated[str, Domain("order")]
Unit: TypeAlias = Annotated[str, Domain("unit")]
Units: TypeAlias = Annotated[tuple[str, ...], Domain("units")]
Card: TypeAlias = Annotated[str, Domain("house-card")]
House: TypeAlias = Annotated[str, Domain("house")]
Track: TypeAlias = Annotated[str, Domain("track")]
Side: TypeAlias = Annotated[str, Domain("side")]
Effect: TypeAlias = Annotated[str, Domain("effect")]
Areas: TypeAlias = Annotated[tuple[str, ...], Domain("areas")]
Count: TypeAlias = Annotated[int, Domain("count")]
Tokens: TypeAlias = Annotated[int, Domain("power-tokens")]


# Planning


class PlaceOrder(Action, frozen=True, tag="order"):
    """Place an order token in an area."""

    area: Area
    order: Order
    FORM = "order {area} {order}"


class LiftOrder(Action, frozen=True, tag="lift"):
    """Take back an order placed in this planning phase (only with the option `confirm_orders`)."""

    area: Area
    FORM = "lift {area}"


class Ready(Action, frozen=True, tag="ready"):
    """Confirm the placed orders."""

    FORM = "ready"


class ExchangeOrder(Action, frozen=True, tag="exchange"):
    """Use the Messenger Raven to exchange an order on the board for an unplaced one."""

    area: Area
    order: Order
    FORM = "exchange {area} {order}"


class LookAtWildlings(Action, frozen=True, tag="look"):
    """Use the Messenger Raven to look at the top wildling card."""

    FORM = "look"


class LeaveOnTop(Action, frozen=True, tag="top"):
    """Return the wildling card to the top of its deck."""

    FORM = "top"


class PutUnder(Action, frozen=True, tag="under"):
    """Place the wildling card at the bottom of its deck."""

    FORM = "under"


# Raids and power


class Raid(Action, frozen=True, tag="raid"):
    """Resolve the raid order in an area against the order in another."""

    area: Area
    target: Area
    FORM = "raid {area} > {target}"


class DropRaid(Action, frozen=True, tag="drop-raid"):
    """Remove a raid order without effect."""

    area: Area
    FORM = "drop-raid {area}"


class GainPower(Action, frozen=True, tag="gain"):
    """Resolve a Consolidate Power order for power tokens."""

    area: Area
    FORM = "gain {area}"


class MusterOrder(Action, frozen=True, tag="muster-order"):
    """Resolve a starred Consolidate Power order by mustering in its area."""

    area: Area
    FORM = "muster-order {area}"


# Marches


class StartMarch(Action, frozen=True, tag="start"):
    """Choose the march order to resolve."""

    area: Area
    FORM = "start {area}"


class March(Action, frozen=True, tag="march"):
    """March one group of units from the ordered area to a destination."""

    area: Area
    units: Units
    target: Area
    FORM = "march {area}: {units} > {target}"


class LeavePower(Action, frozen=True, tag="secure"):
    """Leave a power token to keep control of the area just left."""

    area: Area
    FORM = "secure {area}"


class TakePort(Action, frozen=True, tag="take-port"):
    """Replace the ships in a captured port with this many of the capturing house's ships."""

    area: Area
    ships: Count
    FORM = "take-port {area} {ships}"


# Combat


class Support(Action, frozen=True, tag="support"):
    """Support a side (`attacker` or `defender`) with the support order of an area."""

    area: Area
    side: Side
    FORM = "support {area} {side}"


class RefuseSupport(Action, frozen=True, tag="refuse"):
    """Refuse the support that other houses granted from these areas."""

    areas: Areas
    FORM = "refuse {areas}"


class PlayCard(Action, frozen=True, tag="card"):
    """Play a house card, or choose one for an effect."""

    card: Card
    FORM = "card {card}"


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat to an area."""

    area: Area
    FORM = "retreat {area}"


class LoseUnit(Action, frozen=True, tag="lose"):
    """Destroy one unit in an area."""

    area: Area
    unit: Unit
    FORM = "lose {area} {unit}"


class ChooseArea(Action, frozen=True, tag="area"):
    """Choose the area that an effect applies to."""

    area: Area
    FORM = "area {area}"


class ChooseTrack(Action, frozen=True, tag="track"):
    """Choose the influence track that an effect applies to (`iron-throne`, `fiefdoms`, `kings-court`)."""

    track: Track
    FORM = "track {track}"


# Westeros phase


class Bid(Action, frozen=True, tag="bid"):
    """Make a secret bid of power tokens."""

    tokens: Tokens
    FORM = "bid {tokens}"


class ChooseHouse(Action, frozen=True, tag="house"):
    """Break a tie: place this house next on the track, or name it the highest or lowest bidder."""

    house: House
    FORM = "house {house}"


class ChooseEffect(Action, frozen=True, tag="effect"):
    """Choose one of the effects of a card."""

    effect: Effect
    FORM = "effect {effect}"


class Muster(Action, frozen=True, tag="muster"):
    """Muster a unit with the mustering points of an area, in that area or, for a ship, in an adjacent port or sea."""

    area: Area
    unit: Unit
    place: Area
    FORM = "muster {area}: {unit} > {place}"


class Upgrade(Action, frozen=True, tag="upgrade"):
    """Upgrade a footman in a castle or stronghold area to a knight or siege engine."""

    area: Area
    unit: Unit
    FORM = "upgrade {area}: {unit}"


class Knight(Action, frozen=True, tag="knight"):
    """Replace a footman with a knight, or a knight with a footman, in an area, as a card effect requires."""

    area: Area
    FORM = "knight {area}"


ThronesAction: TypeAlias = (
    Pass | Done | Yes | PlaceOrder | LiftOrder | Ready | ExchangeOrder | LookAtWildlings | LeaveOnTop | PutUnder | Raid
    | DropRaid | GainPower | MusterOrder | StartMarch | March | LeavePower | TakePort | Support | RefuseSupport
    | PlayCard | Retreat | LoseUnit | ChooseArea | ChooseTrack | Bid | ChooseHouse | ChooseEffect | Muster | Upgrade
    | Knight
)  # fmt: skip  # several to a line
