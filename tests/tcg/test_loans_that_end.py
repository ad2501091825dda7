"""Forms taken for as long as a card is in play (loans), when that card leaves play in unusual ways.

Rule: TC-RUL-169.
"""

from __future__ import annotations

from typing import Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.forms import PlayForm
from services.tcg.settings import MatchSettings
from tests.tcg.board import effect, form, side, spirit
from tests.tcg.played import Played, of
from tests.tcg.test_loans import ANY, EACH, PRIZE
from tests.tcg.third_turn import DECK, ONCE, choose_first, laid, spell, use

TAKE: Final = {"do": "gain_control", "of": ANY, "for": "while_in_play"}
GIVE: Final = {**TAKE, "who": "opponent"}
THIEF: Final = form("thief", effect("grab", "none", limit=ONCE, independent=True, do=[TAKE]))
GIVER: Final = form("giver", effect("hand-over", "none", limit=ONCE, independent=True, do=[GIVE]))
GHOST: Final = spirit("ghost", effect("grab", "none", limit=ONCE, do=[TAKE]))
BIG: Final = form("big", level=2)
FREE: Final = spell(
    {"do": "despiritualize", "n": 1, "of": {"who": "you", "zone": "form", "filter": {
        "op": "is", "of": EACH, "name": "whelp"}}}, name="free",
)  # fmt: skip


def activated(play: Played, number: int) -> None:
    """Activate a card's effect for `a`, and choose the first option in each decision."""
    play.do("a", Activate(card=number))
    play.pass_all()
    choose_first(play)


def sacrificed(play: Played, name: str, *, zone: int) -> list[ControlChanged]:
    """Sacrifice a form of `a` in order to play the big form in a zone; return the changes of control."""
    command = PlayForm(card=play.hand("a", "big"), sacrifice=play.form("a", name), zone=zone)
    return of(ControlChanged, [*play.do("a", command), *play.pass_all()])


@pytest.mark.rule("TC-RUL-169", "TC-FORM-10")
@pytest.mark.parametrize(("of_form", "holder"), [(3, "b"), (2, "a")])
def test_form_goes_home_when_its_taker_is_sacrificed_for_another_form(of_form: int, holder: str) -> None:
    """A form taken by another form's effect returns to its owner when that other form is sacrificed to play a form.

    Under version 2 of the rules, it does not return.
    """
    play = laid(PRIZE, THIEF, BIG, a=side(forms=["thief"], hand=["big"], deck=DECK), b=side(forms=["prize"]))
    play.state.form = of_form
    prize = play.form("b", "prize")
    activated(play, play.form("a", "thief"))
    assert "a" == play.card(prize).seat

    sacrificed(play, "thief", zone=0)
    assert holder == play.card(prize).seat


@pytest.mark.rule("TC-RUL-169", "TC-FORM-10", "TC-RUL-089")
def test_form_that_goes_home_leaves_the_zone_to_the_form_that_is_played() -> None:
    """If sacrificing a form ends a loan, the new form takes its zone, and the returning form another one."""
    play = laid(PRIZE, GIVER, BIG, a=side(forms=["prize", "giver"], hand=["big"], deck=DECK), b=side())
    prize = play.form("a", "prize")
    activated(play, play.form("a", "giver"))
    assert "b" == play.card(prize).seat

    assert [ControlChanged(thing=prize, seat="a", zone=1)] == sacrificed(play, "giver", zone=0)
    assert [play.form("a", "big"), prize] == play.state.players["a"].forms[:2]


@pytest.mark.rule("TC-RUL-169", "TC-FORM-14", "TC-KEY-13")
@pytest.mark.parametrize(("of_form", "holder"), [(3, "b"), (2, "a")])
def test_form_goes_home_when_the_spirit_that_took_it_goes_to_the_void(of_form: int, holder: str) -> None:
    """A form taken by a spirit's effect returns to its owner when the spirit goes to the void.

    Under version 2 of the rules, it does not return.
    """
    play = laid(PRIZE, GHOST, FREE, a=side(forms=[("whelp", "ghost")], commands=["free"]), b=side(forms=["prize"]))
    play.state.form = of_form
    prize = play.form("b", "prize")
    activated(play, next(card.id for card in play.state.table.values() if card.card == "ghost"))
    assert "a" == play.card(prize).seat

    use(play, "a", "free")
    choose_first(play)
    assert holder == play.card(prize).seat


@pytest.mark.rule("TC-RUL-169", "TC-RUL-026")
def test_form_goes_home_when_the_spirit_that_took_it_returns_to_the_hand() -> None:
    """A form taken by a spirit's effect returns to its owner when the spirit returns to the hand with its form."""
    back = spell({"do": "return_to_hand", "from": "form", "of": {"who": "you", "zone": "form", "filter": {
        "op": "is", "of": EACH, "name": "whelp"}}}, name="back")  # fmt: skip
    settings = MatchSettings(spirits_on_return="owner_hand")
    play = laid(PRIZE, GHOST, back, settings=settings,
                a=side(forms=[("whelp", "ghost")], commands=["back"]), b=side(forms=["prize"]))  # fmt: skip
    prize = play.form("b", "prize")
    activated(play, next(card.id for card in play.state.table.values() if card.card == "ghost"))

    (ended,) = of(ControlChanged, [*use(play, "a", "back"), *choose_first(play)])
    assert ("b", prize) == (ended.seat, ended.thing)


@pytest.mark.rule("TC-RUL-169", "TC-RUL-046")
@pytest.mark.parametrize(("of_form", "holder"), [(3, "c"), (2, "b")])
def test_form_goes_home_when_the_player_who_lent_it_is_eliminated(of_form: int, holder: str) -> None:
    """If a's card gave c's form to `b`, the form returns to `c` when `a` leaves the match.

    Under version 2 of the rules, `b` keeps it.
    """
    play = laid(PRIZE, GIVER, a=side(forms=["giver"]), b=side(deck=DECK), c=side(forms=["prize"]), d=side())
    play.state.form = of_form
    prize = play.form("c", "prize")
    activated(play, play.form("a", "giver"))
    play.answer(play.decision().options[0])
    play.pass_all()
    choose_first(play)
    assert "b" == play.card(prize).seat

    play.do("a", Concede())
    assert holder == play.card(prize).seat
