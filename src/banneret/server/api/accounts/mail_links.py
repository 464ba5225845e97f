"""`/api/v1`: confirming e-mail addresses, and setting new passwords by e-mail."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, post
from litestar.params import JSONBody
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.people.networks import address_of
from banneret.server.problems import Problem

Token = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]+$")]


class MailToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fragment (`#...`) of a link in an e-mail."""

    token: Token


class ResetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmed address of an account."""

    email: Annotated[str, Meta(min_length=3, max_length=254)]


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link, and the new password."""

    token: Token
    password: Annotated[str, Meta(max_length=400)]


class MailLinksController(Controller):
    """Links in e-mails."""

    path = "/api/v1"
    tags = ["people"]  # noqa: RUF012  # declared like this by Litestar
    opt = {"rate": "signing"}  # noqa: RUF012  # declared like this by Litestar

    @post("/me/confirmations", operation_id="sendConfirmation", summary="Request a confirmation", status_code=204)
    async def send(self, services: Parts, request: Request[Any, Any, Any], signed_in: SignedIn) -> None:
        """Send a link that confirms your e-mail address for notices."""
        services.account_mail.check()
        if signed_in.notices.confirmed or not signed_in.notices.email:
            raise Problem("conflict", "There is no address to confirm.")
        await services.mail_links.allow_confirmation(signed_in, signed_in.notices.email, address_of(request))
        await services.account_mail.confirm(signed_in)

    @post("/confirmations", operation_id="confirmEmail", summary="Confirm an e-mail address", status_code=204)
    async def confirm(self, services: Parts, request: Request[Any, Any, Any], data: JSONBody[MailToken]) -> None:
        """Confirm the address to which the link was sent. The link works once, within 24 hours."""
        person = await services.mail_links.confirm(data.token, services.now())
        services.security_log.note("address confirmed", account=person, address=address_of(request))

    @post("/password-resets", operation_id="requestReset", summary="Request a new password", status_code=204)
    async def request_reset(
        self, services: Parts, request: Request[Any, Any, Any], data: JSONBody[ResetRequest]
    ) -> None:
        """Send a link to an address if it is the confirmed one of an account; the response does not reveal whether."""
        address = address_of(request)
        await services.account_mail.reset(data.email, address)
        services.security_log.note("new password asked for", account=None, address=address)

    @post("/new-passwords", operation_id="resetPassword", summary="Set a new password with a link", status_code=204)
    async def reset(self, services: Parts, request: Request[Any, Any, Any], data: JSONBody[NewPassword]) -> None:
        """Set a new password and end all sessions of the account. The link works once, within an hour."""
        address = address_of(request)
        person = await services.mail_links.reset(data.token, data.password, address, services.now())
        services.security_log.note("password reset", account=person, address=address)
        await services.end_sockets()
