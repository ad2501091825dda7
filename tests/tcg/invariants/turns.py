"""Invariants of turns: the order of steps, the limits, combat by PWR, and that a seat can always act."""

from __future__ import annotations

from typing import Final

from services.tcg.chapters import (
    chain,
    continuous,
    control,
    damage,
    entering,
    leaving,
    limits,
    triggers,
    turn,
    winning,
)
from services.tcg.chapters.course import AttackDeclared, AttackEnded, CombatChecked, PhaseEntered
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.forms import REVISED
from services.tcg.settings import VOID_LIMIT
from shared.kernel.messages import Event, Seat

from .watch import Watch, after, at_rest

NEXT: Final = {
    "": {"draw"},
    "draw": {"invoke"},
    "invoke": {"act1"},
    "act1": {"combat", "act2"},
    "combat": {"combat.start"},
    "combat.start": {"combat.check", "combat.end"},
    "combat.check": {"combat.damage", "combat.check", "combat.end"},
    "combat.damage": {"combat.check", "combat.end"},
    "combat.end": {"act2"},
    "act2": {"end"},
}
"""For each point of a turn, the points that can follow it. Source: TC-TAB-07, TC-TAB-08."""
MOST_DRAWS: Final = 26
"""The maximum number of a player's draw steps.

The opening hand leaves 25 cards in the deck, and a player who draws from an empty deck loses.
"""


@after(turn.StepEntered, PhaseEntered, turn.TurnStarted)
def steps_are_ordered(watch: Watch, event: Event) -> None:
    """A turn has its steps and phases in order, and ends early only if its player has lost.

    Rule: TC-TURN-01, TC-CBT-03, TC-CBT-20, TC-RUL-135
    """
    match = watch.match
    if isinstance(event, turn.TurnStarted):
        assert watch.point in ("", "end") or match.players[watch.turn_of].lost
        return
    point = event.step if isinstance(event, turn.StepEntered) else f"combat.{match.phase}"
    assert point in NEXT[watch.point]
    if (watch.point, point) == ("act1", "act2"):
        assert match.is_combat_skipped


@after(turn.StepEntered)
def step_changes_are_clean(watch: Watch, event: turn.StepEntered) -> None:
    """When a step begins, no effect is pending and no seat has a decision.

    Only effects triggered by the start of the turn may be waiting, at the beginning of the draw step.

    Rule: TC-TURN-13, TC-ETI-15, TC-RUL-118
    """
    match = watch.match
    assert not match.chain
    assert all(one.event.event == "turn_started" and event.step == "draw" for one in match.queue)
    assert not match.decisions
    assert match.attack is None


@after(turn.StepEntered)
def decks_run_out(watch: Watch, _event: turn.StepEntered) -> None:
    """A player has at most as many draw steps as the deck has cards after the opening hand.

    Rule: TC-WIN-02, TC-DECK-01, TC-SETUP-05.
    """
    assert watch.draws[watch.match.active] <= MOST_DRAWS


# ---------------------------------------------------------------- limits


@after(entering.Spiritualized)
def spirits_keep_their_limits(watch: Watch, event: entering.Spiritualized) -> None:
    """A card takes one spirit until its controller's next turn, plus the spirits that CONT effects allow.

    Rule: TC-ACT-01, TC-ACT-02, TC-RUL-023, TC-RUL-024
    """
    allowed = 1 + continuous.more_spiritualizing(watch.game, watch.match.table[event.thing])
    assert not event.counted or watch.spiritualized[event.thing] < allowed


@after(FormSacrificed)
def sacrifices_keep_their_limit(watch: Watch, event: FormSacrificed) -> None:
    """A player may sacrifice only one form a turn in order to play another. Rule: TC-ACT-03."""
    allowed = 1 + continuous.more_sacrifices(watch.game, event.seat)
    assert event.cause == "effect" or watch.sacrifices[event.seat] < allowed


@after(AttackDeclared)
def attacks_keep_their_limit(watch: Watch, event: AttackDeclared) -> None:
    """Each card attacks once in a combat step, plus the attacks allowed by effects. Rule: TC-CBT-21, TC-CBT-22."""
    card = watch.match.table[event.attacker]
    always = continuous.attacks_allowed(watch.game, card) - card.extra
    assert watch.attacks[event.attacker] < always + watch.allowed[event.attacker]


@after(chain.EffectDeclared)
def effects_keep_their_limits(watch: Watch, event: chain.EffectDeclared) -> None:
    """A player uses an effect at most as many times as its limit allows. Rule: TC-RUL-070, TC-RUL-112."""
    pool = watch.game.pool
    ability = pool.abilities[event.effect]
    limit = limits.limit_of(watch.game, ability)
    if limit is not None:
        name = (event.seat, pool.printed[ability.card].name, ability.effect.id)
        used = watch.uses[limit.per][(event.thing, event.effect) if limit.scope == "card" else name]
        assert used < limit.count


# ---------------------------------------------------------------- combat


@after(AttackDeclared)
def no_forbidden_attack(watch: Watch, event: AttackDeclared) -> None:
    """No card attacks in the first turn, and no form without a spirit attacks a savior.

    Rule: TC-CBT-01, TC-CBT-02, TC-FORM-25, TC-RUL-136, TC-RUL-228
    """
    match = watch.match
    starters = [player for player in match.players.values() if player.forms or match.form < REVISED]
    attacker, target = match.table[event.attacker], match.table[event.target]
    assert match.turn > 1 if len(starters) == 2 else match.players[event.seat].turns > 1
    assert (attacker.seat, match.active) == (event.seat, event.seat)
    assert target.seat == event.of != event.seat
    free = attacker.place == "savior" or target.place == "form" or attacker.under
    assert free or continuous.attacks_without_spirit(watch.game, attacker)


@after(CombatChecked, damage.CardDamaged, damage.DamagePrevented)
def combat_is_decided_by_pwr(watch: Watch, event: Event) -> None:
    """The attacker wins ties, and only the losing card is damaged, unless an effect prevents the damage.

    Rule: TC-CBT-09, TC-CBT-10, TC-CBT-11
    """
    attack = watch.match.attack
    if isinstance(event, CombatChecked):
        assert attack is not None
        pair = (attack.attacker, attack.target)
        won = event.attacker_pwr >= event.target_pwr
        assert (event.victor, event.loser) == (pair if won else pair[::-1])
        assert watch.fought is None
    elif watch.fought is not None and isinstance(event, damage.CardDamaged | damage.DamagePrevented):
        assert event.thing == watch.fought.loser
        assert not isinstance(event, damage.CardDamaged) or event.by == watch.fought.victor


@after(SpiritsSentToVoid)
def savior_damage_takes_one_spirit(watch: Watch, event: SpiritsSentToVoid) -> None:
    """Each damage to a savior sends one spirit to the void.

    The spirit comes from the spirit deck, or else from under the savior, or else from the hand.

    Rule: TC-CBT-12, TC-WIN-03, TC-WIN-04, TC-RUL-034
    """
    if event.cause != "damage":
        return
    gone = event.spirits[0]
    seat = gone.owner
    below = watch.under.get(watch.saviors.get(seat, 0), ())
    if gone.origin == "under" and gone.was not in below:
        return
    assert len(event.spirits) == 1
    assert watch.owing[seat] > 0
    assert gone.origin == "spirit_deck" or not watch.match.players[seat].spirits
    assert gone.origin != "hand" or not below
    watch.owing[seat] -= 1


# ---------------------------------------------------------------- the end


@after()
def a_full_void_loses(watch: Watch, event: Event) -> None:
    """Once a void has seven spirits, its player loses before any event of another step.

    Rule: TC-WIN-01, TC-ZONE-20, TC-RUL-041, TC-RUL-042, TC-RUL-131
    """
    if not watch.filled or isinstance(event, SAME_STEP) or watch.match.stage != "turns":
        return
    if watch.match.settings.loss_check == "immediate":
        assert not _full(watch)


SAME_STEP: Final = (
    SpiritsSentToVoid, SpiritsReturned, CardSentToDrop, CardReturned, FormSacrificed,
    control.ControlChanged, limits.EffectUsed, triggers.TriggersQueued, leaving.Despiritualized, AttackEnded,
    winning.PlayerLost,
    winning.PlayerRemoved,
)  # fmt: skip


def _full(watch: Watch) -> list[Seat]:
    return [
        player.seat for player in watch.match.players.values() if len(player.void) >= VOID_LIMIT and not player.lost
    ]  # fmt: skip


@after()
def there_is_one_result(watch: Watch, event: Event) -> None:
    """A match ends once, with a draw or a win of a player still in it, and no event follows. Rule: TC-WIN-05."""
    assert not watch.finished
    if not isinstance(event, winning.MatchFinished):
        return
    match = watch.match
    left = {seat for seat in match.order if not match.players[seat].lost}
    assert (event.winner is None) == bool(event.drawn)
    if event.winner is not None:
        assert event.winner in left
        assert event.reason == "effect" or left == {event.winner}
    else:
        assert set(event.drawn) == left or (event.reason == "simultaneous" and not left)


@at_rest
def one_seat_is_asked(watch: Watch) -> None:
    """Exactly one player has a decision; in the mulligan, each player who has not answered has one.

    Rule: TC-READ-12, TC-SETUP-06
    """
    match = watch.match
    decisions = list(match.decisions.values())
    if match.stage == "finished":
        assert not decisions
        return
    if match.stage == "lobby":
        assert any(not player.ready and not player.lost for player in match.players.values())
        return
    assert len(decisions) == 1 or {one.kind for one in decisions} == {"mulligan"}
    for one in decisions:
        assert not match.players[one.seat].lost
        assert 0 <= one.least <= one.most <= len(one.options)


@at_rest
def nobody_waits_with_a_full_void(watch: Watch) -> None:
    """The match never asks a player with seven spirits in the void for a decision. Rule: TC-RUL-041, TC-RUL-134."""
    late = watch.match.settings.loss_check == "after_resolution"
    if watch.match.stage == "turns" and not (late and watch.match.chain):
        assert not _full(watch)
