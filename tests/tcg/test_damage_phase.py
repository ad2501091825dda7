"""The damage phase during a match: triggered effects, forms that leave, and what saviors pay."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.combat import AlreadyAttacked, DamagedForm, DeclareAttack
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.course import AttackEnded, CombatChecked, PhaseEntered
from services.tcg.chapters.damage import CardDamaged, DamagePrevented
from services.tcg.chapters.departures import CardSentToDrop, SpiritsSentToVoid
from services.tcg.chapters.hands import SpiritsInvoked
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import PlayerLost
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Player
from shared.kernel.messages import Event
from tests.tcg.board import Side, board, command, effect, form, number, record, savior, side
from tests.tcg.played import Played, of

THIS: Final = {"ref": "this"}
INVOKE: Final = {"do": "invoke", "n": 1}
HERO: Final = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})
NOBLE: Final = form("noble", pwr=5)
SQUIRE: Final = form("squire", pwr=3)
CARDS: Final = (HERO, NOBLE, SQUIRE)


def fight(a: Side, b: Side, *cards: Any, settings: MatchSettings | None = None, **more: Any) -> Played:  # noqa: ANN401
    """Return a match in the combat step of player `a`."""
    return Played(board(cards=[*CARDS, *cards], a=a, b=b, step="combat", settings=settings, **more))


def attack(play: Played, attacker: int, target: int) -> list[Event]:
    """Attack with the turn player's card and pass for all seats; return the events."""
    return play.quietly("a", DeclareAttack(attacker=attacker, target=target))


def kinds(events: Sequence[Event], *wanted: type[Event]) -> list[type[Event]]:
    """Return the types of the events in order, but only those in `wanted`."""
    return [type(event) for event in events if isinstance(event, wanted)]


# ---------------------------------------------------------------- forms


@pytest.mark.rule("TC-CBT-13", "TC-CBT-14", "TC-EX-06", "TC-TURN-07")
@pytest.mark.parametrize("spirits", [0, 1, 3])
def test_damaged_form_leaves_with_its_spirits(spirits: int) -> None:
    """A form damaged in combat goes to the drop zone, and its spirits go to the void.

    The form that won stays in play.
    """
    play = fight(side(savior="hero", boundless=True), side(forms=[("squire", *["rescue"] * spirits)]))
    mine, theirs = play.savior("a"), play.form("b", "squire")
    events = attack(play, mine, theirs)
    assert [(9, 3, mine, theirs)] == [
        (one.attacker_pwr, one.target_pwr, one.victor, one.loser) for one in of(CombatChecked, events)
    ]
    assert (["squire"], ["house-rescue"] * spirits, ["", ""]) == (
        play.pile("b", "drop"), play.pile("b", "void"), play.pile("b", "forms"),
    )  # fmt: skip
    assert ([], 9) == (play.pile("a", "drop"), play.pwr(mine))


@pytest.mark.rule("TC-EX-16", "TC-RUL-091", "TC-SPI-06")
def test_cards_go_to_their_owners() -> None:
    """A form that another player controls goes to its owner's drop zone, and its spirit to the spirit owner's void."""
    game = board(cards=CARDS, a=side(forms=["noble"]), b=side(forms=[("squire", "boost")]), c=side(), step="combat")
    held = number(game, "b", "squire")
    play = Played(record(game, ControlChanged(thing=held, seat="c", zone=0)))
    attack(play, play.form("a", "noble"), held)
    assert (["squire"], ["house-boost"]) == (play.pile("b", "drop"), play.pile("b", "void"))
    assert ([], [], ["", ""]) == (play.pile("c", "drop"), play.pile("c", "void"), play.pile("c", "forms"))


OUCH: Final = effect("ouch", "auto", on={"event": "damaged", "card": THIS}, do=[INVOKE])
SORE: Final = form("sore", OUCH, pwr=1)
CRUEL: Final = form("cruel", effect("gloat", "auto", on={"event": "damages", "card": THIS}, do=[INVOKE]), pwr=5)


@pytest.mark.rule("TC-CBT-15", "TC-CBT-11")
def test_effects_of_damage_come_before_any_card_moves() -> None:
    """Effects triggered by dealing and by taking damage resolve while the damaged form is still in play."""
    play = fight(side(forms=["cruel"], spirits=["boost"]), side(forms=["sore"], spirits=["boost"]), CRUEL, SORE)
    events = attack(play, play.form("a", "cruel"), play.form("b", "sore"))
    moved = kinds(events, CardDamaged, SpiritsInvoked, EffectResolved, CardSentToDrop, AttackEnded)
    resolved = [SpiritsInvoked, EffectResolved]
    assert [CardDamaged, *resolved, *resolved, CardSentToDrop, AttackEnded] == moved


@pytest.mark.rule("TC-RUL-030", "TC-FORM-22")
def test_damaged_form_leaves_in_the_damage_phase() -> None:
    """A form damaged in an attack leaves before another attack can be declared."""
    play = fight(side(forms=["noble"]), side(forms=["squire"]))
    attack(play, play.form("a", "noble"), play.form("b", "squire"))
    assert ("combat", "combat", ["squire"]) == (play.decision().kind, play.state.step, play.pile("b", "drop"))


@pytest.mark.rule("TC-RUL-030", "TC-FORM-22")
def test_damaged_form_may_stay_until_combat_ends() -> None:
    """If `damaged_forms_leave` is `combat_end`, a damaged form can neither attack nor be attacked.

    It leaves play in the end phase.
    """
    late = MatchSettings(damaged_forms_leave="combat_end")
    eager = form("eager", effect("more", "cont", static=[{"static": "extra_attack", "of": THIS, "n": 1}]), pwr=4)
    play = fight(side(savior="hero", forms=["noble", "eager"]), side(forms=["squire", "noble"]), eager, settings=late)
    squire, strong = play.form("b", "squire"), play.form("b", "noble")
    attack(play, play.form("a", "noble"), squire)
    attack(play, play.form("a", "eager"), strong)
    assert ([1, 1], []) == (
        [play.card(one).damaged for one in (squire, play.form("a", "eager"))],
        play.pile("b", "drop"),
    )
    play.assert_refused("a", DeclareAttack(attacker=play.savior("a"), target=squire), DamagedForm)
    play.assert_refused("a", DeclareAttack(attacker=play.form("a", "eager"), target=strong), DamagedForm)
    events = play.quietly("a", EndStep())
    assert [PhaseEntered, CardSentToDrop, CardSentToDrop] == kinds(events, PhaseEntered, CardSentToDrop)
    assert (["eager"], ["squire"]) == (play.pile("a", "drop"), play.pile("b", "drop"))


# ---------------------------------------------------------------- prevention


GUARD: Final = {"static": "cannot_be_damaged", "of": THIS, "by": "form"}


@pytest.mark.rule("TC-RUL-079", "TC-CBT-11")
def test_prevented_damage_is_no_damage() -> None:
    """Prevented damage moves no card, triggers no effect, and opens no window for responses."""
    ghost = form("ghost", effect("thin", "cont", static=[GUARD]), OUCH, pwr=1)
    b = side(forms=["ghost"], set=["safe-harbour"], spirits=["boost"])
    play = fight(side(forms=["cruel"], spirits=["boost"]), b, CRUEL, ghost)
    ghostly = play.form("b", "ghost")
    events = play.do("a", DeclareAttack(attacker=play.form("a", "cruel"), target=ghostly))
    while play.decision().kind == "respond":
        assert not play.fields_offered("b", Activate)
        events = [*events, *play.do(play.decision().seat, Pass())]
    assert [DamagePrevented] == kinds(events, DamagePrevented, CardDamaged, SpiritsInvoked, CardSentToDrop)
    assert "ghost" == play.card(ghostly).card


@pytest.mark.rule("TC-CBT-15", "TC-RUL-053")
@pytest.mark.parametrize("event", ["combat_won", "damages", "damaged"])
def test_interrupts_can_answer_victory_and_damage(event: str) -> None:
    """Interrupts to winning, dealing damage or taking damage are legal only in the window of the damage phase."""
    guard = form("guard", effect("halt", "interrupt", independent=True, on={"event": event, "by": "any"}, do=[INVOKE]))
    play = fight(side(forms=["noble"]), side(forms=["squire", "guard"]), guard)
    play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.form("b", "squire")))
    found = []
    while play.decision().kind == "respond":
        found += [(play.state.phase, play.state.window)] if play.fields_offered("b", Activate) else []
        play.do(play.decision().seat, Pass())
    assert [("damage", "W5")] == found


@pytest.mark.rule("TC-RUL-079", "TC-CBT-15", "TC-RUL-128")
def test_damage_may_be_answered_before_the_form_leaves() -> None:
    """If a response returns a damaged form to the hand, the damage moves no card."""
    b = side(forms=["squire"], set=["safe-harbour"], void=["boost"])
    play = fight(side(forms=["noble"]), b)
    squire = play.form("b", "squire")
    events = play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=squire))
    while not play.fields_offered("b", Activate):
        events = play.do(play.decision().seat, Pass())
    assert "damage" == play.state.phase
    events = [*play.do("b", Activate(card=play.find("b", "safe-harbour", "command"))), *play.pass_all()]
    assert [AttackEnded] == kinds(events, AttackEnded, SpiritsSentToVoid)
    assert (["squire", "house-boost"], ["safe-harbour"]) == (play.pile("b", "hand"), play.pile("b", "drop"))


# ---------------------------------------------------------------- saviors


@pytest.mark.rule("TC-CBT-12", "TC-RUL-032", "TC-RUL-016")
@pytest.mark.parametrize("hero", [True, False])
def test_damaged_savior_costs_one_spirit(hero: bool) -> None:  # noqa: FBT001 what is tried
    """Damage to a savior sends one spirit from the spirit deck to the void, however large the difference in PWR."""
    a = side(savior="hero", boundless=hero)
    play = fight(a, side(spirits=["rescue", "boost", "boost"]))
    events = attack(play, play.savior("a"), play.savior("b"))
    assert [(9 if hero else 4, 0)] == [(one.attacker_pwr, one.target_pwr) for one in of(CombatChecked, events)]
    assert (["house-rescue"], 2, 1) == (
        play.pile("b", "void"), len(play.player("b").spirits), len(of(CardDamaged, events)),
    )  # fmt: skip


def counts_of_spirits(player: Player) -> tuple[int, int, int]:
    """Return the counts of a player's spirits in the spirit deck, in the hand and in the void."""
    return len(player.spirits), len(player.hand), len(player.void)


@pytest.mark.rule("TC-WIN-03", "TC-WIN-04", "TC-RUL-033", "TC-RUL-034")
@pytest.mark.parametrize(
    ("theirs", "left", "beneath"),
    [
        (side(savior=("hero", "boost"), hand=["boost"], spirits=["boost"]), (0, 1, 1), 1),
        (side(savior=("hero", "boost"), hand=["boost"]), (0, 1, 1), 0),
        (side(savior="hero", hand=["boost", "gate-whelp"]), (0, 1, 1), 0),
        (side(savior="hero", forms=[("squire", "boost")]), (0, 0, 0), 0),
    ],
)
def test_damage_is_paid_from_the_first_zone_that_has_a_spirit(
    theirs: Side, left: tuple[int, int, int], beneath: int
) -> None:
    """A damaged savior pays a spirit from the spirit deck, else from under it, else from the hand (TC-TAB-14)."""
    play = fight(side(savior="hero", boundless=True), theirs)
    events = attack(play, play.savior("a"), play.savior("b"))
    assert (left, beneath) == (counts_of_spirits(play.player("b")), len(play.under(play.savior("b"))))
    assert ([], 1) == (of(PlayerLost, events), len(of(CardDamaged, events)))


@pytest.mark.rule("TC-RUL-034", "TC-WIN-03")
def test_damaged_player_picks_the_spirit() -> None:
    """The damaged player picks one of several spirits under the savior or in hand, but not those under forms."""
    b = side(savior=("hero", "boost", "rescue"), forms=[("squire", "protect")], hand=["aggress"])
    play = fight(side(savior="hero", boundless=True), b)
    attack(play, play.savior("a"), play.savior("b"))
    decision, under = play.decision(), play.card(play.savior("b")).under
    assert ("b", "damage_spirit", under, 1, 1) == (
        decision.seat, decision.kind, decision.options, decision.least, decision.most,
    )  # fmt: skip
    play.answer(under[1])
    assert (["house-rescue"], ["house-boost"]) == (play.pile("b", "void"), play.under(play.savior("b")))


@pytest.mark.rule("TC-RUL-033", "TC-EX-11")
@pytest.mark.parametrize(
    ("how", "lost", "void"), [("nothing", "", 4), ("lose", "damage", 0), ("take_from_forms", "", 5)]
)
def test_damage_without_any_spirit(how: Any, lost: str, void: int) -> None:  # noqa: ANN401 a setting
    """A savior without a spirit to pay still counts as damaged.

    By default, no card moves and its player does not lose.
    """
    b = side(savior="hero", forms=[("squire", *["boost"] * 6), ("squire", *["boost"] * 5)], void=["boost"] * 4)
    using = MatchSettings(damage_without_spirits=how)
    game = board(cards=CARDS, a=side(savior="hero", boundless=True), b=b, c=side(), step="combat", settings=using)
    play = Played(game)
    theirs = play.savior("b")
    events = attack(play, play.savior("a"), theirs)
    if how == "take_from_forms":
        assert 11 == len(play.decision().options)
        events += play.answer(play.decision().options[0])
    assert (lost, void) == (play.player("b").lost, len(play.player("b").void))
    assert [theirs] == [one.thing for one in of(CardDamaged, events)]


@pytest.mark.rule("TC-RUL-033", "TC-RUL-034")
@pytest.mark.parametrize(
    ("theirs", "spirit"), [({"hand": ["rescue"]}, "hand"), ({"savior": ("hero", "rescue")}, "under")]
)
def test_spirits_under_forms_are_the_last(theirs: Any, spirit: str) -> None:  # noqa: ANN401 what a side has
    """If `damage_without_spirits` is `take_from_forms`, a spirit under a form pays when no other spirit can."""
    b = side(**{"savior": "hero", "forms": [("squire", "boost", "boost")], **theirs})
    using = MatchSettings(damage_without_spirits="take_from_forms")
    play = fight(side(savior="hero", boundless=True), b, settings=using)
    events = attack(play, play.savior("a"), play.savior("b"))
    assert [("house-rescue", spirit)] == [
        (gone.card, gone.origin) for one in of(SpiritsSentToVoid, events) for gone in one.spirits
    ]


@pytest.mark.rule("TC-RUL-080", "TC-FORM-22", "TC-CBT-12")
def test_effects_damage_outside_combat() -> None:
    """Outside combat, a damaged form leaves after the effects that the damage triggers.

    A savior pays a spirit for each damage.
    """
    bolt = {"do": "damage", "of": {"who": "opponent", "zone": ["form", "savior"]}}
    storm = command("storm", effect("strike", "none", do=[bolt]))
    b = side(forms=["sore", ("squire", "boost")], spirits=["boost"] * 3)
    play = Played(board(cards=[*CARDS, SORE, storm], a=side(commands=["storm"]), b=b))
    events = play.quietly("a", Activate(card=play.find("a", "storm", "command")))
    assert 3 == len(of(CardDamaged, events))
    order = kinds(events, CardDamaged, SpiritsInvoked, CardSentToDrop, SpiritsSentToVoid)
    assert [CardDamaged] * 3 + [SpiritsInvoked] == order[:4]
    assert {"sore", "squire"} == set(play.pile("b", "drop"))
    assert (1, 2) == (len(play.player("b").spirits), len(play.player("b").void))


# ---------------------------------------------------------------- attacks that end early


@pytest.mark.rule("TC-RUL-052", "TC-CBT-21")
def test_attack_ends_when_its_target_leaves() -> None:
    """If the target leaves, the attack has no winner and deals no damage, but the attacker has used its attack."""
    flee = effect("flee", "swift", independent=True, do=[{"do": "return_to_hand", "of": THIS}])
    deer = form("deer", flee, pwr=1)
    play = fight(side(forms=["noble"]), side(forms=["deer"]), deer)
    noble = play.form("a", "noble")
    play.do("a", DeclareAttack(attacker=noble, target=play.form("b", "deer")))
    events = [*play.do("b", Activate(card=play.form("b", "deer"))), *play.pass_all()]
    assert [AttackEnded] == kinds(events, CombatChecked, AttackEnded, CardDamaged)
    assert "gone" == of(AttackEnded, events)[0].reason
    play.assert_refused("a", DeclareAttack(attacker=noble, target=play.savior("b")), AlreadyAttacked)


@pytest.mark.rule("TC-RUL-052", "TC-FORM-25")
def test_attack_on_a_savior_continues_without_the_spirit() -> None:
    """A form needs a spirit to attack a savior only at the declaration; the attack continues if the spirit leaves."""
    drain = effect("drain", "swift", independent=True, do=[{"do": "despiritualize", "of": {"ref": "attacker"}, "n": 1}])
    leech = form("leech", drain, pwr=1)
    play = fight(side(forms=[("noble", "rescue")]), side(forms=["leech"], spirits=["boost"]), leech)
    play.do("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.savior("b")))
    events = [*play.do("b", Activate(card=play.form("b", "leech"))), *play.pass_all()]
    assert ([], 1) == (play.under(play.form("a", "noble")), len(of(CombatChecked, events)))
    assert 1 == len(play.player("b").void)
