"""An Arbiter as a program talks to it: it sends calls, waits, and gives typed answers.

`session.py` is the same without `async`: `make contracts` makes it of this file.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
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
    bearer,
    get,
    is_last,
    once,
    post,
    segment,
)  # fmt: skip
from .exchange import SILENCE, Exchange, Following
from .types.arbiter import (
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
    """A seat, and the token that acts as it."""

    seat: str
    token: str


class Opened(Protocol):
    """What every opening of a stream answers."""

    id: str

    @property
    def seats(self) -> Sequence[Seated]:
        """Return the seats, each with its token."""
        ...


class AsyncSession:
    """Sends calls and reads answers; what may be asked is in `services`."""

    def __init__(self, address: str, key: str | None = None, *, seconds: float = 30.0, **http: Any) -> None:
        """Talk to an address with an app's key, a seat's token, or neither; `http` is for `httpx.AsyncClient`.

        Units: seconds for which a call is tried again where the server is busy, away or out of reach.
        Refuses: ValueError (the key has characters that no key has)
        """
        headers = bearer(key) if key else {}
        self.address, self.seconds = address.rstrip("/"), seconds
        self.http = httpx.AsyncClient(base_url=self.address, headers=headers, **{"timeout": 30.0, **http})

    async def __aenter__(self) -> Self:
        """Begin."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the connections go."""
        await self.close()

    async def close(self) -> None:
        """Let the connections go."""
        await self.http.aclose()

    async def run(self, call: Call[A]) -> A:
        """Send a call, again where that is safe and may help, and return its answer.

        Refuses: ArbiterError
        """
        exchange = Exchange(call, self.seconds)
        while True:
            outcome: httpx.Response | httpx.RequestError
            try:
                outcome = await self.http.request(
                    call.method, call.path, params=call.params, headers=call.headers, content=call.body
                )
            except httpx.RequestError as error:
                outcome = error
            pause = exchange.settle(outcome)
            if pause is None:
                return exchange.answer
            await asyncio.sleep(pause)

    async def listen(self, following: Following[E], is_over: Callable[[int], Call[bool]]) -> AsyncIterator[E]:
        """Give what comes, over as many connections as it takes, until nothing more can.

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
        id: str,  # noqa: A002 it is one
        *,
        token: str | None = None,
        seat: str | None = None,
    ) -> AsyncStream[Form, Form, Form, Form, Form, Form]:
        """Return a stream of any service, whose answers are plain JSON; commands may be JSON or structs."""
        return AsyncStream(self, StreamCalls(any_shapes(service), id, token, seat))

    async def roll(self, text: str, purpose: str | None = None) -> MadeRoll:
        """Roll dice notation at once, on the key's own table; `rendered` says in one line what came of it."""
        from .types import dice

        ask = dice.RollAsk(what=dice.Notation(text=text), purpose=purpose)
        made: dice.RollsAnswer = await self.run(
            post("/dice/v1/rolls", dice.RollsBody(rolls=[ask]), dice.RollsAnswer, key=once(None))
        )
        return made.rolls[0]

    async def odds(self, text: str) -> Odds | VectorOdds:
        """Return the exact odds of dice notation: the whole distribution, as fractions."""
        from .types import dice

        body = dice.OddsBody(what=dice.Notation(text=text))
        found: Odds | VectorOdds = await self.run(post("/dice/v1/odds", body, (dice.Odds, dice.VectorOdds)))
        return found


class AsyncStream(Generic[V, C, D, T, L, E]):
    """One stream, as the app or one seat sees it."""

    def __init__(
        self, session: AsyncSession, calls: StreamCalls[V, C, D, T, L, E]
    ) -> None:  # fmt: skip
        """Name a stream, and who asks."""
        self.session, self.calls, self.id = session, calls, calls.id

    async def view(self, *, at: int | None = None) -> V:
        """Look at it as it stands, or as it stood at a version."""
        return await self.session.run(self.calls.view(at))

    async def legal(self, *, command: str | None = None, kinds: Sequence[Kind] | None = None) -> L:
        """Return who is waited for, what may be sent now, and why the rest may not.

        Of one command, if it is named; of commands of these kinds, if they are.
        """
        return await self.session.run(self.calls.legal(command, kinds))

    async def moves(self) -> L:
        """Return who is waited for, and the moves and answers that may be sent now: what goes on with the game."""
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
        """Send a command, which is carried out once however often it has to be sent; or, dry, ask what it would do.

        `faces` were rolled at a real table; `if_match` is the version it is meant for; `key` is one's own
        Idempotency-Key, for a program that may itself be run again.
        Refuses: RuleForbids, Stale, and other ArbiterError
        """
        if dry_run:
            return await self.session.run(self.calls.attempt(command, faces, if_match))
        return await self.session.run(self.calls.send(command, faces, if_match, key))

    async def events(self, *, after: int = 0, limit: int | None = None) -> AsyncIterator[E]:
        """Read what has happened after a version, page by page of at most `limit`, to where it stands now."""
        place: int | None = after
        while place is not None:
            page = await self.page(after=place, limit=limit)
            for one in page.items:
                yield one
            place = page.next

    async def page(self, *, after: int = 0, limit: int | None = None) -> Page[E]:
        """Read one page of what has happened after a version."""
        return await self.session.run(self.calls.events(after, limit))

    def follow(self, *, after: int = 0) -> AsyncIterator[E]:
        """Give each event after a version, and then each as it happens, until the stream is closed.

        A connection that is cut is made anew, and goes on after the last event.
        """
        following = Following(self.calls.follow(), after=after, ends=is_last, seconds=self.session.seconds)
        return self.session.listen(following, self.calls.is_over)

    async def export(self) -> bytes:
        """Return the log as it can be verified, as far as one may read it."""
        return await self.session.run(self.calls.export())

    async def receipt(self) -> ReceiptAnswer:
        """Return the version and head it stands at, signed by the server."""
        return await self.session.run(self.calls.receipt())

    async def audit(self) -> Report:
        """Have the server audit it, on all three levels."""
        return await self.session.run(self.calls.audit())

    async def verify(self, *, public_key: str | None = None) -> Proof:
        """Verify it here, without trusting the server: its chain, its draws, and its receipt.

        Units: public_key in hex, by which the server is known; without it the receipt's own
        """
        receipt = await self.session.run(self.calls.receipt_bytes())
        return verify(await self.export(), receipt=receipt, public_key=public_key)

    async def add_seat(self, body: SeatBody, *, key: str | None = None) -> SeatToken:
        """Add a seat; only the app may."""
        return await self.session.run(self.calls.add_seat(body, key))

    async def rotate_token(self, seat: str, *, key: str | None = None) -> SeatToken:
        """Give a seat a new token; the old one is good no more."""
        return await self.session.run(self.calls.rotate_token(seat, key))


class AsyncService(Generic[B, P, S]):
    """What every service has."""

    def __init__(
        self, session: AsyncSession, shapes: Shapes[Any, Any, Any, Any, Any, Any], opened: type[P], stream: type[S]
    ) -> None:  # fmt: skip
        """Ask by way of a session."""
        self.session = session
        self._shapes, self._opened, self._stream = shapes, opened, stream
        self._path = f"/{shapes.service}/v1/{shapes.streams}"

    async def open(self, body: B, *, key: str | None = None) -> P:
        """Open a stream, once however often it has to be sent; the answer has a token for each seat."""
        call: Call[P] = post(self._path, body, self._opened, key=once(key))
        return await self.session.run(call)

    def stream(self, id: str, *, token: str | None = None, seat: str | None = None) -> S:  # noqa: A002 it is one
        """Return a stream by its id: as a seat by its `token`, or by the key as any `seat`."""
        return self._stream(self.session, StreamCalls(self._shapes, id, token, seat))

    def seats(self, opened: P) -> dict[str, S]:
        """Return a stream that was opened as each seat sees it, by its own token."""
        return {one.seat: self.stream(opened.id, token=one.token) for one in opened.seats}

    async def streams(
        self, *, status: Literal["open", "closed"] | None = None, seat: str | None = None, limit: int | None = None
    ) -> AsyncIterator[StreamItem]:
        """Give the app's streams, newest first, page by page of at most `limit`."""
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

    async def rule(self, id: str) -> RulePage:  # noqa: A002 it is one
        """Return one rule: what a refusal names."""
        call: Call[RulePage] = get(f"/{self._shapes.service}/v1/rules/{segment(id)}", RulePage)
        return await self.session.run(call)


class AsyncJob(Generic[J]):
    """One simulation."""

    def __init__(self, session: AsyncSession, calls: JobCalls[J]) -> None:
        """Name a job."""
        self.session, self.calls, self.id = session, calls, calls.id

    async def look(self) -> J:
        """Return how far it is, and what it has found."""
        return await self.session.run(self.calls.look())

    async def cancel(self) -> J:
        """End it as it stands."""
        return await self.session.run(self.calls.cancel())

    def follow(self) -> AsyncIterator[Progress]:
        """Give how far it is, with every part of it that is done, until it has ended."""
        following = Following(
            self.calls.follow(), after=0, ends=lambda told: told.status in ENDED, seconds=self.session.seconds
        )
        return self.session.listen(following, lambda _: self.calls.is_over())

    async def trial(self, chunk: int, trial: int) -> TrialAnswer:
        """Play one of its trials again as a stream, which can be replayed and audited."""
        return await self.session.run(self.calls.trial(TrialBody(chunk=chunk, trial=trial)))


class AsyncJobs(Generic[B, J]):
    """The simulations of a service."""

    def __init__(self, session: AsyncSession, service: str, answer: type[J]) -> None:
        """Ask by way of a session."""
        self.session, self._service, self._answer = session, service, answer

    async def open(self, body: B) -> AsyncJob[J]:
        """Ask for a simulation; the same request is the same job."""
        opened: Any = await self.session.run(post(f"/{self._service}/v1/jobs", body, self._answer))
        return self.job(opened.id)

    def job(self, id: str) -> AsyncJob[J]:  # noqa: A002 it is one
        """Return a job by its id."""
        return AsyncJob(self.session, JobCalls(self._service, id, self._answer))

    async def list(self, *, status: str | None = None, limit: int | None = None) -> AsyncIterator[JobItem]:
        """Give the app's jobs, newest first."""
        cursor: str | None = None
        while True:
            page = await self.session.run(JobCalls.jobs(self._service, status, cursor, limit))
            for one in page.items:
                yield one
            cursor = page.next
            if cursor is None:
                return
