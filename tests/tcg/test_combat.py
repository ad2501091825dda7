"""The combat step: attackers and targets, phases, and effects between attacks."""

from typing import Any, Final

import pytest
from msgspec import ValidationError, convert

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.combat import AlreadyAttacked, DeclareAttack, NotAnOpponentsCard, NotInCombat, NotInPlay
from services.tcg.chapters.course import AttackDeclared, CombatChecked, PhaseEntered, WindowOpened
from services.tcg.chapters.decisions import NotYourDecision
from services.tcg.chapters.hands import SpiritsInvoked
from services.tcg.chapters.sources import PwrChanged
from services.tcg.chapters.turn import EndStep, StepEntered
from services.tcg.chapters.windows import Pass
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.words import Step
from shared.kernel.messages import Event
from tests.tcg.begun import Begun
from tests.tcg.board import board, effect, form, savior, side
from tests.tcg.played import Played, names, of

THIS: Final = {"ref": "this"}
FULL: Final = side(deck=["gate-whelp"] * 9, spirits=["boost"] * 9)
HERO: Final = savior("hero", bound={"pwr": 4}, boundless={"pwr": 6})
INVOKE: Final = {"do": "invoke", "n": 1}
NOBLE: Final = form("noble", pwr=5)
SQUIRE: Final = form("squire", pwr=3)
PEER: Final = form("peer", pwr=5)
QUICK: Final = form("quick", effect("dash", "swift", independent=True, do=[INVOKE]))


def attack(play: Played, seat: str, attacker: int, target: int) -> list[Event]:
    """Attack a card with another and pass for all seats; return the events."""
    return play.quietly(seat, DeclareAttack(attacker=attacker, target=target))


def phases(events: list[Event]) -> list[str]:
    """Return the combat phases that the events enter."""
    return [event.phase for event in of(PhaseEntered, events)]


def combats(begun: Begun, turns: int) -> list[int]:
    """Play turns in which nobody acts; return the turns that had a combat step."""
    found = []
    while begun.state.turn <= turns:
        seat = begun.decision().seat
        events = begun.do(seat, Pass() if begun.decision().kind == "respond" else EndStep())
        found += [begun.state.turn for event in of(StepEntered, events) if event.step == "combat"]
    return found


# ---------------------------------------------------------------- which turns have one


@pytest.mark.rule("TC-CBT-01", "TC-CBT-02", "TC-RUL-047", "TC-EX-14", "TC-EX-15")
@pytest.mark.parametrize(("seats", "expected"), [(2, [2, 3, 4, 5, 6]), (3, [4, 5, 6]), (4, [5, 6])])
def test_first_turns_have_no_combat(seats: int, expected: list[int]) -> None:
    """With two players, only turn 1 has no combat step.

    With more players, the first turn of each has none (TC-TAB-17).
    """
    begun = Begun(*("ann", "bob", "cyd", "dan")[:seats])
    assert expected == combats(begun, 6)


@pytest.mark.rule("TC-RUL-048", "TC-CBT-01")
def test_without_combat_there_is_still_act_step_2() -> None:
    """In a turn without combat, act step 2 begins directly after act step 1."""
    begun = Begun("ann", "bob")
    begun.go_on("act1", seat="ann")
    events = [*begun.do("ann", EndStep()), *begun.pass_all()]
    assert ["StepEnded", "StepEntered"] == [name for name in names(events) if name.startswith("Step")]
    assert ("act2", "") == (begun.state.step, begun.state.phase)


@pytest.mark.rule("TC-RUL-136", "TC-CBT-02", "TC-RUL-093")
@pytest.mark.parametrize("of_form", [0, NEWEST])
def test_combat_in_first_turns_depends_on_the_number_of_seats_at_the_start(of_form: int) -> None:
    """If a match starts with three players, no player's first turn has combat, even after one of them concedes."""
    begun = Begun("ann", "bob", "cyd", of_form=of_form)
    begun.do("cyd", Concede())
    assert [3, 4] == combats(begun, 4)


@pytest.mark.rule("TC-RUL-228", "TC-RUL-136", "TC-CBT-01")
@pytest.mark.parametrize(("of_form", "expected"), [(NEWEST, [2, 3, 4]), (AMENDED, [3, 4])])
def test_player_who_left_before_the_start_does_not_count(of_form: int, expected: list[int]) -> None:
    """If one of three concedes before the match starts, two players start it, and only turn 1 has no combat.

    Under version 2 of the rules, the seat of that player counts.
    """
    begun = Begun("ann", "bob", "cyd", without="cyd", of_form=of_form)
    assert expected == combats(begun, 4)


# ---------------------------------------------------------------- entering and leaving combat


@pytest.mark.rule("TC-CBT-04", "TC-RUL-051")
@pytest.mark.parametrize(("step", "following"), [("act1", "combat"), ("act2", "end")])
def test_leaving_an_act_step_waits_for_all(step: Step, following: Step) -> None:
    """The end of an act step opens one window, in which each player may respond. The step ends after all pass."""
    play = Played(board(cards=[QUICK], a=FULL, b=side(forms=["quick"], spirits=["boost"] * 2), step=step))
    events = [*play.do("a", EndStep())]
    assert (step, "b", "W6") == (play.state.step, play.decision().seat, play.state.window)
    events += play.do("b", Activate(card=play.form("b", "quick")))
    assert (step, "respond") == (play.state.step, play.decision().kind)
    events += play.pass_all()
    order = [type(event) for event in events if isinstance(event, SpiritsInvoked | EffectResolved | StepEntered)]
    assert ([SpiritsInvoked, EffectResolved, StepEntered], following) == (order[:3], of(StepEntered, events)[0].step)
    assert 1 == [event.kind for event in of(WindowOpened, events)].count("W6")


CHARGER: Final = form(
    "charger",
    effect("charge", "none", independent=True, when={"op": "phase_is", "phase": "start"}, do=[INVOKE]),
    effect("rest", "none", independent=True, when={"op": "phase_is", "phase": "end"}, do=[INVOKE]),
    pwr=5,
)


def usable(play: Played) -> list[str]:
    """Return the effects that the turn player may activate now."""
    return [one["effect"].partition("#")[2] for one in play.fields_offered("a", Activate)]


@pytest.mark.rule("TC-CBT-05", "TC-CBT-06", "TC-CBT-16", "TC-CBT-17", "TC-CBT-18", "TC-CBT-24", "TC-RUL-069")
def test_start_and_end_have_their_own_effects_and_no_attack() -> None:
    """An effect that names a combat phase is legal only in that phase.

    Attacks are illegal in the start and end phases.
    """
    play = Played(board(cards=[CHARGER], a=side(forms=["charger"]), b=side(forms=["reef-urchin"])))
    declared = DeclareAttack(attacker=play.form("a", "charger"), target=play.form("b", "reef-urchin"))
    found = []
    for said in (EndStep(), Pass(), EndStep(), Pass()):
        found.append((play.state.step, play.state.phase, usable(play)))
        if play.decision().kind != "combat":
            play.assert_refused("a", declared, NotInCombat)
        play.do("a", said)
    assert [
        ("act1", "", []), ("combat", "start", ["charge"]), ("combat", "start", []), ("combat", "end", ["rest"])
    ] == found  # fmt: skip
    assert "act2" == play.state.step


WATCHER: Final = form(
    "watcher",
    *(
        effect(f"on-{phase}", "auto", on={"event": "phase_entered", "phase": phase}, do=[INVOKE])
        for phase in ("start", "check", "damage", "end")
    ),
    pwr=5,
)


@pytest.mark.rule("TC-CBT-03", "TC-CBT-16", "TC-CBT-18", "TC-CBT-20", "TC-RUL-121")
def test_each_attack_repeats_the_check_and_damage_phases() -> None:
    """Each attack has its own check and damage phases. The start and end phases occur once in a combat step."""
    a = side(forms=["watcher", "noble"], spirits=["boost"] * 9)
    game = board(cards=[WATCHER, NOBLE, SQUIRE], a=a, b=side(forms=["squire", "squire"]))
    play = Played(game)
    first, second = (number for number in play.player("b").forms)
    events = [
        *play.quietly("a", EndStep()),
        *attack(play, "a", play.form("a", "watcher"), first),
        *attack(play, "a", play.form("a", "noble"), second),
        *play.quietly("a", EndStep()),
    ]
    expected = ["start", "check", "damage", "check", "damage", "end"]
    assert expected == phases(events)
    resolved = [of(EffectResolved, [event]) for event in events]
    assert len(expected) == sum(map(len, resolved))
    after = [event for event in events if isinstance(event, PhaseEntered | EffectResolved | StepEntered)]
    assert [PhaseEntered, EffectResolved] * 6 == [type(event) for event in after[1:-1]]


# ---------------------------------------------------------------- who attacks what


@pytest.mark.rule("TC-TURN-07", "TC-TURN-08", "TC-RUL-044", "TC-RUL-045", "TC-RUL-114")
def test_any_savior_or_form_of_an_opponent_can_be_attacked() -> None:
    """Saviors and forms may attack any savior or form of any opponent. No card protects another from attacks."""
    a = side(savior="hero", forms=[("noble", "boost")])
    play = Played(
        board(cards=[HERO, NOBLE], a=a, b=side(forms=["reef-urchin"]), c=side(forms=["gate-whelp"]), step="combat")
    )
    enemies = {
        play.savior("b"), play.form("b", "reef-urchin"), play.savior("c"), play.form("c", "gate-whelp")
    }  # fmt: skip
    declared = {
        (one["attacker"], target) for one in play.fields_offered("a", DeclareAttack) for target in one["target"]
    }
    assert {(mine, enemy) for mine in (play.savior("a"), play.form("a", "noble")) for enemy in enemies} == declared
    play.assert_refused(
        "a", DeclareAttack(attacker=play.savior("a"), target=play.form("a", "noble")), NotAnOpponentsCard
    )
    play.assert_refused("a", DeclareAttack(attacker=play.savior("b"), target=play.savior("a")), NotInPlay)
    events = attack(play, "a", play.savior("a"), play.form("b", "reef-urchin"))
    events += attack(play, "a", play.form("a", "noble"), play.savior("c"))
    assert ["b", "c"] == [one.of for one in of(AttackDeclared, events)]


@pytest.mark.rule("TC-CBT-19")
def test_only_one_attack_at_a_time() -> None:
    """A player declares one attacker at a time, and the next attack only after the current one ends."""
    a = side(forms=["noble", "squire"])
    play = Played(board(cards=[NOBLE, SQUIRE, QUICK], a=a, b=side(forms=["quick"], spirits=["boost"]), step="combat"))
    target = play.form("b", "quick")
    events = play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=target))
    assert ("b", "W4") == (play.decision().seat, of(WindowOpened, events)[-1].kind)
    another = DeclareAttack(attacker=play.form("a", "squire"), target=target)
    play.when(another, seat="a").then_refused(NotYourDecision)
    play.when(DeclareAttack(attacker=target, target=play.form("a", "noble")), seat="b").then_refused(NotInCombat)
    with pytest.raises(ValidationError):
        convert({"type": "DeclareAttack", "attacker": [1, 2], "target": target}, DeclareAttack)


@pytest.mark.rule("TC-CBT-21", "TC-CBT-22")
def test_forms_and_saviors_attack_once() -> None:
    """The rules refuse a card's second attack in a combat step, but allow one in its next turn (TC-TAB-10)."""
    a = side(savior="hero", forms=["noble"], deck=["gate-whelp"] * 3)
    b = side(savior="hero", forms=["squire"], deck=["gate-whelp"] * 3, spirits=["boost"] * 9)
    play = Played(board(cards=[HERO, NOBLE, SQUIRE], a=a, b=b, step="combat"))
    fighters = (play.savior("a"), play.form("a", "noble"))
    enemy, squire = play.savior("b"), play.form("b", "squire")
    attack(play, "a", fighters[0], enemy)
    attack(play, "a", fighters[1], squire)
    for card in fighters:
        play.assert_refused("a", DeclareAttack(attacker=card, target=enemy), AlreadyAttacked)
    play.go_on("act1", seat="b")
    play.go_on("combat", seat="a")
    assert fighters[0] in {one["attacker"] for one in play.fields_offered("a", DeclareAttack)}
    assert 1 == len(of(CombatChecked, attack(play, "a", fighters[0], enemy)))


TWICE: Final[dict[str, Any]] = {"do": "extra_attack", "of": THIS, "n": 1}


@pytest.mark.rule("TC-CBT-23", "TC-RUL-081")
def test_effects_may_allow_more_attacks() -> None:
    """If an effect allows a card one more attack in a combat step, the card may attack twice.

    The rules refuse a third attack.
    """
    eager = form("eager", effect("again", "auto", on={"event": "step_entered", "step": "combat"}, do=[TWICE]), pwr=9)
    b = side(forms=["squire", "squire"], deck=["gate-whelp"] * 3)
    play = Played(board(cards=[eager, SQUIRE], a=side(forms=["eager"], deck=["gate-whelp"] * 3), b=b))
    play.quietly("a", EndStep())
    mine, (first, second) = play.form("a", "eager"), play.player("b").forms
    attack(play, "a", mine, first)
    attack(play, "a", mine, second)
    play.assert_refused("a", DeclareAttack(attacker=mine, target=play.savior("b")), AlreadyAttacked)
    assert 2 == play.card(mine).attacks
    play.go_on("act1", seat="b")
    assert (0, 0) == (play.card(mine).attacks, play.card(mine).extra)


# ---------------------------------------------------------------- the check phase


@pytest.mark.rule("TC-CBT-07", "TC-CBT-08", "TC-RUL-127")
def test_when_attacks_effects_come_before_the_comparison() -> None:
    """If an attacker gains PWR when it attacks, the new PWR is compared."""
    grows = {"do": "modify_pwr", "of": THIS, "by": 3}
    lion = form("lion", effect("roar", "auto", on={"event": "attack_declared", "card": THIS}, do=[grows]), pwr=3)
    play = Played(board(cards=[lion, NOBLE], a=side(forms=["lion"]), b=side(forms=["noble"]), step="combat"))
    mine, theirs = play.form("a", "lion"), play.form("b", "noble")
    events = attack(play, "a", mine, theirs)
    order = [
        type(one) for one in events if isinstance(one, AttackDeclared | PwrChanged | EffectResolved | CombatChecked)
    ]
    assert [AttackDeclared, PwrChanged, EffectResolved, CombatChecked] == order
    assert [(6, 5, mine, theirs)] == [
        (one.attacker_pwr, one.target_pwr, one.victor, one.loser) for one in of(CombatChecked, events)
    ]


@pytest.mark.rule("TC-RUL-127", "TC-CBT-09")
def test_pwr_is_read_once() -> None:
    """A change of PWR after the comparison does not change the winner of the combat."""
    boast = effect("boast", "swift", independent=True, do=[{"do": "modify_pwr", "of": THIS, "by": 9}])
    hydra = form("hydra", boast, pwr=3)
    play = Played(board(cards=[hydra, NOBLE], a=side(forms=["noble"]), b=side(forms=["hydra"]), step="combat"))
    mine, theirs = play.form("a", "noble"), play.form("b", "hydra")
    play.do("a", DeclareAttack(attacker=mine, target=theirs))
    events = play.do("b", Pass())
    assert ("W5", "damage") == (of(WindowOpened, events)[-1].kind, play.state.phase)
    play.do("b", Activate(card=theirs))
    play.pass_all()
    assert (["noble", ""], ["", ""], ["hydra"]) == (
        play.pile("a", "forms"), play.pile("b", "forms"), play.pile("b", "drop"),
    )  # fmt: skip


@pytest.mark.rule("TC-CBT-08", "TC-CBT-09", "TC-CBT-10", "TC-CBT-11", "TC-RUL-031", "TC-EX-12")
@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [("noble", "squire", ["noble"]), ("squire", "noble", ["noble"]), ("noble", "peer", ["noble"])],
)
def test_higher_pwr_wins_and_a_tie_is_the_attackers(mine: str, theirs: str, left: list[str]) -> None:
    """The card with the lower PWR is damaged, even if it is the attacker. On a tie, the target is damaged."""
    cards = [NOBLE, SQUIRE, PEER]
    play = Played(board(cards=cards, a=side(forms=[mine]), b=side(forms=[theirs]), step="combat"))
    attacker, target = play.form("a", mine), play.form("b", theirs)
    (checked,) = of(CombatChecked, attack(play, "a", attacker, target))
    strength = {"noble": 5, "squire": 3, "peer": 5}
    assert (strength[mine], strength[theirs]) == (checked.attacker_pwr, checked.target_pwr)
    assert {attacker, target} == {checked.victor, checked.loser}
    assert left == [card for seat in "ab" for card in play.pile(seat, "forms") if card]
