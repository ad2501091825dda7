"""The dice that a round waits for, and the seats that must act before it continues."""

import pytest

from services.bones.chapters.fights.allotting import Allot, NotDueToAllot
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.state.tasks import Terms
from services.bones.views import view
from services.bones.views.fights import SeenCombat
from shared.kernel.chance import Faces
from shared.kernel.refusals import FacesMissing
from tests.bones.arena import Arena, keep, to
from tests.bones.fight import HORDE

SWORD = "One-handed melee (sword, mace, club, battle ax)"


def fight_as_seen(table: Arena, seat: str = "bob") -> SeenCombat:
    """Return the fight as seen by a seat that has no fighters."""
    found = view(table.state, seat).combat
    assert found is not None
    return found


@pytest.mark.rule("BN-CAMP-85")
def test_all_dice_of_fighters_are_rolled_together() -> None:
    """Fighters' dice and their items' dice are rolled in the fighters' order; other tasks of the round follow."""
    table = Arena()
    rider, bob = table.of("ann", "Physical", "Physical"), table.of("ann", "Melee", "Melee", items=(SWORD,))
    horde, wolf = table.one("gm", [HORDE] * 2, kind="horde"), table.of("gm", "Melee", "Melee", "Melee")
    table.begin((rider, bob), (horde, wolf))
    table.says(rider, "other", aim="up the tree")
    table.says(bob, weapons=(table.item_named(bob, SWORD),))
    table.says(horde, targets=(rider, bob))
    table.says(wolf)
    table.do(SetRoundTask(creature=rider, terms=Terms(skill="Physical", number=1)))

    needs = 'at least 10, 10 of them for "round"'
    table.when(RollRound(), seat="gm", faces=Faces(1, 2, 3)).then_refused(FacesMissing, needs=needs, has=3)

    made = [one.roll for one in table.roll(*[1] * 10, 2, 2) if isinstance(one, RollMade)]
    assert [bob, horde, horde, wolf, rider] == [roll.creature for roll in made]


@pytest.mark.rule("BN-CAMP-85", "BN-CMB-03")
def test_fight_shows_the_awaited_fighters() -> None:
    """All seats see which fighters must still declare, allot in the current group, or divide their defence."""
    table = Arena()
    wolf, rat = table.of("gm", "Melee"), table.of("gm", "Melee")
    ann, bob = table.of("ann", "Melee", "blank"), table.of("bob", "Melee")
    table.begin((wolf, rat), (ann, bob))
    assert (wolf, rat, ann, bob) == fight_as_seen(table).awaited
    table.says(wolf)
    assert ((rat, ann, bob), ()) == (fight_as_seen(table).awaited, fight_as_seen(table).groups)
    table.all_fight()
    assert () == fight_as_seen(table).awaited

    table.rolls({})
    assert (((wolf, rat), (ann, bob)), 0, (wolf, rat)) == (
        fight_as_seen(table).groups, fight_as_seen(table).group, fight_as_seen(table).awaited
    )  # fmt: skip
    table.put(wolf, to(ann))
    table.put(rat, to(ann))
    table.put(ann, keep(1), seat="ann")
    assert (bob,) == fight_as_seen(table).awaited
    table.when(Allot(creature=ann), seat="ann", faces=Faces()).then_refused(NotDueToAllot, needs=(bob,), has=ann)

    table.put(bob, seat="bob")
    assert ("defending", (ann,)) == (fight_as_seen(table).stage, fight_as_seen(table).awaited)
    table.stand(ann, seat="ann")
    assert () == fight_as_seen(table).awaited


@pytest.mark.rule("BN-CAMP-85", "BN-R-103")
def test_the_cast_are_awaited_first_if_they_declare_first() -> None:
    """If the cast must declare first, no other fighter can declare before they have done so."""
    table = Arena(combat={"declaration": "cast_first"})
    wolf, ann = table.of("gm", "Melee"), table.of("ann", "Melee")
    table.begin((wolf,), (ann,))
    assert (wolf,) == fight_as_seen(table).awaited

    table.says(wolf)

    assert (ann,) == fight_as_seen(table).awaited
