"""Forms taken for a limited time (loans) that change control again before that time ends. Rule: TC-RUL-169."""

from __future__ import annotations

from typing import Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Change
from shared.kernel.messages import Event
from tests.tcg.board import form, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, choose_first, laid, spell, use

EACH: Final = {"ref": "each"}
PRIZE: Final = form("prize")
IS_PRIZE: Final = {"op": "is", "of": EACH, "name": "prize"}
ANY: Final = {"who": "any", "zone": "form", "filter": IS_PRIZE}
LASTS: Final = ("end_of_turn", "end_of_combat_step", "your_next_turn", "while_in_play", "game")
TAKES: Final = [spell({"do": "gain_control", "of": ANY, "for": lasts}, name=lasts.replace("_", "-")) for lasts in LASTS]
STIR: Final = spell({"do": "draw", "n": 1}, name="stir", limit={"count": 9, "per": "turn"})
LEAVE: Final = spell(
    {"do": "return_to_hand", "from": "command", "of": {"who": "any", "zone": "command", "filter": {
        "op": "is", "of": EACH, "name": "while-in-play"}}}, name="leave",
)  # fmt: skip


def table(**commands: list[str]) -> Played:
    """Return a match in which `a` owns the form called prize, and each seat has these commands in play."""
    sides = {
        seat: side(
            commands=["stir", *(name.replace("_", "-") for name in names)],
            deck=DECK * 3,
            spirits=["boost"] * 4,
            forms=["prize"] if seat == "a" else [],
        )
        for seat, names in commands.items()
    }
    return laid(PRIZE, STIR, LEAVE, *TAKES, settings=MatchSettings(command_zones=4), **sides)


def taken(play: Played, seat: str, lasts: str) -> list[ControlChanged]:
    """Take control of the prize for a seat, and return the changes of control.

    Outside its own turn, the seat does so in response to a command.
    """
    return of(ControlChanged, [*used(play, seat, lasts.replace("_", "-")), *choose_first(play)])


def used(play: Played, seat: str, name: str) -> list[Event]:
    """Use a command for a seat, and return the events.

    Outside its own turn, the seat does so in response to a command of the turn player.
    """
    if seat != play.state.active:
        play.do(play.state.active, Activate(card=play.find(play.state.active, "stir", "command")))
        while play.decision().seat != seat:
            play.do(play.decision().seat, Pass())
    return use(play, seat, name)


def until(play: Played, seat: str, lasts: str, number: int, *, part: str) -> Change:
    """Return the change of control by which a seat has taken the prize."""
    return Change(
        "control", number, seat, play.find(seat, lasts.replace("_", "-"), "command"), lasts, play.state.turn, part=part
    )


def changes_up_to(play: Played, seat: str) -> list[ControlChanged]:
    """Play up to the first act step of a seat; return the changes of control until then."""
    return of(ControlChanged, play.go_on("act1", seat=seat))


@pytest.mark.rule("TC-RUL-169", "TC-RUL-078")
def test_form_borrowed_back_goes_home_at_the_end_of_the_first_loan() -> None:
    """If the owner borrows a lent form back for the turn, it returns to the borrower first, and later to its owner."""
    play = table(a=["end_of_turn"], b=["your_next_turn"])
    prize = play.form("a", "prize")
    first, second = until(play, "b", "your_next_turn", 1, part="a"), until(play, "a", "end_of_turn", 2, part="b")

    assert [ControlChanged(thing=prize, seat="b", zone=0, change=first)] == taken(play, "b", "your_next_turn")
    assert [ControlChanged(thing=prize, seat="a", zone=0, change=second, earlier=(first,))] == taken(
        play, "a", "end_of_turn"
    )
    assert [
        ControlChanged(thing=prize, seat="b", zone=0, earlier=(first,)), ControlChanged(thing=prize, seat="a", zone=0)
    ] == changes_up_to(play, "b")  # fmt: skip
    assert () == play.card(prize).changes


@pytest.mark.rule("TC-RUL-169", "TC-RUL-090")
def test_form_borrowed_back_goes_home_when_the_source_leaves() -> None:
    """If the card that gave a form away leaves while its owner has borrowed it back, the owner keeps the form."""
    play = table(a=["end_of_turn", "leave"], b=["while_in_play"])
    prize = play.form("a", "prize")
    taken(play, "b", "while_in_play")
    (change,) = taken(play, "a", "end_of_turn")

    assert ("b", 1) == (change.change.part if change.change else "", len(change.earlier or ()))
    (ended,) = of(ControlChanged, used(play, "a", "leave"))
    assert ("a", prize, ["a"]) == (ended.seat, ended.thing, [one.part for one in ended.earlier or ()])
    assert [ControlChanged(thing=prize, seat="a", zone=0)] == changes_up_to(play, "b")


@pytest.mark.rule("TC-RUL-169")
@pytest.mark.parametrize(
    ("lasts", "ends"),
    [("end_of_turn", ["a"]), ("end_of_combat_step", ["b", "a"]), ("your_next_turn", ["c", "a"])],
)
def test_form_taken_by_a_third_player_goes_home(lasts: str, ends: list[str]) -> None:
    """A form that two players take one after the other returns to its owner when both loans have ended."""
    play = table(a=[], b=["end_of_turn"], c=[lasts])
    prize = play.form("a", "prize")
    taken(play, "b", "end_of_turn")
    taken(play, "c", lasts)

    assert ends == [one.seat for one in changes_up_to(play, "c") if one.thing == prize]
    assert ("a", ()) == (play.card(prize).seat, play.card(prize).changes)


@pytest.mark.rule("TC-RUL-169", "TC-RUL-046")
@pytest.mark.parametrize("lasts", ["game", "your_next_turn", "end_of_turn"])
def test_form_goes_to_its_owner_if_the_player_before_has_lost(lasts: str) -> None:
    """If the player from whom a form was taken has left the match, the form returns to its owner instead."""
    play = table(a=[], b=[lasts], c=["end_of_turn"])
    prize = play.form("a", "prize")
    taken(play, "b", lasts)
    taken(play, "c", "end_of_turn")
    play.do("b", Concede())

    assert [ControlChanged(thing=prize, seat="a", zone=0)] == changes_up_to(play, "c")


@pytest.mark.rule("TC-RUL-169")
def test_longer_time_of_the_same_player_counts() -> None:
    """If a player takes a form again for a longer time, the longer time applies."""
    play = table(a=[], b=["end_of_turn", "game"])
    prize = play.form("a", "prize")
    taken(play, "b", "end_of_turn")
    assert [ControlChanged(thing=prize, seat="b", zone=0)] == taken(play, "b", "game")
    assert [] == changes_up_to(play, "b")
    assert [] == taken(play, "b", "end_of_turn")

    play = table(a=[], b=["end_of_turn", "your_next_turn"])
    prize = play.form("a", "prize")
    taken(play, "b", "end_of_turn")
    first, second = until(play, "b", "end_of_turn", 1, part="a"), until(play, "b", "your_next_turn", 2, part="b")
    assert [ControlChanged(thing=prize, seat="b", zone=0, change=second, earlier=(first,))] == taken(
        play, "b", "your_next_turn"
    )
    assert ["b", "a"] == [one.seat for one in changes_up_to(play, "b")]


@pytest.mark.rule("TC-RUL-169", "TC-RUL-090")
def test_control_for_the_game_ends_all_earlier_loans() -> None:
    """If a player takes a lent form for the rest of the game, no earlier loan takes it back."""
    play = table(a=[], b=["your_next_turn"], c=["game"])
    prize = play.form("a", "prize")
    taken(play, "b", "your_next_turn")
    assert [ControlChanged(thing=prize, seat="c", zone=0)] == taken(play, "c", "game")
    assert [] == changes_up_to(play, "b")
    assert "c" == play.card(prize).seat


@pytest.mark.rule("TC-RUL-169")
def test_older_matches_keep_only_the_latest_loan() -> None:
    """Under version 2 of the rules, a lent form that was borrowed back never returns to its owner."""
    play = table(a=["end_of_turn"], b=["your_next_turn"])
    play.state.form = 2
    prize = play.form("a", "prize")
    taken(play, "b", "your_next_turn")
    taken(play, "a", "end_of_turn")

    assert [ControlChanged(thing=prize, seat="b", zone=0)] == changes_up_to(play, "b")
