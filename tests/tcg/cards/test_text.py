"""Texts of cards, generated from their data in the style of the rule booklet."""

import re
from typing import Any, get_args

import msgspec
import pytest

from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.language import costs as prices
from services.tcg.catalogue.language.conditions import Part, Selector, SpiritsUnder
from services.tcg.catalogue.language.effects import Effect, Pattern, Would
from services.tcg.catalogue.language.operations import AnyContinuousEffect, Operation
from services.tcg.catalogue.starter import SETS
from services.tcg.catalogue.text.effects import words_of_parts
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.text.phrases import EVENTS, WOULD
from services.tcg.catalogue.text.speech import SPECIAL, line, say
from services.tcg.catalogue.walk import walk
from services.tcg.chapters.operations.decks import LookTop, Reveal
from services.tcg.chapters.operations.endings import EndAttack
from services.tcg.chapters.operations.flow import Choose, May
from services.tcg.chapters.operations.hands import Discard, Draw
from services.tcg.chapters.operations.lasting import ChangePwr, Damage, Restrict
from services.tcg.chapters.operations.searching import Search
from services.tcg.chapters.operations.spirits import Devour, MoveSpirits
from tests.tcg.cards.making import THIS, Raw, always, auto, form, load_card, savior, uses

THIS_CARD = Selector(ref="this")


def box(card: Raw) -> tuple[str, ...]:
    """Return the lines of a card's text box."""
    return text_of(load_card(card)).lines


@pytest.mark.rule("TC-READ-01", "TC-READ-02", "TC-READ-03")
def test_names_are_quoted_and_tribes_are_in_braces() -> None:
    """In texts, the names of cards and archetypes are in quotation marks, and tribes are in braces."""
    named = {"op": "is", "of": {"ref": "each"}, "name": "Gate Whelp", "archetype": "Undertow", "tribe": "Warden"}
    text = box(form(uses({"do": "damage", "of": {"who": "you", "zone": "form", "filter": named}})))[0]
    card = text_of(load_card(form(archetypes=["Undertow"], tribes=["Warden"])))

    assert 'damage each form you control that is "Gate Whelp" and of "Undertow" and of {Warden}' in text
    assert (('"Undertow"',), ("{Warden}",)) == (card.archetypes, card.tribes)
    assert 'for all your cards named "X"' in box(form(uses(limit={"count": 2, "per": "game", "scope": "name"})))[0]


@pytest.mark.rule("TC-READ-04", "TC-READ-05")
def test_reminders_and_flavour_come_last() -> None:
    """In texts, reminders are italic and in parentheses.

    Flavour comes last, italic and quoted. Neither changes the other lines.
    """
    plain, noted = box(form(uses())), box(form(uses(), notes="It is so.", flavour="Ah."))

    assert (*plain, "*(It is so.)*", '*"Ah."*') == noted


@pytest.mark.rule("TC-READ-06", "TC-READ-07", "TC-READ-08", "TC-RUL-108")
@pytest.mark.parametrize(
    ("effect", "conditions", "cost", "does"),
    [
        pytest.param(
            uses(when={"op": "step_is", "step": "end"}, cost=[{"pay": "discard", "n": 2}]),
            "If it is your turn and it is the end step, once per turn", "discard 2", "draw 1.", id="all three",
        ),
        pytest.param(uses(), "Once per turn", "—", "draw 1.", id="no cost"),
        pytest.param(
            uses(limit=None, cost=[{"pay": "discard", "n": 1}]), "—", "discard 1", "draw 1.", id="no condition"
        ),
        pytest.param(auto(), "[AUTO] When your turn begins", "—", "draw 1.", id="an indicator"),
        pytest.param(
            always({"static": "cannot_attack", "of": THIS}, when={"op": "turn_of", "who": "opponent"}),
            "CONT: While it is an opponent's turn", "—", "this card cannot attack.", id="a colon of its own",
        ),
        pytest.param(
            uses(eti="swift", independent=True, zones=["play", "hand"]),
            "[SWIFT] [INDEPENDENT] From play or your hand, once per turn", "—", "draw 1.", id="two indicators",
        ),
    ],
)  # fmt: skip
def test_conditions_cost_and_effect_are_separated(effect: Raw, conditions: str, cost: str, does: str) -> None:
    """A card's text prints conditions, then a colon, the cost, a semicolon, and the effect."""
    (text,) = box(form(effect))
    read = re.fullmatch(r"((?:CONT: )?[^:]*): ([^;]*); (.*)", text)

    assert read is not None
    assert (conditions, cost, does) == read.groups()


@pytest.mark.rule("TC-READ-08", "TC-RUL-232")
def test_text_of_an_effect_without_conditions_and_cost() -> None:
    """The text of an effect without conditions and cost has only the indicator and the effect."""
    assert ("CONT: This card gets +1 PWR.",) == box(form(always({"static": "modify_pwr", "of": THIS, "by": 1})))


def test_text_names_the_acting_player() -> None:
    """The text addresses the card's player in the imperative, and names any other player who acts."""
    others = {"opponent": "an opponent draws 2", "any": "each player draws 2", "each_opponent": "each opponent draws 2"}

    assert "draw 2" == say(Draw(n=2))
    assert others == {who: say(msgspec.convert({"do": "draw", "n": 2, "who": who}, Draw)) for who in others}


UNIONS = (conditions.Condition, prices.Cost, AnyContinuousEffect, effects.AnyOperation)
OTHERS = (
    Selector, conditions.Reckoned, conditions.Var, Pattern, effects.Replacement, Effect
)  # fmt: skip
"""The types of parts that have a text but are in none of the card language's unions."""


def ops() -> list[type[Part]]:
    """Return every construct of the card language that is printed on cards."""
    return [*(kind for union in UNIONS for kind in get_args(union)), *OTHERS]


FILLED: dict[str, Any] = {
    "of": THIS_CARD, "n": 2, "who": "opponent", "cmp": ">=", "zone": "form", "kind": "form", "side": "bound",
    "step": "act1", "phase": "check", "a": 1, "b": 2, "effect": Effect(id="e", eti="none"), "per": "turn",
    "name": "seal", "by": 1, "to": 3, "what": "any", "level": 2, "event": "damaged", "from_": "hand",
    "spirit": THIS_CARD, "at": "top", "deck": "main", "static": operations.CannotAttack(), "store": "s",
    "then": (EndAttack(),),
    "modes": ((EndAttack(),), (Draw(n=1),)), "when": SpiritsUnder(of=THIS_CARD, cmp=">=", n=1),
    "sides": 6, "until": Pattern(event="damaged"), "var": "s", "id": "e", "eti": "none", "cost": (),
}  # fmt: skip
EXCEPTIONS: dict[type[Part], dict[str, Any]] = {
    conditions.All: {"of": (FILLED["when"],)},
    conditions.Any: {"of": (FILLED["when"],)},
    conditions.Not: {"of": FILLED["when"]},
    Discard: {"by": "random"},
    operations.CannotBeTarget: {"by": "opponent"},
    operations.CannotBeDamaged: {"by": "form"},
    conditions.EventIs: {"by": "you", "kind": "play"},
    Pattern: {"by": "you", "step": None, "to": "drop", "from_": "hand"},
    effects.Replacement: {"event": "would_leave", "who": None},
    conditions.Reckoned: {"level": None, "var": None, "die": 6},
    Selector: {"ref": None, "var": None, "zone": "drop", "n": 1, "by": "random"},
    prices.PaySendSelf: {"to": "hand"},
    prices.PaySpiritFromHand: {"to": "void"},
    prices.PaySpiritFromDeck: {"to": "void"},
    prices.PayReturnFromDrop: {"to": "main_deck_bottom"},
    MoveSpirits: {"from_": THIS_CARD, "to": THIS_CARD},
    Devour: {"from_": "opponent"},
    Search: {"to": "hand"},
    Reveal: {"to": "all"},
    LookTop: {"then": "reorder"},
    Choose: {"store": "s"},
    conditions.Used: {"effect": "e"},
    conditions.Is: {"type": None},
}


def example(kind: type[Part]) -> Part:
    """Return a part of this type with example values in its fields."""
    values = {**FILLED, **EXCEPTIONS.get(kind, {})}
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required} | set(EXCEPTIONS.get(kind, {}))
    given = {name: values[name] for name in needed}
    return kind(**given)


@pytest.mark.parametrize("kind", ops(), ids=lambda kind: kind.__name__)
def test_every_part_has_an_english_text(kind: type[Part]) -> None:
    """The text of every part is in English and contains no identifier of the data."""
    text = say(example(kind))

    assert text
    assert not re.search(r"[{}_<>=]|None|Selector|\b(who|cmp)\b", text), text


def test_every_event_has_a_text() -> None:
    """Every event and every replacement has a text."""
    assert set(get_args(effects.EventName)) == set(EVENTS)
    assert set(get_args(Would)) == set(WOULD)
    assert [] == [kind for kind in SPECIAL if kind.phrase]
    for event in EVENTS:
        assert say(Pattern(event=event)).startswith("when ")


def test_a_card_in_an_event_is_one_card() -> None:
    """In texts, a selector is called "a card" in an event, "each card" in a static and "cards" in a count."""
    mine = {"who": "you", "zone": ["form", "savior"]}
    event, bonus, number = (
        auto(on={"event": "damaged", "card": mine}),
        always({"static": "modify_pwr", "of": mine, "by": -1}),
        uses({"do": "draw", "n": {"count": mine}}),
    )

    assert ("[AUTO] When a form or savior you control is damaged: —; draw 1.",) == box(form(event))
    assert ("CONT: Each form or savior you control gets -1 PWR.",) == box(form(bonus))
    assert ("Once per turn: —; draw the number of forms or saviors you control.",) == box(form(number))


def test_text_of_a_change_has_its_duration() -> None:
    """The text of a change ends with its duration: by default until the end of the turn, or as the card says."""
    lasting = {"of": THIS, "by": 2, "do": "modify_pwr"}
    held = {"op": "is_spiritualized", "of": THIS}
    texts = [
        say(msgspec.convert({**lasting, **more}, ChangePwr))
        for more in ({}, {"for": "this_attack"}, {"for": "end_of_combat_step"}, {"for": "while", "as_long_as": held})
    ]

    assert [
        "this card gets +2 PWR until the end of the turn",
        "this card gets +2 PWR until an attack or the turn ends",
        "this card gets +2 PWR until the combat step or the turn ends",
        "this card gets +2 PWR while this card is spiritualized",
    ] == texts


@pytest.mark.rule("TC-READ-08", "TC-RUL-223")
def test_text_of_a_range_with_one_number_prints_it_once() -> None:
    """A choice of at least 2 and at most 2 forms reads as a choice of 2 forms."""
    two = {"who": "you", "zone": "form", "n": {"min": 2, "max": 2}}
    (text,) = box(form(uses({"do": "modify_pwr", "of": {"ref": "chosen.0"}, "by": 1}, targets=[two])))

    assert "choose 2 forms you control" in text


@pytest.mark.rule("TC-READ-08")
def test_text_of_a_delay_says_that_it_happens_once() -> None:
    """The text of delayed steps says that they wait only for the next event of their kind."""
    later = {"do": "delay", "until": {"event": "turn_started", "by": "you"}, "then": [{"do": "draw", "n": 3}]}

    assert ("Once per turn: —; the next time your turn begins, draw 3.",) == box(form(uses(later)))


@pytest.mark.rule("TC-RUL-069")
def test_text_of_an_unmarked_effect_says_whose_step_it_names() -> None:
    """Without an indicator, a text says "it is your turn" before it names a step, unless the condition names a turn."""
    ending = {"op": "step_is", "step": "end"}
    theirs = {"op": "all", "of": [{"op": "turn_of", "who": "opponent"}, ending]}
    said = [box(form(one))[0].split(",")[0] for one in (
        uses(when=ending), uses(when=ending, eti="swift"), uses(when=theirs), uses(when={"op": "any", "of": [ending]})
    )]  # fmt: skip

    assert [
        "If it is your turn and it is the end step",
        "[SWIFT] If it is the end step",
        "If it is an opponent's turn and it is the end step",
        "If it is your turn and either it is the end step",
    ] == said


def test_a_granted_effect_is_quoted() -> None:
    """The text of a step that grants an effect quotes the granted effect in full."""
    granted = {"do": "grant", "of": THIS, "effect": auto()}

    assert "«[AUTO] When your turn begins: —; draw 1.»" in box(form(uses(granted)))[0]


def test_text_follows_the_data() -> None:
    """Two cards with different effects have different texts."""
    one, other = (line(Effect(id="e", eti="none", do=(Draw(n=n),))) for n in (1, 2))

    assert ("Draw 1.", "Draw 2.") == (one, other)


def test_text_of_a_flip_has_its_cost() -> None:
    """The text of a flip has its cost between the colon and the semicolon."""
    flip = {**savior()["flip"], "cost": [{"pay": "despiritualize", "of": THIS, "n": 1}]}

    assert "at least 2: de-spiritualize 1 from this card; enter the boundless state." in box(savior(flip=flip))[0]


def test_text_of_a_static_applied_by_a_step() -> None:
    """The text of a step that applies a static to cards names those cards and the duration."""
    for kind in get_args(AnyContinuousEffect):
        static = msgspec.convert(msgspec.to_builtins(example(kind)), AnyContinuousEffect)
        assert say(Restrict(of=THIS_CARD, static=static)).endswith("until the end of the turn")


def test_text_of_amounts_and_stored_results() -> None:
    """The text of an amount describes its computation; the text of a stored player or card says where it came from."""
    pwr, level = {"pwr": THIS}, {"level": {"ref": "event.target"}}
    amounts = {
        "draw the PWR of this card plus 2": {"plus": [pwr, 2]},
        "draw the level of its target times 3": {"times": [level, 3]},
        "draw the number rolled": {"var": "r"},
    }
    stored = {"do": "draw", "n": 1, "who": {"var": "p"}}
    damage = {"do": "damage", "of": {"who": {"var": "p"}, "zone": "form", "n": {"min": 0, "max": 2}, "by": "you"}}

    for words, amount in amounts.items():
        assert words == say(msgspec.convert({"do": "draw", "n": amount}, Draw))
    assert "that player draws 1" == say(msgspec.convert(stored, Draw))
    assert "damage 0 to 2 forms that player controls" == say(msgspec.convert(damage, Damage))
    assert "damage the cards picked before" == say(Damage(of=Selector(var="v")))
    assert "damage the second chosen card" == say(Damage(of=Selector(ref="chosen.1")))


def test_permissions_and_prohibitions_have_a_subject() -> None:
    """Texts of permissions and prohibitions name the player concerned, even if that player is the reader."""
    assert "you cannot activate swift effects" == say(operations.CannotActivate(who="you", what="swift"))
    assert "if an opponent wishes, draw 1" == say(May(then=(Draw(n=1),), who="opponent"))


@pytest.mark.rule("AR-DESK-02")
@pytest.mark.parametrize("name", SETS.today.sets)
def test_text_of_an_effect_contains_the_text_of_each_step(name: str) -> None:
    """Each step's text is part of its effect's text, so that an app can highlight the step."""
    for card in SETS.today.sets[name].cards.cards:
        words = words_of_parts(card)
        steps = {path for path, part, _ in walk(card) if isinstance(part, Operation)}
        assert steps <= words.keys(), card.id
