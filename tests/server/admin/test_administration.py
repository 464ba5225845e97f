"""Administration over HTTP: acts on people and tables, reports, the audit log, and what they change for players."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from banneret.server.admin.audit import entries
from banneret.server.admin.people import PeopleAdministration
from banneret.server.admin.rights import COMMAND_LINE
from banneret.server.admin.tables import TablesAdministration
from banneret.server.people.accounts import Person
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.store import schema
from banneret.server.tables.table import Clock, TableSettings
from tests.server.conftest import Client
from tests.server.playing import guests, play_on, table_of

pytestmark = pytest.mark.anyio

HOUR = 3_600_000


def services_of(client: Client) -> Services:
    parts: Services = client.app.state.services
    return parts


async def signed_in(client: Client, login: str, role: str | None = None) -> tuple[Person, dict[str, str]]:
    """Return an account with a role, and the headers of its requests."""
    services = services_of(client)
    (guest,) = await guests(services, 1)
    person = await services.people.make_account(guest, login, "correct horse")
    if role is not None:
        await services.admin_people.grant(COMMAND_LINE, person, role, "", services.now())
    token = await services.people.open_session(person, "", services.now())
    return await services.admin_people.by_id(person.id), {"authorization": f"Bearer {token}"}


async def act(client: Client, who: dict[str, str], path: str, name: str, **more: Any) -> Any:
    answer = await client.post(f"/api/v1/admin/{path}/acts", json={"act": name, "reason": "why", **more}, headers=who)
    return answer.status_code, answer.json()


@pytest.mark.slow
async def test_without_a_role_nothing_is_shown_or_done(client: Client) -> None:
    bea, player = await signed_in(client, "bea")
    table = await table_of(services_of(client), [bea, "greedy", "greedy"])
    for path in ("people", "tables", "reports", "audit"):
        assert (await client.get(f"/api/v1/admin/{path}")).status_code == 401
        assert (await client.get(f"/api/v1/admin/{path}", headers=player)).status_code == 403
    for path, name in ((f"people/{bea.id}", "mute"), (f"tables/{table.id}", "close")):
        assert (await act(client, player, path, name))[0] == 403
    resolve = await client.post("/api/v1/admin/reports/x/resolve", json={"reason": "why"}, headers=player)
    assert resolve.status_code == 403
    assert await entries(services_of(client).database) == []


@pytest.mark.slow
async def test_a_muted_person_does_not_write_until_the_mute_ends(client: Client) -> None:
    services = services_of(client)
    bea, player = await signed_in(client, "bea")
    mo, moderator = await signed_in(client, "moe", "moderator")
    table = await table_of(services, [bea, "greedy", "greedy"])
    chat = f"/api/v1/tables/{table.id}/chat"
    assert (await client.post(chat, json={"text": "hello"}, headers=player)).status_code == 204
    status, done = await act(client, moderator, f"people/{bea.id}", "mute", hours=2)
    assert (status, done["person"]["acts"]) == (200, ["unmute", "end-sessions"])
    refused = await client.post(chat, json={"text": "hello"}, headers=player)
    assert (refused.status_code, refused.json()["detail"]) == (403, "A moderator of this server has muted you: why")
    assert (await client.get("/api/v1/me", headers=player)).json()["muted_until"] == services.now() + 2 * HOUR
    services._clock.now += 2 * HOUR  # type: ignore[union-attr]  # the test's own clock
    assert (await client.post(chat, json={"text": "hello"}, headers=player)).status_code == 204
    assert (await act(client, moderator, f"people/{bea.id}", "ban"))[0] == 403
    logged = await entries(services.database)
    assert [(one.actor_id, one.act, one.person_id, one.reason, one.detail) for one in logged] == [
        (mo.id, "mute", bea.id, "why", "2 h"),
        (None, "grant", mo.id, "", "moderator"),
    ]


@pytest.mark.slow
async def test_a_banned_person_is_out_and_comes_in_after_the_ban(client: Client) -> None:
    services = services_of(client)
    bea, player = await signed_in(client, "bea")
    _, admin = await signed_in(client, "ada", "admin")
    login = {"login": "bea", "password": "correct horse"}
    assert (await act(client, admin, f"people/{bea.id}", "ban"))[0] == 200
    assert (await client.get("/api/v1/me", headers=player)).status_code == 401
    refused = await client.post("/api/v1/sign-in?token=true", json=login)
    assert (refused.status_code, "banned" in refused.json()["detail"]) == (403, True)
    assert refused.json()["detail"].endswith(": why")
    wrong = await client.post("/api/v1/sign-in", json=login | {"password": "wrong horse"})
    assert wrong.status_code == 401  # a ban is not revealed to others
    assert (await act(client, admin, f"people/{bea.id}", "unban"))[0] == 200
    assert (await client.post("/api/v1/sign-in", json=login)).status_code == 200
    async with services.database.writing() as connection:  # a session that was opened at the same moment
        people = schema.people
        await connection.execute(update(people).where(people.c.id == bea.id).values(banned_until=services.now() + 1))
    assert (await client.get("/api/v1/me")).status_code == 401


@pytest.mark.slow
async def test_a_reset_voids_the_password_and_gives_a_link_that_works_once(client: Client) -> None:
    """No administrator knows a password, and nothing that a reset hands out can be kept in use."""
    bea, player = await signed_in(client, "bea")
    _, admin = await signed_in(client, "ada", "admin")
    void = (await act(client, admin, f"people/{bea.id}", "reset-password"))[1]["link"].partition("#")[2]
    status, done = await act(client, admin, f"people/{bea.id}", "reset-password")
    assert (status, done["mailed"], "password" in done) == (200, False, False)
    assert (await client.get("/api/v1/me", headers=player)).status_code == 401
    page, _, token = done["link"].partition("#")
    assert page == f"{services_of(client).settings.url}/new-password"
    for link, wanted in ((void, 404), (token, 204), (token, 404)):
        body = {"token": link, "password": "better horse"}
        assert (await client.post("/api/v1/new-passwords", json=body)).status_code == wanted
    for password, wanted in (("correct horse", 401), (token, 401), ("better horse", 200)):
        answer = await client.post("/api/v1/sign-in", json={"login": "bea", "password": password})
        assert answer.status_code == wanted
    logged = (await client.get("/api/v1/admin/audit", headers=admin)).text
    assert "reset-password" in logged
    assert token not in logged
    (guest,) = await guests(services_of(client), 1)
    assert (await act(client, admin, f"people/{guest.id}", "reset-password"))[0] == 409


@pytest.mark.slow
async def test_a_link_of_a_reset_ends_after_a_day(client: Client) -> None:
    bea, _ = await signed_in(client, "bea")
    _, admin = await signed_in(client, "ada", "admin")
    token = (await act(client, admin, f"people/{bea.id}", "reset-password"))[1]["link"].partition("#")[2]
    services_of(client)._clock.now += 24 * HOUR  # type: ignore[union-attr]  # the test's own clock
    answer = await client.post("/api/v1/new-passwords", json={"token": token, "password": "better horse"})
    assert answer.status_code == 404


async def test_an_admin_closes_a_running_table_for_every_process(both_services: Services) -> None:
    services = both_services
    (ann,) = await guests(services, 1)
    table = await table_of(services, [ann, "greedy", "greedy"])
    hosted = await services.host.hosted(table.id)
    seat, ask = next(iter(hosted.asks().items()))
    elsewhere = TablesAdministration(services.database)  # as on the command line: this process is not notified
    closed = await elsewhere.act(COMMAND_LINE, "close", table.id, "abandoned", services.now())
    assert (closed.status, closed.halted) == ("closed", "abandoned")
    with pytest.raises(Problem, match="is closed") as found:
        await services.host.answer(table.id, seat, ask, "pass")
    assert found.value.kind == "conflict"
    assert services.host.standing(table.id) is None
    with pytest.raises(Problem, match="is closed"):
        await elsewhere.act(COMMAND_LINE, "close", table.id, "", services.now())


@pytest.mark.slow
async def test_an_admin_lets_a_halted_table_go_on(client: Client) -> None:
    services = services_of(client)
    (ann,) = await guests(services, 1)
    _, admin = await signed_in(client, "ada", "admin")
    table = await table_of(services, [ann, ann, ann])
    await services.host._halt(table.id, "for a test")  # a fault that cannot be made from outside
    listed = (await client.get("/api/v1/admin/tables?status=halted", headers=admin)).json()
    assert [(one["id"], one["acts"]) for one in listed] == [(table.id, ["close", "unhalt"])]
    status, done = await act(client, admin, f"tables/{table.id}", "unhalt")
    assert (status, done["status"], done["halted"]) == (200, "running", None)
    assert (await act(client, admin, f"tables/{table.id}", "unhalt"))[0] == 409
    assert await play_on(services, table.id, Random(1), 3) == 3


@pytest.mark.slow
async def test_clocks_are_extended_and_the_match_goes_on_under_them(client: Client) -> None:
    services = services_of(client)
    ann, bea, cat = await guests(services, 3)
    _, admin = await signed_in(client, "ada", "admin")
    settings = TableSettings(clock=Clock(kind="days", bank=86_400, increment=0))
    table = await table_of(services, [ann, bea, cat], settings=settings)
    await play_on(services, table.id, Random(1), 1)
    before = (await services.tables.get(table.id)).seats
    assert (await act(client, admin, f"tables/{table.id}", "extend", hours=12))[0] == 200
    after = (await services.tables.get(table.id)).seats
    assert any(one.deadline for one in before)
    for old, new in zip(before, after, strict=True):
        assert new.deadline == (None if old.deadline is None else old.deadline + 12 * HOUR)
        assert new.bank == (None if old.bank is None else old.bank + 12 * HOUR)
    assert await play_on(services, table.id, Random(1), 3) == 3
    untimed = await table_of(services, [ann, bea, cat])
    assert (await act(client, admin, f"tables/{untimed.id}", "extend", hours=1))[0] == 409


@pytest.mark.slow
async def test_a_report_quotes_the_message_and_is_resolved_once(client: Client) -> None:
    services = services_of(client)
    bea, player = await signed_in(client, "bea")
    _, moderator = await signed_in(client, "moe", "moderator")
    cat, other = await signed_in(client, "cat")
    table = await table_of(services, [bea, cat, "greedy"])
    await client.post(f"/api/v1/tables/{table.id}/chat", json={"text": "You fool!"}, headers=other)
    body = {"table": table.id, "message": 1, "text": "an insult"}
    assert (await client.post("/api/v1/reports", json=body, headers=player)).status_code == 201
    for wrong, status in (
        ({"message": 9}, 404),
        ({"message": None}, 422),
        ({"message": None, "seat": 2}, 422),
        ({"message": None, "seat": 0}, 422),
    ):
        assert (await client.post("/api/v1/reports", json=body | wrong, headers=player)).status_code == status
    (found,) = (await client.get("/api/v1/admin/reports", headers=moderator)).json()
    assert (found["quote"], found["person_id"], found["reporter_id"]) == ("You fool!", cat.id, bea.id)
    path = f"/api/v1/admin/reports/{found['id']}/resolve"
    for status in (204, 409):
        assert (await client.post(path, json={"reason": "muted"}, headers=moderator)).status_code == status
    assert (await client.get("/api/v1/admin/reports", headers=moderator)).json() == []
    await services.leave_all(cat)
    await services.people.delete(cat, services.now())
    (kept,) = await services.reports.list(None)
    assert (kept.person, kept.quote, kept.resolution) == ("", "", "muted")


@pytest.mark.slow
async def test_private_messages_are_reported_only_by_those_who_read_them(client: Client) -> None:
    services = services_of(client)
    bea, player = await signed_in(client, "bea")
    cat, other = await signed_in(client, "cat")
    _, stranger = await signed_in(client, "dan")
    table = await table_of(services, [bea, cat, "greedy"])
    chat = f"/api/v1/tables/{table.id}/chat"
    assert (await client.post(chat, json={"text": "psst", "seats": [0]}, headers=other)).status_code == 204
    body = {"table": table.id, "message": 1, "text": "a report"}
    assert (await client.post("/api/v1/reports", json=body, headers=stranger)).status_code == 404
    assert (await client.post("/api/v1/reports", json=body, headers=player)).status_code == 201


async def test_people_are_found_by_name_login_and_id(both_services: Services) -> None:
    services = both_services
    ann, bea = await guests(services, 2)
    bea = await services.people.make_account(bea, "Bea_1", "correct horse")
    people = PeopleAdministration(services.database)
    assert {one.id for one in await people.search()} == {ann.id, bea.id}
    assert [one.id for one in await people.search("bea_")] == [bea.id]
    assert [one.id for one in await people.search("GUEST 0")] == [ann.id]
    assert await people.search("%") == []
    assert (await people.find("BEA_1")).id == (await people.find(bea.id)).id == bea.id
    with pytest.raises(Problem, match="roles require an account"):
        await people.grant(COMMAND_LINE, ann, "admin", "", 0)
