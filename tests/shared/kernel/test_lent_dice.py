"""Lent dice: each public die of a campaign is a roll of its dice table, and no roll is used twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.game import table
from services.dice.notation.notation import Notation
from shared.kernel.audit import Table
from shared.kernel.refusals import LentToEnough, NoTableForDice, StreamIsOver
from shared.kernel.stream import (
    MOST_BORROWERS,
    DiceLent,
    DiceWanted,
    LendDice,
    Lending,
    Luck,
    check_table,
)
from tests.support.kept_toy import CUP, Cups, Draw, Pass, Values, fail
from tests.support.lending_toy import DiceTable, LuckyCup, audit_cup

TWO = Draw(times=2)
HIDDEN = Draw(seats=("gm",))


def last_draws(cup: LuckyCup) -> list[dict[str, Any]]:
    """Return the draws of the last commit, with placeholders for hidden draws."""
    draws: list[dict[str, Any]] = json.loads(cup.records[-1].public)["draws"]
    return draws


def rolls_named(cup: LuckyCup) -> list[int]:
    """Return the numbers of the table's rolls that the last commit names."""
    return [draw["of"]["k"] for draw in last_draws(cup) if draw.get("source") == "lent"]


def lent(at: DiceTable) -> list[tuple[str, int, Values]]:
    """Return the stream, version and faces of each roll that a table made for other streams."""
    events = [event for event in at.events if isinstance(event, DiceLent)]
    return [(event.stream, event.version, roll.faces) for event in events for roll in event.rolls]


@pytest.mark.rule("AR-LUCK-02")
def test_open_dice_are_rolled_on_the_table() -> None:
    """The table's log names the stream and its version; the stream's log names the rolls. Both can be replayed."""
    at = DiceTable()
    cup = LuckyCup(at)
    begun = cup.stream.version
    cup.draw(TWO)

    assert [(one, version) for one, version, _ in lent(at)] == [(cup.stream.id, begun)] * 2
    assert [draw["faces"] for draw in last_draws(cup)] == [list(faces) for _, _, faces in lent(at)]
    assert [(draw["source"], draw["of"]["k"]) for draw in last_draws(cup)] == [("lent", 0), ("lent", 1)]
    assert cup.stream.luck == Luck(table=at.stream.id, next=2)
    assert (cup.replay(), at.replay()) == (cup.stream, at.stream)


@pytest.mark.rule("AR-LUCK-02")
def test_hidden_dice_and_orders_stay_with_the_streams_own_seed() -> None:
    """Hidden dice and shuffles come from the stream's own seed, so that nobody at the table sees them."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.draw(HIDDEN, "gm")
    cup.draw(Draw(shuffle=True, dice=4))
    assert lent(at) == []
    assert last_draws(cup)[0]["source"] == "seed"


@pytest.mark.rule("AR-LUCK-03")
def test_an_unused_roll_is_used_for_the_next_equal_dice() -> None:
    """If the server stops after the table has rolled, the next command with the same dice gets the rolled faces."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.lend(TWO)
    waiting = [faces for _, _, faces in lent(at)]
    cup.send(Pass(), "bob")
    cup.draw(Draw(sides=20), "bob")
    assert rolls_named(cup) == [2]
    assert (cup.stream.luck and cup.stream.luck.unused) == (0, 1)

    assert cup.draw(seat="bob") == waiting[0]
    cup.draw(TWO)
    assert rolls_named(cup) == [1, 3]
    assert [tuple(draw["faces"]) for draw in last_draws(cup)] == [waiting[1], lent(at)[3][2]]
    assert cup.stream.luck == Luck(table=at.stream.id, next=4)
    assert cup.replay() == cup.stream


@pytest.mark.rule("AR-LUCK-03")
def test_a_repeat_of_the_command_finds_the_rolls() -> None:
    """If the server restarts after the table has rolled for a command, a retry of the command gets the rolled faces."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.lend(TWO)
    count = len(at.records)
    cup.draw(TWO)
    assert [tuple(draw["faces"]) for draw in last_draws(cup)] == [faces for _, _, faces in lent(at)]
    assert len(at.records) == count


@pytest.mark.rule("AR-LUCK-02")
def test_two_streams_share_a_table() -> None:
    """Each stream has its own roll numbers, and uses no rolls of the other stream. The table also rolls for itself."""
    at = DiceTable()
    one, two = LuckyCup(at), LuckyCup(at, name="two")
    one.draw()
    two.lend(Draw())
    at.send(Roll(rolls=(RollAsk(what=Notation(text="1d6")),)), "ann")
    one.draw(TWO)
    assert rolls_named(one) == [1, 2]
    assert two.draw() == lent(at)[1][2]
    assert rolls_named(two) == [0]
    assert at.replay() == at.stream


@pytest.mark.rule("AR-LUCK-03")
def test_the_table_forgets_used_rolls() -> None:
    """For each stream, the table stores only the rolls of its last commit and the unused rolls."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.lend(Draw(sides=20))
    for _ in range(10):
        cup.draw()
    assert [roll.number for roll in at.rolls_for(cup.stream.id)] == [0, 10]
    assert at.stream.lent[cup.stream.id].count == 11


@pytest.mark.rule("AR-LUCK-03")
def test_an_undo_keeps_lent_dice() -> None:
    """After an undo, lent dice are used again as kept draws, and the table does not roll again."""
    at = DiceTable()
    cup = LuckyCup(at)
    start = cup.stream.version
    faces = cup.draw()
    cup.draw(Draw(sides=20))
    cup.back(start)
    count = len(at.records)
    assert cup.draw() == faces
    assert (last_draws(cup)[0]["source"], len(at.records)) == ("kept", count)
    cup.draw()
    assert rolls_named(cup) == [2]
    assert cup.replay() == cup.stream
    report = close_both(cup, at)
    assert report.proven, report


@pytest.mark.rule("AR-LUCK-03")
def test_void_dice_are_used() -> None:
    """If a command fails after the table has rolled, its dice are void, and no later command uses them."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.lend(Draw(fails=True))
    fail(cup, Draw(fails=True), "ann")
    assert rolls_named(cup) == [0]
    cup.draw()
    assert rolls_named(cup) == [1]
    assert cup.replay() == cup.stream
    assert close_both(cup, at).proven


def close_both(cup: LuckyCup, at: DiceTable) -> Any:  # noqa: ANN401 a report
    """Close both streams, and audit the campaign with its table's log."""
    cup.close()
    at.close()
    return audit_cup(cup, at=Table(lines=at.lines()))


# ---------------------------------------------------------------- the audit


@pytest.mark.rule("AR-LUCK-04")
def test_one_audit_proves_both() -> None:
    """An audit proves the dice with the table's log. Without it, or with another log, it names what is missing."""
    at, other = DiceTable(), DiceTable(seed=7)
    cup = LuckyCup(at)
    cup.draw(TWO)
    cup.draw(HIDDEN, "gm")
    running = audit_cup(cup, at=Table(lines=at.lines()))
    assert running.luck is not None
    assert (running.luck.verdict, running.luck.shown, running.luck.unshown) == ("not shown", 0, 2)
    assert "wait for its seed" in running.luck.note
    assert running.draws.note == "1 draw waits for its seed or is closed to this reader"

    report = close_both(cup, at)
    assert report.proven
    assert (report.luck.verdict, report.luck.shown, report.draws.shown) == ("same", 2, 1)
    alone = audit_cup(cup)
    assert (alone.proven, alone.honest) == (False, True)
    assert alone.luck is not None
    assert alone.luck.note == f"this needs the log of {at.stream.id}"
    wrong = audit_cup(cup, at=Table(lines=cup.lines()))
    assert wrong.luck is not None
    assert wrong.luck.note == f"this needs the log of {at.stream.id}, and got that of {cup.stream.id}"
    other.close()
    forged = audit_cup(cup, at=Table(lines=other.lines()))
    assert forged.failure is not None
    assert (forged.failure.level, forged.luck and forged.luck.verdict) == (5, "differs")


@pytest.mark.rule("AR-LUCK-04")
def test_an_audit_counts_unused_rolls_of_a_table() -> None:
    """An audit counts the table's rolls that no command has used, and does not report them as an error."""
    at = DiceTable()
    cup = LuckyCup(at)
    cup.lend(Draw(sides=20))
    cup.draw()
    report = close_both(cup, at)
    assert report.proven
    assert report.luck.note == f"1 roll is that of {at.stream.id}; 1 of its rolls for this stream is not used"
    assert report.says == "Everything was checked, on all four levels, and nothing is wrong."


# ---------------------------------------------------------------- who lends


def lends(stream: str, dice: Sequence[DiceWanted] = (DiceWanted(purpose="luck", sides=6, count=1),)) -> LendDice:
    """Return the command that makes a table roll for a stream."""
    return LendDice(stream=stream, version=1, dice=tuple(dice))


@pytest.mark.rule("AR-LUCK-01")
def test_only_an_open_dice_table_of_the_same_app_lends_dice() -> None:
    """Only an open dice table that belongs to the same app and forbids undo lends dice; other streams do not."""
    at = DiceTable()
    assert check_table(table, at.stream, tenant="tenant")
    assert not check_table(table, at.stream, tenant="another")
    assert not check_table(CUP, at.stream, tenant="tenant")
    assert not check_table(table, DiceTable(undo="by consent").stream, tenant="tenant")
    at.close()
    assert not check_table(table, at.stream, tenant="tenant")


@pytest.mark.rule("AR-LUCK-01")
def test_no_other_stream_rolls_for_another() -> None:
    """A table that allows undo, a stream of another game, and a closed table refuse to roll for other streams."""
    at, loose = DiceTable(), DiceTable(undo="by consent")
    cup = LuckyCup(at)
    for journal in (loose, cup):
        with pytest.raises(NoTableForDice):
            journal.send(lends("toy.lucky:x"), "clock")
    at.close()
    with pytest.raises(StreamIsOver):
        at.send(lends("toy.lucky:x"), "clock")


@pytest.mark.rule("AR-LUCK-01")
def test_a_table_lends_to_a_limited_number_of_streams() -> None:
    """A table lends dice to a limited number of streams, but any number of times to each of them."""
    at = DiceTable()
    for number in range(MOST_BORROWERS):
        at.send(lends(f"toy.lucky:{number}"), "clock")
    with pytest.raises(LentToEnough):
        at.send(lends("toy.lucky:more"), "clock")
    at.send(lends("toy.lucky:0"), "clock")
    assert at.stream.lent["toy.lucky:0"].count == 2
    assert isinstance(at.stream.lent["toy.lucky:1"], Lending)


@pytest.mark.rule("AR-LUCK-02")
def test_a_stream_without_a_table_draws_from_its_own_seed() -> None:
    """A stream without a table draws from its own seed, and its opening has no additional field."""
    cups = Cups()
    cups.draw()
    opened, drawn = (json.loads(record.public) for record in cups.records)
    assert "luck" not in opened["events"][0]
    assert (drawn["draws"][0]["source"], cups.stream.luck) == ("seed", None)
