"""The setup of a match: shuffles, cuts, opening hands, mulligans, and the dice roll for the first player.

Rule: TC-SETUP-01, TC-SETUP-15, TC-TAB-06
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from services.tcg.chapters import hands
from services.tcg.chapters.decisions import ask, check_choice, decision_of, pick, record_answer
from services.tcg.chapters.hands import CardsDrawn, Shown, deck_of
from services.tcg.chapters.terms import MatchContext
from services.tcg.settings import OPENING_HAND
from services.tcg.state.match import Asked, Card, Match, Player
from services.tcg.state.places import OPEN, lift, record_number
from services.tcg.state.tasks import Go
from services.tcg.words import DeckList, DeckName, Thing
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import NOBODY, Command, Event, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class NotOfOpeningHand(Refusal, rule="TC-SETUP-07"):
    """A card is repeated or is not in your opening hand: name only cards of that hand, each once."""


class NothingToCut(Refusal, rule="TC-SETUP-03"):
    """This seat is not being asked to cut a deck: wait until it is asked."""


class CutOutOfDeck(Refusal, rule="TC-SETUP-03"):
    """The deck cannot be cut at this position: name a position within the deck."""


class FirstTurnNotAsked(Refusal, rule="TC-SETUP-12"):
    """This seat is not being asked who goes first: answer the seat's open decision."""


class MulliganUsed(Refusal, rule="TC-SETUP-06"):
    """You are not being asked about a mulligan now: wait until you are asked, or play on with your hand."""


# ---------------------------------------------------------------- commands


class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck that you are offered. `position` cards go from the top to the bottom. A 0 declines the cut."""

    counts_as = "answer"

    position: Annotated[int, Meta(ge=0, le=60)]


class Mulligan(Command, frozen=True, kw_only=True):
    """Keep the named cards of your opening hand, and replace the others."""

    counts_as = "answer"
    hides = ("keep",)
    keep: Annotated[tuple[Thing, ...], Meta(max_length=5)]


class ChooseFirst(Command, frozen=True, kw_only=True):
    """Choose to go first, or let the player on your left go first."""

    counts_as = "answer"

    choice: Literal["first", "defer"]


# ---------------------------------------------------------------- events


class MatchStarted(Event, frozen=True, kw_only=True):
    """All players submitted decks, and the match started. `saviors` are in seat order and show their bound sides."""

    saviors: tuple[Shown, ...]
    pace: Secret[tuple[int, ...]] | UnsetType = UNSET
    """The secret from which the waits before automatic passes are computed (TC-RUL-157)."""


class DeckCut(Event, frozen=True, kw_only=True):
    """The player on the left cut a deck: this many cards from the top went to the bottom. None means no cut."""

    seat: Seat
    by: Seat
    deck: DeckName
    position: int | None = None


class MulliganTaken(Event, frozen=True, kw_only=True):
    """A player put `n` cards of the opening hand on the main deck for a mulligan, or kept the hand if `n` is 0."""

    seat: Seat
    n: int
    back: Secret[tuple[int, ...]]


class DiceRolled(Event, frozen=True, kw_only=True):
    """Players rolled dice to decide who chooses the first player. Players tied for the highest result roll again."""

    rolls: dict[Seat, int]
    highest: tuple[Seat, ...]


class FirstPlayerChosen(Event, frozen=True, kw_only=True):
    """The player with the highest roll decided who goes first: that player, or the player on the left."""

    by: Seat
    seat: Seat


# ---------------------------------------------------------------- judgement


@judge
def keep_hand(ctx: MatchContext, command: Mulligan) -> None:
    """Carry out a player's mulligan. Rule: TC-SETUP-06 to TC-SETUP-08. Refuses: MulliganUsed, NotOfOpeningHand."""
    decision = ctx.state.decisions.get(ctx.seat)
    if decision is None or decision.kind != "mulligan":
        raise MulliganUsed(needs="mulligan", has="no open decision" if decision is None else decision.kind)
    check_choice(decision, command.keep, NotOfOpeningHand, field="keep", needs="cards of your opening hand, each once")
    record_answer(ctx, decision)
    mulligan(ctx, ctx.seat, command.keep)


@judge
def cut_deck(ctx: MatchContext, command: CutDeck) -> None:
    """Cut the deck that is offered. Rule: TC-SETUP-03, TC-SETUP-04, TC-RUL-007. Refuses: NothingToCut, CutOutOfDeck."""
    decision = decision_of(ctx)
    if decision.kind != "cut":
        raise NothingToCut(needs="cut", has=decision.kind)
    needs = f"0 to {max(decision.options)}"
    check_choice(decision, (command.position,), CutOutOfDeck, field="position", needs=needs)
    record_answer(ctx, decision)
    ctx.answer = (command.position,)


@judge
def go_first(ctx: MatchContext, command: ChooseFirst) -> None:
    """Record a player's decision on who goes first. Rule: TC-SETUP-12, TC-RUL-006. Refuses: FirstTurnNotAsked."""
    decision = decision_of(ctx)
    if decision.kind != "choose_first":
        raise FirstTurnNotAsked(needs="choose_first", has=decision.kind)
    record_answer(ctx, decision)
    ctx.answer = (0 if command.choice == "first" else 1,)


FIRST: Final = 0
DEFER: Final = 1
CHOICES: Final = ("first", "defer")


PACE_SIDES: Final = 65_536
PACE_DICE: Final = 8


def start_when_ready(ctx: MatchContext) -> None:
    """Start the match once every player in it has submitted a deck.

    If the server passes automatically in the match, the secret from which it computes the waits is drawn here, once for
    the whole match. If it were drawn later, a preview of a command could reveal who is asked to respond.

    Rule: TC-SAV-06, TC-SETUP-15, TC-ZONE-05, TC-RUL-157
    """
    match = ctx.state
    if match.stage != "lobby" or not all(player.ready or player.lost for player in match.players.values()):
        return
    decks = (ctx.player(seat).deck_list for seat in _seats(ctx))
    saviors = enumerate((deck.savior for deck in decks if deck is not None), ctx.state.made + 1)
    shown = tuple(Shown(card=card, thing=number) for number, card in saviors)
    pace: Secret[tuple[int, ...]] | UnsetType = UNSET
    if match.settings.passes_by_itself:
        pace = Secret(audience=NOBODY, value=ctx.chance.roll("pace", PACE_SIDES, PACE_DICE, audience=NOBODY))
    ctx.emit(MatchStarted(saviors=shown, pace=pace))
    ctx.push(Go(to="setup.main"))


def _seats(ctx: MatchContext) -> list[Seat]:
    """Return the seats still in the match, in seat order."""
    return [seat for seat in ctx.state.order if not ctx.player(seat).lost]


def shuffle_main(ctx: MatchContext) -> None:
    """Shuffle the main decks. Rule: TC-SETUP-02, TC-SETUP-03."""
    ctx.state.pending.pop()
    ctx.state.pending.extend((Go(to="setup.spirits"), Go(to="setup.cut_main")))
    _shuffle_all(ctx, "main")


def shuffle_spirits(ctx: MatchContext) -> None:
    """Shuffle the spirit decks. Rule: TC-SETUP-04."""
    ctx.state.pending.pop()
    ctx.state.pending.extend((Go(to="setup.deal"), Go(to="setup.cut_spirits")))
    _shuffle_all(ctx, "spirit")


def _shuffle_all(ctx: MatchContext, deck: DeckName) -> None:
    for seat in _seats(ctx):
        hands.shuffle(ctx, seat, deck)


def _deck(ctx: MatchContext, seat: Seat, deck: DeckName) -> list[str]:
    player = ctx.player(seat)
    return player.deck if deck == "main" else player.spirits


def cut_main(ctx: MatchContext) -> None:
    """Offer each main deck to the player on the left for a cut. Rule: TC-SETUP-03."""
    _cut_all(ctx, "main")


def cut_spirits(ctx: MatchContext) -> None:
    """Offer each spirit deck to the player on the left for a cut. Rule: TC-SETUP-04."""
    _cut_all(ctx, "spirit")


def _cut_all(ctx: MatchContext, deck: DeckName) -> None:
    """Offer each player's deck to the player on the left for a cut, unless the setting `cut` is `auto`.

    Rule: TC-SETUP-03, TC-SETUP-04, TC-RUL-007
    """
    for seat in _seats(ctx):
        if deck in ctx.player(seat).cuts:
            continue
        left, position = ctx.state.opponents(seat)[0], None
        if ctx.state.settings.cut == "ask":
            places = range(len(_deck(ctx, seat, deck)) + 1)
            picked = pick(ctx, left, "cut", places, least=1, most=1, words=(seat, deck))
            if picked is None:
                return
            position = picked[0]
        ctx.emit(DeckCut(seat=seat, by=left, deck=deck, position=position))
    ctx.state.pending.pop()


def deal(ctx: MatchContext) -> None:
    """Deal the opening hands, and ask all players at the same time which cards they keep.

    Rule: TC-SETUP-05, TC-SETUP-06, TC-SETUP-13, TC-RUL-008, TC-RUL-009
    """
    ctx.state.pending.pop()
    ctx.push(Go(to="setup.dice"))
    for seat in _seats(ctx):
        _draw(ctx, seat, OPENING_HAND)
    for seat in _seats(ctx):
        hand = tuple(ctx.player(seat).hand)
        ask(ctx, seat, "mulligan", Asked(options=hand, least=0, most=len(hand)))


def _draw(ctx: MatchContext, seat: Seat, count: int) -> None:
    """Draw cards before the first turn. No effects are triggered."""
    cards = tuple(reversed(ctx.player(seat).deck[-count:]))
    secret = Secret(audience=(seat,), value=cards)
    ctx.emit(CardsDrawn(seat=seat, n=len(cards), first=ctx.state.made + 1, cards=secret))


def mulligan(ctx: MatchContext, seat: Seat, keep: Sequence[int]) -> None:
    """Put the cards that are not kept on the deck, shuffle it and draw as many cards. If all are kept, do not shuffle.

    Rule: TC-SETUP-06 to TC-SETUP-10, TC-SETUP-13, TC-RUL-008, TC-RUL-087
    """
    back = tuple(number for number in ctx.player(seat).hand if number not in keep)
    ctx.emit(MulliganTaken(seat=seat, n=len(back), back=Secret(audience=(seat,), value=back)))
    if back:
        hands.shuffle(ctx, seat, "main")
        _draw(ctx, seat, len(back))


def roll(ctx: MatchContext) -> None:
    """Roll dice to decide who chooses the first player. Seats tied for the highest result roll again.

    Rule: TC-SETUP-11, TC-DECK-11, TC-RUL-005, TC-RUL-082
    """
    ctx.state.pending.pop()
    ctx.state.pending.extend((Go(to="begin"), Go(to="setup.first")))
    rolling = tuple(_seats(ctx))
    while True:
        faces = ctx.chance.roll("who chooses the first player", ctx.state.settings.first_player_die, len(rolling))
        best = max(faces)
        highest = tuple(seat for seat, face in zip(rolling, faces, strict=True) if face == best)
        ctx.emit(DiceRolled(rolls=dict(zip(rolling, faces, strict=True)), highest=highest))
        if len(highest) == 1:
            return
        rolling = highest


def choose_first(ctx: MatchContext) -> None:
    """Ask the player with the highest roll whether to go first or to let the player on the left go first.

    Rule: TC-SETUP-12, TC-RUL-006
    """
    match = ctx.state
    highest = max(_seats(ctx), key=lambda seat: match.dice.get(seat, 0))
    picked = pick(ctx, highest, "choose_first", (FIRST, DEFER), least=1, most=1, words=CHOICES)
    if picked is None:
        return
    match.pending.pop()
    first = highest if picked[0] == FIRST else match.opponents(highest)[0]
    ctx.emit(FirstPlayerChosen(by=highest, seat=first))


POINTS: Final[Mapping[str, Callable[[MatchContext], None]]] = {
    "setup.main": shuffle_main,
    "setup.cut_main": cut_main,
    "setup.spirits": shuffle_spirits,
    "setup.cut_spirits": cut_spirits,
    "setup.deal": deal,
    "setup.dice": roll,
    "setup.first": choose_first,
}


# ---------------------------------------------------------------- fold


@fold
def _match_started(match: Match, event: MatchStarted) -> None:
    """Set up the players' zones, saviors and decks. Rule: TC-SAV-06, TC-ZONE-05."""
    match.stage = "setup"
    match.pace = () if event.pace is UNSET else event.pace.open()
    staying = (player for player in (match.players[seat] for seat in match.order) if not player.lost)
    for player, shown in zip(staying, event.saviors, strict=False):
        seat = player.seat
        player.ready, player.savior = False, shown.thing
        player.forms, player.commands = [OPEN] * match.settings.form_zones, [OPEN] * match.settings.command_zones
        match.table[shown.thing] = Card(shown.thing, shown.card, seat, seat, "savior")
        record_number(match, shown.thing)
        if player.deck_list is not None:
            _unpack(player, player.deck_list)


def _unpack(player: Player, brought: DeckList) -> None:
    """Put the cards of both decks in a fixed order, which does not depend on their order in the deck list."""
    player.deck = [card for card in sorted(brought.main) for _ in range(brought.main[card])]
    player.spirits = [card for card in sorted(brought.spirits) for _ in range(brought.spirits[card])]


@fold
def _deck_cut(match: Match, event: DeckCut) -> None:
    deck = deck_of(match, event.seat, event.deck)
    player = match.players[event.seat]
    player.cuts = (*player.cuts, event.deck)
    if event.position:
        deck[:] = (*deck[-event.position :], *deck[: -event.position])


@fold
def _mulligan_taken(match: Match, event: MulliganTaken) -> None:
    """Put the replaced cards of the opening hand back on the deck. Rule: TC-SETUP-08."""
    player = match.players[event.seat]
    player.ready = True
    for number in event.back.open():
        card = lift(match, number)
        if card is not None:
            player.deck.append(card.card)


@fold
def _dice_rolled(match: Match, event: DiceRolled) -> None:
    match.dice = dict(event.rolls)


@fold
def _first_player_chosen(match: Match, event: FirstPlayerChosen) -> None:
    match.active = event.seat


# ---------------------------------------------------------------- samples


@samples
def cuts(match: Match, seat: Seat) -> Samples[CutDeck]:
    """Yield a sample cut. It may be at any position in the deck."""
    decision = match.decisions.get(seat)
    positions = decision.options if decision is not None and decision.kind == "cut" else (0,)
    yield Sample(
        command=CutDeck(position=positions[0]), fields={"position": Field(least=min(positions), most=max(positions))}
    )


@samples
def hands_to_keep(match: Match, seat: Seat) -> Samples[Mulligan]:
    """Yield a sample mulligan. It may keep any cards of the opening hand."""
    decision = match.decisions.get(seat)
    hand = decision.options if decision is not None and decision.kind == "mulligan" else ()
    yield Sample(command=Mulligan(keep=()), fields={"keep": Field(items=Field(options=hand), least=0, most=len(hand))})


@samples
def firsts(_match: Match, _seat: Seat) -> Samples[ChooseFirst]:
    """Yield samples of both choices: to go first, and to let the player on the left go first."""
    yield Sample(command=ChooseFirst(choice="first"), fields={"choice": Field(options=("first", "defer"))})
