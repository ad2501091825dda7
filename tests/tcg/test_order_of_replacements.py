"""The order in which the steps of replacements run that replace one step of several players."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Go
from shared.kernel.messages import Seat
from tests.tcg.board import board, command, effect, side
from tests.tcg.playing import run
from tests.tcg.steps import CARDS, cast, order_of_draws, spell

FORMS: Final = {"who": "any", "zone": "form"}
OWN: Final = {"of": {"who": "you", "zone": "form"}}
KEEPING: Final = {"event": "would_leave", **OWN}
HOLDING: Final[dict[str, Any]] = {"event": "would_go_to_void", "of": {"who": "you", "zone": "spirit_deck"}}
DRAW: Final = [{"do": "draw", "n": 1}]


def draws_in_order(sides: dict[str, Any], step: Any, *, active: Seat, of_form: int, **instead: Any) -> str:  # noqa: ANN401
    """Carry out a step of `a`, and return the order in which players draw, because replacements have them draw.

    A command in play with the name of an argument has the replacement of that argument.
    """
    wards = [command(name, effect("ward", replace={**one, "do": DRAW})) for name, one in instead.items()]
    game = board(cards=[*CARDS, *wards, spell(step)], active=active, of_form=of_form, **sides)
    return order_of_draws(game)


@pytest.mark.rule("TC-RUL-142", "TC-ETI-14")
@pytest.mark.parametrize(
    ("ward", "step"),
    [
        ({"event": "would_discard", "who": "you"}, {"do": "discard", "n": 1, "who": "any"}),
        (KEEPING, {"do": "destroy", "of": FORMS}),
        ({"event": "would_be_damaged", **OWN}, {"do": "damage", "of": FORMS}),
        (HOLDING, {"do": "spirit_to_void", "from": "spirit_deck", "n": 1, "who": "any"}),
    ],
)
def test_replacements_of_the_turn_player_run_first(ward: Any, step: Any) -> None:  # noqa: ANN401
    """If a step of `a` in the turn of `b` is replaced for all, the replacement of `b` runs first, then that of `c`.

    Under version 2 of the rules, they do not begin with the turn player.
    """
    one = side(forms=["whelp"], hand=["whelp"], spirits=["boost"] * 2, deck=["whelp"] * 9, commands=["ward"])
    sides = {**dict.fromkeys("bc", one), "a": side(
        forms=["whelp"], hand=["whelp"], spirits=["boost"] * 2, deck=["whelp"] * 9, commands=["spell", "ward"]
    )}  # fmt: skip
    assert "bca" == draws_in_order(sides, step, active="b", of_form=NEWEST, ward=ward)
    assert "abc" == draws_in_order(sides, step, active="a", of_form=NEWEST, ward=ward)
    assert "bca" != draws_in_order(sides, step, active="b", of_form=AMENDED, ward=ward)


@pytest.mark.rule("TC-RUL-142", "TC-ETI-14")
@pytest.mark.parametrize(
    ("active", "of_form", "order"), [("a", NEWEST, "ab"), ("b", NEWEST, "ba"), ("a", AMENDED, "ba")]
)
def test_kept_forms_and_spirits_are_replaced_in_one_order(active: Seat, of_form: int, order: str) -> None:
    """If damage would destroy a form of `a` and take a spirit of `b`, the turn player's replacement runs first.

    Under version 2 of the rules, the replacement for the spirit does.
    """
    sides: dict[str, Any] = {
        "a": side(forms=["whelp"], deck=["whelp"] * 9, commands=["spell", "keep"]),
        "b": side(spirits=["boost"] * 2, deck=["whelp"] * 9, commands=["hold"]),
    }
    step = {"do": "damage", "of": {"who": "any", "zone": ["form", "savior"]}}
    assert order == draws_in_order(sides, step, active=active, of_form=of_form, keep=KEEPING, hold=HOLDING)


@pytest.mark.rule("TC-RUL-131", "TC-RUL-142", "TC-ETI-14")
def test_replacement_of_the_topmost_spirit_runs_first() -> None:
    """If two spirits of a spirit deck are kept from the void, the replacement of the topmost one runs first."""

    def keeps(kind: str, then: Any) -> Any:  # noqa: ANN401 an effect
        of = {**HOLDING["of"], "filter": {"op": "is", "of": {"ref": "each"}, "type": kind}}
        return command(kind, effect("ward", replace={**HOLDING, "of": of, "do": [then]}))

    wards = [keeps("boost", {"do": "draw", "n": 1}), keeps("rescue", {"do": "invoke", "n": 1})]
    step = spell({"do": "spirit_to_void", "from": "spirit_deck", "n": 2})
    replaced = {"house-boost": CardsDrawn, "house-rescue": SpiritsInvoked}
    for spirits in (["boost", "rescue"], ["rescue", "boost"]):
        own = side(spirits=spirits, deck=["whelp"] * 9, commands=["spell", "boost", "rescue"])
        game = board(cards=[*CARDS, *wards, step], settings=MatchSettings(command_zones=3), a=own, b=side())
        deck = list(game.state.players["a"].spirits)
        cast(game)
        found = [type(event) for event in game.events if isinstance(event, CardsDrawn | SpiritsInvoked)]
        assert [replaced[one] for one in reversed(deck)] == found


DEVOUR: Final = {"do": "devour", "n": 1}
SAVIORS: Final = {"do": "damage", "of": {"who": "any", "zone": "savior"}}


@pytest.mark.rule("TC-RUL-206", "TC-RUL-131", "TC-RUL-142")
@pytest.mark.parametrize(
    ("step", "replace", "each"),
    [
        ({**DRAW[0], "who": "any"}, {"event": "would_draw", "who": "you", "do": [{**DRAW[0], "who": "opponent"}]}, 1),
        (SAVIORS, {**HOLDING, "do": [DEVOUR]}, 1),
        ({"do": "spirit_to_void", "from": "spirit_deck", "n": 2, "who": "any"}, {**HOLDING, "do": [DEVOUR]}, 2),
    ],
)
def test_replacements_of_one_event_do_not_stop_each_other(step: Any, replace: Any, each: int) -> None:  # noqa: ANN401
    """If one event of two players is replaced for each by what hits the other, each of them is hit as often.

    Under version 2 of the rules, the turn player is spared, and the other player is hit twice as often.
    """

    def hits(active: Seat, of_form: int) -> list[int]:
        own = side(spirits=["boost"] * 9, deck=["whelp"] * 9, commands=["spell", "ward"])
        cards = [*CARDS, command("ward", effect("ward", replace=replace)), spell(step)]
        game = cast(board(cards=cards, active=active, of_form=of_form, a=own, b=own))
        game.push(Go(to="settle"))
        run(game)
        return [len(player.hand) + len(player.void) for player in game.state.players.values()]

    assert [each, each] == hits("a", NEWEST) == hits("b", NEWEST)
    assert [0, 2 * each] == sorted(hits("a", AMENDED))
