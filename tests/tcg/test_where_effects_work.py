"""Where effects work, and how long their changes last."""

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import CardsDrawn
from tests.tcg.answering import CARDS, DRAW, THIS, full_side, hears, uses
from tests.tcg.board import Side, board, command, effect, form, static
from tests.tcg.played import Played, of


def laid(*more: AnyCard, a: Side, b: Side) -> Played:
    """Return a match in the turn player's first act step, with these sides and additional cards."""
    return Played(board(cards=[*CARDS, form("page"), *more], active="a", step="act1", a=a, b=b))


@pytest.mark.rule("TC-RUL-116", "TC-ETI-02", "TC-ETI-03")
def test_auto_effects_work_face_up_and_in_play() -> None:
    """[AUTO] effects of cards that are in hand, in the drop zone or face-down trigger only if they name that zone."""
    herald = form("herald", hears("form_played"))
    ghost = form("ghost", hears("form_played", zones=["drop"]))
    drum = command(
        "drum", effect("main", "interrupt", main=True, do=list(DRAW)), hears("form_played"), kind="interrupt"
    )
    play = laid(
        herald, ghost, drum,
        a=full_side(hand=["page", "herald"], drop=["herald", "ghost"], set=["drum"]), b=full_side(),
    )  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.pass_all()
    assert 8 == len(play.player("a").deck)
    play = laid(herald, a=full_side(hand=["page"], forms=["herald"]), b=full_side())
    assert 1 == len(of(CardsDrawn, play.quietly("a", PlayForm(card=play.hand("a", "page")))))


@pytest.mark.rule("TC-RUL-078", "TC-ETI-05")
def test_changes_last_until_the_end_of_the_turn() -> None:
    """A change without a named duration ends with the turn; a CONT change ends when its source leaves play."""
    cheer = uses("cheer", "none", do=[{"do": "modify_pwr", "of": THIS, "by": 4}])
    bard = form("bard", cheer, static("modify_pwr", of={"who": "you", "zone": "form"}, by=1))
    play = laid(bard, a=full_side(forms=[("bard", "rescue"), "page"]), b=full_side())
    bard_there, other = play.form("a", "bard"), play.form("a", "page")
    play.quietly("a", Activate(card=bard_there, effect="bard#cheer"))
    assert (8, 4) == (play.pwr(bard_there), play.pwr(other))
    play.go_on("act1", seat="b")
    assert (4, 4) == (play.pwr(bard_there), play.pwr(other))
