"""Cards that leave as a cost of their own effect, and pay no other part of that cost that another card adds."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.departures import CardReturned, FormSacrificed, SpiritsSentToVoid
from services.tcg.chapters.leaving import Despiritualized
from services.tcg.chapters.paying import CostNotPayable
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.triggers import TriggersQueued
from shared.kernel.messages import Event
from tests.tcg.answering import CARDS, THIS, full_side, hears, uses
from tests.tcg.board import board, command, form, number, record, static
from tests.tcg.played import Played, of

Cost = dict[str, Any]
YOURS: Final = {"who": "you", "zone": "form"}
ONE: Final = {**YOURS, "n": 1, "by": "you"}
SPIRIT: Final = {"pay": "despiritualize", "of": YOURS, "n": 1}
COUNTER: Final = {"pay": "remove_counter", "of": ONE, "name": "x", "n": 1}
ATTACK: Final = {"pay": "give_up_attack", "of": ONE}
SACRIFICE: Final = {"pay": "sacrifice", "of": ONE}
DROP: Final = {"pay": "send_self", "to": "drop"}
HAND: Final = {"pay": "send_self", "to": "hand"}
OTHER: Final = form("other", hears("despiritualized"))


def laid(printed: Cost, added: Sequence[Cost], *forms: str, of_form: int = 3) -> Played:
    """Return a match in which a form's effect has a printed cost, and a command adds more.

    Each form has a spirit under it, a counter and an attack.
    """
    leaver = form("leaver", uses("go", "none", cost=[printed], do=[{"do": "invoke", "n": 1}], independent=True))
    its = {"op": "is", "of": {"ref": "each"}, "name": "Leaver"}
    toll = command("toll", static("change_cost", of={**YOURS, "filter": its}, cost=list(added)))
    own = full_side(forms=[(one, "boost") for one in forms], commands=["toll"])
    game = board(cards=[*CARDS, OTHER, leaver, toll], a=own, b=full_side(), of_form=of_form)
    for one in forms:
        record(game, CounterChanged(thing=number(game, "a", one), name="x", n=1))
    return Played(game)


def go(play: Played) -> Activate:
    """Return the activation of the effect that sends its card away."""
    return Activate(card=play.form("a", "leaver"), effect="leaver#go")


def payers(events: Sequence[Event]) -> list[int]:
    """Return the forms that were sacrificed, or gave up an attack or a counter, in order."""
    return [one.thing for one in events if isinstance(one, FormSacrificed | AttackGivenUp | CounterChanged)]


@pytest.mark.rule("TC-RUL-225", "TC-RUL-194", "TC-RUL-063")
@pytest.mark.parametrize("to", ["drop", "hand", "main_deck_bottom"])
@pytest.mark.parametrize("added", [SACRIFICE, ATTACK, COUNTER])
def test_card_that_left_pays_no_added_part(to: str, added: dict[str, Any]) -> None:
    """A form sends itself away as a cost, and another form has to pay the part that a card effect adds."""
    leaves = {"pay": "send_self", "to": to}
    play = laid(leaves, [added], "leaver", "other")
    other = play.form("a", "other")
    assert [other] == payers(play.quietly("a", go(play)))
    play = laid(leaves, [added], "leaver")
    play.assert_refused("a", go(play), CostNotPayable)


@pytest.mark.rule("TC-RUL-225", "TC-RUL-211")
def test_spirit_under_a_card_that_left_pays_no_added_part() -> None:
    """The spirit under a form that sends itself away goes to the void with it, and another spirit pays."""
    play = laid(DROP, [SPIRIT], "leaver", "other")
    under = [*play.card(play.form("a", "leaver")).under, *play.card(play.form("a", "other")).under]
    events = play.quietly("a", go(play))
    assert under == [gone.was for sent in of(SpiritsSentToVoid, events) for gone in sent.spirits]


@pytest.mark.rule("TC-RUL-225", "TC-RUL-194")
def test_card_that_sends_itself_away_later_is_not_sacrificed() -> None:
    """A printed cost sacrifices a form, an added one sends the card away: another form is sacrificed."""
    play = laid(SACRIFICE, [DROP], "leaver", "other")
    other = play.form("a", "other")
    events = play.quietly("a", go(play))
    assert ([other], []) == (payers(events), of(CardReturned, events))
    assert {"leaver", "other"} == {*play.pile("a", "drop")}
    for printed in (SACRIFICE, {**SACRIFICE, "of": THIS}):
        play = laid(printed, [DROP], "leaver")
        play.assert_refused("a", go(play), CostNotPayable)


@pytest.mark.rule("TC-RUL-225")
def test_card_that_leaves_last_pays_a_part_in_between() -> None:
    """A form is sacrificed, the card gives up a counter, and then it leaves: no other form is left for the counter."""
    play = laid(SACRIFICE, [COUNTER, DROP], "leaver", "other")
    leaver, other = play.form("a", "leaver"), play.form("a", "other")
    assert [other, leaver] == payers(play.quietly("a", go(play)))
    assert ["other", "leaver"] == play.pile("a", "drop")


@pytest.mark.rule("TC-RUL-225")
def test_card_leaves_only_once_for_a_cost() -> None:
    """A card that goes to the drop zone as a printed cost cannot go to the hand as an added one."""
    play = laid(DROP, [HAND], "leaver", "other")
    play.assert_refused("a", go(play), CostNotPayable)


@pytest.mark.rule("TC-RUL-225")
@pytest.mark.parametrize("printed", [ATTACK, COUNTER])
def test_card_that_leaves_later_may_pay_before(printed: dict[str, Any]) -> None:
    """A form gives up its attack or a counter for a printed cost, and then leaves for an added one."""
    play = laid(printed, [DROP], "leaver")
    leaver = play.form("a", "leaver")
    assert [leaver] == payers(play.quietly("a", go(play)))
    assert ["leaver"] == play.pile("a", "drop")


@pytest.mark.rule("TC-RUL-229", "TC-RUL-063")
@pytest.mark.parametrize("printed", [ATTACK, COUNTER])
@pytest.mark.parametrize(("added", "leaves"), [([SPIRIT], []), ([SPIRIT, DROP], ["leaver"])])
def test_spirit_under_a_card_that_stays_pays_another_part(printed: Cost, added: list[Cost], leaves: list[str]) -> None:
    """A form gives up its attack or a counter, and the spirit under it pays the next part: both are paid."""
    play = laid(printed, added, "leaver")
    leaver = play.form("a", "leaver")
    events = play.quietly("a", go(play))
    assert ([leaver], [leaver]) == (payers(events), [one.thing for one in of(Despiritualized, events)])
    assert (leaves, ["house-boost"]) == (play.pile("a", "drop"), play.pile("a", "void"))


@pytest.mark.rule("TC-RUL-229", "TC-RUL-225")
def test_spirit_under_a_card_that_paid_and_then_left_does_not_pay() -> None:
    """A form gives up its attack and then leaves: the spirit of another form pays the last part."""
    play = laid(ATTACK, [DROP, SPIRIT], "leaver", "other")
    leaver, other = play.form("a", "leaver"), play.form("a", "other")
    play.do("a", go(play))
    assert (leaver, other) == play.decision().options
    assert [other] == [one.thing for one in of(Despiritualized, [*play.answer(leaver), *play.pass_all()])]


@pytest.mark.rule("TC-RUL-229")
@pytest.mark.parametrize(("printed", "of_form"), [(ATTACK, 2), (SACRIFICE, 3)])
def test_spirit_goes_with_its_card(printed: Cost, of_form: int) -> None:
    """The spirit under a sacrificed form pays no part; under version 2 of the rules, so it is beside an attack."""
    play = laid(printed, [SPIRIT], "leaver", "other", of_form=of_form)
    leaver, other = play.form("a", "leaver"), play.form("a", "other")
    play.do("a", go(play))
    assert [leaver] == [one.thing for one in of(Despiritualized, [*play.answer(other), *play.pass_all()])]


@pytest.mark.rule("TC-RUL-229")
def test_earlier_versions_take_no_attack_if_the_spirit_under_it_pays() -> None:
    """Under version 2 of the rules, the spirit under the only form pays, and its attack is not given up."""
    play = laid(ATTACK, [SPIRIT], "leaver", of_form=2)
    events = play.quietly("a", go(play))
    assert ([], 1) == (payers(events), len(of(Despiritualized, events)))


@pytest.mark.rule("TC-RUL-225")
def test_earlier_versions_let_the_card_pay_twice() -> None:
    """Under version 2 of the rules, a form that has sent itself to the hand is an option of an added sacrifice."""
    play = laid(HAND, [SACRIFICE], "leaver", "other", of_form=2)
    leaver = play.form("a", "leaver")
    play.do("a", go(play))
    assert leaver in play.decision().options


@pytest.mark.rule("TC-RUL-225")
@pytest.mark.parametrize(("printed", "added"), [(SACRIFICE, DROP), (DROP, HAND)])
def test_earlier_versions_let_the_card_leave_twice(printed: Cost, added: Cost) -> None:
    """Under version 2 of the rules, a form that was sacrificed or has left for the printed part leaves once more."""
    play = laid(printed, [added], "leaver", of_form=2)
    leaver = play.form("a", "leaver")
    events = play.quietly("a", go(play))
    assert [leaver] == [one.thing for one in of(CardReturned, events)]


@pytest.mark.rule("TC-RUL-225")
@pytest.mark.parametrize("of_form", [0, 1, 2])
def test_earlier_versions_take_a_spirit_that_has_gone(of_form: int) -> None:
    """Under earlier versions of the rules, the spirit of a form that has left pays, and the effects that wait hear it.

    Logs of such matches hold this payment.
    """
    play = laid(DROP, [SPIRIT], "leaver", "other", of_form=of_form)
    (spirit,) = play.card(play.form("a", "leaver")).under
    play.do("a", go(play))
    events = [*play.answer(spirit), *play.pass_all()]
    assert [0] == [one.thing for one in of(Despiritualized, events)]
    assert ["other#heard"] == [one.effect for queued in of(TriggersQueued, events) for one in queued.effects]
    assert ["house-boost"] == play.pile("a", "void")


@pytest.mark.rule("TC-RUL-234", "TC-RUL-194")
def test_card_with_the_effect_pays_what_another_card_adds() -> None:
    """A command adds a cost of a counter to effects of a form: the form loses the counter, and not the command."""
    play = laid(SPIRIT, [{**COUNTER, "of": THIS}], "leaver")
    record(play.game, CounterChanged(thing=number(play.game, "a", "toll"), name="x", n=1))
    assert [play.form("a", "leaver")] == payers(play.quietly("a", go(play)))
