"""Attacks with the `Host` header: a stranger's name that points at this server is refused, `/metrics` included."""

from __future__ import annotations

import httpx
import pytest
from msgspec.structs import replace

from banneret.server.people.hosts import host_allowed, is_loopback
from banneret.server.services import Services
from banneret.server.settings import Settings
from tests.server.conftest import Client, in_process

STRANGE = (
    *("evil.example", "evil.example:8400", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example."),
    *("", "localhost@evil.example", "evil.example/local", "evil.local#.example", "a.localhostx.com", "[::1", "a:b"),
)
OURS = ("127.0.0.1:8400", "[::1]:8400", "localhost", "LOCALHOST:1", "192.168.0.7:8400", "tower:8400", "tower.local")


@pytest.mark.parametrize("host", STRANGE)
def test_a_name_from_the_public_dns_is_not_ours(host: str) -> None:
    assert not host_allowed(Settings(), host)
    assert not is_loopback(host)


@pytest.mark.parametrize("host", OURS)
def test_addresses_and_private_names_are_ours(host: str) -> None:
    assert host_allowed(Settings(), host)


def test_the_configured_names_are_ours() -> None:
    assert host_allowed(Settings(public_url="https://play.example.org"), "play.example.org")
    assert host_allowed(Settings(host="box.example.org"), "box.example.org:8400")
    assert not host_allowed(Settings(public_url="https://play.example.org"), "evil.example")


@pytest.mark.anyio
@pytest.mark.parametrize("public_url", ["", "https://play.example.org"])
async def test_a_page_of_a_rebound_name_neither_reads_nor_writes(settings: Settings, public_url: str) -> None:

    async with in_process(Services(replace(settings, public_url=public_url))) as client:
        host = {"Host": "evil.example:8400"}
        for path in ("/", "/metrics", "/api/v1/tables", "/api/v1/me"):
            assert (await client.get(path, headers=host)).status_code == 403, path
        origin = host | {"Origin": "http://evil.example:8400"}
        answer = await client.post("/api/v1/guests", json={"name": "Ann"}, headers=origin)
        assert (answer.status_code, answer.json()["title"]) == (403, "not-allowed")


@pytest.mark.anyio
async def test_metrics_answer_only_for_loopback_names(client: Client) -> None:
    assert (await client.get("/metrics")).status_code == 404
    transport = httpx.ASGITransport(client.app)  # type: ignore[arg-type]  # Litestar types what it takes more narrowly
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8400") as local:
        assert (await local.get("/metrics")).status_code == 200
        assert (await local.get("/metrics", headers={"Host": "tower"})).status_code == 404
