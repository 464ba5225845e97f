"""Match options: the battle, and the disputed and optional rules."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from banneret.games.battles.content.scenario_file import SCENARIOS
from banneret.games.battles.content.skirmish import SUMMARIES
from banneret.kernel.rulebook import OptionError

DRAWN: Final = "drawn"
ScenarioId: TypeAlias = Annotated[str | dict[str, Any], msgspec.Meta(examples=[DRAWN, *SCENARIOS, *SUMMARIES])]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match of Battles of Westeros. The defaults for rules are those of the rule index."""

    scenario: ScenarioId = DRAWN
    """The id of a scenario, or a scenario itself; "drawn" chooses one from the seed."""
    drawn_setup: bool = False
    """Draw what players would choose before the battle: forces and ground of a skirmish, tokens of a plan."""
    retreat_rule: Literal["directional-2013", "original-2010"] = "directional-2013"
    """The rule for the hex that a unit retreats to (battles:c14.1)."""
    flat_morale_loss: bool = False
    """Every destroyed unit costs one morale, instead of an amount by rank (battles:c14.2)."""
    capture_excess: bool = True
    """Hits beyond the last ordinary figure count towards capture (battles:c14.3)."""
    retreat_hits_capture: bool = True
    """Hits of a blocked retreat count towards capture (battles:c14.4)."""
    parting_blow_morale: bool = False
    """Morale results of a parting blow force a retreat that ends the move (battles:c14.5)."""
    no_least_die: bool = False
    """Modifiers may remove the last die (battles:c14.6)."""
    archers_hit_with_valor: bool = False
    """Valor results of archers hit (battles:c14.7)."""
    fire_hits_one: bool = False
    """A fire scores one hit on a unit, instead of its level (battles:c14.8)."""
    tokens_account_once_a_card: bool = False
    """Every card may count a token again, instead of once a round (battles:c14.9)."""
    coordinated_attacks: bool = False
    """Several units may attack the same target at once (battles:c13.1)."""
    any_card_orders_one: bool = False
    """Any Leadership card may be discarded to order one unit (battles:c13.3)."""
    reduced_strength: bool = False
    """Units that have lost half their strength roll one die fewer (battles:c13.4)."""
    data_pack: dict[str, Any] | None = None
    """Corrections of the components, made by an owner of the printed game."""


def settings_of(options: Any) -> Settings:  # msgspec returns the options untyped
    """Return the options as this game's type. Raises OptionError."""
    if not isinstance(options, Settings):
        raise OptionError("these are not options of battles")
    return options
