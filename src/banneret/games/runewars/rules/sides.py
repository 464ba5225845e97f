"""The choice of the first player, the cards and the colours."""

from __future__ import annotations

from banneret.games.runewars.actions import NamePlayer, TakeCard, TakeColour
from banneret.games.runewars.content.tabletop import tabletop
from banneret.games.runewars.events.course import CardTaken, ColourTaken, FirstPlayerNamed
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import NOBODY, PLAYERS, SIDES, MatchState
from banneret.games.runewars.rules.scoring import army_points
from banneret.games.runewars.rules.terrain_placement import deal_terrain
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.text.message import msg

COLOURS = ("red", "blue")


class PlayerChooser(Chooser[NamePlayer]):
    """Who is first player? Options: both."""

    __slots__ = ()
    kind = "first-player"
    rule = "rw:setup.3"
    answers = (NamePlayer,)

    def options(self) -> list[NamePlayer]:
        """List both players."""
        return [NamePlayer(player) for player in PLAYERS]

    def refusal(self, action: NamePlayer) -> Refusal | None:
        """Refuse no player: either may go first."""
        return None


class CardChooser(Chooser[TakeCard]):
    """Which card? Options: the face-up cards, first of either kind, then of the other kind."""

    __slots__ = ("state",)
    kind = "card"
    rule = "rw:setup.4"
    answers = (TakeCard,)

    def __init__(self, state: MatchState) -> None:
        self.state = state

    def options(self) -> list[TakeCard]:
        """List the face-up cards that may be chosen."""
        return [TakeCard(card) for card in self.state.offered]

    def refusal(self, action: TakeCard) -> Refusal | None:
        """Refuse cards that are not face up, or whose kind is already chosen."""
        if action.card in self.state.offered:
            return None
        return Refusal("rw:setup.4", msg("refuse.card", card=action.card))


class ColourChooser(Chooser[TakeColour]):
    """Which areas? Options: the red ones, the blue ones."""

    __slots__ = ()
    kind = "colour"
    rule = "rw:setup.4a"
    answers = (TakeColour,)

    def options(self) -> list[TakeColour]:
        """List both colours."""
        return [TakeColour(colour) for colour in COLOURS]

    def refusal(self, action: TakeColour) -> Refusal | None:
        """Refuse no colour."""
        return None


def name_first_player(game: Runewars) -> Flow[None]:
    """Let the player of the army with fewer points choose the first player."""
    # rule rw:setup.3
    state = game.state
    points = [army_points(state, seat) for seat in range(SIDES)]
    chooser = game.chance.pick(2) if points[0] == points[1] else points.index(min(points))
    named = yield from ask(chooser, PlayerChooser())
    state.first = PLAYERS.index(named.player)
    game.emit(FirstPlayerNamed(player=named.player))
    state.turn = state.first
    state.step = "cards"


def choose_cards(game: Runewars) -> Flow[None]:
    """Let each player choose a card, the first player of either kind, and the deployment's chooser a colour.

    In a skirmish there is one deployment, and the second player chooses the colour.
    """
    # rules rw:setup.4, rw:setup.4a, rw:14.1, rw:89.1, rw:skirmish.3
    state = game.state
    chooser = 1 - state.first
    for seat in (state.first, 1 - state.first):
        if not state.offered:
            continue
        taken = yield from ask(seat, CardChooser(state))
        if taken.card in tabletop().deployments:
            state.deployment, chooser = taken.card, seat
            state.offered = [card for card in state.offered if card in tabletop().objectives]
        else:
            state.objective = taken.card
            state.offered = [card for card in state.offered if card in tabletop().deployments]
        game.emit(CardTaken(player=PLAYERS[seat], card=taken.card))
    state.offered = []
    state.deployer = chooser
    colour = yield from ask(chooser, ColourChooser())
    state.red = chooser if colour.colour == "red" else 1 - chooser
    game.emit(ColourTaken(player=PLAYERS[chooser], colour=colour.colour))
    deal_terrain(game)
    state.turn = state.deployer
    state.step = "terrain"


def colour_of(state: MatchState, seat: int) -> str | None:
    """Return the colour of a seat's areas, or None before it is chosen."""
    return None if state.red == NOBODY else COLOURS[int(state.red != seat)]
