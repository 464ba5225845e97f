"""Allowed host names of the server: the configured ones, and names outside the public DNS."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from banneret.server.settings import Settings

PRIVATE: Final = ("local", "localhost", "internal", "test", "home.arpa")
"""Domains reserved for private use (RFC 6761, 6762, 8375), which strangers cannot register."""


def host_allowed(settings: Settings, host: str) -> bool:
    """Return whether a `Host` header is allowed.

    This protects against DNS rebinding, where a foreign page's own name resolves to this server. Only the host of
    `public_url`, `host`, IP addresses, names without a dot, and names reserved for private use are allowed.
    """
    name = _name(host)
    if name is None:
        return False
    if name in (_name(urlsplit(settings.url).netloc), settings.host.lower()) or "." not in name or _is_address(name):
        return True
    return any(name.endswith(f".{one}") for one in PRIVATE)


def is_loopback(host: str) -> bool:
    """Return whether a `Host` header names this machine."""
    name = _name(host)
    return name == "localhost" or (name is not None and _is_address(name) and ip_address(name).is_loopback)


def _name(host: str) -> str | None:
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018  # raises for an invalid port
    except ValueError:
        return None
    if parts.username is not None or parts.path or parts.query or parts.fragment or parts.hostname is None:
        return None
    return parts.hostname.rstrip(".") or None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
