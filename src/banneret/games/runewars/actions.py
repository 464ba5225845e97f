"""The answers of a seat: every action with its notation. Units are labels such as a3, lengths are in 1/1000 tray.

Headings are in hundredths of a degree, 0 from the red edge towards the blue one, counter-clockwise.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from banneret.games.runewars.attack_actions import AttackAction
from banneret.kernel.choosers import Action, Domain
from banneret.kernel.questions import Pass, Yes

Unit: TypeAlias = Annotated[str, Domain("unit")]
Player: TypeAlias = Annotated[str, Domain("player")]
Commander: TypeAlias = Annotated[str, Domain("commander")]
Card: TypeAlias = Annotated[str, Domain("card")]
Colour: TypeAlias = Annotated[str, Domain("colour")]
ActionSector: TypeAlias = Annotated[str, Domain("action")]
ModifierSector: TypeAlias = Annotated[str, Domain("modifier")]
Towards: TypeAlias = Annotated[str, Domain("towards")]
Hand: TypeAlias = Annotated[str, Domain("hand")]
Template: TypeAlias = Annotated[str, Domain("template")]
Speed: TypeAlias = Annotated[str, Domain("speed")]
Pivot: TypeAlias = Annotated[str, Domain("pivot")]
Piece: TypeAlias = Annotated[str, Domain("piece")]
Ability: TypeAlias = Annotated[str, Domain("ability")]
Thing: TypeAlias = Annotated[str, Domain("thing")]
Effect: TypeAlias = Annotated[str, Domain("effect")]


class NamePlayer(Action, frozen=True, tag="player"):
    """Name the first player."""

    player: Player
    FORM = "player {player}"


class GiveUnit(Action, frozen=True, tag="give"):
    """Give a unit to a player of its team, who will command it."""

    unit: Unit
    player: Commander
    FORM = "give {unit} to {player}"


class TakeCard(Action, frozen=True, tag="card"):
    """Choose a deployment or an objective card."""

    card: Card
    FORM = "card {card}"


class TakeColour(Action, frozen=True, tag="colour"):
    """Choose the colour of the seat's deployment areas."""

    colour: Colour
    FORM = "colour {colour}"


class Deploy(Action, frozen=True, tag="deploy"):
    """Place a unit on the table."""

    unit: Unit
    x: int
    y: int
    heading: int
    FORM = "deploy {unit} {x} {y} {heading}"


class SetDials(Action, frozen=True, tag="dials"):
    """Set the dials of a unit to an action and a modifier sector, named after what they show."""

    unit: Unit
    action: ActionSector
    modifier: ModifierSector
    FORM = "dials {unit} {action} {modifier}"


class ChangeDials(Action, frozen=True, tag="change"):
    """Choose the dials of a unit again."""

    unit: Unit
    FORM = "change {unit}"


class Content(Action, frozen=True, tag="content"):
    """Keep all dials as they are."""

    FORM = "content"


class Activate(Action, frozen=True, tag="activate"):
    """Activate a unit at the called initiative."""

    unit: Unit
    FORM = "activate {unit}"


class Move(Action, frozen=True, tag="move"):
    """March or shift towards a side with a template of a speed.

    `hand` is the side of a bend, or `ahead` if straight.
    """

    towards: Towards
    hand: Hand
    template: Template = "straight"
    speed: Speed = "1"
    FORM = "move {template} {speed} {towards} {hand}"


class Stop(Action, frozen=True, tag="stop"):
    """Stop a move at a point of the template, given in thousandths of its length."""

    part: int
    FORM = "stop {part}"


class PlaceTerrain(Action, frozen=True, tag="terrain"):
    """Place a terrain piece on the table, given by the side that is up."""

    piece: Piece
    x: int
    y: int
    heading: int
    FORM = "terrain {piece} {x} {y} {heading}"


class PlaceToken(Action, frozen=True, tag="token"):
    """Place an objective token on the table."""

    x: int
    y: int
    FORM = "token {x} {y}"


class Reform(Action, frozen=True, tag="reform"):
    """Turn to a heading about the centre of the unit, or of one of its trays."""

    heading: int
    about: Pivot = "centre"
    FORM = "reform {heading} {about}"


class Place(Action, frozen=True, tag="place"):
    """Choose the place of a unit: after squaring up, or when it leaves terrain."""

    x: int
    y: int
    heading: int
    FORM = "place {x} {y} {heading}"


class ChooseUnit(Action, frozen=True, tag="unit"):
    """Choose a unit for an effect."""

    unit: Unit
    FORM = "unit {unit}"


class Choose(Action, frozen=True, tag="choose"):
    """Choose one of the things an effect offers: a bane, a die, a card."""

    thing: Thing
    FORM = "choose {thing}"


class Order(Action, frozen=True, tag="order"):
    """Choose which of several effects with the same timing is resolved next."""

    unit: Unit
    effect: Effect
    FORM = "order {unit} {effect}"


class UseSkill(Action, frozen=True, tag="skill"):
    """Resolve a skill of the unit."""

    ability: Ability
    FORM = "skill {ability}"


class SpendSurges(Action, frozen=True, tag="surges"):
    """Spend surges on an ability."""

    ability: Ability
    surges: int
    FORM = "surges {ability} {surges}"


RunewarsAction: TypeAlias = (
    Pass
    | NamePlayer
    | GiveUnit
    | TakeCard
    | TakeColour
    | Deploy
    | SetDials
    | ChangeDials
    | Content
    | Activate
    | Move
    | Stop
    | PlaceTerrain
    | PlaceToken
    | Reform
    | Place
    | Yes
    | ChooseUnit
    | Choose
    | Order
    | UseSkill
    | SpendSurges
    | AttackAction
)
