"""Puzzles whose goal is to win a fight of BONES."""

import pytest
from msgspec.structs import replace

from services.bones.house import has_won
from services.bones.state.campaign import FORM
from tests.bones.fight import Fight


@pytest.mark.rule("BN-CAMP-203", "AR-PUZZLE-04")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_seat_whose_fighters_are_all_down_does_not_win(form: int) -> None:
    """With her first fighter down, ann still wins once her foe is down. With both down she misses the goal."""
    table = Fight()
    table.state = replace(table.state, form=form)
    ann, ash, foe = table.die("ann"), table.die("ann"), table.die("gm")
    table.begin([ann, ash], [foe])
    table.state = table.state.change(ann, lost=(1,))
    assert has_won(table.state, "ann") is None
    won = table.state.change(foe, lost=(1,))
    assert has_won(won, "ann") is True
    assert has_won(won.change(ash, lost=(1,)), "ann") is (form != FORM)
    assert has_won(table.state.change(ash, lost=(1,)), "ann") is None
