"""A Discord interactions endpoint: it answers `/roll 4d6kh3` with the roll and a link to its proof.

Every channel has a new table each day. The link contains a token with which everyone in the channel can view the table.
At the end of the day, the table closes and reveals its seed. From then on, the page shows the proof of each roll.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from arbiter_client import ArbiterError, AsyncArbiter, Refused
from arbiter_client.types import dice

Message = MutableMapping[str, Any]
PING, COMMAND = 1, 2
PONG, ANSWER = 1, 4
ONLY_FOR_THE_CALLER: Final = 64
OLDEST: Final = 300
"""The maximum age of an accepted request, in seconds before or after the current time.

An older request may be a replay.
"""
PATIENCE: Final = 2.0
"""The time limit for calls to Arbiter, in seconds. Discord itself waits 3 seconds for a response."""
MOST_BYTES: Final = 65_536
LONGEST: Final = 1500
DAY: Final = 24


class Unsigned(Exception):
    """The error for a request that Discord did not sign, or that is too old."""


class Endpoint:
    """The endpoint, as an ASGI application."""

    def __init__(self, arbiter: AsyncArbiter, public_key: str, page: str, now: Callable[[], float] = time.time) -> None:
        """Set up the endpoint. `public_key` is the application's key in hex, from Discord's portal.

        `page` is the web address of Arbiter's page.
        """
        self.arbiter, self.page, self.now = arbiter, page.rstrip("/"), now
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Respond to a request from Discord."""
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more and len(body) <= MOST_BYTES:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        try:
            self.hold_signed(dict(scope["headers"]), body)
            status, answer = 200, await self.answer(json.loads(body))
        except Unsigned as error:
            status, answer = 401, {"error": str(error)}
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})

    def hold_signed(self, headers: dict[bytes, bytes], body: bytes) -> None:
        """Check that Discord has signed a request, and that the request is recent.

        Refuses: Unsigned
        """
        stamp = headers.get(b"x-signature-timestamp", b"")
        try:
            self._key.verify(bytes.fromhex(headers.get(b"x-signature-ed25519", b"").decode("ascii")), stamp + body)
            late = abs(self.now() - int(stamp)) > OLDEST
        except (InvalidSignature, ValueError) as error:
            raise Unsigned("the signature is not Discord's") from error
        if late:
            raise Unsigned("the request is too old")

    async def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the response to a signed request."""
        if asked["type"] == PING:
            return {"type": PONG}
        if asked["type"] != COMMAND or asked["data"]["name"] != "roll":
            return said("I only know /roll.", quietly=True)
        options = {one["name"]: one["value"] for one in asked["data"].get("options", ())}
        try:
            return said(await self.roll(asked["id"], asked["channel_id"], str(options.get("dice", "1d20"))))
        except Refused as error:
            return said(f"{error.problem.detail or error.problem.title}", quietly=True)
        except ArbiterError:
            return said("The dice cannot be reached. Try again in a moment.", quietly=True)

    async def roll(self, interaction: str, channel: str, text: str) -> str:
        """Roll once for an interaction, even if Discord sends it several times, and return a message with the roll."""
        today = int(self.now() // (DAY * 3600))
        seats = [dice.SeatAsk(seat="bot", role="gm"), dice.SeatAsk(seat="channel", role="spectator")]
        opening = dice.OpenTable(seats=seats, title="Discord", closes_after=dice.Closing(milliseconds=DAY * 3_600_000))
        opened = await self.arbiter.dice.open(opening, key=f"discord-{channel}-{today}")
        seen = self.arbiter.dice.seats(opened)["channel"]
        table = self.arbiter.dice.table(opened.id, seat="bot")
        ask = dice.RollAsk(what=dice.Notation(text=text))
        done = await table.send(dice.Roll(rolls=[ask]), key=f"discord-{interaction}")
        rolled = (await seen.view(at=done.version)).game.recent[-1].rendered
        link = f"{self.page}/#/replay/dice/{opened.id}?at={done.version}&token={seen.calls.token}"
        return f"{str(rolled)[:LONGEST]}\n[proof]({link})"


def said(content: str, *, quietly: bool = False) -> dict[str, Any]:
    """Return a message for the channel that mentions no user. With `quietly`, only the command's sender sees it."""
    flags = {"flags": ONLY_FOR_THE_CALLER} if quietly else {}
    return {"type": ANSWER, "data": {"content": content, "allowed_mentions": {"parse": []}, **flags}}


def main() -> None:
    """Run the endpoint."""
    parser = argparse.ArgumentParser(description="Answer Discord's /roll with rolls that can be proven.")
    parser.add_argument("--arbiter", default="http://127.0.0.1:8000", help="the address of Arbiter")
    parser.add_argument("--page", help="the address of Arbiter's page for people, if it differs")
    parser.add_argument("--public-key", required=True, help="the application's public key, from Discord's portal")
    parser.add_argument("--port", type=int, default=8080, help="where to listen (ARBITER_KEY is in the environment)")
    given = parser.parse_args()
    import uvicorn

    arbiter = AsyncArbiter(given.arbiter, os.environ["ARBITER_KEY"], seconds=PATIENCE, timeout=PATIENCE)
    uvicorn.run(Endpoint(arbiter, given.public_key, given.page or given.arbiter), port=given.port, lifespan="off")


if __name__ == "__main__":
    main()
