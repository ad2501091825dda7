"""Decide a fork in a pool process.

The process replays the parent, deals the hidden state again if the request asks for this, and writes the first commits
of the fork.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET

from shared.kernel.context import Intent
from shared.kernel.players.again import Dealt, Followed, beginning_of, follow
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import OpenFork, RecordForm, Stream, carry_out, check_parent, start_of, tape_for
from shared.platform.eventlog import stream_codec
from shared.platform.http.pool_work import OpeningAsked, OpeningMade, Raw, records
from shared.platform.processes.games import game_named, players_of

FORKED: Final = "shared.platform.http.fork_work:decide_fork"

_pack: Final = msgspec.msgpack.Encoder().encode


class ForkAsked(OpeningAsked, frozen=True, kw_only=True):
    """The inputs of a fork: the inputs of an opening, and the command.

    `deals` says whether the hidden state is dealt again.
    """

    command: OpenFork
    deals: bool


asked_codec: Final = msgspec.msgpack.Decoder(ForkAsked)


def decide_fork(game: str, parent: bytes, commits: Raw, asked: bytes) -> bytes:
    """Decide a fork of a stream at a version. If the deal depends on earlier events, replay the `commits` before it.

    Refuses: all refusals of the kernel and the game
    """
    named, ask = game_named(game), asked_codec.decode(asked)
    seat = None if ask.command.seat is UNSET else ask.command.seat
    reads_past = ask.deals and named.forking.deals_from_log
    players = players_of(named.service) if reads_past else None
    followed = Followed(stream_codec(named).decode(parent))
    check_parent(named, followed.stream)
    if reads_past:
        reader = log_reader_of(named)
        past = [reader.commit_of(record) for record, _ in records(commits)]
        followed = follow(named, past, stream=ask.command.stream, players=players, seat=seat)
    dealt = Dealt(seat=seat, seed=ask.seed.hex()) if ask.deals else None
    begins = beginning_of(named, players, followed, at=ask.at, dealt=dealt)
    intent = Intent(id=ask.id, seat=ask.seat, role="gm", at=ask.at, by=ask.by, command=ask.command).within(ask.chain)
    empty: Stream[Any] = Stream(id=ask.stream, game=named.initial, tenant=ask.tenant, digests=ask.digests)
    form = RecordForm(ruleset=ask.ruleset, key=ask.key)
    start = start_of(named, followed.stream, begins, dealt=ask.deals)
    decision = carry_out(named, empty, intent, tape_for(empty, intent, lambda: ask.seed), form=form, start=start)
    return _pack(OpeningMade(commits=decision.commits, after=msgspec.Raw(_pack(decision.settled.after))))
