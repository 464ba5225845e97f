"""What a seat can answer: every action with its notation. Units are named by the hex they stand in."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from banneret.kernel.choosing import Action, Domain

Hex: TypeAlias = Annotated[str, Domain("hex")]
Token: TypeAlias = Annotated[str, Domain("token")]
Card: TypeAlias = Annotated[str, Domain("card")]
Commander: TypeAlias = Annotated[str, Domain("commander")]
Which: TypeAlias = Annotated[str, Domain("commands")]


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing: pass in the Command Phase, or leave what the question offers alone."""

    FORM = "pass"


class Done(Action, frozen=True, tag="done"):
    """Nothing more of this (units to order, moves, attacks)."""

    FORM = "done"


class Yes(Action, frozen=True, tag="yes"):
    """Do what the question offers."""

    FORM = "yes"


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
    """Use a morale token: the own morale rises by one."""

    FORM = "raise"


class RallyUnit(Action, frozen=True, tag="rally"):
    """Use a morale token: the own morale falls by one, and the unit in a hex is rallied."""

    hex: Hex
    FORM = "rally {hex}"


class PlayCard(Action, frozen=True, tag="card"):
    """Play a Leadership card to a commander."""

    card: Card
    commander: Commander
    FORM = "card {card} {commander}"


class SpendCard(Action, frozen=True, tag="spend"):
    """Optional rule: discard any Leadership card to order one unit in the zone of control of a commander."""

    card: Card
    commander: Commander
    hex: Hex
    FORM = "spend {card} {commander} {hex}"


class Commit(Action, frozen=True, tag="commit"):
    """Use the commit ability of a commander before acting."""

    commander: Commander
    FORM = "commit {commander}"


class ChooseCommands(Action, frozen=True, tag="commands"):
    """Which commands of the card are carried out (`first`, `second`, `both`)."""

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
    """Attack an enemy unit with an ordered one."""

    hex: Hex
    target: Hex
    FORM = "attack {hex} > {target}"


class Scorch(Action, frozen=True, tag="scorch"):
    """Scorch the Earth: set an adjacent hex on fire with an ordered unit."""

    hex: Hex
    target: Hex
    FORM = "scorch {hex} > {target}"


class Reroll(Action, frozen=True, tag="reroll"):
    """Roll all dice again that show one symbol."""

    token: Token
    FORM = "reroll {token}"


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat into a hex."""

    hex: Hex
    FORM = "retreat {hex}"


class Pursue(Action, frozen=True, tag="pursue"):
    """Pursue into a hex; the own hex: stay there."""

    hex: Hex
    FORM = "pursue {hex}"


# Cards and tokens


class DropCard(Action, frozen=True, tag="drop-card"):
    """Discard a Leadership card of the own hand."""

    card: Card
    FORM = "drop {card}"


class KeepToken(Action, frozen=True, tag="keep-token"):
    """Keep an order token for the next round."""

    token: Token
    FORM = "keep-token {token}"


class DiscardCard(Action, frozen=True, tag="discard"):
    """Choose the enemy's Leadership card that is discarded."""

    card: Card
    FORM = "discard {card}"


class ChooseToken(Action, frozen=True, tag="token"):
    """Choose an order token, to be taken or lost."""

    token: Token
    FORM = "token {token}"


BattlesAction: TypeAlias = (
    Pass | Done | Yes | OrderUnit | OrderPair | RaiseMorale | RallyUnit | PlayCard | SpendCard | Commit
    | ChooseCommands | ChooseUnit | MoveUnit | Attack | Scorch | Reroll | Retreat | Pursue | DropCard | KeepToken
    | DiscardCard | ChooseToken
)  # fmt: skip
