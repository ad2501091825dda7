"""The tapes of commands: a tape is the source of the faces in a decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from shared.kernel.chance import SeedTape, TableTape, Tape, Unseeded, no_entropy, salts_digest
from shared.kernel.context import Intent
from shared.kernel.refusals import OnlyTheGameMasterEntersFaces
from shared.kernel.stream.kept import KeptTape
from shared.kernel.stream.lending import LentDice, LuckTape
from shared.kernel.stream.state import Stream

S = TypeVar("S")


def tape_for(
    stream: Stream[S], intent: Intent, fresh: Callable[[], bytes], lent: LentDice | None = None
) -> Tape:  # fmt: skip
    """Return the tape of a command: its faces from a real table, or else faces derived from the epoch's seed.

    The tape first repeats draws of undone decisions. An opening cannot draw, because its own commit is the first to
    commit to a seed. A stream's public dice come from its dice table (`lent`), if it has one.

    Rule:    AR-FACES-01, AR-SEED-01, AR-UNDO-10, AR-LUCK-02
    Refuses: OnlyTheGameMasterEntersFaces
    """
    hold_faces(intent)
    if intent.faces is not None:
        entered = TableTape(intent.faces, fresh)
        return KeptTape(entered, stream.kept, fresh) if stream.kept else entered
    if not stream.opened:
        return Unseeded(fresh)
    tape: Tape = seed_tape(stream, fresh)
    if stream.luck is not None:
        tape = LuckTape(tape, lent or LentDice(), fresh)
    return KeptTape(tape, stream.kept, fresh) if stream.kept else tape


def seed_tape(stream: Stream[S], fresh: Callable[[], bytes] = no_entropy) -> SeedTape:
    """Return the tape of the faces that the epoch's seed determines at the stream's current version."""
    epoch = stream.epoch
    return SeedTape(seed=_seed_of(epoch.seed), digest=_digest_of(epoch.salts), version=stream.version, fresh=fresh)


def hold_faces(intent: Intent) -> None:
    """Check that the actor may enter faces. Rule: AR-FACES-01. Refuses: OnlyTheGameMasterEntersFaces."""
    if intent.faces is not None and not (intent.role == "gm" or intent.by_app):
        raise OnlyTheGameMasterEntersFaces(needs="gm", has=intent.role)


_digest_of = lru_cache(maxsize=4096)(salts_digest)
_seed_of = lru_cache(maxsize=4096)(bytes.fromhex)
