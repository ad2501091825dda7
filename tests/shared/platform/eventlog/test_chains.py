"""Chains of causes in the store.

A list contains all commits of a chain, across partitions and archived streams, but none of erased streams.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from shared.kernel.causes import Cause, Chain
from shared.kernel.stream import Close
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, CausedCommit, CauseUnknown, Origin, StoreConnection
from shared.platform.eventlog.reading import chains as reading
from shared.platform.eventlog.redis.key_names import chains_prefix
from tests.shared.platform.eventlog.archives import Here
from tests.support.logs import ToyLog, ask, everything, open_stream, toy_log
from tests.support.toy import OPENING, STREAM, Roll, Write

TENANT = "tenant"


@pytest.fixture
def chain() -> Chain:
    """Return a new chain of causes."""
    return Chain(correlation=f"chain-{secrets.token_hex(8)}")


@pytest.fixture
async def parted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[StoreConnection]:
    """Connect to a store that has several partitions."""
    with EmbeddedStore(tmp_path_factory.mktemp("parted"), durability="everysec") as store:
        connection = await StoreConnection.open(store.url, durability="relaxed", partitions=3)
        yield connection
        await connection.close()


async def commits_of_chain(log: ToyLog, chain: Chain, *, limit: int = 100, **more: Any) -> list[CausedCommit]:  # noqa: ANN401 options of `page`
    """Return all commits of a chain, read page by page."""
    found: list[CausedCommit] = []
    after: str | None = ""
    while after is not None:
        page = await log.chains.page(TENANT, chain.correlation, after=after, limit=limit, **more)
        found += page.commits
        after = page.next
    return found


async def entries_in_index(connection: StoreConnection, chain: Chain, stream: str) -> int:
    """Return the number of entries for a chain in the index of a stream's partition."""
    key = chains_prefix(connection.keys(stream).partition, TENANT) + chain.correlation.encode()
    return int(await connection.send("ZCARD", key))


def names_across(parted: StoreConnection, count: int) -> list[str]:
    """Return new stream names that belong to more than one partition."""
    while True:
        names = [STREAM + secrets.token_hex(8) for _ in range(count)]
        if len({parted.keys(name).partition for name in names}) > 1:
            return names


@pytest.mark.rule("AR-CAUSE-04")
@pytest.mark.parametrize("limit", [1, 2, 3, 100])
async def test_a_chain_is_listed_across_partitions(parted: StoreConnection, chain: Chain, limit: int) -> None:
    """The list of a chain has each commit once, oldest first, with pages of any size."""
    log = toy_log(parted)
    streams = [await open_stream(log, name) for name in names_across(parted, 6)]
    begun = await log.submit(streams[0], ask(chain=chain))
    later = chain.after(streams[0], begun.last)
    for stream in (*streams, *streams):
        await log.submit(stream, ask(chain=later))
        await log.submit(stream, ask())
    found = await commits_of_chain(log, chain, limit=limit)

    assert len({parted.keys(stream).partition for stream in streams}) > 1
    assert [one.at for one in found] == sorted(one.at for one in found)
    assert sorted(one.stream for one in found) == sorted([streams[0], *streams, *streams])
    assert [one.cause for one in found].count(Cause(stream=streams[0], version=begun.last)) == 12


@pytest.mark.rule("AR-CAUSE-04")
async def test_a_long_decision_is_listed_once(log: ToyLog, name: str, chain: Chain) -> None:
    """The list of a chain has a split decision once, with all its versions.

    Each commit of the decision names the chain.
    """
    await open_stream(log, name)
    await log.submit(name, ask(Write(text="so be it", copies=150), chain=chain))
    (commit,) = await commits_of_chain(log, chain)

    assert (commit.first, commit.version, commit.command) == (5, 154, "Write")
    assert len(await everything(log, name)) == 4
    assert [await log.chains.after(name, version) for version in (4, 5, 70, 154)] == [
        None, *(chain.after(name, version) for version in (5, 70, 154))
    ]  # fmt: skip


@pytest.mark.rule("AR-CAUSE-04")
async def test_a_chain_lists_commits_appended_in_one_call(log: ToyLog, name: str, chain: Chain) -> None:
    """The list of a chain has the opening, a request that was sent twice with one key, and the end, each once."""
    await log.open(name, TENANT, Ask(command=OPENING, seat="gm", by="key:app", chain=chain))
    for _ in range(2):
        await log.submit(name, ask(key="the same", chain=chain))
    await log.submit(name, ask(Close(), seat="gm", chain=chain))

    assert [(one.command, one.version) for one in await commits_of_chain(log, chain)] == [
        ("OpenToy", 4), ("Roll", 5), ("Close", 7),
    ]  # fmt: skip


@pytest.mark.rule("AR-CAUSE-04")
async def test_an_archived_stream_stays_in_its_chain(here: Here, chain: Chain) -> None:
    """The list of a chain reads an archived stream from its file and a restored stream from the store."""
    await open_stream(here.log, here.name)
    await here.log.submit(here.name, ask(Roll(secret=True), chain=chain))
    await here.log.submit(here.name, ask(Close(), seat="gm"))
    before = await commits_of_chain(here.log, chain)
    await here.archive_stream()
    archived = await commits_of_chain(here.cold(), chain)
    await here.archiver.bring_back(here.name)

    assert len(before) == 1
    assert before == archived == await commits_of_chain(here.cold(), chain)


@pytest.mark.rule("AR-CAUSE-04")
@pytest.mark.parametrize("where", ["in the store", "archived", "restored"])
async def test_an_erased_stream_leaves_its_chain(here: Here, chain: Chain, where: str) -> None:
    """The index of a chain drops the entries of an erased stream, but keeps the entries of other streams."""
    other = STREAM + secrets.token_hex(8)
    for stream in (here.name, other):
        await open_stream(here.log, stream)
        await here.log.submit(stream, ask(chain=chain))
        await here.log.submit(stream, ask(Write(text='"correlation":"x","faces":', copies=150), chain=chain))
        await here.log.submit(stream, ask(Close(), seat="gm"))
    if where != "in the store":
        await here.archive_stream()
    if where == "restored":
        await here.archiver.bring_back(here.name)
    before = await entries_in_index(here.connection, chain, here.name)
    await here.log.erase(here.name)

    assert (before, await entries_in_index(here.connection, chain, here.name)) == (4, 2)
    assert {one.stream for one in await commits_of_chain(here.cold(), chain)} == {other}


@pytest.mark.rule("AR-CAUSE-04")
async def test_a_full_index_keeps_the_beginning(
    log: ToyLog, name: str, chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the index of a chain is full, new commits are not added to it, but their records still name the chain.

    The index expires after a while.
    """
    monkeypatch.setattr("shared.platform.eventlog.writing.appending.MOST_LINKS", 2)
    await open_stream(log, name)
    for _ in range(4):
        await log.submit(name, ask(chain=chain))
    key = chains_prefix(log.connection.keys(name).partition, TENANT) + chain.correlation.encode()

    assert [one.version for one in await commits_of_chain(log, chain)] == [5, 6]
    assert [await log.chains.after(name, version) for version in (7, 8)] == [
        chain.after(name, version) for version in (7, 8)
    ]
    assert 0 < await log.connection.send("TTL", key) <= reading.KEPT_SECONDS


@pytest.mark.rule("AR-CAUSE-05")
async def test_one_stream_is_listed_alone(log: ToyLog, chain: Chain) -> None:
    """The holder of a seat gets only the commits of a chain that are in the seat's stream."""
    streams = [await open_stream(log, STREAM + secrets.token_hex(8)) for _ in range(3)]
    for stream in (*streams, *streams):
        await log.submit(stream, ask(chain=chain))

    found = await commits_of_chain(log, chain, stream=streams[1], limit=1)
    assert [one.stream for one in found] == [streams[1]] * 2


@pytest.mark.rule("AR-CAUSE-02")
async def test_a_cause_is_an_event_that_the_credential_may_read(log: ToyLog, name: str, chain: Chain) -> None:
    """A cause must be an event of the app's streams, or of the seat's own stream.

    All refusals have the same message.
    """
    await open_stream(log, name)
    own = Cause(stream=name, version=4)
    erased = await open_stream(log, STREAM + secrets.token_hex(8))
    await log.erase(erased)
    wrong = [
        Origin(cause=Cause(stream=name, version=5), tenant=TENANT),
        Origin(cause=Cause(stream=f"{name}x", version=1), tenant=TENANT),
        Origin(cause=Cause(stream=erased, version=1), tenant=TENANT),
        Origin(cause=Cause(stream="other.kind:x", version=1), tenant=TENANT),
        Origin(cause=own, tenant="another"),
        Origin(cause=own, stream=f"{name}x"),
    ]
    for origin in wrong:
        with pytest.raises(CauseUnknown):
            await log.submit(name, ask(origin=origin))
    for origin in (Origin(cause=own, tenant=TENANT), Origin(cause=own, stream=name, correlation=chain.correlation)):
        await log.submit(name, ask(origin=origin))

    assert [one.cause for one in await commits_of_chain(log, chain)] == [own]


@pytest.mark.rule("AR-CAUSE-02")
async def test_a_repeat_gets_its_answer_whatever_it_names(connection: StoreConnection, log: ToyLog, name: str) -> None:
    """A retry gets its response even if it names another chain, no chain, or a cause that no longer exists.

    A new request with a cause that does not exist is refused.
    """
    await open_stream(log, name)
    cause = Cause(stream=await open_stream(log, STREAM + secrets.token_hex(8)), version=1)
    named = Origin(cause=cause, tenant=TENANT)
    first = await log.submit(name, ask(key="k", origin=named))
    other = await log.submit(name, ask(key="k", origin=Origin(correlation="other", tenant=TENANT)))
    await log.erase(cause.stream)
    again = [await one.submit(name, ask(key="k", origin=named)) for one in (log, toy_log(connection))]

    for done in (other, *again):
        assert (done.first, done.last, done.head, done.events) == (first.first, first.last, first.head, first.events)
        assert done.replayed
    with pytest.raises(CauseUnknown):
        await log.submit(name, ask(key="k2", origin=named))
    with pytest.raises(CauseUnknown):
        await toy_log(connection).submit(name, ask(origin=named))
