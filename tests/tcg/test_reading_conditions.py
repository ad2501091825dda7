"""Conditions converted into functions: about cards, players, zones, the turn, and events."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import entering, limits, turn, winning
from services.tcg.chapters.course import AttackDeclared, PhaseEntered
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from services.tcg.chapters.sources import CounterChanged
from services.tcg.state.tasks import TriggerEvent
from tests.tcg.reading import PLAIN, cards, ctx, full, holds

from .board import board, card, number, own, record, side

# ---------------------------------------------------------------- conditions of cards


@pytest.mark.rule("TC-KEY-11")
def test_card_is_spiritualized_with_a_spirit_underneath() -> None:
    """A card counts as spiritualized while it has a spirit under it."""
    game = board(a=side(forms=[("gate-whelp", "boost")]), b=PLAIN)
    whelp = card(game, "a", "gate-whelp")
    condition = {"op": "is_spiritualized", "of": {"ref": "this"}}

    assert holds(game, ctx(game, "a", whelp.id), condition)
    gone = Gone(owner="a", card="house-boost", thing=whelp.under[0], origin="under", was=whelp.under[0])
    record(game, SpiritsSentToVoid(cause="effect", spirits=(gone,)))
    assert not holds(game, ctx(game, "a", whelp.id), condition)


def test_condition_on_several_cards_needs_one_match() -> None:
    """A condition on several cards is true if one of them meets it, and false if the selector finds no card."""
    game = full()

    def is_spiritualized(who: str, zone: str) -> bool:
        return holds(game, ctx(game), {"op": "is_spiritualized", "of": {"who": who, "zone": zone}})

    assert is_spiritualized("you", "form")
    assert not is_spiritualized("opponent", "form")
    assert not is_spiritualized("opponent", "command")


@pytest.mark.rule("TC-KEY-11", "TC-SPI-03")
def test_spirits_underneath_are_counted_by_type() -> None:
    """A condition may count all spirits under a card, or only the spirits of one type."""
    game = board(a=side(savior=("lantern-marshal", "boost", "boost", "rescue")), b=PLAIN)

    def under(n: int, **more: str) -> bool:
        condition = {"op": "spirits_under", "of": {"ref": "this"}, "cmp": "==", "n": n}
        return holds(game, ctx(game), {**condition, **more})

    assert under(3)
    assert under(2, type="boost")
    assert under(0, type="perfect")


@pytest.mark.rule("TC-CARD-11", "TC-RUL-107")
def test_condition_compares_printed_properties() -> None:
    """A condition may compare a card's name, archetype, tribe, kind, level and type.

    All given properties must match.
    """
    game = board(a=side(forms=["current-rider"], commands=["watch-fire"], hand=["boost"]), b=PLAIN)

    def fits(printed: str, **what: Any) -> bool:  # noqa: ANN401 fields of a condition
        return holds(game, ctx(game), {"op": "is", "of": {"ref": "each"}, **what}, number(game, "a", printed))

    assert fits("current-rider", name="Current Rider", archetype="Undertow", tribe="Tideborn", kind="form", level=1)
    assert not fits("current-rider", tribe="Warden")
    assert not fits("current-rider", archetype="Tideborn")
    assert not fits("current-rider", name="current-rider")
    assert not fits("current-rider", kind="command")
    assert not fits("current-rider", level=0)
    assert fits("watch-fire", type="bound", kind="command")
    assert not fits("watch-fire", level=0)
    assert fits("boost", type="boost")


@pytest.mark.rule("TC-RUL-086")
def test_face_down_command_matches_only_its_kind() -> None:
    """A condition matches a face-down command only by its kind, and by no other printed property."""
    game = board(a=side(set=["raised-shield"]), b=PLAIN)
    shield = number(game, "a", "raised-shield")
    named = {"op": "is", "of": {"ref": "each"}, "name": "Raised Shield"}

    assert not holds(game, ctx(game), named, shield)
    assert holds(game, ctx(game), {"op": "is", "of": {"ref": "each"}, "kind": "command"}, shield)
    record(game, entering.CommandFlipped(seat="a", thing=shield, card="raised-shield"))
    assert holds(game, ctx(game), named, shield)


@pytest.mark.rule("TC-FORM-14")
def test_spirit_knows_its_host() -> None:
    """A spirit's host is the form or savior above it; a spirit that is not under a card has no host."""
    game = board(
        a=side(savior=("lantern-marshal", "boost"), forms=[("gate-whelp", "rescue")], hand=["protect"]), b=PLAIN
    )

    def host(spirit: str, kind: str) -> bool:
        return holds(game, ctx(game, "a", number(game, "a", spirit)), {"op": "host_is", "kind": kind})

    assert host("boost", "savior")
    assert host("rescue", "form")
    assert not host("rescue", "savior")
    assert not host("protect", "form")


def test_attacker_and_target_are_those_of_the_current_attack() -> None:
    """Conditions on the attacker and the target are true only for the two cards of the current attack.

    A condition may also ask whether a card has attacked in this step.
    """
    game = board(a=side(forms=["gate-whelp", "twin-fang"]), b=side(forms=["silt-crab"]), step="combat")
    whelp, crab = number(game, "a", "gate-whelp"), number(game, "b", "silt-crab")
    mine = {"who": "you", "zone": "form"}
    context = ctx(game, "a", whelp)

    assert not holds(game, context, {"op": "is_attacking", "of": {"ref": "this"}})
    assert not holds(game, context, {"op": "is_attacked", "of": {"ref": "this"}})
    record(game, AttackDeclared(seat="a", attacker=whelp, target=crab, of="b"))
    assert holds(game, context, {"op": "is_attacking", "of": {"ref": "this"}})
    assert holds(game, context, {"op": "is_attacking", "of": mine})
    assert not holds(game, ctx(game, "b"), {"op": "is_attacking", "of": mine})
    assert holds(game, ctx(game, "b"), {"op": "is_attacked", "of": mine})
    assert holds(game, context, {"op": "is_attacked", "of": {"ref": "each"}}, crab)
    assert not holds(game, context, {"op": "is_attacking", "of": {"ref": "each"}}, crab)
    assert ["gate-whelp"] == cards(game, context, ref="attacker")
    assert ["silt-crab"] == cards(game, context, ref="defender")
    attacked = {"op": "attacked_this_step", "of": {"ref": "each"}}
    assert ["gate-whelp"] == cards(game, context, **mine, filter=attacked)


def test_conditions_on_pwr_counters_and_spiritualize_limit() -> None:
    """Conditions on PWR, counters and the spiritualize limit use the card's current state.

    No condition on PWR is true for a card without PWR.
    """
    game = board(a=side(forms=["gate-whelp"], commands=["seven-seals"], hand=["boost"]), b=PLAIN)
    whelp, seals, boost = (number(game, "a", one) for one in ("gate-whelp", "seven-seals", "boost"))
    record(
        game,
        CounterChanged(thing=seals, name="seal", n=3),
        entering.Spiritualized(
            seat="a", thing=whelp, spirit=game.state.made + 1, card="house-boost",
            hand=own("a", boost),
        ),
    )  # fmt: skip
    context = ctx(game, "a", whelp)

    assert holds(game, context, {"op": "pwr", "of": {"ref": "this"}, "cmp": "==", "n": 3})
    assert not holds(game, ctx(game), {"op": "pwr", "of": {"ref": "this"}, "cmp": "<", "n": 9})
    assert holds(
        game, ctx(game, "a", seals), {"op": "counters", "of": {"ref": "this"}, "name": "seal", "cmp": ">", "n": 2}
    )
    assert holds(game, context, {"op": "counters", "of": {"ref": "this"}, "name": "seal", "cmp": "==", "n": 0})
    assert holds(game, context, {"op": "spiritualized_this_turn", "of": {"ref": "this"}})
    assert not holds(game, ctx(game), {"op": "spiritualized_this_turn", "of": {"ref": "this"}})


# ---------------------------------------------------------------- conditions on players and on the moment


def test_piles_are_counted() -> None:
    """Conditions count cards in the void, the decks and the hand.

    In the hand, they may count only the cards with one of the two backs.
    """
    game = full()

    def counts(op: str, n: int, **more: Any) -> bool:  # noqa: ANN401 fields of a condition
        return holds(game, ctx(game), {"op": op, "who": "you", "cmp": "==", "n": n, **more})

    assert counts("void_count", 1)
    assert counts("spirit_deck_count", 1)
    assert counts("main_deck_count", 2)
    assert counts("hand_count", 2)
    assert counts("hand_count", 1, back="main")
    assert counts("hand_count", 1, back="spirit")


@pytest.mark.rule("TC-RUL-045")
def test_conditions_on_an_opponent_and_on_each_opponent() -> None:
    """With three players, a condition on "an opponent" needs one of them to meet it, and on "each opponent" both."""
    game = board(a=PLAIN, b=side(void=["boost"]), c=PLAIN)

    def void(who: str, n: int) -> bool:
        return holds(game, ctx(game), {"op": "void_count", "who": who, "cmp": ">=", "n": n})

    assert void("opponent", 1)
    assert not void("each_opponent", 1)
    assert void("each_opponent", 0)
    assert void("any", 1)
    assert not void("you", 1)


def test_conditions_on_zones_sides_and_players() -> None:
    """Conditions may concern open zones, a savior's side, and the number of players still in the match."""
    game = board(a=side(forms=["gate-whelp", "twin-fang"], boundless=True), b=PLAIN, c=PLAIN)

    assert not holds(game, ctx(game), {"op": "zone_open", "zone": "form", "who": "you"})
    assert holds(game, ctx(game), {"op": "zone_open", "zone": "command", "who": "you"})
    assert holds(game, ctx(game), {"op": "savior_side", "who": "you", "side": "boundless"})
    assert holds(game, ctx(game), {"op": "savior_side", "who": "each_opponent", "side": "bound"})
    assert holds(game, ctx(game), {"op": "players", "cmp": "==", "n": 3})
    record(game, winning.PlayerLost(seat="c", reason="void"))
    assert holds(game, ctx(game), {"op": "players", "cmp": "==", "n": 2})


@pytest.mark.rule("TC-CBT-06")
def test_conditions_on_step_phase_and_turn() -> None:
    """Conditions may concern the current step, the phase of combat, and whose turn it is."""
    game = board(a=PLAIN, b=PLAIN, step="combat", active="b")
    record(game, PhaseEntered(phase="start"))

    assert holds(game, ctx(game), {"op": "step_is", "step": "combat"})
    assert not holds(game, ctx(game), {"op": "step_is", "step": "act1"})
    assert holds(game, ctx(game), {"op": "phase_is", "phase": "start"})
    assert not holds(game, ctx(game), {"op": "phase_is", "phase": "end"})
    assert holds(game, ctx(game), {"op": "turn_of", "who": "opponent"})
    assert not holds(game, ctx(game), {"op": "turn_of", "who": "you"})
    assert holds(game, ctx(game, "b"), {"op": "turn_of", "who": "you"})


def test_conditions_are_combined() -> None:
    """Conditions may be combined with all, any and none. They may compare amounts, count cards or require one card."""
    game = full()
    yes: dict[str, Any] = {"op": "compare", "a": 2, "cmp": ">", "b": 1}
    no: dict[str, Any] = {"op": "compare", "a": 2, "cmp": "<=", "b": 1}

    assert holds(game, ctx(game), {"op": "all", "of": [yes, yes]})
    assert not holds(game, ctx(game), {"op": "all", "of": [yes, no]})
    assert holds(game, ctx(game), {"op": "any", "of": [no, yes]})
    assert not holds(game, ctx(game), {"op": "any", "of": [no, no]})
    assert holds(game, ctx(game), {"op": "not", "of": no})
    assert holds(game, ctx(game), {"op": "count", "of": {"who": "any", "zone": "form"}, "cmp": "!=", "n": 2})
    assert holds(game, ctx(game), {"op": "exists", "of": {"who": "you", "zone": "main_deck"}})
    assert not holds(game, ctx(game), {"op": "exists", "of": {"who": "opponent", "zone": "command"}})


@pytest.mark.rule("TC-RUL-112")
def test_uses_are_counted_for_the_card_and_over_the_span() -> None:
    """A condition on uses "this turn" counts only uses by its own card, and only until the next turn begins."""
    game = board(a=side(forms=["twin-fang", "twin-fang"]), b=PLAIN)
    one, two = game.player("a").forms
    used = {"op": "used", "effect": "again", "per": "turn", "cmp": ">=", "n": 1}
    record(game, limits.EffectUsed(keys=(f"turn|{one}|twin-fang#again",)))

    assert holds(game, ctx(game, "a", one), used)
    assert not holds(game, ctx(game, "a", two), used)
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert not holds(game, ctx(game, "a", one), used)


@pytest.mark.rule("TC-ETI-02", "TC-RUL-053")
def test_condition_on_the_event_that_an_effect_answers() -> None:
    """A condition may concern the event's player, cards, kind of action or source, or the card that dealt damage."""
    game = board(a=side(forms=["gate-whelp"]), b=side(forms=["silt-crab"]))
    whelp, crab = number(game, "a", "gate-whelp"), number(game, "b", "silt-crab")
    played = ctx(game, event=TriggerEvent(event="form_played", by="b", card=crab, kind="play_form"))
    hit = ctx(game, event=TriggerEvent(event="damaged", by="b", card=whelp, target=game.player("b").savior))

    assert holds(game, played, {"op": "event", "by": "opponent", "kind": "play-form", "source": "form"})
    assert not holds(game, played, {"op": "event", "by": "you"})
    assert not holds(game, played, {"op": "event", "kind": "set-command"})
    assert holds(game, hit, {"op": "event", "card": {"who": "you", "zone": "form"}, "source": "savior"})
    assert holds(game, hit, {"op": "event", "target": {"who": "opponent", "zone": "savior"}})
    assert not holds(game, hit, {"op": "event", "target": {"ref": "this"}})
    assert not holds(game, hit, {"op": "event", "card": {"ref": "this"}})
    assert not holds(game, ctx(game), {"op": "event"})
    gone = ctx(game, event=TriggerEvent(event="form_played", card=999))
    assert not holds(game, gone, {"op": "event", "source": "form"})
