"""The table that most dice tests start from, and its rolls."""

from __future__ import annotations

from msgspec import UNSET

from services.dice.chapters.rolls import DiceRolled, Roll, RollAsk
from services.dice.chapters.table import TableOpened
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome, ThrownDice
from services.dice.state import Rolled, TableState, What
from shared.kernel.messages import Secret
from shared.kernel.pools.symbols import SymbolDie
from shared.kernel.stream import SeatOpened, StreamOpened
from tests.support.spec import Spec

SEATS = (SeatOpened(seat="gm", role="gm"), SeatOpened(seat="ann", role="player"), SeatOpened(seat="bob", role="player"))
D20 = Notation(text="1d20")
COIN = SymbolDie(name="coin", faces=(("heads",), ("tails",)))


def table_opened(event: TableOpened | None = None, *, form: int = table.storage.form) -> Spec[TableState]:
    """Return a table with a game master and two players, by default under the current version of the rules."""
    stream = StreamOpened(kind=table.name, tenant="tenant", form=form or UNSET)
    return Spec(table).given(stream, *SEATS, event or TableOpened(title="Friday"))


def roll(*throws: What, secret: bool = False) -> Roll:
    """Return the command that makes these rolls."""
    return Roll(rolls=tuple(RollAsk(what=what) for what in throws), secret=secret)


def showing(face: int, text: str = "1d20") -> NotationOutcome:
    """Return the outcome of one die."""
    return NotationOutcome(total=face, dice=(ThrownDice(text=text, faces=(face,), total=face),))


def public_roll(face: int, number: int = 1, who: str = "ann") -> DiceRolled:
    """Return an event that records a public roll of one die."""
    return DiceRolled(rolls=(Rolled(number=number, who=who, what=D20),), outcomes=(showing(face),))


def secret_roll(face: int, number: int = 1, who: str = "ann") -> DiceRolled:
    """Return an event that records a secret roll of one die."""
    audience = tuple(sorted({who, "gm"}))
    return DiceRolled(
        rolls=(Rolled(number=number, who=who, what=D20),), outcomes=Secret(audience=audience, value=(showing(face),))
    )
