"""A Feast for Crows: tokens that are bound to corpse piles, and piles that fallen infantry leaves."""

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
"""With so many corpse piles in play no more are laid: icefire:feast-for-crows.17."""


def linked(state: State) -> list[int]:
    """Return the number of the piece of terrain that each token is linked to: icefire:feast-for-crows.8."""
    return state.marks["piles"]


def pile_of(state: State, token: int) -> Pose:
    """Return where the corpse pile lies that a token is linked to."""
    return state.piece_pose[linked(state)[token]]


def touches_pile(state: State, unit: int, token: int) -> bool:
    """Tell whether a tray touches the corpse pile of a token, or lies on it."""
    return distance(tray_of(state, unit), piece_at(PILE, pile_of(state, token))) <= GIVE


@mode
class FeastForCrows(CarriedMode):
    """Units carry the tokens as long as they stay at their piles; each scores from round 2 on.

    Nobody chooses corpse piles as terrain, and drawn ones are drawn again: icefire:feast-for-crows.2,
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
    """Whether a token that comes back lies on its pile; else it touches it."""
    wholly: ClassVar[bool] = True
    """Whether a new pile lies completely within Long Range: icefire:feast-for-crows.18."""

    def set_up(self, state: State, chance: Chance) -> None:
        """Lay a corpse pile under each token, and give each a random card: icefire:feast-for-crows.4.

        icefire:feast-for-crows.5, icefire:feast-for-crows.7. Where they and the zones lie, the data say:
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
        """Let units take tokens, one at most, and note whose moves have ended: icefire:feast-for-crows.9.

        icefire:feast-for-crows.10.
        """
        super().moved(game, unit)
        game.state.marks.setdefault("ended", []).append(unit)

    def after_move(self, game: War) -> Flow[None]:
        """Let tokens go back to their piles, from under holders and from those that have left the pile.

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
        """Yield the tokens that nobody carries and a tray lies on."""
        for token, holder in enumerate(state.claims):
            if holder == NO_UNIT and self.lies_on(state, unit, token):
                yield token

    def acted(self, game: War, unit: int) -> Flow[None]:
        """A holder that ends an action away from the pile drops its token: icefire:feast-for-crows.12."""
        yield from self.drop(game, unit)

    def drop(self, game: War, unit: int) -> Flow[None]:
        """Let a unit lose the token whose pile it does not touch: icefire:feast-for-crows.13.

        icefire:feast-for-crows-2021.4.
        """
        state = game.state
        for token, holder in enumerate(state.claims):
            if holder == unit and not touches_pile(state, unit, token):
                state.claims[token] = NO_UNIT
                yield from self._back(game, unit, token, self.dropped_rule)

    def _back(self, game: War, unit: int, token: int, rule: str) -> Flow[None]:
        """Ask the opponent of a unit where a token is put at its pile."""
        state = game.state
        space = LinkedTokenSpace(state, token, pile_of(state, token), rule, on_pile=self.on_pile)
        answer: LayToken = yield from ask(opponent(state, state.seat[unit]), space)
        state.tokens[token] = (answer.x, answer.y)
        game.emit(ObjectiveLaid(objective=token + 1, x=answer.x, y=answer.y, rule=rule))

    def falling(self, game: War, unit: int) -> Flow[None]:
        """Infantry that falls leaves its token, then a corpse pile with a token: icefire:feast-for-crows.17.

        icefire:feast-for-crows.18, icefire:feast-for-crows-2021.5. Where there is no room, none is laid.
        """
        yield from super().falling(game, unit)
        yield from self._leave_pile(game, unit)

    def _leave_pile(self, game: War, unit: int) -> Flow[None]:
        """Ask the owner of fallen infantry where it leaves a pile: icefire:feast-for-crows.17."""
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
        """Lay a token in the center of a new pile, with a card of its own: icefire:feast-for-crows.19.

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
    """In the edition of 2021 a token comes back on its pile, and only the end of a move lets it drop."""

    edition = EDITION_2021
    second_rule = "icefire:feast-for-crows-2021.2"
    dropped_rule = "icefire:feast-for-crows-2021.4"
    commander_rule: ClassVar[str] = "icefire:feast-for-crows-2021.6"
    on_pile = True
    wholly = False

    def acted(self, game: War, unit: int) -> Flow[None]:
        """Only moves count: icefire:feast-for-crows-2021.3."""
        yield from ()
