"""Turns, their steps and phases, and the attacks of the combat step."""

from __future__ import annotations

from typing import Literal

from services.tcg.words import Phase, Step
from shared.kernel.messages import Event, Seat, Secret


class TurnStarted(Event, frozen=True, kw_only=True):
    """A turn began."""

    turn: int
    seat: Seat


class StepEntered(Event, frozen=True, kw_only=True):
    """A step began."""

    step: Step


class PhaseEntered(Event, frozen=True, kw_only=True):
    """A phase of the combat step began."""

    phase: Phase


class StepEnded(Event, frozen=True, kw_only=True):
    """The turn player ended a step."""

    step: Step


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn is over, with the changes that lasted until its end."""

    turn: int


class SpiritsInvoked(Event, frozen=True, kw_only=True):
    """A player took spirits from the top of the spirit deck to the hand."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A card attacks another."""

    seat: Seat
    attacker: int
    target: int
    of: Seat


class CombatChecked(Event, frozen=True, kw_only=True):
    """PWR was compared; the attacker wins a tie."""

    attacker_pwr: int
    target_pwr: int
    victor: int
    loser: int


class AttackEnded(Event, frozen=True, kw_only=True):
    """The attack is over: after its damage, or because there is nothing left to compare."""

    reason: Literal["damage", "gone", "ended"]


class CardDamaged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A card was damaged, by a card or by an effect."""

    thing: int
    by: int = 0
    together: bool = False
    """By the same step as the card before it: they are settled at once."""


class DamagePrevented(Event, frozen=True, kw_only=True):
    """A card would have been damaged, and was not. `shield` is the number of the shield that this used up once."""

    thing: int
    shield: int = 0


class DamageSettled(Event, frozen=True, kw_only=True):
    """What a damage of these cards brought about is done: those still in play are damaged once less, a form no more."""

    things: tuple[int, ...]


class AttackAllowed(Event, frozen=True, kw_only=True):
    """A card may attack more often in this combat step."""

    thing: int
    n: int


class AttackGivenUp(Event, frozen=True, kw_only=True):
    """This turn's attack of a card was used up as a cost, also before the combat step."""

    thing: int
