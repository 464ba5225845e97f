"""Attacks on sign-in: guessing one account's password, at once or from many addresses, and from one IPv6 network."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import httpx
import pytest
import structlog

from banneret.server.app import make_app
from banneret.server.people.attempts import FORGOTTEN, FREE, FREE_OF_NETWORK, LONGEST, TAKEN, Attempts
from banneret.server.people.counters import Counters
from banneret.server.people.networks import network_of
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.playing import Moment, guests

pytestmark = pytest.mark.anyio


async def waits(attempts: Attempts, login: str, address: str = "192.0.2.1") -> int:
    """Try once; return the wait in milliseconds, 0 if the attempt was allowed."""
    try:
        await attempts.begin(login, address)
    except Problem as problem:
        return int(problem.more["retry_ms"])
    return 0


def attempts_at(moment: Moment) -> Attempts:
    return Attempts(Counters("", lambda: moment() / 1000))


async def test_the_delay_of_an_account_grows_to_a_bound() -> None:
    moment = Moment()
    attempts = attempts_at(moment)
    assert [await waits(attempts, "ann") for _ in range(FREE)] == [0] * FREE
    delays = []
    for _ in range(9):
        delays.append(await waits(attempts, "ann"))
        moment.now += delays[-1]
        assert await waits(attempts, "ann") == 0
    assert delays == [1000, 2000, 4000, 8000, 16_000, 32_000, *[LONGEST * 1000] * 3]
    assert await waits(attempts, "bea") == 0
    moment.pass_seconds(FORGOTTEN)
    assert [await waits(attempts, "ann") for _ in range(FREE)] == [0] * FREE


async def test_a_network_that_guesses_at_many_accounts_waits_longer_and_longer() -> None:
    moment = Moment()
    attempts = attempts_at(moment)
    for number in range(FREE_OF_NETWORK):
        address = f"2001:db8:1:2::{number}"
        assert await waits(attempts, f"login {number}", address) == 0
        await attempts.failed(address)
    assert await waits(attempts, "another", "2001:db8:1:2:ffff::1") == 1000
    assert await waits(attempts, "another", "2001:db8:1:3::1") == 0
    moment.pass_seconds(1)
    assert await waits(attempts, "another", "2001:db8:1:2::1") == 0
    await attempts.failed("2001:db8:1:2::1")
    assert await waits(attempts, "another", "2001:db8:1:2::1") == 2000


async def test_guesses_of_strangers_do_not_keep_the_owner_out() -> None:
    attempts = attempts_at(Moment())
    await attempts.begin("ann", "192.0.2.1")
    await attempts.succeeded("ann", "192.0.2.1")
    for _ in range(FREE):
        await attempts.begin("ann", "198.51.100.1")
    assert await waits(attempts, "ann", "198.51.100.2") > 0
    assert await waits(attempts, "ann", "192.0.2.1") == 0


@pytest.mark.parametrize("processes", [1, 2])
async def test_processes_with_one_redis_share_the_delay_of_an_account(redis_url: str, processes: int) -> None:
    counters = [Counters(redis_url) for _ in range(processes)]
    try:
        login, address = secrets.token_hex(8), "192.0.2.77"
        tried = [Attempts(counters[number % processes]).begin(login, address) for number in range(FREE + 5)]
        found = await asyncio.gather(*tried, return_exceptions=True)
        assert sum(isinstance(one, Problem) for one in found) == 5
        assert sum(one is None for one in found) == FREE
    finally:
        for one in counters:
            await one.close()


@pytest.mark.slow
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
    for _ in range(FREE - 1):
        with pytest.raises(Problem, match="is wrong"):
            await services.people.sign_in("ann", "wrong horse", "198.51.100.1")


async def test_security_events_are_logged_with_account_and_address_and_counted(services: Services) -> None:
    (ann,) = await guests(services, 1)
    await services.people.make_account(ann, "ann", "correct horse")
    with structlog.testing.capture_logs() as logged:
        for login in ("ann", "nobody"):
            with pytest.raises(Problem, match="is wrong"):
                await services.people.sign_in(login, "wrong horse", "192.0.2.9")
        for _ in range(FREE):
            with pytest.raises(Problem):
                await services.people.sign_in("ann", "wrong horse", "192.0.2.9")
    found = [(one["event"], one["account"], one["address"]) for one in logged]
    assert found[:2] == [("sign-in failed", ann.id, "192.0.2.9"), ("sign-in failed", None, "192.0.2.9")]
    assert found[-1] == ("sign-in delayed", ann.id, "192.0.2.9")
    assert "horse" not in str(logged)
    counted = services.measures.registry.get_sample_value
    assert counted("banneret_security_events_total", {"event": "sign-in failed"}) == 1 + FREE
    assert counted("banneret_security_events_total", {"event": "sign-in delayed"}) == 1


@pytest.mark.slow
async def test_logins_cannot_be_listed_by_making_accounts(services: Services) -> None:
    ann, eve = await guests(services, 2)
    await services.people.make_account(ann, "ann", "correct horse")
    for _ in range(TAKEN):
        with pytest.raises(Problem, match="is taken"):
            await services.people.make_account(eve, "ann", "another horse", "192.0.2.1")
    for login in ("ann", "free"):  # from now on, neither a taken login nor a free one is revealed
        with pytest.raises(Problem, match="try again later"):
            await services.people.make_account(eve, login, "another horse", "192.0.2.1")
    assert (await services.people.make_account(eve, "free", "another horse", "192.0.2.2")).login == "free"


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
