"""Submitting commands to the log: the effect of a request, and its result."""

import asyncio
import itertools
from typing import Any

import msgspec
import pytest

from shared.kernel.messages import NOBODY
from shared.kernel.refusals import OnlyTheGameMasterEntersFaces, SeatUnknown, StreamIsOver, TooMuchForOneCommit
from shared.kernel.stream import Close, Stream, StreamClosed
from shared.platform.eventlog import (
    Bounds,
    NoMeters,
    StaleVersion,
    StoreConnection,
    StreamBusy,
    StreamExists,
    StreamUnknown,
)
from shared.platform.eventlog.redis.pipe import pack_command
from shared.platform.eventlog.writing import writer
from shared.platform.eventlog.writing.appending import append_call, append_words
from tests.support.logs import ToyLog, ask, everything, open_stream, together, toy_log, verify_chain
from tests.support.toy import OPENING, NotThatTurn, PassOver, Roll, Rolled, TakeTurn, Write


async def test_an_opening_is_the_first_commit(log: ToyLog, name: str) -> None:
    """The opening gets the first versions, and after it the stream has its app and its seats."""
    done = await log.open(name, "tenant", ask(OPENING, seat="gm"))
    snapshot = await log.load(name)

    assert (done.first, done.last, done.replayed) == (1, 4, False)
    assert snapshot.stream == done.stream_after
    assert (snapshot.stream.tenant, set(snapshot.stream.seats)) == ("tenant", {"gm", "ann"})


async def test_a_command_is_decided_and_appended(log: ToyLog, name: str) -> None:
    """A command's events get the next version, and the head changes."""
    await open_stream(log, name)
    done = await log.submit(name, ask(Roll(dice=3)))
    page = await log.read(name, after=4)

    assert (done.first, done.last) == (5, 5)
    assert [type(event) for event in done.events] == [Rolled]
    assert (page.version, page.head, page.closed) == (5, done.head, False)
    assert [commit.version for commit in page.commits] == [5]


async def test_an_id_is_opened_once(log: ToyLog, name: str) -> None:
    """The log refuses a second opening under the same id."""
    await open_stream(log, name)
    with pytest.raises(StreamExists):
        await log.open(name, "tenant", ask(OPENING, seat="gm"))


async def test_an_unopened_stream_does_not_exist(log: ToyLog, name: str) -> None:
    """The log refuses to write to or read a stream that was not opened."""
    for outcome in await together(log.submit(name, ask()), log.load(name), log.read(name), log.at(name, 1)):
        assert isinstance(outcome, StreamUnknown)


async def test_a_refusal_changes_nothing(log: ToyLog, name: str) -> None:
    """A game's refusal reaches the caller with its facts, and leaves no trace in the log."""
    await open_stream(log, name)
    with pytest.raises(NotThatTurn) as refused:
        await log.submit(name, ask(TakeTurn(turn=3)))

    assert (refused.value.needs, refused.value.has) == (1, 3)
    assert (await log.load(name)).version == 4


async def test_a_stale_replica_refuses_nothing_it_should_allow(connection: StoreConnection, name: str) -> None:
    """The log returns a refusal that was decided on a cached state only if the stream is still at that version."""
    here, there = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    await there.load(name)
    await here.submit(name, ask(TakeTurn(turn=1)))

    assert (await there.submit(name, ask(TakeTurn(turn=2)))).last == 6


async def test_a_command_without_events_writes_nothing(log: ToyLog, name: str) -> None:
    """A decision without events makes the log write nothing."""
    await open_stream(log, name)
    done = await log.submit(name, ask(PassOver()))

    assert (done.first, done.last, done.events) == (5, 4, ())
    assert (await log.load(name)).version == 4


async def test_an_unknown_seat_is_refused(log: ToyLog, name: str) -> None:
    """The log refuses a command from a seat that the stream does not have."""
    await open_stream(log, name)
    with pytest.raises(SeatUnknown):
        await log.submit(name, ask(seat="bob"))


async def test_a_seat_acts_under_its_role(log: ToyLog, name: str) -> None:
    """A seat's role comes from the stream. A request cannot claim that the player Ann is a game master."""
    await open_stream(log, name)
    with pytest.raises(OnlyTheGameMasterEntersFaces):
        await log.submit(name, ask(Roll(), by="seat:ann", faces=(6,)))
    done = await log.submit(name, ask(Roll(), by="seat:gm", seat="gm", faces=(6,)))

    assert done.events == (Rolled(faces=(6,)),)


async def test_the_expected_version_must_be_the_current_one(log: ToyLog, name: str) -> None:
    """If a caller expects an old version, the log refuses the command and the error states the current version."""
    await open_stream(log, name)
    done = await log.submit(name, ask(expected=4))
    with pytest.raises(StaleVersion) as stale:
        await log.submit(name, ask(expected=4))

    assert (stale.value.version, stale.value.head) == (5, done.head)


async def test_authorisation_runs_on_the_state_decided_on(log: ToyLog, name: str) -> None:
    """The check `authorise` gets the stream on which the command is decided.

    If the check raises an error, the caller gets that error.
    """
    await open_stream(log, name)

    def not_for(stream: Stream[Any]) -> None:
        """Raise an error from version 5 on."""
        if stream.version >= 5:
            raise PermissionError(stream.version)

    first, second = await together(log.submit(name, ask(authorise=not_for)), log.submit(name, ask(authorise=not_for)))

    assert not isinstance(first, BaseException)
    assert isinstance(second, PermissionError)
    assert second.args == (5,)


async def test_a_closed_stream_takes_no_more(connection: StoreConnection, name: str) -> None:
    """After the end no replica accepts a command, and the last commit reveals the seed."""
    here, there = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    await there.load(name)
    done = await here.submit(name, ask(Close(), seat="gm"))
    with pytest.raises(StreamIsOver):
        await there.submit(name, ask())

    assert isinstance(done.events[-1], StreamClosed)
    assert (await here.read(name)).closed


async def test_a_command_is_bounded(log: ToyLog, name: str) -> None:
    """The log refuses a command above 128 KiB before it decides or writes anything."""
    await open_stream(log, name)
    with pytest.raises(TooMuchForOneCommit):
        await log.submit(name, ask(Write(text="x" * (128 * 1024))))

    assert (await log.load(name)).version == 4


async def test_time_never_goes_back_within_a_stream(connection: StoreConnection, name: str) -> None:
    """If the clock is set back, a new commit gets the time of the previous commit."""
    clock = itertools.chain([1_000, 2_000, 500], itertools.repeat(3_000))
    log = toy_log(connection, clock=lambda: next(clock))
    await open_stream(log, name)
    stamps = [(await log.submit(name, ask())).stream_after.at for _ in range(3)]

    assert stamps == [2_000, 2_000, 3_000]


async def test_a_queue_is_bounded(connection: StoreConnection, name: str) -> None:
    """The log refuses requests at once if they do not fit into the stream's queue."""
    log = toy_log(connection, bounds=Bounds(queue=8))
    await open_stream(log, name)
    outcomes = await together(*(log.submit(name, ask()) for _ in range(20)))

    assert [isinstance(outcome, StreamBusy) for outcome in outcomes] == [False] * 8 + [True] * 12


async def test_closing_a_log_waits_for_commands_in_flight(log: ToyLog, name: str) -> None:
    """Closing a log waits until every earlier command has a result."""
    await open_stream(log, name)
    asked = [asyncio.create_task(log.submit(name, ask())) for _ in range(3)]
    await asyncio.sleep(0)
    await log.close()
    await asyncio.sleep(0)

    assert sorted(each.result().last for each in asked if each.done()) == [5, 6, 7]


class Stumbling(NoMeters):
    """Meters that fail at the first append that they count."""

    def __init__(self) -> None:
        """Set the meters to fail once."""
        self.stood = True

    def count_append(self, *, service: str, seconds: float, commits: int) -> None:
        """Raise an error at the first call."""
        stood, self.stood = self.stood, False
        if stood:
            raise ArithmeticError(service, seconds, commits)


async def test_a_failure_after_an_append_reaches_its_caller_only(connection: StoreConnection, name: str) -> None:
    """If a meter fails after an append, only the caller of that append gets the error.

    The next command finds the appended commits in the store.
    """
    log = toy_log(connection, meters=Stumbling())
    with pytest.raises(ArithmeticError):
        await open_stream(log, name)

    assert (await log.submit(name, ask())).last == 5


async def test_a_failing_game_stops_no_other_command(log: ToyLog, name: str) -> None:
    """If a game raises an error, its caller gets the error, and other callers' commands continue."""
    await open_stream(log, name)
    failed, went_on = await together(
        log.submit(name, ask(msgspec.structs.replace(Write(text="x"), copies="many"))), log.submit(name, ask())
    )

    assert isinstance(failed, TypeError)
    assert not isinstance(went_on, BaseException)


async def test_the_chain_covers_every_commit(log: ToyLog, name: str) -> None:
    """Following the chain over public bytes and secret parts ends at the stream's head."""
    await open_stream(log, name)
    await together(*(log.submit(name, ask(Roll(dice=2, secret=place % 3 == 0))) for place in range(30)))
    commits = await everything(log, name)

    assert len(commits) == 31
    assert verify_chain(commits) == (await log.load(name)).head


async def test_secrets_name_their_audience(log: ToyLog, name: str) -> None:
    """No seat may read the seed, and only the game master may read a hidden roll. The public bytes contain neither."""
    await open_stream(log, name)
    await log.submit(name, ask(Roll(dice=3, secret=True)))
    first, second = await everything(log, name)

    assert [part.audience for part in first.record.parts] == [NOBODY]
    assert [part.audience for part in second.record.parts] == [("gm",), ("gm",)]
    assert first.record.parts[0].data not in first.record.public


async def test_the_usual_append_is_encoded_like_any_other(
    log: ToyLog, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template for the most frequent append produces the same bytes as encoding each argument separately."""
    usual: list[bool] = []

    def written_twice(form: bytes, *what: Any, **limits: Any) -> Any:  # noqa: ANN401 arguments of the replaced function
        words = append_words(form, *what, **limits)
        usual.append(len(words) == 1)
        if usual[-1]:
            function, keys, args = append_call(*what, **limits)
            assert pack_command(words) == pack_command(("FCALL", function, len(keys), *keys, *args))
        return words

    monkeypatch.setattr(writer, "append_words", written_twice)
    await open_stream(log, name)
    asks = ask(Roll(dice=3)), ask(key="once"), ask(Roll(secret=True)), ask(Close(reason="over"), seat="gm")
    for one in asks:
        await log.submit(name, one)

    assert usual == [False, True, False, True, False]
