"""Losing and winning: when a full void makes its player lose, what happens to a loser's cards, and how a match ends."""

from __future__ import annotations

import pytest

from services.tcg.chapters import control, entering, hands, winning
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.course import AttackDeclared, AttackEnded
from services.tcg.chapters.departures import CardSentToDrop, Gone, SpiritsSentToVoid
from services.tcg.chapters.turn import TurnStarted
from services.tcg.chapters.winning import MatchFinished, PlayerLost, PlayerRemoved
from services.tcg.playing.position import act
from services.tcg.settings import MatchSettings, StallGuard
from services.tcg.state.tasks import Declaring, Finish, Go, Paying, Running, Window
from tests.tcg.board import board, card, effect, event_names, form, heard, number, side
from tests.tcg.played import Played
from tests.tcg.playing import Playing, run
from tests.tcg.policy import pick
from tests.tcg.steps import CARDS, cast, done, events_of, spell

SIX = ["boost"] * 6
LATE = MatchSettings(loss_check="after_resolution")
FILL = {"do": "spirit_to_void", "from": "spirit_deck", "n": 1}
SAVE = {"do": "rescue", "n": 7}


# ---------------------------------------------------------------- the full void


@pytest.mark.rule("TC-WIN-01", "TC-ZONE-20", "TC-WIN-05")
def test_the_seventh_spirit_loses_at_once() -> None:
    """A player with six spirits in the void stays in the match.

    With the seventh, the player loses, and the last player left wins.
    """
    game = board(cards=[*CARDS, spell(FILL)], a=side(commands=["spell"], spirits=["boost"] * 2, void=SIX[1:]), b=side())
    cast(game)
    assert ["SpiritsSentToVoid"] == event_names(game)
    cast(game)
    assert [PlayerLost(seat="a", reason="void"), MatchFinished(winner="b", reason="last_standing")] == done(game)[-2:]


@pytest.mark.rule("TC-RUL-131", "TC-RUL-041")
def test_a_later_step_of_the_same_effect_is_too_late() -> None:
    """The seventh spirit makes the player lose before a later step of the same effect could empty the void."""
    game = board(cards=[*CARDS, spell(FILL, SAVE)], a=side(commands=["spell"], spirits=["boost"], void=SIX), b=side())
    cast(game)
    assert ["SpiritsSentToVoid", "PlayerLost", "MatchFinished"] == event_names(game)


@pytest.mark.rule("TC-RUL-041", "TC-RUL-131", "TC-RUL-134")
def test_setting_checks_voids_after_the_whole_effect() -> None:
    """If `loss_check` is `after_resolution`, a later rescue by the same effect saves the player."""
    game = board(
        cards=[*CARDS, spell(FILL, SAVE)],
        a=side(commands=["spell"], spirits=["boost"], void=SIX),
        b=side(),
        settings=LATE,
    )
    cast(game)
    winning.check(game, complete=True)
    assert ["SpiritsSentToVoid", "Rescued"] == event_names(game)
    game = board(
        cards=[*CARDS, spell(FILL)], a=side(commands=["spell"], spirits=["boost"], void=SIX), b=side(), settings=LATE
    )  # fmt: skip
    cast(game)
    assert ("turns",) == (game.state.stage,)
    winning.check(game, complete=True)
    assert "finished" == game.state.stage


@pytest.mark.rule("TC-WIN-02", "TC-RUL-118")
def test_empty_deck_in_the_draw_step_loses() -> None:
    """A player whose deck is empty in the draw step loses, unless the draw is replaced."""
    game = board(a=side(), b=side())
    hands.draw_for_step(game, "a")
    assert [PlayerLost(seat="a", reason="deck")] == events_of(game, PlayerLost)
    keeper = form("keeper", effect("tide", replace={"event": "would_draw", "who": "you"}))
    game = board(cards=[keeper], a=side(forms=["keeper"]), b=side())
    hands.draw_for_step(game, "a")
    assert [] == done(game)


@pytest.mark.rule("TC-RUL-118", "TC-ETI-02")
def test_effects_of_the_turns_beginning_resolve_after_the_draw() -> None:
    """An [AUTO] effect that triggers at the beginning of a turn resolves after the draw."""
    early = form(
        "early", effect("sun", "auto", on={"event": "turn_started", "by": "you"}, do=[{"do": "invoke", "n": 1}])
    )
    player = side(forms=["early"], deck=["gate-whelp"] * 3, spirits=["boost"] * 3)
    play = Played(board(cards=[early], a=side(deck=["gate-whelp"] * 3), b=player, step="end"))
    events = [type(one).__name__ for one in play.go_on("act1", seat="b")]
    order = ["TurnStarted", "TriggersQueued", "StepEntered", "CardsDrawn", "TriggerBegun"]
    assert order == [name for name in events[events.index("TurnStarted") :] if name in order][:5]


# ---------------------------------------------------------------- leaving the table


def three(**more: object) -> Playing:
    """Return a board of three seats: `a` and `b` each control a form of the other, with spirits of both under it."""
    game = board(
        cards=[*CARDS, spell({"do": "draw", "n": 1})], a=side(commands=["spell"], forms=[("whelp", "boost")]),
        b=side(commands=["spell"], forms=[("brute", "rescue")]), c=side(deck=["whelp"]), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    control.take_control(game, card(game, "a", "whelp"), "b", 1)
    control.take_control(game, card(game, "b", "brute"), "a", 1)
    entering.attach(game, number(game, "a", "brute"), _void(game, "a"))
    game.events.clear()
    return game


def _void(game: Playing, seat: str) -> int:
    """Put a spirit into a seat's void; return the spirit's number."""
    thing = game.state.made + 1
    game.emit(
        SpiritsSentToVoid(
            cause="effect", spirits=(Gone(owner=seat, card="house-perfect", thing=thing, origin="spirit_deck"),)
        )
    )
    return thing


@pytest.mark.rule("TC-RUL-046", "TC-SPI-06")
def test_losers_cards_are_removed_and_others_get_theirs_back() -> None:
    """When a player loses, their cards are removed from the match.

    A form that they took from `a` goes to a's drop zone, and a's spirits under their cards go to a's void.
    """
    game = three()
    whelp, boost = card(game, "b", "whelp"), number(game, "b", "boost")
    perfect = number(game, "a", "perfect")
    winning.lose(game, ["b"], "concession")
    gone = {
        Gone(owner="a", card="house-boost", thing=boost, origin="under", was=boost),
        Gone(owner="a", card="house-perfect", thing=perfect, origin="under", was=perfect),
    }
    assert gone == set(events_of(game, SpiritsSentToVoid)[0].spirits)
    assert [CardSentToDrop(thing=whelp.id, card="whelp", owner="a", cause="elimination")] == events_of(
        game, CardSentToDrop
    )
    assert ["PlayerLost", "SpiritsSentToVoid", "CardSentToDrop", "PlayerRemoved"] == event_names(game)
    owned = [one.place for one in game.state.table.values() if one.owner == "b"]
    assert {"removed"} == set(owned)
    assert [0, 0] == game.state.players["a"].forms
    assert (2, [whelp.id]) == (len(game.state.players["a"].void), game.state.players["a"].drop)


@pytest.mark.rule("TC-RUL-042", "TC-RUL-046")
def test_spirits_moved_by_an_elimination_may_make_another_lose_after_it() -> None:
    """If an elimination returns a seventh spirit to another player's void, that player also loses.

    The last player left wins.
    """
    game = three()
    for _ in range(5):
        _void(game, "a")
    game.events.clear()
    winning.lose(game, ["b"], "concession")
    assert ["b", "a"] == [event.seat for event in events_of(game, PlayerLost)]
    assert ("c", "last_standing") == (game.state.winner, game.state.reason)


@pytest.mark.rule("TC-RUL-046")
def test_pending_effects_and_attacks_of_a_loser_vanish() -> None:
    """When a player loses, their effects, tasks and attacks are removed, but not those of other players."""
    game = three(step="combat")
    for at, seat in enumerate(("a", "b"), 1):
        source = number(game, seat, "spell")
        game.emit(EffectDeclared(number=at, seat=seat, thing=source, card="spell", effect="spell#cast"))
        game.push(Running(seat=seat, card=source, printed="spell", effect="spell#cast", link=at))
    game.emit(AttackDeclared(seat="a", attacker=number(game, "a", "brute"), target=number(game, "b", "whelp"), of="b"))
    game.push(Window(kind="W4", by="a"))
    winning.lose(game, ["b"], "concession")
    assert [1] == [link.number for link in game.state.chain]
    assert ["Running", "Window"] == [type(task).__name__ for task in game.state.pending]
    assert AttackEnded(reason="gone") in done(game)
    assert game.state.attack is None


@pytest.mark.rule("TC-RUL-135")
def test_turn_ends_after_others_effects_when_the_turn_player_loses() -> None:
    """When the turn player loses, effects and payments that others have declared finish before the next turn."""
    game = three()
    source = number(game, "b", "spell")
    game.emit(EffectDeclared(number=1, seat="b", thing=source, card="spell", effect="spell#cast"))
    mine = Running(seat="a", card=number(game, "a", "spell"), printed="spell", effect="spell#cast")
    theirs = Running(seat="b", card=source, printed="spell", effect="spell#cast", link=1)
    paying, declaring = Paying(seat="b", savior=2), Declaring(
        seat="c", card=3, printed="spell", effect="spell#cast", origin="trigger"
    )  # fmt: skip
    game.state.pending.extend(
        (Go(to="open"), Go(to="settle"), Window(kind="W1"), mine, Finish(number=1), theirs, paying, declaring)
    )
    winning.lose(game, ["a"], "concession")
    assert [
        Go(to="next_turn"), Go(to="settle"), Go(to="resolve"), Finish(number=1), theirs, paying, declaring,
    ] == game.state.pending  # fmt: skip


@pytest.mark.rule("TC-RUL-046", "TC-RUL-135")
def test_turn_passes_to_the_left_of_a_losing_turn_player() -> None:
    """If the turn player loses by their own effect, the rest of it is dropped, and the next player's turn begins."""
    game = board(
        cards=[*CARDS, spell({"do": "lose_game", "who": "you"}, {"do": "draw", "n": 1, "who": "any"})],
        a=side(commands=["spell"]), b=side(deck=["whelp"] * 3), c=side(deck=["whelp"] * 3),
    )  # fmt: skip
    game.push(Go(to="open"))
    cast(game)
    assert ["PlayerLost", "PlayerRemoved", "TurnEnded", "TurnStarted"] == event_names(game)[:4]
    assert [TurnStarted(turn=4, seat="b")] == events_of(game, TurnStarted)
    assert "b" == game.state.active


@pytest.mark.rule("TC-RUL-046")
def test_effect_continues_without_a_player_who_lost() -> None:
    """If a player loses in the middle of an effect, the effect continues for the remaining players."""
    game = board(
        cards=[*CARDS, spell({"do": "lose_game", "who": {"var": "who"}}, {"do": "draw", "n": 1, "who": "any"})],
        a=side(commands=["spell"], deck=["whelp"]), b=side(deck=["whelp"]), c=side(deck=["whelp"]),
    )  # fmt: skip
    game.push(
        Running(seat="a", card=number(game, "a", "spell"), printed="spell", effect="spell#cast", names={"who": (1,)})
    )
    run(game)
    assert ["PlayerLost", "PlayerRemoved", "CardsDrawn", "CardsDrawn"] == event_names(game)
    assert PlayerRemoved(seat="b") in done(game)


def test_loss_triggers_effects_of_the_remaining_players() -> None:
    """When a player loses, [AUTO] effects of the remaining players trigger."""
    seer = form("seer", effect("see", "auto", on={"event": "player_lost"}, do=[{"do": "draw", "n": 1}]))
    game = board(cards=[seer], a=side(forms=["seer"]), b=side(), c=side())
    winning.lose(game, ["b"], "concession")
    assert ["seer#see"] == heard(game)


# ---------------------------------------------------------------- ends


@pytest.mark.rule("TC-RUL-042")
def test_match_is_drawn_when_all_remaining_players_lose_together() -> None:
    """If one step makes both remaining players lose, the match is a draw between them."""
    game = board(a=side(), b=side())
    winning.lose(game, ["a", "b"], "effect")
    assert MatchFinished(winner=None, reason="simultaneous", drawn=("a", "b")) == done(game)[-1]


def test_nobody_loses_twice_or_after_the_end() -> None:
    """A player's second loss and a win after the end of the match change nothing."""
    game = board(a=side(), b=side(), c=side())
    winning.lose(game, ["a"], "effect")
    told_so_far = len(game.events)
    winning.lose(game, ["a"], "effect")
    winning.win(game, "a")
    assert told_so_far == len(game.events)
    winning.win(game, "b")
    winning.lose(game, ["c"], "effect")
    assert MatchFinished(winner="b", reason="effect") == done(game)[-1]


@pytest.mark.rule("TC-RUL-095")
def test_match_that_exceeds_a_stall_limit_is_drawn() -> None:
    """A match is drawn when it exceeds the stall guard's number of queued effects, chain links or turns."""
    guard = MatchSettings(stall_guard=StallGuard(queued=5, links=0, max_turns=3))
    game = board(a=side(), b=side(), settings=guard)
    assert winning.end_if_stalled(game) is False
    game.state.idle = 6
    assert winning.end_if_stalled(game) is True
    assert MatchFinished(winner=None, reason="stall", drawn=("a", "b")) == done(game)[-1]
    game = board(a=side(), b=side(), settings=guard, turn=2)
    assert winning.out_of_turns(game) is False
    game = board(a=side(), b=side(), settings=guard, turn=3)
    assert winning.out_of_turns(game) is True
    assert MatchFinished(winner=None, reason="turns", drawn=("a", "b")) == done(game)[-1]


@pytest.mark.rule("TC-RUL-095")
def test_effect_that_multiplies_itself_draws_the_match() -> None:
    """An effect that triggers itself twice each time makes the match a draw, even if its player orders the triggers."""
    draws = [{"do": "draw", "n": 1}] * 2
    breeding = effect("breed", "auto", on={"event": "drawn", "by": "you"}, do=draws)
    game = board(
        cards=[form("hive", breeding), spell(*draws)], b=side(),
        a=side(forms=["hive", "hive"], commands=["spell"], deck=["gate-whelp"] * 30),
        settings=MatchSettings(stall_guard=StallGuard(queued=20), auto_pass="no_legal_response"),
    )  # fmt: skip
    game.push(Go(to="settle"))
    cast(game)
    ordered = 0
    while game.state.decisions:
        ordered += game.state.decisions["a"].kind == "order_triggers"
        game.events.clear()
        act(game, "a", pick(game, "a", lambda _: 0))
    assert 0 < ordered < 20
    assert ("stall", {"a", "b"}) == (game.state.reason, set(game.state.drawn))


@pytest.mark.rule("TC-RUL-095")
def test_chain_beyond_its_limit_draws_the_match() -> None:
    """With a limit of two effects in a chain, a third effect makes the match a draw."""
    game = board(
        cards=[spell({"do": "draw", "n": 1})], a=side(commands=["spell"]), b=side(),
        settings=MatchSettings(stall_guard=StallGuard(queued=0, links=2)),
    )  # fmt: skip
    source = number(game, "a", "spell")
    for at in (1, 2, 3):
        assert winning.end_if_stalled(game) is False
        game.emit(EffectDeclared(number=at, seat="a", thing=source, card="spell", effect="spell#cast"))
    assert winning.end_if_stalled(game) is True
