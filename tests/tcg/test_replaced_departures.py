"""Departures from play that can be replaced: sacrifices, resolved commands, and spirits under cards."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.loading import load
from services.tcg.catalogue.text.face import text_of
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.forms import PlayForm
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, command, effect, form, side
from tests.tcg.cards.making import faults_of
from tests.tcg.cards.making import form as written
from tests.tcg.played import Played
from tests.tcg.steps import CARDS, cast, spell

THIS: Final = {"ref": "this"}
ONCE: Final = {"count": 1, "per": "turn"}
COMMANDS: Final = {"who": "you", "zone": "command"}
STEADY: Final = form("steady", effect("hold", replace={"event": "would_leave", "of": THIS, "cause": "any"}))


def keeper(**replace: Any) -> AnyCard:  # noqa: ANN401 the fields of a replacement
    """Return a form with this replacement of a departure."""
    return form("keeper", effect("hold", replace=replace))


# ---------------------------------------------------------------- sacrifices


@pytest.mark.rule("TC-RUL-155", "TC-FORM-10", "TC-FORM-19")
@pytest.mark.parametrize("cause", ["any", "sacrifice"])
def test_sacrifice_to_play_a_form_is_not_replaced(cause: str) -> None:
    """A sacrifice to play a form is never replaced: the sacrificed form goes to the drop zone.

    Its spirits move under the new form.
    """
    steady = form("steady", effect("hold", replace={"event": "would_leave", "of": THIS, "cause": cause}))
    play = Played(board(cards=[*CARDS, steady], a=side(forms=[("steady", "boost")], hand=["brute"]), b=side()))
    play.quietly("a", PlayForm(card=play.hand("a", "brute"), sacrifice=play.form("a", "steady")))

    assert (["brute", ""], ["steady"]) == (play.pile("a", "forms"), play.pile("a", "drop"))
    assert ["house-boost"] == play.under(play.form("a", "brute"))


@pytest.mark.rule("TC-RUL-155", "TC-FORM-20")
def test_a_sacrifice_by_an_effect_is_replaced() -> None:
    """If an effect would sacrifice a form, a replacement may keep it in play with its spirits."""
    step = {"do": "sacrifice", "of": {"who": "you", "zone": "form"}}
    game = board(
        cards=[*CARDS, STEADY, spell(step)], a=side(forms=[("steady", "boost"), "whelp"], commands=["spell"]), b=side()
    )
    cast(game)
    steady = game.state.table[game.state.players["a"].forms[0]]

    assert (1, ["whelp"]) == (len(steady.under), [game.state.table[one].card for one in game.state.players["a"].drop])


@pytest.mark.rule("TC-RUL-155", "TC-READ-08")
@pytest.mark.parametrize(
    ("cause", "says"),
    [
        ("any", "If this card would leave play other than as the sacrifice for a form that is played, that"),
        ("sacrifice", "If this card would leave play because an effect sacrifices it, that"),
        ("damage", "If this card would leave play because of damage, that"),
    ],
)
def test_text_names_the_replaceable_departures(cause: str, says: str) -> None:
    """The text of a form's replacement says that it does not apply to a sacrifice to play another form."""
    card = form("steady", effect("hold", replace={"event": "would_leave", "of": THIS, "cause": cause}))

    assert (f"CONT: {says} does not happen.",) == text_of(card).lines


# ---------------------------------------------------------------- resolved commands


@pytest.mark.rule("TC-RUL-155", "TC-CMD-32", "TC-ZONE-15")
@pytest.mark.parametrize("of_form", [1, 2])
def test_departure_of_a_resolved_command_is_replaced(of_form: int) -> None:
    """A replacement keeps a resolved command in play face-up, and its steps are carried out.

    Under version 1 of the rules, the command goes to the drop zone.
    """
    hold = keeper(event="would_leave", of=COMMANDS, do=[{"do": "invoke", "n": 1}])
    a = side(forms=["keeper"], hand=["order"], deck=["whelp"], spirits=["boost"])
    play = Played(board(cards=[*CARDS, hold], a=a, b=side(), of_form=of_form))
    play.quietly("a", PlayCommand(card=play.hand("a", "order")))
    stays = of_form == 2

    assert (["order", ""] if stays else ["", ""]) == play.pile("a", "commands")
    assert ([] if stays else ["order"]) == play.pile("a", "drop")
    assert (["whelp", "house-boost"] if stays else ["whelp"]) == play.pile("a", "hand")


@pytest.mark.rule("TC-RUL-155")
def test_a_resolved_command_may_go_elsewhere_instead() -> None:
    """A once-a-turn replacement returns the first resolved command to the hand. The second goes to the drop zone."""
    back = {"do": "return_to_hand", "of": {"ref": "event.card"}, "from": "command"}
    hold = form(
        "keeper",
        effect(
            "hold", limit={"count": 1, "per": "turn"}, replace={"event": "would_leave", "of": COMMANDS, "do": [back]}
        ),
    )
    a = side(forms=["keeper"], hand=["order"], deck=["whelp", "whelp"])
    play = Played(board(cards=[*CARDS, hold], a=a, b=side()))
    play.quietly("a", PlayCommand(card=play.hand("a", "order")))
    assert (["", ""], []) == (play.pile("a", "commands"), play.pile("a", "drop"))
    play.quietly("a", PlayCommand(card=play.hand("a", "order")))
    assert (["", ""], ["order"]) == (play.pile("a", "commands"), play.pile("a", "drop"))


@pytest.mark.rule("TC-RUL-155", "TC-CMD-26")
def test_a_command_keeps_itself() -> None:
    """A command kept in play by its own CONT effect does not carry out its main effect again."""
    anchor = command(
        "anchor", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}]),
        effect("hold", replace={"event": "would_leave", "of": THIS}), kind="normal",
    )  # fmt: skip
    play = Played(board(cards=[*CARDS, anchor], a=side(hand=["anchor"], deck=["whelp"]), b=side()))
    play.quietly("a", PlayCommand(card=play.hand("a", "anchor")))

    assert ["anchor", ""] == play.pile("a", "commands")
    assert "act" == play.decision().kind


# ---------------------------------------------------------------- spirits underneath


@pytest.mark.rule("TC-RUL-156", "TC-FORM-23", "TC-ZONE-19")
def test_spirits_under_a_leaving_form_always_go_to_the_void() -> None:
    """No replacement keeps the spirits under a form that leaves play, and the texts of replacements state this."""
    keeps = keeper(event="would_go_to_void", of={"who": "you", "zone": "under"})
    step = {"do": "destroy", "of": {"who": "you", "zone": "form", "filter": {"op": "is", "of": {"ref": "each"}, "name": "Whelp"}}}  # fmt: skip # noqa: E501
    game = board(
        cards=[*CARDS, keeps, spell(step)], a=side(forms=["keeper", ("whelp", "boost")], commands=["spell"]), b=side()
    )
    cast(game)

    assert 1 == len(game.state.players["a"].void)
    (text,) = text_of(keeps).lines
    assert text == (
        "CONT: If a spirit underneath cards you control would go to the void while the card above it stays, "
        "that does not happen."
    )


# ---------------------------------------------------------------- the loader's faults


@pytest.mark.rule("TC-RUL-143", "TC-RUL-155", "TC-RUL-156")
@pytest.mark.parametrize(
    ("replace", "field", "reason"),
    [
        ({"event": "would_leave", "of": {"who": "you", "zone": "under"}}, "of", "never happens to cards of under"),
        ({"event": "would_leave", "of": {"who": "you", "zone": ["form", "savior"]}}, "of", "cards of savior"),
        ({"event": "would_leave", "of": COMMANDS, "cause": "sacrifice"}, "cause", "because of sacrifice"),
        ({"event": "would_go_to_void", "of": {"who": "you", "zone": "form"}}, "of", "cards of form"),
        ({"event": "would_go_to_void", "of": THIS}, "of", "this kind of card"),
        ({"event": "would_be_damaged", "of": {"who": "any", "zone": "hand"}}, "of", "cards of hand"),
    ],
)
def test_replacement_of_an_impossible_event_is_refused(replace: Any, field: str, reason: str) -> None:  # noqa: ANN401
    """The loader refuses a replacement of an impossible event.

    Under version 1 of the rules, it accepts such cards, so audits of older matches still do.
    """
    card = written(effect("hold", replace=replace))

    (fault,) = faults_of(card)
    assert (f"effects[0].replace.{field}", True) == (fault.field, reason in fault.reason)
    assert 1 == len(load({"name": "Test", "cards": [card]}, form=1).cards)


@pytest.mark.rule("TC-RUL-216", "TC-RUL-155", "TC-RUL-147")
@pytest.mark.parametrize(("limit", "kept"), [({}, ["whelp", "brute"]), ({"limit": ONCE}, ["whelp"])])
def test_one_card_that_leaves_instead_keeps_all_others(limit: Any, kept: list[str]) -> None:  # noqa: ANN401 fields of the effect
    """If a step would destroy several forms, and one of them is destroyed instead, it alone leaves, once.

    With a limit of one use, only one departure is replaced.
    """
    yours = {"who": "you", "zone": "form"}
    pal = form(
        "pal",
        effect("guard", replace={"event": "would_leave", "of": yours, "do": [{"do": "destroy", "of": THIS}]}, **limit),
    )
    game = board(
        cards=[*CARDS, pal, spell({"do": "destroy", "of": yours})], settings=MatchSettings(form_zones=3),
        a=side(forms=["whelp", "brute", "pal"], commands=["spell"]), b=side(),
    )  # fmt: skip
    cast(game)
    match = game.state

    assert kept == [match.table[one].card for one in match.players["a"].forms if one]
    assert 1 == [match.table[one].card for one in match.players["a"].drop].count("pal")
