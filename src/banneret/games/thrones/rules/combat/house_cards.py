"""Combat, step 3: choose house cards in secret, reveal them together, and carry out their first texts."""

from __future__ import annotations

from banneret.games.thrones.events.combat import CardsRevealed
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.hands import choose_house_card, play_from_hand
from banneret.games.thrones.rules.combat.immediate_texts import CANCELLING, IMMEDIATE
from banneret.games.thrones.rules.combat.texts import act_in_turn_order
from banneret.games.thrones.state import ATTACKER, DEFENDER, Combat
from banneret.kernel.flow import Flow, together


def play_house_cards(game: Thrones, fight: Combat) -> Flow[None]:
    """Choose and reveal house cards, then carry out cancelling and immediate texts.

    thrones:combat.6, thrones:cards.5, thrones:cards.6, thrones:cards.7, thrones:ruling.39.
    """
    yield from choose_and_reveal(game, fight)
    yield from act_in_turn_order(CANCELLING, game, fight)
    yield from act_in_turn_order(IMMEDIATE, game, fight)


def choose_and_reveal(game: Thrones, fight: Combat) -> Flow[None]:
    """Let both sides choose a card in secret and reveal them together: thrones:cards.1, thrones:cards.2.

    A side that has only a garrison plays one too. Until the reveal neither sees the other's choice, although hands are
    open (thrones:cards.12, thrones:secrets.5).
    """
    state = game.state
    attacker, defender = fight.seats
    flows = {seat: choose_house_card(seat, state.hands[seat]) for seat in fight.seats}
    chosen = yield from together(flows)
    play_from_hand(state, fight, ATTACKER, chosen[attacker])
    play_from_hand(state, fight, DEFENDER, chosen[defender])
    game.emit(
        CardsRevealed(
            attacker=state.houses[attacker],
            attacking=chosen[attacker],
            defender=state.houses[defender],
            defending=chosen[defender],
        )
    )
