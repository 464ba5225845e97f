"""`/api/v1`: guests, accounts, sessions, and personal data."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.people.accounts import Notices, Person, Preferences, Session
from banneret.server.people.addresses import clean_email
from banneret.server.people.credentials import cookie_name
from banneret.server.people.limits import bears_token
from banneret.server.people.networks import address_of
from banneret.server.problems import Problem
from banneret.server.services import Services
from banneret.server.tables.standings import GameRating

_ID = Annotated[str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$")]


class Me(msgspec.Struct, frozen=True):
    """The signed-in person."""

    id: str
    name: str
    guest: bool
    login: str | None
    language: str
    notices: Notices
    vacation_until: int | None
    preferences: dict[str, str]
    role: str | None
    muted_until: int | None
    mute_reason: str | None
    token: str | None = None
    """The session token, for clients that have requested it; it is not shown again."""


class GuestIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new guest, who needs no account."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    language: Annotated[str, Meta(max_length=8)] = "en"


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A login and its password."""

    login: Annotated[str, Meta(max_length=254)]
    password: Annotated[str, Meta(max_length=400)]


class Changes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes of personal settings; omitted fields are unchanged."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | msgspec.UnsetType = msgspec.UNSET
    language: Annotated[str, Meta(max_length=8)] | msgspec.UnsetType = msgspec.UNSET
    notices: Notices | msgspec.UnsetType = msgspec.UNSET
    preferences: Preferences | msgspec.UnsetType = msgspec.UNSET
    password: Annotated[str, Meta(max_length=400)] | msgspec.UnsetType = msgspec.UNSET
    """The password, required if an account changes its e-mail address."""


class Passwords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The old and the new password."""

    old: Annotated[str, Meta(max_length=400)]
    new: Annotated[str, Meta(max_length=400)]


class Deletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirmation of the deletion of an account."""

    password: Annotated[str, Meta(max_length=400)]


class VacationIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """End of a vacation in milliseconds since 1970; null ends it now."""

    until: Annotated[int, Meta(ge=0, le=2**52)] | None


class SessionInfo(msgspec.Struct, frozen=True):
    """A session of the signed-in person."""

    id: str
    agent: str
    created_at: int
    seen_at: int
    expires_at: int
    current: bool


def me(person: Person, token: str | None = None) -> Me:
    """Return a person in the form shown to that person."""
    return Me(
        person.id,
        person.name,
        person.guest,
        person.login,
        person.language,
        person.notices,
        person.vacation_until,
        person.preferences,
        person.role,
        person.muted_until,
        person.mute_reason,
        token,
    )


class PeopleController(Controller):
    """Guests, accounts and sessions."""

    path = "/api/v1"
    tags = ["people"]  # noqa: RUF012  # declared like this by Litestar

    @post("/guests", operation_id="comeIn", summary="Enter as a guest", opt={"rate": "signing"})
    async def come_in(
        self, services: Parts, request: Request[Any, Any, Any], data: JSONBody[GuestIn], token: FromQuery[bool] = False
    ) -> Response[Me]:
        """Create a guest and sign in on this browser; with `token=true`, return the token instead of a cookie."""
        person = await services.people.add_guest(data.name, data.language, services.now())
        return await signed_in_answer(services, request, person, token=token)

    @post("/accounts", operation_id="makeAccount", summary="Turn a guest into an account", opt={"rate": "signing"})
    async def make_account(
        self,
        services: Parts,
        request: Request[Any, Any, Any],
        signed_in: SignedIn,
        data: JSONBody[Login],
        token: FromQuery[bool] = False,
    ) -> Response[Me]:
        """Give the guest a login and a password; tables and seats are kept.

        The guest's sessions end; the new one's token is returned with `token=true`.
        """
        if not services.settings.accounts:
            raise Problem("not-allowed", "This server has no accounts, only guests.")
        person = await services.people.make_account(signed_in, data.login, data.password, address_of(request))
        await _ended(services, request, "account made", person)
        return await signed_in_answer(services, request, person, token=token)

    @post("/sign-in", operation_id="signIn", summary="Sign in to an account", opt={"rate": "signing"}, status_code=200)
    async def sign_in(
        self, services: Parts, request: Request[Any, Any, Any], data: JSONBody[Login], token: FromQuery[bool] = False
    ) -> Response[Me]:
        """Sign in on this browser; with `token=true`, return the session token instead of a cookie.

        The previous session of the request ends.
        """
        person = await services.people.sign_in(data.login, data.password, address_of(request))
        _note(services, request, "signed in", person)
        answer = await signed_in_answer(services, request, person, token=token)
        await end_former(services, request)
        return answer

    @post("/sign-out", operation_id="signOut", summary="Sign out of this browser", status_code=204)
    async def sign_out(self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn) -> Response[None]:
        """End this session. A guest cannot return to the seats."""
        await services.people.close_session(signed_in, request.auth.id)
        await _ended(services, request, "signed out", signed_in)
        return _signed_out(services)

    @get("/me", operation_id="me", summary="The signed-in person")
    async def show(self, signed_in: SignedIn) -> Me:
        """Return the signed-in person."""
        return me(signed_in)

    @patch("/me", operation_id="changeMe", summary="Change name, language or notices")
    async def change(
        self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn, data: JSONBody[Changes]
    ) -> Response[Me]:
        """Change the given fields.

        A new e-mail address is sent a link that confirms it. Accounts must give their password for that, and their
        session token is renewed as after a change of the password.
        """
        changes = {
            name: value
            for name in data.__struct_fields__
            if name != "password" and not isinstance(value := getattr(data, name), msgspec.UnsetType)
        }
        email = None if isinstance(data.notices, msgspec.UnsetType) else data.notices.email
        if email is None or (email := clean_email(email, "notices.email")) == signed_in.notices.email:
            return Response(me(await services.people.change(signed_in, changes)))
        address = address_of(request)
        if not signed_in.guest:  # the owner of the address can set a new password
            if isinstance(data.password, msgspec.UnsetType):
                raise Problem("not-allowed", "Changing the e-mail address requires the password of the account.")
            await services.people.confirm(signed_in, data.password, address)
        mails = bool(email and services.settings.smtp_host)
        if mails:
            await services.mail_links.allow_confirmation(signed_in, email, address)
        person = await services.people.change(signed_in, changes)
        _note(services, request, "address changed", person)
        if mails:
            await services.account_mail.confirm(person)
        return Response(me(person)) if person.guest else await _renewed_answer(services, request, person)

    @put("/me/password", operation_id="changePassword", summary="Change the password", opt={"rate": "signing"})
    async def change_password(
        self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn, data: JSONBody[Passwords]
    ) -> Response[Me]:
        """Change the password. All other sessions end, and this one gets a new token.

        The new token is in the cookie, or in the response if the client sends its token itself.
        """
        address = address_of(request)
        await services.people.change_password(signed_in, data.old, data.new, request.auth.id, address)
        await _ended(services, request, "password changed", signed_in)
        return await _renewed_answer(services, request, signed_in)

    @get("/me/ratings", operation_id="myRatings", summary="Your ratings")
    async def ratings(self, services: Parts, signed_in: SignedIn) -> list[GameRating]:
        """Return your ratings in all games of which you have finished a match, the most played first."""
        return await services.standings.of(signed_in)

    @put("/me/vacation", operation_id="setVacation", summary="Begin or end a vacation")
    async def vacation(self, services: Parts, signed_in: SignedIn, data: JSONBody[VacationIn]) -> Me:
        """Begin or end a vacation, during which your clocks counted in days are paused."""
        person = await services.people.set_vacation(signed_in, data.until, services.now())
        await services.clocks.vacation(person, data.until)
        return me(person)

    @get("/me/export", operation_id="exportMe", summary="Export your data")
    async def export(self, services: Parts, signed_in: SignedIn) -> Response[bytes]:
        """Return all data stored about you as JSON, to be saved to a file."""
        kept = await services.people.export(signed_in)
        return Response(
            msgspec.json.encode(kept),
            media_type="application/json",
            headers={"content-disposition": 'attachment; filename="banneret-export.json"'},
        )

    @post(
        "/me/deletion",
        operation_id="deleteAccount",
        summary="Delete your account",
        opt={"rate": "signing"},
        status_code=204,
    )
    async def remove_account(
        self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn, data: JSONBody[Deletion]
    ) -> Response[None]:
        """Confirm with the password, leave all tables and delete your data; matches are kept without your name."""
        await services.people.confirm(signed_in, data.password, address_of(request))
        await services.delete_person(signed_in)
        await _ended(services, request, "account deleted", signed_in)
        return _signed_out(services)

    @delete("/me", operation_id="deleteMe", summary="Delete a guest", status_code=204)
    async def remove(self, services: Parts, signed_in: SignedIn) -> Response[None]:
        """Leave all tables and delete your data; matches are kept without your name. Accounts use POST /me/deletion."""
        if not signed_in.guest:
            raise Problem("not-allowed", "Deleting an account requires its password: POST /api/v1/me/deletion.")
        await services.delete_person(signed_in)
        await services.end_sockets()
        return _signed_out(services)

    @get("/sessions", operation_id="listSessions", summary="List your sessions")
    async def sessions(
        self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn
    ) -> list[SessionInfo]:
        """Return all sessions, the most recently used first."""
        return [
            SessionInfo(s.id, s.agent, s.created_at, s.seen_at, s.expires_at, s.id == request.auth.id)
            for s in await services.people.sessions(signed_in, services.now())
        ]

    @delete("/sessions", operation_id="endOtherSessions", summary="End all other sessions", status_code=204)
    async def end_other_sessions(self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn) -> None:
        """Sign out everywhere else."""
        await services.people.close_other_sessions(signed_in, request.auth.id)
        await _ended(services, request, "session ended", signed_in)

    @delete("/sessions/{session:str}", operation_id="endSession", summary="End a session", status_code=204)
    async def end_session(
        self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn, session: _ID
    ) -> None:
        """End one of your sessions."""
        await services.people.close_session(signed_in, session)
        await _ended(services, request, "session ended", signed_in)


def _note(services: Parts, request: Request[Any, Any, Any], event: str, person: Person) -> None:
    services.security_log.note(event, account=person.id, address=address_of(request))


async def _ended(services: Parts, request: Request[Any, Any, Any], event: str, person: Person) -> None:
    """Log an event that ended sessions, and close their sockets; other processes do so within seconds."""
    _note(services, request, event, person)
    await services.end_sockets()


async def signed_in_answer(
    services: Parts, request: Request[Any, Any, Any], person: Person, *, token: bool
) -> Response[Me]:
    """Open a session and return the response, with its cookie or token."""
    new = await services.people.open_session(person, request.headers.get("user-agent", ""), services.now())
    answer = Response(me(person, new if token else None))
    if not token:
        answer.set_cookie(_cookie(services, new, services.settings.session_days * 86_400))
    return answer


async def end_former(services: Services, request: Request[Any, Any, Any]) -> None:
    """End the session of a sign-in request, whose token becomes invalid."""
    if request.auth is not None:
        with suppress(Problem):  # it has just ended
            await services.people.close_session(request.user, request.auth.id)
        await services.end_sockets()


async def _renewed_answer(services: Services, request: Request[Any, Any, Any], person: Person) -> Response[Me]:
    """Renew the session's token, and return the person, with the token if the client does not use a cookie."""
    if bears_token(request):
        return Response(me(person, await services.people.renew_session(request.auth.id)))
    answer = Response(me(person))
    await renew_cookie(services, request, answer)
    return answer


async def renew_cookie(services: Services, request: Request[Any, Any, Any], answer: Response[Any]) -> None:
    """Renew the cookie's token after the person has entered the password again."""
    if not bears_token(request):
        new = await services.people.renew_session(request.auth.id)
        answer.set_cookie(_cookie(services, new, services.settings.session_days * 86_400))


def _signed_out(services: Parts) -> Response[None]:
    answer: Response[None] = Response(None, status_code=204, headers={"clear-site-data": '"cache"'})
    answer.set_cookie(_cookie(services, "", 0))
    return answer


def _cookie(services: Parts, value: str, seconds: int) -> Cookie:
    secure = services.settings.cookies_secure
    return Cookie(
        key=cookie_name(secure=secure),
        value=value,
        max_age=seconds,
        httponly=True,
        secure=secure,
        samesite="lax",
        path="/",
    )


__all__ = ["Me", "PeopleController", "Session", "me"]
