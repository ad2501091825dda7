"""The definition of the dice table as a game of the shared kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from services.dice.chapters import luck, odds, rolls, secrets, symbol_sets, voids
from services.dice.chapters import table as tables
from services.dice.chapters.rolls import OVERTAKEN, Roll
from services.dice.chapters.secrets import has_secrets
from services.dice.chapters.table import OnlyTheGameMaster, OnlyWatches, ends_by_itself, over
from services.dice.dealing import deal
from services.dice.notation.evaluator import ready
from services.dice.notation.notation import Notation
from services.dice.state import TableState
from services.dice.views.table import view
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import CONSENT, Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal

FOUR_DICE: Final = {"throw": "Notation", "text": "4d6kh3"}
READ_AT_ONCE: Final = 64
"""The maximum length of a notation that takes no more than about a millisecond to parse."""


def prepare(command: Command) -> Iterator[None]:
    """Parse a command's long notations in advance, one at a time.

    Errors are ignored, because the judge reports them.
    """
    for asked in command.rolls if type(command) is Roll else ():
        if type(asked.what) is Notation and len(asked.what.text) > READ_AT_ONCE:
            with suppress(Refusal):
                ready(asked.what.text, asked.what.dialect)
            yield


table: Final = Game[TableState](
    service="dice",
    kind="table",
    state=TableState,
    chapters=(tables, symbol_sets, secrets, rolls, voids, odds, luck),
    view=view,
    deciding=Deciding(wrong_role={"gm": OnlyTheGameMaster, "player": OnlyWatches}, prepare=prepare, lends_dice=True),
    secrecy=Secrecy(has_hidden_draws=has_secrets),
    timing=Timing(over=over, ends_by_itself=ends_by_itself),
    storage=Storage(form=1, mutable_copy=TableState.mutable_copy, overtaken=OVERTAKEN),
    undoing=Undoing(settings=CONSENT, only_grow=("rolls",)),
    forking=Forking(deal=deal),
    documentation=Documentation(
        about="Dice tables: rolls of any kind, each provable.",
        openings={
            "a table for two": {"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}]}
        },
        examples={"a roll": {"command": {"type": "Roll", "rolls": [{"what": FOUR_DICE, "purpose": "strength"}]}}},
    ),
)
