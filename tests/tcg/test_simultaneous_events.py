"""Losses, damage and draws that occur at the same time, and the effects triggered by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.course import WindowOpened
from services.tcg.chapters.damage import CardDamaged, DamageSettled
from services.tcg.chapters.departures import CardSentToDrop, SpiritsSentToVoid
from services.tcg.chapters.entering import SaviorFlipped
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import CardsDrawn, Discarded, Rescued, SpiritsInvoked
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.chapters.turn import TurnEnded
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import MatchFinished, PlayerLost
from services.tcg.settings import MatchSettings
from services.tcg.state.tasks import Go
from shared.kernel.messages import Event, Seat
from tests.tcg.board import Side, board, card, command, effect, form, heard, side
from tests.tcg.played import Played, of
from tests.tcg.playing import Playing, run
from tests.tcg.steps import CARDS, answer, cast, done, events_of, open_decision, spell

DRAW: Final = {"do": "draw", "n": 1}
THIS: Final = {"ref": "this"}
FORM: Final = {"who": "you", "zone": "form"}
SAVIORS: Final = {"who": "any", "zone": "savior"}
SIX: Final = ["boost"] * 6
CHIME: Final = command("chime", effect("toll", "auto", on={"event": "player_lost"}, do=[DRAW]))


# ---------------------------------------------------------------- when a player loses


@pytest.mark.rule("TC-RUL-093", "TC-RUL-058")
def test_concession_triggers_effects_like_any_loss() -> None:
    """A concession triggers effects for losses, which resolve before the turn player acts again."""
    play = Played(board(cards=[CHIME], a=side(commands=["chime"], deck=["gate-whelp"] * 2), b=side(), c=side()))
    events = [*play.do("c", Concede()), *play.pass_all()]
    assert [("c", "concession")] == [(event.seat, event.reason) for event in of(PlayerLost, events)]
    assert ["PlayerLost", "PlayerRemoved", "TriggersQueued", "TriggerBegun"] == [type(one).__name__ for one in events][
        :4
    ]
    assert [("a", 1)] == [(event.seat, event.n) for event in of(CardsDrawn, events)]
    assert ("act", "a") == (play.decision().kind, play.decision().seat)


@pytest.mark.rule("TC-RUL-093", "TC-RUL-055")
def test_concession_in_a_window_triggers_before_it_continues() -> None:
    """If a player concedes while another may respond, triggered effects resolve first; then the window reopens."""
    play = Played(
        board(cards=[*CARDS, CHIME], a=side(commands=["chime"], hand=["whelp"], deck=["whelp"]), b=side(set=["trap"]),
              c=side())
    )  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    assert ("respond", "b", "W1") == (play.decision().kind, play.decision().seat, play.state.window)
    events = list(play.do("c", Concede()))
    while play.state.window == "W2":
        events += play.do(play.decision().seat, Pass())
    assert [("a", 1)] == [(event.seat, event.n) for event in of(CardsDrawn, events)]
    assert ("respond", "b", "W1") == (play.decision().kind, play.decision().seat, play.state.window)
    assert "W1" == of(WindowOpened, events)[-1].kind


@pytest.mark.rule("TC-RUL-093", "TC-RUL-135")
def test_turn_players_concession_triggers_before_the_next_turn() -> None:
    """If the turn player concedes, effects for losses resolve before the next turn begins."""
    play = Played(
        board(cards=[CHIME], a=side(), b=side(commands=["chime"], deck=["gate-whelp"] * 3), c=side(deck=["gate-whelp"]))
    )
    names = [type(one).__name__ for one in [*play.do("a", Concede()), *play.pass_all()]]
    assert names.index("TriggerBegun") < names.index("CardsDrawn") < names.index("TurnEnded")


# ---------------------------------------------------------------- the turn player concedes


@pytest.mark.rule("TC-RUL-135")
@pytest.mark.parametrize("leaver", ["a", "c"])
def test_command_declared_by_an_effect_resolves_before_it_continues(leaver: str) -> None:
    """A command that an effect played still resolves if a player concedes while others may respond to it."""
    rite = command("rite", effect("main", "none", main=True, do=[DRAW]), kind="normal")
    hand = {"who": "you", "zone": "hand", "n": 1, "filter": {"op": "is", "of": {"ref": "each"}, "kind": "command"}}
    chant = form(
        "chant",
        effect("cast", "swift", limit={"count": 1, "per": "turn"},
               do=[{"do": "play_command", "of": hand, "from": "hand"}, {"do": "invoke", "n": 1}]),
    )  # fmt: skip
    play = Played(
        board(cards=[*CARDS, rite, chant], a=side(hand=["whelp"]),
              b=side(forms=[("chant", "boost")], hand=["rite"], deck=["whelp"] * 3, spirits=["boost"]),
              c=side(set=["trap"], deck=["whelp"] * 3)),
    )  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    play.do("b", Activate(card=play.form("b", "chant")))
    while play.decision().kind == "respond" and len(play.state.chain) < 2:
        play.do(play.decision().seat, Pass())
    if play.decision().kind != "respond":
        play.answer(*play.decision().options[:1])
    while play.decision().kind in ("choose_cards", "choose_zone"):
        play.answer(*play.decision().options[:1])
    assert 2 == len(play.state.chain)
    events = [*play.do(leaver, Concede()), *play.pass_all()]
    words = [type(one).__name__ for one in events if isinstance(one, CardsDrawn | SpiritsInvoked | TurnEnded)]
    assert ["CardsDrawn", "SpiritsInvoked"] == words[:2]
    assert [2, 1] == [event.number for event in of(EffectResolved, events)][:2]


# ---------------------------------------------------------------- simultaneous damage


def settle_damage(game: Playing) -> Playing:
    """Settle the damage on a board and return the board."""
    game.push(Go(to="settle"))
    run(game)
    return game


def damaging(*, settings: MatchSettings | None = None, of_: Any = None, **seats: Any) -> Playing:  # noqa: ANN401
    """Return a board on which `a` has damaged all saviors, or the cards in `of_`.

    The damage is settled up to the first decision.
    """
    step = {"do": "damage", "of": of_ or SAVIORS}
    return settle_damage(cast(board(cards=[*CARDS, spell(step)], settings=settings, **seats)))


@pytest.mark.rule("TC-RUL-042", "TC-CBT-12")
def test_saviors_damaged_by_one_step_pay_together() -> None:
    """If a step damages the saviors of all players and each has six spirits in the void, all lose and nobody wins."""
    full = side(spirits=["boost"], void=SIX)
    game = damaging(a=side(commands=["spell"], spirits=["boost"], void=SIX), b=full, c=full)
    assert [False, True, True] == [event.together for event in events_of(game, CardDamaged)]
    assert [3] == [len(event.things) for event in events_of(game, DamageSettled)]
    assert [("a", "b", "c")] == [
        tuple(one.owner for one in event.spirits) for event in events_of(game, SpiritsSentToVoid)
    ]
    assert [MatchFinished(winner=None, reason="simultaneous", drawn=("a", "b", "c"))] == events_of(game, MatchFinished)


@pytest.mark.rule("TC-RUL-042", "TC-WIN-03", "TC-WIN-04")
def test_payments_of_one_step_are_picked_before_cards_move() -> None:
    """If several players pay for the damage of one step, all pick their spirits before any spirit moves."""
    game = damaging(
        a=side(commands=["spell"], savior=("lantern-marshal", "boost", "rescue")), b=side(hand=["boost", "aggress"]),
        c=side(spirits=["boost"], void=SIX),
    )  # fmt: skip
    assert ("a", "damage_spirit", []) == (
        open_decision(game).seat,
        open_decision(game).kind,
        events_of(game, SpiritsSentToVoid),
    )
    answer(game, open_decision(game).options[0])
    assert ("b", "damage_spirit", []) == (
        open_decision(game).seat,
        open_decision(game).kind,
        events_of(game, SpiritsSentToVoid),
    )
    answer(game, open_decision(game).options[0])
    sent = [(one.owner, one.origin) for event in events_of(game, SpiritsSentToVoid) for one in event.spirits]
    assert [("a", "under"), ("c", "spirit_deck"), ("b", "hand")] == sent
    assert [PlayerLost(seat="c", reason="void")] == events_of(game, PlayerLost)


@pytest.mark.rule("TC-RUL-042", "TC-RUL-033")
def test_player_unable_to_pay_loses_together_with_full_voids() -> None:
    """If `damage_without_spirits` is `lose`, a player who cannot pay and one with a full void lose simultaneously."""
    game = damaging(
        settings=MatchSettings(damage_without_spirits="lose"), a=side(commands=["spell"], spirits=["boost"]), b=side(),
        c=side(spirits=["boost"], void=SIX),
    )  # fmt: skip
    assert [PlayerLost(seat="b", reason="damage"), PlayerLost(seat="c", reason="void")] == events_of(game, PlayerLost)
    assert [MatchFinished(winner="a", reason="last_standing")] == events_of(game, MatchFinished)


@pytest.mark.rule("TC-RUL-042", "TC-FORM-23")
def test_forms_and_saviors_damaged_by_one_step_are_settled_together() -> None:
    """If a step damages a form and a savior, and their spirits fill the voids of both players, both players lose."""
    game = damaging(
        of_={"who": "any", "zone": ["savior", "form"], "filter": {"op": "is", "of": {"ref": "each"}}},
        a=side(commands=["spell"], spirits=["boost"] * 2, void=SIX), b=side(forms=[("whelp", "boost")], void=SIX),
    )  # fmt: skip
    assert [MatchFinished(winner=None, reason="simultaneous", drawn=("a", "b"))] == events_of(game, MatchFinished)
    assert ["whelp"] == [event.card for event in events_of(game, CardSentToDrop)]


@pytest.mark.rule("TC-RUL-042")
def test_damage_of_two_steps_is_settled_in_order() -> None:
    """If two steps fill the voids of two players, the player damaged first loses first, whatever their seats."""

    def only(seat: int) -> dict[str, Any]:
        return {"do": "damage", "of": {"who": {"var": f"p{seat}"}, "zone": "savior"}}

    full = side(spirits=["boost"], void=SIX)
    steps = (
        {"do": "choose_player", "store": "p1"}, {"do": "choose_player", "store": "p2"}, only(1), only(2),
    )  # fmt: skip
    game = board(cards=[*CARDS, spell(*steps)], a=side(commands=["spell"]), b=full, c=full, d=side())
    cast(game)
    answer(game, 2)
    answer(game, 1)
    settle_damage(game)
    assert ["c", "b"] == [event.seat for event in events_of(game, PlayerLost)]
    assert [1, 1] == [len(event.spirits) for event in events_of(game, SpiritsSentToVoid)]


@pytest.mark.rule("TC-RUL-042", "TC-RUL-046")
def test_player_who_concedes_pays_no_damage() -> None:
    """If a player concedes while another is choosing a spirit to pay, the remaining players pay as before."""
    play = Played(
        board(cards=[*CARDS, spell({"do": "damage", "of": SAVIORS})], a=side(commands=["spell"], spirits=["boost"]),
              b=side(hand=["boost", "aggress"]), c=side(hand=["boost", "aggress"]), d=side(spirits=["boost"])),
    )  # fmt: skip
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    assert ("damage_spirit", "b") == (play.decision().kind, play.decision().seat)
    play.do("c", Concede())
    events = play.answer(play.decision().options[0])
    owners = [one.owner for event in of(SpiritsSentToVoid, events) for one in event.spirits]
    assert ["a", "d", "b"] == owners


TWO: Final = ["boost", "aggress"]
EACH_OPPONENT: Final = {"who": "each_opponent", "zone": "savior"}


def damaging_command(
    seats: Mapping[Seat, Side], settings: MatchSettings | None = None, *, of_: Any = SAVIORS  # noqa: ANN401 a selector
) -> Played:  # fmt: skip
    """Return a match in which `a` has activated a command that damages these cards."""
    spells = [*CARDS, spell({"do": "damage", "of": of_})]
    sides: dict[str, Any] = {**seats, "a": replace(seats["a"], commands=["spell"])}
    play = Played(board(cards=spells, settings=settings, **sides))
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    return play


def payments_of(play: Played, *also: Event) -> tuple[list[Seat], list[tuple[str, str]]]:
    """Answer all questions for payments with the first option.

    Return the seats that were asked, and the owner and the former zone of each spirit that went to the void, also of
    those in the given events.
    """
    asked, events = list[Seat](), list(also)
    while play.decision().kind == "damage_spirit":
        assert [] == of(SpiritsSentToVoid, events)
        asked.append(play.decision().seat)
        events += play.answer(play.decision().options[0])
    return asked, [(one.owner, one.origin) for event in of(SpiritsSentToVoid, events) for one in event.spirits]


@pytest.mark.rule("TC-RUL-042", "TC-WIN-03")
@pytest.mark.parametrize(
    ("of_", "payers", "seats"),
    [
        (SAVIORS, ["a", "b"], {"a": side(hand=TWO), "b": side(hand=TWO)}),
        (EACH_OPPONENT, ["b", "c"], {"a": side(), "b": side(hand=TWO), "c": side(hand=TWO)}),
        (SAVIORS, ["a", "b", "c", "d"], {seat: side(hand=TWO) for seat in "abcd"}),
    ],
)
def test_all_saviors_without_a_spirit_deck_pay_together(of_: Any, payers: list[Seat], seats: Any) -> None:  # noqa: ANN401
    """Each player whose spirit deck is empty picks a spirit, in seat order, and then all spirits move together."""
    play = damaging_command(seats, of_=of_)
    assert (payers, [(seat, "hand") for seat in payers]) == payments_of(play)
    assert [1 if seat in payers else 0 for seat in seats] == [len(play.pile(seat, "void")) for seat in seats]


@pytest.mark.rule("TC-RUL-042", "TC-RUL-033")
def test_payments_with_spirits_of_forms_are_made_together() -> None:
    """If spirits of forms may pay, several players are asked which one, and pay together."""
    settings = MatchSettings(damage_without_spirits="take_from_forms")
    play = damaging_command({seat: side(forms=[("whelp", *TWO)]) for seat in "abcd"}, settings)
    assert (list("abcd"), [(seat, "under") for seat in "abcd"]) == payments_of(play)


@pytest.mark.rule("TC-RUL-042", "TC-RUL-046", "TC-RUL-159")
@pytest.mark.parametrize(("leaver", "asked"), [("a", ["b", "c"]), ("b", ["c"]), ("c", ["b"])])
def test_concession_between_two_payments(leaver: str, asked: list[Seat]) -> None:
    """If a player concedes while another is choosing a payment, the others still pay, and pay together."""
    play = damaging_command({seat: side(hand=TWO, deck=["whelp"] * 3) for seat in "abcd"})
    play.answer(play.decision().options[0])
    assert ("damage_spirit", "b") == (play.decision().kind, play.decision().seat)
    play.do(leaver, Concede())
    stay = [seat for seat in "abcd" if seat != leaver]
    assert ([*asked, "d"], [(seat, "hand") for seat in stay]) == payments_of(play)


@pytest.mark.rule("TC-RUL-042", "TC-RUL-046")
@pytest.mark.parametrize(
    ("leaver", "asked", "sent"),
    [
        ("a", ["b"], [("c", "spirit_deck"), ("b", "hand")]),
        ("c", ["a", "b"], [("a", "under"), ("b", "hand")]),
    ],
)
def test_picked_spirit_of_another_player(leaver: str, asked: list[Seat], sent: list[tuple[str, str]]) -> None:
    """A picked spirit that leaves by a concession is no payment: its player is asked again, unless that player left."""
    deck = ["whelp"] * 3
    game = board(
        cards=[*CARDS, spell({"do": "damage", "of": SAVIORS})],
        a=side(savior=("lantern-marshal", "boost", "rescue", "aggress"), commands=["spell"], deck=deck),
        b=side(hand=TWO, deck=deck), c=side(spirits=["boost"], deck=deck),
    )  # fmt: skip
    spirit = card(game, "a", "boost", "under")
    spirit.owner = "c"
    play = Played(game)
    play.quietly("a", Activate(card=play.find("a", "spell", "command")))
    play.answer(spirit.id)
    assert ("damage_spirit", "b") == (play.decision().kind, play.decision().seat)
    play.do(leaver, Concede())
    assert (asked, sent) == payments_of(play)


@pytest.mark.rule("TC-RUL-142")
@pytest.mark.parametrize(
    ("step", "kind", "event"),
    [
        ({"do": "draw", "n": 1, "who": "any"}, CardsDrawn, "drawn"),
        ({"do": "invoke", "n": 1, "who": "any"}, SpiritsInvoked, "invoked"),
        ({"do": "rescue", "n": 1, "who": "any"}, Rescued, "rescued"),
        ({"do": "discard", "n": 1, "who": "any"}, Discarded, "discarded"),
        ({"do": "flip_savior", "who": "any"}, SaviorFlipped, "savior_flipped"),
    ],
)
def test_common_step_is_complete_before_it_triggers(step: Any, kind: Any, event: str) -> None:  # noqa: ANN401
    """If all players carry out a step, the effects that it triggers are queued together after the last player."""
    ear = command("ear", effect("hear", "auto", on={"event": event, "by": "any"}, do=[DRAW]))
    mine = side(commands=["spell", "ear"], hand=["whelp"], deck=["whelp"], spirits=["boost"], void=["boost"])
    theirs = side(hand=["whelp"], deck=["whelp"], spirits=["boost"], void=["boost"])
    game = board(cards=[*CARDS, ear, spell(step)], a=mine, b=theirs, c=theirs)
    cast(game)
    assert [kind, kind, kind, TriggersQueued] == [type(one) for one in done(game)]
    assert ["ear#hear"] * 3 == heard(game)


@pytest.mark.rule("TC-RUL-142", "TC-RUL-116")
@pytest.mark.parametrize("step", [{"do": "return_to_hand", "of": FORM}, {"do": "destroy", "of": FORM}])
def test_cards_that_leave_together_do_not_see_each_other_leave(step: Any) -> None:  # noqa: ANN401 a step
    """If two cards with effects for departures leave by one step, each is triggered only by its own departure."""
    watcher = form(
        "watcher", effect("own", "auto", on={"event": "left_play", "card": THIS}, do=[DRAW]),
        effect("any", "auto", on={"event": "left_play", "by": "any"}, limit={"count": 9, "per": "turn"}, do=[DRAW]),
    )  # fmt: skip
    game = board(
        cards=[*CARDS, watcher, spell(step)], a=side(commands=["spell"], forms=["watcher", "watcher"]), b=side()
    )
    pair = list(game.state.players["a"].forms)
    cast(game)
    seen = {(waiting.card, waiting.event.card) for waiting in game.state.queue}
    assert {(one, one) for one in pair} == seen
