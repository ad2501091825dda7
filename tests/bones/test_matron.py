"""The Matron: her dice, her targets, her lasting domination, and the vest that opposes it."""

import pytest
from msgspec.structs import replace

from services.bones.catalogue import HORDE_DIE
from services.bones.chapters.adventure.adventures import AreaEntered, EnterArea, SetFate
from services.bones.chapters.adventure.checks import CheckCame, NotOfThisCheck, TryCheck
from services.bones.chapters.adventure.requirements import DoneOrNotYet, NotAsThingsAre, NothingToTryOn
from services.bones.chapters.adventure.tribe import KinAppeared, KinSacrificed, OutOfHerReach, SpawnOfAdventure
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.lasting_magic.minds import GiveIn, ResistanceOpened
from services.bones.chapters.magic.effects import EffectBegan, EffectEnded, ReleaseEffect
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.rolls.wounds import Died
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask, TaskProposed
from services.bones.chapters.tasks.terms import OtherMinds
from services.bones.reading.adventure import alive, fate
from services.bones.reading.moving import metres
from services.bones.reading.strikes import Attack, with_losses
from services.bones.state.adventure import Stock
from services.bones.state.campaign import FORM
from services.bones.state.combat import Combat, Declaration, Doing, Fighter, RoundMagic
from services.bones.state.magic import Casting, Effect, Theme
from services.bones.state.tasks import Opponent, SkillName, Terms
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.samples import Field
from tests.bones.captives import Captives, able
from tests.bones.play import STANDARD, allowed_of

CASTER = (Theme(name="Wills", effect="rules wills", limitation="at night"),)


@pytest.mark.rule("BN-ADV-12", "BN-R-050", "BN-ADV-13", "BN-ADV-14", "BN-ADV-99")
@pytest.mark.parametrize("sixth", ["blank", "Magic"])
def test_the_printed_dice_of_the_matron(sixth: str) -> None:
    """The Matron has two themes, an ax and 36 faces, though the last die is printed with five.

    She moves 0 m in a round.
    """
    play = Captives(adventure={"matron_sixth_face": sixth})
    play.caught()
    matron = play.who(play.meet("Tribal Matron"))
    second = ("Universal", "Physical", "Social", "Magic", "Defend", "Regenerate")
    fourth = ("Universal", "Mental", "Magic", "Defend", "Melee", "FearCaster")
    last = ("Universal", "Mental", "Defend:Turtle", "Magic", "Melee", sixth)
    assert [STANDARD["Primitive"], second, second, fourth, fourth, last] == [die.faces for die in matron.dice]
    assert ["domination of the will", "illusion"] == [theme.name for theme in matron.themes]
    assert "0" == metres(matron)
    (ax,) = matron.items.values()
    assert sorted(["Melee*2", "Melee", "Melee", "Melee", "Missile", "Missile"]) == sorted(ax.faces or ())


@pytest.mark.rule("BN-ADV-18", "BN-ADV-19", "BN-EX-53")
@pytest.mark.parametrize(("successes", "ends"), [(3, False), (4, True)])
def test_spell_on_tomas_stores_three(successes: int, ends: bool) -> None:  # noqa: FBT001
    """A counter needs four successes to break the spell on Tomas, which stores three."""
    play = Captives()
    mage = play.caught("Magic")
    happened = play.do(SpawnOfAdventure(kin="Tomas"))
    (tomas,) = [event.creature for event in happened if isinstance(event, KinAppeared)]
    assert [STANDARD["Commoner"], STANDARD["Fighter"]] == [die.faces for die in play.who(tomas).dice]
    task = play.tries("break-the-spell", mage, theme="Stars")
    (spell,) = play.state.effects.values()
    assert (3, tomas, "mind") == (spell.successes, spell.target, spell.kind)
    _, happened = play.came_of(task, *[1] * successes, *[6] * (4 - successes))
    assert ends == any(isinstance(event, EffectEnded) for event in happened)
    assert ("free" if ends else "dominated") == fate(play.state, "Tomas")


@pytest.mark.rule("BN-CAMP-128", "BN-ADV-19")
def test_freed_tomas_is_under_no_spell() -> None:
    """Tomas is under no spell even if the game master frees him before he appears."""
    play = Captives()
    mage = play.caught("Magic")
    play.no(NothingToTryOn, TryCheck(check="break-the-spell", creature=mage, theme="Stars"))
    play.meet("Tomas")
    task = play.tries("break-the-spell", mage, theme="Stars")
    assert 1 == len(play.state.effects)
    play.do(DropTask(task=task, reason="she comes"))
    play.do(SetFate(person="Tomas", fate="free", reason="she forgot him"))
    assert not play.state.effects
    play = Captives()
    play.caught()
    play.do(SetFate(person="Tomas", fate="free", reason="she forgot him"))
    play.meet("Tomas")
    assert not play.state.effects


@pytest.mark.rule("BN-CAMP-126")
def test_the_matron_keeps_her_id() -> None:
    """The Matron's spell on Tomas refers to her id even before she appears.

    A character who leaves the campaign is out of the adventure.
    """
    play = Captives()
    one, other = play.captive("Magic"), play.captive(seat="bob")
    play.wake(one, other)
    play.meet("Tomas")
    play.tries("break-the-spell", one, theme="Stars")
    (spell,) = play.state.effects.values()
    assert spell.caster not in play.state.characters
    assert spell.caster == play.meet("Tribal Matron")
    play.do(RemoveCharacter(character=other, reason="it sleeps"))
    assert (one,) == play.adventure.characters


@pytest.mark.rule("BN-ADV-97")
def test_the_matron_keeps_guards_near_her() -> None:
    """While enough members of the tribe are left, a warrior and two dregs guard area 6, and a warrior guards area 1."""
    play = Captives()
    play.caught()
    entered = play.the(AreaEntered, EnterArea(area="6"))
    assert (Stock(kin="Tribal Warrior", left=1), Stock(kin="Tribal Dreg", left=2)) == entered.guards.open()
    assert "6" == play.adventure.area
    assert (Stock(kin="Tribal Warrior", left=1),) == play.the(AreaEntered, EnterArea(area="1")).guards.open()
    play.no(NotKnownHere, EnterArea(area="7"))
    play.state = replace(
        play.state, adventure=replace(play.adventure, stock={**play.adventure.stock, "Tribal Warrior": 0})
    )
    assert 0 == play.the(AreaEntered, EnterArea(area="6")).guards.open()[0].left


@pytest.mark.rule("BN-ADV-13")
def test_matron_controls_males_who_can_smell_her() -> None:
    """The rules refuse the Matron's magic on females, on those who cannot smell her, and on those of unknown gender."""
    play = Captives()
    man, woman, unsaid = play.captive(), play.captive(), play.captive(gender=None)
    for who, gender in ((man, "Male"), (woman, "female")):
        play.state = play.state.change(who, sheet=replace(play.who(who).sheet, gender=gender))
    play.wake(man, woman, unsaid)
    matron = play.meet("Tribal Matron")
    for other, smells in ((woman, True), (unsaid, True), (man, False)):
        play.no(OutOfHerReach, TryCheck(check="dominate", creature=matron, other=other, averted=not smells))
    play.no(NotOfThisCheck, TryCheck(check="dominate", creature=matron, other=man, theme="illusion"))
    rule = Terms(skill="Magic", purpose="mind", minds=(woman,))
    casting = Casting(theme="domination of the will")
    play.no(OutOfHerReach, CallTask(creature=matron, aim="obey", terms=rule, casting=casting))
    play.do(CallTask(creature=matron, aim="see", terms=rule, casting=Casting(theme="illusion")))


@pytest.mark.rule("BN-ADV-13", "BN-R-373")
def test_the_matron_dominates_no_horde() -> None:
    """The game master calls a horde male: her magic still has no single mind to control, and no list offers it."""
    play = Captives()
    man, horde = play.caught(), play.one("gm", [HORDE_DIE] * 3, kind="horde")
    play.state = play.state.change(horde, sheet=replace(play.who(horde).sheet, gender="male"))
    matron = play.meet("Tribal Matron")
    play.stands("dominate")
    play.no(OtherMinds, TryCheck(check="dominate", creature=matron, other=horde))
    offered = [one.fields["other"].options for one in allowed_of(play.state, "gm", TryCheck) if "other" in one.fields]
    assert (man,) in offered
    assert not [one for one in offered if horde in (one or ())]


@pytest.mark.rule("BN-ADV-13")
def test_matron_controls_the_same_targets_in_a_fight() -> None:
    """In a fight, the Matron's magic has the same legal targets, both in her declaration and in a task's terms."""
    play = Captives()
    man, woman = play.captive(), play.captive(seat="bob")
    for who, gender in ((man, "male"), (woman, "female")):
        play.state = play.state.change(who, sheet=replace(play.who(who).sheet, gender=gender))
    play.wake(man, woman)
    matron = play.meet("Tribal Matron")
    sides = ((man, "a"), (woman, "a"), (matron, "b"))
    play.do(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides)))
    rules = Casting(theme="domination of the will")
    play.no(OutOfHerReach, Declare(creature=matron, doing="magic", aim="obey", targets=(woman,), casting=rules))
    by_theme = {
        one.body["casting"]["theme"]: one.fields["targets"].items
        for one in allowed_of(play.state, "gm", Declare)
        if one.body["creature"] == matron and one.body["doing"] == "magic" and one.body.get("casting")
    }
    assert (man,) == (by_theme[rules.theme] or Field()).options
    for who in (man, woman):
        play.do(Declare(creature=who, doing="nothing"))
    play.do(Declare(creature=matron, doing="other", skill="Magic", aim="obey", casting=rules))
    terms = Terms(skill="Magic", purpose="mind", minds=(woman,))
    play.no(OutOfHerReach, SetRoundTask(creature=matron, terms=terms))
    play.do(SetRoundTask(creature=matron, terms=replace(terms, minds=(man,))))


@pytest.mark.rule("BN-ADV-56", "BN-R-293")
@pytest.mark.parametrize("met", [False, True])
def test_matron_sacrifices_a_dreg_for_lasting_domination(met: bool) -> None:  # noqa: FBT001
    """The Matron's successful domination lasts and costs a dreg. If every dreg is in play, one of them dies."""
    play = Captives()
    who = play.captive()
    play.state = play.state.change(who, sheet=replace(play.who(who).sheet, gender="male"))
    play.wake(who)
    if met:
        play.meet("Tribal Dreg", 6)
    matron = play.meet("Tribal Matron")
    task = play.tries("dominate", matron, other=who)
    rolled = play.do(RollTask(task=task), 1, 1, 1, 6, 6, 6)
    (opened,) = [event.resistance for event in rolled if isinstance(event, ResistanceOpened)]
    before = alive(play.state, "Tribal Dreg")

    happened = play.do(GiveIn(resistance=opened.id), seat="ann")

    (effect,) = play.state.effects.values()
    assert (matron, who, "blood") == (effect.caster, effect.target, effect.lasts)
    assert before - 1 == alive(play.state, "Tribal Dreg")
    assert met == any(isinstance(event, Died) for event in happened)
    assert 1 == sum(isinstance(event, KinSacrificed) for event in happened)


@pytest.mark.rule("BN-ADV-56", "BN-CAMP-128")
@pytest.mark.parametrize("fights", [False, True])
def test_domination_without_a_dreg_does_not_last(*, fights: bool) -> None:
    """Without a dreg, or if all dregs are in a fight, the Matron's control must be held like other magic."""
    play = Captives()
    who = play.captive()
    play.state = play.state.change(who, sheet=replace(play.who(who).sheet, gender="m"))
    play.wake(who)
    play.state = replace(
        play.state, adventure=replace(play.adventure, stock={**play.adventure.stock, "Tribal Dreg": 0})
    )
    if fights:
        play.state = replace(
            play.state, adventure=replace(play.adventure, stock={**play.adventure.stock, "Tribal Dreg": 2})
        )
        dregs = [play.meet("Tribal Dreg") for _ in range(2)]
        sides = zip(dregs, "ab", strict=True)
        play.do(StartCombat(fighters=tuple(Entrant(creature=one, side=side) for one, side in sides)))
    matron = play.meet("Tribal Matron")
    rolled = play.do(RollTask(task=play.tries("dominate", matron, other=who)), 1, 1, 1, 6, 6, 6)
    (opened,) = [event.resistance for event in rolled if isinstance(event, ResistanceOpened)]
    happened = play.do(GiveIn(resistance=opened.id))
    assert not [event for event in happened if isinstance(event, KinSacrificed)]
    assert ["held"] == [effect.lasts for effect in play.state.effects.values()]


@pytest.mark.rule("BN-ADV-96", "BN-R-206")
@pytest.mark.parametrize(("clean", "worn", "left"), [(True, True, 2), (True, False, 3), (False, True, 3)])
def test_the_vest_cancels_one_success_of_a_hostile_caster(clean: bool, worn: bool, left: int) -> None:  # noqa: FBT001
    """Three successes against the wearer of the clean vest count as two.

    They count as three if it is dirty or not worn.
    """
    play = Captives()
    who = play.caught()
    mage = play.one("gm", [("Universal", "Magic", "Magic", "Magic", "Mental", "blank")] * 3, themes=CASTER)
    play.do(GiveItem(creature=who, item="Filthy vest"))
    vest = play.item_named(who, "Filthy vest")
    play.state = play.state.item_changed(who, vest, ready=worn)
    if clean:
        play.do(TryCheck(check="clean-the-vest", creature=who))
        vest = play.item_named(who, "Vest against magic")
        assert worn == play.who(who).items[vest].ready
        play.no(NothingToTryOn, TryCheck(check="clean-the-vest", creature=who))
    spell = Terms(skill="Magic", purpose="mind", minds=(who,))
    play.do(CallTask(creature=mage, aim="obey", terms=spell, casting=Casting(theme=CASTER[0].name)))
    opened = play.the(ResistanceOpened, RollTask(task=next(iter(play.state.tasks))), 1, 1, 1)
    assert left == opened.resistance.successes


@pytest.mark.rule("BN-ADV-96", "BN-R-206")
@pytest.mark.parametrize(
    ("skill", "worn", "wins"), [("Magic", False, True), ("Magic", True, False), ("Social", True, True)]
)
def test_the_vest_helps_against_magic(skill: SkillName, *, worn: bool, wins: bool) -> None:
    """With the vest, one success ties with two successes of magic. The vest has no effect on other tasks."""
    play = Captives()
    who = play.one(dice=[able("Social")] * 2, items=("Vest against magic",) if worn else ())
    mage = play.one("gm", [("Universal", "Magic", "Magic", "Social", "Mental", "blank")] * 2, themes=CASTER)
    terms = Terms(skill=skill, opponents=(Opponent(creature=who, skill="Social"),))
    casting = Casting(theme=CASTER[0].name) if skill == "Magic" else None
    task = play.the(TaskProposed, CallTask(creature=mage, aim="a duel", terms=terms, casting=casting)).task.id
    assert wins == play.comes(task, 1, 1, 1, 6).success


@pytest.mark.rule("BN-ADV-96", "BN-R-206")
@pytest.mark.parametrize(("doing", "worn", "strength"), [("magic", True, 2), ("magic", False, 3), ("fight", True, 3)])
def test_the_vest_cancels_one_success_of_magic_in_a_fight(doing: Doing, *, worn: bool, strength: int) -> None:
    """In a fight, three successes of magic against the wearer count as two; a plain blow is not reduced."""
    play = Captives()
    who, mage = play.one(items=("Vest against magic",) if worn else ()), play.one("gm", themes=CASTER)
    fighters = {
        mage: Fighter(
            id=mage, side="a", declaration=Declaration(doing=doing, targets=(who,)), magic=RoundMagic(attacks=True)
        ),
        who: Fighter(id=who, side="b"),
    }
    play.state = replace(play.state, combat=Combat(id="fight-1", fighters=fighters))
    blow = Attack(attacker=mage, target=who, kind="melee", successes=3)
    assert strength == with_losses(play.state, blow).strength


@pytest.mark.rule("BN-ADV-19")
def test_end_of_unrelated_magic_changes_no_fate() -> None:
    """When an effect ends that controls no person of the adventure, no fate changes."""
    play = Captives()
    who = play.caught("Magic")
    play.meet("Tribal Warrior")
    spell = Effect(id="effect-90", caster=who, theme="Stars", what="a light", kind="effect", successes=1)
    play.given(EffectBegan(effect=spell))

    happened = play.do(ReleaseEffect(effect=spell.id))

    assert [EffectEnded(effect=spell.id, why="released", caster=who)] == happened


@pytest.mark.rule("BN-CAMP-189", "BN-R-295")
@pytest.mark.parametrize(("outlives", "form", "ends"), [(False, FORM, True), (True, FORM, False), (False, 1, False)])
@pytest.mark.parametrize("met", [True, False])
def test_the_matrons_magic_ends_with_her(outlives: bool, form: int, ends: bool, met: bool) -> None:  # noqa: FBT001
    """If effects die with their caster, her death frees Tomas and ends the illusion. Otherwise both stay."""
    play = Captives(magic={"effect_outlives_caster": outlives})
    play.state = replace(play.state, form=form)
    who, tomas = play.caught("Social", "Magic"), play.meet("Tomas")
    task = play.tries("break-the-spell", who, theme="Stars")
    play.do(DropTask(task=task, reason="the ceiling comes down"))
    (spell,) = play.state.effects
    if met:
        matron = play.meet("Tribal Matron")
        play.do(ChangeCreature(creature=matron, dead=True, reason="the ceiling came down"))
    else:
        play.do(SetFate(person="Tribal Matron", fate="dead", reason="the ceiling came down"))

    gone = ends or (met and not outlives)
    assert ("free" if ends else "dominated", not gone) == (fate(play.state, "Tomas"), spell in play.state.effects)
    assert not play.who(tomas).dead
    play.stands("walk-unwarily")
    came = play.the(CheckCame, TryCheck(check="walk-unwarily", creature=who))
    assert ends == came.success
    if ends:
        play.no(DoneOrNotYet, TryCheck(check="dispel-the-illusion", creature=who, theme="Stars"))
        play.no(NotAsThingsAre, TryCheck(check="break-the-spell", creature=who, theme="Stars"))
        play.tries("win-tomas", who)
