"""Effects on players that a step creates for a limited time. Rule: TC-RUL-182."""

from __future__ import annotations

from typing import Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.opening import CardsBad
from services.tcg.chapters.sources import Restricted
from services.tcg.chapters.timing import ActivationForbidden
from services.tcg.forms import NEWEST
from tests.tcg.board import side
from tests.tcg.cards.making import MY_FORM, THIS, Raw, faults_of, form, uses
from tests.tcg.cards.test_steps_in_vain import events_of_opening
from tests.tcg.played import of
from tests.tcg.third_turn import DECK, DRAW, laid, spell, use

SAVIOR: Final[Raw] = {"who": "you", "zone": "savior"}
SILENCE: Final[Raw] = {"static": "cannot_activate", "who": "opponent"}
MORE: Final[Raw] = {"static": "extra_sacrifice", "who": "you", "n": 2}


def restrict(of_: Raw, static: Raw = SILENCE) -> Raw:
    """Return a step that attaches an effect on players to a card until your next turn."""
    return {"do": "restrict", "of": of_, "static": static, "for": "your_next_turn"}


@pytest.mark.rule("TC-RUL-182")
@pytest.mark.parametrize("static", [SILENCE, MORE])
def test_effect_on_players_names_its_savior(static: Raw) -> None:
    """The loader refuses a step with an effect on players if it names a card other than its player's savior."""
    for other in (MY_FORM, THIS, {"who": "opponent", "zone": "savior"}, {"who": "you", "zone": ["savior", "form"]}):
        (fault,) = faults_of(form(uses(restrict(other, static))))
        assert ("effects[0].do[0].of", ("TC-RUL-182",)) == (fault.field, fault.rules)
        assert fault.reason.endswith("write who you and zone savior alone")
    assert () == faults_of(form(uses(restrict(SAVIOR, static))))
    assert () == faults_of(form(uses(restrict(MY_FORM, {"static": "cannot_attack"}))))


@pytest.mark.rule("TC-RUL-182")
def test_matches_of_older_forms_keep_such_cards() -> None:
    """A match with such a card still opens under version 2 of the rules, and is refused under version 3."""
    carried = form(uses(restrict(MY_FORM)))

    assert events_of_opening(carried, of_form=2)
    with pytest.raises(CardsBad):
        events_of_opening(carried, of_form=NEWEST)


@pytest.mark.rule("TC-RUL-182", "TC-RUL-078", "TC-READ-09")
def test_effect_on_players_lasts_without_any_form() -> None:
    """Opponents silenced until your next turn can activate nothing, even if no form is in play."""
    play = laid(
        spell(restrict(SAVIOR)), spell(DRAW, name="sing", limit={"count": 9, "per": "turn"}),
        a=side(commands=["spell"], deck=DECK * 3), b=side(commands=["sing"], deck=DECK * 3),
    )  # fmt: skip
    events = use(play, "a")
    assert [play.savior("a")] == [event.thing for event in of(Restricted, events)]

    play.go_on("act1", seat="b")
    play.assert_refused("b", Activate(card=play.find("b", "sing", "command")), ActivationForbidden)
    play.go_on("act1", seat="a")
    play.go_on("act1", seat="b")
    assert [1] == [event.n for event in of(CardsDrawn, use(play, "b", "sing"))]
