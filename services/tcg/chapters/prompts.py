"""Descriptions of decisions: the card and effect that ask, the meaning of each option, and a play's later questions.

Only views and lists of legal commands use these descriptions. No decisions are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from services.tcg.chapters.continuous import changed_costs, targets_of
from services.tcg.chapters.decisions import CHOOSING, Answer, default_of
from services.tcg.chapters.paying import say_part
from services.tcg.chapters.picks import Pick, knows, picks_of, players_picked, rolled
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.terms import CardPool, MatchContext, Price, TargetSpec, Use, mode_keys
from services.tcg.chapters.timing import any_hidden, running_of, usable_now, window_of
from services.tcg.state.match import Card, Decision, Delayed, Match, Waiting
from services.tcg.state.tasks import Declaring, Flipping, Paying, Running, Settling, Task, TriggerEvent
from shared.kernel.chapter import samples
from shared.kernel.messages import Seat
from shared.kernel.samples import Field, Prompt, Sample, Samples

# ---------------------------------------------------------------- judgement


class Asker(Struct, frozen=True, kw_only=True):
    """The source of a decision: `thing` is a card's instance id, `card` its card id, `effect` its effect's key, if any.

    `event` is the event to which the effect responds or that triggered it. `link` is the effect's id in the chain, once
    it is declared. `part` is the index of the target, or of the part of the cost, that is being chosen. `by` is the
    seat that controls the effect.
    """

    by: Seat
    thing: int
    card: str
    effect: str = ""
    event: TriggerEvent | None = None
    link: int = 0
    part: int | None = None
    hidden: bool = False
    """Whether the card's identity is still hidden from other players."""


class SeenWaiting(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A triggered [AUTO] effect that waits until the chain is empty, or steps that wait for a later event.

    `event` is the event that triggered it, and `targets` the cards chosen for it. `picks` lists the cards that its
    steps have picked before; only its own seat sees them, except cards of a hand that were picked at random or by
    another player. `rolled` lists the numbers that its steps have rolled before, and `players` the players they picked.
    """

    seat: Seat
    thing: int
    card: str
    effect: str
    event: TriggerEvent | None = None
    targets: tuple[tuple[int, ...], ...] = ()
    picks: tuple[int, ...] = ()
    rolled: tuple[int, ...] = ()
    players: tuple[Seat, ...] = ()


FROM_HIDING: Final = frozenset({"hand", "played", "set"})
"""The origins of effects whose card is still hidden from other players while the effect is declared."""
ONE_BY_ONE: Final = frozenset({"choose_mode", "choose_player", "choose_first", "may", "order_triggers"})
"""The kinds of decisions in which `words` describes each option separately and reveals no hidden card."""


def asker_of(match: Match, decision: Decision) -> Asker | None:
    """Return the source of a decision, taken from the top pending task, or None if no card's effect asks."""
    if decision.kind not in CHOOSING or not match.pending:
        return None
    task: Task = match.pending[-1]
    if isinstance(task, Running):
        return _running(match, task)
    if isinstance(task, Declaring):
        return _declaring(task, decision)
    return _of_savior(match, task, decision.seat) if isinstance(task, Flipping | Paying | Settling) else None


def _running(match: Match, task: Running) -> Asker:
    card = match.table.get(task.card)
    unseen = card is not None and ((card.place == "hand" and not card.known) or not card.up)
    return Asker(
        by=task.seat, thing=task.card, card=task.printed, effect=task.effect, event=task.event, link=task.link,
        hidden=unseen and not task.link,
    )  # fmt: skip


def _declaring(task: Declaring, decision: Decision) -> Asker:
    parts = {"choose_targets": len(task.targets), "choose_player": len(task.targets), "pay": len(task.payment)}
    return Asker(
        by=task.seat, thing=task.card, card=task.printed, effect=task.effect, event=task.event,
        part=parts.get(decision.kind), hidden=task.origin in FROM_HIDING,
    )  # fmt: skip


def _of_savior(match: Match, task: Flipping | Paying | Settling, seat: Seat) -> Asker:
    savior = match.players[seat].savior
    card = match.table[savior].card
    if isinstance(task, Flipping):
        return Asker(by=seat, thing=savior, card=card, effect=f"{card}#flip", part=len(task.payment))
    return Asker(by=seat, thing=savior, card=card)


def words_of(pool: CardPool, match: Match, decision: Decision) -> tuple[str, ...]:
    """Return the words that name a decision's options.

    If the options are an effect's modes, these are the modes' keys.
    """
    task = match.pending[-1] if match.pending else None
    if decision.kind != "choose_mode" or not isinstance(task, Running):
        return decision.words
    ability = pool.abilities[task.effect]
    modes = next((modes for modes in ability.modes if modes.at == task.at), None)
    return decision.words if modes is None else mode_keys(ability.key, modes)


def waits_in_order(match: Match, decision: Decision) -> tuple[Waiting, ...]:
    """Return the [AUTO] effects that a seat must put in order, one for each option."""
    if decision.kind != "order_triggers":
        return ()
    return tuple(one for one in match.queue if one.seat == decision.seat and one.effect in decision.words)


def seen_waiting(
    ctx: MatchContext, waiting: Waiting | Delayed, seat: Seat | None, *, everything: bool
) -> SeenWaiting:  # fmt: skip
    """Return a waiting effect as a seat sees it, so that it differs from equal effects. Rule: TC-RUL-197."""
    own = everything or waiting.seat == seat
    return SeenWaiting(
        seat=waiting.seat, thing=waiting.card, card=waiting.printed, effect=waiting.effect,
        event=waiting.event if isinstance(waiting, Waiting) else None, targets=waiting.targets,
        picks=_picks(ctx, waiting, everything=everything) if own and waiting.names else (),
        rolled=rolled(ctx.state, waiting) if waiting.names else (),
        players=players_picked(ctx.state, waiting) if waiting.names else (),
    )  # fmt: skip


def _picks(ctx: MatchContext, waiting: Waiting | Delayed, *, everything: bool) -> tuple[int, ...]:
    """Return the cards that the steps of an effect have picked so far and that its player may know.

    Rule: TC-RUL-085, TC-RUL-086
    """
    return tuple(
        dict.fromkeys(
            card.id
            for _, pick in picks_of(ctx.state, waiting)
            for card in map(ctx.card, pick.numbers)
            if card is not None and (everything or _may_know(ctx.state, pick, waiting.seat, card))
        )
    )


def _may_know(match: Match, pick: Pick, seat: Seat, card: Card) -> bool:
    """Return whether a player may know that an effect has picked this card."""
    if card.place == "hand":
        return knows(match, pick, seat, number=card.id, known=card.known)
    return card.seat == seat or card.known or card.up


CHOOSERS: Final = {"you": "", "opponent": "opponent", "random": "chance"}
"""For each value of a target's `by`, the name that the prompt uses for the player who picks."""


def prompts_of(ctx: MatchContext, seat: Seat, use: Use) -> tuple[Prompt, ...]:
    """Return the prompts that follow when a player activates an effect: its targets, then its payment.

    Each prompt lists its options as if it were the first prompt. Choices in earlier prompts may leave fewer options.
    Cards that are hidden in another player's hand are not described before the effect is activated.

    Rule: TC-READ-10, TC-RUL-063, TC-RUL-064
    """
    now = usable_now(ctx, seat, use, window_of(ctx)) or use
    running, ability = running_of(seat, now), use.ability
    printed = zip(ability.effect.targets, ability.targets, strict=True)
    targets = tuple(_target(ctx, running, say_part(part), target) for part, target in printed)
    return targets + costs_of(ctx, running, changed_costs(ctx, running, ability))


def costs_of(ctx: MatchContext, running: Running, costs: Sequence[Price]) -> tuple[Prompt, ...]:
    """Return the prompt for each part of a cost. Rule: TC-RUL-063."""
    return tuple(_cost(ctx, running, cost) for cost in costs)


def _target(ctx: MatchContext, running: Running, says: str, target: TargetSpec) -> Prompt:
    options = tuple(targets_of(ctx, running, target))
    if any_hidden(ctx, running.seat, options):
        return Prompt(kind="choose_targets", says=says, by=CHOOSERS[target.by])
    least, most = (len(options),) * 2 if target.every else (target.least, min(target.most, len(options)))
    choice = Field(items=Field(options=options), least=least, most=most)
    return Prompt(kind="choose_targets", says=says, choice=choice, by=CHOOSERS[target.by])


def _cost(ctx: MatchContext, running: Running, cost: Price) -> Prompt:
    choice = None
    if cost.count:
        options = tuple(cost.options(ctx, running, ()))
        choice = Field(items=Field(options=options), least=cost.count, most=cost.count)
    return Prompt(kind="pay", name=cost.name, says=say_part(cost.printed), choice=choice)


# ---------------------------------------------------------------- samples


@samples
def answers(match: Match, seat: Seat) -> Samples[Answer]:
    """Yield a sample answer to the seat's open decision."""
    decision = match.decisions.get(seat)
    if decision is None or decision.kind not in CHOOSING:
        yield Sample(command=Answer(decision=1 if decision is None else decision.number))
        return
    words = words_of(pool_of(match), match, decision)
    choice = Field(
        items=Field(options=decision.options, words=words if len(words) == len(decision.options) else None),
        least=decision.least, most=decision.most, ordered=decision.kind in {"order_cards", "order_triggers"},
    )  # fmt: skip
    yield Sample(command=Answer(decision=decision.number, choice=default_of(decision)), fields={"choice": choice})
