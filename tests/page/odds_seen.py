"""What the page shows of odds, and what the server answers to the same question."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import Server


class Match:
    """A match on the page, as the server knows it."""

    def __init__(self, page: Page, server: Server, table: str) -> None:
        self.page = page
        self.url = f"{server.url}/api/v1/tables/{table}"
        self.headers = {"origin": server.url, "content-type": "application/json"}

    def ask(self) -> dict[str, Any] | None:
        """Return the question to seat 0, if it is asked anything."""
        asks: list[dict[str, Any]] = self.page.request.get(f"{self.url}/view?seats=0").json()["state"]["asks"]
        return asks[0] if asks else None

    def odds(self, ask: dict[str, Any], do: str) -> dict[str, Any]:
        """Return the odds of an answer that has just one target."""
        body = {"seat": 0, "ask": ask["id"], "do": do}
        found = self.page.request.post(f"{self.url}/odds", data=body, headers=self.headers).json()
        assert len(found) == 1, found
        one: dict[str, Any] = found[0]
        return one

    def threats(self, thing: str) -> list[dict[str, Any]]:
        """Return the threat ranges of a thing."""
        found: list[dict[str, Any]] = self.page.request.get(f"{self.url}/threats?seats=0&thing={thing}").json()
        return found

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """Return what has happened."""
        found = self.page.request.get(f"{self.url}/events?seats=0&since={since}").json()
        return [one[1] for one in found]

    def until(self, kind: str, since: int) -> dict[str, Any]:
        """Answer with the first option until an event of a kind; return it. Bots answer for the other seats."""
        for _ in range(200):
            found = next((one for one in self.events(since) if one["event"] == kind), None)
            if found is not None:
                return found
            ask = self.ask()
            if ask is None:
                self.page.locator(".decide[data-ask]").wait_for()  # a bot has answered by then
            else:
                body = {"seat": 0, "ask": ask["id"], "do": ask["options"][0]["do"]}
                self.page.request.post(f"{self.url}/answers", data=body, headers=self.headers)
        raise AssertionError(f"{kind} never happens")


def shown_as(page: Page, known: dict[str, Any]) -> None:
    """Demand that the page shows every number of these odds."""
    for number, spread in enumerate(known["spreads"]):
        table = page.locator(".odds table.bars").nth(number)
        expect(table.locator("tbody th")).to_have_text([str(bar["number"]) for bar in spread["bars"]])


def chance_of(spread: dict[str, Any], number: int) -> float:
    """Return the chance of a number; 0 if it is impossible."""
    return float(sum(bar["chance"] for bar in spread["bars"] if bar["number"] == number))
