"""Guests and accounts, sessions, what one may see and delete of oneself."""

from __future__ import annotations

import pytest

from banneret.server.people.accounts import DAY_MS, clean_login, clean_name
from banneret.server.people.credentials import token_hash
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.tables.chat import Reader
from tests.server.conftest import Client
from tests.server.playing import Moment, guests, table_of

pytestmark = pytest.mark.anyio


async def test_a_guest_comes_in_and_is_known_by_its_token_alone(services: Services) -> None:
    (ann,) = await guests(services, 1)
    token = await services.people.open_session(ann, "a browser", services.now())
    found = await services.people.by_token(token, services.now())
    assert found is not None
    assert found[0] == ann
    assert found[1].agent == "a browser"
    assert await services.people.by_token(token[:-1] + "x", services.now()) is None
    assert await services.people.by_token(token_hash(token), services.now()) is None  # what is stored opens nothing


async def test_a_session_ends_when_it_was_not_used_for_long(services: Services, moment: Moment) -> None:
    (ann,) = await guests(services, 1)
    token = await services.people.open_session(ann, "", services.now())
    moment.now += services.people.session_ms - DAY_MS
    assert await services.people.by_token(token, services.now()) is not None  # and its lifetime restarts
    moment.now += services.people.session_ms - DAY_MS
    assert await services.people.by_token(token, services.now()) is not None
    moment.now += services.people.session_ms + 1
    assert await services.people.by_token(token, services.now()) is None


async def test_an_account_is_signed_in_to_with_its_password_alone(services: Services) -> None:
    ann, bea = await guests(services, 2)
    account = await services.people.make_account(ann, " Ann@Example.org ", "correct horse")
    assert account.login == "ann@example.org"
    assert (await services.people.sign_in("ANN@example.org", "correct horse")).id == ann.id
    for login, password in (("ann@example.org", "wrong horse"), ("nobody", "correct horse")):
        with pytest.raises(Problem, match="login or the password is wrong"):
            await services.people.sign_in(login, password)
    with pytest.raises(Problem, match="is taken"):
        await services.people.make_account(bea, "ann@example.org", "another one")
    with pytest.raises(Problem, match="8 to 200"):
        await services.people.make_account(bea, "bea", "short")


async def test_an_account_with_a_password_that_attackers_try_first_is_refused(services: Services) -> None:
    (ann,) = await guests(services, 1)
    for password in (
        "password",
        "12345678",
        "P@ssw0rd1",
        "qwertyuiop",
        "ann.boleyn",
        "Ann.Boleyn",
        "boleynann",
        "a" * 200,
    ):
        with pytest.raises(Problem, match=r"^password: it is easy to guess"):
            await services.people.make_account(ann, "ann.boleyn", password)
    ann = await services.people.make_account(ann, "ann.boleyn", "correct horse")
    with pytest.raises(Problem, match=r"^password: it is easy to guess"):
        await services.people.change_password(ann, "correct horse", "ann.boleyn", None)


async def test_a_login_with_characters_that_no_database_takes_is_unknown(both_services: Services) -> None:
    with pytest.raises(Problem, match="login or the password is wrong"):
        await both_services.people.sign_in("ann\0", "correct horse")


async def test_a_new_password_ends_the_other_sessions(services: Services) -> None:
    (ann,) = await guests(services, 1)
    ann = await services.people.make_account(ann, "ann", "correct horse")
    here = await services.people.open_session(ann, "here", services.now())
    there = await services.people.open_session(ann, "there", services.now())
    found = await services.people.by_token(here, services.now())
    assert found is not None
    await services.people.change_password(ann, "correct horse", "better horse", found[1].id)
    assert await services.people.by_token(there, services.now()) is None
    assert await services.people.by_token(here, services.now()) is not None
    assert (await services.people.sign_in("ann", "better horse")).id == ann.id


async def test_whoever_knew_the_token_of_a_guest_has_no_part_in_its_account(client: Client) -> None:
    known = (await client.post("/api/v1/guests?token=true", json={"name": "Ann"})).json()["token"]
    await client.post("/api/v1/guests", json={"name": "Bea"})
    bearer = {"authorization": f"Bearer {known}"}
    account = {"login": "ann", "password": "correct horse"}
    made = await client.post("/api/v1/accounts?token=true", json=account, headers=bearer)
    assert (made.status_code, made.json()["login"]) == (201, "ann")
    assert (await client.get("/api/v1/me", headers=bearer)).status_code == 401
    bearer = {"authorization": f"Bearer {made.json()['token']}"}
    assert (await client.get("/api/v1/me", headers=bearer)).json()["name"] == "Ann"
    before = client.cookies["banneret"]
    await client.post("/api/v1/accounts", json={"login": "bea", "password": "correct horse"})
    assert client.cookies["banneret"] != before
    assert (await client.get("/api/v1/me")).json()["login"] == "bea"


async def test_sessions_are_listed_and_ended_one_by_one_and_only_ones_own(services: Services) -> None:
    ann, bea = await guests(services, 2)
    token = await services.people.open_session(ann, "phone", services.now())
    await services.people.open_session(ann, "desk", services.now())
    listed = await services.people.sessions(ann, services.now())
    assert {one.agent for one in listed} == {"phone", "desk"}
    phone = next(one for one in listed if one.agent == "phone")
    with pytest.raises(Problem, match="no session"):
        await services.people.close_session(bea, phone.id)
    await services.people.close_session(ann, phone.id)
    assert await services.people.by_token(token, services.now()) is None


async def test_an_export_holds_what_is_kept_and_no_secret(services: Services) -> None:
    ann, bea = await guests(services, 2)
    ann = await services.people.make_account(ann, "ann", "correct horse")
    await services.people.open_session(ann, "phone", services.now())
    table = await table_of(services, [ann, bea, "random"])
    await services.chatting.write(table, ann, "hello", None, 0, services.now())
    kept = await services.people.export(ann)
    assert kept["person"]["name"] == ann.name
    assert [one["text"] for one in kept["chat"]] == ["hello"]
    assert [one["seat"] for one in kept["seats"]] == [0]
    assert "password" not in kept["person"]
    assert all("token" not in one for one in kept["sessions"])
    assert all("key" not in one and "salt" not in one for one in kept["tables"])


async def test_who_is_deleted_leaves_no_name_and_a_bot_in_the_seat(services: Services) -> None:
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"])
    await services.chatting.write(table, ann, "my words", None, 0, services.now())
    token = await services.people.open_session(ann, "", services.now())
    await services.leave_all(ann)
    await services.people.delete(ann, services.now())
    assert await services.people.by_token(token, services.now()) is None
    assert await services.chatting.read(table, Reader(bea.id, frozenset({1})), 10_000) == []
    found = await services.tables.get(table.id)
    assert (found.seats[0].person_id, found.seats[0].owner_id) == (None, None)
    assert found.seats[0].bot is not None


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Ann   B ", "Ann B"), ("Zoë", "Zoë"), ("x" * 40, "x" * 40), ("Hódmezővásárhely", "Hódmezővásárhely")],
)
def test_names_are_kept_as_people_write_them(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u202eb", "a\x00b", "\u200b"])
def test_names_that_cannot_be_seen_or_mislead_are_refused(name: str) -> None:
    with pytest.raises(Problem, match=r"^name: "):
        clean_name(name)


@pytest.mark.parametrize("login", ["ab", "a b c", "x" * 101, "a\u200bb"])
def test_logins_have_a_form(login: str) -> None:
    with pytest.raises(Problem, match=r"^login: "):
        clean_login(login)


async def test_a_vacation_ends(services: Services, moment: Moment) -> None:
    (ann,) = await guests(services, 1)
    away = await services.people.set_vacation(ann, moment.now + DAY_MS, moment.now)
    assert away.vacation_until == moment.now + DAY_MS
    with pytest.raises(Problem, match="within 60 days"):
        await services.people.set_vacation(ann, moment.now + 61 * DAY_MS, moment.now)
    assert (await services.people.set_vacation(away, None, moment.now)).vacation_until is None


async def test_an_account_is_deleted_with_its_password_alone(client: Client) -> None:
    await client.post("/api/v1/guests", json={"name": "Ann"})
    assert (await client.post("/api/v1/me/deletion", json={"password": "correct horse"})).status_code == 409
    account = {"login": "ann", "password": "correct horse"}
    await client.post("/api/v1/accounts", json=account)
    assert (await client.delete("/api/v1/me")).status_code == 403
    assert (await client.post("/api/v1/me/deletion", json={"password": "wrong horse"})).status_code == 401
    assert (await client.get("/api/v1/me")).json()["login"] == "ann"
    assert (await client.post("/api/v1/me/deletion", json={"password": "correct horse"})).status_code == 204
    assert (await client.post("/api/v1/sign-in", json=account)).status_code == 401


async def test_preferences_are_kept_with_the_person_and_bounded(client: Client) -> None:
    await client.post("/api/v1/guests", json={"name": "Ann"})
    account = {"login": "ann", "password": "correct horse"}
    await client.post("/api/v1/accounts", json=account)
    kept = {"theme": "dark"}
    assert (await client.patch("/api/v1/me", json={"preferences": kept})).json()["preferences"] == kept
    refused: list[dict[str, str | int]] = [
        {"": "x"},
        {"x" * 41: "x"},
        {"x": "y" * 101},
        {f"k{i}": "" for i in range(33)},
        {"x": 1},
    ]
    for bad in refused:
        assert (await client.patch("/api/v1/me", json={"preferences": bad})).status_code == 400
    await client.post("/api/v1/sign-out")
    assert (await client.post("/api/v1/sign-in", json=account)).json()["preferences"] == kept


async def test_a_password_entered_again_renews_the_token_of_the_session(client: Client) -> None:
    await client.post("/api/v1/guests", json={"name": "Ann"})
    await client.post("/api/v1/accounts", json={"login": "ann", "password": "correct horse"})
    sent = [client.cookies["banneret"]]
    body = {"old": "correct horse", "new": "better horse"}
    assert (await client.put("/api/v1/me/password", json=body)).json()["token"] is None
    sent.append(client.cookies["banneret"])
    other = {"notices": {"email": "ann@example.org"}, "password": "better horse"}
    assert (await client.patch("/api/v1/me", json=other)).status_code == 200
    sent.append(client.cookies["banneret"])
    await client.post("/api/v1/sign-in", json={"login": "ann", "password": "better horse"})
    sent.append(client.cookies["banneret"])
    assert len(set(sent)) == 4
    assert len((await client.get("/api/v1/sessions")).json()) == 1
    client.cookies.clear()
    for token, wanted in zip(sent, (401, 401, 401, 200), strict=True):
        assert (await client.get("/api/v1/me", headers={"authorization": f"Bearer {token}"})).status_code == wanted


async def test_a_client_that_keeps_its_token_is_given_the_new_one(client: Client) -> None:
    known = (await client.post("/api/v1/guests?token=true", json={"name": "Ann"})).json()["token"]
    account = {"login": "ann", "password": "correct horse"}
    bearer = {"authorization": f"Bearer {known}"}
    made = await client.post("/api/v1/accounts?token=true", json=account, headers=bearer)
    bearer = {"authorization": f"Bearer {made.json()['token']}"}
    body = {"old": "correct horse", "new": "better horse"}
    changed = await client.put("/api/v1/me/password", json=body, headers=bearer)
    assert "set-cookie" not in changed.headers
    assert (await client.get("/api/v1/me", headers=bearer)).status_code == 401
    bearer = {"authorization": f"Bearer {changed.json()['token']}"}
    assert (await client.get("/api/v1/me", headers=bearer)).json()["login"] == "ann"


async def test_browsers_keep_nothing_of_whoever_signs_out_or_is_deleted(client: Client) -> None:
    for method, path in (("POST", "/api/v1/sign-out"), ("DELETE", "/api/v1/me")):
        await client.post("/api/v1/guests", json={"name": "Ann"})
        gone = await client.request(method, path)
        assert (gone.status_code, gone.headers["clear-site-data"]) == (204, '"cache"')
        assert "banneret" not in client.cookies
