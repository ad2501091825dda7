"""When states are looked at, changes that come back, and effects that are activated although they can do nothing."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters import continuous, triggers
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.revealing import Revealed
from services.tcg.chapters.timing import LimitUsed
from services.tcg.chapters.turn import EndStep, TurnStarted
from services.tcg.chapters.windows import Pass
from tests.tcg.board import command, effect, form, side
from tests.tcg.third_turn import DECK, DRAW, ONCE, choose_first, laid, spell, use

FORMS: Final = {"who": "you", "zone": "form"}
THIS: Final = {"ref": "this"}


def queued(events: list[Any]) -> list[str]:
    """Return the effects that these events trigger."""
    return [one.effect for event in events if isinstance(event, triggers.TriggersQueued) for one in event.effects]


@pytest.mark.rule("TC-RUL-221", "TC-RUL-074")
def test_effect_of_the_hand_may_be_activated_although_it_will_do_nothing() -> None:
    """Given a form in the hand that plays itself and needs a sacrifice, when its player has no form, then it is shown.

    It stays in the hand, and its use for the turn is spent.
    """
    leap = {"do": "play_form", "of": THIS, "from": "hand"}
    eager = form("eager", effect("leap", "swift", independent=True, zones=["hand"], limit=ONCE, do=[leap]), level=1)
    play = laid(eager, a=side(hand=["eager"], deck=DECK), b=side(deck=DECK))
    hidden = play.hand("a", "eager")
    events = play.quietly("a", Activate(card=hidden))

    shown = play.hand("a", "eager")
    assert [(1, ("eager",), shown)] == [(one.n, one.cards, one.thing) for one in events if isinstance(one, Revealed)]
    assert not any(play.player("a").forms)
    play.assert_refused("a", Activate(card=shown), LimitUsed)


@pytest.mark.rule("TC-RUL-222", "TC-ETI-02", "TC-RUL-189")
def test_state_that_holds_only_within_an_effect_triggers_nothing() -> None:
    """Given a command that waits until its player has no form, when an effect destroys the last and plays it again.

    Then nothing is triggered; an effect that only destroys the form triggers it.
    """
    none = {"op": "count", "of": FORMS, "cmp": "<=", "n": 0}
    watch = command("watch", effect("odd", "auto", on={"event": "state", "when": none}, limit=ONCE, do=[DRAW]))
    destroy = {"do": "destroy", "of": FORMS}
    back = {"do": "play_form", "from": "drop", "of": {"who": "you", "zone": "drop", "n": 1, "by": "you"}}
    for steps, found in (([destroy, back], []), ([destroy], ["watch#odd"])):
        mine: Any = side(commands=["watch", "spell"], forms=["tough"], deck=DECK)
        play = laid(watch, spell(*steps), a=mine, b=side(deck=DECK))
        events = use(play, "a")
        while play.decision().kind in ("choose_zone", "choose_cards"):
            events += play.answer(play.decision().options[0])
        assert found == queued(events)


@pytest.mark.rule("TC-RUL-222", "TC-TURN-01")
def test_state_of_a_new_turn_is_looked_at_after_the_draw() -> None:
    """Given an effect for when your turn begins and one for when it is your turn, then the card is drawn in between."""
    mine = {"op": "turn_of", "who": "you"}
    watch = form(
        "watch",
        effect("begin", "auto", on={"event": "turn_started", "by": "you"}, do=[DRAW]),
        effect("state", "auto", on={"event": "state", "when": mine}, do=[DRAW]),
    )
    play = laid(watch, a=side(deck=DECK), b=side(forms=["watch"], deck=DECK))
    events: list[Any] = []
    while not any(isinstance(event, TurnStarted) for event in events):
        events += play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())
    said = [type(event) for event in events if isinstance(event, TurnStarted | triggers.TriggersQueued | CardsDrawn)]

    assert [TurnStarted, triggers.TriggersQueued, CardsDrawn, triggers.TriggersQueued] == said[:4]
    assert ["watch#begin", "watch#state"] == queued(events)[:2]


@pytest.mark.rule("TC-RUL-223", "TC-RUL-078")
def test_change_with_a_condition_comes_back_with_it() -> None:
    """Given a savior that gets +2 while its player has a form, then it has the bonus only then, however often."""
    held = {"op": "exists", "of": FORMS}
    savior = {"who": "you", "zone": "savior"}
    bonus = {"do": "modify_pwr", "of": savior, "by": 2, "for": "while", "as_long_as": held}
    destroy = spell({"do": "destroy", "of": FORMS}, name="wrath")
    mine: Any = side(commands=["spell", "wrath"], hand=["tough"], forms=["tough"], deck=DECK)
    play = laid(spell({"do": "set_pwr", "of": savior, "to": 3}, bonus), destroy, a=mine, b=side(deck=DECK))
    seen = []
    for act in ("spell", "wrath", "form"):
        if act == "form":
            play.play_form("a", "tough")
            choose_first(play)
        else:
            use(play, "a", act)
        seen.append(continuous.pwr(look_at(play.state), play.card(play.savior("a"))))
    assert [5, 3, 5] == seen
