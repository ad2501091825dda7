"""Commands: when each type may be played or set, how long it stays in its zone, and where it goes."""

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.commands import (
    CannotSetThisType,
    CommandNotForHand,
    NoOpenZoneToSet,
    PlayCommand,
    SetCommand,
    SwiftOnlyOnOwnTurn,
)
from services.tcg.chapters.decisions import WrongStep
from services.tcg.chapters.entering import CommandFlipped, CommandPlayed, CommandSet
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.timing import ConditionNotMet, NoActionToAnswer, NoOpenCommandZone, NotReadyUntilNextDrawStep
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.words import Step
from tests.tcg.answering import CARDS, PLAN, full_side, line, may_use, responder
from tests.tcg.board import board, form, side
from tests.tcg.played import Played, of

ALL: Final = ("plan", "banner", "dash", "snare")
EXTRA: Final = form("page")
STEPS: Final[tuple[Step, ...]] = ("draw", "invoke", "act1", "combat", "act2", "end")


def waiting(
    *, settings: MatchSettings | None = None, step: Step = "act1", active: str = "a", **a: Any,  # noqa: ANN401 what the side has
) -> Played:  # fmt: skip
    """Return a match in which `a` has these cards, and `b` has forms in hand."""
    mine = full_side(**a)
    return Played(board(
        a=mine, b=full_side(hand=["page", "page"]), cards=[*CARDS, EXTRA], settings=settings, step=step, active=active,
    ))  # fmt: skip


def set_down(play: Played, printed: str) -> int:
    """Set a command of `a` face-down; return its number."""
    (event,) = of(CommandSet, play.quietly("a", SetCommand(card=play.hand("a", printed))))
    return event.thing


def page(play: Played) -> None:
    """Play a form of `b`, and waive b's window, so that only other players may respond."""
    play.do("b", PlayForm(card=play.hand("b", "page"), waive=True))


# ---------------------------------------------------------------- from the hand


@pytest.mark.rule("TC-CMD-08", "TC-CMD-10", "TC-CMD-20", "TC-CMD-21", "TC-CMD-30", "TC-RUL-132")
def test_types_differ_by_when_they_are_activated_from_the_hand() -> None:
    """A player may play normal and bound commands in their act steps, and swift commands in any step of their turn.

    Rule: TC-TAB-03
    """
    play = waiting(hand=ALL, active="b", step="act2")
    seen: dict[tuple[str, str], set[str]] = {}
    play.do("b", EndStep())
    while (play.state.active, play.state.step) != ("b", "invoke"):
        decision = play.decision()
        if decision.seat == "a":
            seen.setdefault((play.state.active, play.state.step), set()).update(may_use(play, "a"))
        play.do(decision.seat, Pass() if decision.kind == "respond" else EndStep())
    acting = {"plan", "banner", "dash"}
    assert {step: acting if "act" in step else {"dash"} for step in STEPS} == {
        step: used for (seat, step), used in seen.items() if seat == "a"
    }
    assert set() == set().union(*(used for (seat, _), used in seen.items() if seat == "b"))


@pytest.mark.rule("TC-CMD-10", "TC-CMD-30")
@pytest.mark.parametrize("printed", ["plan", "banner"])
def test_normal_and_bound_commands_need_an_act_step(printed: str) -> None:
    """The rules refuse normal and bound commands in combat steps, in windows, and in another player's turn."""
    play = waiting(hand=[printed, "page"], forms=[("guard", "boost")], step="combat")
    play.assert_refused("a", PlayCommand(card=play.hand("a", printed)), WrongStep)
    play.do("a", EndStep())
    assert "a" == responder(play)
    play.assert_refused("a", PlayCommand(card=play.hand("a", printed)), WrongStep)
    play.go_on("act1", seat="b")
    page(play)
    assert "a" == responder(play)
    play.assert_refused("a", PlayCommand(card=play.hand("a", printed)), WrongStep)


@pytest.mark.rule("TC-CMD-20", "TC-ETI-09", "TC-RUL-132")
def test_swift_command_is_refused_in_another_turn() -> None:
    """The rules refuse a swift command in another player's turn, but allow a form's [SWIFT] effect."""
    play = waiting(hand=["dash"], forms=[("lancer", "boost")], active="b")
    page(play)
    assert {"dart"} == may_use(play, "a")
    play.assert_refused("a", PlayCommand(card=play.hand("a", "dash")), SwiftOnlyOnOwnTurn)


@pytest.mark.rule("TC-CMD-23", "TC-READ-09")
def test_swift_command_waits_for_its_conditions() -> None:
    """Before an attack, the rules neither list nor accept a swift command that requires the check phase."""
    play = waiting(hand=["feint"], step="combat")
    assert set() == may_use(play, "a")
    play.assert_refused("a", PlayCommand(card=play.hand("a", "feint")), ConditionNotMet)


@pytest.mark.rule("TC-CMD-02", "TC-CMD-42")
def test_interrupt_is_never_played_from_the_hand() -> None:
    """The rules refuse to play an interrupt from the hand, in an act step or as a response.

    A player may only set it.
    """
    play = waiting(hand=["snare"], forms=[("guard", "boost")])
    play.assert_refused("a", PlayCommand(card=play.hand("a", "snare")), CommandNotForHand)
    play.go_on("act1", seat="b")
    page(play)
    assert {"parry"} == may_use(play, "a")
    play.assert_refused("a", PlayCommand(card=play.hand("a", "snare")), CommandNotForHand)


@pytest.mark.rule("TC-CMD-03", "TC-CMD-04", "TC-CMD-05", "TC-CMD-24", "TC-RUL-126")
@pytest.mark.parametrize("taken", [{"commands": ["flag", "flag"]}, {"set": ["snare", "snare"]}])
def test_commands_need_an_open_zone(taken: dict[str, Any]) -> None:
    """A player whose command zones are all occupied may neither play nor set a command."""
    play = waiting(hand=ALL, **taken)
    assert set() == may_use(play, "a") - {"wave"}
    for printed in ("plan", "banner", "dash"):
        play.assert_refused("a", PlayCommand(card=play.hand("a", printed)), NoOpenCommandZone)
    play.assert_refused("a", SetCommand(card=play.hand("a", "snare")), NoOpenZoneToSet)


# ---------------------------------------------------------------- facing, and the way to the drop zone


@pytest.mark.rule("TC-CMD-25", "TC-CMD-26", "TC-CMD-31", "TC-CMD-32", "TC-ZONE-15", "TC-RUL-073")
@pytest.mark.parametrize("printed", ["plan", "dash"])
def test_command_lies_face_up_until_it_has_resolved(printed: str) -> None:
    """A command stays face-up in its zone while players respond and it resolves, then goes to the drop zone."""
    play = Played(board(
        a=full_side(hand=[printed], commands=["flag"]), b=full_side(set=["snare"]), cards=[*CARDS, EXTRA],
    ))  # fmt: skip
    started = play.do("a", PlayCommand(card=play.hand("a", printed)))
    number = play.find("a", printed, "command")
    assert ["flag", printed] == play.pile("a", "commands")
    assert play.card(number).up
    assert "b" == responder(play)
    ended = [*started, *play.do("b", Pass())]
    assert ["CommandPlayed", f"a: {printed}", "W2", "b?", "W2 over", "CardsDrawn"] == line(ended)[:6]
    assert [f"{printed} done", "CardSentToDrop", "a? act"] == line(ended)[6:]
    assert (["flag", ""], [printed]) == (play.pile("a", "commands"), play.pile("a", "drop"))


@pytest.mark.rule("TC-RUL-073", "TC-CMD-05")
def test_zone_of_a_resolving_command_is_not_open() -> None:
    """While a command waits to resolve, no other command may be put in its zone."""
    play = waiting(hand=["plan", "dash"], commands=["flag"])
    play.do("a", PlayCommand(card=play.hand("a", "plan")))
    assert "a" == responder(play)
    play.assert_refused("a", PlayCommand(card=play.hand("a", "dash")), NoOpenCommandZone)
    play.pass_all()
    play.quietly("a", PlayCommand(card=play.hand("a", "dash")))
    assert ["dash", "plan"] == sorted(play.pile("a", "drop"))


@pytest.mark.rule("TC-CMD-11", "TC-CMD-12", "TC-CMD-13", "TC-RUL-071")
def test_bound_command_stays_and_is_used() -> None:
    """A bound command takes effect when played, stays face-up, and may be used in its player's later act steps."""
    play = waiting(hand=["banner"])
    events = play.quietly("a", PlayCommand(card=play.hand("a", "banner")))
    assert ["CommandPlayed", "EffectDeclared", "CardsDrawn", "EffectResolved"] == [type(one).__name__ for one in events]
    number = play.find("a", "banner", "command")
    assert play.card(number).up
    for step in ("act1", "act2"):
        play.go_on(step, seat="a")
        assert "wave" in may_use(play, "a")
        play.quietly("a", Activate(card=number))
    play.go_on("act1", seat="b")
    play.go_on("act1", seat="a")
    assert "wave" in may_use(play, "a")
    assert ["banner", ""] == play.pile("a", "commands")


@pytest.mark.rule("TC-RUL-071", "TC-RUL-133")
def test_bound_command_without_a_main_effect_declares_nothing() -> None:
    """Playing a bound command without a main effect declares no effect, but opens the window after an action."""
    play = Played(board(a=full_side(hand=["flag"]), b=full_side(set=["snare"]), cards=[*CARDS, EXTRA]))
    events = play.do("a", PlayCommand(card=play.hand("a", "flag")))
    assert ["CommandPlayed", "W1", "b?"] == line(events)
    assert [] == of(EffectDeclared, events)


@pytest.mark.rule("TC-CMD-12", "TC-RUL-072")
@pytest.mark.parametrize("printed", ["plan", "banner", "dash"])
def test_negated_command_goes_to_the_drop_zone(printed: str) -> None:
    """If a response negates a command's own activation, the command leaves play, even if it is bound."""
    play = Played(board(a=full_side(hand=[printed]), b=full_side(set=["veto"]), cards=[*CARDS, EXTRA]))
    play.do("a", PlayCommand(card=play.hand("a", printed)))
    events = play.quietly("b", Activate(card=play.find("b", "veto", "command")))
    assert f"{printed} fails" in line(events) or "EffectNegated" in line(events)
    assert (["", ""], [printed]) == (play.pile("a", "commands"), play.pile("a", "drop"))
    assert 0 == len(of(CommandPlayed, events))
    assert 9 == len(play.player("a").deck)


@pytest.mark.rule("TC-RUL-072", "TC-CMD-12")
def test_bound_command_stays_when_one_of_its_effects_is_negated() -> None:
    """A bound command stays in play if an effect that it activates later is negated."""
    play = Played(board(a=full_side(commands=["banner"]), b=full_side(set=["veto"]), cards=[*CARDS, EXTRA]))
    play.do("a", Activate(card=play.find("a", "banner", "command")))
    play.quietly("b", Activate(card=play.find("b", "veto", "command")))
    assert ["banner", ""] == play.pile("a", "commands")


# ---------------------------------------------------------------- face-down


@pytest.mark.rule("TC-CMD-43", "TC-CMD-46", "TC-RUL-068")
def test_set_command_is_ready_from_the_next_players_draw_step() -> None:
    """A set command may respond from the next player's draw step on, but not in the turn in which it is set."""
    mine = full_side(hand=["snare", "page"], forms=["guard"])
    play = Played(board(a=mine, b=full_side(forms=[("lancer", "boost")]), c=full_side(), cards=[*CARDS, EXTRA]))
    number = set_down(play, "snare")
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.do("b", Activate(card=play.form("b", "lancer")))
    play.pass_all()
    play.when(Activate(card=number), seat="a").then_refused(NotReadyUntilNextDrawStep)
    play.do("a", EndStep())
    while (play.state.active, play.state.step) != ("b", "draw"):
        play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())
    play.do("b", Activate(card=play.form("b", "lancer")))
    while responder(play) != "a":
        play.do(responder(play), Pass())
    assert "snare" in may_use(play, "a")


@pytest.mark.rule("TC-CMD-46", "TC-CMD-04")
def test_commands_are_set_only_in_their_players_act_steps() -> None:
    """The rules refuse to set a command in the combat step, in a window, or in another player's turn."""
    play = waiting(hand=["snare"], forms=[("guard", "boost")], step="combat")
    card = play.hand("a", "snare")
    play.when(SetCommand(card=card), seat="a").then_refused(WrongStep)
    play.go_on("act2", seat="a")
    assert [{"card": card, "zone": [0, 1]}] == play.fields_offered("a", SetCommand)
    play.go_on("act1", seat="b")
    page(play)
    play.when(SetCommand(card=card), seat="a").then_refused(WrongStep)


@pytest.mark.rule("TC-CMD-44", "TC-CMD-45")
def test_set_command_is_flipped_and_leaves_after_it_resolves() -> None:
    """A set command is turned face-up before its effect is declared, and goes to the drop zone after resolution."""
    play = waiting(set=["snare"], active="b")
    number = play.find("a", "snare", "command")
    assert not play.card(number).up
    page(play)
    events = play.do("a", Activate(card=number))
    assert CommandFlipped(seat="a", thing=number, card="snare") == of(CommandFlipped, events)[0]
    assert ["CommandFlipped", "a: snare"] == line(events)[:2]
    play.pass_all()
    assert (["", ""], ["snare"]) == (play.pile("a", "commands"), play.pile("a", "drop"))


@pytest.mark.rule("TC-CMD-40", "TC-CMD-41", "TC-RUL-125")
@pytest.mark.parametrize("answers", ["any", "opponent"])
@pytest.mark.parametrize("printed", ["snare", "dash"])
def test_face_down_command_answers_actions(printed: str, answers: str) -> None:
    """A set command responds to an opponent's action in any turn.

    If `interrupt_command_answers` is `any`, it also responds to its own player's actions.
    """
    settings = MatchSettings(interrupt_command_answers=answers)  # type: ignore[arg-type]
    play = waiting(hand=["page"], set=[printed], settings=settings)
    assert set() == may_use(play, "a")
    number = play.find("a", printed, "command")
    play.assert_refused("a", Activate(card=number), NoActionToAnswer)
    play.do("a", PlayForm(card=play.hand("a", "page")))
    if answers == "any":
        assert ("a", {printed}) == (responder(play), may_use(play, "a"))
    assert ("a" == responder(play)) is (answers == "any")
    play.pass_all()
    assert ("act", "a") == (play.decision().kind, play.decision().seat)
    play.assert_refused("a", Activate(card=number), NoActionToAnswer)
    play.go_on("act1", seat="b")
    page(play)
    assert ("a", {printed}) == (responder(play), may_use(play, "a"))


@pytest.mark.rule("TC-CMD-22", "TC-RUL-076")
def test_face_down_swift_command_is_an_interrupt() -> None:
    """A face-down swift command may only respond to an action, even in its player's own turn."""
    play = waiting(hand=["dash", "page"], settings=MatchSettings(interrupt_command_answers="any"))
    number = set_down(play, "dash")
    play.go_on("act1", seat="b")
    play.go_on("act1", seat="a")
    assert set() == may_use(play, "a")
    play.assert_refused("a", Activate(card=number), NoActionToAnswer)
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert {"dash"} == may_use(play, "a")
    events = play.quietly("a", Activate(card=number))
    assert ["CommandFlipped", "EffectDeclared"] == [type(one).__name__ for one in events][:2]


@pytest.mark.rule("TC-RUL-067", "TC-CMD-02")
@pytest.mark.parametrize("bluff", [False, True])
@pytest.mark.parametrize("printed", ["plan", "banner"])
def test_only_interrupt_and_swift_commands_are_set(printed: str, *, bluff: bool) -> None:
    """Normal and bound commands may be set only in a match that allows bluffs, and can never be activated face-down."""
    play = waiting(hand=[printed, "page"], settings=MatchSettings(bluff_set=bluff))
    if not bluff:
        play.assert_refused("a", SetCommand(card=play.hand("a", printed)), CannotSetThisType)
        return
    set_down(play, printed)
    play.go_on("act1", seat="b")
    page(play)
    assert ("a", set()) == (responder(play), may_use(play, "a"))
    play.go_on("act1", seat="a")
    assert set() == may_use(play, "a")


@pytest.mark.rule("TC-CMD-09")
def test_only_type_and_text_define_a_command() -> None:
    """In the card language, a command has only a type in addition to the fields of every card."""
    assert {"type"} == set(type(PLAN).__struct_fields__) - set(type(EXTRA).__struct_fields__)


@pytest.mark.rule("TC-EX-04")
@pytest.mark.parametrize("flips", [True, False])
def test_set_interrupt_answers_in_the_next_turn(*, flips: bool) -> None:
    """A set interrupt may respond to the opponent's action in the next turn.

    If its player does not use it, it stays face-down.
    """
    play = waiting(hand=["snare"])
    number = set_down(play, "snare")
    play.go_on("act1", seat="b")
    page(play)
    assert ("a", {"snare"}) == (responder(play), may_use(play, "a"))
    if flips:
        play.quietly("a", Activate(card=number))
    play.pass_all()
    assert (["snare"] if flips else []) == play.pile("a", "drop")
    assert flips or not play.card(number).up


# ---------------------------------------------------------------- the table


TABLE: Final = {
    "normal": ("plan", {"act1", "act2"}, False, "drop"),
    "bound": ("banner", {"act1", "act2"}, False, "command"),
    "swift": ("dash", set(STEPS), True, "drop"),
    "interrupt": ("snare", set(), True, "drop"),
}
"""For each type of command: a card, when it may be played from the hand, whether it may be set, and where it goes."""


@pytest.mark.rule("TC-CMD-08", "TC-CMD-22", "TC-CMD-42", "TC-ZONE-15")
@pytest.mark.parametrize("kind", TABLE)
def test_each_row_of_the_table_of_commands(kind: str) -> None:
    """Commands of each type behave as in the table of command types. Rule: TC-TAB-03."""
    printed, steps, set_face_down, end = TABLE[kind]
    seen = set()
    for step in STEPS:
        play = waiting(hand=[printed], step=step) if step in ("act1", "combat", "act2") else _window_of(step, printed)
        if printed in may_use(play, "a"):
            seen.add(step)
    assert steps == seen
    play = waiting(hand=[printed])
    assert set_face_down is bool(play.fields_offered("a", SetCommand))
    if set_face_down:
        play = waiting(set=[printed], active="b")
        page(play)
        assert {printed} == may_use(play, "a")
        play.quietly("a", Activate(card=play.find("a", printed, "command")))
    else:
        play.quietly("a", PlayCommand(card=play.hand("a", printed)))
    assert printed in (play.pile("a", "drop") if end == "drop" else play.pile("a", "commands"))


def _window_of(step: str, printed: str) -> Played:
    """Return a match in a response window of a step of a's turn, with this card in a's hand."""
    mine, theirs = full_side(hand=[printed]), side(deck=["page"] * 9)
    before = "b" if step in ("draw", "invoke") else "a"
    play = Played(board(a=mine, b=theirs, cards=[*CARDS, EXTRA], active=before, step="act2"))
    play.do(before, EndStep())
    while (play.state.active, play.state.step) != ("a", step):
        play.do(play.decision().seat, Pass())
    assert "a" == responder(play)
    return play
