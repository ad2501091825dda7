"""Steps with cards in play, each with its exact events."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import control
from services.tcg.chapters.chain import EffectDeclared, EffectResolved
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.entering import CommandPlayed, CommandSet, FormPlayed, SpiritsMoved
from services.tcg.chapters.hands import SpiritsInvoked
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Go
from tests.tcg.board import board, card, command, effect, event_names, form, heard, number, side, static
from tests.tcg.playing import run
from tests.tcg.steps import (
    CARDS,
    DROP,
    FORM,
    HAND,
    THEIRS,
    WATCHER,
    answer,
    cast,
    done,
    events_of,
    lost_spirit,
    mine,
    of,
    open_decision,
    spell,
)

# ---------------------------------------------------------------- leaving


@of("step sacrifice")
@pytest.mark.rule("TC-FORM-20", "TC-ACT-04", "TC-RUL-027")
def test_sacrifice_by_effect_uses_no_limit() -> None:
    """An effect lets a controller pick a form to sacrifice, and its spirit goes to the void.

    The sacrifice uses no limit.
    """
    game = board(
        cards=[*CARDS, spell({"do": "sacrifice", "who": "opponent", "of": {**THEIRS, "n": 1}})],
        a=side(commands=["spell"]),
        b=side(forms=[("brute", "boost"), "whelp"]),
    )
    brute, boost = number(game, "b", "brute"), number(game, "b", "boost")
    cast(game)
    assert ("b", (brute, number(game, "b", "whelp"))) == (open_decision(game).seat, open_decision(game).options)
    answer(game, brute)
    assert [
        SpiritsSentToVoid(cause="sacrifice", spirits=(lost_spirit("b", "boost", boost),)),
        FormSacrificed(seat="b", thing=brute, card="brute", cause="effect"),
    ] == done(game)
    assert 0 == game.state.players["b"].sacrifices


def test_protected_form_is_no_option_for_a_sacrifice() -> None:
    """If one of two forms is protected from sacrifices, an effect sacrifices the other without a decision."""
    keeper = form("keeper", static("cannot_be_sacrificed", of={"ref": "this"}))
    game = board(
        cards=[*CARDS, keeper, spell({"do": "sacrifice", "of": {**FORM, "n": 1}})],
        a=side(commands=["spell"], forms=["keeper", "whelp"]), b=side(forms=["whelp"]),
    )  # fmt: skip
    cast(game)
    assert ["whelp"] == [event.card for event in events_of(game, FormSacrificed)]


@of("step destroy")
@pytest.mark.rule("TC-SAV-02", "TC-ZONE-07", "TC-CMD-12", "TC-RUL-091")
def test_destroyed_cards_go_to_their_owners_drop_zone() -> None:
    """A destroyed form, bound command or face-down command goes to its owner's drop zone.

    The form's spirit goes to the void, and a savior stays in play.
    """
    of_all = {"who": "opponent", "zone": ["savior", "form", "command"]}
    game = board(
        cards=[*CARDS, spell({"do": "destroy", "of": of_all})], a=side(commands=["spell"]),
        b=side(savior=("lantern-marshal", "boost"), forms=[("whelp", "rescue")], commands=["spell"], set=["trap"]),
    )  # fmt: skip
    whelp, rescue = number(game, "b", "whelp"), number(game, "b", "rescue")
    bound, trap = number(game, "b", "spell"), number(game, "b", "trap")
    cast(game)
    assert [
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("b", "rescue", rescue),)),
        CardSentToDrop(thing=whelp, card="whelp", owner="b", cause="effect"),
        CardSentToDrop(thing=bound, card="spell", owner="b", cause="effect"),
        CardSentToDrop(thing=trap, card="trap", owner="b", cause="effect"),
    ] == done(game)
    assert 1 == len(card(game, "b", "lantern-marshal").under)


@pytest.mark.rule("TC-RUL-042")
def test_forms_destroyed_by_one_step_leave_together() -> None:
    """If two forms destroyed by one step each send the seventh spirit to a void, both leave, and both players lose."""
    six = ["boost"] * 6
    game = board(
        cards=[*CARDS, spell({"do": "destroy", "of": {"zone": "form"}})],
        a=side(commands=["spell"], forms=[("whelp", "boost")], void=six), b=side(forms=[("whelp", "boost")], void=six),
    )  # fmt: skip
    cast(game)
    assert [
        "SpiritsSentToVoid", "CardSentToDrop", "CardSentToDrop", "PlayerLost", "PlayerLost", "MatchFinished",
    ] == event_names(game)  # fmt: skip


@pytest.mark.rule("TC-SPI-06", "TC-RUL-091")
def test_cards_and_spirits_leave_to_their_owners_not_their_controllers() -> None:
    """A destroyed form and its spirit go to their owner, not to the player who controls them."""
    game = board(
        cards=[*CARDS, spell({"do": "destroy", "of": FORM})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost")]),
    )  # fmt: skip
    control.take_control(game, card(game, "b", "whelp"), "a", 0)
    cast(game)
    assert (1, 1) == (len(game.state.players["b"].void), len(game.state.players["b"].drop))


@pytest.mark.rule("TC-RUL-116")
def test_card_triggers_its_own_leaving_effect() -> None:
    """A card's effect for its own departure triggers once, whether the card is destroyed or returned to the hand."""
    for step in ({"do": "destroy", "of": THEIRS}, {"do": "return_to_hand", "of": THEIRS}):
        game = board(cards=[*CARDS, WATCHER, spell(step)], a=side(commands=["spell"]), b=side(forms=["watcher"]))
        cast(game)
        assert ["watcher#gone"] == heard(game)


@of("step return_to_hand")
@pytest.mark.rule("TC-RUL-026", "TC-RUL-091")
def test_returned_form_goes_to_its_owners_hand() -> None:
    """A form returned to its owner's hand gets a new number there, and its spirits go to the void."""
    game = board(
        cards=[*CARDS, spell({"do": "return_to_hand", "of": THEIRS})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost")]),
    )  # fmt: skip
    whelp, boost, first = number(game, "b", "whelp"), number(game, "b", "boost"), game.state.made + 1
    cast(game)
    assert [
        SpiritsSentToVoid(cause="effect", spirits=(lost_spirit("b", "boost", boost),)),
        CardReturned(thing=whelp, card="whelp", owner="b", to="hand", first=first),
    ] == done(game)
    assert [first] == game.state.players["b"].hand


@pytest.mark.rule("TC-RUL-026")
def test_setting_returns_spirits_to_the_hand() -> None:
    """If `spirits_on_return` is `owner_hand`, the spirits of a returned form go to their owner's hand."""
    game = board(
        cards=[*CARDS, spell({"do": "return_to_hand", "of": THEIRS})], a=side(commands=["spell"]),
        b=side(forms=[("whelp", "boost")]), settings=MatchSettings(spirits_on_return="owner_hand"),
    )  # fmt: skip
    boost, first = number(game, "b", "boost"), game.state.made + 1
    cast(game)
    assert SpiritsReturned(owner="b", spirits=(boost,), cards=("house-boost",), first=first) == done(game)[0]
    assert 2 == len(game.state.players["b"].hand)


@pytest.mark.rule("TC-SAV-02", "TC-ZONE-07")
def test_cards_return_only_from_the_named_zone() -> None:
    """A step that returns cards from the drop zone affects no savior and no form in play."""
    of_all = {"who": "you", "zone": ["savior", "form", "drop"]}
    game = board(
        cards=[*CARDS, spell({"do": "return_to_hand", "of": of_all, "from": "drop"})], b=side(),
        a=side(commands=["spell"], forms=["whelp"], drop=["brute"]),
    )  # fmt: skip
    brute, first = number(game, "a", "brute"), game.state.made + 1
    cast(game)
    assert [CardReturned(thing=brute, card="brute", owner="a", to="hand", first=first)] == done(game)


@of("replacement would_leave")
@pytest.mark.rule("TC-RUL-120")
def test_replacement_keeps_a_destroyed_form_and_its_spirits() -> None:
    """A replacement for departures by effects keeps a destroyed form in play. It does not apply to a sacrifice."""
    keeper = form(
        "keeper",
        effect(
            "stay",
            replace={"event": "would_leave", "of": {"ref": "this"}, "cause": "effect", "do": [{"do": "draw", "n": 1}]},
        ),
    )
    game = board(
        cards=[
            *CARDS,
            keeper,
            spell({"do": "destroy", "of": THEIRS}),
            spell({"do": "sacrifice", "who": "opponent", "of": THEIRS}, name="other"),
        ],
        a=side(commands=["spell", "other"]),
        b=side(forms=[("keeper", "boost")], deck=["whelp"]),
    )
    cast(game)
    assert ["CardsDrawn"] == event_names(game)
    assert 1 == len(card(game, "b", "keeper").under)
    cast(game, name="other")
    assert ["CardsDrawn", "SpiritsSentToVoid", "FormSacrificed"] == event_names(game)


# ---------------------------------------------------------------- into play


@of("step play_form")
@pytest.mark.rule("TC-RUL-027", "TC-FORM-09", "TC-FORM-11", "TC-FORM-19", "TC-RUL-025", "TC-RUL-115")
def test_form_played_from_hand_by_effect_needs_a_sacrifice() -> None:
    """An effect plays a form of level 2 by sacrificing a form of at most that level, whose spirits move under it."""
    high = form("high", level=3)
    game = board(
        cards=[*CARDS, high, WATCHER, spell({"do": "play_form", "of": HAND, "from": "hand"})], b=side(),
        a=side(commands=["spell"], forms=["high", ("watcher", "boost", "rescue")], hand=["brute", "trap"]),
    )  # fmt: skip
    brute, watcher = number(game, "a", "brute"), number(game, "a", "watcher")
    spirits = card(game, "a", "watcher").under
    cast(game)
    assert (brute,) == open_decision(game).options
    thing = game.state.made + 1
    answer(game, brute)
    assert [
        FormSacrificed(seat="a", thing=watcher, card="watcher", cause="play"),
        FormPlayed(seat="a", card="brute", thing=thing, zone=1, origin="hand", hand=mine(brute)),
        SpiritsMoved(spirits=spirits, to=thing),
    ] == done(game)[:3]
    assert (1, []) == (game.state.players["a"].sacrifices, game.state.players["a"].void)
    assert ["watcher#gone", "watcher#given"] == heard(game) or ["watcher#given", "watcher#gone"] == heard(game)


@pytest.mark.rule("TC-ACT-03", "TC-RUL-027", "TC-RUL-173")
@pytest.mark.parametrize(("of_form", "second"), [(2, ["brute"]), (3, [])])
def test_play_by_effect_uses_the_sacrifice_of_the_turn(of_form: int, second: list[str]) -> None:
    """An effect that plays a form with a sacrifice uses up the sacrifice of the turn.

    A second effect then offers no form that needs a sacrifice; under version 2 of the rules, it offers one but does
    nothing.
    """
    steps = {"do": "play_form", "of": HAND, "from": "hand"}
    game = board(
        cards=[*CARDS, spell(steps, steps)], b=side(),
        a=side(commands=["spell"], forms=["whelp", "whelp"], hand=["brute", "brute"]), of_form=of_form,
    )  # fmt: skip
    cast(game)
    for _ in range(2):
        answer(game, open_decision(game).options[0])
    assert second == [game.state.table[one].card for one in open_decision(game).options]
    answer(game, *open_decision(game).options[:1])
    assert 1 == len(events_of(game, FormPlayed))
    assert ["brute", "whelp"] == [game.state.table[one].card for one in game.state.players["a"].forms]


@pytest.mark.rule("TC-FORM-02", "TC-FORM-08")
def test_a_form_of_level_0_needs_no_sacrifice_but_an_open_zone() -> None:
    """An effect plays a form of level 0 into an open zone. If no zone is open, the form is not played."""
    steps = {"do": "play_form", "of": HAND, "from": "hand"}
    game = board(
        cards=[*CARDS, spell(steps, steps)], b=side(),
        a=side(commands=["spell"], forms=["whelp"], hand=["whelp", "whelp"]),
    )  # fmt: skip
    cast(game)
    answer(game, open_decision(game).options[0])
    answer(game, open_decision(game).options[0])
    assert [1] == [event.zone for event in events_of(game, FormPlayed)]


@pytest.mark.rule("TC-RUL-027")
def test_form_is_put_into_play_without_a_sacrifice() -> None:
    """A form that an effect puts into play needs no sacrifice. Its player picks the zone, and it gets a new number."""
    game = board(
        cards=[*CARDS, spell({"do": "play_form", "of": DROP, "from": "drop"})],
        a=side(commands=["spell"], drop=["brute"]),
        b=side(),
    )
    brute = number(game, "a", "brute")
    cast(game)
    assert ("choose_zone", (0, 1)) == (open_decision(game).kind, open_decision(game).options)
    fresh = game.state.made + 1
    answer(game, 1)
    assert [FormPlayed(seat="a", card="brute", thing=fresh, zone=1, origin="drop", was=brute)] == done(game)
    free = {"do": "play_form", "of": HAND, "from": "hand", "sacrifice": "none"}
    game = board(
        cards=[*CARDS, spell(free)], a=side(commands=["spell"], forms=["whelp"], hand=["brute"]), b=side()
    )  # fmt: skip
    cast(game)
    answer(game, open_decision(game).options[0])
    assert ["FormPlayed"] == [type(event).__name__ for event in done(game)]


@of("step play_command")
@pytest.mark.rule("TC-CMD-03", "TC-READ-12")
def test_command_played_by_effect_resolves_first() -> None:
    """A command played by an effect is declared, resolved and discarded before the effect continues."""
    steps: list[dict[str, Any]] = [{"do": "play_command", "of": HAND, "from": "hand"}, {"do": "invoke", "n": 1}]
    game = board(
        cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], hand=["order"], deck=["whelp"], spirits=["boost"]),
        b=side(),
    )  # fmt: skip
    cast(game)
    order, thing = number(game, "a", "order"), game.state.made + 1
    answer(game, order)
    names = [type(event).__name__ for event in done(game)]
    assert CommandPlayed(seat="a", card="order", thing=thing, zone=1, origin="hand", hand=mine(order)) == done(game)[0]
    assert [
        "CommandPlayed", "EffectDeclared", "CardsDrawn", "EffectResolved", "CardSentToDrop", "SpiritsInvoked",
    ] == names  # fmt: skip


@pytest.mark.rule("TC-RUL-057")
def test_resolving_effect_resolves_once_after_its_command() -> None:
    """An effect that plays a command continues once, after the command has resolved."""
    steps: list[dict[str, Any]] = [{"do": "play_command", "of": HAND, "from": "hand"}, {"do": "invoke", "n": 1}]
    game = board(
        cards=[*CARDS, spell(*steps)], b=side(),
        a=side(commands=["spell"], hand=["order"], deck=["whelp"], spirits=["boost"] * 3),
    )  # fmt: skip
    source = number(game, "a", "spell")
    game.emit(EffectDeclared(number=1, seat="a", thing=source, card="spell", effect="spell#cast"))
    game.push(Go(to="resolve"))
    run(game)
    answer(game, number(game, "a", "order"))
    assert (1, 2) == (len(events_of(game, SpiritsInvoked)), len(events_of(game, EffectResolved)))


@pytest.mark.rule("TC-READ-09", "TC-RUL-063")
@pytest.mark.parametrize(
    "more",
    [
        {"cost": [{"pay": "spirit_from_hand", "n": 1}]},
        {"when": {"op": "turn_of", "who": "opponent"}},
        {"targets": [{"who": "opponent", "zone": "form", "n": 1}]},
    ],
)
def test_effect_skips_a_command_that_cannot_be_played(more: dict[str, object]) -> None:
    """If a command has a cost that cannot be paid, no target or a false condition, the effect does not play it.

    The command is no option, except under version 2 of the rules. The effect then continues.
    """
    dear = command("dear", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}], **more), kind="normal")
    steps: list[dict[str, Any]] = [{"do": "play_command", "of": HAND, "from": "hand"}, {"do": "invoke", "n": 1}]
    for of_form in (AMENDED, NEWEST):
        game = board(
            cards=[*CARDS, dear, spell(*steps)], a=side(commands=["spell"], hand=["dear"], spirits=["boost"]), b=side(),
            of_form=of_form,
        )  # fmt: skip
        cast(game)
        offered = (number(game, "a", "dear"),) if of_form == AMENDED else ()
        assert offered == open_decision(game).options
        answer(game, *offered)
        assert ["SpiritsInvoked"] == [type(event).__name__ for event in done(game)]


def test_command_played_by_effect_takes_its_target() -> None:
    """A command played by an effect takes the only opposing form as its target without a decision."""
    aimed = {"targets": [{"who": "opponent", "zone": "form", "n": 1}], "do": [{"do": "draw", "n": 1}]}
    bolt = command("bolt", effect("main", "none", main=True, **aimed), kind="normal")
    game = board(
        cards=[*CARDS, bolt, spell({"do": "play_command", "of": HAND, "from": "hand"})],
        a=side(commands=["spell"], hand=["bolt"]), b=side(forms=["whelp"]),
    )  # fmt: skip
    cast(game)
    answer(game, number(game, "a", "bolt"))
    assert [((number(game, "b", "whelp"),),)] == [event.targets for event in events_of(game, EffectDeclared)]


@of("step set_command")
@pytest.mark.rule("TC-CMD-04", "TC-CMD-43", "TC-RUL-067", "TC-RUL-086")
def test_effect_sets_only_interrupt_and_swift_commands() -> None:
    """An effect that sets commands offers an interrupt, but not a normal command. Only its player sees the set card."""
    game = board(
        cards=[*CARDS, spell({"do": "set_command", "of": HAND, "from": "hand"})], b=side(),
        a=side(commands=["spell"], hand=["trap", "order"]),
    )  # fmt: skip
    trap = number(game, "a", "trap")
    cast(game)
    assert (trap,) == open_decision(game).options
    thing = game.state.made + 1
    answer(game, trap)
    assert [CommandSet(seat="a", thing=thing, zone=1, card=mine("trap"), hand=mine(trap))] == done(game)
    assert (False, game.state.turn) == (card(game, "a", "trap").up, card(game, "a", "trap").since)


def test_a_command_of_the_drop_zone_gets_a_new_number_face_down() -> None:
    """A command set from the drop zone gets a new number, so that others cannot track it. It needs an open zone."""
    steps = {"do": "set_command", "of": DROP, "from": "drop"}
    game = board(
        cards=[*CARDS, spell(steps, steps)], a=side(commands=["spell"], drop=["trap", "trap"]), b=side()
    )  # fmt: skip
    trap = game.state.players["a"].drop[0]
    cast(game)
    thing = game.state.made + 1
    answer(game, trap)
    assert [CommandSet(seat="a", thing=thing, zone=1, card=mine("trap"), was=trap, origin="drop")] == done(game)
