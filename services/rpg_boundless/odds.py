"""How likely a command is to succeed, exactly: worked out from the dice its first draws would have."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import cast

from msgspec import Struct

from services.rpg_boundless.commands import scenes
from services.rpg_boundless.decide import decide
from services.rpg_boundless.rules.dice import SIDES, ZERO, chance_of_a_hit
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.words import RolledPosition
from shared.kernel.chance import DrawPlace, Tape
from shared.kernel.context import Intent
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal

ATTEMPT = "experience attempt over"
SIDE = "first side"
SCOUTED = 2


class Odds(Struct, frozen=True, kw_only=True):
    """The dice that would be rolled, and the exact chance of success: what that is stands in `success`."""

    dice: int
    position: str
    success: str
    chance: str
    approximately: float


class Enough(Exception):
    """The scout has seen the draws that odds hang on."""


class Scout(Tape):
    """A tape that shows nothing of luck: all sixes, then all ones, and no more; it notes what was asked."""

    def __init__(self) -> None:
        """Start with nothing noted."""
        super().__init__()
        self.noted: list[tuple[str, int]] = []

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        if len(self.noted) == SCOUTED:
            raise Enough
        self.noted.append((place.purpose, count))
        return (sides if len(self.noted) == 1 else 1,) * count

    def _order(self, place: DrawPlace, size: int) -> tuple[int, ...]:
        return self._faces(place, size, size)


def odds(command: Command, state: CampaignState) -> Odds | None:
    """Give the odds of a command, or None where no success hangs on its dice.

    Rule: FB-POS-08
    """
    tape = Scout()
    intent = Intent(id="odds", seat="gm", role="gm", at=0, by="seat:gm@0", command=command)
    try:
        decide(intent, state, tape)
    except Enough:
        pass
    except Refusal:
        return None
    if not tape.noted:
        return None
    what, _, where = tape.noted[0][0].rpartition(" ")
    if what == ATTEMPT:
        return _told(1, "plain", "the score rises", Fraction(max(SIDES - int(where), 0), SIDES))
    if what.removesuffix(" at") == what:
        return None
    return _of_hits(command, state, what.removesuffix(" at"), tape.noted)


def _of_hits(command: Command, state: CampaignState, what: str, noted: list[tuple[str, int]]) -> Odds:
    dice, position = _pool(noted[0])
    hit = chance_of_a_hit(dice, position)
    if isinstance(command, scenes.RollPool):
        empties = state.pools[command.pool].limit >= dice
        return _told(dice, position, "the Pool empties", 1 - hit if empties else Fraction(0))
    if what == SIDE:
        return _told(dice, position, "the first side has more Hits", _ahead((dice, position), _pool(noted[1])))
    return _told(dice, position, "at least 1 Hit", hit)


def _pool(noted: tuple[str, int]) -> tuple[int, RolledPosition]:
    """Read the dice and the Position of a draw from its purpose."""
    position = noted[0].rpartition(" ")[2]
    return (0, "standard") if position == ZERO else (noted[1], cast("RolledPosition", position))


def _spread(dice: int, position: RolledPosition) -> list[Fraction]:
    """Give the chance of each number of Hits."""
    count = max(dice, 1)
    hit = chance_of_a_hit(dice, position) if dice <= 1 else chance_of_a_hit(1, position)
    return [comb(count, hits) * hit**hits * (1 - hit) ** (count - hits) for hits in range(count + 1)]


def _ahead(first: tuple[int, RolledPosition], second: tuple[int, RolledPosition]) -> Fraction:
    theirs = _spread(*second)
    return sum((chance * sum(theirs[:hits]) for hits, chance in enumerate(_spread(*first))), Fraction(0))


def _told(dice: int, position: str, success: str, chance: Fraction) -> Odds:
    return Odds(dice=dice, position=position, success=success, chance=str(chance), approximately=float(chance))
