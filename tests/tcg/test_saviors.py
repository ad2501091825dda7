"""Saviors: permanent, two-sided, and flipped at most once."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import Savior
from services.tcg.catalogue.starter import STARTER, STARTER_DECKS
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack, NoPwr
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.course import CombatChecked
from services.tcg.chapters.decisions import WrongStep
from services.tcg.chapters.decks import faults
from services.tcg.chapters.entering import SaviorFlipped
from services.tcg.chapters.paying import CostNotPayable, CostPaid
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.savior import FlipAlreadyUsed, FlipConditionNotMet, FlipSavior, why_no_flip
from services.tcg.chapters.sources import PwrChanged
from services.tcg.chapters.timing import EffectOfOtherSide
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, change, command, effect, form, record, savior, side, static
from tests.tcg.played import Played, names, of

DECK: Final = ["reef-urchin"] * 20
SPIRITS: Final = ["boost"] * 15
READY: Final = ("lantern-marshal", "boost", "boost", "boost")
"""A savior that may be flipped."""
THIS: Final = {"ref": "this"}
THEIRS: Final = {"who": "any", "zone": ["savior", "form"], "n": 1, "by": "you"}


def spell(*do: Mapping[str, Any], **more: Any) -> Any:  # noqa: ANN401 steps, and fields of an effect
    """Return a normal command with these steps."""
    return command("spell", effect("main", "none", main=True, do=list(do), **more), kind="normal")


# ---------------------------------------------------------------- permanent


@pytest.mark.rule("TC-SAV-02", "TC-ZONE-07", "TC-RUL-090")
@pytest.mark.parametrize(
    "step",
    [
        {"do": "return_to_hand", "of": {"ref": "chosen.0"}},
        {"do": "destroy", "of": {"ref": "chosen.0"}},
        {"do": "put_in_deck", "of": {"ref": "chosen.0"}, "at": "top"},
        {"do": "sacrifice", "of": {"ref": "chosen.0"}, "who": "any"},
        {"do": "gain_control", "of": {"ref": "chosen.0"}},
    ],
    ids=lambda step: step["do"],
)
@pytest.mark.parametrize("whose", ["a", "b"])
def test_savior_never_leaves_its_zone(step: Mapping[str, Any], whose: str) -> None:
    """No effect moves a savior to a hand, a deck or a drop zone, or to another player."""
    card = spell(step, targets=[THEIRS])
    both = side(savior=("lantern-marshal", "boost"), hand=["spell"])
    play = Played(board(a=both, b=both, cards=[card]))
    target = play.savior(whose)
    before = play.card(target)
    play.do("a", PlayCommand(card=play.hand("a", "spell")))
    events = [*play.answer(target), *play.pass_all()]
    assert "EffectResolved" in names(events)
    assert (before, target) == (play.card(target), play.savior(whose))
    assert (["spell"], []) == (play.pile("a", "drop"), play.pile("b", "drop"))


@pytest.mark.rule("TC-SAV-02")
def test_damaged_savior_stays() -> None:
    """A damaged savior stays in its zone, and its player pays a spirit."""
    play = Played(board(a=side(forms=[("gate-whelp", "boost")]), b=side(spirits=SPIRITS), step="combat"))
    target = play.savior("b")
    events = play.quietly("a", DeclareAttack(attacker=play.form("a", "gate-whelp"), target=target))
    assert "DamageSettled" in names(events)
    assert ("savior", ["house-boost"]) == (play.card(target).place, play.pile("b", "void"))


# ---------------------------------------------------------------- the flip


@pytest.mark.rule("TC-SAV-07", "TC-SAV-09", "TC-SAV-10", "TC-ZONE-06", "TC-RUL-014", "TC-RUL-019")
def test_flip_turns_the_savior_over() -> None:
    """A flipped savior stays in its zone with its spirits, and has the PWR and effects of its boundless side."""
    play = Played(board(a=side(savior=READY, hand=["gate-whelp"], forms=["reef-urchin"]), b=side()))
    number = play.savior("a")
    spirits = play.card(number).under
    assert (None, ["lantern-marshal#muster"]) == (play.pwr(number), effects(play, number))
    assert [SaviorFlipped(seat="a", thing=number)] == play.quietly("a", FlipSavior())
    after = play.card(number)
    assert ("savior", True, spirits) == (after.place, after.boundless, after.under)
    assert (number, 7, []) == (play.savior("a"), play.pwr(number), play.pile("a", "void"))
    assert ["lantern-marshal#recall"] == effects(play, number)
    play.assert_refused("a", Activate(card=number, effect="muster"), EffectOfOtherSide)


def effects(play: Played, number: int) -> list[str]:
    """Return the effects of a card that may be activated now."""
    return [one["effect"] for one in play.fields_offered("a", Activate) if one["card"] == number]


@pytest.mark.rule("TC-SAV-07", "TC-SAV-13")
def test_flip_is_a_choice() -> None:
    """A savior that meets its flip requirement stays bound until its player flips it."""
    play = Played(board(a=side(savior=READY, deck=DECK, spirits=SPIRITS), b=side(deck=DECK, spirits=SPIRITS)))
    for step in ("act1", "act2"):
        assert [{}] == play.fields_offered("a", FlipSavior)
        if step == "act1":
            play.next_step("a", "act2")
    play.next_step("a", "act1")
    assert not play.card(play.savior("a")).boundless
    play.quietly("a", FlipSavior())
    assert play.card(play.savior("a")).boundless


@pytest.mark.rule("TC-SAV-08", "TC-RUL-014")
def test_flip_needs_its_requirement() -> None:
    """The rules refuse a flip that requires three spirits if the savior has two, even if a form has three."""
    mine = side(savior=("lantern-marshal", "boost", "boost"), forms=[("gate-whelp", "boost", "boost", "boost")])
    play = Played(board(a=mine, b=side(savior=READY)))
    play.assert_refused("a", FlipSavior(), FlipConditionNotMet)
    refusal = why_no_flip(board(a=mine, b=side(savior=READY)), "a")
    assert refusal is not None
    assert "2 spirits under it" == refusal.has


@pytest.mark.rule("TC-SAV-08")
def test_refused_flip_counts_only_spirits_under_the_savior() -> None:
    """If a flip requires spirits under other cards, its refusal does not count the spirits under the savior."""
    when = {"op": "spirits_under", "of": {"who": "you", "zone": "form"}, "cmp": ">=", "n": 3}
    odd = savior("odd", bound={}, boundless={"pwr": 6}, flip={"when": when})
    game = board(cards=[odd], a=side(savior=("odd", "boost"), forms=["gate-whelp"]), b=side(savior=READY))
    refusal = why_no_flip(game, "a")
    assert refusal is not None
    assert "not met" == refusal.has


@pytest.mark.rule("TC-RUL-014")
@pytest.mark.parametrize(("cost", "left"), [((), 3), (({"pay": "despiritualize", "of": THIS, "n": 2},), 1)])
def test_flip_pays_only_its_printed_cost(cost: tuple[Mapping[str, Any], ...], left: int) -> None:
    """Spirits stay under a flipped savior unless the cost of the flip takes them."""
    when = {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 3}
    card = savior("judge", bound={}, boundless={"pwr": 5}, flip={"when": when, "cost": cost})
    play = Played(board(a=side(savior=("judge", "boost", "boost", "boost")), b=side(), cards=[card]))
    events = play.quietly("a", FlipSavior())
    if cost:
        assert "CostPaid" not in names(events)
        events = play.answer(*play.decision().options[:2])
        assert [CostPaid(number=0, seat="a", costs=("despiritualize",))] == of(CostPaid, events)
        assert names(events).index("SpiritsSentToVoid") < names(events).index("SaviorFlipped")
    assert (left, 3 - left) == (len(play.card(play.savior("a")).under), len(play.pile("a", "void")))
    assert play.card(play.savior("a")).boundless


@pytest.mark.rule("TC-RUL-014", "TC-SAV-08")
def test_flip_needs_its_whole_cost() -> None:
    """The rules refuse a flip whose cost can be paid only in part."""
    flip = {"when": {"op": "is_spiritualized", "of": THIS}, "cost": [{"pay": "discard", "n": 1}]}
    card = savior("judge", bound={}, boundless={"pwr": 5}, flip=flip)
    play = Played(board(a=side(savior=("judge", "boost"), hand=["boost"]), b=side(), cards=[card]))
    play.assert_refused("a", FlipSavior(), CostNotPayable)


@pytest.mark.rule("TC-RUL-014", "TC-RUL-134", "TC-ZONE-20")
@pytest.mark.parametrize("players", ["ab", "abc"])
def test_loser_by_the_cost_does_not_flip(players: str) -> None:
    """A player who loses by paying for a flip does not flip the savior.

    With three players, the others continue the match.
    """
    flip = {"when": {"op": "is_spiritualized", "of": THIS}, "cost": [{"pay": "despiritualize", "of": THIS, "n": 1}]}
    card = savior("judge", bound={}, boundless={"pwr": 5}, flip=flip)
    mine = side(savior=("judge", "boost"), void=["boost"] * 6)
    others: dict[str, Any] = {seat: side(deck=DECK, spirits=SPIRITS) for seat in players if seat != "a"}
    play = Played(board(a=mine, cards=[card], **others))
    events = play.quietly("a", FlipSavior())
    assert "SaviorFlipped" not in names(events)
    assert "void" == play.player("a").lost
    if players == "ab":
        assert ("MatchFinished", {}) == (names(events)[-1], play.state.decisions)
    else:
        assert ("b", "act1", "act") == (play.state.active, play.state.step, play.decision().kind)


@pytest.mark.rule("TC-SAV-11", "TC-SAV-12")
def test_flip_happens_once_a_game() -> None:
    """The rules refuse a second flip, and the game has no command that turns a savior back."""
    play = Played(board(a=side(savior=READY), b=side(savior=READY)))
    play.quietly("a", FlipSavior())
    play.assert_refused("a", FlipSavior(), FlipAlreadyUsed)
    assert not play.card(play.savior("b")).boundless


@pytest.mark.rule("TC-SAV-11", "TC-SAV-12", "TC-RUL-015")
def test_flip_by_effect_is_the_flip_of_the_game() -> None:
    """A flip by an effect needs no requirement, counts as the savior's only flip, and does nothing after a flip."""
    play = Played(board(a=side(hand=["spell"] * 2, savior=("lantern-marshal", "boost")), b=side(),
                        cards=[spell({"do": "flip_savior"})]))  # fmt: skip
    play.quietly("a", PlayCommand(card=play.hand("a", "spell")))
    assert (True, True) == (play.card(play.savior("a")).boundless, play.player("a").flipped)
    play.assert_refused("a", FlipSavior(), FlipAlreadyUsed)
    events = play.quietly("a", PlayCommand(card=play.hand("a", "spell")))
    assert "SaviorFlipped" not in names(events)
    assert play.card(play.savior("a")).boundless


@pytest.mark.rule("TC-RUL-015")
def test_flip_needs_its_players_act_step() -> None:
    """The rules refuse a flip in combat and while an effect waits to resolve."""
    play = Played(board(a=side(savior=READY), b=side(), step="combat"))
    play.assert_refused("a", FlipSavior(), WrongStep)
    play = Played(board(a=side(savior=READY, hand=["second-wind", "riptide"]), b=side(forms=["gate-whelp"])))
    play.do("a", PlayCommand(card=play.hand("a", "second-wind")))
    assert "respond" == play.decision().kind
    play.assert_refused("a", FlipSavior(), WrongStep)


@pytest.mark.rule("TC-RUL-122", "TC-SAV-12", "TC-KEY-13")
def test_boundless_savior_without_spirits_stays_boundless() -> None:
    """A boundless savior that loses its spirits stays boundless, and its player does not lose."""
    take = spell({"do": "despiritualize", "of": {"who": "opponent", "zone": "savior"}, "n": 5})
    play = Played(board(a=side(hand=["spell"]), b=side(savior=READY, boundless=True), cards=[take]))
    play.quietly("a", PlayCommand(card=play.hand("a", "spell")))
    target = play.card(play.savior("b"))
    assert (True, (), 3, "") == (target.boundless, target.under, len(play.pile("b", "void")), play.player("b").lost)


# ---------------------------------------------------------------- PWR and attacks


@pytest.mark.rule("TC-RUL-016", "TC-SAV-09", "TC-FORM-21")
@pytest.mark.parametrize(("which", "against"), [("lantern-marshal", 0), ("tide-regent", 2)])
def test_attacked_bound_savior_counts_as_0(which: str, against: int) -> None:
    """A bound savior defends with PWR 0, unless its bound side prints a PWR."""
    weak = form("weak", pwr=0)
    play = Played(board(a=side(forms=[("weak", "rescue")]), b=side(savior=which, spirits=SPIRITS), cards=[weak],
                        step="combat"))  # fmt: skip
    attacker, target = play.form("a", "weak"), play.savior("b")
    events = play.quietly("a", DeclareAttack(attacker=attacker, target=target))
    victor, loser = (attacker, target) if against == 0 else (target, attacker)
    expected = CombatChecked(attacker_pwr=0, target_pwr=against, victor=victor, loser=loser)
    assert [expected] == of(CombatChecked, events)


@pytest.mark.rule("TC-RUL-017", "TC-SAV-09")
@pytest.mark.parametrize(
    ("which", "how", "attacks"),
    [
        ("lantern-marshal", "if_pwr", False),
        ("tide-regent", "if_pwr", True),
        ("lantern-marshal", "always", True),
        ("tide-regent", "always", True),
        ("lantern-marshal", "never", False),
        ("tide-regent", "never", False),
    ],
)
def test_bound_savior_attacks_with_a_pwr(which: str, how: Any, attacks: bool) -> None:  # noqa: ANN401, FBT001
    """By default, a bound savior may attack only if it has PWR.

    If `bound_savior_attack` is `always`, it may attack with PWR 0 too; if it is `never`, it may not attack.
    """
    table = board(a=side(savior=which), b=side(savior="lantern-marshal", spirits=SPIRITS), step="combat",
                  settings=MatchSettings(bound_savior_attack=how))  # fmt: skip
    play = Played(table)
    asked = DeclareAttack(attacker=play.savior("a"), target=play.savior("b"))
    if not attacks:
        play.assert_refused("a", asked, NoPwr)
        return
    (checked,) = of(CombatChecked, play.quietly("a", asked))
    assert ({"lantern-marshal": 0, "tide-regent": 2}[which], 0) == (checked.attacker_pwr, checked.target_pwr)


@pytest.mark.rule("TC-RUL-017")
@pytest.mark.parametrize(("kind", "attacks"), [("pwr", False), ("set_pwr", True)])
def test_bonus_gives_no_pwr(kind: str, attacks: bool) -> None:  # noqa: FBT001
    """A savior without PWR may attack after an effect has set its PWR, but not if it has only a bonus."""
    table = board(a=side(), b=side(spirits=SPIRITS), step="combat")
    own = table.state.players["a"].savior
    record(table, PwrChanged(thing=own, change=change(table, kind, value=4)))
    play = Played(table)
    asked = DeclareAttack(attacker=own, target=play.savior("b"))
    if attacks:
        assert "AttackDeclared" in names(play.do("a", asked))
    else:
        play.assert_refused("a", asked, NoPwr)


@pytest.mark.rule("TC-RUL-018")
def test_savior_needs_no_spirits() -> None:
    """A savior without spirits may attack a savior and use its effects."""
    play = Played(board(a=side(boundless=True), b=side(spirits=SPIRITS), step="combat"))
    asked = DeclareAttack(attacker=play.savior("a"), target=play.savior("b"))
    assert "AttackDeclared" in names(play.do("a", asked))
    play = Played(board(a=side(hand=["gate-whelp"], spirits=SPIRITS), b=side()))
    assert "EffectDeclared" in names(play.do("a", Activate(card=play.savior("a"), effect="muster")))


@pytest.mark.rule("TC-RUL-019", "TC-SAV-10")
@pytest.mark.parametrize(("boundless", "pwr"), [(False, 4), (True, 5)])
def test_only_the_visible_side_works(boundless: bool, pwr: int) -> None:  # noqa: FBT001
    """Effects on the hidden side of a savior do nothing."""
    mine = {"who": "you", "zone": "form"}
    more = {name: {**static("modify_pwr", of=mine, by=by), "name": "Guide"} for name, by in (("x", 1), ("y", 2))}
    card = savior("guide", bound={"effects": [more["x"]]}, boundless={"pwr": 5, "effects": [more["y"]]})
    play = Played(board(a=side(savior="guide", boundless=boundless, forms=["plain"]), b=side(),
                        cards=[card, form("plain")]))  # fmt: skip
    assert pwr == play.pwr(play.form("a", "plain"))


# ---------------------------------------------------------------- decks


@pytest.mark.rule("TC-SAV-14", "TC-DECK-18")
@pytest.mark.parametrize("savior_id", [card.id for card in STARTER.cards if isinstance(card, Savior)])
@pytest.mark.parametrize("name", STARTER_DECKS)
def test_any_deck_goes_with_any_savior(savior_id: str, name: str) -> None:
    """Any savior is legal with any deck; matching cards are only advice."""
    pool = pool_of(board(a=side(), b=side()).state)
    assert () == faults(pool, replace(STARTER_DECKS[name], savior=savior_id))
