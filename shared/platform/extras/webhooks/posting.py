"""Make one delivery: a POST request to a checked address, with a time limit and without following redirects."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from typing import Final

import certifi
import h11
import structlog
from msgspec import Struct

from shared.platform.extras.webhooks.exchange import AnswerTooLong, exchange
from shared.platform.extras.webhooks.lookups import Lookups
from shared.platform.extras.webhooks.public_addresses import AddressRefused, Target, UrlRefused, is_public, target_of

log = structlog.get_logger("shared.platform.webhooks")

MOST_RETRY_AFTER: Final = 86_400
GOOD: Final = range(200, 300)
DIGITS: Final = re.compile(rb"[0-9]{1,9}")

REASONS: Final[Sequence[tuple[type[Exception], str]]] = (
    (TimeoutError, "timeout"),
    (AddressRefused, "address-refused"),
    (UrlRefused, "address-refused"),
    (AnswerTooLong, "answer-too-long"),
    (h11.ProtocolError, "no-http"),
    (OSError, "no-connection"),
    (UnicodeError, "no-connection"),
)
"""The reason to show for each type of error; the first matching row counts."""
UNFORESEEN: Final = "not-sent"


class Attempt(Struct, frozen=True, kw_only=True):
    """The result of one delivery: the status code of the receiver's response, or 0 and why there was no response.

    Units: retry_after in seconds, as the receiver requested
    """

    status: int = 0
    error: str = ""
    retry_after: int = 0

    @property
    def good(self) -> bool:
        """Return whether the receiver accepted the delivery."""
        return self.status in GOOD


class Poster:
    """The sender of deliveries. It opens a new connection for each delivery."""

    def __init__(
        self, *, seconds: float, private: bool, lookups: Lookups | None = None, context: ssl.SSLContext | None = None
    ) -> None:  # fmt: skip
        """Set up the sender; `seconds` is the time limit of a delivery. `private` also allows private addresses.

        `context` holds the trusted certificates; by default, the first https delivery loads them.
        """
        self._seconds: Final = seconds
        self._private: Final = private
        self._lookups: Final = lookups or Lookups()
        self._context = context

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        """Send a body, and return the result.

        This never raises an exception, because a failure is also returned as a result.
        """
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(target_of(url, private=self._private), headers, body)
        except Exception as error:  # noqa: BLE001 an error fails this delivery and no other
            return Attempt(error=_reason(error))

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Attempt:
        context = await self._trusted_certificates() if target.scheme == "https" else None
        with await self._connect(target) as connected:
            answer = await exchange(connected, target, headers, body, context=context)
        return Attempt(status=answer.status_code, retry_after=_retry_after(answer))

    async def _connect(self, target: Target) -> socket.socket:
        """Connect to the first address of a host that accepts a connection.

        Refuse the host if any of its addresses is not allowed.

        Refuses: AddressRefused, OSError, UnicodeError
        """
        addresses = await self._lookups.addresses(target.host, target.port)
        if not self._private and not all(map(is_public, addresses)):
            raise AddressRefused
        failed = OSError("the name has no address")
        for address in addresses:
            try:
                return await _connected_to(address, target.port)
            except OSError as error:
                failed = error
        raise failed

    async def _trusted_certificates(self) -> ssl.SSLContext:
        """Return the trusted certificates. A thread loads them on first use."""
        if self._context is None:
            self._context = await asyncio.to_thread(default_context)
        return self._context

    async def close(self) -> None:
        """Stop all DNS lookups."""
        self._lookups.close()


def default_context() -> ssl.SSLContext:
    """Return a TLS context that trusts the system's certificate authorities and those of certifi."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context


async def _connected_to(address: str, port: int) -> socket.socket:
    """Return a socket connected to an address.

    Refuses: OSError
    """
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.get_running_loop().sock_connect(made, (address, port))
    except BaseException:
        made.close()
        raise
    return made


def _reason(error: Exception) -> str:
    """Return a short reason for a failure. If the error has an unexpected type, log it with its traceback."""
    found = next((reason for kind, reason in REASONS if isinstance(error, kind)), UNFORESEEN)
    if found == UNFORESEEN:
        log.error("webhook_not_sent", said=type(error).__name__, exc_info=error)
    return found


def _retry_after(answer: h11.Response) -> int:
    sent = next((value for name, value in answer.headers if name == b"retry-after"), b"")
    return min(int(sent), MOST_RETRY_AFTER) if DIGITS.fullmatch(sent) else 0
