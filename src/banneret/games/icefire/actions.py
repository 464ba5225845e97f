"""Actions: every answer that a seat can give, with its notation. Units have labels such as a3.

Lengths are in 1/1000 inch; headings are in hundredths of a degree, counter-clockwise, with 0 towards the far edge. The
range of numbers without a domain is defined by the Space of the question.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from banneret.kernel.choosers import Action, Domain
from banneret.kernel.questions import Done, Pass, Yes

Unit: TypeAlias = Annotated[str, Domain("unit")]
Ncu: TypeAlias = Annotated[str, Domain("ncu")]
Zone: TypeAlias = Annotated[str, Domain("zone")]
Card: TypeAlias = Annotated[str, Domain("card")]
Order: TypeAlias = Annotated[str, Domain("order")]
Condition: TypeAlias = Annotated[str, Domain("condition")]
Dice: TypeAlias = Annotated[tuple[str, ...], Domain("die")]
Cards: TypeAlias = Annotated[tuple[str, ...], Domain("card")]
Bearing: TypeAlias = Annotated[str, Domain("bearing")]
Alignment: TypeAlias = Annotated[str, Domain("alignment")]
Arc: TypeAlias = Annotated[str, Domain("arc")]
Edge: TypeAlias = Annotated[str, Domain("edge")]
Player: TypeAlias = Annotated[str, Domain("player")]
Piece: TypeAlias = Annotated[str, Domain("piece")]
Choice: TypeAlias = Annotated[str, Domain("choice")]


# Before the first round


class TakeEdge(Action, frozen=True, tag="edge"):
    """Choose a deployment zone (`near`, `far`), or leave the choice to the opponent (`leave`)."""

    edge: Edge
    FORM = "edge {edge}"


class NamePlayer(Action, frozen=True, tag="player"):
    """Name a player, such as the First Player."""

    player: Player
    FORM = "player {player}"


class Deploy(Action, frozen=True, tag="deploy"):
    """Place a tray on the table."""

    unit: Unit
    x: int
    y: int
    heading: int
    FORM = "deploy {unit} {x} {y} {heading}"


# A turn


class ActivateUnit(Action, frozen=True, tag="activate"):
    """Activate a combat unit."""

    unit: Unit
    FORM = "activate {unit}"


class ActivateNcu(Action, frozen=True, tag="activate-ncu"):
    """Activate a non-combat unit."""

    ncu: Ncu
    FORM = "activate-ncu {ncu}"


class TakeAction(Action, frozen=True, tag="take"):
    """Choose the action of a unit: `forgo`, `maneuver`, `march`, `retreat`, `ranged`, `melee`."""

    action: Annotated[str, Domain("action")]
    FORM = "take {action}"


class Charge(Action, frozen=True, tag="charge"):
    """Declare a charge at an enemy unit."""

    target: Unit
    FORM = "charge {target}"


class ClaimZone(Action, frozen=True, tag="claim"):
    """Move a non-combat unit onto a zone of the Tactics Board."""

    zone: Zone
    FORM = "claim {zone}"


# Moves


class Maneuver(Action, frozen=True, tag="maneuver"):
    """Pivot to a heading, move straight forward a distance, and pivot again."""

    heading: int
    distance: int
    facing: int
    FORM = "maneuver {heading} {distance} {facing}"


class March(Action, frozen=True, tag="march"):
    """Move straight forward a distance, and pivot to a heading."""

    distance: int
    facing: int
    FORM = "march {distance} {facing}"


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Retreat: move straight `forward`, `left`, `back` or `right` a distance, and pivot to a heading."""

    bearing: Bearing
    distance: int
    facing: int
    FORM = "withdraw {bearing} {distance} {facing}"


class Shift(Action, frozen=True, tag="shift"):
    """Move straight `forward`, `left`, `back` or `right` a distance, without turning."""

    bearing: Bearing
    distance: int
    FORM = "shift {bearing} {distance}"


class Pivot(Action, frozen=True, tag="pivot"):
    """Turn in place to a heading."""

    heading: int
    FORM = "pivot {heading}"


class ChooseArc(Action, frozen=True, tag="arc"):
    """Choose the arc to attack, if two arcs contain equal parts of the attacker."""

    arc: Arc
    FORM = "arc {arc}"


class Align(Action, frozen=True, tag="align"):
    """Align a tray with an enemy's: `center`, `left`, `right` (half contact on that side), `stay`.

    `near` is the closest position to one of these for which there is room; `nearer-left` and `nearer-right` distinguish
    two equally close ones.
    """

    how: Alignment
    FORM = "align {how}"


class Place(Action, frozen=True, tag="place"):
    """Place a tray where a rule requires it."""

    x: int
    y: int
    heading: int
    FORM = "place {x} {y} {heading}"


class LayPiece(Action, frozen=True, tag="lay"):
    """Place a piece of terrain."""

    piece: Piece
    x: int
    y: int
    heading: int
    FORM = "lay {piece} {x} {y} {heading}"


class LayToken(Action, frozen=True, tag="token"):
    """Place an objective token on the table."""

    x: int
    y: int
    FORM = "token {x} {y}"


# Choices within rules


class ChooseUnit(Action, frozen=True, tag="unit"):
    """Choose a combat unit."""

    unit: Unit
    FORM = "unit {unit}"


class ChooseCondition(Action, frozen=True, tag="condition"):
    """Choose a Condition token."""

    condition: Condition
    FORM = "condition {condition}"


class Choose(Action, frozen=True, tag="choose"):
    """Choose one of the alternatives of an effect, by id."""

    choice: Choice
    FORM = "choose {choice}"


class Reroll(Action, frozen=True, tag="reroll"):
    """Re-roll dice with these faces: `1` to `6`, and `d3-1` to `d3-3` for the D3 of a Panic Test."""

    dice: Dice
    FORM = "reroll {dice}"


class UseOrder(Action, frozen=True, tag="order"):
    """Use an Order of a unit."""

    unit: Unit
    order: Order
    FORM = "order {unit} {order}"


class PlayCard(Action, frozen=True, tag="card"):
    """Play a Tactics card from hand."""

    card: Card
    FORM = "card {card}"


class ChooseCard(Action, frozen=True, tag="choose-card"):
    """Choose a Tactics card."""

    card: Card
    FORM = "choose-card {card}"


class Discard(Action, frozen=True, tag="discard"):
    """Discard these Tactics cards from hand."""

    cards: Cards
    FORM = "discard {cards}"


IcefireAction: TypeAlias = (
    Pass | Done | Yes | TakeEdge | NamePlayer | Deploy | ActivateUnit | ActivateNcu | TakeAction | Charge | ClaimZone
    | Maneuver | March | Withdraw | Shift | Pivot | ChooseArc | Align | Place | LayPiece | LayToken | ChooseUnit
    | ChooseCondition | Choose | Reroll | UseOrder | PlayCard | ChooseCard | Discard
)  # fmt: skip  # several to a line
