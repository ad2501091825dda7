"""Fights: their participants, circumstances and end."""

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import (
    MAX_FIGHTERS,
    AllInOrder,
    BetweenTwo,
    CombatEnded,
    CombatJoined,
    CombatLeft,
    CombatStarted,
    EndCombat,
    Entrant,
    FledFromNobody,
    JoinCombat,
    LeaveCombat,
    RoundUnderWay,
    SaidInSecret,
    SceneSet,
    SetScene,
    StartCombat,
)
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.people.items import NotReady
from services.bones.chapters.rolls.rolls import KeepFaces
from services.bones.chapters.tasks.tasks import Attempt, WithdrawTask
from services.bones.reading.taking_part import targets
from services.bones.state.combat import Between, Declaration, Fighter
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.fights import AnswerFirst, FightIsOn, InFightAlready, NoFight, NotInFight
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, OnlyTheGameMaster, TooManyHere
from tests.bones.fight import Fight
from tests.bones.play import allowed_of


@pytest.mark.rule("AR-PAGE-56")
def test_the_listed_fight_names_all_who_can_fight() -> None:
    """The listed command that begins a fight assigns each creature to one side: the players' or the other."""
    table = Fight()
    bob, goblin, kid = table.die("ann"), table.die("gm"), table.die("ann")
    offered = msgspec.convert(allowed_of(table.state, "gm", StartCombat)[0].body, StartCombat)
    sides = {one.creature: one.side for one in offered.fighters}
    assert {bob: "one", kid: "one", goblin: "two"} == sides
    assert len(offered.fighters) == len(sides)
    (started,) = (event for event in table.do(offered) if isinstance(event, CombatStarted))
    assert offered.fighters == started.fighters


@pytest.mark.rule("BN-CMB-02", "BN-R-278", "BN-R-104")
def test_the_game_master_opens_and_closes_a_fight() -> None:
    """The game master names the fighters in order, the light and the circumstances; the fight starts in round 1."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    fighters = (Entrant(creature=goblin, side="goblins"), Entrant(creature=bob, side="heroes"))
    lies = Between(attacker=bob, target=goblin, distance=20, reach=False)

    started = table.the(CombatStarted, StartCombat(fighters=fighters, light="partial darkness", between=(lies,)))

    assert (fighters, "partial darkness", (lies,)) == (started.fighters, started.light, started.between)
    assert ((goblin, bob), 1, "declaring") == (table.combat.order, table.combat.round, table.combat.stage)
    assert Fighter(id=bob, side="heroes") == table.fighter(bob)
    assert (20, False) == (table.combat.pair(bob, goblin).distance, table.combat.pair(bob, goblin).reach)
    assert table.combat.reaches(goblin, bob) is False
    assert [CombatEnded(reason="they flee")] == table.do(EndCombat(reason="they flee"))
    assert table.state.combat is None


@pytest.mark.rule("BN-R-278")
def test_posture_hindering_dice_and_damage_outlast_a_fight() -> None:
    """A creature that is prone and has lost dice is still so after the fight."""
    table = Fight()
    bob, goblin = table.die("ann", 3, prone=True, lost=(2,)), table.die("gm")
    table.begin([bob], [goblin])

    table.do(EndCombat())

    assert (True, (2,)) == (table.who(bob).prone, table.who(bob).lost)


@pytest.mark.rule("AR-FIGHT-01", "AR-FIGHT-02", "AR-CAMP-02", "AR-CAMP-05", "AR-CAMP-10")
def test_only_one_fight_at_a_time() -> None:
    """The rules refuse a second fight, and unknown or repeated participants. Players neither open nor close a fight."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    one = Entrant(creature=bob, side="one")

    for command in (EndCombat(), LeaveCombat(creature=bob), SetScene(), JoinCombat(creature=bob, side="one")):
        table.no(NoFight, command)
        table.no(OnlyTheGameMaster, command, seat="ann")
    table.no(OnlyTheGameMaster, StartCombat(fighters=(one,)), seat="ann")
    table.no(NamedTwice, StartCombat(fighters=(one, one)))
    table.no(NotKnownHere, StartCombat(fighters=(one, Entrant(creature="creature-99", side="one"))))
    table.begin([bob])
    table.no(FightIsOn, StartCombat(fighters=(Entrant(creature=goblin, side="two"),)))
    table.no(NotInFight, LeaveCombat(creature=goblin))
    table.no(InFightAlready, JoinCombat(creature=bob, side="two"))
    table.no(NotKnownHere, JoinCombat(creature="creature-99", side="two"))


@pytest.mark.rule("BN-TASK-02", "AR-FIGHT-06")
def test_fight_waits_for_tasks_in_progress() -> None:
    """A creature that is trying a task cannot enter a fight, because it can have only one task."""
    table = Fight()
    bob, ann = table.die("ann"), table.die("ann")
    table.do(Attempt(creature=bob, aim="it climbs"), seat="ann")

    table.no(AnswerFirst, StartCombat(fighters=(Entrant(creature=bob, side="one"),)))
    table.begin([ann])
    table.no(AnswerFirst, JoinCombat(creature=bob, side="one"))
    (task,) = table.state.tasks
    table.do(WithdrawTask(task=task), seat="ann")
    table.do(JoinCombat(creature=bob, side="one"))


@pytest.mark.rule("BN-CI-27")
def test_an_unfinished_character_joins_no_fight() -> None:
    """A character cannot fight before its equipment is agreed."""
    table = Fight()
    bob, goblin = table.die("ann", ready=False), table.die("gm")
    table.no(NotReady, StartCombat(fighters=(Entrant(creature=bob, side="one"),)))
    table.begin([goblin])
    table.no(NotReady, JoinCombat(creature=bob, side="one"))


@pytest.mark.rule("BN-CAMP-60")
def test_a_newcomer_joins_only_before_all_have_declared() -> None:
    """A fighter who joins before all have declared declares in that round like the others."""
    table = Fight()
    bob, goblin, late = table.die("ann"), table.die("gm"), table.die("gm")
    table.begin([bob], [goblin])
    table.says(bob)

    joined = table.the(CombatJoined, JoinCombat(creature=late, side="side 1"))

    assert (late, "side 1", False) == (joined.fighter.creature, joined.fighter.side, joined.fighter.surprised)
    assert (bob, goblin, late) == table.combat.order
    table.says(goblin)
    assert not table.fighter(late).declared
    table.says(late)
    assert "terms" == table.combat.stage
    another = table.die("gm")
    table.no(RoundUnderWay, JoinCombat(creature=another, side="side 1"))


@pytest.mark.rule("BN-R-268")
def test_surprised_fighters_do_not_declare() -> None:
    """Surprised fighters do nothing in their first round, whether present from the start or arriving later."""
    table = Fight()
    bob, goblin, late = table.die("ann"), table.die("gm"), table.die("gm")
    surprised = Entrant(creature=goblin, side="goblins", surprised=True)
    table.do(StartCombat(fighters=(Entrant(creature=bob, side="heroes"), surprised)))
    table.do(JoinCombat(creature=late, side="goblins", surprised=True))

    for who in (goblin, late):
        assert table.fighter(who).shown
        assert Declaration(doing="nothing") == table.fighter(who).declaration
    table.says(bob)
    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-R-268")
def test_the_game_master_lets_a_creature_flee() -> None:
    """When the game master lets a creature flee, it leaves the fight, and the round no longer waits for it."""
    table = Fight()
    bob, goblin, rat = table.die("ann"), table.die("gm"), table.die("gm")
    lies = Between(attacker=bob, target=rat, cover=20)
    table.begin([bob], [goblin, rat], between=(lies,))
    table.says(bob)
    table.says(goblin)

    happened = table.do(LeaveCombat(creature=rat))

    assert CombatLeft(creature=rat) == happened[0]
    assert ((bob, goblin), (), "terms") == (table.combat.order, table.combat.between, table.combat.stage)
    assert rat not in table.combat.fighters


@pytest.mark.rule("BN-R-268", "BN-R-278")
@pytest.mark.parametrize("end", [False, True])
def test_open_rolls_end_with_their_fighter(end: bool) -> None:  # noqa: FBT001 both ways
    """When a fighter leaves, only that fighter's open roll ends. When the fight ends, all rolls end."""
    table = Fight()
    bob, goblin = table.die("ann", 2, spiffs=1), table.die("gm")
    table.begin([bob], [goblin])
    table.all_fight()
    table.roll(1, 1, 1)
    (roll,), (other,) = table.fighter(bob).rolls, table.fighter(goblin).rolls

    table.do(EndCombat() if end else LeaveCombat(creature=bob))

    assert roll not in table.state.rolls
    assert end == (other not in table.state.rolls)
    table.no(NotKnownHere, KeepFaces(roll=roll), seat="ann")


@pytest.mark.rule("BN-R-268", "BN-CAMP-60")
@pytest.mark.parametrize("end", [False, True])
def test_tasks_of_a_round_end_with_their_fighter(end: bool) -> None:  # noqa: FBT001 both ways
    """When a fighter leaves or the fight ends, the fighter's task in the round ends, and its dice are dropped."""
    table = Fight()
    bob, goblin = table.die("ann", 2, spiffs=1), table.die("gm")
    table.begin([bob], [goblin])
    table.says(bob, "other", aim="past him")
    table.says(goblin, "nothing")
    opposed = Terms(skill="Maneuver", opponents=(Opponent(creature=goblin, skill="Physical"),))
    table.do(SetRoundTask(creature=bob, terms=opposed, guards=(goblin,)))
    table.roll(1, 1, 1)
    assert (1, 2, "rolling") == (len(table.state.tasks), len(table.state.rolls), table.combat.stage)

    table.do(EndCombat() if end else LeaveCombat(creature=bob))

    assert ({}, {}) == (table.state.tasks, table.state.rolls)
    assert end or 2 == table.combat.round


@pytest.mark.rule("AR-CAMP-06")
def test_at_most_forty_fighters() -> None:
    """With forty fighters in a fight, another can join only after one has left."""
    table = Fight()
    many = [table.die("gm") for _ in range(MAX_FIGHTERS)]
    table.begin(many)
    late = table.die("ann")

    table.no(TooManyHere, JoinCombat(creature=late, side="side 0"))
    table.do(LeaveCombat(creature=many[0]))
    table.do(JoinCombat(creature=late, side="side 0"))


@pytest.mark.rule("BN-R-263", "BN-CAMP-61")
def test_game_master_sets_circumstances_between_fighters() -> None:
    """The game master can set light, cover, distance and reach at any time; omitted fields do not change."""
    table = Fight()
    bob, goblin, rat = table.die("ann"), table.die("gm"), table.die("gm")
    first, second = Between(attacker=bob, target=rat, cover=20), Between(attacker=bob, target=goblin, distance=9)
    table.begin([bob], [goblin, rat], between=(first, second))
    table.all_fight()
    nearer = Between(attacker=bob, target=goblin, reach=False, friends=2)

    found = table.do(SetScene(light="total darkness", between=(nearer,)))

    assert [SceneSet(light="total darkness", between=(nearer,))] == found
    assert ("total darkness", (first, nearer)) == (table.combat.light, table.combat.between)
    table.do(SetScene())
    assert ("total darkness", (first, nearer)) == (table.combat.light, table.combat.between)
    for wrong in (
        (Between(attacker=bob, target=bob),), (Between(attacker=bob, target="creature-99"),), (nearer, second),
    ):  # fmt: skip
        table.no(BetweenTwo, SetScene(between=wrong))


@pytest.mark.rule("BN-CAMP-61")
def test_circumstances_need_two_fighters() -> None:
    """A fight cannot begin with circumstances between a fighter and a creature outside the fight."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    lies = Between(attacker=bob, target=goblin)

    table.no(BetweenTwo, StartCombat(fighters=(Entrant(creature=bob, side="one"),), between=(lies,)))


@pytest.mark.rule("BN-R-102")
def test_game_master_can_reorder_fighters() -> None:
    """The game master can set a new order, which must name every fighter once."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])

    for wrong in ((bob,), (bob, bob), (goblin, bob, bob), ()):
        table.no(AllInOrder, SetScene(order=wrong))
    table.do(SetScene(order=(goblin, bob)))
    assert (goblin, bob) == table.combat.order
    table.no(NotInFight, SetScene(caught=("creature-99",)))
    table.no(NamedTwice, SetScene(caught=(bob, bob)))


@pytest.mark.rule("BN-CMB-20")
def test_a_caught_creature_can_be_attacked_again() -> None:
    """An escape ends when the game master declares the creature caught."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])
    table.state = table.state.fighter_put(bob, fled=(goblin,))
    assert (True, True) == (table.combat.away(bob, goblin), table.combat.away(goblin, bob))
    assert ((), ()) == (targets(table.state, bob), targets(table.state, goblin))

    table.do(SetScene(caught=(bob,)))

    assert ((goblin,), (bob,)) == (targets(table.state, bob), targets(table.state, goblin))


@pytest.mark.rule("BN-CAMP-65")
def test_creature_can_be_caught_in_the_round_of_its_escape() -> None:
    """The game master can declare a creature caught before the round of its escape is over."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])
    table.state = table.state.fighter_put(bob, escaped=(goblin,))

    table.do(SetScene(caught=(bob,)))

    assert () == table.fighter(bob).escaped


@pytest.mark.rule("BN-CAMP-160")
def test_only_escaped_creatures_can_be_caught() -> None:
    """The rules refuse to catch a creature that has not escaped, and do not list it. Older campaigns accept it."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])

    table.no(FledFromNobody, SetScene(caught=(bob,)))
    (listed,) = allowed_of(table.state, "gm", SetScene)
    assert "caught" not in listed.fields
    table.state = replace(table.state, form=0)
    table.do(SetScene(caught=(bob,)))


@pytest.mark.rule("BN-R-278")
def test_a_fight_is_listed_for_the_game_master_alone() -> None:
    """Only the game master's legal list offers to begin a fight, with its possible participants and fields."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    (start,) = allowed_of(table.state, "gm", StartCombat)
    assert {"fighters", "light", "between"} == set(start.fields)
    table.begin([bob])

    (join,) = allowed_of(table.state, "gm", JoinCombat)
    (leave,) = allowed_of(table.state, "gm", LeaveCombat)
    (scene,) = allowed_of(table.state, "gm", SetScene)
    assert (goblin, bob) == (join.body["creature"], leave.body["creature"])
    assert {"light", "between", "order"} == set(scene.fields)
    table.do(LeaveCombat(creature=bob))
    (empty,) = allowed_of(table.state, "gm", SetScene)
    assert {"light", "between"} == set(empty.fields)
    assert not any(allowed_of(table.state, "ann", kind) for kind in (StartCombat, JoinCombat, SetScene, EndCombat))


@pytest.mark.rule("BN-CAMP-62")
def test_creature_with_a_secret_declaration_cannot_change_hands() -> None:
    """A creature with a secret declaration can be given to another seat only after it is revealed."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])
    table.says(bob)

    table.no(SaidInSecret, AssignCharacter(character=bob, seat="bob"))
    table.says(goblin)
    table.do(AssignCharacter(character=bob, seat="bob"))
    assert "bob" == table.who(bob).seat
