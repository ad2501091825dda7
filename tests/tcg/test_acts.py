"""The act step: its seven actions and their limits."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.combat import DeclareAttack, NotInCombat
from services.tcg.chapters.commands import PlayCommand, SetCommand
from services.tcg.chapters.decisions import WrongStep
from services.tcg.chapters.forms import PlayForm, SacrificeUsedThisTurn
from services.tcg.chapters.savior import FlipAlreadyUsed, FlipSavior
from services.tcg.chapters.spirits import (
    FormSpiritualizedThisTurn,
    NotASpiritHolder,
    SaviorSpiritualizedThisTurn,
    SpiritualizeCard,
)
from services.tcg.chapters.turn import EndStep, StepEntered
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.state.tasks import Window
from shared.kernel.messages import Command
from tests.tcg.board import board, command, effect, form, side, static
from tests.tcg.played import Played, names, of

DECK: Final = ["reef-urchin"] * 20
SPIRITS: Final = ["boost"] * 15
ONE: Final = form("one", level=1, pwr=4)
ACTIONS: Final = (
    "spiritualize_savior", "spiritualize_form", "sacrifice", "flip_savior", "play_form", "play_command", "set_command",
)  # fmt: skip
"""The seven actions. Rule: TC-ACT-11."""


def action(match: Match) -> str:
    """Return the kind of action for which the response window is open."""
    task = match.pending[-1]
    assert isinstance(task, Window)
    return task.answers[0].kind


@pytest.mark.rule("TC-ACT-11", "TC-RUL-129")
@pytest.mark.parametrize("turn", [1, 3])
def test_there_are_seven_actions(turn: int) -> None:
    """Each of the seven actions opens a response window named after it, even in the first turn."""
    mine = side(
        savior=("lantern-marshal", "boost", "boost", "boost"), forms=["gate-whelp"], spirits=SPIRITS,
        hand=["boost", "boost", "one", "silt-crab", "second-wind", "raised-shield"],
    )  # fmt: skip
    play = Played(board(a=mine, b=side(forms=[("hush-sentry", "boost")]), cards=[ONE], turn=turn,
                        settings=MatchSettings(auto_pass="never", command_zones=3)))  # fmt: skip
    whelp, savior = play.form("a", "gate-whelp"), play.savior("a")
    done: list[tuple[Command, str]] = [
        (SpiritualizeCard(target=savior, spirit=play.hand("a", "boost")), "spiritualize_savior"),
        (SpiritualizeCard(target=whelp, spirit=play.player("a").hand[1]), "spiritualize_form"),
        (PlayForm(card=play.hand("a", "one"), sacrifice=whelp), "sacrifice"),
        (FlipSavior(), "flip_savior"),
        (PlayForm(card=play.hand("a", "silt-crab")), "play_form"),
        (PlayCommand(card=play.hand("a", "second-wind")), "play_command"),
        (SetCommand(card=play.hand("a", "raised-shield")), "set_command"),
    ]
    found = []
    for asked, _ in done:
        play.do("a", asked)
        found.append(action(play.state))
        play.pass_all()
    assert [name for _, name in done] == found
    assert set(ACTIONS) == set(found)


@pytest.mark.rule("TC-RUL-129", "TC-ACT-11")
def test_only_combat_is_left_out_of_the_first_turn() -> None:
    """The first turn has no combat step: act step 2 begins directly after act step 1."""
    play = Played(board(a=side(deck=DECK, spirits=SPIRITS), b=side(deck=DECK, spirits=SPIRITS), turn=1))
    steps = [event.step for event in of(StepEntered, play.go_on("act1", seat="b"))]
    assert ["act2", "end", "draw", "invoke", "act1"] == steps


# ---------------------------------------------------------------- once a turn


@pytest.mark.rule("TC-ACT-01", "TC-ACT-09", "TC-RUL-109")
def test_savior_takes_one_spirit_a_turn() -> None:
    """The rules refuse a second spirit under the savior in the same turn, whether in the same act step or the other."""
    play = Played(board(a=side(hand=["boost"] * 2), b=side()))
    savior = play.savior("a")
    play.spiritualize("a", "boost", target=savior)
    asked = SpiritualizeCard(target=savior, spirit=play.hand("a", "boost"))
    play.assert_refused("a", asked, SaviorSpiritualizedThisTurn)
    play.next_step("a", "act2")
    play.assert_refused("a", asked, SaviorSpiritualizedThisTurn)
    assert [] == play.fields_offered("a", SpiritualizeCard)


@pytest.mark.rule("TC-ACT-02", "TC-FORM-16", "TC-RUL-109", "TC-FORM-27")
def test_each_form_takes_one_spirit_a_turn() -> None:
    """A form may take its one spirit a turn even after the savior and other forms have taken theirs."""
    play = Played(board(a=side(hand=["boost"] * 4, forms=["gate-whelp", "silt-crab"]), b=side()))
    first, second = play.form("a", "gate-whelp"), play.form("a", "silt-crab")
    for host in (first, second):
        assert ["Spiritualized"] == names(play.spiritualize("a", "boost", target=host))
    for host in (first, second):
        play.assert_refused(
            "a", SpiritualizeCard(target=host, spirit=play.hand("a", "boost")), FormSpiritualizedThisTurn
        )  # fmt: skip
    assert [play.savior("a")] == [one["target"] for one in play.fields_offered("a", SpiritualizeCard)]


@pytest.mark.rule("TC-EX-05", "TC-ACT-09", "TC-ACT-10", "TC-RUL-010", "TC-RUL-103")
def test_three_spirits_for_savior_and_two_golems() -> None:
    """A savior and two forms each take one spirit in a turn, cannot take a second, and take another next turn."""
    golem = form("emeraldefender-golem", level=1, pwr=4)
    mine = side(hand=["protect"] * 6, forms=[golem.id] * 2, deck=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS), cards=[golem]))
    hosts = [play.savior("a"), *play.player("a").forms]
    for host in hosts:
        play.spiritualize("a", "protect", target=host)
    assert [["house-protect"]] * 3 == [play.under(host) for host in hosts]
    assert [] == play.fields_offered("a", SpiritualizeCard)
    play.next_step("a", "act2")
    assert [] == play.fields_offered("a", SpiritualizeCard)
    play.next_step("a", "act1")
    for host in hosts:
        play.spiritualize("a", "protect", target=host)
    assert [["house-protect"] * 2] * 3 == [play.under(host) for host in hosts]


@pytest.mark.rule("TC-ACT-03", "TC-ACT-09", "TC-RUL-109")
def test_one_sacrifice_to_play_a_turn() -> None:
    """The rules refuse a second sacrifice for playing a form in one turn, and allow it in the next turn."""
    mine = side(hand=["one"] * 3, forms=["gate-whelp", "reef-urchin"], deck=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS), cards=[ONE]))
    play.play_form("a", "one", sacrifice=play.form("a", "gate-whelp"))
    asked = PlayForm(card=play.hand("a", "one"), sacrifice=play.form("a", "reef-urchin"))
    play.assert_refused("a", asked, SacrificeUsedThisTurn)
    play.next_step("a", "act2")
    play.assert_refused("a", asked, SacrificeUsedThisTurn)
    play.next_step("a", "act1")
    assert ["FormSacrificed", "FormPlayed"] == names(play.quietly("a", asked))


@pytest.mark.rule("TC-ACT-03")
@pytest.mark.parametrize(("more", "allowed"), [((), 1), ((static("extra_sacrifice", who="you"),), 2)])
def test_card_may_allow_another_sacrifice(more: tuple[Mapping[str, Any], ...], allowed: int) -> None:
    """A card in play that allows another sacrifice raises only its own controller's limit."""
    priest = form("priest", *more)
    table = board(a=side(hand=["one"] * 3, forms=["priest", "gate-whelp"]), b=side(forms=["priest"]),
                  cards=[ONE, priest])  # fmt: skip
    play = Played(table)
    for printed in ("gate-whelp", "one")[:allowed]:
        play.play_form("a", "one", sacrifice=play.form("a", printed))
    asked = PlayForm(card=play.hand("a", "one"), sacrifice=play.form("a", "one"))
    play.assert_refused("a", asked, SacrificeUsedThisTurn)


@pytest.mark.rule("TC-ACT-01", "TC-ACT-02")
def test_card_may_allow_another_spirit() -> None:
    """With a card that allows it, the savior and each form may take two spirits in a turn, but not a third."""
    mine = {"who": "you", "zone": ["savior", "form"]}
    font = form("font", static("extra_spiritualize", of=mine))
    play = Played(board(a=side(forms=["font"], hand=["boost"] * 5), b=side(), cards=[font]))
    hosts = {play.form("a", "font"): FormSpiritualizedThisTurn, play.savior("a"): SaviorSpiritualizedThisTurn}
    for host, refusal in hosts.items():
        play.spiritualize("a", "boost", target=host)
        play.spiritualize("a", "boost", target=host)
        play.assert_refused("a", SpiritualizeCard(target=host, spirit=play.hand("a", "boost")), refusal)


@pytest.mark.rule("TC-ACT-05", "TC-RUL-109")
def test_flip_is_once_a_game() -> None:
    """The rules refuse a second flip of the savior, even in a later turn."""
    mine = side(savior=("lantern-marshal", "boost", "boost", "boost"), deck=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS)))
    play.quietly("a", FlipSavior())
    play.assert_refused("a", FlipSavior(), FlipAlreadyUsed)
    play.next_step("a", "act2")
    play.next_step("a", "act1")
    play.assert_refused("a", FlipSavior(), FlipAlreadyUsed)


@pytest.mark.rule("TC-ACT-07")
def test_any_number_of_commands_in_a_step() -> None:
    """A player may play three commands in one step, each in the zone that the previous one has left."""
    play = Played(board(a=side(hand=["second-wind"] * 3, deck=DECK), b=side()))
    for count in range(1, 4):
        play.quietly("a", PlayCommand(card=play.hand("a", "second-wind")))
        assert ["second-wind"] * count == play.pile("a", "drop")


@pytest.mark.rule("TC-ACT-08")
def test_any_number_face_down_in_a_step() -> None:
    """In one step, a player may set a face-down command in each open zone."""
    play = Played(board(a=side(hand=["raised-shield"] * 3), b=side()))
    for _ in range(2):
        play.quietly("a", SetCommand(card=play.hand("a", "raised-shield")))
    assert [False, False] == [play.card(number).up for number in play.player("a").commands]
    assert [] == play.fields_offered("a", SetCommand)


# ---------------------------------------------------------------- spiritualizing


@pytest.mark.rule("TC-ACT-10", "TC-RUL-023")
@pytest.mark.parametrize(("reset", "again"), [("controller_turn", 0), ("every_turn", 1)])
def test_spiritualize_limit_lasts_until_the_controllers_next_turn(reset: Any, again: int) -> None:  # noqa: ANN401
    """Spirits that effects put under a card count against the limit until its controller's next turn.

    If `spiritualize_reset` is `every_turn`, another player's turn also resets the limit.
    """
    under = {"do": "spiritualize", "of": {"ref": "this"}, "spirit": {"who": "you", "zone": "hand", "n": 1}}
    eager = form("eager", effect("take", "auto", on={"event": "step_entered", "step": "act1"}, do=[under]))
    mine = side(forms=["eager"], hand=["boost"] * 4, deck=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS), cards=[eager], step="act2",
                        settings=MatchSettings(spiritualize_reset=reset)))  # fmt: skip
    host = play.form("a", "eager")
    play.spiritualize("a", "boost", target=host)
    play.do("a", EndStep())
    while (play.state.active, play.state.step) != ("b", "act1") or play.decision().kind != "act":
        decision = play.decision()
        if decision.kind == "respond":
            play.do(decision.seat, Pass())
        else:
            play.answer(decision.options[0])
    assert 1 + again == len(play.under(host))


@pytest.mark.rule("TC-RUL-023")
def test_effect_counts_against_the_limit() -> None:
    """A form that an effect has spiritualized takes no more spirits this turn, unless the effect ignores the limit."""
    for ignores in (False, True):
        under = {"do": "spiritualize", "of": {"ref": "this"}, "spirit": {"who": "you", "zone": "hand", "n": 1}}
        asks = form("asks", effect("take", "none", independent=True, do=[{**under, "ignore_limit": ignores}]))
        play = Played(board(a=side(forms=["asks"], hand=["boost"] * 2), b=side(), cards=[asks]))
        host = play.form("a", "asks")
        play.do("a", Activate(card=host))
        play.pass_all()
        if play.state.decisions and play.decision().kind == "choose_cards":
            play.answer(play.decision().options[0])
        assert ["house-boost"] == play.under(host)
        asked = SpiritualizeCard(target=host, spirit=play.hand("a", "boost"))
        if ignores:
            assert ["Spiritualized"] == names(play.quietly("a", asked))
        else:
            play.assert_refused("a", asked, FormSpiritualizedThisTurn)


@pytest.mark.rule("TC-EX-08", "TC-RUL-024", "TC-FORM-19")
@pytest.mark.parametrize("inherits", [False, True])
def test_new_form_has_its_own_limit(inherits: bool) -> None:  # noqa: FBT001 a setting
    """A new form has the three spirits of the sacrificed form, and may take a fourth unless it inherits the limit."""
    mine = side(forms=[("gate-whelp", "boost", "boost")], hand=["boost", "boost", "one"])
    settings = MatchSettings(sacrifice_inherits_limit=inherits)
    play = Played(board(a=mine, b=side(), cards=[ONE], settings=settings))
    old = play.form("a", "gate-whelp")
    play.spiritualize("a", "boost", target=old)
    play.play_form("a", "one", sacrifice=old)
    new = play.form("a", "one")
    assert (["house-boost"] * 3, []) == (play.under(new), play.pile("a", "void"))
    asked = SpiritualizeCard(target=new, spirit=play.hand("a", "boost"))
    if inherits:
        play.assert_refused("a", asked, FormSpiritualizedThisTurn)
    else:
        play.quietly("a", asked)
        assert ["house-boost"] * 4 == play.under(new)


@pytest.mark.rule("TC-RUL-110", "TC-KEY-10")
def test_players_spiritualize_only_their_own_cards() -> None:
    """The rules refuse a spirit under an opponent's form or savior, under a command, or under a card in hand."""
    play = Played(board(a=side(hand=["boost", "gate-whelp"], commands=["watch-fire"]), b=side(forms=["gate-whelp"])))
    spirit = play.hand("a", "boost")
    wrong = (
        play.form("b", "gate-whelp"), play.savior("b"), play.find("a", "watch-fire", "command"),
        play.hand("a", "gate-whelp"), spirit, 999,
    )  # fmt: skip
    for target in wrong:
        play.assert_refused("a", SpiritualizeCard(target=target, spirit=spirit), NotASpiritHolder)


@pytest.mark.rule("TC-RUL-110", "TC-SPI-06")
def test_effect_may_spiritualize_an_opponents_card() -> None:
    """An effect puts a spirit under an opponent's card; the spirit keeps its owner."""
    theirs = {"who": "opponent", "zone": "form", "n": 1, "by": "you"}
    under = {"do": "spiritualize", "of": {"ref": "chosen.0"}, "spirit": {"who": "you", "zone": "hand", "n": 1}}
    gift = command("gift", effect("main", "none", main=True, targets=[theirs], do=[under]), kind="normal")
    play = Played(board(a=side(hand=["gift", "boost"]), b=side(forms=["gate-whelp"]), cards=[gift]))
    host = play.form("b", "gate-whelp")
    play.do("a", PlayCommand(card=play.hand("a", "gift")))
    play.pass_all()
    if "a" in play.state.decisions and play.decision().kind == "choose_cards":
        play.answer(play.decision().options[0])
    (spirit,) = play.card(host).under
    assert ("a", "b") == (play.card(spirit).owner, play.card(spirit).seat)


@pytest.mark.rule("TC-RUL-111", "TC-FORM-17")
def test_any_number_of_spirits_fits_under_a_card() -> None:
    """A savior and a form that take a spirit in each of five turns keep all five."""
    mine = side(forms=["gate-whelp"], hand=["boost"] * 10, deck=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS), turn=1))
    hosts = (play.savior("a"), play.form("a", "gate-whelp"))
    for count in range(1, 6):
        for host in hosts:
            play.spiritualize("a", "boost", target=host)
            assert count == len(play.card(host).under)
        play.next_step("a", "act2")
        play.next_step("a", "act1")


@pytest.mark.rule("TC-ACT-11", "TC-ACT-09")
@pytest.mark.parametrize("kind", [PlayForm, SetCommand, SpiritualizeCard, FlipSavior])
def test_actions_are_refused_outside_the_act_steps(kind: type[Command]) -> None:
    """The rules refuse all actions in the combat step, and attacks in an act step."""
    mine = side(hand=["gate-whelp", "raised-shield", "boost"], savior=("lantern-marshal", "boost", "boost", "boost"))
    play = Played(board(a=mine, b=side(), step="combat"))
    fields = {
        PlayForm: {"card": play.hand("a", "gate-whelp")}, SetCommand: {"card": play.hand("a", "raised-shield")},
        SpiritualizeCard: {"target": play.savior("a"), "spirit": play.hand("a", "boost")}, FlipSavior: {},
    }  # fmt: skip
    play.assert_refused("a", kind(**fields[kind]), WrongStep)
    play = Played(board(a=mine, b=side(), step="act2"))
    play.assert_refused("a", DeclareAttack(attacker=play.savior("a"), target=play.savior("b")), NotInCombat)
