"""The sessions of the dice service's golden logs. `make bless LOG=…` records one of them again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.chapters.secrets import RevealRoll
from services.dice.chapters.symbol_sets import DefineDice, ForgetDice
from services.dice.chapters.table import OpenTable
from services.dice.chapters.voids import VoidRoll
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.state import TableState, What
from shared.kernel.game import SeatAsk
from shared.kernel.pools.character import CharacterDice, IconDie
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool
from shared.kernel.pools.task_sides import TaskDie, TaskSide, Way
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.stream import (
    AddSalt,
    AgreeToUndo,
    DiceWanted,
    LendDice,
    OpenSeat,
    ProposeUndo,
    RotateSeed,
    RotateToken,
    SendChat,
)
from tests.support.journal import Journal

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
BOON: Final = SymbolDie(name="boon", faces=(("sun",), ("sun", "sun"), (), ("moon",)))
BANE: Final = SymbolDie(name="bane", faces=(("cloud",), (), ("cloud", "cloud"), ()))
BOB: Final = IconDie(name="bob", faces=(("all",), ("body",), ("sneak",), ("sneak",), ("aim",), ()))
THROWS: Final[tuple[What, ...]] = (
    Notation(text="4d6kh3 + 2 [strength]"),
    Notation(text="5d6! - 1d4"),
    Notation(text="8d10>=8f=1"),
    Notation(text="{2d6, 1d12}kh1 * 2"),
    Notation(text="3dF + 100d20dl50"),
    Notation(text="1d1000 + 1d100000"),
    SymbolPool(dice=(SymbolDice(die=BOON, count=3), SymbolDice(die=BANE, count=2)), cancels=(("sun", "cloud"),)),
    PositionPool(dice=4, position="good"),
    PositionPool(dice=0, position="bad"),
    PositionPool(dice=2, position="controlled"),
    LuckPool(dice=6, luck=2, tier="basic"),
    FlipTotal(dice=3, luck=1, modifier=-2, percentile=True),
    CharacterDice(dice=(BOB, BOB), counts=("all", "sneak"), difficulty="impossible"),
)


PIP: Final = (Way(successes=1),)
BONE: Final = TaskDie(faces=(PIP, PIP, (Way(successes=2), Way(sees=1)), (Way(successes=1, eases=1),), (), ()), caps=2)
ARMOR: Final = TaskDie(
    faces=((Way(encumbers=1),), (Way(encumbers=2),), (), (), (), ()), own=False, worn=True, name="leather"
)
POISON: Final = TaskDie(faces=((Way(harm=1),), (Way(harm=1),), (), (), (), ()), own=False)
WATCHER: Final = TaskDie(faces=((Way(successes=1, senses=1),), PIP, PIP, (), (), ()))
TASKS: Final[tuple[What, ...]] = (
    TaskDice(ours=TaskSide(dice=(BONE, BONE, ARMOR, POISON), cap=4, bonus=1, loss=1), challenge=6, automatic=1),
    TaskDice(
        ours=TaskSide(dice=(BONE, BONE), darkness=2, cover=1, sneaks=True), theirs=(TaskSide(dice=(WATCHER, WATCHER)),),
        tie="again",
    ),
    TaskDice(ours=TaskSide(dice=(BONE,)), number=1),
)  # fmt: skip


def a_task() -> Journal[TableState]:
    """Roll task dice against challenge dice, another side and a fixed target, in public and in secret."""
    journal = Journal(table, OpenTable(title="a task", seats=SEATS), seed=12)
    for what in TASKS:
        journal.send(Roll(rolls=(RollAsk(what=what, purpose="to see"),)), "ann")
    journal.send(Roll(rolls=(RollAsk(what=TASKS[0], who="ann"),), secret=True), "gm")
    journal.close()
    return journal


def an_evening() -> Journal[TableState]:
    """Play a whole table, with every kind of roll and two seed epochs.

    The rolls include secret and voided rolls, and dice from a real table.
    """
    journal = Journal(table, OpenTable(title="an evening", seats=SEATS), seed=11)
    journal.send(AddSalt(salt="a5" * 32), "ann")
    journal.send(AddSalt(salt="5a" * 32), "gm")
    for what in THROWS:
        journal.send(Roll(rolls=(RollAsk(what=what, purpose="to see"),)), "ann")
    journal.send(Roll(rolls=tuple(RollAsk(what=what, who="ann") for what in THROWS)), "gm")
    journal.send(DefineDice(name="omens", dice=(BOON, BANE), cancels=(("sun", "cloud"),), weights={"sun": 2}))
    omens = SymbolPool(dice=(SymbolDice(die="boon", count=2), SymbolDice(die="bane")), set="omens")
    journal.send(Roll(rolls=(RollAsk(what=omens),)), "ann")
    journal.send(ForgetDice(name="omens"))
    journal.send(Roll(rolls=(RollAsk(what=Notation(text="2d6")),)), "gm", faces=(3, 6))
    _secrets(journal)
    journal.send(RotateSeed())
    journal.send(OpenSeat(seat="bob", role="player"))
    journal.send(RotateToken(seat="ann"))
    journal.send(AddSalt(salt="c3" * 32), "bob")
    journal.send(Roll(rolls=(RollAsk(what=Notation(text="1d20+5")),)), "bob")
    journal.send(Roll(rolls=(RollAsk(what=Notation(text="1d20")),), secret=True), "bob")
    journal.close()
    return journal


def rolled_again() -> Journal[TableState]:
    """Undo a public and a secret roll by consent; roll the same dice again, then new ones; and redo."""
    journal = Journal(table, OpenTable(title="rolled again", seats=SEATS, undo="by consent"), seed=13)
    attack = Roll(rolls=(RollAsk(what=Notation(text="1d20+5"), who="ann"),))
    secret = Roll(rolls=(RollAsk(what=Notation(text="2d6"), who="ann"),), secret=True)
    start = journal.stream.version
    journal.send(attack, "ann")
    journal.send(secret, "gm")
    rolled = journal.stream.version
    _take_back(journal, start)
    journal.send(secret, "ann")
    journal.send(attack, "gm")
    journal.send(attack, "ann")
    _take_back(journal, rolled)
    journal.send(attack, "ann")
    journal.close()
    return journal


def talked_over() -> Journal[TableState]:
    """Send chat before, between and after rolls, and while an undo is proposed; some messages are phrases."""
    journal = Journal(table, OpenTable(title="talked over", seats=SEATS, undo="by consent", chat="on"), seed=14)
    attack = Roll(rolls=(RollAsk(what=Notation(text="1d20+5"), who="ann"),))
    journal.send(SendChat(phrase="hello"), "gm")
    start = journal.stream.version
    journal.send(SendChat(text="Soll ich würfeln? \U0001f3b2"), "ann")
    journal.send(attack, "ann")
    journal.send(SendChat(phrase="my-mistake"), "ann")
    journal.send(ProposeUndo(to=start), "ann")
    proposal = journal.stream.version
    journal.send(SendChat(text="No harm done."), "gm")
    journal.send(AgreeToUndo(proposal=proposal), "gm")
    journal.send(SendChat(phrase="thanks"), "ann")
    journal.send(attack, "gm")
    journal.close()
    return journal


def lent() -> Journal[TableState]:
    """Lend rolls to two campaigns between the table's own rolls, in two seed epochs; one lent roll is used late."""
    journal = Journal(table, OpenTable(title="lent", seats=SEATS), seed=15)
    attack = (DiceWanted(purpose="attack", sides=6, count=3), DiceWanted(purpose="dodge", sides=6, count=2))
    for stream, version, dice, following, unused in (
        ("rpg_boundless.campaign:keep", 9, attack, 0, ()),
        ("bones.campaign:marsh", 12, attack[:1], 0, ()),
        ("rpg_boundless.campaign:keep", 11, attack[1:], 2, (1,)),
    ):
        command = LendDice(stream=stream, version=version, dice=dice, next=following, unused=unused)
        journal.send(command, "clock", by=f"stream:{stream}")
        journal.send(Roll(rolls=(RollAsk(what=Notation(text="1d20")),)), "ann")
        journal.send(RotateSeed())
    journal.close()
    return journal


def _take_back(journal: Journal[TableState], to: int) -> None:
    """Undo as the game master, with ann's consent."""
    journal.send(ProposeUndo(to=to), "gm")
    journal.send(AgreeToUndo(proposal=journal.stream.version), "ann")


def _secrets(journal: Journal[TableState]) -> None:
    """Roll in secret, from the seed and at a real table; reveal both; void a roll."""
    journal.send(Roll(rolls=(RollAsk(what=Notation(text="3d6!")),), secret=True), "ann")
    hidden = journal.state.rolls
    journal.send(Roll(rolls=(RollAsk(what=Notation(text="1d20")),), secret=True), "gm", faces=(20,))
    journal.send(RevealRoll(roll=hidden), "ann")
    journal.send(RevealRoll(roll=hidden + 1), "gm")
    journal.send(VoidRoll(roll=1, reason="it fell off the table"), "gm")


SESSIONS: Final[Mapping[str, Callable[[], Journal[TableState]]]] = {
    "a_task": a_task, "an_evening": an_evening, "rolled_again": rolled_again,
    "talked_over": talked_over, "lent": lent,
}  # fmt: skip
