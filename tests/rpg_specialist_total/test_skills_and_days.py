"""Skill actions, days, daily Luck, Experience Points, and players' proposals."""

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.awaits import awaits
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.corrections import CorrectSpell, NewSpell
from services.rpg_specialist_total.chapters.dice import LuckSpent, TooManyLuckDice
from services.rpg_specialist_total.chapters.drugs import DrugTaken, EndDrug, TakeDrug
from services.rpg_specialist_total.chapters.experience import (
    ExperienceGained,
    ExperienceSpent,
    GrantExperience,
    LuckOfTheDay,
    NotEnoughExperience,
    RoundsFirst,
    SpendExperience,
)
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.recovery import EndOngoing, Restore, StartOngoing
from services.rpg_specialist_total.chapters.skills import (
    SaidOtherwise,
    SettleSkill,
    SkillAction,
    SkillSettled,
    SkillTried,
)
from services.rpg_specialist_total.chapters.spells import SpellEnded
from services.rpg_specialist_total.chapters.states import CannotAct, Died, LoseFatigue, LoseVitality
from services.rpg_specialist_total.chapters.turns import ApSpent, TierExceeded
from services.rpg_specialist_total.state.campaign import Skill
from services.rpg_specialist_total.state.exchange import Rolled
from shared.kernel.campaign.days import DayBegan, StartDay
from shared.kernel.campaign.fights import AnswerFirst, EndFight, EndTurn, FightIsOn, LeaveFight, NotInFight, NotYourTurn
from shared.kernel.campaign.proposals import (
    CommandProposed,
    ConfirmProposal,
    ProposalConfirmed,
    WaitsForTheGameMaster,
)
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, OutOfRange, ReasonNeeded
from shared.kernel.chance import Faces
from shared.kernel.samples import Field
from tests.rpg_specialist_total.play import PLAIN, Play, allowed_of


@pytest.mark.rule("SC-R-108", "SC-E-17")
@pytest.mark.parametrize(("form", "caps", "most"), [(2, True, 3), (2, False, 9), (1, True, 9)])
def test_tier_caps_apply_to_skill_actions(form: int, caps: bool, most: int) -> None:  # noqa: FBT001
    """If `tier_caps` is true, a skill action costs at most 3 AP, and the list of legal commands offers no more."""
    play = Play(form=form, combat={"tier_caps": caps})
    ash = play.one(speed_rating=9)
    play.fight(ash)
    (listed,) = allowed_of(play.state, "ann", SkillAction)
    assert Field(least=1, most=most) == listed.fields["ap"]

    if most == 3:
        refusal = play.no(TierExceeded, SkillAction(character=ash, what="climb", ap=4), seat="ann")
        assert ("at most 3 AP", 4, "ap") == (refusal.needs, refusal.has, refusal.field)
    play.do(SkillAction(character=ash, what="climb", ap=most), seat="ann")


@pytest.mark.rule("SC-ACT-01")
@pytest.mark.rule("SC-R-76")
def test_a_skill_action_costs_ap_and_the_keeper_states_its_result() -> None:
    """By default no dice are rolled for a skill action."""
    play = Play()
    ash = play.one()
    play.fight(ash)
    play.no(SaidOtherwise, SkillAction(character=ash, what="climb", dice=3))
    play.no(SaidOtherwise, SkillAction(character=ash, what="climb", luck=3))
    play.no(NotYours, SkillAction(character=ash, what="climb"), seat="bob")
    skill = Skill(id="skill-2", character=ash, what="climb", ap=2)
    play.when(SkillAction(character=ash, what="climb", ap=2), seat="ann").then(
        ApSpent(character=ash, ap=2, use="skill"), SkillTried(skill=skill)
    )
    play.no(OnlyTheGameMaster, SettleSkill(skill="skill-2", outcome="up", succeeded=True), seat="ann")
    play.no(SaidOtherwise, SettleSkill(skill="skill-2", outcome="up", number=10))
    play.no(SaidOtherwise, SettleSkill(skill="skill-2", outcome="up"))

    play.when(SettleSkill(skill="skill-2", outcome="halfway up", succeeded=False)).then(
        SkillSettled(skill="skill-2", succeeded=False, outcome="halfway up")
    )
    play.no(NotKnownHere, SettleSkill(skill="skill-2", outcome="up", succeeded=True))


@pytest.mark.rule("SC-R-76")
@pytest.mark.parametrize(("number", "reached"), [(16, True), (17, False)])
def test_a_setting_rolls_dice_for_a_skill_action(number: int, reached: bool) -> None:  # noqa: FBT001
    """If `skill.resolution` is `total_at_least`, dice decide a skill action.

    Before the roll, the Keeper sets the total to reach, and Luck dice count.
    """
    play = Play(skill={"resolution": "total_at_least"})
    ash = play.one(luck=2)
    play.no(TooManyLuckDice, SkillAction(character=ash, what="climb", dice=2, luck=3))
    skill = Skill(id="skill-2", character=ash, what="climb", ap=1, dice=2, luck=1)
    play.when(SkillAction(character=ash, what="climb", dice=2, luck=1), seat="ann").then(
        ApSpent(character=ash, ap=1, use="skill"),
        LuckSpent(character=ash, points=1, roll="skill"),
        SkillTried(skill=skill),
    )
    play.no(SaidOtherwise, SettleSkill(skill="skill-2", outcome="up", succeeded=True))

    rolled = Rolled(faces=(4, 7), luck=(5,), lucky=True, total=16)
    play.when(SettleSkill(skill="skill-2", outcome="so", number=number), faces=Faces(1, 4, 7, 5)).then(
        SkillSettled(skill="skill-2", succeeded=reached, outcome="so", number=number, roll=rolled),
    )


@pytest.mark.rule("SC-CAMP-07", "SC-R-98")
def test_the_luck_of_a_skill_action_is_paid_when_declared() -> None:
    """The Luck of a skill action is paid when it is declared. Luck spent later does not reduce its Luck dice."""
    play = Play(skill={"resolution": "total_at_least"})
    ash = play.one(luck=2)
    play.do(SkillAction(character=ash, what="climb", dice=2, luck=2))
    assert 0 == play.who(ash).luck

    found = play.the(SkillSettled, SettleSkill(skill="skill-2", outcome="so", number=9), 1, 4, 7, 1, 1)
    assert Rolled(faces=(4, 7), luck=(1, 1), lucky=True, total=13) == found.roll
    assert 0 == play.who(ash).luck


@pytest.mark.rule("SC-R-98")
def test_under_rules_version_0_the_luck_of_a_skill_action_is_paid_at_the_roll() -> None:
    """Version 0 of the rules rolls only as many Luck dice for a skill action as the combatant can still pay."""
    play = Play(form=0, skill={"resolution": "total_at_least"})
    ash = play.one(luck=2)
    play.do(SkillAction(character=ash, what="climb", dice=2, luck=2))
    play.given(LuckSpent(character=ash, points=2, roll="to hit"))

    found = play.the(SkillSettled, SettleSkill(skill="skill-2", outcome="so", number=9), 4, 7)
    assert Rolled(faces=(4, 7), total=11) == found.roll


@pytest.mark.rule("SC-R-68")
def test_the_unconscious_use_no_skill() -> None:
    """An unconscious combatant cannot take a skill action."""
    play = Play()
    ash = play.one()
    play.state = play.state.change(ash, fatigue=0)

    play.no(CannotAct, SkillAction(character=ash, what="climb"))


@pytest.mark.rule("AR-CAMP-14")
@pytest.mark.rule("SC-R-07")
@pytest.mark.rule("SC-E-07")
def test_a_day_begins_outside_fights_and_keeps_luck() -> None:
    """By default a new day leaves Luck points unchanged."""
    play = Play()
    ash = play.one(luck=2)
    play.when(StartDay()).then(DayBegan(day=2))
    play.fight(ash)

    play.no(FightIsOn, StartDay())
    assert 2 == play.who(ash).luck


@pytest.mark.rule("SC-E-07")
def test_a_setting_rolls_luck_each_day() -> None:
    """If `points_source` is `daily_d10`, 1d10 is rolled each day for every player's combatant.

    The result replaces its remaining Luck points.
    """
    play = Play(luck={"points_source": "daily_d10"})
    ash, foe, bee = play.one(luck=9), play.one("gm", luck=9), play.one("bob")
    play.when(StartDay(), faces=Faces(4, 7)).then(
        DayBegan(day=2), LuckOfTheDay(character=ash, points=4), LuckOfTheDay(character=bee, points=7)
    )

    assert [4, 9, 7] == [play.who(who).luck for who in (ash, foe, bee)]


@pytest.mark.rule("SC-R-93")
def test_experience_is_granted_with_a_reason_and_never_overspent() -> None:
    """The Keeper grants Experience with a reason.

    A combatant cannot spend more than it has, and the event records what it bought.
    """
    play = Play()
    ash = play.one(experience=99_995)
    play.no(ReasonNeeded, GrantExperience(character=ash, points=5))
    play.no(OutOfRange, GrantExperience(character=ash, points=6, reason="a troll"))
    play.when(GrantExperience(character=ash, points=5, reason="a troll")).then(
        ExperienceGained(character=ash, points=5, reason="a troll")
    )
    play.no(NotEnoughExperience, SpendExperience(character=play.one("bob"), points=1, buys="a rank"))

    play.when(SpendExperience(character=ash, points=40_000, buys="a rank")).then(
        ExperienceSpent(character=ash, points=40_000, buys="a rank")
    )
    assert 60_000 == play.who(ash).experience


@pytest.mark.rule("SC-CAMP-01")
def test_a_setting_makes_players_propose_combatants() -> None:
    """If `create_combatants` is `propose`, players must propose their combatants.

    A confirmed combatant belongs to the seat that proposed it.
    """
    play = Play(players_may={"create_combatants": "propose"})
    new = CreateCombatant(sheet=PLAIN)
    play.no(WaitsForTheGameMaster, new, seat="ann")
    play.no(NotYours, Propose(command=CreateCombatant(sheet=PLAIN, seat="bob")), seat="ann")
    assert isinstance(play.do(Propose(command=new), seat="ann")[0], CommandProposed)

    found = play.do(ConfirmProposal(proposal=next(iter(play.state.proposals))))
    assert ProposalConfirmed(proposal="proposal-1") == found[0]
    assert ["ann"] == [one.seat for one in play.state.characters.values()]


@pytest.mark.rule("SC-CAMP-01")
def test_a_setting_makes_players_propose_drugs() -> None:
    """If `take_drugs` is `propose`, a player proposes drugs to the Keeper, even for the player's own combatant."""
    play = Play(players_may={"take_drugs": "propose"}, vitality={"points_per_rank": 5})
    ash = play.one()
    dose = TakeDrug(character=ash, drug="berserk", tier=1)
    play.no(WaitsForTheGameMaster, dose, seat="ann")
    play.no(NotYours, Propose(command=dose), seat="bob")
    play.do(Propose(command=dose), seat="ann")

    found = play.do(ConfirmProposal(proposal=next(iter(play.state.proposals))))
    assert DrugTaken(character=ash, drug="berserk", doses=1, tier=1, temporary=5) in found
    alone = Play(vitality={"points_per_rank": 5})
    ash = alone.one()
    alone.do(TakeDrug(character=ash, drug="berserk", tier=1), seat="ann")


@pytest.mark.rule("SC-CAMP-45")
def test_no_day_begins_over_what_lasts_for_rounds() -> None:
    """A day waits for the dying, the drugged and those under a continuing effect. Under version 1 it does not."""
    for form in (2, 1):
        play = Play(form=form, vitality={"points_per_rank": 5})
        dying, burning, dosed, dead = (play.one() for _ in range(4))
        play.do(LoseVitality(character=dying, amount=play.who(dying).vitality + 1, reason="a fall"))
        play.do(StartOngoing(character=burning, source="fire", amount=1))
        play.do(TakeDrug(character=dosed, drug="berserk", tier=1))
        play.given(Died(character=dead, cause="a fall", experience=0))
        if form == 1:
            play.when(StartDay()).then(DayBegan(day=2))
            continue
        refused = play.no(RoundsFirst, StartDay())
        assert ("nobody dying, drugged or under a continuing effect", (dying, burning, dosed)) == (
            refused.needs, refused.has
        )  # fmt: skip

        play.do(Restore(character=dying, cause="magic", vitality=2))
        play.do(EndOngoing(character=burning, ongoing=next(iter(play.who(burning).ongoing))))
        assert (dosed,) == play.no(RoundsFirst, StartDay()).has
        play.do(EndDrug(character=dosed))
        play.when(StartDay()).then(DayBegan(day=2))


@pytest.mark.rule("SC-CAMP-46")
@pytest.mark.parametrize("form", [2, 1])
def test_a_shield_that_counts_rounds_is_over_when_a_day_begins(form: int) -> None:
    """A new day ends spells that last for rounds, but no others. Under version 1 of the rules it ends none."""
    play = Play(form=form)
    ash = play.one()
    for held in (
        NewSpell(kind="shield", what="a wall of ice", energies=("cold",), ap=1, dice=1, rounds=3),
        NewSpell(kind="concentration", what="a light", energies=("fire",), ap=1),
    ):
        play.do(CorrectSpell(character=ash, held=held, reason="a slip"))
    shield, light = play.who(ash).spells
    over = SpellEnded(character=ash, spell=shield, cause="its duration is over")

    play.when(StartDay()).then(DayBegan(day=2), *((over,) if form == 2 else ()))

    assert ({light} if form == 2 else {shield, light}) == {*play.who(ash).spells}


def climbing(form: int = 2, *, ap: int = 1) -> tuple[Play, str, str, str]:
    """Return a fight of two combatants, the first of which climbs, and a third one outside it."""
    play = Play(form=form, vitality={"points_per_rank": 10})
    ash, bee, cy = play.one(), play.one("bob"), play.one()
    play.fight(ash, bee)
    play.do(SkillAction(character=ash, what="climb", ap=ap), seat="ann")
    return play, ash, bee, cy


@pytest.mark.rule("SC-CAMP-52", "AR-FIGHT-06", "AR-CAMP-14")
def test_a_skill_action_is_settled_before_its_turn_its_fight_and_the_day_end() -> None:
    """Until then the game refuses the end of the turn, of the fight and of the day, and names the skill action."""
    play, ash, _, cy = climbing(ap=3)
    (skill,) = play.state.skills
    for command, seat in ((EndTurn(participant=ash), "ann"), (EndFight(), "gm"), (LeaveFight(participant=ash), "gm")):
        assert (skill,) == play.no(AnswerFirst, command, seat=seat).needs
    assert [] == allowed_of(play.state, "ann", EndTurn)
    assert {"gm"} == {*awaits(play.state)}

    play.do(SettleSkill(skill=skill, outcome="up", succeeded=True))
    assert {"ann"} == {*awaits(play.state)}
    play.do(EndTurn(participant=ash), seat="ann")
    play.do(EndFight())
    play.do(SkillAction(character=cy, what="swim"), seat="ann")
    (skill,) = play.state.skills
    assert (skill,) == play.no(AnswerFirst, StartDay()).needs
    play.do(SettleSkill(skill=skill, outcome="across", succeeded=True))
    play.when(StartDay()).then(DayBegan(day=2))


@pytest.mark.rule("SC-CAMP-52")
def test_a_skill_action_holds_up_nothing_else() -> None:
    """Its combatant may act again. Skill actions of others hold up neither the turn nor, outside it, the fight."""
    play, ash, bee, cy = climbing()
    (skill,) = play.state.skills
    play.no(NotYourTurn, EndTurn(participant=bee), seat="bob")
    play.do(SkillAction(character=ash, what="shout"), seat="ann")
    shout = max(play.state.skills, key=lambda one: int(one.rpartition("-")[2]))
    for one in (skill, shout):
        play.do(SettleSkill(skill=one, outcome="done", succeeded=True))
    play.do(SkillAction(character=cy, what="swim"), seat="ann")

    play.no(NotInFight, LeaveFight(participant=cy))
    play.do(EndTurn(participant=ash), seat="ann")
    play.do(SkillAction(character=bee, what="shout"), seat="bob")
    play.do(LeaveFight(participant=ash))
    (shout,) = (one.id for one in play.state.skills.values() if one.character == bee)
    play.do(SettleSkill(skill=shout, outcome="done", succeeded=True))
    play.no(FightIsOn, StartDay())
    play.do(EndFight())
    assert 1 == len(play.state.skills)


@pytest.mark.rule("SC-CAMP-52", "AR-KIND-02", "SC-R-49", "SC-R-68")
@pytest.mark.parametrize(
    "happens",
    [TakeDrug(character="", drug="berserk", tier=1), LoseFatigue(character="", amount=20, reason="a march")],
)
def test_one_who_can_use_no_skill_any_more_is_not_awaited(happens: TakeDrug | LoseFatigue) -> None:
    """It may have no other command until its skill action is settled. The Keeper settles it, and the turn goes on."""
    play, ash, *_ = climbing()
    (skill,) = play.state.skills
    assert {"ann", "gm"} == {*awaits(play.state)}

    play.do(replace(happens, character=ash))
    assert {"gm"} == {*awaits(play.state)}
    assert play.fighter(ash).ap

    play.do(SettleSkill(skill=skill, outcome="up", succeeded=True))
    assert {"ann"} == {*awaits(play.state)}
    play.do(EndTurn(participant=ash), seat="ann")


@pytest.mark.rule("SC-CAMP-52")
def test_before_form_2_a_skill_action_waits_over_turns_fights_and_days() -> None:
    """In campaigns opened before form 2, the Keeper may settle a skill action at any later time."""
    play, ash, *_ = climbing(form=1, ap=3)
    assert {"ann", "gm"} == {*awaits(play.state)}
    play.do(EndTurn(participant=ash), seat="ann")
    play.do(EndFight())
    play.when(StartDay()).then(DayBegan(day=2))

    play.do(SettleSkill(skill=next(iter(play.state.skills)), outcome="up at last", succeeded=True))
