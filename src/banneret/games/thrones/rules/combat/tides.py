"""Tides of Battle: cards drawn in secret after the house cards, and the Valyrian Steel Blade."""

from __future__ import annotations

from banneret.games.thrones.content.components import TIDES_DECK
from banneret.games.thrones.events.combat import (
    BladeUsed,
    TidesDrawn,
    TidesLaidAside,
    TidesReplaced,
    TidesShown,
)
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.state import ATTACKER, DEFENDER, FIEFDOMS, NO_SIDE, Combat, State
from banneret.kernel.choosers import Chooser, Refusal
from banneret.kernel.flow import Flow, ask
from banneret.kernel.pile import mask_of
from banneret.kernel.questions import Pass, Yes
from banneret.text.message import Message, msg

_PASS = Pass()
_YES = Yes()


def blade_side(state: State, fight: Combat) -> int:
    """Return the side that may use the fresh blade, or NO_SIDE: thrones:fiefdoms.2, thrones:blade.1, thrones:blade.2.

    The house currently first holds it, even after Doran Martell (thrones:ruling.44).
    """
    holder = state.tracks[FIEFDOMS][0]
    return fight.seats.index(holder) if not state.blade_used and holder in fight.seats else NO_SIDE


def use_blade(game: Thrones, fight: Combat) -> Flow[None]:
    """Offer the holder of the fresh blade +1: thrones:blade-use.1, thrones:blade-use.2.

    With Tides of Battle, ask after the cards are shown, unless the blade has been used: thrones:ruling.69.
    """
    state = game.state
    side = blade_side(state, fight)
    if side == NO_SIDE:
        return
    answer = yield from ask(fight.seats[side], BladeChooser())
    if isinstance(answer, Yes):
        state.blade_used = True
        fight.blade[side] = True
        game.emit(BladeUsed(house=state.houses[fight.seats[side]]))


def draw_and_show_tides(game: Thrones, fight: Combat) -> Flow[None]:
    """Draw a card for each side, let the blade replace one, show both: thrones:tides.3 to thrones:tides.5.

    All 24 cards are available in each combat (thrones:tides.2, thrones:ruling.68); each side sees only its own. Nothing
    is drawn without the option (thrones:tides.1).
    """
    state = game.state
    if not state.tides:
        return
    cards = list(TIDES_DECK)
    mark = len(game.chance.draws)
    attacker, defender = (mask_of([seat]) for seat in fight.seats)
    fight.tides[:] = game.chance.deal(cards, (attacker, defender))
    for seat, card in zip(fight.seats, fight.tides, strict=True):
        game.emit(TidesDrawn(house=state.houses[seat], card=card), seen=mask_of([seat]))
    laid_aside = yield from _replace_tides_card(game, fight, cards)
    game.chance.reveal(mark)
    fight.tides_shown = True
    _emit_tides(game, fight, laid_aside)


def _replace_tides_card(game: Thrones, fight: Combat, cards: list[str]) -> Flow[str | None]:
    """Let the blade's holder replace its card with a new one, which is final; return the discarded one.

    thrones:tides.4; the discarded card is not drawn again in this combat: thrones:ruling.68.
    """
    state = game.state
    side = blade_side(state, fight)
    if side == NO_SIDE:
        return None
    seat = fight.seats[side]
    answer = yield from ask(seat, RedrawChooser(str(fight.tides[side])))
    if isinstance(answer, Pass):
        return None
    state.blade_used = True
    laid_aside = fight.tides[side]
    (fight.tides[side],) = game.chance.deal(cards, (mask_of([seat]),))
    game.emit(TidesReplaced(house=state.houses[seat], card=fight.tides[side]), seen=mask_of([seat]))
    return laid_aside


def _emit_tides(game: Thrones, fight: Combat, laid_aside: str | None) -> None:
    state = game.state
    attacker, defender = (state.houses[seat] for seat in fight.seats)
    if laid_aside is not None:
        holder = state.houses[state.tracks[FIEFDOMS][0]]
        game.emit(TidesLaidAside(house=holder, card=laid_aside))
    game.emit(
        TidesShown(
            attacker=attacker,
            attacking=str(fight.tides[ATTACKER]),
            defender=defender,
            defending=str(fight.tides[DEFENDER]),
        )
    )


class BladeChooser(Chooser[Pass | Yes]):
    """Is the blade used for +1? Options: no, yes."""

    __slots__ = ()
    kind = "blade"
    rule = "thrones:blade-use.1"
    answers = (Pass, Yes)

    def options(self) -> list[Pass | Yes]:
        """List no and yes."""
        return [_PASS, _YES]

    def refusal(self, action: Pass | Yes) -> Refusal | None:
        """Refuse nothing."""
        return None


class RedrawChooser(BladeChooser):
    """Is the blade used to replace the house's Tides card? Options: no, yes."""

    __slots__ = ("card",)
    kind = "redraw"
    rule = "thrones:tides.4"

    def __init__(self, card: str) -> None:
        self.card = card

    def prompt(self) -> Message:
        """Name the card drawn, which only this seat sees."""
        return msg("ask.redraw", card=self.card)
