"""Reading of card parts into functions: selectors, amounts, conditions and patterns, evaluated on boards."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from services.tcg.catalogue.language.conditions import Amount, Condition, Reckoned, Ref, Selector, Who, Zone
from services.tcg.catalogue.language.effects import EventName, Pattern, Would
from services.tcg.catalogue.language.operations import AnyContinuousEffect
from services.tcg.chapters import chain, control, entering, limits, reading, turn, winning
from services.tcg.chapters.course import AttackDeclared, PhaseEntered
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from services.tcg.chapters.reading import conditions, selectors, statics
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.sources import CounterChanged
from services.tcg.chapters.terms import ALL
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Running, TriggerEvent
from tests.tcg.playing import Playing

from .board import board, card, effect, form, number, own, record, side, static

PLAIN = side()


def ctx(game: Playing, seat: str = "a", this: int = 0, **more: Any) -> Running:  # noqa: ANN401 fields of a context
    """Return the context of an effect of a seat's card, by default its savior."""
    this = this or game.player(seat).savior
    return Running(seat=seat, card=this, printed=game.state.table[this].card, effect="", **more)


def holds(game: Playing, context: Running, condition: dict[str, Any], each: int = 0) -> bool:
    """Whether a condition, written as in a card file, holds."""
    read = reading.read_condition(msgspec.convert(condition, Condition))
    assert read is not None
    return read(game, context, each)


def cards(game: Playing, context: Running, **selector: Any) -> list[str]:  # noqa: ANN401 fields of a selector
    """Return the ids of the cards that a selector finds."""
    found = reading.read_selector(msgspec.convert(selector, Selector))(game, context, 0)
    return [game.state.table[one].card for one in found]


def amount(game: Playing, context: Running, written: Any) -> int:  # noqa: ANN401 an amount
    """Return the value of an amount written as in a card file."""
    return reading.read_amount(msgspec.convert(written, Amount))(game, context, 0)


def matches(game: Playing, context: Running, happening: TriggerEvent, **pattern: Any) -> bool:  # noqa: ANN401
    """Whether an event matches a pattern."""
    return reading.read_pattern(msgspec.convert(pattern, Pattern))(game, context, happening)


# ---------------------------------------------------------------- the whole language


def test_every_condition_has_a_reader() -> None:
    """No condition can be written without one."""
    assert set(get_args(Condition)) == set(conditions.CONDITIONS)


def test_every_static_has_a_reader() -> None:
    """No static can be written without one."""
    assert set(get_args(AnyContinuousEffect)) == set(statics.STATICS)


def test_every_zone_and_player_word_has_a_reader() -> None:
    """Each zone finds its cards, and each player word its seats."""
    words = get_args(get_args(Who)[0])

    assert set(get_args(Zone)) == set(selectors.IN_ZONE)
    assert set(words) == set(selectors.WHO)


@pytest.mark.parametrize(
    "ref",
    ["this", "host", "each", "attacker", "defender", "event.card", "event.target", "event.spirit", "event.by",
     "event.link", "chosen.0", "chosen.9"],
)  # fmt: skip
def test_missing_references_find_nothing(ref: str) -> None:
    """Each kind of reference is read, and finds nothing without a referent."""
    game = board(a=PLAIN, b=PLAIN)
    context = ctx(game)
    context.card = 999
    selector = msgspec.convert({"ref": ref}, Selector)

    assert msgspec.convert(ref, Ref) == ref
    assert reading.read_selector(selector)(game, context, 0) == []
    assert not reading.read_fits(selector)(game, context, 0)


@pytest.mark.parametrize("event", get_args(EventName))
def test_every_event_of_the_language_can_be_waited_for(event: str) -> None:
    """A pattern of each event matches that event and no other."""
    game = board(a=PLAIN, b=PLAIN)

    assert matches(game, ctx(game), TriggerEvent(event=event, by="a"), event=event)
    assert not matches(game, ctx(game), TriggerEvent(event=f"{event}?", by="a"), event=event)


@pytest.mark.parametrize("event", get_args(Would))
def test_every_replacement_has_a_reader(event: str) -> None:
    """A replacement of each event is read with its selector."""
    written = effect("instead", replace={"event": event, "of": {"ref": "this"}})
    game = board(cards=[form("odd", written)], a=side(forms=["odd"]), b=PLAIN)

    form_of = game.pool.abilities["odd#instead"].replacement
    assert form_of is not None
    assert (form_of.event, form_of.prevent, form_of.cause) == (event, True, "any")


# ---------------------------------------------------------------- selectors


def full() -> Playing:
    """Return a board with cards of a in every zone, and a form of b."""
    return board(
        a=side(
            savior=("lantern-marshal", "boost"), forms=[("gate-whelp", "rescue", "boost"), "bell-warden"],
            commands=["watch-fire"], set=["raised-shield"], hand=["twin-fang", "boost"], deck=["fate-coin", "kindle"],
            spirits=["protect"], drop=["gate-whelp", "twin-fang", "feint"], void=["aggress"],
        ),
        b=side(savior="tide-regent", forms=["silt-crab"]),
    )  # fmt: skip


@pytest.mark.rule("TC-KEY-16", "TC-KEY-17", "TC-KEY-20", "TC-KEY-21", "TC-RUL-089")
def test_only_cards_in_zones_of_play_are_controlled() -> None:
    """Forms in the drop zone or in hand are not controlled, nor are spirits underneath."""
    game = full()
    mine = {"who": "you", "zone": ["savior", "form", "command"]}

    assert ["gate-whelp", "bell-warden"] == cards(game, ctx(game), who="you", zone="form")
    assert ["lantern-marshal", "gate-whelp", "bell-warden", "watch-fire", "raised-shield"] == cards(
        game, ctx(game), **mine
    )
    assert amount(game, ctx(game), {"count": mine}) == 5


@pytest.mark.rule("TC-KEY-18", "TC-KEY-19")
def test_decks_are_counted_only_if_named() -> None:
    """Their cards have no numbers: their size is known, but not their contents."""
    game = full()
    filtered = {"who": "you", "zone": "main_deck", "filter": {"op": "is", "of": {"ref": "each"}, "name": "Kindle"}}

    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["main_deck", "spirit_deck"]}}) == 3
    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["main_deck", "drop"]}}) == 5
    assert amount(game, ctx(game), {"count": {"who": "you", "zone": ["spirit_deck"]}}) == 1
    assert amount(game, ctx(game), {"count": filtered}) == 0


@pytest.mark.rule("TC-RUL-084", "TC-RUL-089")
def test_spirits_underneath_are_a_zone_of_their_own() -> None:
    """Also those under the savior; they belong to the controller of their card."""
    game = full()

    assert ["house-boost", "house-rescue", "house-boost"] == cards(game, ctx(game), who="you", zone="under")
    assert ["house-aggress"] == cards(game, ctx(game), who="you", zone="void")
    assert [] == cards(game, ctx(game, "b"), who="you", zone="under")
    assert 3 == len(cards(game, ctx(game, "b"), who="opponent", zone="under"))


@pytest.mark.rule("TC-RUL-045")
def test_cards_of_an_opponent_are_those_of_all() -> None:
    """With three players, the cards of "an opponent" are those of both others, clockwise, without players who lost."""
    game = board(a=side(forms=["gate-whelp"]), b=side(forms=["silt-crab"]), c=side(forms=["reef-urchin"]))

    assert ["silt-crab", "reef-urchin"] == cards(game, ctx(game), who="opponent", zone="form")
    assert ["reef-urchin", "gate-whelp"] == cards(game, ctx(game, "b"), who="each_opponent", zone="form")
    assert ["silt-crab", "reef-urchin", "gate-whelp"] == cards(game, ctx(game, "b"), who="any", zone="form")
    record(game, winning.PlayerLost(seat="b", reason="void"))
    assert ["reef-urchin"] == cards(game, ctx(game), who="opponent", zone="form")


def test_owner_and_controller_are_those_of_the_source() -> None:
    """When a form has changed control, its owner and its controller differ."""
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
    """Cards by number, players by position; cards that have left and players who have lost are not found."""
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
    """Testing a card against a selector agrees with the selector's result."""
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
    """A link by its number while it waits, a player by their position in the order."""
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
    """A number, bounds, all matching cards, or one referenced card."""

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
    """Counts, PWR and levels of cards, sums and products; a card without PWR adds nothing."""
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
    """The event has the result and the player."""
    game = board(a=PLAIN, b=PLAIN, faces=[4])

    assert amount(game, ctx(game, "b"), {"die": 6}) == 4
    assert [DieRolled(seat="b", sides=6, value=4)] == game.events


def test_empty_amount_is_0() -> None:
    """An amount without a source is 0; the loader refuses it."""
    game = board(a=PLAIN, b=PLAIN)

    assert reading.read_amount(Reckoned())(game, ctx(game), 0) == 0


# ---------------------------------------------------------------- conditions of cards


@pytest.mark.rule("TC-KEY-11")
def test_card_is_spiritualized_with_a_spirit_underneath() -> None:
    """With one spirit it is, without it is not."""
    game = board(a=side(forms=[("gate-whelp", "boost")]), b=PLAIN)
    whelp = card(game, "a", "gate-whelp")
    condition = {"op": "is_spiritualized", "of": {"ref": "this"}}

    assert holds(game, ctx(game, "a", whelp.id), condition)
    gone = Gone(owner="a", card="house-boost", thing=whelp.under[0], origin="under", was=whelp.under[0])
    record(game, SpiritsSentToVoid(cause="effect", spirits=(gone,)))
    assert not holds(game, ctx(game, "a", whelp.id), condition)


def test_condition_on_several_cards_needs_one_match() -> None:
    """It fails if no card is named."""
    game = full()

    def spiritualized(who: str, zone: str) -> bool:
        return holds(game, ctx(game), {"op": "is_spiritualized", "of": {"who": who, "zone": zone}})

    assert spiritualized("you", "form")
    assert not spiritualized("opponent", "form")
    assert not spiritualized("opponent", "command")


@pytest.mark.rule("TC-KEY-11", "TC-SPI-03")
def test_spirits_underneath_are_counted_by_type() -> None:
    """All of them, or those of one type."""
    game = board(a=side(savior=("lantern-marshal", "boost", "boost", "rescue")), b=PLAIN)

    def under(n: int, **more: str) -> bool:
        condition = {"op": "spirits_under", "of": {"ref": "this"}, "cmp": "==", "n": n}
        return holds(game, ctx(game), {**condition, **more})

    assert under(3)
    assert under(2, type="boost")
    assert under(0, type="perfect")


@pytest.mark.rule("TC-CARD-11", "TC-RUL-107")
def test_condition_compares_printed_properties() -> None:
    """Name, archetype, tribe, kind, level and type; all named properties must match."""
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
    """Its printed properties match only once it is face-up."""
    game = board(a=side(set=["raised-shield"]), b=PLAIN)
    shield = number(game, "a", "raised-shield")
    named = {"op": "is", "of": {"ref": "each"}, "name": "Raised Shield"}

    assert not holds(game, ctx(game), named, shield)
    assert holds(game, ctx(game), {"op": "is", "of": {"ref": "each"}, "kind": "command"}, shield)
    record(game, entering.CommandFlipped(seat="a", thing=shield, card="raised-shield"))
    assert holds(game, ctx(game), named, shield)


@pytest.mark.rule("TC-FORM-14")
def test_spirit_knows_its_host() -> None:
    """A form or a savior; a spirit under no card has no host."""
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
    """Without an attack no card is attacking; cards that have attacked are known during the step."""
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
    """Each is evaluated for the card's current state; a card without PWR fails every PWR condition."""
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
    """Void, decks and hand; the hand by card backs."""
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
    """With three players a condition on "an opponent" needs one of them, on "each opponent" both."""
    game = board(a=PLAIN, b=side(void=["boost"]), c=PLAIN)

    def void(who: str, n: int) -> bool:
        return holds(game, ctx(game), {"op": "void_count", "who": who, "cmp": ">=", "n": n})

    assert void("opponent", 1)
    assert not void("each_opponent", 1)
    assert void("each_opponent", 0)
    assert void("any", 1)
    assert not void("you", 1)


def test_conditions_on_zones_sides_and_players() -> None:
    """An open zone, the side of a savior, the number of players still in the match."""
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
    """The current step, the phase of combat, and whose turn it is."""
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
    """All, any, none; compared amounts; counts and existence."""
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
    """A use in this turn counts until another turn begins, for the card that was used."""
    game = board(a=side(forms=["twin-fang", "twin-fang"]), b=PLAIN)
    one, two = game.player("a").forms
    used = {"op": "used", "effect": "again", "per": "turn", "cmp": ">=", "n": 1}
    record(game, limits.EffectUsed(keys=(f"turn|{one}|twin-fang#again",)))

    assert holds(game, ctx(game, "a", one), used)
    assert not holds(game, ctx(game, "a", two), used)
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert not holds(game, ctx(game, "a", one), used)


@pytest.mark.rule("TC-ETI-02", "TC-RUL-053")
def test_conditions_on_the_answered_event() -> None:
    """The player, the cards, the kind of action, and the kind of its source; for damage, of the damaging card."""
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


# ---------------------------------------------------------------- patterns


@pytest.mark.rule("TC-ETI-02", "TC-RUL-045")
def test_pattern_must_match_in_every_field() -> None:
    """A mismatch of the player, cards, step, phase, cause, destination, origin or condition is enough to fail."""
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
    """Any opponent matches "an opponent"; no player is their own opponent."""
    game = board(a=PLAIN, b=PLAIN, c=PLAIN)

    fits = [one for one in "abc" if matches(game, ctx(game), TriggerEvent(event="drawn", by=one), event="drawn", by=by)]
    assert list(seats) == fits
    assert not matches(game, ctx(game), TriggerEvent(event="drawn"), event="drawn", by=by)


# ---------------------------------------------------------------- the pool


def read(*effects: dict[str, Any], **of_match: Any) -> Playing:  # noqa: ANN401 arguments of a board
    """Return a game with one more form that has these effects."""
    return board(cards=[form("odd", *effects)], a=side(forms=["odd"]), b=PLAIN, **of_match)


DRAW = {"cost": [{"pay": "discard", "n": 1}], "do": [{"do": "draw", "n": 1}]}


@pytest.mark.rule("TC-RUL-069", "TC-CBT-06")
@pytest.mark.parametrize(("when", "timing"), [
    (None, {"act"}),
    ({"op": "step_is", "step": "end"}, {"end"}),
    ({"op": "phase_is", "phase": "start"}, {"combat.start"}),
    ({"op": "any", "of": [{"op": "step_is", "step": "draw"}, {"op": "phase_is", "phase": "end"}]},
     {"draw", "combat.end"}),
    ({"op": "all", "of": [{"op": "step_is", "step": "end"}, {"op": "turn_of", "who": "you"}]}, {"end"}),
    ({"op": "not", "of": {"op": "step_is", "step": "end"}}, {"act"}),
    ({"op": "is_spiritualized", "of": {"ref": "this"}}, {"act"}),
])  # fmt: skip
def test_conditions_of_an_unmarked_effect_set_its_timing(when: Any, timing: set[str]) -> None:  # noqa: ANN401
    """The named steps and phases, else the act steps; a negation names none."""
    game = read(effect("odd", "none", **DRAW, **({} if when is None else {"when": when})))

    ability = game.pool.abilities["odd#odd"]
    assert timing == ability.timing
    assert not ability.any_turn


@pytest.mark.rule("TC-RUL-069")
def test_unmarked_effect_can_name_another_players_turn() -> None:
    """Otherwise it is limited to its player's own turn; marked effects have the timing of their mark."""
    theirs = {"op": "turn_of", "who": "opponent"}
    game = read(effect("odd", "none", when=theirs, **DRAW), effect("quick", "swift", when=theirs, **DRAW))

    assert game.pool.abilities["odd#odd"].any_turn
    assert frozenset() == game.pool.abilities["odd#quick"].timing


@pytest.mark.rule("TC-RUL-066", "TC-RUL-074", "TC-ETI-12")
def test_a_pool_shows_the_public_facts_of_its_cards() -> None:
    """Effects that work from hands and drop zones, swift commands, and events named by interrupts."""
    starter = board(a=PLAIN, b=PLAIN).pool
    ending = {"op": "step_is", "step": "end"}
    late = effect("late", "none", independent=True, zones=["hand", "drop"], when=ending, **DRAW)
    pool = read(late).pool

    assert starter.swift_commands
    assert [one.key for one in starter.in_hand] == ["spark-moth#flare"]
    assert [one.key for one in starter.in_drop] == ["ember-ghost#return"]
    assert {one.key for one in pool.in_hand} == {"spark-moth#flare", "odd#late"}
    assert {one.key for one in pool.in_drop} == {"ember-ghost#return", "odd#late"}
    assert [one.key for one in pool.printed["odd"].in_drop] == ["odd#late"]
    assert starter.answered == {"attack_declared", "damaged", "effect_declared", "form_played"}
    assert "left_play" in starter.heard
    assert "drawn" not in starter.heard
    assert starter.elsewhere == ()


def test_nested_parts_of_steps_have_keys() -> None:
    """Granted effects, statics, conditions and delayed steps have the key of their effect and a number."""
    later = {"do": "delay", "until": {"event": "drawn"}, "then": [{"do": "invoke", "n": 1}]}
    granted = {
        "do": "grant",
        "of": {"ref": "this"},
        "effect": effect("inner", "auto", on={"event": "drawn"}, do=[later]),
    }
    bound = {"do": "restrict", "of": {"ref": "this"}, "static": {"static": "cannot_attack"}}
    bonus = {
        "do": "modify_pwr", "of": {"ref": "this"}, "by": 1, "for": "while",
        "as_long_as": {"op": "turn_of", "who": "you"},
    }  # fmt: skip
    pool = read(effect("odd", "auto", on={"event": "invoked"}, do=[granted, bound, bonus])).pool

    assert pool.abilities["odd#odd/1"].effect.id == "inner"
    assert pool.abilities["odd#odd/1/1"].event == "drawn"
    assert pool.statics["odd#odd/2"].name == "cannot_attack"
    assert "odd#odd/3" in pool.conditions
    assert {"drawn", "invoked"} <= pool.heard


def test_a_pool_is_read_once() -> None:
    """Two matches with the same cards share it; with other spirits they do not."""
    one, two = board(a=PLAIN, b=PLAIN), board(a=PLAIN, b=PLAIN)

    assert one.pool is two.pool
    assert board(a=PLAIN, b=PLAIN, settings=MatchSettings(spirit_set="blank")).pool is not one.pool
    assert one.pool.printed["tide-regent"].main is None
    assert one.pool.printed["feint"].main is one.pool.abilities["feint#main"]
    assert (one.pool.printed["house-boost"].back, one.pool.printed["feint"].back) == ("spirit", "main")
    assert static("cannot_attack")["id"] == "cannot-attack"


@pytest.mark.rule("TC-RUL-023", "TC-RUL-154")
@pytest.mark.parametrize(
    ("of_form", "counted", "when", "expected"),
    [(2, True, 3, True), (2, False, 3, True), (2, True, 4, False), (1, True, 4, True), (1, False, 3, False)],
)
def test_a_card_was_spiritualized_this_turn_in_this_turn_only(
    of_form: int, when: int, *, counted: bool, expected: bool
) -> None:
    """Within its limit or beyond; before form 2 until its controller's next turn, and only within the limit."""
    game = board(a=side(forms=["gate-whelp"], hand=["boost"]), b=PLAIN, of_form=of_form)
    whelp, boost, below = number(game, "a", "gate-whelp"), number(game, "a", "boost"), game.state.made + 1
    hand, third = own("a", boost), game.state.turn
    record(
        game,
        entering.Spiritualized(
            seat="a", thing=whelp, spirit=below, card="house-boost", hand=hand, counted=counted
        ),
        *([turn.TurnStarted(turn=when, seat="b")] if when > third else []),
    )  # fmt: skip

    assert expected == holds(game, ctx(game, "a", whelp), {"op": "spiritualized_this_turn", "of": {"ref": "this"}})
