"""The adventure: captives in the pit, the people in the catacombs, and the end."""

import pytest
from msgspec.structs import replace

from services.bones.catalogue import PRINTED
from services.bones.catalogue.adventure import BOOK
from services.bones.chapters.adventure.adventures import (
    AdventureEnded,
    AdventureLoaded,
    CharactersAlone,
    EndAdventure,
    EnterArea,
    LoadAdventure,
    NotEarned,
    OneAdventure,
    SetFate,
    ShacklesChanged,
)
from services.bones.chapters.adventure.checks import TryCheck
from services.bones.chapters.adventure.requirements import NothingToTryOn
from services.bones.chapters.adventure.tribe import KinAppeared, NoMoreOfThem, SpawnOfAdventure
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.effects import EffectEnded
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.creatures import SpawnSample
from services.bones.chapters.people.items import NotReady
from services.bones.chapters.people.riding import Dismounted, Mount
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.spiffs import MOST_SPIFFS, AllowSpiffs, SpiffUseAsked, UseSpiffs
from services.bones.chapters.rolls.wounds import BeyondHurt, DamageDealt, DealDamage
from services.bones.chapters.seasons.seasons import OpenSeason, SeasonIsOpen, StillOnStage
from services.bones.reading.adventure import alive, fate
from services.bones.reading.comparing import challenges
from services.bones.state.campaign import FORM
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, OnlyTheGameMaster, OutOfRange
from tests.bones.captives import Captives
from tests.bones.casting import goes_on
from tests.bones.play import STANDARD

LIGHT, MEDIUM, HEAVY = "Light armor (leather)", "Medium armor (chain)", "Heavy armor (plate)"


@pytest.mark.rule("BN-ADV-01", "BN-R-219")
def test_characters_wake_in_the_pit_with_one_damage() -> None:
    """A character of five dice wakes with four, in area 4, on day 1, before any event of the timetable."""
    play = Captives()
    who = play.captive("Social")
    happened = play.wake(who)
    assert [1] == [event.wound.amount for event in happened if isinstance(event, DamageDealt)]
    assert 4 == len(play.who(who).numbers)
    assert ("4", 1, 0) == (play.adventure.area, play.adventure.day, play.adventure.come)
    assert "dying" == fate(play.state, "Karl")


@pytest.mark.rule("BN-EX-56", "BN-ADV-07", "BN-ADV-10", "BN-ADV-12")
def test_three_characters_meet_seven_warriors_ten_dregs_and_one_matron() -> None:
    """The tribe has four warriors and one more per character, four dregs and two more per character, and one Matron."""
    play = Captives()
    loaded = [event for event in play.wake(*(play.captive() for _ in range(3))) if isinstance(event, AdventureLoaded)]
    stock = {one.kin: one.left for one in loaded[0].stock.open()}
    assert {"Tribal Warrior": 7, "Tribal Dreg": 10, "Tribal Matron": 1, "Rats of tunnel B": 1, "Tomas": 1} == stock


@pytest.mark.rule("BN-ADV-02", "BN-R-225", "BN-R-226", "BN-R-158")
@pytest.mark.parametrize(
    ("levels", "raised", "hinder", "magic", "climb"),
    [(2, True, False, 8, 4), (1, True, False, 6, 4), (2, False, False, 12, 4), (2, True, True, 8, 8)],
)
def test_captives_with_magic_are_shackled(levels: int, *, raised: bool, hinder: bool, magic: int, climb: int) -> None:
    """In shackles, Average magic is Difficult. Other tasks are harder only if `shackles_hinder_other_tasks` is true."""
    shackles = {"shackle_levels": levels, "shackles_hinder_other_tasks": hinder}
    play = Captives(adventure=shackles, magic={"adventure_magic_already_raised": raised})
    mage, other = play.captive("Magic"), play.captive("Social", seat="bob")
    happened = play.wake(mage, other, free=False)
    assert [ShacklesChanged(creature=mage, levels=levels, reason="captured")] == [
        event for event in happened if isinstance(event, ShacklesChanged)
    ]
    for check, theme, dice in (("sense-magic-in-the-nest", "Stars", magic), ("climb-the-tunnel", None, climb)):
        task = play.state.tasks.get(play.tries(check, mage, theme=theme))
        found = task or next(iter(play.state.tasks.values()))
        assert found.terms
        assert dice == challenges(play.state, found, found.terms)[0]
        play.roll(found.id, *[6] * 4, *[3] * dice)
        play.hurt()


@pytest.mark.rule("BN-CAMP-127")
def test_shackles_are_removed_by_a_check_or_at_the_end() -> None:
    """A check frees one character. The others stay shackled until the adventure ends."""
    play = Captives()
    mage, other = play.captive("Magic"), play.captive("Magic", seat="bob")
    play.wake(mage, other, free=False)
    off = ShacklesChanged(creature=mage, levels=0, reason=BOOK.checks_by_id["take-off-the-shackles"].task)
    assert off in play.do(TryCheck(check="take-off-the-shackles", creature=other, other=mage))
    play.no(NothingToTryOn, TryCheck(check="take-off-the-shackles", creature=mage))
    assert (0, 2) == (play.who(mage).shackled, play.who(other).shackled)
    play.do(EndAdventure(outcome="given up"))
    assert 0 == play.who(other).shackled


@pytest.mark.rule("BN-CAMP-124", "BN-ADV-01")
def test_one_adventure_at_a_time() -> None:
    """The game master cannot load the adventure for characters who are in another one.

    Before the adventure is loaded, the rules refuse its commands.
    """
    play = Captives()
    who, foe = play.captive("Social", "Craft"), play.one("gm")
    dead, new = play.captive(dead=True), play.captive(ready=False)
    for command in (SpawnOfAdventure(kin="Tomas"), EnterArea(area="4"), EndAdventure(outcome="dead")):
        play.no(OneAdventure, command)
    play.no(OnlyTheGameMaster, LoadAdventure(characters=(who,)), seat="ann")
    play.no(CharactersAlone, LoadAdventure(characters=(who, foe)))
    play.no(NamedTwice, LoadAdventure(characters=(who, who)))
    play.no(NotKnownHere, LoadAdventure(characters=("creature-99",)))
    play.no(BeyondHurt, LoadAdventure(characters=(dead,)))
    play.no(NotReady, LoadAdventure(characters=(new,)))
    play.do(DealDamage(creature=who, amount=1))
    play.no(AnswerFirst, LoadAdventure(characters=(who,)))
    play.hurt()
    play.wake(who)
    play.no(OneAdventure, LoadAdventure(characters=(who,)))
    task = play.tries("climb-the-tunnel", who)
    assert (task,) == play.no(AnswerFirst, EndAdventure(outcome="dead")).needs
    play.came_of(task, *[6] * 3, *[3] * 4)
    assert [AdventureEnded(outcome="given up")] == play.do(EndAdventure(outcome="given up"))
    assert play.state.adventure is None
    play.wake(who)
    assert 6 == play.adventure.stock["Tribal Dreg"]


@pytest.mark.rule("BN-CAMP-130")
def test_adventures_and_seasons_exclude_each_other() -> None:
    """No adventure begins while a season is open, and no season opens during an adventure."""
    play = Captives()
    who = play.caught()
    play.no(StillOnStage, OpenSeason(name="winter"))
    play.do(EndAdventure(outcome="given up"))
    play.do(OpenSeason(name="winter"))
    play.no(SeasonIsOpen, LoadAdventure(characters=(who,)))


@pytest.mark.rule("BN-ADV-08", "BN-ADV-09", "BN-ADV-11", "BN-R-227")
def test_warriors_and_dregs_match_the_ledger() -> None:
    """A tribal warrior has four dice and two spears, and a dreg two dice and a club.

    A warrior wears armor only if the tribe took it from captives.
    """
    play = Captives()
    play.caught()
    warrior, dreg = play.who(play.meet("Tribal Warrior")), play.who(play.meet("Tribal Dreg"))
    own = ("Universal", "Physical", "Regenerate", "Melee", "Melee", "Stealth")
    assert [STANDARD["Primitive"], STANDARD["Sneak"], STANDARD["Fighter"], own] == [die.faces for die in warrior.dice]
    assert ["Spear", "Spear"] == [item.name for item in warrior.items.values() if item.ready]
    assert [STANDARD["Primitive"], STANDARD["Sneak"]] == [die.faces for die in dreg.dice]
    (club,) = dreg.items.values()
    assert ("melee weapon", False) == (club.group, club.two_handed)
    assert ("Tribal Warrior 1", "Tribal Dreg 1") == (warrior.name, dreg.name)


@pytest.mark.rule("BN-ADV-09", "BN-R-227")
def test_warriors_wear_light_and_medium_armor_taken_from_captives() -> None:
    """Each piece of light or medium armor taken from captives is worn by one warrior, never by a dreg.

    Heavy armor stays with its owner.
    """
    play = Captives()
    one, other = play.captive(items=(LIGHT, "Dagger / knife")), play.captive(items=(MEDIUM,))
    third = play.captive(items=(HEAVY,))
    play.wake(one, other, third)
    assert [["Dagger / knife"], [], [HEAVY]] == [
        [item.name for item in play.who(who).items.values()] for who in (one, other, third)
    ]
    play.meet("Tribal Dreg")
    happened = play.do(SpawnOfAdventure(kin="Tribal Warrior", count=3))
    clad = [event for event in happened if isinstance(event, KinAppeared)]
    assert [LIGHT, MEDIUM, None] == [event.armor for event in clad]
    first, _, last = (play.who(event.creature) for event in clad)
    assert [item.ready for item in first.items.values() if item.name == LIGHT] == [True]
    assert 2 == len(last.items)


@pytest.mark.rule("BN-R-358")
def test_the_tribe_appears_at_once_where_the_cast_starts_prepared() -> None:
    """If the cast starts hidden, a creature of the adventure still appears for all to see."""
    play = Captives(combat={"cast_starts": "prepared"})
    play.caught()
    play.do(SpawnSample(sample="Harpy"))
    warrior = play.meet("Tribal Warrior")

    assert (1, "cast") == (len(play.state.prepared), play.who(warrior).kind)
    assert warrior in {one.id for one in view(play.state, "ann").characters}


@pytest.mark.rule("BN-ADV-15", "BN-R-137")
def test_the_rats_are_a_horde_of_two_dice() -> None:
    """The rats are a horde, and roll their two dice separately against each character."""
    play = Captives()
    one, other = play.captive(), play.captive(seat="bob")
    play.wake(one, other)
    rats = play.meet("Rats of tunnel B")
    assert ("horde", 2) == (play.who(rats).kind, len(play.who(rats).dice))
    sides = ((one, "party"), (other, "party"), (rats, "rats"))
    play.do(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides)))
    for who in (one, other):
        play.do(Declare(creature=who, doing="fight", targets=(rats,)))
    play.do(Declare(creature=rats, doing="fight", targets=(one, other)))
    happened = play.do(RollRound(), *[6] * 8, *[6] * 4)
    rolled = [event.roll for event in happened if isinstance(event, RollMade) and event.roll.creature == rats]
    assert [(one, 2), (other, 2)] == [(roll.target, len(roll.dice)) for roll in rolled]


@pytest.mark.rule("BN-CAMP-126", "BN-CAMP-128")
def test_only_survivors_appear_again() -> None:
    """With one character the tribe has six dregs.

    A dreg that left alive may appear again; the dead are not replaced.
    """
    play = Captives()
    play.caught()
    play.no(NoMoreOfThem, SpawnOfAdventure(kin="Tribal Dreg", count=7))
    play.no(NotKnownHere, SpawnOfAdventure(kin="Karl"))
    first = play.meet("Tribal Dreg")
    last = play.meet("Tribal Dreg", 5)
    play.no(NoMoreOfThem, SpawnOfAdventure(kin="Tribal Dreg"))
    play.do(RemoveCharacter(character=last, reason="it hides"))
    assert (1, 6) == (play.adventure.stock["Tribal Dreg"], alive(play.state, "Tribal Dreg"))
    play.meet("Tribal Dreg")
    play.do(DealDamage(creature=first, amount=4))
    assert 5 == alive(play.state, "Tribal Dreg")
    play.do(RemoveCharacter(character=first, reason="eaten"))
    play.no(NoMoreOfThem, SpawnOfAdventure(kin="Tribal Dreg"))


@pytest.mark.rule("BN-CAMP-126", "BN-CAMP-128")
@pytest.mark.parametrize("removed", [False, True])
def test_tomas_killed_is_dead_in_the_adventure_too(removed: bool) -> None:  # noqa: FBT001
    """After Tomas is killed he does not appear again, even if his creature is removed from the campaign."""
    play = Captives()
    play.caught()
    tomas = play.meet("Tomas")
    play.do(DealDamage(creature=tomas, amount=4))
    if removed:
        play.do(RemoveCharacter(character=tomas, reason="buried"))
    assert "dead" == fate(play.state, "Tomas")
    play.no(NotEarned, EndAdventure(outcome="escaped", rewards=("tomas-alive",)))
    play.no(NoMoreOfThem, SpawnOfAdventure(kin="Tomas"))


@pytest.mark.rule("BN-ADV-102", "BN-ADV-103", "BN-ADV-104", "BN-ADV-105")
def test_each_survivor_gets_one_spiff_per_reward() -> None:
    """One reward gives each of four survivors one spiff, and all four rewards give each of them four.

    The dead receive no spiffs.
    """
    assert ["clarisse-saved", "mother-helped", "karl-alive", "tomas-alive"] == list(BOOK.rewards_by_id)
    for rewards in (("clarisse-saved",), tuple(BOOK.rewards_by_id)):
        play = Captives(spiffs={"spiffs_owner": "character"})
        four = tuple(play.captive() for _ in range(4))
        late = play.captive()
        play.wake(*four, late)
        play.do(DealDamage(creature=late, amount=10))
        ended = AdventureEnded(outcome="escaped", rewards=rewards, free=four, spiffs=len(rewards))
        assert [ended] == play.do(EndAdventure(outcome="escaped", rewards=rewards))
        assert [len(rewards)] * 4 == [play.state.spiffs_of(who) for who in four]
        assert 0 == play.who(late).spiffs


@pytest.mark.rule("BN-ADV-102", "BN-ADV-104", "BN-ADV-105", "BN-CAMP-124")
def test_a_reward_is_given_once_to_those_who_escaped() -> None:
    """A reward needs an escape; a reward for a rescue also needs the rescued person alive.

    No reward is given twice or exceeds the limit of spiffs.
    """
    play = Captives(adventure={"karl_state_at_start": "dead"})
    play.caught()
    for outcome in ("dead", "given up"):
        play.no(NotEarned, EndAdventure(outcome=outcome, rewards=("clarisse-saved",)))
    play.no(NotEarned, EndAdventure(outcome="escaped", rewards=("karl-alive",)))
    play.no(NamedTwice, EndAdventure(outcome="escaped", rewards=("clarisse-saved", "clarisse-saved")))
    play.no(NotKnownHere, EndAdventure(outcome="escaped", rewards=("matron-dead",)))
    play.do(SetFate(person="Clarisse", fate="dead", reason="she fell"))
    play.no(NotEarned, EndAdventure(outcome="escaped", rewards=("clarisse-saved",)))
    play.spiffs("ann", MOST_SPIFFS)
    play.no(OutOfRange, EndAdventure(outcome="escaped", rewards=("tomas-alive",)))
    play.spiffs("ann", MOST_SPIFFS - 1)
    play.do(EndAdventure(outcome="escaped", rewards=("tomas-alive",)))
    assert MOST_SPIFFS == play.state.spiffs["ann"]


@pytest.mark.rule("BN-CAMP-193")
@pytest.mark.parametrize("form", [FORM, 1])
def test_captives_wake_on_foot_and_hold_no_magic(form: int) -> None:
    """A caught rider is dismounted and holds no effect, and one who flew is down; what a sacrifice sustains lasts."""
    play = Captives()
    play.state = replace(play.state, form=form)
    flier = play.captive(flying="8", airborne=30)
    who, horse = play.captive("Magic"), play.the(CreatureAppeared, SpawnSample(sample="Horse")).creature.id
    play.do(Mount(creature=who, mount=horse))
    held, kept = goes_on(play, who), goes_on(play, who, lasts="health", die=1)

    happened = play.wake(who, flier)

    ended = [
        Dismounted(creature=who),
        EffectEnded(effect=held, why="let go", caster=who),
    ]
    assert (0 if form == FORM else 30, {}) == (play.who(flier).airborne, play.state.falls)
    assert (ended if form == FORM else []) == [one for one in happened if isinstance(one, (Dismounted, EffectEnded))]
    assert (kept in play.state.effects, held in play.state.effects) == (True, form != FORM)


@pytest.mark.rule("BN-CAMP-191", "BN-CAMP-185")
@pytest.mark.parametrize("form", [FORM, 1])
def test_adventure_waits_for_a_survival(form: int) -> None:
    """A captive whose survival is asked for may still escape, so the adventure does not end before the answer."""
    play = Captives(spiffs={"spiffs_owner": "character"})
    play.state = replace(play.state, form=form)
    late, other = play.captive(), play.captive(seat="bob")
    play.wake(late, other)
    play.do(DealDamage(creature=late, amount=10))
    play.state = play.state.change(late, spiffs=12)
    use = play.the(SpiffUseAsked, UseSpiffs(creature=late, use="survive", text="a root held me"), seat="ann").use.id

    ends = EndAdventure(outcome="escaped", rewards=("clarisse-saved",))
    ended = AdventureEnded(outcome="escaped", rewards=("clarisse-saved",), free=(late, other), spiffs=1)
    if form == FORM:
        assert (use,) == play.no(AnswerFirst, ends).needs
        play.do(AllowSpiffs(use=use))
        assert [ended] == play.do(ends)
    else:
        assert [replace(ended, free=(other,))] == play.do(ends)


@pytest.mark.rule("BN-ADV-07", "BN-ADV-18")
def test_items_and_dice_of_the_adventure_are_in_the_catalogue() -> None:
    """The catalogue contains every item that the adventure names, and a description of every kind of creature."""
    things = {one.name for one in PRINTED.items}
    assert {name for kin in BOOK.kin_by_name.values() for name in kin.items} <= things
    assert {check.finds for check in BOOK.checks if check.finds} <= things
    assert all(kin.looks for kin in BOOK.kin)
