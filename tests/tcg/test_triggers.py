"""Triggers of [AUTO] effects: from cards in play, spirits under cards, departing cards, and delayed steps."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters import chain, control, limits, triggers, turn, winning
from services.tcg.chapters.departures import CardSentToDrop, FormSacrificed, Gone, SpiritsSentToVoid
from services.tcg.chapters.sources import EffectGranted
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import TriggerEvent
from tests.tcg.playing import Playing

from .board import board, card, change, command, effect, event_names, form, heard, number, own, record, side, spirit

PLAIN = side()
THIS = {"ref": "this"}
DRAW = [{"do": "draw", "n": 1}]


def auto(name: str, event: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect or its pattern
    """Return an [AUTO] effect that draws a card on an event; `on` adds fields to the event's pattern."""
    return {**effect(name, "auto", do=DRAW), "on": {"event": event, **more.pop("on", {})}, **more}


def with_form(*effects: dict[str, Any], others: tuple[AnyCard, ...] = (), **match: Any) -> Playing:  # noqa: ANN401
    """Return a board on which `a` and `b` each have a form with these effects."""
    forms = {"a": side(forms=["odd", "gate-whelp"]), "b": side(forms=["odd"]), **match.pop("sides", {})}
    return board(cards=[form("odd", *effects), *others], **match, **forms)


def happen(game: Playing, event: str, **more: Any) -> list[str]:  # noqa: ANN401 fields of an event
    """Cause an event; return the keys of the effects in the queue."""
    triggers.happen(game, TriggerEvent(event=event, **more))
    return heard(game)


# ---------------------------------------------------------------- who is triggered


@pytest.mark.rule("TC-ETI-02", "TC-ETI-03", "TC-RUL-062")
def test_auto_effect_is_triggered_by_its_event() -> None:
    """An event queues an [AUTO] effect for the player of its card. The player sends no command and needs no spirit."""
    game = with_form(auto("odd", "drawn", on={"by": "you"}))

    assert [] == happen(game, "invoked", by="a")
    assert ["odd#odd"] == happen(game, "drawn", by="a", n=1)
    [waiting] = game.state.queue
    assert (waiting.seat, waiting.card, waiting.printed) == ("a", number(game, "a", "odd"), "odd")
    assert waiting.event == TriggerEvent(event="drawn", by="a", n=1)
    assert ["TriggersQueued"] == event_names(game)
    assert ["odd#odd", "odd#odd"] == happen(game, "drawn", by="b")
    assert ["a", "b"] == [one.seat for one in game.state.queue]


@pytest.mark.rule("TC-RUL-119")
def test_each_copy_is_triggered_once_per_event() -> None:
    """Each copy of a card is triggered once for each event, even if two events occur at the same time."""
    game = with_form(auto("odd", "discarded"))
    one, two = (TriggerEvent(event="discarded", by="a", card=at) for at in (1, 2))
    triggers.happen_together(game, (one, TriggerEvent(event="drawn", by="a"), two))

    assert [("a", 1), ("b", 1), ("a", 2), ("b", 2)] == [(one.seat, one.event.card) for one in game.state.queue]
    assert ["TriggersQueued"] == event_names(game)


@pytest.mark.rule("TC-ETI-02", "TC-READ-09")
def test_conditions_must_hold_at_the_event() -> None:
    """An effect is triggered only if its condition and its pattern's condition hold. Both may refer to the event."""
    yes = {"op": "event", "card": {"who": "you", "zone": "form"}}
    game = with_form(
        auto("odd", "form_played", when=yes), auto("even", "form_played", on={"when": {"op": "not", "of": yes}})
    )
    whelp = number(game, "a", "gate-whelp")

    assert ["odd#odd", "odd#even"] == happen(game, "form_played", by="a", card=whelp)
    assert ["a", "b"] == [waiting.seat for waiting in game.state.queue]


@pytest.mark.rule("TC-RUL-116")
def test_cards_out_of_play_trigger_only_from_a_named_zone() -> None:
    """Cards in hand or face-down trigger nothing.

    Cards in the drop zone are triggered only if their effect names that zone.
    """
    cards = (
        command("bell", auto("bell", "drawn"), kind="bound"),
        form("ghost", auto("ghost", "drawn", zones=["drop"])),
    )
    game = with_form(
        others=cards, sides={"a": side(hand=["ghost", "bell"], drop=["ghost"]), "b": side(forms=["ghost"])}
    )

    assert ["ghost#ghost"] == happen(game, "drawn", by="b")
    assert game.state.queue[0].card == number(game, "a", "ghost", "drop")


@pytest.mark.rule("TC-RUL-116", "TC-FORM-14", "TC-RUL-013")
def test_spirits_trigger_through_their_form() -> None:
    """A Rescue Spirit's effect is triggered when the spirit is put under a form, but not under a savior."""
    game = board(a=side(savior=("lantern-marshal", "rescue"), forms=[("gate-whelp", "rescue", "rescue")]), b=PLAIN)
    whelp = card(game, "a", "gate-whelp")
    above = game.state.table[game.player("a").savior].under[0]

    assert [] == happen(game, "spiritualized", by="a", card=game.player("a").savior, spirit=above)
    assert ["house-rescue#rescue"] == happen(game, "spiritualized", by="a", card=whelp.id, spirit=whelp.under[1])
    assert game.state.queue[0].card == whelp.under[1]


def test_granted_effect_is_triggered() -> None:
    """The effect that Kindle grants to a form can be triggered until the turn ends."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    whelp = number(game, "a", "gate-whelp")
    record(game, EffectGranted(thing=whelp, change=change(game, "grant", part="kindle#main/1")))

    assert ["kindle#main/1"] == happen(game, "combat_won", by="a", card=whelp)
    assert game.state.queue[0].card == whelp
    record(game, turn.TurnEnded(turn=3))
    assert 1 == len(happen(game, "combat_won", by="a", card=whelp))


WHILE_MINE = {"op": "turn_of", "who": "you"}


def lent(inner: dict[str, Any]) -> Playing:
    """Return a board on which a's form has a granted effect that lasts only during a's turns."""
    step = {"do": "grant", "of": THIS, "effect": inner, "for": "while", "as_long_as": WHILE_MINE}
    game = with_form(effect("odd", "auto", on={"event": "rescued"}, do=[step]))
    granted = change(game, "grant", lasts="while", part="odd#odd/1", condition="odd#odd/2")
    return record(game, EffectGranted(thing=number(game, "a", "odd"), change=granted))


@pytest.mark.rule("TC-RUL-078")
def test_granted_effect_triggers_only_while_its_condition_holds() -> None:
    """While a granted effect's condition is false, neither an event nor a state triggers it."""
    game = lent(auto("inner", "drawn"))
    assert ["odd#odd/1"] == happen(game, "drawn", by="a")
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert 1 == len(happen(game, "drawn", by="a"))

    game = lent(auto("inner", "state", on={"when": {"op": "players", "cmp": "==", "n": 2}}))
    record(game, turn.TurnStarted(turn=4, seat="b"))
    triggers.state_triggers(game)
    assert [] == heard(game)
    record(game, turn.TurnStarted(turn=5, seat="a"))
    triggers.state_triggers(game)
    assert ["odd#odd/1"] == heard(game)


# ---------------------------------------------------------------- leaving cards


@pytest.mark.rule("TC-RUL-116")
def test_leaving_card_triggers_its_own_leaving_effect() -> None:
    """A card's effect for its own departure is triggered for its last controller, even if that is not its owner.

    The effect is not triggered when other cards leave.
    """
    game = board(a=side(forms=["silt-crab"]), b=PLAIN)
    crab = number(game, "a", "silt-crab")
    record(
        game,
        control.ControlChanged(thing=crab, seat="b", zone=0),
        CardSentToDrop(thing=crab, card="silt-crab", owner="a", cause="effect"),
    )

    assert ["silt-crab#moult"] == happen(game, "left_play", by="b", card=crab, to="drop")
    assert "b" == game.state.queue[0].seat
    assert ("drop", "a") == (game.state.table[crab].place, game.state.table[crab].seat)
    assert 1 == len(happen(game, "left_play", by="b", card=number(game, "a", "lantern-marshal")))


@pytest.mark.rule("TC-RUL-116")
def test_leaving_card_is_matched_in_its_former_zone() -> None:
    """A form that has gone to the drop zone still matches a pattern for a form that its player controlled."""
    mine = {"who": "you", "zone": "form"}
    game = with_form(auto("odd", "left_play", on={"card": mine}), auto("even", "form_sacrificed", on={"card": mine}))
    whelp = number(game, "a", "gate-whelp")
    record(game, FormSacrificed(seat="a", thing=whelp, card="gate-whelp", cause="effect"))

    assert ["odd#even", "odd#odd"] == [
        *happen(game, "form_sacrificed", by="a", card=whelp), *happen(game, "left_play", by="a", card=whelp)[1:],
    ]  # fmt: skip
    assert {"a"} == {waiting.seat for waiting in game.state.queue}


@pytest.mark.rule("TC-RUL-116")
def test_card_is_matched_before_it_leaves() -> None:
    """A card that goes to a hand is compared with triggers as it was before it left play and lost its number."""
    game = with_form(auto("odd", "left_play", on={"card": {"who": "you", "zone": "form"}}))
    odd = number(game, "a", "odd")
    triggers.leave(game, [TriggerEvent(event="left_play", by="a", card=odd, to="hand")])

    assert [odd] == [waiting.card for waiting in game.state.queue]


@pytest.mark.rule("TC-RUL-116")
@pytest.mark.parametrize("origin", ["under", "hand"])
def test_spirit_under_a_card_triggers_when_it_goes_to_the_void(origin: Any) -> None:  # noqa: ANN401 where from
    """A spirit that goes to the void is triggered if it was under a card, but not if it was in the hand."""
    wisp = spirit("wisp", auto("wisp", "spirit_to_void", on={"spirit": THIS}))
    game = board(cards=[wisp], a=side(forms=[("gate-whelp", "wisp")], hand=["wisp"]), b=PLAIN)
    was = number(game, "a", "wisp", origin)
    thing = was if origin == "under" else game.state.made + 1
    gone = Gone(owner="a", card="wisp", thing=thing, origin=origin, was=was if origin == "under" else 0)
    hand = own("a", (was,)) if origin == "hand" else None
    record(game, SpiritsSentToVoid(cause="effect", spirits=(gone,), hand=hand))

    assert (["wisp#wisp"] if origin == "under" else []) == happen(game, "spirit_to_void", by="a", spirit=thing)
    game.events.clear()
    assert [] == happen(game, "spirit_to_void", by="a", spirit=thing)[1:]


@pytest.mark.rule("TC-RUL-046")
def test_cards_of_losers_do_not_trigger() -> None:
    """Neither later events nor their own departure trigger the cards of a player who has lost."""
    game = with_form(auto("odd", "drawn"), auto("even", "left_play"), sides={"c": PLAIN})
    odd = number(game, "b", "odd")
    record(
        game,
        winning.PlayerLost(seat="b", reason="void"),
        CardSentToDrop(thing=odd, card="odd", owner="b", cause="elimination"),
    )

    assert ["odd#odd"] == happen(game, "drawn", by="a")
    assert ["odd#odd", "odd#even"] == happen(game, "left_play", by="b", card=odd)
    assert {"a"} == {waiting.seat for waiting in game.state.queue}


def test_nothing_triggers_after_the_end() -> None:
    """Events after the end of the match trigger nothing."""
    game = with_form(auto("odd", "drawn"))
    record(game, winning.MatchFinished(winner="a", reason="effect"))

    assert [] == happen(game, "drawn", by="a")


# ---------------------------------------------------------------- limits


@pytest.mark.rule("TC-RUL-070", "TC-RUL-112")
def test_limit_counts_uses_and_waiting_triggers() -> None:
    """Twin Fang's effect is triggered once per card and combat step, even if the card wins again before it resolves."""
    game = board(a=side(forms=["twin-fang", "twin-fang"]), b=PLAIN, step="combat")
    one, two = game.player("a").forms
    again = game.pool.abilities["twin-fang#again"]

    assert limits.uses_left(game, "a", one, again) == 1
    assert 1 == len(happen(game, "combat_won", by="a", card=one))
    assert 1 == len(happen(game, "combat_won", by="a", card=one))
    assert 2 == len(happen(game, "combat_won", by="a", card=two))
    keys = limits.used_keys(game, "a", one, again)
    assert (f"combat|{one}|twin-fang#again",) == keys
    record(game, chain.TriggerBegun(), limits.EffectUsed(keys=keys))
    assert limits.uses_left(game, "a", one, again) == 0
    assert 1 == len(happen(game, "combat_won", by="a", card=one))
    record(game, turn.StepEntered(step="combat"))
    assert 2 == len(happen(game, "combat_won", by="a", card=one))


@pytest.mark.rule("TC-RUL-070")
def test_limit_for_a_name_is_shared_by_its_cards() -> None:
    """A limit for a name is shared by all of one player's cards of that name, but not by other players' cards."""
    game = with_form(auto("odd", "drawn", limit={"count": 2, "per": "turn", "scope": "name"}), sides={"a": side(
        forms=["odd", "odd"])})  # fmt: skip
    one, two = game.player("a").forms
    ability = game.pool.abilities["odd#odd"]

    assert limits.used_keys(game, "a", one, ability) == limits.used_keys(game, "a", two, ability) == ("turn|a|odd|odd",)
    record(game, limits.EffectUsed(keys=("turn|a|odd|odd",)))
    assert (1, 2) == (
        limits.uses_left(game, "a", two, ability),
        limits.uses_left(game, "b", number(game, "b", "odd"), ability),
    )
    assert [("a", one), ("b", number(game, "b", "odd"))] == [
        (waiting.seat, waiting.card) for waiting in (happen(game, "drawn", by="a"), game.state.queue)[1]
    ]
    happen(game, "drawn", by="a")
    assert ["a", "b", "b"] == [waiting.seat for waiting in game.state.queue]
    happen(game, "drawn", by="a")
    assert 3 == len(game.state.queue)


@pytest.mark.rule("TC-RUL-070")
def test_uses_without_a_limit_are_counted_only_for_conditions() -> None:
    """If the match limits voluntary effects, their uses are counted.

    Uses of [AUTO] and main effects are never counted.
    """
    asks = {"op": "used", "effect": "quick", "per": "game", "cmp": "<", "n": 3}
    quick = effect("quick", "swift", cost=[{"pay": "discard", "n": 1}], do=DRAW, when=asks)
    free = with_form(quick, auto("odd", "drawn"))
    once = with_form(quick, auto("odd", "drawn"), settings=MatchSettings(default_effect_limit="once_per_turn"))
    at = number(free, "a", "odd")

    def counts_of(game: Playing, key: str) -> tuple[int | None, tuple[str, ...]]:
        ability = game.pool.abilities[key]
        return limits.uses_left(game, "a", at, ability), limits.used_keys(game, "a", at, ability)

    assert (None, (f"game|{at}|odd#quick",)) == counts_of(free, "odd#quick")
    assert (None, ()) == counts_of(free, "odd#odd")
    assert (1, (f"game|{at}|odd#quick", f"turn|{at}|odd#quick")) == counts_of(once, "odd#quick")
    assert (None, ()) == counts_of(once, "odd#odd")
    assert (None, ()) == counts_of(once, "feint#main")


# ---------------------------------------------------------------- delayed steps


def test_delayed_steps_are_queued_once_with_stored_results() -> None:
    """Delayed steps are queued once, when their event occurs, for their player and with the stored results."""
    later = {"do": "delay", "until": {"event": "drawn", "by": "you"}, "then": DRAW}
    game = with_form(auto("odd", "invoked", do=[later]))
    odd = number(game, "a", "odd")
    record(
        game,
        triggers.EffectDelayed(
            number=1, seat="a", thing=odd, card="odd", effect="odd#odd/1", targets=((odd,),),
            names=own("a", {"x": (odd,)}),
        ),
    )  # fmt: skip

    assert [] == happen(game, "drawn", by="b")
    assert ["odd#odd/1"] == happen(game, "drawn", by="a")
    [waiting] = game.state.queue
    assert (waiting.seat, waiting.card, waiting.targets, waiting.names) == ("a", odd, ((odd,),), {"x": (odd,)})
    assert [] == game.state.delayed
    assert 1 == len(happen(game, "drawn", by="a"))


@pytest.mark.rule("TC-RUL-046")
def test_delayed_steps_of_a_loser_are_never_queued() -> None:
    """When a player loses, their delayed steps are removed."""
    later = {"do": "delay", "until": {"event": "drawn"}, "then": DRAW}
    game = with_form(auto("odd", "invoked", do=[later]), sides={"c": PLAIN})
    waits = triggers.EffectDelayed(number=1, seat="b", thing=number(game, "b", "odd"), card="odd", effect="odd#odd/1")
    record(game, waits, winning.PlayerLost(seat="b", reason="void"))

    assert [] == happen(game, "drawn", by="a")
