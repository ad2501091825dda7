"""Odds of the outcomes of commands that rolled dice, in the logs of every game.

These odds equal those counted over all combinations of faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from msgspec import Struct

from shared.kernel.audit import lines_of
from shared.kernel.audit.lines import read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.branching import BranchingTape, RereadTape
from shared.kernel.chance import AnyPool, RecordedDraw
from shared.kernel.chances import Question
from shared.kernel.context import Intent
from shared.kernel.decided import decisions_of, intent_of
from shared.kernel.messages import Audience
from shared.kernel.refusals import RollHidden, TooManyWays
from shared.kernel.replay import LogReader, open_draws
from shared.kernel.stream import Memory, Stream

from .fixture import Fixture, fixture_of, games_under_test

T = TypeVar("T")

MOST: Final = 220
"""The maximum number of branches that a test follows. 6 * 6 * 6 is below it."""
EACH: Final = 3
"""The number of commands of each type that the test uses from each log."""


class Rolled(Struct, frozen=True):
    """A command that rolled dice: the stream before it, its intent, and its draws."""

    stream: Stream[Any]
    intent: Intent
    taken: tuple[RecordedDraw, ...]

    @property
    def kind(self) -> type:
        """Return the type of the command that rolled the dice."""
        return type(self.intent.command)


class EachFace(BranchingTape):
    """A tape that branches for each combination of faces, even for combinations that a pool treats as equal."""

    def draw(self, pool: AnyPool[T], purpose: str, *, audience: Audience | None = None) -> T:
        """Roll each die of a pool in its own branch."""
        outcome = pool.throw(self, purpose, audience)
        self.read.append((purpose, outcome))
        return outcome


def rolled_in(fixture: Fixture, log: Path) -> Iterator[Rolled]:
    """Yield commands of a log that rolled dice, at most `EACH` of each type."""
    reader = LogReader(fixture.game)
    entries = read_chain(lines_of(log.read_bytes()), Findings())
    stream: Stream[Any] = Stream(id=entries[0].record.stream, game=fixture.game.initial)
    memory, seen = Memory[Any](), list[type]()
    for decision in decisions_of(entries, attrgetter("goes_on")):
        entry = decision[0]
        taken, _ = open_draws(entry.record.draws, entry.opened)
        if taken:
            rolled = Rolled(stream, intent_of(reader, entry.record.intent, entry.opened, taken), taken)
            if rolled.intent.faces is None and seen.count(rolled.kind) < EACH:
                seen.append(rolled.kind)
                yield rolled
        for one in decision:
            stream = reader.fold_commit(stream, reader.commit(one.public, one.opened), memory)
        memory.note_after(stream)


def logs() -> list[Any]:
    """Return the recorded streams of all games, as test parameters."""
    return [
        pytest.param(service, log, id=f"{service}-{log.stem}")
        for service in games_under_test()
        for log in sorted(fixture_of(service).golden.glob("*.ndjson"))
    ]


@pytest.mark.rule("AR-ODDS-04", "AR-ODDS-05")
@pytest.mark.parametrize(("service", "log"), logs())
def test_odds_are_those_of_every_combination_of_faces(service: str, log: Path) -> None:
    """The outcomes found for a recorded command include the recorded outcome.

    A count over all combinations of faces finds the same outcomes with the same odds.
    """
    game = fixture_of(service).game
    for rolled in rolled_in(fixture_of(service), log):
        question = Question(game, rolled.stream, rolled.intent, None)
        try:
            found = question.outcomes(most=MOST)
        except (TooManyWays, RollHidden):
            continue

        assert sum(found.values()) == 1
        assert question.decide(RereadTape(rolled.taken)) in found, rolled.kind
        with suppress(TooManyWays):
            assert question.outcomes(most=MOST, tape=EachFace) == found, rolled.kind
