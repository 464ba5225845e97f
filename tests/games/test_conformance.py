"""Our games pass the conformance suite that is offered to authors of others."""

from __future__ import annotations

import pytest

from banneret.testing import conformance_tests
from banneret.text.catalogue import LANGUAGES
from tests.games.battles.test_random_play import SETTINGS as BATTLES

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]  # what is run thousands of times is measured elsewhere

TestThrones = conformance_tests("thrones", seats=(3, 6), seeds=1, rate=60, languages=LANGUAGES)
TestBattles = conformance_tests(
    "battles",
    settings={name: BATTLES[name] for name in ("drawn", "breaking-the-siege", "open-field", "optional")},
    seeds=1,
    rate=20,
    languages=LANGUAGES,
)
TestSeason6 = conformance_tests("icefire-s6", seats=(2,), seeds=1, rate=50, languages=LANGUAGES)
TestEdition2021 = conformance_tests("icefire-2021", seats=(2,), seeds=1, rate=50, languages=LANGUAGES)
TestRunewars = conformance_tests(
    "runewars", seats=(2,), settings={"skirmish": {"size": "skirmish"}}, seeds=1, rate=20, languages=LANGUAGES
)
