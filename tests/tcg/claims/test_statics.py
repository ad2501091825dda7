"""Every static ability of the card language.

The tests compare the literal text of each static with its effect on a board.
"""

from __future__ import annotations

from typing import Final, get_args

import pytest

from services.tcg.catalogue.language.operations import AnyContinuousEffect

from . import holding  # noqa: F401 it registers what the words of statics claim
from .claims import claims_of
from .measuring import difference, measure
from .test_steps import LEVEL_TWO, of
from .trying import Part, Standing, Trial

WHOSE: Final = ("you", "opponent", "each_opponent", "any")
FORMS: Final = [of("form", who) for who in WHOSE]
FIGHTERS: Final = of(["form", "savior"])


def for_each(name: str, *cards: Part, **more: object) -> list[Part]:
    """Return a list of the same static, once for each of several selectors."""
    return [{"static": name, "of": one, **more} for one in cards]


STATICS: Final[dict[str, list[Part]]] = {
    "modify_pwr": [*for_each("modify_pwr", *FORMS, by=2), *for_each("modify_pwr", of("form", filter=LEVEL_TWO), by=-1)],
    "set_pwr": for_each("set_pwr", *FORMS, to=4),
    "cannot_attack": [
        one for what in ("any", "savior", "form") for one in for_each("cannot_attack", *FORMS, what=what)
    ],
    "attack_without_spirit": for_each("attack_without_spirit", *FORMS),
    "cannot_be_attacked": for_each("cannot_be_attacked", *FORMS, FIGHTERS),
    "cannot_be_target": [one for by in ("any", "opponent") for one in for_each("cannot_be_target", *FORMS, by=by)],
    "cannot_be_sacrificed": for_each("cannot_be_sacrificed", *FORMS),
    "cannot_be_spiritualized": for_each("cannot_be_spiritualized", *FORMS, FIGHTERS),
    "cannot_be_damaged": [
        one for by in ("any", "form", "savior", "effect") for one in for_each("cannot_be_damaged", *FORMS, by=by)
    ],
    "cannot_activate": [
        {"static": "cannot_activate", "who": who, "what": what}
        for who in WHOSE for what in ("any", "normal", "bound", "interrupt", "swift", "form", "savior", "command")
    ],
    "extra_attack": [one for n in (1, 2) for one in for_each("extra_attack", *FORMS, n=n)],
    "extra_sacrifice": [{"static": "extra_sacrifice", "who": who, "n": n} for who in WHOSE for n in (1, 2)],
    "extra_spiritualize": for_each("extra_spiritualize", *FORMS, FIGHTERS),
    "no_sacrifice_needed": for_each("no_sacrifice_needed", of("hand")),
    "level_as": for_each("level_as", *FORMS, level=3),
    "change_cost": [
        *for_each("change_cost", *FORMS, cost=[{"pay": "discard", "n": 2}]), *for_each("change_cost", *FORMS, cost=[])
    ],
}  # fmt: skip
TRIALS: Final = [pytest.param(one, id=f"{name}-{at}") for name, some in STATICS.items() for at, one in enumerate(some)]
NAMED_BY_THE_STEP: Final = [
    pytest.param({key: value for key, value in some[0].items() if key != "of"}, id=name)
    for name, some in STATICS.items()
    if "of" in some[0] and name not in ("no_sacrifice_needed", "change_cost", "modify_pwr")
]  # fmt: skip


@pytest.mark.rule("TC-ETI-05", "TC-READ-08")
@pytest.mark.parametrize("static", TRIALS)
def test_static_matches_its_text(static: Part) -> None:
    """A static affects exactly the cards and players that its text names, exactly as the text describes."""
    trial = Standing(static)
    changes = difference(measure(trial.table.game), measure(trial.game))

    assert 1 == changes.pop(("effects", trial.table.source)), "the card has the effect that is tried"
    assert claims_of(trial.table, trial.words) == changes


@pytest.mark.rule("TC-RUL-078", "TC-READ-08")
@pytest.mark.parametrize("static", NAMED_BY_THE_STEP)
def test_temporary_static_matches_its_text(static: Part) -> None:
    """If a step applies a static to several cards, its text describes one of them; the static affects all of them."""
    trial = Trial({"do": "restrict", "of": of("form", "opponent"), "static": static})

    assert claims_of(trial.table, trial.words) == difference(measure(trial.table.game), measure(trial.game))


def test_every_static_is_covered() -> None:
    """The tests cover every static of the card language."""
    assert {kind.__struct_config__.tag for kind in get_args(AnyContinuousEffect)} == set(STATICS)
