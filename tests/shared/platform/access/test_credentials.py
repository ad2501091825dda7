"""The credentials of a request: parsed exactly, never shown, and checked for what they may access."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from shared.kernel.stream import SeatState
from shared.platform.access.credentials import (
    AppKey,
    KeyText,
    SeatCredential,
    TokenText,
    check_seat,
    check_stream,
    check_tenant,
    parse_authorization,
)
from shared.platform.access.denials import (
    CredentialUnreadable,
    Denied,
    NoCredential,
    StreamOfAnotherTenant,
    TokenExpired,
    TokenOfAnotherStream,
    TokenRevoked,
)

SECRET = "5ec2e7" * 8
TOKEN = SeatCredential(stream="toy.table:a", seat="gm", epoch=2)


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER   "])
def test_an_api_key_is_read(scheme: str) -> None:
    """An API key is read from a header whose scheme has upper-case or lower-case letters, as RFC 9110 requires."""
    assert parse_authorization(f"{scheme}ak_0123abcd_{SECRET}") == KeyText("0123abcd", SECRET)


def test_a_seat_token_is_read() -> None:
    """A seat token of three base64url parts is read from the header."""
    assert parse_authorization("Bearer eyJh.eyJz.c2ln") == TokenText("eyJh.eyJz.c2ln")


@pytest.mark.parametrize("header", [None, "", "   "])
def test_a_missing_header_is_no_credential(header: str | None) -> None:
    """A request without the header gets another error message than a request with an unreadable header."""
    with pytest.raises(NoCredential):
        parse_authorization(header)


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        f"ak_0123abcd_{SECRET}",
        f"Basic ak_0123abcd_{SECRET}",
        "Bearer ak_0123abcd",
        "Bearer ak__" + SECRET,
        "Bearer ak_ABC_" + SECRET,
        "Bearer ak_0123abcd_short",
        f"Bearer ak_0123abcd_{SECRET} more",
        f"Bearer ak_0123abcd_{SECRET}\x00",
        "Bearer ak_٣_" + SECRET,
        "Bearer one.two",
        "Bearer one.two.three.four",
        "Bearer " + "a.b." + "c" * 3000,
    ],
)
def test_anything_else_is_unreadable(header: str) -> None:
    """A credential that is neither a key nor a token is refused as unreadable."""
    with pytest.raises(CredentialUnreadable):
        parse_authorization(header)


@given(header=st.text())
def test_any_header_is_parsed_or_denied(header: str) -> None:
    """Any header is either parsed or refused; parsing raises no other error."""
    with contextlib.suppress(NoCredential, CredentialUnreadable):
        parse_authorization(header)


@pytest.mark.parametrize("show", [repr, str, pretty_repr])
def test_a_credential_as_sent_is_never_shown(show: object) -> None:
    """Neither repr nor rich prints the secret of a key or a token."""
    assert callable(show)
    shown = show([KeyText("0123abcd", SECRET), TokenText(f"eyJh.{SECRET}.c2ln")])
    assert SECRET not in shown


def test_credentials_name_themselves_for_the_log() -> None:
    """Log lines contain the id of the credential and no secret."""
    assert AppKey(tenant="acme", key_id="0123abcd").by == "key:0123abcd"
    assert TOKEN.by == "seat:gm@2"


def test_a_seat_keeps_its_bucket_when_its_token_is_rotated() -> None:
    """Rotating a seat's token does not reset the seat's rate limit."""
    assert TOKEN.limited_as == SeatCredential(stream="toy.table:a", seat="gm", epoch=3).limited_as


@pytest.mark.parametrize("epoch", [0, 1, 2])
def test_a_token_of_the_seats_epoch_or_above_is_good(epoch: int) -> None:
    """The server accepts a token of the seat's epoch or of a higher one, and returns the seat with its role."""
    assert check_seat(TOKEN, {"gm": SeatState("gm", epoch)}) == SeatState("gm", epoch)


@pytest.mark.parametrize("seats", [{"gm": SeatState("gm", 3)}, {"bob": SeatState("player", 0)}, {}])
def test_a_token_of_a_lower_epoch_or_of_no_seat_is_revoked(seats: dict[str, SeatState]) -> None:
    """The server refuses a token of a lower epoch than the seat's, or for a seat that does not exist."""
    with pytest.raises(TokenRevoked):
        check_seat(TOKEN, seats)


def test_a_token_is_good_on_its_own_stream_only() -> None:
    """A token gets a 403 for any stream except its own, whether the other stream exists or not."""
    check_stream(TOKEN, "toy.table:a")
    with pytest.raises(TokenOfAnotherStream) as caught:
        check_stream(TOKEN, "toy.table:b")
    assert caught.value.status == 403


def test_an_app_sees_its_own_streams_only() -> None:
    """For an app, another app's stream does not exist."""
    key = AppKey(tenant="acme", key_id="0123abcd")
    check_tenant(key, "acme")
    with pytest.raises(StreamOfAnotherTenant) as caught:
        check_tenant(key, "other")
    assert caught.value.status == 404


def test_a_401_brings_its_challenge() -> None:
    """A 401 response has a challenge header, as RFC 6750 requires. It names an error unless no credential was sent."""
    assert NoCredential().headers == {"WWW-Authenticate": 'Bearer realm="arbiter"'}
    assert TokenExpired().headers["WWW-Authenticate"].startswith('Bearer realm="arbiter", error="invalid_token"')


@pytest.mark.parametrize("denied", [TokenOfAnotherStream, StreamOfAnotherTenant])
def test_other_denials_bring_none(denied: type[Denied]) -> None:
    """A refusal of a credential with a status other than 401 has no challenge header."""
    assert denied().headers == {}


@pytest.mark.parametrize("denied", [*Denied.__subclasses__()])
def test_every_denial_explains_itself_in_a_header_safe_sentence(denied: type[Denied]) -> None:
    """Every refusal of a credential has a sentence that fits in a header: one Latin-1 line without quotation marks."""
    assert denied().says.endswith(".")
    assert '"' not in denied().says
    assert all(value.encode("latin-1") for value in denied().headers.values())
