"""Faults in card sets: the loader refuses a bad set and reports every fault, wherever it is."""

import pytest

from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.loading import LONGEST, MOST_FAULTS, load
from services.tcg.catalogue.sets import MOST_CARDS
from tests.tcg.cards.making import THIS, Raw, command, faults_of, form, uses


def places(*cards: Raw) -> list[tuple[str, str]]:
    """Return the card and the field of each fault of the cards."""
    return [(fault.card, fault.field) for fault in faults_of(*cards)]


@pytest.mark.rule("TC-CARD-01", "TC-CARD-04", "TC-CARD-06")
def test_malformed_and_linted_cards_are_reported_together() -> None:
    """The loader reports a card that cannot be decoded together with the faults of another card."""
    nameless, weak = form(id="a"), form(id="b", number="2", rarity=None)
    del nameless["name"]
    twice = form(uses(eti="never"), uses({"do": "fly"}, id="f"), id="c", number="3", level=9)
    silly = command("normal", id="d", number="4")

    assert [
        ("a", "$"), ("b", "rarity"), ("c", "level"), ("c", "effects[0].eti"), ("c", "effects[1].do[0].do"),
        ("d", "effects"),
    ] == places(nameless, weak, twice, silly)  # fmt: skip


def test_faults_of_the_set_and_of_its_cards() -> None:
    """For a set without a name that contains a bad card, the loader reports two faults."""
    with pytest.raises(BadCards) as bad:
        load({"cards": [form(level=7)], "more": 1})

    assert [("cards", "$"), ("x", "level")] == [(fault.card, fault.field) for fault in bad.value.faults]


@pytest.mark.parametrize("cards", [[], None, "x", {}, [form()] * (MOST_CARDS + 1)])
def test_a_set_of_no_cards_or_too_many_is_one_fault(cards: object) -> None:
    """For a set without cards or with too many, the loader reports one fault and does not check single cards."""
    with pytest.raises(BadCards) as bad:
        load({"name": "Odd", "cards": cards})

    assert 1 == len(bad.value.faults)


@pytest.mark.parametrize(
    ("step", "field", "reason"),
    [
        ({"do": "drw"}, "do[0].do", "Invalid value 'drw': did you mean draw?"),
        ({"do": "xyzzy"}, "do[0].do", "Invalid value 'xyzzy'"),
        (
            {"do": "put_in_deck", "of": THIS, "at": "up"},
            "do[0].at",
            "Invalid enum value 'up': write one of bottom, shuffle, top",
        ),
        (
            {"do": "draw", "n": {"plus": [1, {"op": 1}]}},
            "do[0].n.plus[1]",
            "Object contains unknown field `op`: leave it out",
        ),
        ({"do": "draw"}, "do[0]", "Object missing required field `n`: add it"),
        (
            {"do": "roll_die", "sides": 2, "store": "r", "table": {"1": [{"do": "drw"}]}},
            "do[0].table[...][0].do",
            "Invalid value 'drw'",
        ),
    ],
)
def test_a_malformed_card_gets_an_explanation(step: Raw, field: str, reason: str) -> None:
    """The reason lists all valid words of a field if there are few, and suggests the closest word if there are many."""
    (fault,) = faults_of(form(uses(step)))

    assert (f"effects[0].{field}", reason) == (fault.field, fault.reason)


@pytest.mark.rule("TC-CARD-02")
@pytest.mark.parametrize(
    ("card", "field", "reason"),
    [
        (form(name="N" * 200), "name", "Expected text of at most 60 characters"),
        (form(pwr=1_000_000), "pwr", "Expected a whole number of at most 999"),
        (form(pwr=-1), "pwr", "Expected a whole number of at least 0"),
        (form(pwr="3"), "pwr", "Expected a whole number, got text"),
        (form(tribes=[""]), "tribes[0]", "Expected text of at least 1 character"),
        (form(*[uses(id=f"e{at}") for at in range(14)]), "effects", "Expected a list of at most 6 entries"),
        (form(uses({"do": "draw", "n": "x"})), "effects[0].do[0].n", "Expected a whole number or an object, got text"),
    ],
)
def test_reason_is_in_plain_words(card: Raw, field: str, reason: str) -> None:
    """The reason says in plain words which values a field accepts, and their bounds."""
    (fault,) = faults_of(card)

    assert (field, reason) == (fault.field, fault.reason)


def test_bad_card_is_named_by_its_id_or_position() -> None:
    """A fault names a card without a usable id by its position in the file."""
    long = "l" * (LONGEST + 1)

    assert [("cards[0]", "id"), ("cards[1]", "$"), ("fine", "level")] == places(
        form(id=long), {"id": 7}, form(id="fine", level=-1)
    )


def test_number_of_reported_faults_is_limited() -> None:
    """For a file with faults everywhere, the loader reports only the first thousand."""
    effects: list[Raw] = [{}] * 50

    assert MOST_FAULTS == len(places(*(form(id=f"c{at}", effects=effects) for at in range(50))))
    assert MOST_FAULTS == len(places(*(form(id="same", name="*") for _ in range(400))))


def test_whole_numbers_with_a_fraction_are_accepted() -> None:
    """The loader reads a level of 1.0 or 1e0 as 1, and refuses 1.5 and infinity."""
    written = b'{"name": "J", "cards": [{"kind": "form", "id": "x", "name": "X", "set_id": "S", "number": "1", '
    assert load(written + b'"rarity": "r", "level": 1.0, "pwr": 3e0}]}') == load(
        {"name": "J", "cards": [form(set_id="S", rarity="r")]}
    )
    for level in (b"1.5", b"1e400", b"1e30", b"-1.0"):
        with pytest.raises(BadCards, match="level"):
            load(written + b'"rarity": "r", "level": ' + level + b', "pwr": 3}]}')


@pytest.mark.rule("TC-READ-12")
def test_only_cards_are_referred_to_as_cards() -> None:
    """A step or cost about cards must not refer to an event's player or effect; only `negate` may name an effect."""
    answering = {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"}}
    link, by = {"ref": "event.link"}, {"ref": "event.by"}
    steps = ({"do": "negate", "of": link}, {"do": "damage", "of": link}, {"do": "choose", "of": link, "store": "v"})
    wrong = uses(*steps, **answering, cost=[{"pay": "sacrifice", "of": by}])

    assert () == faults_of(form(uses(steps[0], **answering)))
    assert {"effects[0].do[1].of.ref", "effects[0].do[2].of.ref", "effects[0].cost[0].of.ref"} == {
        field for _, field in places(form(wrong))
    }
