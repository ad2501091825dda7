"""Declarations in a round of a fight.

Each fighter declares one task, which other players cannot see until all have declared.
"""

from typing import Any

import pytest

from services.bones.chapters.fights.declaring import (
    AimNeeded,
    CastDeclareFirst,
    DeclarationsAreIn,
    DeclarationsRevealed,
    Declare,
    Declared,
    HordeAttacks,
    NoPartOfThisTask,
    NoTarget,
    NotDownBefore,
    NothingLeft,
    OneTaskEach,
    PostureChanged,
    PostureIsThat,
    Told,
)
from services.bones.chapters.fights.round_tasks import NotAnotherTask, RoundTaskSet, SetRoundTask
from services.bones.chapters.tasks.tasks import Attempt, OneTask
from services.bones.chapters.tasks.terms import MayNotTry, OneOpposition
from services.bones.state.combat import Between, Declaration
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from shared.kernel.campaign.fights import NoFight, NotInFight
from shared.kernel.campaign.seats import NamedTwice, NotYours, OnlyTheGameMaster
from shared.kernel.messages import Secret
from tests.bones.fight import BOOTS, BRAWLER, HORDE, PLAIN, SWORD, Fight
from tests.bones.play import allowed_of, listed, odds

AVERAGE = Terms(skill="Maneuver", difficulty="Average")


def pair() -> tuple[Fight, str, str]:
    """Return a fight between Ann's creature and the game master's, each with two dice, and both ids."""
    table = Fight()
    bob, goblin = table.die("ann", 2), table.die("gm", 2)
    table.begin([bob], [goblin])
    return table, bob, goblin


@pytest.mark.rule("BN-CMB-02", "BN-R-103", "BN-R-314")
def test_declarations_are_revealed_when_all_have_declared() -> None:
    """Until all have declared, only the declaring seat and the game master see a declaration.

    A declaration may leave its targets open.
    """
    table, bob, goblin = pair()

    (said,) = table.says(bob, "fight", seat="ann", targets=(goblin,))

    first = Declaration(doing="fight", targets=(goblin,))
    assert Declared(creature=bob, declaration=Secret(audience=("ann", "gm"), value=first)) == said
    assert (True, first, False) == (
        table.fighter(bob).declared, table.fighter(bob).declaration, table.fighter(bob).shown,
    )  # fmt: skip
    second = Declaration(doing="fight")
    assert [
        Declared(creature=goblin, declaration=Secret(audience=("gm",), value=second)),
        DeclarationsRevealed(
            declarations=(Told(creature=bob, declaration=first), Told(creature=goblin, declaration=second)),
            all_in=True,
        ),
    ] == table.says(goblin)
    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-R-103", "BN-R-314", "BN-CMB-02")
def test_declarations_are_hidden_in_their_commands() -> None:
    """Other seats see only which creature declares. No dry run shows a result before declarations are revealed."""
    table, bob, _ = pair()

    assert {*Declare.__struct_fields__} - {"creature"} == {*Declare.hides}
    assert not table.rules.secrecy.has_hidden_draws(table.state)
    table.says(bob)
    assert table.rules.secrecy.has_hidden_draws(table.state)


@pytest.mark.rule("BN-R-103", "BN-R-314")
def test_hidden_declarations_do_not_affect_others() -> None:
    """Other seats have the same legal commands and views whatever a seat declares in secret."""
    shown: list[list[object]] = [[], []]
    hidden: tuple[dict[str, Any], ...] = ({"doing": "fight", "unarmed": True}, {"doing": "nothing", "posture": "lie"})
    for number, said in enumerate(hidden):
        table = Fight()
        bob, goblin = table.die("ann", 2), table.die("gm", 2, BRAWLER)
        table.begin([bob], [goblin])
        table.says(goblin, **said)
        for seat in ("ann", "bob", "spectator"):
            shown[number] += [listed(table.state, seat), view(table.state, seat)]

    assert shown[0] == shown[1]


@pytest.mark.rule("BN-R-103")
@pytest.mark.parametrize("declaration", ["simultaneous", "cast_first"])
def test_a_setting_makes_the_cast_declare_first(declaration: str) -> None:
    """If `declaration` is `cast_first`, the cast declare first.

    Their declarations are shown when all of the cast have declared.
    """
    table = Fight(combat={"declaration": declaration})
    bob, goblin, rat = table.die("ann"), table.die("gm"), table.die("gm")
    table.begin([bob], [goblin, rat])
    declare = Declare(creature=bob, doing="fight")
    if declaration == "simultaneous":
        table.do(declare, seat="ann")
        return
    table.no(CastDeclareFirst, declare, seat="ann")
    assert not any(isinstance(event, DeclarationsRevealed) for event in table.says(goblin))
    table.no(CastDeclareFirst, declare, seat="ann")

    revealed = table.says(rat)[-1]

    nothing = Declaration(doing="fight")
    shown_declarations = (Told(creature=goblin, declaration=nothing), Told(creature=rat, declaration=nothing))
    assert DeclarationsRevealed(declarations=shown_declarations, all_in=False) == revealed
    assert ("declaring", True, False) == (table.combat.stage, table.fighter(rat).shown, table.fighter(bob).shown)
    last = table.the(DeclarationsRevealed, declare, seat="ann")
    assert ((Told(creature=bob, declaration=nothing),), True) == (last.declarations, last.all_in)


@pytest.mark.rule("BN-CMB-01", "BN-TASK-13", "BN-TASK-02")
def test_a_fighter_declares_one_task() -> None:
    """A fighter who has declared can neither declare another task nor try one outside the fight."""
    table, bob, _ = pair()
    table.says(bob, seat="ann")

    table.no(OneTaskEach, Declare(creature=bob, doing="nothing"), seat="ann")
    table.no(OneTask, Attempt(creature=bob, aim="it climbs"), seat="ann")


@pytest.mark.rule("BN-CMB-02")
def test_tasks_are_declared_as_a_round_begins() -> None:
    """The game refuses declarations outside a fight, and in a round whose declarations are already shown."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    declare = Declare(creature=bob, doing="fight")
    table.no(NoFight, declare)
    table.begin([goblin])
    table.no(NotInFight, declare)
    table.no(NotYours, Declare(creature=goblin, doing="fight"), seat="ann")
    table.says(goblin)
    table.no(DeclarationsAreIn, Declare(creature=goblin, doing="fight"))


@pytest.mark.rule("BN-CMB-02")
def test_attackers_and_defenders_declare_the_same_task() -> None:
    """A fighter who attacks and one who only defends declare the same task, `fight`."""
    table = Fight()
    one, other, third = table.die("ann"), table.die("gm"), table.die("bob")
    table.begin([one, third], [other])
    table.says(one, targets=(other,))
    table.says(third)
    assert ["fight", "fight"] == [table.fighter(who).declaration.doing for who in (one, third)]  # type: ignore[union-attr]


@pytest.mark.rule("BN-DMG-02", "BN-CMB-02", "BN-R-280")
def test_the_incapacitated_are_not_awaited() -> None:
    """The round does not wait for incapacitated fighters; the game master may declare for them."""
    table = Fight()
    bob, down, dead = table.die("ann"), table.die("bob", lost=(1,)), table.die("gm", dead=True)
    table.begin([bob, down], [dead])

    table.no(NothingLeft, Declare(creature=down, doing="nothing"), seat="bob")
    table.no(NothingLeft, Declare(creature=dead, doing="nothing"))
    table.says(bob, seat="gm")
    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-TASK-13", "BN-CMB-01")
@pytest.mark.parametrize(
    ("doing", "more", "field"),
    [
        ("fight", {"aim": "it climbs"}, "aim"), ("fight", {"skill": "Stealth"}, "skill"),
        ("fight", {"target": "creature-2"}, "target"), ("other", {"targets": ("creature-2",)}, "targets"),
        ("other", {"unarmed": True}, "unarmed"), ("move", {"aim": "away"}, "aim"),
        ("nothing", {"weapons": ("item-1",)}, "weapons"), ("move", {"weapons": ("item-1",)}, "weapons"),
    ],
)  # fmt: skip
def test_declaration_has_only_the_fields_of_its_task(doing: str, more: dict[str, Any], field: str) -> None:
    """The game refuses a declaration with fields of another kind of task, and does not list any."""
    table, bob, _ = pair()

    said = Declare(creature=bob, doing=doing, **more)  # type: ignore[arg-type]
    table.no(NoPartOfThisTask, said)
    assert not any(
        one.body.get("doing") == doing and field in one.body for one in allowed_of(table.state, "ann", Declare)
    )


@pytest.mark.rule("BN-TASK-01")
def test_a_declaration_without_fighting_names_the_task() -> None:
    """The declaration of a task other than fighting needs an aim; the game master may choose the skill."""
    table, bob, _ = pair()

    table.no(AimNeeded, Declare(creature=bob, doing="other", skill="Stealth"))
    table.says(bob, "other", aim="through the window")


@pytest.mark.rule("BN-CMB-19", "BN-R-273", "BN-CMB-20")
def test_legal_targets_of_a_declaration() -> None:
    """Friends and foes are legal targets; the creature itself and creatures that have escaped are not."""
    table = Fight()
    bob, friend, goblin, away = table.die("ann"), table.die("bob"), table.die("gm"), table.die("gm")
    table.begin([bob, friend], [goblin])
    table.state = table.state.fighter_put(friend, fled=(goblin,))

    for wrong in ((bob,), (away,), (goblin, "creature-99")):
        table.no(NoTarget, Declare(creature=bob, doing="fight", targets=wrong))
    table.no(NamedTwice, Declare(creature=bob, doing="fight", targets=(goblin, goblin)))
    table.no(NoTarget, Declare(creature=goblin, doing="fight", targets=(friend,)))
    table.says(goblin, targets=(bob,))
    table.says(bob, targets=(goblin, friend))


@pytest.mark.rule("BN-R-277", "BN-R-115", "BN-DMG-04")
def test_coup_de_grace_needs_a_target_that_was_already_down() -> None:
    """The target of a coup de grace must be alive, within reach, and incapacitated since before the round began."""
    table = Fight()
    bob, goblin = table.die("ann"), table.die("gm")
    down, dead, far = (table.die("gm", lost=(1,), dead=who == "dead") for who in ("down", "dead", "far"))
    horde = table.die("gm", kind="horde", dice=HORDE, lost=(1,))
    apart = Between(attacker=bob, target=far, reach=False)
    table.begin([bob], [goblin, down, dead, far, horde], between=(apart,))
    later = table.die("gm", lost=(1,))

    for wrong in (goblin, dead, far, horde, later, bob, None):
        table.no(NotDownBefore, Declare(creature=bob, doing="coup_de_grace", target=wrong))
    (listed,) = [one for one in allowed_of(table.state, "ann", Declare) if one.body["doing"] == "coup_de_grace"]
    assert down == listed.body["target"]
    table.says(bob, "coup_de_grace", target=down)


@pytest.mark.rule("BN-R-277")
def test_a_creature_that_falls_in_a_round_receives_no_coup_de_grace_in_it() -> None:
    """A creature that is incapacitated during a round cannot be the target of a coup de grace in that round."""
    table, bob, goblin = pair()
    table.state = table.state.change(goblin, lost=(1, 2))

    refused = table.no(NotDownBefore, Declare(creature=bob, doing="coup_de_grace", target=goblin))
    assert "an adjacent creature that had no dice left when the round began" == refused.needs


@pytest.mark.rule("BN-R-115")
@pytest.mark.parametrize("rolled", [False, True])
def test_coup_de_grace_has_a_weapon_only_if_it_is_rolled(rolled: bool) -> None:  # noqa: FBT001 both ways
    """By default a coup de grace is not rolled, and a weapon in its declaration is refused."""
    table = Fight(combat={"coup_de_grace_roll": rolled})
    bob, down = table.die("ann", items=(SWORD,)), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    said = Declare(creature=bob, doing="coup_de_grace", target=down, weapons=(table.item_named(bob, SWORD),))

    if rolled:
        table.do(said)
    else:
        table.no(NoPartOfThisTask, said)


@pytest.mark.rule("BN-HORDE-01", "BN-R-283")
def test_horde_attacks_the_target_named_by_the_game_master() -> None:
    """A horde attacks a target that the game master names. It has no weapons, no other tasks, and no posture."""
    table = Fight()
    bob, horde = table.die("ann"), table.die("gm", 3, kind="horde", dice=HORDE)
    table.begin([bob], [horde])

    for wrong in (
        {"doing": "fight"}, {"doing": "other", "aim": "it sneaks"}, {"doing": "move"},
        {"doing": "fight", "targets": (bob,), "posture": "lie"}, {"doing": "fight", "targets": (bob,), "unarmed": True},
        {"doing": "nothing", "posture": "lie"},
    ):  # fmt: skip
        table.no(HordeAttacks, Declare(creature=horde, **wrong))
    assert {"fight", "nothing"} == {
        one.body["doing"] for one in allowed_of(table.state, "gm", Declare) if one.body["creature"] == horde
    }
    table.says(horde, targets=(bob,))


@pytest.mark.rule("BN-R-262", "BN-PRONE-01")
def test_lying_down_and_rising_come_with_the_declaration() -> None:
    """Posture changes when declarations are shown. Rising uses the round's movement, but not its task."""
    table = Fight()
    bob, goblin = table.die("ann", prone=True), table.die("gm")
    table.begin([bob], [goblin])
    table.no(PostureIsThat, Declare(creature=bob, doing="fight", posture="lie"))
    table.no(PostureIsThat, Declare(creature=goblin, doing="fight", posture="rise"))
    table.no(PostureIsThat, Declare(creature=bob, doing="move", posture="rise"))
    table.says(bob, posture="rise")
    assert table.who(bob).prone

    happened = table.says(goblin, posture="lie")

    assert [PostureChanged(creature=bob, prone=False), PostureChanged(creature=goblin, prone=True)] == happened[2:]
    assert (False, True) == (table.who(bob).prone, table.who(goblin).prone)


@pytest.mark.rule("BN-CMB-11", "BN-R-119", "BN-CHAL-03")
def test_game_master_sets_the_terms_of_other_tasks() -> None:
    """The game master states against which foes another task counts as defence.

    These terms can be changed until the dice are rolled.
    """
    table, bob, goblin = pair()
    table.no(NotAnotherTask, SetRoundTask(creature=bob, terms=AVERAGE))
    table.says(bob, "other", aim="to the chandelier", skill="Maneuver")
    refused = table.no(NotAnotherTask, SetRoundTask(creature=bob, terms=AVERAGE))
    assert ("terms", "declaring") == (refused.needs, refused.has)
    table.says(goblin)

    refused = table.no(NotAnotherTask, SetRoundTask(creature=goblin, terms=AVERAGE))
    assert ("a task that is not combat", "fight") == (refused.needs, refused.has)
    table.no(OnlyTheGameMaster, SetRoundTask(creature=bob, terms=AVERAGE), seat="ann")
    table.no(NotInFight, SetRoundTask(creature="creature-99", terms=AVERAGE))
    for wrong in ((bob,), ("creature-99",)):
        refused = table.no(NoTarget, SetRoundTask(creature=bob, terms=AVERAGE, guards=wrong))
        assert ((goblin,), wrong) == (refused.needs, refused.has)
    table.no(NamedTwice, SetRoundTask(creature=bob, terms=AVERAGE, guards=(goblin, goblin)))
    table.no(MayNotTry, SetRoundTask(creature=bob, terms=Terms(skill="Healer", difficulty="Easy")))
    both = Terms(skill="Maneuver", difficulty="Easy", opponents=(Opponent(creature=goblin, skill="Physical"),))
    table.no(OneOpposition, SetRoundTask(creature=bob, terms=both))
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Maneuver", difficulty="Easy")))
    assert [RoundTaskSet(creature=bob, terms=AVERAGE, guards=(goblin,), escapes=True)] == table.do(
        SetRoundTask(creature=bob, terms=AVERAGE, guards=(goblin,), escapes=True)
    )
    found = table.fighter(bob)
    assert (AVERAGE, (goblin,), True) == (found.terms, found.guards, found.escapes)


@pytest.mark.rule("BN-CMB-11", "BN-CLASS-05")
def test_game_master_can_dismiss_an_impossible_task() -> None:
    """A fighter whose task the game master dismisses does nothing in this round."""
    table, bob, goblin = pair()
    table.says(bob, "other", aim="it heals a friend", skill="Healer")
    table.says(goblin, "nothing")

    table.do(SetRoundTask(creature=bob))

    assert Declaration(doing="nothing") == table.fighter(bob).declaration
    table.no(NotAnotherTask, SetRoundTask(creature=bob, terms=AVERAGE))


@pytest.mark.rule("BN-CMB-02")
def test_listed_declarations() -> None:
    """The listed declarations combine weapons, targets and postures that are legal together."""
    table = Fight()
    bob = table.die("ann", items=(SWORD, BOOTS), dice=BRAWLER)
    goblin = table.die("gm")
    table.begin([bob], [goblin])

    own = allowed_of(table.state, "ann", Declare)

    assert {bob} == {one.body["creature"] for one in own}
    fights = [one for one in own if one.body["doing"] == "fight"]
    assert [False, True] == [one.body.get("unarmed", False) for one in fights]
    assert [[table.item_named(bob, SWORD)], []] == [list(one) for one in fights[0].fields["weapons"].options or ()]
    assert "weapons" not in fights[1].fields
    assert all({"targets", "posture"} <= set(one.fields) for one in fights)
    assert {"fight", "other", "move", "nothing"} == {one.body["doing"] for one in own}
    assert odds(Declare(creature=bob, doing="fight"), table.state) is None
    assert (PLAIN, 2) == (table.who(goblin).dice[0].faces, len(table.combat.order))
