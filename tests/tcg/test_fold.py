"""Folds of events: card numbers, conservation of cards, and storage of a match."""

from collections import Counter
from typing import Any, Final, Literal

import msgspec
import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters import chain, control, damage, entering, hands, limits, setup, triggers, turn, winning
from services.tcg.chapters.costs import AttackGivenUp
from services.tcg.chapters.course import AttackDeclared, AttackEnded, CombatChecked, StepEnded
from services.tcg.chapters.decisions import DecisionAnswered, DecisionOpened
from services.tcg.chapters.decks import DeckAccepted
from services.tcg.chapters.departures import CardReturned, CardSentToDrop, FormSacrificed, Gone, SpiritsSentToVoid
from services.tcg.chapters.opening import SeatJoined
from services.tcg.chapters.operations.decks import DeckArranged
from services.tcg.chapters.operations.lasting import AttackAllowed
from services.tcg.chapters.sources import CounterChanged, PwrChanged, ShieldRaised
from services.tcg.game import match as match_game
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Asked, Match
from services.tcg.state.tasks import Change, Declaring, Finish, Go, Paying, Running, TriggerEvent, Window
from shared.kernel.messages import NOBODY, Event, Secret
from shared.kernel.stream import StreamOpened

SEATS: Final = ("north", "south")
PLAIN: Final = MatchSettings()
DECK: Final = DECKS["lantern"]
HAPPENING: Final = TriggerEvent(event="form_played", by="north", card=5)


def fold(match: Match, *events: Event) -> Match:
    """Fold events into a copy of a match."""
    for event in events:
        match_game.folds[type(event)](match, event)
    return match


def stored(match: Match) -> bytes:
    """Return the encoded match."""
    return msgspec.json.encode(match)


def own(seat: str, value: Any) -> Secret[Any]:  # noqa: ANN401 whatever is secret
    """Return a secret of one seat."""
    return Secret(audience=(seat,), value=value)


def drawn(match: Match, seat: str, n: int) -> hands.CardsDrawn:
    """Return the event of drawing the top cards."""
    cards = tuple(reversed(match.players[seat].deck[-n:]))
    return hands.CardsDrawn(seat=seat, n=n, first=match.made + 1, cards=own(seat, cards))


def invoked(match: Match, seat: str, n: int) -> hands.SpiritsInvoked:
    """Return the event of invoking the top spirits."""
    cards = tuple(reversed(match.players[seat].spirits[-n:]))
    return hands.SpiritsInvoked(seat=seat, n=n, first=match.made + 1, cards=own(seat, cards))


def started(settings: MatchSettings = PLAIN) -> Match:
    """Return a match of two that has started: saviors 1 and 2, empty hands, north's first turn."""
    match = Match(settings=settings)
    return fold(
        match,
        *(SeatJoined(seat=seat) for seat in SEATS),
        *(DeckAccepted(seat=seat, deck=own(seat, DECK)) for seat in SEATS),
        setup.MatchStarted(saviors=tuple(hands.Shown(card=DECK.savior, thing=thing) for thing in (1, 2))),
        turn.TurnStarted(turn=1, seat="north"),
    )


def played(match: Match, seat: str = "north", zone: int = 0) -> int:
    """Draw a card and play it as a form; return its number."""
    fold(match, drawn(match, seat, 1))
    hand = match.made
    card = match.table[hand].card
    fold(
        match,
        entering.FormPlayed(seat=seat, card=card, thing=hand + 1, zone=zone, origin="hand", hand=own(seat, hand)),
    )  # fmt: skip
    return hand + 1


def put_under(match: Match, thing: int, seat: str = "north") -> int:
    """Invoke a spirit and spiritualize a card with it; return the spirit's number."""
    fold(match, invoked(match, seat, 1))
    hand = match.made
    fold(
        match,
        entering.Spiritualized(
            seat=seat, thing=thing, spirit=hand + 1, card=match.table[hand].card, hand=own(seat, hand)
        ),
    )  # fmt: skip
    return hand + 1


def everything(match: Match) -> Counter[str]:
    """Count all cards of the match by owner and name."""
    seen = Counter(f"{card.owner} {card.card}" for card in match.table.values())
    for seat, player in match.players.items():
        seen.update(f"{seat} {card}" for card in (*player.deck, *player.spirits))
    return seen


def brought() -> Counter[str]:
    """Count the cards of both decks."""
    both: Counter[str] = Counter()
    for seat in SEATS:
        both[f"{seat} {DECK.savior}"] += 1
        both.update({f"{seat} {card}": n for card, n in (*DECK.main.items(), *DECK.spirits.items())})
    return both


def lively() -> Match:
    """Return a match with something of every kind in progress."""
    match = started()
    form = played(match)
    put_under(match, form)
    agenda = (
        Go(to="settle"),
        Window(kind="W1", answers=(HAPPENING,)),
        Running(seat="north", card=form, printed="gate-whelp", effect="e", names={"p": (1,)}, event=HAPPENING),
        Declaring(seat="north", card=form, printed="gate-whelp", effect="e", origin="play"),
        Paying(seat="south", savior=2),
        Finish(number=1),
    )
    return fold(
        match,
        PwrChanged(thing=form, change=change(1)),
        CounterChanged(thing=form, name="seal", n=2),
        chain.EffectDeclared(number=1, seat="north", thing=form, card="gate-whelp", effect="e", event=HAPPENING),
        triggers.TriggersQueued(effects=(called(form), called(1))),
        triggers.EffectDelayed(
            number=2,
            seat="north",
            thing=form,
            card="gate-whelp",
            effect="e",
            names=Secret(audience=NOBODY, value={"p": (1,)}),
        ),
        AttackDeclared(seat="north", attacker=form, target=2, of="south"),
        limits.EffectUsed(keys=("turn|1|e",)),
        DecisionOpened(
            number=1,
            seat="south",
            kind="respond",
            since=7,
            asked=own("south", Asked(options=(1, 2), least=1, most=2)),
            agenda=Secret(audience=NOBODY, value=agenda),
        ),
    )


def change(number: int, lasts: str = "end_of_turn", *, source: int = 1, kind: str = "pwr") -> Change:
    """Return a change by north."""
    return Change(kind=kind, number=number, seat="north", source=source, lasts=lasts, turn=1, value=2)


def called(thing: int) -> triggers.Called:
    """Return a trigger of a card's effect."""
    return triggers.Called(seat="north", thing=thing, card="gate-whelp", effect="e", event=HAPPENING)


def test_every_event_has_a_fold() -> None:
    """Every type of event has a fold."""
    assert {*match_game.events, StreamOpened} == set(match_game.folds)


def test_match_survives_storage() -> None:
    """A match decoded from its encoding is equal, with its tasks and numbered cards."""
    match = lively()
    assert msgspec.json.decode(msgspec.json.encode(match), type=Match) == match


def test_mutable_copy_shares_nothing() -> None:
    """Later events on the copy leave the original unchanged."""
    match = lively()
    before = stored(match)
    after = match.mutable_copy()
    form = after.players["north"].forms[0]
    fold(
        after,
        chain.EffectNegated(number=1, seat="south"),
        CombatChecked(attacker_pwr=1, target_pwr=0, victor=form, loser=2),
        CounterChanged(thing=form, name="seal", n=3),
        limits.EffectUsed(keys=("turn|1|e",)),
        damage.DamagePrevented(thing=form, shield=1),
        drawn(after, "north", 2),
        invoked(after, "south", 1),
        setup.DeckCut(seat="south", by="north", deck="main", position=3),
        chain.TriggersOrdered(seat="north", order=(1, 0)),
        CardSentToDrop(thing=form, card="gate-whelp", owner="north", cause="effect"),
        DecisionAnswered(number=1, seat="south"),
        winning.PlayerLost(seat="south", reason="effect"),
        winning.PlayerRemoved(seat="south"),
    )
    running = after.pending[2]
    assert isinstance(running, Running)
    running.at = 9
    assert stored(match) == before


def test_tasks_on_the_agenda_are_copies() -> None:
    """Later changes to a task leave the event that created it unchanged."""
    task = Running(seat="north", card=1, printed="gate-whelp", effect="e")
    event = DecisionOpened(
        number=1, seat="north", kind="may", since=0, asked=own("north", Asked()),
        agenda=Secret(audience=NOBODY, value=(task,)),
    )  # fmt: skip
    match = fold(started(), event)
    copied = match.pending[-1]
    assert isinstance(copied, Running)
    copied.at = 3
    assert 0 == task.at


@pytest.mark.rule("TC-SPI-02", "TC-RUL-085")
def test_card_in_hand_gets_another_number_when_it_is_played() -> None:
    """The number of a form in play was never the number of a card in hand."""
    match = started()
    fold(match, drawn(match, "north", 3))
    hand = tuple(match.players["north"].hand)
    form = match.made + 1
    card = match.table[hand[1]].card
    secret = own("north", hand[1])
    fold(match, entering.FormPlayed(seat="north", card=card, thing=form, zone=1, origin="hand", hand=secret))
    assert [hand[0], hand[2]] == match.players["north"].hand
    assert [0, form] == match.players["north"].forms
    assert hand[1] not in match.table
    assert form == match.made


@pytest.mark.rule("TC-ZONE-11")
def test_face_down_command_keeps_the_number_of_its_zone() -> None:
    """Set from the hand it gets a new number; when flipped it keeps it."""
    match = started()
    fold(match, drawn(match, "north", 1))
    hand = match.made
    card = match.table[hand].card
    fold(
        match,
        entering.CommandSet(seat="north", thing=hand + 1, zone=0, card=own("north", card), hand=own("north", hand)),
    )  # fmt: skip
    assert (False, 1) == (match.table[hand + 1].up, match.table[hand + 1].since)
    fold(match, entering.CommandFlipped(seat="north", thing=hand + 1, card=card))
    assert match.table[hand + 1].up
    assert [hand + 1, 0] == match.players["north"].commands


@pytest.mark.rule("TC-ZONE-12", "TC-ZONE-17")
def test_card_in_a_deck_has_no_number() -> None:
    """A card that goes back to a deck loses its number, and comes back with a new one."""
    match = started()
    form = played(match)
    fold(match, CardReturned(thing=form, card=match.table[form].card, owner="north", to="deck_top"))
    assert form not in match.table
    fold(match, drawn(match, "north", 1))
    assert form < match.players["north"].hand[-1]


@pytest.mark.rule("TC-DECK-09")
def test_no_card_is_lost() -> None:
    """After all kinds of events, the match has exactly the 46 cards of each player."""
    match = started()
    first, second = played(match), played(match, "south")
    put_under(match, first)
    spirit = put_under(match, second, "south")
    other = put_under(match, second, "north")
    fold(match, drawn(match, "south", 2))
    fold(match, invoked(match, "south", 2))
    hand, top = match.players["south"].hand, match.players["north"].spirits[-1]
    gone = (
        Gone(owner="south", card=match.table[spirit].card, thing=spirit, origin="under", was=spirit),
        Gone(owner="north", card=match.table[other].card, thing=other, origin="under", was=other),
        Gone(owner="north", card=top, thing=match.made + 1, origin="spirit_deck"),
        Gone(owner="south", card=match.table[hand[-1]].card, thing=match.made + 2, origin="hand"),
    )
    shown = (hands.Shown(card=match.table[hand[0]].card, thing=match.made + 3),)
    fold(
        match,
        SpiritsSentToVoid(cause="effect", spirits=gone, hand=own("south", (hand[-1],))),
        hands.Discarded(seat="south", cards=shown, hand=own("south", (hand[0],))),
        CardSentToDrop(thing=second, card=match.table[second].card, owner="south", cause="damage"),
        hands.Rescued(seat="north", spirits=(other,), cards=(gone[1].card,), first=match.made + 4),
        winning.PlayerLost(seat="south", reason="effect"),
        winning.PlayerRemoved(seat="south"),
    )
    assert brought() == everything(match)


@pytest.mark.rule("TC-SPI-06")
def test_spirit_goes_to_its_owners_void() -> None:
    """A spirit under another player's form keeps its owner and its number."""
    match = started()
    form = played(match, "south")
    spirit = put_under(match, form, "north")
    assert "south" == match.table[spirit].seat
    gone = Gone(owner="north", card=match.table[spirit].card, thing=spirit, origin="under", was=spirit)
    fold(match, SpiritsSentToVoid(cause="effect", spirits=(gone,)))
    assert [spirit] == match.players["north"].void
    assert () == match.table[form].under


@pytest.mark.rule("TC-FORM-19")
@pytest.mark.parametrize("inherits", [False, True])
def test_spirits_wait_for_the_form_that_is_played(*, inherits: bool) -> None:
    """They move under the new form in order; the used limit moves along only with that setting."""
    match = started(MatchSettings(sacrifice_inherits_limit=inherits))
    old = played(match)
    first, second = put_under(match, old), put_under(match, old)
    fold(match, drawn(match, "north", 1))
    hand = match.made
    fold(
        match,
        FormSacrificed(seat="north", thing=old, card=match.table[old].card, cause="play"),
        entering.FormPlayed(
            seat="north", card=match.table[hand].card, thing=hand + 1, zone=0, origin="hand", hand=own("north", hand)
        ),
        entering.SpiritsMoved(spirits=(first, second), to=hand + 1),
    )  # fmt: skip
    new = match.table[hand + 1]
    assert (first, second) == new.under
    assert 2 * inherits == new.spiritualized
    assert ([old], 1) == (match.players["north"].drop, match.players["north"].sacrifices)
    assert 0 == match.table[old].spiritualized


def test_changes_end_with_their_durations() -> None:
    """Each change ends with the turn, the step, the attack, its player's next turn, or its source; the rest stay."""
    match = started()
    form, source = played(match), played(match, zone=1)
    lasting = ("this_attack", "end_of_combat_step", "end_of_turn", "your_next_turn", "while_in_play", "game")
    for number, lasts in enumerate(lasting, 1):
        fold(match, PwrChanged(thing=form, change=change(number, lasts, source=source)))
    ends = (
        AttackEnded(reason="damage"),
        StepEnded(step="combat"),
        turn.TurnEnded(turn=1),
        turn.TurnStarted(turn=3, seat="north"),
        CardSentToDrop(thing=source, card=match.table[source].card, owner="north", cause="effect"),
    )
    for left, event in enumerate(ends, 1):
        fold(match, event)
        assert lasting[left:] == tuple(one.lasts for one in match.table[form].changes)


@pytest.mark.rule("TC-RUL-023", "TC-RUL-112", "TC-ACT-10")
@pytest.mark.parametrize(("reset", "left"), [("controller_turn", 1), ("every_turn", 0)])
def test_limits_of_a_turn_are_reset(reset: Literal["controller_turn", "every_turn"], left: int) -> None:
    """Uses and sacrifices are reset with every turn, spiritualizing with the controller's own turn."""
    match = started(MatchSettings(spiritualize_reset=reset))
    form = played(match)
    put_under(match, form)
    fold(
        match,
        limits.EffectUsed(keys=("turn|1|e", "game|1|e")),
        turn.TurnEnded(turn=1),
        turn.TurnStarted(turn=2, seat="south"),
    )  # fmt: skip
    assert ({"game|1|e": 1}, left) == (match.used, match.table[form].spiritualized)
    fold(match, turn.TurnStarted(turn=3, seat="north"))
    assert 0 == match.table[form].spiritualized


@pytest.mark.rule("TC-RUL-046")
def test_removed_player_leaves_nothing_behind() -> None:
    """All cards are public outside the game, with new numbers if they were hidden; no decision or task is left."""
    match = lively()
    spirit = put_under(match, match.players["north"].forms[0], "south")
    fold(match, drawn(match, "south", 2))
    hand = list(match.players["south"].hand)
    fold(match, winning.PlayerLost(seat="south", reason="concession"), winning.PlayerRemoved(seat="south"))
    removed = [number for number, card in match.table.items() if card.place == "removed"]
    assert 46 == len(removed)
    assert {2, spirit, *hand} <= set(removed)
    assert {} == match.decisions
    assert spirit not in match.table[match.players["north"].forms[0]].under


@pytest.mark.rule("TC-ETI-13")
def test_effects_are_put_in_order_within_the_queue() -> None:
    """The listed positions get these effects in their new order; the others stay where they are."""
    match = fold(
        started(),
        triggers.TriggersQueued(effects=tuple(called(thing) for thing in (5, 6, 7))),
        chain.TriggersOrdered(seat="north", order=(2, 0)),
    )  # fmt: skip
    assert [(7, True), (6, False), (5, True)] == [(waiting.card, waiting.ordered) for waiting in match.queue]
    fold(match, chain.TriggerBegun(place=1))
    assert [7, 5] == [waiting.card for waiting in match.queue]


def test_deck_is_arranged_in_the_recorded_order() -> None:
    """The new order is listed from the top; cards put under the deck are in that order."""
    match = started()
    deck = list(match.players["north"].deck)
    order = own("north", (2, 0, 1))
    fold(match, DeckArranged(seat="north", deck="main", n=3, bottom=False, order=order))
    assert [*deck[:-3], deck[-2], deck[-1], deck[-3]] == match.players["north"].deck
    fold(match, setup.DeckCut(seat="north", by="south", deck="main", position=3))
    assert [deck[-2], deck[-1], deck[-3], *deck[:-3]] == match.players["north"].deck
    fold(match, DeckArranged(seat="north", deck="main", n=2, bottom=True, order=own("north", (1, 0))))
    assert [deck[-4], deck[-5], deck[-2], deck[-1], deck[-3], *deck[:-5]] == match.players["north"].deck


def test_shield_is_used_up() -> None:
    """A shield that prevents damage twice is gone after the second time."""
    match = started()
    form = played(match)
    fold(
        match,
        ShieldRaised(thing=form, change=change(1, kind="shield")),
        damage.DamagePrevented(thing=form, shield=1),
    )
    assert [1] == [one.value for one in match.table[form].changes]
    assert () == fold(match, damage.DamagePrevented(thing=form, shield=1)).table[form].changes


def test_spirits_stay_under_a_form_that_changes_control() -> None:
    """A form moves to another player's zone; the change of control ends only when it is moved back."""
    match = started()
    form = played(match)
    spirit = put_under(match, form)
    fold(match, control.ControlChanged(thing=form, seat="south", zone=1, change=change(1, kind="control")))
    assert ([0, 0], [0, form]) == (match.players["north"].forms, match.players["south"].forms)
    assert {"south"} == {match.table[form].seat, match.table[spirit].seat}
    fold(match, turn.TurnEnded(turn=1))
    assert 1 == len(match.table[form].changes)
    fold(match, control.ControlChanged(thing=form, seat="north", zone=0))
    assert ([form, 0], ()) == (match.players["north"].forms, match.table[form].changes)


def test_unknown_numbers_are_ignored() -> None:
    """Events about cards that are gone change nothing and raise nothing."""
    match = lively()
    before = stored(match)
    fold(
        match,
        CardSentToDrop(thing=99, card="gate-whelp", owner="north", cause="damage"),
        CardReturned(thing=99, card="gate-whelp", owner="north", to="deck_top"),
        entering.SpiritsMoved(spirits=(99,), to=98),
        control.ControlChanged(thing=99, seat="south", zone=0),
        damage.CardDamaged(thing=99),
        damage.DamageSettled(things=(99,)),
        AttackAllowed(thing=99, n=1),
        AttackGivenUp(thing=99),
        CounterChanged(thing=99, name="seal", n=1),
        entering.CommandFlipped(seat="north", thing=99, card="feint"),
        chain.EffectNegated(number=99, seat="north"),
        triggers.DelayEnded(number=99),
    )
    assert stored(match) == before


def test_finished_match_has_no_decisions() -> None:
    """The end clears decisions and tasks; the result stays."""
    match = fold(lively(), winning.MatchFinished(winner="north", reason="last_standing"))
    assert ("finished", "north", "last_standing") == (match.stage, match.winner, match.reason)
    assert ({}, [], [], []) == (match.decisions, match.pending, match.queue, match.chain)
