"""The course of a round: dice, order of allotment, other tasks, and its end."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from services.bones.chapters.fights.allotting import Allot, NotDueToAllot
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat, SetScene
from services.bones.chapters.fights.declaring import Declare, NoTarget, RoundTaskSet, SetRoundTask
from services.bones.chapters.fights.rounds import (
    AllottingBegan,
    DefenceBegan,
    GroupsTurnCame,
    NotTheTimeToRoll,
    RolledFor,
    RollRound,
    RoundBegan,
    RoundCompared,
    RoundRolled,
    RoundTaskSettled,
)
from services.bones.chapters.rolls.rolls import KeepFaces, RollMade
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled
from services.bones.chapters.rolls.wounds import (
    CoupDeGrace,
    DamageTaken,
    DealDamage,
    DeclaredInAFight,
    Died,
    TakeDamage,
)
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import TermsNeeded
from services.bones.reading.taking_part import edge, groups
from services.bones.state.combat import Aimed, Put
from services.bones.state.tasks import Opponent, Result, Terms
from services.bones.views import view
from shared.kernel.campaign.fights import AnswerFirst, NoFight
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.messages import Event
from tests.bones.fight import HORDE, PLAIN, RIDER, Fight
from tests.bones.play import BOB, allowed_of

UNIVERSAL, PHYSICAL, MELEE, MISSILE, DEFEND, BLANK = range(1, 7)
"""The faces of a plain die."""
CROSSBOW: Final = "Short bow / light crossbow"
UNLIKE: Final = (PLAIN, (*PLAIN[:5], "Craft"))
AVERAGE: Final = Terms(skill="Maneuver", difficulty="Average")


def pair(*, bob: int = 1, goblin: int = 1, **fields: Any) -> tuple[Fight, str, str]:  # noqa: ANN401 fields of bob
    """Return a fight of one of ann's creatures against one of the game master's, with different dice."""
    table = Fight()
    one, other = table.one("ann", UNLIKE[:bob], **fields), table.one("gm", UNLIKE[:goblin])
    table.begin([one], [other])
    return table, one, other


def strikes(target: str, *dice: str) -> tuple[Put, ...]:
    """Return one success of each of these dice allotted to an attack."""
    return tuple(Put(die=die, attack=(Aimed(target=target),)) for die in dice)


def only(found: list[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events of these kinds."""
    return [event for event in found if isinstance(event, kinds)]


# ---------------------------------------------------------------- dice


@pytest.mark.rule("BN-CMB-10", "BN-DICE-03")
def test_a_weapon_is_rolled_together_with_the_bones() -> None:
    """Four dice and a crossbow are five faces; a fighter that does nothing rolls nothing."""
    table = Fight()
    bob, goblin = table.one("ann", BOB, items=(CROSSBOW,)), table.die("gm")
    bow = table.held(bob, CROSSBOW)
    table.begin([bob], [goblin])
    table.says(bob, weapons=(bow,))
    table.says(goblin, "nothing")

    found = table.rolled(1, 1, 1, 1, 3)

    (made,) = only(found, RollMade)
    assert isinstance(made, RollMade)
    bones = [(f"die-{number}", "Universal") for number in range(1, 5)]
    assert [*bones, (bow, "Missile")] == [(one.die, one.face) for one in made.roll.dice]
    assert RoundRolled(fighters=(RolledFor(creature=bob, rolls=(made.roll.id,)),)) == found[1]
    assert (table.combat.id, None) == (made.roll.of, made.roll.skill)


@pytest.mark.rule("BN-HORDE-03", "BN-R-136", "BN-R-283", "BN-HORDE-01")
def test_a_horde_rolls_all_its_dice_for_each_that_it_attacks() -> None:
    """Three targets are three rolls of the remaining dice; a horde allots nothing."""
    table = Fight()
    horde = table.die("gm", 3, kind="horde", dice=HORDE, lost=(2,))
    named = [table.die("ann") for _ in range(3)]
    spared = table.die("ann")
    table.begin([horde], [*named, spared])
    table.says(horde, targets=tuple(named))
    table.all_fight(*named, spared)

    found = table.rolled(1, 1, 4, 4, 1, 6)

    made = [event.roll for event in found if isinstance(event, RollMade)]
    assert [(who, ("die-1", "die-3")) for who in named] == [
        (one.target, tuple(die.die for die in one.dice)) for one in made
    ]
    assert [["Melee", "Melee"], ["blank", "blank"], ["Melee", "Regenerate"]] == [
        [die.face for die in one.dice] for one in made
    ]
    assert AllottingBegan(groups=()) in found
    assert [1, 2] == [len(only(found, kind)) for kind in (AllottingBegan, BlowStruck)]


@pytest.mark.rule("BN-MNT-04", "BN-R-121")
def test_a_mount_fights_besides_its_rider() -> None:
    """It has its own roll and allotment, and can be a separate target."""
    table = Fight()
    horse = table.die("ann", 3, kind="beast")
    rider, goblin = table.die("ann", 1, RIDER, mount=horse), table.die("gm", 2)
    table.begin([rider, horse], [goblin])
    table.all_fight()

    table.rolled(4, MELEE, MELEE, MELEE, MELEE, MELEE)

    assert [1, 1] == [len(table.fighter(who).rolls) for who in (rider, horse)]
    assert ((goblin,), (horse, rider)) == tuple(tuple(sorted(group)) for group in table.combat.groups)
    puts = (Put(die="die-1", attack=(Aimed(target=horse),)), Put(die="die-2", attack=(Aimed(target=rider),)))
    table.do(Allot(creature=goblin, puts=puts))
    for who, die in ((rider, "die-1"), (horse, "die-2")):
        table.do(Allot(creature=who, puts=strikes(goblin, die)), seat="ann")
    assert {horse: 1, rider: 1, goblin: 2} == {
        who: sum(wound.amount for wound in table.state.wounds.values() if wound.creature == who)
        or len(table.who(who).lost)
        for who in (horse, rider, goblin)
    }


@pytest.mark.rule("BN-R-103", "BN-CMB-02", "AR-CAMP-02")
def test_the_dice_of_a_round_are_rolled_once_when_all_have_declared() -> None:
    """By the game master."""
    table = Fight()
    table.no(NoFight, RollRound())
    bob, goblin = table.die("ann", spiffs=1), table.die("gm")
    table.begin([bob], [goblin])
    table.no(NotTheTimeToRoll, RollRound())
    table.all_fight()
    table.no(OnlyTheGameMaster, RollRound(), seat="ann")
    assert [{}] == [one.fields for one in allowed_of(table.state, "gm", RollRound)]
    table.rolled(1, 1)
    table.no(NotTheTimeToRoll, RollRound())


@pytest.mark.rule("BN-CHAL-03", "BN-CMB-11")
def test_no_dice_are_rolled_before_every_task_has_its_terms() -> None:
    """Those of fighters and movers are public; a fighter that has fallen by then is not awaited."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    down = table.die("gm")
    table.begin([bob], [goblin, down])
    table.says(bob, "other", aim="to the chandelier")
    table.says(down, "other", aim="to sleep")
    table.says(goblin, "move")
    table.state = table.state.changed(down, lost=(1,))

    table.no(TermsNeeded, RollRound())
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Physical", number=1)))
    table.rolled(PHYSICAL, UNIVERSAL)


@pytest.mark.rule("BN-R-280", "AR-FIGHT-06")
def test_what_is_owed_is_answered_before_the_dice_are_rolled() -> None:
    """An open wound; the game master can answer for its owner."""
    table, bob, _ = pair(bob=2)
    table.all_fight()
    table.do(DealDamage(creature=bob, amount=1))
    (wound,) = table.state.wounds

    table.no(AnswerFirst, RollRound())
    table.do(TakeDamage(wound=wound, dice=(2,)))
    table.rolled(BLANK, BLANK)


@pytest.mark.rule("BN-R-280")
def test_a_round_waits_for_every_die_of_it() -> None:
    """While a player can pay for a reroll no fighter allots; the game master can decide for the player."""
    table, bob, goblin = pair(spiffs=1)
    table.all_fight()
    found = table.rolled(MELEE, MELEE)

    assert ([], "rolling") == (only(found, AllottingBegan), table.combat.stage)
    found = table.do(KeepFaces(roll=table.fighter(bob).rolls[0]))
    assert [AllottingBegan(groups=((goblin,), (bob,)))] == only(found, AllottingBegan)


# ---------------------------------------------------------------- order


def everybody(table: Fight) -> dict[str, str]:
    """Add one creature of each kind in the order of allotment, named against that order."""
    horse = table.die("gm", kind="beast", war_trained=True)
    other = table.die("ann", kind="beast", war_trained=True)
    found = {
        "mounted character": table.die("ann", 1, RIDER, mount=other),
        "mounted cast": table.die("gm", 1, RIDER, mount=horse),
        "character": table.die("bob"),
        "cast": table.die("gm"),
        "prone character": table.die("ann", prone=True),
        "prone cast": table.die("gm", prone=True),
        "second cast": table.die("gm"),
    }
    table.begin([*found.values()])
    table.all_fight()
    return found


@pytest.mark.rule("BN-CMB-03", "BN-MNT-02", "BN-MNT-03", "BN-PRONE-04", "BN-R-101", "BN-R-102", "BN-R-270")
def test_six_groups_allot_one_after_another() -> None:
    """The prone, upright cast, upright characters on foot, cast riders with the edge, mounted characters."""
    table = Fight()
    who = everybody(table)

    found = table.rolled(4, 4, MELEE, MELEE, MELEE, MELEE, MELEE)

    order = (
        (who["prone cast"],), (who["prone character"],), (who["cast"], who["second cast"]), (who["character"],),
        (who["mounted cast"],), (who["mounted character"],),
    )  # fmt: skip
    assert [AllottingBegan(groups=order)] == only(found, AllottingBegan)
    for number, group in enumerate(order):
        for late in (one for later in order[number + 1 :] for one in later):
            table.no(NotDueToAllot, Allot(creature=late))
        allotted = [event for one in group for event in table.do(Allot(creature=one))]
        comes = [GroupsTurnCame(group=number + 1)] if number + 1 < len(order) else [DefenceBegan()]
        assert comes == only(allotted, GroupsTurnCame, DefenceBegan)
    assert 2 == table.combat.round


@pytest.mark.rule("BN-R-102", "BN-R-270")
def test_the_group_is_hidden_until_it_is_complete() -> None:
    """The second of the cast does not see what the first has allotted."""
    table, bob, goblin = pair()
    rat = table.die("gm")
    table.do(EndCombat())
    table.begin([bob], [goblin, rat])
    table.all_fight()
    table.rolled(MELEE, MELEE, MELEE)

    def seen(seat: str) -> tuple[bool, ...]:
        combat = view(table.state, seat).combat
        assert combat is not None
        return tuple(one.allotment is not None for one in combat.fighters)

    first = table.do(Allot(creature=goblin))
    assert (1, "allotting", 0) == (len(first), table.combat.stage, table.combat.group)
    assert [(False, False, False), (False, True, False)] == [seen("ann"), seen("gm")]
    table.do(Allot(creature=rat))
    assert (1, (False, True, True)) == (table.combat.group, seen("ann"))


@pytest.mark.rule("BN-R-103", "BN-R-314")
@pytest.mark.parametrize("declaration", ["simultaneous", "cast_first"])
def test_declarations_are_visible_once_revealed(declaration: str) -> None:
    """Before that by its own player and the game master."""
    table = Fight(combat={"declaration": declaration})
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])

    def seen(seat: str) -> tuple[bool, ...]:
        combat = view(table.state, seat).combat
        assert combat is not None
        return tuple(one.declaration is not None for one in combat.fighters)

    table.says(goblin)
    first = declaration == "cast_first"
    assert [(False, first), (False, True), (False, first)] == [seen(seat) for seat in ("ann", "gm", "spectator")]
    table.says(bob)
    assert [(True, True)] * 3 == [seen(seat) for seat in ("ann", "gm", "bob")]


@pytest.mark.rule("BN-R-102")
def test_those_of_one_group_may_allot_in_the_order_of_the_game_master() -> None:
    """One after another, each seeing the earlier allotments."""
    table = Fight(combat={"same_side_allocation": "gm_order"})
    bob, goblin, rat = table.die("ann"), table.die("gm"), table.die("gm")
    table.begin([bob], [goblin, rat])
    table.do(SetScene(order=(bob, rat, goblin)))
    table.all_fight()

    table.rolled(MELEE, MELEE, MELEE)

    assert ((rat,), (goblin,), (bob,)) == table.combat.groups


@pytest.mark.rule("BN-R-101")
@pytest.mark.parametrize(
    ("priority", "first"), [(("prone", "on_foot", "cast"), "rider"), (("on_foot", "prone", "cast"), "foot")]
)
def test_which_rule_comes_first_is_for_the_campaign_to_say(priority: tuple[str, ...], first: str) -> None:
    """A prone rider with the edge against a standing creature on foot."""
    table = Fight(combat={"allocation_priority": priority})
    horse = table.die("gm", kind="beast", war_trained=True)
    who = {"rider": table.die("gm", 1, RIDER, mount=horse, prone=True), "foot": table.die("gm")}
    table.begin([who["rider"]], [who["foot"]])
    table.all_fight()
    table.rolled(4, MELEE)

    assert who[first] == table.combat.groups[0][0]


@pytest.mark.rule("BN-R-101", "BN-R-270")
@pytest.mark.parametrize(("order", "groups_"), [(("cast", "prone", "on_foot"), 0), (("prone", "on_foot", "cast"), 1)])
def test_cast_before_characters_may_come_first(order: tuple[str, ...], groups_: int) -> None:
    """An upright member of the cast and a prone character: the first differing rule decides."""
    table = Fight(combat={"allocation_priority": order})
    goblin, bob = table.die("gm"), table.die("ann", prone=True)
    table.begin([goblin, bob])
    table.all_fight()
    table.rolled(MELEE, MELEE)

    assert (goblin, bob)[groups_] == table.combat.groups[0][0]


@pytest.mark.rule("BN-R-269")
@pytest.mark.parametrize("allot", ["with_their_side", "with_characters"])
def test_beasts_allot_with_the_player_who_runs_them(allot: str) -> None:
    """Or all of them with the characters; a player's lackey does not count as cast."""
    table = Fight(combat={"beasts_allocate": allot})
    wolf, hound = table.die("gm", kind="beast"), table.die("ann", kind="beast")
    goblin, lackey, bob = table.die("gm"), table.die("ann", kind="cast"), table.die("bob")
    table.begin([wolf, hound, goblin, lackey, bob])
    table.all_fight()
    table.rolled(*[MELEE] * 5)

    with_cast = (wolf, goblin) if allot == "with_their_side" else (goblin,)
    with_players = (hound, lackey, bob) if allot == "with_their_side" else (wolf, hound, lackey, bob)
    assert (with_cast, with_players) == table.combat.groups


@pytest.mark.rule("BN-MNT-01", "BN-R-122")
@pytest.mark.parametrize("means", ["icon_on_unlost_die", "icon_on_any_die"])
def test_a_rider_with_a_war_trained_mount_and_the_skill_has_the_edge(means: str) -> None:
    """Not without either, nor on a fallen mount; an icon counts while its die can be rolled, or always."""
    table = Fight(combat={"riding_skill_means": means})
    trained, nag = table.die("gm", kind="beast", war_trained=True), table.die("gm", kind="beast")
    fallen = table.die("gm", kind="beast", war_trained=True, lost=(1,))

    skilled = [table.die("gm", 1, RIDER, mount=one) for one in (trained, nag, fallen, None)]
    plain, hurt = table.die("gm", mount=trained), table.one("gm", [RIDER, PLAIN], mount=trained, lost=(1,))

    assert [True, False, False, False] == [edge(table.state, who) for who in skilled]
    assert (False, means == "icon_on_any_die") == (edge(table.state, plain), edge(table.state, hurt))


@pytest.mark.rule("BN-MNT-02")
def test_without_the_edge_a_rider_allots_as_those_on_foot() -> None:
    """The mount alone decides nothing."""
    table = Fight()
    nag = table.die("gm", kind="beast")
    rider, goblin = table.die("gm", 1, RIDER, mount=nag), table.die("gm")
    table.begin([rider, goblin])
    table.all_fight()
    table.rolled(4, MELEE)

    assert ((rider, goblin),) == table.combat.groups


@pytest.mark.rule("BN-R-262")
def test_a_rising_creature_counts_as_upright_in_the_order() -> None:
    """And one that lies down counts as prone."""
    table = Fight()
    bob, goblin = table.die("ann", prone=True), table.die("gm")
    table.begin([bob], [goblin])
    assert ((), ()) == (table.combat.groups, groups(table.state))
    table.says(bob, posture="rise")
    table.says(goblin)
    table.rolled(MELEE, MELEE)

    assert ((goblin,), (bob,)) == table.combat.groups


# ---------------------------------------------------------------- other tasks


def steve(*faces: int) -> tuple[Fight, str, str, list[Event]]:
    """Return the fight of Steve and Bob on the chandelier after Bob's roll, with 2 Nulls on challenge dice."""
    table = Fight()
    bob = table.one("ann", BOB)
    foe = table.die("gm", 4)
    table.begin([bob], [foe])
    table.says(bob, "other", aim="out of the window by the chandelier", skill="Maneuver", seat="ann")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=AVERAGE, guards=(foe,), escapes=True))
    found = table.rolled(*[MELEE] * 4, *faces, 1, 2, 3, 4)
    return table, bob, foe, found


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-CMB-14", "BN-CMB-20", "BN-TASK-05", "BN-R-119", "BN-R-120", "BN-EX-20")
def test_an_escape_counts_as_defence_whatever_its_nulls() -> None:
    """Attack 4 against Maneuver 3 deals 1 damage, and 3 against 2 Nulls succeeds: Bob escapes."""
    table, bob, foe, found = steve(1, 1, 5, 2)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    assert (True, 3) == (settled.success, settled.successes)
    assert [RoundTaskSettled(creature=bob, gross=3, escaped=(foe,))] == only(found, RoundTaskSettled)
    assert ((foe,),) == table.combat.groups
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    assert [(4, 3, 1)] == [(one.successes, one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]
    (wound,) = table.state.wounds
    table.do(TakeDamage(wound=wound, dice=(4,)), seat="ann")
    assert ((4,), (foe,), 2) == (table.who(bob).lost, table.fighter(bob).fled, table.combat.round)
    table.no(NoTarget, Declare(creature=foe, doing="fight", targets=(bob,)))
    table.says(foe)
    table.says(bob, "nothing")
    table.rolled(*[MELEE] * 4)
    table.no(NoTarget, Allot(creature=foe, puts=strikes(bob, "die-1")))


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-EX-21")
def test_four_successes_of_an_escape_stop_it_all() -> None:
    """There is no damage, and the feat succeeds."""
    table, bob, foe, found = steve(1, 1, 1, 2)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=(foe,))] == only(found, RoundTaskSettled)
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    assert [(4, 0)] == [(one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]
    assert ((), (foe,)) == (table.who(bob).lost, table.fighter(bob).fled)


@pytest.mark.rule("BN-CMB-12", "BN-CMB-13", "BN-CMB-15", "BN-TASK-06", "BN-R-262", "BN-EX-22")
def test_a_failed_escape_still_defends_and_leaves_him_to_the_game_master() -> None:
    """Attack 4 against 2 deals 2 damage; 2 against 2 Nulls fails, and Bob falls to the floor."""
    table, bob, foe, found = steve(1, 5, 5, 2)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    (result,) = settled.results
    assert (False, None) == (settled.success, result.narrator)
    assert [RoundTaskSettled(creature=bob, gross=2, escaped=())] == only(found, RoundTaskSettled)
    table.do(Allot(creature=foe, puts=strikes(bob, "die-1", "die-2", "die-3", "die-4")))
    (wound,) = table.state.wounds.values()
    assert 2 == wound.amount
    table.do(TakeDamage(wound=wound.id, dice=(1, 2)), seat="ann")
    table.do(ChangeCreature(creature=bob, prone=True, reason="he falls from the chandelier"))
    assert (True, ()) == (table.who(bob).prone, table.fighter(bob).fled)
    table.says(foe, targets=(bob,))


@pytest.mark.rule("BN-CMB-16", "BN-R-119", "BN-R-272")
def test_a_skill_that_does_not_help_to_get_away_is_no_defence() -> None:
    """The game master names no attackers against whom it defends."""
    table = Fight()
    bob, foe = table.one("ann", BOB), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="to recall who he is", skill="Scholar")
    table.says(foe)
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Scholar", number=1)))
    found = table.rolled(MELEE, 6, 1, 5, 5)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=())] == only(found, RoundTaskSettled)
    found = table.do(Allot(creature=foe, puts=strikes(bob, "die-1")))
    assert [(0, 1)] == [(one.stopped, one.damage) for one in found if isinstance(one, BlowStruck)]


@pytest.mark.rule("BN-R-119", "BN-CMB-20", "BN-R-255")
@pytest.mark.parametrize(("escapes", "free"), [(True, ("second",)), (False, ())])
def test_an_escape_is_from_those_it_succeeds_against(escapes: bool, free: tuple[str, ...]) -> None:  # noqa: FBT001
    """Each opponent is compared separately; a task that is no escape frees from none, even if it succeeds."""
    table = Fight()
    bob, first, second = table.die("ann", 2), table.die("gm", 2), table.die("gm", 2)
    table.begin([bob], [first, second])
    table.says(bob, "other", aim="past both")
    table.all_fight(first, second)
    terms = Terms(
        skill="Maneuver",
        opponents=(Opponent(creature=first, skill="Physical"), Opponent(creature=second, skill="Physical")),
    )
    table.do(SetRoundTask(creature=bob, terms=terms, guards=(first, second), escapes=escapes))

    found = table.rolled(PHYSICAL, BLANK, PHYSICAL, PHYSICAL, BLANK, BLANK)

    named = {"second": second}
    assert [RoundTaskSettled(creature=bob, gross=1, escaped=tuple(named[one] for one in free))] == only(
        found, RoundTaskSettled
    )


@pytest.mark.rule("BN-CAMP-64", "BN-CMB-16", "BN-CMB-20")
def test_a_task_is_an_escape_only_where_the_game_master_says_so() -> None:
    """Scholar succeeds, and may count as defence, but is no escape."""
    table = Fight()
    bob, foe = table.one("ann", BOB), table.die("gm")
    table.begin([bob], [foe])
    table.says(bob, "other", aim="to read it a book", skill="Scholar")
    table.says(foe)
    (allotted,) = table.do(SetRoundTask(creature=bob, terms=Terms(skill="Scholar", number=1), guards=(foe,)))
    assert isinstance(allotted, RoundTaskSet)
    assert not allotted.escapes

    found = table.rolled(MELEE, 6, 1, 5, 5)

    assert [RoundTaskSettled(creature=bob, gross=4, escaped=())] == only(found, RoundTaskSettled)
    table.do(Allot(creature=foe, puts=strikes(bob, "die-1")))
    assert (2, ()) == (table.combat.round, table.fighter(bob).fled)
    table.says(foe, targets=(bob,))


@pytest.mark.rule("BN-MOVE-04", "BN-R-233", "BN-R-104")
def test_going_faster_is_the_task_of_the_round() -> None:
    """Its successes have no opposition: 2 of them are 2 steps of 15 m each."""
    table, bob, _ = pair(bob=2)
    table.says(bob, "move")
    table.all_fight(*table.combat.order)

    found = table.rolled(PHYSICAL, UNIVERSAL)

    (settled,) = [event for event in found if isinstance(event, TaskSettled)]
    (result,) = settled.results
    assert isinstance(result, Result)
    assert ("45", 2) == (result.metres, settled.successes)
    assert [RoundBegan(round=2)] == only(found, RoundBegan)


# ---------------------------------------------------------------- the end of a round


@pytest.mark.rule("BN-CMB-18", "BN-R-111")
def test_a_round_ends_when_all_its_damage_is_taken() -> None:
    """Both strike, though one falls; then the dice are removed, and all declare again."""
    table, bob, goblin = pair(bob=2)
    table.all_fight()
    table.rolled(MELEE, MELEE, MELEE)
    rolled = (*table.fighter(bob).rolls, *table.fighter(goblin).rolls)
    table.do(Allot(creature=goblin, puts=strikes(bob, "die-1")))

    found = table.do(Allot(creature=bob, puts=strikes(goblin, "die-1", "die-2")), seat="ann")

    assert [BlowStruck, BlowStruck, RoundCompared] == [type(one) for one in only(found, BlowStruck, RoundCompared)]
    assert ((1,), "damage", 1) == (table.who(goblin).lost, table.combat.stage, table.combat.round)
    (wound,) = table.state.wounds
    found = table.do(TakeDamage(wound=wound, dice=(1,)), seat="ann")
    assert [DamageTaken, DicePutAway, RoundBegan] == [
        type(one) for one in only(found, DamageTaken, DicePutAway, RoundBegan)
    ]
    assert DicePutAway(tasks=(), rolls=rolled) in found
    assert ({}, 2, "declaring") == (table.state.rolls, table.combat.round, table.combat.stage)
    assert (False, (), True) == (table.fighter(bob).declared, table.fighter(bob).rolls, table.fighter(goblin).down)


@pytest.mark.rule("BN-R-277", "BN-DMG-04", "BN-R-115", "BN-CMB-18")
def test_a_coup_de_grace_falls_with_the_damage_of_the_round() -> None:
    """Also if the giver falls in the round."""
    table = Fight()
    bob, goblin, down = table.die("ann"), table.die("gm"), table.die("gm", lost=(1,))
    table.begin([bob], [goblin, down])
    table.no(DeclaredInAFight, CoupDeGrace(creature=down))
    table.says(bob, "coup_de_grace", target=down, seat="ann")
    table.says(goblin)
    table.rolled(MELEE)
    assert not table.who(down).dead

    found = table.do(Allot(creature=goblin, puts=strikes(bob, "die-1")))

    assert [Died(creature=down, cause="coup de grace")] == only(found, Died)
    assert ((1,), True) == (table.who(bob).lost, table.who(down).dead)


@pytest.mark.rule("BN-R-115")
@pytest.mark.parametrize(("face", "dies"), [(MELEE, True), (BLANK, False)])
def test_a_coup_de_grace_may_have_to_be_rolled(face: int, dies: bool) -> None:  # noqa: FBT001 both ways
    """By a setting it needs a success."""
    table = Fight(combat={"coup_de_grace_roll": True})
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)

    table.rolled(face)

    assert dies == table.who(down).dead


@pytest.mark.rule("BN-R-277")
@pytest.mark.parametrize("changed", [{"lost": ()}, {"dead": True}])
def test_one_that_has_dice_again_gets_no_coup_de_grace(changed: dict[str, Any]) -> None:
    """It is only for the incapacitated, and no creature dies twice."""
    table = Fight()
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)
    table.state = table.state.changed(down, **changed)

    assert [] == only(table.rolled(), Died)


@pytest.mark.rule("BN-R-277", "BN-R-268")
def test_one_carried_out_of_the_fight_gets_no_coup_de_grace() -> None:
    """Nor one that has left the campaign."""
    for gone in (False, True):
        table = Fight()
        bob, down = table.die("ann"), table.die("gm", lost=(1,))
        table.begin([bob], [down])
        table.says(bob, "coup_de_grace", target=down)
        table.do(LeaveCombat(creature=down))
        if gone:
            table.do(RemoveCharacter(character=down, reason="carried away"))

        assert [] == only(table.rolled(), Died)


@pytest.mark.rule("BN-HORDE-03", "BN-R-268")
def test_a_horde_does_not_strike_one_that_has_left() -> None:
    """Its rolls against that creature are lost."""
    table = Fight()
    horde, bob, other = table.one("gm", [HORDE] * 2, kind="horde"), table.die("ann", 2), table.die("ann", 2)
    table.begin([horde], [bob, other])
    table.says(horde, targets=(bob,))
    table.says(bob)
    table.says(other)
    table.rolled(1, 1, *[MELEE] * 4)
    table.do(LeaveCombat(creature=bob))
    table.do(RemoveCharacter(character=bob, reason="carried away"))

    happened = table.do(Allot(creature=other))

    assert [] == only(happened, BlowStruck)


@pytest.mark.rule("BN-R-278", "BN-R-280")
def test_the_game_master_may_end_a_fight_at_any_time() -> None:
    """While fighters declare, roll, allot, or take damage; dealt damage stays."""
    table, bob, goblin = pair(bob=2, goblin=2, spiffs=1)
    stages = {table.combat.stage}
    table.all_fight()
    steps: tuple[Callable[[], object], ...] = (
        lambda: table.rolled(*[MELEE] * 4),
        lambda: table.do(KeepFaces(roll=table.fighter(bob).rolls[0])),
        lambda: table.do(Allot(creature=goblin, puts=strikes(bob, "die-1"))),
        lambda: table.do(Allot(creature=bob)),
    )
    for step in steps:
        stages.add(table.combat.stage)
        before = table.state
        table.do(EndCombat())
        assert (None, {}, {}) == (table.state.combat, table.state.rolls, table.state.tasks)
        table.state = before
        step()
    stages.add(table.combat.stage)
    table.do(EndCombat())
    assert ({"declaring", "terms", "rolling", "allotting", "damage"}, 1) == (stages, len(table.state.wounds))


@pytest.mark.rule("BN-R-268", "BN-CMB-02")
def test_a_round_continues_when_the_awaited_creature_leaves() -> None:
    """Also if it was the last of its group."""
    table, bob, goblin = pair()
    table.all_fight()
    table.rolled(MELEE, MELEE)

    found = table.do(LeaveCombat(creature=goblin))

    assert [GroupsTurnCame(group=1)] == only(found, GroupsTurnCame)
    table.do(Allot(creature=bob))
    assert 2 == table.combat.round
    table.do(LeaveCombat(creature=bob))
    assert ({}, "declaring") == (table.combat.fighters, table.combat.stage)
