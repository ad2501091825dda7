"""Coups de grace that cannot be given any more when the damage of the round is dealt."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import LeaveCombat, SetScene
from services.bones.chapters.fights.rounds import RoundCompared
from services.bones.chapters.rolls.wounds import Died
from services.bones.state.campaign import FORM
from services.bones.state.combat import Between
from tests.bones.fight import Fight, only


def aimed(form: int = FORM, **settings: Any) -> tuple[Fight, str, str]:  # noqa: ANN401 groups of settings
    """Return a fight in which a fighter has declared a coup de grace, the fighter, and the target."""
    table = Fight(**settings)
    table.state = replace(table.state, form=form)
    bob, down = table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob], [down])
    table.says(bob, "coup_de_grace", target=down)
    return table, bob, down


@pytest.mark.rule("BN-R-378", "BN-R-277")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("why", ["healed", "left", "far"])
def test_the_comparison_names_who_could_give_no_coup_de_grace(why: str, form: int) -> None:
    """The target is healed, leaves, or is carried 50 m away. Older campaigns name nobody, and kill it at 50 m."""
    table, bob, down = aimed(form)
    if why == "healed":
        table.state = table.state.change(down, lost=())
    elif why == "left":
        table.do(LeaveCombat(creature=down))
    else:
        table.do(SetScene(between=(Between(attacker=bob, target=down, distance=50),)))
    happened = table.roll()

    assert [RoundCompared(lapsed=(bob,) if form == FORM else ())] == only(happened, RoundCompared)
    assert (why == "far" and form == 1) == bool(only(happened, Died))


@pytest.mark.rule("BN-R-378", "BN-R-115")
@pytest.mark.parametrize(("face", "dies"), [(1, True), (6, False)])
def test_a_coup_de_grace_without_a_success_has_not_lapsed(face: int, dies: bool) -> None:  # noqa: FBT001 both ways
    """One that kills, and one whose roll fails, were both given."""
    table, _, down = aimed(combat={"coup_de_grace_roll": True})

    assert [RoundCompared()] == only(table.roll(face), RoundCompared)
    assert dies == table.who(down).dead


@pytest.mark.rule("BN-R-378")
def test_two_coups_de_grace_kill_once_and_none_lapses() -> None:
    """Two fighters kill the same target in one round."""
    table = Fight()
    bob, zoe, down = table.die("ann"), table.die("ann"), table.die("gm", lost=(1,))
    table.begin([bob, zoe], [down])
    for who in (bob, zoe):
        table.says(who, "coup_de_grace", target=down)
    happened = table.roll()

    assert ([RoundCompared()], 1) == (only(happened, RoundCompared), len(only(happened, Died)))
