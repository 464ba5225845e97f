"""What receives notices in tests: a mail server and a webhook, real ones, on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as SmtpSession

from tests.server.servers import free_port


class Mailbox:
    """A mail server's messages; it answers the next ones as `answers` says, and takes what comes then."""

    def __init__(self) -> None:
        self.port = free_port()
        self.came: list[EmailMessage] = []
        self.answers: list[str] = []

    async def handle_DATA(self, _server: SMTP, _session: SmtpSession, envelope: Envelope) -> str:
        answer = self.answers.pop(0) if self.answers else "250 taken"
        if answer.startswith("250"):
            content = envelope.content
            assert isinstance(content, bytes)
            self.came.append(message_from_bytes(content, policy=policy.default))
        return answer


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Run a mail server."""
    mailbox = Mailbox()
    controller = Controller(mailbox, hostname="127.0.0.1", port=mailbox.port)
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()


class Hook:
    """What a webhook was sent; it answers the next ones with `answers` (0: it hangs up), and 204 then."""

    def __init__(self) -> None:
        self.url = ""
        self.came: list[dict[str, Any]] = []
        self.answers: list[int] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request and answer it."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(
                    int(line[15:]) for line in head.lower().splitlines() if line.startswith(b"content-length:")
                )
                body = await reader.readexactly(length)
                status = self.answers.pop(0) if self.answers else 204
                if status == 0:
                    break
                if status < 300:
                    self.came.append(msgspec.json.decode(body))
                writer.write(b"HTTP/1.1 %d x\r\nContent-Length: 0\r\nRetry-After: 7\r\n\r\n" % status)
                await writer.drain()
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def webhook() -> AsyncIterator[Hook]:
    """Run a receiver of webhooks."""
    hook = Hook()
    server = await asyncio.start_server(hook.answer, "127.0.0.1", 0)
    hook.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"
    try:
        yield hook
    finally:
        server.close()
