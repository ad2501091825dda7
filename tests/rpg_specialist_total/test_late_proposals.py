"""Proposals that came too late: their combatant, target or used ammunition is gone, so the game declines them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.awaits import awaits
from services.rpg_specialist_total.chapters.ammunition import AmmunitionRecovered, LeaveAmmunition, RecoverAmmunition
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack, CounterByShield
from services.rpg_specialist_total.chapters.defence import Evade
from services.rpg_specialist_total.chapters.proposals import Proposable, Propose
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.spells import CastProhibitive, HoldSpell
from services.rpg_specialist_total.chapters.states import LoseVitality
from services.rpg_specialist_total.state.campaign import Used
from services.rpg_specialist_total.state.combatants import Invested
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import ConfirmProposal, ProposalConfirmed, ProposalDeclined
from shared.kernel.campaign.roster import CharacterRemoved, RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Command
from tests.rpg_specialist_total.magic import MORE, PLAIN, incoming
from tests.rpg_specialist_total.play import Play

BOLT = (Invested(name="Bolt", ap=1),)
SEARCH = RecoverAmmunition(used="used-90")


def table(form: int = 2) -> tuple[Play, str, str, str]:
    """Return a campaign in which only the Keeper adds dice, a mage of ann's, one of bob's, and an ogre of the Keeper.

    Ann's mage has shot nine arrows.
    """
    may, skill = {"add_dice": "propose", "recover_ammunition": "propose"}, {"resolution": "total_at_least"}
    play = Play(form=form, players_may=may, skill=skill)
    play.data(**MORE)
    ann, bob, ogre = play.one(energies=("fire", "dread"), components=("Bolt",)), play.one("bob"), play.one("gm")
    play.state = replace(play.state, used={"used-90": Used(id="used-90", owner=ann, name="arrow", number=9)})
    return play, ann, bob, ogre


def propose(play: Play, command: Proposable, seat: str = "ann") -> str:
    """Propose a command, and return the id of the proposal."""
    play.do(Propose(command=command), seat=seat)
    return in_order(play.state.proposals)[-1]


def spell_at(ann: str, target: str) -> Attack:
    """Return an attack with a spell and added dice."""
    return Attack(attacker=ann, target=target, components=BOLT, energies=("fire",), dice=4)


def curse(ann: str, target: str) -> CastProhibitive:
    """Return a prohibitive spell whose requirement is met."""
    spell = CastProhibitive(character=ann, target=target, energies=("dread",), ap=1)
    return replace(spell, requirement_met=True, reason="a vow")


def climb(who: str) -> SkillAction:
    """Return a skill action with an added die."""
    return SkillAction(character=who, what="climb", dice=1)


def declined(play: Play, command: Command) -> list[str]:
    """Send a command, and return the ids of the proposals that the game declines for it."""
    found = [event for event in play.do(command) if isinstance(event, ProposalDeclined)]
    assert {"it came too late"} >= {event.reason for event in found}
    return [event.proposal for event in found]


@pytest.mark.rule("SC-CAMP-47")
@pytest.mark.parametrize("cast", [spell_at, curse])
def test_a_proposed_spell_is_declined_once_its_target_is_removed(cast: Callable[[str, str], Proposable]) -> None:
    """A proposed attack or prohibitive spell is declined once its target is removed.

    One with another target still waits.
    """
    play, ann, bob, ogre = table()
    late, waits = propose(play, cast(ann, ogre)), propose(play, cast(ann, bob))

    events = play.do(RemoveCharacter(character=ogre, reason="it flees"))

    assert [
        CharacterRemoved(character=ogre, reason="it flees"),
        ProposalDeclined(proposal=late, reason="it came too late"),
    ] == events
    assert [waits] == list(play.state.proposals)


@pytest.mark.rule("SC-CAMP-47")
def test_a_second_search_is_declined_once_the_ammunition_is_found() -> None:
    """Only one proposed search of a batch is carried out. When the batch is left behind, its searches are declined."""
    play, *_ = table()
    first, late = propose(play, SEARCH), propose(play, replace(SEARCH, unrecoverable=1, reason="burnt"))

    events = play.do(ConfirmProposal(proposal=first))

    assert [ProposalConfirmed, AmmunitionRecovered, ProposalDeclined] == [type(event) for event in events]
    assert ProposalDeclined(proposal=late, reason="it came too late") == events[-1]
    assert set() == set(awaits(play.state))
    other, *_ = table()
    late = propose(other, SEARCH)
    assert [late] == declined(other, LeaveAmmunition(used="used-90"))


@pytest.mark.rule("SC-CAMP-47")
@pytest.mark.parametrize("ends", ["dies", "leaves"])
def test_proposals_of_the_dead_and_the_removed_are_declined(ends: str) -> None:
    """When a combatant dies or is removed, its own proposals are declined. Those of others still wait."""
    play, ann, bob, ogre = table()
    held = HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=3)
    late = [propose(play, one) for one in (spell_at(ann, ogre), held, climb(ann))]
    search, waits = propose(play, SEARCH), propose(play, climb(bob), "bob")
    dies, leaves = LoseVitality(character=ann, amount=999, reason="a fall"), RemoveCharacter(character=ann, reason="so")

    found = declined(play, dies if ends == "dies" else leaves)

    left = [search, waits] if ends == "dies" else [waits]
    assert left == list(play.state.proposals)
    assert {*late, search} - {*left} == {*found}


@pytest.mark.rule("SC-CAMP-47")
def test_an_attack_on_the_dead_is_declined() -> None:
    """A proposed attack on a combatant that has died is declined."""
    play, ann, _, ogre = table()
    late = propose(play, spell_at(ann, ogre))

    assert [late] == declined(play, LoseVitality(character=ogre, amount=999, reason="a fall"))


ANSWERS: dict[str, Proposable] = {
    "attack": CounterByAttack(energy="fire", ap=1, dice=3), "shield": CounterByShield(energy="fire", ap=1, dice=3),
}  # fmt: skip


def answering(answer: Command, *faces: int, form: int = 2) -> list[str]:
    """Return the proposed counterspells that still wait after an answer to a spell of cold."""
    play = incoming(form=form, bob={"evasion_training": 1})
    kinds = {propose(play, one, "bob"): kind for kind, one in ANSWERS.items()}
    play.do(answer, *faces, seat="gm")
    assert play.state.exchange is not None
    return [kinds[one] for one in play.state.proposals]


@pytest.mark.rule("SC-CAMP-49")
def test_a_proposed_counterspell_is_declined_once_it_cannot_be_cast() -> None:
    """After an evasion no counterspell by attack can be cast, and after a shield none at all.

    Under version 1 of the rules both wait until the attack is settled.
    """
    evasion, shield = (Evade(), 1, PLAIN), (CounterByShield(energy="fire", ap=1),)
    assert ["shield"] == answering(*evasion)
    assert [] == answering(*shield)
    assert ["attack", "shield"] == answering(*evasion, form=1) == answering(*shield, form=1)


@pytest.mark.rule("SC-CAMP-47")
@pytest.mark.parametrize("form", [0, 1])
def test_late_proposals_wait_in_campaigns_of_an_older_form(form: int) -> None:
    """Under versions 0 and 1 of the rules an attack on a removed combatant waits, and the Keeper cannot confirm it."""
    play, ann, _, ogre = table(form)
    late = propose(play, spell_at(ann, ogre))

    assert [] == declined(play, RemoveCharacter(character=ogre, reason="it flees"))
    play.no(NotKnownHere, ConfirmProposal(proposal=late))
