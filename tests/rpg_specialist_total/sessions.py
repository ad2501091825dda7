"""The sessions of the golden logs; `make bless LOG=…` re-records one. Dice that matter are entered as faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Data, Weapon
from services.rpg_specialist_total.chapters.ammunition import LeaveAmmunition, RecoverAmmunition
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.campaign import LoadData
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant, CreateCombatant, PrepareCombatant
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack, CounterByShield, LetEnergyIn
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.drugs import EndDrug, EndStupor, TakeDrug, WaiveMagic
from services.rpg_specialist_total.chapters.energies import (
    DeclareResisted,
    JudgeEnergy,
    MatchTarget,
    RollStatedDefence,
)
from services.rpg_specialist_total.chapters.exchanges import DropExchange, Fumble
from services.rpg_specialist_total.chapters.experience import GrantExperience, SpendExperience
from services.rpg_specialist_total.chapters.items import DropItem, GiveItem
from services.rpg_specialist_total.chapters.movement import Handled, Move, TakeUpItem
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.recovery import (
    EndOngoing,
    PassRound,
    Restore,
    Revive,
    Stabilise,
    StartOngoing,
)
from services.rpg_specialist_total.chapters.skills import SettleSkill, SkillAction
from services.rpg_specialist_total.chapters.spells import CastPrepared, CastProhibitive, EndSpell, HoldSpell
from services.rpg_specialist_total.chapters.states import DeclareDying, LoseFatigue, LoseVitality
from services.rpg_specialist_total.chapters.turns import RollAgain, RollOrder
from services.rpg_specialist_total.state.combatants import Invested, NewItem, Prepared
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import EndFight, EndTurn, JoinFight, LeaveFight, SettleTie, StartFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import ConfirmProposal, DeclineProposal, WithdrawProposal
from shared.kernel.campaign.roster import AssignCharacter, ForgetPrepared, RevealCharacter
from tests.conformance.playing import at_random
from tests.rpg_specialist_total.corrected import FAILS, play_corrections
from tests.rpg_specialist_total.refunded import refunded
from tests.rpg_specialist_total.senseless import senseless
from tests.rpg_specialist_total.tables import BY_STEPS, MAGIC, OGRE, OTHER, UNUSUAL, Journal, begin, item, things
from tests.rpg_specialist_total.turned_back import turned_back

SUCCEEDS, PLAIN_ROLL = 33, 91
"""The faces of a d100 for a critical success, and for a percentile that is not critical."""


def turns(journal: Journal, until: str) -> None:
    """End turns until the turn of `until` begins. Initiative for new rounds is rolled from the seed."""
    state = journal.state
    while state.turn != until:
        if state.turn is None:
            for one in state.fight.participants if state.fight else ():
                if one.score is None and state.takes_turns(one.id):
                    journal.send(RollOrder(participant=one.id))
        else:
            journal.send(EndTurn(participant=state.turn))
        state = journal.state


def damage(journal: Journal) -> None:
    """Roll damage and mitigation until neither is due. The Keeper rolls for both sides."""
    while journal.state.exchange and journal.state.exchange.step in ("damage", "mitigation"):
        journal.send(RollDamage() if journal.state.exchange.step == "damage" else RollMitigation())


def a_counterattack() -> Journal:
    """Play a fight in which a counterattack turns an attack back, and the attacker drops the blade."""
    journal = Journal(BY_STEPS)
    ash, birch, ogre = journal.three()
    blade = item(journal, ash, "long blade")
    journal.send(StartFight(participants=(ash, birch, ogre)))
    journal.send(RollOrder(participant=ash, luck=1), faces=(1, 5, 5, 5, 5, 1))
    journal.send(RollOrder(participant=birch), faces=(6, 5, 5, 5))
    journal.send(RollOrder(participant=ogre), faces=(1, 1, 1))
    journal.send(RollAgain(participant=ash), faces=(2, 2, 2, 2, 1, 1, 1, 1))
    journal.send(Move(character=ash, units=3, hands=(Handled(act="draw", item=blade),)), "ann")
    journal.send(Attack(attacker=ash, target=ogre, weapon=blade, ap=2), faces=(9, 9, 9, 9, 9, 9, FAILS))
    journal.send(Block(), faces=(4, SUCCEEDS))
    journal.send(TurnBack(choice="return"))
    journal.send(RollDamage(luck=1), faces=(1, 6, 8, 3, 2, 3))
    (failure,) = journal.state.failures
    journal.send(Fumble(failure=failure, effect="the blade slips", drop=blade, reason="01"))
    turns(journal, ogre)
    journal.send(Attack(attacker=ogre, target=ash, weapon=item(journal, ogre, "hatchet"), ap=3), faces=(9, 9, 9, 9, 91))
    journal.send(Evade(), faces=(3, PLAIN_ROLL))
    journal.send(Block(shield=item(journal, ash, "round shield"), luck=1), faces=(2, 5, 5, 5, 5))
    journal.send(RollDamage())
    journal.send(RollMitigation(luck=1))
    turns(journal, ash)
    journal.send(TakeUpItem(character=ash, item=blade), "ann")
    journal.send(DropItem(character=ash, item=item(journal, ash, "hatchet")), "ann")
    journal.send(Attack(attacker=ash, target=ogre, weapon=blade, ap=1))
    journal.send(DropExchange(reason="the bridge gives way"))
    journal.send(LeaveFight(participant=birch))
    journal.send(JoinFight(participant=birch))
    journal.send(EndFight())
    journal.close()
    return journal


def _cold(journal: Journal, caster: str, target: str, *faces: int, ap: int = 2) -> None:
    """Cast cold at another combatant with these four faces and a percentile that is not critical."""
    bolt = (Invested(name="Bolt", ap=ap),)
    spell = Attack(attacker=caster, target=target, components=bolt, energies=("cold",), dice=4)
    journal.send(spell, faces=(*faces, PLAIN_ROLL))


def a_counterspell() -> Journal:
    """Play a duel of two mages with counterspells by attack and by shield, lasting shields, and the energy charm."""
    journal = Journal(BY_STEPS, seed=2)
    for seat in ("ann", "bob"):
        journal.send(CreateCombatant(sheet=MAGIC, seat=seat, luck=4, items=things("bare hands")))
    elm, birch = in_order(journal.state.characters)
    journal.send(StartFight(participants=(elm, birch), order="fixed"))
    journal.send(RollOrder(participant=elm), faces=(9, 9, 9, 9))
    journal.send(RollOrder(participant=birch), faces=(1, 1, 1, 1))
    wall = HoldSpell(
        character=elm, kind="shield", what="a wall of fire", energies=("fire",), ap=1, dice=3, rounds=3
    )  # fmt: skip
    journal.send(wall, "ann")
    journal.send(replace(wall, kind="concentration", what="a light", dice=0, rounds=None), "ann")
    turns(journal, birch)
    journal.send(CastProhibitive(character=birch, energies=("death",), ap=1, target=elm, requirement_met=False,
                                 reason="too much Vitality"))  # fmt: skip
    _cold(journal, birch, elm, 9, 9, 9, 9)
    journal.send(CounterByAttack(energy="fire", ap=1, components=("Bolt",), dice=5, luck=1), faces=(1, *(9,) * 6, 91))
    turns(journal, elm)
    turns(journal, birch)
    _cold(journal, birch, elm, 9, 9, 9, 9, ap=1)
    journal.send(CounterByAttack(energy="fire", ap=1, dice=1), faces=(1, PLAIN_ROLL))
    journal.send(RollDamage(), "bob")
    journal.send(RollMitigation(), "ann")
    _cold(journal, birch, elm, 9, 9, 9, 9, ap=1)
    journal.send(CounterByShield(energy="fire", ap=1, dice=1, rounds=2), "ann")
    journal.send(Evade(), faces=(1, 1, PLAIN_ROLL))
    journal.send(Block(), faces=(1,))
    journal.send(RollDamage(), "bob")
    journal.send(RollMitigation(), "ann")
    _cold(journal, birch, elm, 1, 1, 1, 1, ap=1)
    shield = next(one.id for one in journal.state.characters[elm].spells.values() if one.kind == "shield")
    journal.send(CounterByShield(energy="fire", spell=shield), "ann")
    journal.send(Block(), faces=(9, 9, 9, PLAIN_ROLL))
    turns(journal, elm)
    journal.send(EndFight())
    _charm(journal, elm, birch)
    journal.close()
    return journal


def _charm(journal: Journal, elm: str, birch: str) -> None:
    for spell in in_order(journal.state.characters[elm].spells):
        journal.send(EndSpell(character=elm, spell=spell), "ann")
    dart = HoldSpell(
        character=elm, kind="prepared", what="a dart", energies=("cold",), components=("Bolt",), ap=1, dice=3
    )  # fmt: skip
    journal.send(dart, "ann")
    (spell,) = journal.state.characters[elm].spells
    journal.send(CastPrepared(character=elm, spell=spell, target=birch), faces=(1, 1, 1, FAILS))
    journal.send(Stand(), "bob")
    touch = (Invested(name="Laying On", ap=1),)
    charm = Attack(attacker=elm, target=birch, components=touch, energies=("charm",), dice=3)
    journal.send(charm, faces=(9, 9, 9, PLAIN_ROLL))
    journal.send(Stand(), "bob")
    journal.send(RollStatedDefence(dice=2), "ann")
    journal.send(RollStatedDefence(dice=2, luck=1), "bob")
    journal.send(charm, faces=(1, 1, 1, FAILS))
    journal.send(Stand(), "bob")
    journal.send(CastProhibitive(character=elm, energies=("death",), ap=1, target=birch, requirement_met=True,
                                 reason="few Vitality points"))  # fmt: skip
    journal.send(RollDamage(), "ann")


def charged_weapons() -> Journal:
    """Play with energy in hands, a blade and arrows, in a campaign with unusual settings."""
    journal = Journal(UNUSUAL, seed=3)
    journal.send(LoadData(data=Data(weapons=(Weapon(name="club", reach="melee"),))))
    ash, birch, ogre = journal.three()
    hands, blade = item(journal, birch, "bare hands"), item(journal, birch, "long blade")
    punch = Attack(attacker=birch, target=ogre, weapon=hands, ap=1)
    for _ in range(2):
        journal.send(ChargeWeapon(character=birch, energies=("fire",), ap=1, item=hands, mode="charged"), "bob")
        journal.send(punch, faces=(9, 8, 9))
        journal.send(Block(), faces=(1,))
        journal.send(RollDamage(), faces=(9,))
        journal.send(RollMitigation(), faces=())
        if journal.sent["CounterByAttack"]:
            journal.send(LetEnergyIn())
            journal.send(RollDamage(), "bob")
            journal.send(RollMitigation())
        else:
            journal.send(CounterByAttack(energy="cold", ap=1, dice=4), faces=(9, 9, 9, 8))
    journal.send(ChargeWeapon(character=birch, energies=("charm",), ap=1, item=blade, mode="conducted"), "bob")
    journal.send(Attack(attacker=birch, target=ogre, weapon=blade, ap=1), faces=(9, 8, 9, 9))
    journal.send(Block(), faces=(1,))
    journal.send(RollDamage(), faces=(9,))
    journal.send(RollMitigation(), faces=())
    journal.send(DeclareResisted(resisted=True, reason="an iron will"))
    journal.send(ChargeWeapon(character=birch, energies=("cold",), ap=1, item=blade, mode="conducted"), "bob")
    journal.send(DropItem(character=birch, item=blade), "bob")
    _arrows(journal, birch, ogre)
    shot = Attack(attacker=birch, target=ash, weapon=item(journal, birch, "hunting bow"), ap=1,
                  ammunition=item(journal, birch, "arrow"))  # fmt: skip
    journal.send(shot, faces=(1, 2, 1, 1))
    journal.send(Block(components=(Invested(name="Catch", ap=1),)), faces=(9, 8, 9, 9))
    _a_day_of_dying(journal, birch, ogre)
    journal.close()
    return journal


def _arrows(journal: Journal, birch: str, ogre: str) -> None:
    for name in ("hunting bow", "arrow"):
        journal.send(GiveItem(character=birch, item=replace(things(name)[0], number=4 if name == "arrow" else 1)))
    bow, arrows = item(journal, birch, "hunting bow"), item(journal, birch, "arrow")
    journal.send(ChargeWeapon(character=birch, energies=("electric",), ap=1, item=arrows, mode="bestowed",
                              components=("Chosen Foe",), selective="ogres"))  # fmt: skip
    piece = next(one.id for one in journal.state.characters[birch].items.values() if one.charge)
    journal.send(Attack(attacker=birch, target=ogre, weapon=bow, ammunition=piece, ap=1), faces=(9, 8, 9, 9))
    journal.send(Block(), faces=(1,))
    journal.send(RollDamage(), faces=(2,))
    journal.send(RollMitigation(), faces=())
    journal.send(MatchTarget(target_matches=True))
    journal.send(JudgeEnergy(energy="electric", energy_damage_applies=True, reason="it stands in water"))
    damage(journal)


def _a_day_of_dying(journal: Journal, birch: str, ogre: str) -> None:
    arrow, bow = item(journal, birch, "arrow"), item(journal, birch, "hunting bow")
    for gather in (RecoverAmmunition, LeaveAmmunition):
        shot = Attack(attacker=birch, target=ogre, weapon=bow, ammunition=arrow, ap=1)
        journal.send(shot, faces=(1, 2, 1, 1))
        journal.send(Stand())
        journal.send(DropExchange(reason="it flew wide"))
        (used,) = journal.state.used
        journal.send(gather(used=used))
    journal.send(StartDay())
    journal.send(CreateCombatant(sheet=OGRE))
    other = in_order(journal.state.characters)[-1]
    journal.send(StartFight(participants=(birch, ogre, other)))
    for who, faces in ((birch, (9, 9, 9, 9)), (ogre, (5, 5, 5)), (other, (5, 5, 5))):
        journal.send(RollOrder(participant=who), faces=faces)
    journal.send(SettleTie(order=(other, ogre)))
    turns(journal, ogre)
    turns(journal, birch)
    journal.send(LoseVitality(character=birch, amount=30, reason="the sword of the other"))
    journal.send(DeclareDying(character=birch))
    journal.send(EndFight())


def drugs_to_a_coma() -> Journal:
    """Play a berserker who fights on at 0 Vitality and falls into a coma, and a meginserker who falls into a stupor."""
    journal = Journal(BY_STEPS, seed=4)
    ash, birch, ogre = journal.three()
    journal.send(TakeDrug(character=ash, drug="berserk", tier=1), "ann")
    journal.send(TakeDrug(character=birch, drug="meginserk", tier=1), "bob")
    journal.send(StartFight(participants=(ash, birch, ogre), order="fixed"))
    for who, faces in ((ash, (9, 9, 9, 9)), (ogre, (5, 5, 5)), (birch, (1, 1, 1, 1))):
        journal.send(RollOrder(participant=who), faces=faces)
    blade = item(journal, ash, "long blade")
    journal.send(Attack(attacker=ash, target=ogre, weapon=blade, ap=2), faces=(9, 9, 9, 9, 9, 9, 91))
    journal.send(Block(), faces=(1, PLAIN_ROLL))
    journal.send(RollDamage(luck=1), "ann")
    journal.send(RollMitigation())
    turns(journal, ogre)
    journal.send(Attack(attacker=ogre, target=ash, weapon=item(journal, ogre, "hatchet"), ap=3), faces=(9, 9, 9, 9, 91))
    journal.send(RollDamage(), faces=(10, 10, 10))
    journal.send(RollMitigation(), faces=(1, 1))
    journal.send(LoseVitality(character=ash, amount=20, reason="the roof comes down"))
    turns(journal, birch)
    journal.send(WaiveMagic(character=birch, reason="nobody is near"))
    turns(journal, ash)
    journal.send(Stabilise(character=ash), faces=(99,))
    journal.send(EndFight())
    for who in (ash, birch):
        journal.send(EndDrug(character=who))
    journal.send(EndStupor(character=birch))
    journal.send(StartOngoing(character=ash, source="embers", amount=1))
    journal.send(PassRound(), faces=(80, 1))
    journal.send(PassRound(), faces=(1,))
    (embers,) = journal.state.characters[ash].ongoing
    journal.send(EndOngoing(character=ash, ongoing=embers))
    journal.send(Restore(character=ash, cause="magic", vitality=100, reason="a life spell"))
    journal.send(LoseFatigue(character=birch, amount=5, reason="a long night"))
    journal.send(LoseVitality(character=ogre, amount=100, reason="a pit"))
    journal.send(Revive(character=ogre, energy="life", sufficient=True, vitality=3))
    journal.close()
    return journal


def a_quiet_week() -> Journal:
    """Play a session without fights: combatants, skills, new days, Experience and proposals."""
    journal = Journal(OTHER, seed=5)
    new = CreateCombatant(sheet=MAGIC, luck=2)
    for _ in range(3):
        journal.send(Propose(command=new), "ann")
    yes, no, back = in_order(journal.state.proposals)
    journal.send(ConfirmProposal(proposal=yes))
    journal.send(DeclineProposal(proposal=no, reason="one is enough"))
    journal.send(WithdrawProposal(proposal=back), "ann")
    (elm,) = journal.state.characters
    journal.send(PrepareCombatant(prepared=Prepared(sheet=OGRE, luck=1, items=things("hatchet"))))
    journal.send(PrepareCombatant(prepared=Prepared(sheet=OGRE)))
    ogre, other = in_order(journal.state.prepared)
    journal.send(RevealCharacter(character=ogre))
    journal.send(ForgetPrepared(character=other))
    journal.send(AssignCharacter(character=ogre, seat="bob"))
    journal.send(ChangeCombatant(character=ogre, sheet=MAGIC, luck=3, reason="it was a disguise"))
    journal.send(GiveItem(character=elm, item=NewItem(kind="shield", name="round shield", ready=True)))
    journal.send(SkillAction(character=elm, what="read the runes", ap=2), "ann")
    (skill,) = journal.state.skills
    journal.send(SettleSkill(skill=skill, outcome="a warning", succeeded=True))
    journal.send(StartDay())
    journal.send(GrantExperience(character=elm, points=9, reason="the runes"))
    journal.send(SpendExperience(character=elm, points=4, buys="a rank of Evasion Training"))
    journal.send(StartFight(participants=(elm,)))
    journal.send(EndFight())
    journal.close()
    return journal


def a_set_by_name() -> Journal:
    """Open a campaign that loads a release of the built-in catalogue by its name."""
    journal = Journal()
    journal.three()
    journal.close()
    return journal


def wandering(seed: int) -> Journal:
    """Play a random campaign from the list of legal commands."""
    journal, luck = begin(seed), Random(seed)
    for _ in range(150):
        at_random(journal, luck)
    journal.close()
    return journal


SESSIONS: Final[Mapping[str, Callable[[], Journal]]] = {
    "a_counterattack": a_counterattack,
    "a_counterspell": a_counterspell,
    "charged_weapons": charged_weapons,
    "drugs_to_a_coma": drugs_to_a_coma,
    "a_quiet_week": a_quiet_week,
    "a_set_by_name": a_set_by_name,
    "corrected": play_corrections,
    "refunded": refunded,
    "senseless": senseless,
    "turned_back": turned_back,
    "at_random": lambda: wandering(3),
    "at_random_unusually": lambda: wandering(1),
    "at_random_otherwise": lambda: wandering(5),
}
