"""Passwords that may be set: of a sensible length, and none of those that attackers try first."""

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
"""A login of up to this many characters is part of many words."""
ENOUGH: Final = 2
"""Lowest accepted score of zxcvbn: more than a million guesses."""
SYMBOLS: Final = "@({[<!|$+%"
"""Symbols that may stand for letters: the time of an estimate grows exponentially with the number of them."""
SYMBOLS_ESTIMATED: Final = 2
"""Different symbols of these that are estimated as letters; the others are estimated as what they are."""
ESTIMATED: Final = 72
"""Only so many characters are estimated; a password that is weak up to there is weak."""


async def check_password(password: str, login: str, name: str) -> None:
    """Refuse a password that contains the login, or is easy to guess for somebody who knows login and name.

    The estimate takes a while for long passwords and runs in a thread of its own. Raises Problem invalid.
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
    """Return whether a password contains the login; if it is short, at least eight other characters are enough."""
    whole, part = (unicodedata.normalize("NFKC", text).casefold() for text in (password, login))
    if part not in whole:
        return False
    return len(part) > SHORT_LOGIN or len(whole.replace(part, "")) < SHORTEST


def is_easy(password: str, about: Iterable[str]) -> bool:
    """Return whether a password is common, or made of the login, the name or their parts."""
    words = {part.casefold() for text in about for part in (text, *re.split(r"[\W_]+", text)) if part}
    if password.casefold() in words:
        return True
    estimate = zxcvbn(_estimated(password), user_inputs=[*words, "banneret"])
    return bool(estimate["score"] < ENOUGH)


def _estimated(password: str) -> str:
    part = password[:ESTIMATED]
    further = [one for one in dict.fromkeys(part) if one in SYMBOLS][SYMBOLS_ESTIMATED:]
    return part.translate(dict.fromkeys(map(ord, further), "~"))
