"""Dry runs: the events of a command up to its first draw. No dice are rolled, and nothing is written or predicted."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from shared.kernel.chance import FirstDraw, ProbeTape, Tape
from shared.kernel.context import Intent
from shared.kernel.messages import Event, shown_to
from shared.kernel.odds.shape import INLINE_STEPS
from shared.kernel.refusals import Refusal
from shared.kernel.stream import (
    UNDO_COMMANDS,
    KeptDraws,
    SeedCommitted,
    SeedRevealed,
    Stream,
    acting_seat,
    hold_faces,
    hold_size,
    settle,
    tape_for,
)
from shared.platform.eventlog import Ask, Snapshot
from shared.platform.http.answers import DryRun, Forbidden, encode
from shared.platform.http.hosting import GameHost
from shared.platform.http.pool_work import ODDS

SEED_BYTES: Final = 32
_pack: Final = msgspec.msgpack.Encoder().encode
FORETELLING: Final = (SeedRevealed, SeedCommitted)
"""Events that contain a seed. A seed revealed before its epoch ends would predict every later face."""


async def try_out(host: GameHost[Any], snapshot: Snapshot[Any], ask: Ask) -> DryRun:
    """Return the events that a command would cause up to its first draw, without rolling dice or revealing a secret.

    If hidden facts may decide whether the command draws, the answer does not say whether it does.

    Rule:    AR-LUCK-05, AR-ODDS-08
    Refuses: SeatUnknown, SeatNotNamed
    """
    stream, game = replace(snapshot.stream, digests=0), host.game  # a dry run needs no digest
    tells_draws = not game.secrecy.hides_causes_of_draws(stream.game)
    state = acting_seat(stream, ask.seat, named=ask.seat_named)
    intent = Intent(
        id="dry-run", seat=ask.seat, role=state.role, at=max(stream.at, host.now()), by=ask.by, command=ask.command,
        faces=ask.faces,
    )  # fmt: skip
    try:
        hold_size(intent)
        settled = settle(
            game, stream, intent, _tape(stream, intent, tries_faces=tells_draws), past=lambda _: stream.game
        )  # it shows events only
    except Refusal as refusal:
        return DryRun(allowed=False, version=snapshot.version, refusal=_forbidden(refusal))
    except FirstDraw as draw:
        allowed = DryRun(allowed=True, version=snapshot.version)
        return await _say_draw(host, snapshot, ask, intent=intent, draw=draw) if tells_draws else allowed
    is_public = type(ask.command) in UNDO_COMMANDS  # its events follow from public facts
    if (game.secrecy.has_hidden_draws(stream.game) and not is_public) or foretells(settled.events):
        return DryRun(allowed=True, version=snapshot.version)
    events = tuple(shown_to(event, ask.seat) for event in settled.events)
    return DryRun(allowed=True, version=snapshot.version, events=events)


async def _say_draw(
    host: GameHost[Any], snapshot: Snapshot[Any], ask: Ask, *, intent: Intent, draw: FirstDraw
) -> DryRun:  # fmt: skip
    """Describe the first draw of a command: its odds, or that it repeats a draw, or why its table cannot roll."""
    if _comes_again(snapshot.stream, draw, ask.seat):
        return DryRun(allowed=True, version=snapshot.version, draws=draw.purpose, comes_again=True)
    if (gone := await host.log.luck.refusal_to_roll(snapshot, ask)) is not None:
        return DryRun(allowed=False, version=snapshot.version, refusal=_forbidden(gone))
    odds = await _odds(host, draw, intent, snapshot.stream.game)
    return DryRun(allowed=True, version=snapshot.version, draws=draw.purpose, odds=odds)


def _comes_again(stream: Stream[Any], draw: FirstDraw, seat: str) -> bool:
    """Return whether a draw repeats one that was undone and that this seat may read. Rule: AR-ODDS-07."""
    audience = draw.place.audience
    if audience is not None and seat not in audience:
        return False
    return KeptDraws(stream.kept).take(draw.place, draw.sides, draw.count) is not None


def foretells(events: Sequence[Event]) -> bool:
    """Return whether any event contains a seed, which predicts later faces."""
    return any(isinstance(event, FORETELLING) for event in events)


def _tape(stream: Stream[Any], intent: Intent, *, tries_faces: bool) -> Tape:
    """Return the source of faces for a dry run.

    With `tries_faces`, the dry run uses the faces in the request, if there are any and this seat may enter them.
    Otherwise it stops at the first draw. It also stops there if the stream must repeat draws from before an undo,
    because they may be hidden from this seat.

    Refuses: OnlyTheGameMasterEntersFaces
    """
    hold_faces(intent)
    if intent.faces is None or stream.kept or not tries_faces:
        return ProbeTape()
    return tape_for(stream, intent, lambda: secrets.token_bytes(SEED_BYTES))


async def _odds(host: GameHost[Any], draw: FirstDraw, intent: Intent, state: Any) -> Any:  # noqa: ANN401 the game's own state and odds
    """Return the exact odds of the first draw; None if computing them exceeds the limit of a request.

    A pool process computes expensive odds.
    """
    if draw.pool is None:
        return None
    try:
        if draw.pool.odds_cost() <= INLINE_STEPS:
            return draw.pool.odds()
    except Refusal:
        return None
    who = (intent.seat, intent.role, intent.at, intent.by)
    asked = (host.game.name, encode(intent.command), _pack(state), _pack(who))
    return msgspec.Raw(await host.context.pool.run(ODDS, *asked))


def _forbidden(refusal: Refusal) -> Forbidden:
    return Forbidden(
        refusal=type(refusal).__name__, says=refusal.says, rule=refusal.rule, needs=refusal.needs, has=refusal.has,
        field=refusal.field,
    )  # fmt: skip
