"""Names in cards.

The loader refuses the characters that mark names in card texts.
"""

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.lints import faults_in
from tests.tcg.cards.making import THIS, Raw, faults_of, form, load_card, savior, uses

SIGNS = '"“”„«»{}*'
PLACES: dict[str, tuple[str, Raw]] = {
    "a name": ("name", form(name="A?B")),
    "a rarity": ("rarity", form(rarity="?")),
    "an archetype": ("archetypes[1]", form(archetypes=["Lamp", "A?B"])),
    "a tribe": ("tribes[0]", form(tribes=["?Ash"])),
    "an ability": ("boundless.effects[0].name", savior(uses(name="Dawn?"))),
    "a name asked for": ("effects[0].when.name", form(uses(when={"op": "is", "of": THIS, "name": "A?B"}))),
    "a tribe asked for": ("effects[0].when.tribe", form(uses(when={"op": "is", "of": THIS, "tribe": "A?B"}))),
    "an archetype asked for": (
        "effects[0].when.archetype",
        form(uses(when={"op": "is", "of": THIS, "archetype": "A?B"})),
    ),
}


def with_sign(value: object, sign: str) -> object:
    """Replace each question mark in a value by this character."""
    match value:
        case str():
            return value.replace("?", sign)
        case list():
            return [with_sign(one, sign) for one in value]
        case dict():
            return {key: with_sign(one, sign) for key, one in value.items()}
        case _:
            return value


@pytest.mark.rule("TC-READ-01", "TC-READ-02", "TC-READ-03")
@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize(("field", "card"), [pytest.param(*place, id=name) for name, place in PLACES.items()])
def test_name_with_a_marking_character_is_refused(field: str, card: Raw, sign: str) -> None:
    """The loader refuses quotation marks, braces and asterisks in names, since texts use them as markup."""
    written = with_sign(card, sign)
    assert isinstance(written, dict)
    (fault,) = faults_of(written)

    assert (field, f"a name cannot contain {sign}: remove it") == (fault.field, fault.reason)
    assert ("TC-READ-01", "TC-READ-02", "TC-READ-03") == fault.rules


@pytest.mark.rule("TC-READ-04", "TC-READ-05")
def test_notes_and_flavour_have_no_asterisks() -> None:
    """Notes and flavour are printed entirely in italics, so the loader refuses an asterisk in them."""
    found = faults_of(form(flavour="So *loud*.", notes="*"), form(id="y", number="2", flavour='She said "yes".'))

    assert ["flavour", "notes"] == [fault.field for fault in found]


def test_names_may_have_other_punctuation() -> None:
    """The loader accepts apostrophes, dashes and commas in names."""
    assert () == faults_of(form(name="O'Neil-Smith, the 2nd (ö) & Söhne!", tribes=["'Ash'"]))


UNSEEN = ("\u200b", "\u00ad", "\u2060", "\ufe0f", "\u200d", "\u202e", "\u2028", "\u2800")


@pytest.mark.rule("TC-RUL-218", "TC-READ-01")
@pytest.mark.parametrize("sign", UNSEEN)
@pytest.mark.parametrize(("field", "card"), [pytest.param(*place, id=name) for name, place in PLACES.items()])
def test_name_with_a_character_that_nobody_sees_is_refused(field: str, card: Raw, sign: str) -> None:
    """The loader refuses invisible characters, by which a deck could have more copies of a card than it may."""
    written = with_sign(card, sign)
    assert isinstance(written, dict)
    (fault,) = faults_of(written)

    said = f"nobody can see the character U+{ord(sign):04X} in a name: remove it"
    assert (field, said, ("TC-READ-01", "TC-RUL-218")) == (fault.field, fault.reason, fault.rules)


@pytest.mark.rule("TC-RUL-218")
def test_blank_name_is_refused() -> None:
    """The loader refuses names and tribes of blanks only, of any kind and number."""
    found = faults_of(form(name=" ", tribes=["\u00a0 ", "Ash"]))

    assert [("name", "this name is blank: write at least one letter"), ("tribes[0]", found[0].reason)] == [
        (fault.field, fault.reason) for fault in found
    ]


@pytest.mark.rule("TC-RUL-218")
def test_older_matches_keep_such_names() -> None:
    """Under version 2 of the rules, a name may contain an invisible character."""
    card = replace(load_card(form(name="Wolf")), name="Wo\u00adlf")

    assert [] == [*faults_in(card, form=2)]
    assert ["name"] == [fault.field for fault in faults_in(card)]
