"""The asynchronous client: it sends calls, retries them, and returns typed responses.

`session.py` is the same client without `async`; `make contracts` generates it from this file.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from copy import copy
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar, overload

import httpx

from .calls import (
    ENDED,
    MOVES,
    C,
    Call,
    D,
    E,
    ForkOpened,
    Form,
    J,
    JobCalls,
    Kind,
    L,
    Page,
    Shapes,
    StreamCalls,
    T,
    V,
    any_shapes,
    are_alike,
    bearer,
    get,
    is_last,
    once,
    post,
    segment,
)  # fmt: skip
from .exchange import SILENCE, Exchange, Following
from .types.arbiter import (
    DigestAnswer,
    JobItem,
    Progress,
    ReceiptAnswer,
    Report,
    Rulebook,
    RulePage,
    SeatBody,
    SeatToken,
    StreamItem,
    StreamPage,
    TrialAnswer,
    TrialBody,
)  # fmt: skip
from .verifying import Proof, verify

if TYPE_CHECKING:
    from .types.dice import MadeRoll, Odds, VectorOdds

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P", bound="Opened")
S = TypeVar("S", bound="AsyncStream[Any, Any, Any, Any, Any, Any]")


class Seated(Protocol):
    """A seat, and the token that a caller uses to act as this seat."""

    seat: str
    token: str


class Opened(Protocol):
    """The fields that every service returns for a new stream."""

    id: str

    @property
    def seats(self) -> Sequence[Seated]:
        """Return the seats, each with its token."""
        ...


class AsyncSession:
    """A session, which sends calls and reads responses. The methods of each service are in `services`."""

    def __init__(self, address: str, key: str | None = None, *, seconds: float = 30.0, **http: Any) -> None:
        """Connect to an address with an app's key, a seat's token, or neither; `http` is passed to `httpx.AsyncClient`.

        Units:   `seconds` is the time for which the client retries a call while the server is busy or unreachable.
        Refuses: ValueError (the key has characters that no key can have)
        """
        headers = bearer(key) if key else {}
        self.address, self.seconds = address.rstrip("/"), seconds
        self.origin: Mapping[str, str] = {}
        self.http = httpx.AsyncClient(base_url=self.address, headers=headers, **{"timeout": 30.0, **http})

    async def __aenter__(self) -> Self:
        """Return the session itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    def because(self, cause: str | None = None, *, correlation: str | None = None) -> Self:
        """Return a copy of the session whose writes record their cause.

        `cause` is the `id` of an event, and `correlation` names a chain of causes. The copy uses the same connections.
        Without `correlation`, the writes belong to the same chain as their cause.
        """
        said = {"Arbiter-Cause": cause, "Arbiter-Correlation": correlation}
        named = copy(self)
        named.origin = {name: text for name, text in said.items() if text is not None}
        return named

    async def run(self, call: Call[A]) -> A:
        """Send a call, and return its response. The client retries the call if a retry is safe and may succeed.

        Refuses: ArbiterError
        """
        exchange = Exchange(call, self.seconds)
        headers = call.headers if call.method == "GET" else {**call.headers, **self.origin}
        while True:
            outcome: httpx.Response | httpx.RequestError
            try:
                outcome = await self.http.request(
                    call.method, call.path, params=call.params, headers=headers, content=call.body
                )
            except httpx.RequestError as error:
                outcome = error
            pause = exchange.settle(outcome)
            if pause is None:
                return exchange.answer
            await asyncio.sleep(pause)

    async def listen(self, following: Following[E], is_over: Callable[[int], Call[bool]]) -> AsyncIterator[E]:
        """Yield the messages of an event stream until it ends, and reconnect as needed.

        Refuses: ArbiterError
        """
        quiet = httpx.Timeout(self.http.timeout.connect, read=SILENCE)
        while True:
            outcome: httpx.Response | httpx.RequestError | None = None
            following.begin()
            try:
                async with self.http.stream(
                    "GET", following.call.path, headers=following.headers, timeout=quiet
                ) as answer:
                    if answer.is_success:
                        async for chunk in answer.aiter_bytes():
                            for event in following.feed(chunk):
                                yield event
                            if following.over:
                                return
                    else:
                        await answer.aread()
                        outcome = answer
            except httpx.RequestError as error:
                outcome = error
            if outcome is None and await self.run(is_over(following.place)):
                return
            await asyncio.sleep(following.pause(outcome))

    def stream(
        self,
        service: str,
        id: str,  # noqa: A002 an id
        *,
        token: str | None = None,
        seat: str | None = None,
    ) -> AsyncStream[Form, Form, Form, Form, Form, Form]:
        """Return a stream of any service, with responses in plain JSON. Commands may be JSON or structs."""
        return AsyncStream(self, StreamCalls(any_shapes(service), id, token, seat))

    async def roll(self, text: str, purpose: str | None = None) -> MadeRoll:
        """Roll dice in one call, on the API key's own table. `rendered` is the result in one line of text."""
        from .types import dice

        ask = dice.RollAsk(what=dice.Notation(text=text), purpose=purpose)
        made: dice.RollsAnswer = await self.run(
            post("/dice/v1/rolls", dice.RollsBody(rolls=[ask]), dice.RollsAnswer, key=once(None))
        )
        return made.rolls[0]

    async def odds(self, text: str) -> Odds | VectorOdds:
        """Return the exact odds of dice notation, which are the whole distribution as fractions."""
        from .types import dice

        body = dice.OddsBody(what=dice.Notation(text=text))
        found: Odds | VectorOdds = await self.run(post("/dice/v1/odds", body, (dice.Odds, dice.VectorOdds)))
        return found


class AsyncStream(Generic[V, C, D, T, L, E]):
    """One stream, as the app or one seat sees it."""

    def __init__(
        self, session: AsyncSession, calls: StreamCalls[V, C, D, T, L, E]
    ) -> None:  # fmt: skip
        """Set up the stream with its calls and the session that sends them."""
        self.session, self.calls, self.id = session, calls, calls.id

    async def view(self, *, at: int | None = None) -> V:
        """Return the current view of the stream, or the view at a version."""
        return await self.session.run(self.calls.view(at))

    async def legal(self, *, command: str | None = None, kinds: Sequence[Kind] | None = None) -> L:
        """Return the seats that must act, the commands that this seat may send, and why it may not send the others.

        `command` limits the response to one type of command, and `kinds` to some kinds of commands.
        """
        return await self.session.run(self.calls.legal(command, kinds))

    async def moves(self) -> L:
        """Return the seats that must act, and the moves and answers that this seat may send."""
        return await self.legal(kinds=MOVES)

    @overload
    async def send(
        self, command: C, *, dry_run: Literal[False] = False, faces: Sequence[int] | None = None,
        if_match: int | None = None, key: str | None = None,
    ) -> D: ...  # fmt: skip

    @overload
    async def send(
        self, command: C, *, dry_run: Literal[True], faces: Sequence[int] | None = None, if_match: int | None = None
    ) -> T: ...

    async def send(
        self, command: C, *, dry_run: bool = False, faces: Sequence[int] | None = None, if_match: int | None = None,
        key: str | None = None,
    ) -> D | T:  # fmt: skip
        """Send a command. It takes effect only once, even if the client retries the call.

        With `dry_run`, the method only previews the effect. `faces` are the results of dice rolled at a real table.
        `if_match` is the version for which the command is meant. `key` is your own Idempotency-Key, for a program that
        may run again after a crash. Refuses: RuleForbids, Stale, and other ArbiterError
        """
        if dry_run:
            return await self.session.run(self.calls.attempt(command, faces, if_match))
        return await self.session.run(self.calls.send(command, faces, if_match, key))

    async def events(self, *, after: int = 0, limit: int | None = None) -> AsyncIterator[E]:
        """Yield the events after a version, up to the newest event, read in pages of at most `limit`."""
        place: int | None = after
        while place is not None:
            page = await self.page(after=place, limit=limit)
            for one in page.items:
                yield one
            place = page.next

    async def page(self, *, after: int = 0, limit: int | None = None) -> Page[E]:
        """Return one page of the events after a version."""
        return await self.session.run(self.calls.events(after, limit))

    def follow(self, *, after: int = 0) -> AsyncIterator[E]:
        """Yield each event after a version, and then each new event, until the stream closes.

        If the connection is lost, the client reconnects and continues after the last event.
        """
        following = Following(self.calls.follow(), after=after, ends=is_last, seconds=self.session.seconds)
        return self.session.listen(following, self.calls.is_over)

    async def export(self) -> bytes:
        """Return the log in the form that can be verified, with the secret parts that the caller may see."""
        return await self.session.run(self.calls.export())

    async def receipt(self) -> ReceiptAnswer:
        """Return a receipt: the current version and head, signed by the server."""
        return await self.session.run(self.calls.receipt())

    async def audit(self) -> Report:
        """Ask the server to audit the stream on all three levels: chain, draws and rules."""
        return await self.session.run(self.calls.audit())

    async def digest(self, *, at: int | None = None) -> DigestAnswer:
        """Return a digest of the state or the view of the game that the caller may read, now or at a version."""
        return await self.session.run(self.calls.digest(at))

    async def first_difference(self, other: AsyncStream[Any, Any, Any, Any, Any, Any]) -> int | None:
        """Return the first version at which the same log leads to different states on this server and on another one.

        The method queries both servers as the same caller. It returns None if the digests are equal at the last version
        that both servers have. The search halves the range with each step, so 1,000 versions take about ten requests to
        each server. Refuses: ValueError (the logs themselves differ, or one caller may read more than the other)
        """
        last = min((await self.digest()).version, (await other.digest()).version)
        if are_alike(await self.digest(at=last), await other.digest(at=last)):
            return None
        alike, differs = 0, last
        while differs - alike > 1:
            at = (alike + differs) // 2
            here, there = await self.digest(at=at), await other.digest(at=at)
            if are_alike(here, there):
                alike = at
            else:
                differs = here.version
        return differs

    async def verify(
        self, *, public_key: str | None = None, parent: bytes | None = None, luck: bytes | None = None
    ) -> Proof:
        """Verify the log in this process, without trusting the server: its chain, its draws, and its receipt.

        Units:   `public_key` is the server's key in hex, by default the key in the receipt
        """
        receipt = await self.session.run(self.calls.receipt_bytes())
        return verify(await self.export(), receipt=receipt, public_key=public_key, parent=parent, luck=luck)

    async def add_seat(self, body: SeatBody, *, key: str | None = None) -> SeatToken:
        """Add a seat. Only the app may do this."""
        return await self.session.run(self.calls.add_seat(body, key))

    async def rotate_token(self, seat: str, *, key: str | None = None) -> SeatToken:
        """Create a new token for a seat. The old token stops working."""
        return await self.session.run(self.calls.rotate_token(seat, key))

    async def fork(
        self, at: int, *, seat: str | None = None, goal: Form | None = None, key: str | None = None
    ) -> ForkOpened:  # fmt: skip
        """Open a fork, a new stream that begins with the state of this one at a version.

        For a fork as a seat, everything that the seat did not know at that version is dealt again. With a goal, such as
        `{"reach": "win", "seat": "ann", "turns": 1}`, the fork is a puzzle.
        """
        return await self.session.run(self.calls.fork(at, seat, key, goal=goal))


class AsyncService(Generic[B, P, S]):
    """A service, with the methods that every service has."""

    def __init__(
        self, session: AsyncSession, shapes: Shapes[Any, Any, Any, Any, Any, Any], opened: type[P], stream: type[S]
    ) -> None:  # fmt: skip
        """Set up the service with the session that sends the calls."""
        self.session = session
        self._shapes, self._opened, self._stream = shapes, opened, stream
        self._path = f"/{shapes.service}/v1/{shapes.streams}"

    async def open(self, body: B, *, key: str | None = None) -> P:
        """Open a stream, and return it with a token for each seat. A retry does not open a second stream."""
        call: Call[P] = post(self._path, body, self._opened, key=once(key))
        return await self.session.run(call)

    def stream(self, id: str, *, token: str | None = None, seat: str | None = None) -> S:  # noqa: A002 an id
        """Return a stream by its id. With a `token` you act as its seat; with the app's key, as any `seat`."""
        return self._stream(self.session, StreamCalls(self._shapes, id, token, seat))

    def seats(self, opened: P) -> dict[str, S]:
        """Return a newly opened stream as each of its seats sees it. Each seat's stream uses that seat's own token."""
        return {one.seat: self.stream(opened.id, token=one.token) for one in opened.seats}

    async def streams(
        self, *, status: Literal["open", "closed"] | None = None, seat: str | None = None, limit: int | None = None
    ) -> AsyncIterator[StreamItem]:
        """Yield the app's streams, newest first. The client reads them in pages of at most `limit`."""
        cursor: str | None = None
        while True:
            asked = {"status": status, "seat": seat, "limit": limit, "cursor": cursor}
            page: StreamPage = await self.session.run(get(self._path, StreamPage, asked))
            for one in page.items:
                yield one
            cursor = page.next
            if cursor is None:
                return

    async def rules(self) -> Rulebook:
        """Return the rules of the game, each with its id."""
        call: Call[Rulebook] = get(f"/{self._shapes.service}/v1/rules", Rulebook)
        return await self.session.run(call)

    async def rule(self, id: str) -> RulePage:  # noqa: A002 an id
        """Return one rule by its id. A refusal names the id of the rule that forbids a command."""
        call: Call[RulePage] = get(f"/{self._shapes.service}/v1/rules/{segment(id)}", RulePage)
        return await self.session.run(call)


class AsyncJob(Generic[J]):
    """One simulation job."""

    def __init__(self, session: AsyncSession, calls: JobCalls[J]) -> None:
        """Set up the job with its calls and the session that sends them."""
        self.session, self.calls, self.id = session, calls, calls.id

    async def look(self) -> J:
        """Return the job's progress and its results so far."""
        return await self.session.run(self.calls.look())

    async def cancel(self) -> J:
        """Cancel the job, and return it. Its results so far are kept."""
        return await self.session.run(self.calls.cancel())

    def follow(self) -> AsyncIterator[Progress]:
        """Yield the job's progress whenever it changes, until it ends."""
        following = Following(
            self.calls.follow(), after=0, ends=lambda progress: progress.status in ENDED, seconds=self.session.seconds
        )
        return self.session.listen(following, lambda _: self.calls.is_over())

    async def trial(self, chunk: int, trial: int) -> TrialAnswer:
        """Play one of the job's trials again, as a stream that callers can read and audit."""
        return await self.session.run(self.calls.trial(TrialBody(chunk=chunk, trial=trial)))


class AsyncJobs(Generic[B, J]):
    """The simulation jobs of a service."""

    def __init__(self, session: AsyncSession, service: str, answer: type[J]) -> None:
        """Set up the jobs with the session that sends the calls."""
        self.session, self._service, self._answer = session, service, answer

    async def open(self, body: B) -> AsyncJob[J]:
        """Start a simulation, and return its job. If the same request was sent before, return the existing job."""
        opened: Any = await self.session.run(post(f"/{self._service}/v1/jobs", body, self._answer))
        return self.job(opened.id)

    def job(self, id: str) -> AsyncJob[J]:  # noqa: A002 an id
        """Return a job by its id."""
        return AsyncJob(self.session, JobCalls(self._service, id, self._answer))

    async def list(self, *, status: str | None = None, limit: int | None = None) -> AsyncIterator[JobItem]:
        """Yield the app's jobs, newest first."""
        cursor: str | None = None
        while True:
            page = await self.session.run(JobCalls.jobs(self._service, status, cursor, limit))
            for one in page.items:
                yield one
            cursor = page.next
            if cursor is None:
                return
