"""The chain of effects, whose last declared effect resolves first. [AUTO] effects wait until the chain is empty."""

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectDeclared, EffectNegated, EffectResolved, TriggersOrdered
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.course import WindowOpened
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import CardsDrawn, Discarded
from services.tcg.chapters.opening import OpenMatch, OrderIncomplete
from services.tcg.chapters.paying import CostNotPayable
from services.tcg.chapters.timing import NoLegalTarget
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from shared.kernel.chance import Faces
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from tests.support.spec import refuses
from tests.tcg.answering import (
    CARDS,
    DISCARD,
    DRAW,
    THIS,
    cards_resolved,
    full_side,
    hears,
    line,
    may_use,
    responder,
    uses,
)
from tests.tcg.board import board, form, static
from tests.tcg.played import Played, of

PAGE: Final = form("page")
ALARM: Final = form("alarm", hears("form_played"))
BELL: Final = form("bell", hears("form_played", do=[{"do": "invoke", "n": 1}]))
ECHO: Final = form("echo", hears("effect_declared", where={"by": "any"}, limit={"count": 1, "per": "turn"}))
LOSS: Final = {"event": "left_play", "card": THIS}
GOING: Final = form(
    "going",
    uses("go", "none", cost=[{"pay": "send_self", "to": "drop"}]),
    {"id": "gone", "eti": "auto", "on": LOSS, "do": [{"do": "invoke", "n": 1}]},
)
ARROW: Final = {
    "targets": [{"who": "opponent", "zone": "form", "n": 1, "by": "you"}],
    "do": [{"do": "destroy", "of": {"ref": "chosen.0"}}, *DRAW],
}
ARCHER: Final = form("archer", uses("shoot", "swift", **ARROW))
EXTRA: Final = (*CARDS, PAGE, ALARM, BELL, ECHO, GOING, ARCHER)


def laid(*more: Any, settings: MatchSettings | None = None, active: str = "a", **sides: Any) -> Played:  # noqa: ANN401
    """Return a match in an act step with these sides and these additional cards."""
    return Played(board(cards=[*EXTRA, *more], settings=settings, active=active, turn=3, faces=(), **sides))


def activate(play: Played, seat: str, printed: str) -> list[Any]:
    """Activate the only effect of a seat's form or command, and return the events."""
    place: Any = "form" if any(play.card(one).card == printed for one in play.player(seat).forms if one) else "command"
    return list(play.do(seat, Activate(card=play.find(seat, printed, place))))


def reach(play: Played, seat: str) -> list[Any]:
    """Pass for other seats until the given seat is asked to respond."""
    events: list[Any] = []
    while responder(play) != seat:
        events += play.do(responder(play), Pass())
    return events


# ---------------------------------------------------------------- links


@pytest.mark.rule("TC-RUL-057", "TC-READ-12")
@pytest.mark.parametrize("style", ["build_then_resolve", "priority_after_each_link"])
def test_last_in_first_out(style: str) -> None:
    """The effect declared last resolves first.

    Seats respond between effects only if `chain_style` is `priority_after_each_link`.
    """
    settings = MatchSettings(chain_style=style)  # type: ignore[arg-type]
    play = laid(a=full_side(forms=[("scout", "boost")]), b=full_side(forms=[("lancer", "boost"), ("archer", "boost")]),
                settings=settings)  # fmt: skip
    events = [*activate(play, "a", "scout"), *activate(play, "b", "lancer")]
    assert [] == of(EffectResolved, events)
    events += play.do("b", Pass())
    between = "b" == responder(play)
    assert between is (style == "priority_after_each_link")
    assert (["lancer"] if between else ["lancer", "scout"]) == cards_resolved(events)
    if between:
        assert {"dart", "shoot"} >= may_use(play, "b") >= {"dart"}
        events += activate(play, "b", "lancer")
        events += play.pass_all()
        assert ["lancer", "lancer", "scout"] == cards_resolved(events)


@pytest.mark.rule("TC-EX-20", "TC-READ-10", "TC-READ-11", "TC-READ-12", "TC-RUL-063")
def test_a_cost_stays_paid() -> None:
    """A card paid for an effect stays in the drop zone even if a response negates the effect."""
    muse = form("muse", uses("sing", "none", cost=DISCARD))
    play = laid(muse, a=full_side(forms=[("muse", "boost")], hand=["page"]), b=full_side(set=["veto"]))
    events = activate(play, "a", "muse")
    assert ["a: sing", "sing paid", "Discarded", "W2", "b?"] == line(events)
    more = [*activate(play, "b", "veto"), *play.pass_all()]
    assert ["veto done", "CardSentToDrop", "sing fails"] == [word for word in line([*events, *more]) if word in {
        "veto done", "CardSentToDrop", "sing fails"}]  # fmt: skip
    assert 1 == len(of(EffectNegated, more))
    assert (["page"], 9) == (play.pile("a", "drop"), len(play.player("a").deck))
    assert [1] == [event.number for event in of(EffectResolved, more) if event.negated]


@pytest.mark.rule("TC-RUL-063")
def test_a_cost_is_paid_in_full_or_not_at_all() -> None:
    """The rules refuse a cost of two cards with one card in hand, even if an opponent's card raised the cost."""
    two = form("two", uses("ask", "none", cost=[{"pay": "discard", "n": 2}]))
    toll = form("toll", static("change_cost", of={"who": "opponent", "zone": "form"}, cost=list(DISCARD)))
    one = form("one", uses("ask", "none", cost=DISCARD))
    play = laid(two, a=full_side(forms=[("two", "boost")], hand=["page"]), b=full_side())
    play.assert_refused("a", Activate(card=play.form("a", "two"), effect="two#ask"), CostNotPayable)
    for hand in (["page"], ["page", "page"]):
        play = laid(one, toll, a=full_side(forms=[("one", "boost")], hand=hand), b=full_side(forms=["toll"]))
        if len(hand) == 1:
            play.assert_refused("a", Activate(card=play.form("a", "one"), effect="one#ask"), CostNotPayable)
        else:
            activate(play, "a", "one")
            play.answer(play.hand("a", "page"))
            assert ["page", "page"] == play.pile("a", "drop")


@pytest.mark.rule("TC-RUL-117")
def test_an_effect_resolves_without_its_card() -> None:
    """An effect resolves even if its card left play as its cost."""
    play = laid(a=full_side(forms=[("going", "boost")]), b=full_side())
    events = [*activate(play, "a", "going"), *play.pass_all()]
    assert ["a: go", "go paid", "SpiritsSentToVoid", "CardSentToDrop"] == line(events)[:4]
    assert 1 == len(of(CardsDrawn, events))


@pytest.mark.rule("TC-RUL-117")
def test_effect_of_a_destroyed_card_resolves() -> None:
    """A form's effect that draws a card resolves even if a response destroys the form."""
    play = laid(a=full_side(forms=[("scout", "boost")]), b=full_side(forms=[("archer", "boost")]))
    events = [*activate(play, "a", "scout"), *activate(play, "b", "archer"), *play.pass_all()]
    assert ["archer", "scout"] == cards_resolved(events)
    assert ["scout"] == play.pile("a", "drop")
    assert {"a", "b"} == {event.seat for event in of(CardsDrawn, events)}


# ---------------------------------------------------------------- targets and conditions


@pytest.mark.rule("TC-RUL-064")
def test_effect_without_any_target_left_does_nothing() -> None:
    """Targets are chosen when an effect is declared. If all of them have left when it resolves, it does nothing."""
    archer = full_side(forms=[("archer", "boost")])
    play = laid(a=archer, b=full_side(forms=[("lancer", "boost"), "page"]), c=archer)
    events = [*activate(play, "a", "archer"), *play.answer(play.form("b", "lancer"))]
    assert [((play.form("b", "lancer"),),)] == [event.targets for event in of(EffectDeclared, events)]
    events += reach(play, "c")
    events += [*activate(play, "c", "archer"), *play.answer(play.form("b", "lancer")), *play.pass_all()]
    assert [2, 1] == [event.number for event in of(EffectResolved, events)]
    assert ["c"] == [event.seat for event in of(CardsDrawn, events)]
    assert ["", "page"] == play.pile("b", "forms")


@pytest.mark.rule("TC-RUL-064")
def test_a_target_that_no_longer_matches_is_left_out() -> None:
    """If a response changes a target so that it no longer matches, the effect destroys only the other target."""
    weak = {"op": "pwr", "of": {"ref": "each"}, "cmp": "<=", "n": 2}
    aim = {"who": "opponent", "zone": "form", "filter": weak, "n": 2, "by": "you"}
    axe = form("axe", uses("cut", "none", targets=[aim], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]))
    grow = uses("grow", "swift", do=[{"do": "modify_pwr", "of": THIS, "by": 3}])
    cub, pup = form("cub", grow, pwr=1), form("pup", pwr=1)
    play = laid(axe, cub, pup, a=full_side(forms=[("axe", "boost")]), b=full_side(forms=[("cub", "boost"), "pup"]))
    activate(play, "a", "axe")
    activate(play, "b", "cub")
    play.pass_all()
    assert ["cub", ""] == play.pile("b", "forms")


@pytest.mark.rule("TC-RUL-064")
def test_a_target_that_has_left_play_is_gone() -> None:
    """An effect does nothing to a target that has moved to the drop zone before the effect resolves."""
    greet = {"on": {"event": "form_played", "by": "opponent"}, "targets": [{"ref": "event.card"}]}
    hail = form("hail", uses("hail", "interrupt", **greet))
    play = laid(hail, a=full_side(hand=["page"]), b=full_side(forms=[("hail", "boost"), ("archer", "boost")]))
    events = play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
    events = [*events, *activate(play, "b", "hail"), *activate(play, "b", "archer"), *play.pass_all()]
    assert ["archer", "hail"] == cards_resolved(events)
    assert (["page"], 1) == (play.pile("a", "drop"), len(of(CardsDrawn, events)))


@pytest.mark.rule("TC-RUL-064", "TC-RUL-058")
def test_delayed_steps_keep_their_targets() -> None:
    """Delayed steps affect the targets that were chosen when their effect was declared."""
    later = {"do": "delay", "until": {"event": "form_played"}, "then": [{"do": "destroy", "of": {"ref": "chosen.0"}}]}
    aim = {"who": "opponent", "zone": "form", "n": 1, "by": "you"}
    doom = form("doom", uses("fate", "none", targets=[aim], do=[later]))
    play = laid(doom, a=full_side(forms=[("doom", "boost")], hand=["page"]), b=full_side(forms=["alarm", "scout"]))
    activate(play, "a", "doom")
    play.answer(play.form("b", "scout"))
    play.pass_all()
    play.quietly("a", PlayForm(card=play.hand("a", "page")))
    assert ["alarm", ""] == play.pile("b", "forms")


@pytest.mark.rule("TC-READ-12", "TC-RUL-063")
@pytest.mark.parametrize("negated", [False, True])
def test_a_negated_effect_does_not_resolve(*, negated: bool) -> None:
    """A negated effect does not trigger an effect that waits for effects to resolve."""
    ear = form("ear", hears("effect_resolved", where={"by": "you"}, limit={"count": 1, "per": "turn"}))
    play = laid(ear, a=full_side(forms=[("scout", "boost"), "ear"]), b=full_side(set=["veto"]))
    events = activate(play, "a", "scout")
    if negated:
        events += activate(play, "b", "veto")
    events += play.pass_all()
    assert (0 if negated else 2) == len(of(CardsDrawn, events))
    assert negated is ("ear" not in cards_resolved(events))


@pytest.mark.rule("TC-RUL-064", "TC-READ-09")
def test_conditions_are_checked_at_declaration() -> None:
    """An effect's condition must be true when it is declared, but may be false when it resolves."""
    few = {"op": "hand_count", "who": "you", "cmp": "==", "n": 0}
    poor = form("poor", uses("beg", "swift", when=few))
    play = laid(poor, a=full_side(forms=[("poor", "boost")]), b=full_side(forms=[("lancer", "boost")]))
    events = [*activate(play, "a", "poor"), *play.do("a", Activate(card=play.form("a", "poor")))]
    events += play.pass_all()
    assert 2 == len(of(CardsDrawn, events))
    assert set() == may_use(play, "a")


@pytest.mark.rule("TC-RUL-064", "TC-READ-09")
def test_an_effect_needs_its_targets() -> None:
    """The rules refuse to activate an effect that has no legal target."""
    play = laid(a=full_side(forms=[("archer", "boost")]), b=full_side())
    play.assert_refused("a", Activate(card=play.form("a", "archer"), effect="archer#shoot"), NoLegalTarget)


# ---------------------------------------------------------------- several players


@pytest.mark.rule("TC-RUL-045")
def test_an_opponent_is_picked_by_the_effects_player() -> None:
    """If an opponent chooses a target, the effect's player picks that opponent. "Each opponent" needs no pick."""
    gift = {"who": "you", "zone": "form", "n": 1, "by": "opponent"}
    bait = form("bait", uses("lure", "none", targets=[gift], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]))
    tide = form("tide", uses("rise", "none", do=[{"do": "draw", "n": 1, "who": "each_opponent"}]))
    play = laid(bait, tide, a=full_side(forms=[("bait", "boost"), ("tide", "boost")]), b=full_side(), c=full_side())
    activate(play, "a", "bait")
    assert ("a", "choose_player", ("b", "c")) == (play.decision().seat, play.decision().kind, play.decision().words)
    play.answer(play.state.order.index("c"))
    assert ("c", "choose_targets") == (play.decision().seat, play.decision().kind)
    play.answer(play.form("a", "bait"))
    play.pass_all()
    assert ["", "tide"] == play.pile("a", "forms")
    drawn = [event.seat for event in of(CardsDrawn, [*activate(play, "a", "tide"), *play.pass_all()])]
    assert ["b", "c"] == drawn


# ---------------------------------------------------------------- [AUTO] effects


@pytest.mark.rule("TC-RUL-058", "TC-ETI-02", "TC-ETI-15")
def test_auto_effects_wait_for_the_end_of_the_chain() -> None:
    """Effects triggered during a chain wait until it is empty; each then has its own window and chain."""
    play = laid(a=full_side(forms=[("scout", "boost"), "echo"]), b=full_side(forms=[("lancer", "boost")]))
    events = [*activate(play, "a", "scout"), *activate(play, "b", "lancer"), *play.pass_all()]
    assert [
        "a: look", "TriggersQueued", "W2", "b?", "b: dart", "b?", "W2 over", "CardsDrawn", "dart done",
        "CardsDrawn", "look done", "a: heard", "W2", "a?", "b?", "W2 over", "CardsDrawn", "heard done", "a? act",
    ] == line(events)  # fmt: skip
    assert [] == play.state.queue


@pytest.mark.rule("TC-EX-19", "TC-ETI-13", "TC-ETI-14", "TC-ETI-15", "TC-RUL-061")
@pytest.mark.parametrize("active", ["a", "b", "c"])
def test_auto_effects_are_ordered_clockwise_from_the_turn_player(active: str) -> None:
    """If an event triggers one effect of each player, they resolve clockwise from the turn player."""
    quiet = {"forms": ["alarm"]}
    a, b, c = (full_side(**quiet, hand=["page"] * (seat == active)) for seat in "abc")
    play = laid(active=active, a=a, b=b, c=c)
    events = [*play.do(active, PlayForm(card=play.hand(active, "page"))), *play.pass_all()]
    around = "abcab"["abc".index(active) :][:3]
    assert list(around) == [event.seat for event in of(EffectDeclared, events)]
    assert list(around) == [event.seat for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-ETI-13", "TC-RUL-119")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_player_orders_simultaneous_effects(order: tuple[int, int]) -> None:
    """A player orders two of their own effects that trigger together, but not effects of other players' cards."""
    play = laid(
        a=full_side(forms=["alarm", "bell"], hand=["plan"]), b=full_side(hand=["page"], forms=["bell"]), active="b"
    )
    play.do("b", PlayForm(card=play.hand("b", "page")))
    play.pass_all()
    decision = play.decision()
    assert ("a", "order_triggers", ("alarm#heard", "bell#heard")) == (decision.seat, decision.kind, decision.words)
    events = [*play.do("a", Answer(decision=decision.number, choice=order)), *play.pass_all()]
    assert [("alarm", "bell")[place] for place in order] == cards_resolved(events)
    assert 1 == len(of(TriggersOrdered, events))


@pytest.mark.rule("TC-RUL-119", "TC-ETI-13")
def test_each_copy_triggers_once_per_event() -> None:
    """Two copies of a card each trigger once for an event."""
    play = laid(a=full_side(hand=["page"]), b=full_side(forms=["alarm", "alarm"]))
    events = [*play.do("a", PlayForm(card=play.hand("a", "page"), waive=True)), *play.pass_all()]
    if play.decision().kind == "order_triggers":
        events += play.do("b", Answer(decision=play.decision().number, choice=play.decision().options))
        events += play.pass_all()
    assert ["alarm", "alarm"] == cards_resolved(events)
    assert 2 == len(of(CardsDrawn, events))


@pytest.mark.rule("TC-RUL-062", "TC-ETI-02")
def test_auto_effect_is_mandatory() -> None:
    """An [AUTO] effect resolves without a decision of its player. Without its cost or target, it does nothing."""
    aimed = form("aimed", hears("form_played", **ARROW))
    dear = form("dear", hears("form_played", cost=DISCARD))
    play = laid(aimed, dear, a=full_side(hand=["page"], forms=["alarm"]), b=full_side())
    events = [*play.do("a", PlayForm(card=play.hand("a", "page"))), *play.pass_all()]
    assert ["a"] == [event.seat for event in of(EffectDeclared, events)]
    for printed in ("aimed", "dear"):
        play = laid(aimed, dear, a=full_side(hand=["page"], forms=[printed]), b=full_side())
        events = [*play.do("a", PlayForm(card=play.hand("a", "page"))), *play.pass_all()]
        assert ([], [], []) == (of(EffectDeclared, events), of(CardsDrawn, events), of(Discarded, events))
        assert "act" == play.decision().kind


# ---------------------------------------------------------------- the order of effects


ORDERS: Final = (
    ("auto", "interrupt", "swift", "independent", "none"),
    ("none", "swift", "auto", "interrupt", "independent"),
)


@pytest.mark.rule("TC-ETI-04", "TC-RUL-060")
@pytest.mark.parametrize("order", ORDERS)
def test_effects_of_different_timing_have_an_order(order: tuple[str, ...]) -> None:
    """By default, [AUTO] effects come before the delayed steps of [SWIFT] and unmarked effects.

    The setting `effect_order` can change this order.
    """
    later = {"do": "delay", "until": {"event": "form_played"}, "then": [{"do": "invoke", "n": 1}]}
    quick = form("quick", uses("soon", "swift", do=[later]))
    slow = form("slow", uses("late", "none", do=[later]))
    settings = MatchSettings(effect_order=order)  # type: ignore[arg-type]
    play = laid(quick, slow, a=full_side(forms=[("slow", "boost")], hand=["page"]),
                b=full_side(forms=["alarm"]), c=full_side(forms=[("quick", "boost")]), settings=settings)  # fmt: skip
    activate(play, "a", "slow")
    reach(play, "c")
    activate(play, "c", "quick")
    play.pass_all()
    events = [*play.do("a", PlayForm(card=play.hand("a", "page"), waive=True)), *play.pass_all()]
    marks = {"a": "none", "b": "auto", "c": "swift"}
    assert [mark for mark in order if mark in marks.values()] == [
        marks[event.seat] for event in of(EffectDeclared, events)
    ]


@pytest.mark.rule("TC-RUL-060")
def test_order_of_timings_must_be_complete() -> None:
    """The rules refuse to open a match whose order of timings leaves out a timing."""
    settings = MatchSettings(effect_order=("auto",) * 5)
    command = OpenMatch(seats=(SeatAsk(seat="a"), SeatAsk(seat="b")), settings=settings)
    with refuses(OrderIncomplete):
        match_game.decide(
            Intent(id="one", seat="a", role="player", at=1, by="seat:a@0", command=command), Match(), Faces()
        )


@pytest.mark.rule("TC-RUL-057", "TC-RUL-058")
def test_step_ends_after_the_chain_and_its_triggers() -> None:
    """A step ends only after the chain and the effects that it triggered have resolved."""
    play = laid(a=full_side(forms=["echo"]), b=full_side(forms=[("lancer", "boost")]))
    events = [*play.do("a", EndStep()), *activate(play, "b", "lancer"), *play.pass_all()]
    words = line(events)
    assert words.index("heard done") < words.index("StepEntered")
    assert ["W6", "W2", "W2", "W3"] == [event.kind for event in of(WindowOpened, events)][:4]


@pytest.mark.rule("TC-RUL-133", "TC-RUL-058")
def test_auto_effects_of_a_played_command_wait_for_it() -> None:
    """Effects triggered by playing a command resolve after the command's own effect has resolved."""
    crier = form("crier", hears("command_played", do=[{"do": "invoke", "n": 1}]))
    play = laid(crier, a=full_side(hand=["plan"], forms=["crier"]), b=full_side())
    events = [*play.do("a", PlayCommand(card=play.hand("a", "plan"))), *play.pass_all()]
    assert ["plan", "crier"] == cards_resolved(events)
