"""Where webhooks may go: public addresses over https, and anywhere only where the operator says so.

A name is resolved when it is connected to, all of its addresses are checked, and one of these very addresses is what is
connected to. So no name can point elsewhere between the check and the connection; the certificate is held to the name.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from msgspec import Struct

URL_PATTERN: Final = (
    r"^([Hh][Tt][Tt][Pp][Ss]?)://(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9.])?))"
    r'(?::([1-9][0-9]{0,4}))?([/?][!"$-~]*)?$'
)
"""What is taken for a URL: printable ASCII without user and fragment, that nobody could take for another host."""
URL: Final = re.compile(URL_PATTERN.removesuffix("$"))
PORTS: Final = {"https": 443, "http": 80}
MOST_PORT: Final = 65_535
NAT64: Final = IPv6Network("64:ff9b::/96")


class UrlRefused(Exception):
    """A webhook cannot go to this URL; the text says why."""


class AddressRefused(Exception):
    """A name points to an address that is not public."""


def is_public(text: str) -> bool:
    """Whether an address is one of the public internet; an IPv6 address that carries an IPv4 one counts as that one."""
    address = _carried(ip_address(text.partition("%")[0]))
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _carried(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address within a mapped, 6to4 or NAT64 address; any other as it is."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


class Target(Struct, frozen=True, kw_only=True):
    """Where a webhook goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return host and port, as a request names them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """Return where a URL leads. `private`: private addresses are allowed, and http.

    Refuses: UrlRefused
    """
    found = URL.fullmatch(url)
    scheme, v6, name, port, path = ("", "", "", "", "") if found is None else (part or "" for part in found.groups())
    if found is None or scheme.lower() not in (PORTS if private else ("https",)):
        raise UrlRefused(
            f"{'http or https' if private else 'https'}://host/path is needed, in ASCII and without a user"
        )
    scheme, host = scheme.lower(), (v6 or name).lower()
    target = Target(scheme=scheme, host=host, port=int(port or PORTS[scheme]), path="/" + path.removeprefix("/"))
    if target.port > MOST_PORT:
        raise UrlRefused(f"a port up to {MOST_PORT} is needed")
    if not private and _is_private_literal(host):
        raise UrlRefused("a public address is needed")
    return target


def _is_private_literal(host: str) -> bool:
    try:
        return not is_public(host)
    except ValueError:
        return False  # a name, which is checked whenever it is resolved
