"""The course of a match: setup, rounds, activations, the end."""

from __future__ import annotations

from banneret.kernel.events import Event


class FirstPlayerNamed(Event, frozen=True, tag="first-player"):
    """A player becomes first player."""

    player: str
    rule: str = "rw:setup.3"


class UnitGiven(Event, frozen=True, tag="given"):
    """A team gives a unit to one of its players, who commands it."""

    unit: str
    player: str
    rule: str = "rw:team.3"


class CardTaken(Event, frozen=True, tag="card"):
    """A player chooses a deployment or an objective card."""

    player: str
    card: str
    rule: str = "rw:setup.4"


class ColourTaken(Event, frozen=True, tag="colour"):
    """A player chooses the colour of their deployment areas."""

    player: str
    colour: str
    rule: str = "rw:setup.4a"


class UnitDeployed(Event, frozen=True, tag="deployed"):
    """A unit is deployed."""

    unit: str
    x: int
    y: int
    heading: int
    rule: str = "rw:13.2"


class UnitNotDeployed(Event, frozen=True, tag="not-deployed"):
    """A unit cannot be deployed in its areas and is destroyed."""

    unit: str
    rule: str = "rw:13.2c"


class TerrainDealt(Event, frozen=True, tag="terrain-dealt"):
    """The terrain pieces to be placed, by the side that is up."""

    pieces: tuple[str, ...]
    rule: str = "rw:setup.5"


class TerrainPlaced(Event, frozen=True, tag="terrain"):
    """A terrain piece is placed."""

    piece: str
    x: int
    y: int
    heading: int
    rule: str = "rw:setup.5a"


class TerrainLeftOut(Event, frozen=True, tag="terrain-left-out"):
    """A terrain piece cannot be placed anywhere and is left out."""

    piece: str
    rule: str = "rw:ruling.43"


class TokenPlaced(Event, frozen=True, tag="token"):
    """An objective token is placed."""

    x: int
    y: int
    rule: str = "rw:89.2a"


class TokenTaken(Event, frozen=True, tag="token-taken"):
    """A unit takes an objective token."""

    unit: str
    rule: str = "rw:89.2b"


class TokenDropped(Event, frozen=True, tag="token-dropped"):
    """A destroyed unit drops an objective token."""

    unit: str
    x: int
    y: int
    rule: str = "rw:89.2b"


class TokenScored(Event, frozen=True, tag="token-scored"):
    """A player scores objective tokens."""

    player: str
    tokens: int
    rule: str = "rw:89.3"


class UnitMarked(Event, frozen=True, tag="marked"):
    """A player chooses an enemy unit for the objective."""

    player: str
    unit: str
    rule: str = "rw:89.2a"


class FiguresRegrown(Event, frozen=True, tag="regenerated"):
    """A unit regenerates figures."""

    unit: str
    figures: int
    rule: str = "rw:68.4"


class ManaCast(Event, frozen=True, tag="mana"):
    """The mana tokens are cast: the number of active runes of each kind."""

    runes: dict[str, int]
    rule: str = "rw:51.2"


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins."""

    round: int
    rule: str = "rw:64.0"


class InitiativeCalled(Event, frozen=True, tag="initiative"):
    """An initiative is called."""

    initiative: int
    rule: str = "rw:6.0"


class InitiativePassed(Event, frozen=True, tag="initiative-passed"):
    """A player who might have shifted the initiative of a unit activates no more units at the called one."""

    player: str
    initiative: int
    rule: str = "rw:ruling.75"


class ToolRevealed(Event, frozen=True, tag="revealed"):
    """A unit is activated and its command tool revealed: what its dials show."""

    unit: str
    action: str
    modifier: str
    rule: str = "rw:5.1"


class MatchDrawn(Event, frozen=True, tag="drawn"):
    """The match is over without a winner."""

    scores: tuple[int, int]
    rule: str = "rw:71.3"


class MatchWon(Event, frozen=True, tag="won"):
    """The match is over."""

    player: str
    scores: tuple[int, int]
    rule: str = "rw:71.2"
