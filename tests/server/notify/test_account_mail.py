"""Links by e-mail: an address is confirmed before anything else is sent to it, and a forgotten password is replaced."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from banneret.server.admin.rights import COMMAND_LINE
from banneret.server.notify.wording import server_texts
from banneret.server.people.mail_links import OF_NETWORK, OF_PERSON, TO_MAILBOX
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from tests.server.conftest import Client, in_process
from tests.server.playing import Moment
from tests.server.receivers import Mailbox, mail_server

pytestmark = pytest.mark.anyio

ACCOUNT = {"login": "ann", "password": "correct horse"}
ADDRESS = "ann@example.org"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


@pytest.fixture
async def mailing(settings: Settings, mailbox: Mailbox, moment: Moment) -> AsyncIterator[Client]:
    """Return a client of a server that sends e-mail."""
    settings = replace(
        settings,
        smtp_host="127.0.0.1",
        smtp_port=mailbox.port,
        smtp_starttls=False,
        smtp_from="banneret@example.org",
        public_url="http://testserver.local",
    )
    async with in_process(Services(settings, clock=moment)) as made:
        yield made


async def sent(client: Client) -> None:
    """Wait until every e-mail has been sent."""
    services: Services = client.app.state.services
    await services.account_mail.idle()


def token_in(mailbox: Mailbox, path: str) -> str:
    """Return the token of the link in the last e-mail."""
    found = re.search(rf"http://testserver\.local{path}#([\w-]{{43}})\n", mailbox.came[-1].get_content())
    assert found is not None
    return found[1]


async def account(client: Client, mailbox: Mailbox, login: str = "ann", address: str = ADDRESS) -> None:
    """Make an account with a confirmed address, and stay signed in."""
    client.cookies.clear()
    await client.post("/api/v1/guests", json={"name": "BUY PILLS"})
    made = await client.post("/api/v1/accounts", json=ACCOUNT | {"login": login})
    assert made.status_code == 201
    body = {"notices": {"email": address}, "password": ACCOUNT["password"]}
    assert (await client.patch("/api/v1/me", json=body)).json()["notices"]["confirmed"] is False
    await sent(client)
    token = token_in(mailbox, "/confirm")
    assert (await client.post("/api/v1/confirmations", json={"token": token})).status_code == 204


@pytest.mark.slow
async def test_an_address_is_confirmed_by_its_link_once(mailing: Client, mailbox: Mailbox) -> None:
    await mailing.post("/api/v1/guests", json={"name": "BUY PILLS at evil.example"})
    await mailing.patch("/api/v1/me", json={"notices": {"email": "Ann@Example.org", "confirmed": True}})
    await sent(mailing)
    (mail,) = mailbox.came
    assert (mail["To"], mail["Subject"]) == ("Ann@example.org", "Confirm your e-mail address")
    assert "PILLS" not in mail.get_content()
    token = token_in(mailbox, "/confirm")
    assert (await mailing.get("/api/v1/me")).json()["notices"]["confirmed"] is False
    assert token not in await stored(mailing)
    other = Client(mailing.app, "http://testserver.local")  # the link may be opened in another browser
    async with other:
        assert (await other.post("/api/v1/confirmations", json={"token": token})).status_code == 204
        again = await other.post("/api/v1/confirmations", json={"token": token})
        assert (again.status_code, again.json()["title"]) == (404, "not-found")
    notices = (await mailing.get("/api/v1/me")).json()["notices"]
    assert notices["confirmed"] is True
    notices["turn"] = False  # other settings leave it confirmed
    assert (await mailing.patch("/api/v1/me", json={"notices": notices})).json()["notices"]["confirmed"] is True
    notices["email"] = "other@example.org"
    assert (await mailing.patch("/api/v1/me", json={"notices": notices})).json()["notices"]["confirmed"] is False


async def stored(client: Client) -> str:
    """Return what is stored of links."""
    services: Services = client.app.state.services
    async with services.database.reading() as connection:
        return str((await connection.execute(select(schema.mail_links))).all())


@pytest.mark.slow
async def test_a_link_ends_with_time_and_with_the_address(mailing: Client, mailbox: Mailbox, moment: Moment) -> None:
    await mailing.post("/api/v1/guests", json={"name": "Ann"})
    await mailing.patch("/api/v1/me", json={"notices": {"email": ADDRESS}})
    await sent(mailing)
    first = token_in(mailbox, "/confirm")
    await mailing.patch("/api/v1/me", json={"notices": {"email": "other@example.org"}})
    await sent(mailing)
    second = token_in(mailbox, "/confirm")
    assert (await mailing.post("/api/v1/confirmations", json={"token": first})).status_code == 404
    moment.pass_seconds(24 * 3600)
    assert (await mailing.post("/api/v1/confirmations", json={"token": second})).status_code == 404
    assert (await mailing.post("/api/v1/me/confirmations")).status_code == 204
    await sent(mailing)
    third = token_in(mailbox, "/confirm")
    assert (await mailing.post("/api/v1/confirmations", json={"token": third})).status_code == 204
    assert (await mailing.post("/api/v1/me/confirmations")).status_code == 409


@pytest.mark.slow
async def test_nobody_is_flooded_with_confirmations(mailing: Client, mailbox: Mailbox) -> None:
    codes = []
    for number in range(TO_MAILBOX + 1):  # by several guests, in several spellings
        mailing.cookies.clear()
        await mailing.post("/api/v1/guests", json={"name": "Eve"})
        body = {"notices": {"email": f"Victim+{number}@example.org"}}
        codes.append((await mailing.patch("/api/v1/me", json=body)).status_code)
    assert codes == [200] * TO_MAILBOX + [429]
    assert (await mailing.get("/api/v1/me")).json()["notices"]["email"] == ""
    codes = []
    for number in range(OF_PERSON):  # by one guest, to many: the refused one above counts too
        body = {"notices": {"email": f"somebody{number}@example.org"}}
        codes.append((await mailing.patch("/api/v1/me", json=body)).status_code)
    assert codes == [200] * (OF_PERSON - 1) + [429]
    codes = []
    for number in range(OF_NETWORK):  # from one network, by many guests
        mailing.cookies.clear()
        await mailing.post("/api/v1/guests", json={"name": "Eve"})
        body = {"notices": {"email": f"anybody{number}@example.org"}}
        codes.append((await mailing.patch("/api/v1/me", json=body)).status_code)
    assert 429 in codes
    await sent(mailing)
    assert len(mailbox.came) == OF_NETWORK - 1


@pytest.mark.slow
async def test_another_address_needs_the_password_of_the_account(mailing: Client, mailbox: Mailbox) -> None:
    await account(mailing, mailbox)
    body = {"notices": {"email": "thief@example.org"}}
    assert (await mailing.patch("/api/v1/me", json=body)).status_code == 403
    assert (await mailing.patch("/api/v1/me", json=body | {"password": "wrong horse"})).status_code == 401
    assert (await mailing.patch("/api/v1/me", json={"notices": {"email": ""}})).status_code == 403
    assert (await mailing.get("/api/v1/me")).json()["notices"]["email"] == ADDRESS


@pytest.mark.slow
async def test_a_forgotten_password_is_replaced_once(mailing: Client, mailbox: Mailbox) -> None:
    await account(mailing, mailbox)
    async with Client(mailing.app, "http://testserver.local") as other:
        asked = await other.post("/api/v1/password-resets", json={"email": "ANN@example.org"})
        assert (asked.status_code, asked.content) == (204, b"")
        await sent(other)
        mail = mailbox.came[-1]
        assert (mail["To"], mail["Subject"]) == (ADDRESS, "New password")
        assert "PILLS" not in mail.get_content()
        token = token_in(mailbox, "/new-password")
        assert token not in await stored(other)
        for password in ("short", "ann-ann-ann", "password"):
            refused = await other.post("/api/v1/new-passwords", json={"token": token, "password": password})
            assert refused.status_code == 422  # and the link still works
        fresh = {"token": token, "password": "better horse"}
        assert (await other.post("/api/v1/new-passwords", json=fresh)).status_code == 204
        assert (await other.post("/api/v1/new-passwords", json=fresh)).status_code == 404
        assert (await mailing.get("/api/v1/me")).status_code == 401  # all sessions have ended
        assert (await other.post("/api/v1/sign-in", json=ACCOUNT)).status_code == 401
        fits = ACCOUNT | {"password": "better horse"}
        assert (await other.post("/api/v1/sign-in", json=fits)).status_code == 200


@pytest.mark.slow
async def test_a_link_for_a_new_password_ends_after_an_hour_and_with_the_password(
    mailing: Client, mailbox: Mailbox, moment: Moment
) -> None:
    await account(mailing, mailbox)
    await mailing.post("/api/v1/password-resets", json={"email": ADDRESS})
    await sent(mailing)
    token = token_in(mailbox, "/new-password")
    assert (await mailing.post("/api/v1/confirmations", json={"token": token})).status_code == 404  # of another kind
    moment.pass_seconds(3600)
    late = await mailing.post("/api/v1/new-passwords", json={"token": token, "password": "better horse"})
    assert late.status_code == 404
    await mailing.post("/api/v1/password-resets", json={"email": ADDRESS})
    await sent(mailing)
    token = token_in(mailbox, "/new-password")
    await mailing.put("/api/v1/me/password", json={"old": "correct horse", "new": "better horse"})
    changed = await mailing.post("/api/v1/new-passwords", json={"token": token, "password": "third horse"})
    assert changed.status_code == 404


@pytest.mark.slow
async def test_asking_for_a_new_password_does_not_reveal_which_addresses_have_an_account(
    mailing: Client, mailbox: Mailbox
) -> None:
    await account(mailing, mailbox)
    mailing.cookies.clear()
    await mailing.post("/api/v1/guests", json={"name": "Bea"})  # entered, but not confirmed: not hers
    await mailing.patch("/api/v1/me", json={"notices": {"email": "unconfirmed@example.org"}})
    await sent(mailing)
    before = len(mailbox.came)
    answers = []
    for email in (ADDRESS, "unconfirmed@example.org", "nobody@example.org"):
        answer = await mailing.post("/api/v1/password-resets", json={"email": email})
        answers.append((answer.status_code, answer.content, sorted(answer.headers)))
    await sent(mailing)
    assert answers == [answers[0]] * 3
    assert [mail["To"] for mail in mailbox.came[before:]] == [ADDRESS]


@pytest.mark.slow
async def test_a_mailbox_is_not_flooded_with_new_passwords(mailing: Client, mailbox: Mailbox) -> None:
    await account(mailing, mailbox)
    before = len(mailbox.came)
    codes = [
        (await mailing.post("/api/v1/password-resets", json={"email": ADDRESS})).status_code
        for _ in range(OF_NETWORK + 1)
    ]
    await sent(mailing)
    assert codes == [204] * OF_NETWORK + [429]
    assert len(mailbox.came) - before == TO_MAILBOX


@pytest.mark.slow
async def test_whoever_shared_a_guest_has_no_way_back_into_the_account_by_e_mail(
    mailing: Client, mailbox: Mailbox
) -> None:
    await mailing.post("/api/v1/guests", json={"name": "Ann"})
    await mailing.patch("/api/v1/me", json={"notices": {"email": "eve@example.org"}})
    await sent(mailing)
    await mailing.post("/api/v1/confirmations", json={"token": token_in(mailbox, "/confirm")})
    made = await mailing.post("/api/v1/accounts", json=ACCOUNT)
    assert made.json()["notices"]["confirmed"] is False
    before = len(mailbox.came)
    await mailing.post("/api/v1/password-resets", json={"email": "eve@example.org"})
    await sent(mailing)
    assert len(mailbox.came) == before


async def test_a_server_without_e_mail_says_so(client: Client) -> None:
    await client.post("/api/v1/guests", json={"name": "Ann"})
    await client.patch("/api/v1/me", json={"notices": {"email": ADDRESS}})
    for path, body in (("me/confirmations", {}), ("password-resets", {"email": ADDRESS})):
        assert (await client.post(f"/api/v1/{path}", json=body)).status_code == 403


@pytest.mark.slow
async def test_a_mail_server_that_is_away_is_logged_only(mailing: Client, mailbox: Mailbox) -> None:
    mailbox.answers = ["451 later"]
    await mailing.post("/api/v1/guests", json={"name": "Ann"})
    assert (await mailing.patch("/api/v1/me", json={"notices": {"email": ADDRESS}})).status_code == 200
    await sent(mailing)
    assert mailbox.came == []
    assert (await mailing.post("/api/v1/me/confirmations")).status_code == 204
    await sent(mailing)
    assert len(mailbox.came) == 1


def test_every_language_has_both_e_mails() -> None:
    for kind, fields in (("confirm", {"server", "link", "hours"}), ("reset", {"server", "link", "login"})):
        for language in ("en", "de", "hu"):
            texts = server_texts(language)
            assert set(re.findall(r"\{(\w+)\}", "".join(texts.forms(f"mail.{kind}")))) == fields
            assert "{" not in texts.text(f"mail.{kind}.subject")


@pytest.mark.slow
async def test_a_reset_by_an_admin_is_mailed_to_the_owner_and_not_shown(mailing: Client, mailbox: Mailbox) -> None:
    await account(mailing, mailbox)
    services: Services = mailing.app.state.services
    ann = (await mailing.get("/api/v1/me")).json()["id"]
    mailing.cookies.clear()
    await mailing.post("/api/v1/guests", json={"name": "Ada"})
    ada = (await mailing.post("/api/v1/accounts", json=ACCOUNT | {"login": "ada"})).json()["id"]
    await services.admin_people.grant(COMMAND_LINE, await services.admin_people.by_id(ada), "admin", "", services.now())
    body = {"act": "reset-password", "reason": "lost"}
    done = await mailing.post(f"/api/v1/admin/people/{ann}/acts", json=body)
    assert (done.json()["link"], done.json()["mailed"]) == ("", True)
    await sent(mailing)
    assert (mailbox.came[-1]["To"], "24" in mailbox.came[-1].get_content()) == (ADDRESS, True)
    assert (await mailing.post("/api/v1/sign-in", json=ACCOUNT)).status_code == 401
    fresh = {"token": token_in(mailbox, "/new-password"), "password": "better horse"}
    assert (await mailing.post("/api/v1/new-passwords", json=fresh)).status_code == 204
