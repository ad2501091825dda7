"""The dice table as the kernel sees it."""

from __future__ import annotations

from typing import Final

from services.dice.commands import COMMANDS, OpenTable
from services.dice.decide import decide
from services.dice.events import EVENTS
from services.dice.legal import legal
from services.dice.state import EVOLVE, INITIAL, TableState, conceals, over
from services.dice.views import TableView, view
from shared.decider import Decider

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
    conceals=conceals,
    over=over,
)
