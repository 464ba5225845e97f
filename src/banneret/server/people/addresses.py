"""Addresses for notices: which ones are accepted for e-mail and for webhooks."""

from __future__ import annotations

from urllib.parse import urlsplit

from banneret.server.problems import Problem


def check_email(address: str, where: str) -> None:
    """Refuse what is no address for e-mail; "" is none. Raises Problem invalid."""
    name, at, host = address.rpartition("@")
    if address and (
        not (name and at and "." in host) or any(char.isspace() or not char.isprintable() for char in address)
    ):
        raise Problem("invalid", f"{where}: {address[:60]!r} is no e-mail address.")


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
