"""Attacks that end early, responses to attacks, and effects that last for one attack."""

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.combat import AlreadyAttacked, DeclareAttack
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.course import AttackEnded, CombatChecked
from services.tcg.chapters.damage import CardDamaged
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Seat
from tests.tcg.board import Side, board, effect, form, side
from tests.tcg.played import Played, of

THIS: Final = {"ref": "this"}
NOBLE: Final = form("noble", pwr=5)
SQUIRE: Final = form("squire", pwr=3)
CASUAL: Final = MatchSettings(auto_pass="no_legal_response")


def swift(name: str, *steps: Any, **more: Any) -> Any:  # noqa: ANN401 steps, and a card
    """Return a form that can carry out these steps at any time."""
    return form(name, effect("act", "swift", independent=True, do=list(steps), **more))


def fight(*cards: Any, a: Side, b: Side, **more: Any) -> Played:  # noqa: ANN401 what a board takes
    """Return a match in the combat step of player `a`."""
    return Played(board(cards=[NOBLE, SQUIRE, *cards], a=a, b=b, step="combat", settings=CASUAL, **more))


def use_in_attack(play: Played, seat: Seat, name: str) -> tuple[list[str], int, int]:
    """Use a seat's card during an attack.

    Return the reasons for which attacks ended, the number of PWR comparisons and the number of damaged cards.
    """
    events = [*play.do(seat, Activate(card=play.form(seat, name)))]
    while play.decision().kind not in {"act", "combat"}:
        if play.decision().kind == "respond":
            events += play.do(play.decision().seat, Pass())
        else:
            events += play.answer(play.decision().options[0])
    reasons: list[str] = [one.reason for one in of(AttackEnded, events)]
    return reasons, len(of(CombatChecked, events)), len(of(CardDamaged, events))


@pytest.mark.rule("TC-RUL-052", "TC-CBT-08", "TC-CBT-21")
@pytest.mark.parametrize("who", ["attacker", "defender"])
@pytest.mark.parametrize("way", ["destroy", "return_to_hand", "gain_control"])
def test_attack_ends_without_its_attacker_or_target(who: str, way: str) -> None:
    """If the attacker or target leaves play or changes control before PWR is compared, no card wins or is damaged."""
    wrench = swift("wrench", {"do": way, "of": {"ref": who}})
    left = side(forms=["noble"]) if who == "attacker" else side(forms=["noble", "wrench"])
    right = side(forms=["squire", "wrench"]) if who == "attacker" else side(forms=["squire"])
    if way == "gain_control":
        more = MatchSettings(form_zones=3, auto_pass="no_legal_response")
        play = Played(board(cards=[NOBLE, SQUIRE, wrench], a=left, b=right, step="combat", settings=more))
    else:
        play = fight(wrench, a=left, b=right)
    noble = play.form("a", "noble")
    play.do("a", DeclareAttack(attacker=noble, target=play.form("b", "squire")))
    assert (["gone"], 0, 0) == use_in_attack(play, "b" if who == "attacker" else "a", "wrench")
    if who == "defender":
        play.assert_refused("a", DeclareAttack(attacker=noble, target=play.savior("b")), AlreadyAttacked)


@pytest.mark.rule("TC-RUL-052", "TC-RUL-079")
def test_effect_ends_an_attack() -> None:
    """An effect that ends an attack before damage prevents the damage, but does not undo damage already dealt."""
    peace = swift("peace", {"do": "end_attack"})
    play = fight(peace, a=side(forms=["noble"]), b=side(forms=["squire", "peace"]))
    play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.form("b", "squire")))
    assert (["ended"], 0, 0) == use_in_attack(play, "b", "peace")
    assert ["squire", "peace"] == play.pile("b", "forms")
    play = fight(peace, a=side(forms=["noble"]), b=side(forms=["squire", "peace"]))
    play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.form("b", "squire")))
    play.do("b", Pass())
    assert ("damage", "b") == (play.state.phase, play.decision().seat)
    assert (["ended"], 0, 0) == use_in_attack(play, "b", "peace")
    assert (["", "peace"], ["squire"]) == (play.pile("b", "forms"), play.pile("b", "drop"))


@pytest.mark.rule("TC-RUL-052", "TC-RUL-090", "TC-RUL-046")
@pytest.mark.parametrize("way", ["damage", "elimination"])
def test_control_for_an_attack_ends_with_the_attack(way: str) -> None:
    """A form taken until the end of an attack returns when the attack ends for any reason."""
    grab = {"do": "gain_control", "of": {"who": "opponent", "zone": "form", "n": 1, "by": "you"}, "for": "this_attack"}
    hook = swift("hook", grab, limit={"count": 1, "per": "turn"})
    dash = swift("dash", {"do": "modify_pwr", "of": THIS, "by": 1})
    play = fight(hook, dash, a=side(forms=["hook"]), b=side(forms=["dash"]), c=side(forms=["squire"]))
    play.do("a", DeclareAttack(attacker=play.form("a", "hook"), target=play.form("b", "dash")))
    play.quietly("a", Activate(card=play.form("a", "hook")))
    play.answer(play.form("c", "squire"))
    assert ("b", "W5", ["", ""]) == (play.decision().seat, play.state.window, play.pile("c", "forms"))
    events = play.do("b", Concede() if way == "elimination" else Pass())
    assert (["c"], ["squire", ""]) == ([one.seat for one in of(ControlChanged, events)], play.pile("c", "forms"))
    assert ("a", "combat") == (play.decision().seat, play.decision().kind)


@pytest.mark.rule("TC-CBT-19", "TC-RUL-066")
@pytest.mark.parametrize("waive", [False, True])
def test_attacker_may_waive_the_window(waive: bool) -> None:  # noqa: FBT001 what is tried
    """A player who waived the response window when declaring an attack is not asked to respond in that window."""
    dash = swift("dash", {"do": "modify_pwr", "of": THIS, "by": 1})
    play = fight(dash, a=side(forms=["dash"]), b=side(forms=["squire"]))
    play.do("a", DeclareAttack(attacker=play.form("a", "dash"), target=play.form("b", "squire"), waive=waive))
    assert ("respond", "W5" if waive else "W4") == (play.decision().kind, play.state.window)
