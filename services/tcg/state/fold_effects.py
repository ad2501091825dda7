"""How effects, combat, questions and the end change a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from services.tcg.agenda import Change
from services.tcg.events import (
    AttackAllowed,
    AttackDeclared,
    AttackEnded,
    AttackGivenUp,
    CardDamaged,
    CombatChecked,
    CostPaid,
    CounterChanged,
    DamagePrevented,
    DamageSettled,
    DecisionAnswered,
    DecisionOpened,
    DeckLooked,
    DelayEnded,
    Despiritualized,
    Devoured,
    DieRolled,
    DrawAnswered,
    DrawOffered,
    DrawWithdrawn,
    EffectDeclared,
    EffectDelayed,
    EffectGranted,
    EffectNegated,
    EffectResolved,
    EffectUsed,
    MatchFinished,
    Passed,
    PlayerLost,
    PwrChanged,
    Restricted,
    ShieldRaised,
    StopsSet,
    TriggerBegun,
    TriggersOrdered,
    TriggersQueued,
    WindowClosed,
    WindowOpened,
)
from services.tcg.state.match import Attack, Decision, Delayed, Link, Match, Offer, Waiting
from services.tcg.state.places import end_changes, forget_damage
from shared.kernel.messages import Event, Secret

T = TypeVar("T")


def _open(secret: Secret[T] | None, nothing: T) -> T:
    """Give what a secret holds, or nothing where there is none."""
    return nothing if secret is None else secret.open()


def _effect_declared(match: Match, event: EffectDeclared) -> None:
    """Rule: TC-RUL-064."""
    match.links = max(match.links, event.number)
    table = match.table
    match.chain.append(
        Link(
            number=event.number, seat=event.seat, card=event.thing, printed=event.card, effect=event.effect,
            targets=event.targets, event=event.event, names=_open(event.names, {}), command=event.command,
            places={one: table[one].place for numbers in event.targets for one in numbers if one in table},
        )
    )  # fmt: skip


def _effect_negated(match: Match, event: EffectNegated) -> None:
    for link in match.chain:
        if link.number == event.number:
            link.negated = True


def _effect_resolved(match: Match, event: EffectResolved) -> None:
    match.chain = [link for link in match.chain if link.number != event.number]


def _effect_used(match: Match, event: EffectUsed) -> None:
    for key in event.keys:
        match.used[key] = match.used.get(key, 0) + 1


def _window_opened(match: Match, event: WindowOpened) -> None:
    match.window = event.kind


def _window_closed(match: Match, _event: WindowClosed) -> None:
    match.window = ""


def _triggers_queued(match: Match, event: TriggersQueued) -> None:
    match.idle += len(event.effects)
    stored = _open(event.names, tuple({} for _ in event.effects))
    match.queue.extend(
        Waiting(
            seat=called.seat, card=called.thing, printed=called.card, effect=called.effect, event=called.event,
            targets=called.targets, names=names,
        )
        for called, names in zip(event.effects, stored, strict=False)
    )  # fmt: skip


def _triggers_ordered(match: Match, event: TriggersOrdered) -> None:
    """Rule: TC-ETI-13."""
    queue = match.queue
    order = [place for place in event.order if 0 <= place < len(queue)]
    ordered = [replace(queue[place], ordered=True) for place in order]
    for place, waiting in zip(sorted(order), ordered, strict=True):
        queue[place] = waiting


def _trigger_begun(match: Match, event: TriggerBegun) -> None:
    del match.queue[event.place : event.place + 1]


def _effect_delayed(match: Match, event: EffectDelayed) -> None:
    match.changes = max(match.changes, event.number)
    match.delayed.append(
        Delayed(
            number=event.number, seat=event.seat, card=event.thing, printed=event.card, effect=event.effect,
            targets=event.targets, names=_open(event.names, {}),
        )
    )  # fmt: skip


def _delay_ended(match: Match, event: DelayEnded) -> None:
    match.delayed = [delayed for delayed in match.delayed if delayed.number != event.number]


def _attack_declared(match: Match, event: AttackDeclared) -> None:
    match.attack = Attack(seat=event.seat, attacker=event.attacker, target=event.target, of=event.of)
    card = match.table.get(event.attacker)
    if card is not None:
        card.attacks += 1


def _combat_checked(match: Match, event: CombatChecked) -> None:
    if match.attack is not None:
        match.attack.victor, match.attack.loser = event.victor, event.loser


def _attack_ended(match: Match, _event: AttackEnded) -> None:
    match.attack = None
    end_changes(match, lambda change: change.lasts == "this_attack")


def _attack_allowed(match: Match, event: AttackAllowed) -> None:
    """Rule: TC-RUL-081."""
    card = match.table.get(event.thing)
    if card is not None:
        card.extra += event.n


def _attack_given_up(match: Match, event: AttackGivenUp) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        card.extra -= 1


def _card_damaged(match: Match, event: CardDamaged) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        card.damaged += 1
        match.hurt += 1
        before = match.damages.pop() if event.together and match.damages else ()
        match.damages.append((*before, event.thing))


def _damage_settled(match: Match, event: DamageSettled) -> None:
    """A savior pays for each damage of its own. Rule: TC-RUL-032, TC-RUL-080."""
    for number in event.things:
        card = match.table.get(number)
        if card is not None:
            left = max(card.damaged - 1, 0) if card.place == "savior" else 0
            match.hurt -= card.damaged - left
            forget_damage(match, number, card.damaged - left)
            card.damaged = left


def _damage_prevented(match: Match, event: DamagePrevented) -> None:
    card = match.table.get(event.thing)
    if card is not None and event.shield:
        worn = (_worn(change) if change.number == event.shield else change for change in card.changes)
        card.changes = tuple(change for change in worn if change.kind != "shield" or change.value > 0)


def _worn(shield: Change) -> Change:
    return replace(shield, value=shield.value - 1)


def _changed(match: Match, event: PwrChanged | EffectGranted | Restricted | ShieldRaised) -> None:
    """A change that goes by the number of an older one takes its place."""
    card, change = match.table.get(event.thing), event.change
    match.changes = max(match.changes, change.number)
    if card is not None:
        card.changes = (*(one for one in card.changes if one.number != change.number), change)


def _counter_changed(match: Match, event: CounterChanged) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        kept = {name: n for name, n in card.counters.items() if name != event.name}
        card.counters = {**kept, event.name: event.n} if event.n else kept


def _decision_opened(match: Match, event: DecisionOpened) -> None:
    asked = event.asked.open()
    match.asked = event.number
    match.decisions[event.seat] = Decision(
        number=event.number, seat=event.seat, kind=event.kind, since=event.since,
        options=asked.options, least=asked.least, most=asked.most, words=asked.words,
    )  # fmt: skip
    match.agenda = [copy(task) for task in event.agenda.open()]


def _decision_answered(match: Match, event: DecisionAnswered) -> None:
    """To let the match go on decides nothing, nor does the clock; and a response stops no loop by itself.

    Rule: TC-RUL-095, TC-RUL-096
    """
    decision = match.decisions.get(event.seat)
    if decision is None or decision.number != event.number:
        return
    del match.decisions[event.seat]
    if not event.late and decision.kind not in ("proceed", "respond"):
        match.idle = 0
    if event.late and decision.kind in ("act", "combat"):
        match.hurried = match.turn
        match.players[event.seat].missed += 1


def _stops_set(match: Match, event: StopsSet) -> None:
    player = match.players[event.seat]
    player.stops, player.stops_until = event.windows.open(), event.until


def _player_lost(match: Match, event: PlayerLost) -> None:
    match.players[event.seat].lost = event.reason
    match.out += 1


def _draw_offered(match: Match, event: DrawOffered) -> None:
    match.offer = Offer(by=event.seat, open=tuple(match.opponents(event.seat)))


def _draw_answered(match: Match, event: DrawAnswered) -> None:
    """Rule: TC-RUL-094."""
    if match.offer is not None:
        left = tuple(seat for seat in match.offer.open if seat != event.seat)
        match.offer = replace(match.offer, open=left) if event.accept else None


def _draw_withdrawn(match: Match, _event: DrawWithdrawn) -> None:
    match.offer = None


def _match_finished(match: Match, event: MatchFinished) -> None:
    match.stage, match.winner, match.reason, match.drawn = "finished", event.winner or "", event.reason, event.drawn
    match.decisions, match.agenda, match.queue, match.chain = {}, [], [], []
    match.window, match.attack, match.offer = "", None, None


def _told(_match: Match, _event: Event) -> None:
    """What is only told: its events before or after it say what came of it."""


FOLDS: Final[Mapping[type, Callable[[Match, Any], None]]] = {
    EffectDeclared: _effect_declared,
    CostPaid: _told,
    WindowOpened: _window_opened,
    Passed: _told,
    WindowClosed: _window_closed,
    EffectNegated: _effect_negated,
    EffectResolved: _effect_resolved,
    TriggersQueued: _triggers_queued,
    TriggersOrdered: _triggers_ordered,
    TriggerBegun: _trigger_begun,
    EffectDelayed: _effect_delayed,
    DelayEnded: _delay_ended,
    AttackDeclared: _attack_declared,
    CombatChecked: _combat_checked,
    AttackEnded: _attack_ended,
    CardDamaged: _card_damaged,
    DamagePrevented: _damage_prevented,
    DamageSettled: _damage_settled,
    AttackAllowed: _attack_allowed,
    AttackGivenUp: _attack_given_up,
    Devoured: _told,
    Despiritualized: _told,
    PwrChanged: _changed,
    EffectGranted: _changed,
    Restricted: _changed,
    ShieldRaised: _changed,
    DeckLooked: _told,
    DieRolled: _told,
    CounterChanged: _counter_changed,
    EffectUsed: _effect_used,
    DecisionOpened: _decision_opened,
    DecisionAnswered: _decision_answered,
    StopsSet: _stops_set,
    PlayerLost: _player_lost,
    DrawOffered: _draw_offered,
    DrawAnswered: _draw_answered,
    DrawWithdrawn: _draw_withdrawn,
    MatchFinished: _match_finished,
}
