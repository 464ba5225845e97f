"""`/api/v1/passkeys` and `/api/v1/sign-in/passkey`: managing passkeys, and signing in with them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta

from banneret.server.api.accounts.people import Me, end_former, renew_cookie, signed_in_answer
from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.people.networks import address_of
from banneret.server.people.passkeys import Label, Passkey, Site, site_of
from banneret.server.problems import Problem

_Id = Annotated[str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$")]
AnyRequest = Request[Any, Any, Any]


class PasskeyOptions(msgspec.Struct, frozen=True):
    """Options for the browser, to be read with `PublicKeyCredential.parse...OptionsFromJSON`."""

    options: dict[str, Any]


class RegistrationIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The account's password, which is required to add a passkey."""

    password: Annotated[str, Meta(max_length=400)]


class PasskeyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey: its name, and the browser's credential (`PublicKeyCredential.toJSON`)."""

    name: Label
    credential: dict[str, Any]


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new name for a passkey."""

    name: Label


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credential signed by the browser (`PublicKeyCredential.toJSON`)."""

    credential: dict[str, Any]


class PasskeysController(Controller):
    """Passkeys."""

    path = "/api/v1"
    tags = ["people"]  # noqa: RUF012  # declared like this by Litestar

    @post(
        "/passkeys/options",
        operation_id="beginPasskey",
        summary="Begin to create a passkey",
        status_code=200,
        opt={"rate": "signing"},
    )
    async def begin(
        self, services: Parts, request: AnyRequest, signed_in: SignedIn, data: JSONBody[RegistrationIn]
    ) -> Response[PasskeyOptions]:
        """Return the options with which a browser creates a passkey. The challenge is valid for five minutes."""
        site = _site(services, request)
        await services.people.confirm(signed_in, data.password, address_of(request))
        answer = Response(PasskeyOptions(await services.passkeys.registration(signed_in, site, services.now())))
        await renew_cookie(services, request, answer)
        return answer

    @post("/passkeys", operation_id="addPasskey", summary="Add a passkey", opt={"rate": "signing"})
    async def add(
        self, services: Parts, request: AnyRequest, signed_in: SignedIn, data: JSONBody[PasskeyIn]
    ) -> Passkey:
        """Add a passkey created by the browser to your account."""
        site = _site(services, request)
        made = await services.passkeys.add(signed_in, site, data.credential, data.name, services.now())
        services.security_log.note("passkey added", account=signed_in.id, address=address_of(request))
        return made

    @get("/passkeys", operation_id="listPasskeys", summary="List your passkeys")
    async def list_passkeys(self, services: Parts, signed_in: SignedIn) -> list[Passkey]:
        """Return your passkeys, the oldest first."""
        return await services.passkeys.list(signed_in)

    @patch("/passkeys/{passkey:str}", operation_id="renamePasskey", summary="Rename a passkey", status_code=204)
    async def rename(self, services: Parts, signed_in: SignedIn, passkey: _Id, data: JSONBody[PasskeyName]) -> None:
        """Rename a passkey."""
        await services.passkeys.rename(signed_in, passkey, data.name)

    @delete("/passkeys/{passkey:str}", operation_id="removePasskey", summary="Remove a passkey", status_code=204)
    async def remove(self, services: Parts, request: AnyRequest, signed_in: SignedIn, passkey: _Id) -> None:
        """Remove a passkey, which can no longer be used to sign in."""
        await services.passkeys.remove(signed_in, passkey)
        services.security_log.note("passkey removed", account=signed_in.id, address=address_of(request))

    @post(
        "/sign-in/passkey/options",
        operation_id="beginPasskeySignIn",
        summary="Begin to sign in with a passkey",
        status_code=200,
        opt={"rate": "signing"},
    )
    async def begin_sign_in(self, services: Parts, request: AnyRequest) -> PasskeyOptions:
        """Return the options with which a browser offers its passkeys. The challenge is valid for five minutes."""
        return PasskeyOptions(await services.passkeys.sign_in_options(_site(services, request), services.now()))

    @post(
        "/sign-in/passkey",
        operation_id="signInWithPasskey",
        summary="Sign in with a passkey",
        status_code=200,
        opt={"rate": "signing"},
    )
    async def sign_in(
        self, services: Parts, request: AnyRequest, data: JSONBody[PasskeySignIn], token: FromQuery[bool] = False
    ) -> Response[Me]:
        """Sign in on this browser; with `token=true`, return the session token instead of a cookie.

        The previous session of the request ends.
        """
        site, address = _site(services, request), address_of(request)
        try:
            person = await services.passkeys.sign_in(site, data.credential, services.now())
        except Problem as problem:
            if problem.kind == "not-signed-in":
                services.security_log.note("sign-in failed", account=None, address=address)
            raise
        services.security_log.note("signed in", account=person.id, address=address)
        answer = await signed_in_answer(services, request, person, token=token)
        await end_former(services, request)
        return answer


def _site(services: Parts, request: AnyRequest) -> Site:
    return site_of(services.settings, request.headers.get("host", ""))
