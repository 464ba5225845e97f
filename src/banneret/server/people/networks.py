"""Networks: what is counted of the address from which somebody comes."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

Connection = ASGIConnection[Any, Any, Any, Any]  # a request or a socket, of any handler


def address_of(connection: Connection) -> str:
    """Return the address from which a request or a socket comes; a proxy is not one if the settings trust it."""
    return connection.client.host if connection.client else "?"


def network_of(address: str) -> str:
    """Return what is counted of an address: IPv4 whole, IPv6 up to /64, which a single customer has for himself."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))
    return str(ip)
