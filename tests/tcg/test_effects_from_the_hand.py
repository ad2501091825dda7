"""[AUTO] effects that work from the hand, and reveal their card only if they can be used."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters import triggers
from services.tcg.chapters.revealing import Revealed
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.state.tasks import TriggerEvent
from tests.tcg.board import Side, board, card, effect, event_names, form, heard, side
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, FORM, events_of

PLAYED: Final = {"event": "form_played", "by": "opponent"}
STATE: Final = {"event": "state", "when": {"op": "void_count", "who": "you", "cmp": "<=", "n": 2}}
DRAW: Final = [{"do": "draw", "n": 1}]
ONE_SPIRIT: Final = side(hand=["hidden", "boost"], deck=["whelp"] * 3)
THREE_SPIRITS: Final = side(hand=["hidden", *["boost"] * 3], deck=["whelp"] * 3)
A_FORM: Final = side(hand=["hidden"], forms=["whelp"], deck=["whelp"] * 3)
PRICE: Final[dict[str, Any]] = {"cost": [{"pay": "spirit_from_hand", "n": 3}]}
AIM: Final[dict[str, Any]] = {"targets": [{"who": "you", "zone": "form", "n": 1}]}


def waiting(b: Side, *, of_form: int = NEWEST, **more: Any) -> Playing:  # noqa: ANN401 fields of the effect
    """Return a board on which `b` has a form in hand with an [AUTO] effect that works from there."""
    hidden = form("hidden", effect("wake", "auto", zones=["hand"], do=DRAW, **more))
    return board(cards=[*CARDS, hidden], a=side(), b=b, of_form=of_form)


def play_a_form(game: Playing) -> list[str]:
    """Let `a` play a form; return the names of the events that follow."""
    triggers.happen(game, TriggerEvent(event="form_played", by="a", card=1))
    return event_names(game)


@pytest.mark.rule("TC-RUL-190", "TC-RUL-062", "TC-RUL-085")
@pytest.mark.parametrize(("more", "cannot", "can"), [(PRICE, ONE_SPIRIT, THREE_SPIRITS), (AIM, ONE_SPIRIT, A_FORM)])
def test_card_in_hand_is_not_revealed_for_nothing(more: Any, cannot: Side, can: Side) -> None:  # noqa: ANN401
    """If the cost cannot be paid, or if there is no target, the card in the hand is not revealed.

    Under version 2 of the rules, it is revealed.
    """
    assert [] == play_a_form(waiting(cannot, on=PLAYED, **more))
    assert ["Revealed", "TriggersQueued"] == play_a_form(waiting(can, on=PLAYED, **more))
    assert ["Revealed", "TriggersQueued"] == play_a_form(waiting(cannot, on=PLAYED, of_form=AMENDED, **more))


@pytest.mark.rule("TC-RUL-190", "TC-RUL-189")
def test_condition_in_hand_waits_until_the_effect_can_be_used() -> None:
    """An [AUTO] effect on a state reveals its card once the condition is true and the cost can be paid."""
    game = waiting(ONE_SPIRIT, on=STATE, **PRICE)
    triggers.state_triggers(game)
    assert [] == game.events
    game = waiting(THREE_SPIRITS, on=STATE, **PRICE)
    triggers.state_triggers(game)
    assert ["Revealed", "EffectUsed", "TriggersQueued"] == event_names(game)
    assert (["hidden#wake"], 1) == (heard(game), len(events_of(game, Revealed)))


@pytest.mark.rule("TC-RUL-190")
def test_only_hidden_cards_in_hands_are_kept_secret() -> None:
    """A revealed card in the hand and a card in play are triggered as ever, although the cost cannot be paid."""
    game = waiting(ONE_SPIRIT, on=PLAYED, **PRICE)
    card(game, "b", "hidden", "hand").known = True
    assert ["TriggersQueued"] == play_a_form(game)
    hidden = form("hidden", effect("wake", "auto", do=DRAW, on=PLAYED, **PRICE))
    assert ["TriggersQueued"] == play_a_form(board(cards=[*CARDS, hidden], a=side(), b=side(forms=["hidden"])))


@pytest.mark.rule("TC-RUL-190", "TC-RUL-070")
def test_card_in_hand_is_not_revealed_without_a_use_left() -> None:
    """Of two cards in a hand that share one use a turn, only one is revealed when their condition becomes true."""
    two = side(hand=["hidden", "hidden"], deck=["whelp"] * 3)
    game = waiting(two, on=STATE, limit={"count": 1, "per": "turn", "scope": "name"})
    triggers.state_triggers(game)
    assert (["hidden#wake"], 1) == (heard(game), len(events_of(game, Revealed)))


@pytest.mark.rule("TC-RUL-190")
def test_card_in_hand_is_revealed_to_target_the_card_of_the_event() -> None:
    """A card in the hand whose effect targets the form that was just played is revealed, as that target is there."""
    of_event: dict[str, Any] = {"targets": [{"ref": "event.card"}]}
    assert ["Revealed", "TriggersQueued"] == play_a_form(waiting(ONE_SPIRIT, on=PLAYED, **of_event))


@pytest.mark.rule("TC-RUL-210", "TC-RUL-190")
@pytest.mark.parametrize(("spirits", "shown"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_only_cards_that_can_all_be_paid_for_are_revealed(spirits: int, shown: int) -> None:
    """Of two cards in a hand that one event triggers, as many are revealed as can be paid for.

    Under version 2 of the rules, both are revealed.
    """
    cost: dict[str, Any] = {"cost": [{"pay": "spirit_from_hand", "n": 1}]}
    hand = side(hand=["hidden", "hidden", *["boost"] * spirits], deck=["whelp"] * 3)

    game = waiting(hand, on=PLAYED, **cost)
    play_a_form(game)
    assert (shown, shown) == (len(events_of(game, Revealed)), len(heard(game)))
    game = waiting(hand, on=PLAYED, of_form=AMENDED, **cost)
    play_a_form(game)
    assert 2 == len(events_of(game, Revealed))


DECK_SPIRIT: Final = {"pay": "spirit_from_deck", "n": 1}
SHOW_CARD: Final = {"pay": "reveal", "from": "hand", "n": 1}
COUNTER: Final = {"pay": "remove_counter", "name": "z", "n": 1, "of": FORM}


@pytest.mark.rule("TC-RUL-210", "TC-RUL-190")
@pytest.mark.parametrize(
    ("pay", "more", "shown"),
    [
        (DECK_SPIRIT, {"spirits": ["boost"]}, 1),
        (DECK_SPIRIT, {"spirits": ["boost"] * 2}, 2),
        (SHOW_CARD, {}, 2),
        (COUNTER, {"forms": ["whelp"]}, 2),
    ],
)
def test_cost_counts_what_it_takes_away(pay: Any, more: Any, shown: int) -> None:  # noqa: ANN401 fields of the cost
    """Costs cannot take the same spirit of a deck. They can reveal the same card, and take counters of one card."""
    game = waiting(side(hand=["hidden"] * 2, deck=["whelp"] * 3, **more), on=PLAYED, cost=[pay])
    if pay is COUNTER:
        card(game, "b", "whelp").counters["z"] = 2
    play_a_form(game)

    assert (shown, shown) == (len(events_of(game, Revealed)), len(heard(game)))


def paying(*pays: tuple[str, Any]) -> list[AnyCard]:
    """Return forms that react from the hand to a form of `a`, each with this name and this cost."""
    return [form(name, effect("wake", "auto", do=DRAW, zones=["hand"], on=PLAYED, cost=[pay])) for name, pay in pays]


DISCARD: Final = {"pay": "discard", "n": 1}
SEND: Final = {"pay": "send_self", "to": "drop"}


@pytest.mark.rule("TC-RUL-210", "TC-RUL-194")
@pytest.mark.parametrize("order", [("ha", "hs"), ("hs", "ha")])
@pytest.mark.parametrize(("more", "shown"), [([], 1), (["whelp"], 2)])
def test_card_that_sends_itself_away_pays_for_no_other(order: Any, more: Any, shown: int) -> None:  # noqa: ANN401
    """Given a card that discards another and one that sends itself away, then only one is shown if they are all.

    With a third card in the hand, both are shown.
    """
    game = board(cards=[*CARDS, *paying(("ha", DISCARD), ("hs", SEND))], a=side(), b=side(hand=[*order, *more]))
    play_a_form(game)

    assert (shown, shown) == (len(events_of(game, Revealed)), len(heard(game)))


@pytest.mark.rule("TC-RUL-210", "TC-RUL-194")
@pytest.mark.parametrize("order", [("ha", "hb"), ("hb", "ha")])
def test_card_may_pay_for_a_later_effect(order: Any) -> None:  # noqa: ANN401
    """Given a card that discards another, and one that pays otherwise, then both are shown: the latter comes first."""
    game = board(
        cards=[*CARDS, *paying(("ha", DISCARD), ("hb", DECK_SPIRIT))], a=side(), b=side(hand=order, spirits=["boost"])
    )
    play_a_form(game)

    assert {"ha#wake", "hb#wake"} == {*heard(game)}


@pytest.mark.rule("TC-RUL-210", "TC-RUL-063")
@pytest.mark.parametrize("order", [("ha", "hb"), ("hb", "ha")])
def test_spirits_under_a_form_may_pay_before_the_form_does(order: Any) -> None:  # noqa: ANN401
    """Given a card that sacrifices the only form, and one that takes a spirit from under it, then both are shown."""
    of = {"who": "you", "zone": "form"}
    costs = ("ha", {"pay": "sacrifice", "of": {**of, "n": 1}}), ("hb", {"pay": "despiritualize", "of": of, "n": 1})
    game = board(cards=[*CARDS, *paying(*costs)], a=side(), b=side(hand=order, forms=[("whelp", "boost")]))
    play_a_form(game)

    assert {"ha#wake", "hb#wake"} == {*heard(game)}


@pytest.mark.rule("TC-RUL-210", "TC-RUL-194")
@pytest.mark.parametrize(("more", "shown"), [([], 1), (["whelp"], 2)])
def test_two_cards_do_not_pay_for_each_other(more: Any, shown: int) -> None:  # noqa: ANN401
    """Given two cards that each discard another, then only one is shown if they are all; a third card pays for one."""
    game = board(cards=[*CARDS, *paying(("ha", DISCARD), ("hb", DISCARD))], a=side(), b=side(hand=["ha", "hb", *more]))
    play_a_form(game)

    assert (shown, shown) == (len(events_of(game, Revealed)), len(heard(game)))
