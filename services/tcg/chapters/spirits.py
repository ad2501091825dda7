"""Spiritualizing: a player puts a spirit from the hand under the savior or a form."""

from __future__ import annotations

from services.tcg.chapters import continuous, entering
from services.tcg.chapters.actions import NotInHand, in_hand, open_responses, raise_refusal
from services.tcg.chapters.decisions import ACT, WAIVING, decision_to_act, record_answer
from services.tcg.chapters.looking import hand_of, look_at
from services.tcg.chapters.sources import name_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import TriggerEvent
from services.tcg.words import Act, Thing
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class NotASpirit(Refusal, rule="TC-KEY-09"):
    """This card is not a spirit: name a spirit in your hand."""


class NotASpiritHolder(Refusal, rule="TC-KEY-10"):
    """A spirit cannot be put under this card: name your savior or a form that you control."""


class SaviorSpiritualizedThisTurn(Refusal, rule="TC-ACT-01"):
    """Your savior cannot be spiritualized again this turn: wait for your next turn."""


class FormSpiritualizedThisTurn(Refusal, rule="TC-FORM-16"):
    """This form cannot be spiritualized again this turn: choose another form, or wait for your next turn."""


class PerfectSpiritExclusive(Refusal, rule="TC-FORM-18"):
    """This spirit cannot share a form with the spirits already under it: put it under a form without spirits."""


class SpiritualizingForbidden(Refusal, rule="TC-KEY-09"):
    """A card effect forbids spiritualizing this card: put this spirit under another card."""


# ---------------------------------------------------------------- commands


class SpiritualizeCard(Act, frozen=True, kw_only=True):
    """Put a spirit from the hand under your savior or a form that you control."""

    hides = ("spirit", "waive")
    target: Thing
    spirit: Thing


# ---------------------------------------------------------------- judgement


def why_no_host(ctx: MatchContext, seat: Seat, number: int) -> Refusal | None:
    """Return the refusal if a player cannot put spirits under this card, or else None.

    Rule: TC-KEY-10, TC-FORM-16, TC-FORM-18, TC-FORM-27, TC-ACT-01, TC-ACT-02, TC-ACT-10, TC-RUL-110, TC-RUL-139
    """
    card = ctx.card(number)
    if card is None or card.place not in {"form", "savior"} or card.seat != seat:
        return NotASpiritHolder(needs="your savior or a form that you control", has="none", field="target")
    allowed = 1 + continuous.more_spiritualizing(ctx, card)
    if card.spiritualized >= allowed:
        refusal = SaviorSpiritualizedThisTurn if card.place == "savior" else FormSpiritualizedThisTurn
        needs, turn = f"at most {allowed} a turn", card.spiritualized_in
        if turn < ctx.state.turn:
            return refusal(needs=needs, has=f"{card.spiritualized} in turn {turn}", field="target")
        return refusal(needs=needs, has=f"{card.spiritualized} this turn", field="target")
    if exclusive := continuous.exclusive_under(ctx, card):
        return PerfectSpiritExclusive(needs="a form open to spirits", has=f"{exclusive} under it", field="target")
    if forbidding := continuous.forbidding_to_spiritualize(ctx, card):
        has = name_of(ctx, forbidding[0].running)
        return SpiritualizingForbidden(needs="no card effect against it", has=has, field="target")
    return None


def why_no_spirit(ctx: MatchContext, seat: Seat, number: int, host: Card) -> Refusal | None:
    """Return the refusal if a card in the hand cannot be put under `host`, or else None.

    Rule: TC-KEY-09, TC-RUL-020, TC-RUL-130
    """
    printed = in_hand(ctx, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="spirit")
    if printed.kind != "spirit":
        return NotASpirit(needs="a spirit", has=printed.kind, field="spirit")
    alone = ctx.state.settings.perfect_needs_empty_form and host.place == "form"
    if alone and printed.exclusive and host.under:
        return PerfectSpiritExclusive(needs="a form without spirits", has=len(host.under), field="spirit")
    return None


@judge
def spiritualize(ctx: MatchContext, command: SpiritualizeCard) -> None:
    """Put a spirit from the hand under a card.

    Rule:    TC-KEY-09, TC-FORM-15, TC-FORM-17, TC-FORM-26, TC-FORM-27
    Refuses: the refusals of `why_no_host` and `why_no_spirit`
    """
    seat, target = ctx.seat, command.target
    decision = decision_to_act(ctx, command.decision, ACT)
    raise_refusal(why_no_host(ctx, seat, target))
    raise_refusal(why_no_spirit(ctx, seat, command.spirit, ctx.state.table[target]))
    record_answer(ctx, decision)
    kind = f"spiritualize_{ctx.state.table[target].place}"
    spirit = entering.spiritualize(ctx, seat, target, command.spirit)
    put = TriggerEvent(event="spiritualized", by=seat, card=target, spirit=spirit, kind=kind)
    open_responses(ctx, seat, put, waive=command.waive)


# ---------------------------------------------------------------- samples


@samples
def spirits_in_hand(match: Match, seat: Seat) -> Samples[SpiritualizeCard]:
    """Yield samples for each card under which a seat can put spirits, with the spirits that the card allows.

    Rule:    TC-FORM-27, TC-ACT-01, TC-ACT-02
    """
    ctx, hand, player = look_at(match), hand_of(match, seat), match.players.get(seat)
    hosts = [number for number in (player.savior, *player.forms) if number] if player is not None else []
    for host in hosts or [match.made + 1]:
        card = match.table.get(host)
        fit = [one for one in hand if card is not None and why_no_spirit(ctx, seat, one, card) is None]
        command = SpiritualizeCard(target=host, spirit=(fit or hand)[0])
        yield Sample(command=command, fields={"spirit": Field(options=tuple(fit)), **WAIVING})
