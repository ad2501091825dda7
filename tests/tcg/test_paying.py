"""Payment of costs.

Replacements of payments are carried out before the next decision, and players also pay costs that other cards
add.
"""

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.course import WindowOpened
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import Discarded
from services.tcg.chapters.paying import CostNotPayable, CostPaid
from services.tcg.chapters.savior import FlipSavior
from services.tcg.chapters.timing import NoLegalTarget
from services.tcg.chapters.windows import Pass
from services.tcg.settings import MatchSettings
from tests.tcg.answering import (
    CARDS,
    DISCARD,
    THIS,
    cards_resolved,
    full_side,
    hears,
    line,
    main,
    may_use,
    responder,
    uses,
)
from tests.tcg.board import Side, board, command, form, savior, static
from tests.tcg.played import Played, of

PAGE: Final = form("page")
INSTEAD: Final = {"event": "would_go_to_void", "who": "you", "do": [{"do": "draw", "n": 1}]}
SHRINE: Final = form("shrine", {"id": "keep", "eti": "cont", "replace": INSTEAD})
SPIRIT: Final = ({"pay": "spirit_from_deck", "n": 1},)
CASTER: Final = form("caster", uses("cast", "swift", cost=SPIRIT, do=[{"do": "invoke", "n": 1}]))
TWO_FACED: Final = savior(
    "two-faced", bound={}, boundless={"pwr": 6},
    flip={"when": {"op": "spirits_under", "of": THIS, "cmp": ">=", "n": 0}, "cost": list(SPIRIT)},
)  # fmt: skip
EXTRA: Final = (*CARDS, PAGE, SHRINE, CASTER, TWO_FACED)


def laid(*more: AnyCard, a: Side, b: Side, settings: MatchSettings | None = None) -> Played:
    """Return a match in an act step with these sides and additional cards."""
    return Played(board(cards=[*EXTRA, *more], settings=settings, a=a, b=b))


@pytest.mark.rule("TC-READ-10", "TC-RUL-065", "TC-RUL-079")
def test_replacement_of_a_payment_comes_before_the_window() -> None:
    """If a replacement keeps the paying spirit, its steps are carried out before any seat may respond."""
    play = laid(a=full_side(forms=[("caster", "boost"), "shrine"]), b=full_side(set=["snare"]))
    events = play.do("a", Activate(card=play.form("a", "caster"), effect="caster#cast"))
    assert ["a: cast", "cast paid", "CardsDrawn", "W2", "a?"] == line(events)


@pytest.mark.rule("TC-READ-10", "TC-RUL-065")
def test_replacement_of_a_payment_comes_before_an_open_window_continues() -> None:
    """If the paid effect is itself a response, the replacement is carried out before seats may respond again."""
    play = laid(a=full_side(hand=["page"]), b=full_side(forms=[("caster", "boost"), "shrine"], set=["snare"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    events = play.do("b", Activate(card=play.form("b", "caster"), effect="caster#cast"))
    assert ["b: cast", "cast paid", "W2", "CardsDrawn", "b?"] == line(events)
    assert [] == [event for event in of(WindowOpened, play.pass_all()) if event.kind != "W2"]


@pytest.mark.rule("TC-RUL-133", "TC-RUL-059")
def test_replacement_in_a_flip_comes_before_its_window() -> None:
    """If a flip's payment is replaced, the replacement is carried out before seats may respond to the flip."""
    play = laid(a=full_side(savior="two-faced", forms=["shrine"]), b=full_side(set=["snare"]))
    events = play.do("a", FlipSavior())
    assert ["0 paid", "SaviorFlipped", "CardsDrawn", "W1", "a?"] == line(events)


@pytest.mark.rule("TC-READ-10", "TC-RUL-063")
def test_command_does_not_raise_its_own_cost() -> None:
    """A bound command that raises costs while in play does not raise its own cost."""
    dear = command("dear", main("none"), static("change_cost", of=THIS, cost=list(DISCARD)), kind="bound")
    play = laid(dear, a=full_side(hand=["dear", "page"]), b=full_side())
    events = play.quietly("a", PlayCommand(card=play.hand("a", "dear")))
    assert [] == of(CostPaid, events)
    assert ["dear"] == cards_resolved(events)


@pytest.mark.rule("TC-RUL-176", "TC-READ-10")
def test_cost_of_commands_in_play_is_not_paid_from_the_hand() -> None:
    """A cost that an effect adds to commands in play does not apply to a command played from the hand."""
    toll = form("toll", static("change_cost", of={"who": "any", "zone": "command"}, cost=list(DISCARD)))
    flag = command("flag", uses("wave", "none", do=[{"do": "draw", "n": 1}]), kind="bound")
    plan = command("plan", main("none"), kind="normal")
    play = laid(toll, flag, plan, a=full_side(forms=["toll"], commands=["flag"], hand=["plan", "page"]), b=full_side())

    assert [] == of(CostPaid, play.quietly("a", PlayCommand(card=play.hand("a", "plan"))))
    play.do("a", Activate(card=play.find("a", "flag", "command"), effect="flag#wave"))
    while play.decision().kind != "act":
        play.answer(play.decision().options[0]) if play.decision().kind != "respond" else play.pass_all()
    assert "page" in play.pile("a", "drop")


@pytest.mark.rule("TC-RUL-064")
def test_effect_for_all_targets_every_matching_card() -> None:
    """An effect "for all" targets every matching card without a pick. The rules refuse it if no card matches."""
    every = {"who": "opponent", "zone": "form"}
    storm = form("storm", uses("rage", "none", targets=[every], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]))
    play = laid(storm, a=full_side(forms=[("storm", "boost")]), b=full_side(forms=["page", "scout"]))
    play.do("a", Activate(card=play.form("a", "storm"), effect="storm#rage"))
    play.pass_all()
    assert ["", ""] == play.pile("b", "forms")
    play.assert_refused("a", Activate(card=play.form("a", "storm"), effect="storm#rage"), NoLegalTarget)


@pytest.mark.rule("TC-RUL-064", "TC-READ-09")
def test_protected_card_is_no_target() -> None:
    """A form protected from opponents cannot be a target. If no other form is left, the rules refuse the effect."""
    aim = {"who": "any", "zone": "form", "filter": {"op": "is", "of": {"ref": "each"}, "level": 3}, "n": 1, "by": "you"}
    hook = form("hook", uses("pull", "none", targets=[aim], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]))
    play = laid(hook, a=full_side(forms=[("hook", "boost")]), b=full_side(forms=["dawn-colossus", "moon-whale"]))
    play.do("a", Activate(card=play.form("a", "hook"), effect="hook#pull"))
    play.pass_all()
    assert ["dawn-colossus", ""] == play.pile("b", "forms")
    pulling = Activate(card=play.form("a", "hook"), effect="hook#pull")
    play.when(pulling, seat="a").then_refused(NoLegalTarget, needs=1, has=0)


@pytest.mark.rule("TC-RUL-064", "TC-READ-12")
def test_refusal_says_how_many_targets_are_there() -> None:
    """If an effect needs two targets and there is one, the refusal states both numbers."""
    both = {"who": "opponent", "zone": "form", "n": 2, "by": "you"}
    fork = form("fork", uses("split", "none", targets=[both], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]))
    play = laid(fork, a=full_side(forms=[("fork", "boost")]), b=full_side(forms=["page"]))
    splitting = Activate(card=play.form("a", "fork"), effect="fork#split")
    play.when(splitting, seat="a").then_refused(NoLegalTarget, needs=2, has=1)


@pytest.mark.rule("TC-RUL-063", "TC-READ-10")
def test_refusal_names_the_part_of_the_cost_that_cannot_be_paid() -> None:
    """If a player cannot pay the discard, the sacrifice or both, the refusal names the missing part."""
    give = {"pay": "sacrifice", "of": {"who": "you", "zone": "form", "n": 2}}
    dear = form("dear", uses("sell", "none", cost=[{"pay": "discard", "n": 2}, give], do=[{"do": "draw", "n": 1}]))
    for hand, forms, needs, has in (
        (["page"], ["page"], "discard 2", 1),
        (["page", "page"], [], "sacrifice 2 forms you control", 1),
    ):
        play = laid(dear, a=full_side(forms=[("dear", "boost"), *forms], hand=hand), b=full_side())
        selling = Activate(card=play.form("a", "dear"), effect="dear#sell")
        play.when(selling, seat="a").then_refused(CostNotPayable, needs=needs, has=has)


@pytest.mark.rule("TC-RUL-063", "TC-READ-10")
@pytest.mark.parametrize(
    ("cost", "pile", "needs"),
    [
        ({"pay": "spirit_from_deck", "n": 16}, "spirits", "send 16 from the top of your spirit deck to the void"),
        ({"pay": "reveal", "n": 50, "from": "main_deck_top"}, "deck", "reveal 50 from the top of your main deck"),
    ],
)
def test_refusal_says_how_many_cards_a_deck_has(cost: dict[str, Any], pile: str, needs: str) -> None:
    """If a deck has too few cards to pay a cost, the refusal says how many it has."""
    dear = form("dear", uses("sell", "none", cost=[cost], do=[{"do": "draw", "n": 1}]))
    play = laid(dear, a=full_side(forms=[("dear", "boost")]), b=full_side())
    left = len(getattr(play.player("a"), pile))
    selling = Activate(card=play.form("a", "dear"), effect="dear#sell")
    play.when(selling, seat="a").then_refused(CostNotPayable, needs=needs, has=left)


@pytest.mark.rule("TC-RUL-045", "TC-RUL-064")
def test_effects_player_chooses_an_opponent_for_each_target() -> None:
    """If opponents pick several targets, the effect's player chooses the picking opponent for each target."""
    mine: dict[str, Any] = {"who": "you", "zone": "form", "n": 1, "by": "opponent"}
    bait = form(
        "bait", uses("lure", "none", targets=[mine, mine], do=[{"do": "destroy", "of": {"ref": "chosen.0"}}]),
    )  # fmt: skip
    play = Played(
        board(cards=[*EXTRA, bait], a=full_side(forms=[("bait", "boost"), "page"]), b=full_side(), c=full_side())
    )
    play.do("a", Activate(card=play.form("a", "bait"), effect="bait#lure"))
    pickers = []
    for seat in ("b", "c"):
        assert ("a", "choose_player") == (play.decision().seat, play.decision().kind)
        play.answer(play.state.order.index(seat))
        pickers.append(play.decision().seat)
        play.answer(play.form("a", "page"))
    assert ["b", "c"] == pickers


@pytest.mark.rule("TC-RUL-063", "TC-ETI-02")
def test_hidden_targets_are_always_asked_for() -> None:
    """If the targets are in a hand, the player must choose even if only one target is possible."""
    pick = {"who": "you", "zone": "hand", "filter": {"op": "is", "of": {"ref": "each"}, "kind": "form"}, "n": 1}
    show = form("show", uses("lay", "none", targets=[pick], do=[{"do": "reveal", "of": {"ref": "chosen.0"}}]))
    play = laid(show, a=full_side(forms=[("show", "boost")], hand=["page", "plan"]), b=full_side())
    play.do("a", Activate(card=play.form("a", "show"), effect="show#lay"))
    assert ("choose_targets", (play.hand("a", "page"),)) == (play.decision().kind, play.decision().options)


@pytest.mark.rule("TC-RUL-053", "TC-RUL-055")
def test_a_flipped_command_is_an_action_and_an_effect() -> None:
    """When a command is flipped up, effects for `command_flipped` and effects for declared effects may respond."""
    flip, anybody = {"event": "command_flipped", "by": "any"}, MatchSettings(interrupt_command_answers="any")
    gotcha = command("gotcha", main("interrupt", on=flip), kind="interrupt")
    play = laid(gotcha, a=full_side(hand=["page"]), b=full_side(set=["snare", "gotcha"]), settings=anybody)
    play.do("a", PlayForm(card=play.hand("a", "page"), waive=True))
    assert {"snare"} == may_use(play, "b")
    play.do("b", Activate(card=play.find("b", "snare", "command")))
    while responder(play) != "b":
        play.do(responder(play), Pass())
    assert {"gotcha"} == may_use(play, "b")


@pytest.mark.rule("TC-RUL-053", "TC-ETI-02")
def test_declaration_triggers_effects_after_its_payment() -> None:
    """An [AUTO] effect that waits for declared effects triggers after the payment, and resolves after the chain."""
    muse = form("muse", uses("sing", "none", cost=DISCARD))
    ear = form("ear", hears("effect_declared", where={"by": "opponent"}, do=[{"do": "invoke", "n": 1}]))
    play = laid(muse, ear, a=full_side(forms=[("muse", "boost")], hand=["page"]), b=full_side(forms=["ear"]))
    events = play.do("a", Activate(card=play.form("a", "muse"), effect="muse#sing"))
    words = line([*events, *play.pass_all()])
    assert ["a: sing", "sing paid", "Discarded", "TriggersQueued"] == words[:4]
    assert words.index("sing done") < words.index("b: heard")


@pytest.mark.rule("TC-WIN-01", "TC-RUL-134")
@pytest.mark.parametrize("check", ["immediate", "after_resolution"])
def test_effect_of_a_player_who_loses_by_paying_is_not_answered(check: str) -> None:
    """If a payment puts the seventh spirit into the payer's void, the payer loses and no window opens."""
    settings = MatchSettings(loss_check=check)  # type: ignore[arg-type]
    play = laid(
        a=full_side(forms=[("caster", "boost")], void=["boost"] * 6), b=full_side(set=["snare"]), settings=settings
    )
    events = play.do("a", Activate(card=play.form("a", "caster"), effect="caster#cast"))
    assert [] == of(WindowOpened, events)
    assert ("finished", "b") == (play.state.stage, play.state.winner)


@pytest.mark.rule("TC-RUL-134", "TC-READ-10")
def test_loser_does_not_pay_the_rest_of_a_cost() -> None:
    """A player who loses by the first part of a cost does not pay the rest.

    The other players continue the match.
    """
    both = form("both", uses("burn", "none", cost=[*SPIRIT, *DISCARD]))
    mine = full_side(forms=[("both", "boost")], void=["boost"] * 6, hand=["page", "page"])
    play = Played(board(cards=[*EXTRA, both], a=mine, b=full_side(), c=full_side()))
    play.do("a", Activate(card=play.form("a", "both"), effect="both#burn"))
    events = play.answer(play.hand("a", "page"))
    assert "void" == play.player("a").lost
    assert [] == of(Discarded, events)
    assert ("turns", []) == (play.state.stage, play.state.chain)
    play = Played(board(cards=[*EXTRA, both], a=mine, b=full_side()))
    play.do("a", Activate(card=play.form("a", "both"), effect="both#burn"))
    assert "MatchFinished" == line(play.answer(play.hand("a", "page")))[-1]


@pytest.mark.rule("TC-RUL-053", "TC-ETI-02")
def test_auto_effect_does_not_count_as_activated() -> None:
    """An interrupt for activated effects may respond to voluntary effects, but not to triggered effects."""
    asks = {"op": "event", "kind": "activate"}
    stern = command("stern", main("interrupt", when=asks), kind="interrupt")
    alarm = form("alarm", hears("form_played"))
    play = laid(stern, alarm, a=full_side(hand=["page"], forms=["alarm"]), b=full_side(set=["stern", "snare"]))
    play.do("a", PlayForm(card=play.hand("a", "page")))
    assert ("b", "W2", {"snare"}) == (responder(play), play.state.window, may_use(play, "b"))
    play = laid(stern, a=full_side(forms=[("scout", "boost")]), b=full_side(set=["stern", "snare"]))
    play.do("a", Activate(card=play.form("a", "scout"), effect="scout#look"))
    assert ("b", {"snare", "stern"}) == (responder(play), may_use(play, "b"))


RETURN: Final = {"pay": "return_from_drop", "n": 1, "to": "main_deck_bottom"}


@pytest.mark.rule("TC-RUL-194", "TC-RUL-063", "TC-READ-10")
def test_discarded_card_pays_no_later_part_of_the_cost() -> None:
    """A card discarded as one part of a cost cannot be returned as another; a card in the drop zone before can."""
    recycler = form("recycler", uses("turn", "swift", cost=[*DISCARD, RETURN]))

    def laid(*drop: str) -> Played:
        own = full_side(forms=[("recycler", "boost")], hand=["page", "page"], drop=drop)
        return Played(board(cards=[*CARDS, PAGE, recycler], a=own, b=full_side()))

    play = laid()
    turn = Activate(card=play.form("a", "recycler"))
    play.when(turn, seat="a").then_refused(CostNotPayable, has=0)
    play = laid("plan")
    plan, page = play.find("a", "plan", "drop"), play.hand("a", "page")
    play.do("a", Activate(card=play.form("a", "recycler")))
    play.answer(page)
    assert (["page"], "plan") == (play.pile("a", "drop"), play.player("a").deck[0])
    assert plan not in play.state.table
