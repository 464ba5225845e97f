"""Addresses for notices: which ones are accepted for e-mail and for webhooks."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email

from banneret.server.problems import Problem

GMAIL: Final = ("gmail.com", "googlemail.com")
"""The domains of one mail service, which ignores dots in the names of its mailboxes."""


def clean_email(address: str, where: str) -> str:
    """Return an e-mail address in the form in which it is stored; "" means none. Raises Problem invalid."""
    if not address:
        return ""
    try:
        found = validate_email(address, check_deliverability=False, allow_smtputf8=False)
    except EmailNotValidError as error:
        raise Problem("invalid", f"{where}: {address[:60]!r} is no e-mail address. {error}") from None
    return found.ascii_email or found.normalized


def mailbox_of(address: str) -> str:
    """Return the mailbox behind an address: without case, a tag (`ann+x@`) or dots that mean nothing, for limits."""
    name, _, host = address.casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if host in GMAIL:
        name, host = name.replace(".", "") or name, GMAIL[0]
    return f"{name}@{host}"


def check_webhook(url: str, where: str) -> None:
    """Refuse what is no address of a webhook; "" is none. Raises Problem invalid."""
    if not url:
        return
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        good = good and parts.username is None and url.isascii() and url.isprintable() and " " not in url
    except ValueError:
        good = False
    if not good:
        raise Problem("invalid", f"{where}: {url[:60]!r} is no address such as https://example.org/hook.")
