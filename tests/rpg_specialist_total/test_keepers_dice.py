"""Commands that a player may only propose to the Keeper.

These commands add dice that are on no sheet, or create combatants beyond the limits.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Component, Energy
from services.rpg_specialist_total.chapters.ammunition import RecoverAmmunition
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack, CounterByShield
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.drugs import TakeDrug
from services.rpg_specialist_total.chapters.energies import RollStatedDefence
from services.rpg_specialist_total.chapters.exchanges import DropExchange, NothingToAnswer
from services.rpg_specialist_total.chapters.movement import Motion
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.spells import HoldSpell
from services.rpg_specialist_total.state.campaign import Used
from services.rpg_specialist_total.state.combatants import Invested, NewItem, Trained
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.proposals import ConfirmProposal, ProposalDeclined, WaitsForTheGameMaster
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.seats import NotYours
from shared.kernel.messages import Command
from shared.kernel.samples import Field
from tests.rpg_specialist_total.duel import PLAIN as PLAIN_ROLL
from tests.rpg_specialist_total.duel import face
from tests.rpg_specialist_total.play import PLAIN, Play, allowed_of

BY_WORD: dict[str, Any] = {"add_dice": "propose"}
CHARM = Energy(name="sleep", touch_only=True, stated_defence="an opposed Charisma check")
HAND = Component(name="Hand", type="magic", use="attack", mimics="touch")


def two(**groups: Any) -> tuple[Play, str, str]:  # noqa: ANN401 settings
    """Return a campaign in which only the Keeper may add dice, and the ids of two mages."""
    play = Play(players_may=BY_WORD, **groups)
    play.data(energies=(CHARM,), components=(HAND,))
    mage: dict[str, Any] = {"energies": ("fire", "cold", "sleep"), "components": ("Bolt", "Hand"), "luck": 2}
    return play, play.one(**mage), play.one("bob", **mage)


def propose(play: Play, command: Any, seat: str, *faces: int) -> list[str]:  # noqa: ANN401 a command
    """Propose a command for a seat, confirm it as the Keeper, and return the names of the events."""
    play.do(Propose(command=command), seat=seat)
    (proposal,) = play.state.proposals
    return [type(event).__name__ for event in play.do(ConfirmProposal(proposal=proposal), *faces)]


@pytest.mark.rule("SC-CAMP-08")
def test_a_player_proposes_a_spell_with_dice() -> None:
    """A spell with added dice is cast when the Keeper confirms the player's proposal.

    Without added dice the player casts it directly.
    """
    play, ann, bob = two()
    bolt = (Invested(name="Bolt", ap=1),)
    spell = Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=3)
    held = HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=3)
    for command in (spell, held):
        refused = play.no(WaitsForTheGameMaster, command, seat="ann")
        assert ("Propose", 3, "dice") == (refused.needs, refused.has, refused.field)
    play.no(NotYours, Propose(command=held), seat="bob")
    assert "SpellHeld" in propose(play, held, "ann")
    play.do(HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=1), seat="ann")

    assert "AttackDeclared" in propose(play, spell, "ann", 5, 5, 5, face(PLAIN_ROLL))


@pytest.mark.rule("SC-CAMP-08", "SC-CSP-03", "SC-CSP-10")
def test_a_player_proposes_a_counterspell_with_dice() -> None:
    """A player proposes a counterspell with added dice, by attack or by shield.

    The attack waits until the Keeper confirms it.
    """
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

        assert {"SpellOpposed", "ShieldRaised"} & set(propose(play, command, "bob", *faces))


@pytest.mark.rule("SC-CAMP-08", "SC-R-75")
def test_the_keeper_sets_the_dice_of_a_charisma_check() -> None:
    """The Keeper rolls for either side of an opposed check, or confirms dice that a player proposes for it."""
    play, ann, bob = two()
    touch = Attack(attacker=ann, target=bob, components=(Invested(name="Hand", ap=1),), energies=("sleep",))
    play.do(touch, face(33), seat="ann")
    play.do(Stand(), seat="bob")
    play.no(WaitsForTheGameMaster, RollStatedDefence(dice=4), seat="ann")
    play.do(RollStatedDefence(dice=2), 5, 5)
    play.no(NotYours, Propose(command=RollStatedDefence(dice=4)), seat="ann")

    assert "EnergyResisted" in propose(play, RollStatedDefence(dice=4), "bob", 5, 5, 5, 5)


@pytest.mark.rule("SC-CAMP-08", "SC-R-76")
def test_the_keeper_approves_the_dice_of_a_skill_action() -> None:
    """A player must propose a skill action with dice to the Keeper."""
    play, ann, _ = two(skill={"resolution": "total_at_least"})
    climb = SkillAction(character=ann, what="climb", dice=3, luck=1)
    play.no(WaitsForTheGameMaster, climb, seat="ann")

    assert "SkillTried" in propose(play, climb, "ann")


@pytest.mark.rule("SC-CAMP-08")
@pytest.mark.parametrize("kind", [HoldSpell, SkillAction, Attack])
def test_no_dice_are_listed_for_a_player_who_may_add_none(kind: type[Command]) -> None:
    """The legal lists of players offer no dice beyond those on the sheet. The Keeper's list offers them."""
    play, _, _ = two(skill={"resolution": "total_at_least"})

    assert not [entry for entry in allowed_of(play.state, "ann", kind) if "dice" in entry.fields]
    assert [entry for entry in allowed_of(play.state, "gm", kind) if "dice" in entry.fields]


@pytest.mark.rule("SC-R-06", "SC-R-76")
@pytest.mark.parametrize(("cap", "most"), [("points_held", 2), ("3", 2), ("dice_in_roll", 0)])
def test_luck_without_other_dice_is_listed_for_a_player(cap: str, most: int) -> None:
    """For a player who may add no dice, a listed skill action offers the Luck dice that need no other dice."""
    play, ann, _ = two(skill={"resolution": "total_at_least"}, luck={"cap": cap})
    (entry,) = allowed_of(play.state, "ann", SkillAction)

    assert entry.fields["luck"] == Field(least=0, most=most)
    play.do(SkillAction(character=ann, what="climb", luck=most), seat="ann")


@pytest.mark.rule("SC-CAMP-10")
def test_a_player_creates_one_combatant_without_the_keeper() -> None:
    """A player may create one combatant, and must propose a second one to the Keeper, who may create any number."""
    play = Play()
    play.do(CreateCombatant(sheet=PLAIN), seat="ann")
    second = CreateCombatant(sheet=PLAIN)
    assert "Propose" == play.no(WaitsForTheGameMaster, second, seat="ann").needs
    assert "CombatantCreated" in propose(play, second, "ann")
    play.do(CreateCombatant(sheet=PLAIN, seat="ann"))
    play.do(CreateCombatant(sheet=PLAIN), seat="bob")
    assert not allowed_of(play.state, "bob", CreateCombatant)


@pytest.mark.rule("SC-R-110", "SC-CAMP-10", "SC-E-07")
@pytest.mark.parametrize(("form", "source", "most"), [(2, "daily_d10", 0), (1, "daily_d10", 10), (2, "caller", 10)])
def test_a_player_names_no_luck_that_is_rolled_each_day(form: int, source: str, most: int) -> None:
    """If luck points are rolled each day, a player's new combatant has none, unless the Keeper confirms them."""
    play = Play(form=form, luck={"points_source": source})
    (offered,) = allowed_of(play.state, "ann", CreateCombatant)
    assert Field(least=0, most=most) == offered.fields["luck"]
    more = CreateCombatant(sheet=PLAIN, luck=most + 1)
    refusal = play.no(WaitsForTheGameMaster, more, seat="ann")
    assert (f"luck of at most {most}, or Propose", most + 1) == (refusal.needs, refusal.has)
    assert "CombatantCreated" in propose(play, more, "ann")
    play.do(more)


@pytest.mark.rule("SC-CAMP-10")
@pytest.mark.parametrize(("field", "bound"), [("luck", 10), ("experience", 0)])
def test_settings_limit_the_starting_luck_of_a_players_combatant(field: str, bound: int) -> None:
    """A player must propose a combatant with more Luck or Experience than the settings in `players` allow."""
    play = Play()
    much = msgspec.structs.replace(CreateCombatant(sheet=PLAIN), **{field: bound + 1})
    assert field == play.no(WaitsForTheGameMaster, much, seat="ann").field
    play.do(much)

    play.do(msgspec.structs.replace(much, **{field: bound}), seat="ann")


@pytest.mark.rule("SC-CAMP-10")
@pytest.mark.parametrize(
    ("most", "numbers"),
    [
        (10, {"speed_rating": 11}), (500, {"vitality": 501}), (500, {"fatigue": 501}), (500, {"endurance": 501}),
        (500, {"speed_score": 501}), (10, {"evasion_training": 11}), (10, {"unarmored_training": 11}),
        (10, {"block": 11}), (10, {"berserk_training": 11}), (10, {"meginserk_training": 11}),
        (10, {"weapon_training": (Trained(weapon="hatchet", dice=11),)}),
    ],
)  # fmt: skip
def test_numbers_on_a_players_new_sheet_have_limits(most: int, numbers: dict[str, Any]) -> None:
    """A player must propose a sheet with numbers above the limits. Under version 0 of the rules there are no limits."""
    play, (name,) = Play(), numbers
    strong = CreateCombatant(sheet=msgspec.structs.replace(PLAIN, **numbers))

    refused = play.no(WaitsForTheGameMaster, strong, seat="ann")

    assert (f"{name} of at most {most}, or Propose", most + 1, "sheet") == (refused.needs, refused.has, refused.field)
    assert "CombatantCreated" in propose(play, strong, "ann")
    Play(form=0).do(strong, seat="ann")
    Play(players={"speed_rating": 11, "score": 501, "dice": 11}).do(strong, seat="ann")


@pytest.mark.rule("SC-CAMP-10")
def test_starting_pieces_of_a_player_have_a_limit() -> None:
    """A player's new combatant may start with at most 100 pieces of one item."""
    play = Play()
    quivers = [
        CreateCombatant(sheet=PLAIN, items=(NewItem(kind="ammunition", name="arrow", number=number),))
        for number in (101, 100)
    ]

    assert "items" == play.no(WaitsForTheGameMaster, quivers[0], seat="ann").field
    play.do(quivers[1], seat="ann")


@pytest.mark.rule("SC-CAMP-10", "SC-CAMP-31")
def test_a_shield_beyond_the_longest_duration_needs_the_keeper() -> None:
    """A player must propose a shield that lasts longer than the limit, whether held in advance or raised as a counter.

    The player's legal list offers no longer duration.
    """
    play, ann, bob = two()
    wall = HoldSpell(character=ann, kind="shield", what="a wall", energies=("fire",), ap=1, rounds=11)
    refused = play.no(WaitsForTheGameMaster, wall, seat="ann")
    assert ("rounds of at most 10, or Propose", 11, "rounds") == (refused.needs, refused.has, refused.field)
    (most,) = {
        entry.fields["rounds"].most for entry in allowed_of(play.state, "ann", HoldSpell) if "rounds" in entry.fields
    }
    assert 10 == most
    assert "SpellHeld" in propose(play, wall, "ann")
    bolt = (Invested(name="Bolt", ap=1),)
    play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN_ROLL))
    play.no(WaitsForTheGameMaster, CounterByShield(energy="cold", ap=1, rounds=11), seat="bob")

    play.do(CounterByShield(energy="cold", ap=1, rounds=10), seat="bob")


@pytest.mark.rule("SC-CAMP-16", "SC-MOVE-11")
@pytest.mark.parametrize("motion", ["vehicle", "beast"])
def test_the_keeper_confirms_that_a_mount_moves_the_attacker(motion: Motion) -> None:
    """A player must propose an attack from a mount, unless `be_conveyed` is `alone`.

    Version 0 of the rules allows such an attack too.
    """
    for play, alone in ((Play(), False), (Play(players_may={"be_conveyed": "alone"}), True), (Play(form=0), True)):
        ann, bob = play.one(components=("Bolt",), energies=("fire",)), play.one("bob")
        bolt = (Invested(name="Bolt", ap=1),)
        spell = Attack(
            attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1, part_of_movement=motion
        )  # fmt: skip
        if alone:
            assert play.do(spell, 9, 91, seat="ann")
            continue
        refused = play.no(WaitsForTheGameMaster, spell, seat="ann")
        assert ("Propose", motion, "part_of_movement") == (refused.needs, refused.has, refused.field)
        assert "AttackDeclared" in propose(play, spell, "ann", 9, face(PLAIN_ROLL))


@pytest.mark.rule("SC-CAMP-17")
@pytest.mark.parametrize("form", [0, 1])
def test_proposals_lapse_when_their_combatant_changes_hands(form: int) -> None:
    """When a combatant is assigned to another seat, the old seat's proposal for it lapses.

    Other proposals do not lapse. Under version 0 of the rules no proposal lapses.
    """
    play = Play(form=form, players_may=BY_WORD | {"take_drugs": "propose"}, vitality={"points_per_rank": 5})
    ann, other, bob = play.one(), play.one(), play.one("bob")
    dosed = [TakeDrug(character=who, drug="berserk", tier=1) for who in (ann, other, bob)]
    for seat, drug in zip(("ann", "ann", "bob"), dosed, strict=True):
        play.do(Propose(command=drug), seat=seat)
    first, *rest = in_order(play.state.proposals)

    events = play.do(AssignCharacter(character=ann, seat="bob"))

    declined = [event for event in events if isinstance(event, ProposalDeclined)]
    assert [(first, "the character has changed hands")] * form == [(one.proposal, one.reason) for one in declined]
    assert tuple(rest) == in_order(play.state.proposals)[1 - form :]
    play.do(AssignCharacter(character=other, seat="ann"))
    assert tuple(rest) == in_order(play.state.proposals)[1 - form :]


@pytest.mark.rule("SC-CAMP-17")
def test_proposed_answers_and_searches_lapse_with_their_combatant() -> None:
    """A proposed counterspell, check or search lapses when its combatant is assigned to another seat."""
    play, ann, bob = two()
    play.state = replace(play.state, used={"used-90": Used(id="used-90", owner=bob, name="arrow", number=9)})
    play.do(Propose(command=RecoverAmmunition(used="used-90")), seat="bob")
    bolt = (Invested(name="Bolt", ap=1),)
    play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN_ROLL))
    play.do(Propose(command=CounterByShield(energy="cold", ap=1, dice=2)), seat="bob")
    play.do(AssignCharacter(character=bob, seat="ann"))
    assert {} == play.state.proposals

    play.do(DropExchange(reason="enough"))
    touch = Attack(attacker=ann, target=bob, components=(Invested(name="Hand", ap=1),), energies=("sleep",))
    play.do(touch, face(33), seat="ann")
    play.do(Stand(), seat="ann")
    play.do(Propose(command=RollStatedDefence(dice=4)), seat="ann")
    play.do(Propose(command=CreateCombatant(sheet=PLAIN)), seat="ann")
    play.do(AssignCharacter(character=ann, seat="bob"))
    assert ["CreateCombatant"] == [proposal.command["type"] for proposal in play.state.proposals.values()]


@pytest.mark.rule("SC-CAMP-10")
def test_settings_limit_players_combatants() -> None:
    """The settings in `players` limit a player's combatants, and their initial Luck and Experience.

    Under version 0 of the rules there are no limits.
    """
    wide = Play(players={"combatants": 2, "luck": 50, "experience": 9})
    for play in (wide, Play(form=0)):
        for _ in range(2):
            play.do(CreateCombatant(sheet=PLAIN, luck=50, experience=9), seat="ann")

    wide.no(WaitsForTheGameMaster, CreateCombatant(sheet=PLAIN), seat="ann")


@pytest.mark.rule("SC-CAMP-08")
def test_under_rules_version_0_players_add_dice() -> None:
    """Under version 0 of the rules, players may add dice without the Keeper."""
    play = Play(form=0, players_may=BY_WORD)
    ann = play.one(energies=("fire",), components=("Bolt",))

    play.do(HoldSpell(character=ann, kind="prepared", what="a dart", energies=("fire",), ap=50, dice=9), seat="ann")


@pytest.mark.rule("SC-CAMP-08")
def test_a_proposed_answer_lapses_once_the_attack_continues() -> None:
    """A proposed answer to an attack lapses when the attack continues, so it cannot answer another attack."""
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
    """When an attack ends, a proposed counterspell against it lapses. Other proposals do not lapse."""
    play, ann, bob = two()
    bolt = (Invested(name="Bolt", ap=1),)
    dart = HoldSpell(character=bob, kind="prepared", what="a dart", energies=("fire",), ap=1, dice=3)
    play.do(Propose(command=dart), seat="bob")
    play.do(Attack(attacker=ann, target=bob, components=bolt, energies=("fire",), dice=1), 9, face(PLAIN_ROLL))
    play.do(Propose(command=CounterByShield(energy="cold", ap=1, dice=2)), seat="bob")
    play.do(Stand(), seat="bob")

    assert ["HoldSpell"] == [proposal.command["type"] for proposal in play.state.proposals.values()]
