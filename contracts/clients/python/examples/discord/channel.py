"""Writes what happens at your tables into a Discord channel, in sentences.

Arbiter's webhook sends events with `text` to this program, which passes the sentences on to a webhook of the channel.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import httpx
from standardwebhooks import Webhook, WebhookVerificationError

Message = MutableMapping[str, Any]
MOST_BYTES: Final = 16 * 1024 * 1024
LONGEST: Final = 2000
"""The maximum length of a message in Discord."""
GONE, REFUSED, LATER, DONE = 410, 401, 503, 204


class Channel:
    """The receiver of Arbiter's webhook, as an ASGI application."""

    def __init__(self, secret: str, channel: str, http: httpx.AsyncClient) -> None:
        """Set up the receiver. `secret` is that of Arbiter's webhook; `channel` is the URL of Discord's."""
        self._webhook, self._channel, self._http = Webhook(secret), channel, http

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Respond to a message from Arbiter."""
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more and len(body) <= MOST_BYTES:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
        await send({"type": "http.response.start", "status": await self.status_for(body, headers), "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def status_for(self, body: bytes, headers: dict[str, str]) -> int:
        """Pass a message on. Arbiter sends it again later unless the status is 2xx, and never again after 410."""
        try:
            self._webhook.verify(body, headers)
        except WebhookVerificationError:
            return REFUSED
        said = "\n".join(event["text"] for event in json.loads(body) if event.get("text"))
        try:
            content = {"content": said[:LONGEST], "allowed_mentions": {"parse": []}}
            answer = await self._http.post(self._channel, json=content) if said else None
        except httpx.HTTPError:
            return LATER
        if answer is None or answer.is_success:
            return DONE
        return GONE if answer.status_code == httpx.codes.NOT_FOUND else LATER


def main() -> None:
    """Run the receiver."""
    parser = argparse.ArgumentParser(description="Write what happens at your tables into a Discord channel.")
    parser.add_argument("--port", type=int, default=8081, help="where to listen")
    parser.epilog = "ARBITER_WEBHOOK_SECRET is the secret of Arbiter's webhook, DISCORD_WEBHOOK the URL of Discord's."
    given = parser.parse_args()
    import uvicorn

    secret, channel = os.environ["ARBITER_WEBHOOK_SECRET"], os.environ["DISCORD_WEBHOOK"]
    uvicorn.run(Channel(secret, channel, httpx.AsyncClient(timeout=10)), port=given.port, lifespan="off")


if __name__ == "__main__":
    main()
