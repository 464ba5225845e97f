"""Guarding: who asks, from where, how often; and the headers that keep a browser from doing more than it should."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Message, Scope

from banneret.server.people.accounts import Person, Session
from banneret.server.people.credentials import COOKIE, PLAIN_UNTIL_MS, TOKEN_CHARS, cookie_name
from banneret.server.people.hosts import host_allowed
from banneret.server.people.networks import Connection, address_of, network_of
from banneret.server.problems import Problem
from banneret.server.settings import Settings

PERSON: Final = "banneret_person"
"""Where the scope of a forwarded request has its person; no request from outside has anything there."""

HSTS_SECONDS: Final = 31_536_000
"""For a year after each visit, browsers come over HTTPS only."""

SHARED: Final = {"replays": 3}
"""Kind of request that costs much -> how many times a person's limit all people of a network have: guests are free."""

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Identify(AbstractAuthenticationMiddleware):
    """Finds out whose request or socket it is: `connection.user` is a Person or None, `connection.auth` its Session."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        """Look the session up by its cookie or bearer token."""
        if is_forwarded(connection):
            return AuthenticationResult(user=connection.scope.get(PERSON), auth=None)
        services = connection.app.state.services
        token = token_of(connection)
        found: tuple[Person, Session] | None = None
        if token is not None:
            found = await services.people.by_token(token, services.now())
        if found and _is_plain(connection) and found[1].created_at >= PLAIN_UNTIL_MS:
            found = None
        return AuthenticationResult(user=found[0] if found else None, auth=found[1] if found else None)


def is_forwarded(connection: Connection) -> bool:
    """Return whether another process has received this request, and checked it."""
    return PERSON in connection.scope


def token_of(connection: Connection) -> str | None:
    """Return the session token that came along, if it looks like one."""
    settings: Settings = connection.app.state.services.settings
    if bears_token(connection):
        token = connection.headers["authorization"].partition(" ")[2].strip()
    else:
        cookie = COOKIE if _is_plain(connection) else cookie_name(secure=settings.cookies_secure)
        token = connection.cookies.get(cookie, "")
    return token if len(token) == TOKEN_CHARS and token.isascii() else None


def bears_token(connection: Connection) -> bool:
    """Return whether a client sends its token itself, in place of a cookie."""
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


def _is_plain(connection: Connection) -> bool:
    """Return whether a session under HTTPS is given by a cookie of the plain name only."""
    settings: Settings = connection.app.state.services.settings
    given = connection.cookies
    return (
        settings.cookies_secure
        and not bears_token(connection)
        and COOKIE in given
        and cookie_name(secure=True) not in given
    )


async def person_of(request: Connection) -> Person | None:
    """Return who asks (a dependency of handlers), or None."""
    person: Person | None = request.user
    return person


async def signed_in(request: Connection) -> Person:
    """Return who asks (a dependency of handlers). Raises Problem not-signed-in."""
    person: Person | None = request.user
    if person is None:
        raise Problem("not-signed-in", "Come in as a guest or sign in first.")
    return person


def origin_allowed(settings: Settings, connection: Connection) -> bool:
    """Tell whether a page of this origin may change things here: our own pages, and clients that are no browsers."""
    origin = connection.headers.get("origin")
    if origin is None:  # browsers that leave it out still say where the request comes from
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.public_url:
        return origin == "{0.scheme}://{0.netloc}".format(urlsplit(settings.url))
    return urlsplit(origin).netloc == connection.headers.get("host", "") != ""


async def guard_host(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse a request for a host that is not this server. Raises Problem not-allowed."""
    if handler.opt.get("internal"):  # other processes may use any name for it
        return
    settings: Settings = connection.app.state.services.settings
    host = connection.headers.get("host", "")
    if not host_allowed(settings, host):
        raise Problem("not-allowed", f"{host[:80]!r} is not a name of this server. Its host can set public_url.")


async def guard_characters(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse NUL in an address: no id or text has it, and not every database takes it. Raises Problem bad-request."""
    query: bytes = connection.scope.get("query_string", b"")
    if "\0" in connection.scope["path"] or b"%00" in query or b"\0" in query:
        raise Problem("bad-request", "The address has a NUL character.")


async def guard_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse what a page of another site wants to change. Raises Problem not-allowed."""
    if connection.scope.get("method", "GET") not in SAFE:
        settings: Settings = connection.app.state.services.settings
        if not origin_allowed(settings, connection):
            raise Problem("not-allowed", "This page is of another site: nothing is changed from there.")


async def guard_rate(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse what comes too often. Raises Problem too-many, which says when to try again.

    A handler's `opt={"rate": ...}` says what it counts as: "answers", "chat", "questions", "matrices", "replays",
    "signing", "reads", or "" (not at all).
    """
    services = connection.app.state.services
    settings: Settings = services.settings
    changing = connection.scope.get("method", "GET") not in SAFE
    what: str = handler.opt.get("rate", "answers" if changing else "reads")
    if not what or is_forwarded(connection):
        return
    person: Person | None = connection.user if what != "signing" else None
    limit: int = getattr(settings, f"rate_{what}")
    network = network_of(address_of(connection))
    waits = await services.counters.take(person.id if person else network, what, limit)
    if person and not waits and what in SHARED:
        limit *= SHARED[what]
        waits = await services.counters.take(f"network/{network}", what, limit)
    if waits:
        raise Problem("too-many", f"More than {limit} a minute; try again in {waits / 1000:.1f} s.", retry_ms=waits)


async def secure(message: Message, scope: Scope) -> None:
    """Add the headers that every answer has."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    kind = headers.get("content-type", "")
    if (kind.startswith("text/") or kind.endswith(("+xml", "/xml"))) and "charset=" not in kind:
        headers["content-type"] = f"{kind}; charset=utf-8"  # browsers guess it if it is not given
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    settings: Settings = scope["litestar_app"].state.services.settings
    if settings.https:
        headers.setdefault("strict-transport-security", f"max-age={HSTS_SECONDS}")
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")
