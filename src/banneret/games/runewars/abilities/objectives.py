"""Skills that objectives grant to every unit."""

from __future__ import annotations

from banneret.games.runewars.abilities.deeds import may_recast
from banneret.games.runewars.content.components import components
from banneret.games.runewars.effects.registry import Source, skill
from banneret.games.runewars.effects.skills import SHARED
from banneret.games.runewars.game import Runewars
from banneret.games.runewars.match_state import MatchState
from banneret.games.runewars.rules.ground.objectives import CONFLUENCE, tokens_of
from banneret.kernel.flow import Flow

SHARED.append(CONFLUENCE)


def _bears_tokens(state: MatchState, source: Source) -> bool:
    return state.objective == CONFLUENCE and tokens_of(state, source.unit) > 0


@skill(CONFLUENCE, can=_bears_tokens)
def _cast_again(game: Runewars, source: Source) -> Flow[None]:
    """Cast mana tokens again, up to the number of objective tokens the unit carries, each at most once."""
    # rules rw:51.2, rw:89.2b, rw:ruling.45
    left = list(components().mana)
    for _ in range(tokens_of(game.state, source.unit)):
        chosen = yield from may_recast(game, source, left)
        if not chosen:
            return
        left.remove(chosen)
