"""Card data converted into functions (readers): selectors, amounts and patterns."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.conditions import Amount, Condition, Reckoned, Ref, Selector, Who, Zone
from services.tcg.catalogue.language.effects import EventName, Pattern, Would
from services.tcg.catalogue.language.operations import AnyContinuousEffect
from services.tcg.chapters import chain, control, reading, winning
from services.tcg.chapters.reading import conditions, selectors, statics
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.terms import ALL
from services.tcg.state.tasks import Running, TriggerEvent
from tests.tcg.playing import Playing
from tests.tcg.reading import PLAIN, cards, ctx, full

from .board import board, effect, form, number, record, side


def amount(game: Playing, context: Running, written: Any) -> int:  # noqa: ANN401 an amount
    """Return the value of an amount written as in a card file."""
    return reading.read_amount(msgspec.convert(written, Amount))(game, context, 0)


def matches(game: Playing, context: Running, happening: TriggerEvent, **pattern: Any) -> bool:  # noqa: ANN401
    """Return whether an event matches a pattern."""
    return reading.read_pattern(msgspec.convert(pattern, Pattern))(game, context, happening)


# ---------------------------------------------------------------- the whole language


def test_every_condition_has_a_reader() -> None:
    """Each condition of the card language has a function that evaluates it."""
    assert set(get_args(Condition)) == set(conditions.CONDITIONS)


def test_every_static_has_a_reader() -> None:
    """Each static of the card language has a function that evaluates it."""
    assert set(get_args(AnyContinuousEffect)) == set(statics.STATICS)


def test_every_zone_and_player_word_has_a_reader() -> None:
    """Each word for a zone has a function that finds cards, and each word for players has one that finds seats."""
    words = get_args(get_args(Who)[0])

    assert set(get_args(Zone)) == set(selectors.IN_ZONE)
    assert set(words) == set(selectors.WHO)


@pytest.mark.parametrize(
    "ref",
    ["this", "host", "each", "attacker", "defender", "event.card", "event.target", "event.spirit", "event.by",
     "event.link", "chosen.0", "chosen.9"],
)  # fmt: skip
def test_missing_references_find_nothing(ref: str) -> None:
    """A reference to a missing card or player finds nothing and raises no error."""
    game = board(a=PLAIN, b=PLAIN)
    context = ctx(game)
    context.card = 999
    selector = msgspec.convert({"ref": ref}, Selector)

    assert msgspec.convert(ref, Ref) == ref
    assert reading.read_selector(selector)(game, context, 0) == []
    assert not reading.read_fits(selector)(game, context, 0)


@pytest.mark.parametrize("event", get_args(EventName))
def test_every_event_of_the_language_has_a_pattern(event: str) -> None:
    """For each event of the card language there is a pattern that matches this event and no other."""
    game = board(a=PLAIN, b=PLAIN)

    assert matches(game, ctx(game), TriggerEvent(event=event, by="a"), event=event)
    assert not matches(game, ctx(game), TriggerEvent(event=f"{event}?", by="a"), event=event)


@pytest.mark.parametrize("event", get_args(Would))
def test_every_replacement_has_a_reader(event: str) -> None:
    """A replacement of each replaceable event can be converted, with its selector."""
    written = effect("instead", replace={"event": event, "of": {"ref": "this"}})
    game = board(cards=[form("odd", written)], a=side(forms=["odd"]), b=PLAIN)

    form_of = game.pool.abilities["odd#instead"].replacement
    assert form_of is not None
    assert (form_of.event, form_of.prevent, form_of.cause) == (event, True, "any")


# ---------------------------------------------------------------- selectors


@pytest.mark.rule("TC-KEY-16", "TC-KEY-17", "TC-KEY-20", "TC-KEY-21", "TC-RUL-089")
def test_only_cards_in_zones_of_play_are_controlled() -> None:
    """Forms in the drop zone or in hand have no controller, nor do spirits under a card."""
    game = full()
    mine = {"who": "you", "zone": ["savior", "form", "command"]}

    assert ["gate-whelp", "bell-warden"] == cards(game, ctx(game), who="you", zone="form")
    assert ["lantern-marshal", "gate-whelp", "bell-warden", "watch-fire", "raised-shield"] == cards(
        game, ctx(game), **mine
    )
    assert amount(game, ctx(game), {"count": mine}) == 5


@pytest.mark.rule("TC-KEY-18", "TC-KEY-19")
def test_decks_are_counted_only_if_named() -> None:
    """A selector without a filter counts cards in decks. One with a filter does not, because decks are hidden."""
    game = full()
    filtered = {"who": "you", "zone": "main_deck", "filter": {"op": "is", "of": {"ref": "each"}, "name": "Kindle"}}

    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["main_deck", "spirit_deck"]}}) == 3
    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["main_deck", "drop"]}}) == 5
    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["spirit_deck"]}}) == 1
    assert amount(game, ctx(game), {"count": filtered}) == 0


@pytest.mark.rule("TC-RUL-084", "TC-RUL-089")
def test_spirits_underneath_are_a_zone_of_their_own() -> None:
    """The word for the zone of spirits under cards includes spirits under saviors.

    Such spirits have the same controller as the card above them.
    """
    game = full()

    assert ["house-boost", "house-rescue", "house-boost"] == cards(game, ctx(game), who="you", zone="under")
    assert ["house-aggress"] == cards(game, ctx(game), who="you", zone="void")
    assert [] == cards(game, ctx(game, "b"), who="you", zone="under")
    assert 3 == len(cards(game, ctx(game, "b"), who="opponent", zone="under"))


@pytest.mark.rule("TC-RUL-045")
def test_cards_of_an_opponent_are_those_of_all() -> None:
    """With three players, "an opponent" finds cards of both opponents, clockwise, except players who have lost."""
    game = board(a=side(forms=["gate-whelp"]), b=side(forms=["silt-crab"]), c=side(forms=["reef-urchin"]))

    assert ["silt-crab", "reef-urchin"] == cards(game, ctx(game), who="opponent", zone="form")
    assert ["reef-urchin", "gate-whelp"] == cards(game, ctx(game, "b"), who="each_opponent", zone="form")
    assert ["silt-crab", "reef-urchin", "gate-whelp"] == cards(game, ctx(game, "b"), who="any", zone="form")
    record(game, winning.PlayerLost(seat="b", reason="void"))
    assert ["reef-urchin"] == cards(game, ctx(game), who="opponent", zone="form")


def test_owner_and_controller_are_those_of_the_source() -> None:
    """The words `owner` and `controller` refer to the effect's card, even after a change of control."""
    game = board(a=side(forms=["gate-whelp"]), b=side(forms=["silt-crab"]))
    whelp = number(game, "a", "gate-whelp")
    record(game, control.ControlChanged(thing=whelp, seat="b", zone=1))
    context = ctx(game, "b", whelp)

    assert ["a"] == reading.read_who("owner")(game, context)
    assert ["b"] == reading.read_who("controller")(game, context)
    assert [] == cards(game, context, who="owner", zone="form")
    assert ["silt-crab", "gate-whelp"] == cards(game, context, who="controller", zone="form")
    context.card = 999
    assert ["b"] == reading.read_who("owner")(game, context)


def test_stored_results_are_found_again() -> None:
    """The rules find stored cards by number and stored players by position, but no stored card that has left play."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN, c=PLAIN)
    whelp = number(game, "a", "gate-whelp")
    names = {"x": (whelp, 999), "p": (1, 7), "r": (4,)}
    context = ctx(game, names=names, targets=((whelp,), (999,)))

    assert ["gate-whelp"] == cards(game, context, var="x")
    assert ["gate-whelp"] == cards(game, context, ref="chosen.0")
    assert [] == cards(game, context, ref="chosen.1")
    assert [] == cards(game, context, var="unknown")
    assert ["b"] == reading.read_who(msgspec.convert({"var": "p"}, Who))(game, context)
    assert amount(game, context, {"var": "r"}) == 4
    assert amount(game, context, {"var": "unknown"}) == 0


def test_card_matches_a_selector_that_would_find_it() -> None:
    """A card passes the test of a selector if and only if the selector finds it."""
    game = full()
    whelp = number(game, "a", "gate-whelp", "form")
    context = ctx(
        game, names={"x": (whelp,), "p": (1,)}, targets=((whelp,),), event=TriggerEvent(event="e", card=whelp)
    )
    written: list[dict[str, Any]] = [
        {"ref": "this"}, {"ref": "event.card"}, {"ref": "chosen.0"}, {"var": "x"},
        *({"who": who, "zone": zone} for who in get_args(get_args(Who)[0]) for zone in get_args(Zone)),
        {"who": {"var": "p"}, "zone": "form"},
        {"who": "any", "zone": ["form", "drop"], "filter": {"op": "is", "of": {"ref": "each"}, "name": "Gate Whelp"}},
    ]  # fmt: skip

    for one in written:
        selector = msgspec.convert(one, Selector)
        found, fits = reading.read_selector(selector)(game, context, 0), reading.read_fits(selector)
        assert sorted(found) == [at for at in sorted(game.state.table) if fits(game, context, at)], one


def test_link_and_player_of_an_event_can_be_referred_to() -> None:
    """A reference finds an event's effect while it is on the chain, and the event's player by position."""
    game = board(a=PLAIN, b=PLAIN)
    context = ctx(game, event=TriggerEvent(event="effect_declared", by="b", link=1))
    link, by = (reading.read_selector(msgspec.convert({"ref": ref}, Selector)) for ref in ("event.link", "event.by"))
    fits = reading.read_fits(msgspec.convert({"ref": "event.link"}, Selector))

    assert [] == link(game, context, 0)
    record(game, chain.EffectDeclared(number=1, seat="b", thing=2, card="tide-regent", effect="tide-regent#low-water"))
    assert [1] == link(game, context, 0)
    assert fits(game, context, 1)
    assert [1] == by(game, context, 0)


def test_targets_have_a_number() -> None:
    """A selector of targets allows a fixed number, a range, all matching cards, or the one card that it refers to."""

    def target(**written: Any) -> tuple[int, int, bool, str]:  # noqa: ANN401 fields of a selector
        read = reading.read_target(msgspec.convert(written, Selector))
        return read.least, read.most, read.every, read.by

    assert (2, 2, False, "you") == target(who="you", zone="form", n=2, by="you")
    assert (0, 2, False, "opponent") == target(who="you", zone="form", n={"min": 0, "max": 2}, by="opponent")
    assert (0, ALL, True, "you") == target(who="you", zone="form")
    assert (0, ALL, True, "you") == target(who="you", zone="form", n="all")
    assert (1, 1, False, "you") == target(ref="defender")


# ---------------------------------------------------------------- amounts


@pytest.mark.rule("TC-RUL-077")
def test_amounts_are_computed_from_the_board() -> None:
    """Amounts are counts, PWR or levels of cards, sums or products. A card without PWR adds nothing."""
    game = full()
    mine = {"who": "you", "zone": "form"}

    assert amount(game, ctx(game), 7) == 7
    assert amount(game, ctx(game), {"count": mine}) == 2
    assert amount(game, ctx(game), {"pwr": mine}) == (2 + 1 + 1) + 4
    assert amount(game, ctx(game), {"pwr": {"ref": "this"}}) == 0
    assert amount(game, ctx(game), {"level": mine}) == 1
    assert amount(game, ctx(game), {"plus": [{"times": [3, {"count": mine}]}, -1]}) == 5


@pytest.mark.rule("TC-RUL-082")
def test_rolled_amount_records_the_die() -> None:
    """When an amount is rolled, an event records the player, the die and the result."""
    game = board(a=PLAIN, b=PLAIN, faces=[4])

    assert amount(game, ctx(game, "b"), {"die": 6}) == 4
    assert [DieRolled(seat="b", sides=6, value=4)] == game.events


def test_empty_amount_is_0() -> None:
    """An amount without a source evaluates to 0, although the loader refuses such a card."""
    game = board(a=PLAIN, b=PLAIN)

    assert reading.read_amount(Reckoned())(game, ctx(game), 0) == 0


# ---------------------------------------------------------------- patterns


@pytest.mark.rule("TC-ETI-02", "TC-RUL-045")
def test_pattern_must_match_in_every_field() -> None:
    """A pattern does not match if one of its fields differs: player, cards, step, phase, cause, destination or origin.

    The pattern's condition must also be true.
    """
    game = board(a=side(forms=["gate-whelp"]), b=side(forms=["silt-crab"]))
    whelp, crab = number(game, "a", "gate-whelp"), number(game, "b", "silt-crab")
    base: dict[str, Any] = {"event": "left_play", "by": "b", "card": crab, "target": whelp, "spirit": whelp}
    event = TriggerEvent(**base, step="act1", phase="end", cause="damage", to="deck_top", origin="hand")
    mine, theirs = {"who": "you", "zone": "form"}, {"who": "opponent", "zone": "form"}
    fields: dict[str, tuple[Any, Any]] = {
        "by": ("opponent", "you"), "card": (theirs, mine), "target": (mine, theirs), "spirit": (mine, theirs),
        "step": ("act1", "act2"), "phase": ("end", "start"), "cause": ("damage", "effect"), "to": ("deck-top", "hand"),
        "from": ("hand", "drop"), "when": ({"op": "turn_of", "who": "you"}, {"op": "turn_of", "who": "opponent"}),
    }  # fmt: skip

    assert matches(game, ctx(game), event, event="left_play", **{name: yes for name, (yes, _) in fields.items()})
    for name, (yes, no) in fields.items():
        assert matches(game, ctx(game), event, event="left_play", **{name: yes}), name
        assert not matches(game, ctx(game), event, event="left_play", **{name: no}), name


@pytest.mark.parametrize(("by", "seats"), [
    ("you", "a"), ("opponent", "bc"), ("each_opponent", "bc"), ("any", "abc"), ("owner", "a"), ("controller", "a"),
])  # fmt: skip
@pytest.mark.rule("TC-RUL-045")
def test_pattern_matches_the_acting_player(by: str, seats: str) -> None:
    """A pattern for "an opponent" matches any opponent of the card's player, but not the player themselves."""
    game = board(a=PLAIN, b=PLAIN, c=PLAIN)

    fits = [one for one in "abc" if matches(game, ctx(game), TriggerEvent(event="drawn", by=one), event="drawn", by=by)]
    assert list(seats) == fits
    assert not matches(game, ctx(game), TriggerEvent(event="drawn"), event="drawn", by=by)
