"""How the server carries out a command: it submits the command to the log, and responds with the result.

Every request with a command reaches the log through `answer_command`. The commands route calls it, and so does the
optional package `front`, which parses simple requests faster.
"""

from __future__ import annotations

import asyncio
from os import urandom
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.game import Game
from shared.kernel.messages import Command, shown_to
from shared.kernel.stream import AppointPlayer, SendChat, fingerprint
from shared.platform import eventlog, logs
from shared.platform.eventlog import Ask, Idempotency, Origin
from shared.platform.http.answers import Done, Reply, StreamView, encode, view_of
from shared.platform.http.callers import DEFAULT_SEAT, Caller
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import HttpProblem
from shared.platform.http.requests import AnyRequest, encode_parts, idempotency_key, origin_asked, version_in
from shared.platform.limits import Policy
from shared.platform.metrics import outcome_of
from shared.platform.queue import DueStreams

ID_BYTES: Final = 16
CHAT_POLICY: Final = Policy(quota=10, window=10)
"""The rate limit of chat messages, which applies to each seat of a stream separately."""


class Conditions(Struct, frozen=True, kw_only=True):
    """The conditions of a request: its idempotency key, and the stream version that the caller has seen.

    `origin` contains the causes of the request that the caller states.
    """

    key: str | None = None
    expected: int | None = None
    origin: Origin | None = None


def conditions_of(request: AnyRequest) -> Conditions:
    """Read the conditions of a request: its idempotency key, its `If-Match`, and its causes.

    Refuses: 400
    """
    return Conditions(
        key=idempotency_key(request), expected=version_in(request, "If-Match"), origin=origin_asked(request)
    )


def streams_path(game: Game[Any]) -> str:
    """Return the path under which a game's streams are served."""
    return f"/{game.service}/v1/{game.plural}"


def enter_stream(game: Game[Any], caller: Caller, id: str) -> str:  # noqa: A002 it is an id
    """Return the full name of a stream, after checking that a seat token belongs to it.

    The request's log line gets the name too.

    Refuses: 403
    """
    name = game.stream_name(id)
    logs.note(stream=name)
    caller.enter(name)
    return name


def ask_for(
    caller: Caller, command: Command, conditions: Conditions, *, faces: tuple[int, ...] | None = None,
    seat: str | None = None,
) -> Ask:  # fmt: skip
    """Build the message that submits a command to the log, with its seat, its permission check and its conditions.

    If a caller with an API key names no seat, the command acts for `seat`; if that is None too, for the game master.

    Refuses: 400
    """
    named, key = seat is not None or caller.names_seat, conditions.key
    seat = caller.acts_as(seat or DEFAULT_SEAT)
    new = urandom(ID_BYTES).hex()
    logs.note(command=new)
    return Ask(
        id=new,
        command=command,
        seat=seat,
        seat_named=named,
        by=caller.by,
        faces=faces,
        idempotency=Idempotency(key=key, fingerprint=encode_parts(fingerprint, command, faces, seat)) if key else None,
        expected=conditions.expected,
        authorise=caller.authorise,
        origin=None if conditions.origin is None else caller.in_causes(conditions.origin),
    )


async def answer_command(  # noqa: PLR0913 everything that was read from a request
    host: GameHost[Any], caller: Caller, name: str, body: Any, *, conditions: Conditions, minimal: bool  # noqa: ANN401
) -> Reply:  # fmt: skip
    """Carry out a decoded command on a stream, and return the HTTP response. `minimal` leaves the view out.

    Refuses: 400, and all refusals of the log
    """
    ask = ask_for(caller, body.command, conditions, faces=body.faces)
    submit = _submit_line if type(ask.command) is SendChat else submit_ask
    return done_reply(host, caller, await submit(host, name, ask), minimal=minimal)


async def _submit_line(host: GameHost[Any], name: str, ask: Ask) -> eventlog.Appended[Any]:
    """Submit a chat message, and count it against the rate limit of its seat if it is sent.

    A message that is refused anyway, or that was sent before, does not count. It gets its usual response even while the
    seat has reached its limit.

    Rule:    AR-CHAT-06
    Refuses: 429, and all refusals of the log
    """
    limiter, bucket = host.context.limiter, f"chat:{name}:{ask.seat}"
    verdict = await limiter.allow(bucket, CHAT_POLICY)
    if not verdict.allowed:
        return await _submit_limited(host, name, ask, verdict.retry_after)
    try:
        done = await submit_ask(host, name, ask)
    except Exception:
        await limiter.give_back(bucket, CHAT_POLICY)
        raise
    if done.replayed:
        await limiter.give_back(bucket, CHAT_POLICY)
    return done


async def _submit_limited(host: GameHost[Any], name: str, ask: Ask, wait: int) -> eventlog.Appended[Any]:
    """Submit a chat message above the rate limit, to get its response without sending it.

    Refuses: 429, and all refusals of the log
    """
    limited = HttpProblem(
        429, "too-much-chat",
        f"this seat chats too fast: send the line again in {wait} second{'' if wait == 1 else 's'}",
        headers={"Retry-After": str(wait)}, rule="AR-CHAT-06",
        rule_url=f"/{host.game.service}/v1/rules/AR-CHAT-06", has=CHAT_POLICY.quota,
        needs=f"at most {CHAT_POLICY.quota} lines in {CHAT_POLICY.window} seconds",
    )  # fmt: skip
    try:
        return await submit_ask(host, name, replace(ask, limited=limited))
    except HttpProblem as problem:
        if problem is limited:
            host.meters.count_limited()
        raise


async def submit_ask(host: GameHost[Any], name: str, ask: Ask) -> eventlog.Appended[Any]:
    """Submit a command to the log, and count its outcome in the metrics."""
    game, kind = host.game, type(ask.command).__name__
    if game.deciding.prepare is not None:
        for _ in game.deciding.prepare(ask.command):
            await asyncio.sleep(0)
    try:
        if type(ask.command) is AppointPlayer:
            await _note_house(host, name, ask)
        done: eventlog.Appended[Any] = await host.log.submit(name, ask)
    except Exception as error:
        host.meters.count_command(service=game.service, command=kind, outcome=outcome_of(error))
        raise
    logs.note(version=done.last)
    host.meters.count_command(service=game.service, command=kind, outcome=outcome_of(None, replayed=done.replayed))
    return done


async def _note_house(host: GameHost[Any], name: str, ask: Ask) -> None:
    """Register a stream with the clock before a computer player is appointed in it.

    If the server dies in between, the clock checks the stream once without need, but never misses one. A stream that
    does not exist, or that is another app's, is not registered.

    Refuses: all refusals of loading the stream; every exception of `ask.authorise`
    """
    stream = (await host.log.load(name)).stream
    if ask.authorise is not None:
        ask.authorise(stream)
    await DueStreams(host.log.connection, host.game.service).note_house(name)


# ---------------------------------------------------------------- answers


def headers_after(done: eventlog.Appended[Any]) -> dict[str, str]:
    """Return the headers of a command's response: the new version, and whether it repeats an earlier response."""
    headers = {"ETag": f'"{done.last}"'}
    return headers | {"Idempotency-Replayed": "true"} if done.replayed else headers


def view_after(host: GameHost[Any], done: eventlog.Appended[Any], seat: str | None) -> StreamView:
    """Return the view of a stream for a seat after a command."""
    stream = done.stream_after
    return view_of(host.game, stream, done.head, seat=seat, shown=host.game.view(stream.game, seat))


def done_reply(host: GameHost[Any], caller: Caller, done: eventlog.Appended[Any], *, minimal: bool) -> Reply:
    """Return the response to an accepted command."""
    stream = done.stream_after
    seat, opened = caller.sees(), host.is_open(stream)
    answer = Done(
        stream=stream.id,
        first=done.first,
        version=done.last,
        head=done.head.hex(),
        events=tuple([shown_to(event, seat, opened=opened) for event in done.events]),
        view=UNSET if minimal or host.game.storage.large(stream.game) else view_after(host, done, seat),
    )
    return Reply(encode(answer), headers=headers_after(done))
