"""Zones: which cards each zone may contain, where cards go, and what stays hidden."""

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec
import pytest

from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.loading import load
from services.tcg.chapters import control, entering, leaving
from services.tcg.chapters.commands import NoOpenZoneToSet, NotACommand, PlayCommand, SetCommand
from services.tcg.chapters.control import ControlChanged
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.departures import CardReturned, CardSentToDrop, Gone, SpiritsSentToVoid
from services.tcg.chapters.forms import NotAForm, PlayForm
from services.tcg.chapters.hands import DeckShuffled
from services.tcg.chapters.operations.searching import Searched
from services.tcg.chapters.spirits import NotASpirit, NotASpiritHolder, SpiritualizeCard
from services.tcg.chapters.timing import NoOpenCommandZone
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.winning import MatchFinished, PlayerLost
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Player
from services.tcg.views import view
from services.tcg.words import Place
from tests.tcg.board import board, change, command, effect, record, side
from tests.tcg.played import Played, names, of

DECK: Final = ["reef-urchin"] * 20
SPIRITS: Final = ["boost"] * 15
ANY_FORM: Final = {"who": "any", "zone": "form", "n": 1, "by": "you"}
CHOSEN: Final = {"ref": "chosen.0"}


def spell(*do: Mapping[str, Any], **more: Any) -> Any:  # noqa: ANN401 steps, and fields of an effect
    """Return a normal command with these steps."""
    return command("spell", effect("main", "none", main=True, do=list(do), **more), kind="normal")


def cast(play: Played) -> list[Any]:
    """Activate a's spell and pass for all seats; return the events."""
    return play.quietly("a", PlayCommand(card=play.hand("a", "spell")))


@pytest.mark.rule("TC-ZONE-03")
def test_there_are_seven_kinds_of_zones_besides_the_hand() -> None:
    """The zones are the hand, savior, form and command zones, main deck, drop zone, spirit deck and void."""
    places = ("savior", "forms", "commands", "deck", "drop", "spirits", "void")
    assert set(places) | {"hand"} <= set(Player.__struct_fields__)
    assert {"savior", "form", "command", "drop", "void", "hand", "under", "removed"} == set(get_args(Place))
    player = view(Played(board(a=side(), b=side())).state, "a").players["a"]
    assert all(hasattr(player, place) for place in (*places, "hand"))


@pytest.mark.rule("TC-ZONE-04", "TC-ZONE-08", "TC-ZONE-10", "TC-KEY-10")
def test_each_zone_takes_its_own_kind_of_cards() -> None:
    """The rules refuse a command in a form zone and a form in a command zone, and put only spirits under cards."""
    hand = ["gate-whelp", "second-wind", "raised-shield", "boost"]
    play = Played(board(a=side(hand=hand, forms=["silt-crab"], commands=["watch-fire"]), b=side()))
    whelp, wind, spirit = (play.hand("a", one) for one in ("gate-whelp", "second-wind", "boost"))
    play.assert_refused("a", PlayForm(card=wind), NotAForm)
    play.assert_refused("a", PlayForm(card=spirit), NotAForm)
    play.assert_refused("a", PlayCommand(card=whelp), NotACommand)
    play.assert_refused("a", SetCommand(card=spirit), NotACommand)
    play.assert_refused("a", SpiritualizeCard(target=play.form("a", "silt-crab"), spirit=wind), NotASpirit)
    bound = play.find("a", "watch-fire", "command")
    play.assert_refused("a", SpiritualizeCard(target=bound, spirit=spirit), NotASpiritHolder)


@pytest.mark.rule("TC-RUL-011", "TC-ZONE-03", "TC-ZONE-10", "TC-RUL-126")
@pytest.mark.parametrize(("settings", "zones"), [(MatchSettings(), 2), (MatchSettings(command_zones=4), 4)])
def test_number_of_command_zones_is_a_setting(settings: MatchSettings, zones: int) -> None:
    """A player has two command zones, or as many as the setting `command_zones` says.

    No card can be played into an occupied zone.
    """
    mine = side(hand=["raised-shield"] * 4 + ["watch-fire", "second-wind", "ambush-bell"])
    play = Played(board(a=mine, b=side(), settings=settings))
    for _ in range(zones):
        play.quietly("a", SetCommand(card=play.hand("a", "raised-shield")))
    assert zones == len([number for number in play.player("a").commands if number])
    play.assert_refused("a", PlayCommand(card=play.hand("a", "watch-fire")), NoOpenCommandZone)
    play.assert_refused("a", PlayCommand(card=play.hand("a", "second-wind"), zone=0), NoOpenCommandZone)
    play.assert_refused("a", SetCommand(card=play.hand("a", "ambush-bell"), zone=0), NoOpenZoneToSet)


@pytest.mark.rule("TC-ZONE-10", "TC-ZONE-11")
def test_facing_of_commands_depends_on_their_type() -> None:
    """A bound command is face-up in the zone that its player named; a set command is face-down."""
    play = Played(board(a=side(hand=["watch-fire", "raised-shield"]), b=side()))
    play.quietly("a", PlayCommand(card=play.hand("a", "watch-fire"), zone=1))
    play.quietly("a", SetCommand(card=play.hand("a", "raised-shield")))
    assert ["raised-shield", "watch-fire"] == play.pile("a", "commands")
    assert [False, True] == [play.card(number).up for number in play.player("a").commands]


@pytest.mark.rule("TC-ZONE-15")
def test_resolved_command_goes_to_the_drop_zone() -> None:
    """A normal command goes to the drop zone after its effect; a bound command stays in play."""
    play = Played(board(a=side(hand=["second-wind", "watch-fire"], deck=DECK), b=side()))
    play.quietly("a", PlayCommand(card=play.hand("a", "watch-fire")))
    events = play.quietly("a", PlayCommand(card=play.hand("a", "second-wind")))
    (sent,) = of(CardSentToDrop, events)
    assert ("second-wind", "resolved") == (sent.card, sent.cause)
    assert names(events).index("EffectResolved") < names(events).index("CardSentToDrop")
    assert (["second-wind"], ["watch-fire", ""]) == (play.pile("a", "drop"), play.pile("a", "commands"))


@pytest.mark.rule("TC-ZONE-14", "TC-FORM-22")
def test_damaged_form_goes_to_the_drop_zone() -> None:
    """A form damaged in combat or by an effect goes to its owner's drop zone."""
    card = spell({"do": "damage", "of": CHOSEN}, targets=[ANY_FORM])
    play = Played(board(a=side(hand=["spell"]), b=side(forms=["reef-urchin"]), cards=[card]))
    target = play.form("b", "reef-urchin")
    cast(play)
    assert (["reef-urchin"], "drop") == (play.pile("b", "drop"), play.card(target).place)


@pytest.mark.rule("TC-ZONE-16", "TC-KEY-05")
def test_discarded_card_goes_to_the_drop_zone() -> None:
    """A discarded card goes to the top of the drop zone."""
    play = Played(board(a=side(hand=["spell", "gate-whelp"], drop=["silt-crab"]), b=side(),
                        cards=[spell({"do": "discard", "n": 1})]))  # fmt: skip
    cast(play)
    assert ["silt-crab", "gate-whelp", "spell"] == play.pile("a", "drop")


# ---------------------------------------------------------------- decks


@pytest.mark.rule("TC-ZONE-12", "TC-ZONE-17")
def test_deck_contents_are_hidden() -> None:
    """Views show only the number of cards in a deck, even to its own player."""
    play = Played(board(a=side(deck=DECK, spirits=SPIRITS), b=side()))
    for seat in ("a", "b", None):
        shown = view(play.state, seat).players["a"]
        assert (20, 15) == (shown.deck, shown.spirits)


@pytest.mark.rule("TC-ZONE-13", "TC-ZONE-18")
@pytest.mark.parametrize(("deck", "cards"), [("main", ["silt-crab", "gate-whelp"]), ("spirit", ["boost", "rescue"])])
@pytest.mark.parametrize("takes", [0, 1])
def test_searched_deck_is_shuffled(deck: str, cards: list[str], takes: int) -> None:
    """A search shuffles the deck even if it takes nothing."""
    step = {"do": "search", "deck": deck, "n": 1, "to": "hand"}
    if not takes:
        step["filter"] = {"op": "is", "of": {"ref": "each"}, "name": "Nobody"}
    mine = side(hand=["spell"], **{"deck" if deck == "main" else "spirits": cards})  # type: ignore[arg-type]
    play = Played(board(a=mine, b=side(), cards=[spell(step)]))
    play.do("a", PlayCommand(card=play.hand("a", "spell")))
    play.pass_all()
    decision = play.decision()
    left = range(1, len(cards) - takes + 1)
    events = play.do("a", Answer(decision=decision.number, choice=decision.options[:takes]), *left)
    assert ["Searched", "DeckShuffled"] == [name for name in names(events) if name in {"Searched", "DeckShuffled"}]
    assert [("a", deck)] == [(event.seat, event.deck) for event in of(DeckShuffled, events)]
    assert [takes] == [event.n for event in of(Searched, events)]


@pytest.mark.rule("TC-RUL-092")
def test_drop_zone_is_not_shuffled_back() -> None:
    """A player with an empty deck loses in the draw step, however many cards are in the drop zone."""
    mine = side(drop=DECK, spirits=SPIRITS)
    play = Played(board(a=mine, b=side(deck=DECK, spirits=SPIRITS), active="b", step="act2"))
    events = play.do("b", EndStep())
    assert [PlayerLost(seat="a", reason="deck")] == of(PlayerLost, events)
    assert [] == of(DeckShuffled, events)


# ---------------------------------------------------------------- the void


@pytest.mark.rule("TC-ZONE-19")
@pytest.mark.parametrize("place", ["hand", "form", "command", "savior", "drop"])
def test_only_spirits_go_to_the_void(place: Place) -> None:
    """Spirits go to the void from under a form, from the hand and from the spirit deck; other cards do not."""
    steps = [
        {"do": "spirit_to_void", "from": "hand", "n": 9},
        {"do": "spirit_to_void", "from": "under", "n": 9},
        {"do": "spirit_to_void", "from": "spirit_deck", "n": 2},
    ]
    mine = side(hand=["spell", "gate-whelp", "boost"], forms=[("silt-crab", "rescue")], commands=["watch-fire"],
                drop=["riptide"], spirits=["protect", "aggress"])  # fmt: skip
    play = Played(board(a=mine, b=side(), cards=[spell(*steps)]))
    before = [one.card for one in play.state.table.values() if one.place == place and one.owner == "a"]
    cast(play)
    for _ in steps:
        if play.decision().kind == "choose_cards":
            play.answer(*play.decision().options[: play.decision().most])
    assert ["boost", "rescue", "protect", "aggress"] == [one.removeprefix("house-") for one in play.pile("a", "void")]
    after = [one.card for one in play.state.table.values() if one.place == place and one.owner == "a"]
    assert set(before) - {"spell", "house-boost"} <= set(after)


@pytest.mark.rule("TC-ZONE-19")
def test_card_that_sends_other_cards_to_the_void_is_refused() -> None:
    """The loader refuses a card that searches for main cards and sends them to the void."""
    card = spell({"do": "search", "deck": "main", "n": 1, "to": "void"})
    with pytest.raises(BadCards, match="only spirits can go to the void"):
        load(msgspec.to_builtins(Cards(name="Test", cards=(card,))))


@pytest.mark.rule("TC-ZONE-20")
def test_seventh_spirit_loses_at_once() -> None:
    """A player with a seventh spirit in the void loses before the next step of the effect.

    With six spirits, the effect goes on.
    """
    steps = ({"do": "spirit_to_void", "from": "spirit_deck", "n": 1}, {"do": "draw", "n": 1})
    for already, lost in ((5, False), (6, True)):
        mine = side(hand=["spell"], spirits=SPIRITS, deck=DECK, void=["boost"] * already)
        play = Played(board(a=mine, b=side(), cards=[spell(*steps)]))
        found_names = names(cast(play))
        assert lost == ("PlayerLost" in found_names)
        assert lost != ("CardsDrawn" in found_names)
        if lost:
            assert ["SpiritsSentToVoid", "PlayerLost", "MatchFinished"] == found_names[-3:]


@pytest.mark.rule("TC-ZONE-20")
def test_player_with_a_full_void_loses() -> None:
    """A player whose void is full loses, and the last player left wins."""
    mine = side(hand=["spell"])
    play = Played(board(a=mine, b=side(spirits=SPIRITS, void=["boost"] * 6), cards=[spell({"do": "devour", "n": 1})]))
    thing = play.state.made + 2
    events = cast(play)
    gone = Gone(owner="b", card="house-boost", thing=thing, origin="spirit_deck")
    assert [
        SpiritsSentToVoid(cause="devour", spirits=(gone,)),
        PlayerLost(seat="b", reason="void"),
        MatchFinished(winner="a", reason="last_standing"),
    ] == events[-3:]


# ---------------------------------------------------------------- control and owners


@pytest.mark.rule("TC-RUL-090", "TC-KEY-16")
@pytest.mark.parametrize("full", [False, True])
def test_control_changes_with_the_zone(full: bool) -> None:  # noqa: FBT001
    """A taken form moves with its spirits to an open form zone of its new controller.

    If no zone is open, the form stays in its zone.
    """
    card = spell({"do": "gain_control", "of": CHOSEN}, targets=[{**ANY_FORM, "who": "opponent"}])
    mine = side(hand=["spell"], forms=["silt-crab"] * (2 if full else 1))
    play = Played(board(a=mine, b=side(forms=[("reef-urchin", "boost")]), cards=[card]))
    number = play.form("b", "reef-urchin")
    events = cast(play)
    if full:
        assert ([], "b") == (of(ControlChanged, events), play.card(number).seat)
    else:
        assert [ControlChanged(thing=number, seat="a", zone=1)] == of(ControlChanged, events)
        assert (["silt-crab", "reef-urchin"], ["", ""]) == (play.pile("a", "forms"), play.pile("b", "forms"))
    assert ["house-boost"] == play.under(number)


@pytest.mark.rule("TC-RUL-090")
@pytest.mark.parametrize(("seat", "zone"), [("a", 0), ("a", 2), ("a", -1), ("b", 1)])
def test_control_is_not_gained_without_an_open_zone(seat: str, zone: int) -> None:
    """A form cannot be taken into an occupied or missing zone. A player cannot take their own form, or any savior."""
    game = board(a=side(forms=["silt-crab"]), b=side(forms=["reef-urchin"]))
    assert not control.take_control(game, game.state.table[game.state.players["b"].forms[0]], seat, zone)
    assert not control.take_control(game, game.state.table[game.state.players["b"].savior], "a", 1)
    assert [] == game.events


@pytest.mark.rule("TC-RUL-091")
@pytest.mark.parametrize(("to", "pile"), [("hand", "hand"), ("deck_top", "deck"), ("deck_bottom", "deck")])
def test_cards_return_to_their_owner(to: Any, pile: str) -> None:  # noqa: ANN401
    """A returned card goes to its owner's hand or deck, whichever player controlled it."""
    game = board(a=side(forms=["reef-urchin"], deck=["silt-crab"]), b=side(deck=["silt-crab"]))
    number = game.state.players["a"].forms[0]
    record(game, ControlChanged(thing=number, seat="b", zone=0))
    leaving.leave(game, game.state.table[number], to=to, cause="effect")
    (returned,) = of(CardReturned, game.events)
    assert ("a", to) == (returned.owner, returned.to)
    assert ([0, 0], []) == (game.state.players["b"].forms, game.state.players["b"].hand)
    deck = {
        "hand": ["silt-crab"],
        "deck_top": ["silt-crab", "reef-urchin"],
        "deck_bottom": ["reef-urchin", "silt-crab"],
    }
    assert deck[to] == game.state.players["a"].deck
    assert (1 if pile == "hand" else 0) == len(game.state.players["a"].hand)


@pytest.mark.rule("TC-RUL-090", "TC-RUL-091")
@pytest.mark.parametrize("full", [False, True])
def test_form_taken_for_a_turn_is_given_back(full: bool) -> None:  # noqa: FBT001
    """A form taken for a turn returns at the end of the turn if its former controller has an open form zone."""
    theirs = side(forms=["reef-urchin", "silt-crab"], deck=DECK, spirits=SPIRITS)
    game = board(a=side(deck=DECK, spirits=SPIRITS), b=theirs, step="act2")
    number = game.state.players["b"].forms[0]
    until = change(game, "control", part="b")
    record(game, ControlChanged(thing=number, seat="a", zone=0, change=until))
    if full:
        entering.put_form_from_deck(game, "b", "reef-urchin", 0)
    play = Played(game)
    play.do("a", EndStep())
    play.go_on("act1", seat="b")
    assert ("a" if full else "b") == play.card(number).seat
    assert not play.card(number).changes


@pytest.mark.rule("TC-ZONE-01", "TC-ZONE-02", "TC-DECK-10", "TC-DECK-14", "TC-DECK-15")
def test_mats_are_no_setting() -> None:
    """The game has no settings about mats, paper or sleeves."""
    words = ("mat", "paper", "pen", "sleeve", "protector")
    assert not [name for name in MatchSettings.__struct_fields__ if any(word in name.split("_") for word in words)]
    play = Played(board(a=side(forms=["gate-whelp"]), b=side()))
    lying = play.card(play.form("a", "gate-whelp"))
    assert ("form", 0) == (lying.place, lying.slot)
