"""Interactions of rules: attacks, costs, control, zones, and whose turn it is."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.combat import AlreadyAttacked, DeclareAttack, SpiritNeededToAttack
from services.tcg.chapters.commands import NoOpenZoneToSet, PlayCommand, SetCommand, SwiftOnlyOnOwnTurn
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.course import AttackEnded, CombatChecked
from services.tcg.chapters.damage import DamagePrevented
from services.tcg.chapters.decisions import NotYourDecision, WrongStep
from services.tcg.chapters.departures import CardSentToDrop, SpiritsSentToVoid
from services.tcg.chapters.entering import SpiritsMoved
from services.tcg.chapters.forms import PlayForm, SacrificeUsedThisTurn
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.paying import CostNotPayable, CostPaid
from services.tcg.chapters.spirits import SaviorSpiritualizedThisTurn, SpiritualizeCard
from services.tcg.chapters.timing import LimitUsed, NoOpenCommandZone
from services.tcg.chapters.turn import EndStep, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import PlayerLost
from services.tcg.settings import MatchSettings
from tests.tcg.board import command, effect, form, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, DRAW, ONCE, SIX, THEIRS, choose_first, laid, spell, use

THIS: Final = {"ref": "this"}
FORM: Final = {"who": "you", "zone": "form"}
DROP: Final = {"who": "you", "zone": "drop", "n": 1}


BACK: Final = ({"do": "destroy", "of": FORM}, {"do": "play_form", "of": DROP, "from": "drop"})
GRAB: Final = {"do": "gain_control", "of": THEIRS}


# ---------------------------------------------------------------- attacks


def attack_savior(play: Played, seat: str = "a", by: str = "whelp", of_: str = "b") -> int:
    """Attack a savior with a form; return the form's number."""
    number = play.form(seat, by)
    play.do(seat, DeclareAttack(attacker=number, target=play.savior(of_)))
    return number


@pytest.mark.rule("TC-RUL-138", "TC-CBT-21")
def test_form_that_returns_during_combat_can_attack_again() -> None:
    """A form that leaves and returns during combat may attack again, but needs a new spirit to attack a savior."""
    play = laid(spell(*BACK), step="combat", a=side(commands=["spell"], forms=[("whelp", "boost")]), b=side())
    whelp = attack_savior(play)
    play.pass_all()
    play.assert_refused("a", DeclareAttack(attacker=whelp, target=play.savior("b")), AlreadyAttacked)
    use(play, "a")
    choose_first(play)
    fresh = play.form("a", "whelp")
    play.assert_refused("a", DeclareAttack(attacker=fresh, target=play.savior("b")), SpiritNeededToAttack)
    assert 0 == play.card(fresh).attacks


@pytest.mark.rule("TC-RUL-138", "TC-RUL-052")
def test_attack_does_not_find_a_returned_attacker() -> None:
    """If the attacker leaves and returns before PWR is compared, the attack ends without a winner."""
    play = laid(spell(*BACK), step="combat", a=side(commands=["spell"], forms=[("whelp", "boost")]), b=side())
    attack_savior(play)
    events = [*use(play, "a"), *choose_first(play)]
    assert ([], ["gone"]) == (of(CombatChecked, events), [event.reason for event in of(AttackEnded, events)])


@pytest.mark.rule("TC-RUL-138", "TC-RUL-052")
def test_attack_does_not_find_a_returned_target() -> None:
    """If the target leaves and returns before PWR is compared, the attack ends without a winner."""
    play = laid(spell(*BACK), step="combat", a=side(forms=["whelp"]), b=side(commands=["spell"], forms=["whelp"]))
    play.do("a", DeclareAttack(attacker=play.form("a", "whelp"), target=play.form("b", "whelp")))
    events = [*use(play, "b"), *choose_first(play)]
    assert ([], ["gone"]) == (of(CombatChecked, events), [event.reason for event in of(AttackEnded, events)])


@pytest.mark.rule("TC-RUL-052", "TC-RUL-045", "TC-RUL-090")
def test_attack_ends_if_a_third_player_takes_its_target() -> None:
    """If a third player takes the attacked form before PWR is compared, the attack ends and still counts."""
    is_brute = {"op": "is", "of": {"ref": "each"}, "name": "Brute"}
    play = laid(
        spell({"do": "gain_control", "of": {**THEIRS, "filter": is_brute}}), step="combat", a=side(forms=["whelp"]),
        b=side(forms=["brute"]), c=side(commands=["spell"], deck=DECK),
    )  # fmt: skip
    whelp, brute = play.form("a", "whelp"), play.form("b", "brute")
    play.do("a", DeclareAttack(attacker=whelp, target=brute))
    while play.decision().seat != "c":
        play.do(play.decision().seat, Pass())
    events = [*use(play, "c"), *choose_first(play)]
    assert ([], ["gone"]) == (of(CombatChecked, events), [event.reason for event in of(AttackEnded, events)])
    assert ("c", 1) == (play.card(brute).seat, play.card(whelp).attacks)


@pytest.mark.rule("TC-RUL-052", "TC-RUL-090")
def test_attacker_taken_during_its_attack_fights_no_more() -> None:
    """If an opponent takes the attacker before PWR is compared, neither card wins, and the attack still counts."""
    play = laid(spell(GRAB), step="combat", a=side(forms=[("whelp", "boost")]), b=side(commands=["spell"], deck=DECK))
    whelp = attack_savior(play)
    events = [*use(play, "b"), *choose_first(play)]
    assert ["gone"] == [event.reason for event in of(AttackEnded, events)]
    assert (1, "b") == (play.card(whelp).attacks, play.card(whelp).seat)


@pytest.mark.rule("TC-CBT-21", "TC-RUL-090")
def test_used_effect_stays_used_under_a_new_controller() -> None:
    """A form's used effect stays used if the form changes control, because the form does not leave play."""
    swift = form("bard", effect("sing", "swift", limit=ONCE, do=[DRAW]))
    play = laid(swift, spell(GRAB), a=side(forms=[("bard", "boost")], deck=DECK), b=side(commands=["spell"], deck=DECK))
    bard = play.form("a", "bard")
    play.do("a", Activate(card=bard))
    while play.decision().seat != "b":
        play.do("a", Pass())
    play.do("b", Activate(card=play.find("b", "spell", "command")))
    play.pass_all()
    choose_first(play)
    assert "b" == play.card(bard).seat
    play.do("a", EndStep())
    while play.decision().seat != "b":
        play.do("a", Pass())
    play.assert_refused("b", Activate(card=bard), LimitUsed)


@pytest.mark.rule("TC-RUL-030", "TC-RUL-042")
def test_saviors_pay_at_once_though_forms_leave_at_the_end_of_combat() -> None:
    """If a step damages saviors and a form, the saviors pay together at once, and the form leaves when combat ends."""
    late = MatchSettings(damaged_forms_leave="combat_end")
    all_ = {"do": "damage", "of": {"who": "any", "zone": ["savior", "form"]}}
    play = laid(spell(all_), settings=late, step="combat", a=side(commands=["spell"], spirits=["boost"]),
                b=side(forms=["whelp"], spirits=["boost"], deck=DECK))  # fmt: skip
    events = use(play, "a")
    assert [2] == [len(event.spirits) for event in of(SpiritsSentToVoid, events)]
    assert [] == of(CardSentToDrop, events)
    assert ["whelp"] == [event.card for event in of(CardSentToDrop, play.next_step("a", "act2"))]


@pytest.mark.rule("TC-RUL-042", "TC-RUL-032")
def test_savior_pays_separately_for_an_attack() -> None:
    """Saviors damaged by an attacker's effect pay at once.

    The attacked savior then pays for the attack as well.
    """
    storm = form("storm", effect("rage", "auto", on={"event": "damages", "card": THIS}, limit=ONCE,
                                 do=[{"do": "damage", "of": {"who": "any", "zone": "savior"}}]), pwr=9)  # fmt: skip
    play = laid(storm, step="combat", a=side(forms=[("storm", "boost")], spirits=["boost"]),
                b=side(spirits=["boost"] * 3))  # fmt: skip
    events = play.quietly("a", DeclareAttack(attacker=play.form("a", "storm"), target=play.savior("b")))
    assert [["a", "b"], ["b"]] == [[one.owner for one in event.spirits] for event in of(SpiritsSentToVoid, events)]
    assert (0, []) == (play.state.hurt, play.state.damages)


@pytest.mark.rule("TC-RUL-079", "TC-RUL-120", "TC-RUL-042")
def test_protect_and_shields_apply_to_simultaneous_damage() -> None:
    """If a step damages many cards, a protected form stays and a shielded savior pays nothing.

    The other cards are damaged as usual.
    """
    shield = {"do": "prevent_damage", "of": {"who": "opponent", "zone": "savior"}}
    all_ = {"do": "damage", "of": {"who": "any", "zone": ["savior", "form"]}}
    play = laid(spell(shield, all_), a=side(commands=["spell"], forms=["whelp"], spirits=["boost"]),
                b=side(forms=[("tough", "protect")], spirits=["boost"]))  # fmt: skip
    events = use(play, "a")
    assert 1 == len(of(DamagePrevented, events))
    assert ["a", "b"] == sorted(one.owner for event in of(SpiritsSentToVoid, events) for one in event.spirits)
    assert (["tough", ""], ["", ""]) == (play.pile("b", "forms"), play.pile("a", "forms"))
    assert (0, []) == (play.state.hurt, play.state.damages)


# ---------------------------------------------------------------- costs


LOSING: Final = ({"pay": "spirit_from_hand", "n": 1}, {"pay": "discard", "n": 1})


@pytest.mark.rule("TC-RUL-063", "TC-READ-10")
@pytest.mark.parametrize(
    ("cost", "mine"),
    [
        ([{"pay": "discard", "n": 2}], {"hand": ["whelp"]}),
        ([{"pay": "discard", "n": 1}], {"hand": ["boost"]}),
        ([{"pay": "spirit_from_hand", "n": 1}], {"hand": ["whelp"]}),
        ([{"pay": "spirit_from_deck", "n": 2}], {"spirits": ["boost"]}),
        ([{"pay": "despiritualize", "n": 2, "of": FORM}], {"forms": [("whelp", "boost")]}),
        ([{"pay": "sacrifice", "of": {**FORM, "n": 2}}], {"forms": ["whelp"]}),
        ([{"pay": "sacrifice", "of": FORM}, {"pay": "despiritualize", "n": 1, "of": FORM}],
         {"forms": [("whelp", "boost")]}),
        ([{"pay": "return_from_drop", "n": 2, "to": "main_deck_bottom"}], {"drop": ["whelp"]}),
    ],
)  # fmt: skip
def test_cost_that_can_only_be_paid_in_part_is_refused(cost: Any, mine: Any) -> None:  # noqa: ANN401
    """If a cost can be paid only in part, the rules refuse it before any card moves.

    One card cannot pay two parts of a cost.
    """
    play = laid(spell(DRAW, cost=cost), a=side(commands=["spell"], deck=DECK, **mine), b=side())
    play.assert_refused("a", Activate(card=play.find("a", "spell", "command")), CostNotPayable)


@pytest.mark.rule("TC-RUL-134", "TC-RUL-063")
def test_loser_by_the_first_part_of_a_cost_pays_no_more() -> None:
    """A player who loses by the first part of a cost does not pay the discard that follows.

    No window opens, the turn ends, and the other two players continue the match.
    """
    play = laid(
        spell(DRAW, cost=LOSING), a=side(commands=["spell"], hand=["boost", "whelp"], void=SIX, deck=DECK),
        b=side(deck=DECK, set=["trap"]), c=side(deck=DECK),
    )  # fmt: skip
    events = play.do("a", Activate(card=play.find("a", "spell", "command")))
    names = [type(one).__name__ for one in events]
    assert ("PlayerLost" in names, "Discarded" in names) == (True, False)
    assert ["b"] == [event.seat for event in of(TurnStarted, events)]
    assert "WindowOpened" not in names[: names.index("TurnStarted")]
    assert 1 == len(of(CostPaid, events))


@pytest.mark.rule("TC-RUL-134", "TC-SPI-06", "TC-RUL-042")
def test_cost_can_fill_another_players_void() -> None:
    """A player may pay with another player's spirit under a taken form.

    If this fills the owner's void, the owner loses, and the effect resolves.
    """
    pay = [{"pay": "despiritualize", "n": 1, "of": FORM}]
    play = laid(
        spell(GRAB, name="grab"), spell(DRAW, cost=pay), a=side(commands=["grab", "spell"], deck=DECK),
        b=side(forms=[("whelp", "boost")], void=SIX, deck=DECK), c=side(deck=DECK),
    )  # fmt: skip
    use(play, "a", "grab")
    choose_first(play)
    events = use(play, "a")
    assert [("b", "void")] == [(event.seat, event.reason) for event in of(PlayerLost, events)]
    assert [("a", 1)] == [(event.seat, event.n) for event in of(CardsDrawn, events)]


# ---------------------------------------------------------------- control, and zones


@pytest.mark.rule("TC-RUL-091", "TC-SPI-06", "TC-FORM-19")
def test_sacrificed_taken_form_goes_to_its_owner() -> None:
    """A taken form that is sacrificed goes to its owner's drop zone, and its spirits move on and keep their owner."""
    high = form("high", level=1, pwr=7)
    play = laid(high, spell(GRAB), a=side(commands=["spell"], hand=["high", "high"], deck=DECK),
                b=side(forms=[("whelp", "boost")]))  # fmt: skip
    use(play, "a")
    choose_first(play)
    whelp = play.form("a", "whelp")
    events = play.play_form("a", "high", sacrifice=whelp)
    assert [1, ["whelp"], []] == [len(of(SpiritsMoved, events)), play.pile("b", "drop"), play.pile("a", "drop")]
    spirit = play.card(play.card(play.form("a", "high")).under[0])
    assert ("b", "a") == (spirit.owner, spirit.seat)
    again = PlayForm(card=play.hand("a", "high"), sacrifice=play.form("a", "high"))
    play.assert_refused("a", again, SacrificeUsedThisTurn)


@pytest.mark.rule("TC-RUL-090", "TC-RUL-046")
def test_taken_form_of_a_player_who_left_does_not_return() -> None:
    """When the owner of a taken form concedes, the form leaves at once, and does not return at the end of the turn."""
    play = laid(
        spell({**GRAB, "for": "end_of_turn"}), a=side(commands=["spell"], deck=DECK),
        b=side(forms=["whelp"], deck=DECK), c=side(deck=DECK),
    )  # fmt: skip
    use(play, "a")
    choose_first(play)
    play.do("b", Concede())
    assert ["", ""] == play.pile("a", "forms")
    assert [] == of(ControlChanged, play.go_on("act1", seat="c"))


@pytest.mark.rule("TC-RUL-091", "TC-RUL-027")
def test_form_from_another_drop_zone_keeps_its_owner() -> None:
    """A form that `a` plays from b's drop zone returns to that drop zone when it leaves play."""
    theirs = {"who": "opponent", "zone": "drop", "n": 1}
    play = laid(
        spell({"do": "play_form", "of": theirs, "from": "drop"}), spell({"do": "destroy", "of": FORM}, name="doom"),
        a=side(commands=["spell", "doom"]), b=side(drop=["whelp"]),
    )  # fmt: skip
    use(play, "a")
    choose_first(play)
    assert ("a", "b") == (play.card(play.form("a", "whelp")).seat, play.card(play.form("a", "whelp")).owner)
    use(play, "a", "doom")
    assert (["whelp"], []) == (play.pile("b", "drop"), play.pile("a", "drop"))


@pytest.mark.rule("TC-CMD-03", "TC-RUL-073", "TC-RUL-126")
def test_with_full_zones_no_command_is_played_or_set() -> None:
    """If all command zones are full, the rules refuse to play a normal or a swift command, or to set a command."""
    dash = command("dash", effect("main", "swift", main=True, do=[DRAW]), kind="swift")
    play = laid(dash, spell(DRAW), a=side(commands=["spell", "spell"], hand=["dash", "order"], deck=DECK), b=side())
    play.assert_refused("a", PlayCommand(card=play.hand("a", "dash")), NoOpenCommandZone)
    play.assert_refused("a", PlayCommand(card=play.hand("a", "order")), NoOpenCommandZone)
    play.assert_refused("a", SetCommand(card=play.hand("a", "dash")), NoOpenZoneToSet)


@pytest.mark.rule("TC-CMD-21", "TC-TURN-14", "TC-ACT-01")
def test_only_the_turn_player_may_act() -> None:
    """In another player's turn, a player may respond, but may not play forms or swift commands or end a step."""
    dash = command("dash", effect("main", "swift", main=True, do=[DRAW]), kind="swift")
    play = laid(dash, a=side(hand=["whelp", "boost", "boost"]), b=side(set=["trap"], hand=["whelp", "dash"], deck=DECK))
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    play.assert_refused("b", PlayForm(card=play.hand("b", "whelp")), WrongStep)
    play.assert_refused("b", PlayCommand(card=play.hand("b", "dash")), SwiftOnlyOnOwnTurn)
    play.assert_refused("b", EndStep(), WrongStep)
    play.assert_refused("a", EndStep(), NotYourDecision)
    play.do("b", Pass())
    play.spiritualize("a", "boost", target=play.savior("a"))
    again = SpiritualizeCard(target=play.savior("a"), spirit=play.hand("a", "boost"))
    play.assert_refused("a", again, SaviorSpiritualizedThisTurn)
