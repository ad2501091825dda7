"""Effects that react to a card that leaves play, and read what it last had there. Rule: TC-RUL-177, TC-RUL-178."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.departures import SpiritsReturned
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.triggers import DelayEnded, TriggersQueued
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import LastSeen
from shared.kernel.messages import Event
from tests.tcg.board import command, form, side, spirit
from tests.tcg.played import Played, names, of
from tests.tcg.steps import of as covers
from tests.tcg.third_turn import DECK, DRAW, choose_first, laid, spell, use

THIS: Final = {"ref": "this"}
HERO: Final = form("hero", pwr=3)
MINE: Final = {"who": "you", "zone": "form", "filter": {"op": "is", "of": {"ref": "each"}, "name": "hero"}}
STRIPPED: Final = {"do": "despiritualize", "of": MINE, "n": 1}
AWAY: Final = {
    "destroy": {"do": "destroy", "of": MINE},
    "damage": {"do": "damage", "of": MINE},
    "sacrifice": {"do": "sacrifice", "who": "you", "of": {**MINE, "n": 1}},
    "return": {"do": "return_to_hand", "from": "form", "of": MINE},
    "deck": {"do": "put_in_deck", "of": MINE, "at": "top"},
}
WAYS: Final = sorted(AWAY)
TO_DROP: Final = ("destroy", "damage", "sacrifice")


def left(card: Any = MINE, event: str = "left_play", **more: Any) -> dict[str, Any]:  # noqa: ANN401 parts of an effect
    """Return an [AUTO] effect that draws a card when a card leaves play, or on another event of a card."""
    return {"id": "mourn", "eti": "auto", "on": {"event": event, "card": card}, "do": [DRAW], **more}


def table(
    *cards: Any, way: str = "destroy", hero: Any = "hero", forms: tuple[str, ...] = (), commands: tuple[str, ...] = (),  # noqa: ANN401 cards
    hand: tuple[str, ...] = (), of_form: int = 3, **more: Any,  # noqa: ANN401 gained effects
) -> Played:  # fmt: skip
    """Return a match in which `a` has a hero in play, and commands that make it leave play in each way."""
    away = [spell(step, name=name) for name, step in {**AWAY, "strip": STRIPPED}.items()]
    given = [spell({"do": "grant", "of": MINE, "effect": one, "for": "game"}, name=name) for name, one in more.items()]
    mine = side(
        forms=[hero, *forms], commands=[way, *commands, *more], hand=hand, deck=DECK * 3,
        spirits=["boost"] * 4,
    )  # fmt: skip
    settings = MatchSettings(command_zones=5)
    return laid(HERO, *away, *given, *cards, settings=settings, of_form=of_form, a=mine, b=side(deck=DECK))


def lone(thing: Any, zone: str, way: str, gift: Any, *cards: Any, **settings: Any) -> Played:  # noqa: ANN401 cards
    """Return a match in which `a` has a card in play, a command that makes it leave, and one that grants an effect."""
    of_it = {"who": "you", "zone": zone, "filter": {**MINE["filter"], "name": "relic"}}
    from_zone = {"from": zone} if way == "return" else {}
    there = {"forms": [thing], "commands": ["go", "gift"]} if zone == "form" else {"commands": [thing, "go", "gift"]}
    return laid(
        spell({**AWAY[way], **from_zone, "of": of_it}, name="go"), *cards,
        spell({"do": "grant", "of": of_it, "effect": gift, "for": "game"}, name="gift"),
        settings=MatchSettings(command_zones=3, **settings), a=side(**there, deck=DECK), b=side(),
    )  # fmt: skip


def drawn(play: Played, name: str) -> list[int]:
    """Let `a` use a command; return how many cards each effect then drew."""
    return [event.n for event in of(CardsDrawn, cast(play, name))]


def cast(play: Played, name: str) -> list[Event]:
    """Let `a` use a command; return the events."""
    return [*use(play, "a", name), *choose_first(play)]


# ---------------------------------------------------------------- the card's own effects


@covers("step grant")
@pytest.mark.rule("TC-RUL-177", "TC-RUL-116")
@pytest.mark.parametrize("way", WAYS)
def test_granted_effect_reacts_to_its_own_card_leaving(way: str) -> None:
    """Given a form that gained "when this card leaves play: draw 1", when it leaves in any way, then 1 is drawn."""
    play = table(gift=left(THIS), way=way)
    cast(play, "gift")

    assert [1] == drawn(play, way)


@pytest.mark.rule("TC-RUL-177", "TC-RUL-116")
def test_granted_effect_reacts_to_the_sacrifice_of_its_card() -> None:
    """Given a form that gained "when this card is sacrificed: draw 1", when it is sacrificed, then a card is drawn."""
    play = table(gift=left(THIS, "form_sacrificed"), way="sacrifice")
    cast(play, "gift")

    events = cast(play, "sacrifice")
    assert ["FormSacrificed", "TriggersQueued"] == [
        name for name in names(events) if name in ("FormSacrificed", "TriggersQueued")
    ]
    assert [1] == [event.n for event in of(CardsDrawn, events)]


@covers("step grant")
@pytest.mark.rule("TC-RUL-177", "TC-RUL-116")
@pytest.mark.parametrize("way", ["deck", "destroy", "return"])
def test_granted_effect_reacts_to_its_bound_command_leaving(way: str) -> None:
    """Given a bound command that gained a leaving effect, when it leaves in any way, then a card is drawn."""
    relic = command("relic", {"id": "rest", "eti": "none", "do": [DRAW]})
    play = lone("relic", "command", way, left(THIS), relic)
    cast(play, "gift")

    assert [1] == drawn(play, "go")


@pytest.mark.rule("TC-RUL-177", "TC-RUL-026")
@pytest.mark.parametrize("way", ["deck", "destroy", "return"])
def test_spirit_that_goes_to_the_hand_reacts_when_the_card_above_leaves(way: str) -> None:
    """Given spirits that return to their owner's hand, when the card above leaves, then their effects are triggered."""
    wisp = spirit("wisp", left({"ref": "host"}))
    play = lone(("relic", "wisp"), "form", way, left(THIS), wisp, form("relic"), spirits_on_return="owner_hand")

    events = cast(play, "go")
    assert [("wisp",)] == [event.cards for event in of(SpiritsReturned, events)]
    assert [1] == [event.n for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-177")
def test_granted_effect_did_not_react_under_older_rulings() -> None:
    """Given a match of form 2 and a granted leaving effect, when the form is destroyed, then nothing is drawn."""
    play = table(gift=left(THIS), of_form=2)
    cast(play, "gift")

    assert [] == drawn(play, "destroy")


@pytest.mark.rule("TC-RUL-177")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("event", ["left_play", "form_sacrificed"])
def test_spirit_reacts_when_the_card_above_leaves(way: str, event: str) -> None:
    """Given a spirit that waits for the card above to leave, when this card leaves, then its effect is triggered."""
    wisp = spirit("wisp", left({"ref": "host"}, event))
    play = table(wisp, hero=("hero", "wisp"), way=way)

    assert ([1] if event == "left_play" or way == "sacrifice" else []) == drawn(play, way)


@pytest.mark.rule("TC-RUL-177")
def test_spirit_reacts_when_it_is_removed_from_under_its_card() -> None:
    """Given two spirits that wait for the card above to be de-spiritualized, when one is removed, then both react."""
    wisp = spirit("wisp", left({"ref": "host"}, "despiritualized"))
    play = table(wisp, hero=("hero", "wisp", "wisp"), way="strip")
    hero, (first, second) = play.form("a", "hero"), play.card(play.form("a", "hero")).under

    events = cast(play, "strip")
    queued = [one for event in of(TriggersQueued, events) for one in event.effects]
    assert [(second, hero), (first, hero)] == [(one.thing, one.event.card) for one in queued]


@pytest.mark.rule("TC-RUL-177", "TC-FORM-19")
def test_spirit_that_moves_to_the_next_form_reacts_to_the_sacrifice() -> None:
    """Given a spirit that waits for the sacrifice of the card above, when a form replaces it, then it reacts once."""
    wisp = spirit("wisp", left({"ref": "host"}, "form_sacrificed"))
    play = table(wisp, form("heir", level=1), hero=("hero", "wisp"), hand=("heir",))
    below, hero = play.card(play.form("a", "hero")).under, play.form("a", "hero")

    events = play.play_form("a", "heir", sacrifice=hero, zone=0)
    assert [below] == [tuple(one.thing for one in event.effects) for event in of(TriggersQueued, events)]
    assert (["wisp"], 0) == (play.under(play.form("a", "heir")), len(play.player("a").void))


@pytest.mark.rule("TC-RUL-142", "TC-RUL-177")
@pytest.mark.parametrize("way", ["destroy", "return"])
def test_forms_that_leave_by_one_step_do_not_see_each_other(way: str) -> None:
    """Given two forms with a gained effect for departures, when both leave by one step, then each sees only itself."""
    play = table(gift=left(), forms=("hero",), way=way)
    cast(play, "gift")

    (queued,) = of(TriggersQueued, cast(play, way))
    assert [True, True] == [one.thing == one.event.card for one in queued.effects]


# ---------------------------------------------------------------- what the card last had

ASKED: Final[dict[str, Any]] = {
    "spirit": {"op": "is_spiritualized"},
    "spirits": {"op": "spirits_under", "n": 1, "cmp": ">="},
    "pwr": {"op": "pwr", "cmp": "==", "n": 6},
    "counter": {"op": "counters", "name": "k", "cmp": ">=", "n": 1},
    "level": {"op": "is", "level": 2},
}
BLESS: Final = [
    {"do": "modify_pwr", "of": MINE, "by": 2, "for": "end_of_turn"},
    {"do": "put_counter", "of": MINE, "name": "k"},
]


def blessed(*cards: Any, of_form: int = 3, **more: Any) -> Played:  # noqa: ANN401 cards
    """Return a match whose hero has a Boost Spirit, a counter, 2 more PWR, and counts as a form of level 2."""
    older = command("older", {"id": "lift", "eti": "cont", "static": [{"static": "level_as", "of": MINE, "level": 2}]})
    play = table(
        spell(*BLESS, name="bless"), older, *cards, hero=("hero", "boost"), of_form=of_form,
        commands=("bless", "older", "watch"), **more,
    )  # fmt: skip
    cast(play, "bless")
    return play


def watch(name: str, **more: Any) -> Any:  # noqa: ANN401 a card
    """Return a command that draws 1 when a form with this property leaves play."""
    where = {"op": "all", "of": [MINE["filter"], {**ASKED[name], "of": {"ref": "each"}}]}
    return command("watch", left({**MINE, "filter": where}, **more))


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(ASKED))
def test_leaving_card_is_matched_as_it_was_in_play(name: str, way: str) -> None:
    """Given an effect for forms with a spirit, a counter, a level or a PWR, when such a form leaves, then it reacts."""
    assert [1] == drawn(blessed(watch(name), way=way), way)


@pytest.mark.rule("TC-RUL-178")
def test_leaving_card_was_matched_without_its_spirits_under_older_rulings() -> None:
    """Given a match of form 2 and an effect for forms with a spirit, when one is destroyed, then nothing is drawn."""
    assert [] == drawn(blessed(watch("spirit"), of_form=2), "destroy")


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("name", sorted(ASKED))
def test_sacrificed_card_is_matched_as_it_was_in_play(name: str) -> None:
    """Given an effect for the sacrifice of such forms, when one is sacrificed, then the effect reacts."""
    assert [1] == drawn(blessed(watch(name, event="form_sacrificed"), way="sacrifice"), "sacrifice")


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("way", WAYS)
def test_steps_read_the_pwr_that_the_card_last_had(way: str) -> None:
    """Given "draw as many cards as its PWR", when a form of PWR 6 leaves in any way, then 6 cards are drawn."""
    steps = [{"do": "draw", "n": {"pwr": {"ref": "event.card"}}}]
    play = blessed(command("watch", left(do=steps)), way=way)

    events = cast(play, way)
    assert [6] == [event.n for event in of(CardsDrawn, events)]
    (queued,) = of(TriggersQueued, events)
    seen = LastSeen(card="hero", pwr=6, level=2, spirits=("house-boost",), counters=(("k", 1),))
    assert [seen] == [one.event.seen for one in queued.effects]


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(ASKED))
def test_steps_read_what_the_card_last_had(name: str, way: str) -> None:
    """Given a step with a condition about the card that left, when it left with that property, then it happens."""
    steps = [{"do": "if", "when": {**ASKED[name], "of": {"ref": "event.card"}}, "then": [DRAW]}]
    assert [1] == drawn(blessed(command("watch", left(do=steps)), way=way), way)


# ---------------------------------------------------------------- delayed steps


def waits(pattern: Any, **more: Any) -> Any:  # noqa: ANN401 a pattern and fields of an effect
    """Return a command that draws 1 at the next event of this pattern."""
    return spell({"do": "delay", "until": pattern, "then": [DRAW]}, name="wait", **more)


@covers("step delay")
@pytest.mark.rule("TC-RUL-179")
@pytest.mark.parametrize("way", WAYS)
def test_delay_until_a_form_leaves_ends_however_it_leaves(way: str) -> None:
    """Given a delay until a form of yours leaves play, when one leaves in any way, then the steps are carried out."""
    play = table(waits({"event": "left_play", "card": MINE}), commands=("wait",), way=way)
    cast(play, "wait")

    events = cast(play, way)
    assert (1, [1]) == (len(of(DelayEnded, events)), [event.n for event in of(CardsDrawn, events)])
    assert [] == play.state.delayed


@pytest.mark.rule("TC-RUL-179")
def test_delay_until_a_form_is_sacrificed_ends() -> None:
    """Given a delay until a form of yours is sacrificed, when one is, then the steps are carried out."""
    play = table(waits({"event": "form_sacrificed", "card": MINE}), commands=("wait",), way="sacrifice")
    cast(play, "wait")

    assert [1] == drawn(play, "sacrifice")


@pytest.mark.rule("TC-RUL-179", "TC-RUL-064")
@pytest.mark.parametrize("way", WAYS)
def test_delay_until_the_chosen_form_leaves_is_carried_out(way: str) -> None:
    """Given a delay until the chosen form leaves, when it leaves in any way, then the steps are carried out."""
    chosen = {**MINE, "n": 1}
    play = table(
        waits({"event": "left_play", "card": {"ref": "chosen.0"}}, targets=[chosen]), commands=("wait",), way=way
    )
    cast(play, "wait")

    events = cast(play, way)
    assert [1] == [event.n for event in of(CardsDrawn, events)]
    assert [False, False] == [event.negated for event in of(EffectResolved, events)]


@pytest.mark.rule("TC-RUL-179", "TC-RUL-064")
def test_delay_without_its_chosen_card_did_nothing_under_older_rulings() -> None:
    """Given a match of form 2, when the chosen form goes to the hand, then the delayed steps do nothing."""
    pattern = {"event": "left_play", "card": {"ref": "chosen.0"}}
    play = table(waits(pattern, targets=[{**MINE, "n": 1}]), commands=("wait",), way="return", of_form=2)
    cast(play, "wait")

    assert [] == drawn(play, "return")


@pytest.mark.rule("TC-RUL-179")
@pytest.mark.parametrize(("least", "first", "then"), [(1, [], [1]), (0, [1], [])])
def test_delay_until_a_condition_is_true_ends_then(least: int, first: list[int], then: list[int]) -> None:
    """Given a delay until the drop zone holds a card, when one is in it or as soon as one goes there, then it ends."""
    held = {"op": "count", "of": {"who": "you", "zone": "drop"}, "cmp": ">=", "n": least}
    play = table(waits({"event": "state", "when": held}), commands=("wait",))

    assert first == drawn(play, "wait")
    assert then == drawn(play, "destroy")
    assert [] == play.state.delayed
