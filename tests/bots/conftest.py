"""The toy rulebook is there for the bots too."""

import pytest

from banneret.kernel import registry
from tests.kernel.toy import SkirlRulebook


@pytest.fixture
def skirl(monkeypatch: pytest.MonkeyPatch) -> SkirlRulebook:
    book = SkirlRulebook()
    monkeypatch.setitem(registry.REGISTRY.books, book.id, book)
    return book
