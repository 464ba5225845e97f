"""The toy rulebook is there for the kernel's tests, and for no others."""

import pytest

from banneret.kernel import registry
from banneret.kernel.registry import Registry
from tests.kernel.toy import SkirlRulebook


@pytest.fixture(autouse=True)
def skirl(monkeypatch: pytest.MonkeyPatch) -> SkirlRulebook:
    """Let skirl be a rulebook like any; whatever a test registers besides is gone afterwards."""
    book = SkirlRulebook()
    monkeypatch.setattr(registry, "REGISTRY", Registry([book]))
    return book
