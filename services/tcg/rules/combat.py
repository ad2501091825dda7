"""The combat step: start, then check and damage for each attack, then end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from services.tcg.agenda import Go, Happening, Window
from services.tcg.events import AttackDeclared, AttackEnded, CombatChecked, PhaseEntered, StepEnded
from services.tcg.refusals import (
    AlreadyAttacked,
    AttackForbidden,
    NoPwr,
    NotAnOpponentsCard,
    NotInPlay,
    SpiritNeededToAttack,
)
from services.tcg.rules import damage, moves, standing, triggers
from services.tcg.rules.game import Game
from services.tcg.state.match import Attack, Card, Match
from services.tcg.words import Phase
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

TWO: Final = 2
FIGHTERS: Final = ("form", "savior")


def skipped(match: Match) -> bool:
    """Tell whether this turn has no combat step: the first turn of two players, each one's own first of more.

    The seats at the start of the match count, also when fewer are left.

    Rule: TC-CBT-01, TC-CBT-02, TC-RUL-047, TC-RUL-136
    """
    if len(match.order) == TWO:
        return match.turn == 1
    return match.players[match.active].turns == 1


def start(game: Game) -> None:
    """Pass from act step 1 to combat: the step and its first phase are entered at once.

    Rule: TC-CBT-03, TC-CBT-05, TC-CBT-06
    """
    _phase(game, "start", Go(to="open"), Happening(event="step_entered", by=game.match.active, step="combat"))


def _phase(game: Game, phase: Phase, after: Go, *with_it: Happening) -> None:
    match = game.match
    game.tell(PhaseEntered(phase=phase))
    entered = Happening(event="phase_entered", by=match.active, phase=phase)
    triggers.happen(game, entered)
    game.later(after, Window(kind="W3", answers=(*with_it, entered), by=match.active), Go(to="settle"))


def leave(game: Game) -> None:
    """Pass from combat to act step 2. Damaged forms that had to wait leave now.

    Rule: TC-CBT-16 to TC-CBT-18, TC-RUL-030
    """
    _phase(game, "end", Go(to="combat.over"))
    damage.at_combat_end(game)


def over(game: Game) -> None:
    """End the combat step, with the changes that lasted until its end."""
    game.match.agenda.pop()
    moves.return_control(game, "end_of_combat_step")
    game.tell(StepEnded(step="combat"))
    game.later(Go(to="act2"))


def why_no_attacker(game: Game, seat: Seat, card: Card | None) -> Refusal | None:
    """Tell why a card cannot attack, or give None.

    Rule: TC-CBT-21 to TC-CBT-24, TC-RUL-017, TC-RUL-018, TC-RUL-029, TC-RUL-030, TC-RUL-114
    """
    if card is None or card.place not in FIGHTERS or card.seat != seat:
        return NotInPlay(needs="a form or savior one controls", has="none", field="attacker")
    allowed = standing.attacks_allowed(game, card)
    if card.attacks >= allowed:
        return AlreadyAttacked(needs=allowed, has=card.attacks, field="attacker")
    if card.damaged:
        return AttackForbidden(needs="a form that is not damaged", has="damaged", field="attacker")
    if not _has_pwr(game, card):
        return NoPwr(needs="PWR", has="none", field="attacker")
    return None


def _has_pwr(game: Game, card: Card) -> bool:
    """Rule: TC-RUL-017."""
    if card.place == "form" or card.boundless:
        return True
    how = game.match.settings.bound_savior_attack
    return how == "always" or (how == "if_pwr" and standing.pwr(game, card) is not None)


def why_no_target(game: Game, attacker: Card, target: Card | None) -> Refusal | None:
    """Tell why a card cannot be attacked by another, or give None.

    Rule: TC-TURN-07, TC-TURN-08, TC-FORM-25, TC-RUL-044, TC-RUL-045
    """
    if target is None or target.place not in FIGHTERS or target.seat == attacker.seat:
        return NotAnOpponentsCard(needs="an opposing form or savior", has="none", field="target")
    what = target.place
    if standing.may_not_attack(game, attacker, what) or standing.may_not_be_attacked(game, target):
        return AttackForbidden(needs="no card that forbids it", has=what, field="target")
    if target.damaged:
        return AttackForbidden(needs="a form that is not damaged", has="damaged", field="target")
    needy = what == "savior" and attacker.place == "form" and not attacker.under
    if needy and not standing.attacks_without_spirit(game, attacker):
        return SpiritNeededToAttack(needs=1, has=0, field="attacker")
    return None


def targets(game: Game, attacker: Card) -> list[Card]:
    """List what a card can attack."""
    table, found = game.match.table, []
    for seat in game.match.opponents(attacker.seat):
        player = game.player(seat)
        cards = [table[number] for number in (player.savior, *player.forms) if number]
        found += [card for card in cards if why_no_target(game, attacker, card) is None]
    return found


def attack(game: Game, attacker: Card, target: Card, *, waive: bool) -> None:
    """Declare an attack; what happens when a card attacks comes before PWR is compared.

    Rule: TC-CBT-07, TC-CBT-19, TC-RUL-054
    """
    match = game.match
    seat = attacker.seat
    game.tell(PhaseEntered(phase="check"))
    triggers.happen(game, Happening(event="phase_entered", by=seat, phase="check"))
    game.tell(AttackDeclared(seat=seat, attacker=attacker.id, target=target.id, of=target.seat))
    kind = "attack" if match.settings.attack_is_action else ""
    declared = Happening(event="attack_declared", by=seat, card=attacker.id, target=target.id, kind=kind)
    triggers.happen(game, declared)
    waived = (seat,) if waive else ()
    window = Window(kind="W4", answers=(declared,), by=seat, waived=waived)
    game.later(Go(to="attack.compare"), window, Go(to="settle"))


def compare(game: Game) -> None:
    """Compare PWR, once; the attacker wins a tie and the loser is damaged.

    Rule: TC-CBT-08 to TC-CBT-11, TC-FORM-21, TC-RUL-016, TC-RUL-031, TC-RUL-052, TC-RUL-127
    """
    match = game.match
    match.agenda.pop()
    attack, pair = match.attack, _pair(match)
    if attack is None or pair is None:
        _ended(game, "gone")
        return
    attacker, target = pair
    strength, against = standing.pwr(game, attacker) or 0, standing.pwr(game, target) or 0
    victor, loser = (attacker, target) if strength >= against else (target, attacker)
    game.tell(CombatChecked(attacker_pwr=strength, target_pwr=against, victor=victor.id, loser=loser.id))
    game.tell(PhaseEntered(phase="damage"))
    won = Happening(event="combat_won", by=victor.seat, card=victor.id, target=loser.id)
    triggers.happen(game, Happening(event="phase_entered", by=match.active, phase="damage"), won)
    window = Window(kind="W5", by=attack.seat)
    game.later(Go(to="attack.move"), window, Go(to="settle"))
    window.answers = (won, *damage.in_combat(game, loser, victor))


def _pair(match: Match) -> tuple[Card, Card] | None:
    """Give attacker and target, if both are still what they were. Rule: TC-RUL-052."""
    attack = match.attack
    if attack is None:
        return None
    attacker, target = match.table.get(attack.attacker), match.table.get(attack.target)
    if attacker is None or target is None or not (_stands(attacker, attack.seat) and _stands(target, attack.of)):
        return None
    return attacker, target


def _stands(card: Card, seat: Seat) -> bool:
    return card.place in FIGHTERS and card.seat == seat


def move(game: Game) -> None:
    """Let what is damaged leave, or pay; then the attack is over.

    Rule: TC-CBT-12 to TC-CBT-15, TC-RUL-030, TC-RUL-128
    """
    match = game.match
    match.agenda[-1] = Go(to="attack.over")
    attack: Attack | None = match.attack
    if attack is not None and attack.loser:
        damage.move_loser(game, attack.loser)


def attack_over(game: Game) -> None:
    """Be ready for the next attack. Rule: TC-CBT-20."""
    game.match.agenda.pop()
    _ended(game, "damage")


def _ended(game: Game, reason: str) -> None:
    match = game.match
    moves.return_control(game, "this_attack")
    if match.attack is not None:
        game.tell(AttackEnded(reason="gone" if reason == "gone" else "damage"))
    game.later(Go(to="settle"))


POINTS: Final[Mapping[str, Callable[[Game], None]]] = {
    "combat.over": over,
    "attack.compare": compare,
    "attack.move": move,
    "attack.over": attack_over,
}
