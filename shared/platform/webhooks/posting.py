"""One delivery: a POST to an address that was checked, within a time limit, without following anything."""

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

from shared.platform.webhooks.exchange import AnswerTooLong, exchange
from shared.platform.webhooks.lookups import Lookups
from shared.platform.webhooks.public_addresses import AddressRefused, Target, UrlRefused, is_public, target_of

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
"""What a failed delivery is shown with; the first row of which the error is an instance counts."""
UNFORESEEN: Final = "not-sent"


class Attempt(Struct, frozen=True, kw_only=True):
    """What became of a delivery: the status of the answer, or 0 and why there was none.

    Units: retry_after in seconds, as the receiver asks for them
    """

    status: int = 0
    error: str = ""
    retry_after: int = 0

    @property
    def good(self) -> bool:
        """Whether it was taken."""
        return self.status in GOOD


class Poster:
    """Sends deliveries, each over a connection of its own."""

    def __init__(
        self, *, seconds: float, private: bool, lookups: Lookups | None = None, context: ssl.SSLContext | None = None
    ) -> None:  # fmt: skip
        """Take the time limit of a delivery, whether private addresses are allowed, and whose certificates are trusted.

        By default the trusted certificates are read with the first delivery by https.
        """
        self._seconds: Final = seconds
        self._private: Final = private
        self._lookups: Final = lookups or Lookups()
        self._context = context

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Attempt:
        """Send a body, and return what became of it. It never raises: every outcome is an attempt."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(target_of(url, private=self._private), headers, body)
        except Exception as error:  # noqa: BLE001 whatever it is, the delivery has failed, and no other
            return Attempt(error=_reason(error))

    async def _post(self, target: Target, headers: Mapping[str, str], body: bytes) -> Attempt:
        context = await self._trusted() if target.scheme == "https" else None
        with await self._connected(target) as connected:
            answer = await exchange(connected, target, headers, body, context=context)
        return Attempt(status=answer.status_code, retry_after=_retry_after(answer))

    async def _connected(self, target: Target) -> socket.socket:
        """Connect to the first address of a host that accepts, if all of its addresses may be connected to.

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

    async def _trusted(self) -> ssl.SSLContext:
        """Return the certificates that are trusted, which are read once, beside the event loop."""
        if self._context is None:
            self._context = await asyncio.to_thread(default_context)
        return self._context

    async def close(self) -> None:
        """Stop waiting for name servers."""
        self._lookups.close()


def default_context() -> ssl.SSLContext:
    """Trust the authorities of the system and those of certifi."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context


async def _connected_to(address: str, port: int) -> socket.socket:
    """Return a socket that is connected to an address.

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
    """Name the reason of a failure; an error that has no name is logged with its trace."""
    found = next((reason for kind, reason in REASONS if isinstance(error, kind)), UNFORESEEN)
    if found == UNFORESEEN:
        log.error("webhook_not_sent", said=type(error).__name__, exc_info=error)
    return found


def _retry_after(answer: h11.Response) -> int:
    sent = next((value for name, value in answer.headers if name == b"retry-after"), b"")
    return min(int(sent), MOST_RETRY_AFTER) if DIGITS.fullmatch(sent) else 0
