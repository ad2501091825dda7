"""Words for events, causes and numbers that could be read in another way. Rule: TC-RUL-205."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from services.tcg.catalogue.language.conditions import Condition
from services.tcg.catalogue.language.effects import Effect, Pattern, Replacement
from services.tcg.catalogue.text.speech import line, say
from tests.tcg.cards.making import DRAW, MINE, THIS, Raw

IN_PLAY: Raw = {"who": "any", "zone": "form"}


def when(event: str, **fields: object) -> str:
    """Return the text of a trigger."""
    return say(msgspec.convert({"event": event, **fields}, Pattern))


def text(*do: Raw) -> str:
    """Return the text of an effect with these steps."""
    return line(msgspec.convert({"id": "e", "eti": "none", "do": list(do)}, Effect))


@pytest.mark.rule("TC-RUL-205", "TC-TURN-01")
def test_trigger_without_a_step_is_about_every_step() -> None:
    """A trigger that names no step or phase says that any of them triggers it, not only the next one."""
    assert "when a step of any player's turn begins" == when("step_entered")
    assert "when a step of your turn begins" == when("step_entered", by="you")
    assert "when your draw step begins" == when("step_entered", by="you", step="draw")
    assert "when a phase of an opponent's combat step begins" == when("phase_entered", by="opponent")
    assert "when the end phase of your combat step begins" == when("phase_entered", by="you", phase="end")


@pytest.mark.rule("TC-RUL-205", "TC-RUL-116")
def test_trigger_says_what_caused_the_event_and_whose_the_card_was() -> None:
    """A cause is a phrase, and a card that leaves play is called the card of its controller."""
    left: dict[str, Any] = {"event": "left_play", "card": IN_PLAY}
    assert "when a form in play that an opponent controls leaves play" == when(**left, by="opponent")
    assert "when a form in play leaves play" == when(**left, by="any")
    assert "when a form in play leaves play because of an effect" == when(**left, cause="effect")
    assert "when a form in play leaves play because of damage" == when(**left, cause="damage")
    stays = msgspec.convert({"event": "would_leave", "of": THIS, "cause": "effect"}, Replacement)
    assert "if this card would leave play because of an effect, that does not happen" == say(stays)


@pytest.mark.rule("TC-RUL-205", "TC-CBT-21")
def test_past_attack_is_one_of_the_whole_turn() -> None:
    """The condition on a past attack, which also holds in act step 2, names the turn's combat step."""
    attacked = msgspec.convert({"op": "attacked_this_step", "of": THIS}, Condition)

    assert "this card has attacked in this turn's combat step" == say(attacked)


@pytest.mark.rule("TC-RUL-205", "TC-RUL-180")
def test_repeated_steps_say_how_often() -> None:
    """A repeat says "2 times over", or "as many times as" a number that is only known in play."""
    assert "2 times over, draw 1." == text({"do": "repeat", "n": 2, "then": [DRAW]})
    counted = {"do": "repeat", "n": {"count": MINE}, "then": [DRAW]}
    assert "As many times as the number of forms you control, draw 1." == text(counted)
    assert "As many times as the roll of a 4-sided die, draw 1." == text({**counted, "n": {"die": 4}})


@pytest.mark.rule("TC-RUL-205", "TC-RUL-179")
def test_delay_within_a_delay_comes_after_it() -> None:
    """Steps that wait for an event, and then for another, say that the second event comes after the first."""
    until = {"do": "delay", "until": {"event": "turn_started"}}

    assert (
        "The next time any player's turn begins, and after that the next time any player's turn begins, draw 1."
        == text({**until, "then": [{**until, "then": [DRAW]}]})
    )
