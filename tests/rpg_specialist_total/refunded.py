"""A session in which the Keeper drops attacks with energy and refunds them, and a shield lasts into a fight."""

from __future__ import annotations

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.counterspells import CounterByShield
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Stand
from services.rpg_specialist_total.chapters.exchanges import DropExchange
from services.rpg_specialist_total.chapters.spells import CastPrepared, HoldSpell
from services.rpg_specialist_total.chapters.turns import RollOrder
from shared.kernel.campaign.fights import EndTurn, StartFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import AssignCharacter
from tests.rpg_specialist_total.tables import BY_STEPS, MAGIC, Journal, item, things

REFUND = DropExchange(reason="it was another one", refund=True)


def refunded() -> Journal:
    """Refund a prepared spell, a new shield, and a thrown hatchet whose energy was released; then start a fight."""
    journal = Journal(BY_STEPS, seed=12)
    for seat in ("ann", "gm"):
        journal.send(CreateCombatant(sheet=MAGIC, seat=seat, luck=0, items=things("hatchet")))
    elm, birch = in_order(journal.state.characters)
    journal.send(HoldSpell(character=elm, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=4), "ann")
    (dart,) = journal.state.characters[elm].spells
    journal.send(CastPrepared(character=elm, spell=dart, target=birch), "ann")
    journal.send(CounterByShield(energy="cold", ap=1, rounds=5))
    journal.send(Block())
    assert [birch] == list(journal.state.exchange.raised if journal.state.exchange else ())
    journal.send(REFUND)
    hatchet = item(journal, elm, "hatchet")
    journal.send(ChargeWeapon(character=elm, energies=("fire",), ap=1, item=hatchet, mode="bestowed"), "ann")
    journal.send(Attack(attacker=elm, target=birch, weapon=hatchet, ap=1), "ann")
    for answer in (Stand(), RollDamage(), RollMitigation(), REFUND):
        journal.send(answer)
    assert hatchet in journal.state.characters[elm].items
    journal.send(HoldSpell(character=elm, kind="shield", what="a wall", energies=("fire",), ap=1, rounds=1), "ann")
    journal.send(StartFight(participants=(elm, birch)))
    journal.send(AssignCharacter(character=birch, seat="bob"))
    for who in (elm, birch):
        journal.send(RollOrder(participant=who))
    for who in journal.state.fight.order if journal.state.fight else ():
        journal.send(EndTurn(participant=who))
    journal.close()
    return journal
