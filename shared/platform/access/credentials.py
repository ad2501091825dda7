"""Credentials of a request, as sent and as verified, and checks of the streams that a credential may access."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from shared.platform.access.denials import (
    CredentialUnreadable,
    NoCredential,
    StreamOfAnotherTenant,
    TokenOfAnotherStream,
    TokenRevoked,
)
from shared.platform.limits import DEFAULT_POLICY, Policy

LONGEST_HEADER: Final = 2048
KEY_TEXT: Final = re.compile(r"ak_([a-z0-9]{1,32})_([A-Za-z0-9_-]{16,128})", re.ASCII)
TOKEN_TEXT: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", re.ASCII)
BEARER: Final = re.compile(r"bearer +(\S+) *", re.ASCII | re.IGNORECASE)


# ------------------------------------------------------------------ credentials as text


class KeyText(Struct, frozen=True):
    """An API key as the caller sent it. Its repr shows only the id."""

    key_id: str
    secret: str

    def __repr__(self) -> str:
        """Show the id of the key, never the secret."""
        return f"KeyText({self.key_id!r})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show the id of the key when the library rich prints it."""
        return [("key_id", self.key_id)]


class TokenText(Struct, frozen=True):
    """A seat token as the caller sent it. Its repr shows no part of the token."""

    text: str

    def __repr__(self) -> str:
        """Show a fixed text that contains no part of the token."""
        return "TokenText(…)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show no part of the token when the library rich prints it."""
        return []


def parse_authorization(header: str | None) -> KeyText | TokenText:
    """Read an Authorization header: `Bearer` and an API key or a seat token.

    Refuses: NoCredential, CredentialUnreadable
    """
    if header is None or not header.strip():
        raise NoCredential
    if len(header) > LONGEST_HEADER or (sent := BEARER.fullmatch(header)) is None:
        raise CredentialUnreadable
    if (key := KEY_TEXT.fullmatch(sent[1])) is not None:
        return KeyText(key[1], key[2])
    if TOKEN_TEXT.fullmatch(sent[1]) is not None:
        return TokenText(sent[1])
    raise CredentialUnreadable


# ------------------------------------------------------------------ verified credentials


class AppKey(Struct, frozen=True, kw_only=True, dict=True):
    """An app, verified by its API key. It may act as any seat of its own streams."""

    tenant: str
    key_id: str
    policy: Policy = DEFAULT_POLICY

    @cached_property
    def by(self) -> str:
        """The name of this app in the log."""
        return f"key:{self.key_id}"

    @cached_property
    def limited_as(self) -> str:
        """The name of this app's rate limit bucket."""
        return self.by


class SeatCredential(Struct, frozen=True, kw_only=True, dict=True):
    """A seat of a stream, verified by its token. The caller can act and see only as that seat."""

    stream: str
    seat: str
    epoch: int
    policy: Policy = DEFAULT_POLICY

    @cached_property
    def by(self) -> str:
        """The name of this seat in the log."""
        return f"seat:{self.seat}@{self.epoch}"

    @cached_property
    def limited_as(self) -> str:
        """The name of the seat's rate limit bucket, which all tokens of the seat share."""
        return f"seat:{self.stream}:{self.seat}"


class Stranger(Struct, frozen=True, kw_only=True):
    """A caller without a credential. It may read only closed streams whose log is open to all.

    Rule:    AR-LINK-01
    """

    address: str
    policy: Policy

    @property
    def by(self) -> str:
        """Return the name of this caller in log lines."""
        return "stranger"

    @property
    def limited_as(self) -> str:
        """Return the name of the caller's rate limit bucket, which all callers at the same address share."""
        return f"stranger:{self.address}"


Credential: TypeAlias = AppKey | SeatCredential | Stranger


class Believed(Struct, frozen=True, kw_only=True):
    """A verified credential, and the time until which the server trusts it without checking it again."""

    credential: Credential
    clock: Callable[[], float]
    until: float

    def holds(self) -> bool:
        """Return whether the credential is still trusted without another check."""
        return self.clock() < self.until


# ------------------------------------------------------------------ permissions


class Seated(Protocol):
    """The facts about a seat that access control needs. A stream records them."""

    @property
    def epoch(self) -> int:
        """Return the lowest token epoch that is still valid for the seat."""
        ...


SeatedT = TypeVar("SeatedT", bound=Seated)


def check_stream(token: SeatCredential, stream: str) -> None:
    """Check that a token belongs to a stream.

    This happens before the stream is read, so it reveals nothing about the stream.

    Refuses: TokenOfAnotherStream
    """
    if token.stream != stream:
        raise TokenOfAnotherStream


def check_seat(token: SeatCredential, seats: Mapping[str, SeatedT]) -> SeatedT:
    """Check that a token is still valid on its stream, and return its seat.

    A token with a higher token epoch is valid too, because this replica may not yet know that the token was rotated.

    Refuses: TokenRevoked
    """
    seat = seats.get(token.seat)
    if seat is None or token.epoch < seat.epoch:
        raise TokenRevoked
    return seat


def check_tenant(key: AppKey, tenant: str) -> None:
    """Check that a stream belongs to the app. Otherwise refuse it in the same way as a stream that does not exist.

    Refuses: StreamOfAnotherTenant
    """
    if key.tenant != tenant:
        raise StreamOfAnotherTenant
