"""Registers the toy game for the tests of the conformance suite."""

import pytest

from banneret.kernel import registry
from banneret.kernel.registry import Registry
from tests.kernel.toy import SkirlRulebook


@pytest.fixture(autouse=True)
def skirl(monkeypatch: pytest.MonkeyPatch) -> SkirlRulebook:
    """Make skirl the only registered rulebook."""
    book = SkirlRulebook()
    monkeypatch.setattr(registry, "REGISTRY", Registry([book]))
    return book
