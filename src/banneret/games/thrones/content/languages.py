"""Catalogues and rule indexes of the game, by language."""

from typing import Final

from banneret.content.game_texts import GameTexts

_TEXTS: Final = GameTexts("banneret.games.thrones")

catalogue: Final = _TEXTS.catalogue
rule_index: Final = _TEXTS.rule_index
