"""Views of a match.

A seat sees all public cards, its own hand and its own face-down commands, and no other cards.
"""

from typing import Final, Literal, TypeAlias

import msgspec
import pytest

from services.tcg.chapters import agreement, entering, limits, winning
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.course import AttackDeclared, WindowOpened
from services.tcg.chapters.decisions import ask
from services.tcg.chapters.departures import FormSacrificed
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Asked
from services.tcg.state.tasks import Window
from services.tcg.views import MatchView, SeenCard, SeenCommand, SeenPart, view
from services.tcg.words import WindowKind
from shared.kernel.messages import Secret, canonical
from tests.tcg.board import board, number, record, side
from tests.tcg.playing import Playing

AutoPass: TypeAlias = Literal["public_possibility", "no_legal_response", "never", "nothing_else"]
WATCHER: Final = "watcher"
"""The seat of a spectator."""


def duel(*, settings: MatchSettings | None = None) -> Playing:
    """Return a match in which `a` has public and hidden cards of every kind."""
    return board(
        settings=settings,
        a=side(
            forms=[("gate-whelp", "boost", "protect")],
            commands=["standing-orders"],
            set=["ambush-bell"],
            hand=["feint", "rescue", "spark-moth"],
            deck=["bell-warden", "twin-fang"],
            spirits=["aggress"],
            drop=["second-wind", "kindle"],
            void=["boost", "perfect"],
        ),
        b=side(),
    )


def view_of(game: Playing, seat: str | None) -> MatchView:
    """Return the view of a seat or, without a seat, of the app."""
    return view(game.state, seat)


@pytest.mark.rule("TC-SPI-02", "TC-RUL-085", "TC-DECK-16")
@pytest.mark.parametrize("seat", ["b", WATCHER])
def test_others_see_the_backs_of_a_hand(seat: str) -> None:
    """Other seats see how many main backs and spirit backs are in a hand, but no card."""
    player = view_of(duel(), seat).players["a"]
    assert (2, 1, None) == (player.hand_main, player.hand_spirits, player.hand)


@pytest.mark.rule("TC-RUL-085")
@pytest.mark.parametrize("seat", ["a", None])
def test_player_sees_their_own_hand(seat: str | None) -> None:
    """A player and the app see each card of the player's hand, with the number by which it is played."""
    game = duel()
    hand = [SeenCard(thing=number(game, "a", card), card=card) for card in ("feint", "house-rescue", "spark-moth")]
    assert tuple(hand) == view_of(game, seat).players["a"].hand


@pytest.mark.rule("TC-ZONE-11", "TC-RUL-086")
def test_face_down_command_is_visible_to_its_controller() -> None:
    """Other seats see in which zone and turn a face-down command was set, but not the card until it is flipped."""
    game = duel()
    thing = number(game, "a", "ambush-bell")
    hidden = SeenCommand(thing=thing, zone=1, since=1, up=False)
    assert [hidden, hidden] == [view_of(game, seat).players["a"].commands[1] for seat in ("b", WATCHER)]
    own = view_of(game, "a").players["a"].commands[1]
    assert own is not None
    assert "ambush-bell" == own.card
    record(game, entering.CommandFlipped(seat="a", thing=thing, card="ambush-bell"))
    flipped = view_of(game, "b").players["a"].commands[1]
    assert flipped is not None
    assert ("ambush-bell", True) == (flipped.card, flipped.up)


@pytest.mark.rule("TC-ZONE-12", "TC-ZONE-17")
@pytest.mark.parametrize("seat", ["a", "b", None])
def test_decks_are_hidden_from_all(seat: str | None) -> None:
    """A view shows only the number of cards in a deck. A player sees the names of cards only in their own deck list."""
    look = view_of(duel(), seat)
    assert (2, 1) == (look.players["a"].deck, look.players["a"].spirits)
    players = {one: msgspec.structs.replace(player, deck_list=None) for one, player in look.players.items()}
    assert b"twin-fang" not in canonical(players)


@pytest.mark.rule("TC-ZONE-12", "TC-RUL-085", "TC-RUL-086")
@pytest.mark.parametrize("seat", ["b", WATCHER])
def test_views_do_not_depend_on_hidden_cards(seat: str) -> None:
    """Two matches that differ only in cards hidden from a seat have the same view for that seat."""
    one = board(a=side(hand=["feint", "rescue"], set=["ambush-bell"], deck=["twin-fang"], spirits=["boost"]), b=side())
    other = board(a=side(hand=["kindle", "boost"], set=["feint"], deck=["kindle"], spirits=["protect"]), b=side())
    assert canonical(view_of(one, seat)) == canonical(view_of(other, seat))


@pytest.mark.rule("TC-RUL-084")
@pytest.mark.parametrize("seat", ["b", WATCHER])
def test_piles_are_public_in_order(seat: str) -> None:
    """Every seat sees the cards in drop zones, in voids and under cards, with the latest card last."""
    player = view_of(duel(), seat).players["a"]
    assert ["kindle", "second-wind"] == [card.card for card in player.drop]
    assert ["house-perfect", "house-boost"] == [card.card for card in player.void]
    form = player.forms[0]
    assert form is not None
    assert ["house-boost", "house-protect"] == [card.card for card in form.under]
    assert player.forms[1] is None


@pytest.mark.rule("TC-CBT-08", "TC-RUL-077", "TC-RUL-016")
def test_pwr_is_shown_with_its_parts() -> None:
    """A view shows the printed PWR and each bonus with its card, and None for a bound savior without PWR."""
    game = duel()
    player = view_of(game, "b").players["a"]
    form, savior = player.forms[0], player.savior
    assert form is not None
    assert savior is not None
    parts = (
        SeenPart(kind="base", source=form.thing, value=2),
        SeenPart(kind="change", source=form.under[0].thing, value=1),
    )
    assert (3, parts) == (form.pwr, form.parts)
    assert (None, False) == (savior.pwr, savior.boundless)


@pytest.mark.rule("TC-ACT-09", "TC-WIN-01")
def test_remaining_uses_are_shown() -> None:
    """A view shows how many attacks, spirits, sacrifices and effects may still be used this turn."""
    game = duel()
    thing = number(game, "a", "gate-whelp")
    form = view_of(game, "b").players["a"].forms[0]
    assert form is not None
    assert ({"gate-whelp#fetch": 1}, 1, 1) == (form.limits, form.attacks_left, form.spirits_left)
    record(
        game,
        limits.EffectUsed(keys=(f"turn|{thing}|gate-whelp#fetch",)),
        AttackGivenUp(thing=thing),
        FormSacrificed(seat="a", thing=999, card="gate-whelp", cause="play"),
    )
    after = view_of(game, "b").players["a"]
    assert after.forms[0] is not None
    assert ({"gate-whelp#fetch": 0}, 0) == (after.forms[0].limits, after.forms[0].attacks_left)
    assert 0 == after.sacrifices_left
    assert 2 == len(after.void)


@pytest.mark.rule("TC-RUL-066", "TC-READ-12")
def test_only_the_asked_seat_sees_its_options() -> None:
    """Every seat sees who must decide and what kind of decision it is.

    Only the deciding seat sees its options and stops.
    """
    game = duel()
    stops: Secret[tuple[WindowKind, ...]] = Secret(audience=("a",), value=("W1",))
    record(game, agreement.StopsSet(seat="a", windows=stops, until="changed"))
    game.push(Window(kind="W1", opened=True, waived=("a",)))
    record(game, WindowOpened(kind="W1"))
    ask(game, "a", "choose_cards", Asked(options=(4, 5), least=1, most=2))
    (own,), (others,) = view_of(game, "a").decisions, view_of(game, "b").decisions
    assert ((4, 5), 1, 2) == (own.options, own.least, own.most)
    assert ("a", "choose_cards", None, None) == (others.seat, others.kind, others.options, others.most)
    assert [("W1",), None] == [view_of(game, seat).players["a"].stops for seat in ("a", "b")]
    window = view_of(game, "b").window
    assert window is not None
    assert ("W1", ()) == (window.kind, window.answers)


@pytest.mark.rule("TC-RUL-088")
@pytest.mark.parametrize("reveals", [True, False])
def test_hands_are_revealed_after_the_end(*, reveals: bool) -> None:
    """Once the match is finished, every seat sees the hands, unless `reveal_log_after_end` is false."""
    game = duel(settings=MatchSettings(reveal_log_after_end=reveals))
    record(game, winning.MatchFinished(winner="b", reason="effect"))
    look = view_of(game, WATCHER)
    assert ("finished", "b", "effect") == (look.stage, look.winner, look.reason)
    assert reveals == (look.players["a"].hand is not None)


@pytest.mark.rule("TC-RUL-046")
def test_removed_cards_are_shown() -> None:
    """Every seat sees all cards of an eliminated player in the list of removed cards; the player's zones are empty."""
    game = board(a=side(), b=side(hand=["feint"], deck=["kindle"], spirits=["boost"]), c=side())
    record(game, winning.PlayerLost(seat="b", reason="concession"), winning.PlayerRemoved(seat="b"))
    player = view_of(game, "a").players["b"]
    assert {"lantern-marshal", "feint", "kindle", "house-boost"} == {card.card for card in player.removed}
    assert (None, 0, 0, 0) == (player.savior, player.deck, player.spirits, player.hand_main)


@pytest.mark.parametrize("seat", ["a", None])
def test_view_survives_its_json_form(seat: str | None) -> None:
    """A view's JSON decodes to an equal view, since it has no floats and only string keys."""
    game = duel()
    record(game, AttackDeclared(seat="a", attacker=number(game, "a", "gate-whelp"), target=2, of="b"))
    look = view_of(game, seat)
    assert look == msgspec.json.decode(canonical(look), type=MatchView)


@pytest.mark.rule("TC-RUL-066")
@pytest.mark.parametrize(
    ("asking", "casual"),
    [("public_possibility", False), ("never", False), ("nothing_else", False), ("no_legal_response", True)],
)
def test_casual_match_is_marked(asking: AutoPass, *, casual: bool) -> None:
    """A view marks a match as casual if its settings skip seats without a legal response. By default they do not."""
    assert casual == view_of(duel(settings=MatchSettings(auto_pass=asking)), WATCHER).casual
    assert not MatchSettings().casual
