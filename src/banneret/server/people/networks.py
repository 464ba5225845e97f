"""Networks, by which rate limits count anonymous clients."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

Connection = ASGIConnection[Any, Any, Any, Any]  # a request or a socket, of any handler


def address_of(connection: Connection) -> str:
    """Return the client's address; behind a proxy trusted by the settings, that of the proxy's client."""
    return connection.client.host if connection.client else "?"


def network_of(address: str) -> str:
    """Return the network of an address: an IPv4 address, or the /64 prefix of an IPv6 address, as customers get."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
    return str(ip)
