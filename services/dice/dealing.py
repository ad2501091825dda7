"""Deal a dice table again for a seat's fork: roll the secret rolls anew that the seat may not read."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from services.dice.chapters.rolls import PURPOSES, as_read
from services.dice.state import Kept, Outcome, TableState
from shared.kernel.chance import AnyPool, DrawPlace, Tape
from shared.kernel.game_parts import Below, Redealt
from shared.kernel.messages import Seat, may_read


class NewDice(Tape):
    """A tape whose faces come from a source of random numbers, without a place in a log."""

    def __init__(self, below: Below) -> None:
        """Start with a source of random numbers."""
        super().__init__()
        self._below = below

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:  # noqa: ARG002 as `Tape` has it
        return tuple(1 + self._below(sides) for _ in range(count))

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:  # noqa: ARG002 as `Tape` has it
        left = list(range(size))
        return tuple(left.pop(self._below(len(left))) for _ in range(size))


def deal(state: TableState, seat: Seat, below: Below) -> Redealt[TableState]:
    """Return a table dealt again for a seat: every secret roll that it may not read is rolled again with the same dice.

    Rule:    AR-FORK-12
    """
    tape, anew = NewDice(below), dict[int, Outcome]()
    for number in sorted(state.secrets):
        kept = state.secrets[number]
        if not may_read(kept.audience or (), seat):
            what: AnyPool[Outcome] = as_read(kept.rolled.what, state)
            anew[number] = tape.draw(what, PURPOSES.get(type(what), "pool"))
    secrets = {number: _rolled_again(kept, anew) for number, kept in state.secrets.items()}
    recent = [_rolled_again(kept, anew) for kept in state.recent]
    return Redealt(state=replace(state, secrets=secrets, recent=recent))


def _rolled_again(kept: Kept, anew: Mapping[int, Outcome]) -> Kept:
    found = anew.get(kept.rolled.number)
    return kept if found is None else replace(kept, outcome=found)
