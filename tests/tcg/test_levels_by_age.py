"""Several effects that change the level as which a form counts. Rule: TC-RUL-184."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters import continuous
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, card, command, form, side
from tests.tcg.steps import CARDS

EACH: Final = {"ref": "each"}


def level_as(level: int, of_level: int | None = None, **test: Any) -> dict[str, Any]:  # noqa: ANN401 a condition
    """Return a CONT: effect that makes your forms, or those of one level, count as forms of the given level."""
    filter_ = {"op": "is", "of": EACH, "level": of_level} if of_level is not None else test or None
    of = {"who": "you", "zone": "form", **({"filter": filter_} if filter_ else {})}
    return {"id": f"level-{level}", "eti": "cont", "static": [{"static": "level_as", "of": of, "level": level}]}


def level_with(*effects: dict[str, Any], of_form: int = 3) -> int:
    """Return the level of a form of level 0 to which these effects apply, the oldest first."""
    lifts = [command(f"lift-{place}", one) for place, one in enumerate(effects)]
    game = board(
        cards=[*CARDS, form("page", level=0), *lifts], of_form=of_form, settings=MatchSettings(command_zones=4),
        b=side(), a=side(forms=["page"], commands=[lift.id for lift in lifts]),
    )  # fmt: skip
    return continuous.level(game, card(game, "a", "page"))


TO_3: Final = level_as(3, 0)
TO_1: Final = level_as(1, 3)
TO_0: Final = level_as(0, 2)


@pytest.mark.rule("TC-RUL-184", "TC-FORM-11")
@pytest.mark.parametrize(
    ("effects", "level"),
    [
        ((TO_3,), 3), ((TO_3, TO_1), 1), ((TO_1, TO_3), 3), ((TO_1,), 0), ((level_as(2), TO_0), 0),
        ((TO_0, level_as(2)), 2), ((level_as(2), TO_0, TO_3, TO_1), 1),
    ],
)  # fmt: skip
def test_effects_on_levels_apply_by_age(effects: tuple[dict[str, Any], ...], level: int) -> None:
    """An effect on forms of some level takes into account the changes that older effects make."""
    assert level == level_with(*effects)


@pytest.mark.rule("TC-RUL-184")
def test_effects_on_levels_cancelled_one_another_under_older_rulings() -> None:
    """Under version 2 of the rules, if one of two effects on levels depends on the other, neither applies."""
    assert 0 == level_with(TO_3, TO_1, of_form=2)
    assert 0 == level_with(TO_1, TO_3, of_form=2)


@pytest.mark.rule("TC-RUL-184", "TC-RUL-175")
def test_level_that_depends_on_itself_reads_the_printed_level() -> None:
    """If forms of level 0 count as level 2, the effect looks only at the printed level, and applies."""
    assert 2 == level_with(level_as(2, 0))
