"""Folds of a long table, which fold only the last rolls and merely count earlier ones.

Such folds reach the same state in less time. A roll is *overtaken* when later rolls have pushed it out of the
state.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from services.dice.chapters.rolls import OVERTAKEN, Roll, RollAsk, RollsCounted
from services.dice.chapters.secrets import RevealRoll
from services.dice.chapters.table import OpenTable
from services.dice.chapters.voids import VoidRoll
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.state import RECENT, TableState
from shared.kernel.game import SeatAsk
from shared.kernel.game_parts import Overtaken
from shared.kernel.messages import Command
from shared.kernel.replay import ImpossibleHistory, LogReader
from shared.kernel.stream import DiceWanted, LendDice, RotateSeed, SendChat, Stream
from tests.bench.histories import History
from tests.support.journal import Journal
from tests.support.releases import change_game

OPENING: Final = OpenTable(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
PLAIN: Final = Roll(rolls=(RollAsk(what=Notation(text="1d20")),))
LONG: Final = 4 * RECENT


def folded_by(overtaken: Overtaken[TableState] | None) -> LogReader[TableState]:
    """Return a log reader for dice tables with this rule for overtaken rolls; None means that there is no rule."""
    return LogReader(change_game(table, storage=replace(table.storage, overtaken=overtaken)))


WHOLE: Final = folded_by(None)


def next_command(state: TableState, luck: Random) -> Command:
    """Return a legal random command: a roll, secret or not, a void, a reveal, or a new seed."""
    countable = [number for number in range(1, state.rolls + 1) if number not in state.voided]
    if state.secrets and luck.random() < 0.5:
        return RevealRoll(roll=luck.choice(sorted(state.secrets)))
    if countable and luck.random() < 0.1:
        return VoidRoll(roll=luck.choice(countable), reason="cocked")
    if not state.secrets and luck.random() < 0.05:
        return RotateSeed()
    asks = tuple(RollAsk(what=Notation(text="2d6kh1")) for _ in range(luck.choice((1, 1, 1, 3))))
    return Roll(rolls=asks, secret=luck.random() < 0.1)


def play_table(luck: Random) -> History[TableState]:
    """Play a long table of random commands."""
    history = History(table, OPENING, ())
    for _ in range(LONG):
        history.play(next_command(history.after.game, luck))
    return history


@pytest.mark.parametrize("seed", range(6))
def test_a_long_table_folds_to_the_state_of_its_last_decision(seed: int) -> None:
    """Whether earlier rolls are counted or folded, at once or page by page, the state is that of the last decision."""
    luck = Random(seed)
    history = play_table(luck)
    assert history.after.game.rolls > 2 * RECENT
    assert history.after == history.reader.fold(history.empty, history.records)
    assert history.after == WHOLE.fold(history.empty, history.records)
    stream, left = history.empty, list(history.records)
    while left:
        size = luck.choice((1, 7, 64, 120))
        stream, left = history.reader.fold(stream, left[:size]), left[size:]
        assert stream == WHOLE.fold(history.empty, history.records[: len(history.records) - len(left)])


@pytest.mark.rule("AR-DIGEST-04", "AR-CHAT-05", "AR-LUCK-03")
@pytest.mark.parametrize("every", [3, 3 * RECENT])
def test_chat_digests_and_lent_dice_come_between_counted_rolls(every: int) -> None:
    """A fold from any state handles chat, commits without a digest, and lent rolls between counted rolls."""
    luck, journal = Random(4), Journal(table, replace(OPENING, chat="on"), digests=every)
    lent = LendDice(stream="toy.cup:one", version=1, dice=(DiceWanted(purpose="luck", sides=6, count=1),))
    lived = [journal.stream]
    while journal.state.rolls < LONG:
        command = luck.choice((PLAIN, PLAIN, PLAIN, replace(PLAIN, secret=True), SendChat(phrase="yes"), lent))
        journal.send(command, "clock" if command is lent else "ann")
        lived.append(journal.stream)
    records = [(record.public, [part.data for part in record.parts]) for record in journal.records]
    empty = Stream(id=journal.stream.id, game=table.initial)
    for place in (*range(0, len(records), 11), len(records)):
        first = journal.reader.fold(empty, records[:place])
        assert [first, journal.stream] == [
            lived[place - 1] if place else empty,
            journal.reader.fold(first, records[place:]),
        ]


def test_only_the_last_rolls_are_folded_completely() -> None:
    """The fold only counts earlier rolls, except the first one under each seed."""
    history = History(table, OPENING, [PLAIN] * LONG)
    counted = list[RollsCounted]()

    def count(state: TableState, event: RollsCounted) -> None:
        """Fold a count of rolls, and record that this happened."""
        counted.append(event)
        OVERTAKEN.fold(state, event)

    assert history.after == folded_by(replace(OVERTAKEN, fold=count)).fold(history.empty, history.records)
    assert LONG - RECENT - 1 == len(counted)


def lose(state: TableState, event: RollsCounted) -> None:
    """Ignore the counted rolls, which breaks the rule for overtaken events on purpose."""


@pytest.mark.parametrize("broken", [replace(OVERTAKEN, fold=lose), replace(OVERTAKEN, last=RECENT - 1)])
def test_a_wrong_rule_for_overtaken_rolls_is_noticed(broken: Overtaken[TableState]) -> None:
    """A fold that ignores counted rolls, or that counts one roll too many, reaches another state."""
    history = History(table, OPENING, [PLAIN] * LONG)
    assert history.after != folded_by(broken).fold(history.empty, history.records)


@pytest.mark.parametrize("place", [10, LONG - RECENT // 2])
def test_a_missing_commit_is_found_among_counted_rolls_too(place: int) -> None:
    """A fold finds a gap in the versions even among rolls that it only counts."""
    history = History(table, OPENING, [PLAIN] * LONG)
    with pytest.raises(ImpossibleHistory, match="does not follow"):
        history.reader.fold(history.empty, history.records[:place] + history.records[place + 1 :])


def test_a_short_table_is_folded_completely() -> None:
    """A fold of a short table folds every roll, and counts no roll as overtaken."""
    history = History(table, OPENING, [PLAIN] * (RECENT - 1))
    assert history.after == folded_by(replace(OVERTAKEN, fold=lose)).fold(history.empty, history.records)
