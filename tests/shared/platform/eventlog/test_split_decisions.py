"""Decisions that are too long for one commit.

Such a decision is appended completely or not at all, and every reader treats it as a whole.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest

from shared.kernel.stream import DrawsVoided
from shared.platform.eventlog import Ask, Bounds, EventLog, Idempotency, StoreAway, StoreConnection
from shared.platform.eventlog.redis.replies import Unanswered
from shared.platform.eventlog.redis.wire import TakeReply
from shared.platform.eventlog.writing.folded_streams import Streams
from tests.support.kernel_toy import GAMBIT, OPEN, Bid, GambitState, Gamble, Say, Throw
from tests.support.logs import RULESET, SEALER, appends, everything, together, verify_chain

LONG = Say(text="on and on", times=150, waste=True)
OPENED = 6
"""The version after the opening."""
GambitLog = EventLog[GambitState]


@pytest.fixture
def name(request: pytest.FixtureRequest, store_url: str) -> str:  # noqa: ARG001 this fixture starts the server
    """Return a stream name that no other test uses."""
    return f"toy.gambit:{abs(hash(request.node.nodeid)):x}"


@pytest.fixture
async def log(connection: StoreConnection, name: str) -> AsyncIterator[GambitLog]:
    """Return a log with an open stream."""
    log = gambit_log(connection)
    await log.open(name, "tenant", Ask(command=OPEN, seat="gm", by="key:app"))
    yield log
    await log.close()


def gambit_log(connection: StoreConnection, **bounds: int) -> GambitLog:
    """Create a log of the toy game, as each replica of the server has one."""
    return EventLog(connection, GAMBIT, SEALER, ruleset=RULESET, bounds=Bounds(**bounds))


def request_of(command: Any = LONG, key: str | None = None, **more: Any) -> Ask:  # noqa: ANN401 a command, and fields of an ask
    """Return a request of the game master with this command."""
    idempotency = None if key is None else Idempotency(key=key, fingerprint="same")
    return Ask(command=command, seat="gm", by="key:app", idempotency=idempotency, **more)


@pytest.mark.rule("AR-COMMIT-01")
async def test_a_split_decision_is_appended_in_one_call(connection: StoreConnection, log: GambitLog, name: str) -> None:
    """The log appends three commits and one feed entry in one call, and returns one response with all events."""
    pointers = json.loads(await connection.send("GET", connection.keys(name).counter) or b"0")
    done = await log.submit(name, request_of())
    commits = await everything(log, name)

    assert pointers + 1 == json.loads(await connection.send("GET", connection.keys(name).counter))
    assert (OPENED + 1, OPENED + 150, 150) == (done.first, done.last, len(done.events))
    assert [OPENED, OPENED + 64, OPENED + 128, OPENED + 150] == [commit.version for commit in commits]
    assert verify_chain(commits) == done.head
    assert done.stream_after == (await gambit_log(connection).load(name)).stream


async def test_a_split_decision_has_the_same_answer_by_its_key(
    connection: StoreConnection, log: GambitLog, name: str
) -> None:
    """A retry gets the same versions and the same 150 events: in the same batch, with a warm or with a cold cache."""
    first, duplicate = await together(log.submit(name, request_of(key="k")), log.submit(name, request_of(key="k")))
    await log.submit(name, request_of(Throw()))
    later, cold = (
        await log.submit(name, request_of(key="k")),
        await gambit_log(connection).submit(name, request_of(key="k")),
    )

    for again in (duplicate, later, cold):
        assert not isinstance(first, BaseException)
        assert not isinstance(again, BaseException)
        assert (first.first, first.last, first.head, first.events) == (
            again.first, again.last, again.head, again.events,
        )  # fmt: skip
        assert again.replayed
        assert first.stream_after == again.stream_after
    assert OPENED + 151 == (await log.load(name)).version


async def test_inside_a_split_decision_the_state_is_the_one_before(
    connection: StoreConnection, log: GambitLog, name: str
) -> None:
    """For a version in the middle of a split decision, the log returns the state before the decision."""
    before = await log.load(name)
    await log.submit(name, request_of())
    cold = gambit_log(connection)

    for version in (OPENED, OPENED + 1, OPENED + 64, OPENED + 65, OPENED + 128, OPENED + 149):
        assert before.stream == (await cold.at(name, version)).stream
    assert (await log.load(name)).stream == (await cold.at(name, OPENED + 150)).stream


async def test_a_page_has_a_split_decision_whole(log: GambitLog, name: str) -> None:
    """A page that starts before or in the middle of a split decision contains it to its end, whatever the limit."""
    await log.submit(name, request_of())
    await log.submit(name, request_of(Throw()))

    assert [3, 2, 1] == [len((await log.read(name, after, limit=1)).commits) for after in (6, 70, 134)]
    assert [OPENED] == [commit.version for commit in (await log.read(name, 0, limit=1)).commits]


async def test_an_expected_version_inside_a_split_decision_is_stale(log: GambitLog, name: str) -> None:
    """A command that expects a version in the middle of a split decision is refused, because no caller has seen it."""
    await log.submit(name, request_of())
    outcome, *_ = await together(log.submit(name, request_of(Throw(), expected=OPENED + 64)))

    assert "StaleVersion" == type(outcome).__name__


async def test_racing_replicas_keep_a_split_decision_whole(
    connection: StoreConnection, log: GambitLog, name: str
) -> None:
    """If four replicas with the smallest pages write to one stream, the chain verifies and decisions are complete."""
    logs = [log, *(gambit_log(connection, page_commits=1, snapshot_every=1, deadline=60) for _ in range(3))]
    work = [logs[at % 4].submit(name, request_of(LONG if at % 3 else Throw(), key=f"k{at}")) for at in range(24)]
    outcomes = await asyncio.gather(*work)
    commits = await everything(log, name)
    forms = [json.loads(commit.record.public) for commit in commits]

    assert 8 * 1 + 16 * 150 == sum(len(done.events) for done in outcomes)
    assert verify_chain(commits) == (await logs[1].load(name)).head
    for form, following in pairwise(forms):
        if "split" in form and form["version"] < form["split"]["after"]:
            assert form["split"] == following["split"]
    assert (await gambit_log(connection).load(name)).stream == (await logs[2].load(name)).stream


async def test_small_pages_never_cache_the_middle_of_a_decision(
    connection: StoreConnection, log: GambitLog, name: str
) -> None:
    """Neither the cache nor a snapshot ever contains a state from the middle of a decision."""
    reader = gambit_log(connection, page_commits=1, snapshot_every=1)
    await reader.load(name)
    kept: list[int] = []
    keep = Streams.keep

    def watch(self: Any, snapshot: Any) -> None:  # noqa: ANN401 arguments of the replaced method
        keep(self, snapshot)
        kept.append(self.cached_snapshot(name).version)

    Streams.keep = watch  # type: ignore[method-assign]
    try:
        await log.submit(name, request_of())
        await log.submit(name, request_of())
        await reader.submit(name, request_of(Throw()))
        await reader.load(name)
    finally:
        Streams.keep = keep  # type: ignore[method-assign]

    assert set(kept) <= {OPENED, OPENED + 150, OPENED + 300, OPENED + 301}


class Deaf:
    """A connection that drops the replies to appends.

    The store executes each append, but the caller never gets the reply.
    """

    def __init__(self, connection: StoreConnection, times: int) -> None:
        """Set up the connection, which drops the replies to the first `times` appends."""
        self._send, self._left = connection.send_then, times
        connection.send_then = self.send_then  # type: ignore[method-assign]

    def send_then(self, take: TakeReply, *command: Any) -> None:  # noqa: ANN401 as in the connection
        """Send a command; drop the reply if the command is an append."""
        is_lost = bool(appends(command)) and self._left > 0
        self._left -= is_lost
        self._send((lambda _: take(Unanswered("the answer was lost"))) if is_lost else take, *command)


@pytest.mark.parametrize("key", [None, "k"])
async def test_an_unknown_outcome_is_settled_for_all_its_commits(
    connection: StoreConnection, log: GambitLog, name: str, key: str | None
) -> None:
    """After an unknown outcome, the log finds all three commits of the command, so it takes effect only once."""
    await log.load(name)
    Deaf(connection, 1)
    done = await log.submit(name, request_of(key=key))

    assert (OPENED + 1, OPENED + 150, 150) == (done.first, done.last, len(done.events))
    assert OPENED + 150 == (await gambit_log(connection).load(name)).version
    assert done.stream_after == (await gambit_log(connection).load(name)).stream


async def test_a_late_split_decision_reveals_nothing(connection: StoreConnection, log: GambitLog, name: str) -> None:
    """The 503 response to a late decision contains no face. A retry with the same key gets the whole decision."""
    await log.load(name)
    Deaf(connection, 1)
    impatient = EventLog(connection, GAMBIT, SEALER, ruleset=RULESET, bounds=Bounds(deadline=0))
    (outcome,) = await together(impatient.submit(name, request_of(key="k")))
    assert isinstance(outcome, StoreAway)
    assert "no durable answer before the deadline" in str(outcome)

    again = await log.submit(name, request_of(key="k"))
    assert (OPENED + 1, OPENED + 150) == (again.first, again.last)


@pytest.mark.rule("AR-COMMIT-02")
async def test_a_refusal_after_a_draw_is_written_as_void(log: GambitLog, name: str) -> None:
    """If a command is refused after a draw, the caller gets only a void draw, and the version advances."""
    done = await log.submit(name, request_of(Gamble()))
    again = await log.submit(name, request_of(Gamble()))

    assert ((DrawsVoided(),), OPENED + 1) == (done.events, done.last)
    assert ((DrawsVoided(),), OPENED + 2) == (again.events, again.last)


# ------------------------------------------------------------------ pages


async def test_hidden_parts_do_not_change_where_a_page_ends(
    connection: StoreConnection, log: GambitLog, name: str
) -> None:
    """Two streams whose hidden parts differ in size are cut into the same pages."""
    pages = []
    for size in (1, 40_000):
        stream = f"{name}-{size}"
        await log.open(stream, "tenant", Ask(command=OPEN, seat="gm", by="key:app"))
        for _ in range(30):
            await log.submit(stream, request_of(Bid(amount=1, word="x" * size)))
        reader = gambit_log(connection, page_bytes=100_000)
        after, found = 0, []
        while (page := await reader.read(stream, after, limit=1000)).commits:
            found.append(len(page.commits))
            after = page.commits[-1].version
        pages.append(found)

    assert pages[0] == pages[1]
