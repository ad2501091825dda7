"""Functions that roll dice without a table."""

from __future__ import annotations

from typing import Any, Final, cast

from services.dice.chapters.rolls import PURPOSES
from services.dice.game import table
from services.dice.notation.dialects import Dialect
from services.dice.notation.evaluator import evaluator_of
from services.dice.notation.expression import Expression
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.state import Outcome, TableState, What
from shared.kernel.chance import Chance, FirstDraw, ProbeTape
from shared.kernel.context import Intent
from shared.kernel.legal import Legal
from shared.kernel.legal import legal as kernel_legal
from shared.kernel.messages import Command, Role
from shared.kernel.odds.report import Odds, VectorOdds
from shared.kernel.pools.task_sides import Face, TaskDie, Way
from shared.kernel.stream import Stream
from shared.kernel.stream.state import SeatState

BLANK: Final[Face] = ()
ONE: Final = (Way(successes=1),)
TWO: Final = (Way(successes=2),)
HARM: Final = (Way(harm=1),)
HURT: Final = (Way(hurt=1),)
EITHER: Final = (Way(successes=1), Way(sees=1))


def throw(what: What, chance: Chance) -> Outcome:
    """Roll anything that needs only faces and no table."""
    outcome: Outcome = what.throw(chance, PURPOSES.get(type(what), "pool"))
    return outcome


def throw_notation(text: str, chance: Chance, dialect: Dialect | None = None) -> NotationOutcome:
    """Parse a notation and roll it."""
    return Notation(text=text, dialect=dialect).throw(chance, "dice")


def evaluate(expression: Expression, chance: Chance) -> NotationOutcome:
    """Roll an expression once."""
    return evaluator_of(expression)(chance, "dice", None)


def cost_of(what: What) -> int:
    """Return the estimated cost of a notation's odds."""
    return what.planned_odds().cost if isinstance(what, Notation) else what.odds_cost()


def foretold(command: Command, state: TableState) -> Odds | VectorOdds | None:
    """Return the odds that a dry run of this command shows to the game master."""
    intent = Intent(id="odds", seat="gm", role="gm", at=0, by="seat:gm@0", command=command)
    try:
        table.decide(intent, state, ProbeTape())
    except FirstDraw as draw:
        return None if draw.pool is None else cast("Odds | VectorOdds", draw.pool.odds())
    return None


def legal(state: TableState, seat: str, role: Role) -> Legal:
    """Return a seat's legal list."""
    seats = {name: SeatState(known) for name, known in {**state.roles, seat: role}.items()}
    return kernel_legal(table, Stream(id="dice.table:a", game=state, seats=seats, opened=True), seat, role)


def die(*faces: Face, **more: Any) -> TaskDie:  # noqa: ANN401 fields of a die
    """Return a die with these faces; the remaining faces are blank."""
    return TaskDie(faces=(*faces, *[BLANK] * (6 - len(faces))), **more)


def other(face: Face, **more: Any) -> TaskDie:  # noqa: ANN401 fields of a die
    """Return a die that belongs to another side and always shows this face."""
    return TaskDie(faces=(face,) * 6, own=False, **more)
