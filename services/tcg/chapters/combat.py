"""The combat step: its start phase, the check and damage phases of each attack, and its end phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.tcg.chapters import continuous, control, damage, triggers
from services.tcg.chapters.actions import raise_refusal
from services.tcg.chapters.course import AttackDeclared, AttackEnded, CombatChecked, PhaseEntered, StepEnded
from services.tcg.chapters.decisions import WAIVING, decision_of, record_answer
from services.tcg.chapters.looking import look_at
from services.tcg.chapters.sources import name_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Attack, Card, Match
from services.tcg.state.places import fighters
from services.tcg.state.tasks import OPEN, SETTLE, Go, TriggerEvent, Window
from services.tcg.words import Act, Phase, Thing
from shared.kernel.chapter import judge, samples
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class NotInCombat(Refusal, rule="TC-CBT-24"):
    """You cannot attack now: wait for your combat step, or until the current attack has ended."""


class NotInPlay(Refusal, rule="TC-KEY-16"):
    """You named the wrong cards for an attack: attack with your own form or savior, and target an opponent's card."""


class NoPwr(Refusal, rule="TC-SAV-09"):
    """This card has no PWR and cannot attack: attack with a card that has PWR."""


class AlreadyAttacked(Refusal, rule="TC-CBT-21"):
    """This card has no attack left in this combat step: attack with another card."""


class AttackForbidden(Refusal, rule="TC-TURN-07"):
    """A card effect forbids this attack: choose another attacker or another target."""


class DamagedForm(Refusal, rule="TC-RUL-030"):
    """This form is damaged, so it can neither attack nor be attacked: name an undamaged form."""


class SpiritNeededToAttack(Refusal, rule="TC-FORM-25"):
    """This form has no spirit under it: put a spirit under it before it attacks a savior."""


class NotAnOpponentsCard(Refusal, rule="TC-TURN-08"):
    """The target is not an opponent's form or savior: name one as the target."""


# ---------------------------------------------------------------- commands


class DeclareAttack(Act, frozen=True, kw_only=True):
    """Declare an attack on an opponent's form or savior."""

    hides = ("waive",)
    attacker: Thing
    target: Thing


# ---------------------------------------------------------------- judgement


FIGHTERS: Final = ("form", "savior")


def start(ctx: MatchContext) -> None:
    """Enter the combat step and its start phase.

    Rule: TC-CBT-03, TC-CBT-05, TC-CBT-06
    """
    _phase(ctx, "start", OPEN, TriggerEvent(event="step_entered", by=ctx.state.active, step="combat"))


def _phase(ctx: MatchContext, phase: Phase, after: Go, *with_it: TriggerEvent) -> None:
    match = ctx.state
    ctx.emit(PhaseEntered(phase=phase))
    entered = TriggerEvent(event="phase_entered", by=match.active, phase=phase)
    triggers.happen(ctx, entered)
    match.pending.extend((after, Window(kind="W3", answers=(*with_it, entered), by=match.active), SETTLE))


def leave(ctx: MatchContext) -> None:
    """Enter the end phase of combat, and remove the damaged forms that are still in play.

    Rule: TC-CBT-16 to TC-CBT-18, TC-RUL-030
    """
    _phase(ctx, "end", Go(to="combat.over"))
    damage.at_combat_end(ctx)


def over(ctx: MatchContext) -> None:
    """End the combat step, and all changes that last until its end."""
    ctx.state.pending.pop()
    control.return_control(ctx, "end_of_combat_step")
    ctx.emit(StepEnded(step="combat"))
    ctx.push(Go(to="act2"))


def why_no_attacker(ctx: MatchContext, seat: Seat, card: Card | None) -> Refusal | None:
    """Return the refusal if a card cannot attack, or else None.

    Rule: TC-CBT-21 to TC-CBT-24, TC-RUL-017, TC-RUL-018, TC-RUL-029, TC-RUL-030, TC-RUL-114
    """
    if card is None or card.place not in FIGHTERS or card.seat != seat:
        return NotInPlay(needs="a form or savior that you control", has="none", field="attacker")
    allowed = continuous.attacks_allowed(ctx, card)
    if allowed < 1:
        return AlreadyAttacked(needs="an attack that it has not given up", has="none", field="attacker")
    if card.attacks >= allowed:
        return AlreadyAttacked(
            needs=(
                "at most 1 attack in this combat step"
                if allowed == 1
                else f"at most {allowed} attacks in this combat step"
            ),
            has=f"{card.attacks} declared", field="attacker",
        )  # fmt: skip
    if card.damaged:
        return DamagedForm(needs="a form that is not damaged", has="damaged", field="attacker")
    if not _has_pwr(ctx, card):
        return NoPwr(needs="PWR", has="none", field="attacker")
    return None


def _has_pwr(ctx: MatchContext, card: Card) -> bool:
    """Return whether a card has a PWR, which it needs in order to attack. Rule: TC-RUL-017."""
    if card.place == "form" or card.boundless:
        return True
    how = ctx.state.settings.bound_savior_attack
    return how == "always" or (how == "if_pwr" and continuous.pwr(ctx, card) is not None)


def why_no_target(ctx: MatchContext, attacker: Card, target: Card | None) -> Refusal | None:
    """Return the refusal if the attacker cannot attack this target, or else None.

    Rule: TC-TURN-07, TC-TURN-08, TC-FORM-25, TC-RUL-044, TC-RUL-045
    """
    if target is None or target.place not in FIGHTERS or target.seat == attacker.seat:
        return NotAnOpponentsCard(needs="an opposing form or savior", has="none", field="target")
    what = target.place
    forbidding = continuous.forbidding_to_attack(ctx, attacker, what) or continuous.protecting_from_attacks(ctx, target)
    if forbidding:
        has = name_of(ctx, forbidding[0].running)
        return AttackForbidden(needs="no card effect against it", has=has, field="target")
    if target.damaged:
        return DamagedForm(needs="a form that is not damaged", has="damaged", field="target")
    needy = what == "savior" and attacker.place == "form" and not attacker.under
    if needy and not continuous.attacks_without_spirit(ctx, attacker):
        return SpiritNeededToAttack(needs=1, has=0, field="attacker")
    return None


def targets(ctx: MatchContext, attacker: Card) -> list[Card]:
    """Return the cards that the given card can attack."""
    match, found = ctx.state, []
    for seat in match.opponents(attacker.seat):
        found += [card for card in fighters(match, match.players[seat]) if why_no_target(ctx, attacker, card) is None]
    return found


@judge
def declare_attack(ctx: MatchContext, command: DeclareAttack) -> None:
    """Declare an attack. Effects that an attack triggers resolve before PWR is compared.

    Rule:    TC-CBT-07, TC-CBT-19, TC-CBT-24, TC-RUL-054
    Refuses: NotInCombat; the refusals of `why_no_attacker` and `why_no_target`
    """
    seat, decision = ctx.seat, decision_of(ctx, command.decision)
    if decision.kind != "combat":
        raise NotInCombat(needs="your combat step, with no attack in progress", has=decision.kind)
    attacker, target = ctx.card(command.attacker), ctx.card(command.target)
    raise_refusal(why_no_attacker(ctx, seat, attacker))
    if attacker is None:
        raise NotInPlay(needs="a form or savior that you control", has="none", field="attacker")
    raise_refusal(why_no_target(ctx, attacker, target))
    if target is None:
        raise NotInPlay(needs="an opposing form or savior", has="none", field="target")
    record_answer(ctx, decision)
    _attack(ctx, attacker, target, waive=command.waive)


def _attack(ctx: MatchContext, attacker: Card, target: Card, *, waive: bool) -> None:
    seat = attacker.seat
    ctx.emit(PhaseEntered(phase="check"))
    triggers.happen(ctx, TriggerEvent(event="phase_entered", by=seat, phase="check"))
    ctx.emit(AttackDeclared(seat=seat, attacker=attacker.id, target=target.id, of=target.seat))
    kind = "attack" if ctx.state.settings.attack_is_action else ""
    declared = TriggerEvent(event="attack_declared", by=seat, card=attacker.id, target=target.id, kind=kind)
    triggers.happen(ctx, declared)
    waived = (seat,) if waive else ()
    window = Window(kind="W4", answers=(declared,), by=seat, waived=waived)
    ctx.state.pending.extend((Go(to="attack.compare"), window, SETTLE))


def compare(ctx: MatchContext) -> None:
    """Compare the PWR of both cards. The attacker wins a tie, and the losing card is damaged.

    Rule: TC-CBT-08 to TC-CBT-11, TC-FORM-21, TC-RUL-016, TC-RUL-031, TC-RUL-052, TC-RUL-127
    """
    match = ctx.state
    match.pending.pop()
    attack, pair = match.attack, _pair(match)
    if attack is None or pair is None:
        _end_attack(ctx, "gone")
        return
    attacker, target = pair
    strength, against = continuous.pwr(ctx, attacker) or 0, continuous.pwr(ctx, target) or 0
    victor, loser = (attacker, target) if strength >= against else (target, attacker)
    ctx.emit(CombatChecked(attacker_pwr=strength, target_pwr=against, victor=victor.id, loser=loser.id))
    ctx.emit(PhaseEntered(phase="damage"))
    won = TriggerEvent(event="combat_won", by=victor.seat, card=victor.id, target=loser.id)
    triggers.happen_together(ctx, (TriggerEvent(event="phase_entered", by=match.active, phase="damage"), won))
    window = Window(kind="W5", by=attack.seat)
    match.pending.extend((Go(to="attack.move"), window, SETTLE))
    window.answers = (won, *damage.in_combat(ctx, loser, victor))


def _pair(match: Match) -> tuple[Card, Card] | None:
    """Return the attacker and its target, or None if one of them has changed since the declaration.

    Rule: TC-RUL-052
    """
    attack = match.attack
    if attack is None:
        return None
    attacker, target = match.table.get(attack.attacker), match.table.get(attack.target)
    if attacker is None or target is None or not (_stands(attacker, attack.seat) and _stands(target, attack.of)):
        return None
    return attacker, target


def _stands(card: Card, seat: Seat) -> bool:
    return card.place in FIGHTERS and card.seat == seat


def move(ctx: MatchContext) -> None:
    """Remove the damaged form from play, or make the damaged savior's player pay a spirit. Then end the attack.

    Rule:    TC-CBT-12 to TC-CBT-15, TC-RUL-030, TC-RUL-128
    """
    match = ctx.state
    match.pending[-1] = Go(to="attack.over")
    attack: Attack | None = match.attack
    if attack is not None and attack.loser:
        damage.move_loser(ctx, attack.loser)


def attack_over(ctx: MatchContext) -> None:
    """End the attack, and ask the turn player for the next one. Rule: TC-CBT-20."""
    ctx.state.pending.pop()
    _end_attack(ctx, "damage")


def _end_attack(ctx: MatchContext, reason: str) -> None:
    match = ctx.state
    control.return_control(ctx, "this_attack")
    if match.attack is not None:
        ctx.emit(AttackEnded(reason="gone" if reason == "gone" else "damage"))
    ctx.push(SETTLE)


POINTS: Final[Mapping[str, Callable[[MatchContext], None]]] = {
    "combat.over": over,
    "attack.compare": compare,
    "attack.move": move,
    "attack.over": attack_over,
}

# ---------------------------------------------------------------- samples


@samples
def attacks(match: Match, seat: Seat) -> Samples[DeclareAttack]:
    """Yield a sample attack for each of a seat's cards, with its possible targets.

    Rule:    TC-TURN-07, TC-TURN-08, TC-CBT-19
    """
    ctx, player = look_at(match), match.players.get(seat)
    own = [number for number in (player.savior, *player.forms) if number] if player is not None else []
    for number in own or [match.made + 1]:
        there = tuple(card.id for card in targets(ctx, match.table[number])) if number in match.table else ()
        command = DeclareAttack(attacker=number, target=(*there, number)[0])
        yield Sample(command=command, fields={"target": Field(options=there), **WAIVING})
