"""Spirits: their abilities, zones and owners, and how they go to the void."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

import pytest

from services.tcg.catalogue.sets import SpiritSet
from services.tcg.chapters import continuous
from services.tcg.chapters.actions import NotInHand
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.course import CombatChecked
from services.tcg.chapters.departures import Gone, SpiritsReturned, SpiritsSentToVoid
from services.tcg.chapters.entering import SpiritAttached, Spiritualized
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.spirits import NotASpirit, PerfectSpiritExclusive, SpiritualizeCard
from services.tcg.chapters.timing import NotSpiritualized
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Secret
from tests.tcg.board import board, command, effect, form, record, side, spirit
from tests.tcg.played import Played, names, of
from tests.tcg.playing import Playing

ONE: Final = form("one", level=1, pwr=4)
PLAIN: Final = form("plain")
CHOSEN: Final = {"ref": "chosen.0"}
ANY_FORM: Final = {"who": "any", "zone": "form", "n": 1, "by": "you"}


def spell(*do: Mapping[str, Any], **more: Any) -> Any:  # noqa: ANN401 steps, and fields of an effect
    """Return a normal command with these steps and a form as its target."""
    fields = {"targets": [ANY_FORM], **more}
    return command("spell", effect("main", "none", main=True, do=list(do), **fields), kind="normal")


def fight(play: Played, attacker: int, target: int) -> list[Any]:
    """Attack with a's form and pass for all seats; return the events."""
    return play.quietly("a", DeclareAttack(attacker=attacker, target=target))


# ---------------------------------------------------------------- their abilities


@pytest.mark.rule("TC-FORM-14", "TC-SPI-04", "TC-FORM-26", "TC-KEY-11")
def test_form_has_the_ability_of_its_spirit() -> None:
    """A form has the ability of a spirit as long as the spirit is under it."""
    play = Played(board(a=side(forms=["plain"], hand=["boost"]), b=side(), cards=[PLAIN]))
    number = play.form("a", "plain")

    def abilities() -> list[tuple[int, str]]:
        game = play.game
        return [(source, one.key) for source, one in continuous.abilities_of(game, game.state.table[number])]

    assert ([], 3) == (abilities(), play.pwr(number))
    play.spiritualize("a", "boost", target=number)
    (below,) = play.card(number).under
    assert ([(below, "house-boost#boost")], 4) == (abilities(), play.pwr(number))


@pytest.mark.rule("TC-FORM-24", "TC-SPI-04", "TC-FORM-26", "TC-SPI-05")
def test_spirit_lets_a_form_act() -> None:
    """With a spirit, a form may use effects and attack a savior; without one it may do neither."""
    taps = form("taps", effect("tap", "none", do=[{"do": "draw", "n": 1}]))
    mine = side(forms=["taps"], hand=["boost"], deck=["silt-crab"])
    play = Played(board(a=mine, b=side(), cards=[taps]))
    number = play.form("a", "taps")
    play.assert_refused("a", Activate(card=number, effect="taps#tap"), NotSpiritualized)
    play.spiritualize("a", "boost", target=number)
    assert number in [one["card"] for one in play.fields_offered("a", Activate)]
    assert "CardsDrawn" in names(play.quietly("a", Activate(card=number, effect="taps#tap")))
    play.next_step("a", "combat")
    (offered,) = play.fields_offered("a", DeclareAttack)
    assert (number, [play.savior("b")]) == (offered["attacker"], offered["target"])


@pytest.mark.rule("TC-FORM-14", "TC-FORM-26")
def test_effect_of_a_spirit_is_used_by_its_form() -> None:
    """A spirit's effect is listed once, and may be activated by the number of the spirit or of its form."""
    wise = spirit("wise", effect("ponder", "none", do=[{"do": "draw", "n": 1}]))
    mine = side(forms=[("plain", "wise")], deck=["silt-crab"] * 2)
    play = Played(board(a=mine, b=side(), cards=[PLAIN, wise]))
    offered = [one for one in play.fields_offered("a", Activate) if one["effect"] == "wise#ponder"]
    assert 1 == len(offered)
    assert "CardsDrawn" in names(play.quietly("a", Activate(**offered[0])))
    assert "CardsDrawn" in names(play.quietly("a", Activate(card=play.form("a", "plain"), effect="ponder")))


@pytest.mark.rule("TC-EX-03", "TC-FORM-14", "TC-FORM-16", "TC-FORM-24", "TC-FORM-25", "TC-RUL-103")
def test_golem_with_a_protect_spirit() -> None:
    """A golem with a Protect Spirit has one more ability, may use effects, and may attack a savior."""
    tap = effect("tap", "none", do=[{"do": "draw", "n": 1}])
    golem = form("emeraldefender-golem", tap, level=1, pwr=4)
    mine = side(forms=[golem.id], hand=["protect", "boost"], deck=["silt-crab"] * 2)
    play = Played(board(a=mine, b=side(forms=["gate-whelp"]), cards=[golem]))
    number = play.form("a", golem.id)
    play.spiritualize("a", "protect", target=number)
    assert ["house-protect"] == play.under(number)
    game = play.game
    keys = [one.key for _, one in continuous.abilities_of(game, game.state.table[number])]
    assert ["emeraldefender-golem#tap", "house-protect#protect"] == keys
    assert [number] == [
        one["card"] for one in play.fields_offered("a", Activate) if one["effect"].startswith("emerald")
    ]
    assert [play.savior("a")] == [one["target"] for one in play.fields_offered("a", SpiritualizeCard)]
    play.next_step("a", "combat")
    assert play.savior("b") in play.fields_offered("a", DeclareAttack)[0]["target"]


@pytest.mark.rule("TC-RUL-012", "TC-SPI-07")
@pytest.mark.parametrize(("spirits", "pwr"), [("house", 4), ("blank", 3)])
def test_spirit_sets(spirits: SpiritSet, pwr: int) -> None:
    """If `spirit_set` is `blank`, spirits have no abilities, but a Perfect Spirit is still exclusive.

    If `spirit_set` is `custom`, a match has only the spirits of its card set.
    """
    settings = MatchSettings(spirit_set=spirits)
    mine = side(forms=[("plain", "boost"), ("one", "perfect")], hand=["boost"])
    play = Played(board(a=mine, b=side(), cards=[PLAIN, ONE], settings=settings))
    assert pwr == play.pwr(play.form("a", "plain"))
    asked = SpiritualizeCard(target=play.form("a", "one"), spirit=play.hand("a", "boost"))
    play.assert_refused("a", asked, PerfectSpiritExclusive)
    assert {"house", "blank", "custom"} == set(get_args(SpiritSet))
    own = board(a=side(), b=side(), cards=[spirit("mine")], settings=MatchSettings(spirit_set="custom"))
    assert ["mine"] == [printed.id for printed in own.pool.printed.values() if printed.kind == "spirit"]


@pytest.mark.rule("TC-RUL-012", "TC-SPI-08")
def test_boost_adds_1() -> None:
    """Each Boost Spirit under a form adds 1 to its PWR."""
    play = Played(board(a=side(forms=[("plain", "boost", "boost")]), b=side(), cards=[PLAIN]))
    assert 5 == play.pwr(play.form("a", "plain"))


@pytest.mark.rule("TC-RUL-012", "TC-SPI-09")
def test_rescue_rescues_when_put_under_a_form() -> None:
    """When a Rescue Spirit is put under a form, the form's player may rescue one spirit."""
    play = Played(board(a=side(forms=["plain"], hand=["rescue"], void=["boost", "protect"]), b=side(), cards=[PLAIN]))
    play.spiritualize("a", "rescue", target=play.form("a", "plain"))
    assert "choose_cards" == play.decision().kind
    play.answer(play.find("a", "protect", "void"))
    assert (["house-protect"], ["house-boost"]) == (play.pile("a", "hand"), play.pile("a", "void"))


@pytest.mark.rule("TC-RUL-012", "TC-SPI-10")
@pytest.mark.parametrize(("mine", "theirs", "checked"), [("aggress", "boost", (5, 4)), ("boost", "aggress", (4, 3))])
def test_aggress_adds_2_to_the_attacker(mine: str, theirs: str, checked: tuple[int, int]) -> None:
    """An Aggress Spirit adds 2 PWR to an attacking form, and none to an attacked one."""
    table = board(a=side(forms=[("plain", mine)]), b=side(forms=[("plain", theirs)]), cards=[PLAIN], step="combat")
    play = Played(table)
    events = fight(play, play.form("a", "plain"), play.form("b", "plain"))
    (event,) = of(CombatChecked, events)
    assert checked == (event.attacker_pwr, event.target_pwr)


@pytest.mark.rule("TC-RUL-012", "TC-RUL-120", "TC-SPI-11")
def test_protect_goes_instead_of_its_form() -> None:
    """A Protect Spirit goes to the void in place of its damaged form, which keeps its other spirits."""
    theirs = side(forms=[("plain", "boost", "protect", "rescue")])
    table = board(a=side(forms=["tall"]), b=theirs, cards=[PLAIN, form("tall", pwr=9)], step="combat")
    play = Played(table)
    target = play.form("b", "plain")
    fight(play, play.form("a", "tall"), target)
    assert ["house-boost", "house-rescue"] == play.under(target)
    assert (["house-protect"], 0) == (play.pile("b", "void"), play.card(target).damaged)


@pytest.mark.rule("TC-RUL-012", "TC-SPI-12")
def test_perfect_is_boost_aggress_and_protect() -> None:
    """A Perfect Spirit adds 1 PWR, adds 2 more to an attacker, and goes to the void in place of its form."""
    play = Played(board(a=side(forms=[("plain", "perfect")]), b=side(forms=["tall"]), step="combat",
                        cards=[PLAIN, form("tall", pwr=9)]))  # fmt: skip
    number = play.form("a", "plain")
    assert 4 == play.pwr(number)
    (event,) = of(CombatChecked, fight(play, number, play.form("b", "tall")))
    assert 6 == event.attacker_pwr
    assert (["plain", ""], ["house-perfect"]) == (play.pile("a", "forms"), play.pile("a", "void"))


@pytest.mark.rule("TC-RUL-013")
@pytest.mark.parametrize(("works", "pwr"), [(False, 2), (True, 3)])
def test_spirits_under_a_savior(works: bool, pwr: int) -> None:  # noqa: FBT001 a setting
    """By default, spirits under a savior add nothing to it, and their [AUTO] effects do not trigger."""
    settings = MatchSettings(spirit_abilities_on_saviors=works)
    mine = side(savior=("tide-regent", "boost"), hand=["rescue"], void=["boost", "protect"])
    play = Played(board(a=mine, b=side(), settings=settings))
    assert pwr == play.pwr(play.savior("a"))
    play.spiritualize("a", "rescue", target=play.savior("a"))
    assert ("choose_cards" if works else "act") == play.decision().kind


# ---------------------------------------------------------------- Perfect


@pytest.mark.rule("TC-FORM-18", "TC-EX-09")
def test_perfect_closes_its_form() -> None:
    """The rules refuse another spirit under a form with a Perfect Spirit."""
    play = Played(board(a=side(forms=[("plain", "perfect")], hand=["boost"]), b=side(), cards=[PLAIN]))
    asked = SpiritualizeCard(target=play.form("a", "plain"), spirit=play.hand("a", "boost"))
    play.assert_refused("a", asked, PerfectSpiritExclusive)


@pytest.mark.rule("TC-RUL-020", "TC-FORM-18")
@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("below", [(), ("boost",)])
def test_perfect_joins_other_spirits(below: Sequence[str], alone: bool) -> None:  # noqa: FBT001 a setting
    """A Perfect Spirit may go under a form with other spirits, unless `perfect_needs_empty_form` is true."""
    settings = MatchSettings(perfect_needs_empty_form=alone)
    mine = side(forms=[("plain", *below)], hand=["perfect", "boost"], savior=("lantern-marshal", "boost"))
    play = Played(board(a=mine, b=side(), cards=[PLAIN], settings=settings))
    number = play.form("a", "plain")
    asked = SpiritualizeCard(target=number, spirit=play.hand("a", "perfect"))
    offered = {one["target"]: one["spirit"] for one in play.fields_offered("a", SpiritualizeCard)}
    assert play.hand("a", "boost") in offered[number]
    assert play.hand("a", "perfect") in offered[play.savior("a")]
    if alone and below:
        play.assert_refused("a", asked, PerfectSpiritExclusive)
    else:
        assert "Spiritualized" in names(play.quietly("a", asked))


@pytest.mark.rule("TC-RUL-021", "TC-FORM-18", "TC-FORM-19")
def test_perfect_moves_along_and_closes_the_new_form() -> None:
    """A sacrificed form's Perfect Spirit moves under the new form, which takes no more spirits."""
    mine = side(forms=[("plain", "boost", "perfect")], hand=["one", "boost"])
    play = Played(board(a=mine, b=side(), cards=[PLAIN, ONE]))
    play.play_form("a", "one", sacrifice=play.form("a", "plain"))
    new = play.form("a", "one")
    assert ["house-boost", "house-perfect"] == play.under(new)
    asked = SpiritualizeCard(target=new, spirit=play.hand("a", "boost"))
    play.assert_refused("a", asked, PerfectSpiritExclusive)


@pytest.mark.rule("TC-RUL-022")
def test_savior_with_a_perfect_spirit_stays_open() -> None:
    """A savior with a Perfect Spirit still takes other spirits."""
    play = Played(board(a=side(savior=("lantern-marshal", "perfect"), hand=["boost"]), b=side()))
    play.spiritualize("a", "boost", target=play.savior("a"))
    assert ["house-perfect", "house-boost"] == play.under(play.savior("a"))


# ---------------------------------------------------------------- spiritualizing


@pytest.mark.rule("TC-KEY-09", "TC-FORM-15", "TC-RUL-130", "TC-KEY-11")
def test_spiritualizing_puts_one_spirit_face_up_under_a_card() -> None:
    """The event of spiritualizing shows the spirit to all seats. Only its player sees which card in hand it was."""
    play = Played(board(a=side(forms=["plain"], hand=["boost", "protect"]), b=side(), cards=[PLAIN]))
    number, held, thing = play.form("a", "plain"), play.hand("a", "protect"), play.state.made + 1
    hand = Secret(audience=("a",), value=held)
    expected = Spiritualized(seat="a", thing=number, spirit=thing, card="house-protect", hand=hand)
    assert [expected] == play.quietly("a", SpiritualizeCard(target=number, spirit=held))
    assert ((thing,), True) == (play.card(number).under, play.card(thing).up)
    assert ["house-boost"] == play.pile("a", "hand")


@pytest.mark.rule("TC-KEY-09", "TC-FORM-27")
def test_only_a_spirit_in_hand_spiritualizes() -> None:
    """The rules refuse to put a form, or a spirit from another zone or hand, under a card.

    If a player has no spirit in hand, the legal list offers nothing.
    """
    play = Played(board(a=side(forms=["plain"], hand=["gate-whelp"], void=["boost"]), b=side(hand=["boost"]),
                        cards=[PLAIN]))  # fmt: skip
    number = play.form("a", "plain")
    assert [] == play.fields_offered("a", SpiritualizeCard)
    wrong = {play.hand("a", "gate-whelp"): NotASpirit, play.find("a", "boost", "void"): NotInHand,
             play.hand("b", "boost"): NotInHand}  # fmt: skip
    for card, refusal in wrong.items():
        play.assert_refused("a", SpiritualizeCard(target=number, spirit=card), refusal)


# ---------------------------------------------------------------- their ways


def stolen(*spirits: str, settings: MatchSettings | None = None, step: Any = "act1", **more: Any) -> Playing:  # noqa: ANN401
    """Return a board on which `b` controls a form of `a` that has spirits of `a` under it."""
    table = board(a=side(forms=[("plain", *spirits), "tall"], **more), b=side(), step=step, settings=settings,
                  cards=[PLAIN, form("tall", pwr=9), spell({"do": "return_to_hand", "of": CHOSEN})])  # fmt: skip
    number = next(one.id for one in table.state.table.values() if one.card == "plain")
    return record(table, ControlChanged(thing=number, seat="b", zone=1))


@pytest.mark.rule("TC-EX-16", "TC-SPI-06", "TC-RUL-091", "TC-RUL-124")
def test_cards_go_to_their_owners_zones() -> None:
    """When a form controlled by another player leaves play, it and its spirits go to their owner's zones."""
    play = Played(stolen("boost", step="combat"))
    fight(play, play.form("a", "tall"), play.form("b", "plain"))
    assert (["plain"], ["house-boost"]) == (play.pile("a", "drop"), play.pile("a", "void"))
    assert ([], [], ["", ""]) == (play.pile("b", "drop"), play.pile("b", "void"), play.pile("b", "forms"))


@pytest.mark.rule("TC-RUL-124", "TC-SPI-06")
def test_spirits_of_two_owners_go_to_different_voids() -> None:
    """Spirits of two players under one card each go to their own owner's void."""
    table = stolen("boost", step="combat")
    number = next(one.id for one in table.state.table.values() if one.card == "plain")
    record(table, SpiritAttached(thing=number, spirit=table.state.made + 1, card="house-rescue", owner="b",
                               origin="spirit_deck"))  # fmt: skip
    play = Played(table)
    fight(play, play.form("a", "tall"), number)
    assert (["house-boost"], ["house-rescue"]) == (play.pile("a", "void"), play.pile("b", "void"))


@pytest.mark.rule("TC-RUL-089", "TC-KEY-16")
def test_spirits_are_controlled_with_their_card() -> None:
    """When a card changes control, the spirits under it change control with it, but keep their owners."""
    play = Played(stolen("boost", "boost"))
    number = play.form("b", "plain")
    assert [("b", "a")] * 2 == [(play.card(one).seat, play.card(one).owner) for one in play.card(number).under]


@pytest.mark.rule("TC-RUL-026", "TC-RUL-091")
@pytest.mark.parametrize(("returns", "to", "other"), [("void", "void", "hand"), ("owner_hand", "hand", "void")])
def test_spirits_under_a_form_that_returns(returns: Any, to: str, other: str) -> None:  # noqa: ANN401
    """When a form returns to the hand, its spirits go to their owner's void.

    If `spirits_on_return` is `owner_hand`, the spirits go to the owner's hand.
    """
    table = stolen("boost", "rescue", settings=MatchSettings(spirits_on_return=returns), hand=["spell"])
    play = Played(table)
    number = play.form("b", "plain")
    play.do("a", PlayCommand(card=play.hand("a", "spell")))
    events = [*play.answer(number), *play.pass_all()]
    kind = SpiritsSentToVoid if returns == "void" else SpiritsReturned
    assert 1 == len(of(kind, events))
    spirits = [one for one in play.pile("a", to) if one.startswith("house")]
    assert ["house-boost", "house-rescue"] == spirits
    assert not [one for one in play.pile("a", other) if one.startswith("house")]
    assert ("plain" in play.pile("a", "hand"), [], []) == (True, play.pile("b", "hand"), play.pile("b", "void"))


@pytest.mark.rule("TC-RUL-026", "TC-FORM-20", "TC-FORM-23")
def test_spirits_of_damaged_and_sacrificed_forms_always_go_to_the_void() -> None:
    """The spirits of a damaged or sacrificed form go to the void, whatever the value of `spirits_on_return`."""
    play = Played(stolen("boost", step="combat", settings=MatchSettings(spirits_on_return="owner_hand")))
    events = fight(play, play.form("a", "tall"), play.form("b", "plain"))
    (sent,) = of(SpiritsSentToVoid, events)
    (gone,) = sent.spirits
    assert ("damage", Gone(owner="a", card="house-boost", thing=gone.was, origin="under", was=gone.was)) == (
        sent.cause, gone,
    )  # fmt: skip
    assert (["house-boost"], []) == (play.pile("a", "void"), play.pile("a", "hand"))


@pytest.mark.rule("TC-SPI-19", "TC-SPI-20")
def test_any_legal_spirit_deck_is_usable() -> None:
    """A player may choose any mix of 15 spirits within the limits, and may use each of them."""
    mine = side(forms=["plain"], hand=["boost", "rescue", "aggress", "protect", "perfect"])
    play = Played(board(a=mine, b=side(), cards=[PLAIN]))
    (first, second) = play.fields_offered("a", SpiritualizeCard)
    assert list(play.player("a").hand) == list(first["spirit"]) == list(second["spirit"])
    assert [] == play.fields_offered("a", PlayForm)
