"""Players: whoever a part speaks of in the singular is one player, and a devour is of somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import Devour, Discard, GainControl, May, Part, WinGame
from services.tcg.cards.walk import Scope

SEVERAL: Final = ("each_opponent", "any")
MINE: Final = ("you", "owner", "controller", "any")


def players(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check whom a step is about. Rule: TC-KEY-14, TC-RUL-045, TC-RUL-144."""
    match part:
        case May() | GainControl() | WinGame() if part.who in SEVERAL:
            yield scope.fault(f"{path}.who", "only one player can do this", "TC-RUL-045", "TC-RUL-144")
        case Devour() if part.from_ in MINE:
            yield scope.fault(f"{path}.from", "only an opponent's spirit deck is devoured", "TC-KEY-14")
        case Discard() if part.by == "opponent" and part.who in ("opponent", "each_opponent"):
            reason = "an opponent's hand is picked from by that opponent (controller) or by you"
            yield scope.fault(f"{path}.by", reason, "TC-RUL-039", "TC-RUL-144")
        case _:
            pass
