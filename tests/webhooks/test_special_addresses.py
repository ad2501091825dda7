"""Public addresses, checked against every row of IANA's registries of special-purpose addresses."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from shared.platform.extras.webhooks.public_addresses import is_public

REFUSED_V4 = (
    "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.170/32", "192.0.0.171/32", "192.0.2.0/24",
    "192.88.99.0/24", "192.88.99.2/32", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "240.0.0.0/4", "255.255.255.255/32",
)  # fmt: skip
REACHABLE_V4 = ("192.0.0.9/32", "192.0.0.10/32", "192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24")
REFUSED_V6 = (
    "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32",
    "2001:2::/48", "2001:10::/28", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
)  # fmt: skip
REACHABLE_V6 = (
    "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:3::/32", "2001:4:112::/48", "2001:20::/28",
    "2001:30::/28", "2620:4f:8000::/48",
)  # fmt: skip
UNASSIGNED = (
    "224.0.0.0/4", "ff00::/8", "fec0::/10", "::/96", "::ffff:0:0:0/96", "200::/7", "400::/6", "800::/5", "1000::/4",
    "4000::/3", "6000::/3", "8000::/3", "a000::/3", "c000::/3", "e000::/4", "f000::/5", "f800::/6", "fe00::/9",
)  # fmt: skip
"""Multicast addresses, old site-local addresses, and ranges that were never assigned as global unicast."""


@pytest.mark.parametrize("network", [*REFUSED_V4, *REFUSED_V6, *UNASSIGNED])
@pytest.mark.rule("AR-HOOK-08")
def test_no_address_of_a_special_network_is_public(network: str) -> None:
    """The first and the last address of each network that a registry lists as not globally reachable are private."""
    ends = ip_network(network)

    assert not is_public(str(ends[0]))
    assert not is_public(str(ends[-1]))


@pytest.mark.parametrize("network", [*REACHABLE_V4, *REACHABLE_V6])
def test_a_special_network_that_is_globally_reachable_is_public(network: str) -> None:
    """Each network that a registry lists as globally reachable is public, even within a network that is not."""
    ends = ip_network(network)

    assert is_public(str(ends[0]))
    assert is_public(str(ends[-1]))


@pytest.mark.parametrize("network", REFUSED_V4)
@pytest.mark.rule("AR-HOOK-08")
def test_no_ipv6_address_with_a_special_one_is_public(network: str) -> None:
    """An IPv6 address that embeds a special address is private, in each form: mapped, NAT64, 6to4 or compatible."""
    inside = int(ip_network(network)[0])
    carriers = ("::ffff:0:0", "64:ff9b::", "64:ff9b:1::", "::")
    within = [str(ip_network(carrier)[0] + inside) for carrier in carriers]

    assert not any(map(is_public, within))
    assert not is_public(str(ip_network("2002::/16")[0] + (inside << 80)))


@pytest.mark.parametrize("address", ["8.8.8.8", "192.88.98.255", "192.88.100.0", "198.20.0.0", "223.255.255.255"])
def test_nat64_with_a_public_address_is_public(address: str) -> None:
    """A NAT64 address, with which IPv6-only networks reach IPv4, is public if the embedded address is public."""
    assert is_public(address)
    assert is_public(f"64:ff9b::{address}")
    assert not is_public(f"::ffff:{address}")


@pytest.mark.parametrize("address", ["2000::", "2001:200::", "2606:4700::1111", "3ffe:ffff::1", "2a00::1", "2003::"])
def test_global_unicast_is_public(address: str) -> None:
    """Addresses between and beyond the special networks are public."""
    assert is_public(address)
