"""The route that checks a creature's dice without a campaign."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest

from tests.support.http import assert_problem

GOOD: Final = ["Universal", "Physical", "Melee", "Defend", "Stealth", "Maneuver"]
PATH: Final = "/bones/v1/dice/check"


def faults(app: httpx.Client, *dice: list[str], **more: Any) -> list[tuple[str, str]]:  # noqa: ANN401 fields of the body
    """Return the rule and the position of each fault that the check finds in a set of dice."""
    problem = assert_problem(app.post(PATH, json={"dice": dice, **more}), 409)
    assert problem["rule"] == problem["has"][0]["rule"]
    return [(one["rule"], one["has"]) for one in problem["has"]]


@pytest.mark.rule("AR-DESK-08")
def test_dice_that_a_creature_may_have_pass_the_check(app: httpx.Client) -> None:
    """The dice of a new human, a dwarf with the icon of its race, a beast and an item pass the check."""
    dwarf = ["Universal", "Racial:Dwarf", *GOOD[2:]]
    for dice, more in (
        ([GOOD] * 4, {"new": True}), ([dwarf] * 2, {"race": "Dwarf"}),
        ([["Melee*2", *["blank"] * 5]], {"kind": "beast"}),
        ([["Enc+Defend", *["blank"] * 5]], {"kind": "item"}),
    ):  # fmt: skip
        answer = app.post(PATH, json={"dice": dice, **more})
        assert (answer.status_code, answer.json()) == (200, {"dice": len(dice)})


@pytest.mark.rule("AR-DESK-08")
def test_each_fault_of_dice_is_named_with_its_die_and_face(app: httpx.Client) -> None:
    """The check reports each fault of a die.

    The faults are a first face that is not Universal, two Self icons, and a doubled icon.
    """
    wrong = ["Physical", "Mental", "Universal", "Melee*2", "Stealth", "blank"]

    assert [
        ("BN-R-211", "die 2, face 4: Melee*2"), ("BN-SHEET-02", "die 2, face 1: Physical"),
        ("BN-DICE-05", "die 2: Physical, Mental"),
    ] == faults(app, GOOD, wrong)  # fmt: skip
    assert ("BN-IMP-02", "die 4, face 6: blank") in faults(app, GOOD, GOOD, GOOD, wrong, new=True)
    assert "BN-MAST-01" == faults(app, GOOD, [*GOOD[:5], "Melee:Riposte"])[0][0]


@pytest.mark.rule("AR-DESK-08")
def test_a_check_of_dice_needs_a_known_race_and_a_credential(app: httpx.Client) -> None:
    """The route refuses an unknown race, and a caller without a key."""
    assert "NotKnownHere" == assert_problem(app.post(PATH, json={"dice": [GOOD], "race": "Moonfolk"}), 409)["title"]
    assert_problem(httpx.post(f"{app.base_url}{PATH}", json={"dice": [GOOD]}), 401)
    assert_problem(app.post(PATH, json={"dice": [GOOD[:5]]}), 400)
