"""An authenticator in software: a device that makes passkeys and signs with them, as a browser hands it on."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Authenticator:
    """Keeps one passkey."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.user = b""
        self.uses = 0

    def create(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """Make the passkey, as `navigator.credentials.create` does."""
        self.user = base64url_to_bytes(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], flags | ATTESTED) + attested
        response = {
            "clientDataJSON": self._client("webauthn.create", options),
            "attestationObject": bytes_to_base64url(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return self._credential(response)

    def get(self, options: dict[str, Any], flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """Sign, as `navigator.credentials.get` does."""
        self.uses += 1
        data = self._data(options["rpId"], flags)
        client = self._client("webauthn.get", options)
        signed = data + hashlib.sha256(base64url_to_bytes(client)).digest()
        response = {
            "clientDataJSON": client,
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": bytes_to_base64url(self.user),
        }
        return self._credential(response)

    def _data(self, domain: str, flags: int) -> bytes:
        return hashlib.sha256(domain.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, options: dict[str, Any]) -> str:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return bytes_to_base64url(json.dumps(said).encode())

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        id_ = bytes_to_base64url(self.id)
        return {"id": id_, "rawId": id_, "type": "public-key", "response": response, "clientExtensionResults": {}}
