"""The text of a Leadership card, and the current state of its tactic's conditions."""

from __future__ import annotations

from collections.abc import Sequence

from banneret.games.battles.content.components import BOX
from banneret.games.battles.rules.victory.conditions import Term
from banneret.games.battles.show.drawing.words import Words


def card_text(id: str, terms: Sequence[Term], words: Words) -> str:
    """Return a card as text: its name, each command with its cost, the tactic, and the state of its conditions."""
    card = BOX.card[id]
    parts = [
        f"{words.text(f'card.{card.kind}.command.{number}')} ({words.message('card.cost', cost=command.cost)})"
        for number, command in enumerate(card.commands, 1)
    ]
    if card.tactic is not None:
        parts.append(f"{words.text(f'card.{card.tactic.timing}')}: {words.text(f'card.{card.kind}.tactic')}")
        for term in terms:
            state = "condition.met" if term.met else "condition.unmet"
            parts.append(words.message(state, condition=words.render(term.told)))
    return f"{words.name(id)}: {' '.join(parts)}"
