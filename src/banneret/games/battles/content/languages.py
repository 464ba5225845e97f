"""The texts and the rule index of Battles of Westeros in every language."""

from typing import Final

from banneret.content.game_texts import GameTexts

_TEXTS: Final = GameTexts("banneret.games.battles")

catalogue: Final = _TEXTS.catalogue
rule_index: Final = _TEXTS.rule_index
