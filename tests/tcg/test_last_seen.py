"""Effects that react to a card that leaves play, and use its last state in play. Rule: TC-RUL-177, TC-RUL-178."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.departures import CardSentToDrop, SpiritsReturned
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.forms import NEWEST
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import LastSeen
from shared.kernel.messages import Event
from tests.tcg.board import command, form, side, spirit
from tests.tcg.played import Played, names, of
from tests.tcg.steps import of as covers
from tests.tcg.third_turn import DECK, DRAW, ONCE, choose_first, laid, spell, use

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
    """Return an [AUTO] effect that draws a card when a card leaves play, or at another event of a card."""
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
    """Return a match in which `a` has a card in play, a command that removes it, and one that grants an effect."""
    of_it = {"who": "you", "zone": zone, "filter": {"op": "is", "of": {"ref": "each"}, "name": "relic"}}
    from_zone = {"from": zone} if way == "return" else {}
    return laid(
        spell({**AWAY[way], **from_zone, "of": of_it}, name="go"), *cards,
        spell({"do": "grant", "of": of_it, "effect": gift, "for": "game"}, name="gift"),
        settings=MatchSettings(command_zones=3, **settings), b=side(),
        a=side(
            forms=[thing] if zone == "form" else (), deck=DECK,
            commands=["go", "gift", *([thing] if zone == "command" else ())],
        ),
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
    """A form that gained "when this card leaves play: draw 1" draws 1 in whatever way it leaves."""
    play = table(gift=left(THIS), way=way)
    cast(play, "gift")

    assert [1] == drawn(play, way)


@pytest.mark.rule("TC-RUL-177", "TC-RUL-116")
def test_granted_effect_reacts_to_the_sacrifice_of_its_card() -> None:
    """A form that gained "when this card is sacrificed: draw 1" draws 1 when it is sacrificed."""
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
    """A bound command that gained such an effect draws a card in whatever way it leaves play."""
    relic = command("relic", {"id": "rest", "eti": "none", "do": [DRAW]})
    play = lone("relic", "command", way, left(THIS), relic)
    cast(play, "gift")

    assert [1] == drawn(play, "go")


@pytest.mark.rule("TC-RUL-177", "TC-RUL-026")
@pytest.mark.parametrize("way", ["deck", "destroy", "return"])
def test_spirit_that_goes_to_the_hand_reacts_when_the_card_above_leaves(way: str) -> None:
    """Spirits that return to their owner's hand when the card above leaves still trigger their effects."""
    wisp = spirit("wisp", left({"ref": "host"}))
    play = lone(("relic", "wisp"), "form", way, left(THIS), wisp, form("relic"), spirits_on_return="owner_hand")

    events = cast(play, "go")
    assert [("wisp",)] == [event.cards for event in of(SpiritsReturned, events)]
    assert [1] == [event.n for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-177")
def test_granted_effect_did_not_react_under_older_rulings() -> None:
    """Under version 2 of the rules, a form that gained such an effect draws nothing when it is destroyed."""
    play = table(gift=left(THIS), of_form=2)
    cast(play, "gift")

    assert [] == drawn(play, "destroy")


@pytest.mark.rule("TC-RUL-177")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("event", ["left_play", "form_sacrificed"])
def test_spirit_reacts_when_the_card_above_leaves(way: str, event: str) -> None:
    """A spirit's effect that waits for the card above to leave is triggered when that card leaves."""
    wisp = spirit("wisp", left({"ref": "host"}, event))
    play = table(wisp, hero=("hero", "wisp"), way=way)

    assert ([1] if event == "left_play" or way == "sacrifice" else []) == drawn(play, way)


@pytest.mark.rule("TC-RUL-177")
def test_spirit_reacts_when_it_is_removed_from_under_its_card() -> None:
    """When one of two spirits is removed from under a card, both react to the de-spiritualization of that card."""
    wisp = spirit("wisp", left({"ref": "host"}, "despiritualized"))
    play = table(wisp, hero=("hero", "wisp", "wisp"), way="strip")
    hero, (first, second) = play.form("a", "hero"), play.card(play.form("a", "hero")).under

    events = cast(play, "strip")
    queued = [one for event in of(TriggersQueued, events) for one in event.effects]
    assert [(second, hero), (first, hero)] == [(one.thing, one.event.card) for one in queued]


@pytest.mark.rule("TC-RUL-177", "TC-FORM-19")
def test_spirit_that_moves_to_the_next_form_reacts_to_the_sacrifice() -> None:
    """A spirit that waits for the sacrifice of the card above reacts once when a new form replaces that card."""
    wisp = spirit("wisp", left({"ref": "host"}, "form_sacrificed"))
    play = table(wisp, form("heir", level=1), hero=("hero", "wisp"), hand=("heir",))
    below, hero = play.card(play.form("a", "hero")).under, play.form("a", "hero")

    events = play.play_form("a", "heir", sacrifice=hero, zone=0)
    assert [below] == [tuple(one.thing for one in event.effects) for event in of(TriggersQueued, events)]
    assert (["wisp"], 0) == (play.under(play.form("a", "heir")), len(play.player("a").void))


@pytest.mark.rule("TC-RUL-142", "TC-RUL-177")
@pytest.mark.parametrize("way", ["destroy", "return"])
def test_forms_that_leave_by_one_step_do_not_see_each_other(way: str) -> None:
    """If two forms with a gained effect for departures leave by one step, each reacts only to itself."""
    play = table(gift=left(), forms=("hero",), way=way)
    cast(play, "gift")

    (queued,) = of(TriggersQueued, cast(play, way))
    assert [True, True] == [one.thing == one.event.card for one in queued.effects]


@pytest.mark.rule("TC-RUL-177", "TC-RUL-078")
def test_card_that_returns_and_leaves_again_has_lost_its_gained_effect() -> None:
    """A form that leaves, returns and leaves again by one effect loses its gained effect: only 1 card is drawn."""
    back = {"do": "play_form", "from": "drop", "of": {**MINE, "zone": "drop", "n": 1, "by": "you"}}
    again = spell(AWAY["destroy"], back, AWAY["destroy"], name="again")
    play = table(again, gift=left(THIS), way="again")
    cast(play, "gift")

    events = cast(play, "again")
    assert 2 == len(of(CardSentToDrop, events))
    assert [1] == [event.n for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-178", "TC-RUL-046")
def test_borrowed_form_that_leaves_by_elimination_is_matched_as_it_was() -> None:
    """When `a` concedes while controlling b's form with a spirit, c's effect for forms with spirits reacts."""
    grab = spell({"do": "gain_control", "of": {"who": "opponent", "zone": "form"}, "for": "game"}, name="grab")
    spirited = left({"who": "any", "zone": "form", "filter": {**ASKED["spirit"], "of": {"ref": "each"}}})
    play = laid(
        HERO, grab, command("watch", spirited), a=side(commands=["grab"], deck=DECK, spirits=["boost"] * 9),
        b=side(forms=[("hero", "boost")], deck=DECK, spirits=["boost"] * 9),
        c=side(commands=["watch"], deck=DECK, spirits=["boost"] * 9),
    )  # fmt: skip
    use(play, "a", "grab")
    choose_first(play)
    assert "hero" in play.pile("a", "forms")

    events = [*play.do("a", Concede()), *play.pass_all()]
    assert ["elimination"] == [event.cause for event in of(CardSentToDrop, events)]
    assert "c" == of(CardsDrawn, events)[0].seat


@pytest.mark.rule("TC-RUL-177", "TC-KEY-13")
def test_card_that_stays_in_play_is_matched_as_it_is() -> None:
    """An effect for forms that lose their last spirit draws a card when a form loses it."""
    bare = {**MINE, "filter": {"op": "not", "of": {**ASKED["spirit"], "of": {"ref": "each"}}}}
    watcher = command("watch", left(bare, "despiritualized"))

    assert [1] == drawn(table(watcher, hero=("hero", "boost"), commands=("watch",), way="strip"), "strip")
    assert [] == drawn(table(watcher, hero=("hero", "boost", "boost"), commands=("watch",), way="strip"), "strip")


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
    """Return a command that draws 1 card when a form with this property leaves play."""
    where = {"op": "all", "of": [MINE["filter"], {**ASKED[name], "of": {"ref": "each"}}]}
    return command("watch", left({**MINE, "filter": where}, **more))


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(ASKED))
def test_leaving_card_is_matched_as_it_was_in_play(name: str, way: str) -> None:
    """An effect for forms with a spirit, a counter, a level or a PWR reacts when a form that had them leaves play."""
    assert [1] == drawn(blessed(watch(name), way=way), way)


@pytest.mark.rule("TC-RUL-178")
def test_leaving_card_was_matched_without_its_spirits_under_older_rulings() -> None:
    """Under version 2 of the rules, an effect for forms with a spirit does not react when such a form is destroyed."""
    assert [] == drawn(blessed(watch("spirit"), of_form=2), "destroy")


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("name", sorted(ASKED))
def test_sacrificed_card_is_matched_as_it_was_in_play(name: str) -> None:
    """An effect for the sacrifice of forms with such a property reacts when a form that had it is sacrificed."""
    assert [1] == drawn(blessed(watch(name, event="form_sacrificed"), way="sacrifice"), "sacrifice")


@pytest.mark.rule("TC-RUL-178")
@pytest.mark.parametrize("way", WAYS)
def test_steps_read_the_pwr_that_the_card_last_had(way: str) -> None:
    """An effect "draw as many cards as its PWR" draws 6 cards when a form of PWR 6 leaves in any way."""
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
    """A step with a condition about a card that has left is carried out if the card last had that property."""
    steps = [{"do": "if", "when": {**ASKED[name], "of": {"ref": "event.card"}}, "then": [DRAW]}]
    assert [1] == drawn(blessed(command("watch", left(do=steps)), way=way), way)


@pytest.mark.rule("TC-RUL-178", "TC-RUL-048")
def test_attacks_of_the_card_that_left_are_known() -> None:
    """An effect for forms that have attacked in the combat step reacts when such a form is destroyed."""
    attacked = {"op": "attacked_this_step", "of": {"ref": "event.card"}}
    filtered = left({**MINE, "filter": {**attacked, "of": {"ref": "each"}}}, id="filtered", limit=ONCE)
    asked = left(do=[{"do": "if", "when": attacked, "then": [DRAW]}], id="asked", limit=ONCE)
    play = laid(
        HERO, spell(AWAY["destroy"]), command("first", filtered), command("second", asked), step="combat",
        settings=MatchSettings(command_zones=3), b=side(spirits=["boost"] * 9),
        a=side(forms=[("hero", "boost")], commands=["spell", "first", "second"], deck=DECK, spirits=["boost"] * 9),
    )  # fmt: skip
    play.quietly("a", DeclareAttack(attacker=play.form("a", "hero"), target=play.savior("b")))

    events = use(play, "a")
    events += [*play.answer(*play.decision().options), *play.pass_all()]
    assert [1, 1] == [event.n for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-178", "TC-CMD-02")
def test_face_down_command_that_leaves_stays_hidden() -> None:
    """When a face-down command returns to its owner's hand, the triggered effect does not name the card."""
    theirs = {"who": "opponent", "zone": "command"}
    steps = [{"do": "if", "when": {"op": "is", "of": {"ref": "event.card"}, "kind": "command"}, "then": [DRAW]}]
    secret = command("secret", {"id": "wait", "eti": "interrupt", "main": True, "do": [DRAW]}, kind="interrupt")
    play = laid(
        secret, spell({"do": "return_to_hand", "from": "command", "of": theirs}),
        command("watch", left({"who": "any", "zone": "command"}, do=steps)),
        a=side(commands=["spell", "watch"], deck=DECK), b=side(set=["secret"]),
    )  # fmt: skip

    events = use(play, "a")
    (queued,) = of(TriggersQueued, events)
    assert [None] == [one.event.seen for one in queued.effects]
    assert "secret" not in str(events)


# ---------------------------------------------------------------- effects that do not react


@pytest.mark.rule("TC-RUL-211")
@pytest.mark.parametrize(("way", "drawn"), [("destroy", 3), ("return_to_hand", 0)])
def test_other_effects_read_the_card_as_it_lies(way: str, drawn: int) -> None:
    """After a step that removes a form, a later step reads its printed PWR, or nothing if the form is in a hand.

    The spirit under it no longer counts, neither for its PWR nor for a condition.
    """
    gone = {"ref": "chosen.0"}
    asks = {"do": "if", "when": {"op": "is_spiritualized", "of": gone}, "then": [{"do": "invoke", "n": 1}]}
    steps = ({"do": way, "of": gone}, {"do": "draw", "n": {"pwr": gone}}, asks)
    chosen = {"who": "you", "zone": "form", "n": 1, "by": "you"}
    play = laid(
        HERO, spell(*steps, targets=[chosen]), b=side(),
        a=side(forms=[("hero", "boost")], commands=["spell"], deck=DECK * 3, spirits=["boost"] * 3),
    )  # fmt: skip
    held = len(play.player("a").hand)
    use(play, "a")

    back = way == "return_to_hand"
    assert drawn + back == len(play.player("a").hand) - held


# ---------------------------------------------------------------- spirits that pay for their own effect


@pytest.mark.rule("TC-RUL-212")
@pytest.mark.parametrize(("of_form", "alone", "counted"), [(3, True, 2), (2, True, 0), (3, False, 2), (2, False, 2)])
def test_spirit_that_pays_for_its_effect_still_knows_the_card_above(of_form: int, alone: bool, counted: int) -> None:  # noqa: FBT001 pytest passes it so
    """A spirit's effect reaches the card above, whichever spirit under this card pays for the effect.

    Under version 2 of the rules, it does not reach the card if the spirit itself pays.
    """
    host = {"ref": "host"}
    glow = {
        "id": "glow", "eti": "none", "cost": [{"pay": "despiritualize", "of": host, "n": 1}],
        "do": [DRAW, {"do": "put_counter", "name": "z", "n": 2, "of": host}],
    }  # fmt: skip
    under = ("ember",) if alone else ("boost", "ember")
    play = laid(
        HERO, spirit("ember", glow), of_form=of_form, a=side(forms=[("hero", *under)], deck=DECK), b=side(deck=DECK)
    )
    events = [*play.do("a", Activate(card=play.find("a", "ember", "under")))]
    if not alone:
        asked = play.decision()
        events += play.do("a", Answer(decision=asked.number, choice=asked.options[:1]))
    play.pass_all()
    (declared,) = of(EffectDeclared, events)

    assert (alone and of_form == NEWEST) == (declared.names is not None)
    assert counted == play.state.table[play.form("a", "hero")].counters.get("z", 0)
