"""The texts and the rule index of both editions in every language."""

from __future__ import annotations

from functools import cache
from typing import Final

from banneret.content.game_texts import GameTexts
from banneret.games.icefire.content.card_texts import english_card_texts
from banneret.games.icefire.content.components import components
from banneret.games.icefire.content.editions import EDITION_2021, EDITIONS, SEASON_6, Edition
from banneret.games.icefire.content.editions import rule_index as english_index
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex


def rule_index(edition: Edition, language: str, *, faq: bool | None = False) -> RuleIndex:
    """Return the rules of an edition in a language, or in English if the language is not available."""
    return _TEXTS.translated(english_index(edition, faq=faq), language)


@cache
def english_texts() -> dict[str, str]:
    """Return the texts whose English is in the data, by id: rules, names and titles, abilities, texts of cards."""
    texts = english_index(SEASON_6).texts() | english_index(EDITION_2021).texts() | english_card_texts()
    for edition in EDITIONS:
        found = components(edition)
        for model in found.models():
            texts[f"name.{model.id}"] = model.name
            if model.title is not None:
                texts[f"title.{model.id}"] = model.title
        for card in found.tactics.values():
            texts[f"name.{card.id}"] = card.name
        for special in found.specials.values():
            texts[f"name.{special.id}"] = special.name
        for ability in found.abilities.values():
            texts[f"ability.{ability.id}"] = ability.name
    return texts


def _composed_names(texts: Catalogue) -> dict[str, str]:
    """Return the names that messages show for abilities, and for persons with their title."""
    found = {}
    for id in texts.ids():
        prefix, _, rest = id.partition(".")
        if prefix == "ability":
            found[f"name.{rest}"] = texts.text(id)
        elif prefix == "title":
            found[f"name.{rest}-titled"] = f"{texts.name(rest)} ({texts.text(id)})"
    return found


_TEXTS: Final = GameTexts("banneret.games.icefire", english=english_texts, composed=_composed_names)

catalogue: Final = _TEXTS.catalogue
