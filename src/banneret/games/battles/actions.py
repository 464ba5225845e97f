"""The actions of a seat, each with its notation. Units are named by their hex."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from banneret.kernel.choosers import Action, Domain
from banneret.kernel.questions import Done, Pass, Yes

Hex: TypeAlias = Annotated[str, Domain("hex")]
Token: TypeAlias = Annotated[str, Domain("token")]
Symbol: TypeAlias = Annotated[str, Domain("symbol")]
Card: TypeAlias = Annotated[str, Domain("card")]
Commander: TypeAlias = Annotated[str, Domain("commander")]
Which: TypeAlias = Annotated[str, Domain("commands")]
UnitType: TypeAlias = Annotated[str, Domain("unit")]
Rank: TypeAlias = Annotated[str, Domain("rank")]
Piece: TypeAlias = Annotated[str, Domain("terrain")]
Dice: TypeAlias = Annotated[str, Domain("dice")]


# The turn


class OrderUnit(Action, frozen=True, tag="order"):
    """Use an order token to order the unit in a hex."""

    token: Token
    hex: Hex
    FORM = "order {token} {hex}"


class OrderPair(Action, frozen=True, tag="pair"):
    """Use two equal order tokens to order the unit in a hex, whatever its rank."""

    token: Token
    hex: Hex
    FORM = "pair {token} {hex}"


class RaiseMorale(Action, frozen=True, tag="raise"):
    """Use a morale token to raise the own morale by one."""

    FORM = "raise"


class RallyUnit(Action, frozen=True, tag="rally"):
    """Use a morale token to rally the unit in a hex; the own morale falls by one."""

    hex: Hex
    FORM = "rally {hex}"


class PlayCard(Action, frozen=True, tag="card"):
    """Play a Leadership card to a commander."""

    card: Card
    commander: Commander
    FORM = "card {card} {commander}"


class SpendCard(Action, frozen=True, tag="spend"):
    """Optional rule: discard any Leadership card to order one unit in a commander's zone of control."""

    card: Card
    commander: Commander
    hex: Hex
    FORM = "spend {card} {commander} {hex}"


class Commit(Action, frozen=True, tag="commit"):
    """Use a commander's commit ability before acting."""

    commander: Commander
    FORM = "commit {commander}"


class ChooseCommands(Action, frozen=True, tag="commands"):
    """Choose the commands of the card to carry out (`first`, `second`, `both`)."""

    which: Which
    FORM = "commands {which}"


class ChooseUnit(Action, frozen=True, tag="unit"):
    """Choose the unit in a hex."""

    hex: Hex
    FORM = "unit {hex}"


# Orders


class MoveUnit(Action, frozen=True, tag="move"):
    """Move an ordered unit."""

    hex: Hex
    target: Hex
    FORM = "move {hex} > {target}"


class Attack(Action, frozen=True, tag="attack"):
    """Attack an enemy unit with an ordered unit."""

    hex: Hex
    target: Hex
    FORM = "attack {hex} > {target}"


class Scorch(Action, frozen=True, tag="scorch"):
    """Scorch the Earth: set an adjacent hex on fire with an ordered unit."""

    hex: Hex
    target: Hex
    FORM = "scorch {hex} > {target}"


class Reroll(Action, frozen=True, tag="reroll"):
    """Reroll all dice that show one symbol."""

    token: Symbol
    FORM = "reroll {token}"


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat into a hex."""

    hex: Hex
    FORM = "retreat {hex}"


class Pursue(Action, frozen=True, tag="pursue"):
    """Pursue into a hex; naming the unit's own hex means staying there."""

    hex: Hex
    FORM = "pursue {hex}"


# Cards and tokens


class DropCard(Action, frozen=True, tag="drop-card"):
    """Discard a Leadership card from the own hand."""

    card: Card
    FORM = "drop {card}"


class KeepToken(Action, frozen=True, tag="keep-token"):
    """Keep an order token for the next round."""

    token: Token
    FORM = "keep-token {token}"


class DiscardCard(Action, frozen=True, tag="discard"):
    """Choose the enemy's Leadership card to discard."""

    card: Card
    FORM = "discard {card}"


class ChooseToken(Action, frozen=True, tag="token"):
    """Choose an order token to take or lose."""

    token: Token
    FORM = "token {token}"


# Before the battle


class LeadCommander(Action, frozen=True, tag="lead"):
    """Choose a commander for a skirmish."""

    commander: Commander
    FORM = "lead {commander}"


class BuyUnit(Action, frozen=True, tag="buy"):
    """Buy a unit for a skirmish."""

    unit: UnitType
    rank: Rank
    FORM = "buy {unit} {rank}"


class LayTerrain(Action, frozen=True, tag="lay"):
    """Place a piece of terrain in a hex."""

    terrain: Piece
    hex: Hex
    FORM = "lay {terrain} {hex}"


class PlaceUnit(Action, frozen=True, tag="place"):
    """Place a unit without a commander in a hex."""

    unit: UnitType
    rank: Rank
    hex: Hex
    FORM = "place {unit} {rank} {hex}"


class PlaceCommander(Action, frozen=True, tag="post"):
    """Place a commander's unit in a hex."""

    commander: Commander
    hex: Hex
    FORM = "post {commander} {hex}"


class Fortify(Action, frozen=True, tag="fortify"):
    """Place an order token on the palisade between two hexes."""

    hex: Hex
    target: Hex
    FORM = "fortify {hex} > {target}"


class UseDice(Action, frozen=True, tag="dice"):
    """Use one or two dice against the tokens on palisades."""

    dice: Dice
    FORM = "dice {dice}"


class BreakToken(Action, frozen=True, tag="break"):
    """Remove an order token from the palisade between two hexes."""

    token: Rank
    hex: Hex
    target: Hex
    FORM = "break {token} {hex} > {target}"


class LayTarget(Action, frozen=True, tag="target"):
    """Place a catapult target of a colour in a hex."""

    rank: Rank
    hex: Hex
    FORM = "target {rank} {hex}"


class Hide(Action, frozen=True, tag="hide"):
    """Place a strategy token face down in a hex."""

    hex: Hex
    FORM = "hide {hex}"


class HideReal(Action, frozen=True, tag="real"):
    """Declare the strategy token in a hex to be a real one."""

    hex: Hex
    FORM = "real {hex}"


BattlesAction: TypeAlias = (
    Pass | Done | Yes | OrderUnit | OrderPair | RaiseMorale | RallyUnit | PlayCard | SpendCard | Commit
    | ChooseCommands | ChooseUnit | MoveUnit | Attack | Scorch | Reroll | Retreat | Pursue | DropCard | KeepToken
    | DiscardCard | ChooseToken
    | LeadCommander | BuyUnit | LayTerrain | PlaceUnit | PlaceCommander | Fortify | UseDice | BreakToken | LayTarget
    | Hide | HideReal
)  # fmt: skip  # several to a line
