"""What a Leadership card says, and what counts for its tactic now."""

from __future__ import annotations

from banneret.games.battles.content.components import BOX
from banneret.games.battles.show.drawing.words import Words
from banneret.games.battles.view import HouseView


def card_told(id: str, found: HouseView, words: Words) -> str:
    """Return a card in words: its name, each command with its cost, the tactic, and each of its conditions as it is."""
    card = BOX.card[id]
    told = [
        f"{words.text(f'card.{card.kind}.command.{number}')} ({words.message('card.cost', cost=command.cost)})"
        for number, command in enumerate(card.commands, 1)
    ]
    if card.tactic is not None:
        told.append(f"{words.text(f'card.{card.tactic.timing}')}: {words.text(f'card.{card.kind}.tactic')}")
        for term in found.tactics.get(id, ()):
            state = "condition.met" if term.met else "condition.unmet"
            told.append(words.message(state, condition=words.render(term.told)))
    return f"{words.name(id)}: {' '.join(told)}"
