"""A match that players, simulations and tests play in place, one command after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from services.tcg.chapters import engine
from services.tcg.chapters.following import FOLLOWING
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.windows import Pass
from services.tcg.game import match as match_game
from services.tcg.playing import moves, outlook, quick, worth
from services.tcg.state.match import DecisionKind, Match
from shared.kernel.chance import Chance, SeedTape
from shared.kernel.context import Intent
from shared.kernel.game_parts import Secrecy, Storage
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key

NO_SALTS: Final = bytes(32)
RESTING: Final = frozenset({"act", "combat", "mulligan"})
"""The kinds of decisions at which a match's value can be estimated. At these decisions, no effect is unfinished."""
MOST_ANSWERS: Final = 60
"""The maximum number of answers given to finish all unfinished effects."""


class _InPlace:
    """Rules under which events change the match in place instead of a copy."""

    folds, follows = match_game.folds, match_game.follows

    def __init__(self) -> None:
        self.storage = Storage[Match]()
        self.secrecy = Secrecy[Match]()


class PlayedMatch(MatchContext):
    """A match that is played in place, one command after another."""

    def __init__(self, match: Match, chance: Chance, *, at: int = 0) -> None:
        """Start from a match that may be changed, with the source of random draws and the time of the commands."""
        intent = Intent(id="", seat="", role="player", at=at, by="", command=Command())
        super().__init__(_InPlace(), intent, match, chance, read=pool_of, follow=FOLLOWING)

    @classmethod
    def seeded(cls, match: Match, seed: bytes) -> PlayedMatch:
        """Create a match that is played in place, with draws that follow from a seed. This changes the given match."""
        return cls(match, SeedTape(seed=seed, digest=NO_SALTS, version=0))


def act(game: MatchContext, seat: Seat, command: Command) -> None:
    """Carry out a command and the tasks that follow, until a seat must decide something."""
    game.seat = seat
    match_game.judges[type(command)](game, command)
    engine.run(game, command)


class MatchPosition:
    """A match whose hidden cards were dealt again, in which a computer player tries out moves."""

    def __init__(self, game: PlayedMatch, *, first: Seat | None = None) -> None:
        """Start from a match that is played in place.

        If several seats must decide, `first` decides first.
        """
        self._game, self._first = game, first

    @classmethod
    def seeded(cls, match: Match, seed: bytes, *, first: Seat | None = None) -> MatchPosition:
        """Create a position whose draws follow from a seed. Playing it changes the given match."""
        return cls(PlayedMatch.seeded(match, seed), first=first)

    @property
    def over(self) -> bool:
        """Return whether the match is finished."""
        return self._game.over

    def next_seat(self) -> Seat:
        """Return the seat that decides next."""
        decisions = self._game.state.decisions
        return self._first if self._first is not None and self._first in decisions else next(iter(decisions))

    def moves(self) -> Mapping[Key, Command]:
        """Return the legal moves of the seat that decides next."""
        return moves.moves(self._game, self.next_seat())

    def play(self, command: Command) -> None:
        """Carry out a move of the seat that decides next."""
        self._game.events.clear()
        act(self._game, self.next_seat(), command)

    def rest(self) -> None:
        """Make every seat pass, and give the first possible answer to other questions, until a seat may act again."""
        for _ in range(MOST_ANSWERS):
            if self.over or self.kind() in RESTING:
                return
            self.play(Pass() if self.kind() == "respond" else next(iter(self.moves().values())))

    def play_out(self, command: Command) -> None:
        """Carry out a move, and have all seats play quickly until the turn is over."""
        turn = self._game.state.turn
        self.play(command)
        quick.finish_turn(self, turn)

    def plan(self, command: Command, seat: Seat) -> int:
        """Carry out a move, try a few moves for the seat's next act or attack, and return its best outlook.

        Each of these moves is followed by quick play until the turn is over. Before the first turn, only the effects in
        progress are finished.
        """
        turn = self._game.state.turn
        self.play(command)
        if turn:
            return quick.best_end(self, turn, seat)
        self.rest()
        return self.outlook(seat)

    def kind(self) -> DecisionKind:
        """Return the kind of the next decision."""
        return self._game.state.decisions[self.next_seat()].kind

    def begins_after(self, turn: int) -> bool:
        """Return whether a turn later than `turn` has begun, and a seat may now act in its first act step."""
        match = self._game.state
        return match.turn > turn and match.step == "act1" and self.kind() == "act"

    def worth(self, seat: Seat) -> int:
        """Return the match's estimated value for a seat, in millionths of a win."""
        return worth.worth(self._game, seat)

    def outlook(self, seat: Seat) -> int:
        """Return a seat's estimated win chance, in millionths."""
        return outlook.outlook(self._game, seat)

    def copy(self, seed: bytes) -> MatchPosition:
        """Return a copy of the match whose draws follow from a seed."""
        return MatchPosition.seeded(self._game.state.mutable_copy(), seed, first=self._first)
