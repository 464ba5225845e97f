"""Validation of e-mail addresses and webhooks for notices."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email

from banneret.server.problems import Problem

GMAIL: Final = ("gmail.com", "googlemail.com")
"""Domains of one mail service, which ignores dots in the names of mailboxes."""


def clean_email(address: str, where: str) -> str:
    """Return a normalized e-mail address; "" means none. Raises Problem invalid."""
    if not address:
        return ""
    try:
        found = validate_email(address, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Problem("invalid", f"{where}: {address[:60]!r} is not an e-mail address. {error}") from None
    return found.ascii_email or found.normalized


def mailbox_of(address: str) -> str:
    """Return the mailbox of an address, ignoring case, tags (`ann+x@`) and meaningless dots. It is used for limits."""
    name, _, host = address.casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if host in GMAIL:
        name, host = name.replace(".", "") or name, GMAIL[0]
    return f"{name}@{host}"


def check_webhook(url: str, where: str) -> None:
    """Check the URL of a webhook; "" means none. Raises Problem invalid."""
    if not url:
        return
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        good = good and parts.username is None and url.isascii() and url.isprintable() and " " not in url
    except ValueError:
        good = False
    if not good:
        raise Problem("invalid", f"{where}: {url[:60]!r} is not a URL such as https://example.org/hook.")
