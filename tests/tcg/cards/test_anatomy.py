"""The fields that all cards share, and the fields that only some kinds of card have."""

import msgspec
import pytest

from services.tcg.catalogue.booklet import (
    FRAMES,
    INDEPENDENT,
    INDICATORS,
    KEYWORDS,
    PAGES,
    SACRIFICES,
    SPIRIT_TYPES,
    VERSION,
)
from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.language.effects import Effect, Form, Savior
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.text.face import text_of
from shared.platform.ledger import CONTRACTS, ledger_at
from tests.tcg.cards.making import (
    Raw,
    always,
    card_of_kind,
    command,
    faults_of,
    form,
    load_card,
    main,
    savior,
    spirit,
    uses,
)

KINDS = {"savior": savior(), "form": form(), "command": command("normal", main("none")), "spirit": spirit()}
ALL_KINDS = pytest.mark.parametrize("card", [pytest.param(card, id=kind) for kind, card in KINDS.items()])
LEDGER = CONTRACTS / "tcg" / "rules.toml"


@pytest.mark.rule("TC-CARD-01", "TC-CARD-05", "TC-CARD-06")
@pytest.mark.parametrize("field", ["id", "name", "set_id", "number", "rarity"])
@ALL_KINDS
def test_every_card_needs_its_common_fields(card: Raw, field: str) -> None:
    """The loader refuses a card without an id, a name, a set, a number or a rarity."""
    without = {key: value for key, value in card.items() if key != field}

    (fault,) = faults_of(without)

    assert f"Object missing required field `{field}`: add it" == fault.reason


@pytest.mark.rule("TC-CARD-02", "TC-CARD-03", "TC-CARD-07")
@ALL_KINDS
def test_all_kinds_share_their_anatomy(card: Raw) -> None:
    """Every kind of card has the same common fields.

    A card may have any number of effects and tribes, even 0.
    """
    common = {"id", "name", "set_id", "number", "rarity", "archetypes", "tribes", "effects", "flavour", "notes"}
    named = load_card({**card, "tribes": ["Warden", "Ash"], "archetypes": ["Gate"]})

    assert common <= set(named.__struct_fields__)
    assert ((), ()) == (load_card(card).tribes, load_card(card).archetypes)
    assert ("Warden", "Ash") == named.tribes


@pytest.mark.rule("TC-CARD-04", "TC-RUL-123")
def test_only_cards_that_fight_have_pwr() -> None:
    """The loader refuses a form without PWR, and a command or a spirit with PWR."""
    without = {key: value for key, value in form().items() if key != "pwr"}

    assert "Object missing required field `pwr`: add it" == faults_of(without)[0].reason
    for card in (command("normal", main("none"), pwr=1), spirit(pwr=1)):
        assert "Object contains unknown field `pwr`: leave it out" == faults_of(card)[0].reason


@pytest.mark.rule("TC-CARD-05")
def test_no_two_cards_have_one_number() -> None:
    """The loader refuses two cards with the same set and number, or the same id, and names both."""
    faults = faults_of(form(id="a"), form(id="b"), form(id="c", number="2"), form(id="c", number="3"))

    assert [("a", "number"), ("b", "number"), ("c", "id"), ("c", "id")] == [
        (fault.card, fault.field) for fault in faults
    ]


@pytest.mark.rule("TC-CARD-08", "TC-CARD-09", "TC-SAV-03")
def test_saviors_and_only_saviors_flip() -> None:
    """A savior needs two sides and a flip requirement; the loader refuses them on any other kind."""
    for field in ("flip", "bound", "boundless"):
        without = {key: value for key, value in savior().items() if key != field}
        assert f"Object missing required field `{field}`: add it" == faults_of(without)[0].reason
    for card in (form(), command("normal", main("none")), spirit()):
        fault = faults_of({**card, "flip": savior()["flip"]})[0]
        assert "Object contains unknown field `flip`: leave it out" == fault.reason


@pytest.mark.rule("TC-CARD-10", "TC-RUL-137")
def test_flip_requirement_is_printed_last() -> None:
    """The text of a savior's bound side ends with the flip requirement, directly below the flavour text."""
    card = load_card(savior(flavour="Soon.", notes="A reminder.", bound={"effects": [uses(name="Wait")]}))
    bound, boundless = text_of(card).faces

    assert [
        '*"Soon."*',
        "If the number of spirits under this card is at least 2: —; enter the boundless state.",
    ] == list(bound.box[-2:])
    assert () == boundless.box


@pytest.mark.rule("TC-CARD-11")
def test_tribe_changes_only_its_own_label() -> None:
    """Two cards that differ only in tribe have the same text, apart from the tribe's label."""
    one, other = (text_of(load_card(form(uses(), tribes=[tribe]))) for tribe in ("Warden", "Ash"))

    assert (("{Warden}",), ("{Ash}",)) == (one.tribes, other.tribes)
    assert one.faces == other.faces


@pytest.mark.rule("TC-CARD-12")
def test_there_are_four_kinds() -> None:
    """The loader refuses a card of a fifth kind, or without a kind."""
    assert {"savior", "form", "command", "spirit"} == set(FRAMES)
    assert (
        "Invalid value 'relic': write one of savior, form, command, spirit"
        == faults_of(card_of_kind("relic"))[0].reason
    )
    assert "Object missing required field `kind`: add it" == faults_of({"id": "x"})[0].reason


@pytest.mark.rule("TC-KEY-01")
def test_there_are_eight_keywords() -> None:
    """The card language has exactly eight keywords, each with its definition."""
    expected = ["draw", "discard", "rescue", "spiritualize", "invoke", "de-spiritualize", "devour", "control"]

    assert expected == list(KEYWORDS)
    assert all(KEYWORDS.values())


@pytest.mark.rule("TC-SAV-01", "TC-SPI-01", "TC-FORM-01", "TC-CMD-01")
@pytest.mark.parametrize(
    ("kind", "frame", "back"),
    [("savior", "gold", "main"), ("spirit", "grey", "spirit"), ("form", "red", "main"), ("command", "blue", "main")],
)
def test_each_kind_has_its_frame(kind: str, frame: str, back: str) -> None:
    """Saviors are golden, spirits grey with their own back, forms red and commands blue."""
    text = text_of(load_card(KINDS[kind]))

    assert (frame, back) == (text.frame, text.back)


@pytest.mark.rule("TC-SAV-02")
def test_no_step_or_cost_moves_a_savior() -> None:
    """The loader refuses a card that would move a savior, whichever step or cost would move it."""
    steps = [{"do": do, "of": THEIR_SAVIOR} for do in ("destroy", "sacrifice", "return_to_hand", "gain_control")]
    steps.append({"do": "put_in_deck", "of": THEIR_SAVIOR, "at": "top"})

    for step in steps:
        assert "TC-SAV-02" in faults_of(form(uses(step)))[0].rules
    for cost in ({"pay": "send_self", "to": "drop"}, {"pay": "sacrifice", "of": {"ref": "this"}}):
        assert "TC-SAV-02" in faults_of(savior(uses(cost=[cost], name="Go")))[0].rules


THEIR_SAVIOR = {"who": "opponent", "zone": "savior", "n": 1, "by": "you"}


@pytest.mark.rule("TC-SAV-03", "TC-SAV-04")
def test_each_side_of_a_savior_is_labelled() -> None:
    """The two sides of a savior are labelled bound and boundless."""
    assert ["bound", "boundless"] == [face.label for face in text_of(load_card(savior())).faces]


@pytest.mark.rule("TC-SAV-05")
def test_a_saviors_abilities_are_named() -> None:
    """The loader refuses a savior's ability without a name. Texts print the name in bold."""
    (fault,) = faults_of(savior(uses()))

    assert ("boundless.effects[0].name", ("TC-SAV-05",)) == (fault.field, fault.rules)
    assert "**Beam** Once per turn: —; draw 1." == text_of(load_card(savior(uses(name="Beam")))).faces[1].box[0]
    assert "golden" == text_of(load_card(savior())).orb


@pytest.mark.rule("TC-SPI-03")
def test_a_flip_without_spirits_is_noted() -> None:
    """The loader accepts a savior that flips without spirits, but adds a note for the author."""
    odd = savior(flip={"when": {"op": "players", "cmp": "==", "n": 2}})

    (note,) = notes(load({"name": "Test", "cards": [odd]}))

    assert ("flip.when", ("TC-SPI-03",)) == (note.field, note.rules)
    assert () == notes(load({"name": "Test", "cards": [savior()]}))


@pytest.mark.rule("TC-SPI-07", "TC-SPI-08", "TC-SPI-09", "TC-SPI-10", "TC-SPI-11", "TC-SPI-12", "TC-RUL-099")
def test_there_are_five_types_of_spirit() -> None:
    """The types of spirits are Boost, Rescue, Aggress, Protect and Perfect.

    Deck limits for each type are read from data, and the loader adds a note for the author about a sixth type.
    """
    expected = {
        "boost": ("Boost Spirit", 15),
        "rescue": ("Rescue Spirit", 4),
        "aggress": ("Aggress Spirit", 15),
        "protect": ("Protect Spirit", 15),
        "perfect": ("Perfect Spirit", 1),
    }

    assert expected == {key: (kind.name, kind.most) for key, kind in SPIRIT_TYPES.items()}
    assert "TC-RUL-099" in notes(load({"name": "Test", "cards": [spirit(type="ember")]}))[0].rules


@pytest.mark.rule("TC-FORM-04", "TC-RUL-106")
@pytest.mark.parametrize("level", [-1, 4])
def test_levels_are_0_to_3(level: int) -> None:
    """The loader accepts forms of levels 0 to 3 and refuses any other level."""
    (fault,) = faults_of(form(level=level))

    assert "level" == fault.field


@pytest.mark.rule("TC-FORM-05", "TC-FORM-06", "TC-RUL-106")
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_a_form_has_an_orb_for_each_level(level: int) -> None:
    """A form's frame shows as many red orbs as its level; a form of level 0 has no orbs."""
    text = text_of(load_card(form(level=level)))

    assert (level, "red" if level else None) == (text.orbs, text.orb)


@pytest.mark.rule("TC-EX-02")
def test_one_orb_is_level_1() -> None:
    """A form with one orb has level 1 and needs the sacrifice of a form of level 0 or 1."""
    card = load_card(form(level=1))

    assert isinstance(card, Form)
    assert 1 == text_of(card).orbs
    assert (0, 1) == SACRIFICES[card.level]


@pytest.mark.rule("TC-CMD-06", "TC-CMD-07")
def test_there_are_four_types_of_command() -> None:
    """Commands are normal, bound, interrupt or swift, each printed beside a blue orb.

    The loader refuses a fifth type.
    """
    timing = {"normal": "none", "bound": "none", "interrupt": "interrupt", "swift": "swift"}
    texts = {kind: text_of(load_card(command(kind, main(eti)))) for kind, eti in timing.items()}

    assert {kind: ("blue", 1, kind) for kind in timing} == {
        kind: (text.orb, text.orbs, text.faces[0].label) for kind, text in texts.items()
    }
    assert (
        "Invalid enum value 'field': write one of bound, interrupt, normal, swift"
        == faults_of(command("field", main("none")))[0].reason
    )


@pytest.mark.rule("TC-ETI-01", "TC-ETI-16")
def test_every_effect_needs_a_timing() -> None:
    """The loader refuses an effect without one of the four timing indicators or [INDEPENDENT]."""
    without = {key: value for key, value in uses().items() if key != "eti"}

    assert {"[AUTO]", "CONT:", "[INTERRUPT]", "[SWIFT]", ""} == set(INDICATORS.values())
    assert "[INDEPENDENT]" == INDEPENDENT
    assert "Object missing required field `eti`: add it" == faults_of(form(without))[0].reason
    assert (
        "Invalid enum value 'late': write one of auto, cont, interrupt, none, swift"
        == faults_of(form(uses(eti="late")))[0].reason
    )


@pytest.mark.rule("TC-ETI-10")
@pytest.mark.parametrize(
    "card",
    [
        savior(uses(independent=True, name="Beam")),
        spirit(uses(independent=True)),
        command("bound", uses(independent=True)),
    ],
)
def test_only_forms_are_independent(card: Raw) -> None:
    """The loader refuses [INDEPENDENT] on a savior, a spirit or a command."""
    assert ("TC-ETI-10",) == faults_of(card)[0].rules
    assert () == faults_of(form(uses(independent=True)))


@pytest.mark.rule("TC-GEN-01", "TC-GEN-02", "TC-RUL-102")
def test_ledger_cites_pages_of_the_booklet() -> None:
    """The ledger cites page 16 of booklet 1.0 for the act step, 17 for combat and 19 for reading card effects."""
    assert "1.0" == VERSION == ledger_at(LEDGER).source["version"]
    assert ("act step", "combat step", "reading card effects") == (PAGES[16], PAGES[17], PAGES[19])
    assert list(range(3, 20)) == list(PAGES)


@pytest.mark.rule("TC-RUL-103")
def test_the_sample_form_has_one_spelling() -> None:
    """All examples spell the sample form's name in the same way."""
    examples = ledger_at(LEDGER).examples

    assert any("Emeraldefender" in example.given for example in examples)
    assert not any("Emeralddefender" in f"{example.given}{example.then}" for example in examples)


@pytest.mark.rule("TC-RUL-105")
def test_pwr_is_a_whole_number_from_0_up() -> None:
    """The loader refuses a negative or fractional PWR, and adds a note for the author about a PWR above 12."""
    assert ["pwr", "pwr"] == [faults_of(form(pwr=pwr))[0].field for pwr in (-1, 2.5)]
    assert "TC-RUL-105" in notes(load({"name": "Test", "cards": [form(pwr=13)]}))[0].rules
    assert () == notes(load({"name": "Test", "cards": [form(pwr=0), form(id="y", number="2", pwr=12)]}))


@pytest.mark.rule("TC-RUL-107")
def test_archetypes_are_tags_not_parts_of_names() -> None:
    """A card belongs to the archetypes in its data, whatever its name begins with."""
    card = load_card(form(name="Gate Whelp", archetypes=["Undertow", "Lantern"]))

    assert ("Undertow", "Lantern") == card.archetypes


def test_cards_come_back_as_they_were_written() -> None:
    """A card that is loaded, encoded and loaded again does not change."""
    card = load_card(savior(always({"static": "modify_pwr", "of": {"ref": "this"}, "by": 1}, name="Glow")))

    assert isinstance(card, Savior)
    assert isinstance(card.boundless.effects[0], Effect)
    assert card == load_card(msgspec.to_builtins(card))


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"\xff", b'{"name":"x"}', b'{"name":"x","cards":[]}', b"[" * 100_000]
)
def test_bytes_without_a_set_are_refused(raw: bytes) -> None:
    """The loader refuses bytes that contain no card set, and reports faults as it does for bad cards."""
    with pytest.raises(BadCards) as refused:
        load(raw)

    assert "cards" == refused.value.faults[0].card


def test_every_fault_is_named_at_once() -> None:
    """The loader lists every fault at once: each bad card and each bad effect, with the field and the reason."""
    bad = form(uses(eti="late"), uses(id="f", do=[{"do": "dance"}]), level=7, id="one")
    faults = faults_of(bad, form(id="fine", number="2"), form(id="two", number="3", rarity=5), {"no": "id"})

    assert [
        ("one", "level"), ("one", "effects[0].eti"), ("one", "effects[1].do[0].do"), ("two", "rarity"),
        ("cards[3]", "$"),
    ] == [(fault.card, fault.field) for fault in faults]  # fmt: skip
    assert "two: rarity: Expected text, got a whole number" == str(faults[3])
