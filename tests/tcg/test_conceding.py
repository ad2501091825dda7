"""Concessions at any time in a match, and players who lose at the same time."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.activating import Activate
from services.tcg.chapters.agreement import Concede, OfferDraw
from services.tcg.chapters.chain import EffectResolved
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.damage import CardDamaged
from services.tcg.chapters.decisions import DrawWithdrawn
from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.forms import PlayForm
from services.tcg.chapters.hands import CardsDrawn, SpiritsInvoked
from services.tcg.chapters.triggers import TriggersQueued
from services.tcg.chapters.turn import EndStep, TurnStarted
from services.tcg.chapters.windows import Pass
from services.tcg.chapters.winning import MatchFinished, PlayerLost, PlayerRemoved
from services.tcg.forms import AMENDED, NEWEST
from services.tcg.settings import MatchSettings
from tests.tcg.board import command, effect, form, side
from tests.tcg.played import Played, of
from tests.tcg.third_turn import DECK, DRAW, SIX, THEIRS, choose_first, laid, spell, use

GRAB: Final = {"do": "gain_control", "of": THEIRS}


# ---------------------------------------------------------------- conceding


def three(*cards: AnyCard, step: Any = "act1", of_form: int = NEWEST, **a: Any) -> Played:  # noqa: ANN401 what a has
    """Return a match of three players in which `b` has a trap and a spell."""
    return laid(
        *cards, spell(DRAW), step=step, of_form=of_form, a=side(deck=DECK, **a),
        b=side(deck=DECK, set=["trap"], commands=["spell"]), c=side(deck=DECK, forms=["whelp"], spirits=["boost"]),
    )  # fmt: skip


@pytest.mark.rule("TC-RUL-093", "TC-RUL-046")
@pytest.mark.parametrize("leaver", ["a", "b", "c"])
@pytest.mark.parametrize("at", ["act", "window", "chain", "combat", "attack", "end"])
def test_match_continues_after_a_concession_at_any_point(leaver: str, at: str) -> None:
    """After a concession at any point, the other players continue the match to its end.

    No task of the conceding player stays pending.
    """
    step = "combat" if at in ("combat", "attack") else "act2" if at == "end" else "act1"
    play = three(step=step, hand=["whelp"], forms=[("tough", "boost")])
    if at == "window":
        play.do("a", PlayForm(card=play.hand("a", "whelp")))
    elif at == "chain":
        play.do("a", PlayForm(card=play.hand("a", "whelp")))
        play.do("b", Activate(card=play.find("b", "spell", "command")))
    elif at == "attack":
        play.do("a", DeclareAttack(attacker=play.form("a", "tough"), target=play.savior("c")))
    elif at == "end":
        play.do("a", EndStep())
    events = list(play.do(leaver, Concede()))
    assert [leaver] == [event.seat for event in of(PlayerRemoved, events)]
    rest = [seat for seat in ("a", "b", "c") if seat != leaver]
    assert play.decision().seat in rest
    assert not any(link.seat == leaver for link in play.state.chain)
    following = {"a": "b", "b": "c", "c": "b"}[leaver]
    play.go_on("act1", seat=following)
    assert [MatchFinished(winner=rest[1], reason="last_standing")] == of(MatchFinished, play.do(rest[0], Concede()))


@pytest.mark.rule("TC-RUL-094", "TC-RUL-093")
def test_concession_withdraws_an_offered_draw() -> None:
    """A concession by any player withdraws an offered draw, and the match continues."""
    for leaver in ("a", "c"):
        play = three()
        play.do("a", OfferDraw())
        events = play.do(leaver, Concede())
        assert [1, None] == [len(of(DrawWithdrawn, events)), play.state.offer]


@pytest.mark.rule("TC-RUL-209", "TC-RUL-096")
@pytest.mark.parametrize(("of_form", "gained"), [(NEWEST, 0), (AMENDED, 5000)])
def test_concession_gives_the_asked_player_no_more_time(of_form: int, gained: int) -> None:
    """When another player concedes, the time for the open decision still counts from its opening.

    The next turn's player has the whole time. Under version 2 of the rules, the time began anew.
    """
    play = three(of_form=of_form)
    since = play.decision().since
    play.when(Concede(), seat="c", at=since + 5000).take_events()
    assert ("a", "act", since + gained) == (play.decision().seat, play.decision().kind, play.decision().since)

    play = three(of_form=of_form)
    play.when(Concede(), seat="a", at=since + 5000).take_events()
    assert ("b", since + 5000) == (play.decision().seat, play.decision().since)


@pytest.mark.rule("TC-RUL-093", "TC-RUL-061")
def test_player_can_concede_while_ordering_effects() -> None:
    """If a player concedes while ordering simultaneous effects, those effects are dropped.

    The effects of the other players resolve.
    """
    bell = form("bell", effect("ring", "auto", on={"event": "form_played"}, do=[DRAW]))
    chime = form("chime", effect("ring", "auto", on={"event": "form_played", "by": "any"}, do=[{"do": "shuffle",
                 "deck": "main"}]))  # fmt: skip
    play = laid(bell, chime, a=side(hand=["whelp"], deck=DECK), b=side(forms=["bell", "chime"], deck=DECK),
                c=side(forms=["bell"], deck=DECK))  # fmt: skip
    play.do("a", PlayForm(card=play.hand("a", "whelp")))
    assert ("order_triggers", "b") == (play.decision().kind, play.decision().seat)
    events = [*play.do("b", Concede()), *play.pass_all()]
    assert [("c", 1)] == [(event.seat, event.n) for event in of(CardsDrawn, events)]
    assert ([], "a") == (play.state.queue, play.decision().seat)


@pytest.mark.rule("TC-RUL-046", "TC-RUL-042", "TC-SPI-06")
def test_spirit_freed_by_an_elimination_makes_its_owner_lose() -> None:
    """When a player concedes, a spirit under a form that they took goes to its owner's void.

    This may make the owner lose.
    """
    play = laid(
        spell(GRAB), a=side(commands=["spell"], deck=DECK), b=side(forms=[("whelp", "boost")], void=SIX, deck=DECK),
        c=side(deck=DECK),
    )  # fmt: skip
    use(play, "a")
    choose_first(play)
    events = play.do("a", Concede())
    assert [("a", "concession"), ("b", "void")] == [(event.seat, event.reason) for event in of(PlayerLost, events)]
    assert [MatchFinished(winner="c", reason="last_standing")] == of(MatchFinished, events)


@pytest.mark.rule("TC-WIN-02", "TC-RUL-093")
def test_loss_by_an_empty_deck_triggers_effects() -> None:
    """A player who cannot draw in the draw step loses. The loss triggers effects, and then the next turn begins."""
    chime = command("chime", effect("toll", "auto", on={"event": "player_lost"}, do=[DRAW]))
    play = laid(chime, step="act2", a=side(deck=DECK), b=side(), c=side(commands=["chime"], deck=DECK))
    events = [*play.do("a", EndStep()), *play.pass_all()]
    assert [("b", "deck")] == [(event.seat, event.reason) for event in of(PlayerLost, events)]
    assert ["b", "c"] == [event.seat for event in of(TurnStarted, events)]
    assert ["c", "c"] == [event.seat for event in of(CardsDrawn, events)][:2]


# ---------------------------------------------------------------- losing together


@pytest.mark.rule("TC-RUL-042", "TC-RUL-036")
def test_players_devoured_to_seven_by_one_step_lose_together() -> None:
    """Players whose voids are filled by one devour step lose together, and the match continues between the others."""
    full = side(spirits=["boost"], void=SIX, deck=DECK)
    play = laid(spell({"do": "devour", "n": 1, "from": "each_opponent"}), a=side(commands=["spell"], deck=DECK), b=full,
                c=full, d=side(deck=DECK))  # fmt: skip
    events = use(play, "a")
    assert ["b", "c"] == [event.seat for event in of(PlayerLost, events)]
    assert [] == of(MatchFinished, events)
    assert 1 == len(of(EffectResolved, events))


@pytest.mark.rule("TC-RUL-043", "TC-RUL-042")
@pytest.mark.parametrize("first", ["lose_game", "win_game"])
def test_first_of_two_steps_decides_whether_a_player_wins_or_loses(first: str) -> None:
    """If an effect makes its player both lose and win, the step that is carried out first decides."""
    lose, win = {"do": "lose_game", "who": "you"}, {"do": "win_game", "who": "you"}
    play = laid(spell(*((lose, win) if first == "lose_game" else (win, lose))), a=side(commands=["spell"]), b=side())
    (end,) = of(MatchFinished, use(play, "a"))
    assert ("b" if first == "lose_game" else "a") == end.winner


@pytest.mark.rule("TC-RUL-041", "TC-RUL-042", "TC-RUL-131")
@pytest.mark.parametrize("check", ["immediate", "after_resolution"])
def test_simultaneous_damage_follows_the_loss_check_setting(check: Any) -> None:  # noqa: ANN401
    """Players whose voids are filled by the damage of one effect lose together, whatever the value of `loss_check`.

    The damage is settled after the effect.
    """
    full = side(spirits=["boost"], void=SIX)
    play = laid(
        spell({"do": "damage", "of": {"who": "each_opponent", "zone": "savior"}}),
        settings=MatchSettings(loss_check=check), a=side(commands=["spell"]), b=full, c=full,
    )  # fmt: skip
    events = use(play, "a")
    assert [False, True] == [event.together for event in of(CardDamaged, events)]
    assert ["b", "c"] == [event.seat for event in of(PlayerLost, events)]
    assert [MatchFinished(winner="a", reason="last_standing")] == of(MatchFinished, events)


@pytest.mark.rule("TC-RUL-142", "TC-ETI-13")
def test_triggers_of_a_common_draw_are_queued_together() -> None:
    """If a step makes all players draw, the triggered effects are queued together after all of them have drawn."""
    ear = command("ear", effect("hear", "auto", on={"event": "drawn", "by": "you"}, do=[{"do": "invoke", "n": 1}]))
    mine = side(commands=["ear", "spell"], deck=DECK, spirits=["boost"])
    play = laid(ear, spell({"do": "draw", "n": 1, "who": "any"}), a=mine, b=mine)
    events = use(play, "a")
    assert [2] == [len(event.effects) for event in of(TriggersQueued, events)]
    assert ["a", "b"] == [event.seat for event in of(CardsDrawn, events)]


@pytest.mark.rule("TC-RUL-142", "TC-ETI-14")
@pytest.mark.parametrize(
    ("event", "step"),
    [("would_draw", {"do": "draw", "n": 1, "who": "any"}), ("would_discard", {"do": "discard", "n": 1, "who": "any"})],
)
def test_replacements_of_several_players_run_in_table_order(event: str, step: Any) -> None:  # noqa: ANN401
    """If three players have a replacement of the same event, the turn player's replacement runs first.

    The others follow clockwise.
    """
    instead = {"event": event, "who": "you", "do": [{"do": "invoke", "n": 1}]}
    dam = form("dam", effect("hold", replace=instead))
    mine = side(commands=["spell"], forms=["dam"], hand=["whelp"], deck=DECK, spirits=["boost"])
    events = use(laid(dam, spell(step), a=mine, b=mine, c=mine), "a")
    assert ["a", "b", "c"] == [one.seat for one in of(SpiritsInvoked, events)]


@pytest.mark.rule("TC-RUL-046", "TC-RUL-042")
@pytest.mark.parametrize(("leaver", "paid"), [("a", ["c", "b"]), ("b", ["a", "c"])])
def test_simultaneous_damage_is_settled_without_the_conceding_player(leaver: str, paid: list[str]) -> None:
    """If a player concedes while another is choosing a spirit to pay for damage, the remaining players still pay."""
    play = laid(spell({"do": "damage", "of": {"who": "any", "zone": "savior"}}),
                a=side(commands=["spell"], spirits=["boost"], deck=DECK), b=side(hand=["boost", "aggress"], deck=DECK),
                c=side(spirits=["boost"], deck=DECK))  # fmt: skip
    use(play, "a")
    events = list(play.do(leaver, Concede()))
    if leaver == "a":
        assert ("damage_spirit", "b") == (play.decision().kind, play.decision().seat)
        events += play.answer(play.decision().options[0])
    assert paid == [one.owner for event in of(SpiritsSentToVoid, events) for one in event.spirits]
    assert (0, []) == (play.state.hurt, play.state.damages)


@pytest.mark.rule("TC-RUL-093", "TC-RUL-043")
def test_concession_triggers_a_card_that_wins_when_an_opponent_loses() -> None:
    """A concession triggers a card that wins the match for its player when an opponent loses."""
    last = command(
        "last", effect("win", "auto", on={"event": "player_lost", "by": "opponent"}, do=[{"do": "win_game"}])
    )
    play = laid(last, a=side(deck=DECK), b=side(commands=["last"], deck=DECK), c=side(deck=DECK))
    events = [*play.do("c", Concede()), *play.pass_all()]
    assert [MatchFinished(winner="b", reason="effect")] == of(MatchFinished, events)


@pytest.mark.rule("TC-RUL-135", "TC-RUL-063")
def test_payment_continues_when_the_turn_player_concedes() -> None:
    """If the turn player concedes while another must pay a discard, the payment and its effect still take place.

    Then the other player's turn begins.
    """
    payer = side(commands=["spell"], hand=["whelp", "tough"], deck=DECK, set=["trap"])
    play = laid(spell(DRAW, cost=[{"pay": "discard", "n": 1}]), a=side(deck=DECK), b=payer, c=side(deck=DECK))
    play.do("a", EndStep())
    while play.decision().seat != "b":
        play.do(play.decision().seat, Pass())
    play.do("b", Activate(card=play.find("b", "spell", "command")))
    events = list(play.do("a", Concede()))
    assert ("pay", "b") == (play.decision().kind, play.decision().seat)
    events += [*play.answer(play.decision().options[0]), *play.pass_all()]
    names = [type(one).__name__ for one in events]
    assert names.index("Discarded") < names.index("EffectResolved") < names.index("TurnStarted")
