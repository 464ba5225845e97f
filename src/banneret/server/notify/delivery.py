"""Delivery of e-mails and webhook messages."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Iterable
from contextlib import closing
from email.message import EmailMessage
from email.utils import formatdate
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore
import msgspec

from banneret.server.settings import Settings

SECONDS: Final = 10.0
"""Timeout in seconds for each step of a delivery."""
IN_ALL: Final = 30.0
TLS_PORT: Final = 465
GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""The only part of IPv6 from which public addresses are assigned."""
ISATAP: Final = frozenset({0x5EFE, 0x0200_5EFE})
"""The bits before an IPv4 address embedded in an IPv6 tunnel address (RFC 5214)."""
NAT64: Final = IPv6Network("64:ff9b::/96")
NEVER: Final = (
    IPv6Network("::/96"),  # IPv4-compatible addresses, deprecated (RFC 4291)
    IPv6Network("64:ff9b:1::/48"),  # translation to IPv4 within a network (RFC 8215)
    IPv6Network("fec0::/10"),  # site-local, deprecated (RFC 3879)
    IPv6Network("3fff::/20"),  # documentation (RFC 9637)
    IPv4Network("192.0.0.0/24"),  # protocol assignments (RFC 6890), including the metadata service of Oracle's cloud
    IPv4Network("192.88.99.0/24"),  # relays from IPv6, deprecated (RFC 7526)
    IPv4Network("168.63.129.16/32"),  # the host of virtual machines in Microsoft's cloud
)
"""Networks that are not public, although `ipaddress` may classify them as such."""


class NotSent(Exception):
    """A message was certainly not delivered: why, whether to retry, and after how many seconds, if known."""

    def __init__(self, why: str, *, again: bool, after: float | None = None, status: int = 0) -> None:
        super().__init__(why)
        self.status = status
        """HTTP status of the receiver's response; 0 if there was none."""
        self.again = again
        self.after = after


class Unsure(Exception):
    """The connection broke after the message was sent. It may have been delivered, so it is not sent again."""


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates that the system trusts. Reading them takes about 50 ms, so they are read once."""
    return ssl.create_default_context()


# E-mail


def send_email(settings: Settings, to: str, subject: str, text: str, *, id_: str, now: int) -> None:
    """Send an e-mail through the mail server of the settings (blocking). Raises NotSent, Unsure."""
    message = EmailMessage()
    message["From"] = settings.smtp_from
    message["To"] = to
    message["Subject"] = " ".join(subject.split())
    message["Date"] = formatdate(now / 1000)
    message["Message-ID"] = f"<{id_}@{urlsplit(settings.url).hostname or 'banneret'}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        with closing(_mail_server(settings)) as server:  # the response to QUIT does not matter
            server.ehlo_or_helo_if_needed()
            _good(server.mail(settings.smtp_from))
            _good(server.rcpt(to))
            try:
                said = server.data(message.as_bytes())
            except smtplib.SMTPDataError:
                raise
            except (OSError, smtplib.SMTPServerDisconnected) as error:
                raise Unsure(f"{settings.smtp_host}: {error}") from error
            _good(said)
    except smtplib.SMTPResponseException as error:
        raise NotSent(f"{settings.smtp_host}: {error}", again=error.smtp_code < 500) from error
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"{settings.smtp_host}: {error}", again=True) from error


def greet(settings: Settings) -> None:
    """Sign in to the mail server of the settings without sending anything (blocking). Raises NotSent."""
    try:
        with closing(_mail_server(settings)) as server:
            _good(server.noop())
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"{settings.smtp_host}:{settings.smtp_port}: {error}", again=True) from error


def _good(answer: tuple[int, bytes]) -> None:
    code, said = answer
    if code not in (250, 251):
        raise smtplib.SMTPResponseException(code, said.decode(errors="replace"))


def _mail_server(settings: Settings) -> smtplib.SMTP:
    if settings.smtp_port == TLS_PORT:
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=_trusted()
        )
    else:
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
    try:
        if settings.smtp_starttls and settings.smtp_port != TLS_PORT:
            server.starttls(context=_trusted())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
    except BaseException:
        server.close()
        raise
    return server


# Webhooks


class Webhooks:
    """Sends messages in the format of Discord, which many others accept, and other requests to webhooks."""

    def __init__(self, *, private: bool) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_trusted(),
            max_connections=20,
            keepalive_expiry=30.0,
            network_backend=Guarded(private=private),
        )

    async def send(self, url: str, title: str, text: str, link: str) -> None:
        """Send a message. Raises NotSent, Unsure."""
        body = {
            "username": "banneret",
            "content": "",
            "embeds": [{"title": title[:250], "url": link, "description": text[:3900]}],
            "allowed_mentions": {"parse": []},  # a title such as @everyone must not ping
        }
        await self.deliver(url, msgspec.json.encode(body), {"Content-Type": "application/json"})

    async def deliver(self, url: str, body: bytes, headers: dict[str, str]) -> None:
        """Send a request to a URL given by a user. Raises NotSent, Unsure."""
        try:
            async with asyncio.timeout(IN_ALL):
                status, after = await self._post(url, body, headers)
        except (httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.PoolTimeout, OSError) as error:
            if isinstance(error, TimeoutError):
                raise Unsure("no answer") from error
            raise NotSent(f"{type(error).__name__}: {error}", again=True) from error
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError) as error:
            raise Unsure(f"{type(error).__name__}: {error}") from error
        if not 200 <= status < 300:
            raise NotSent(f"it answered {status}", again=status == 429 or status >= 500, after=after, status=status)

    async def _post(self, url: str, body: bytes, given: dict[str, str]) -> tuple[int, float | None]:
        times = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
        headers = [("Host", _host(url)), ("User-Agent", "banneret"), *given.items()]
        async with self._pool.stream("POST", url, headers=headers, content=body, extensions={"timeout": times}) as one:
            after = dict(one.headers).get(b"retry-after", b"")
            return one.status, float(after) if after.isdigit() else None

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()


class Guarded(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only. It resolves names itself, and connects to the address that was checked."""

    def __init__(self, *, private: bool) -> None:
        self.private = private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host. Raises NotSent unless all its addresses are public."""
        try:
            found = await asyncio.wait_for(asyncio.get_running_loop().getaddrinfo(host, port, proto=6), timeout)
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"looking up {host} took too long") from None
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not self.private and not all(map(is_public, addresses)):
            raise NotSent(f"{host} is not a public address", again=False)
        return await self._inner.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raise NotSent: webhooks cannot be Unix sockets."""
        raise NotSent("not a network address", again=False)

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await asyncio.sleep(seconds)


def is_public(address: str) -> bool:
    """Return whether an address, and any IPv4 address embedded in it, is public."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in NAT64:
            inner = IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is None and int(ip) >> 32 & 0xFFFF_FFFF in ISATAP:
            inner = IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if ip not in GLOBAL_UNICAST:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in one for one in NEVER if one.version == ip.version)


def _host(url: str) -> str:
    return urlsplit(url).netloc
