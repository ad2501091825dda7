"""Continuous effects: PWR, spirits, and the sources of abilities."""

from __future__ import annotations

import pytest

from services.tcg.chapters import continuous, control, entering, hands, turn
from services.tcg.chapters.course import AttackDeclared, AttackEnded
from services.tcg.chapters.departures import (
    CardSentToDrop,
)
from services.tcg.chapters.sources import EffectGranted, PwrChanged
from services.tcg.settings import MatchSettings
from tests.tcg.continuous import MINE, PLAIN, THIS, pwr, with_command
from tests.tcg.playing import Playing

from .board import board, card, change, effect, form, number, own, record, side, spirit, static


def keys(game: Playing, seat: str, printed: str) -> list[str]:
    """Return the keys of a card's abilities."""
    return [ability.key for _, ability in continuous.abilities_of(game, card(game, seat, printed))]


# ---------------------------------------------------------------- PWR


@pytest.mark.rule("TC-ETI-05")
def test_cont_bonus_ends_with_its_source() -> None:
    """Watch Fire raises the PWR of forms with spirits. When it leaves play, they have their previous PWR."""
    game = board(a=side(forms=[("gate-whelp", "rescue"), "twin-fang"], commands=["watch-fire"]), b=PLAIN)

    assert (3, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))
    fire = number(game, "a", "watch-fire")
    record(game, CardSentToDrop(thing=fire, card="watch-fire", owner="a", cause="effect"))
    assert (2, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))


@pytest.mark.rule("TC-ETI-06", "TC-FORM-24")
def test_cont_effect_of_a_form_needs_no_spirit() -> None:
    """A bonus printed on a form applies even if no spirit is under the form."""
    game = board(cards=[form("odd", static("modify_pwr", of=THIS, by=2))], a=side(forms=["odd"]), b=PLAIN)

    assert pwr(game, "a", "odd") == 5


@pytest.mark.rule("TC-RUL-077")
def test_pwr_is_the_latest_set_value_plus_all_changes() -> None:
    """PWR is the base plus bonuses and penalties. The latest value that an effect sets replaces the base."""
    game = board(a=side(forms=[("gate-whelp", "boost")], commands=["watch-fire"]), b=side(commands=["tide-gate"]))
    whelp = number(game, "a", "gate-whelp")

    assert pwr(game, "a", "gate-whelp") == 2 + 1 + 1 - 1
    for kind, value in (("pwr", 4), ("set_pwr", 9), ("set_pwr", 5), ("pwr", -1)):
        record(game, PwrChanged(thing=whelp, change=change(game, kind, value=value)))
    assert pwr(game, "a", "gate-whelp") == 5 + 1 + 1 - 1 + 4 - 1
    parts = continuous.pwr_parts(game, card(game, "a", "gate-whelp"))
    assert [("base", 2), ("change", 1), ("change", 1), ("change", -1), ("change", 4), ("set", 9), ("set", 5),
            ("change", -1)] == [(part.kind, part.value) for part in parts]  # fmt: skip
    record(game, turn.TurnEnded(turn=3))
    assert pwr(game, "a", "gate-whelp") == 3


@pytest.mark.rule("TC-RUL-077")
def test_pwr_is_never_below_0() -> None:
    """Penalties lower PWR to 0 at most."""
    game = board(a=side(forms=["gate-whelp"]), b=PLAIN)
    record(game, PwrChanged(thing=number(game, "a", "gate-whelp"), change=change(game, "pwr", value=-7)))

    assert pwr(game, "a", "gate-whelp") == 0


@pytest.mark.rule("TC-RUL-016", "TC-RUL-123", "TC-SAV-09")
def test_only_forms_and_saviors_have_pwr() -> None:
    """A bound savior has PWR only if its card or an effect sets a value; a bonus alone does not give it PWR.

    Commands and spirits have no PWR.
    """
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
    """A PWR value set by another effect overrides one set by a CONT effect."""
    game = with_command(static("set_pwr", of=MINE, to=8))

    assert pwr(game, "a", "current-rider") == 8
    record(game, PwrChanged(thing=number(game, "a", "current-rider"), change=change(game, "set_pwr", value=1)))
    assert pwr(game, "a", "current-rider") == 1


@pytest.mark.rule("TC-RUL-078")
def test_change_counts_while_its_condition_holds() -> None:
    """A change with a condition counts only while the condition is true for the effect's player."""
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
    """Two forms that each add the other's PWR to their own have a finite PWR, because its computation ends."""
    others = {"pwr": {"who": "any", "zone": "form"}}
    game = board(
        cards=[form("odd", static("modify_pwr", of=THIS, by=others), pwr=1)], a=side(forms=["odd", "odd"]), b=PLAIN
    )  # fmt: skip

    assert (pwr(game, "a", "odd") or 0) > 1


# ---------------------------------------------------------------- spirits


@pytest.mark.rule("TC-FORM-14", "TC-FORM-26", "TC-RUL-012")
def test_a_boost_spirit_adds_an_ability_and_pwr_to_its_form() -> None:
    """A Boost Spirit under a form adds its ability and its PWR. A form without one has neither."""
    game = board(a=side(forms=[("gate-whelp", "boost"), "twin-fang"]), b=PLAIN)
    whelp, below = card(game, "a", "gate-whelp"), number(game, "a", "boost")

    assert ["gate-whelp#fetch", "house-boost#boost"] == keys(game, "a", "gate-whelp")
    assert [whelp.id, below] == [source for source, _ in continuous.abilities_of(game, whelp)]
    assert ["twin-fang#again"] == keys(game, "a", "twin-fang")
    assert (3, 5) == (pwr(game, "a", "gate-whelp"), pwr(game, "a", "twin-fang"))


@pytest.mark.rule("TC-RUL-012")
def test_an_aggress_spirit_adds_pwr_while_its_form_attacks() -> None:
    """While its form attacks, an Aggress Spirit adds 2 PWR. A Perfect Spirit adds the abilities of both types."""
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
def test_spirits_under_a_savior_work_only_with_their_setting(under_saviors: bool) -> None:  # noqa: FBT001
    """By default, a Boost Spirit under a savior adds no PWR and no ability.

    `spirit_abilities_on_saviors` changes this.
    """
    settings = MatchSettings(spirit_abilities_on_saviors=under_saviors)
    game = board(a=PLAIN, b=side(savior=("tide-regent", "boost")), settings=settings)

    assert pwr(game, "b", "tide-regent") == (3 if under_saviors else 2)
    assert ("house-boost#boost" in keys(game, "b", "tide-regent")) is under_saviors


@pytest.mark.rule("TC-RUL-012")
def test_blank_spirits_have_no_abilities() -> None:
    """If `spirit_set` is `blank`, spirits have no abilities, but a form with a Perfect Spirit takes no more spirits."""
    game = board(
        a=side(forms=[("gate-whelp", "boost", "perfect")]), b=PLAIN, settings=MatchSettings(spirit_set="blank")
    )  # fmt: skip

    assert pwr(game, "a", "gate-whelp") == 2
    assert ["gate-whelp#fetch"] == keys(game, "a", "gate-whelp")
    assert continuous.closed_to_spirits(game, card(game, "a", "gate-whelp"))


@pytest.mark.rule("TC-FORM-18", "TC-RUL-020", "TC-RUL-021", "TC-RUL-022")
def test_perfect_spirit_closes_a_form_but_no_savior() -> None:
    """A form with a Perfect Spirit takes no more spirits, even if that spirit came from a sacrifice.

    A savior with one still takes more.
    """
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
    """When a form changes control, the abilities of its spirits work for the new controller."""
    leader = spirit("leader", static("modify_pwr", of=MINE, by=2))
    game = board(cards=[leader], a=side(forms=[("gate-whelp", "leader")]), b=side(forms=["silt-crab"]))

    assert (4, 2) == (pwr(game, "a", "gate-whelp"), pwr(game, "b", "silt-crab"))
    record(game, control.ControlChanged(thing=number(game, "a", "gate-whelp"), seat="b", zone=1))
    assert (4, 4) == (pwr(game, "b", "gate-whelp"), pwr(game, "b", "silt-crab"))


# ---------------------------------------------------------------- sources of abilities


@pytest.mark.rule("TC-SAV-10", "TC-RUL-019")
def test_only_the_visible_side_of_a_savior_counts() -> None:
    """A savior has the abilities of its bound side before the flip, and of its boundless side after it."""
    game = board(a=side(forms=["bell-warden"]), b=PLAIN)

    assert ["lantern-marshal#muster"] == keys(game, "a", "lantern-marshal")
    assert pwr(game, "a", "bell-warden") == 4
    record(game, entering.SaviorFlipped(seat="a", thing=game.player("a").savior))
    assert ["lantern-marshal#beacon", "lantern-marshal#recall"] == keys(game, "a", "lantern-marshal")
    assert pwr(game, "a", "bell-warden") == 5


@pytest.mark.rule("TC-RUL-116", "TC-RUL-074")
def test_abilities_work_in_the_zones_that_the_card_names() -> None:
    """Abilities work in play, unless the card names the hand or the drop zone.

    The abilities of face-down commands do not work.
    """
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
    """A CONT effect that names the hand or the drop zone works while its card is in that zone."""
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
    """A granted ability works until its duration ends, or while its condition holds."""
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
    """The Marshal's Beacon affects Wardens. To other cards, a Warden is a form like any other."""
    game = board(a=side(forms=["bell-warden", "twin-fang"], boundless=True), b=side(forms=["bell-warden"]))

    assert (5, 5, 4) == tuple(
        pwr(game, seat, one) for seat, one in (("a", "bell-warden"), ("a", "twin-fang"), ("b", "bell-warden"))
    )
