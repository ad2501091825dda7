"""Playing forms from the hand, with or without a sacrifice."""

from __future__ import annotations

from services.tcg.chapters import continuous, entering
from services.tcg.chapters.actions import NotInHand, in_hand, open_responses, raise_refusal, zone_for
from services.tcg.chapters.decisions import ACT, WAIVING, decision_to_act, record_answer
from services.tcg.chapters.looking import look_at, of_kind, open_zones
from services.tcg.chapters.sources import name_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Match
from services.tcg.state.tasks import TriggerEvent
from services.tcg.words import Act, Thing, Zone
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class NotAForm(Refusal, rule="TC-ZONE-08"):
    """This card is not a form: name a form card."""


class NoOpenFormZone(Refusal, rule="TC-FORM-02"):
    """This form cannot be played into that zone: name one of your open form zones, or wait until one is free."""


class SacrificeNeeded(Refusal, rule="TC-FORM-09"):
    """This form needs a sacrifice, and you control no form: play a form of level 0 first."""


class SacrificeNotNamed(Refusal, rule="TC-FORM-10"):
    """This form needs a sacrifice: name one of your forms in `sacrifice`."""


class SacrificeNotAllowed(Refusal, rule="TC-FORM-12"):
    """This form needs no sacrifice: leave `sacrifice` empty."""


class SacrificeLevelTooHigh(Refusal, rule="TC-FORM-11"):
    """The sacrifice has a higher level than the played form: name a form of equal or lower level."""


class SacrificeNotControlled(Refusal, rule="TC-FORM-13"):
    """You do not control this form: sacrifice one of your own forms."""


class CannotBeSacrificed(Refusal, rule="TC-FORM-10"):
    """A card effect forbids sacrificing this form: sacrifice another form."""


class SacrificeUsedThisTurn(Refusal, rule="TC-ACT-03"):
    """You have no sacrifice left this turn for playing a form: wait for your next turn."""


# ---------------------------------------------------------------- commands


class PlayForm(Act, frozen=True, kw_only=True):
    """Play a form from the hand. A form of level 1 or more needs a sacrifice."""

    hides = ("card", "waive")
    card: Thing
    sacrifice: Thing | None = None
    zone: Zone | None = None


# ---------------------------------------------------------------- judgement


def why_no_form(ctx: MatchContext, seat: Seat, number: int) -> Refusal | None:
    """Return the refusal if a form in the hand cannot be played, no matter which form is sacrificed, or else None.

    Rule: TC-FORM-02, TC-FORM-03, TC-FORM-07 to TC-FORM-10, TC-ACT-03, TC-ACT-06, TC-RUL-025
    """
    printed = in_hand(ctx, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "form":
        return NotAForm(needs="a form", has=printed.kind, field="card")
    if free(ctx, number):
        return None if 0 in ctx.state.players[seat].forms else NoOpenFormZone(needs="an open form zone", has="none")
    return _why_no_sacrifice(ctx, seat, number)


def _why_no_sacrifice(ctx: MatchContext, seat: Seat, number: int) -> Refusal | None:
    """Return the refusal if no form can be sacrificed to play this form, or else None.

    Rule: TC-FORM-09, TC-ACT-03, TC-ACT-04, TC-ACT-09
    """
    player = ctx.state.players[seat]
    allowed = 1 + continuous.more_sacrifices(ctx, seat)
    if player.sacrifices >= allowed:
        return SacrificeUsedThisTurn(needs=f"at most {allowed} a turn", has=f"{player.sacrifices} this turn")
    refusals = []
    for form in filter(None, player.forms):
        refusal = why_not_given(ctx, seat, number, form)
        if refusal is None:
            return None
        refusals.append(refusal)
    return refusals[0] if refusals else SacrificeNeeded(needs="a form that you control", has="none")


def free(ctx: MatchContext, number: int) -> bool:
    """Return whether a form in the hand can be played without a sacrifice. Rule: TC-FORM-08."""
    card = ctx.state.table[number]
    return continuous.level(ctx, card) == 0 or continuous.needs_no_sacrifice(ctx, card)


def why_not_given(ctx: MatchContext, seat: Seat, number: int, sacrifice: int) -> Refusal | None:
    """Return the refusal if a form cannot be sacrificed to play another one, or else None.

    Rule: TC-FORM-11, TC-FORM-13
    """
    card = ctx.card(sacrifice)
    if card is None or card.place != "form" or card.seat != seat:
        return SacrificeNotControlled(needs="a form that you control", has="none", field="sacrifice")
    given, most = continuous.level(ctx, card), continuous.level(ctx, ctx.state.table[number])
    if given > most:
        return SacrificeLevelTooHigh(needs=f"level {most} or lower", has=given, field="sacrifice")
    if forbidding := continuous.forbidding_to_sacrifice(ctx, card):
        has = name_of(ctx, forbidding[0].running)
        return CannotBeSacrificed(needs="a form that may be sacrificed", has=has, field="sacrifice")
    return None


@judge
def play_form(ctx: MatchContext, command: PlayForm) -> None:
    """Play a form: level 0 without a sacrifice, higher levels with one.

    The spirits under the sacrificed form are put under the played form.

    Rule:    TC-TURN-04, TC-TURN-14, TC-FORM-10, TC-FORM-12, TC-FORM-19, TC-RUL-024, TC-RUL-025, TC-RUL-115
    Refuses: the refusals of `why_no_form` and `why_not_given`; SacrificeNotAllowed, SacrificeNotNamed
    """
    seat, number, sacrifice = ctx.seat, command.card, command.sacrifice
    decision = decision_to_act(ctx, command.decision, ACT)
    raise_refusal(why_no_form(ctx, seat, number))
    if free(ctx, number):
        if sacrifice is not None:
            raise SacrificeNotAllowed(needs="no sacrifice", has=sacrifice, field="sacrifice")
    elif sacrifice is None:
        able = [str(one) for one in ctx.player(seat).forms if one and why_not_given(ctx, seat, number, one) is None]
        raise SacrificeNotNamed(needs=tuple(able), has="none named", field="sacrifice")
    else:
        raise_refusal(why_not_given(ctx, seat, number, sacrifice))
    zone = zone_for(ctx.state.players[seat].forms, command.zone, sacrifice)
    if zone is None:
        there = tuple(map(str, open_zones(ctx.player(seat).forms))) or "an open form zone"
        raise NoOpenFormZone(needs=there, has="none" if command.zone is None else command.zone, field="zone")
    record_answer(ctx, decision)
    thing = entering.put_form(ctx, seat, number, zone=zone, sacrifice=sacrifice or 0)
    kind = "sacrifice" if sacrifice else "play_form"
    played = TriggerEvent(event="form_played", by=seat, card=thing, kind=kind, origin="hand")
    open_responses(ctx, seat, played, waive=command.waive)


# ---------------------------------------------------------------- samples


@samples
def forms_in_hand(match: Match, seat: Seat) -> Samples[PlayForm]:
    """Yield samples that play each form, either in an open zone or in the zone of each form that can be sacrificed.

    Rule: TC-FORM-02, TC-FORM-11, TC-RUL-025
    """
    ctx = look_at(match)
    for number in of_kind(match, seat, "form"):
        if why_no_form(ctx, seat, number) is not None:
            yield Sample(command=PlayForm(card=number))
            continue
        zones = open_zones(ctx.state.players[seat].forms)
        if free(ctx, number):
            fields = {"zone": Field(options=zones)}
            yield Sample(command=PlayForm(card=number, zone=zones[0]), fields={**fields, **WAIVING})
        else:
            forms = [one for one in ctx.player(seat).forms if one and why_not_given(ctx, seat, number, one) is None]
            fields = {"zone": Field(options=(None, *zones)), "sacrifice": Field(options=tuple(forms))}
            yield Sample(command=PlayForm(card=number, sacrifice=forms[0]), fields={**fields, **WAIVING})
