"""What the page weighs over the wire: its scripts and styles within a budget, cards only when they are needed."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.page.conftest import Server
from tests.page.visiting import Visit

pytestmark = pytest.mark.slow

BUDGET = 150 * 1024
"""Bytes of JavaScript and CSS."""
PARTS = re.compile(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"')
FETCHED = "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)"


def over_the_wire(url: str) -> int:
    """Return the bytes of an answer as browsers get it, compressed."""
    with httpx.stream("GET", url, headers={"accept-encoding": "br, gzip"}, trust_env=False) as answer:
        assert answer.status_code == 200, url
        for _ in answer.iter_raw():
            pass
        return answer.num_bytes_downloaded


def test_scripts_and_styles_are_within_the_budget(server: Server) -> None:
    start = httpx.get(server.url, trust_env=False)
    parts = PARTS.findall(start.text)
    assert any(part.endswith(".js") for part in parts)
    assert any(part.endswith(".css") for part in parts)
    weights = {part: over_the_wire(server.url + part) for part in parts}
    assert sum(weights.values()) <= BUDGET, weights


def test_cards_are_fetched_on_demand_and_cached(visit: Visit, server: Server) -> None:
    page = visit(None)
    page.locator("h1").first.wait_for()
    assert [path for path in page.evaluate(FETCHED) if path.endswith("/cards")] == []
    url = f"{server.url}/api/v1/rulebooks/thrones/cards"
    first = httpx.get(url, trust_env=False)
    assert "max-age" in first.headers["cache-control"]
    again = httpx.get(url, headers={"if-none-match": first.headers["etag"]}, trust_env=False)
    assert (again.status_code, again.content) == (304, b"")
