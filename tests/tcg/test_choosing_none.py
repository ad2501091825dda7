"""Effects that choose 0 to 2 cards when there is no card to choose. Rule: TC-RUL-183."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.timing import NoLegalTarget
from tests.tcg.board import command, effect, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, DRAW, laid, spell, use

UP_TO_TWO: Final = {"who": "any", "zone": "form", "n": {"min": 0, "max": 2}, "by": "you"}
STEPS: Final = ({"do": "destroy", "of": {"ref": "chosen.0"}}, DRAW)


def table(target: Any = UP_TO_TWO, *, of_form: int = 3, forms: tuple[str, ...] = ()) -> Played:  # noqa: ANN401 a selector
    """Return a match in which `a` can destroy the chosen forms and draw 1, and draws 1 more whenever it has drawn."""
    ear = command("ear", effect("hear", "auto", on={"event": "drawn", "by": "you"}, targets=[target], do=list(STEPS),
                                limit={"count": 1, "per": "turn"}))  # fmt: skip
    mine = side(commands=["spell", "ear"], deck=DECK)
    return laid(ear, spell(*STEPS, targets=[target]), a=mine, b=side(forms=forms), of_form=of_form)


@pytest.mark.rule("TC-RUL-183", "TC-RUL-064")
def test_effect_that_may_choose_none_needs_no_card() -> None:
    """If no form is in play, an effect with "choose 0 to 2 forms" still carries out its other steps."""
    events = use(table(), "a")

    assert [((),), ((),)] == [event.targets for event in of(EffectDeclared, events)]
    assert [1, 1] == [event.n for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-183")
def test_player_is_asked_if_there_is_a_card() -> None:
    """If one form is in play, the player of an effect with "choose 0 to 2 forms" may choose that form or none."""
    play = table(forms=("whelp",))
    play.do("a", Activate(card=play.find("a", "spell", "command")))

    decision = play.decision()
    assert ("choose_targets", 0, 1) == (decision.kind, decision.least, len(decision.options))
    play.answer()
    play.pass_all()
    assert ["whelp", ""] == play.pile("b", "forms")


@pytest.mark.rule("TC-RUL-183", "TC-RUL-064")
@pytest.mark.parametrize(
    ("target", "of_form"),
    [(UP_TO_TWO, 2), ({**UP_TO_TWO, "n": {"min": 1, "max": 2}}, 3), ({"who": "any", "zone": "form"}, 3)],
)
def test_effect_that_needs_a_card_is_refused_without_one(target: Any, of_form: int) -> None:  # noqa: ANN401 a selector
    """If no form is in play, the rules refuse an effect that must choose one or that takes all.

    Under version 2 of the rules, they also refuse one that may choose none.
    """
    play = table(target, of_form=of_form)
    using = Activate(card=play.find("a", "spell", "command"))

    play.when(using, seat="a").then_refused(NoLegalTarget, needs=1, has=0)
