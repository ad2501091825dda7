"""Continuous effects: PWR, levels, prohibitions, allowances, replacements, and the sources of abilities."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import DECKS, STARTER
from services.tcg.chapters import continuous, control, entering, hands, turn, winning
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.course import AttackDeclared, AttackEnded
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.departures import (
    CardReturned,
    CardSentToDrop,
    FormSacrificed,
    Gone,
    SpiritsReturned,
    SpiritsSentToVoid,
)
from services.tcg.chapters.opening import SeatJoined
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import Board, EffectGranted, PwrChanged, Restricted, board_of
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.state.tasks import Running
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Event
from tests.tcg.playing import Playing, act, run
from tests.tcg.policy import play

from .board import board, card, change, command, effect, form, number, own, record, savior, side, spirit, static

PLAIN = side()
HOST = {"ref": "host"}
THIS = {"ref": "this"}
MINE = {"who": "you", "zone": "form"}


def with_command(what: dict[str, Any], *more: AnyCard, **match: Any) -> Playing:  # noqa: ANN401 arguments of a board
    """Return a game in which a has two forms, one with a spirit, and a bound command with one effect; b has a form."""
    return board(
        cards=[command("odd", what), *more],
        a=side(forms=[("gate-whelp", "rescue"), "current-rider"], commands=["odd"], hand=["twin-fang"]),
        b=side(savior="tide-regent", forms=["silt-crab"]), **match,
    )  # fmt: skip


def pwr(game: Playing, seat: str, printed: str) -> int | None:
    """Return the PWR of a card."""
    return continuous.pwr(game, card(game, seat, printed))


def keys(game: Playing, seat: str, printed: str) -> list[str]:
    """Return the keys of a card's abilities."""
    return [ability.key for _, ability in continuous.abilities_of(game, card(game, seat, printed))]


# ---------------------------------------------------------------- PWR


@pytest.mark.rule("TC-ETI-05")
def test_cont_bonus_ends_with_its_source() -> None:
    """Watch Fire strengthens forms with spirits; when it leaves, they have their old PWR."""
    game = board(a=side(forms=[("gate-whelp", "rescue"), "twin-fang"], commands=["watch-fire"]), b=PLAIN)

    assert (3, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))
    fire = number(game, "a", "watch-fire")
    record(game, CardSentToDrop(thing=fire, card="watch-fire", owner="a", cause="effect"))
    assert (2, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))


@pytest.mark.rule("TC-ETI-06", "TC-FORM-24")
def test_cont_effect_of_a_form_needs_no_spirit() -> None:
    """A bonus printed on a form applies without a spirit underneath."""
    game = board(cards=[form("odd", static("modify_pwr", of=THIS, by=2))], a=side(forms=["odd"]), b=PLAIN)

    assert pwr(game, "a", "odd") == 5


@pytest.mark.rule("TC-RUL-077")
def test_pwr_is_the_latest_set_value_plus_all_changes() -> None:
    """Base, bonuses and penalties; a set value replaces the base, and the latest set value counts."""
    game = board(a=side(forms=[("gate-whelp", "boost")], commands=["watch-fire"]), b=side(commands=["tide-gate"]))
    whelp = number(game, "a", "gate-whelp")

    assert pwr(game, "a", "gate-whelp") == 2 + 1 + 1 - 1
    for kind, value in (("pwr", 4), ("set_pwr", 9), ("set_pwr", 5), ("pwr", -1)):
        record(game, PwrChanged(thing=whelp, change=change(game, kind, value=value)))
    assert pwr(game, "a", "gate-whelp") == 5 + 1 + 1 - 1 + 4 - 1
    parts = continuous.pwr_parts(game, card(game, "a", "gate-whelp"))
    assert [("base", 2), ("change", 1), ("change", 1), ("change", -1), ("change", 4), ("set", 9), ("set", 5),
            ("change", -1)] == [(kind, value) for kind, _, value in parts]  # fmt: skip
    record(game, turn.TurnEnded(turn=3))
    assert pwr(game, "a", "gate-whelp") == 3


@pytest.mark.rule("TC-RUL-077")
def test_pwr_is_never_below_0() -> None:
    """Penalties stop at 0."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    record(game, PwrChanged(thing=number(game, "a", "gate-whelp"), change=change(game, "pwr", value=-7)))

    assert pwr(game, "a", "gate-whelp") == 0


@pytest.mark.rule("TC-RUL-016", "TC-RUL-123", "TC-SAV-09")
def test_only_forms_and_saviors_have_pwr() -> None:
    """A bound savior has only a printed or set value, and no bonus gives it PWR; commands and spirits have none."""
    game = board(
        a=side(savior=("lantern-marshal", "boost"), commands=["watch-fire"]), b=side(savior="tide-regent"),
    )  # fmt: skip
    marshal = number(game, "a", "lantern-marshal")

    assert pwr(game, "b", "tide-regent") == 2
    assert [None, None, None] == [pwr(game, "a", one) for one in ("lantern-marshal", "watch-fire", "boost")]
    assert continuous.pwr_parts(game, card(game, "a", "watch-fire")) == ()
    record(game, PwrChanged(thing=marshal, change=change(game, "pwr", value=3)))
    assert pwr(game, "a", "lantern-marshal") is None
    record(game, PwrChanged(thing=marshal, change=change(game, "set_pwr", value=4)))
    assert pwr(game, "a", "lantern-marshal") == 7
    record(game, turn.TurnEnded(turn=3), entering.SaviorFlipped(seat="a", thing=marshal))
    assert pwr(game, "a", "lantern-marshal") == 7
    assert continuous.pwr_parts(game, card(game, "a", "lantern-marshal"))[0].kind == "base"


@pytest.mark.rule("TC-RUL-060", "TC-RUL-077")
def test_cont_values_come_before_values_set_by_effects() -> None:
    """A CONT: value is overridden by an effect; of two effects the later one counts."""
    game = with_command(static("set_pwr", of=MINE, to=8))

    assert pwr(game, "a", "current-rider") == 8
    record(game, PwrChanged(thing=number(game, "a", "current-rider"), change=change(game, "set_pwr", value=1)))
    assert pwr(game, "a", "current-rider") == 1


@pytest.mark.rule("TC-RUL-078")
def test_change_counts_while_its_condition_holds() -> None:
    """The condition is evaluated for the player of the effect."""
    bonus = {"do": "modify_pwr", "of": THIS, "by": 3, "for": "while", "as_long_as": {"op": "turn_of", "who": "you"}}
    game = board(
        cards=[form("odd", effect("odd", "auto", on={"event": "drawn"}, do=[bonus]))], a=side(forms=["odd"]), b=PLAIN
    )  # fmt: skip
    odd = number(game, "a", "odd")
    lasting = change(game, "pwr", value=3, lasts="while", condition="odd#odd/1", source=odd)
    record(game, PwrChanged(thing=odd, change=lasting))

    assert pwr(game, "a", "odd") == 6
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert pwr(game, "a", "odd") == 3


def test_cards_that_depend_on_each_other_have_a_pwr() -> None:
    """Two forms that add the other's PWR to their own cause no endless loop."""
    others = {"pwr": {"who": "any", "zone": "form"}}
    game = board(
        cards=[form("odd", static("modify_pwr", of=THIS, by=others), pwr=1)], a=side(forms=["odd", "odd"]), b=PLAIN
    )  # fmt: skip

    assert (pwr(game, "a", "odd") or 0) > 1


# ---------------------------------------------------------------- spirits


@pytest.mark.rule("TC-FORM-14", "TC-FORM-26", "TC-RUL-012")
def test_a_spirit_gives_its_form_an_ability() -> None:
    """A form with a Boost Spirit has its ability and its PWR; a form without has neither."""
    game = board(a=side(forms=[("gate-whelp", "boost"), "twin-fang"]), b=PLAIN)
    whelp, below = card(game, "a", "gate-whelp"), number(game, "a", "boost")

    assert ["gate-whelp#fetch", "house-boost#boost"] == keys(game, "a", "gate-whelp")
    assert [whelp.id, below] == [source for source, _ in continuous.abilities_of(game, whelp)]
    assert ["twin-fang#again"] == keys(game, "a", "twin-fang")
    assert (3, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))


@pytest.mark.rule("TC-RUL-012")
def test_an_aggress_spirit_strengthens_while_its_form_attacks() -> None:
    """It gives 2 PWR to an attacker, and only while it attacks; a Perfect Spirit does both."""
    game = board(
        a=side(forms=[("gate-whelp", "aggress"), ("twin-fang", "perfect")]), b=side(forms=["silt-crab"]), step="combat"
    )  # fmt: skip
    whelp, fang, crab = number(game, "a", "gate-whelp"), number(game, "a", "twin-fang"), number(game, "b", "silt-crab")

    assert (2, 6) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))
    record(game, AttackDeclared(seat="a", attacker=whelp, target=crab, of="b"))
    assert (4, 6) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))
    record(game, AttackEnded(reason="damage"), AttackDeclared(seat="a", attacker=fang, target=crab, of="b"))
    assert (2, 8) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))


@pytest.mark.rule("TC-RUL-013")
@pytest.mark.parametrize("under_saviors", [False, True])
def test_spirits_under_a_savior_work_only_with_that_setting(under_saviors: bool) -> None:  # noqa: FBT001
    """By default a Boost Spirit under a savior adds nothing and gives no ability."""
    settings = MatchSettings(spirit_abilities_on_saviors=under_saviors)
    game = board(a=PLAIN, b=side(savior=("tide-regent", "boost")), settings=settings)

    assert pwr(game, "b", "tide-regent") == (3 if under_saviors else 2)
    assert ("house-boost#boost" in keys(game, "b", "tide-regent")) is under_saviors


@pytest.mark.rule("TC-RUL-012")
def test_blank_spirits_have_no_abilities() -> None:
    """With spirit_set blank they have no effect; a Perfect Spirit still closes its form."""
    game = board(
        a=side(forms=[("gate-whelp", "boost", "perfect")]), b=PLAIN, settings=MatchSettings(spirit_set="blank")
    )  # fmt: skip

    assert pwr(game, "a", "gate-whelp") == 2
    assert ["gate-whelp#fetch"] == keys(game, "a", "gate-whelp")
    assert continuous.closed_to_spirits(game, card(game, "a", "gate-whelp"))


@pytest.mark.rule("TC-FORM-18", "TC-RUL-020", "TC-RUL-021", "TC-RUL-022")
def test_perfect_spirit_closes_a_form_but_no_savior() -> None:
    """Its form takes no more spirits, even if a sacrifice moved it there; a savior does."""
    game = board(
        a=side(
            savior=("lantern-marshal", "perfect"), forms=[("gate-whelp", "boost", "perfect"), ("twin-fang", "boost")]
        ),
        b=PLAIN,
    )
    whelp, fang = card(game, "a", "gate-whelp"), card(game, "a", "twin-fang")

    assert continuous.closed_to_spirits(game, whelp)
    assert not continuous.closed_to_spirits(game, fang)
    assert not continuous.closed_to_spirits(game, card(game, "a", "lantern-marshal"))
    record(game, entering.SpiritsMoved(spirits=whelp.under, to=fang.id))
    assert continuous.closed_to_spirits(game, fang)
    assert not continuous.closed_to_spirits(game, whelp)


@pytest.mark.rule("TC-RUL-089")
def test_spirit_works_for_the_controller_of_its_form() -> None:
    """When a form changes control, its spirit strengthens the new controller's forms."""
    leader = spirit("leader", static("modify_pwr", of=MINE, by=2))
    game = board(cards=[leader], a=side(forms=[("gate-whelp", "leader")]), b=side(forms=["silt-crab"]))

    assert (4, 2) == (pwr(game, "a", "gate-whelp"), pwr(game, "b", "silt-crab"))
    record(game, control.ControlChanged(thing=number(game, "a", "gate-whelp"), seat="b", zone=1))
    assert (4, 4) == (pwr(game, "b", "gate-whelp"), pwr(game, "b", "silt-crab"))


# ---------------------------------------------------------------- sources of abilities


@pytest.mark.rule("TC-SAV-10", "TC-RUL-019")
def test_only_the_visible_side_of_a_savior_counts() -> None:
    """Before the flip the bound side's abilities count, after it the boundless side's."""
    game = board(a=side(forms=["bell-warden"]), b=PLAIN)

    assert ["lantern-marshal#muster"] == keys(game, "a", "lantern-marshal")
    assert pwr(game, "a", "bell-warden") == 4
    record(game, entering.SaviorFlipped(seat="a", thing=game.player("a").savior))
    assert ["lantern-marshal#beacon", "lantern-marshal#recall"] == keys(game, "a", "lantern-marshal")
    assert pwr(game, "a", "bell-warden") == 5


@pytest.mark.rule("TC-RUL-116", "TC-RUL-074")
def test_abilities_work_in_the_zones_that_the_card_names() -> None:
    """In play, unless they name the hand or the drop zone; face-down commands have none."""
    game = board(
        a=side(forms=["spark-moth"], hand=["spark-moth", "gate-whelp"], drop=["ember-ghost"], set=["feint"]), b=PLAIN
    )  # fmt: skip
    moth, whelp = (card(game, "a", one, "hand") for one in ("spark-moth", "gate-whelp"))

    assert ["spark-moth#flare"] == [one.key for _, one in continuous.abilities_of(game, moth)]
    assert () == continuous.abilities_of(game, whelp)
    assert () == continuous.abilities_of(game, card(game, "a", "spark-moth", "form"))
    assert ["ember-ghost#return"] == keys(game, "a", "ember-ghost")
    assert [] == keys(game, "a", "feint")
    record(game, entering.CommandFlipped(seat="a", thing=number(game, "a", "feint"), card="feint"))
    assert [] == keys(game, "a", "feint")


@pytest.mark.rule("TC-RUL-116")
def test_cont_may_work_from_the_hand_or_the_drop_zone() -> None:
    """If the effect names the zone, it works while the card is there."""
    bonus = {**static("modify_pwr", of=MINE, by=1), "zones": ["hand", "drop"]}
    game = board(cards=[form("odd", bonus)], a=side(forms=["gate-whelp"], hand=["odd"]), b=PLAIN)

    assert game.pool.elsewhere == ("hand", "drop")
    assert pwr(game, "a", "gate-whelp") == 3
    odd = number(game, "a", "odd")
    shown = hands.Shown(card="odd", thing=game.state.made + 1)
    record(game, hands.Discarded(seat="a", cards=(shown,), hand=own("a", (odd,))))
    assert pwr(game, "a", "gate-whelp") == 3
    record(game, entering.FormPlayed(seat="a", card="odd", thing=shown.thing, zone=1, origin="drop", was=shown.thing))
    assert pwr(game, "a", "gate-whelp") == 2


@pytest.mark.rule("TC-RUL-078")
def test_granted_ability_works_for_its_duration() -> None:
    """It is listed and works until it ends; with a condition as duration, while the condition holds."""
    inner = effect("inner", static=[{"static": "modify_pwr", "of": THIS, "by": 5}])
    step = {"do": "grant", "of": THIS, "effect": inner, "for": "while", "as_long_as": {"op": "turn_of", "who": "you"}}
    odd = form("odd", effect("odd", "auto", on={"event": "drawn"}, do=[step]))
    game = board(cards=[odd], a=side(forms=["gate-whelp", "odd"]), b=PLAIN)
    whelp = number(game, "a", "gate-whelp")

    assert pwr(game, "a", "gate-whelp") == 2
    record(game, EffectGranted(thing=whelp, change=change(game, "grant", part="odd#odd/1")))
    assert ["gate-whelp#fetch", "odd#odd/1"] == keys(game, "a", "gate-whelp")
    assert pwr(game, "a", "gate-whelp") == 7
    record(game, turn.TurnEnded(turn=3))
    assert ["gate-whelp#fetch"] == keys(game, "a", "gate-whelp")
    assert pwr(game, "a", "gate-whelp") == 2
    mine = change(game, "grant", lasts="while", part="odd#odd/1", condition="odd#odd/2")
    record(game, EffectGranted(thing=whelp, change=mine))
    assert pwr(game, "a", "gate-whelp") == 7
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert pwr(game, "a", "gate-whelp") == 2
    assert ["gate-whelp#fetch"] == keys(game, "a", "gate-whelp")


@pytest.mark.rule("TC-CARD-11")
def test_a_tribe_matters_only_where_an_effect_names_it() -> None:
    """The Marshal's Beacon affects Wardens; without it a Warden is like any other form."""
    game = board(a=side(forms=["bell-warden", "twin-fang"], boundless=True), b=side(forms=["bell-warden"]))

    assert (5, 5, 4) == tuple(
        pwr(game, seat, one) for seat, one in (("a", "bell-warden"), ("a", "twin-fang"), ("b", "bell-warden"))
    )


# ---------------------------------------------------------------- the statics


def test_attacks_are_forbidden_and_allowed() -> None:
    """Which cards a form may attack, how often, whether it needs a spirit, and which cards are protected."""
    rider = ("a", "current-rider")
    game = with_command(static("cannot_attack", of=MINE, what="savior"))
    assert continuous.may_not_attack(game, card(game, *rider), "savior")
    assert not continuous.may_not_attack(game, card(game, *rider), "form")
    assert not continuous.may_not_attack(game, card(game, "b", "silt-crab"), "savior")
    game = with_command(static("cannot_attack", of=MINE))
    assert continuous.may_not_attack(game, card(game, *rider), "form")
    game = with_command(static("attack_without_spirit", of=MINE))
    assert continuous.attacks_without_spirit(game, card(game, *rider))
    assert not continuous.attacks_without_spirit(game, card(game, "b", "silt-crab"))
    game = with_command(static("cannot_be_attacked", of={"who": "you", "zone": "savior"}))
    assert continuous.may_not_be_attacked(game, card(game, "a", "lantern-marshal"))
    assert not continuous.may_not_be_attacked(game, card(game, *rider))


@pytest.mark.rule("TC-CBT-23", "TC-RUL-081")
def test_attacks_are_added_up() -> None:
    """One, plus those of cards in play, plus those that effects have added or used."""
    game = with_command(static("extra_attack", of=MINE, n=2))
    rider = card(game, "a", "current-rider")

    assert continuous.attacks_allowed(game, card(game, "b", "silt-crab")) == 1
    assert continuous.attacks_allowed(game, rider) == 3
    record(game, AttackAllowed(thing=rider.id, n=1))
    assert continuous.attacks_allowed(game, rider) == 4
    record(game, AttackGivenUp(thing=rider.id))
    assert continuous.attacks_allowed(game, rider) == 3


def test_targets_are_protected_from_opponents_or_from_all() -> None:
    """The protected card's controller decides who is an opponent."""
    game = board(a=side(forms=["dawn-colossus"]), b=PLAIN)
    colossus = card(game, "a", "dawn-colossus")
    assert continuous.may_not_be_target(game, colossus, "b")
    assert not continuous.may_not_be_target(game, colossus, "a")
    game = with_command(static("cannot_be_target", of=MINE, by="any"))
    assert continuous.may_not_be_target(game, card(game, "a", "current-rider"), "a")


@pytest.mark.rule("TC-RUL-079")
def test_damage_is_prevented_by_its_source() -> None:
    """By forms, by saviors, by effects, or by any."""
    game = with_command(static("cannot_be_damaged", of=MINE, by="effect"))
    rider = card(game, "a", "current-rider")
    assert continuous.not_damaged_by(game, rider, "effect")
    assert not continuous.not_damaged_by(game, rider, "form")
    game = with_command(static("cannot_be_damaged", of=MINE))
    assert continuous.not_damaged_by(game, card(game, "a", "current-rider"), "savior")


def test_actions_are_forbidden_and_allowed() -> None:
    """Sacrifices, spiritualizing, levels, and forms that need no sacrifice."""
    game = with_command(static("cannot_be_sacrificed", of=MINE))
    assert continuous.may_not_be_sacrificed(game, card(game, "a", "gate-whelp"))
    assert not continuous.may_not_be_sacrificed(game, card(game, "b", "silt-crab"))
    game = with_command(static("extra_sacrifice", who="you", n=2))
    assert (2, 0) == (continuous.more_sacrifices(game, "a"), continuous.more_sacrifices(game, "b"))
    game = with_command(static("extra_spiritualize", of={"who": "you", "zone": "savior"}))
    assert continuous.more_spiritualizing(game, card(game, "a", "lantern-marshal")) == 1
    assert continuous.more_spiritualizing(game, card(game, "a", "gate-whelp")) == 0
    game = with_command(static("no_sacrifice_needed", of={"who": "you", "zone": "hand"}))
    assert continuous.needs_no_sacrifice(game, card(game, "a", "twin-fang", "hand"))
    game = with_command(static("cannot_be_spiritualized", of={"who": "opponent", "zone": ["form", "savior"]}))
    assert continuous.closed_to_spirits(game, card(game, "b", "tide-regent"))
    assert not continuous.closed_to_spirits(game, card(game, "a", "gate-whelp"))


@pytest.mark.rule("TC-FORM-11")
def test_a_form_may_count_as_another_level() -> None:
    """The static's level also counts for cards that read it; cards without a level count as 0."""
    only_ones = {"who": "you", "zone": "form", "filter": {"op": "is", "of": {"ref": "each"}, "level": 1}}
    game = with_command(static("level_as", of=only_ones, level=3))

    assert continuous.level(game, card(game, "a", "current-rider")) == 3
    assert continuous.level(game, card(game, "a", "gate-whelp")) == 0
    assert continuous.level(game, card(game, "a", "odd")) == 0
    game = board(a=side(forms=["current-rider"]), b=PLAIN)
    assert continuous.level(game, card(game, "a", "current-rider")) == 1


@pytest.mark.rule("TC-READ-09")
@pytest.mark.parametrize(("what", "stopped"), [
    ("any", {"gate-whelp", "recall", "feint", "kindle"}),
    ("form", {"gate-whelp"}), ("savior", {"recall"}), ("command", {"feint", "kindle"}), ("normal", {"kindle"}),
    ("swift", {"recall", "feint"}), ("interrupt", set()), ("bound", set()),
])  # fmt: skip
def test_prohibitions_name_kinds_of_effects(what: str, stopped: set[str]) -> None:
    """Any effect, or those of a card kind, a command type or a timing; and only for the named players."""
    game = with_command(static("cannot_activate", who="opponent", what=what))
    pool = game.pool
    used = {
        "gate-whelp": "gate-whelp#fetch", "recall": "lantern-marshal#recall", "feint": "feint#main",
        "kindle": "kindle#main",
    }  # fmt: skip

    def forbidden(seat: str) -> set[str]:
        return {
            name
            for name, key in used.items()
            if continuous.may_not_activate(game, seat, pool.printed[pool.abilities[key].card], pool.abilities[key])
        }

    assert stopped == forbidden("b")
    assert set() == forbidden("a")
    assert continuous.may_not_activate(game, "b", pool.printed["watch-fire"], None) is (
        what in {"any", "command", "bound"}
    )


@pytest.mark.rule("TC-READ-10")
def test_costs_are_added_and_waived() -> None:
    """Added costs are paid after the effect's own cost; a waived cost is not paid."""

    def paid(what: dict[str, Any], seat: str, printed: str, key: str) -> list[str]:
        game = with_command(what)
        ability = game.pool.abilities[key]
        ctx = Running(seat=seat, card=number(game, seat, printed), printed=ability.card, effect=key)
        return [cost.name for cost in continuous.changed_costs(game, ctx, ability)]

    more = static("change_cost", of={"who": "any", "zone": "form"}, cost=[{"pay": "spirit_from_deck", "n": 1}])
    none = static("change_cost", of={"who": "any", "zone": "form"})
    surge, muster = ("a", "current-rider", "current-rider#surge"), ("a", "lantern-marshal", "lantern-marshal#muster")

    assert ["despiritualize", "spirit_from_deck"] == paid(more, *surge)
    assert [] == paid(none, *surge)
    assert ["discard"] == paid(more, *muster)
    assert ["spirit_from_deck"] == paid(more, "a", "rescue", "house-rescue#rescue")


@pytest.mark.rule("TC-RUL-078")
def test_restriction_applies_to_one_card_until_it_ends() -> None:
    """It applies to the named card only, until it ends."""
    game = board(a=side(forms=["gate-whelp", "twin-fang"]), b=PLAIN)
    whelp, fang = card(game, "a", "gate-whelp"), card(game, "a", "twin-fang")
    record(game, Restricted(thing=whelp.id, change=change(game, "restrict", seat="b", part="kelp-binder#bind/1")))

    assert continuous.may_not_attack(game, whelp, "form")
    assert not continuous.may_not_attack(game, fang, "form")
    record(game, turn.TurnEnded(turn=3))
    assert not continuous.may_not_attack(game, whelp, "form")


# ---------------------------------------------------------------- replacements


@pytest.mark.rule("TC-RUL-012", "TC-RUL-120")
def test_protect_replaces_only_departures_by_damage() -> None:
    """Only to its own form and only if damage is the cause; the effect runs for the form's controller."""
    game = board(a=side(forms=[("gate-whelp", "protect"), "twin-fang"]), b=PLAIN)
    whelp, fang = number(game, "a", "gate-whelp"), number(game, "a", "twin-fang")

    [(ctx, ability)] = continuous.replacements(game, "would_leave", card=whelp, seat="a", cause="damage")
    assert (ctx.seat, ctx.card, ability.key) == ("a", number(game, "a", "protect"), "house-protect#protect")
    assert ctx.event is not None
    assert (ctx.event.event, ctx.event.card) == ("would_leave", whelp)
    assert len(ability.program) > 0
    assert [] == continuous.replacements(game, "would_leave", card=whelp, seat="a", cause="effect")
    assert [] == continuous.replacements(game, "would_leave", card=fang, seat="a", cause="damage")
    assert [] == continuous.replacements(game, "would_draw", seat="a")


@pytest.mark.rule("TC-RUL-118")
def test_replacement_names_its_players() -> None:
    """A would_draw replacement names the drawing player, and applies only while its condition holds."""
    instead = {"event": "would_draw", "who": "opponent", "do": [{"do": "invoke", "n": 1}]}
    game = with_command(effect("odd", replace=instead, when={"op": "turn_of", "who": "opponent"}), active="b")

    assert ["odd#odd"] == [ability.key for _, ability in continuous.replacements(game, "would_draw", seat="b")]
    assert [] == continuous.replacements(game, "would_draw", seat="a")
    record(game, turn.TurnStarted(turn=4, seat="a"))
    assert [] == continuous.replacements(game, "would_draw", seat="b")


@pytest.mark.rule("TC-RUL-078")
def test_granted_replacement_applies_only_for_its_duration() -> None:
    """It is granted while a condition holds, and applies only then."""
    inner = effect("inner", replace={"event": "would_be_damaged", "of": THIS})
    mine = {"op": "turn_of", "who": "you"}
    step = {"do": "grant", "of": THIS, "effect": inner, "for": "while", "as_long_as": mine}
    odd = form("odd", effect("odd", "auto", on={"event": "drawn"}, do=[step]))
    game = board(cards=[odd], a=side(forms=["odd"]), b=PLAIN)
    at = number(game, "a", "odd")
    granted = change(game, "grant", lasts="while", part="odd#odd/1", condition="odd#odd/2")
    record(game, EffectGranted(thing=at, change=granted))

    [(_, ability)] = continuous.replacements(game, "would_be_damaged", card=at, seat="a", cause="damage")
    assert ability.replacement is not None
    assert ability.replacement.prevent
    record(game, turn.TurnStarted(turn=4, seat="b"))
    assert [] == continuous.replacements(game, "would_be_damaged", card=at, seat="a", cause="damage")


def test_pwr_without_changes_is_the_printed_one() -> None:
    """Also if no card of the whole set changes PWR."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    bare = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    bare.pool = without_pwr(bare)

    assert pwr(bare, "a", "gate-whelp") == pwr(game, "a", "gate-whelp") == 2


def without_pwr(game: Playing) -> Any:  # noqa: ANN401 a pool
    """Return the pool as if no card of it changed PWR."""
    return replace(game.pool, holding=game.pool.holding - continuous.OF_PWR)


# ---------------------------------------------------------------- the board


def listed(seen: Board) -> list[tuple[Any, ...]]:
    """Return the contents of a board in a comparable form."""
    pieces = [*sorted(seen.pieces.items()), *((0, piece) for piece in seen.extras)]
    return [
        (at, piece.running.seat, piece.running.card, piece.host, sorted(piece.listening), sorted(piece.holding),
         [held.on for name in sorted(piece.holding) for held in piece.holding[name]], sorted(piece.replacing))
        for at, piece in pieces
    ]  # fmt: skip


def test_updated_board_equals_a_new_one() -> None:
    """After every event that moves, turns or changes cards."""
    game = board(
        a=side(forms=[("gate-whelp", "boost", "rescue"), "twin-fang"], commands=["watch-fire"], hand=["boost"],
               savior=("lantern-marshal", "boost")),
        b=side(forms=["silt-crab"], set=["raised-shield"], hand=["tide-gate"]),
    )  # fmt: skip
    whelp, fang, crab = number(game, "a", "gate-whelp"), number(game, "a", "twin-fang"), number(game, "b", "silt-crab")
    boost, rescue = game.state.table[whelp].under
    fire, new = number(game, "a", "watch-fire"), game.state.made
    gate = entering.CommandPlayed(
        seat="b", card="tide-gate", thing=new + 2, zone=1, origin="hand", hand=own("b", number(game, "b", "tide-gate"))
    )
    steps = (
        entering.Spiritualized(
            seat="a", thing=fang, spirit=new + 1, card="house-boost", hand=own("a", number(game, "a", "boost", "hand"))
        ),
        gate, entering.CommandFlipped(seat="b", thing=number(game, "b", "raised-shield"), card="raised-shield"),
        EffectGranted(thing=whelp, change=change(game, "grant", part="kindle#main/1", lasts="end_of_turn")),
        Restricted(thing=crab, change=change(game, "restrict", part="kelp-binder#bind/1", lasts="this_attack")),
        entering.SaviorFlipped(seat="a", thing=game.player("a").savior),
        entering.SpiritAttached(thing=crab, spirit=new + 3, card="house-aggress", owner="b", origin="spirit_deck"),
        entering.SpiritsMoved(spirits=(boost, rescue), to=fang),
        CardSentToDrop(thing=fire, card="watch-fire", owner="a", cause="effect"),
        AttackEnded(reason="ended"),
        SpiritsReturned(owner="a", spirits=(boost,), cards=("house-boost",), first=new + 4),
        SpiritsSentToVoid(
            cause="effect",
            spirits=(Gone(owner="a", card="house-rescue", thing=rescue, origin="under", was=rescue),),
        ),
        FormSacrificed(seat="a", thing=whelp, card="gate-whelp", cause="play"),
        control.ControlChanged(thing=crab, seat="a", zone=0),
        CardReturned(thing=fang, card="twin-fang", owner="a", to="hand", first=new + 5),
        turn.TurnEnded(turn=3), winning.PlayerLost(seat="b", reason="void"), winning.PlayerRemoved(seat="b"),
    )  # fmt: skip

    board_of(game)
    for step in steps:
        record(game, step)
        anew = Board()
        anew.find(game)
        assert listed(anew) == listed(board_of(game)), step


class Watched(Playing):
    """A match that rebuilds the board after every event and compares it."""

    def emit(self, event: Event) -> None:
        """Record an event and compare the boards."""
        super().emit(event)
        anew = Board()
        anew.find(self)
        assert listed(anew) == listed(board_of(self)), event


@pytest.mark.parametrize("seed", range(3))
def test_board_stays_correct_in_whole_matches(seed: int) -> None:
    """In random matches of two or three players the updated board equals a new one at every event."""
    luck = Random(seed)
    seats = "ab" if seed else "abc"
    game = Watched(
        Match(cards=compose(STARTER, "house").text), SeedTape(seed=bytes([seed]) * 32, digest=bytes(32), version=0)
    )
    record(game, *(SeatJoined(seat=seat) for seat in seats))
    for seat, deck in zip(seats, (*DECKS.values(), *DECKS.values()), strict=False):
        act(game, seat, SubmitDeck(deck=deck))
    run(game)

    assert play(game, luck.randrange, most=250) > 50


def test_savior_sides_are_written_in_a_test_as_in_a_file() -> None:
    """The test's helper for saviors gives the same sides as a card file."""
    odd = savior("odd", bound={"effects": []}, boundless={"pwr": 9, "effects": []})
    game = board(cards=[odd], a=side(savior="odd", boundless=True), b=PLAIN)

    assert pwr(game, "a", "odd") == 9
