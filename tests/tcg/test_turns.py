"""Whole turns: the steps in order, what they do automatically, and how the turn passes on."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters import operations
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.combat import DeclareAttack, NotInCombat
from services.tcg.chapters.commands import PlayCommand, SetCommand
from services.tcg.chapters.course import PhaseEntered, StepEnded, WindowOpened
from services.tcg.chapters.decisions import NotYourDecision, WrongStep
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.chapters.savior import FlipSavior
from services.tcg.chapters.sources import PwrChanged
from services.tcg.chapters.spirits import SpiritualizeCard
from services.tcg.chapters.timing import LimitUsed
from services.tcg.chapters.turn import EndStep, StepEntered, TurnEnded, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import PlayerLost
from services.tcg.game import match as match_game
from services.tcg.words import PHASES, STEPS
from shared.kernel.messages import Command, Event
from tests.tcg.begun import Begun
from tests.tcg.board import board, command, effect, form, side
from tests.tcg.played import Played, names, of

TURN: Final = (StepEntered, PhaseEntered, TurnStarted, TurnEnded)
FULL: Final = side(deck=["gate-whelp"] * 9, spirits=["boost"] * 9)
TALLY: Final[dict[str, Any]] = {"do": "modify_pwr", "of": {"ref": "this"}, "by": 2}


def course(events: Sequence[Event]) -> list[str]:
    """Return the turns, steps and phases that began and ended, in the order of the events."""
    words = {TurnStarted: "turn", TurnEnded: "over"}
    return [
        getattr(event, "step", "") or getattr(event, "phase", "") or words[type(event)]
        for event in events
        if isinstance(event, TURN)
    ]


def passing(events: Sequence[Event]) -> list[str]:
    """Return the seats whose turns the events begin, in order."""
    return [event.seat for event in of(TurnStarted, events)]


@pytest.mark.rule("TC-TURN-01", "TC-TURN-09", "TC-TURN-11", "TC-CBT-03", "TC-RUL-049")
def test_turn_runs_through_its_steps() -> None:
    """A turn's steps are draw, invoke, act 1, combat, act 2 and end (TC-TAB-07).

    Combat has its start and end phases even without an attack.
    """
    play = Played(board(a=FULL, b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="b")]
    turn = ["turn", "draw", "invoke", "act1", "combat", "start", "end", "act2", "end", "over"]
    assert ["end", "over", *turn, "turn", "draw", "invoke", "act1"] == course(events)
    assert ["a", "b"] == passing(events)
    assert tuple(STEPS) == ("draw", "invoke", "act1", "combat", "act2", "end")
    assert tuple(PHASES) == ("start", "check", "damage", "end")


@pytest.mark.rule("TC-TURN-02", "TC-TURN-03")
def test_turn_player_draws_and_invokes() -> None:
    """The turn player draws the top card of the main deck, then invokes the top spirit.

    Other players take nothing.
    """
    a = side(deck=["wick-runner", "gate-whelp"], spirits=["rescue", "boost"])
    play = Played(board(a=a, b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="a")]
    assert [("a", 1, ("wick-runner",))] == [(one.seat, one.n, one.cards.open()) for one in of(CardsDrawn, events)]
    assert [("a", 1, ("house-rescue",))] == [(one.seat, one.n, one.cards.open()) for one in of(SpiritsInvoked, events)]
    assert (["wick-runner", "house-rescue"], [], 1, 1) == (
        play.pile("a", "hand"), play.pile("b", "hand"), len(play.player("a").deck), len(play.player("a").spirits),
    )  # fmt: skip
    steps = [type(event) for event in events if isinstance(event, StepEntered | CardsDrawn | SpiritsInvoked)]
    assert [StepEntered, StepEntered, CardsDrawn, StepEntered, SpiritsInvoked, StepEntered] == steps


@pytest.mark.rule("TC-RUL-050", "TC-TURN-02", "TC-TURN-03", "TC-SETUP-14")
def test_first_player_draws_and_invokes_too() -> None:
    """The player who goes first also draws and invokes in the first turn; only combat is left out."""
    begun = Begun("ann", "bob")
    events = [*begun.log, *begun.go_on("act1", seat="ann")]
    assert ["ann"] == [one.seat for one in of(CardsDrawn, events)] == [one.seat for one in of(SpiritsInvoked, events)]
    assert (7, 24, 14) == tuple(len(getattr(begun.player("ann"), pile)) for pile in ("hand", "deck", "spirits"))


@pytest.mark.rule("TC-RUL-037", "TC-TURN-03")
def test_empty_spirit_deck_is_no_loss() -> None:
    """A player whose spirit deck is empty invokes nothing in the invoke step and does not lose."""
    play = Played(board(a=side(deck=["gate-whelp"] * 2), b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="a")]
    assert ([], []) == (of(SpiritsInvoked, events), of(PlayerLost, events))


ACTS: Final = side(
    savior=("lantern-marshal", "boost", "boost", "boost"),
    forms=[("silt-crab", "boost")],
    commands=["standing-orders"],
    hand=["gate-whelp", "bell-warden", "fate-coin", "raised-shield", "boost"],
    deck=["gate-whelp"] * 3,
)


def kinds(play: Played, seat: str) -> list[type[Command]]:
    """Return the types of commands that are legal for a seat now."""
    return sorted({entry.kind for entry in play.entries(seat)}, key=lambda kind: kind.__name__)


@pytest.mark.rule("TC-TURN-04", "TC-TURN-10")
def test_both_act_steps_allow_the_same_actions() -> None:
    """In both act steps the player may play forms and commands, set commands, spiritualize, flip and use effects."""
    first = Played(board(a=ACTS, b=FULL, step="act1"))
    second = Played(board(a=ACTS, b=FULL, step="act2"))
    allowed = {Activate, EndStep, FlipSavior, PlayCommand, PlayForm, SetCommand, SpiritualizeCard}
    assert allowed == set(kinds(first, "a"))
    assert first.entries("a") == second.entries("a")


@pytest.mark.rule("TC-TURN-05", "TC-RUL-049")
def test_no_step_is_skipped_by_choice() -> None:
    """No command or step of an effect skips a step of the turn; the player ends each step with a command."""
    said = {kind.__name__.lower() for kind in match_game.commands}
    done = {*operations.RELEASED}
    assert not [word for word in (*said, *done) if "skip" in str(word)]
    assert "endstep" in said


@pytest.mark.rule("TC-TURN-06", "TC-RUL-049")
def test_act_steps_take_place_without_actions() -> None:
    """A turn has both act steps even if its player ends them at once."""
    play = Played(board(a=FULL, b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="b")]
    assert ["act1", "act2"] == [one.step for one in of(StepEntered, events) if "act" in one.step][:2]
    assert ["act1", "combat", "act2"] == [one.step for one in of(StepEnded, events)][-3:]


@pytest.mark.rule("TC-RUL-004", "TC-TURN-11", "TC-RUL-046")
def test_turn_passes_to_the_left() -> None:
    """The turn passes clockwise to the next player who has not lost."""
    play = Played(board(a=FULL, b=FULL, c=FULL, d=FULL, step="act2"))
    events = [*play.do("a", EndStep()), *play.go_on("act1", seat="b")]
    play.do("c", Concede())
    for seat, following in (("b", "d"), ("d", "a")):
        events += play.do(seat, EndStep())
        events += play.go_on("act1", seat=following)
    assert ["b", "d", "a"] == passing(events)


TOLL: Final = form(
    "toller",
    effect("toll", "auto", on={"event": "step_entered", "step": "end", "by": "you"},
           do=[{"do": "may", "then": [{"do": "invoke", "n": 1}]}]),
)  # fmt: skip


@pytest.mark.rule("TC-TURN-12", "TC-TURN-13")
def test_end_step_waits_for_its_effects() -> None:
    """Effects triggered by the end step resolve in it, and the next turn does not begin while one of them waits."""
    play = Played(board(cards=[TOLL], a=side(forms=["toller"], spirits=["boost"]), b=FULL, step="act2"))
    play.quietly("a", EndStep())
    assert ("may", "end", "a") == (play.decision().kind, play.state.step, play.state.active)
    events = [*play.answer(1), *play.pass_all()]
    happened = [
        type(one) for one in events if isinstance(one, SpiritsInvoked | EffectResolved | TurnEnded | TurnStarted)
    ]
    assert [SpiritsInvoked, EffectResolved, TurnEnded, TurnStarted] == happened[:4]


@pytest.mark.rule("TC-TURN-12", "TC-RUL-069")
def test_end_step_has_a_window_for_effects_that_name_it() -> None:
    """An unmarked effect that names the end step is legal in that step, but not in an act step."""
    a = side(forms=[("wick-runner", "boost")], hand=["gate-whelp"], spirits=["boost"] * 2)
    play = Played(board(a=a, b=FULL, step="act2"))
    whelp = play.form("a", "wick-runner")
    assert not [one for one in play.fields_offered("a", Activate) if one["card"] == whelp]
    events = list(play.do("a", EndStep()))
    while play.state.step != "end":
        events += play.do(play.decision().seat, Pass())
    assert ("end", "W3") == (play.state.step, of(WindowOpened, events)[-1].kind)
    assert [whelp] == [one["card"] for one in play.fields_offered("a", Activate)]


@pytest.mark.rule("TC-TURN-14", "TC-CBT-24")
def test_others_take_no_main_actions() -> None:
    """In another player's act steps, the rules refuse to play, set, spiritualize, flip, or end the step."""
    hand = ["gate-whelp", "fate-coin", "raised-shield", "boost"]
    b = side(savior=("lantern-marshal", "boost", "boost", "boost"), hand=hand)
    for step in ("act1", "act2"):
        play = Played(board(a=FULL, b=b, step=step))
        card = {printed: play.hand("b", printed) for printed in hand}
        actions = [
            PlayForm(card=card["gate-whelp"]), PlayCommand(card=card["fate-coin"]), FlipSavior(), EndStep(),
            SetCommand(card=card["raised-shield"]),
            SpiritualizeCard(target=play.savior("b"), spirit=card["boost"]),
            DeclareAttack(attacker=play.savior("b"), target=play.savior("a")),
        ]  # fmt: skip
        for action in actions:
            play.when(action, seat="b").then_refused(NotYourDecision)


@pytest.mark.rule("TC-RUL-113", "TC-CBT-16", "TC-CBT-17")
def test_steps_only_go_forward() -> None:
    """The rules refuse to play a form in combat, and to attack in act step 2, which follows combat."""
    play = Played(board(a=side(forms=[("gate-whelp", "boost")], hand=["gate-whelp"]), b=FULL, step="combat"))
    whelp, enemy = play.form("a", "gate-whelp"), play.savior("b")
    play.assert_refused("a", PlayForm(card=play.hand("a", "gate-whelp")), WrongStep)
    assert ["PhaseEntered", "StepEnded", "StepEntered"] == names(play.quietly("a", EndStep()))
    assert "act2" == play.state.step
    play.assert_refused("a", DeclareAttack(attacker=whelp, target=enemy), NotInCombat)


@pytest.mark.rule("TC-RUL-112", "TC-TURN-13", "TC-RUL-078")
def test_changes_of_a_turn_last_through_its_end_step() -> None:
    """Changes that last for the turn still apply in the end step, but not in the next draw step."""
    brag = effect("brag", "none", independent=True, do=[TALLY], limit={"count": 1, "per": "turn"})
    strong = {"op": "pwr", "of": {"ref": "this"}, "cmp": ">=", "n": 5}
    echo = effect(
        "echo", "auto", on={"event": "step_entered", "step": "end"}, when=strong, do=[{"do": "invoke", "n": 1}]
    )
    boaster = form("boaster", brag, echo, pwr=3)
    play = Played(board(cards=[boaster], a=side(forms=["boaster"], spirits=["boost"]), b=FULL))
    mine = play.form("a", "boaster")
    assert 1 == len(of(PwrChanged, play.quietly("a", Activate(card=mine))))
    events = play.go_on("act1", seat="b")
    assert 1 == len(of(SpiritsInvoked, [event for event in events if getattr(event, "seat", "") == "a"]))
    assert 3 == play.pwr(mine)


QUICK: Final = form(
    "quick", effect("dash", "swift", independent=True, do=[TALLY], limit={"count": 1, "per": "turn"}), pwr=1
)
IDOL: Final = command("idol", effect("cue", "none", do=[{"do": "invoke", "n": 1}], limit={"count": 1, "per": "turn"}))


@pytest.mark.rule("TC-RUL-112")
def test_limits_of_a_turn_are_reset_every_turn() -> None:
    """A player may use a once-a-turn effect in their own turn and again in the opponent's turn."""
    b = side(commands=["idol"], deck=["gate-whelp"] * 3, spirits=["boost"] * 5)
    play = Played(board(cards=[QUICK, IDOL], a=side(forms=["quick"]), b=b))
    quick = play.form("a", "quick")
    play.quietly("a", Activate(card=quick))
    play.assert_refused("a", Activate(card=quick), LimitUsed)
    play.go_on("act1", seat="b")
    play.do("b", Activate(card=play.find("b", "idol", "command")))
    while play.decision().seat == "b":
        play.do("b", Pass())
    play.do("a", Activate(card=quick))
    play.pass_all()
    assert 3 == play.pwr(quick)


@pytest.mark.rule("TC-TURN-01", "TC-ETI-02", "TC-RUL-053")
@pytest.mark.parametrize("step", ["turn", *STEPS])
def test_every_step_triggers_its_effects(step: str) -> None:
    """Effects triggered by a turn or a step resolve in that step before anything else is done."""
    on = {"event": "turn_started"} if step == "turn" else {"event": "step_entered", "step": step}
    herald = command("herald", effect("cry", "auto", on={**on, "by": "you"}, do=[{"do": "put_counter", **CRY}]))
    a = side(commands=["herald"], deck=["gate-whelp"] * 5, spirits=["boost"] * 5)
    play = Played(board(cards=[herald], a=a, b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="b")]
    own = events[[type(event) for event in events].index(TurnStarted):]  # fmt: skip
    before = [event.step for event in of(StepEntered, own[: [type(event) for event in own].index(EffectResolved)])]
    assert (1, "draw" if step == "turn" else step) == (len(of(EffectResolved, events)), before[-1])


CRY: Final = {"of": {"ref": "this"}, "name": "cry"}


@pytest.mark.rule("TC-RUL-053", "TC-TURN-12", "TC-CBT-05")
@pytest.mark.parametrize("step", ["draw", "invoke", "combat", "end"])
def test_interrupts_answer_the_steps_they_name(step: str) -> None:
    """An interrupt that names the draw, invoke, combat or end step is legal only in that step's window."""
    on = {"event": "step_entered", "step": step, "by": "opponent"}
    guard = form("guard", effect("halt", "interrupt", independent=True, on=on, do=[{"do": "put_counter", **CRY}]))
    b = side(forms=["guard"], deck=["gate-whelp"] * 5)
    play = Played(board(cards=[guard], a=FULL, b=b, active="b", step="act2"))
    found = []
    play.do("b", EndStep())
    while play.state.active == "a" or play.state.turn == 3:
        decision = play.decision()
        if play.fields_offered("b", Activate):
            found.append((play.state.active, play.state.step, play.state.window))
        play.do(decision.seat, Pass() if decision.kind == "respond" else EndStep())
    assert [("a", step, "W3")] == found
