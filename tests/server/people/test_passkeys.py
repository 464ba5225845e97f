"""Passkeys: making one, signing in with it, and what is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select

from banneret.server.people.accounts import Person
from banneret.server.people.passkeys import CHALLENGE_MS, site_of
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from tests.server.conftest import Client, in_process
from tests.server.people.authenticators import PRESENT, Authenticator
from tests.server.playing import Moment, guests

pytestmark = pytest.mark.anyio

ORIGIN = "http://localhost:8400"
PASSWORD = "correct horse battery"  # noqa: S105  # of an account in a test
API = "/api/v1"


@pytest.fixture
async def local(settings: Settings, moment: Moment) -> AsyncIterator[Client]:
    """Return a client of a server without `public_url`, as a browser on the same machine reaches it."""
    async with in_process(Services(settings, clock=moment), ORIGIN) as made:
        yield made


async def account(client: Client, login: str = "ann@example.org") -> tuple[Person, dict[str, str]]:
    services: Services = client.app.state.services
    (guest,) = await guests(services, 1)
    person = await services.people.make_account(guest, login, PASSWORD)
    return person, {"authorization": f"Bearer {await services.people.open_session(person, '', services.now())}"}


async def begun(client: Client, headers: dict[str, str]) -> dict[str, Any]:
    answer = await client.post(f"{API}/passkeys/options", json={"password": PASSWORD}, headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["options"])


async def added(client: Client, headers: dict[str, str], device: Authenticator, name: str = "Phone") -> str:
    body = {"name": name, "credential": device.create(await begun(client, headers))}
    answer = await client.post(f"{API}/passkeys", json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def asked(client: Client) -> dict[str, Any]:
    return dict((await client.post(f"{API}/sign-in/passkey/options")).json()["options"])


async def sign_in(client: Client, credential: dict[str, Any]) -> Any:
    return await client.post(f"{API}/sign-in/passkey?token=true", json={"credential": credential})


async def test_a_passkey_is_made_and_signs_in_without_a_login(local: Client) -> None:
    ann, headers = await account(local)
    device = Authenticator(ORIGIN)
    options = await begun(local, headers)
    assert (options["rp"]["id"], options["user"]["name"]) == ("localhost", "ann@example.org")
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    await added(local, headers, device)
    answer = await sign_in(local, device.get(await asked(local)))
    assert answer.status_code == 200, answer.text
    token = {"authorization": f"Bearer {answer.json()['token']}"}
    assert (await local.get(f"{API}/me", headers=token)).json()["id"] == ann.id
    (kept,) = (await local.get(f"{API}/passkeys", headers=headers)).json()
    assert (kept["name"], kept["used_at"]) == ("Phone", local.app.state.services.now())
    assert not any("key" in name for name in kept)


async def test_passkeys_are_listed_renamed_and_removed_and_only_ones_own(local: Client) -> None:
    _, headers = await account(local)
    _, other = await account(local, "bea@example.org")
    device = Authenticator(ORIGIN)
    id_ = await added(local, headers, device)
    assert (await local.get(f"{API}/passkeys", headers=other)).json() == []
    for act in (
        local.patch(f"{API}/passkeys/{id_}", json={"name": "x"}, headers=other),
        local.delete(f"{API}/passkeys/{id_}", headers=other),
    ):
        assert (await act).status_code == 404
    await local.patch(f"{API}/passkeys/{id_}", json={"name": " Old  phone "}, headers=headers)
    assert [one["name"] for one in (await local.get(f"{API}/passkeys", headers=headers)).json()] == ["Old phone"]
    assert (await local.delete(f"{API}/passkeys/{id_}", headers=headers)).status_code == 204
    refused = await sign_in(local, device.get(await asked(local)))
    assert (refused.status_code, refused.json()["title"]) == (401, "not-signed-in")


async def test_a_passkey_is_made_with_the_password_and_not_by_guests(local: Client) -> None:
    services: Services = local.app.state.services
    _, headers = await account(local)
    wrong = await local.post(f"{API}/passkeys/options", json={"password": "wrong horse battery"}, headers=headers)
    assert wrong.status_code == 401
    (guest,) = await guests(services, 1)
    mine = {"authorization": f"Bearer {await services.people.open_session(guest, '', services.now())}"}
    assert (await local.post(f"{API}/passkeys/options", json={"password": ""}, headers=mine)).status_code == 409


async def test_a_challenge_is_good_for_one_attempt_and_five_minutes(local: Client, moment: Moment) -> None:
    _, headers = await account(local)
    device = Authenticator(ORIGIN)
    await added(local, headers, device)
    options = await asked(local)
    assert (await sign_in(local, device.get(options))).status_code == 200
    assert (await sign_in(local, device.get(options))).status_code == 409  # replayed
    forged = device.get(await asked(local))
    spoiled = {**forged, "response": {**forged["response"], "signature": "AAAA"}}
    assert (await sign_in(local, spoiled)).status_code == 401
    assert (await sign_in(local, forged)).status_code == 409  # a failed attempt uses it up
    old = await asked(local)
    moment.now += CHALLENGE_MS
    assert (await sign_in(local, device.get(old))).status_code == 409
    assert (await sign_in(local, device.get({**old, "challenge": "bWluZQ"}))).status_code == 409  # of the same person
    services: Services = local.app.state.services
    await asked(local)
    async with services.database.reading() as connection:
        assert await connection.scalar(select(func.count()).select_from(schema.challenges)) == 1


async def test_a_challenge_for_one_purpose_or_person_is_good_for_no_other(local: Client) -> None:
    _, ann = await account(local)
    _, bea = await account(local, "bea@example.org")
    device = Authenticator(ORIGIN)
    body = {"name": "x", "credential": device.create(await begun(local, ann))}
    assert (await local.post(f"{API}/passkeys", json=body, headers=bea)).status_code == 409
    await added(local, ann, device)
    making = await begun(local, ann)
    assert (await sign_in(local, device.get({**making, "rpId": "localhost"}))).status_code == 409


async def test_what_another_site_or_somebody_unverified_signs_is_refused(local: Client) -> None:
    _, headers = await account(local)
    device = Authenticator(ORIGIN)
    await added(local, headers, device)
    device.origin = "http://localhost.evil.example:8400"
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 401
    device.origin = ORIGIN
    assert (await sign_in(local, device.get({**await asked(local), "rpId": "evil.example"}))).status_code == 401
    assert (await sign_in(local, device.get(await asked(local), PRESENT))).status_code == 401
    other = Authenticator(ORIGIN)
    other.id, other.user = device.id, device.user
    assert (await sign_in(local, other.get(await asked(local)))).status_code == 401  # another key
    device.uses = 0
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 200
    device.uses = 0
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 401  # a copy of the device
    device.uses, device.user = 10, b"somebody else"
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 401


@pytest.mark.parametrize("credential", [{}, {"id": 1}, {"id": "a", "rawId": "a", "response": {}, "type": "public-key"}])
async def test_what_is_no_credential_is_refused(local: Client, credential: dict[str, Any]) -> None:
    _, headers = await account(local)
    assert (await sign_in(local, credential)).status_code == 422
    body = {"name": "x", "credential": credential}
    assert (await local.post(f"{API}/passkeys", json=body, headers=headers)).status_code == 422


async def test_a_banned_person_does_not_come_in_by_passkey(local: Client) -> None:
    services: Services = local.app.state.services
    ann, headers = await account(local)
    device = Authenticator(ORIGIN)
    await added(local, headers, device)
    async with services.database.writing() as connection:
        await connection.execute(
            schema.people.update().where(schema.people.c.id == ann.id).values(banned_until=2**52, ban_reason="x")
        )
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 403


async def test_passkeys_of_a_deleted_account_open_nothing(local: Client) -> None:
    services: Services = local.app.state.services
    ann, headers = await account(local)
    device = Authenticator(ORIGIN)
    await added(local, headers, device)
    await services.delete_person(ann)
    assert (await sign_in(local, device.get(await asked(local)))).status_code == 401


def test_the_site_is_that_of_public_url_or_the_local_machine() -> None:
    public = Settings(public_url="https://play.example.org:8443/")
    assert site_of(public, "anything") == ("play.example.org", "https://play.example.org:8443")
    assert site_of(Settings(), "localhost:8400") == ("localhost", "http://localhost:8400")
    for host in ("127.0.0.1:8400", "laptop:8400", ""):
        with pytest.raises(Problem, match="public_url"):
            site_of(Settings(), host)


async def test_a_name_without_visible_characters_is_refused_as_described(local: Client) -> None:
    _, headers = await account(local)
    id_ = await added(local, headers, Authenticator(ORIGIN))
    refused = await local.patch(f"{API}/passkeys/{id_}", json={"name": "\u0083"}, headers=headers)
    described = msgspec.json.decode((await local.get(f"{API}/openapi.json")).content)
    assert str(refused.status_code) in described["paths"]["/api/v1/passkeys/{passkey}"]["patch"]["responses"]
