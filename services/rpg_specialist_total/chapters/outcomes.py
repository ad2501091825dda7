"""Outcomes: the comparison of the to-hit total with the defence, criticals on both sides, and the next step."""

from __future__ import annotations

from typing import Literal, TypeAlias

from services.rpg_specialist_total.chapters.attacks import AttackDeclared
from services.rpg_specialist_total.chapters.defence import BlockRolled, DefenceDeclined, EvasionRolled, bare_energy
from services.rpg_specialist_total.chapters.exchanges import end_exchange, fail_critically
from services.rpg_specialist_total.chapters.states import (
    can_defend,
    evade_penalty,
    is_awake,
    kill,
    open_to_coup_de_grace,
)
from services.rpg_specialist_total.chapters.turns import before_first_turn
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.energies import deals_directly, energies_left
from services.rpg_specialist_total.state.exchange import Critical, Declared, Defence, Exchange, Outcome, Rolled, Step
from shared.kernel.chapter import fold, follows
from shared.kernel.messages import Event

Compared: TypeAlias = Literal["hit", "stopped"]

# ---------------------------------------------------------------- events


class DefenceForgone(Event, frozen=True, kw_only=True):
    """The target could not roll a defence. `total` is its defence total."""

    exchange: str
    total: int


class CounterattackOffered(Event, frozen=True, kw_only=True):
    """An attack failed critically against a critical defence, so the defender may turn it back."""

    exchange: str


class AttackSettled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of an attack was decided. `step` is the step that the exchange waits for next, if any.

    `left`: the energies of a mixed spell that a counterspell did not stop.
    """

    exchange: str
    outcome: Outcome
    step: Step | None = None
    left: tuple[str, ...] = ()


# ---------------------------------------------------------------- judgement


@follows
def forgo_defence(ctx: CampaignContext, event: AttackDeclared) -> None:
    """Decide an attack at once if its target cannot defend against it.

    The penalty of a drug lowers only the defence of a target that is awake.

    Rule:    SC-CORE-02, SC-BER-05, SC-BER-06, SC-MEG-05, SC-MEG-06, SC-R-15, SC-R-42, SC-R-44, SC-R-68, SC-R-120
    """
    target = event.declared.target
    passive = ctx.state.settings.combat.first_round_passive_defence
    if can_defend(ctx.state, target) and (passive or not before_first_turn(ctx.state, target)):
        return
    total = -evade_penalty(ctx.character(target))
    if total and ctx.state.amended and not is_awake(ctx.state, target):
        total = 0
    if ctx.state.settings.totals.floor == "all":
        total = max(total, 0)
    ctx.emit(DefenceForgone(exchange=event.exchange, total=total))
    settle(ctx)


@follows
def defend(ctx: CampaignContext, event: EvasionRolled | BlockRolled | DefenceDeclined) -> None:
    """Decide the attack if this step of the defence settles it. A critical failure (01) takes the defender's AP.

    Rule:    SC-CRIT-08, SC-CRIT-09, SC-R-24
    """
    exchange = ctx.state.exchange
    if exchange is None:
        return
    if not isinstance(event, DefenceDeclined) and event.rolled.critical == "critical_failure":
        fail_critically(ctx, exchange.declared.target)
    settle(ctx)


def settle(ctx: CampaignContext) -> None:
    """Decide the outcome of an attack, unless the defence can still change it.

    Rule: SC-T-CRITICAL-MATRIX, SC-CTR-01.
    """
    exchange = ctx.state.exchange
    if exchange is None:
        return
    outcome = outcome_of(ctx.state, exchange)
    if outcome == "missed" and exchange.defence.critical == "critical_success":
        ctx.emit(CounterattackOffered(exchange=exchange.id))
    elif outcome is not None:
        come_out(ctx, outcome)


def outcome_of(state: CampaignState, exchange: Exchange) -> Outcome | None:
    """Return the outcome of an attack under the defence so far, or None while an armor/block roll can still change it.

    Rule: SC-T-OUTCOME, SC-PMA-07, SC-R-22 to SC-R-24, SC-R-72, SC-R-77
    """
    attack, defence = exchange.to_hit.critical, exchange.defence
    if attack == "critical_failure":
        return "missed"
    if defence.catching and bare_energy(exchange.declared):
        return "hit"
    complete = defence.block is not None or defence.declined
    answer = defence.critical
    if state.settings.critical.defence_percentiles == "each_roll":
        if complete:
            answer = None if defence.block is None else defence.block.critical
        elif answer == "critical_failure" and attack is None:
            return None
    decided = by_criticals(attack, answer)
    if decided is None and not complete:
        return "evaded" if defence.total > exchange.to_hit.total else None
    if decided is None:
        decided = by_total(state, exchange)
    return "hit" if decided == "hit" else _stopped_outcome(defence, complete=complete)


def by_criticals(attack: Critical | None, answer: Critical | None) -> Compared | None:
    """Return the result if criticals decide the attack, or None if the totals decide.

    Rule:    SC-T-CRITICAL-MATRIX, SC-CRIT-06 to SC-CRIT-08
    """
    if attack == answer:
        return None
    return "hit" if attack == "critical_success" or answer == "critical_failure" else "stopped"


def by_total(state: CampaignState, exchange: Exchange) -> Compared:
    """Compare the to-hit total with the defence total, and return the result.

    Rule: SC-DEF-10 to SC-DEF-12, SC-RES-02, SC-RES-03, SC-R-10, SC-CSP-06
    """
    to_hit, defence = exchange.to_hit.total, exchange.defence
    opposed = defence.counter is not None and defence.counter.way == "attack"
    enough = state.settings.attack.tie_total_defence == "glancing" and not opposed
    return "stopped" if defence.total > to_hit or (enough and defence.total == to_hit) else "hit"


def _stopped_outcome(defence: Defence, *, complete: bool) -> Outcome:
    """Return the outcome of an attack that the defence has stopped. Rule: SC-R-22, SC-R-77, SC-CSP-04, SC-CSP-11."""
    if not complete:
        return "evaded"
    if defence.counter is not None:
        return "countered"
    return "caught" if defence.catching else "glancing"


def deals_damage(state: CampaignState, declared: Declared) -> bool:
    """Return whether a hit needs a damage roll.

    A spell with energies needs a damage roll only if one of its energies deals direct damage.

    Rule: SC-DMG-04, SC-PMA-05
    """
    if declared.kind != "magic" or not declared.energies:
        return True
    return deals_directly(state, declared.energies)


def come_out(ctx: CampaignContext, outcome: Outcome) -> None:
    """Record the outcome of an attack, and start the next step: damage, death by a coup de grace, energy, or the end.

    Rule:    SC-DMG-04, SC-UNC-05, SC-DYING-08, SC-R-42
    """
    exchange = ctx.state.exchange
    if exchange is None:
        return
    declared = exchange.declared
    left = energies_left(ctx.state, exchange) if outcome == "countered" else ()
    outcome = "hit" if left else outcome
    harms = outcome == "hit" and deals_damage(ctx.state, declared)
    killed = harms and open_to_coup_de_grace(ctx.state, declared.target)
    goes_on = ((harms and not killed) or exchange.returned) and not bare_energy(declared)
    ctx.emit(AttackSettled(exchange=exchange.id, outcome=outcome, step="damage" if goes_on else None, left=left))
    if killed:
        kill(ctx, declared.target, "coup de grace")
    if ctx.state.exchange is not None and ctx.state.exchange.step not in ("damage", "energy"):
        end_exchange(ctx)


# ---------------------------------------------------------------- fold


@fold
def _defence_forgone(state: CampaignState, event: DefenceForgone) -> CampaignState:
    forgone = Defence(block=Rolled(modifier=event.total, total=event.total), declined=True)
    return state.exchange_changed(defence=forgone)


@fold
def _counterattack_offered(state: CampaignState, _: CounterattackOffered) -> CampaignState:
    return state.exchange_changed(step="turning_back")


@fold
def _attack_settled(state: CampaignState, event: AttackSettled) -> CampaignState:
    step = {} if event.step is None else {"step": event.step}
    return state.exchange_changed(outcome=event.outcome, **step)
