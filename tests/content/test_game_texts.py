"""The texts of a game: what languages there are, and texts that are made of others."""

from __future__ import annotations

import pytest

from banneret.content.game_texts import GameTexts
from banneret.text.catalogue import Catalogue
from banneret.text.rules_index import RuleIndex


@pytest.fixture
def texts() -> GameTexts:
    def composed(catalogue: Catalogue) -> dict[str, str]:
        return {"name.both": f"{catalogue.text('name.heads')} or {catalogue.text('name.tails')}"}

    english = {"name.heads": "heads", "name.tails": "tails"}
    return GameTexts("banneret.games.thrones", english=lambda: english, composed=composed)


def test_texts_are_composed_of_others(texts: GameTexts) -> None:
    assert texts.catalogue("en").text("name.both") == "heads or tails"


def test_a_language_that_there_is_not_is_english(texts: GameTexts) -> None:
    assert texts.catalogue("fr") is texts.catalogue("en")
    assert texts.rule_index("fr") is texts.rule_index() is texts.english_rules()


def test_rules_are_in_each_language(texts: GameTexts) -> None:
    summaries = {language: str(texts.rule_index(language).texts()) for language in ("en", "de", "hu")}
    assert len(set(summaries.values())) == 3
    english: RuleIndex = texts.english_rules()
    assert texts.translated(english, "en") is english
