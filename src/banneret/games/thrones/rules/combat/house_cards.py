"""Combat, step 3: house cards are chosen in secret, revealed together, and their first texts carried out."""

from __future__ import annotations

from banneret.games.thrones.events.combat import CardsRevealed
from banneret.games.thrones.game import Thrones
from banneret.games.thrones.rules.combat.hands import choose_house_card, play_from_hand
from banneret.games.thrones.rules.combat.immediate_texts import CANCELLING, IMMEDIATE
from banneret.games.thrones.rules.combat.texts import act_in_turn_order
from banneret.games.thrones.state import ATTACKER, DEFENDER, Combat
from banneret.kernel.flow import Flow, together


def play_house_cards(game: Thrones, fight: Combat) -> Flow[None]:
    """Choose, reveal, cancel, then carry out what acts at once.

    thrones:combat.6, thrones:cards.5, thrones:cards.6, thrones:cards.7, thrones:ruling.39.
    """
    yield from choose_and_reveal(game, fight)
    yield from act_in_turn_order(CANCELLING, game, fight)
    yield from act_in_turn_order(IMMEDIATE, game, fight)


def choose_and_reveal(game: Thrones, fight: Combat) -> Flow[None]:
    """Both sides must choose a card in secret; both are shown at once: thrones:cards.1, thrones:cards.2.

    Also a side that has only a garrison plays one. Until then nobody sees the other's choice, though hands are
    open otherwise (thrones:cards.12, thrones:secrets.5).
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
