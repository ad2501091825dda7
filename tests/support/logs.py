"""Event logs of the toy game, for the tests of the log."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import msgspec

from shared.kernel.messages import Command
from shared.kernel.record import NO_HEAD, chain
from shared.platform.eventlog import Appended, Ask, Bounds, EventLog, Idempotency, Meters, StoreConnection, Stored
from shared.platform.eventlog.redis.pipe import PackedCommand, pack_command
from shared.platform.seal import Sealer
from tests.support.toy import OPENING, TOY, Roll, ToyState

SEALER: Final = Sealer({"test": b"\x0b" * 32}, current="test")
RULESET: Final = "toy 1"
T = TypeVar("T")

ToyLog = EventLog[ToyState]
ToyDone = Appended[ToyState]


def toy_log(
    connection: StoreConnection,
    *,
    ruleset: str = RULESET,
    bounds: Bounds | None = None,
    clock: Callable[[], int] | None = None,
    meters: Meters | None = None,
) -> ToyLog:
    """Create an event log of the toy game, like the one in each server process."""
    if clock is None:
        return EventLog(connection, TOY, SEALER, ruleset=ruleset, bounds=bounds, meters=meters)
    return EventLog(connection, TOY, SEALER, ruleset=ruleset, bounds=bounds, clock=clock, meters=meters)


def ask(
    command: Command | None = None,
    *,
    key: str | None = None,
    fingerprint: str = "same",
    seat: str = "ann",
    by: str = "key:app",
    **more: Any,  # noqa: ANN401 fields of an ask
) -> Ask:
    """Return ann's request, sent with the app's key; by default it is a roll."""
    idempotency = None if key is None else Idempotency(key=key, fingerprint=fingerprint)
    return Ask(command=command or Roll(), seat=seat, by=by, idempotency=idempotency, **more)


async def open_stream(log: ToyLog, stream: str) -> str:
    """Open a stream; its opening takes versions 1 to 4."""
    await log.open(stream, "tenant", Ask(command=OPENING, seat="gm", by="key:app"))
    return stream


async def everything(log: EventLog[Any], stream: str) -> list[Stored]:
    """Read a whole stream, page by page."""
    found: list[Stored] = []
    while True:
        page = await log.read(stream, found[-1].version if found else 0, limit=500)
        found += page.commits
        if not page.commits:
            return found


def verify_chain(commits: Sequence[Stored]) -> bytes:
    """Verify the chain of a whole log from its beginning, as an outsider would, and return the last head."""
    head = NO_HEAD
    for commit in commits:
        head = chain(head, commit.record.public, [part.digest for part in commit.record.parts])
        assert commit.head == head
    return head


def command_id(public: bytes) -> str:
    """Return the id of the command that caused a stored commit."""
    found: str = msgspec.json.decode(public)["intent"]["id"]
    return found


async def together(*work: Coroutine[Any, Any, T]) -> list[T | BaseException]:
    """Run awaitables concurrently; return the result or the exception of each."""
    return await asyncio.gather(*work, return_exceptions=True)


def appends(command: Any) -> str:  # noqa: ANN401 as the link has it
    """Return the name of the store's function that appends a command's commits, or "" if the command appends none."""
    first = command[0]
    text = first.text if isinstance(first, PackedCommand) else pack_command(command)
    return next((name for name in ("append_1", "append_2") if name.encode() in text), "")
