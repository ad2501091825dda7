"""A table to which anything is sent: whatever happens, it is what its log says, and nothing is lost."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from services.dice.commands import (
    Closing,
    DefineDice,
    ForgetDice,
    OpenTable,
    RevealRoll,
    Roll,
    RollAsk,
    VoidRoll,
)
from services.dice.events import DiceRolled, RollRevealed, RollVoided
from services.dice.game import table
from services.dice.state import RECENT
from services.dice.throws import Notation
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Event, Role, Secret
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool
from shared.kernel.record import write
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.replay import Reader
from shared.kernel.stream import Settled, Stream, settle
from tests.dice.tapes import RandomTape

SEATS: dict[str, Role] = {"gm": "gm", "ann": "player", "bob": "player", "eve": "spectator"}
COIN = SymbolDie(name="coin", faces=(("heads",), ("tails",)))
KEY = b"k" * 32
LIMIT = 40

throws = st.sampled_from(
    [
        Notation(text="1d20+5"),
        Notation(text="4d6!kh3"),
        Notation(text="not dice"),
        Notation(text="7/2"),
        PositionPool(dice=2),
        LuckPool(dice=3, luck=1),
        FlipTotal(dice=2, luck=1, percentile=True),
        SymbolPool(dice=(SymbolDice(die="coin", count=2),), set="coins"),
        SymbolPool(dice=(SymbolDice(die=COIN),)),
    ]
)
seats = st.sampled_from(list(SEATS))
numbers = st.integers(1, 12)


class TableMachine(RuleBasedStateMachine):
    """Commands of all kinds from all seats, most of them out of place."""

    def __init__(self) -> None:
        """Start before the table is opened."""
        super().__init__()
        self.stream: Stream[Any] = Stream(id="dice.table:a", game=table.initial, tenant="app")
        self.log: list[tuple[bytes, list[bytes | None]]] = []
        self.events: list[Event] = []
        self.source = random.Random(7)
        self.refused: list[tuple[Refusal, bool]] = []

    @initialize()
    def open(self) -> None:
        """Open with an end after some rolls."""
        asks = tuple(SeatAsk(seat=seat, role=role) for seat, role in SEATS.items())
        self.send(OpenTable(seats=asks, closes_after=Closing(rolls=LIMIT)), "gm")

    @rule(asked=st.lists(throws, min_size=1, max_size=3), who=st.none() | seats, secret=st.booleans(), seat=seats)
    def roll(self, asked: list[Any], who: str | None, seat: str, *, secret: bool) -> None:
        """Roll anything, for anyone, in secret or not."""
        self.send(Roll(rolls=tuple(RollAsk(what=what, who=who) for what in asked), secret=secret), seat)

    @rule(number=numbers, seat=seats)
    def void(self, number: int, seat: str) -> None:
        """Void a roll, made or not."""
        self.send(VoidRoll(roll=number, reason="no"), seat)

    @rule(number=numbers, seat=seats)
    def reveal(self, number: int, seat: str) -> None:
        """Tell a roll, secret or not."""
        self.send(RevealRoll(roll=number), seat)

    @rule(seat=seats)
    def define(self, seat: str) -> None:
        """Name dice."""
        self.send(DefineDice(name="coins", dice=(COIN,)), seat)

    @rule(seat=seats)
    def forget(self, seat: str) -> None:
        """Forget dice."""
        self.send(ForgetDice(name="coins"), seat)

    def send(self, command: Command, seat: str) -> None:
        """Send a command; keep what it leads to, or see that a refusal changes nothing."""
        intent = Intent(id="one", seat=seat, role=SEATS[seat], at=len(self.log), by=f"seat:{seat}@0", command=command)
        tape = RandomTape(self.source)
        tape._fresh = lambda: bytes(32)
        before = self.stream
        try:
            settled = settle(table, self.stream, intent, tape)
        except Refusal as refusal:
            self.refused.append((refusal, before.closed))
            return
        assert not before.closed
        self.keep(intent, settled)

    def keep(self, intent: Intent, settled: Settled[Any]) -> None:
        """Write the record of a commit."""
        record = write(
            stream=self.stream.id, version=settled.after.version, intent=intent, hidden=settled.hidden, ruleset="r",
            taken=settled.taken, events=settled.events, key=KEY,
        )  # fmt: skip
        self.log.append((record.public, [part.data for part in record.parts]))
        self.events += settled.events
        self.stream = settled.after

    @invariant()
    def it_is_what_its_log_says(self) -> None:
        """Replay gives the same state."""
        empty: Stream[Any] = Stream(id="dice.table:a", game=table.initial, tenant="app")
        assert Reader(table).fold(empty, self.log) == self.stream

    @invariant()
    def nothing_follows_the_end(self) -> None:
        """Whatever is sent to a closed table is refused for being so."""
        assert all(isinstance(refusal, StreamIsOver) for refusal, closed in self.refused if closed)

    @invariant()
    def rolls_are_numbered_without_a_gap(self) -> None:
        """From 1 on, and none is ever lost."""
        made = [rolled.number for event in self.events if isinstance(event, DiceRolled) for rolled in event.rolls]
        assert made == list(range(1, self.stream.game.rolls + 1))

    @invariant()
    def voided_rolls_stay(self) -> None:
        """In the view, with their reason."""
        voided = {event.roll for event in self.events if isinstance(event, RollVoided)}
        assert set(self.stream.game.voided) == voided
        seen = {roll.number for roll in table.view(self.stream.game, "bob").recent if roll.void}
        assert seen == {number for number in voided if number > self.stream.game.rolls - RECENT}

    @invariant()
    def secrets_are_kept_until_they_are_told(self) -> None:
        """From everyone who may not read them, and from the public record for ever."""
        game = self.stream.game
        told = {event.roll for event in self.events if isinstance(event, RollRevealed)}
        made = [event for event in self.events if isinstance(event, DiceRolled) and isinstance(event.outcomes, Secret)]
        secret = {rolled.number for event in made for rolled in event.rolls}
        assert set(game.secrets) == secret - told
        assert table.has_hidden_draws(game) == bool(secret - told)
        for seen in table.view(game, "outsider").recent:
            assert (seen.outcome is None) == (seen.number in game.secrets)

    @invariant()
    @precondition(lambda self: self.stream.opened)
    def it_ends_with_the_batch_that_reaches_the_limit(self) -> None:
        """And not before."""
        assert self.stream.closed == (self.stream.game.rolls >= LIMIT)

    @invariant()
    def every_event_survives_its_storage_form(self) -> None:
        """The last of them, at least."""
        for event in self.events[-3:]:
            assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


TestTable = pytest.mark.rule("DI-ROLL-01", "DI-VOID-01", "DI-SECRET-01", "DI-TABLE-06")(TableMachine.TestCase)
TestTable.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)
