"""Idempotency keys: a command with a key takes effect once, however often it is sent, and has the same response."""

import asyncio

import pytest
from msgspec.structs import replace

from shared.platform.eventlog import KeyReused, StoreAway, StoreConnection
from tests.support.logs import RULESET, ToyDone, ToyLog, ask, everything, open_stream, together, toy_log
from tests.support.toy import OPENING, PassOver, Roll, TakeTurn


def again(done: ToyDone) -> ToyDone:
    """Return the response that a retry should get, from the first response."""
    return replace(done, replayed=True)


async def test_a_retry_gets_the_same_response(log: ToyLog, name: str) -> None:
    """A retry gets the first response, with its events and the stream's state at that time."""
    await open_stream(log, name)
    first = await log.submit(name, ask(Roll(dice=5), key="a"))
    await log.submit(name, ask())
    second = await log.submit(name, ask(Roll(dice=5), key="a"))

    assert second == again(first)
    assert (await log.load(name)).version == 6


async def test_a_key_whose_commit_a_failover_has_lost_is_tried_again(
    connection: StoreConnection, log: ToyLog, name: str
) -> None:  # fmt: skip
    """If a failover has lost the commit that a key's record names, the caller gets StoreAway and may retry."""
    await open_stream(log, name)
    before = await log.load(name)
    await log.submit(name, ask(key="a"))
    keys = connection.keys(name)
    await connection.send("XDEL", keys.events, "5-0")
    await connection.send("HSET", keys.meta, "v", 4, "h", before.head)

    with pytest.raises(StoreAway):
        await toy_log(connection).submit(name, ask(key="a"))


@pytest.mark.rule("AR-STORE-09")
async def test_a_retry_is_answered_without_commits_that_a_failover_has_lost(
    connection: StoreConnection, log: ToyLog, name: str
) -> None:  # fmt: skip
    """A server that remembers lost commits answers a retry with the commit that took their place, as others do."""
    await open_stream(log, name)
    before, keys = await log.load(name), connection.keys(name)
    kept = await connection.send("XRANGE", keys.events, "-", "+")
    lost = await log.submit(name, ask(key="lost"))
    await connection.send("UNLINK", keys.events)
    for entry, fields in kept:
        await connection.send("XADD", keys.events, entry, *fields)
    await connection.send("HSET", keys.meta, "v", before.version, "h", before.head)
    other = toy_log(connection)
    first = await other.submit(name, ask(Roll(dice=5), key="a"))
    await other.submit(name, ask())

    second = await log.submit(name, ask(Roll(dice=5), key="a"))
    assert second == again(first)
    assert (lost.last, False) == (second.last, lost.head == second.head)


async def test_a_key_used_for_another_command_is_refused(log: ToyLog, name: str) -> None:
    """A key that was used for another command is refused, because its fingerprint differs."""
    await open_stream(log, name)
    await log.submit(name, ask(key="a", fingerprint="one"))
    with pytest.raises(KeyReused):
        await log.submit(name, ask(key="a", fingerprint="two"))

    assert (await log.load(name)).version == 5


async def test_a_key_counts_before_the_rules_and_the_expected_version(log: ToyLog, name: str) -> None:
    """A retry of an accepted command gets its response again, even if a rule or the version would now forbid it."""
    await open_stream(log, name)
    turn = ask(TakeTurn(turn=1), key="turn", expected=4)
    first = await log.submit(name, turn)

    assert await log.submit(name, turn) == again(first)


async def test_a_key_is_checked_for_a_command_without_effect(log: ToyLog, name: str) -> None:
    """A command without effect gets the response that is stored for its key.

    The command is refused if the key was used for another command.
    """
    await open_stream(log, name)
    first = await log.submit(name, ask(key="a", fingerprint="one"))

    assert await log.submit(name, ask(PassOver(), key="a", fingerprint="one")) == again(first)
    with pytest.raises(KeyReused):
        await log.submit(name, ask(PassOver(), key="a", fingerprint="two"))


async def test_the_same_key_at_the_same_time_happens_once(log: ToyLog, name: str) -> None:
    """If two commands in one batch have the same key, the second waits for the first and gets its response."""
    await open_stream(log, name)
    outcomes = await together(
        log.submit(name, ask(key="a")), log.submit(name, ask()), log.submit(name, ask(key="a")),
        log.submit(name, ask(key="a", fingerprint="other")),
    )  # fmt: skip
    first, between, second, other = outcomes

    assert not isinstance(first, BaseException)
    assert not isinstance(between, BaseException)
    assert second == again(first)
    assert isinstance(other, KeyReused)
    assert (await log.load(name)).version == 6


async def test_a_refused_command_leaves_its_key_free(log: ToyLog, name: str) -> None:
    """Refusals are not stored, so a command with the same key may succeed later."""
    await open_stream(log, name)
    second_turn = ask(TakeTurn(turn=2), key="a")
    refused, *_ = await together(log.submit(name, second_turn))
    await log.submit(name, ask(TakeTurn(turn=1)))

    assert isinstance(refused, Exception)
    assert (await log.submit(name, second_turn)).replayed is False


async def test_a_key_holds_on_every_replica_and_after_a_restart(connection: StoreConnection, name: str) -> None:
    """Another process has the same response for the key, with or without the stream in its cache."""
    here, warm = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    await warm.load(name)
    first = await here.submit(name, ask(Roll(dice=4), key="a"))

    assert await warm.submit(name, ask(Roll(dice=4), key="a")) == again(first)
    assert await toy_log(connection).submit(name, ask(Roll(dice=4), key="a")) == again(first)


async def test_a_key_raced_by_two_replicas_happens_once(connection: StoreConnection, name: str) -> None:
    """If two replicas use the same key, the slower one learns from the store that the key was used."""
    here, there = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    await there.load(name)
    one, two = await asyncio.gather(here.submit(name, ask(key="a")), there.submit(name, ask(key="a")))

    assert {one.replayed, two.replayed} == {False, True}
    assert again(one) == again(two)


async def test_a_known_key_in_a_batch_delays_no_other(connection: StoreConnection, name: str) -> None:
    """The command with a known key gets its response, and the other commands of the batch succeed, once each."""
    here, there = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    first = await here.submit(name, ask(key="a"))
    outcomes = await asyncio.gather(*(there.submit(name, ask(key=key)) for key in "bacad"))

    assert [done.replayed for done in outcomes] == [False, True, False, True, False]
    assert outcomes[1] == outcomes[3] == again(first)
    assert (await here.load(name)).version == 8


async def test_a_known_key_of_a_forbidden_command_gets_its_response(log: ToyLog, name: str) -> None:
    """If a commit in the same batch makes a command forbidden, it still gets the first response for its key."""
    await open_stream(log, name)
    turn = ask(TakeTurn(turn=1), key="turn")
    first = await log.submit(name, turn)
    other, second = await together(log.submit(name, ask()), log.submit(name, turn))

    assert not isinstance(other, BaseException)
    assert second == again(first)


async def test_keys_belong_to_a_credential(log: ToyLog, name: str) -> None:
    """Two credentials may use the same key for different commands."""
    await open_stream(log, name)
    await log.submit(name, ask(key="a", fingerprint="one", by="seat:ann"))

    assert (await log.submit(name, ask(key="a", fingerprint="two", by="seat:gm"))).replayed is False


async def test_opening_with_a_key_opens_once(connection: StoreConnection, name: str) -> None:
    """For the same key, another replica responds with the existing stream in its state after the opening."""
    opening = ask(OPENING, seat="gm", key="open")
    first = await toy_log(connection).open(name, "tenant", opening)

    assert await toy_log(connection).open(name, "tenant", opening) == again(first)


async def test_keys_are_forgotten_after_a_day(connection: StoreConnection, log: ToyLog, name: str) -> None:
    """The store drops a key's record after 24 hours."""
    await open_stream(log, name)
    done = ask(key="a")
    await log.submit(name, done)
    assert done.idempotency is not None
    left = await connection.send("TTL", connection.keys(name).idempotency + done.idempotency.name("key:app").encode())

    assert 86_390 <= left <= 86_400


async def test_every_commit_names_its_ruleset(log: ToyLog, name: str) -> None:
    """The record of every commit names the rules that decided it."""
    await open_stream(log, name)

    assert [f'"ruleset":"{RULESET}"'.encode() in commit.record.public for commit in await everything(log, name)] == [
        True
    ]
