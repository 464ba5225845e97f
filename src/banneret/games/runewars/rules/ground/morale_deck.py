"""The morale deck: drawing cards, and turning the top card face up."""

from __future__ import annotations

from banneret.games.runewars.effects.numbers import has_flag
from banneret.games.runewars.events.cards import MoraleOpened
from banneret.games.runewars.events.combat import MoraleShuffled
from banneret.games.runewars.game import Runewars
from banneret.kernel.pile import PUBLIC, Pile


def draw_morale(game: Runewars, number: int) -> list[str]:
    """Draw morale cards face up; when the deck runs out, the discarded cards are shuffled into it."""
    # rules rw:1.2, rw:58.1, rw:ruling.38, rw:ruling.39, rw:ruling.61
    state = game.state
    drawn: list[str] = []
    for _ in range(number):
        if not state.deck.cards:
            if not state.discard:
                break
            state.deck = Pile(state.discard)
            state.discard = []
            game.chance.shuffle(state.deck)
            game.emit(MoraleShuffled())
        drawn.append(game.chance.draw(state.deck))
    open_top(game)
    return drawn


def open_top(game: Runewars) -> None:
    """Turn the top card of the morale deck face up while a unit on the table requires it."""
    # rules rw:golden.2, rw:ruling.71
    state = game.state
    if not state.deck.cards or state.deck.known[0] == PUBLIC:
        return
    if any(state.poses[unit] and has_flag(state, unit, "opens-morale") for unit in range(len(state.unit))):
        game.emit(MoraleOpened(card=game.chance.look(state.deck, PUBLIC)))
