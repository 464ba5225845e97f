"""Signing in: tokens and passwords. What is stored of either gives neither back."""

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
"""Name of the cookie over HTTPS: browsers take it from this host alone, not from a subdomain or a sibling."""
PLAIN_UNTIL_MS: Final = 1_798_761_600_000
"""Sessions opened before 2027 keep their cookie with the plain name over HTTPS; later ones cannot be planted by it."""
TOKEN_CHARS: Final = 43

_HASHER: Final = PasswordHasher()  # argon2id with the library's recommended costs


def _nobody() -> str:
    """Return what is stored of a password that nobody knows, without the time that hashing one takes."""
    salt, hash_ = (
        b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (_HASHER.salt_len, _HASHER.hash_len)
    )
    costs = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${hash_}"


_NOBODY: Final = _nobody()
"""Checked for logins that there are not: these take as long as others, so that time does not tell which exist."""


def cookie_name(*, secure: bool) -> str:
    """Return the name of the session cookie."""
    return HTTPS_COOKIE if secure else COOKIE


def new_id() -> str:
    """Return a new short id."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """Return a new session token: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def password_hash(password: str) -> str:
    """Return what is stored of a password. It takes a while, in a thread of its own."""
    return await asyncio.to_thread(_HASHER.hash, password)


async def password_fits(stored: str | None, password: str) -> bool:
    """Tell whether this is the password; for `None` it is not, after as long a time."""
    return await asyncio.to_thread(_fits, stored, password)


def _fits(stored: str | None, password: str) -> bool:
    try:
        _HASHER.verify(stored or _NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
