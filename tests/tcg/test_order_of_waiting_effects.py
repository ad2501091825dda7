"""Questions for the order of waiting effects show what distinguishes effects with the same text. Rule: TC-RUL-197."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.views import SeenDecision, view
from tests.tcg.board import command, effect, side
from tests.tcg.played import Played
from tests.tcg.third_turn import DECK, laid, spell, use

FORMS: Final = {"who": "you", "zone": "form"}
BACK: Final = command(
    "back",
    effect(
        "echo", "auto", on={"event": "left_play", "card": FORMS, "to": "drop"},
        do=[{"do": "play_form", "from": "drop", "of": {"ref": "event.card"}}],
    ),
)  # fmt: skip
KEEP: Final = [
    {"do": "choose", "store": "x", "of": {"who": "you", "zone": "hand", "n": 1, "by": "you"}},
    {
        "do": "delay", "until": {"event": "step_entered", "step": "end"},
        "then": [{"do": "put_in_deck", "at": "top", "of": {"var": "x"}}],
    },
]  # fmt: skip


def asked(play: Played, seat: str | None) -> SeenDecision:
    """Return the open decision as a seat sees it."""
    (decision,) = view(play.state, seat).decisions
    return decision


@pytest.mark.rule("TC-RUL-197", "TC-ETI-13")
def test_option_of_an_order_has_the_event_of_its_effect() -> None:
    """Given an effect that two forms trigger at once, then each option of the question for the order names its form."""
    wrath = spell({"do": "destroy", "of": FORMS})
    play = laid(BACK, wrath, a=side(forms=["whelp", "brute"], commands=["back", "spell"]), b=side())
    forms = [play.form("a", name) for name in ("whelp", "brute")]
    use(play, "a")

    decision = asked(play, "a")
    assert ("order_triggers", ("back#echo",) * 2) == (decision.kind, decision.words)
    assert forms == [one.event.card for one in decision.waiting if one.event is not None]
    assert forms == [one.event.card for one in view(play.state, "b").queue if one.event is not None]
    assert () == asked(play, "b").waiting


def kept_twice(form: int = 3) -> tuple[Played, int, int]:
    """Return a match in which two uses of a spell wait for the end step, and the cards that they picked."""
    twice = spell(*KEEP, limit={"count": 2, "per": "turn"})
    mine: Any = side(commands=["spell"], hand=["tough", "brute"], deck=DECK)
    play = laid(twice, a=mine, b=side(deck=DECK), of_form=form)
    cards = play.hand("a", "tough"), play.hand("a", "brute")
    for card in cards:
        use(play, "a")
        play.answer(card)
        play.pass_all()
    return play, *cards


@pytest.mark.rule("TC-RUL-197", "TC-RUL-179", "TC-RUL-085")
def test_delayed_steps_show_their_own_picks_to_their_player() -> None:
    """Given two uses of a spell that each wait with another card of the hand, then only their player sees the cards."""
    play, tough, brute = kept_twice()

    assert [(tough,), (brute,)] == [one.picks for one in view(play.state, "a").delayed]
    assert [(tough,), (brute,)] == [one.picks for one in view(play.state, None).delayed]
    assert [(), ()] == [one.picks for one in view(play.state, "b").delayed]


@pytest.mark.rule("TC-RUL-197", "TC-RUL-119")
@pytest.mark.parametrize(("form", "top"), [(3, "tough"), (2, "brute")])
def test_player_orders_effects_that_differ_only_in_their_picks(form: int, top: str) -> None:
    """Given two equal delayed effects with different picks, when their event comes, then the player orders them.

    The last one puts its card on top. Under version 2 of the rules, they happen in the order of their uses.
    """
    play, tough, brute = kept_twice(form)
    while play.player("a").hand and play.decision().kind != "order_triggers":
        play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())
    if form == 3:
        decision = asked(play, "a")
        assert ("order_triggers", [(tough,), (brute,)]) == (decision.kind, [one.picks for one in decision.waiting])
        play.answer(1, 0)
        play.pass_all()

    assert top == play.player("a").deck[-1]


@pytest.mark.rule("TC-RUL-197", "TC-RUL-085")
def test_order_is_asked_for_even_if_hidden_picks_are_the_same() -> None:
    """Given two uses of a spell that picked the same card of the hand, then the question does not reveal this."""
    twice = spell(*KEEP, limit={"count": 2, "per": "turn"})
    play = laid(twice, a=side(commands=["spell"], hand=["tough", "brute"], deck=DECK), b=side(deck=DECK))
    for _ in range(2):
        use(play, "a")
        play.answer(play.hand("a", "tough"))
        play.pass_all()
    while play.decision().kind != "order_triggers":
        play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())

    assert [(play.hand("a", "tough"),)] * 2 == [one.picks for one in asked(play, "a").waiting]


@pytest.mark.rule("TC-RUL-197", "TC-RUL-042")
def test_delayed_steps_of_a_loop_show_the_card_of_the_loop() -> None:
    """Given a spell whose steps wait for each of two picked cards, then each waiting effect shows its own card."""
    pick = {"who": "you", "zone": "hand", "n": 2, "by": "you"}
    back = {"do": "put_in_deck", "at": "top", "of": {"ref": "each"}}
    later = {"do": "delay", "until": {"event": "step_entered", "step": "end"}, "then": [back]}
    hand: Any = ["tough", "brute", "whelp"]
    play = laid(spell({"do": "for_each", "of": pick, "then": [later]}), a=side(commands=["spell"], hand=hand), b=side())
    use(play, "a")
    cards = play.hand("a", "tough"), play.hand("a", "brute")
    play.answer(*cards)

    assert [(cards[0],), (cards[1],)] == [one.picks for one in view(play.state, "a").delayed]


@pytest.mark.rule("TC-RUL-197", "TC-RUL-086")
@pytest.mark.parametrize("whose", ["you", "opponent"])
def test_card_of_a_hand_that_was_picked_at_random_stays_hidden(whose: str) -> None:
    """Given a spell that picked a card of a hand at random, then no player sees which card, as in a fork."""
    pick = {"do": "choose", "store": "x", "of": {"who": whose, "zone": "hand", "n": 1, "by": "random"}}
    later = {
        "do": "delay",
        "until": {"event": "step_entered", "step": "end"},
        "then": [{"do": "reveal", "of": {"var": "x"}}],
    }
    hands: Any = side(commands=["spell"], hand=["tough", "brute"])
    play = laid(spell(pick, later), a=hands, b=hands)
    play.do("a", Activate(card=play.find("a", "spell", "command")))
    play.do("a", Pass())
    play.do("b", Pass(), 2, 1)

    assert [()] * 2 == [one.picks for seat in ("a", "b") for one in view(play.state, seat).delayed]
    assert [1] == [len(one.picks) for one in view(play.state, None).delayed]


@pytest.mark.rule("TC-RUL-197", "TC-RUL-119")
@pytest.mark.parametrize(("form", "asks"), [(3, True), (2, False)])
def test_player_orders_effects_that_differ_only_in_their_targets(form: int, asks: bool) -> None:  # noqa: FBT001 pytest passes it so
    """Given two uses of a spell that wait with another target each, then every seat sees the targets.

    When their event comes, the player orders them. Under version 2 of the rules, nobody is asked.
    """
    back = {"do": "put_in_deck", "at": "top", "of": {"ref": "chosen.0"}}
    later = {"do": "delay", "until": {"event": "step_entered", "step": "end"}, "then": [back]}
    twice = spell(later, limit={"count": 2, "per": "turn"}, targets=[{**FORMS, "n": 1}])
    play = laid(twice, a=side(commands=["spell"], forms=["tough", "brute"]), b=side(), of_form=form)
    forms = play.form("a", "tough"), play.form("a", "brute")
    for one in forms:
        use(play, "a")
        play.answer(one)
        play.pass_all()
    assert [((one,),) for one in forms] == [one.targets for one in view(play.state, "b").delayed]
    while play.player("a").forms != [0, 0] and play.decision().kind != "order_triggers":
        play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())

    assert asks == (play.decision().kind == "order_triggers")


LATER: Final = {"do": "delay", "until": {"event": "step_entered", "step": "end"}, "then": []}


def delayed_twice(*before: Any, then: Any) -> Played:  # noqa: ANN401 steps as card files write them
    """Return a match of three players in which two uses of a spell will each wait for the end step."""
    twice = spell(*before, LATER | {"then": [then]}, limit={"count": 2, "per": "turn"})
    mine: Any = side(commands=["spell"], deck=DECK)
    return laid(twice, a=mine, b=side(hand=["tough", "brute"], deck=DECK), c=side(hand=["tough", "brute"], deck=DECK))


@pytest.mark.rule("TC-RUL-217", "TC-RUL-197")
def test_delayed_steps_show_the_number_that_was_rolled() -> None:
    """Given two uses of a spell that rolled 1 and 3, when both wait, then every seat sees the number of each."""
    counters = {"do": "put_counter", "name": "r", "n": {"var": "r"}, "of": {"who": "you", "zone": "savior"}}
    play = delayed_twice({"do": "roll_die", "sides": 6, "store": "r", "table": {}}, then=counters)
    for face in (1, 3):
        play.do("a", Activate(card=play.find("a", "spell", "command")))
        play.do("a", Pass())
        play.do("b", Pass())
        play.do("c", Pass(), face)
    assert [(1,), (3,)] == [one.rolled for one in view(play.state, "b").delayed]
    while play.decision().kind != "order_triggers":
        play.do(play.decision().seat, Pass() if play.decision().kind == "respond" else EndStep())
    assert [(1,), (3,)] == [one.rolled for one in asked(play, "a").waiting]


@pytest.mark.rule("TC-RUL-217", "TC-RUL-197")
def test_delayed_steps_show_the_player_who_was_picked() -> None:
    """Given two uses of a spell that picked another player each, then every seat sees the player of each."""
    discards = {"do": "discard", "who": {"var": "p"}, "n": 1}
    play = delayed_twice({"do": "choose_player", "store": "p"}, then=discards)
    for place in (1, 2):
        use(play, "a")
        play.answer(place)
        play.pass_all()

    assert [("b",), ("c",)] == [one.players for one in view(play.state, "c").delayed]


@pytest.mark.rule("TC-RUL-217", "TC-RUL-224", "TC-RUL-085")
@pytest.mark.parametrize("first", [{"do": "roll_die", "sides": 6, "table": {}}, {"do": "choose_player"}])
def test_hidden_card_under_the_name_of_a_number_or_a_player_stays_hidden(first: Any) -> None:  # noqa: ANN401 a step
    """Given steps that store a number or a player, and then a hidden card under the same name, nobody sees the card."""
    theirs = {"do": "choose", "store": "x", "of": {"who": "opponent", "zone": "hand", "n": 1, "by": "random"}}
    play = delayed_twice({**first, "store": "x"}, theirs, then={"do": "reveal", "of": {"var": "x"}, "to": "all"})
    play.do("a", Activate(card=play.find("a", "spell", "command")))
    play.do("a", Pass())
    play.do("b", Pass())
    if first["do"] == "roll_die":
        play.do("c", Pass(), 3, 1, 2, 3, 4)
    else:
        play.do("c", Pass())
        play.do("a", Answer(decision=play.decision().number, choice=(1,)), 1, 2, 3, 4)

    for seat in ("a", "b", "c"):
        (waiting,) = view(play.state, seat).delayed
        assert ((), (), ()) == (waiting.rolled, waiting.players, waiting.picks)
