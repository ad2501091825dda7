"""Losing and winning: the seventh spirit, the empty deck, the last player left, and cards that win the match."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede, MatchFinishedAlready
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.chapters.paying import CostPaid
from services.tcg.chapters.timing import NothingToDevour
from services.tcg.chapters.turn import EndStep, StepEntered, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import MatchFinished, PlayerLost
from services.tcg.settings import MatchSettings
from services.tcg.views import view
from shared.kernel.messages import Event
from tests.tcg.board import Side, board, command, effect, form, number, savior, side
from tests.tcg.played import Played, names, of

Part = Mapping[str, Any]
THIS: Final = {"ref": "this"}
DRAW: Final = {"do": "draw", "n": 1}
FULL: Final = side(deck=["gate-whelp"] * 9, spirits=["boost"] * 9)
HERO: Final = savior("hero", bound={"pwr": 4}, boundless={"pwr": 9})
NOBLE: Final = form("noble", pwr=5)
LATE: Final = MatchSettings(loss_check="after_resolution")


def send_to_void(who: str) -> dict[str, Any]:
    """Return a step that sends the top spirit of each of these players' spirit decks to the void."""
    return {"do": "spirit_to_void", "from": "spirit_deck", "n": 1, "who": who}


def full(count: int = 6, /, **more: Any) -> Side:  # noqa: ANN401 what a side has
    """Return a side with this many spirits in its void, six by default."""
    return side(**{"deck": ["gate-whelp"] * 5, "spirits": ["boost"] * 3, "void": ["boost"] * count, **more})


def ritual(*steps: Part, a: Side, b: Side, settings: MatchSettings | None = None, c: Side | None = None) -> Played:
    """Return a match in which `a` has a command named "rite" that carries out these steps."""
    rite = command("rite", effect("rite", "none", do=list(steps)))
    others: dict[str, Any] = {} if c is None else {"c": c}
    return Played(board(cards=[rite, HERO, NOBLE], a=a, b=b, settings=settings, **others))


def rite(play: Played, name: str = "rite") -> list[Event]:
    """Activate this command of `a` and pass for all seats; return the events."""
    return play.quietly("a", Activate(card=play.find("a", name, "command")))


def losses_in(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Return the players who lost, each with the reason, in order."""
    return [(event.seat, event.reason) for event in of(PlayerLost, events)]


def results_in(events: Sequence[Event]) -> list[tuple[str | None, str, tuple[str, ...]]]:
    """Return the winner, the reason and the drawn players of the match's end, or an empty list if it has not ended."""
    return [(event.winner, event.reason, event.drawn) for event in of(MatchFinished, events)]


# ---------------------------------------------------------------- seven in the void


@pytest.mark.rule("TC-WIN-01", "TC-WIN-05", "TC-EX-13", "TC-CBT-10", "TC-CBT-12")
@pytest.mark.parametrize(("before", "expected"), [(5, []), (6, [("a", "last_standing", ())])])
def test_seventh_spirit_in_the_void_loses(before: int, expected: list[Any]) -> None:
    """A player whose savior is damaged stays in the match with 6 spirits in the void, and loses with 7 (TC-TAB-15)."""
    b = full(before, savior="hero", spirits=["boost"] * 5)
    play = Played(board(cards=[HERO], a=side(savior="hero"), b=b, step="combat"))
    events = play.quietly("a", DeclareAttack(attacker=play.savior("a"), target=play.savior("b")))
    assert (4, before + 1) == (len(play.player("b").spirits), len(play.player("b").void))
    assert expected == results_in(events)
    assert ([("b", "void")] if expected else []) == losses_in(events)


@pytest.mark.rule("TC-EX-10", "TC-WIN-01", "TC-WIN-03", "TC-WIN-04")
def test_savior_damaged_twice_without_a_spirit_deck() -> None:
    """A savior that is damaged twice pays the spirit under it, and then the one in hand.

    If this puts the seventh spirit into the void, its player loses.
    """
    forms = [("noble", *["boost"] * 4), ("noble", *["boost"] * 4)]
    b = side(savior=("hero", "boost"), forms=forms, hand=["boost"], void=["boost"] * 5)
    a = side(savior="hero", boundless=True, forms=[("noble", "boost")])
    play = Played(board(cards=[HERO, NOBLE], a=a, b=b, step="combat"))
    play.quietly("a", DeclareAttack(attacker=play.savior("a"), target=play.savior("b")))
    assert (6, [], 1) == (len(play.player("b").void), play.under(play.savior("b")), len(play.player("b").hand))
    events = play.quietly("a", DeclareAttack(attacker=play.form("a", "noble"), target=play.savior("b")))
    assert ([("b", "void")], 0) == (losses_in(events), len(play.player("b").hand))
    assert [("a", "last_standing", ())] == results_in(events)


@pytest.mark.rule("TC-RUL-041", "TC-WIN-01", "TC-ZONE-20")
@pytest.mark.parametrize(("settings", "drawn"), [(None, 0), (LATE, 1)])
def test_loss_comes_during_an_effect_or_after_it(settings: MatchSettings | None, drawn: int) -> None:
    """By default, a player loses at once, and the rest of the effect is dropped.

    The setting `loss_check` can delay losses until after the effect.
    """
    play = ritual(send_to_void("you"), DRAW, a=full(commands=["rite"]), b=FULL, settings=settings)
    events = rite(play)
    assert ([("a", "void")], drawn) == (losses_in(events), len(of(CardsDrawn, events)))
    assert [("b", "last_standing", ())] == results_in(events)


@pytest.mark.rule("TC-RUL-131", "TC-RUL-041")
@pytest.mark.parametrize(("settings", "expected"), [(None, [("a", "void")]), (LATE, [])])
def test_later_rescue_is_too_late(settings: MatchSettings | None, expected: list[Any]) -> None:
    """A rescue by a later step of an effect saves the player only if losses wait for the end of the effect."""
    play = ritual(send_to_void("you"), {"do": "rescue", "n": 2}, a=full(commands=["rite"]), b=FULL, settings=settings)
    events = rite(play)
    if settings is not None:
        events += play.answer(*play.decision().options[:2])
    assert expected == losses_in(events)


@pytest.mark.rule("TC-RUL-041", "TC-RUL-131", "TC-READ-12")
def test_void_is_checked_after_each_effect_of_a_chain() -> None:
    """If a response fills a player's void, the player loses before an earlier effect of the chain could help."""
    drown = form("drown", effect("pull", "swift", independent=True, do=[send_to_void("each_opponent")]))
    save = command("rite", effect("rite", "none", do=[{"do": "rescue", "n": 7}]))
    play = Played(board(cards=[drown, save], a=full(commands=["rite"]), b=side(forms=["drown"]), settings=LATE))
    play.do("a", Activate(card=play.find("a", "rite", "command")))
    while play.decision().seat != "b":
        play.do("a", Pass())
    events = [*play.do("b", Activate(card=play.form("b", "drown"))), *play.pass_all()]
    assert ([("a", "void")], [("b", "last_standing", ())]) == (losses_in(events), results_in(events))


@pytest.mark.rule("TC-RUL-131", "TC-RUL-041")
def test_spirit_kept_from_the_void_does_not_count() -> None:
    """If a replacement keeps the seventh spirit out of the void, the player does not lose."""
    dam = command("dam", {"id": "dam", "eti": "cont", "replace": {"event": "would_go_to_void", "who": "you"}})
    flood = command("flood", effect("rise", "none", do=[send_to_void("you"), DRAW]))
    play = Played(board(cards=[dam, flood], a=full(commands=["dam", "flood"]), b=FULL))
    events = rite(play, "flood")
    assert ([], [], 1) == (losses_in(events), of(SpiritsSentToVoid, events), len(of(CardsDrawn, events)))


@pytest.mark.rule("TC-RUL-134", "TC-RUL-046", "TC-READ-10")
@pytest.mark.parametrize(("settings", "paid"), [(None, 1), (LATE, 2)])
def test_cost_can_lose_the_match(settings: MatchSettings | None, paid: int) -> None:
    """If a player loses by paying, no window opens and the effect does not resolve.

    By default, the rest of the cost is not paid.
    """
    cost = [{"pay": "spirit_from_deck", "n": 1}, {"pay": "discard", "n": 1}]
    dear = command("dear", effect("buy", "none", cost=cost, do=[DRAW]))
    a = full(commands=["dear"], hand=["gate-whelp"])
    play = Played(board(cards=[dear], a=a, b=FULL, c=FULL, settings=settings))
    events = play.do("a", Activate(card=play.find("a", "dear", "command")))
    after = list(events)[names(events).index("CostPaid"):]  # fmt: skip
    moved = [name for name in names(after) if name in {"SpiritsSentToVoid", "Discarded"}]
    assert ([("a", "void")], paid, 1) == (losses_in(events), len(moved), len(of(CostPaid, events)))
    assert [] == of(EffectResolved, after)
    turn = names(after).index("TurnStarted")
    assert "WindowOpened" not in names(after)[:turn]
    assert ["b"] == [one.seat for one in of(TurnStarted, events)]


# ---------------------------------------------------------------- together, or one after another


@pytest.mark.rule("TC-EX-22", "TC-RUL-042", "TC-WIN-01", "TC-WIN-05")
def test_players_lose_together_by_one_step() -> None:
    """If one step fills both players' voids, the match is a draw between them (TC-TAB-15)."""
    events = rite(ritual(send_to_void("any"), a=full(commands=["rite"]), b=full()))
    assert [("a", "void"), ("b", "void")] == losses_in(events)
    assert [(None, "simultaneous", ("a", "b"))] == results_in(events)


@pytest.mark.rule("TC-EX-23", "TC-RUL-041", "TC-RUL-042", "TC-WIN-05")
def test_loser_by_an_earlier_step_loses_first() -> None:
    """If an effect's first step decides the match by filling a void, the second step is not carried out."""
    play = ritual(send_to_void("you"), send_to_void("opponent"), a=full(commands=["rite"]), b=full())
    events = rite(play)
    assert ([("a", "void")], [("b", "last_standing", ())]) == (losses_in(events), results_in(events))
    assert 6 == len(play.player("b").void)


@pytest.mark.rule("TC-EX-23", "TC-RUL-041", "TC-RUL-042")
def test_losses_after_the_effect_come_together() -> None:
    """If `loss_check` is `after_resolution`, two players lose together at the end of an effect.

    This applies even if two different steps of the effect have filled their voids.
    """
    steps = (send_to_void("you"), send_to_void("opponent"))
    events = rite(ritual(*steps, a=full(commands=["rite"]), b=full(), settings=LATE))
    assert [(None, "simultaneous", ("a", "b"))] == results_in(events)


@pytest.mark.rule("TC-WIN-05", "TC-RUL-003")
def test_last_player_left_wins() -> None:
    """When two of three players have lost, one after the other, the third wins and no decision is open."""
    play = Played(board(a=FULL, b=FULL, c=FULL))
    assert [] == results_in(play.do("b", Concede()))
    events = play.do("a", Concede())
    assert ([("a", "concession")], [("c", "last_standing", ())]) == (losses_in(events), results_in(events))
    assert ("finished", "c", {}) == (play.state.stage, play.state.winner, play.state.decisions)
    for seat in "abc":
        play.when(EndStep(), seat=seat).then_refused(MatchFinishedAlready)


# ---------------------------------------------------------------- the draw step


@pytest.mark.rule("TC-WIN-02", "TC-EX-21", "TC-RUL-035", "TC-RUL-118")
def test_empty_deck_loses_only_in_the_draw_step() -> None:
    """An effect that draws the last cards makes no player lose. A player whose deck is empty in the draw step loses."""
    play = ritual({"do": "draw", "n": 3}, a=side(commands=["rite"], deck=["gate-whelp"]), b=FULL)
    events = rite(play)
    assert ([], [1]) == (losses_in(events), [one.n for one in of(CardsDrawn, events)])
    play.go_on("act2", seat="b")
    events = play.quietly("b", EndStep())
    tail = names(events)[names(events).index("TurnStarted"):]  # fmt: skip
    assert ["TurnStarted", "StepEntered", "PlayerLost", "MatchFinished"] == tail
    assert [("a", "deck")] == losses_in(events)


@pytest.mark.rule("TC-WIN-02", "TC-RUL-046", "TC-RUL-135")
def test_turn_passes_when_the_deck_is_empty() -> None:
    """If one of three players cannot draw and loses, the turn ends at once, and the next player draws."""
    play = Played(board(a=side(), b=FULL, c=FULL, active="c", step="act2"))
    events = [*play.do("c", EndStep()), *play.pass_all()]
    assert ["a", "b"] == [one.seat for one in of(TurnStarted, events)]
    out = names(events)[names(events).index("PlayerLost"):][:4]  # fmt: skip
    assert ["PlayerLost", "PlayerRemoved", "TurnEnded", "TurnStarted"] == out
    assert ["end", "draw", "draw", "invoke", "act1"] == [one.step for one in of(StepEntered, events)]
    assert ["b"] == [one.seat for one in of(CardsDrawn, events)]


INSTEAD: Final = {"event": "would_draw", "who": "you", "do": [{"do": "invoke", "n": 1}]}
WELL: Final = command("well", {"id": "well", "eti": "cont", "replace": INSTEAD})


@pytest.mark.rule("TC-EX-25", "TC-RUL-118", "TC-WIN-02", "TC-TURN-02", "TC-ETI-05")
def test_draw_of_the_draw_step_may_be_replaced() -> None:
    """If an effect replaces the draw with an invoke, a player with an empty deck does not lose."""
    a = side(commands=["well"], spirits=["boost"] * 3)
    play = Played(board(cards=[WELL], a=a, b=FULL, active="b", step="act2"))
    events = [*play.do("b", EndStep()), *play.go_on("act1", seat="a")]
    assert ([], [], [1, 1]) == (
        losses_in(events),
        of(CardsDrawn, events),
        [one.n for one in of(SpiritsInvoked, events)],
    )


@pytest.mark.rule("TC-EX-18", "TC-RUL-036", "TC-KEY-14", "TC-KEY-15")
def test_devour_takes_at_most_what_is_left() -> None:
    """A devour of two takes the only spirit of a deck. The rules refuse another devour, which would take no spirit."""
    b = side(savior=("hero", "boost"), hand=["boost"], spirits=["boost"])
    play = ritual({"do": "devour", "n": 2}, a=side(commands=["rite"]), b=b)
    assert [1] == [len(one.spirits) for one in of(SpiritsSentToVoid, rite(play))]
    play.assert_refused("a", Activate(card=play.find("a", "rite", "command")), NothingToDevour)
    assert (1, 1, 1) == (len(play.player("b").void), len(play.player("b").hand), len(play.under(play.savior("b"))))


# ---------------------------------------------------------------- cards that win


WIN: Final = {"do": "win_game"}


@pytest.mark.rule("TC-WIN-06", "TC-WIN-07", "TC-RUL-043")
def test_win_belongs_to_the_controller_of_the_card() -> None:
    """A step that wins the match does so for the controller of its card, even if another player owns the card."""
    trophy = form("trophy", effect("triumph", "none", independent=True, do=[WIN, DRAW]))
    grab = {"do": "gain_control", "of": {"who": "opponent", "zone": "form"}}
    take = command("take", effect("grab", "none", do=[grab]))
    play = Played(board(cards=[trophy, take], a=full(commands=["take"]), b=side(forms=["trophy"])))
    rite(play, "take")
    play.answer(0)
    events = play.quietly("a", Activate(card=play.form("a", "trophy")))
    assert {"b"} == {one.owner for one in play.state.table.values() if one.card == "trophy"}
    assert ([("a", "effect", ())], []) == (results_in(events), of(CardsDrawn, events))


@pytest.mark.rule("TC-RUL-043", "TC-WIN-06")
def test_loser_cannot_win() -> None:
    """If an effect fills its own player's void, a later step that would win the match is not carried out."""
    events = rite(ritual(send_to_void("you"), WIN, a=full(commands=["rite"]), b=FULL, c=FULL))
    assert ([("a", "void")], []) == (losses_in(events), results_in(events))


@pytest.mark.rule("TC-RUL-043", "TC-WIN-06")
@pytest.mark.parametrize(("void", "expected"), [(5, [("a", "effect", ())]), (6, [("b", "last_standing", ())])])
def test_winning_conditions_are_checked_after_losses(void: int, expected: list[Any]) -> None:
    """A card that wins on a condition is checked only when the effect is complete and losses have been applied."""
    empty = {"op": "spirit_deck_count", "who": "you", "cmp": "==", "n": 0}
    goal = command("goal", effect("goal", "auto", on={"event": "state", "when": empty}, do=[WIN]))
    rite_ = command("rite", effect("rite", "none", do=[send_to_void("you"), DRAW]))
    a = full(void, commands=["goal", "rite"], spirits=["boost"])
    play = Played(board(cards=[goal, rite_], a=a, b=FULL))
    events = rite(play)
    assert expected == results_in(events)
    assert (1 if void < 6 else 0) == len(of(CardsDrawn, events))


@pytest.mark.rule("TC-WIN-08", "TC-WIN-06")
def test_cards_that_win_are_public() -> None:
    """A card that wins by counters is visible to all seats in play, so it needs no announcement."""
    game = board(a=side(commands=["seven-seals"]), b=side())
    seals = number(game, "a", "seven-seals")
    shown = next(one for one in view(game.state, "b").players["a"].commands if one is not None)
    assert (seals, "seven-seals") == (shown.thing, shown.card)
