"""Banneret: an engine, server and toolkit for five tabletop wargames."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from banneret.kernel.asks import Ask, AskView, MatchView
from banneret.kernel.chance import Chance
from banneret.kernel.choosers import Action, Chooser, IllegalAction, Refusal, Space
from banneret.kernel.creation import from_position, new_match, schema
from banneret.kernel.events import Event, LoggedEvent
from banneret.kernel.flow import Checkpoint, Flow, MatchOver, ask, together
from banneret.kernel.game import Game
from banneret.kernel.match import Match
from banneret.kernel.pile import PUBLIC, Pile, mask_of
from banneret.kernel.record import Record, RecordError, load, records, save
from banneret.kernel.registry import register, rulebook, rulebooks
from banneret.kernel.rule_error import RuleError
from banneret.kernel.rulebook import OptionError, Outcome, PositionError, Rulebook
from banneret.kernel.stream import Stream, derive_key
from banneret.text.message import Message, msg

if TYPE_CHECKING:
    from banneret.bots.player import Bot, Player
    from banneret.show.card import Card, cards
    from banneret.sim.arena import arena

__version__ = "0.1.0"

__all__ = [
    "PUBLIC",
    "Action",
    "Ask",
    "AskView",
    "Bot",
    "Card",
    "Chance",
    "Checkpoint",
    "Chooser",
    "Event",
    "Flow",
    "Game",
    "IllegalAction",
    "LoggedEvent",
    "Match",
    "MatchOver",
    "MatchView",
    "Message",
    "OptionError",
    "Outcome",
    "Pile",
    "Player",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "RuleError",
    "Rulebook",
    "Space",
    "Stream",
    "arena",
    "ask",
    "cards",
    "derive_key",
    "from_position",
    "load",
    "mask_of",
    "msg",
    "new_match",
    "records",
    "register",
    "rulebook",
    "rulebooks",
    "save",
    "schema",
    "together",
]


_LATER = {
    "Bot": "banneret.bots.player",
    "Card": "banneret.show.card",
    "Player": "banneret.bots.player",
    "arena": "banneret.sim.arena",
    "cards": "banneret.show.card",
}
"""Names imported from heavier modules on first use."""


def __getattr__(name: str) -> Any:  # the type depends on the name
    """Import a name of `_LATER` on first use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
