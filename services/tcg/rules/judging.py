"""Who may ask what now, and what then comes of it: one function for each command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg import commands
from services.tcg.agenda import Declaring, Flipping
from services.tcg.events import DecisionAnswered
from services.tcg.refusals import (
    ChoiceIllegal,
    MulliganUsed,
    NoOpenCommandZone,
    NoOpenZoneToSet,
    NothingToPass,
    NotInCombat,
    NotInPlay,
    NotYourDecision,
    WrongQuestion,
    WrongStep,
)
from services.tcg.rules import actions, agreement, combat, machine, responding, setup, turn, windows
from services.tcg.rules.actions import hold
from services.tcg.rules.game import Game
from services.tcg.rules.responding import Use, window_of
from services.tcg.state.match import Decision
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

Judge = Callable[[Game, Seat, Any], None]
ACTING: Final = frozenset({"act", "combat", "respond"})
CHOOSING: Final = frozenset(
    {
        "choose_cards", "choose_mode", "choose_player", "may", "choose_zone", "damage_spirit", "order_cards",
        "order_triggers", "choose_targets", "pay", "proceed",
    }
)  # fmt: skip


def decision_of(game: Game, seat: Seat, number: int | None = None) -> Decision:
    """Give the decision that is open for a seat.

    Rule:    TC-TURN-14, TC-READ-12
    Refuses: NotYourDecision, WrongQuestion
    """
    decision = game.match.decisions.get(seat)
    if decision is None:
        raise NotYourDecision(needs="an open decision of this seat", has="none")
    if number is not None and number != decision.number:
        raise WrongQuestion(needs=decision.number, has=number, field="decision")
    return decision


def _acting(game: Game, seat: Seat, number: int | None, kinds: frozenset[str] = ACTING) -> Decision:
    """Hold that a seat is asked for something of these kinds. Refuses: WrongStep, NotInCombat, NotYourDecision."""
    decision = decision_of(game, seat, number)
    if decision.kind not in kinds:
        raise WrongStep(needs=tuple(sorted(kinds)), has=decision.kind)
    return decision


ACT: Final = frozenset({"act"})


def _answered(game: Game, decision: Decision) -> None:
    agreement.withdraw_offer(game)
    game.tell(DecisionAnswered(number=decision.number, seat=decision.seat))


def play_form(game: Game, seat: Seat, command: commands.PlayForm) -> None:
    """Rule: TC-TURN-04, TC-TURN-14."""
    decision = _acting(game, seat, command.decision, ACT)
    _answered(game, decision)
    actions.play_form(
        game, seat, command.card, sacrifice=command.sacrifice, zone=command.zone, waive=command.waive
    )  # fmt: skip


def play_command(game: Game, seat: Seat, command: commands.PlayCommand) -> None:
    """Rule: TC-CMD-10, TC-CMD-20, TC-CMD-21, TC-CMD-23, TC-CMD-30."""
    decision = _acting(game, seat, command.decision)
    hold(why_no_command(game, seat, command.card, decision))
    zone = actions.zone_for(game.player(seat).commands, command.zone, None)
    if zone is None:
        raise NoOpenCommandZone(
            needs="an open command zone", has="none" if command.zone is None else command.zone, field="zone"
        )
    _answered(game, decision)
    actions.play_command(game, seat, command.card, zone=zone, waive=command.waive)


def why_no_command(game: Game, seat: Seat, number: int, decision: Decision) -> Refusal | None:
    """Tell why a command in hand cannot be activated, or give None."""
    refusal = actions.why_no_command(game, seat, number, acting=decision.kind == "act")
    if refusal is not None:
        return refusal
    main = game.pool.printed[game.match.table[number].card].main
    if main is None:
        return None
    return responding.why_not(game, seat, Use(number, number, main, "played"))


def set_command(game: Game, seat: Seat, command: commands.SetCommand) -> None:
    """Rule: TC-CMD-46, TC-CMD-04."""
    decision = _acting(game, seat, command.decision, ACT)
    hold(actions.why_not_set(game, seat, command.card))
    zone = actions.zone_for(game.player(seat).commands, command.zone, None)
    if zone is None:
        raise NoOpenZoneToSet(
            needs="an open command zone", has="none" if command.zone is None else command.zone, field="zone"
        )
    _answered(game, decision)
    actions.set_command(game, seat, command.card, zone=zone, waive=command.waive)


def spiritualize(game: Game, seat: Seat, command: commands.SpiritualizeCard) -> None:
    """Rule: TC-KEY-09, TC-FORM-27."""
    decision = _acting(game, seat, command.decision, ACT)
    hold(actions.why_no_host(game, seat, command.target))
    hold(actions.why_no_spirit(game, seat, command.spirit, game.match.table[command.target]))
    _answered(game, decision)
    actions.spiritualize(game, seat, command.target, command.spirit, waive=command.waive)


def flip_savior(game: Game, seat: Seat, command: commands.FlipSavior) -> None:
    """Rule: TC-SAV-07, TC-SAV-08, TC-SAV-11."""
    decision = _acting(game, seat, command.decision, ACT)
    hold(actions.why_no_flip(game, seat))
    _answered(game, decision)
    game.later(Flipping(seat=seat, waive=command.waive))


def activate(game: Game, seat: Seat, command: commands.Activate) -> None:
    """Rule: TC-READ-09, TC-READ-10, TC-ETI-07, TC-ETI-09, TC-ETI-11, TC-CMD-41, TC-CMD-43."""
    decision = _acting(game, seat, command.decision)
    found = responding.found(game, seat, command.card, command.effect)
    use = responding.judged(game, seat, found, window_of(game))
    if isinstance(use, Refusal):
        raise use
    _answered(game, decision)
    game.later(
        Declaring(
            seat=seat, card=use.source, printed=use.ability.card, effect=use.ability.key, origin=use.origin,
            event=use.event, waive=command.waive,
        )
    )  # fmt: skip


def declare_attack(game: Game, seat: Seat, command: commands.DeclareAttack) -> None:
    """Rule: TC-CBT-19, TC-CBT-24. Refuses: NotInCombat."""
    decision = decision_of(game, seat, command.decision)
    if decision.kind != "combat":
        raise NotInCombat(needs="the own combat step, with no attack going on", has=decision.kind)
    attacker, target = game.card(command.attacker), game.card(command.target)
    hold(combat.why_no_attacker(game, seat, attacker))
    if attacker is None:
        raise NotInPlay(needs="a form or savior one controls", has="none", field="attacker")
    hold(combat.why_no_target(game, attacker, target))
    if target is None:
        raise NotInPlay(needs="an opposing form or savior", has="none", field="target")
    _answered(game, decision)
    combat.attack(game, attacker, target, waive=command.waive)


def end_step(game: Game, seat: Seat, command: commands.EndStep) -> None:
    """Rule: TC-CBT-04, TC-TURN-05."""
    decision = _acting(game, seat, command.decision, frozenset({"act", "combat"}))
    _answered(game, decision)
    turn.end_step(game)


def pass_on(game: Game, seat: Seat, command: commands.Pass) -> None:
    """Rule: TC-READ-12. Refuses: NothingToPass."""
    decision = decision_of(game, seat, command.decision)
    if decision.kind != "respond":
        raise NothingToPass(needs="respond", has=decision.kind)
    _answered(game, decision)
    windows.passes(game, seat)


def answer(game: Game, seat: Seat, command: commands.Answer) -> None:
    """Answer the question that is open, and no other.

    Rule:    TC-ETI-13, TC-KEY-08, TC-READ-09
    Refuses: WrongQuestion, ChoiceIllegal
    """
    decision = decision_of(game, seat, command.decision)
    if decision.kind not in CHOOSING:
        raise WrongQuestion(needs=decision.kind, has="Answer")
    check_choice(decision, command.choice)
    _answered(game, decision)
    game.answer = None if decision.kind == "proceed" else command.choice


def check_choice(decision: Decision, choice: tuple[int, ...]) -> None:
    """Hold that a choice is among the options, none twice, and so many as are asked for. Refuses: ChoiceIllegal."""
    if not decision.least <= len(choice) <= decision.most:
        raise ChoiceIllegal(needs=f"{decision.least} to {decision.most}", has=len(choice), field="choice")
    if len(set(choice)) < len(choice) or not set(choice) <= set(decision.options):
        raise ChoiceIllegal(needs="options, none twice", has="others", field="choice")


def submit_deck(game: Game, seat: Seat, command: commands.SubmitDeck) -> None:
    """Rule: TC-DECK-01, TC-SETUP-15."""
    setup.submit(game, seat, command.deck)


def mulligan(game: Game, seat: Seat, command: commands.Mulligan) -> None:
    """Rule: TC-SETUP-06 to TC-SETUP-08. Refuses: MulliganUsed, ChoiceIllegal."""
    decision = game.match.decisions.get(seat)
    if decision is None or decision.kind != "mulligan":
        raise MulliganUsed(needs="an open mulligan", has="none")
    check_choice(decision, command.keep)
    _answered(game, decision)
    setup.mulligan(game, seat, command.keep)


def cut_deck(game: Game, seat: Seat, command: commands.CutDeck) -> None:
    """Rule: TC-SETUP-03, TC-SETUP-04, TC-RUL-007."""
    decision = _acting(game, seat, None, frozenset({"cut"}))
    check_choice(decision, (command.position,))
    _answered(game, decision)
    game.answer = (command.position,)


def choose_first(game: Game, seat: Seat, command: commands.ChooseFirst) -> None:
    """Rule: TC-SETUP-12, TC-RUL-006."""
    decision = _acting(game, seat, None, frozenset({"choose_first"}))
    _answered(game, decision)
    game.answer = (0 if command.choice == "first" else 1,)


def concede(game: Game, seat: Seat, command: commands.Concede) -> None:  # noqa: ARG001 there is nothing more to say
    """Rule: TC-RUL-093."""
    agreement.withdraw_offer(game)
    agreement.concede(game, seat)
    setup.start_when_ready(game)


def offer_draw(game: Game, seat: Seat, command: commands.OfferDraw) -> None:  # noqa: ARG001 there is nothing more to say
    """Rule: TC-RUL-094."""
    decision_of(game, seat)
    agreement.offer_draw(game, seat)


def call_time(game: Game, seat: Seat, command: commands.CallTime) -> None:  # noqa: ARG001 anybody may look at the clock
    """Rule: TC-RUL-096."""
    agreement.call_time(game, command.of)


JUDGES: Final[Mapping[type, Judge]] = {
    commands.SubmitDeck: submit_deck,
    commands.CutDeck: cut_deck,
    commands.Mulligan: mulligan,
    commands.ChooseFirst: choose_first,
    commands.PlayForm: play_form,
    commands.PlayCommand: play_command,
    commands.SetCommand: set_command,
    commands.SpiritualizeCard: spiritualize,
    commands.FlipSavior: flip_savior,
    commands.Activate: activate,
    commands.DeclareAttack: declare_attack,
    commands.EndStep: end_step,
    commands.Pass: pass_on,
    commands.Answer: answer,
    commands.SetStops: agreement.set_stops,
    commands.Concede: concede,
    commands.OfferDraw: offer_draw,
    commands.AnswerDraw: agreement.answer_draw,
    commands.CallTime: call_time,
}
"""What each command asks for. Guards come first: a refusal changes nothing, and nothing is refused after a draw."""


def act(game: Game, seat: Seat, command: Any) -> None:  # noqa: ANN401 any of the commands
    """Carry out a command, and whatever follows it until somebody is asked again."""
    JUDGES[type(command)](game, seat, command)
    machine.run(game)
