"""A Feast for Crows: tokens linked to corpse piles, and piles left by destroyed infantry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from banneret.games.icefire.actions import LayPiece, LayToken
from banneret.games.icefire.content.editions import EDITION_2021, SEASON_6, Edition
from banneret.games.icefire.effects.game_mode import mode
from banneret.games.icefire.events.round import ObjectiveLaid, TerrainLaid
from banneret.games.icefire.game import War
from banneret.games.icefire.modes.carried_objectives import CarriedMode
from banneret.games.icefire.modes.pile_spaces import PILE, LinkedTokenSpace, PileSpace
from banneret.games.icefire.rules.table.ground import GIVE, INCH, center, piece_at, tray_of
from banneret.games.icefire.rules.table.sides import opponent
from banneret.games.icefire.rules.table.units import unit_card
from banneret.games.icefire.state import NO_UNIT, State
from banneret.kernel.chance import Chance
from banneret.kernel.flow import Flow, ask
from banneret.plane import Pose, distance

MOST: Final = 4
"""Number of corpse piles in play at which no more are placed: icefire:feast-for-crows.17."""


def linked(state: State) -> list[int]:
    """Return the terrain piece number to which each token is linked: icefire:feast-for-crows.8."""
    return state.marks["piles"]


def pile_of(state: State, token: int) -> Pose:
    """Return the pose of the corpse pile to which a token is linked."""
    return state.piece_pose[linked(state)[token]]


def touches_pile(state: State, unit: int, token: int) -> bool:
    """Return whether a tray touches or overlaps the corpse pile of a token."""
    return distance(tray_of(state, unit), piece_at(PILE, pile_of(state, token))) <= GIVE


@mode
class FeastForCrows(CarriedMode):
    """Units carry tokens while they stay at the tokens' piles; tokens score from round 2 on.

    Players may not choose corpse piles as terrain, and drawn ones are redrawn: icefire:feast-for-crows.2,
    icefire:feast-for-crows.3.
    """

    id = "feast-for-crows"
    edition: ClassVar[Edition | None] = SEASON_6
    name = "feast-for-crows"
    claim_rule: ClassVar[int] = 9
    lost_rule: ClassVar[int] = 14
    fallen_rule: ClassVar[int] = 15
    won_rule: ClassVar[int] = 16
    score_rule: ClassVar[str] = "icefire:feast-for-crows.20"
    own_pieces: ClassVar[frozenset[str]] = frozenset((PILE,))
    second_rule: ClassVar[str] = "icefire:feast-for-crows.11"
    dropped_rule: ClassVar[str] = "icefire:feast-for-crows.13"
    on_pile: ClassVar[bool] = False
    """Whether a returning token is placed on its pile rather than touching it."""
    wholly: ClassVar[bool] = True
    """Whether a new pile must be completely within Long Range: icefire:feast-for-crows.18."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Place a corpse pile under each token, and give each token a random card: icefire:feast-for-crows.4.

        icefire:feast-for-crows.5, icefire:feast-for-crows.7. The positions of tokens and zones are in the data:
        icefire:feast-for-crows.1.
        """
        super().set_up(state, chance)
        state.marks["piles"] = []
        middle_x, middle_y = center(state)
        for x, y in state.mode.corpse_piles:
            state.marks["piles"].append(len(state.pieces))
            state.pieces.append(PILE)
            state.piece_pose.append(Pose(middle_x + round(x * INCH), middle_y + round(y * INCH), 0))

    def moved(self, game: War, unit: int) -> None:
        """Let units take tokens, one each, and record the units whose moves have ended: icefire:feast-for-crows.9.

        icefire:feast-for-crows.10.
        """
        super().moved(game, unit)
        game.state.marks.setdefault("ended", []).append(unit)

    def after_move(self, game: War) -> Flow[None]:
        """Return tokens to their piles: those under carriers, and those whose carriers have left the pile.

        icefire:feast-for-crows.11, icefire:feast-for-crows.12, icefire:feast-for-crows-2021.2,
        icefire:feast-for-crows-2021.3.
        """
        state = game.state
        ended = state.marks.pop("ended", [])
        for unit in dict.fromkeys(ended):
            if unit not in state.claims or state.pose[unit] is None:
                continue
            for token in self._under(state, unit):
                yield from self._back(game, unit, token, self.second_rule)
            yield from self.drop(game, unit)

    def _under(self, state: State, unit: int) -> Iterator[int]:
        """Yield the tokens under a tray that no unit carries."""
        for token, holder in enumerate(state.claims):
            if holder == NO_UNIT and self.lies_on(state, unit, token):
                yield token

    def acted(self, game: War, unit: int) -> Flow[None]:
        """A carrier that ends an action away from its pile drops the token: icefire:feast-for-crows.12."""
        yield from self.drop(game, unit)

    def drop(self, game: War, unit: int) -> Flow[None]:
        """Make a unit drop the token whose pile it does not touch: icefire:feast-for-crows.13.

        icefire:feast-for-crows-2021.4.
        """
        state = game.state
        for token, holder in enumerate(state.claims):
            if holder == unit and not touches_pile(state, unit, token):
                state.claims[token] = NO_UNIT
                yield from self._back(game, unit, token, self.dropped_rule)

    def _back(self, game: War, unit: int, token: int, rule: str) -> Flow[None]:
        """Ask the unit's opponent where to place a token at its pile."""
        state = game.state
        space = LinkedTokenSpace(state, token, pile_of(state, token), rule, on_pile=self.on_pile)
        answer: LayToken = yield from ask(opponent(state, state.seat[unit]), space)
        state.tokens[token] = (answer.x, answer.y)
        game.emit(ObjectiveLaid(objective=token + 1, x=answer.x, y=answer.y, rule=rule))

    def falling(self, game: War, unit: int) -> Flow[None]:
        """Destroyed infantry leaves its token, then a corpse pile with a token: icefire:feast-for-crows.17.

        icefire:feast-for-crows.18, icefire:feast-for-crows-2021.5. Without room, no pile is placed.
        """
        yield from super().falling(game, unit)
        yield from self._leave_pile(game, unit)

    def _leave_pile(self, game: War, unit: int) -> Flow[None]:
        """Ask the owner of destroyed infantry where it leaves a pile: icefire:feast-for-crows.17."""
        state = game.state
        if unit_card(state, unit).type != "infantry" or state.pieces.count(PILE) >= MOST:
            return
        space = PileSpace(state, unit, self.rule(17), wholly=self.wholly)
        if not space.suggest():
            return
        answer: LayPiece = yield from ask(state.seat[unit], space)
        state.pieces.append(PILE)
        state.piece_pose.append(Pose(answer.x, answer.y, answer.heading))
        game.emit(TerrainLaid(piece=PILE, x=answer.x, y=answer.y, heading=answer.heading, rule=self.rule(17)))
        self._new_token(game, len(state.pieces) - 1)

    def _new_token(self, game: War, piece: int) -> None:
        """Place a token with its own card in the center of a new pile: icefire:feast-for-crows.19.

        icefire:feast-for-crows.7.
        """
        state = game.state
        left = [card.number for card in state.table.objectives if card.number not in state.token_cards]
        pose = state.piece_pose[piece]
        state.tokens.append((pose.x, pose.y))
        state.token_cards.append(left[game.chance.pick(len(left))])
        state.claims.append(NO_UNIT)
        linked(state).append(piece)
        game.emit(ObjectiveLaid(objective=len(state.tokens), x=pose.x, y=pose.y, rule=self.rule(19)))


@mode
class FeastForCrows2021(FeastForCrows):
    """In the 2021 edition a token returns onto its pile, and only the end of a move makes a unit drop it."""

    edition = EDITION_2021
    second_rule = "icefire:feast-for-crows-2021.2"
    dropped_rule = "icefire:feast-for-crows-2021.4"
    commander_rule: ClassVar[str] = "icefire:feast-for-crows-2021.6"
    on_pile = True
    wholly = False

    def acted(self, game: War, unit: int) -> Flow[None]:
        """Do nothing: only moves count: icefire:feast-for-crows-2021.3."""
        yield from ()
