"""Permanent effects: static abilities about attacks, damage, actions and costs, and replacements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from services.tcg.chapters import applying, continuous, turn
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import EffectGranted, Restricted
from services.tcg.state.tasks import Running
from tests.tcg.continuous import MINE, PLAIN, THIS, pwr, with_command
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, spell

from .board import board, card, change, effect, form, number, record, side, static

# ---------------------------------------------------------------- the statics


def test_attacks_are_forbidden_and_allowed() -> None:
    """Statics determine which cards a form may attack, whether it needs a spirit, and which cards are protected."""
    rider = ("a", "current-rider")
    game = with_command(static("cannot_attack", of=MINE, what="savior"))
    assert continuous.may_not_attack(game, card(game, *rider), "savior")
    assert not continuous.may_not_attack(game, card(game, *rider), "form")
    assert not continuous.may_not_attack(game, card(game, "b", "silt-crab"), "savior")
    game = with_command(static("cannot_attack", of=MINE))
    assert continuous.may_not_attack(game, card(game, *rider), "form")
    game = with_command(static("attack_without_spirit", of=MINE))
    assert continuous.attacks_without_spirit(game, card(game, *rider))
    assert not continuous.attacks_without_spirit(game, card(game, "b", "silt-crab"))
    game = with_command(static("cannot_be_attacked", of={"who": "you", "zone": "savior"}))
    assert continuous.protecting_from_attacks(game, card(game, "a", "lantern-marshal"))
    assert not continuous.protecting_from_attacks(game, card(game, *rider))


@pytest.mark.rule("TC-CBT-23", "TC-RUL-081")
def test_attacks_are_added_up() -> None:
    """A form has one attack, plus attacks that cards or effects allow, minus attacks that were given up."""
    game = with_command(static("extra_attack", of=MINE, n=2))
    rider = card(game, "a", "current-rider")

    assert continuous.attacks_allowed(game, card(game, "b", "silt-crab")) == 1
    assert continuous.attacks_allowed(game, rider) == 3
    record(game, AttackAllowed(thing=rider.id, n=1))
    assert continuous.attacks_allowed(game, rider) == 4
    record(game, AttackGivenUp(thing=rider.id))
    assert continuous.attacks_allowed(game, rider) == 3


def test_targets_are_protected_from_opponents_or_from_all() -> None:
    """Protection from opponents applies to opponents of the protected card's controller.

    Other statics protect a card from all players.
    """
    game = board(a=side(forms=["dawn-colossus"]), b=PLAIN)
    colossus = card(game, "a", "dawn-colossus")
    assert continuous.may_not_be_target(game, colossus, "b")
    assert not continuous.may_not_be_target(game, colossus, "a")
    game = with_command(static("cannot_be_target", of=MINE, by="any"))
    assert continuous.may_not_be_target(game, card(game, "a", "current-rider"), "a")


def test_protected_card_is_no_legal_target() -> None:
    """Of two forms of an opponent, one of which no opponent may target, only the other is a legal target."""
    aim = spell({"do": "draw", "n": 1}, targets=[{"who": "opponent", "zone": "form", "n": 1}])
    shy = form("shy", static("cannot_be_target", of=THIS, by="opponent"))
    game = board(cards=[*CARDS, aim, shy], a=side(commands=["spell"]), b=side(forms=["shy", "whelp"]))
    running = Running(seat="a", card=number(game, "a", "spell"), printed="spell", effect="spell#cast")
    (target,) = game.pool.abilities["spell#cast"].targets
    assert [number(game, "b", "whelp")] == continuous.targets_of(game, running, target)


@pytest.mark.rule("TC-RUL-079")
def test_a_static_ability_prevents_damage_from_a_source() -> None:
    """A static ability may prevent damage from effects only, or from every source."""
    game = with_command(static("cannot_be_damaged", of=MINE, by="effect"))
    rider = card(game, "a", "current-rider")
    assert continuous.not_damaged_by(game, rider, "effect")
    assert not continuous.not_damaged_by(game, rider, "form")
    game = with_command(static("cannot_be_damaged", of=MINE))
    assert continuous.not_damaged_by(game, card(game, "a", "current-rider"), "savior")


def test_actions_are_forbidden_and_allowed() -> None:
    """Statics may forbid sacrifices or spirits, allow more of them, or remove the need for a sacrifice."""
    game = with_command(static("cannot_be_sacrificed", of=MINE))
    assert continuous.may_not_be_sacrificed(game, card(game, "a", "gate-whelp"))
    assert not continuous.may_not_be_sacrificed(game, card(game, "b", "silt-crab"))
    game = with_command(static("extra_sacrifice", who="you", n=2))
    assert (2, 0) == (continuous.more_sacrifices(game, "a"), continuous.more_sacrifices(game, "b"))
    game = with_command(static("extra_spiritualize", of={"who": "you", "zone": "savior"}))
    assert continuous.more_spiritualizing(game, card(game, "a", "lantern-marshal")) == 1
    assert continuous.more_spiritualizing(game, card(game, "a", "gate-whelp")) == 0
    game = with_command(static("no_sacrifice_needed", of={"who": "you", "zone": "hand"}))
    assert continuous.needs_no_sacrifice(game, card(game, "a", "twin-fang", "hand"))
    game = with_command(static("cannot_be_spiritualized", of={"who": "opponent", "zone": ["form", "savior"]}))
    assert continuous.closed_to_spirits(game, card(game, "b", "tide-regent"))
    assert not continuous.closed_to_spirits(game, card(game, "a", "gate-whelp"))


@pytest.mark.rule("TC-FORM-11")
def test_a_form_may_count_as_another_level() -> None:
    """A static may make a form count as another level. Cards without a level count as level 0."""
    only_ones = {"who": "you", "zone": "form", "filter": {"op": "is", "of": {"ref": "each"}, "level": 1}}
    game = with_command(static("level_as", of=only_ones, level=3))

    assert continuous.level(game, card(game, "a", "current-rider")) == 3
    assert continuous.level(game, card(game, "a", "gate-whelp")) == 0
    assert continuous.level(game, card(game, "a", "odd")) == 0
    game = board(a=side(forms=["current-rider"]), b=PLAIN)
    assert continuous.level(game, card(game, "a", "current-rider")) == 1


@pytest.mark.rule("TC-READ-09")
@pytest.mark.parametrize(("what", "stopped"), [
    ("any", {"gate-whelp", "recall", "feint", "kindle"}),
    ("form", {"gate-whelp"}), ("savior", {"recall"}), ("command", {"feint", "kindle"}), ("normal", {"kindle"}),
    ("swift", {"recall", "feint"}), ("interrupt", set()), ("bound", set()),
])  # fmt: skip
def test_prohibitions_name_kinds_of_effects(what: str, stopped: set[str]) -> None:
    """A prohibition stops all effects of the named players, or only one card kind, command type or timing."""
    game = with_command(static("cannot_activate", who="opponent", what=what))
    pool = game.pool
    used = {
        "gate-whelp": "gate-whelp#fetch", "recall": "lantern-marshal#recall", "feint": "feint#main",
        "kindle": "kindle#main",
    }  # fmt: skip

    def forbidden(seat: str) -> set[str]:
        return {
            name
            for name, key in used.items()
            if continuous.forbidding_to_activate(
                game, seat, pool.printed[pool.abilities[key].card], pool.abilities[key]
            )
        }

    assert stopped == forbidden("b")
    assert set() == forbidden("a")
    assert bool(continuous.forbidding_to_activate(game, "b", pool.printed["watch-fire"], None)) is (
        what in {"any", "command", "bound"}
    )


@pytest.mark.rule("TC-READ-10")
def test_costs_are_added_and_waived() -> None:
    """Players pay added costs after the effect's own cost, and do not pay waived costs."""

    def costs_of(what: dict[str, Any], seat: str, printed: str, key: str) -> list[str]:
        game = with_command(what)
        ability = game.pool.abilities[key]
        ctx = Running(seat=seat, card=number(game, seat, printed), printed=ability.card, effect=key)
        return [cost.name for cost in continuous.changed_costs(game, ctx, ability)]

    more = static("change_cost", of={"who": "any", "zone": "form"}, cost=[{"pay": "spirit_from_deck", "n": 1}])
    none = static("change_cost", of={"who": "any", "zone": "form"})
    surge, muster = ("a", "current-rider", "current-rider#surge"), ("a", "lantern-marshal", "lantern-marshal#muster")

    assert ["despiritualize", "spirit_from_deck"] == costs_of(more, *surge)
    assert [] == costs_of(none, *surge)
    assert ["discard"] == costs_of(more, *muster)
    assert ["spirit_from_deck"] == costs_of(more, "a", "rescue", "house-rescue#rescue")


@pytest.mark.rule("TC-RUL-078")
def test_restriction_applies_to_one_card_until_it_ends() -> None:
    """A restriction applies only to the card that it names, and ends with the turn."""
    game = board(a=side(forms=["gate-whelp", "twin-fang"]), b=PLAIN)
    whelp, fang = card(game, "a", "gate-whelp"), card(game, "a", "twin-fang")
    record(game, Restricted(thing=whelp.id, change=change(game, "restrict", seat="b", part="kelp-binder#bind/1")))

    assert continuous.may_not_attack(game, whelp, "form")
    assert not continuous.may_not_attack(game, fang, "form")
    record(game, turn.TurnEnded(turn=3))
    assert not continuous.may_not_attack(game, whelp, "form")


# ---------------------------------------------------------------- replacements


@pytest.mark.rule("TC-RUL-012", "TC-RUL-120")
def test_protect_replaces_only_departures_by_damage() -> None:
    """A Protect Spirit saves only its own form, and only from damage. Its effect acts for the form's controller."""
    game = board(a=side(forms=[("gate-whelp", "protect"), "twin-fang"]), b=PLAIN)
    whelp, fang = number(game, "a", "gate-whelp"), number(game, "a", "twin-fang")

    [(ctx, ability)] = continuous.replacements(game, "would_leave", card=whelp, seat="a", cause="damage")
    assert (ctx.seat, ctx.card, ability.key) == ("a", number(game, "a", "protect"), "house-protect#protect")
    assert ctx.event is not None
    assert (ctx.event.event, ctx.event.card) == ("would_leave", whelp)
    assert len(ability.program) > 0
    assert [] == continuous.replacements(game, "would_leave", card=whelp, seat="a", cause="effect")
    assert [] == continuous.replacements(game, "would_leave", card=fang, seat="a", cause="damage")
    assert [] == continuous.replacements(game, "would_draw", seat="a")


@pytest.mark.rule("TC-RUL-118")
def test_replacement_names_its_players() -> None:
    """A `would_draw` replacement applies only to draws of the players that it names, while its condition is true."""
    instead = {"event": "would_draw", "who": "opponent", "do": [{"do": "invoke", "n": 1}]}
    game = with_command(effect("odd", replace=instead, when={"op": "turn_of", "who": "opponent"}), active="b")

    assert ["odd#odd"] == [ability.key for _, ability in continuous.replacements(game, "would_draw", seat="b")]
    assert [] == continuous.replacements(game, "would_draw", seat="a")
    record(game, turn.TurnStarted(turn=4, seat="a"))
    assert [] == continuous.replacements(game, "would_draw", seat="b")


@pytest.mark.rule("TC-RUL-078")
def test_granted_replacement_applies_only_for_its_duration() -> None:
    """A replacement that is granted while a condition holds applies only as long as that condition is true."""
    inner = effect("inner", replace={"event": "would_be_damaged", "of": THIS})
    mine = {"op": "turn_of", "who": "you"}
    step = {"do": "grant", "of": THIS, "effect": inner, "for": "while", "as_long_as": mine}
    odd = form("odd", effect("odd", "auto", on={"event": "drawn"}, do=[step]))
    game = board(cards=[odd], a=side(forms=["odd"]), b=PLAIN)
    at = number(game, "a", "odd")
    granted = change(game, "grant", lasts="while", part="odd#odd/1", condition="odd#odd/2")
    record(game, EffectGranted(thing=at, change=granted))

    [(_, ability)] = continuous.replacements(game, "would_be_damaged", card=at, seat="a", cause="damage")
    assert ability.replacement is not None
    assert ability.replacement.prevent
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert [] == continuous.replacements(game, "would_be_damaged", card=at, seat="a", cause="damage")


def test_pwr_without_changes_is_the_printed_one() -> None:
    """If no card of a set changes PWR, every form has its printed PWR."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    bare = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    bare.pool = without_pwr(bare)

    assert pwr(bare, "a", "gate-whelp") == pwr(game, "a", "gate-whelp") == 2


def without_pwr(game: Playing) -> Any:  # noqa: ANN401 a pool
    """Return a card pool like the match's, but with cards that never change PWR."""
    return replace(game.pool, holding=game.pool.holding - applying.OF_PWR)
