"""The computer player `fighter`, in two campaigns that differ only in a creature that the game master has prepared."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from services.rpg_specialist_pool.chapters.specialists import PrepareSpecialist
from services.rpg_specialist_pool.state import Sheet as PoolSheet
from services.rpg_specialist_total.chapters.combatants import PrepareCombatant
from services.rpg_specialist_total.state.combatants import Prepared
from services.rpg_specialist_total.state.combatants import Sheet as TotalSheet
from shared.kernel.campaign.fights import SettleTie
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import tied
from shared.kernel.messages import Command, canonical
from shared.platform.queue.house import seat_of_the_house
from tests.shared.kernel.test_fighting_players import ARENAS, BY, Duel
from tests.support.sampling import sampled

SEATS: Final = ("ann", "bob")
DUELS: Final = sampled(4, of=120)


def prepares(name: str, random: Random) -> Command:
    """Return the command that prepares a random creature in secret."""
    if name == "pools":
        return PrepareSpecialist(
            sheet=PoolSheet(name=f"beast {random.randrange(100)}", speed=random.randrange(20),
                            stats={"Might": random.randrange(9)}, vitality=random.randrange(1, 60))
        )  # fmt: skip
    return PrepareCombatant(
        prepared=Prepared(
            sheet=TotalSheet(
                name=f"beast {random.randrange(100)}", speed_rating=random.randrange(9), fatigue=20,
                vitality=random.randrange(1, 60), endurance=random.randrange(60), stamina=random.randrange(60),
            ),
            luck=random.randrange(4),
        )
    )  # fmt: skip


def next_of(duel: Duel) -> tuple[Command, str] | None:
    """Return the next command of a duel and its sender.

    The game master settles ties; all other commands are the computer player's.
    """
    if ties := tied(duel.journal.state):
        return SettleTie(order=tuple(in_order(ties[0]))), "gm"
    seat = seat_of_the_house(duel.arena.game, duel.journal.stream)
    return None if seat is None else (duel.choose(seat), seat)


@pytest.mark.rule("AR-HOUSE-06", "AR-ROSTER-01")
@pytest.mark.parametrize("name", ARENAS)
def test_prepared_creatures_do_not_affect_the_computer_player(name: str) -> None:
    """In a duel, the computer player sends the same bytes for both seats, whatever the game master has prepared."""
    compared = 0
    for number in range(DUELS):
        first, second = duels = [Duel(ARENAS[name], vitality=60 + number) for _ in range(2)]
        for which, duel in enumerate(duels):
            duel.appoint(*SEATS)
            duel.journal.send(prepares(name, Random(f"{number} {which}")))
        assert canonical(first.journal.state) != canonical(second.journal.state)
        while chosen := next_of(first):
            assert canonical(chosen) == canonical(next_of(second))
            compared += chosen[1] in SEATS
            for duel in duels:
                duel.journal.send(*chosen, by=BY if chosen[1] in SEATS else None)
    assert compared > 8 * DUELS
