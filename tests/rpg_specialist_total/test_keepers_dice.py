"""What is the Keeper's to set: dice that no sheet has, and combatants beyond what a player makes alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from services.rpg_specialist_total.catalogue import Component, Energy
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack, CounterByShield
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.energies import RollStatedDefence
from services.rpg_specialist_total.chapters.exchanges import DropExchange, NothingToAnswer
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.spells import HoldSpell
from services.rpg_specialist_total.state.combatants import Invested
from shared.kernel.campaign.proposals import ConfirmProposal, WaitsForTheGameMaster
from shared.kernel.campaign.seats import NotYours
from shared.kernel.messages import Command
from tests.rpg_specialist_total.duel import PLAIN as PLAIN_ROLL
from tests.rpg_specialist_total.duel import face
from tests.rpg_specialist_total.play import PLAIN, Play, allowed_of

BY_WORD: dict[str, Any] = {"add_dice": "propose"}
CHARM = Energy(name="sleep", touch_only=True, stated_defence="an opposed Charisma check")
HAND = Component(name="Hand", type="magic", use="attack", mimics="touch")


def two(**groups: Any) -> tuple[Play, str, str]:  # noqa: ANN401 settings
    """Return a campaign in which dice wait for the Keeper's word, with a mage of ann's and one of bob's."""
    play = Play(players_may=BY_WORD, **groups)
    play.data(energies=(CHARM,), components=(HAND,))
    mage: dict[str, Any] = {"energies": ("fire", "cold", "sleep"), "components": ("Bolt", "Hand"), "luck": 2}
    return play, play.one(**mage), play.one("bob", **mage)


def proposed(play: Play, command: Any, seat: str, *faces: int) -> list[str]:  # noqa: ANN401 a command
    """Let a seat propose a command and the Keeper confirm it; return the names of what happened."""
    play.do(Propose(command=command), seat=seat)
    (proposal,) = play.state.proposals
    return [type(event).__name__ for event in play.do(ConfirmProposal(proposal=proposal), *faces)]


@pytest.mark.rule("SC-CAMP-08")
def test_a_player_proposes_a_spell_with_dice() -> None:
    """It is cast with the Keeper's word; without dice it is cast alone."""
    play, ann, bob = two()
    bolt = (Invested(name="Bolt", ap=1),)
    spell = Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=3)
    held = HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=3)
    for command in (spell, held):
        refused = play.no(WaitsForTheGameMaster, command, seat="ann")
        assert ("Propose", 3, "dice") == (refused.needs, refused.has, refused.field)
    play.no(NotYours, Propose(command=held), seat="bob")
    assert "SpellHeld" in proposed(play, held, "ann")
    play.do(HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=1), seat="ann")

    assert "AttackDeclared" in proposed(play, spell, "ann", 5, 5, 5, face(PLAIN_ROLL))


@pytest.mark.rule("SC-CAMP-08", "SC-CSP-03", "SC-CSP-10")
def test_a_player_proposes_a_counterspell_with_dice() -> None:
    """By attack and by shield, where the attack asks it."""
    for command in (
        CounterByAttack(energy="cold", ap=1, dice=2), CounterByShield(energy="cold", ap=1, dice=2),
    ):  # fmt: skip
        play, ann, bob = two()
        play.no(NothingToAnswer, Propose(command=command), seat="bob")
        bolt = (Invested(name="Bolt", ap=1),)
        play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN_ROLL))
        play.no(WaitsForTheGameMaster, command, seat="bob")
        play.no(NotYours, Propose(command=command), seat="ann")
        faces = (1, 1, face(PLAIN_ROLL)) if isinstance(command, CounterByAttack) else ()

        assert {"SpellOpposed", "ShieldRaised"} & set(proposed(play, command, "bob", *faces))


@pytest.mark.rule("SC-CAMP-08", "SC-R-75")
def test_the_dice_of_a_charisma_check_are_the_keepers() -> None:
    """The Keeper rolls for either side, or says yes to what a player proposes."""
    play, ann, bob = two()
    touch = Attack(attacker=ann, target=bob, components=(Invested(name="Hand", ap=1),), energies=("sleep",))
    play.do(touch, face(33), seat="ann")
    play.do(Stand(), seat="bob")
    play.no(WaitsForTheGameMaster, RollStatedDefence(dice=4), seat="ann")
    play.do(RollStatedDefence(dice=2), 5, 5)
    play.no(NotYours, Propose(command=RollStatedDefence(dice=4)), seat="ann")

    assert "EnergyResisted" in proposed(play, RollStatedDefence(dice=4), "bob", 5, 5, 5, 5)


@pytest.mark.rule("SC-CAMP-08", "SC-R-76")
def test_the_dice_of_a_skill_action_are_the_keepers() -> None:
    """A player proposes them with the action."""
    play, ann, _ = two(skill={"resolution": "total_at_least"})
    climb = SkillAction(character=ann, what="climb", dice=3, luck=1)
    play.no(WaitsForTheGameMaster, climb, seat="ann")

    assert "SkillTried" in proposed(play, climb, "ann")


@pytest.mark.rule("SC-CAMP-08")
@pytest.mark.parametrize("kind", [HoldSpell, SkillAction, Attack])
def test_no_dice_are_listed_for_a_player_who_may_not_name_any(kind: type[Command]) -> None:
    """They are for the Keeper."""
    play, _, _ = two(skill={"resolution": "total_at_least"})

    assert not [entry for entry in allowed_of(play.state, "ann", kind) if "dice" in entry.fields]
    assert [entry for entry in allowed_of(play.state, "gm", kind) if "dice" in entry.fields]


@pytest.mark.rule("SC-CAMP-10")
def test_a_player_makes_one_combatant_alone() -> None:
    """Another waits for the Keeper, who makes any."""
    play = Play()
    play.do(CreateCombatant(sheet=PLAIN), seat="ann")
    second = CreateCombatant(sheet=PLAIN)
    assert "Propose" == play.no(WaitsForTheGameMaster, second, seat="ann").needs
    assert "CombatantCreated" in proposed(play, second, "ann")
    play.do(CreateCombatant(sheet=PLAIN, seat="ann"))
    play.do(CreateCombatant(sheet=PLAIN), seat="bob")
    assert not allowed_of(play.state, "bob", CreateCombatant)


@pytest.mark.rule("SC-CAMP-10")
@pytest.mark.parametrize(("field", "bound"), [("luck", 10), ("experience", 0)])
def test_what_a_player_makes_begins_within_the_bounds_of_the_campaign(field: str, bound: int) -> None:
    """More Luck or Experience waits for the Keeper."""
    play = Play()
    much = msgspec.structs.replace(CreateCombatant(sheet=PLAIN), **{field: bound + 1})
    assert field == play.no(WaitsForTheGameMaster, much, seat="ann").field
    play.do(much)

    play.do(msgspec.structs.replace(much, **{field: bound}), seat="ann")


@pytest.mark.rule("SC-CAMP-10")
def test_the_bounds_are_a_setting_and_old_campaigns_have_none() -> None:
    """As many as the campaign says."""
    wide = Play(players={"combatants": 2, "luck": 50, "experience": 9})
    for play in (wide, Play(form=0)):
        for _ in range(2):
            play.do(CreateCombatant(sheet=PLAIN, luck=50, experience=9), seat="ann")

    wide.no(WaitsForTheGameMaster, CreateCombatant(sheet=PLAIN), seat="ann")


@pytest.mark.rule("SC-CAMP-08")
def test_old_campaigns_go_on_with_dice_as_players_name_them() -> None:
    """Their settings said nothing of it."""
    play = Play(form=0, players_may=BY_WORD)
    ann = play.one(energies=("fire",), components=("Bolt",))

    play.do(HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=50, dice=9), seat="ann")


@pytest.mark.rule("SC-CAMP-08")
def test_a_proposed_answer_lapses_once_the_attack_has_gone_on() -> None:
    """It would be an answer of somebody else's, or to another attack."""
    play, ann, bob = two()
    touch = Attack(attacker=ann, target=bob, components=(Invested(name="Hand", ap=1),), energies=("sleep",))
    play.do(touch, face(33), seat="ann")
    play.do(Stand(), seat="bob")
    play.do(Propose(command=RollStatedDefence(dice=9)), seat="ann")
    found = play.do(RollStatedDefence(dice=1), 5)
    assert ["StatedDefenceRolled", "ProposalDeclined"] == [type(event).__name__ for event in found]
    play.do(Propose(command=RollStatedDefence(dice=9)), seat="bob")
    play.do(DropExchange(reason="enough"))

    assert {} == play.state.proposals


@pytest.mark.rule("SC-CAMP-08")
def test_a_proposed_counterspell_lapses_with_its_attack() -> None:
    """Other proposals wait on."""
    play, ann, bob = two()
    bolt = (Invested(name="Bolt", ap=1),)
    dart = HoldSpell(character=bob, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=3)
    play.do(Propose(command=dart), seat="bob")
    play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN_ROLL))
    play.do(Propose(command=CounterByShield(energy="cold", ap=1, dice=2)), seat="bob")
    play.do(Stand(), seat="bob")

    assert ["HoldSpell"] == [proposal.command["type"] for proposal in play.state.proposals.values()]
