"""Deal the hidden parts of a state again, so that they agree with the facts that a seat or the app knows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.game_parts import Redealt
from shared.kernel.messages import Seat
from shared.kernel.players.house import HousePlayers, Knows, Resampling, fold_known
from shared.kernel.players.luck import Luck
from shared.kernel.refusals import CannotDealAgain
from shared.kernel.replay import Commit, log_reader_of
from shared.kernel.stream import Beginning, Memory, Stream, TakenBack, resume_clocks, text_of


class Followed(Struct, frozen=True):
    """A stream at a version, and the knowledge of some of its seats at that version."""

    stream: Stream[Any]
    known: Mapping[Seat, Knows] = {}


class Dealt(Struct, frozen=True, kw_only=True):
    """The seat from whose knowledge a state is dealt again (None: the app), and the hex seed of the deal.

    This seed is also the seed of the fork's first epoch, so anyone can repeat the deal once the seed is revealed.
    """

    seat: Seat | None
    seed: str

    @property
    def luck(self) -> Luck:
        """Return the source of random numbers for the deal."""
        return Luck(hashlib.sha256(f"dealt again {self.seed}".encode()).digest())


def follow(
    game: Game[Any], commits: Iterable[Commit], *, stream: str, players: HousePlayers | None, seat: Seat | None
) -> Followed:  # fmt: skip
    """Fold a stream's commits, and the knowledge of one seat, or of each seat if none is named.

    If the stream went back to an earlier version, a seat's knowledge goes back to that version too.
    """
    commits, reader, memory = list(commits), log_reader_of(game), Memory[Any]()
    needed = {event.to for commit in commits for event in commit.events if isinstance(event, TakenBack)}
    after: Stream[Any] = Stream(id=stream, game=game.initial)
    known: dict[Seat, Knows] = {}
    kept: dict[int, dict[Seat, Knows]] = {}
    for commit in commits:
        fold_known(game, after.game, known, commit.events)
        after = reader.fold_commit(after, commit, memory)
        if players is not None:
            known |= {one: players.knows(one) for one in after.seats if one not in known and seat in {None, one}}
        if commit.version in needed:
            memory.recall(commit.version, after.game)
            kept[commit.version] = deepcopy(known)
        for event in commit.events[-1:]:
            if isinstance(event, TakenBack):
                known = deepcopy(kept[event.to])
    return Followed(after, known)


def beginning_of(
    game: Game[Any], players: HousePlayers | None, followed: Followed, *, at: int, dealt: Dealt | None = None
) -> Beginning:  # fmt: skip
    """Return the state from which a fork starts; deal its hidden facts again if `dealt` is given.

    `at` is the time of the fork in milliseconds UTC, from which the state's clocks continue.

    Rule:    AR-FORK-01, AR-FORK-04, AR-FORK-12
    Refuses: CannotDealAgain, and the game's refusals
    """
    found = Redealt(state=followed.stream.game) if dealt is None else _deal(game, players, followed, dealt)
    text = text_of(resume_clocks(game, found.state, since=followed.stream.at, at=at))
    return Beginning(text=text, closed=found.closed, made_up=found.made_up)


def _deal(game: Game[Any], players: HousePlayers | None, followed: Followed, dealt: Dealt) -> Redealt[Any]:
    state, deal = followed.stream.game, game.forking.deal
    if deal is not None and dealt.seat is not None:
        return deal(state, dealt.seat, dealt.luck.below)
    if players is None or players.resample is None:
        raise CannotDealAgain(needs="a game that can deal hidden facts anew", has=game.name, field="seat")
    asked = Resampling(state=state, seat=dealt.seat, known=followed.known, luck=dealt.luck)
    return Redealt(state=players.resample(asked))
