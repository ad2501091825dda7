"""Forms: their zones, sacrifices, spirits and combat."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.catalogue.starter import STARTER
from services.tcg.chapters.actions import NotInHand
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack, SpiritNeededToAttack
from services.tcg.chapters.commands import NotACommand, PlayCommand, SetCommand
from services.tcg.chapters.course import CombatChecked
from services.tcg.chapters.departures import CardSentToDrop, FormSacrificed
from services.tcg.chapters.entering import FormPlayed, SpiritsMoved
from services.tcg.chapters.forms import (
    CannotBeSacrificed,
    NoOpenFormZone,
    NotAForm,
    PlayForm,
    SacrificeLevelTooHigh,
    SacrificeNeeded,
    SacrificeNotAllowed,
    SacrificeNotControlled,
    SacrificeNotNamed,
)
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.chapters.windows import Pass
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Secret
from tests.tcg.board import board, command, effect, form, record, side, static
from tests.tcg.played import Played, names, of

GOLEM: Final = form("emeraldefender-golem", level=1, pwr=4)
ONE: Final = form("one", level=1, pwr=4)
TWO: Final = form("two", level=2, pwr=5)
THREE: Final = form("three", level=3, pwr=6)
LEVELS: Final = ("gate-whelp", "one", "two", "three")
LADDER: Final = (ONE, TWO, THREE)


def spell(*do: Any, **more: Any) -> Any:  # noqa: ANN401 steps, and fields of an effect
    """Return a normal command with these steps."""
    return command("spell", effect("main", "none", main=True, do=list(do), **more), kind="normal")


# ---------------------------------------------------------------- zones


@pytest.mark.rule("TC-FORM-02", "TC-FORM-03", "TC-RUL-126")
def test_form_needs_an_open_zone() -> None:
    """The rules accept a form only in an empty zone; they refuse to play it over another card."""
    play = Played(board(a=side(forms=["silt-crab"], hand=["gate-whelp"] * 2), b=side()))
    first = play.hand("a", "gate-whelp")
    for zone in (0, 4):
        taken = PlayForm(card=first, zone=zone)
        play.when(taken, seat="a").then_refused(NoOpenFormZone, needs=("1",), has=zone)
    play.quietly("a", PlayForm(card=first, zone=1))
    assert ["silt-crab", "gate-whelp"] == play.pile("a", "forms")
    play.assert_refused("a", PlayForm(card=play.hand("a", "gate-whelp")), NoOpenFormZone)


@pytest.mark.rule("TC-RUL-010", "TC-ZONE-03", "TC-ZONE-08")
@pytest.mark.parametrize(("settings", "zones"), [(MatchSettings(), 2), (MatchSettings(form_zones=3), 3)])
def test_number_of_form_zones_is_a_setting(settings: MatchSettings, zones: int) -> None:
    """A player has as many form zones as the setting `form_zones` says, by default two."""
    play = Played(board(a=side(hand=["gate-whelp"] * 4), b=side(), settings=settings))
    for _ in range(zones):
        play.play_form("a", "gate-whelp")
    assert ["gate-whelp"] * zones == play.pile("a", "forms")
    play.assert_refused("a", PlayForm(card=play.hand("a", "gate-whelp")), NoOpenFormZone)


@pytest.mark.rule("TC-FORM-07", "TC-FORM-08", "TC-ACT-06", "TC-ZONE-09", "TC-ZONE-08")
def test_level_0_forms_need_only_a_zone() -> None:
    """Forms of level 0 are played without a sacrifice, face-up in the first open zones, several in one step."""
    play = Played(board(a=side(hand=["gate-whelp"] * 2), b=side()))
    for zone, thing in enumerate((play.state.made + 1, play.state.made + 2)):
        number = play.hand("a", "gate-whelp")
        hand = Secret(audience=("a",), value=number)
        played = FormPlayed(seat="a", card="gate-whelp", thing=thing, zone=zone, origin="hand", hand=hand)
        assert [played] == play.quietly("a", PlayForm(card=number))
        assert play.card(thing).up
    assert 0 == play.player("a").sacrifices


@pytest.mark.rule("TC-ZONE-09", "TC-ZONE-04", "TC-ZONE-10")
def test_forms_are_never_face_down() -> None:
    """Only commands may be set face-down, and only forms may be played into form zones."""
    play = Played(board(a=side(hand=["gate-whelp", "raised-shield", "boost"]), b=side()))
    play.assert_refused("a", SetCommand(card=play.hand("a", "gate-whelp")), NotACommand)
    play.assert_refused("a", PlayForm(card=play.hand("a", "raised-shield")), NotAForm)
    play.assert_refused("a", PlayForm(card=play.hand("a", "boost")), NotAForm)
    play.assert_refused("a", PlayForm(card=play.savior("a")), NotInHand)


# ---------------------------------------------------------------- sacrifice


@pytest.mark.rule("TC-FORM-09", "TC-FORM-10")
def test_higher_levels_need_a_sacrifice() -> None:
    """The rules refuse a form of a higher level unless the command names a form in play as its sacrifice."""
    play = Played(board(a=side(hand=["one"]), b=side(forms=["gate-whelp"]), cards=LADDER))
    play.assert_refused("a", PlayForm(card=play.hand("a", "one")), SacrificeNeeded)
    assert [] == play.fields_offered("a", PlayForm)
    play = Played(board(a=side(hand=["one"], forms=["gate-whelp"]), b=side(), cards=LADDER))
    (offered,) = play.fields_offered("a", PlayForm)
    assert [play.form("a", "gate-whelp")] == offered["sacrifice"]
    given = (str(play.form("a", "gate-whelp")),)
    play.when(PlayForm(card=play.hand("a", "one")), seat="a").then_refused(SacrificeNotNamed, needs=given)


@pytest.mark.rule("TC-EX-01", "TC-FORM-10", "TC-RUL-103", "TC-RUL-104")
@pytest.mark.parametrize("given", ["gate-whelp", "bell-warden"])
def test_golem_is_played_with_a_sacrifice(given: str) -> None:
    """Playing a golem sacrifices a form of level 0 or 1, which goes to the drop zone, and the golem takes its zone.

    The golem is not a card of the starter set, and its name is always spelt in the same way.
    """
    assert not any("emerald" in card.name.lower() or "punishment" in card.name.lower() for card in STARTER.cards)
    play = Played(board(a=side(hand=[GOLEM.id], forms=[given]), b=side(), cards=[GOLEM]))
    left, number, thing = play.form("a", given), play.hand("a", GOLEM.id), play.state.made + 1
    hand = Secret(audience=("a",), value=number)
    assert [
        FormSacrificed(seat="a", thing=left, card=given, cause="play"),
        FormPlayed(seat="a", card=GOLEM.id, thing=thing, zone=0, origin="hand", hand=hand),
    ] == play.quietly("a", PlayForm(card=number, sacrifice=left))
    assert [GOLEM.id, ""] == play.pile("a", "forms")
    assert ([given], True) == (play.pile("a", "drop"), play.card(thing).up)


@pytest.mark.rule("TC-FORM-11", "TC-EX-07")
@pytest.mark.parametrize("played", [1, 2, 3])
@pytest.mark.parametrize("given", [0, 1, 2, 3])
def test_sacrifice_has_equal_or_lower_level(given: int, played: int) -> None:
    """The rules refuse a sacrifice of a higher level than the form played."""
    play = Played(board(a=side(hand=[LEVELS[played]], forms=[LEVELS[given]]), b=side(), cards=LADDER))
    asked = PlayForm(card=play.hand("a", LEVELS[played]), sacrifice=play.form("a", LEVELS[given]))
    if given > played:
        play.assert_refused("a", asked, SacrificeLevelTooHigh)
    else:
        assert ["FormSacrificed", "FormPlayed"] == names(play.quietly("a", asked))


@pytest.mark.rule("TC-FORM-12")
def test_level_0_form_takes_no_sacrifice() -> None:
    """The rules refuse any sacrifice for a form of level 0, even another form of level 0."""
    play = Played(board(a=side(hand=["gate-whelp"], forms=["silt-crab"]), b=side()))
    asked = PlayForm(card=play.hand("a", "gate-whelp"), sacrifice=play.form("a", "silt-crab"))
    play.when(asked, seat="a").then_refused(SacrificeNotAllowed)
    (offered,) = play.fields_offered("a", PlayForm)
    assert "sacrifice" not in offered


@pytest.mark.rule("TC-FORM-13")
def test_sacrifice_is_a_form_of_the_same_player() -> None:
    """The rules refuse to sacrifice an opponent's form, a savior or a card in hand."""
    play = Played(board(a=side(hand=["one", "silt-crab"], forms=["gate-whelp"]), b=side(forms=["reef-urchin"]),
                        cards=LADDER))  # fmt: skip
    number = play.hand("a", "one")
    for wrong in (play.form("b", "reef-urchin"), play.savior("a"), play.hand("a", "silt-crab"), 999):
        play.assert_refused("a", PlayForm(card=number, sacrifice=wrong), SacrificeNotControlled)


@pytest.mark.rule("TC-FORM-09", "TC-FORM-10")
def test_form_that_cannot_be_sacrificed() -> None:
    """The rules refuse a sacrifice that an effect forbids, even if no other form could be sacrificed."""
    stubborn = form("stubborn", static("cannot_be_sacrificed", of={"ref": "this"}))
    play = Played(board(a=side(hand=["one"], forms=["stubborn"]), b=side(), cards=[*LADDER, stubborn]))
    asked = PlayForm(card=play.hand("a", "one"), sacrifice=play.form("a", "stubborn"))
    play.assert_refused("a", asked, CannotBeSacrificed)


@pytest.mark.rule("TC-FORM-09", "TC-FORM-11")
@pytest.mark.parametrize("forms", [["two", "gate-whelp"], ["gate-whelp", "two"]])
def test_one_legal_sacrifice_is_enough(forms: Sequence[str]) -> None:
    """A form can be played if any form in play is a legal sacrifice. The legal list omits illegal sacrifices."""
    play = Played(board(a=side(hand=["one"], forms=forms), b=side(), cards=LADDER))
    (offered,) = play.fields_offered("a", PlayForm)
    assert [play.form("a", "gate-whelp")] == offered["sacrifice"]
    play.play_form("a", "one", sacrifice=play.form("a", "gate-whelp"))
    assert {"one", "two"} == set(play.pile("a", "forms"))


@pytest.mark.rule("TC-FORM-09", "TC-FORM-12")
def test_form_that_needs_no_sacrifice() -> None:
    """If an effect removes the need for a sacrifice, a player plays a form of a higher level without one.

    The player may still sacrifice a form in that turn.
    """
    free = {**static("no_sacrifice_needed", of={"ref": "this"}), "zones": ["hand"]}
    guest = form("guest", free, level=2)
    play = Played(board(a=side(hand=["guest", "one"], forms=["gate-whelp"]), b=side(), cards=[*LADDER, guest]))
    given = play.form("a", "gate-whelp")
    play.when(PlayForm(card=play.hand("a", "guest"), sacrifice=given), seat="a").then_refused(SacrificeNotAllowed)
    play.play_form("a", "guest")
    assert (["gate-whelp", "guest"], 0) == (play.pile("a", "forms"), play.player("a").sacrifices)


@pytest.mark.rule("TC-RUL-028", "TC-ACT-11")
def test_sacrifice_is_only_part_of_playing_a_form() -> None:
    """Only the command that plays a form has a field for a sacrifice, and this field names one form."""
    assert [PlayForm] == [kind for kind in match_game.commands if "sacrifice" in kind.__struct_fields__]
    assert not any("Sacrifice" in kind.__name__ for kind in match_game.commands)


@pytest.mark.rule("TC-RUL-025")
@pytest.mark.parametrize(
    ("forms", "zone", "expected"),
    [
        (["gate-whelp", "silt-crab"], None, ["one", "silt-crab"]),
        (["gate-whelp", "silt-crab"], 0, ["one", "silt-crab"]),
        (["gate-whelp"], None, ["one", ""]),
        (["gate-whelp"], 1, ["", "one"]),
    ],
)
def test_sacrifice_opens_its_zone(forms: Sequence[str], zone: int | None, expected: list[str]) -> None:
    """If all zones are full, a new form enters the zone of its sacrifice.

    If another zone is open, the player may choose that zone instead.
    """
    play = Played(board(a=side(hand=["one"], forms=forms), b=side(), cards=LADDER))
    number, given = play.hand("a", "one"), play.form("a", "gate-whelp")
    play.quietly("a", PlayForm(card=number, sacrifice=given, zone=zone))
    assert (expected, ["gate-whelp"]) == (play.pile("a", "forms"), play.pile("a", "drop"))


@pytest.mark.rule("TC-RUL-025")
def test_sacrifice_opens_no_other_zone() -> None:
    """The rules refuse to play a form into a zone occupied by any form except its sacrifice."""
    play = Played(board(a=side(hand=["one"], forms=["gate-whelp", "silt-crab"]), b=side(), cards=LADDER))
    asked = PlayForm(card=play.hand("a", "one"), sacrifice=play.form("a", "gate-whelp"), zone=1)
    play.when(asked, seat="a").then_refused(NoOpenFormZone)


@pytest.mark.rule("TC-FORM-19", "TC-RUL-115")
def test_spirits_move_under_the_new_form() -> None:
    """All spirits of a sacrificed form move under the new form in the same order, and none goes to the void."""
    play = Played(board(a=side(hand=["one"], forms=[("gate-whelp", "boost", "protect", "boost")]), b=side(),
                        cards=LADDER))  # fmt: skip
    given = play.form("a", "gate-whelp")
    spirits, thing = play.card(given).under, play.state.made + 1
    events = play.play_form("a", "one", sacrifice=given)
    assert ["FormSacrificed", "FormPlayed", "SpiritsMoved"] == names(events)
    assert [SpiritsMoved(spirits=spirits, to=thing)] == of(SpiritsMoved, events)
    assert (spirits, []) == (play.card(thing).under, play.player("a").void)
    assert ["house-boost", "house-protect", "house-boost"] == play.under(thing)


@pytest.mark.rule("TC-RUL-115")
def test_sacrifice_and_play_are_one_action() -> None:
    """Effects triggered by playing a form count the moved spirits. Sacrificing and playing open only one window."""
    when = {"op": "spirits_under", "of": {"ref": "this"}, "cmp": ">=", "n": 2}
    heir = form("heir", effect("count", "auto", on={"event": "form_played", "card": {"ref": "this"}}, when=when,
                               do=[{"do": "draw", "n": 1}]), level=1)  # fmt: skip
    table = board(a=side(hand=["heir"], forms=[("gate-whelp", "boost", "boost")], deck=["silt-crab"]),
                  b=side(forms=[("hush-sentry", "boost")]), cards=[heir])  # fmt: skip
    play = Played(table)
    asked = PlayForm(card=play.hand("a", "heir"), sacrifice=play.form("a", "gate-whelp"))
    events = [*play.do("a", asked), *play.pass_all()]
    kinds = names(events)
    assert ["heir#count"] == [one.effect for event in of(TriggersQueued, events) for one in event.effects]
    assert 1 == kinds.count("CardsDrawn")
    assert kinds.index("SpiritsMoved") < kinds.index("TriggersQueued")
    assert ["W2", "W1"] == [getattr(event, "kind", "") for event in events if type(event).__name__ == "WindowClosed"]


@pytest.mark.rule("TC-FORM-20", "TC-ACT-04")
def test_spirits_of_a_form_sacrificed_by_effect_go_to_the_void() -> None:
    """The spirits of a form that an effect sacrifices go to the void.

    The player may still sacrifice a form that turn.
    """
    mine = {"who": "you", "zone": "form", "n": 1, "by": "you"}
    card = spell({"do": "sacrifice", "of": {"ref": "chosen.0"}}, targets=[mine])
    table = board(a=side(hand=["spell", "one"], forms=[("gate-whelp", "boost", "boost"), "silt-crab"]), b=side(),
                  cards=[card, *LADDER])  # fmt: skip
    play = Played(table)
    given = play.form("a", "gate-whelp")
    play.do("a", PlayCommand(card=play.hand("a", "spell")))
    events = [*play.answer(given), *play.pass_all()]
    assert ["effect"] == [event.cause for event in of(FormSacrificed, events)]
    assert (["house-boost"] * 2, 0) == (play.pile("a", "void"), play.player("a").sacrifices)
    play.play_form("a", "one", sacrifice=play.form("a", "silt-crab"))
    assert 1 == play.player("a").sacrifices


# ---------------------------------------------------------------- fighting


@pytest.mark.rule("TC-FORM-21", "TC-FORM-22", "TC-FORM-23", "TC-ZONE-14")
@pytest.mark.parametrize(("pwr", "loses"), [(2, "a"), (3, "b"), (4, "b")])
def test_attacker_needs_at_least_the_same_pwr(pwr: int, loses: str) -> None:
    """An attacker with less PWR than its target goes to the drop zone, and its spirits go to the void."""
    table = board(a=side(forms=[("striker", "rescue", "rescue")]), b=side(forms=[("wall", "rescue", "rescue")]),
                  cards=[form("striker", pwr=pwr), form("wall")], step="combat")  # fmt: skip
    play = Played(table)
    attacker, target = play.form("a", "striker"), play.form("b", "wall")
    events = play.quietly("a", DeclareAttack(attacker=attacker, target=target))
    victor, loser = (attacker, target) if loses == "b" else (target, attacker)
    expected = CombatChecked(attacker_pwr=pwr, target_pwr=3, victor=victor, loser=loser)
    assert [expected] == of(CombatChecked, events)
    gone = play.card(loser)
    assert [CardSentToDrop(thing=loser, card=gone.card, owner=loses, cause="damage")] == of(CardSentToDrop, events)
    assert ([gone.card], ["house-rescue"] * 2) == (play.pile(loses, "drop"), play.pile(loses, "void"))
    assert 1 == len([one for seat in "ab" for one in play.player(seat).forms if one])


@pytest.mark.rule("TC-FORM-25", "TC-SPI-05", "TC-RUL-029")
def test_form_attacks_a_savior_with_a_spirit_only() -> None:
    """A form without a spirit may attack forms, but no savior."""
    table = board(a=side(forms=["reef-urchin", ("silt-crab", "boost")]), b=side(forms=["gate-whelp"]), step="combat")
    play = Played(table)
    bare, blessed, savior = play.form("a", "reef-urchin"), play.form("a", "silt-crab"), play.savior("b")
    play.assert_refused("a", DeclareAttack(attacker=bare, target=savior), SpiritNeededToAttack)
    offered = {one["attacker"]: one["target"] for one in play.fields_offered("a", DeclareAttack)}
    assert {bare: [play.form("b", "gate-whelp")], blessed: [savior, play.form("b", "gate-whelp")]} == offered
    assert "AttackDeclared" in names(play.quietly("a", DeclareAttack(attacker=blessed, target=savior)))


@pytest.mark.rule("TC-RUL-029")
def test_form_attacks_in_the_turn_it_is_played() -> None:
    """A form may attack in the turn in which it was played."""
    play = Played(board(a=side(hand=["reef-urchin"]), b=side(forms=["gate-whelp"])))
    play.play_form("a", "reef-urchin")
    play.next_step("a", "combat")
    fresh, target = play.form("a", "reef-urchin"), play.form("b", "gate-whelp")
    assert "AttackDeclared" in names(play.do("a", DeclareAttack(attacker=fresh, target=target)))


@pytest.mark.rule("TC-FORM-28", "TC-CARD-11")
def test_flavour_and_tribes_do_nothing() -> None:
    """Cards that differ only in flavour and tribes lead to the same legal commands and events."""
    seen = []
    plain: dict[str, Any] = {}
    for more in (plain, {"flavour": "It waits.", "tribes": ["Warden", "Crab"], "archetypes": ["Shell"]}):
        table = board(a=side(hand=["plain"]), b=side(forms=["gate-whelp"]), cards=[form("plain", **more)])
        play = Played(table)
        legal = [(entry.kind, entry.body, dict(entry.options)) for entry in play.entries("a")]
        seen.append((legal, play.play_form("a", "plain"), play.pwr(play.form("a", "plain"))))
    assert seen[0] == seen[1]


@pytest.mark.rule("TC-RUL-128")
def test_damage_has_nothing_to_move_when_the_form_is_gone() -> None:
    """A damaged form that a response has returned to the hand stays in the hand."""
    table = board(a=side(forms=["reef-urchin"]), b=side(forms=[("gate-whelp", "boost")], set=["safe-harbour"]),
                  step="combat")  # fmt: skip
    for card in table.state.table.values():
        card.since = 1
    play = Played(record(table))
    play.do("a", DeclareAttack(attacker=play.form("a", "reef-urchin"), target=play.form("b", "gate-whelp")))
    while play.state.attack is not None:
        seat = play.decision().seat
        offered = play.fields_offered("b", Activate) if seat == "b" else []
        play.do(seat, Activate(**offered[0]) if offered else Pass())
    assert (["safe-harbour"], ["", ""]) == (play.pile("b", "drop"), play.pile("b", "forms"))
    assert (["gate-whelp", "house-boost"], []) == (play.pile("b", "hand"), play.pile("b", "void"))
