"""Session tokens and passwords. Only hashes are stored."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from base64 import b64encode
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

COOKIE: Final = "banneret"
HTTPS_COOKIE: Final = f"__Host-{COOKIE}"
"""Name of the cookie over HTTPS. Browsers accept it only from this host, not from a subdomain or sibling."""
PLAIN_UNTIL_MS: Final = 1_798_761_600_000
"""Sessions opened before 2027 may use the plain cookie name over HTTPS. Later ones may not, so none can be planted."""
TOKEN_CHARS: Final = 43

_HASHER: Final = PasswordHasher()  # argon2id with the library's recommended costs


def _nobody() -> str:
    """Return the hash of an unknown password, without spending the time to compute one."""
    salt, hash_ = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (_HASHER.salt_len, _HASHER.hash_len)
    )
    costs = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${hash_}"


_NOBODY: Final = _nobody()
"""Verified for unknown logins, so that response times do not reveal which logins exist."""


def cookie_name(*, secure: bool) -> str:
    """Return the name of the session cookie."""
    return HTTPS_COOKIE if secure else COOKIE


def new_id(size: int = 9) -> str:
    """Return a new random id of `size` bytes. None begins with a hyphen: commands would take it for an option."""
    while (found := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return found


def new_token() -> str:
    """Return a new session token with 256 random bits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the stored form of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def password_hash(password: str) -> str:
    """Return the stored form of a password. Hashing is slow, and runs in a thread."""
    return await asyncio.to_thread(_HASHER.hash, password)


async def password_fits(stored: str | None, password: str) -> bool:
    """Return whether a password matches its stored hash; for None return False after the same time."""
    return await asyncio.to_thread(_fits, stored, password)


def _fits(stored: str | None, password: str) -> bool:
    try:
        _HASHER.verify(stored or _NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
