"""Players who leave the match while a resolving effect needs a zone for a card.

The effect asks for no zone for cards that leave with such players.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.decisions import DecisionOpened
from services.tcg.chapters.entering import CommandPlayed, CommandSet, FormPlayed
from services.tcg.settings import MatchSettings
from tests.tcg.board import Side, command, effect, form, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, laid, spell, use

EACH: Final = {"ref": "each"}
PAGE: Final = form("page")
PLAN: Final = command("plan", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}]), kind="normal")
SNARE: Final = command("snare", effect("main", "interrupt", main=True, do=[{"do": "draw", "n": 1}]), kind="interrupt")


def in_drop(kind: str) -> dict[str, Any]:
    """Return a selector for all cards of a kind in any drop zone."""
    return {"who": "opponent", "zone": "drop", "filter": {"op": "is", "of": EACH, "kind": kind}, "n": 2}


def three(step: Any, b: Side, c: Side) -> Played:  # noqa: ANN401
    """Return a match of three players in which `a` has just used a spell with this step."""
    zones = MatchSettings(command_zones=3)
    play = laid(spell(step), PAGE, PLAN, SNARE, settings=zones, a=side(commands=["spell"], deck=DECK), b=b, c=c)
    use(play, "a")
    return play


@pytest.mark.rule("TC-RUL-046", "TC-RUL-090")
def test_no_zone_is_asked_for_a_form_that_has_left() -> None:
    """If an effect takes two forms and one of them leaves with its owner, the other is taken as usual."""
    both = {"do": "gain_control", "of": {"who": "opponent", "zone": "form"}}
    play = three(both, side(forms=["page"], deck=DECK), side(forms=["page"], deck=DECK))
    (leaver,) = (seat for seat in ("b", "c") if play.form(seat, "page") == _first(play))
    stays = "c" if leaver == "b" else "b"
    kept = play.form(stays, "page")
    play.do(leaver, Concede())
    assert ("a", "choose_zone", kept) == (play.decision().seat, play.decision().kind, _first(play))
    assert [ControlChanged(thing=kept, seat="a", zone=1)] == of(ControlChanged, play.answer(1))


def _first(play: Played) -> int:
    (card,) = next(named for key, named in getattr(play.state.pending[-1], "names", {}).items() if key.endswith("card"))
    return int(card)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-090")
def test_nothing_is_asked_where_the_only_form_has_left() -> None:
    """If the only form that an effect may take leaves with its owner, the effect ends without a decision.

    Its player then acts again.
    """
    play = three({"do": "gain_control", "of": {"who": "opponent", "zone": "form"}}, side(forms=["page"], deck=DECK),
                 side(deck=DECK))  # fmt: skip
    assert "choose_zone" == play.decision().kind
    events = play.do("b", Concede())
    assert (["act"], []) == ([one.kind for one in of(DecisionOpened, events)], of(ControlChanged, events))


@pytest.mark.rule("TC-RUL-046", "TC-RUL-138")
@pytest.mark.parametrize(
    ("do", "card", "event"),
    [("play_form", "page", FormPlayed), ("play_command", "plan", CommandPlayed), ("set_command", "snare", CommandSet)],
)
def test_card_of_a_drop_zone_that_has_left_is_not_put_into_play(do: str, card: str, event: type[Any]) -> None:
    """If the owner of a card in a drop zone leaves, an effect that would put that card into play does not."""
    kind = "form" if card == "page" else "command"
    play = three({"do": do, "of": {**in_drop(kind), "n": 1}, "from": "drop"}, side(drop=[card], deck=DECK),
                 side(deck=DECK))  # fmt: skip
    assert "choose_zone" == play.decision().kind
    events = play.do("b", Concede())
    assert ([], "act") == (of(event, events), play.decision().kind)
    assert "removed" == next(one.place for one in play.state.table.values() if one.card == card)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-138")
def test_later_card_of_a_drop_zone_is_skipped_if_it_has_left() -> None:
    """An effect that plays two cards skips the second if its owner leaves before it is played."""
    play = three({"do": "play_form", "of": in_drop("form"), "from": "drop"}, side(drop=["page"], deck=DECK),
                 side(drop=["page"], deck=DECK))  # fmt: skip
    assert "choose_zone" == play.decision().kind
    leaver = "c" if play.card(_first(play)).owner == "b" else "b"
    play.do(leaver, Concede())
    play.answer(0)
    play.pass_all()
    assert (["page", ""], "act") == (play.pile("a", "forms"), play.decision().kind)
