"""Effects that play commands offer only commands that can be played then."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import limits
from services.tcg.chapters.limits import EffectUsed
from services.tcg.forms import AMENDED, NEWEST
from tests.tcg.board import board, command, effect, event_names, number, side
from tests.tcg.steps import CARDS, DROP, answer, cast, done, open_decision, spell


@pytest.mark.rule("TC-RUL-193", "TC-CMD-41")
@pytest.mark.parametrize("n", [1, {"min": 0, "max": 1}])
def test_effect_offers_only_commands_that_can_be_played(n: Any) -> None:  # noqa: ANN401 a number or span
    """Of the commands in the drop zone, an effect offers neither an interrupt nor one whose cost cannot be paid.

    With no open command zone, it offers none. "Up to 1" offers no others than "1".
    """
    price = [{"pay": "spirit_from_hand", "n": 1}]
    dear = command("dear", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}], cost=price), kind="normal")
    late = command("late", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}],
                                  when={"op": "turn_of", "who": "opponent"}), kind="normal")  # fmt: skip
    play = spell({"do": "play_command", "of": {**DROP, "n": n}, "from": "drop"}, {"do": "invoke", "n": 1})
    drop = ["dear", "late", "trap", "order", "order"]

    def offered(commands: list[str], of_form: int = NEWEST) -> list[str]:
        sides: dict[str, Any] = {"a": side(commands=commands, drop=drop, spirits=["boost"]), "b": side()}
        game = cast(board(cards=[*CARDS, dear, late, play], of_form=of_form, **sides))
        return [game.state.table[one].card for decision in game.state.decisions.values() for one in decision.options]

    assert ["order", "order"] == offered(["spell"])
    assert [] == offered(["spell", "order"])
    assert drop[::-1] == offered(["spell"], AMENDED)


@pytest.mark.rule("TC-RUL-193")
def test_effect_that_plays_two_commands_offers_all() -> None:
    """An effect that plays two commands offers also those that cannot be played yet, because the first may help."""
    play = spell({"do": "play_command", "of": {**DROP, "n": 2}, "from": "drop"})
    game = cast(board(cards=[*CARDS, play], a=side(commands=["spell"], drop=["trap", "order", "order"]), b=side()))
    assert 3 == len(open_decision(game).options)


@pytest.mark.rule("TC-RUL-193")
def test_named_commands_are_tested_one_by_one() -> None:
    """Of two commands that an effect names, the second one is played if the first one has provided its cost."""
    gift = command("gift", effect("main", "none", main=True, do=[{"do": "invoke", "n": 1}]), kind="normal")
    price = [{"pay": "spirit_from_hand", "n": 1}]
    dear = command("dear", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}], cost=price), kind="normal")
    play = spell({"do": "play_command", "of": {"ref": "chosen.0"}, "from": "drop"}, targets=[{**DROP, "n": 2}])
    mine = side(commands=["spell"], drop=["gift", "dear"], spirits=["boost"], deck=["whelp"])
    game = board(cards=[*CARDS, gift, dear, play], a=mine, b=side())
    cast(game, targets=((number(game, "a", "gift", "drop"), number(game, "a", "dear", "drop")),))
    while game.state.decisions:
        answer(game, open_decision(game).options[0])
    assert 2 == event_names(game).count("CommandPlayed")


@pytest.mark.rule("TC-RUL-193", "TC-RUL-070")
def test_effect_offers_no_command_without_a_use_left() -> None:
    """A command that its player may use once a turn by name is no option after that use."""
    once = {"count": 1, "per": "turn", "scope": "name"}
    rare = command("rare", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}], limit=once), kind="normal")
    play = spell({"do": "play_command", "of": DROP, "from": "drop"})
    sides: dict[str, Any] = {"a": side(commands=["spell"], drop=["rare", "order", "order"]), "b": side()}

    def offered(*, used: bool) -> list[str]:
        game = board(cards=[*CARDS, rare, play], **sides)
        [ability] = [one for one in game.pool.abilities.values() if one.card == "rare"]
        if used:
            game.emit(EffectUsed(keys=limits.used_keys(game, "a", number(game, "a", "rare", "drop"), ability)))
        return [game.state.table[one].card for one in open_decision(cast(game)).options]

    assert (["order", "order", "rare"], ["order", "order"]) == (offered(used=False), offered(used=True))


@pytest.mark.rule("TC-RUL-193", "TC-RUL-183")
def test_command_that_may_choose_none_is_played_by_an_effect() -> None:
    """An effect plays a command that may choose up to one form, although there is no form."""
    aimed = {
        "targets": [{"who": "opponent", "zone": "form", "n": {"min": 0, "max": 1}}],
        "do": [{"do": "draw", "n": 1}],
    }
    bolt = command("bolt", effect("main", "none", main=True, **aimed), kind="normal")
    play = spell({"do": "play_command", "of": DROP, "from": "drop"})
    game = board(
        cards=[*CARDS, bolt, play], a=side(commands=["spell"], drop=["bolt"], deck=["whelp"]), b=side()
    )  # fmt: skip
    cast(game)
    assert ["CommandPlayed", "EffectDeclared", "CardsDrawn"] == [type(event).__name__ for event in done(game)][:3]
