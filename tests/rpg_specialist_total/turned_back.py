"""A session in which attacks are turned back step by step, and a defender uses Luck and a shield."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant, CreateCombatant
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.counterspells import CounterByShield
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.energies import RollStatedDefence
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.spells import HoldSpell
from services.rpg_specialist_total.state.combatants import Invested
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import AssignCharacter
from tests.rpg_specialist_total.play import settings
from tests.rpg_specialist_total.tables import MAGIC, Journal, things

FAILS, SUCCEEDS, PLAIN_ROLL = 1, 33, 91


def turned_back() -> Journal:
    """Play a session of two mages outside a fight, in which each step needs its own command."""
    journal = Journal(settings(attack={"steps": "each"}, players_may={"add_dice": "alone"}), seed=7)
    for seat in ("ann", "bob"):
        journal.send(CreateCombatant(sheet=MAGIC, seat=seat, luck=4, items=things("bare hands")))
    elm, birch = in_order(journal.state.characters)
    _turn_back(journal, elm, birch)
    bare = replace(MAGIC, unarmored_training=0, armor="none")
    journal.send(ChangeCombatant(character=birch, sheet=bare, reason="the wind has taken the coat"))
    _by_luck(journal, elm, birch)
    _handed_over(journal, elm)
    journal.close()
    return journal


def _turn_back(journal: Journal, elm: str, birch: str) -> None:
    """Turn back a blow, which its attacker mitigates, and a charm, which its caster resists."""
    blow = Attack(attacker=elm, target=birch, weapon=next(iter(journal.state.characters[elm].items)), ap=2)
    journal.send(blow, faces=(9, 9, 9, FAILS))
    journal.send(Evade(), faces=(1, 1, SUCCEEDS))
    journal.send(TurnBack(choice="return"), "bob")
    journal.send(RollDamage(), "ann")
    journal.send(RollMitigation(), "ann")
    charm = Attack(
        attacker=elm, target=birch, components=(Invested(name="Laying On", ap=1),), energies=("charm",), dice=3
    )
    journal.send(charm, faces=(9, 9, 9, FAILS))
    journal.send(Evade(), faces=(1, 1, 100))
    journal.send(TurnBack(choice="return"), "bob")
    journal.send(RollStatedDefence(dice=2), "bob")
    journal.send(RollStatedDefence(dice=2), "ann")


def _by_luck(journal: Journal, elm: str, birch: str) -> None:
    """Defend with Luck alone against a spell of two energies, and after a failed evasion with a shield against fire."""
    bolt = Attack(attacker=elm, target=birch, components=(Invested(name="Bolt", ap=2),), energies=("fire", "electric"),
                  dice=3)  # fmt: skip
    journal.send(bolt, faces=(9, 9, 9, PLAIN_ROLL))
    journal.send(Block(luck=1), faces=(1, 5, PLAIN_ROLL))
    journal.send(RollDamage(), "ann")
    journal.send(RollMitigation(luck=1), "bob")
    journal.send(replace(bolt, attacker=birch, target=elm, energies=("fire",)), faces=(2, 2, 2, PLAIN_ROLL))
    journal.send(Evade(), faces=(1, 1, PLAIN_ROLL))
    journal.send(CounterByShield(energy="cold", ap=1, dice=2), "ann")
    journal.send(Block(), faces=(9, 9))
    journal.send(replace(bolt, energies=("fire",)), faces=(1, 1, 1, PLAIN_ROLL))
    journal.send(Stand(), "bob")
    journal.send(RollDamage(), "ann")
    journal.send(RollMitigation(), "bob")


def _handed_over(journal: Journal, elm: str) -> None:
    """Propose a spell for a mage that is then assigned to another seat."""
    wall = HoldSpell(character=elm, kind="shield", what="a wall", energies=("fire",), ap=1, dice=2, rounds=100)
    journal.send(Propose(command=wall), "ann")
    journal.send(AssignCharacter(character=elm, seat="bob"))
