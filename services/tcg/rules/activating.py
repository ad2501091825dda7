"""Activating: targets are chosen, the cost is paid at once, and only then may anybody respond."""

from __future__ import annotations

from services.tcg.agenda import Declaring, Happening, Running
from services.tcg.events import CommandFlipped, CostPaid, EffectDeclared, EffectUsed
from services.tcg.rules import limits, losing, moves, payment, standing, triggers
from services.tcg.rules.chain import declared
from services.tcg.rules.game import Game, Picked
from services.tcg.rules.responding import targets_of
from services.tcg.rules.terms import Ability, TargetSpec
from services.tcg.rules.uncovering import uncover
from services.tcg.rules.windows import answered
from shared.kernel.messages import NOBODY, Seat, Secret


def declare(game: Game, task: Declaring) -> None:
    """Go on with declaring an effect: targets, then payment, then it is declared.

    Rule: TC-READ-10, TC-READ-11, TC-RUL-062 to TC-RUL-064
    """
    ability = game.pool.abilities[task.effect]
    context = Running(
        seat=task.seat, card=task.card, printed=task.printed, effect=task.effect, targets=task.targets,
        names=task.names, event=task.event,
    )  # fmt: skip
    if task.origin == "trigger" and not task.targets and not _can(game, context, ability):
        game.match.agenda.pop()
        return
    while len(task.targets) < len(ability.targets):
        picked = _target(game, task, context, ability.targets[len(task.targets)])
        if picked is None:
            return
        task.targets = context.targets = (*task.targets, picked)
    costs = standing.changed_costs(game, context, ability)
    if not payment.picked(game, task, context, costs):
        return
    game.match.agenda.pop()
    _declared(game, task, ability, context)


def _can(game: Game, context: Running, ability: Ability) -> bool:
    """Tell whether an [AUTO] effect can do anything at all. Rule: TC-RUL-062."""
    if any(len(targets_of(game, context, target)) < max(target.least, 1) for target in ability.targets):
        return False
    return all(cost.payable(game, context) for cost in standing.changed_costs(game, context, ability))


def _target(game: Game, task: Declaring, context: Running, target: TargetSpec) -> Picked | None:
    """Have the targets picked; where an opponent does, the effect's player says which. Rule: TC-RUL-045, TC-RUL-064."""
    options = targets_of(game, context, target)
    if target.every:
        return tuple(options)
    if target.by == "random":
        order = game.chance.shuffle("target", len(options)) if len(options) > target.most else range(len(options))
        return tuple(options[place] for place in order[: target.most])
    seat = task.seat if target.by != "opponent" else _opponent(game, task)
    if seat is None:
        return None
    picked = game.pick(
        seat, "choose_targets", options, least=target.least, most=target.most, always=target.always
    )  # fmt: skip
    if picked is not None:
        task.picker = ""
    return picked


def _opponent(game: Game, task: Declaring) -> Seat | None:
    """Give the opponent who picks. Rule: TC-RUL-045."""
    if not task.picker or game.player(task.picker).lost:
        order, opponents = game.match.order, game.match.opponents(task.seat)
        places = [order.index(seat) for seat in opponents]
        picked = game.pick(task.seat, "choose_player", places, least=1, most=1, words=tuple(opponents))
        if picked is None:
            return None
        task.picker = order[picked[0]]
    return task.picker


def _declared(game: Game, task: Declaring, ability: Ability, context: Running) -> None:
    """Put the effect on the chain and pay for it; then it may be answered.

    Rule: TC-CMD-25, TC-CMD-31, TC-CMD-44, TC-READ-10, TC-RUL-053, TC-RUL-074, TC-RUL-133, TC-RUL-134
    """
    costs = standing.changed_costs(game, context, ability)
    at = len(game.match.agenda)
    seat, action = task.seat, _shown(game, task, context)
    number = game.match.links + 1
    command = task.origin in {"played", "set"}
    game.tell(
        EffectDeclared(
            number=number, seat=seat, thing=context.card, card=task.printed, effect=task.effect, targets=task.targets,
            event=task.event, command=command,
            names=Secret(audience=NOBODY, value=task.names) if task.names else None,
        )
    )  # fmt: skip
    if costs:
        game.tell(CostPaid(number=number, seat=seat, costs=tuple(cost.name for cost in costs)))
    keys = limits.used_keys(game, seat, context.card, ability)
    if keys:
        game.tell(EffectUsed(keys=keys))
    if not payment.paid(game, task, context, costs):
        return
    losing.check(game, complete=True)
    if losing.stalled(game) or game.player(seat).lost or not game.match.chain:
        return
    link = declared(game.match.chain[-1], "response" if task.origin == "trigger" else "activate")
    triggers.happen(game, link)
    answered(game, seat, *action, link, at=at, waive=task.waive)


def _shown(game: Game, task: Declaring, context: Running) -> tuple[Happening, ...]:
    """Show the card an effect is activated from, and give the action this is, if it is one."""
    if task.origin == "played":
        context.card = moves.put_command(game, task.seat, task.card, task.slot)
        return (Happening(event="command_played", by=task.seat, card=context.card, kind="play_command"),)
    if task.origin == "set":
        game.tell(CommandFlipped(seat=task.seat, thing=task.card, card=task.printed))
        happening = Happening(event="command_flipped", by=task.seat, card=task.card, kind="activate")
        triggers.happen(game, happening)
        return (happening,)
    if task.origin == "hand":
        context.card = uncover(game, task.card)
    return ()
