"""Whole matches played through the kernel.

Whatever players send, the log reproduces the match, and some seat can always act.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, Phase
from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.tcg.chapters import agreement, windows
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match as decider
from services.tcg.state.match import Match
from services.tcg.views import view
from services.tcg.words import WINDOWS
from shared.kernel.chance import ProbeTape
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Seat, canonical
from shared.kernel.refusals import Refusal
from tests.support.journal import Journal, audit_export
from tests.support.sampling import sampled
from tests.tcg.invariants.listing import anything, entries_for, follows
from tests.tcg.matches import CUSTOM, LONGEST, Watched, deck_of, settings_of
from tests.tcg.playing import Playing, legal
from tests.tcg.policy import pick

WATCHER: Final = "watcher"


class WholeMatch(RuleBasedStateMachine):
    """Two to four players who send legal commands and occasionally illegal ones."""

    @initialize(seats=st.integers(2, 4), number=st.integers(0, 10_000))
    def begin(self, seats: int, number: int) -> None:
        """Open a match with any settings, and submit the decks."""
        settings = settings_of(number)
        asked = (*(SeatAsk(seat=f"s{place}") for place in range(seats)), SeatAsk(seat=WATCHER, role="spectator"))
        cards = CUSTOM if settings.spirit_set == "custom" else None
        self.journal = Journal(decider, OpenMatch(seats=asked, settings=settings, cards=cards), seed=number + 1)
        self.watched = Watched(
            Match(catalogue=self.journal.state.catalogue).mutable_copy(), ProbeTape(), cards=self.journal.state.cards
        )
        self._follow(0)
        self.luck = Random(number)
        for place, seat in enumerate(tuple(self.state.order)):
            if self.luck.random() < 0.7:
                some = tuple(kind for kind in WINDOWS if self.luck.random() < 0.2)
                self.send(seat, agreement.SetStops(windows=some))
            self.send(seat, SubmitDeck(deck=deck_of(place)))

    @property
    def state(self) -> Match:
        """Return the state of the match."""
        return self.journal.state

    def send(self, seat: Seat, command: Command) -> None:
        """Send a command and check each event that it emits."""
        before = len(self.journal.events)
        self.journal.send(command, seat)
        self._follow(before)

    def _follow(self, before: int) -> None:
        for event in self.journal.events[before:]:
            if type(event) in decider.folds:
                self.watched.emit(event)
        self.watched.watch.rest()

    def play(self, most: int) -> None:
        """Send up to this many legal commands of the seats that must act."""
        for _ in range(most):
            if self.state.stage == "finished":
                return
            seat = self.luck.choice(list(self.state.decisions))
            self.send(seat, pick(Playing(self.state.mutable_copy(), ProbeTape()), seat, self.luck.randrange))

    @rule(luck=st.integers(0, 2**32), most=st.integers(1, 30))
    def act(self, luck: int, most: int) -> None:
        """Send some of the listed commands, and check that the rules accept each of them."""
        self.luck = Random(luck)
        self.play(most)

    @rule(luck=st.integers(0, 2**32))
    def try_anything(self, luck: int) -> None:
        """Send any command, and check that one which is not listed is refused and changes nothing."""
        if self.state.stage == "finished":
            return
        self.luck = Random(luck)
        seat = self.luck.choice([seat for seat in self.state.order if not self.state.players[seat].lost])
        allowed = entries_for(self.state, seat)
        command = anything(self.state, seat, allowed, self.luck.randrange)
        expected, before, version = follows(self.state, seat, command, allowed), self.state, self.journal.stream.version
        try:
            self.send(seat, command)
        except Refusal:
            assert not expected, command
            assert (before, version) == (self.state, self.journal.stream.version)
        else:
            assert expected, command

    @rule()
    def look_on(self) -> None:
        """Check that the list offers a spectator no command, and that the rules refuse a spectator's command."""
        if self.state.stage == "finished":
            return
        assert () == legal(self.state, WATCHER, "spectator").allowed
        with pytest.raises(Refusal):
            self.journal.send(windows.Pass(), WATCHER)

    @invariant()
    def there_is_no_dead_end(self) -> None:
        """Check that a seat for which the match waits has a legal command."""
        assert self.state.stage == "finished" or self.state.decisions
        for seat in self.state.decisions:
            assert legal(self.state, seat, "player").allowed

    def teardown(self) -> None:
        """Check that the match equals its folded log, and that an audit finds no fault at any level."""
        if not hasattr(self, "journal"):
            return
        self.play(LONGEST)
        assert self.state.stage == "finished"
        assert self.journal.stream.closed
        assert self.state == self.watched.state == self.journal.replay().game
        stored = msgspec.json.decode(msgspec.json.encode(self.state), type=Match)
        assert stored == self.state
        for seat in (*self.state.order, WATCHER, None):
            assert canonical(view(stored, seat)) == canonical(view(self.state, seat))
        report = audit_export(decider, self.journal.lines())
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)


WholeMatch.TestCase.settings = effort(
    max_examples=sampled(2, of=8),
    stateful_step_count=10,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
TestWholeMatches = pytest.mark.rule("TC-DECK-13", "TC-READ-09", "TC-READ-12", "TC-GEN-05")(
    pytest.mark.filterwarnings("ignore")(WholeMatch.TestCase)
)
