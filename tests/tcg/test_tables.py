"""The rule booklet's tables, row by row: limits, sacrifices, and where spirits go."""

from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import AlreadyAttacked, DeclareAttack
from services.tcg.chapters.commands import NoOpenZoneToSet, PlayCommand, SetCommand
from services.tcg.chapters.forms import (
    NoOpenFormZone,
    PlayForm,
    SacrificeLevelTooHigh,
    SacrificeNotAllowed,
    SacrificeNotNamed,
    SacrificeUsedThisTurn,
)
from services.tcg.chapters.hands import DeckShuffled
from services.tcg.chapters.savior import FlipAlreadyUsed, FlipSavior
from services.tcg.chapters.setup import Mulligan, MulliganUsed
from services.tcg.chapters.spirits import FormSpiritualizedThisTurn, SaviorSpiritualizedThisTurn, SpiritualizeCard
from services.tcg.chapters.timing import LimitUsed, NoOpenCommandZone
from services.tcg.settings import MatchSettings
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal
from tests.tcg.begun import Begun
from tests.tcg.board import Side, board, command, effect, form, savior, side
from tests.tcg.played import Played, of

THIS: Final = {"ref": "this"}
GROW: Final = {"do": "modify_pwr", "of": THIS, "by": 2}
FULL: Final = side(deck=["gate-whelp"] * 20, spirits=["boost"] * 20)
LEVELS: Final = tuple(form(f"tier-{level}", level=level, pwr=5) for level in range(4))
HERO: Final = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})
IDOL: Final = command("idol", effect("cue", "none", do=[GROW], limit={"count": 1, "per": "turn"}))
FORM_OF: Final = {"who": "you", "zone": "form", "n": 1, "by": "you"}


def has(**more: Any) -> Side:  # noqa: ANN401 what a side has
    """Return a side with decks and these cards."""
    return side(**{"deck": ["tier-0"] * 20, "spirits": ["boost"] * 20, **more})


def playing(a: Side, *cards: Any, **more: Any) -> Played:  # noqa: ANN401 what a board takes
    """Return a match in the first side's turn; the other side cannot respond."""
    return Played(board(cards=[*LEVELS, HERO, IDOL, *cards], a=a, b=FULL, **more))


# ---------------------------------------------------------------- TC-TAB-10


def _spiritualize(play: Played, of_savior: bool) -> Command:  # noqa: FBT001 which of the two
    target = play.savior("a") if of_savior else play.form("a", "tier-1")
    return SpiritualizeCard(target=target, spirit=play.hand("a", "boost"))


def _sacrifice(play: Played) -> Command:
    return PlayForm(card=play.hand("a", "tier-1"), sacrifice=play.player("a").forms[0])


ONCE: Final[dict[str, tuple[Any, type[Refusal], str]]] = {
    "spiritualize the savior": (lambda play: _spiritualize(play, True), SaviorSpiritualizedThisTurn, "own turn"),
    "spiritualize a form": (lambda play: _spiritualize(play, False), FormSpiritualizedThisTurn, "own turn"),
    "sacrifice a form": (_sacrifice, SacrificeUsedThisTurn, "own turn"),
    "once per turn": (lambda play: Activate(card=play.find("a", "idol", "command")), LimitUsed, "own turn"),
    "flip": (lambda _: FlipSavior(), FlipAlreadyUsed, "never"),
}
"""For each limited action, its command, the refusal of a second one, and when the limit is reset.

Source: TC-TAB-10
"""


@pytest.mark.rule("TC-ACT-01", "TC-ACT-02", "TC-ACT-03", "TC-ACT-05", "TC-ACT-09", "TC-ACT-10", "TC-RUL-112")
@pytest.mark.parametrize("what", ONCE)
def test_limited_actions(what: str) -> None:
    """Each limited action is legal once in both act steps together, and again in the player's next turn.

    Only the flip is legal once in the whole match (TC-TAB-10).
    """
    said, refusal, again = ONCE[what]
    a = has(
        savior=("hero", "boost"), forms=["tier-1", "tier-1"], commands=["idol"],
        hand=["boost", "boost", "boost", "tier-1", "tier-1", "tier-1"],
    )  # fmt: skip
    play = playing(a)
    play.quietly("a", said(play))
    for step in ("act1", "act2"):
        play.go_on(step, seat="a")
        play.when(said(play), seat="a").then_refused(refusal)
    play.go_on("act1", seat="b")
    play.go_on("act1", seat="a")
    if again == "never":
        play.when(said(play), seat="a").then_refused(refusal)
    else:
        play.do("a", said(play))


@pytest.mark.rule("TC-CBT-21", "TC-CBT-22", "TC-CBT-23")
@pytest.mark.parametrize("fighter", ["savior", "form"])
def test_one_attack_per_combat_step(fighter: str) -> None:
    """The rules refuse a card's second attack in a combat step, but allow one in the card's next turn (TC-TAB-10)."""
    play = playing(has(savior="hero", forms=[("tier-0", "boost")]), step="combat")
    card = play.savior("a") if fighter == "savior" else play.form("a", "tier-0")
    said = DeclareAttack(attacker=card, target=play.savior("b"))
    play.quietly("a", said)
    play.assert_refused("a", said, AlreadyAttacked)
    play.go_on("act1", seat="b")
    play.go_on("combat", seat="a")
    play.do("a", said)


@pytest.mark.rule("TC-EX-17", "TC-SETUP-06", "TC-SETUP-08", "TC-SETUP-09", "TC-SETUP-10")
def test_mulligan_once_a_game() -> None:
    """A player who keeps 2 of 5 cards draws 3 after the shuffle. The rules refuse a second mulligan."""
    begun = Begun("ann", "bob", until="mulligan")
    hand = tuple(begun.player("ann").hand)
    events = begun.do("ann", Mulligan(keep=hand[:2]), *range(28, 0, -1))
    assert [28] == [len(one.order.open()) for one in of(DeckShuffled, events)]
    assert (hand[:2], 5, 25) == (
        tuple(begun.player("ann").hand[:2]), len(begun.player("ann").hand), len(begun.player("ann").deck),
    )  # fmt: skip
    begun.when(Mulligan(keep=()), seat="ann").then_refused(MulliganUsed)


# ---------------------------------------------------------------- TC-TAB-11


@pytest.mark.rule("TC-ACT-06", "TC-ACT-07", "TC-ACT-08")
@pytest.mark.parametrize("what", ["forms", "commands", "face-down"])
def test_only_zones_limit_uncounted_actions(what: str) -> None:
    """A player may play level 0 forms and play or set commands as long as a zone is open (TC-TAB-11)."""
    printed = {"forms": "tier-0", "commands": "idol", "face-down": "raised-shield"}[what]
    play = playing(has(hand=[printed] * 6), settings=MatchSettings(form_zones=5, command_zones=5))
    kinds: dict[str, tuple[Any, type[Refusal]]] = {
        "forms": (PlayForm, NoOpenFormZone), "commands": (PlayCommand, NoOpenCommandZone),
        "face-down": (SetCommand, NoOpenZoneToSet),
    }  # fmt: skip
    kind, refusal = kinds[what]
    for _ in range(5):
        play.quietly("a", kind(card=play.hand("a", printed)))
    play.assert_refused("a", kind(card=play.hand("a", printed)), refusal)


# ---------------------------------------------------------------- TC-TAB-12


@pytest.mark.rule("TC-FORM-08", "TC-FORM-09", "TC-FORM-11")
@pytest.mark.parametrize("played", range(4))
@pytest.mark.parametrize("given", range(4))
def test_form_needs_a_sacrifice_of_its_level_or_lower(played: int, given: int) -> None:
    """A form of level 0 takes no sacrifice; levels 1 to 3 need one of equal or lower level (TC-TAB-12)."""
    play = playing(has(forms=[f"tier-{given}"], hand=[f"tier-{played}"]))
    card, other = play.hand("a", f"tier-{played}"), play.form("a", f"tier-{given}")
    freely, costly = PlayForm(card=card), PlayForm(card=card, sacrifice=other)
    if played == 0:
        play.when(costly, seat="a").then_refused(SacrificeNotAllowed)
        play.do("a", freely)
        return
    play.when(freely, seat="a").then_refused(SacrificeNotNamed if given <= played else SacrificeLevelTooHigh)
    if given > played:
        play.assert_refused("a", costly, SacrificeLevelTooHigh)
        return
    play.do("a", costly)
    assert [f"tier-{played}", ""] == play.pile("a", "forms")


# ---------------------------------------------------------------- TC-TAB-13


def _by(step: dict[str, Any]) -> Any:  # noqa: ANN401 a card
    return command("rite", effect("rite", "none", targets=[FORM_OF], do=[step]))


CHOSEN: Final = {"ref": "chosen.0"}
FATES: Final[dict[str, dict[str, Any]]] = {
    "sacrificed": {"do": "sacrifice", "of": CHOSEN},
    "damaged": {"do": "damage", "of": CHOSEN},
    "returned": {"do": "return_to_hand", "of": CHOSEN},
    "destroyed": {"do": "destroy", "of": CHOSEN},
    "put in the deck": {"do": "put_in_deck", "of": CHOSEN, "at": "bottom"},
}
"""The steps of effects that make a form leave play. Source: TC-TAB-13."""


@pytest.mark.rule("TC-FORM-20", "TC-FORM-23", "TC-RUL-026", "TC-SPI-06")
@pytest.mark.parametrize("fate", FATES)
def test_spirits_of_a_leaving_form_go_to_the_void(fate: str) -> None:
    """When a form leaves play, in whatever way, its spirits go to the void (TC-TAB-13)."""
    a = has(forms=[("tier-0", "boost", "rescue")], commands=["rite"])
    play = playing(a, _by(FATES[fate]))
    play.quietly("a", Activate(card=play.find("a", "rite", "command")))
    assert (["", ""], {"house-boost", "house-rescue"}) == (play.pile("a", "forms"), set(play.pile("a", "void")))


@pytest.mark.rule("TC-FORM-19", "TC-RUL-014", "TC-RUL-090", "TC-KEY-13")
def test_spirits_move_or_stay() -> None:
    """The spirits of a sacrificed form move under the new form; those of a flipped savior stay (TC-TAB-13)."""
    a = has(savior=("hero", "boost"), forms=[("tier-0", "rescue")], hand=["tier-1"])
    play = playing(a)
    play.quietly("a", PlayForm(card=play.hand("a", "tier-1"), sacrifice=play.form("a", "tier-0")))
    assert ["house-rescue"] == play.under(play.form("a", "tier-1"))
    play.quietly("a", FlipSavior())
    assert (["house-boost"], []) == (play.under(play.savior("a")), play.pile("a", "void"))
    drain = _by({"do": "despiritualize", "of": CHOSEN, "n": 1})
    play = playing(has(forms=[("tier-0", "boost", "boost", "boost")], commands=["rite"]), drain)
    play.quietly("a", Activate(card=play.find("a", "rite", "command")))
    play.answer(play.decision().options[0])
    assert (["house-boost"] * 2, ["house-boost"]) == (play.under(play.form("a", "tier-0")), play.pile("a", "void"))


@pytest.mark.rule("TC-RUL-090", "TC-RUL-089")
def test_spirits_of_a_form_that_changes_control() -> None:
    """When a form changes control, its spirits stay under it and keep their owner (TC-TAB-13)."""
    take = command(
        "rite", effect("rite", "none", do=[{"do": "gain_control", "of": {"who": "opponent", "zone": "form"}}])
    )
    b = side(forms=[("tier-0", "boost")])
    play = Played(board(cards=[*LEVELS, take], a=has(commands=["rite"]), b=b))
    play.quietly("a", Activate(card=play.find("a", "rite", "command")))
    play.answer(play.decision().options[0])
    form_ = play.form("a", "tier-0")
    assert (["house-boost"], {"b"}) == (play.under(form_), {play.card(one).owner for one in play.card(form_).under})
