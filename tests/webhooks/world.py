"""A store, a log and a dispatcher in this process, for tests of deliveries."""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from redis.asyncio import Redis

from services.gateway.processes.webhooks import PublicEvents, PublicTexts
from shared.kernel.messages import ChatSetting, Command
from shared.platform.access import MadeKey, is_revoked, make_key
from shared.platform.addresses import client_of
from shared.platform.eventlog import Ask, StoreConnection
from shared.platform.extras.webhooks.delivering import Pace, Parts
from shared.platform.extras.webhooks.endpoints import CONSUMER, Endpoint, Endpoints, beginning_after
from shared.platform.extras.webhooks.outbox import Outbox
from shared.platform.extras.webhooks.posting import Poster
from shared.platform.extras.webhooks.sending import WebhookSender
from shared.platform.feed import Feed
from shared.platform.processes import Limits, ProcessPool
from tests.support.logs import SEALER, ToyLog, ask, toy_log
from tests.support.receiver import Message, Receiver
from tests.support.toy import OPENING, STREAM

QUICK = (0.01, 0.01)
TRUSTING_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""A TLS context without certificate authorities. Receivers use http, and loading certificates is slow."""


class World:
    """A new app on a store, with its streams and webhooks."""

    def __init__(self, connection: StoreConnection, redis: Redis, key: MadeKey) -> None:
        """Set up the world with a store and the app's key."""
        self.connection, self.redis, self.key = connection, redis, key
        self.log: ToyLog = toy_log(connection)
        self.endpoints = Endpoints(redis, SEALER)
        self.outbox = Outbox(redis)
        self.feed = Feed(connection)
        self.owners = 1000
        """How many streams' owners a sender keeps in memory."""
        self.sender: WebhookSender | None = None

    async def register(self, url: str, **fields: Any) -> tuple[Endpoint, str]:  # noqa: ANN401 of an endpoint
        """Create a webhook in the same way as the HTTP route."""
        begun = beginning_after([await self.feed.join(CONSUMER)])
        tenant = self.key.entry.tenant
        endpoint, secret = self.endpoints.build(tenant=tenant, by=self.key.entry.key_id, url=url, **begun, **fields)
        assert await self.endpoints.add(endpoint, most=16)
        return endpoint, secret

    async def open_stream(self, *, chat: ChatSetting = "off") -> str:
        """Open a stream; return its id. The opening takes versions 1 to 4 in one commit."""
        stream, opening = STREAM + secrets.token_hex(6), replace(OPENING, chat=chat)
        await self.log.open(stream, self.key.entry.tenant, Ask(command=opening, seat="gm", by="key:app"))
        return stream

    async def send_commands(self, stream: str, *commands: Command) -> None:
        """Send commands to a stream, each in a commit of its own; the default is one roll."""
        for command in commands or (None,):
            await self.log.submit(stream, ask(command))

    async def until(self, endpoint: Endpoint, true: Callable[[Any], bool]) -> Any:  # noqa: ANN401 a status
        """Wait until the status of a webhook meets a condition; return the status."""
        async with asyncio.timeout(60):
            while not true(found := await self.endpoints.standing(endpoint.id)):  # noqa: ASYNC110 no event
                await asyncio.sleep(0.002)
        return found

    async def until_waiting(self, endpoint: Endpoint, streams: int) -> None:
        """Wait until exactly this number of streams have pending deliveries."""
        async with asyncio.timeout(60):
            while await self.endpoints.waiting(endpoint.id) != streams:  # noqa: ASYNC110 as above
                await asyncio.sleep(0.002)

    @asynccontextmanager
    async def sending(
        self, *, retries: Sequence[float] = QUICK, seconds: float = 30.0
    ) -> AsyncIterator[list[asyncio.Task[None]]]:  # fmt: skip
        """Deliver messages during the block; yield the sender's tasks.

        Cancelling them stops them without a notice to the store.
        """
        poster, pool = Poster(seconds=seconds, private=True, context=TRUSTING_NOBODY), ProcessPool(Limits())
        public = PublicEvents([self.log], pool)
        parts = Parts(
            endpoints=self.endpoints, outbox=self.outbox, log=public, texts=PublicTexts(public), poster=poster,
            pace=Pace(retries, 4), revoked=lambda key: is_revoked(self.redis, key),
        )  # fmt: skip
        async with self.feed:
            self.sender = sender = WebhookSender(self.feed, parts, partitions=1, owners=self.owners)
            tasks = [asyncio.create_task(work) for work in sender.works()]
            try:
                yield tasks
            finally:
                await cancel_all(tasks)
                await poster.close()
                await pool.close()


async def cancel_all(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def world_on(url: str) -> AsyncIterator[World]:
    """Yield a new app on the store at this address."""
    connection = await StoreConnection.open(url, durability="relaxed")
    try:
        async with client_of(url) as redis:
            key = await make_key(redis, tenant=f"app-{secrets.token_hex(4)}", label="test")
            world = World(connection, redis, key)
            yield world
            for one in await world.endpoints.of_app(key.entry.tenant):
                await world.endpoints.remove(key.entry.tenant, one.id)
            await world.log.close()
    finally:
        await connection.close()


async def some(receiver: Receiver, count: int) -> list[Message]:
    """Wait for this number of messages without blocking their sender; return them."""
    return await asyncio.to_thread(receiver.some, count)
