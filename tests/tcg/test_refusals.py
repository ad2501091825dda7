"""Refusals state the true cause: the limit that is used up, what is missing, or what would be accepted."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import OnlyWatches
from services.tcg.chapters.combat import AlreadyAttacked, AttackForbidden, DeclareAttack
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.decisions import Answer, ChoiceIllegal, NotAnAnswer, QuestionOpen, WrongQuestion
from services.tcg.chapters.forms import PlayForm, SacrificeUsedThisTurn
from services.tcg.chapters.setup import ChooseFirst, CutDeck, FirstTurnNotAsked, NothingToCut
from services.tcg.chapters.spirits import (
    FormSpiritualizedThisTurn,
    SaviorSpiritualizedThisTurn,
    SpiritualizeCard,
)
from services.tcg.chapters.timing import CardNotAtHand, NoSuchEffect, OnTheChainAlready
from services.tcg.chapters.turn import EndStep
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Decision, DecisionKind
from services.tcg.words import Step
from shared.kernel.messages import Role
from tests.tcg.answering import CARDS, full_side, main, uses
from tests.tcg.board import board, command, form
from tests.tcg.played import Played

PAGE: Final = form("page")
KNIGHT: Final = form("knight", level=1)
EAGER: Final = form("eager", {"id": "more", "eti": "cont", "static": [
    {"static": "extra_attack", "of": {"ref": "this"}, "n": 1}]}, pwr=9)  # fmt: skip
CALM: Final = form("calm", {"id": "calm", "eti": "cont", "static": [
    {"static": "cannot_attack", "of": {"ref": "this"}}]})  # fmt: skip
BOLT: Final = command(
    "bolt", main("none", targets=[{"who": "any", "zone": "form", "n": 1}]), kind="normal",
)  # fmt: skip
KEEN: Final = form("keen", uses("aim", "swift", independent=True), uses("look", "swift", independent=True))


def laid(step: Any = "act1", **more: Any) -> Played:  # noqa: ANN401
    """Return a match of two players in a step of `a`."""
    sides = {"b": full_side(forms=["page"]), **more}
    return Played(board(cards=[*CARDS, PAGE, KNIGHT, EAGER, CALM, BOLT, KEEN], step=step, **sides))


@pytest.mark.rule("TC-ACT-03")
def test_second_sacrifice_is_refused_with_the_limit_and_what_was_used() -> None:
    """The refusal of a second sacrifice states the limit as `needs` and the number already used as `has`."""
    play = laid(a=full_side(forms=["page", "page"], hand=["knight", "knight"]))
    play.play_form("a", "knight", sacrifice=play.form("a", "page"))
    again = PlayForm(card=play.hand("a", "knight"), sacrifice=play.form("a", "page"))
    play.when(again, seat="a").then_refused(SacrificeUsedThisTurn, needs="at most 1 a turn", has="1 this turn")


@pytest.mark.rule("TC-FORM-16", "TC-ACT-01")
def test_second_spirit_is_refused_with_the_limit_and_what_was_used() -> None:
    """The refusal of a second spirit states the limit and the number used, for forms and for the savior."""
    play = laid(a=full_side(forms=["page"], hand=["boost"] * 4))
    for host, refusal in (
        (play.form("a", "page"), FormSpiritualizedThisTurn), (play.savior("a"), SaviorSpiritualizedThisTurn)
    ):  # fmt: skip
        play.spiritualize("a", "boost", target=host)
        again = SpiritualizeCard(target=host, spirit=play.hand("a", "boost"))
        play.when(again, seat="a").then_refused(refusal, needs="at most 1 a turn", has="1 this turn")


@pytest.mark.rule("TC-CBT-21")
def test_third_attack_is_refused_with_the_limit_and_what_was_used() -> None:
    """If a card's effect allows two attacks, the refusal of a third attack states two as the limit."""
    play = laid("combat", a=full_side(forms=["eager"]), b=full_side(forms=["page", "page"]))
    for _ in range(2):
        target = next(one for one in play.player("b").forms if one)
        play.quietly("a", DeclareAttack(attacker=play.form("a", "eager"), target=target))
    third = DeclareAttack(attacker=play.form("a", "eager"), target=play.savior("b"))
    play.when(third, seat="a").then_refused(
        AlreadyAttacked, needs="at most 2 attacks in this combat step", has="2 declared"
    )


@pytest.mark.rule("TC-TURN-07")
def test_forbidden_attack_is_refused_for_that_reason() -> None:
    """The refusal of a forbidden attack names the prohibition, even if the attacker has attacks left."""
    play = laid("combat", a=full_side(forms=["calm"]))
    attack = DeclareAttack(attacker=play.form("a", "calm"), target=play.form("b", "page"))
    play.when(attack, seat="a").then_refused(
        AttackForbidden, needs="no card effect against it", has="an effect of Calm"
    )


@pytest.mark.rule("TC-SETUP-03", "TC-SETUP-12")
def test_command_for_another_decision_is_refused_with_both() -> None:
    """The refusal of a cut, or of a choice of the first turn, states the required decision and the open decision."""
    play = laid(a=full_side())
    play.when(CutDeck(position=1), seat="a").then_refused(NothingToCut, needs="cut", has="act")
    play.when(ChooseFirst(choice="first"), seat="a").then_refused(FirstTurnNotAsked, needs="choose_first", has="act")


@pytest.mark.rule("TC-RUL-160")
def test_card_out_of_reach_is_refused_for_that_reason() -> None:
    """The refusals of an opponent's card, of a card in an opponent's hand and of an unknown number are the same."""
    play = laid(a=full_side(), b=full_side(forms=["keen"], hand=["page"]))
    for number in (play.form("b", "keen"), play.hand("b", "page"), 9999):
        play.when(Activate(card=number), seat="a").then_refused(CardNotAtHand, needs="a card of yours", has=number)


@pytest.mark.rule("TC-RUL-160")
def test_unknown_effect_is_refused_with_the_existing_ones() -> None:
    """The refusal of an unknown or a missing effect lists the effects of the card."""
    play = laid(a=full_side(forms=["keen", "page"]))
    keen, both = play.form("a", "keen"), ("keen#aim", "keen#look")
    play.when(Activate(card=keen), seat="a").then_refused(NoSuchEffect, needs=both, has="none named")
    play.when(Activate(card=keen, effect="shout"), seat="a").then_refused(NoSuchEffect, needs=both, has="shout")
    play.when(Activate(card=play.form("a", "page")), seat="a").then_refused(
        NoSuchEffect, needs="an effect that a player activates"
    )


@pytest.mark.rule("TC-RUL-160")
def test_command_in_hand_is_refused_with_the_commands_that_play_it() -> None:
    """The refusal of Activate for a command in hand names PlayCommand and SetCommand."""
    play = laid(a=full_side(hand=["bolt"]))
    play.when(Activate(card=play.hand("a", "bolt")), seat="a").then_refused(
        NoSuchEffect, needs=("PlayCommand", "SetCommand"), has="a command in hand"
    )


@pytest.mark.rule("TC-READ-12")
def test_action_during_a_question_is_refused_with_the_question() -> None:
    """While a seat has another open decision, the rules refuse its actions and name that decision."""
    play = laid(a=full_side(forms=["page"], hand=["bolt", "page"]))
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    for action in (EndStep(), PlayForm(card=play.hand("a", "page"))):
        play.when(action, seat="a").then_refused(QuestionOpen, needs="choose_targets", has="an action")


@pytest.mark.rule("TC-READ-09")
def test_illegal_choice_is_refused_with_the_wrong_options() -> None:
    """The refusal of a choice names the illegal options, or the number of options if that is wrong."""
    play = laid(a=full_side(forms=["page"], hand=["bolt"]))
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    asked = play.decision()
    for choice, needs, has in (
        ((9999,), "options of this decision, each once", ("9999",)), (asked.options, "1", len(asked.options)),
    ):  # fmt: skip
        play.when(Answer(decision=asked.number, choice=choice), seat="a").then_refused(
            ChoiceIllegal, needs=needs, has=has
        )


@pytest.mark.rule("TC-READ-12")
@pytest.mark.parametrize("step", ["act1", "combat"])
def test_decision_that_is_no_choice_names_its_command(step: Step) -> None:
    """An answer to a decision that is no choice among options is refused, and the refusal names the command."""
    play = laid(step, a=full_side(forms=["page"]))
    asked = Answer(decision=play.decision().number)
    play.when(asked, seat="a").then_refused(NotAnAnswer, needs="an action or EndStep", has="Answer")
    play.when(replace(asked, decision=asked.decision + 1), seat="a").then_refused(WrongQuestion)


@pytest.mark.rule("TC-READ-12")
@pytest.mark.parametrize(
    ("kind", "needs"),
    [("mulligan", "Mulligan"), ("choose_first", "ChooseFirst"), ("cut", "CutDeck"), ("respond", "Activate or Pass")],
)
def test_question_of_the_opening_names_its_command(kind: DecisionKind, needs: str) -> None:
    """An answer to a mulligan, a cut, the choice of the first turn or a window is refused with the right command."""
    play = laid(a=full_side())
    play.state.decisions["a"] = Decision(number=7, seat="a", kind=kind)
    play.when(Answer(decision=7), seat="a").then_refused(NotAnAnswer, needs=needs, has="Answer")


@pytest.mark.rule("TC-CBT-21", "TC-RUL-114")
def test_card_that_gave_up_its_attack_is_refused_for_that_reason() -> None:
    """If a card has given up its attack, the refusal of an attack says so."""
    play = laid("combat", a=full_side(forms=["page"]))
    play.card(play.form("a", "page")).extra = -1
    attack = DeclareAttack(attacker=play.form("a", "page"), target=play.form("b", "page"))
    play.when(attack, seat="a").then_refused(AlreadyAttacked, needs="an attack that it has not given up", has="none")


@pytest.mark.rule("TC-RUL-067", "TC-RUL-160")
def test_bluff_is_never_turned_up() -> None:
    """The activation of a face-down command of another type names its type and the types that can be activated."""
    bluffing = MatchSettings(bluff_set=True)
    play = Played(board(cards=[*CARDS, BOLT], settings=bluffing, a=full_side(set=["bolt"]), b=full_side()))
    play.when(Activate(card=play.find("a", "bolt", "command")), seat="a").then_refused(
        NoSuchEffect, needs="an interrupt or swift command", has="a face-down normal one"
    )


@pytest.mark.rule("TC-CBT-21")
def test_second_attack_is_refused_with_a_limit_of_one() -> None:
    """The refusal of a card's second attack states one attack as the limit."""
    play = laid("combat", a=full_side(forms=["knight"]), b=full_side(forms=["page", "page"]))
    play.quietly("a", DeclareAttack(attacker=play.form("a", "knight"), target=play.form("b", "page")))
    second = DeclareAttack(attacker=play.form("a", "knight"), target=play.form("b", "page"))

    play.when(second, seat="a").then_refused(
        AlreadyAttacked, needs="at most 1 attack in this combat step", has="1 declared"
    )


@pytest.mark.rule("TC-READ-12", "TC-RUL-160")
def test_command_that_waits_on_the_chain_is_not_used_again() -> None:
    """Given a command that was played and waits for responses, when it is activated, then the refusal says so."""
    play = laid(a=full_side(forms=["keen"], hand=["bolt"]))
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    play.answer(play.form("b", "page"))
    bolt = play.find("a", "bolt", "command")
    assert [bolt] == [link.card for link in play.state.chain]

    play.when(Activate(card=bolt), seat="a").then_refused(
        OnTheChainAlready, needs="a card whose effect is not on the chain", has=1
    )


@pytest.mark.rule("TC-GEN-05")
@pytest.mark.parametrize("role", ["spectator", "gm"])
def test_seat_that_watches_is_refused_with_one_word_for_a_player(role: Role) -> None:
    """A seat that only watches is refused with the role that the command needs, whichever role the seat has."""
    play = laid(a=full_side())

    play.when(EndStep(decision=1), seat="w", role=role).then_refused(OnlyWatches, needs="player", has=role)
