"""The addresses that webhooks may use: public addresses over https, and others only if the operator allows them.

For each connection the server resolves the name, checks all of its addresses, and connects to one of them. The name
therefore cannot get another address between the check and the connection. The certificate is checked against the name.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

from msgspec import Struct

URL_PATTERN: Final = (
    r"^([Hh][Tt][Tt][Pp][Ss]?)://(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9.])?))"
    r'(?::([1-9][0-9]{0,4}))?([/?][!"$-~]*)?$'
)
"""The accepted form of a URL: printable ASCII, no user, no fragment, and an unambiguous host."""
URL: Final = re.compile(URL_PATTERN.removesuffix("$"))
PORTS: Final = {"https": 443, "http": 80}
MOST_PORT: Final = 65_535
NAT64: Final = IPv6Network("64:ff9b::/96")
"""The network whose addresses contain an IPv4 address, used in IPv6-only networks (NAT64)."""
UNICAST: Final = (IPv4Network("0.0.0.0/0"), IPv6Network("2000::/3"))
"""The assigned global unicast ranges. The special-purpose networks within them are not public addresses."""
SPECIAL_V4: Final = (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
)  # fmt: skip
SPECIAL_V6: Final = ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
"""Networks that IANA's special-purpose registries list as not globally reachable."""
REACHABLE: Final = (
    "192.0.0.9/32", "192.0.0.10/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:3::/32",
    "2001:4:112::/48", "2001:20::/28", "2001:30::/28",
)  # fmt: skip
"""Networks within the special-purpose networks that the same registries list as globally reachable."""
_special: Final = tuple(map(ip_network, (*SPECIAL_V4, *SPECIAL_V6)))
_reachable: Final = tuple(map(ip_network, REACHABLE))


class UrlRefused(Exception):
    """Raised when a webhook may not use a URL. The message says why."""


class AddressRefused(Exception):
    """Raised when a host name resolves to an address that is not public."""


def is_public(text: str) -> bool:
    """Return whether an address is public. For a NAT64 address, return whether the IPv4 address in it is public.

    Rule:    AR-HOOK-08
    """
    address = ip_address(text.partition("%")[0])
    if address in NAT64:
        address = IPv4Address(int(address) & 0xFFFFFFFF)
    if any(address in network for network in _reachable):
        return True
    return any(address in network for network in UNICAST) and not any(address in network for network in _special)


class Target(Struct, frozen=True, kw_only=True):
    """The parsed destination of a webhook."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return the host and port in the form of an HTTP Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """Parse the URL of a webhook. `private` also allows private addresses and http.

    Refuses: UrlRefused
    """
    found = URL.fullmatch(url)
    scheme, v6, name, port, path = ("", "", "", "", "") if found is None else (part or "" for part in found.groups())
    if found is None or scheme.lower() not in (PORTS if private else ("https",)):
        raise UrlRefused(
            f"{'http or https' if private else 'https'}://host/path is needed, in ASCII and without a user name"
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
        return False  # a name is checked each time it is resolved
