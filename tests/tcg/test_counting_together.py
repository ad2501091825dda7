"""Uses of effects with the same text count together, whatever their hidden ids are. Rule: TC-RUL-196."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.text.face import text_of
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.limits import EffectUsed
from services.tcg.chapters.timing import ConditionNotMet, LimitUsed
from services.tcg.settings import MatchSettings
from tests.tcg.board import command, effect, form, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, DRAW, ONCE, laid, spell, use

SHARED: Final = {**ONCE, "scope": "name"}
INVOKE: Final = {"do": "invoke", "n": 2}


def twin(id_: str, name: str, *effects: tuple[str, Any]) -> AnyCard:
    """Return a bound command with effects that share a limit with all cards of its name; each has an id and a step."""
    card = command(id_, *(effect(one, "swift", limit=SHARED, do=[step]) for one, step in effects))
    return replace(card, name=name)


def activate(play: Played, name: str, key: str) -> list[str]:
    """Use an effect of one of a's commands; return the keys under which the use is counted."""
    events = play.quietly("a", Activate(card=play.find("a", name, "command"), effect=key))
    return [key for event in of(EffectUsed, events) for key in event.keys]


def twins(*cards: AnyCard, of_form: int) -> Played:
    """Return a match in which `a` controls these commands."""
    mine = side(commands=[card.id for card in cards], deck=DECK, spirits=["boost"] * 4)
    return laid(*cards, a=mine, b=side(), settings=MatchSettings(command_zones=4), of_form=of_form)


NAMES: Final = (
    twin("p1", "Twin", ("r", DRAW), ("q", DRAW)),
    twin("p2", "TWIN ", ("r", DRAW)),
    twin("p3", "t win", ("z", DRAW)),
)


@pytest.mark.rule("TC-RUL-196", "TC-RUL-152")
def test_limit_for_a_name_counts_every_effect_with_the_same_text() -> None:
    """Given three cards with one name and four effects with one text, when one was used, then none of them can be."""
    play = twins(*NAMES, of_form=3)
    activate(play, "p1", "p1#r")

    for name, key in (("p1", "p1#q"), ("p2", "p2#r"), ("p3", "p3#z")):
        play.assert_refused("a", Activate(card=play.find("a", name, "command"), effect=key), LimitUsed)


@pytest.mark.rule("TC-RUL-196", "TC-RUL-152")
def test_limit_for_a_name_counts_by_id_in_older_matches() -> None:
    """Under version 2 of the rules, the effects q and z of the same name can still be used, under keys of their own."""
    play = twins(*NAMES, of_form=2)

    assert ["turn|a|twin|r"] == activate(play, "p1", "p1#r")
    assert ["turn|a|twin|q"] == activate(play, "p1", "p1#q")
    assert ["turn|a|twin|z"] == activate(play, "p3", "p3#z")
    play.assert_refused("a", Activate(card=play.find("a", "p2", "command"), effect="p2#r"), LimitUsed)


@pytest.mark.rule("TC-RUL-196", "TC-RUL-152")
def test_limit_for_a_name_counts_different_texts_apart() -> None:
    """Given two cards with one name whose effects r differ, when one was used, then the other can be used."""
    play = twins(twin("ta", "Twin", ("r", DRAW)), twin("tb", "Twin", ("r", INVOKE)), of_form=3)

    assert ["turn|a|twin|r"] == activate(play, "ta", "ta#r")
    assert ["turn|a|twin|tb#r"] == activate(play, "tb", "tb#r")


@pytest.mark.rule("TC-RUL-152", "TC-RUL-205")
def test_text_of_a_limit_has_the_name_without_outer_blanks() -> None:
    """A limit for all cards of a name prints the name without blanks around it."""
    assert 'Once per turn for all your cards named "TWIN": —; draw 1.' in text_of(NAMES[1]).lines[0]


@pytest.mark.rule("TC-RUL-196", "TC-RUL-185")
@pytest.mark.parametrize(("form_of_match", "draws"), [(3, 1), (2, 2)])
def test_printed_and_gained_effect_with_one_text_count_together(form_of_match: int, draws: int) -> None:
    """A form with a limited [AUTO] effect that gains the same text again triggers once per event.

    Under version 2 of the rules, the printed and the gained effect each trigger.
    """
    hear: dict[str, Any] = {"on": {"event": "invoked", "by": "you"}, "do": [DRAW], "limit": ONCE}
    bell = form("bell", effect("x", "auto", **hear))
    gift = spell(
        {"do": "grant", "of": {"who": "you", "zone": "form"}, "effect": effect("r", "auto", **hear)}, name="gift"
    )
    play = laid(
        bell, gift, spell({"do": "invoke", "n": 1}), b=side(), of_form=form_of_match,
        a=side(forms=["bell"], commands=["gift", "spell"], deck=DECK, spirits=["boost"] * 2),
    )  # fmt: skip
    use(play, "a", "gift")
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    while play.state.decisions["a"].kind == "order_triggers":
        play.answer(0, 1)
        play.pass_all()

    assert draws == len(play.player("a").hand) - 1


def pick_and_put_back(name: str) -> list[Any]:
    """Return steps that pick a card of the hand, store it under this name and put it on the deck."""
    pick = {"do": "choose", "store": name, "of": {"who": "you", "zone": "hand", "n": 1, "by": "you"}}
    return [pick, {"do": "put_in_deck", "at": "top", "of": {"var": name}}]


def gift_of(name: str) -> list[Any]:
    """Return a step by which a form gains an effect with this id."""
    of = {"who": "you", "zone": "form", "n": 1, "by": "you"}
    return [{"do": "grant", "of": of, "effect": effect(name, "swift", limit=ONCE, do=[DRAW])}]


@pytest.mark.rule("TC-RUL-196", "TC-RUL-205")
@pytest.mark.parametrize("steps", [pick_and_put_back, gift_of])
def test_names_that_no_text_prints_do_not_tell_effects_apart(steps: Any) -> None:  # noqa: ANN401 a function
    """Given two effects that differ only in names inside their steps, when one was used, then the other cannot be."""
    both = command("both", *(effect(one, "swift", limit=ONCE, do=steps(one)) for one in ("r", "q")))
    play = laid(both, a=side(commands=["both"], forms=["tough"], hand=["whelp"], deck=DECK), b=side(), of_form=3)
    first, second = text_of(both).lines
    assert first == second

    assert [f"turn|{play.find('a', 'both', 'command')}|both#r+"] == activate(play, "both", "both#r")
    play.assert_refused("a", Activate(card=play.find("a", "both", "command"), effect="both#q"), LimitUsed)


@pytest.mark.rule("TC-RUL-196", "TC-RUL-112")
def test_condition_on_uses_of_one_effect_does_not_count_an_equal_one() -> None:
    """Given effects r and q with one text, and one that needs a use of r, when q was used, then r was not."""
    seen = {"op": "used", "effect": "r", "per": "turn", "cmp": ">=", "n": 1}
    pair = [effect(one, "swift", limit={**ONCE, "count": 2}, do=[DRAW]) for one in ("r", "q")]
    play = laid(
        command("both", *pair, effect("next", "swift", limit=ONCE, when=seen, do=[INVOKE])),
        a=side(commands=["both"], deck=DECK, spirits=["boost"] * 2), b=side(), of_form=3,
    )  # fmt: skip
    activate(play, "both", "both#q")

    play.assert_refused("a", Activate(card=play.find("a", "both", "command"), effect="both#next"), ConditionNotMet)
    activate(play, "both", "both#r")
    activate(play, "both", "both#next")


@pytest.mark.rule("TC-RUL-196", "TC-ETI-02")
def test_effect_on_a_state_keeps_its_key_in_older_matches() -> None:
    """Under version 2 of the rules, a state's [AUTO] effect with a limit for a name is counted under its own key."""
    on = {"event": "state", "when": {"op": "hand_count", "who": "you", "cmp": ">=", "n": 1}}
    watch = command("watch", effect("x", "auto", on=on, limit=SHARED, do=[INVOKE]))
    play = laid(
        watch, spell(DRAW), a=side(commands=["watch", "spell"], deck=DECK, spirits=["boost"] * 4), b=side(), of_form=2
    )
    counted = [key for event in of(EffectUsed, use(play, "a")) for key in event.keys if key.endswith("@state")]

    assert [f"turn|{play.find('a', 'watch', 'command')}|watch#x@state"] == counted
