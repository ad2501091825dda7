"""The callers of the API: which seat a caller acts for, which seat's view it gets, and which streams it may use."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final

from litestar.types import Scope
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.messages import Seat
from shared.kernel.stream import Stream
from shared.platform.access import (
    AppKey,
    Authenticator,
    Believed,
    Credential,
    Denied,
    KeyText,
    NoCredential,
    SeatCredential,
    Stranger,
    TokenText,
    check_seat,
    check_stream,
    check_tenant,
    parse_authorization,
)
from shared.platform.eventlog import Origin
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import HttpProblem
from shared.platform.http.requests import AnyRequest, plain_header, plain_text, seat_asked, seat_of
from shared.platform.processes import acting_for

DEFAULT_SEAT: Final[Seat] = "gm"


class Caller(Struct, frozen=True, kw_only=True):
    """The sender of a request. `asked` is the seat that the request names, if any.

    `sent` is the credential as text; None if the caller has none.
    """

    credential: Credential
    sent: KeyText | TokenText | None
    asked: str | None = None

    @property
    def by(self) -> str:
        """Return the name of the caller's credential in the log."""
        return self.credential.by

    def as_app(self) -> AppKey:
        """Return the API key of this caller.

        Refuses: 403 if the caller has a seat token
        """
        if not isinstance(self.credential, AppKey):
            raise HttpProblem(403, "app-key-needed", "this call needs an app's key; a seat's token is not enough")
        return self.credential

    def check_seat_asked(self) -> None:
        """Check that a caller with a seat token names no other seat than the token's.

        Refuses: 403
        """
        credential, asked = self.credential, self.asked
        if type(credential) is SeatCredential and asked not in (None, credential.seat):
            raise HttpProblem(
                403, "another-seat", "a token acts as its own seat only", needs=credential.seat, has=asked
            )

    def in_causes(self, origin: Origin | None) -> Origin | None:
        """Return the causes that a request states, with the app or stream to which they must belong.

        Return None if the request states no causes.
        """
        if origin is None:
            return None
        if type(self.credential) is SeatCredential:
            return replace(origin, stream=self.credential.stream)
        return replace(origin, tenant=self.as_app().tenant)

    def enter(self, stream: str) -> None:
        """Check that the caller's token belongs to this stream, before the stream is read."""
        if type(self.credential) is SeatCredential:
            check_stream(self.credential, stream)

    def authorise(self, stream: Stream[Any]) -> None:
        """Check that the app owns the stream, or that the token's seat still exists in it.

        Refuse a caller without a credential.
        """
        if isinstance(self.credential, AppKey):
            check_tenant(self.credential, stream.tenant)
        elif isinstance(self.credential, SeatCredential):
            check_seat(self.credential, stream.seats)
            acting_for(stream.tenant)
        else:
            raise NoCredential

    @property
    def names_seat(self) -> bool:
        """Return whether the request names the seat that acts, by its token or in the header Arbiter-Seat."""
        return self.asked is not None or type(self.credential) is SeatCredential

    def acts_as(self, default: str = DEFAULT_SEAT) -> str:
        """Return the seat that this caller acts as.

        With a seat token that is the token's seat; with an API key it is the seat that the request names, or else the
        default, usually the game master.
        """
        if type(self.credential) is SeatCredential:
            return self.credential.seat
        return self.asked or default

    def sees(self) -> str | None:
        """Return the seat whose view this caller gets; None for an app that sees everything.

        With a seat token that is the token's seat; with an API key it is the seat that the request names, if any.
        """
        return self.credential.seat if type(self.credential) is SeatCredential else self.asked


async def caller_of(request: AnyRequest, host: GameHost[Any]) -> Caller:
    """Authenticate a request, and count it against the rate limit.

    Refuses: all refusals of the authenticator; 400 for a malformed seat; 403 for a token with another seat; 429
    """
    sent = parse_authorization(plain_header(request, "Authorization"))
    credential = await host.context.authenticator.believe(sent)
    _act_for(credential)
    caller = Caller(credential=credential, sent=sent, asked=seat_asked(request))
    caller.check_seat_asked()
    await _count_call(request.scope, host, credential)
    return caller


async def reader_of(request: AnyRequest, host: GameHost[Any]) -> Caller:
    """Return the caller of a request that only reads. Without a credential, the client address is rate limited instead.

    Rule:    AR-LINK-01
    Refuses: all refusals of `caller_of`, if the request has a credential or if reading needs one
    """
    policy = host.context.strangers
    if policy is None or plain_header(request, "Authorization") is not None or seat_asked(request) is not None:
        return await caller_of(request, host)
    credential = Stranger(address=request.client.host if request.client else "", policy=policy)
    _act_for(credential)
    await _count_call(request.scope, host, credential)
    return Caller(credential=credential, sent=None)


def admit_known(scope: Scope, host: GameHost[Any], caller: Caller) -> Awaitable[None]:
    """Count a request of a known caller against the rate limit, as `caller_of` does.

    Refuses: 429
    """
    _act_for(caller.credential)
    return _count_call(scope, host, caller.credential)


def _act_for(credential: Credential) -> None:
    match credential:
        case AppKey():
            acting_for(credential.tenant)
        case SeatCredential():
            acting_for(f"the tenant of {credential.stream}")
        case Stranger():
            acting_for(credential.limited_as)


async def _count_call(scope: Scope, host: GameHost[Any], credential: Credential) -> None:
    state, limiter = scope["state"], host.context.limiter
    state["credential"] = credential
    bucket, policy = credential.limited_as, credential.policy
    verdict = state["verdict"] = limiter.take(bucket, policy) or await limiter.refill(bucket, policy)
    if not verdict.allowed:
        host.meters.count_limited()
        raise HttpProblem(
            429, "too-many-requests", "this credential has used up its rate limit", headers=verdict.headers
        )


# ---------------------------------------------------------------- recent callers


class _Known(Struct, frozen=True):
    """A caller, and the time until which the credential is trusted without a check."""

    caller: Caller
    believed: Believed


class KnownCallers:
    """A cache of recent callers by the exact headers that they sent.

    An entry expires when its credential needs a check.
    """

    def __init__(self, authenticator: Authenticator, *, capacity: int = 10_000) -> None:
        """Set up the cache with an authenticator. Above `capacity` entries, the oldest one is dropped."""
        self._authenticator: Final = authenticator
        self._capacity: Final = capacity
        self._known: Final[dict[tuple[bytes, bytes | None], _Known]] = {}

    def find(self, authorization: bytes, seat: bytes | None) -> Caller | None:
        """Return the cached caller for these headers.

        Return None if the store has to be asked, or if the caller is refused.
        """
        sent = authorization, seat
        known = self._known.get(sent)
        if known is not None and known.believed.holds():
            return known.caller
        try:
            found = self._recall(authorization, seat)
        except (Denied, HttpProblem):
            found = None
        if found is None:
            self._known.pop(sent, None)
            return None
        if len(self._known) >= self._capacity:
            del self._known[next(iter(self._known))]
        self._known[sent] = found
        return found.caller

    def _recall(self, authorization: bytes, seat: bytes | None) -> _Known | None:
        sent = parse_authorization(plain_text(authorization, name="Authorization"))
        believed = self._authenticator.recall(sent)
        if believed is None:
            return None
        asked = None if seat is None else seat_of(plain_text(seat, name="Arbiter-Seat"))
        caller = Caller(credential=believed.credential, sent=sent, asked=asked)
        caller.check_seat_asked()
        return _Known(caller, believed)
