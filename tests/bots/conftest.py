"""The toy rulebook is there for the bots too."""

import pytest

from banneret.kernel import rulebook as books
from tests.kernel.toy import SkirlRulebook


@pytest.fixture
def skirl(monkeypatch: pytest.MonkeyPatch) -> SkirlRulebook:
    book = SkirlRulebook()
    monkeypatch.setitem(books._REGISTERED, book.id, book)
    return book
