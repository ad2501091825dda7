"""The dice table as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from services.dice.commands import COMMANDS, OpenTable, Roll
from services.dice.decide import decide
from services.dice.events import EVENTS
from services.dice.legal import legal
from services.dice.rules.batch import first_wanted
from services.dice.rules.chances import cost_soon, odds_of
from services.dice.rules.evaluate import ready
from services.dice.state import EVOLVE, INITIAL, TableState, conceals, over
from services.dice.throws import Notation
from services.dice.views import TableView, view
from shared.kernel.first_form import Decider
from shared.kernel.messages import Command
from shared.kernel.odds.report import Odds, VectorOdds
from shared.kernel.refusals import Refusal

FOUR_DICE: Final = {"throw": "Notation", "text": "4d6kh3"}
READ_AT_ONCE: Final = 64
"""Characters of a notation that take about a millisecond to read."""


def odds(command: Command, state: TableState) -> Odds | VectorOdds | None:
    """Give the exact odds of the first roll asked for.

    Refuses: TooCostly, and what rolling refuses
    """
    return odds_of(first_wanted(command, state)) if isinstance(command, Roll) else None


def odds_cost(command: Command, state: TableState) -> int:
    """Return the steps that the odds of the first roll would take, at least; nothing is worked out.

    Refuses: what rolling refuses
    """
    return cost_soon(first_wanted(command, state)) if isinstance(command, Roll) else 0


def prepare(command: Command) -> Iterator[None]:
    """Read the long notations of a roll one by one; what is wrong with one is told when the roll is decided."""
    for asked in command.rolls if isinstance(command, Roll) else ():
        if isinstance(asked.what, Notation) and len(asked.what.text) > READ_AT_ONCE:
            with suppress(Refusal):
                ready(asked.what.text, asked.what.dialect)
            yield


table: Final = Decider[TableState](
    service="dice",
    kind="table",
    opening=OpenTable,
    commands=COMMANDS,
    events=EVENTS,
    state=TableState,
    initial=INITIAL,
    decides=decide,
    folds=EVOLVE,
    view=view,
    view_type=TableView,
    legal=legal,
    odds=odds,
    odds_cost=odds_cost,
    prepare=prepare,
    has_hidden_draws=conceals,
    over=over,
    plural="tables",
    about="Dice tables: rolls of any kind, each provable.",
    openings={"a table for two": {"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}]}},
    examples={"a roll": {"command": {"type": "Roll", "rolls": [{"what": FOUR_DICE, "purpose": "strength"}]}}},
)
