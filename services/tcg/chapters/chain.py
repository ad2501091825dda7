"""The chain of declared effects, and the [AUTO] effects that wait until the chain is empty."""

from __future__ import annotations

from msgspec.structs import replace

from services.tcg.chapters import damage, leaving, triggers, winning
from services.tcg.chapters.decisions import pick
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.triggers import Names, open_secret
from services.tcg.state.match import Link, Match, Waiting
from services.tcg.state.tasks import OPEN, RESOLVE, SETTLE, Declaring, Finish, Go, Running, TriggerEvent, Window
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

# ---------------------------------------------------------------- events


class EffectDeclared(Event, frozen=True, kw_only=True):
    """An effect was declared with its targets and became a link of the chain.

    `card` is the card id of the effect's card, and `thing` its instance id.

    Rule: TC-READ-09, TC-READ-10
    """

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    event: TriggerEvent | None = None
    """The event to which the effect responds, or the event that triggered it."""
    command: bool = False
    """Whether the effect is the main effect of a command, which leaves play after the effect resolves."""
    names: Secret[Names] | None = None
    """The results that earlier steps stored, if this is a delayed effect."""


class EffectNegated(Event, frozen=True, kw_only=True):
    """A declared effect was negated. It does not resolve, and its cost stays paid."""

    number: int
    seat: Seat


class EffectResolved(Event, frozen=True, kw_only=True):
    """An effect resolved, and its link left the chain. A `negated` effect did nothing."""

    number: int
    negated: bool = False


class TriggersOrdered(Event, frozen=True, kw_only=True):
    """A player put simultaneous [AUTO] effects in order.

    `order` lists their old positions in the queue, in the new order.
    """

    seat: Seat
    order: tuple[int, ...]


class TriggerBegun(Event, frozen=True, kw_only=True):
    """The [AUTO] effect at this position of the queue was removed from it, because its declaration started."""

    place: int = 0


# ---------------------------------------------------------------- judgement


def resolve(ctx: MatchContext) -> None:
    """Resolve the newest link of the chain. Nothing can be activated between two links.

    Rule: TC-READ-12, TC-RUL-057
    """
    match = ctx.state
    match.pending.pop()
    if not match.chain or _under_way(ctx):
        return
    link = match.chain[-1]
    match.pending.extend((Go(to="next_link"), Finish(number=link.number)))
    if link.negated:
        return
    running = Running(
        seat=link.seat, card=link.card, printed=link.printed, effect=link.effect, targets=link.targets,
        names=link.names, event=link.event, link=link.number,
    )  # fmt: skip
    if not any(link.targets) or _keep_legal_targets(ctx, running, link):
        ctx.push(running)


def _keep_legal_targets(ctx: MatchContext, running: Running, link: Link) -> bool:
    """Remove targets that have left or have become illegal, and return whether the effect is still carried out.

    Delayed steps have no targets of their own, so they are carried out even if the cards chosen for their effect left.

    Rule: TC-RUL-064, TC-RUL-179
    """
    specs, table, left = ctx.pool.abilities[link.effect].targets, ctx.state.table, []
    for at, numbers in enumerate(link.targets):
        there = [number for number in numbers if number in table and table[number].place == link.places.get(number)]
        left.append(tuple(one for one in there if at >= len(specs) or specs[at].fits(ctx, running, one)))
    running.targets = tuple(left)
    return any(left) or (ctx.state.revised and not specs)


def next_link(ctx: MatchContext) -> None:
    """Resolve the next link, or open a window in which players may respond to the remaining chain. Rule: TC-RUL-057."""
    match = ctx.state
    match.pending.pop()
    if not match.chain or _under_way(ctx):
        return
    if match.settings.chain_style == "build_then_resolve":
        ctx.push(RESOLVE)
        return
    answers = tuple(declaration_of(link) for link in match.chain)
    ctx.push(Window(kind="W2", answers=answers, by=match.chain[-1].seat))


def _under_way(ctx: MatchContext) -> bool:
    """Return whether the newest link has started to resolve and now waits for a link that its own effect declared."""
    number = ctx.state.chain[-1].number
    for task in ctx.state.pending:  # noqa: SIM110 a generator is slower for so few
        if type(task) is Finish and task.number == number:
            return True
    return False


def declaration_of(link: Link, kind: str = "response") -> TriggerEvent:
    """Return the event that declared a link, in the form that effects read."""
    return TriggerEvent(event="effect_declared", by=link.seat, card=link.card, link=link.number, kind=kind)


def finish(ctx: MatchContext, task: Finish) -> None:
    """Finish a link. Its command leaves play, unless it is a bound command that took effect.

    Rule: TC-CMD-12, TC-CMD-26, TC-CMD-32, TC-CMD-45, TC-ZONE-15, TC-RUL-072
    """
    match = ctx.state
    match.pending.pop()
    link = _link_with(match, task.number)
    if link is None:
        return
    ctx.emit(EffectResolved(number=link.number, negated=link.negated))
    if link.command:
        _leave(ctx, link)
    if not link.negated:
        triggers.happen(ctx, TriggerEvent(event="effect_resolved", by=link.seat, card=link.card, link=link.number))
    winning.check_complete(ctx)


def _link_with(match: Match, number: int) -> Link | None:
    for link in match.chain:
        if link.number == number:
            return link
    return None


def _leave(ctx: MatchContext, link: Link) -> None:
    card = ctx.card(link.card)
    if card is None or card.place != "command":
        return
    if link.negated or ctx.pool.printed[link.printed].type != "bound":
        leaving.leave(ctx, card, to="drop", cause="resolved")


def settle(ctx: MatchContext) -> None:
    """Settle an action, cost, damage or effect: check losses, then run [AUTO] effects one by one, then settle damage.

    While the chain is not empty (because a resolving effect has activated another), this checks only losses.

    Rule: TC-ETI-02, TC-ETI-15, TC-RUL-043, TC-RUL-058, TC-RUL-080
    """
    match = ctx.state
    winning.check_complete(ctx)
    if not match.pending or type(match.pending[-1]) is not Go:
        return
    if match.chain:
        match.pending.pop()
        return
    triggers.state_triggers(ctx)
    if match.queue:
        _next_waiting(ctx)
    elif not (match.hurt and damage.settle(ctx)):
        match.pending.pop()


def settle_first(ctx: MatchContext) -> None:
    """If the chain is empty, settle triggered effects before the next player is asked to act or respond.

    Rule: TC-RUL-058, TC-RUL-093
    """
    match = ctx.state
    task = match.pending[-1] if match.pending else None
    if not match.chain and (isinstance(task, Window) or task == OPEN):
        ctx.push(SETTLE)


def _next_waiting(ctx: MatchContext) -> None:
    """Start the next [AUTO] effect: the turn player's effects first, then the other players' effects clockwise.

    Each player orders their own effects.

    Rule: TC-ETI-13, TC-ETI-14, TC-RUL-060, TC-RUL-061
    """
    match = ctx.state
    if winning.end_if_stalled(ctx):
        return
    if len(match.queue) == 1 and not match.players[match.queue[0].seat].lost:
        _begin(ctx, match.queue[0].seat, [0])
        return
    ranks = [_rank(ctx, waiting) for waiting in match.queue]
    for rank in sorted(set(ranks)):
        for seat in match.clockwise(match.active):
            places = [place for place, one in enumerate(match.queue) if one.seat == seat and ranks[place] == rank]
            if places:
                _begin(ctx, seat, places)
                return
    for _ in tuple(match.queue):
        ctx.emit(TriggerBegun(place=0))


def _rank(ctx: MatchContext, waiting: Waiting) -> int:
    """Return a waiting effect's rank in the order of timings. Delayed steps of a CONT: effect come first."""
    order, mark = ctx.state.settings.effect_order, ctx.pool.abilities[waiting.effect].mark
    return next((place for place, timing in enumerate(order) if timing == mark), -1)


def _begin(ctx: MatchContext, seat: Seat, places: list[int]) -> None:
    queue = ctx.state.queue
    ordered = [place for place in places if queue[place].ordered]
    if not ordered and len(places) > 1:
        order = _order(ctx, seat, places)
        if order is None:
            return
        ctx.emit(TriggersOrdered(seat=seat, order=order))
        place = min(order)
    else:
        place = (ordered or places)[0]
    waiting = queue[place]
    ctx.emit(TriggerBegun(place=place))
    _declare(ctx, waiting)


def _order(ctx: MatchContext, seat: Seat, places: list[int]) -> tuple[int, ...] | None:
    """Return a player's order of simultaneous effects, or None while the player is choosing it. Rule: TC-ETI-13."""
    queue = ctx.state.queue
    if _are_alike(ctx, [queue[place] for place in places]):
        return tuple(places)
    count = len(places)
    words = tuple(queue[place].effect for place in places)
    picked = pick(ctx, seat, "order_triggers", range(count), least=count, most=count, words=words, always=True)
    return None if picked is None else tuple(places[one] for one in picked)


def _are_alike(ctx: MatchContext, waits: list[Waiting]) -> bool:
    """Return whether several waiting effects are the same, so that their order changes nothing.

    Since version 3 of the decision rules, this includes the cards that were chosen for them. Effects with results of
    earlier steps, such as picked cards, are then never the same, because a question that is asked only if the picks
    differ would reveal this to the other players.

    Rule: TC-RUL-197
    """
    first, *others = waits
    if any((one.card, one.effect, one.event) != (first.card, first.effect, first.event) for one in others):
        return False
    return not ctx.state.revised or not any(one.names or one.targets != first.targets for one in waits)


def _declare(ctx: MatchContext, waiting: Waiting) -> None:
    ctx.push(
        Declaring(
            seat=waiting.seat, card=waiting.card, printed=waiting.printed, effect=waiting.effect, origin="trigger",
            event=waiting.event, targets=waiting.targets, names=waiting.names,
        )
    )  # fmt: skip


# ---------------------------------------------------------------- fold


@fold
def _effect_declared(match: Match, event: EffectDeclared) -> None:
    """Add the declared effect to the chain as a new link. Rule: TC-RUL-064."""
    match.links = max(match.links, event.number)
    table = match.table
    match.chain.append(
        Link(
            number=event.number, seat=event.seat, card=event.thing, printed=event.card, effect=event.effect,
            targets=event.targets, event=event.event, names=open_secret(event.names, {}), command=event.command,
            places={one: table[one].place for numbers in event.targets for one in numbers if one in table},
        )
    )  # fmt: skip


@fold
def _effect_negated(match: Match, event: EffectNegated) -> None:
    for link in match.chain:
        if link.number == event.number:
            link.negated = True


@fold
def _effect_resolved(match: Match, event: EffectResolved) -> None:
    match.chain = [link for link in match.chain if link.number != event.number]


@fold
def _triggers_ordered(match: Match, event: TriggersOrdered) -> None:
    """Rearrange the queue of triggered effects in the order that the player chose. Rule: TC-ETI-13."""
    queue = match.queue
    order = [place for place in event.order if 0 <= place < len(queue)]
    ordered = [replace(queue[place], ordered=True) for place in order]
    for place, waiting in zip(sorted(order), ordered, strict=True):
        queue[place] = waiting


@fold
def _trigger_begun(match: Match, event: TriggerBegun) -> None:
    del match.queue[event.place : event.place + 1]
