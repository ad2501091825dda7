"""Steps that end an effect, an attack, or the match."""

from __future__ import annotations

from collections.abc import Iterator

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Who
from services.tcg.catalogue.language.operations import ONE_PLAYER, SEVERAL, OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import reaching
from services.tcg.chapters import control, replacing, triggers, winning
from services.tcg.chapters.chain import EffectNegated
from services.tcg.chapters.course import AttackEnded
from services.tcg.chapters.operations.reader import Reader, after, reads
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Link
from services.tcg.state.tasks import Running, TriggerEvent


class Negate(OnCards, frozen=True, kw_only=True, tag="negate"):
    """A step that negates an effect. The effect does not resolve, and its cost stays paid."""

    phrase = "negate {of}"
    reach = reaching()
    answers_link = True
    picks = False


@reads
def negate(reader: Reader, step: Negate) -> None:
    """Negate declared effects: the effect to which this one responds, or the named cards' effects.

    Rule: TC-READ-12, TC-RUL-063, TC-RUL-072
    """
    find = reader.all_cards(step.of)
    answered = step.of.ref == "event.link"

    def operation(ctx: MatchContext, running: Running) -> int:
        found = find(ctx, running)
        for link in tuple(ctx.state.chain):
            number = link.number if answered else link.card
            if number in found and link.number != running.link and not link.negated:
                _negate(ctx, link)
        return after(ctx, running)

    reader.emit(operation)


def _negate(ctx: MatchContext, link: Link) -> None:
    if not replacing.replace_event(ctx, "would_be_negated", seat=link.seat, card=link.card):
        ctx.emit(EffectNegated(number=link.number, seat=link.seat))
        triggers.happen(ctx, TriggerEvent(event="effect_negated", by=link.seat, card=link.card, link=link.number))


class EndAttack(Step, frozen=True, kw_only=True, tag="end_attack"):
    """A step that ends the current attack. Neither card wins it."""

    phrase = "end the attack without a victor"


@reads
def end_attack(reader: Reader, _step: EndAttack) -> None:
    """End the current attack. Neither card wins it. Rule: TC-RUL-052."""

    def operation(ctx: MatchContext, running: Running) -> int:
        if ctx.state.attack is not None:
            control.return_control(ctx, "this_attack")
            ctx.emit(AttackEnded(reason="ended"))
        return running.at + 1

    reader.emit(operation)


class WinGame(Step, frozen=True, kw_only=True, tag="win_game"):
    """A step that makes a player win the match immediately."""

    phrase = "{who:win} the game"
    who: Who = "controller"

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if the step names several players, who cannot all win. Rule: TC-RUL-045, TC-RUL-144."""
        if self.who in SEVERAL:
            yield place.fault(*ONE_PLAYER)


@reads
def win_game(reader: Reader, step: WinGame) -> None:
    """Make a player win the match immediately: the player that the step names, or else the card's controller.

    Rule: TC-WIN-06, TC-WIN-07, TC-RUL-043
    """
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        for seat in seats(ctx, running)[:1]:
            winning.win(ctx, seat)
        return after(ctx, running)

    reader.emit(operation)


class LoseGame(Step, frozen=True, kw_only=True, tag="lose_game"):
    """A step that makes players lose the match."""

    phrase = "{who:lose} the game"
    who: Who


@reads
def lose_game(reader: Reader, step: LoseGame) -> None:
    """Make players lose at the same time. Rule: TC-WIN-05, TC-RUL-042."""
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        winning.lose(ctx, seats(ctx, running), "effect")
        return after(ctx, running)

    reader.emit(operation)
