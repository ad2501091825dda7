"""Lapsed plays: a player leaves while another is choosing targets or paying a cost.

The choosing player must choose again, or the play is undone.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectDeclared, EffectNegated
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.course import WindowClosed
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.lapsing import PlayLapsed
from services.tcg.chapters.savior import FlipSavior
from services.tcg.chapters.taking_back import MOST, HiddenWasShown, TakeBack
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from tests.tcg.answering import CARDS, DISCARD, full_side, main, uses
from tests.tcg.board import Side, board, command, form, savior
from tests.tcg.played import Played, of

ANY: Final = {"who": "any", "zone": "form", "n": 1}
THEIRS: Final = {"who": "opponent", "zone": "form", "n": 1}
DESTROY: Final = ({"do": "destroy", "of": {"ref": "chosen.0"}},)
PAGE: Final = form("page")
BOLT: Final = command("bolt", main("none", targets=[ANY], do=list(DESTROY)), kind="normal")
DART: Final = command("dart", main("none", targets=[THEIRS], cost=list(DISCARD), do=list(DESTROY)), kind="normal")
PAGES: Final = {**THEIRS, "filter": {"op": "is", "of": {"ref": "each"}, "name": "Page"}}
FAN: Final = command(
    "fan", main("none", targets=[{**THEIRS, "n": {"min": 0, "max": 2}}], cost=list(DISCARD), do=list(DESTROY)),
    kind="normal",
)  # fmt: skip
TRAP: Final = command("trap", main("interrupt", targets=[PAGES], do=list(DESTROY)), kind="interrupt")
BAR: Final = command(
    "bar", main("interrupt", on={"event": "effect_declared", "by": "opponent"}, cost=list(DISCARD),
                do=[{"do": "negate", "of": {"ref": "event.link"}}]), kind="interrupt",
)  # fmt: skip
PAIR: Final = command("pair", main("none", targets=[THEIRS, ANY], cost=list(DISCARD), do=list(DESTROY)), kind="normal")
GIVE: Final = command(
    "give", main("none", cost=[{"pay": "sacrifice", "of": {"who": "you", "zone": "form", "n": 1}}]), kind="normal"
)
GRAB: Final = {"do": "gain_control", "of": {"who": "opponent", "zone": "form", "n": 1}}
HOOK: Final = command("hook", main("none", do=[GRAB]), kind="normal")
KEEN: Final = form("keen", uses("aim", "swift", independent=True, targets=[PAGES], cost=list(DISCARD)))
RULED: Final = form(
    "ruled", uses("bid", "swift", independent=True, targets=[{**THEIRS, "by": "opponent"}], cost=list(DISCARD))
)
PRY: Final = form(
    "pry",
    uses("pry", "swift", independent=True, targets=[{"who": "opponent", "zone": "hand", "n": 1,
         "filter": {"op": "is", "of": {"ref": "each"}, "kind": "command"}}], cost=list(DISCARD)),
)  # fmt: skip
MOURNER: Final = form("mourner", {"id": "mourn", "eti": "auto", "on": {"event": "player_lost"},
                      "do": [{"do": "invoke", "n": 1}]})  # fmt: skip
ECHO: Final = form("echo", {"id": "echo", "eti": "auto", "on": {"event": "form_played"}, "targets": [ANY],
                   "do": [{"do": "draw", "n": 1}]})  # fmt: skip
ORDER: Final = form(
    "order", uses("go", "swift", independent=True,
                  do=[{"do": "play_command", "of": {"who": "you", "zone": "hand", "n": 1}, "from": "hand"}]),
)  # fmt: skip
PROUD: Final = savior(
    "proud", bound={}, boundless={"pwr": 6},
    flip={"when": {"op": "spirits_under", "of": {"ref": "this"}, "cmp": ">=", "n": 0},
          "cost": [{"pay": "sacrifice", "of": {"who": "you", "zone": "form", "n": 1}}]},
)  # fmt: skip
EXTRA: Final[tuple[AnyCard, ...]] = (
    *CARDS, PAGE, BOLT, DART, FAN, TRAP, BAR, PAIR, GIVE, HOOK, KEEN, RULED, PRY, MOURNER, ECHO, ORDER, PROUD,
)  # fmt: skip
ASKING: Final = MatchSettings(auto_pass="no_legal_response")


def laid(*, a: Side, b: Side, of_form: int = 2, **more: Any) -> Played:  # noqa: ANN401
    """Return a match with these players in an act step of `a`."""
    others = {"c": full_side(), **more}
    return Played(board(cards=list(EXTRA), settings=ASKING, of_form=of_form, a=a, b=b, **others))


# ---------------------------------------------------------------- one option is left


@pytest.mark.rule("TC-RUL-159", "TC-RUL-148")
def test_player_is_asked_again_with_one_target_left() -> None:
    """If only their own form is left as a target, a player must decide again, and may take the play back instead."""
    play = laid(a=full_side(forms=["page"], hand=["bolt"]), b=full_side(forms=["page"]))
    own = play.form("a", "page")
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    events = play.do("b", Concede())
    assert [] == of(EffectDeclared, events)
    asked = play.decision()
    assert ("a", "choose_targets", (own,), 1, 1) == (asked.seat, asked.kind, asked.options, asked.least, asked.most)
    play.do("a", TakeBack())
    assert ("a", "act", ["bolt"]) == (play.decision().seat, play.decision().kind, play.pile("a", "hand"))


@pytest.mark.rule("TC-RUL-159")
def test_player_may_continue_with_the_last_target() -> None:
    """A player who accepts the last remaining target continues the play with it."""
    play = laid(a=full_side(hand=["bolt"]), b=full_side(forms=["page"]), c=full_side(forms=["page"]))
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    play.do("b", Concede())
    play.answer(play.form("c", "page"))
    assert (["bolt"], ["page"]) == (play.pile("a", "drop"), play.pile("c", "drop"))


@pytest.mark.rule("TC-RUL-159")
def test_player_is_asked_again_with_two_targets_left() -> None:
    """When another player leaves, the choosing player gets a new decision about the two remaining targets."""
    play = laid(a=full_side(forms=["page"], hand=["bolt"]), b=full_side(forms=["page"]), c=full_side(forms=["page"]))
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    play.do("b", Concede())
    assert {play.form("a", "page"), play.form("c", "page")} == {*play.decision().options}


@pytest.mark.rule("TC-RUL-159")
def test_older_match_takes_the_last_target_automatically() -> None:
    """Under version 1 of the rules, the last remaining target is taken without a decision."""
    play = laid(a=full_side(forms=["page"], hand=["bolt"]), b=full_side(forms=["page"]), of_form=1)
    play.do("a", PlayCommand(card=play.hand("a", "bolt")))
    play.do("b", Concede())
    assert ["page"] == [card for card in play.pile("a", "drop") if card == "page"]


@pytest.mark.rule("TC-RUL-159")
def test_player_is_asked_again_for_the_payment() -> None:
    """If the form picked for a payment leaves with its owner, the player must pay with another form."""
    play = laid(a=full_side(forms=["page"], hand=["hook", "give"]), b=full_side(forms=["keen"]))
    _steal(play)
    play.do("a", PlayCommand(card=play.hand("a", "give")))
    assert "pay" == play.decision().kind
    play.do("b", Concede())
    assert ("pay", (play.form("a", "page"),)) == (play.decision().kind, play.decision().options)
    play.do("a", TakeBack())
    assert ["give"] == play.pile("a", "hand")


@pytest.mark.rule("TC-RUL-159")
def test_legal_choices_are_kept() -> None:
    """When another player leaves, a chosen target that is still legal is kept, and only the payment is chosen again."""
    play = laid(a=full_side(hand=["dart", "page", "page"]), b=full_side(forms=["page"]), c=full_side(forms=["page"]))
    play.do("a", PlayCommand(card=play.hand("a", "dart")))
    play.answer(play.form("c", "page"))
    play.do("b", Concede())
    assert ("a", "pay") == (play.decision().seat, play.decision().kind)
    play.answer(play.hand("a", "page"))
    assert ["page"] == play.pile("c", "drop")


@pytest.mark.rule("TC-RUL-159")
def test_target_that_has_left_is_chosen_again() -> None:
    """If a target leaves while its player is choosing a payment, the player chooses a target again, and then pays."""
    play = laid(a=full_side(hand=["dart", "page", "page"]), b=full_side(forms=["page"]), c=full_side(forms=["page"]))
    play.do("a", PlayCommand(card=play.hand("a", "dart")))
    play.answer(play.form("b", "page"))
    assert "pay" == play.decision().kind
    play.do("b", Concede())
    asked = play.decision()
    assert ("choose_targets", (play.form("c", "page"),)) == (asked.kind, asked.options)
    play.answer(play.form("c", "page"))
    play.answer(play.hand("a", "page"))
    assert ["page"] == play.pile("c", "drop")


@pytest.mark.rule("TC-RUL-159")
def test_earlier_target_that_has_left_is_chosen_again() -> None:
    """If the first of two chosen targets leaves, the player must choose the first target again."""
    play = laid(
        a=full_side(hand=["pair", "page", "page"]), b=full_side(forms=["page"]), c=full_side(forms=["page", "page"])
    )
    play.do("a", PlayCommand(card=play.hand("a", "pair")))
    play.answer(play.form("b", "page"))
    play.do("b", Concede())
    play.answer(play.player("c").forms[1])
    assert ("choose_targets", 2) == (play.decision().kind, len(play.decision().options))


@pytest.mark.rule("TC-RUL-159", "TC-RUL-045")
def test_picking_opponent_is_chosen_again() -> None:
    """If the opponent who should pick leaves, the player must choose an opponent again, even if only one is left."""
    play = laid(a=full_side(forms=["ruled"], hand=["page"]), b=full_side(), c=full_side(forms=["page", "page"]))
    play.do("a", Activate(card=play.form("a", "ruled"), effect="ruled#bid"))
    assert "choose_player" == play.decision().kind
    play.do("b", Concede())
    assert ("a", "choose_player", (2,)) == (play.decision().seat, play.decision().kind, play.decision().options)
    play.do("a", TakeBack())
    assert "act" == play.decision().kind


# ---------------------------------------------------------------- no option is left


@pytest.mark.rule("TC-RUL-159", "TC-RUL-148")
@pytest.mark.parametrize("picked", [False, True])
def test_play_without_a_target_left_is_undone(picked: bool) -> None:  # noqa: FBT001
    """If no target is left, the played card returns to the hand, nothing is paid, and its player acts again."""
    play = laid(a=full_side(hand=["dart", "page", "page"]), b=full_side(forms=["page", "page"]))
    play.do("a", PlayCommand(card=play.hand("a", "dart")))
    if picked:
        play.answer(play.form("b", "page"))
        assert "pay" == play.decision().kind
    events = play.do("b", Concede())
    assert ([PlayLapsed(seat="a")], []) == (of(PlayLapsed, events), of(EffectDeclared, events))
    assert ("a", "act", 0) == (play.decision().seat, play.decision().kind, play.player("a").taken_back)
    assert (["dart", "page", "page"], []) == (sorted(play.pile("a", "hand")), play.pile("a", "drop"))


@pytest.mark.rule("TC-RUL-183", "TC-RUL-159")
@pytest.mark.parametrize(("of_form", "lapses"), [(2, True), (3, False)])
def test_play_that_may_choose_none_goes_on_without_a_target(of_form: int, lapses: bool) -> None:  # noqa: FBT001
    """If the last form leaves while its player chooses 0 to 2 forms, the play continues; in form 2 it is undone."""
    play = laid(a=full_side(hand=["fan", "page", "page"]), b=full_side(forms=["page", "page"]), of_form=of_form)
    play.do("a", PlayCommand(card=play.hand("a", "fan")))
    assert "choose_targets" == play.decision().kind
    events = play.do("b", Concede())
    assert lapses == bool(of(PlayLapsed, events))
    assert ("act" if lapses else "pay") == play.decision().kind


@pytest.mark.rule("TC-RUL-159")
def test_response_without_a_target_left_is_undone() -> None:
    """If a response has no target left, its command stays face-down, and the turn player acts next."""
    play = laid(
        a=full_side(hand=["keen"]), b=full_side(set=["trap"]), c=full_side(forms=["page", "page"]), d=full_side()
    )
    play.do("a", PlayForm(card=play.hand("a", "keen")))
    play.do("b", Activate(card=play.find("b", "trap", "command")))
    assert "choose_targets" == play.decision().kind
    events = play.do("c", Concede())
    assert [PlayLapsed(seat="b")] == of(PlayLapsed, events)
    assert (["trap", ""], []) == (play.pile("b", "commands"), play.state.chain)
    assert ("a", "act") == (play.decision().seat, play.decision().kind)


@pytest.mark.rule("TC-RUL-159", "TC-RUL-135")
def test_response_is_undone_when_the_turn_player_leaves() -> None:
    """If the turn player leaves during another's response, the command stays face-down and the next turn begins."""
    play = laid(a=full_side(forms=["page"], hand=["page"]), b=full_side(set=["trap"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.do("b", Activate(card=play.find("b", "trap", "command")))
    assert ("b", "choose_targets") == (play.decision().seat, play.decision().kind)
    events = play.do("a", Concede())
    assert (1, 1) == (len(of(PlayLapsed, events)), len(of(WindowClosed, events)))
    assert (["trap", ""], "b", "act") == (play.pile("b", "commands"), play.state.active, play.decision().kind)
    assert not play.card(play.find("b", "trap", "command")).up


@pytest.mark.rule("TC-RUL-159")
def test_play_of_a_card_that_has_left_is_undone() -> None:
    """If a form leaves with its owner while another player is using its effect, that play is undone."""
    play = laid(
        a=full_side(hand=["hook", "page", "page"]), b=full_side(forms=["keen"]), c=full_side(forms=["page", "page"])
    )
    _steal(play)
    play.do("a", Activate(card=play.form("a", "keen"), effect="keen#aim"))
    events = play.do("b", Concede())
    assert (1, "act") == (len(of(PlayLapsed, events)), play.decision().kind)


@pytest.mark.rule("TC-RUL-159", "TC-SAV-11")
def test_flip_without_a_payment_left_is_undone() -> None:
    """If nothing is left to pay for a flip, the savior stays bound and may flip later."""
    play = laid(a=full_side(savior="proud", hand=["hook", "hook"]), b=full_side(forms=["keen", "page"]))
    _steal(play)
    _steal(play)
    play.do("a", FlipSavior())
    assert ("pay", 2) == (play.decision().kind, len(play.decision().options))
    events = play.do("b", Concede())
    assert (1, False, "act") == (len(of(PlayLapsed, events)), play.player("a").flipped, play.decision().kind)


@pytest.mark.rule("TC-RUL-159", "TC-RUL-055")
def test_answer_to_an_effect_that_has_vanished_is_undone() -> None:
    """If the effect to which a command is about to respond leaves the chain, the command stays face-down."""
    play = laid(a=full_side(hand=["page"]), b=full_side(forms=[("lancer", "boost")]),
                c=full_side(set=["bar"], hand=["page", "page"]))  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "page")))
    play.do("b", Activate(card=play.form("b", "lancer"), effect="lancer#dart"))
    play.do("b", Pass())
    play.do("c", Activate(card=play.find("c", "bar", "command")))
    assert ("c", "pay") == (play.decision().seat, play.decision().kind)
    events = play.do("b", Concede())
    assert (1, []) == (len(of(PlayLapsed, events)), of(EffectNegated, events))
    assert (["bar", ""], 2) == (play.pile("c", "commands"), len(play.pile("c", "hand")))


@pytest.mark.rule("TC-RUL-159", "TC-RUL-093")
@pytest.mark.parametrize("back", [False, True])
def test_triggers_of_a_concession_come_before_the_next_decision(back: bool) -> None:  # noqa: FBT001
    """Effects triggered by a concession resolve before the next decision, even if a play lapses or is taken back."""
    c = full_side(forms=["page"] if back else [])
    play = laid(a=full_side(forms=["mourner"], hand=["dart", "page", "page"]), b=full_side(forms=["page", "page"]), c=c)
    play.do("a", PlayCommand(card=play.hand("a", "dart")))
    play.do("b", Concede())
    if back:
        play.do("a", TakeBack())
    assert ("act", [], 4) == (play.decision().kind, play.state.queue, len(play.pile("a", "hand")))


@pytest.mark.rule("TC-RUL-159")
def test_auto_effect_is_asked_again_for_its_target() -> None:
    """If a target of an [AUTO] effect leaves, its player chooses again, because the effect cannot be undone."""
    play = laid(a=full_side(forms=["echo"], hand=["page"]), b=full_side(forms=["page"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ("a", "choose_targets", 3) == (play.decision().seat, play.decision().kind, len(play.decision().options))
    play.do("b", Concede())
    assert ("choose_targets", 2) == (play.decision().kind, len(play.decision().options))


@pytest.mark.rule("TC-RUL-159")
def test_effect_does_not_play_a_command_without_a_target_left() -> None:
    """If a command has no target left, an effect that would play it leaves it in hand and ends."""
    play = laid(a=full_side(forms=["order"], hand=["dart", "page"]), b=full_side(forms=["page", "page"]))
    play.quietly("a", Activate(card=play.form("a", "order"), effect="order#go"))
    while play.decision().kind != "choose_targets":
        play.answer(*play.decision().options[:1])
    events = play.do("b", Concede())
    assert 1 == len(of(PlayLapsed, events))
    assert ("act", ["dart", "page"]) == (play.decision().kind, sorted(play.pile("a", "hand")))


@pytest.mark.rule("TC-RUL-159", "TC-RUL-150")
def test_lapsed_play_does_not_count_as_taken_back() -> None:
    """A lapsed play does not count against the number of plays that a player may take back."""
    play = laid(a=full_side(hand=["dart", "page", "page", "bolt"]), b=full_side(forms=["page", "page"]),
                c=full_side())  # fmt: skip
    for _ in range(MOST - 1):
        play.do("a", PlayCommand(card=play.hand("a", "dart")))
        play.do("a", TakeBack())
    play.do("a", PlayCommand(card=play.hand("a", "dart")))
    play.do("b", Concede())
    assert MOST - 1 == play.player("a").taken_back


@pytest.mark.rule("TC-RUL-159", "TC-RUL-150", "TC-RUL-085")
@pytest.mark.parametrize("c", ["bolt", "page"])
def test_hidden_targets_are_asked_for_even_if_none_is_left(c: str) -> None:
    """A player must choose again among hidden targets even if no target is left.

    If the player were not asked, others would know that no target is left. In that case the player may take the play
    back even beyond the limit of takebacks.
    """
    play = laid(a=full_side(forms=["pry"], hand=["page"] * 2), b=full_side(hand=["bolt"]), c=full_side(hand=[c]))
    pry = Activate(card=play.form("a", "pry"), effect="pry#pry")
    play.do("a", pry)
    play.state.players["a"].taken_back, play.state.players["a"].taken_back_in = MOST, play.state.turn
    play.do("b", Concede())
    assert ("a", "choose_targets") == (play.decision().seat, play.decision().kind)
    if c == "bolt":
        play.assert_refused("a", TakeBack(), HiddenWasShown)
    else:
        play.do("a", TakeBack())


def _steal(play: Played) -> None:
    """Play a command by which `a` takes control of an opponent's first form."""
    play.do("a", PlayCommand(card=play.hand("a", "hook")))
    while play.decision().kind != "act":
        decision = play.decision()
        play.do(decision.seat, Pass()) if decision.kind == "respond" else play.answer(decision.options[0])
