"""Cards that forms, saviors or effects cannot damage: which source of damage counts, in and outside combat."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.damage import CardDamaged, DamagePrevented
from services.tcg.state.tasks import Running
from tests.tcg.board import board, command, effect, form, number, savior, side, spirit
from tests.tcg.played import Played, of
from tests.tcg.playing import Playing, run
from tests.tcg.steps import CARDS, events_of

THEIRS: Final = {"who": "opponent", "zone": "form"}
BURN: Final = effect(
    "burn", "swift", independent=True, limit={"count": 1, "per": "turn"}, do=[{"do": "damage", "of": THEIRS}]
)
FROM: Final = {
    "form": form("burner", BURN),
    "savior": savior(
        "burner", bound={"pwr": 2, "effects": [{**BURN, "independent": False, "name": "Burn"}]}, boundless={"pwr": 5}
    ),
    "spirit": spirit("burner", {**BURN, "independent": False}),
    "command": command("burner", {**BURN, "independent": False}),
}  # fmt: skip


def safe(by: str) -> AnyCard:
    """Return a form that cannot be damaged by this kind of source."""
    return form(
        "safe", effect("safe", static=[{"static": "cannot_be_damaged", "of": {"ref": "this"}, "by": by}]), pwr=1
    )


def board_with_damage_by(kind: str, by: str, *, of_form: int = 2) -> Playing:
    """Return a match in which an effect of a card of this kind is about to damage an opponent's form."""
    sides: dict[str, dict[str, Any]] = {
        "form": {"forms": ["burner"]}, "savior": {"savior": "burner"}, "spirit": {"forms": [("whelp", "burner")]},
        "command": {"commands": ["burner"]},
    }  # fmt: skip
    game = board(cards=[*CARDS, FROM[kind], safe(by)], a=side(**sides[kind]), b=side(forms=["safe"]), of_form=of_form)
    source = next(one.id for one in game.state.table.values() if one.card == "burner")
    game.push(Running(seat="a", card=source, printed="burner", effect="burner#burn"))
    run(game)
    return game


@pytest.mark.rule("TC-RUL-079", "TC-RUL-153")
@pytest.mark.parametrize(
    ("kind", "prevented"),
    [
        ("form", {"form", "effect"}), ("savior", {"savior", "effect"}), ("spirit", {"form", "effect"}),
        ("command", {"effect"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("by", ["form", "savior", "effect", "any"])
def test_effect_damage_comes_from_the_effect_and_its_card(kind: str, prevented: set[str], by: str) -> None:
    """Damage by an effect also counts as damage by its card; a spirit's effect counts as the form above the spirit."""
    game = board_with_damage_by(kind, by)
    expected = by == "any" or by in prevented

    assert (expected, not expected) == (bool(events_of(game, DamagePrevented)), bool(events_of(game, CardDamaged)))


@pytest.mark.rule("TC-RUL-153")
def test_older_matches_attribute_effect_damage_to_the_effect_only() -> None:
    """Under version 1 of the rules, damage by an effect does not count as damage by its card."""
    assert events_of(board_with_damage_by("form", "form", of_form=1), CardDamaged)
    assert events_of(board_with_damage_by("form", "effect", of_form=1), DamagePrevented)


@pytest.mark.rule("TC-RUL-153", "TC-CBT-11")
@pytest.mark.parametrize(("attacker", "by"), [("form", "form"), ("savior", "savior"), ("form", "any")])
def test_in_combat_damage_comes_from_the_victor(attacker: str, by: str) -> None:
    """A card protected from damage by forms survives an attack by a form, but not one by a savior, and vice versa."""
    hero = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})

    def attack_with(one: str) -> list[Any]:
        a, b = side(savior="hero", forms=["brute"]), side(forms=["safe"], deck=["whelp"])
        play = Played(board(cards=[*CARDS, hero, safe(by)], a=a, b=b, step="combat"))
        source = play.form("a", "brute") if one == "form" else play.savior("a")
        return of(CardDamaged, play.quietly("a", DeclareAttack(attacker=source, target=play.form("b", "safe"))))

    assert [] == attack_with(attacker)
    assert by == "any" or attack_with("savior" if attacker == "form" else "form")


@pytest.mark.rule("TC-RUL-153")
def test_an_effect_keeps_its_source_after_its_card_has_left() -> None:
    """An effect's damage counts as damage by a form if its card was a form when the effect was declared."""
    game = board(cards=[*CARDS, FROM["form"], safe("form")], a=side(drop=["burner"]), b=side(forms=["safe"]))
    source = number(game, "a", "burner")
    del game.state.table[source]
    game.push(Running(seat="a", card=source, printed="burner", effect="burner#burn"))
    run(game)

    assert events_of(game, DamagePrevented)
