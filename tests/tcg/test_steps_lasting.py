"""Steps that change cards for a limited time, each with its exact events."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import continuous, triggers
from services.tcg.chapters.course import StepEnded
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import CounterChanged, EffectGranted, PwrChanged, Restricted, ShieldRaised
from services.tcg.chapters.triggers import EffectDelayed
from services.tcg.chapters.turn import TurnEnded
from services.tcg.state.tasks import Change, TriggerEvent
from tests.tcg.board import board, card, effect, event_names, heard, number, side
from tests.tcg.playing import Playing
from tests.tcg.steps import CARDS, FORM, answer, cast, done, of, open_decision, spell, unread


def change(game: Playing, kind: str, **more: Any) -> Change:  # noqa: ANN401 the fields of a change
    """Return the first change made by a's spell."""
    fields = {"lasts": "end_of_turn", **more}
    return Change(kind, 1, "a", number(game, "a", "spell"), turn=game.state.turn, **fields)


@of("step modify_pwr")
@pytest.mark.rule("TC-RUL-077", "TC-RUL-078")
def test_a_pwr_change_lasts_until_the_end_of_the_turn() -> None:
    """A step adds 2 PWR to a form until the turn ends. Each such change has its own id."""
    game = board(
        cards=[*CARDS, spell({"do": "modify_pwr", "of": FORM, "by": 2})], b=side(),
        a=side(commands=["spell"], forms=["whelp", "brute"]),
    )  # fmt: skip
    whelp, brute = number(game, "a", "whelp"), number(game, "a", "brute")
    cast(game)
    first = change(game, "pwr", value=2)
    second = Change("pwr", 2, "a", first.source, "end_of_turn", first.turn, value=2)
    assert [PwrChanged(thing=whelp, change=first), PwrChanged(thing=brute, change=second)] == done(game)
    assert 5 == continuous.pwr(game, card(game, "a", "whelp"))
    game.emit(TurnEnded(turn=game.state.turn))
    assert 3 == continuous.pwr(game, card(game, "a", "whelp"))


@pytest.mark.parametrize(
    "lasts", ["end_of_turn", "end_of_combat_step", "this_attack", "your_next_turn", "while_in_play", "game"]
)
def test_a_change_is_recorded_with_its_duration(lasts: str) -> None:
    """A recorded change names its duration, for every duration of the card language."""
    game = board(
        cards=[*CARDS, spell({"do": "modify_pwr", "of": FORM, "by": 1, "for": lasts})], b=side(),
        a=side(commands=["spell"], forms=["whelp"]),
    )  # fmt: skip
    cast(game)
    assert lasts == game.events[0].change.lasts  # type: ignore[attr-defined]


@pytest.mark.rule("TC-RUL-232", "TC-RUL-112")
@pytest.mark.parametrize("ends", [StepEnded(step="combat"), TurnEnded(turn=1)], ids=["combat step", "turn"])
def test_change_until_the_combat_step_ends_also_ends_with_the_turn(ends: StepEnded | TurnEnded) -> None:
    """A bonus until the combat step ends is lost with that step, or with the turn if no combat step ends before."""
    bonus = spell({"do": "modify_pwr", "of": FORM, "by": 1, "for": "end_of_combat_step"})
    game = cast(board(cards=[*CARDS, bonus], a=side(commands=["spell"], forms=["whelp"]), b=side()))
    whelp = card(game, "a", "whelp")
    assert 4 == continuous.pwr(game, whelp)
    game.emit(StepEnded(step="act1"))
    assert 4 == continuous.pwr(game, whelp)
    game.emit(ends)
    assert 3 == continuous.pwr(game, whelp)


def test_change_with_a_condition_ends_with_it() -> None:
    """A change of PWR that requires a card in hand counts only while its player has one."""
    held = {"op": "hand_count", "who": "you", "cmp": ">=", "n": 1}
    game = board(
        cards=[*CARDS, spell({"do": "modify_pwr", "of": FORM, "by": 1, "for": "while", "as_long_as": held},
                             {"do": "discard", "n": 1}, {"do": "draw", "n": 1})],
        a=side(commands=["spell"], forms=["whelp"], hand=["brute", "brute"], deck=["brute"]), b=side(),
    )  # fmt: skip
    cast(game)
    assert 4 == continuous.pwr(game, card(game, "a", "whelp"))
    game.state.players["a"].hand.clear()
    assert 3 == continuous.pwr(game, card(game, "a", "whelp"))


@of("step set_pwr")
@pytest.mark.rule("TC-RUL-016", "TC-RUL-077")
def test_set_pwr_gives_a_bound_savior_pwr() -> None:
    """A step may set the PWR of a bound savior that had no PWR."""
    game = board(
        cards=[*CARDS, spell({"do": "set_pwr", "of": {"who": "you", "zone": "savior"}, "to": 4})],
        a=side(commands=["spell"]), b=side(),
    )  # fmt: skip
    savior = card(game, "a", "lantern-marshal")
    assert continuous.pwr(game, savior) is None
    cast(game)
    assert [PwrChanged(thing=savior.id, change=change(game, "set_pwr", value=4))] == done(game)
    assert 4 == continuous.pwr(game, savior)


@of("step grant")
def test_granted_ability_lasts_until_the_turn_ends() -> None:
    """Each draw triggers the effect that a step has granted to a form, until the turn ends."""
    given = effect("see", "auto", on={"event": "drawn"}, do=[{"do": "invoke", "n": 1}])
    game = board(
        cards=[*CARDS, spell({"do": "grant", "of": FORM, "effect": given}, {"do": "draw", "n": 1})], b=side(),
        a=side(commands=["spell"], forms=["whelp"], deck=["whelp"] * 2),
    )  # fmt: skip
    whelp = number(game, "a", "whelp")
    cast(game)
    assert EffectGranted(thing=whelp, change=change(game, "grant", part="spell#cast/1")) == done(game)[0]
    assert ["spell#cast/1"] == heard(game)


@of("step restrict")
def test_restriction_lasts_until_the_turn_ends() -> None:
    """A form that a step forbids to attack may attack again when the turn has ended."""
    step = {"do": "restrict", "of": FORM, "static": {"static": "cannot_attack"}}
    game = board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], forms=["whelp"]), b=side())
    whelp = card(game, "a", "whelp")
    cast(game)
    assert [Restricted(thing=whelp.id, change=change(game, "restrict", part="spell#cast/1"))] == done(game)
    assert continuous.may_not_attack(game, whelp, "form")
    game.emit(TurnEnded(turn=game.state.turn))
    assert not continuous.may_not_attack(game, whelp, "form")


@of("step extra_attack")
@pytest.mark.rule("TC-CBT-23", "TC-RUL-081")
def test_a_card_may_attack_once_more() -> None:
    """A step raises a card's limit of attacks in this combat step to 2."""
    game = board(
        cards=[*CARDS, spell({"do": "extra_attack", "of": FORM})],
        a=side(commands=["spell"], forms=["whelp"]),
        b=side(),
        step="combat",
    )
    whelp = card(game, "a", "whelp")
    cast(game)
    assert [AttackAllowed(thing=whelp.id, n=1)] == done(game)
    assert 2 == continuous.attacks_allowed(game, whelp)


@of("step prevent_damage")
@pytest.mark.rule("TC-RUL-079")
def test_shield_prevents_the_next_two_damages() -> None:
    """A shield that prevents damage twice does not prevent a third damage."""
    hurt = {"do": "damage", "of": FORM}
    game = board(
        cards=[*CARDS, spell({"do": "prevent_damage", "of": FORM, "times": 2}, hurt, hurt, hurt)],
        a=side(commands=["spell"], forms=["whelp"]), b=side(),
    )  # fmt: skip
    whelp = number(game, "a", "whelp")
    cast(game)
    assert ShieldRaised(thing=whelp, change=change(game, "shield", value=2)) == done(game)[0]
    assert ["ShieldRaised", "DamagePrevented", "DamagePrevented", "CardDamaged"] == event_names(game)


@of("step put_counter")
def test_counters_add_up() -> None:
    """A step adds three counters to a card that has one already, so that it has four."""
    step = {"do": "put_counter", "of": {"ref": "this"}, "name": "seal"}
    game = board(cards=[*CARDS, spell(step, {**step, "n": 3})], a=side(commands=["spell"]), b=side())
    source = number(game, "a", "spell")
    cast(game)
    assert [CounterChanged(thing=source, name="seal", n=1), CounterChanged(thing=source, name="seal", n=4)] == done(
        game
    )


@of("step delay")
def test_delayed_steps_keep_choices_and_targets() -> None:
    """Delayed instructions are queued once, at the start of the turn's next step, and use the cards chosen earlier."""
    later = {"do": "delay", "until": {"event": "step_entered"}, "then": [{"do": "destroy", "of": {"var": "it"}}]}
    game = board(
        cards=[*CARDS, spell({"do": "choose", "of": {**FORM, "n": 1}, "store": "it"}, later)], b=side(),
        a=side(commands=["spell"], forms=["whelp", "brute"]),
    )  # fmt: skip
    brute, source = number(game, "a", "brute"), number(game, "a", "spell")
    cast(game, targets=((brute,),))
    answer(game, brute)
    names = unread({"it": (brute,)})
    delayed = EffectDelayed(
        number=1, seat="a", thing=source, card="spell", effect="spell#cast/1", targets=((brute,),), names=names
    )
    assert [delayed] == done(game)
    triggers.happen(game, TriggerEvent(event="step_entered", by="b", step="end"))
    triggers.happen(game, TriggerEvent(event="step_entered", by="b", step="end"))
    assert [("spell#cast/1", {"it": (brute,)})] == [(one.effect, one.names) for one in game.state.queue]


@pytest.mark.rule("TC-RUL-064")
def test_target_that_has_left_is_skipped() -> None:
    """If one of two targets has left play, a step changes only the other target."""
    steps: list[dict[str, Any]] = [
        {"do": "destroy", "of": {"ref": "chosen.0"}},
        {"do": "modify_pwr", "of": {"ref": "chosen.1"}, "by": 1},
    ]
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"], forms=["whelp", "brute"]), b=side())
    whelp, brute = number(game, "a", "whelp"), number(game, "a", "brute")
    cast(game, targets=((whelp,), (whelp, brute)))
    assert ["CardSentToDrop", "PwrChanged"] == event_names(game)
    assert brute == game.events[1].thing  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("who", "by", "seat"),
    [("opponent", "opponent", "b"), ("opponent", "you", "a"), ("opponent", "controller", "b"), ("you", "opponent", "b"),
     ("you", "you", "a"), ("you", "controller", "a")],
)  # fmt: skip
def test_selector_names_the_picking_player(who: str, by: str, seat: str) -> None:
    """A selector says whether an opponent, the effect's player or the cards' controller picks the card."""
    step = {"do": "modify_pwr", "of": {"who": who, "zone": "form", "n": 1, "by": by}, "by": 1}
    two = ["whelp", "brute"]
    game = board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], forms=two), b=side(forms=two))
    assert seat == open_decision(cast(game)).seat


def test_each_controller_picks_among_its_own() -> None:
    """If each controller picks a form of their own, all pick first, and then the forms are destroyed together."""
    step = {"do": "destroy", "of": {"zone": "form", "n": 1, "by": "controller"}}
    two = ["whelp", "brute"]
    game = board(cards=[*CARDS, spell(step)], a=side(commands=["spell"], forms=two), b=side(forms=two))
    cast(game)
    mine, theirs = number(game, "a", "brute"), number(game, "b", "whelp")
    answer(game, mine)
    assert ("b", []) == (open_decision(game).seat, done(game))
    answer(game, theirs)
    assert [mine, theirs] == [event.thing for event in done(game)]  # type: ignore[attr-defined]


def test_random_pick_asks_no_player() -> None:
    """If a card says that chance picks, no player is asked to pick."""
    step = {"do": "modify_pwr", "of": {"who": "opponent", "zone": "form", "n": 1, "by": "random"}, "by": 1}
    game = board(
        cards=[*CARDS, spell(step)], a=side(commands=["spell"]), b=side(forms=["whelp", "brute"]), faces=[2, 1]
    )  # fmt: skip
    brute = number(game, "b", "brute")
    cast(game)
    assert [brute] == [event.thing for event in done(game)]  # type: ignore[attr-defined]
