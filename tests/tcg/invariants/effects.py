"""Invariants of effects: every activation is legal, and its cost is paid before responses."""

from __future__ import annotations

from services.tcg.chapters import chain, limits, paying
from services.tcg.state.tasks import Window
from shared.kernel.messages import Event

from .watch import Watch, after


@after(chain.EffectDeclared)
def no_forbidden_activation(watch: Watch, event: chain.EffectDeclared) -> None:
    """A form without spirits uses only [AUTO], CONT and [INDEPENDENT] effects.

    Rule: TC-FORM-24, TC-ETI-03, TC-ETI-11.
    """
    card, ability = watch.match.table.get(event.thing), watch.game.pool.abilities[event.effect]
    if card is not None and card.place == "form" and not card.under:
        assert ability.eti == "auto" or ability.independent


@after(chain.EffectDeclared)
def interrupts_answer(watch: Watch, event: chain.EffectDeclared) -> None:
    """An interrupt responds to an opponent's event in the open window.

    If the setting `interrupt_command_answers` allows it, an interrupt command responds to any player's event.

    Rule: TC-CMD-41, TC-CMD-43, TC-ETI-07, TC-RUL-053, TC-RUL-125
    """
    match, ability = watch.match, watch.game.pool.abilities[event.effect]
    flipped = event.command and event.thing == watch.flipped
    if not flipped and ability.eti != "interrupt":
        return
    answers = event.event
    assert match.window
    assert answers is not None
    if watch.live:
        window = match.pending[-1]
        assert isinstance(window, Window)
        assert answers in window.answers
    assert (answers.event, answers.by, answers.card) in watch.facts
    if ability.on is None:
        assert answers.kind
    if not flipped or match.settings.interrupt_command_answers == "opponent":
        assert answers.by != event.seat
    if flipped:
        assert match.table[event.thing].since < match.turn


@after()
def costs_come_before_responses(watch: Watch, event: Event) -> None:
    """The cost of a declared effect is paid at once, before any response. Rule: TC-READ-10, TC-READ-11."""
    if watch.unpaid is not None and not isinstance(event, limits.EffectUsed):
        number, seat = watch.unpaid
        assert isinstance(event, paying.CostPaid)
        assert (number, seat) == (event.number, event.seat)
