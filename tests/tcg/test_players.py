"""Players: their number, their opponents, and the direction of play."""

import pytest

from services.tcg.catalogue.starter import STARTER
from services.tcg.chapters.combat import DeclareAttack
from services.tcg.chapters.commands import PlayCommand
from services.tcg.chapters.decks import faults
from services.tcg.chapters.opening import MatchCreated, OpenMatch, SeatJoined, SeatsOutOfRange
from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.turn import EndStep, TurnStarted
from services.tcg.game import match
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.game import SeatAsk
from tests.support.spec import Spec
from tests.tcg.board import board, command, effect, side
from tests.tcg.played import Played, of

SEATS = tuple("abcdefghi")


def opening(players: int, settings: MatchSettings | None = None, *, watching: int = 0) -> Spec[Match]:
    """Return a spec in which a match with this many players has been opened."""
    seats = [SeatAsk(seat=seat) for seat in SEATS[:players]]
    seats += [SeatAsk(seat=f"eve{at}", role="spectator") for at in range(watching)]
    using = MatchSettings() if settings is None else settings
    return Spec(match).when(OpenMatch(seats=tuple(seats), settings=using))


@pytest.mark.rule("TC-GEN-03", "TC-GEN-04", "TC-GEN-05", "TC-RUL-001", "TC-RUL-002")
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_two_or_more_play(players: int) -> None:
    """The rules accept matches of two players and of more."""
    created, *joined = opening(players).take_events()
    assert isinstance(created, MatchCreated)
    assert [SeatJoined(seat=seat) for seat in SEATS[:players]] == joined


@pytest.mark.rule("TC-GEN-03")
@pytest.mark.parametrize("watching", [0, 2])
def test_one_player_is_refused(watching: int) -> None:
    """The rules refuse a match with a single player, even if a spectator is present."""
    opening(1, watching=watching).then_refused(SeatsOutOfRange)


@pytest.mark.rule("TC-RUL-002", "TC-GEN-04")
@pytest.mark.parametrize(("most", "players", "fits"), [(8, 8, True), (8, 9, False), (3, 3, True), (3, 4, False)])
def test_server_sets_how_many_fit(most: int, players: int, fits: bool) -> None:  # noqa: FBT001
    """The rules refuse more players than the server's setting allows, which is eight by default."""
    spec = opening(players, MatchSettings(max_players=most))
    if fits:
        assert players + 1 == len(spec.take_events())
    else:
        spec.then_refused(SeatsOutOfRange)
    assert 8 == MatchSettings().max_players


@pytest.mark.rule("TC-RUL-003")
def test_every_other_player_is_an_opponent() -> None:
    """Each player may attack any other, and texts about opponents include all other players."""
    hits = {"do": "despiritualize", "of": {"who": "each_opponent", "zone": "form"}, "n": 1}
    flood = command("flood", effect("main", "none", main=True, do=[hits]), kind="normal")
    other = side(forms=[("reef-urchin", "boost")])
    play = Played(board(a=side(hand=["flood"]), b=other, c=other, d=other, cards=[flood]))
    play.quietly("a", PlayCommand(card=play.hand("a", "flood")))
    assert [["house-boost"]] * 3 == [play.pile(seat, "void") for seat in "bcd"]
    play = Played(board(a=side(forms=[("gate-whelp", "boost")]), b=other, c=other, d=other, step="combat"))
    (offered,) = play.fields_offered("a", DeclareAttack)
    assert {place for seat in "bcd" for place in (play.savior(seat), play.form(seat, "reef-urchin"))} == set(
        offered["target"]
    )  # fmt: skip


@pytest.mark.rule("TC-RUL-004", "TC-TURN-11")
def test_turn_passes_to_the_left() -> None:
    """The turn passes clockwise, skipping players who have lost."""
    full = side(deck=["reef-urchin"] * 9, spirits=["boost"] * 9)
    play = Played(board(a=full, b=full, c=side(), d=full, active="a", step="act2"))
    turns: list[str] = []
    for seat in ("b", "d", "a"):
        before = play.state.active
        events = [*play.do(before, EndStep()), *play.go_on("act2", seat=seat)]
        turns += [event.seat for event in of(TurnStarted, events)]
    assert ["b", "c", "d", "a"] == turns
    assert "deck" == play.player("c").lost


@pytest.mark.rule("TC-DECK-12")
def test_match_counts_without_dice_commands() -> None:
    """The game has no command that rolls a die or places a counter: the rules do so themselves."""
    asked = {kind.__name__ for kind in match_game.commands}
    assert not [name for name in asked if "Die" in name or "Roll" in name or "Counter" in name]


@pytest.mark.rule("TC-DECK-17", "TC-DECK-18", "TC-GEN-07")
def test_deck_may_have_any_cards() -> None:
    """The check accepts decks of any cards: it checks only sizes, kinds and copies."""
    pool = pool_of(board(a=side(), b=side()).state)
    mains = [card.id for card in STARTER.cards if pool.printed[card.id].kind in {"form", "command"}]
    for first in range(0, len(mains) - 8, 3):
        main = {**dict.fromkeys(mains[first : first + 7], 4), mains[first + 7]: 2}
        assert () == faults(pool, DeckList(savior="tide-regent", main=main, spirits={"house-boost": 15}))
