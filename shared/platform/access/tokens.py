"""Seat tokens: signed proofs that the caller has a seat on one stream.

A token is a JWT, signed with HS256 and a key from the key file; the token's header names that key. Only this server
reads tokens, so one secret both signs and verifies them. The key that signs receipts signs nothing else.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

import jwt
import msgspec
from cachetools import LRUCache
from msgspec import Meta, Struct

from shared.kernel.messages import MAX_NUMBER, Seat
from shared.platform.access.credentials import Believed, SeatCredential, TokenText
from shared.platform.access.denials import TokenExpired, TokenForged
from shared.platform.limits import DEFAULT_POLICY, Policy
from shared.platform.seal import Keys, KeyUnknown

ALGORITHM: Final = "HS256"
TYPE: Final = "seat+jwt"
LONGEST_TOKEN: Final = 1024
SECONDS_A_DAY: Final = 86_400
CLAIMS: Final = ["stream", "seat", "epoch", "exp", "iat"]

Seconds = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class SeatClaim(Struct, frozen=True, kw_only=True):
    """The signed claims of a token.

    Units:   exp and iat in seconds since 1970, UTC
    """

    stream: Annotated[str, Meta(min_length=1, max_length=256)]
    seat: Seat
    epoch: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    exp: Seconds
    iat: Seconds


class IssuedToken(Struct, frozen=True, kw_only=True):
    """A new token. No repr shows its text.

    Units:   expires in seconds since 1970, UTC
    """

    text: str
    expires: int

    def __repr__(self) -> str:
        """Show when the token expires, never its text."""
        return f"IssuedToken(expires={self.expires})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Show when the token expires when the library rich prints it."""
        return [("expires", self.expires)]


class SeatTokens:
    """The issuer and verifier of seat tokens. Tokens that callers sent recently are cached by their digest."""

    def __init__(
        self, keys: Keys, *, days: int = 30, policy: Policy = DEFAULT_POLICY, capacity: int = 10_000,
        clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        """Set up the issuer and verifier with the keys of the key file.

        `policy` is the rate policy of each seat.

        Units: days for which a token is valid
        """
        self._keys: Final = keys
        self._policy: Final = policy
        self._life: Final = days * SECONDS_A_DAY
        self._clock: Final = clock
        self._read: Final[LRUCache[bytes, SeatClaim]] = LRUCache(capacity)

    def issue(self, stream: str, seat: str, epoch: int) -> IssuedToken:
        """Return a token for a seat, signed with the current key.

        It is not cached before a caller sends it, because an app may never use the tokens of the streams that it opens.

        Rule: AR-SERVER-12
        """
        now = int(self._clock())
        name = self._keys.tokens.current
        claims = {"stream": stream, "seat": seat, "epoch": epoch, "exp": now + self._life, "iat": now}
        headers = {"kid": name, "typ": TYPE}
        text = jwt.encode(claims, self._keys.token_key(name), algorithm=ALGORITHM, headers=headers)
        return IssuedToken(text=text, expires=now + self._life)

    def read(self, token: str) -> SeatClaim:
        """Verify a token and return its claims. Only the stream knows whether the token was replaced by a newer one.

        Refuses: TokenForged, TokenExpired
        """
        if len(token) > LONGEST_TOKEN or not token.isascii():
            raise TokenForged
        digest = hashlib.sha256(token.encode()).digest()
        claim = self._read.get(digest)
        if claim is None:
            claim = self._read[digest] = self._verify(token)
        if self._clock() >= claim.exp:
            raise TokenExpired
        return claim

    def recognise(self, sent: TokenText) -> SeatCredential:
        """Verify a token, and return the seat for which it was issued.

        Refuses: TokenForged, TokenExpired
        """
        claim = self.read(sent.text)
        return SeatCredential(stream=claim.stream, seat=claim.seat, epoch=claim.epoch, policy=self._policy)

    def recall(self, sent: TokenText) -> Believed:
        """Verify a token, and return its seat with the time at which the token expires.

        Refuses: TokenForged, TokenExpired
        """
        return Believed(credential=self.recognise(sent), clock=self._clock, until=self.read(sent.text).exp)

    def _verify(self, token: str) -> SeatClaim:
        try:
            key = self._keys.token_key(str(jwt.get_unverified_header(token).get("kid")))
            said = jwt.decode(token, key, algorithms=[ALGORITHM], options=_OPTIONS)
            return msgspec.convert(said, SeatClaim)
        except (jwt.PyJWTError, KeyUnknown, ValueError, RecursionError):
            raise TokenForged from None


_OPTIONS: Final[Any] = {"require": CLAIMS, "verify_exp": False, "verify_iat": False, "verify_nbf": False}
"""The options with which PyJWT verifies only the signature. This module checks the times itself, with its own clock."""
