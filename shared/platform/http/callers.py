"""Who calls: what a credential lets a request do on a stream, and as which seat it acts and sees."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from shared.kernel.messages import Seat
from shared.kernel.stream import Stream
from shared.platform.access import (
    AppKey,
    Credential,
    KeyText,
    SeatCredential,
    TokenText,
    check_seat,
    check_stream,
    check_tenant,
    parse_authorization,
)
from shared.platform.http.hosting import GameHost
from shared.platform.processes import acting_for

from .problems import HttpProblem
from .requests import AnyRequest, plain_header, seat_asked

DEFAULT_SEAT: Final[Seat] = "gm"


class Caller(Struct, frozen=True, kw_only=True):
    """The bearer of a credential. `sent` is what proves it; `asked` is the seat an app names to act as."""

    credential: Credential
    sent: KeyText | TokenText
    asked: str | None = None

    @property
    def by(self) -> str:
        """Name the credential for the log."""
        return self.credential.by

    def as_app(self) -> AppKey:
        """Return the key of an app.

        Refuses: 403 for a seat's token
        """
        if isinstance(self.credential, SeatCredential):
            raise HttpProblem(403, "app-key-needed", "this call needs an app's key; a seat's token is not enough")
        return self.credential

    def enter(self, stream: str) -> None:
        """Hold a seat's token to its own stream, before the stream is looked up."""
        if isinstance(self.credential, SeatCredential):
            check_stream(self.credential, stream)

    def authorise(self, stream: Stream[Any]) -> None:
        """Hold an app to its own streams and a token to its seat, on the state that is acted on or looked at."""
        if isinstance(self.credential, AppKey):
            check_tenant(self.credential, stream.tenant)
        else:
            check_seat(self.credential, stream.seats)
            acting_for(stream.tenant)

    def acts_as(self) -> str:
        """Return the seat this caller acts as: a token's own; for an app the one it names, else the game master."""
        if isinstance(self.credential, SeatCredential):
            return self.credential.seat
        return self.asked or DEFAULT_SEAT

    def sees(self) -> str | None:
        """Return the seat this caller sees as: a token's own; for an app the one it names, else all (None)."""
        return self.credential.seat if isinstance(self.credential, SeatCredential) else self.asked


async def caller_of(request: AnyRequest, host: GameHost[Any]) -> Caller:
    """Find who calls, and count the call against the rate limit.

    Refuses: what the authenticator refuses; 400 for a seat that cannot be; 403 for a token with another seat; 429
    """
    sent = parse_authorization(plain_header(request, "Authorization"))
    credential = await host.context.authenticator.believe(sent)
    acting_for(credential.tenant if isinstance(credential, AppKey) else f"the tenant of {credential.stream}")
    asked = seat_asked(request)
    if isinstance(credential, SeatCredential) and asked not in (None, credential.seat):
        raise HttpProblem(403, "another-seat", "a token acts as its own seat only", needs=credential.seat, has=asked)
    request.scope["state"]["credential"] = credential
    verdict = await host.context.limiter.allow(credential.limited_as, credential.policy)
    request.scope["state"]["verdict"] = verdict
    if not verdict.allowed:
        host.meters.limited()
        raise HttpProblem(
            429, "too-many-requests", "the rate limit of this credential is used up", headers=verdict.headers
        )
    return Caller(credential=credential, sent=sent, asked=asked)
