"""Notifications of absent people: once, in time, with the right text, and without secrets."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import msgspec
import pytest
from sqlalchemy import select, update

from banneret.kernel import notation
from banneret.kernel.registry import rulebook
from banneret.server.live.onlookers import Looking
from banneret.server.matches.hosted import Hosted
from banneret.server.matches.stream import FINAL_RULES, undo_refusal
from banneret.server.notify import outbox
from banneret.server.notify.delivery import NotSent, Webhooks, is_public
from banneret.server.notify.outbox import AN_HOUR, BACKOFF, LEASE_MS
from banneret.server.notify.wording import decision, server_texts
from banneret.server.people.accounts import Notices as Wanted
from banneret.server.people.accounts import Person
from banneret.server.people.addresses import check_webhook, clean_email, mailbox_of
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.settings import Settings
from banneret.server.store import schema
from banneret.server.tables.table import Clock, Table, TableSettings
from tests.server.playing import Moment, guests, play_on, table_of
from tests.server.receivers import Hook, Mailbox, mail_server, webhook

pytestmark = pytest.mark.anyio


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as made:
        yield made


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    async with webhook() as made:
        yield made


def settings_for(database_url: str, mailbox: Mailbox | None = None) -> Settings:
    return Settings(
        database=database_url,
        smtp_host="127.0.0.1" if mailbox else "",
        smtp_port=mailbox.port if mailbox else 25,
        smtp_starttls=False,
        smtp_from="banneret@example.org",
        webhook_private=True,
        public_url="https://play.example.org",
    )


@asynccontextmanager
async def serving(settings: Settings, moment: Moment) -> AsyncIterator[Services]:
    """Begin to serve, but for the rounds: what is due is sent when the test says so."""
    services = Services(settings, clock=moment)
    await services.start()
    assert services.notices._rounds is not None
    services.notices._rounds.cancel()
    try:
        yield services
    finally:
        await services.stop()


async def told(services: Services, moment: Moment, seconds: float = 31) -> int:
    """Let time pass and send what is due; return how many notices that were."""
    moment.pass_seconds(seconds)
    begun = await services.notices.due()
    await services.notices.idle()
    return begun


async def wanting(services: Services, person: Person, **wanted: object) -> Person:
    """Set the notification preferences of a person, and confirm the e-mail address by its link."""
    person = await services.people.change(person, {"notices": msgspec.convert(wanted, Wanted)})
    if not person.notices.email:
        return person
    link = await services.mail_links.confirmation(person, services.now())
    await services.mail_links.confirm(link.token, services.now())
    return msgspec.structs.replace(person, notices=msgspec.structs.replace(person.notices, confirmed=True))


async def answer(services: Services, table: Table, seat: int) -> None:
    hosted = await services.host.hosted(table.id)
    options = hosted.match.asking[seat].options.listed
    await services.host.answer(table.id, seat, hosted.asks()[seat], notation.write(options[0]))


def forfeit(seat: int, _: Hosted) -> dict[str, int]:
    return {"forfeit": seat}


async def test_who_is_asked_is_told_once_by_email_and_webhook(
    database_url: str, mailbox: Mailbox, hook: Hook, moment: Moment
) -> None:
    async with serving(settings_for(database_url, mailbox), moment) as services:
        ann, bea = await guests(services, 2)
        ann = await wanting(services, ann, email="ann@example.org", webhook=hook.url, match=False)
        table = await table_of(services, [ann, bea, "random"], settings=TableSettings(clock=Clock(kind="days")))
        assert await told(services, moment, 10) == 0  # not at once: one may be just about to look
        assert await told(services, moment, 21) == 2
        assert await told(services, moment) == 0
        await services.changed(await services.tables.get(table.id))  # as when somebody else sits down
        assert await told(services, moment) == 0
        (mail,) = mailbox.came
        assert (mail["To"], mail["From"]) == ("ann@example.org", "banneret@example.org")
        title = rulebook(table.rulebook).title
        assert mail["Subject"] == f"{title}: your turn"
        text = mail.get_content()
        assert text.startswith(f"It is your turn as Baratheon at “{title}” (A Game of Thrones")
        assert re.search(r"It is your turn as .*\): \w.*Time runs out at 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.", text)
        assert f"https://play.example.org/tables/{table.id}" in text
        (posted,) = hook.came
        assert posted["allowed_mentions"] == {"parse": []}
        assert posted["embeds"][0]["title"] == f"{title} · {ann.name}: your turn"  # nobody has given it a title
        log = await services.notices.log(ann)
        assert [(one.channel, one.status) for one in sorted(log, key=lambda one: one.channel)] == [
            ("email", "sent"),
            ("webhook", "sent"),
        ]
        assert await services.notices.log(bea) == []


@pytest.mark.slow
async def test_two_processes_tell_once(postgres_url: str, hook: Hook, moment: Moment) -> None:
    settings = settings_for(postgres_url)
    async with serving(settings, moment) as one, serving(settings, moment) as two:
        people = [await wanting(one, person, webhook=hook.url) for person in await guests(one, 3)]
        table = await table_of(one, list(people))
        await two.changed(await two.tables.get(table.id))
        moment.pass_seconds(31)
        begun = await one.notices.due() + await two.notices.due()
        await one.notices.idle()
        await two.notices.idle()
        assert begun == len(hook.came) == 6  # the match has begun, and three are asked


@pytest.mark.slow
async def test_who_looks_is_not_told_whichever_process_looks(postgres_url: str, hook: Hook, moment: Moment) -> None:
    settings = settings_for(postgres_url)
    async with serving(settings, moment) as one, serving(settings, moment) as two:
        ann, bea = [await wanting(one, p, webhook=hook.url, match=False) for p in await guests(one, 2)]
        table = await table_of(one, [ann, bea, "random"])
        two.live.enter(Looking(table.id, ann.id, frozenset({0}), False, "en"))
        moment.pass_seconds(28)
        await two.notices.due()  # the process through which she looks drops it before it is due
        moment.pass_seconds(3)
        assert await one.notices.due() == 1
        await one.notices.idle()
        assert [post["embeds"][0]["description"].split(" at ")[0] for post in hook.came] == [
            "It is your turn as Lannister"
        ]
        (dropped,) = await one.notices.log(ann)
        assert (dropped.status, dropped.error) == ("dropped", "looking")


@pytest.mark.slow
async def test_who_has_answered_meanwhile_is_not_told(services: Services, moment: Moment, hook: Hook) -> None:
    (ann,) = await guests(services, 1)
    services.settings = settings_for(services.settings.database)
    ann = await wanting(services, ann, webhook=hook.url, match=False)
    table = await table_of(services, [ann, "greedy", "greedy"])
    first = await services.notices.log(ann)
    await answer(services, table, 0)
    moment.pass_seconds(31)
    await services.notices.due()
    await services.notices.idle()
    log = {one.id: one for one in await services.notices.log(ann)}
    assert log[first[0].id].status == "dropped"


@pytest.mark.slow
async def test_the_end_of_a_match_is_told_to_all_who_play(
    database_url: str, mailbox: Mailbox, hook: Hook, moment: Moment
) -> None:
    async with serving(settings_for(database_url, mailbox), moment) as services:
        ann, bea, eve = await guests(services, 3)
        for person, language in ((ann, "de"), (bea, "hu")):
            await services.people.change(person, {"language": language})
            await wanting(
                services,
                msgspec.structs.replace(person, language=language),
                email=f"{person.id}@example.org",
                turn=False,
            )
        table = await table_of(services, [ann, bea, eve], settings=TableSettings(webhook=hook.url))
        for seat in (0, 1):
            await services.host.enter(table.id, partial(forfeit, seat))
        assert (await services.tables.get(table.id)).status == "finished"
        await told(services, moment)
        subjects: dict[str, set[str]] = {mail["To"]: set() for mail in mailbox.came}
        for mail in mailbox.came:
            subjects[mail["To"]].add(mail["Subject"].rpartition(": ")[2])
        assert subjects == {
            f"{ann.id}@example.org": {"die Partie hat begonnen", "die Partie ist zu Ende"},
            f"{bea.id}@example.org": {"elkezdődött a játszma", "véget ért a játszma"},
        }
        titles = [post["embeds"][0]["title"].rpartition(": ")[2] for post in hook.came]
        # once for the table, in the language of who made it, and no turn that is none any longer
        assert sorted(titles) == ["die Partie hat begonnen", "die Partie ist zu Ende"]


async def test_the_table_webhook_tells_who_decides_but_not_what(services: Services, moment: Moment, hook: Hook) -> None:
    services.notices._webhooks = Webhooks(private=True)
    (ann,) = await guests(services, 1)
    await table_of(services, [ann, "greedy", "greedy"], settings=TableSettings(webhook=hook.url))
    moment.pass_seconds(31)
    await services.notices.due()
    await services.notices.idle()
    said = [post["embeds"][0]["description"] for post in hook.came]
    assert [text for text in said if "turn" in text] == [
        text for text in said if text.startswith(f"It is {ann.name}'s turn (Baratheon) at")
    ]
    assert not any("asked" in text for text in said)


async def test_where_spectators_see_late_the_table_webhook_tells_no_turn(
    services: Services, moment: Moment, hook: Hook
) -> None:
    services.notices._webhooks = Webhooks(private=True)
    ann, bea = await guests(services, 2)
    table = await table_of(services, [ann, bea, "random"], settings=TableSettings(webhook=hook.url, delay_rounds=1))
    await services.notices.said(table, ann, None)
    await told(services, moment)
    assert [post["embeds"][0]["title"].rpartition(": ")[2] for post in hook.came] == ["the match has begun"]


async def test_chat_is_told_to_who_may_read_it_and_not_too_often(
    services: Services, moment: Moment, hook: Hook
) -> None:
    services.notices._webhooks = Webhooks(private=True)
    people = [
        await wanting(services, p, webhook=f"{hook.url}?{n}", turn=False, match=False, chat=True)
        for n, p in enumerate(await guests(services, 3))
    ]
    table = await table_of(services, list(people), settings=TableSettings(webhook=hook.url))
    await told(services, moment)
    hook.came.clear()
    for _ in range(3):
        await services.notices.said(table, people[0], frozenset({0, 1}))
    await told(services, moment)
    assert len(hook.came) == 1  # to seat 1 alone: not to the table, not to seat 2, not to who wrote
    assert people[0].name in hook.came[0]["embeds"][0]["description"]


async def test_who_is_asked_for_consent_is_told(services: Services, moment: Moment, hook: Hook) -> None:
    services.notices._webhooks = Webhooks(private=True)
    people = [await wanting(services, p, webhook=hook.url, turn=False, match=False) for p in await guests(services, 3)]
    table = await table_of(services, list(people))
    random = Random(3)
    consent = None
    for _ in range(400):
        await play_on(services, table.id, random, 1)
        hosted = await services.host.hosted(table.id)
        refusal = undo_refusal(hosted.match, 0)
        if refusal is not None and refusal.rule not in FINAL_RULES:
            consent = await services.undoing.undo(await services.tables.get(table.id), people[0], 0)
            break
    assert consent is not None
    await told(services, moment)
    assert [post["embeds"][0]["title"].rpartition(": ")[2] for post in hook.came] == ["undo requested"] * 2


@pytest.mark.parametrize(
    ("answers", "statuses"),
    [
        ([500, 503], ["waiting", "waiting", "sent"]),
        ([429], ["waiting", "sent"]),
        ([404], ["failed"]),
        ([0], ["failed"]),  # it hung up when all was said: it may have taken it, so it is not told again
        ([500] * 5, ["waiting"] * 4 + ["failed"]),
    ],
)
async def test_what_was_certainly_not_taken_is_tried_again(
    services: Services, moment: Moment, hook: Hook, answers: list[int], statuses: list[str]
) -> None:
    services.notices._webhooks = Webhooks(private=True)
    (ann,) = await guests(services, 1)
    ann = await wanting(services, ann, webhook=hook.url, turn=False)
    hook.answers = answers
    await table_of(services, [ann, "greedy", "greedy"])
    seen = []
    await told(services, moment)
    for wait in (*BACKOFF, 1):
        seen.append((await services.notices.log(ann))[0].status)
        if seen[-1] != "waiting":
            break
        assert await told(services, moment, wait - 4) == 0
        await told(services, moment, 5)
    assert seen == statuses
    assert len(hook.came) == (statuses[-1] == "sent")


@pytest.mark.slow
async def test_a_mail_server_that_is_away_or_refuses(database_url: str, mailbox: Mailbox, moment: Moment) -> None:
    async with serving(settings_for(database_url, mailbox), moment) as services:
        (ann,) = await guests(services, 1)
        ann = await wanting(services, ann, email="ann@example.org", turn=False)
        mailbox.answers = ["451 later"]
        await table_of(services, [ann, "greedy", "greedy"])
        await told(services, moment)
        (one,) = await services.notices.log(ann)
        assert (one.status, one.tries) == ("waiting", 1)
        assert "451" in str(one.error)
        await told(services, moment)
        assert (await services.notices.log(ann))[0].status == "sent"
        mailbox.answers = ["550 nobody here"]
        await table_of(services, [ann, "greedy", "greedy"])
        await told(services, moment)
        assert [one.status for one in await services.notices.log(ann)] == ["failed", "sent"]


async def test_what_a_dead_process_was_sending_is_not_sent_again(
    services: Services, moment: Moment, hook: Hook
) -> None:
    (ann,) = await guests(services, 1)
    ann = await wanting(services, ann, webhook=hook.url, turn=False)
    await table_of(services, [ann, "greedy", "greedy"])
    async with services.database.writing() as connection:
        await connection.execute(update(schema.notices).values(status="sending", next_at=moment.now + LEASE_MS))
    assert await told(services, moment, LEASE_MS / 1000 + 1) == 0
    (one,) = await services.notices.log(ann)
    assert (one.status, hook.came) == ("failed", [])


async def test_nobody_is_flooded(services: Services, moment: Moment, hook: Hook) -> None:
    services.notices._webhooks = Webhooks(private=True)
    (ann,) = await guests(services, 1)
    ann = await wanting(services, ann, webhook=hook.url, turn=False)
    await table_of(services, [ann, "greedy", "greedy"])
    async with services.database.writing() as connection:
        row = dict((await connection.execute(select(schema.notices))).mappings().one())
        sent = {"status": "sent", "sent_at": moment.now}
        copies = [row | sent | {"id": f"n{n}", "once": f"n{n}"} for n in range(AN_HOUR)]
        await connection.execute(schema.notices.insert(), copies)
    await told(services, moment)
    assert hook.came == []
    assert {one.error for one in await services.notices.log(ann)} == {None, f"more than {AN_HOUR} in an hour"}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/",
        "http://localhost:{port}/",
        "http://[::1]:{port}/",
        "http://0.0.0.0:{port}/",
        "http://[::ffff:127.0.0.1]:{port}/",
        "http://2130706433:{port}/",
    ],
)
async def test_webhooks_do_not_reach_this_machine(hook: Hook, url: str) -> None:
    hooks = Webhooks(private=False)
    with pytest.raises(NotSent, match=r"not a public address|ConnectError") as caught:
        await hooks.send(url.format(port=hook.url.rpartition(":")[2].partition("/")[0]), "t", "x", "")
    assert hook.came == []
    assert not caught.value.again or "ConnectError" in str(caught.value)  # no such name, where there is no IPv6
    await hooks.close()


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  # an address to refuse
        ("fd00::1", False),
        ("fe80::1%eth0", False),
        ("64:ff9b::10.0.0.1", False),
        ("2002:a00:1::1", False),
        ("::ffff:192.168.0.1", False),
        ("64:ff9b:1::7f00:1", False),
        ("64:ff9b:1:ffff::808:808", False),
        ("::127.0.0.1", False),
        ("::8.8.8.8", False),
        ("::ffff:168.63.129.16", False),
        ("64:ff9b::168.63.129.16", False),
        ("2002:c000:c0::1", False),
        ("192.0.0.192", False),
        ("192.0.0.9", False),
        ("192.88.99.1", False),
        ("168.63.129.16", False),
        ("168.63.129.17", True),
        ("fec0::1", False),
        ("::ffff:0:7f00:1", False),  # translated to IPv4 without state (RFC 2765)
        ("2a00:1450::5efe:7f00:1", False),
        ("2a00:1450::200:5efe:a00:1", False),
        ("3fff::1", False),
        ("4000::1", False),
        ("5f00::1", False),
        ("100:0:0:1::1", False),
        ("2606:4700::1111", True),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "url", ["ftp://example.org/", "example.org", "https://", "https://u:p@example.org/", "https://a b/", "javascript:x"]
)
def test_what_is_no_webhook_is_refused(url: str) -> None:
    with pytest.raises(Problem, match=r"^where: "):
        check_webhook(url, "where")


OTHERS = (
    "a@b.c,d@e.f",
    "<victim@example.org>x@y.zz",
    "Victim <v@example.org>",
    "a@b.c d@e.f",
    "a@b.c;d@e.f",
    "ü@b.org",
)


@pytest.mark.slow
async def test_an_address_that_nobody_has_confirmed_is_told_nothing(
    services: Services, mailbox: Mailbox, moment: Moment
) -> None:
    services.notices.settings = settings_for(services.settings.database, mailbox)
    (ann,) = await guests(services, 1)
    ann = await services.people.change(ann, {"notices": Wanted(email="victim@example.org", confirmed=True)})
    assert not ann.notices.confirmed  # only the link confirms
    await table_of(services, [ann, "random", "random"])
    assert await services.notices.log(ann) == []
    ann = await wanting(services, ann, email="ann@example.org")
    await table_of(services, [ann, "random", "random"])
    await services.people.change(ann, {"notices": Wanted(email="other@example.org")})
    await told(services, moment)
    assert mailbox.came == []
    assert {one.error for one in await services.notices.log(ann)} == {"the address is not confirmed"}


@pytest.mark.slow
async def test_a_person_with_many_addresses_and_tables_cannot_flood_with_webhooks(
    services: Services, moment: Moment, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "OF_PERSON", 5)
    services.notices._webhooks = Webhooks(private=True)
    ann, bea = await guests(services, 2)
    for number in range(4):
        await wanting(services, ann, webhook=f"{hook.url}?mine={number}")
        await table_of(services, [ann, "random", "random"], settings=TableSettings(webhook=f"{hook.url}?{number}"))
        await told(services, moment)
    assert len(hook.came) == 5
    monkeypatch.setattr(outbox, "TO_HOST", 6)
    await wanting(services, bea, webhook=hook.url)
    await table_of(services, [bea, "random", "random"])
    await told(services, moment)
    assert len(hook.came) == 6


async def test_no_words_of_users_are_mailed(database_url: str, mailbox: Mailbox, moment: Moment) -> None:
    async with serving(settings_for(database_url, mailbox), moment) as services:
        ann, eve = await guests(services, 2)
        eve = await services.people.change(eve, {"name": "BUY PILLS"})
        ann = await wanting(services, ann, email="victim@example.org", chat=True)
        table = await table_of(services, [ann, eve, "random"], title="CALL 555 NOW")
        await services.notices.said(table, eve, None)
        await told(services, moment)
        assert len(mailbox.came) >= 3  # the match has begun, it is the victim's turn, somebody has written
        for mail in mailbox.came:
            whole = f"{mail['Subject']} {mail.get_content()}"
            assert "PILLS" not in whole
            assert "555" not in whole


@pytest.mark.slow
async def test_the_limit_of_an_address_counts_its_spellings_as_one(
    database_url: str, mailbox: Mailbox, moment: Moment
) -> None:
    async with serving(settings_for(database_url, mailbox), moment) as services:
        people = await guests(services, 3)
        spellings = ("victim@example.org", "Victim@EXAMPLE.org", "VICTIM+2@example.org")
        people = [await wanting(services, one, email=to) for one, to in zip(people, spellings, strict=True)]
        for _ in range(11):
            await table_of(services, list(people))
            await told(services, moment)
        assert len(mailbox.came) == AN_HOUR
        other = await wanting(services, people[0], email="victim-of-none@example.org")
        await table_of(services, [other, "random", "random"])
        assert await told(services, moment) > 0
        assert len(mailbox.came) > AN_HOUR


def test_mailboxes_are_compared_without_case_and_tag() -> None:
    assert mailbox_of("Victim+x@Example.org") == mailbox_of("victim@example.org") == "victim@example.org"
    assert mailbox_of("+@example.org") == "+@example.org"
    assert mailbox_of("v.i.ctim@googlemail.com") == mailbox_of("victim+x@gmail.com") == "victim@gmail.com"
    assert mailbox_of("v.ictim@example.org") != mailbox_of("victim@example.org")


@pytest.mark.parametrize(
    "address", ["ann", "ann@", "@example.org", "a b@example.org", "a@b.c\r\nBcc: x@y.z", "a@b", *OTHERS]
)
def test_what_is_no_email_address_is_refused(address: str) -> None:
    with pytest.raises(Problem, match=r"^where: "):
        clean_email(address, "where")


def test_good_addresses_are_taken() -> None:
    assert clean_email("", "where") == ""
    assert clean_email("ann+x@mail.Example.org", "where") == "ann+x@mail.example.org"
    assert clean_email("ann@bücher.example.org", "where") == "ann@xn--bcher-kva.example.org"
    check_webhook("", "where")
    check_webhook("https://discord.com/api/webhooks/1/x?wait=true", "where")


def test_every_language_says_every_notice_with_the_same_fields() -> None:
    def fields(language: str) -> dict[str, set[str]]:
        texts = server_texts(language)
        ids = [id_ for id_ in texts.ids() if id_.startswith("notice.")]
        return {id_: set(re.findall(r"\{(\w+)\}", "".join(texts.forms(id_)))) for id_ in ids}

    assert len(fields("en")) == 19
    assert fields("en") == fields("de") == fields("hu")


def test_a_kind_of_question_is_told_without_what_only_the_question_tells() -> None:
    texts = rulebook("thrones").catalogue("en")
    with_fields = [
        id_[4:] for id_ in texts.ids() if id_.startswith("ask.") and any("{" in form for form in texts.forms(id_))
    ]
    assert with_fields
    for kind in with_fields:
        assert decision(texts, kind) == kind.replace("-", " ")
    assert decision(texts, "order") == texts.text("ask.order")
