"""E-mails about an account: confirming an address, setting a new password. They are sent at once, without retries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog

from banneret.server.notify.delivery import NotSent, Unsure, send_email
from banneret.server.notify.wording import server_texts
from banneret.server.people.accounts import Person
from banneret.server.people.addresses import clean_email
from banneret.server.people.credentials import new_id
from banneret.server.people.mail_links import Link, MailLinks
from banneret.server.problems import Problem
from banneret.server.settings import Settings
from banneret.text.message import Message

log = structlog.get_logger()

AT_ONCE: Final = 4
WAITING: Final = 200
"""Maximum number of queued e-mails; further ones are dropped."""


class AccountMail:
    """Sends links in e-mails."""

    def __init__(self, settings: Settings, links: MailLinks, clock: Callable[[], int]) -> None:
        self.settings = settings
        self.links = links
        self.clock = clock
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._sending: set[asyncio.Task[None]] = set()

    def check(self) -> None:
        """Raise Problem not-allowed if there is no mail server."""
        if not self.settings.smtp_host:
            raise Problem("not-allowed", "This server sends no e-mail; ask its operator.")

    async def confirm(self, person: Person) -> None:
        """Send a link that confirms the person's current address."""
        link = await self.links.confirmation(person, self.clock())
        self._begin(self._send(link))

    async def reset(self, email: str, address: str) -> None:
        """Send links for a new password, if this is the confirmed address of an account.

        The address is looked up after the response, so that neither its content nor its time reveals the result. Raises
        Problem.
        """
        self.check()
        email = clean_email(email, "email")
        if await self.links.allow_reset(email, address):
            self._begin(self._reset(email))

    def hand_over(self, link: Link) -> str:
        """Mail an administrator's reset link to the confirmed address of its account, and return "".

        Without a mail server or address, return the link, for the administrator to pass on.
        """
        if not (self.settings.smtp_host and link.email):
            return link.url(self.settings.url)
        self._begin(self._send(link, "mail.reset-by-admin"))
        return ""

    async def idle(self) -> None:
        """Wait until all e-mails have been sent."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    async def stop(self) -> None:
        """Stop sending, after at most two seconds."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=2)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if len(self._sending) >= WAITING:
            work.close()
            log.warning("account mail dropped", waiting=len(self._sending))
            return
        task = asyncio.ensure_future(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _reset(self, email: str) -> None:
        try:
            links = await self.links.resets(email, self.clock())
        except Problem as problem:
            log.warning("account mail not sent", kind="reset", why=str(problem))
            return
        for link in links:
            await self._send(link)

    async def _send(self, link: Link, text_id: str | None = None) -> None:
        words = server_texts(link.person.language)
        fields: dict[str, str | int | tuple[str, ...]] = {
            "server": self.settings.url,
            "link": link.url(self.settings.url),
            "hours": link.hours,
            "login": link.person.login or "",
        }
        text = words.render(Message(text_id or f"mail.{link.kind}", fields)) + "\n"
        subject, id_, now = words.text(f"mail.{link.kind}.subject"), new_id(), self.clock()
        try:
            async with self._slots:
                await asyncio.to_thread(send_email, self.settings, link.email, subject, text, id_=id_, now=now)
        except (NotSent, Unsure) as error:
            log.warning("account mail not sent", kind=link.kind, account=link.person.id, why=str(error)[:300])
