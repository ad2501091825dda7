"""Response windows: when they open, who may respond in which order and with which effects, and when they close.

Rule: TC-TAB-18
"""

from copy import copy
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.commands import PlayCommand, SetCommand
from services.tcg.chapters.course import WindowClosed, WindowOpened
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass, could_respond
from services.tcg.forms import NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import TriggerEvent, Window
from services.tcg.words import WINDOWS, Step
from tests.tcg.answering import CARDS, DISCARD, full_side, hears, line, may_use, responder, uses
from tests.tcg.board import Side, board, command, form
from tests.tcg.played import Played, of

PAGE: Final = form("page")
ALARM: Final = form("alarm", hears("form_played"))
KEEPER: Final = form("keeper", uses("close", "none", when={"op": "step_is", "step": "end"}))
VANE: Final = form("vane", uses("turn", "none", when={"op": "phase_is", "phase": "start"}))
WATCH: Final = form("watch", uses("hark", "none", when={"op": "all", "of": [
    {"op": "step_is", "step": "draw"}, {"op": "turn_of", "who": "opponent"},
]}))  # fmt: skip
DUSK: Final = form(
    "dusk",
    uses("fade", "none", independent=True, zones=["hand", "drop"], when={"op": "step_is", "step": "invoke"}),
)
EXTRA: Final = (*CARDS, PAGE, ALARM, KEEPER, VANE, WATCH, DUSK)
READY: Final = (("lancer", "boost"),)
"""A form whose [SWIFT] effect is legal in every window."""


A_TURN: Final = [
    ("W6", "act2", ""), ("W3", "end", ""), ("W3", "draw", ""), ("W3", "invoke", ""), ("W6", "act1", ""),
    ("W3", "combat", "start"), ("W4", "combat", "check"), ("W5", "combat", "damage"), ("W3", "combat", "end"),
    ("W6", "act2", ""), ("W3", "end", ""),
]  # fmt: skip
"""The windows from the end of one player's act step 2 to the end of the next player's turn."""


def laid(*, settings: MatchSettings | None = None, step: Step = "act1", active: str = "a", **sides: Side) -> Played:
    """Return a match with these sides, in a step in which the turn player may act."""
    return Played(
        board(cards=EXTRA, settings=settings, step=step, active=active, turn=3, faces=(), of_form=NEWEST, **sides)
    )


def first_window(play: Played, seat: str, command: Any) -> str:  # noqa: ANN401 any of the commands
    """Send a seat's command; return the first window that opens."""
    return next((event.kind for event in of(WindowOpened, play.do(seat, command))), "")


def order_asked(play: Played) -> list[str]:
    """Pass for all seats; return the seats that were asked, in order."""
    seats = []
    while responder(play):
        seats.append(responder(play))
        play.do(seats[-1], Pass())
    return seats


# ---------------------------------------------------------------- the windows of a turn


@pytest.mark.rule("TC-ETI-09", "TC-RUL-065", "TC-READ-12")
def test_windows_of_a_turn() -> None:
    """Each step, phase, end of an act step, attack and damage opens a window.

    Every player may use a [SWIFT] effect in each of these windows.
    """
    play = laid(a=full_side(forms=["guard"]), b=full_side(forms=READY), active="b", step="act2")
    play.do("b", EndStep())
    seen: list[tuple[str, str, str]] = []
    while len(seen) < len(A_TURN):
        decision = play.decision()
        if decision.seat == "b" and decision.kind == "respond":
            assert {"dart"} == may_use(play, "b")
            seen.append((play.state.window, play.state.step, play.state.phase))
        if decision.kind == "respond":
            play.do(decision.seat, Pass())
        elif decision.kind == "combat" and ("W4", "combat", "check") not in seen:
            play.do("a", DeclareAttack(attacker=play.form("a", "guard"), target=play.form("b", "lancer")))
        else:
            play.do("a", EndStep())
    assert A_TURN == seen


@pytest.mark.rule("TC-RUL-053", "TC-ETI-08")
def test_an_action_opens_w1_and_an_effect_w2() -> None:
    """Playing a form opens window W1 for responses, and declaring an effect opens window W2."""
    a = full_side(hand=["page", "plan"], forms=[("scout", "boost")])
    play = laid(a=a, b=full_side(set=["snare"]))
    assert "W1" == first_window(play, "a", PlayForm(card=play.hand("a", "page")))
    play.pass_all()
    assert "W2" == first_window(play, "a", PlayCommand(card=play.hand("a", "plan")))
    play.pass_all()
    assert "W2" == first_window(play, "a", Activate(card=play.form("a", "scout")))


@pytest.mark.rule("TC-RUL-059", "TC-ETI-07")
def test_action_is_carried_out_before_it_is_answered() -> None:
    """A played form is in play before its window opens, and a response does not undo the play."""
    play = laid(a=full_side(hand=["page"]), b=full_side(set=["snare"]))
    events = play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ["FormPlayed", "W1", "b?"] == line(events)
    play.quietly("b", Activate(card=play.find("b", "snare", "command")))
    assert ["page", ""] == play.pile("a", "forms")


@pytest.mark.rule("TC-RUL-133", "TC-ETI-08", "TC-RUL-053")
def test_auto_effects_of_an_action_come_before_its_window() -> None:
    """Each [AUTO] effect triggered by an action has its own window W2. After them, the action's only W1 opens."""
    play = laid(a=full_side(hand=["page"], forms=["alarm"]), b=full_side(set=["snare"]))
    events = [*play.do("a", PlayForm(card=play.hand("a", "page"))), *play.pass_all()]
    assert [
        "FormPlayed", "TriggersQueued", "a: heard", "W2", "b?", "W2 over", "CardsDrawn", "heard done",
        "W1", "a?", "b?", "W1 over", "a? act",
    ] == line(events)  # fmt: skip


@pytest.mark.rule("TC-RUL-133", "TC-ETI-07")
def test_a_command_with_an_effect_has_one_window() -> None:
    """A played command opens one window before it resolves, for responses to the action and to its effect."""
    play = laid(a=full_side(hand=["plan"]), b=full_side(forms=[("guard", "boost")]))
    events = [*play.do("a", PlayCommand(card=play.hand("a", "plan"))), *play.pass_all()]
    assert ["W2"] == [event.kind for event in of(WindowOpened, events)]
    assert ["CommandPlayed", "a: plan", "W2", "b?", "W2 over", "CardsDrawn", "plan done"] == line(events)[:7]


@pytest.mark.rule("TC-READ-10", "TC-READ-11", "TC-RUL-063")
def test_no_window_between_declaring_and_paying() -> None:
    """The cost of an effect is paid directly after its declaration, before any seat is asked to respond."""
    muse = form("muse", uses("sing", "none", cost=DISCARD))
    play = Played(board(
        a=full_side(forms=[("muse", "boost")], hand=["page", "page"]), cards=[*EXTRA, muse],
        b=full_side(forms=READY, set=["snare"]),
    ))  # fmt: skip
    asking = play.do("a", Activate(card=play.form("a", "muse")))
    assert ["a? pay"] == line(asking)
    events = play.answer(play.hand("a", "page"))
    assert ["a: sing", "sing paid", "Discarded"] == line(events)
    assert "a" == responder(play)


# ---------------------------------------------------------------- attacks, and named events


@pytest.mark.rule("TC-RUL-054", "TC-ETI-08")
@pytest.mark.parametrize("is_action", [False, True])
def test_attack_is_an_action_by_setting(*, is_action: bool) -> None:
    """Only interrupts that name attacks may respond to an attack, unless `attack_is_action` is true."""
    settings = MatchSettings(attack_is_action=is_action)
    b = full_side(forms=[("guard", "boost")], set=["snare", "raised-shield"])
    play = laid(settings=settings, step="combat", a=full_side(forms=["page"]), b=b)
    play.do("a", DeclareAttack(attacker=play.form("a", "page"), target=play.form("b", "guard")))
    assert "W4" == play.state.window
    assert {"raised-shield", *(("parry", "snare") if is_action else ())} == may_use(play, "b")


@pytest.mark.rule("TC-RUL-054", "TC-RUL-066")
@pytest.mark.parametrize("is_action", [False, True])
def test_seats_asked_at_an_attack(*, is_action: bool) -> None:
    """If `attack_is_action` is true, a seat with a face-down command is asked at an attack.

    If it is false, the seat is asked only if a card interrupts attacks.
    """
    game = board(a=full_side(), b=full_side(set=["snare"]), cards=EXTRA, step="combat")
    game.pool = copy(game.pool)
    game.pool.answered = frozenset({"form_played"})
    attack = TriggerEvent(event="attack_declared", by="a", kind="attack" if is_action else "")
    assert is_action is could_respond(game, Window(kind="W4", answers=(attack,)), "b")


@pytest.mark.rule("TC-RUL-053", "TC-ETI-07")
def test_interrupt_can_name_another_event() -> None:
    """An interrupt whose text names a step may respond to that step."""
    curfew = command(
        "curfew", {"id": "main", "main": True, "eti": "interrupt", "do": [{"do": "draw", "n": 1}],
                   "on": {"event": "step_entered", "step": "end", "by": "any"}}, kind="interrupt",
    )  # fmt: skip
    play = Played(board(a=full_side(), b=full_side(set=["curfew", "snare"]), cards=[*EXTRA, curfew], step="act2"))
    play.do("a", EndStep())
    assert ("b", "W3", {"curfew"}) == (responder(play), play.state.window, may_use(play, "b"))


# ---------------------------------------------------------------- the order of asking


@pytest.mark.rule("TC-RUL-056", "TC-READ-12")
@pytest.mark.parametrize(
    ("start", "order"), [("turn_player", ["b", "c", "a", "b", "c", "a"]), ("left_of_actor", ["c", "a", "b", "c", "a"])]
)
def test_seats_are_asked_clockwise_from_the_turn_player(start: str, order: list[str]) -> None:
    """After each activation, seats are asked clockwise, starting with the turn player.

    If `priority_start` is `left_of_actor`, the order starts to the left of the player who acted.
    """
    quick = full_side(forms=READY)
    settings = MatchSettings(priority_start=start)  # type: ignore[arg-type]
    play = laid(a=quick, b=full_side(forms=READY, hand=["page"]), c=quick, active="b", settings=settings)
    play.do("b", PlayForm(card=play.hand("b", "page")))
    seen = []
    while responder(play) != "a":
        seen.append(responder(play))
        play.do(seen[-1], Pass())
    play.do("a", Activate(card=play.form("a", "lancer")))
    assert order == [*seen, "a", *order_asked(play)]


@pytest.mark.rule("TC-RUL-055", "TC-READ-12")
def test_closed_window_does_not_reopen() -> None:
    """A response turns window W1 into W2, in which seats may still respond to the action. No window follows."""
    play = laid(a=full_side(hand=["page"]), b=full_side(forms=READY, set=["ambush-bell"]))
    events = [
        *play.do("a", PlayForm(card=play.hand("a", "page"))),
        *play.do("b", Activate(card=play.form("b", "lancer"))),
    ]
    assert {"dart", "ambush-bell"} == may_use(play, "b")
    events += play.pass_all()
    assert ["W1", "W2"] == [event.kind for event in of(WindowOpened, events)]
    assert ["W2"] == [event.kind for event in of(WindowClosed, events)]
    assert ["W2 over", "CardsDrawn", "dart done", "a? act"] == line(events)[-4:]


@pytest.mark.rule("TC-RUL-055", "TC-RUL-125")
def test_interrupt_answers_the_latest_possible_event() -> None:
    """An interrupt responds to the latest event of the window that its text allows, ignoring other events."""
    chide = command("chide", {
        "id": "main", "main": True, "eti": "interrupt", "do": [{"do": "draw", "n": 1}],
        "when": {"op": "event", "kind": "play-form"},
    }, kind="interrupt")  # fmt: skip
    play = Played(board(
        a=full_side(hand=["page"], forms=READY), b=full_side(set=["chide", "snare"]), cards=[*EXTRA, chide],
    ))  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.do("a", Activate(card=play.form("a", "lancer")))
    play.do("a", Pass())
    assert {"chide", "snare"} == may_use(play, "b")
    (snare,) = of(EffectDeclared, play.do("b", Activate(card=play.find("b", "snare", "command"))))
    assert snare.event is not None
    assert ("effect_declared", 1) == (snare.event.event, snare.event.link)
    while responder(play) != "b":
        play.do(responder(play), Pass())
    (chided,) = of(EffectDeclared, play.do("b", Activate(card=play.find("b", "chide", "command"))))
    assert chided.event is not None
    assert "form_played" == chided.event.event


# ---------------------------------------------------------------- the asked seats


@pytest.mark.rule("TC-RUL-066", "TC-CMD-41")
@pytest.mark.parametrize(
    ("theirs", "is_asked"),
    [
        ({}, False),
        ({"hand": ["boost"]}, False),
        ({"hand": ["page"]}, True),
        ({"set": ["riptide"]}, True),
        ({"commands": ["flag"]}, False),
        ({"forms": ["lancer"]}, False),
        ({"forms": READY}, True),
        ({"forms": [("guard", "boost")]}, True),
        ({"forms": [("scout", "boost")]}, False),
        ({"drop": ["dusk"]}, False),
    ],
)
def test_asking_depends_on_public_facts(theirs: dict[str, Any], *, is_asked: bool) -> None:
    """Whether a seat is asked depends only on its visible cards and on the backs of its hidden cards."""
    play = laid(a=full_side(hand=["page"], commands=["flag", "flag"]), b=full_side(**theirs))
    play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
    assert is_asked is (responder(play) == "b")


@pytest.mark.rule("TC-RUL-066", "TC-CMD-20", "TC-CMD-24")
@pytest.mark.parametrize(
    ("active", "has", "is_asked"),
    [
        ("a", {"hand": ["page"]}, True),
        ("a", {"hand": ["page"], "commands": ["flag", "flag"]}, False),
        ("a", {"hand": ["boost"]}, False),
        ("b", {"hand": ["page"]}, False),
    ],
)
def test_hand_counts_only_in_its_players_turn(active: str, has: dict[str, Any], *, is_asked: bool) -> None:
    """Because it may have a swift command, a hand makes its seat be asked in its own turn, if a zone is free."""
    game = board(a=full_side(**has), b=full_side(), cards=EXTRA, active=active)
    game.pool = copy(game.pool)
    game.pool.in_hand = ()
    action = TriggerEvent(event="form_played", by="b", kind="play_form")
    assert is_asked is could_respond(game, Window(kind="W1", answers=(action,)), "a")
    game.pool.swift_commands = False
    assert not could_respond(game, Window(kind="W1", answers=(action,)), "a")


@pytest.mark.rule("TC-RUL-066", "TC-ETI-07")
def test_interrupts_count_only_with_an_event_to_answer() -> None:
    """If no interrupt names a step, seats with [INTERRUPT] effects or face-down cards are not asked in its window."""
    play = laid(a=full_side(), b=full_side(forms=[("guard", "boost")], set=["snare"]), step="act2")
    play.do("a", EndStep())
    assert ("b", "draw", "W3") == (play.state.active, play.state.step, play.state.window)


@pytest.mark.rule("TC-RUL-066")
def test_asking_does_not_depend_on_hidden_faces() -> None:
    """A seat with hidden cards is asked to respond whichever cards they are."""
    for hidden in ("snare", "dash", "raised-shield"):
        play = laid(a=full_side(hand=["page"]), b=full_side(set=[hidden], hand=["boost"]))
        play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
        assert "b" == responder(play)
    for hidden in ("page", "dash", "spark-moth"):
        play = laid(a=full_side(hand=["page"]), b=full_side(hand=[hidden]))
        play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
        assert "b" == responder(play)


@pytest.mark.rule("TC-RUL-066", "TC-RUL-069", "TC-RUL-074")
@pytest.mark.parametrize(
    ("step", "seat", "has", "may"),
    [
        ("end", "a", {"forms": [("keeper", "boost")]}, {"close"}),
        ("end", "b", {"forms": [("keeper", "boost")]}, None),
        ("combat", "a", {"forms": [("vane", "boost")]}, {"turn"}),
        ("combat", "b", {"forms": [("vane", "boost")]}, None),
        ("draw", "b", {"forms": [("watch", "boost")]}, {"hark"}),
        ("draw", "b", {"forms": ["watch"]}, None),
        ("invoke", "a", {"drop": ["dusk"]}, {"fade"}),
        ("invoke", "b", {"drop": ["dusk"]}, None),
        ("invoke", "a", {"hand": ["dusk"]}, {"fade"}),
    ],
)
def test_effects_that_name_a_step_count_in_its_window(
    step: str, seat: str, has: dict[str, Any], may: set[str] | None
) -> None:
    """If an effect names a step, its player is asked in the step's window, in the turns that the card allows."""
    late = step in ("end", "combat")
    a, b = (full_side(**has), full_side()) if seat == "a" else (full_side(), full_side(**has))
    play = laid(active="a" if late else "b", step="act2" if step != "combat" else "act1", a=a, b=b)
    play.do(play.state.active, EndStep())
    seen: dict[str, set[str]] = {}
    while responder(play) and (play.state.active, play.state.step) != ("b", "invoke"):
        if (play.state.active, play.state.step) == ("a", step):
            seen[responder(play)] = may_use(play, responder(play))
        play.do(responder(play), Pass())
    assert may == seen.get(seat)


@pytest.mark.rule("TC-RUL-066")
@pytest.mark.parametrize(
    ("mode", "seats"), [("public_possibility", ["b"]), ("no_legal_response", []), ("never", ["a", "b"])]
)
def test_setting_decides_which_seats_are_asked(mode: str, seats: list[str]) -> None:
    """By default, a seat is asked unless public facts show that it cannot respond; `auto_pass` can change this."""
    play = laid(
        a=full_side(hand=["page"]), b=full_side(set=["raised-shield"]),
        settings=MatchSettings(auto_pass=mode),  # type: ignore[arg-type]
    )  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert seats == order_asked(play)


@pytest.mark.rule("TC-RUL-066")
def test_stops_and_waiving_pass_in_advance() -> None:
    """A seat passes in a waived window until another seat activates an effect, and in a window without its stop."""
    play = laid(a=full_side(hand=["page", "snare"], forms=READY), b=full_side(forms=READY))
    play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
    assert "b" == responder(play)
    play.do("b", Activate(card=play.form("b", "lancer")))
    assert "a" == responder(play)
    play.pass_all()
    play.do("b", SetStops(windows=tuple(kind for kind in WINDOWS if kind != "W1")))
    play.do("a", SetCommand(card=play.hand("a", "snare"), waive=True))
    assert "" == responder(play)
    play.do("a", Activate(card=play.form("a", "lancer"), waive=True))
    assert "b" == responder(play)


@pytest.mark.rule("TC-EX-24", "TC-RUL-125", "TC-ETI-07", "TC-CMD-40")
def test_interrupt_command_answers_its_own_player_with_that_setting() -> None:
    """If `interrupt_command_answers` is `any`, a player's interrupt command may respond to their own form.

    A form's [INTERRUPT] effect may not.
    """
    anybody = MatchSettings(interrupt_command_answers="any")
    play = laid(a=full_side(hand=["page"], set=["snare"], forms=[("guard", "boost")]), b=full_side(), settings=anybody)
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ("W1", "a", {"snare"}) == (play.state.window, responder(play), may_use(play, "a"))
