"""The dice table as the kernel sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from services.dice.chapters import luck, odds, rolls, secrets, symbol_sets, voids
from services.dice.chapters import table as tables
from services.dice.chapters.rolls import Roll
from services.dice.chapters.secrets import has_secrets
from services.dice.chapters.table import OnlyTheGameMaster, OnlyWatches, over
from services.dice.notation.evaluator import ready
from services.dice.notation.notation import Notation
from services.dice.state import TableState
from services.dice.views.table import view
from shared.kernel.game import Game
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal

FOUR_DICE: Final = {"throw": "Notation", "text": "4d6kh3"}
READ_AT_ONCE: Final = 64
"""Characters of a notation that take about a millisecond to read."""


def prepare(command: Command) -> Iterator[None]:
    """Read the long notations of a roll one by one; what is wrong with one is said when the roll is decided."""
    for asked in command.rolls if isinstance(command, Roll) else ():
        if isinstance(asked.what, Notation) and len(asked.what.text) > READ_AT_ONCE:
            with suppress(Refusal):
                ready(asked.what.text, asked.what.dialect)
            yield


table: Final = Game[TableState](
    service="dice",
    kind="table",
    state=TableState,
    chapters=(tables, symbol_sets, secrets, rolls, voids, odds, luck),
    view=view,
    wrong_role={"gm": OnlyTheGameMaster, "player": OnlyWatches},
    over=over,
    has_hidden_draws=has_secrets,
    prepare=prepare,
    mutable_copy=TableState.mutable_copy,
    form=1,
    about="Dice tables: rolls of any kind, each provable.",
    openings={"a table for two": {"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}]}},
    examples={"a roll": {"command": {"type": "Roll", "rolls": [{"what": FOUR_DICE, "purpose": "strength"}]}}},
)
