"""Hidden cards: the loader refuses cards whose options or effects depend on them and would reveal them."""

from typing import Any

import pytest

from tests.tcg.cards.making import MY_FORM, THIS, Raw, always, auto, faults_of, form, load_card, uses
from tests.tcg.cards.test_steps_in_vain import events_of_opening

ASH: Raw = {"op": "is", "of": {"ref": "each"}, "tribe": "Ash"}
HELD: Raw = {"who": "opponent", "zone": "hand", "filter": ASH}
OWN: Raw = {"who": "you", "zone": "hand", "filter": ASH}
MINE: Raw = {"who": "you", "zone": "form"}


def there(of: Raw) -> Raw:
    """Return a condition that is true if any card matches a selector."""
    return {"op": "exists", "of": of}


def stronger(by: Any) -> Raw:  # noqa: ANN401 an amount
    """Return a PWR bonus of a given amount."""
    return {"static": "modify_pwr", "of": MINE, "by": by}


OTHERS = "another player's hidden cards"
OPEN = "a public effect"
BAD: dict[str, tuple[Raw, str, str]] = {
    "a condition": (form(uses(when=there(HELD))), "effects[0].when.of", OTHERS),
    "a number of cards": (
        form(uses(when={"op": "count", "of": HELD, "cmp": ">", "n": 1})),
        "effects[0].when.of",
        OTHERS,
    ),
    "a condition inside another": (form(uses(when={"op": "not", "of": there(HELD)})), "effects[0].when.of.of", OTHERS),
    "any hand": (form(uses(when=there({**HELD, "who": "any"}))), "effects[0].when.of", OTHERS),
    "one of several zones": (
        form(uses(when=there({**HELD, "zone": ["drop", "hand"]}))),
        "effects[0].when.of",
        OTHERS,
    ),
    "another's deck": (form(uses(when=there({**HELD, "zone": "main_deck"}))), "effects[0].when.of", OTHERS),
    "the kind of cards in a hand": (
        form(uses(when={"op": "is", "of": {"who": "opponent", "zone": "hand"}, "kind": "spirit"})),
        "effects[0].when.of",
        OTHERS,
    ),
    "the PWR of cards in a hand": (
        form(uses(when={"op": "pwr", "of": {"who": "opponent", "zone": "hand"}, "cmp": ">", "n": 1})),
        "effects[0].when.of",
        OTHERS,
    ),
    "an amount": (form(uses({"do": "draw", "n": {"count": HELD}})), "effects[0].do[0].n.count", OTHERS),
    "a level as an amount": (
        form(uses({"do": "draw", "n": {"level": {"who": "opponent", "zone": "hand"}}})),
        "effects[0].do[0].n.level",
        OTHERS,
    ),
    "a target": (
        form(uses({"do": "damage", "of": {"ref": "chosen.0"}}, targets=[{**MY_FORM, "filter": there(HELD)}])),
        "effects[0].targets[0].filter.of",
        OTHERS,
    ),
    "a step's branch": (
        form(uses({"do": "if", "when": there(HELD), "then": [{"do": "draw", "n": 1}]})),
        "effects[0].do[0].when.of",
        OTHERS,
    ),
    "a pick among another's": (
        form(uses({"do": "reveal", "of": {**HELD, "n": 1, "by": "you"}})),
        "effects[0].do[0].of",
        "cannot see them",
    ),
    "another's pick among your own": (
        form(uses({"do": "reveal", "of": {**OWN, "n": 1, "by": "opponent"}})),
        "effects[0].do[0].of",
        "cannot see them",
    ),
    "a trigger": (form(auto(on={"event": "discarded", "card": HELD})), "effects[0].on.card", OTHERS),
    "a state": (form(auto(on={"event": "state", "when": there(HELD)})), "effects[0].on.when.of", OTHERS),
    "a static": (form(always({"static": "level_as", "level": 1, "of": HELD})), "effects[0].static[0].of", OTHERS),
    "a static's amount": (form(always(stronger({"count": HELD}))), "effects[0].static[0].by.count", OTHERS),
    "a replacement": (
        form(always(replace={"event": "would_go_to_void", "of": {**HELD, "zone": ["under", "hand"]}})),
        "effects[0].replace.of",
        OTHERS,
    ),
    "PWR by your own hand": (form(always(stronger({"count": OWN}))), "effects[0].static[0].by.count", OPEN),
    "CONT: by your own hand": (form(always(stronger(1), when=there(OWN))), "effects[0].when.of", OPEN),
}


@pytest.mark.rule("TC-RUL-085", "TC-ZONE-12")
@pytest.mark.parametrize(("card", "field", "reason"), [pytest.param(*bad, id=name) for name, bad in BAD.items()])
def test_card_that_reads_hidden_cards_is_refused(card: Raw, field: str, reason: str) -> None:
    """No condition, target, static or amount can depend on the identity of a hidden card."""
    (fault,) = faults_of(card)

    assert (field, ("TC-RUL-085", "TC-ZONE-12")) == (fault.field, fault.rules)
    assert reason in fault.reason


GOOD: dict[str, Raw] = {
    "a number of cards": form(
        uses(when={"op": "count", "of": {"who": "opponent", "zone": "hand"}, "cmp": ">", "n": 1})
    ),
    "a number of backs": form(
        uses(when={"op": "hand_count", "who": "opponent", "cmp": ">", "n": 1, "back": "spirit"}),
    ),
    "PWR by the cards in a hand": form(always(stronger({"count": {"who": "opponent", "zone": "hand"}}))),
    "your own hand": form(uses(when=there(OWN))),
    "what your own hand costs": form(always({"static": "no_sacrifice_needed", "of": OWN})),
    "what a step does to a hand": form(uses({"do": "reveal", "of": {**HELD, "n": 1, "by": "opponent"}})),
    "what lies open": form(uses(when=there({**HELD, "zone": "drop"}))),
    "your own among those": form(uses({"do": "damage", "of": {**MINE, "filter": there({**MINE, "filter": ASH})}})),
    "itself": form(uses(when={"op": "pwr", "of": THIS, "cmp": ">", "n": 1})),
}


@pytest.mark.rule("TC-RUL-085")
@pytest.mark.parametrize("card", [pytest.param(card, id=name) for name, card in GOOD.items()])
def test_card_that_counts_or_reads_its_players_hand_is_accepted(card: Raw) -> None:
    """The loader accepts counts of cards, which are public, and steps that affect a hidden hand.

    It also accepts cards that read their own player's hand.
    """
    assert "x" == load_card(card).id


# ---------------------------------------------------------------- what steps read

THEIRS: Raw = {"who": "opponent", "zone": "hand"}
X: Raw = {"var": "x"}
EACH: Raw = {"ref": "each"}
DRAW: Raw = {"do": "draw", "n": 1}


def pick(of: Raw) -> Raw:
    """Return a step that picks one of these cards at random."""
    return {"do": "choose", "store": "x", "of": {**of, "n": 1, "by": "random"}}


def branch(of: Raw) -> Raw:
    """Return a step that draws a card if a card is a form."""
    return {"do": "if", "when": {"op": "is", "of": of, "kind": "form"}, "then": [DRAW]}


def shows(of: Raw, to: str = "all") -> Raw:
    """Return a step that reveals a card."""
    return {"do": "reveal", "of": of, "to": to}


def each(of: Raw, *steps: Raw) -> Raw:
    """Return a step that carries out other steps for each of these cards."""
    return {"do": "for_each", "of": of, "then": list(steps)}


UNTOLD: dict[str, tuple[tuple[Raw, ...], str]] = {
    "a picked card": ((pick(THEIRS), branch(X)), "do[1].when.of"),
    "a picked card of any hand": ((pick({**THEIRS, "who": "any"}), branch(X)), "do[1].when.of"),
    "a picked card shown to one": ((pick(THEIRS), shows(X, "you"), branch(X)), "do[2].when.of"),
    "a picked card shown later": ((pick(THEIRS), branch(X), shows(X)), "do[1].when.of"),
    "the level of a picked card": ((pick(THEIRS), {"do": "draw", "n": {"level": X}}), "do[1].n.level"),
    "each card of a hand": ((each(THEIRS, DRAW, branch(EACH)),), "do[0].then[1].when.of"),
    "a picked card that may be shown": (
        (pick(THEIRS), {"do": "may", "then": [shows(X)]}, branch(X)),
        "do[2].when.of",
    ),
    "a picked card shown in another mode": (
        (pick(THEIRS), {"do": "choose_mode", "modes": [[shows(X)], [branch(X)]]}),
        "do[1].modes[1][0].when.of",
    ),
    "a card picked after another was shown": ((pick(THEIRS), shows(X), pick(THEIRS), branch(X)), "do[3].when.of"),
    "each picked card": ((pick(THEIRS), each(X, branch(EACH))), "do[1].then[0].when.of"),
    "some of the cards that fit": ((each({**THEIRS, "filter": ASH, "n": 2, "by": "random"}, DRAW),), "do[0].of.filter"),
    "each picked card that fits": ((pick({**THEIRS, "filter": ASH}), each(X, DRAW)), "do[1].of"),
    "the cards of a hand that fit": ((each({**THEIRS, "filter": ASH}, DRAW),), "do[0].of.filter"),
}


@pytest.mark.rule("TC-RUL-207", "TC-RUL-085")
@pytest.mark.parametrize(("steps", "field"), [pytest.param(*bad, id=name) for name, bad in UNTOLD.items()])
def test_steps_that_read_unshown_cards_are_refused(steps: tuple[Raw, ...], field: str) -> None:
    """A step can read a card in another player's hand only after it was revealed to all. Form 2 accepts the card."""
    written = form(uses(*steps))
    found = [fault for fault in faults_of(written) if "TC-RUL-207" in fault.rules]

    assert [f"effects[0].{field}"] == [fault.field for fault in found]
    assert ["MatchCreated", "SeatJoined", "SeatJoined"] == events_of_opening(written, of_form=2)


@pytest.mark.rule("TC-RUL-207", "TC-RUL-085")
@pytest.mark.parametrize(
    "steps",
    [
        (pick(THEIRS), shows(X), branch(X)),
        (each(THEIRS, shows(EACH), branch(EACH)),),
        (pick(THEIRS), shows(X), each(X, branch(EACH))),
        (pick({**THEIRS, "filter": ASH}), shows(X), each(X, DRAW)),
        (pick(THEIRS), {"do": "may", "then": [shows(X), branch(X)]}),
        (pick(THEIRS), shows(X), {"do": "delay", "until": {"event": "turn_started"}, "then": [branch(X)]}),
        (each(THEIRS, DRAW),),
        (pick({**THEIRS, "who": "you"}), branch(X)),
        (each({**OWN}, DRAW),),
        (pick({**THEIRS, "zone": "drop"}), branch(X)),
    ],
)
def test_steps_that_read_shown_cards_are_accepted(steps: tuple[Raw, ...]) -> None:
    """A step may read a card that was revealed, one of the effect's own player, and one in a public zone."""
    assert "x" == load_card(form(uses(*steps))).id
