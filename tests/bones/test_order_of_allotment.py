"""The order in which the fighters of a round allot: six groups, one after another."""

import pytest

from services.bones.chapters.fights.allotting import Allot, NotDueToAllot
from services.bones.chapters.fights.combat import EndCombat, SetScene
from services.bones.chapters.fights.rounds import (
    AllottingBegan,
    DefenceBegan,
    GroupsTurnCame,
)
from services.bones.reading.order_of_allotment import edge, groups
from services.bones.views import view
from tests.bones.fight import MELEE, PLAIN, RIDER, Fight, only, pair


def everybody(table: Fight) -> dict[str, str]:
    """Begin a fight with a creature for each position in the order of allotment, added in reverse order."""
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
    """Prone creatures allot first, then the upright on foot, then riders with the edge.

    In each pair the cast goes first.
    """
    table = Fight()
    who = everybody(table)

    found = table.roll(4, 4, MELEE, MELEE, MELEE, MELEE, MELEE)

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
    """The second member of a group does not see the first one's allotment."""
    table, bob, goblin = pair()
    rat = table.die("gm")
    table.do(EndCombat())
    table.begin([bob], [goblin, rat])
    table.all_fight()
    table.roll(MELEE, MELEE, MELEE)

    def sees(seat: str) -> tuple[bool, ...]:
        combat = view(table.state, seat).combat
        assert combat is not None
        return tuple(one.allotment is not None for one in combat.fighters)

    first = table.do(Allot(creature=goblin))
    assert (1, "allotting", 0) == (len(first), table.combat.stage, table.combat.group)
    assert [(False, False, False), (False, True, False)] == [sees("ann"), sees("gm")]
    table.do(Allot(creature=rat))
    assert (1, (False, True, True)) == (table.combat.group, sees("ann"))


@pytest.mark.rule("BN-R-103", "BN-R-314")
@pytest.mark.parametrize("declaration", ["simultaneous", "cast_first"])
def test_declarations_are_visible_once_revealed(declaration: str) -> None:
    """Until declarations are revealed, only the fighter's own player and the game master see one."""
    table = Fight(combat={"declaration": declaration})
    bob, goblin = table.die("ann"), table.die("gm")
    table.begin([bob], [goblin])

    def sees(seat: str) -> tuple[bool, ...]:
        combat = view(table.state, seat).combat
        assert combat is not None
        return tuple(one.declaration is not None for one in combat.fighters)

    table.says(goblin)
    first = declaration == "cast_first"
    assert [(False, first), (False, True), (False, first)] == [sees(seat) for seat in ("ann", "gm", "spectator")]
    table.says(bob)
    assert [(True, True)] * 3 == [sees(seat) for seat in ("ann", "gm", "bob")]


@pytest.mark.rule("BN-R-102")
def test_a_setting_orders_allotments_within_a_group() -> None:
    """If `same_side_allocation` is `gm_order`, the members of a group allot one after another.

    Each of them sees the earlier allotments.
    """
    table = Fight(combat={"same_side_allocation": "gm_order"})
    bob, goblin, rat = table.die("ann"), table.die("gm"), table.die("gm")
    table.begin([bob], [goblin, rat])
    table.do(SetScene(order=(bob, rat, goblin)))
    table.all_fight()

    table.roll(MELEE, MELEE, MELEE)

    assert ((rat,), (goblin,), (bob,)) == table.combat.groups


@pytest.mark.rule("BN-R-101")
@pytest.mark.parametrize(
    ("priority", "first"), [(("prone", "on_foot", "cast"), "rider"), (("on_foot", "prone", "cast"), "foot")]
)
def test_a_setting_orders_prone_riders_and_standing_creatures(priority: tuple[str, ...], first: str) -> None:
    """`allocation_priority` decides whether a prone rider with the edge or a standing creature on foot allots first."""
    table = Fight(combat={"allocation_priority": priority})
    horse = table.die("gm", kind="beast", war_trained=True)
    who = {"rider": table.die("gm", 1, RIDER, mount=horse, prone=True), "foot": table.die("gm")}
    table.begin([who["rider"]], [who["foot"]])
    table.all_fight()
    table.roll(4, MELEE)

    assert who[first] == table.combat.groups[0][0]


@pytest.mark.rule("BN-R-101", "BN-R-270")
@pytest.mark.parametrize(("order", "groups_"), [(("cast", "prone", "on_foot"), 0), (("prone", "on_foot", "cast"), 1)])
def test_cast_before_characters_may_come_first(order: tuple[str, ...], groups_: int) -> None:
    """`allocation_priority` decides whether an upright member of the cast or a prone character allots first."""
    table = Fight(combat={"allocation_priority": order})
    goblin, bob = table.die("gm"), table.die("ann", prone=True)
    table.begin([goblin, bob])
    table.all_fight()
    table.roll(MELEE, MELEE)

    assert (goblin, bob)[groups_] == table.combat.groups[0][0]


@pytest.mark.rule("BN-R-269")
@pytest.mark.parametrize("allot", ["with_their_side", "with_characters"])
def test_a_setting_lets_beasts_allot_with_characters(allot: str) -> None:
    """If `beasts_allocate` is `with_characters`, all beasts allot with the characters.

    A player's lackey always does.
    """
    table = Fight(combat={"beasts_allocate": allot})
    wolf, hound = table.die("gm", kind="beast"), table.die("ann", kind="beast")
    goblin, lackey, bob = table.die("gm"), table.die("ann", kind="cast"), table.die("bob")
    table.begin([wolf, hound, goblin, lackey, bob])
    table.all_fight()
    table.roll(*[MELEE] * 5)

    with_cast = (wolf, goblin) if allot == "with_their_side" else (goblin,)
    with_players = (hound, lackey, bob) if allot == "with_their_side" else (wolf, hound, lackey, bob)
    assert (with_cast, with_players) == table.combat.groups


@pytest.mark.rule("BN-MNT-01", "BN-R-122")
@pytest.mark.parametrize("means", ["icon_on_unlost_die", "icon_on_any_die"])
def test_a_rider_with_a_war_trained_mount_and_the_skill_has_the_edge(means: str) -> None:
    """A rider has the edge with the Riding skill and a war-trained mount that has a die left.

    If `riding_skill_means` is `icon_on_any_die`, a Riding icon on a lost die counts.
    """
    table = Fight(combat={"riding_skill_means": means})
    trained, nag = table.die("gm", kind="beast", war_trained=True), table.die("gm", kind="beast")
    fallen = table.die("gm", kind="beast", war_trained=True, lost=(1,))

    skilled = [table.die("gm", 1, RIDER, mount=one) for one in (trained, nag, fallen, None)]
    plain, hurt = table.die("gm", mount=trained), table.one("gm", [RIDER, PLAIN], mount=trained, lost=(1,))

    assert [True, False, False, False] == [edge(table.state, who) for who in skilled]
    assert (False, means == "icon_on_any_die") == (edge(table.state, plain), edge(table.state, hurt))


@pytest.mark.rule("BN-MNT-02")
def test_without_the_edge_a_rider_allots_like_those_on_foot() -> None:
    """A rider without the edge allots with those on foot."""
    table = Fight()
    nag = table.die("gm", kind="beast")
    rider, goblin = table.die("gm", 1, RIDER, mount=nag), table.die("gm")
    table.begin([rider, goblin])
    table.all_fight()
    table.roll(4, MELEE)

    assert ((rider, goblin),) == table.combat.groups


@pytest.mark.rule("BN-R-262")
def test_a_rising_creature_counts_as_upright_in_the_order() -> None:
    """A creature that declares to rise allots with the upright; one that declares to lie down, with the prone."""
    table = Fight()
    bob, goblin = table.die("ann", prone=True), table.die("gm")
    table.begin([bob], [goblin])
    assert ((), ()) == (table.combat.groups, groups(table.state))
    table.says(bob, posture="rise")
    table.says(goblin)
    table.roll(MELEE, MELEE)

    assert ((goblin,), (bob,)) == table.combat.groups
