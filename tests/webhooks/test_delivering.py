"""Deliveries to a webhook: signed, without secrets, in order within each stream, at least once, and without gaps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import pytest

from shared.kernel.stream import PHRASES, Close, SendChat
from shared.platform.access import make_key, revoke_key
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import ArchiveAway, Page
from shared.platform.extras.webhooks import delivering
from shared.platform.extras.webhooks.endpoints import PREFIX, Standing, ask, of
from shared.platform.extras.webhooks.outbox import Span
from tests.support.receiver import Message, Receiver, receiving
from tests.support.toy import Roll
from tests.webhooks.world import World, cancel_all, some, world_on


@pytest.fixture
async def world(store: EmbeddedStore) -> AsyncIterator[World]:
    """Return a new app, with its streams and webhooks."""
    async with world_on(store.url) as world:
        yield world


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Run a receiver of webhook messages."""
    with receiving() as receiver:
        yield receiver


def versions(messages: Iterable[Message], stream: str = "") -> list[int]:
    """Return the last version in each message of one stream, or of all streams, in the order of arrival."""
    name = stream.partition(":")[2]
    return [int(one.id.rpartition("/")[2]) for one in messages if name in one.id]


# ---------------------------------------------------------------- contents


@pytest.mark.rule("AR-HOOK-01")
async def test_each_commit_is_one_signed_message(world: World, receiver: Receiver) -> None:
    """Each commit is one signed message with the same events as `GET …/events`, and with an id without a full stop.

    Events before the webhook's creation are not sent.
    """
    before = await world.open_stream()
    _, secret = await world.register(receiver.url)
    async with world.sending():
        await world.send_commands(before)
        (rolled,) = await some(receiver, 1)
        stream = await world.open_stream()
        (opening,) = await some(receiver, 1)

    assert rolled.id == f"toy/table/{before.partition(':')[2]}/5"
    (event,) = rolled.verify(secret)
    assert (event["id"], event["type"], event["source"]) == (f"{before}/5", "arbiter.toy.Rolled", "/toy")
    assert [event["id"] for event in opening.verify(secret)] == [f"{stream}/{at}" for at in (1, 2, 3, 4)]
    assert opening.headers["content-type"] == "application/cloudevents-batch+json"
    assert opening.path == "/hook"


@pytest.mark.rule("AR-SERVER-11")
async def test_few_owners_are_kept(world: World, receiver: Receiver) -> None:
    """A sender that keeps two owners delivers the events of five streams in turn, and still keeps only two owners."""
    world.owners = 2
    await world.register(receiver.url)
    async with world.sending():
        streams = [await world.open_stream() for _ in range(5)]
        await some(receiver, 5)
        for stream in streams:
            await world.send_commands(stream)
        sent = await some(receiver, 5)

    assert world.sender is not None
    assert [5] * 5 == [*versions(sent)]
    assert len(world.sender.owners) == 2


@pytest.mark.rule("AR-HOOK-01", "AR-CHAT-05")
async def test_a_chat_message_is_sent_like_any_event(world: World, receiver: Receiver) -> None:
    """If a player chats with a phrase, the webhook message contains the words of the phrase.

    Receivers therefore need no list of phrases.
    """
    stream = await world.open_stream(chat="phrases")
    await world.register(receiver.url)
    async with world.sending():
        await world.send_commands(stream, SendChat(phrase="yes"))
        (message,) = await some(receiver, 1)
    (event,) = message.events
    assert (event["type"], event["data"]["text"]) == ("arbiter.toy.ChatSent", PHRASES["yes"])


@pytest.mark.rule("AR-HOOK-02")
async def test_nothing_hidden_is_sent(world: World, receiver: Receiver) -> None:
    """A message about a secret roll shows only that it was made and for whom, even after the stream is closed."""
    await world.register(receiver.url)
    stream = await world.open_stream()
    await world.send_commands(stream, Roll(dice=3, secret=True), Close())
    async with world.sending():
        opening, hidden, closing = await some(receiver, 3)

    assert versions([opening, hidden, closing]) == [4, 5, 7]
    (event,) = hidden.events
    assert event["data"]["faces"]["audience"] == ["gm"]
    assert event["data"]["faces"].get("value") is None
    assert "seed" in closing.body.decode()


@pytest.mark.rule("AR-HOOK-01")
async def test_only_subscribed_events_are_sent(world: World, receiver: Receiver) -> None:
    """A webhook receives only events of the kind of stream, the stream, or the event types that it names.

    It receives no message about other commits.
    """
    one, other = await world.open_stream(), await world.open_stream()
    await world.register(f"{receiver.url}/stream", stream=one)
    await world.register(f"{receiver.url}/type", types=("arbiter.toy.TurnTaken", "arbiter.toy.StreamClosed"))
    await world.register(f"{receiver.url}/kind", kinds=("dice.table",))
    await world.send_commands(one)
    await world.send_commands(other, Roll(), Close())
    async with world.sending():
        found = sorted(await some(receiver, 2), key=lambda message: message.path)

    assert [message.path for message in found] == ["/hook/stream", "/hook/type"]
    assert (versions(found[:1], one), versions(found[1:], other)) == ([5], [7])
    assert [event["type"] for event in found[1].events] == ["arbiter.toy.StreamClosed"]
    assert receiver.messages.empty()


# ---------------------------------------------------------------- failures


@pytest.mark.rule("AR-HOOK-03")
async def test_a_failed_delivery_is_retried_unchanged(world: World, receiver: Receiver) -> None:
    """After an error or a redirect, the same message is sent again and later commits wait.

    The status counts failures.
    """
    stream = await world.open_stream()
    endpoint, secret = await world.register(receiver.url)
    receiver.answer(500)
    receiver.answer(302, Location=f"{receiver.url}/elsewhere")
    await world.send_commands(stream, Roll(), Roll())
    async with world.sending():
        first, second, third, after = await some(receiver, 4)
        await world.until(endpoint, lambda standing: standing.delivered and standing.delivered.version == 6)

    assert first.verify(secret) == second.verify(secret) == third.verify(secret)
    assert {(one.id, one.body, one.path) for one in (first, second, third)} == {(first.id, first.body, "/hook")}
    assert versions([first, after]) == [5, 6]


@pytest.mark.rule("AR-HOOK-03")
async def test_a_delivery_without_a_response_in_time_fails(world: World, receiver: Receiver) -> None:
    """A delivery without a response in time fails, and the webhook's status shows the last failure."""
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    receiver.open.clear()
    await world.send_commands(stream)
    async with world.sending(seconds=0.05, retries=(60.0,)):
        standing = await world.until(endpoint, lambda standing: standing.failures == 1)

    assert (standing.error, standing.status, standing.failing) == ("timeout", 0, stream)
    assert standing.next_try > 0
    assert standing.parked is None


@pytest.mark.rule("AR-HOOK-04")
async def test_no_message_overtakes_a_failing_one(world: World, receiver: Receiver) -> None:
    """A failed message is retried until the receiver accepts it, and messages of other streams wait until then."""
    first, second = await world.open_stream(), await world.open_stream()
    await world.register(receiver.url)
    await world.send_commands(first)
    receiver.answer(500, 500)
    async with world.sending():
        tried = await some(receiver, 1)
        await world.send_commands(second, Roll(), Roll())
        tried += await some(receiver, 4)

    assert [one.id for one in tried[:3]] == [tried[0].id] * 3
    assert versions(tried[3:], second) == [5, 6]


@pytest.mark.rule("AR-HOOK-04")
async def test_a_receiver_may_ask_for_time(world: World, receiver: Receiver) -> None:
    """If a response has `Retry-After`, the next attempt waits for that time.

    The webhook's status shows when it is due.
    """
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    receiver.answer(503, Retry_After="600")
    await world.send_commands(stream)
    async with world.sending():
        standing = await world.until(endpoint, lambda standing: standing.failures == 1)

    assert standing.status == 503
    assert standing.next_try - endpoint.at > 590_000


@pytest.mark.rule("AR-HOOK-05")
async def test_a_parked_webhook_misses_nothing(world: World, receiver: Receiver) -> None:
    """After the last failed attempt, the webhook is suspended, and nothing is sent.

    Once resumed, it receives all events, even those that the feed has dropped.
    """
    first, second = await world.open_stream(), await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    receiver.answer(500, 500, 500)
    await world.send_commands(first)
    async with world.sending():
        await some(receiver, 3)
        parked = await world.until(endpoint, lambda standing: standing.parked)
        await world.send_commands(second, Roll(), Roll())
        await world.send_commands(first, Roll())
        await world.until_waiting(endpoint, 2)
        await world.feed.trim(keep=0)
        assert receiver.messages.empty()
        assert await world.endpoints.resume(endpoint, by=endpoint.by)
        found = await some(receiver, 4)
        standing = await world.until(endpoint, lambda standing: standing.parked is None and standing.delivered)

    assert (parked.failures, parked.parked.why, parked.next_try) == (3, "failures", 0)
    assert (versions(found, first), versions(found, second)) == ([5, 6], [5, 6])
    assert standing.failures == 0


@pytest.mark.rule("AR-HOOK-05")
async def test_a_response_of_410_parks_the_webhook(world: World, receiver: Receiver) -> None:
    """A response of 410 suspends the webhook at once."""
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    receiver.answer(410)
    await world.send_commands(stream)
    async with world.sending():
        standing = await world.until(endpoint, lambda standing: standing.parked)

    assert (standing.parked.why, standing.status) == ("gone", 410)


@pytest.mark.rule("AR-HOOK-06")
async def test_no_webhook_waits_for_another(world: World, receiver: Receiver) -> None:
    """While one receiver does not respond, another receiver still gets all its messages."""
    stream = await world.open_stream()
    await world.register(receiver.url)
    with receiving() as slow:
        slow.open.clear()
        await world.register(slow.url)
        await world.send_commands(stream, Roll(), Roll(), Roll())
        async with world.sending():
            found = await some(receiver, 3)

    assert versions(found) == [5, 6, 7]


@pytest.mark.rule("AR-HOOK-03", "AR-HOOK-07")
async def test_another_dispatcher_continues_where_one_was_lost(world: World, receiver: Receiver) -> None:
    """If a dispatcher is lost, another resends the interrupted message with the same id, and then the next in order."""
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    await world.send_commands(stream, Roll(), Roll())
    receiver.open.clear()
    async with world.sending() as tasks:
        lost = await some(receiver, 1)
        await cancel_all(tasks)
    receiver.open.set()
    await world.send_commands(stream)
    async with world.sending():
        found = await some(receiver, 3)
        await world.until(endpoint, lambda standing: standing.delivered and standing.delivered.version == 7)

    assert versions(lost + found) == [5, 5, 6, 7]
    assert lost[0].body == found[0].body


# ---------------------------------------------------------------- changes


@pytest.mark.rule("AR-HOOK-10")
async def test_a_replaced_secret_still_signs_for_some_time(world: World, receiver: Receiver) -> None:
    """After a rotation, messages are signed with both secrets. The store contains neither in plain text."""
    stream = await world.open_stream()
    endpoint, before = await world.register(receiver.url)
    rotated = await world.endpoints.rotate(endpoint)
    assert rotated is not None
    _, after = rotated
    await world.send_commands(stream)
    async with world.sending():
        (message,) = await some(receiver, 1)
    kept = str(await ask(world.redis.hgetall(of(endpoint.tenant))))

    assert message.verify(before) == message.verify(after) == message.events
    assert len(message.headers["webhook-signature"].split(" ")) == 2
    assert before.removeprefix("whsec_") not in kept
    assert await world.endpoints.rotate(endpoint) is None


@pytest.mark.rule("AR-HOOK-11")
async def test_a_webhook_is_parked_when_its_key_is_revoked(world: World, receiver: Receiver) -> None:
    """When the API key of a webhook is revoked, the webhook is suspended.

    Another key of the app may resume the webhook, which then misses no event.
    """
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    other = await make_key(world.redis, tenant=endpoint.tenant, label="another")
    await revoke_key(world.redis, endpoint.by)
    await world.send_commands(stream)
    async with world.sending():
        standing = await world.until(endpoint, lambda standing: standing.parked)
        assert receiver.messages.empty()
        assert await world.endpoints.resume(endpoint, by=other.entry.key_id)
        found = await some(receiver, 1)

    assert standing.parked.why == "key-revoked"
    assert versions(found) == [5]


@pytest.mark.rule("AR-HOOK-12")
async def test_a_removed_webhook_leaves_no_data(world: World, receiver: Receiver) -> None:
    """A removed webhook leaves no data in the store, even if messages were pending."""
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    other, _ = await world.register(f"{receiver.url}/other")
    receiver.answer(500, 500)
    await world.send_commands(stream)
    async with world.sending(retries=(0.5, 0.5)):
        await some(receiver, 2)
        await world.until(endpoint, lambda standing: standing.failures == 1)
        assert await world.endpoints.remove(endpoint.tenant, endpoint.id)
        await world.send_commands(stream)
        found = await some(receiver, 2)
        await world.until(other, lambda standing: standing.delivered and standing.delivered.version == 6)
    await world.outbox.note(endpoint, {stream: (4, 6)})
    await world.outbox.stand(endpoint, Standing(failures=1))
    await world.outbox.settle(endpoint, Span(stream=stream, after=4, last=6, at=0), 5, Standing(), delivered=0)
    keys = [key async for key in world.redis.scan_iter(f"{PREFIX}*{endpoint.id}")]

    assert {message.path for message in found} == {"/hook/other"}
    assert keys == []
    assert not await world.endpoints.remove(endpoint.tenant, endpoint.id)


async def test_an_erased_stream_delays_no_other(world: World, receiver: Receiver) -> None:
    """After a stream was erased, its events are no longer sent, but all events of other streams are."""
    gone, stream = await world.open_stream(), await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    await world.send_commands(gone)
    await world.outbox.note(endpoint, {gone: (4, 5)})
    await world.log.erase(gone)
    await world.send_commands(stream)
    async with world.sending():
        found = await some(receiver, 1)
        await world.until_waiting(endpoint, 0)

    assert versions(found, stream) == [5]


@pytest.mark.rule("AR-HOOK-05")
async def test_an_unreadable_stream_is_delivered_later(
    world: World, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the file of an archived stream is missing, the webhook waits.

    It skips no event and counts no failed attempt.
    """
    stream = await world.open_stream()
    endpoint, _ = await world.register(receiver.url)
    await world.send_commands(stream, Roll(), Roll())
    read, away = world.log.read, [ArchiveAway(said="away", tenant="app"), ArchiveAway(said="away", tenant="app")]

    async def reading(*args: Any, **more: Any) -> Page:  # noqa: ANN401 arguments of the log's method
        if away:
            raise away.pop()
        return await read(*args, **more)

    monkeypatch.setattr(world.log, "read", reading)
    monkeypatch.setattr(delivering, "PAUSE", 0.01)
    async with world.sending():
        found = await some(receiver, 2)
        await world.until(endpoint, lambda standing: standing.delivered and standing.delivered.version == 6)

    assert (versions(found), away) == ([5, 6], [])
