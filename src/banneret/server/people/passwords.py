"""Password rules: a minimum and maximum length, and no passwords that are easy to guess."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # it has no types

from banneret.server.problems import Problem

SHORTEST: Final = 8
LONGEST: Final = 200
SHORT_LOGIN: Final = 3
"""Logins of up to this length are part of many words."""
ENOUGH: Final = 2
"""Minimum score of zxcvbn: more than a million guesses."""
SYMBOLS: Final = "@({[<!|$+%"
"""Symbols that may replace letters; zxcvbn's running time is exponential in the number of distinct ones."""
SYMBOLS_ESTIMATED: Final = 2
"""Number of distinct such symbols that zxcvbn may interpret as letters; others are passed as plain symbols."""
ESTIMATED: Final = 72
"""Number of characters passed to zxcvbn; a password with a weak beginning is rejected."""


async def check_password(password: str, login: str, name: str) -> None:
    """Reject a password that contains the login, or is easy to guess for those who know login and name.

    Estimating long passwords is slow, and runs in a thread. Raises Problem invalid.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(
            "invalid", f"password: {len(password)} characters; a password has {SHORTEST} to {LONGEST} characters."
        )
    if contains_login(password, login) or await asyncio.to_thread(is_easy, password, (login, name)):
        raise Problem(
            "invalid", "password: it is easy to guess. Use several unrelated words, and neither login nor name."
        )


def contains_login(password: str, login: str) -> bool:
    """Return whether a password contains the login. Short logins may occur beside at least eight other characters."""
    whole, part = (unicodedata.normalize("NFKC", text).casefold() for text in (password, login))
    if part not in whole:
        return False
    return len(part) > SHORT_LOGIN or len(whole.replace(part, "")) < SHORTEST


def is_easy(password: str, about: Iterable[str]) -> bool:
    """Return whether a password is common, or consists of the login, the name or their parts."""
    words = {part.casefold() for text in about for part in (text, *re.split(r"[\W_]+", text)) if part}
    if password.casefold() in words:
        return True
    estimate = zxcvbn(_estimated(password), user_inputs=[*words, "banneret"])
    return bool(estimate["score"] < ENOUGH)


def _estimated(password: str) -> str:
    part = password[:ESTIMATED]
    further = [one for one in dict.fromkeys(part) if one in SYMBOLS][SYMBOLS_ESTIMATED:]
    return part.translate(dict.fromkeys(map(ord, further), "~"))
