"""A session in which a prohibitive spell hits a conscious combatant and an unconscious one."""

from __future__ import annotations

from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.damage import RollDamage
from services.rpg_specialist_total.chapters.spells import CastProhibitive
from services.rpg_specialist_total.chapters.states import LoseFatigue
from shared.kernel.campaign.keeping import in_order
from tests.rpg_specialist_total.play import settings
from tests.rpg_specialist_total.tables import MAGIC, Journal, things


def senseless() -> Journal:
    """Play a session in which Death is cast at two mages.

    Damage is rolled for one, and the unconscious one dies at once.
    """
    journal = Journal(settings(), seed=11)
    for seat in ("ann", "bob", "bob"):
        journal.send(CreateCombatant(sheet=MAGIC, seat=seat, luck=0, items=things("bare hands")))
    elm, birch, fir = in_order(journal.state.characters)
    journal.send(LoseFatigue(character=fir, amount=30, reason="three nights without sleep"))
    for target in (birch, fir):
        journal.send(
            CastProhibitive(
                character=elm, energies=("death",), ap=1, target=target, requirement_met=True, reason="so it is"
            )
        )
        if journal.state.exchange is not None:
            journal.send(RollDamage(), "ann", faces=(1, 1, 1, 1, 1, 1))
    journal.close()
    return journal
