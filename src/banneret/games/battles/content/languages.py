"""The texts and the rule index of Battles of Westeros in every language."""

from collections.abc import Mapping
from typing import Final

from banneret.content.game_texts import GameTexts
from banneret.hexes import format_label
from banneret.text.catalogue import Catalogue

COLUMNS, ROWS = 15, 12
"""The largest board that labels can name."""
HEXES: Final = tuple(format_label(column, row) for row in range(ROWS) for column in range(COLUMNS))
"""The labels of the hexes of the largest board."""


def _names_of_hexes(_: Catalogue) -> Mapping[str, str]:
    """Return the names of hexes, which are their labels, as those of squares in chess."""
    return {f"name.{label}": label for label in HEXES}


_TEXTS: Final = GameTexts("banneret.games.battles", composed=_names_of_hexes)

catalogue: Final = _TEXTS.catalogue
rule_index: Final = _TEXTS.rule_index
