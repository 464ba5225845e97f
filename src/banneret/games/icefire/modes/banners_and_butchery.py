"""Banners and Butchery, only in Season 6: each player has two tokens, which enemy units try to destroy."""

from __future__ import annotations

from itertools import product
from typing import ClassVar, Final

from banneret.games.icefire.actions import LayToken
from banneret.games.icefire.content.editions import SEASON_6
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.events.round import ObjectiveDestroyed, ObjectiveLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.objectives import ObjectiveMode, radius
from banneret.games.icefire.rules.table.ground import DEPTH, INCH, token_on_table, width
from banneret.games.icefire.rules.table.sides import hostile
from banneret.games.icefire.rules.table.units import commander_unit, label
from banneret.games.icefire.rules.table.zones import ground_of, own_edge, zone_of
from banneret.games.icefire.rules.victory import score
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.choosers import Refusal, Space
from banneret.kernel.flow import Flow, ask
from banneret.kernel.stream import Stream
from banneret.text.message import Message, msg

FROM: Final = 2
"""The first round in which tokens can be destroyed: icefire:banners-and-butchery.13."""
APART: Final = 6 * INCH
"""Minimum distance of a new token from other tokens and the table edges: icefire:banners-and-butchery.14."""
TRIES: Final = 24
_RULE: Final = "icefire:banners-and-butchery.14"


def owner_of(state: State, token: int) -> int:
    """Return the seat whose deployment zone contains a token: icefire:banners-and-butchery.11.

    icefire:banners-and-butchery.12. The zones meet in the middle of the table.
    """
    return ground_of(state, *state.tokens[token])


class BannerSpace(Space[LayToken]):
    """Where does a player place a new token for a destroyed one? Suggestions: a two-inch grid over the zone."""

    __slots__ = ("seat", "state", "token")
    kind = "banner"
    rule = _RULE
    answers = (LayToken,)

    def __init__(self, state: State, seat: int, token: int) -> None:
        self.state = state
        self.seat = seat
        self.token = token

    def prompt(self) -> Message:
        """Return the question as a message."""
        return msg("ask.banner", objective=self.token + 1)

    def refusal(self, action: LayToken) -> Refusal | None:
        """Refuse places not wholly in the zone, or near an edge or another token: icefire:banners-and-butchery.14."""
        state, size = self.state, radius(self.state)
        zone = zone_of(state, self.seat)
        wide, deep = (zone.left + size, zone.right - size), (zone.bottom + size, zone.top - size)
        if not (wide[0] <= action.x <= wide[1] and deep[0] <= action.y <= deep[1]):
            return Refusal(_RULE, msg("refuse.banner.zone"))
        if not token_on_table(state, (action.x, action.y), APART + size):
            return Refusal(_RULE, msg("refuse.banner.edge"))
        for other, (x, y) in enumerate(state.tokens):
            apart = APART + 2 * size
            dx, dy = action.x - x, action.y - y
            if other != self.token and dx * dx + dy * dy < apart * apart:
                return Refusal(_RULE, msg("refuse.banner.near", objective=other + 1))
        return None

    def suggest(self) -> list[LayToken]:
        """List the legal places of the grid, starting at the player's own edge."""
        steps = range(APART + INCH, DEPTH - APART, 2 * INCH)
        rows = reversed(steps) if own_edge(self.state, self.seat) == "far" else steps
        across = range(APART + INCH, width(self.state) - APART, 2 * INCH)
        return [place for y, x in product(rows, across) if self.refusal(place := LayToken(x, y)) is None]

    def sample(self, stream: Stream) -> LayToken:
        """Draw a legal place."""
        for _ in range(TRIES):
            place = LayToken(stream.below(width(self.state)), stream.below(DEPTH))
            if self.refusal(place) is None:
                return place
        return stream.choice(self.suggest())

    def check(self, action: LayToken) -> Refusal | Message:
        """Return a message that the place is legal, or the refusal."""
        return self.refusal(action) or msg("check.token", objective=self.token + 1)


@mode
class BannersAndButchery(ObjectiveMode):
    """Tokens are claimed and controlled as in A Game of Thrones: icefire:banners-and-butchery.6.

    Destroying units scores nothing by itself: icefire:banners-and-butchery.18.
    """

    id = "banners-and-butchery"
    claims_by: ClassVar[str] = "icefire:banners-and-butchery.6"
    edition = SEASON_6
    anywhere = True
    apart_rule = "icefire:banners-and-butchery.5"
    barred = frozenset({"impassable"})
    destroyed_points = 0

    def prey(self, state: State, unit: int) -> list[int]:
        """List the enemy tokens that a unit controls."""
        return [
            token for token in self.controlled(state, unit) if hostile(state, owner_of(state, token), state.seat[unit])
        ]

    def destroy_fault(self, state: State, unit: int) -> Refusal | None:
        """Refuse if it is too early, or if the unit controls no enemy token: icefire:banners-and-butchery.13."""
        rule = "icefire:banners-and-butchery.13"
        if state.round < FROM:
            return Refusal(rule, msg("refuse.destroy.early", round=FROM))
        return None if self.prey(state, unit) else Refusal(rule, msg("refuse.destroy.none", unit=label(state, unit)))

    def destroy(self, game: War, unit: int) -> Flow[None]:
        """Destroy an enemy token, score, and let its owner place a new one: icefire:banners-and-butchery.13.

        icefire:banners-and-butchery.14, icefire:banners-and-butchery.15, icefire:banners-and-butchery.16.
        """
        state = game.state
        seat, token = state.seat[unit], self.prey(state, unit)[0]
        owner = owner_of(state, token)
        state.claims[token] = NO_UNIT
        game.emit(ObjectiveDestroyed(unit=label(state, unit), objective=token + 1))
        score(game, seat, 3, "icefire:banners-and-butchery.15")
        if unit == commander_unit(state, seat):
            score(game, seat, 1, "icefire:banners-and-butchery.16")
        answer = yield from ask(owner, BannerSpace(state, owner, token))
        state.tokens[token] = (answer.x, answer.y)
        game.emit(ObjectiveLaid(objective=token + 1, x=answer.x, y=answer.y, rule=_RULE))

    def destroyed(self, game: War, unit: int, by: int, cause: int, *, led: bool) -> None:
        """Score for units destroyed by the Commander's unit, and for no others: icefire:banners-and-butchery.17.

        icefire:banners-and-butchery.18.
        """
        state = game.state
        if cause != NO_UNIT and hostile(state, by, state.seat[unit]) and cause == commander_unit(state, by):
            score(game, by, 1, "icefire:banners-and-butchery.17")

    def score(self, game: War) -> Flow[None]:
        """Score nothing: controlled objectives have no further effect: icefire:banners-and-butchery.15."""
        yield from ()
