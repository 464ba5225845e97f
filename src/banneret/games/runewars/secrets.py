"""Hidden information: the classification of every state column, and the redeal of what a viewer cannot know."""

from __future__ import annotations

from typing import Final

from banneret.games.runewars.match_state import MATCH_COLUMNS, SIDES, MatchState
from banneret.games.runewars.rules.command import card_of, choices
from banneret.games.runewars.rules.ground.teams import sees_dials
from banneret.games.runewars.rules.turns import fits, hidden, initiative, is_due, ready
from banneret.games.runewars.state import COLUMNS
from banneret.kernel.pile import knows
from banneret.kernel.stream import Stream, derive_key

PUBLIC: Final = "public"
OWNED: Final = "owned"
"""Known to the owning seat, and only in part to others."""
HIDDEN: Final = "hidden"
"""Unknown to all seats."""
PILE: Final = "pile"
"""Tracked for each card by the pile."""

FIELDS: Final[dict[str, str]] = {
    name: {"dials": OWNED, "key": HIDDEN, "drawn": HIDDEN, "deck": PILE}.get(name, PUBLIC)
    for name in (*COLUMNS, *MATCH_COLUMNS)
}
"""Dials are secret until `shown`, except to seats that have `seen` them; the presence of a command tool is public."""


def redeal(state: MatchState, mask: int, stream: Stream) -> None:
    """Shuffle the morale deck in place, and change the dials that the seats of `mask` cannot see.

    Dials are set to anything consistent with what was seen: no unit has a lower initiative than the called one; units
    of a seat with none of it left have higher ones; a seat that is to activate a unit with it, and could not shift that
    of another, has at least one; and a unit to be revealed has it, or has shifted it. All consistent settings are
    equally likely.
    """
    state.deck.redeal(mask, stream)
    for seat in range(SIDES):
        own = [unit for unit in hidden(state) if state.seat[unit] == seat]
        units = [unit for unit in own if not sees_dials(state, mask, unit)]
        if not units:
            continue
        free = [[dials for dials in choices(card_of(state, unit)) if fits(state, unit, dials)] for unit in units]
        due = is_due(state, seat) and not any(unit in ready(state, seat) for unit in own if unit not in units)
        while True:
            drawn = [stream.choice(dials) for dials in free]
            found = [initiative(state, unit, dials) for unit, dials in zip(units, drawn, strict=True)]
            if not due or min(found) <= state.called:
                break
        for unit, dials in zip(units, drawn, strict=True):
            state.dials[unit] = dials


def twin(state: MatchState, mask: int, stream: Stream) -> MatchState:
    """Return a copy of a checkpoint state that differs in one thing the seats in `mask` cannot know, and in the key.

    Deliberately independent of `redeal`, which the twin-world tests check. Two cards of the morale deck are swapped, or
    the dials of one unit are changed to any initiative that may still be called; that of a unit that has been called,
    or is the only one that can be, is kept.
    """
    other = state.copy()
    other.key = derive_key(state.key, "twin")
    changes = []
    for unit in hidden(state):
        seat, dials = state.seat[unit], state.dials[unit]
        if sees_dials(state, mask, unit):
            continue
        alone = is_due(state, seat) and ready(state, seat) == [unit]
        for wanted in choices(card_of(state, unit)):
            if wanted == dials or not fits(state, unit, wanted):
                continue
            if not alone or initiative(state, unit, wanted) <= state.called:
                changes.append((unit, wanted))
    hidden_cards = [place for place, known in enumerate(state.deck.known) if not knows(known, mask)]
    if changes and stream.below(4):
        unit, wanted = stream.choice(changes)
        other.dials[unit] = wanted
    elif len({state.deck.cards[place] for place in hidden_cards}) > 1:
        one = stream.choice(hidden_cards)
        two = stream.choice([place for place in hidden_cards if state.deck.cards[place] != state.deck.cards[one]])
        cards = other.deck.cards
        cards[one], cards[two] = cards[two], cards[one]
    return other
