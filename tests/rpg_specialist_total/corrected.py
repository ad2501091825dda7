"""A session in which the Keeper makes many corrections, and one command resolves most attacks."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant
from services.rpg_specialist_total.chapters.corrections import (
    CorrectCharge,
    CorrectOrder,
    CorrectRound,
    CorrectSpell,
    NewCharge,
    NewSpell,
)
from services.rpg_specialist_total.chapters.exchanges import DropExchange
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.spells import HoldSpell
from services.rpg_specialist_total.chapters.states import LoseFatigue
from services.rpg_specialist_total.chapters.turns import RollOrder
from shared.kernel.campaign.fights import EndFight, EndTurn, StartFight
from shared.kernel.campaign.proposals import ConfirmProposal
from tests.rpg_specialist_total.tables import USUAL, Journal, item

FAILS: Final = 1
"""The faces of a d100 that show 01."""


def play_corrections() -> Journal:
    """Play a fight with many corrections by the Keeper, in which one command resolves most attacks."""
    journal = Journal(USUAL, seed=6)
    ash, birch, ogre = journal.three()
    journal.send(ChangeCombatant(character=ogre, luck=0, reason="a plain ogre"))
    journal.send(ChangeCombatant(character=birch, luck=0, reason="a plain mage"))
    journal.send(StartFight(participants=(ash, birch, ogre), order="fixed"))
    for who, faces in ((ash, (9, 9, 9, 9)), (ogre, (5, 5, 5)), (birch, (1, 1, 1, 1))):
        journal.send(RollOrder(participant=who), faces=faces)
    journal.send(CorrectOrder(order=(birch, ash, ogre), reason="the die of the mage had rolled under the table"))
    blade = item(journal, ash, "long blade")
    journal.send(Attack(attacker=ash, target=ogre, weapon=blade, ap=1, luck=1), faces=(1, *(9,) * 7, FAILS))
    journal.send(DropExchange(reason="it was a 10", refund=True))
    journal.send(CorrectRound(character=ash, ap=4, moved=False, reason="one AP more"))
    journal.send(EndTurn(participant=ash), "ann")
    journal.send(CorrectCharge(item=item(journal, birch, "long blade"), reason="the spell of yesterday",
                               charge=NewCharge(mode="bestowed", energies=("cold",), ap=1, by=birch)))  # fmt: skip
    wall = NewSpell(kind="shield", what="a wall of fire", energies=("fire",), ap=1, dice=2, rounds=3)
    journal.send(CorrectSpell(character=birch, held=wall, reason="cast before the door opened"))
    (spell,) = journal.state.characters[birch].spells
    journal.send(CorrectSpell(character=birch, spell=spell, reason="dispelled"))
    dart = HoldSpell(character=birch, kind="prepared", what="a dart", energies=("cold",), components=("Bolt",), ap=1,
                     dice=3)  # fmt: skip
    journal.send(Propose(command=dart), "bob")
    (asked,) = journal.state.proposals
    journal.send(ConfirmProposal(proposal=asked))
    journal.send(LoseFatigue(character=ogre, amount=30, reason="a long night"))
    punch = Attack(attacker=birch, target=ogre, weapon=item(journal, birch, "bare hands"), ap=1)
    journal.send(punch, "bob")
    journal.send(EndFight())
    journal.close()
    return journal
