"""The addresses of webhooks: nothing is sent to an internal address, even if a public host name resolves to one."""

from __future__ import annotations

import pytest

from shared.platform.extras.webhooks.public_addresses import UrlRefused, is_public, target_of


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.1.1",
        "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fd00::1",
        "ff0e::1", "2001:db8::1", "2001::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1",
        "64:ff9b:1::1", "::ffff:8.8.8.8", "2002:808:808::1", "2002:7f00:1::1", "2002:a9fe:a9fe::1",
        "::127.0.0.1", "::8.8.8.8",
    ],
)  # fmt: skip
@pytest.mark.rule("AR-HOOK-08")
def test_an_address_outside_the_internet_is_private(address: str) -> None:
    """Addresses of private networks, this machine, multicast and examples are private, also within IPv6 addresses."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_an_internet_address_is_public(address: str) -> None:
    """An internet address is public, even if it is embedded in a NAT64 address."""
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://app.example/", "ftp://app.example/", "https://", "https:///x", "//app.example/", "https:app.example",
        "https://user:word@app.example/", "https://user@app.example/", "https://@app.example/", "https://app.example/#x",
        "https://app.example:0/", "https://app.example:65536/", "https://app.example:/", "https://app.example\\@127.0.0.1/",
        "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]:8443/", "https://äpp.example/",
        "https://app.example/a b", "https://app.example/\n", "https://app.example /", "https://-x/", " https://app.example/",
        "https://169.254.169.254/latest/meta-data", "https://[fe80::1%25eth0]/", "https://a%2eb/", "",
    ],
)  # fmt: skip
@pytest.mark.rule("AR-HOOK-08")
def test_an_unsafe_url_is_refused(url: str) -> None:
    """A webhook's URL is refused if it is not https, has a user name or a private address, or is ambiguous to parse."""
    with pytest.raises(UrlRefused):
        target_of(url, private=False)


def test_a_valid_url_is_kept_unchanged() -> None:
    """A webhook's URL keeps its path and query, and the default port depends on the scheme.

    The server accepts private addresses and http only if `private` is true.
    """
    target = target_of("https://App.Example?token=a/b&c=%20", private=False)
    own = target_of("http://[::1]:8080/x", private=True)

    assert (target.host, target.port, target.path, target.authority) == (
        "app.example",
        443,
        "/?token=a/b&c=%20",
        "app.example",
    )
    assert (own.host, own.port, own.path, own.authority) == ("::1", 8080, "/x", "[::1]:8080")
