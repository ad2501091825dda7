"""Events of attacks, combat phases and windows that several chapters emit."""

from __future__ import annotations

from typing import Literal

from services.tcg.state.match import Attack, Match
from services.tcg.state.places import end_changes
from services.tcg.state.tasks import Change
from services.tcg.words import Phase, Step, WindowKind
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A player declared an attack of one card on another."""

    seat: Seat
    attacker: int
    target: int
    of: Seat


class CombatChecked(Event, frozen=True, kw_only=True):
    """The PWR of the attacker was compared with the target's PWR. The attacker wins a tie."""

    attacker_pwr: int
    target_pwr: int
    victor: int
    loser: int


class AttackEnded(Event, frozen=True, kw_only=True):
    """The attack ended, either after its damage or because the attacker or the target had left.

    Rule: TC-CBT-19, TC-RUL-052
    """

    reason: Literal["damage", "gone", "ended"]


class WindowOpened(Event, frozen=True, kw_only=True):
    """A priority window opened: players may respond, or use effects timed for this window."""

    kind: WindowKind


class Passed(Event, frozen=True, kw_only=True):
    """A player who was asked to respond passed."""

    seat: Seat


class WindowClosed(Event, frozen=True, kw_only=True):
    """The window closed because all players passed in a row."""

    kind: WindowKind


class PhaseEntered(Event, frozen=True, kw_only=True):
    """A phase of the combat step began. Rule: TC-CBT-03."""

    phase: Phase


class StepEnded(Event, frozen=True, kw_only=True):
    """The turn player ended the current step."""

    step: Step


# ---------------------------------------------------------------- fold


@fold
def _attack_declared(match: Match, event: AttackDeclared) -> None:
    match.attack = Attack(seat=event.seat, attacker=event.attacker, target=event.target, of=event.of)
    card = match.table.get(event.attacker)
    if card is not None:
        card.attacks += 1


@fold
def _combat_checked(match: Match, event: CombatChecked) -> None:
    if match.attack is not None:
        match.attack.victor, match.attack.loser = event.victor, event.loser


@fold
def _attack_ended(match: Match, _event: AttackEnded) -> None:
    match.attack = None
    end_changes(match, _ends_with_attack)


def _ends_with_attack(change: Change) -> bool:
    return change.lasts == "this_attack"


@fold
def _window_opened(match: Match, event: WindowOpened) -> None:
    match.window = event.kind


@fold
def _window_closed(match: Match, _event: WindowClosed) -> None:
    match.window = ""


@fold
def _phase_entered(match: Match, event: PhaseEntered) -> None:
    match.phase = event.phase


@fold
def _step_ended(match: Match, event: StepEnded) -> None:
    if event.step == "combat":
        match.phase = ""
        end_changes(match, _ends_with_combat)


def _ends_with_combat(change: Change) -> bool:
    return change.lasts == "end_of_combat_step"


@fold
def _passed(_match: Match, _event: Passed) -> None:
    """Change nothing, since the events that follow a pass record its results."""
