"""`/api/v1/passkeys` and `/api/v1/sign-in/passkey`: making passkeys, signing in with them, and those one has."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.params import FromQuery, JSONBody, PathParameter
from msgspec import Meta

from banneret.server.api.dependencies import Parts, SignedIn
from banneret.server.api.people import Me, end_former, renew_cookie, signed_in_answer
from banneret.server.people.networks import address_of
from banneret.server.people.passkeys import Label, Passkey, Site, site_of
from banneret.server.problems import Problem

_Id = Annotated[str, PathParameter(min_length=1, max_length=16, pattern="^[A-Za-z0-9_-]+$")]
AnyRequest = Request[Any, Any, Any]


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What a browser is given: `PublicKeyCredential.parse...OptionsFromJSON` reads it."""

    options: dict[str, Any]


class RegistrationIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account, since a passkey opens it."""

    password: Annotated[str, Meta(max_length=400)]


class PasskeyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new passkey: its name, and what the browser has made (`PublicKeyCredential.toJSON`)."""

    name: Label
    credential: dict[str, Any]


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: Label


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the browser has signed (`PublicKeyCredential.toJSON`)."""

    credential: dict[str, Any]


class PasskeysController(Controller):
    """Passkeys."""

    path = "/api/v1"
    tags = ["people"]  # noqa: RUF012  # as Litestar reads it

    @post(
        "/passkeys/options",
        operation_id="beginPasskey",
        summary="Begin to make a passkey",
        status_code=200,
        opt={"rate": "signing"},
    )
    async def begin(
        self, services: Parts, request: AnyRequest, signed_in: SignedIn, data: JSONBody[RegistrationIn]
    ) -> Response[PasskeyOptions]:
        """Return what a browser makes a passkey from; its challenge is good for five minutes."""
        site = _site(services, request)
        await services.people.confirm(signed_in, data.password, address_of(request))
        answer = Response(PasskeyOptions(await services.passkeys.registration(signed_in, site, services.now())))
        await renew_cookie(services, request, answer)
        return answer

    @post("/passkeys", operation_id="addPasskey", summary="Add a passkey", opt={"rate": "signing"})
    async def add(
        self, services: Parts, request: AnyRequest, signed_in: SignedIn, data: JSONBody[PasskeyIn]
    ) -> Passkey:
        """Add the passkey that the browser has made to one's account."""
        site = _site(services, request)
        made = await services.passkeys.add(signed_in, site, data.credential, data.name, services.now())
        services.security_log.note("passkey added", account=signed_in.id, address=address_of(request))
        return made

    @get("/passkeys", operation_id="listPasskeys", summary="One's passkeys")
    async def list_passkeys(self, services: Parts, signed_in: SignedIn) -> list[Passkey]:
        """Return the passkeys of one's account, the oldest first."""
        return await services.passkeys.list(signed_in)

    @patch("/passkeys/{passkey:str}", operation_id="renamePasskey", summary="Rename a passkey", status_code=204)
    async def rename(self, services: Parts, signed_in: SignedIn, passkey: _Id, data: JSONBody[PasskeyName]) -> None:
        """Give a passkey another name."""
        await services.passkeys.rename(signed_in, passkey, data.name)

    @delete("/passkeys/{passkey:str}", operation_id="removePasskey", summary="Remove a passkey", status_code=204)
    async def remove(self, services: Parts, request: AnyRequest, signed_in: SignedIn, passkey: _Id) -> None:
        """Nobody can sign in with it any longer."""
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
        """Return what a browser offers its passkeys for; the challenge is good for five minutes."""
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
        """Sign in on this browser; with `token=true` the token is in the answer.

        The session that the request comes with ends.
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
