"""Attacks on sign-in: guessing one account's password, at once or from many addresses, and from one IPv6 network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from banneret.server.app import make_app
from banneret.server.people.attempts import COUNTED, FORGOTTEN_MS, FREE, LONGEST_MS, Attempts
from banneret.server.people.limits import network_of
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.playing import Moment, guests

pytestmark = pytest.mark.anyio


def waits(attempts: Attempts, login: str) -> int:
    """Try once; return the wait in milliseconds, 0 if the attempt was allowed."""
    try:
        attempts.begin(login)
    except Problem as problem:
        return int(problem.more["retry_ms"])
    return 0


def test_the_delay_of_an_account_grows_to_a_bound() -> None:
    moment = Moment()
    attempts = Attempts(moment)
    assert [waits(attempts, "ann") for _ in range(FREE)] == [0] * FREE
    delays = []
    for _ in range(9):
        delays.append(waits(attempts, "ann"))
        moment.now += delays[-1]
        assert waits(attempts, "ann") == 0
    assert delays == [1000, 2000, 4000, 8000, 16_000, 32_000, LONGEST_MS, LONGEST_MS, LONGEST_MS]
    assert waits(attempts, "bea") == 0
    moment.now += LONGEST_MS + FORGOTTEN_MS + 1
    assert [waits(attempts, "ann") for _ in range(FREE)] == [0] * FREE


def test_attempts_remember_a_bounded_number_of_logins() -> None:
    attempts = Attempts(Moment())
    for number in range(COUNTED + 10):
        attempts.begin(str(number))
    assert len(attempts._failed) == COUNTED


async def test_many_addresses_at_once_cannot_guess_the_password_of_one_account(
    services: Services, moment: Moment
) -> None:
    (ann,) = await guests(services, 1)
    await services.people.make_account(ann, "ann", "correct horse")
    guesses = [services.people.sign_in(" ANN ", f"guess {n}", f"198.51.100.{n}") for n in range(12)]
    found = await asyncio.gather(*guesses, return_exceptions=True)
    kinds = [one.kind for one in found if isinstance(one, Problem)]
    assert (kinds.count("not-signed-in"), kinds.count("too-many")) == (FREE, 12 - FREE)
    with pytest.raises(Problem, match="try again in"):
        await services.people.sign_in("ann", "correct horse")
    moment.pass_seconds(1)
    assert (await services.people.sign_in("ann", "correct horse")).id == ann.id
    assert not services.people.attempts._failed


def test_ipv6_is_counted_by_network() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9%eth0") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("?") == "?"


async def test_addresses_of_one_ipv6_network_share_a_limit(tmp_path: Path, moment: Moment) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/rate.sqlite3", rate_signing=3)
    parts = Services(settings, clock=moment)
    app = make_app(settings, parts)
    await parts.start()
    try:
        codes = []
        for number in range(5):
            client = (f"2001:db8::{number:x}", 1234)
            transport = httpx.ASGITransport(app, client=client)  # type: ignore[arg-type]  # Litestar's type is narrower
            async with httpx.AsyncClient(transport=transport, base_url="http://testserver.local") as one:
                codes.append((await one.post("/api/v1/guests", json={"name": "Ann"})).status_code)
        assert codes == [201] * 3 + [429] * 2
    finally:
        await parts.stop()
