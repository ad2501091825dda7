"""Activation of effects: a player chooses targets and pays the cost. Then the other players may respond."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from services.tcg.chapters import continuous, entering, limits, paying, timing, triggers, windows, winning
from services.tcg.chapters.chain import EffectDeclared, declaration_of
from services.tcg.chapters.decisions import WAIVING, decision_to_act, pick, record_answer
from services.tcg.chapters.entering import CommandFlipped
from services.tcg.chapters.limits import EffectUsed
from services.tcg.chapters.looking import hand_of, look_at
from services.tcg.chapters.paying import CostPaid
from services.tcg.chapters.prompts import prompts_of
from services.tcg.chapters.reading.selectors import ABOVE
from services.tcg.chapters.revealing import uncover
from services.tcg.chapters.terms import Ability, MatchContext, Picked, TargetSpec, Use
from services.tcg.chapters.timing import window_of
from services.tcg.chapters.uses import possible_uses
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring, Running, TriggerEvent
from services.tcg.words import Act, Thing
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import NOBODY, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Prompt, Sample, Samples

# ---------------------------------------------------------------- commands


class Activate(Act, frozen=True, kw_only=True):
    """Activate an effect of a card in play, or of a card in the hand or drop zone if the effect works from there.

    Activating an effect of a face-down command turns the command face-up.
    """

    hides = ("card", "effect", "waive", "link")
    card: Thing
    effect: (
        Annotated[
            str,
            Meta(
                pattern=r"^[a-z0-9][a-z0-9-]{0,47}(#[a-z0-9/-]{1,120})?$",
                description="the key of an effect of the card",
            ),
        ]
        | None
    ) = None
    link: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=2**53 - 1,
                description="the link of the chain to which an interrupt responds, or 0 for the action that opened the "
                "window; by default the latest one to which it can respond",
            ),
        ]
        | UnsetType
    ) = UNSET


# ---------------------------------------------------------------- judgement


@judge
def activate(ctx: MatchContext, command: Activate) -> None:
    """Start to declare an effect, if the player may activate it now.

    Rule: TC-READ-09, TC-READ-10, TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-41, TC-CMD-43, TC-RUL-055
    """
    decision = decision_to_act(ctx, command.decision)
    found = timing.find_use(ctx, ctx.seat, command.card, command.effect)
    use = timing.judge_use(ctx, ctx.seat, found, window_of(ctx), link=command.link)
    if isinstance(use, Refusal):
        raise use
    record_answer(ctx, decision)
    ctx.push(
        Declaring(
            seat=ctx.seat, card=use.source, printed=use.ability.card, effect=use.ability.key, origin=use.origin,
            event=use.event, waive=command.waive,
        )
    )  # fmt: skip


def declare(ctx: MatchContext, task: Declaring) -> None:
    """Continue a declaration: ask for targets and the payment, then put the effect on the chain.

    Rule:    TC-READ-10, TC-READ-11, TC-RUL-062 to TC-RUL-064
    """
    ability = ctx.pool.abilities[task.effect]
    context = Running(
        seat=task.seat, card=task.card, printed=task.printed, effect=task.effect, targets=task.targets,
        names=task.names, event=task.event,
    )  # fmt: skip
    if task.origin == "trigger" and not task.targets and not continuous.can_be_declared(ctx, context, ability):
        ctx.state.pending.pop()
        return
    while len(task.targets) < len(ability.targets):
        picked = _target(ctx, task, context, ability.targets[len(task.targets)])
        if picked is None:
            return
        task.targets = context.targets = (*task.targets, picked)
    costs = continuous.changed_costs(ctx, context, ability)
    if not paying.pick_payments(ctx, task, context, costs):
        return
    ctx.state.pending.pop()
    _put_on_chain(ctx, task, ability, context)


def _target(ctx: MatchContext, task: Declaring, context: Running, target: TargetSpec) -> Picked | None:
    """Return the picked targets, or None while a player is still being asked for them. Rule: TC-RUL-045, TC-RUL-064."""
    options = continuous.targets_of(ctx, context, target)
    if target.every:
        return tuple(options)
    if target.by == "random":
        order = ctx.chance.shuffle("target", len(options)) if len(options) > target.most else range(len(options))
        return tuple(options[place] for place in order[: target.most])
    seat = task.seat if target.by != "opponent" else _opponent(ctx, task)
    if seat is None:
        return None
    picked = pick(ctx, seat, "choose_targets", options, least=target.least, most=target.most, always=target.always
    )  # fmt: skip
    if picked is not None:
        task.picker = ""
    return picked


def _opponent(ctx: MatchContext, task: Declaring) -> Seat | None:
    """Return the opponent who picks the target, or None while the effect's player is still choosing that opponent.

    Rule:    TC-RUL-045
    """
    if not task.picker or ctx.player(task.picker).lost:
        order, opponents = ctx.state.order, ctx.state.opponents(task.seat)
        places = [order.index(seat) for seat in opponents]
        picked = pick(ctx, task.seat, "choose_player", places, least=1, most=1, words=tuple(opponents))
        if picked is None:
            return None
        task.picker = order[picked[0]]
    return task.picker


def _put_on_chain(ctx: MatchContext, task: Declaring, ability: Ability, context: Running) -> None:
    """Add an effect to the chain (declared effects that resolve last to first), pay its cost, and let players respond.

    Rule:    TC-CMD-25, TC-CMD-31, TC-CMD-44, TC-READ-10, TC-RUL-053, TC-RUL-074, TC-RUL-133, TC-RUL-134
    """
    costs = continuous.changed_costs(ctx, context, ability)
    at = len(ctx.state.pending)
    seat, action = task.seat, _reveal_source(ctx, task, context)
    number = ctx.state.links + 1
    command = task.origin in {"played", "set"}
    pays_itself = bool(task.payment) and any(context.card in picked for picked in task.payment)
    names = {**task.names, **_card_above(ctx, context.card)} if pays_itself else task.names
    ctx.emit(
        EffectDeclared(
            number=number, seat=seat, thing=context.card, card=task.printed, effect=task.effect, targets=task.targets,
            event=task.event, command=command,
            names=Secret(audience=NOBODY, value=names) if names else None,
        )
    )  # fmt: skip
    if costs:
        ctx.emit(CostPaid(number=number, seat=seat, costs=tuple([cost.name for cost in costs])))
    keys = limits.used_keys(ctx, seat, context.card, ability)
    if keys:
        ctx.emit(EffectUsed(keys=keys))
    if not paying.pay_all(ctx, task, context, costs):
        return
    winning.check_complete(ctx)
    if winning.end_if_stalled(ctx) or ctx.player(seat).lost or not ctx.state.chain:
        return
    link = declaration_of(ctx.state.chain[-1], "response" if task.origin == "trigger" else "activate")
    triggers.happen(ctx, link)
    windows.let_respond(ctx, seat, *action, link, at=at, waive=task.waive)


def _card_above(ctx: MatchContext, spirit: int) -> dict[str, tuple[int, ...]]:
    """Return the card above a spirit, stored under a key so that the effect can refer to it after the payment.

    Rule: TC-RUL-212
    """
    card = ctx.state.table.get(spirit)
    return {ABOVE: (card.host,)} if card is not None and card.host and ctx.state.revised else {}


def _reveal_source(ctx: MatchContext, task: Declaring, context: Running) -> tuple[TriggerEvent, ...]:
    """Reveal the card whose effect is activated.

    If this plays or flips a command and is therefore an action, return the action's event.
    """
    if task.origin == "played":
        context.card = entering.put_command(ctx, task.seat, task.card, task.slot)
        return (TriggerEvent(event="command_played", by=task.seat, card=context.card, kind="play_command"),)
    if task.origin == "set":
        ctx.emit(CommandFlipped(seat=task.seat, thing=task.card, card=task.printed))
        event = TriggerEvent(event="command_flipped", by=task.seat, card=task.card, kind="activate")
        triggers.happen(ctx, event)
        return (event,)
    if task.origin == "hand":
        context.card = uncover(ctx, task.card)
    return ()


# ---------------------------------------------------------------- samples


@samples
def activations(match: Match, seat: Seat) -> Samples[Activate]:
    """Yield a sample command for each effect that a seat may try to activate.

    Rule:    TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-41
    """
    ctx = look_at(match)
    uses = possible_uses(ctx, seat) if seat in match.players else []
    for use in uses:
        if use.origin != "played":
            yield Sample(
                command=Activate(card=use.source, effect=use.ability.key), fields={**WAIVING, **_links(ctx, seat, use)},
                prompts=partial(_prompts, match, seat, use),
            )  # fmt: skip
    if not uses:
        yield Sample(command=Activate(card=hand_of(match, seat)[0]))


def _links(ctx: MatchContext, seat: Seat, use: Use) -> dict[str, Field]:
    """Return the field that names the chain link to which the player responds.

    Its options are the links to which the effect can respond.

    Rule:    TC-RUL-055
    """
    window = window_of(ctx)
    answer = timing.answers(ctx, seat, use, window)
    links = () if isinstance(answer, Refusal) else timing.links_of(window, answer)
    return {"link": Field(options=links)} if links else {}


def _prompts(match: Match, seat: Seat, use: Use) -> tuple[Prompt, ...]:
    return prompts_of(look_at(match), seat, use)
