"""The flip of a savior: the player pays the cost, and the savior turns to its boundless side permanently."""

from __future__ import annotations

from functools import partial

from services.tcg.catalogue.language.conditions import SpiritsUnder
from services.tcg.catalogue.language.effects import Savior
from services.tcg.chapters import entering, paying
from services.tcg.chapters.actions import open_responses, raise_refusal
from services.tcg.chapters.decisions import ACT, WAIVING, decision_to_act, record_answer
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.paying import CostPaid
from services.tcg.chapters.prompts import costs_of
from services.tcg.chapters.terms import FlipForm, MatchContext
from services.tcg.state.match import Match, Player
from services.tcg.state.tasks import Flipping, Running, TriggerEvent
from services.tcg.words import Act
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Prompt, Sample, Samples

# ---------------------------------------------------------------- refusals


class FlipConditionNotMet(Refusal, rule="TC-SAV-08"):
    """The savior's flip requirement is not met: flip it once the requirement in `needs` is met."""


class FlipAlreadyUsed(Refusal, rule="TC-SAV-11"):
    """You have already flipped your savior in this game: choose another action."""


# ---------------------------------------------------------------- commands


class FlipSavior(Act, frozen=True, kw_only=True):
    """Flip the savior to its boundless side."""

    hides = ("waive",)


# ---------------------------------------------------------------- judgement


@judge
def flip_savior(ctx: MatchContext, command: FlipSavior) -> None:
    """Start to flip the player's savior. Rule: TC-SAV-07, TC-SAV-08, TC-SAV-11."""
    decision = decision_to_act(ctx, command.decision, ACT)
    raise_refusal(why_no_flip(ctx, ctx.seat))
    record_answer(ctx, decision)
    ctx.push(Flipping(seat=ctx.seat, waive=command.waive))


def why_no_flip(ctx: MatchContext, seat: Seat) -> Refusal | None:
    """Return the refusal if a player cannot flip their savior, or None.

    Rule: TC-SAV-07, TC-SAV-08, TC-SAV-11, TC-ACT-05, TC-RUL-014, TC-RUL-015
    """
    player = ctx.player(seat)
    if player.flipped:
        return FlipAlreadyUsed(needs="once per game", has=1)
    flip, running = _flip_of(ctx, player), flip_context(ctx, player)
    if flip is None or not flip.when(ctx, running, 0):
        return FlipConditionNotMet(needs=_requirement(ctx, player), has=_met_so_far(ctx, player))
    return paying.why_unpaid(ctx, running, flip.costs)


def may_flip(ctx: MatchContext, seat: Seat) -> bool:
    """Return whether a player can flip their savior. The result is that of `why_no_flip`, but without a refusal.

    Rule: TC-SAV-07, TC-SAV-08, TC-SAV-11, TC-ACT-05, TC-RUL-014, TC-RUL-015
    """
    player = ctx.player(seat)
    flip = None if player.flipped else _flip_of(ctx, player)
    running = flip_context(ctx, player)
    return flip is not None and flip.when(ctx, running, 0) and paying.payable(ctx, running, flip.costs)


def _flip_of(ctx: MatchContext, player: Player) -> FlipForm | None:
    return ctx.pool.printed[ctx.state.table[player.savior].card].flip


def _requirement(ctx: MatchContext, player: Player) -> str:
    """Return the text of the condition under which a player's savior can be flipped."""
    card = ctx.pool.printed[ctx.state.table[player.savior].card].card
    return paying.say_part(card.flip.when) if isinstance(card, Savior) else "a savior"


def _met_so_far(ctx: MatchContext, player: Player) -> str:
    """Return how far a savior meets its flip requirement.

    The text is the number of spirits under the savior if the requirement counts them, or else "not met".
    """
    savior = ctx.state.table[player.savior]
    card, count = ctx.pool.printed[savior.card].card, len(savior.under)
    counted = isinstance(card, Savior) and isinstance(card.flip.when, SpiritsUnder) and card.flip.when.of.ref == "this"
    return f"{count} spirit{'' if count == 1 else 's'} under it" if counted else "not met"


def flip_context(ctx: MatchContext, player: Player) -> Running:
    """Return the context for checking a flip requirement."""
    printed = ctx.state.table[player.savior].card
    return Running(seat=player.seat, card=player.savior, printed=printed, effect=f"{printed}#flip")


def flip(ctx: MatchContext, task: Flipping) -> None:
    """Ask for the flip's payment, pay it, and flip the savior.

    Rule: TC-SAV-07, TC-SAV-12, TC-ZONE-06, TC-RUL-014, TC-RUL-015, TC-RUL-059
    """
    player = ctx.player(task.seat)
    context = flip_context(ctx, player)
    requirement = ctx.pool.printed[context.printed].flip
    costs = () if requirement is None else requirement.costs
    if not paying.pick_payments(ctx, task, context, costs):
        return
    ctx.state.pending.pop()
    if costs:
        ctx.emit(CostPaid(number=0, seat=task.seat, costs=tuple(cost.name for cost in costs)))
    if not paying.pay_all(ctx, task, context, costs):
        return
    entering.flip(ctx, task.seat)
    event = TriggerEvent(event="savior_flipped", by=task.seat, card=player.savior, kind="flip_savior")
    open_responses(ctx, task.seat, event, waive=task.waive)


# ---------------------------------------------------------------- samples


@samples
def flips(match: Match, seat: Seat) -> Samples[FlipSavior]:
    """Yield a sample of the command that flips the savior."""
    yield Sample(command=FlipSavior(), fields=WAIVING, prompts=partial(_prompts, match, seat))


def _prompts(match: Match, seat: Seat) -> tuple[Prompt, ...]:
    ctx = look_at(match)
    context = flip_context(ctx, match.players[seat])
    requirement = ctx.pool.printed[context.printed].flip
    return () if requirement is None else costs_of(ctx, context, requirement.costs)
