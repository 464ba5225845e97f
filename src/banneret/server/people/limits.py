"""Guards: authentication, allowed hosts and origins, rate limits, and security headers."""

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
"""Key of the person in the scope of a forwarded request; never set in requests from outside."""

HSTS_SECONDS: Final = 31_536_000
"""Seconds for which browsers may only use HTTPS after a visit (HSTS)."""

SHARED: Final = {"replays": 3}
"""Kind of expensive request -> limit per network as a multiple of the limit per person, since guests cost nothing."""

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
    """Authenticates requests and sockets: `connection.user` is a Person or None, `connection.auth` its Session."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        """Look up the session by its cookie or bearer token."""
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
    """Return whether another process has forwarded this request after checking it."""
    return PERSON in connection.scope


def token_of(connection: Connection) -> str | None:
    """Return the session token of a request, if it looks like one."""
    settings: Settings = connection.app.state.services.settings
    if bears_token(connection):
        token = connection.headers["authorization"].partition(" ")[2].strip()
    else:
        cookie = COOKIE if _is_plain(connection) else cookie_name(secure=settings.cookies_secure)
        token = connection.cookies.get(cookie, "")
    return token if len(token) == TOKEN_CHARS and token.isascii() else None


def bears_token(connection: Connection) -> bool:
    """Return whether the token is in the `Authorization` header instead of a cookie."""
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


def _is_plain(connection: Connection) -> bool:
    """Return whether the session under HTTPS is only in the cookie with the plain name."""
    settings: Settings = connection.app.state.services.settings
    given = connection.cookies
    return (
        settings.cookies_secure
        and not bears_token(connection)
        and COOKIE in given
        and cookie_name(secure=True) not in given
    )


async def person_of(request: Connection) -> Person | None:
    """Return the signed-in person or None (a dependency of handlers)."""
    person: Person | None = request.user
    return person


async def signed_in(request: Connection) -> Person:
    """Return the signed-in person (a dependency of handlers). Raises Problem not-signed-in."""
    person: Person | None = request.user
    if person is None:
        raise Problem("not-signed-in", "Enter as a guest or sign in first.")
    return person


def origin_allowed(settings: Settings, connection: Connection) -> bool:
    """Return whether a request comes from a page of this server, or from a client that is not a browser."""
    origin = connection.headers.get("origin")
    if origin is None:  # browsers that omit it send this header instead
        return connection.headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    if settings.public_url:
        return origin == "{0.scheme}://{0.netloc}".format(urlsplit(settings.url))
    return urlsplit(origin).netloc == connection.headers.get("host", "") != ""


async def guard_host(connection: Connection, handler: BaseRouteHandler) -> None:
    """Check the `Host` header. Raises Problem not-allowed."""
    if handler.opt.get("internal"):  # other processes may use any name
        return
    settings: Settings = connection.app.state.services.settings
    host = connection.headers.get("host", "")
    if not host_allowed(settings, host):
        raise Problem("not-allowed", f"{host[:80]!r} is not a name of this server. Its operator can set public_url.")


async def guard_characters(connection: Connection, _: BaseRouteHandler) -> None:
    """Reject a NUL character in the URL, which not every database accepts. Raises Problem bad-request."""
    query: bytes = connection.scope.get("query_string", b"")
    if "\0" in connection.scope["path"] or b"%00" in query or b"\0" in query:
        raise Problem("bad-request", "The address has a NUL character.")


async def guard_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Reject changes requested by a page of another site. Raises Problem not-allowed."""
    if connection.scope.get("method", "GET") not in SAFE:
        settings: Settings = connection.app.state.services.settings
        if not origin_allowed(settings, connection):
            raise Problem("not-allowed", "This page belongs to another site, which cannot change anything here.")


async def guard_rate(connection: Connection, handler: BaseRouteHandler) -> None:
    """Enforce rate limits. Raises Problem too-many, with the time to wait.

    A handler's `opt={"rate": ...}` names the limit that applies: "answers", "chat", "questions", "matrices", "replays",
    "signing", "reads", or "" (none).
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
    """Add the headers common to all responses."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    kind = headers.get("content-type", "")
    if (kind.startswith("text/") or kind.endswith(("+xml", "/xml"))) and "charset=" not in kind:
        headers["content-type"] = f"{kind}; charset=utf-8"  # without it, browsers guess
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    settings: Settings = scope["litestar_app"].state.services.settings
    if settings.https:
        headers.setdefault("strict-transport-security", f"max-age={HSTS_SECONDS}")
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")
