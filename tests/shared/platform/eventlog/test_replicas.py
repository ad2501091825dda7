"""Several replicas that write the same streams.

The versions have no gaps, and every command takes effect exactly once.
"""

import asyncio
import secrets
from collections import Counter

from shared.platform.eventlog import Bounds, EventLog, NoMeters, StoreAway, StoreConnection, StreamExists
from tests.support.logs import (
    RULESET,
    SEALER,
    ToyLog,
    ask,
    everything,
    open_stream,
    together,
    toy_log,
    verify_chain,
)
from tests.support.sampling import sampled
from tests.support.toy import TOY, Roll

REPLICAS = 16
COMMITS = sampled(600, of=3_000)
AT_ONCE = 16


async def test_sixteen_writers_on_one_stream(connection: StoreConnection, name: str) -> None:
    """Sixteen replicas append hundreds of commits to one stream.

    The versions have no gaps, and each commit is acknowledged once.
    """
    replicas = [toy_log(connection, bounds=Bounds(deadline=300)) for _ in range(REPLICAS)]
    await open_stream(replicas[0], name)
    left = iter(range(COMMITS))
    acknowledged: list[int] = []

    async def write(replica: ToyLog) -> None:
        """Append until no commits are left to write."""
        for _ in left:
            done = await replica.submit(name, ask(key=secrets.token_hex(8)))
            acknowledged.append(done.last)

    await asyncio.gather(*(write(replica) for replica in replicas for _ in range(AT_ONCE)))
    commits = await everything(replicas[0], name)

    assert sorted(acknowledged) == list(range(5, COMMITS + 5))
    assert [commit.version for commit in commits] == list(range(4, COMMITS + 5))
    assert verify_chain(commits) == (await replicas[1].load(name)).head


async def test_replicas_come_to_the_same_state(connection: StoreConnection, name: str) -> None:
    """Every replica that folds the log has the same stream and head, whether its cache is warm or cold."""
    here, there = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    for replica in (here, there, there, here):
        await asyncio.gather(*(replica.submit(name, ask(Roll(secret=place % 2 == 0))) for place in range(20)))
    warm, other, cold = await here.load(name), await there.load(name), await toy_log(connection).load(name)

    assert warm == other == cold
    assert warm.version == 84


async def test_a_long_absence_is_caught_up_in_pages(connection: StoreConnection, name: str) -> None:
    """A replica that is far behind folds several pages before it responds to a read or a write."""
    here = toy_log(connection)
    reader, writer = (toy_log(connection, bounds=Bounds(page_commits=7)) for _ in range(2))
    await open_stream(here, name)
    await asyncio.gather(reader.load(name), writer.load(name))
    await asyncio.gather(*(here.submit(name, ask()) for _ in range(50)))

    assert (await reader.load(name)) == (await here.load(name))
    assert (await writer.submit(name, ask())).last == 55


async def test_reads_see_only_durable_versions(connection: StoreConnection, name: str) -> None:
    """While commits are in flight, a read returns only a version that is already in the store."""
    log = toy_log(connection)
    await open_stream(log, name)
    writes = [asyncio.ensure_future(log.submit(name, ask())) for _ in range(20)]
    seen = [(await log.load(name)).version for _ in range(5)]
    stored = (await toy_log(connection).load(name)).version
    await asyncio.gather(*writes)

    assert seen == sorted(seen)
    assert seen[-1] <= stored


async def test_a_small_cache_is_only_slower(connection: StoreConnection, name: str) -> None:
    """A log whose cache has room for two streams can serve ten streams."""
    log = toy_log(connection, bounds=Bounds(cached=2))
    names = [f"{name}-{place}" for place in range(10)]
    for stream in names:
        await open_stream(log, stream)
    for _ in range(3):
        await asyncio.gather(*(log.submit(stream, ask()) for stream in names))

    assert [(await log.load(stream)).version for stream in names] == [7] * 10
    assert len(log._streams._cache) == 2


async def test_a_missed_deadline_is_reported(connection: StoreConnection, name: str) -> None:
    """A command that is not written before its deadline raises `StoreAway`, and its caller may retry it."""
    log, other = toy_log(connection, bounds=Bounds(deadline=0)), toy_log(connection)
    await open_stream(log, name)
    await other.submit(name, ask())
    (outcome,) = await asyncio.gather(log.submit(name, ask(key="a")), return_exceptions=True)

    assert isinstance(outcome, StoreAway)
    assert (await toy_log(connection).submit(name, ask(key="a"))).last == 6


async def test_an_id_raced_by_two_openings_has_one_key(connection: StoreConnection, name: str) -> None:
    """If two replicas open a stream with the same id at once, one succeeds, and both know the same stream key."""
    here, there = toy_log(connection), toy_log(connection)
    outcomes = await together(open_stream(here, name), open_stream(there, name))
    one, two, cold = await here.load(name), await there.load(name), await toy_log(connection).load(name)

    assert [type(outcome) for outcome in outcomes].count(StreamExists) == 1
    assert one == two == cold
    assert len(cold.key) == 32


async def test_an_opening_after_a_look_at_nothing_knows_the_key(connection: StoreConnection, name: str) -> None:
    """A replica that reads a stream just before another replica opens it still gets the stream's key."""
    here, there = toy_log(connection), toy_log(connection)
    await together(there.submit(name, ask()), open_stream(here, name), there.submit(name, ask()))
    await there.submit(name, ask(Roll(secret=True)))

    assert (await there.load(name)).key == (await here.load(name)).key


class Counting(NoMeters):
    """Meters that count the log's measurements."""

    def __init__(self) -> None:
        """Set all counts to zero."""
        self.counts: Counter[str] = Counter()

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Add the commits to the count."""
        assert seconds > 0
        self.counts[f"{service} commits"] += commits

    def count_conflict(self, *, service: str) -> None:
        """Add one conflict to the count."""
        self.counts[f"{service} conflicts"] += 1

    def count_lookup(self, *, service: str, cached: bool) -> None:
        """Add one hit or one miss to the counts."""
        self.counts[f"{service} {'hits' if cached else 'misses'}"] += 1

    def count_folded(self, *, service: str, commits: int) -> None:
        """Add the folded commits to the count."""
        self.counts[f"{service} folded"] += commits


async def test_the_log_reports_its_measurements(connection: StoreConnection, name: str) -> None:
    """The log reports appends, conflicts, cache hits and misses, and folded commits, with the name of the service."""
    meters = Counting()
    here, there = EventLog(connection, TOY, SEALER, ruleset=RULESET, meters=meters), toy_log(connection)
    await open_stream(here, name)
    await here.submit(name, ask())
    await there.submit(name, ask())
    await here.submit(name, ask())
    await here.load(name)

    assert meters.counts == {
        "toy misses": 1, "toy hits": 3, "toy commits": 3, "toy conflicts": 1, "toy folded": 1,
    }  # fmt: skip
