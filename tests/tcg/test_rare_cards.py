"""Rulings for rare cards: loops with choices, effects gained twice, shields, and ambiguous wording."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue.language import effects
from services.tcg.catalogue.text.speech import say
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.damage import CardDamaged, DamagePrevented
from services.tcg.chapters.departures import CardSentToDrop
from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.chapters.operations.searching import Search
from services.tcg.chapters.timing import ActivationForbidden
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.chapters.winning import MatchFinished
from services.tcg.settings import MatchSettings, StallGuard
from shared.kernel.messages import Event
from tests.tcg.board import command, effect, form, side, static
from tests.tcg.played import Played, of
from tests.tcg.steps import of as covers
from tests.tcg.third_turn import DECK, DRAW, ONCE, laid, spell, use

FORMS: Final = {"who": "you", "zone": "form"}
BOTTOM: Final = {"do": "put_in_deck", "at": "bottom", "of": {"who": "you", "zone": "hand", "n": 1, "by": "you"}}
STALLED: Final = MatchFinished(winner=None, reason="stall", drawn=("a", "b"))


# ---------------------------------------------------------------- loops with choices


def circle(*steps: Any, of_form: int = 3) -> Played:  # noqa: ANN401 steps
    """Return a match in which drawing a card makes `a` carry out these steps, which draw again."""
    ring = command("ring", effect("turn", "auto", on={"event": "drawn", "by": "you"}, do=list(steps)))
    mine = side(commands=["spell", "ring"], hand=["whelp", "brute"], deck=DECK * 3)
    settings = MatchSettings(stall_guard=StallGuard(queued=20))
    return laid(ring, spell(DRAW), settings=settings, a=mine, b=side(), of_form=of_form)


def answers(play: Played, most: int) -> list[Event]:
    """Use the spell and answer up to `most` decisions with their first option; return the events."""
    events = use(play, "a")
    for _ in range(most):
        if play.state.stage == "finished":
            break
        events += [*play.answer(play.decision().options[0]), *play.pass_all()]
    return events


@pytest.mark.rule("TC-RUL-187", "TC-RUL-095")
def test_loop_with_required_choices_ends_the_match() -> None:
    """A loop "when you draw: put 1 card at the bottom, draw 1" makes the match a draw after 20 passes."""
    events = answers(circle(BOTTOM, DRAW), 30)

    assert [STALLED] == of(MatchFinished, events)
    assert 21 == len(of(TriggersQueued, events))


@pytest.mark.rule("TC-RUL-187", "TC-RUL-095")
@pytest.mark.parametrize(
    ("steps", "of_form"), [(({"do": "may", "then": [BOTTOM, DRAW]},), 3), ((BOTTOM, DRAW), 2)]
)  # fmt: skip
def test_loop_that_a_player_can_stop_goes_on(steps: Any, of_form: int) -> None:  # noqa: ANN401 steps
    """A loop of optional steps does not end the match after 20 passes; under version 2 of the rules, no loop does."""
    play = circle(*steps, of_form=of_form)
    answers(play, 60)

    assert "turns" == play.state.stage


# ---------------------------------------------------------------- the same effect gained twice


@covers("step grant")
@pytest.mark.rule("TC-RUL-185", "TC-RUL-070", "TC-RUL-119")
@pytest.mark.parametrize(("limit", "times"), [({"limit": ONCE}, 1), ({}, 2)])
def test_limited_effect_gained_twice_is_counted_once(limit: dict[str, Any], times: int) -> None:
    """If a form has gained the same effect twice, a limit of once a turn counts the uses of both together."""
    gained = effect("gain", "auto", on={"event": "invoked", "by": "you"}, do=[DRAW], **limit)
    gift = spell({"do": "grant", "of": FORMS, "effect": gained}, name="gift", limit={"count": 2, "per": "turn"})
    play = laid(
        gift, spell({"do": "invoke", "n": 1}), b=side(),
        a=side(forms=["whelp"], commands=["gift", "spell"], deck=DECK, spirits=["boost"]),
    )  # fmt: skip
    use(play, "a", "gift")
    use(play, "a", "gift")

    assert [1] * times == [event.n for event in of(CardsDrawn, use(play, "a"))]


# ---------------------------------------------------------------- replaced damage


@pytest.mark.rule("TC-RUL-186", "TC-RUL-079")
@pytest.mark.parametrize(("repeats", "prevented", "damaged"), [(1, 3, 0), (2, 3, 2)])
def test_replacement_protects_every_card_that_one_step_damages(repeats: int, prevented: int, damaged: int) -> None:
    """A replacement by which a form leaves instead of any form being damaged saves all three forms that a step damages.

    The next pass of a repeat damages the forms that are left.
    """
    leave = [{"do": "destroy", "of": {"ref": "this"}}]
    shield = form("shield", effect("hold", replace={"event": "would_be_damaged", "of": FORMS, "do": leave}))
    step = {"do": "repeat", "n": repeats, "then": [{"do": "damage", "of": FORMS}]}
    play = laid(
        shield, spell(step), a=side(forms=["shield", "whelp", "whelp"], commands=["spell"]), b=side(),
        settings=MatchSettings(form_zones=3),
    )  # fmt: skip

    events = use(play, "a")
    assert (prevented, damaged) == (len(of(DamagePrevented, events)), len(of(CardDamaged, events)))
    assert 1 == len([event for event in of(CardSentToDrop, events) if event.card == "shield"])


# ---------------------------------------------------------------- words that leave questions


@pytest.mark.rule("TC-RUL-188")
def test_player_who_cannot_activate_anything_keeps_auto_effects() -> None:
    """A player who cannot activate anything still uses [AUTO] effects."""
    ear = command("ear", effect("hear", "auto", on={"event": "drawn", "by": "any"}, limit=ONCE, do=[DRAW]))
    play = laid(
        ear, command("hush", static("cannot_activate", who="opponent")), spell(DRAW),
        a=side(commands=["spell", "hush"], deck=DECK), b=side(commands=["spell", "ear"], deck=DECK),
    )  # fmt: skip
    events = use(play, "a")

    assert ["a", "b"] == [event.seat for event in of(CardsDrawn, events)]
    play.go_on("act1", seat="b")
    play.assert_refused("b", Activate(card=play.find("b", "spell", "command")), ActivationForbidden)


INVOKE_INSTEAD: Final = {
    "event": "would_draw", "who": "you", "do": [{"do": "may", "then": [{"do": "invoke", "n": 1}]}]
}  # fmt: skip


@pytest.mark.rule("TC-RUL-188", "TC-RUL-079")
@pytest.mark.parametrize(("answer", "invoked"), [((1,), 1), ((), 0)])
def test_replaced_draw_does_not_happen_if_its_player_declines(answer: tuple[int, ...], invoked: int) -> None:
    """If the player declines the optional steps of a replacement of a draw, no card is drawn either."""
    tide = command("tide", effect("hold", replace=INVOKE_INSTEAD))
    play = laid(tide, spell(DRAW), a=side(commands=["spell", "tide"], deck=DECK, spirits=["boost"]), b=side())
    events = use(play, "a")
    events += play.answer(*play.decision().options[: len(answer)])

    assert ([], invoked) == (of(CardsDrawn, events), len(of(SpiritsInvoked, events)))


@pytest.mark.rule("TC-RUL-188", "TC-READ-08")
def test_text_of_a_replacement_with_optional_steps_says_that_the_event_is_gone() -> None:
    """The text of a replacement with optional steps says first that the event does not happen."""
    words = say(msgspec.convert(INVOKE_INSTEAD, effects.Replacement))

    assert "if you would draw, that does not happen; if you wish, invoke 1 instead" == words


@pytest.mark.rule("TC-READ-08")
@pytest.mark.parametrize(
    ("n", "words"), [(1, "up to 1 card that is of level 0"), (2, "up to 2 cards that are of level 0")]
)
def test_text_of_a_search_agrees_with_its_number(n: int, words: str) -> None:
    """The text of a search with a filter is in the singular for one card and in the plural for several."""
    raw = {
        "do": "search",
        "deck": "main",
        "n": n,
        "to": "hand",
        "filter": {"op": "is", "of": {"ref": "each"}, "level": 0},
    }

    assert words in say(msgspec.convert(raw, Search))
