"""The dice table as the kernel sees it."""

from __future__ import annotations

from typing import Final

from services.dice.commands import COMMANDS, OpenTable, Roll
from services.dice.decide import decide
from services.dice.events import EVENTS
from services.dice.legal import legal
from services.dice.rules.batch import first_wanted
from services.dice.rules.chances import odds_of
from services.dice.state import EVOLVE, INITIAL, TableState, conceals, over
from services.dice.views import TableView, view
from shared.decider import Decider
from shared.messages import Command
from shared.odds.report import Odds, VectorOdds


def odds(command: Command, state: TableState) -> Odds | VectorOdds | None:
    """Give the exact odds of the first roll asked for.

    Refuses: TooCostly, and what rolling refuses
    """
    return odds_of(first_wanted(command, state)) if isinstance(command, Roll) else None


table: Final = Decider[TableState](
    service="dice",
    kind="table",
    opening=OpenTable,
    commands=COMMANDS,
    events=EVENTS,
    state=TableState,
    initial=INITIAL,
    decide=decide,
    evolve=EVOLVE,
    view=view,
    view_type=TableView,
    legal=legal,
    odds=odds,
    conceals=conceals,
    over=over,
)
