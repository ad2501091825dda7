"""Steps that put spirits under cards, move them, and send them to the void."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import field

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Amount, Selector, Var, Who
from services.tcg.catalogue.language.operations import OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import FIGHTING, SPIRITS, Reach, reaching
from services.tcg.catalogue.text.players import player
from services.tcg.catalogue.text.speech import cards_meant, say, words_for
from services.tcg.chapters import entering, leaving
from services.tcg.chapters.operations.playing import follow
from services.tcg.chapters.operations.questions import Find, Fit, Question, Whom, named_seats, one_of
from services.tcg.chapters.operations.reader import Number, Reader, after, reads
from services.tcg.chapters.operations.underneath import beneath, held_spirits, of_type
from services.tcg.chapters.reading import read_who
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running
from services.tcg.words import Slug
from shared.kernel.messages import Seat

MANY: Final = 999


def _hosts(_ctx: MatchContext, _running: Running, card: Card) -> bool:
    return card.place in entering.HOSTS


class Devour(Step, frozen=True, kw_only=True, tag="devour"):
    """A step that puts spirits from the top of an opponent's spirit deck into the void."""

    phrase = "devour {n} from {from_}"
    n: Amount
    from_: Who = field(name="from", default="opponent")

    def say_from_(self) -> str:
        """Return the words that name the player whose spirits are devoured."""
        return player(self.from_)[0]

    def drains(self) -> Who:
        """Return the player whose spirits are devoured, or "each opponent" if an opponent is picked later."""
        return "each_opponent" if isinstance(self.from_, Var) else self.from_

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault unless the step names an opponent. Rule: TC-KEY-14."""
        if self.from_ in ("you", "owner", "controller", "any"):
            yield place.fault("from", "only an opponent's spirit deck can be devoured: name an opponent", "TC-KEY-14")


@reads
def devour(reader: Reader, step: Devour) -> None:
    """Devour the top of a spirit deck.

    If the card says "an opponent", the effect's player picks an opponent whose spirit deck is not empty.

    Rule: TC-KEY-14, TC-KEY-15, TC-RUL-036, TC-RUL-045
    """
    seats, amount = _seats_to_devour(reader, step), reader.amount(step.n)

    def operation(ctx: MatchContext, running: Running) -> int:
        leaving.devour(ctx, running.seat, seats(ctx, running), amount(ctx, running))
        return after(ctx, running)

    reader.emit(operation)


def _seats_to_devour(reader: Reader, step: Devour) -> Whom:
    meant = read_who(step.from_)
    if step.from_ != "opponent":
        return meant
    key = reader.key()

    def seats_with_spirits(ctx: MatchContext, running: Running) -> list[Seat]:
        players = ctx.state.players
        return [seat for seat in meant(ctx, running) if players[seat].spirits]

    reader.ask(key, "choose_player", one_of(seats_with_spirits))
    return lambda ctx, running: named_seats(ctx, running, key)


class Spiritualize(OnCards, frozen=True, kw_only=True, tag="spiritualize"):
    """A step that puts a spirit from the hand under a card."""

    phrase = "spiritualize {of} with {spirit}{ignore_limit}"
    one_card = ("of", "spirit")
    reach = reaching(of=FIGHTING, spirit=Reach(frozenset({"hand"}), frozenset()))
    spirit: Selector
    ignore_limit: bool = False

    def say_ignore_limit(self) -> str:
        """Return the words for ignoring the limit per turn, or an empty string if the limit applies."""
        return ", whatever was spiritualized this turn" if self.ignore_limit else ""


@reads
def spiritualize(reader: Reader, step: Spiritualize) -> None:
    """Put a spirit from the player's hand under a card, if the limit and the spirits already there allow it.

    If there is no such card, the player is not asked for a spirit. Before version 3 of the decision rules, the player
    could also pick cards that allow no spirit.

    Rule: TC-KEY-09, TC-KEY-10, TC-FORM-16, TC-FORM-18, TC-RUL-023, TC-RUL-110, TC-RUL-164
    """
    free = step.ignore_limit

    def open_host(ctx: MatchContext, running: Running, card: Card) -> bool:
        return _hosts(ctx, running, card) and entering.takes_spirits(ctx, card, ignore_limit=free)

    hosts = reader.cards(step.of, fit=open_host if reader.revised else _hosts, one=step.of.zone is not None)
    gap = reader.gap() if reader.revised else None
    key = reader.key()
    spirits = reader.cards(step.spirit, fit=_own_spirit, one=True, key=key)

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        left = list(spirits(ctx, running))
        for number in hosts(ctx, running):
            if left and entering.open_to(ctx, table[number], table[left[0]].card, ignore_limit=free):
                entering.spiritualize(ctx, running.seat, number, left.pop(0), counted=not free)
        return after(ctx, running)

    reader.emit(operation)
    end = reader.here
    if gap is not None:
        reader.fill(gap, lambda ctx, running: running.at + 1 if hosts(ctx, running) else end)


def _own_spirit(ctx: MatchContext, running: Running, card: Card) -> bool:
    return card.place == "hand" and card.seat == running.seat and ctx.pool.printed[card.card].kind == "spirit"


class AttachSpirit(OnCards, frozen=True, kw_only=True, tag="attach_spirit"):
    """A step that puts a spirit from another zone under a card, even next to a Perfect Spirit.

    This does not count as spiritualizing.
    """

    phrase = "put {spirit} from {from_} underneath {of}"
    one_card = ("of", "spirit")
    reach = reaching(of=FIGHTING, spirit=SPIRITS)
    from_: Literal["void", "spirit_deck", "under"] = field(name="from")
    spirit: Selector | None = None


@reads
def attach_spirit(reader: Reader, step: AttachSpirit) -> None:
    """Put spirits under a card: from a void, from under another card, or from the top of the player's spirit deck.

    If the step does not select spirits, the player picks one from their void or from under a card that they control.

    Rule: TC-KEY-10, TC-FORM-17, TC-RUL-021
    """
    hosts = reader.cards(step.of, fit=_hosts, one=step.of.zone is not None)
    spirits = None if step.from_ == "spirit_deck" else _spirits_to_attach(reader, step)

    def operation(ctx: MatchContext, running: Running) -> int:
        found = hosts(ctx, running)
        if found and spirits is None:
            entering.attach_from_deck(ctx, found[0], running.seat)
        elif found and spirits is not None:
            _attach(ctx, running, found[0], (spirits(ctx, running), step.spirit))
        return running.at + 1

    reader.emit(operation)


def _attach(ctx: MatchContext, running: Running, host: int, spirits: tuple[Sequence[int], Selector | None]) -> None:
    """Put spirits under a card, with an event that depends on the spirit's zone. Rule: TC-RUL-021, TC-RUL-138."""
    numbers, named = spirits
    for number in numbers:
        if ctx.state.table[number].place == "void":
            follow(running, number, entering.attach(ctx, host, number), None if named is None else named.var)
        else:
            entering.move_spirits(ctx, (number,), host)


def _spirits_to_attach(reader: Reader, step: AttachSpirit) -> Find:
    place = step.from_

    def there(_ctx: MatchContext, _running: Running, card: Card) -> bool:
        return card.place == place

    if step.spirit is not None:
        return reader.cards(step.spirit, fit=there, one=True)
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        player = ctx.state.players[running.seat]
        options = player.void if place == "void" else beneath(ctx, running.seat)
        return [Question(0, running.seat, options, 1, 1)]

    reader.ask(key, "choose_cards", questions)
    return lambda ctx, running: [one for one in running.names[key] if one in ctx.state.table]


class Despiritualize(OnCards, frozen=True, kw_only=True, tag="despiritualize"):
    """A step that sends spirits from under a card to their owners' voids."""

    phrase = "de-spiritualize {n} {type}from {of}"
    reach = reaching(of=FIGHTING)
    n: Amount
    type: Slug | None = None


@reads
def despiritualize(reader: Reader, step: Despiritualize) -> None:
    """Send spirits from under cards to the void. `despiritualize_chooser` decides which player picks the spirits.

    Since version 3 of the decision rules, a player can pick only cards that have such spirits.

    Rule: TC-KEY-13, TC-SPI-06, TC-RUL-040, TC-RUL-042, TC-RUL-122, TC-RUL-192
    """
    fit = _with_spirits(step.type) if reader.revised else _hosts
    hosts, amount, key = reader.cards(step.of, fit=fit), reader.amount(step.n), reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        count, table = max(amount(ctx, running), 0), ctx.state.table
        theirs = ctx.state.settings.despiritualize_chooser == "card_controller"
        asked = []
        for number in hosts(ctx, running):
            seat = table[number].seat if theirs else running.seat
            asked.append(Question(number, seat, of_type(ctx, table[number], step.type), count, count))
        return asked

    def operation(ctx: MatchContext, running: Running) -> int:
        table = ctx.state.table
        spirits = [one for one in running.names[key] if one in table and table[one].place == "under"]
        taken = [(host, [one for one in spirits if table[one].host == host]) for host in hosts(ctx, running)]
        leaving.despiritualize(ctx, running.seat, taken, "effect")
        return after(ctx, running)

    reader.ask(key, "choose_cards", questions)
    reader.emit(operation)


def _with_spirits(kind: str | None) -> Fit:
    """Return a function that tests whether a card has spirits under it: any spirits, or some of the given type."""
    return lambda ctx, running, card: _hosts(ctx, running, card) and bool(of_type(ctx, card, kind))


class MoveSpirits(Step, frozen=True, kw_only=True, tag="move_spirits"):
    """A step that takes spirits from under one card and puts them under another card."""

    phrase = "move {n} of the spirits under {from_} underneath {to}"
    one_card = ("to",)
    added_up = ("from_",)
    reach = reaching(from_=FIGHTING, to=FIGHTING)
    from_: Selector = field(name="from")
    to: Selector
    n: Amount | Literal["all"] = "all"


@reads
def move_spirits(reader: Reader, step: MoveSpirits) -> None:
    """Move spirits from some cards to another card. If not all of them move, the effect's player picks those that do.

    Rule: TC-FORM-19, TC-RUL-192
    """
    from_ = reader.cards(step.from_, fit=_with_spirits(None) if reader.revised else _hosts)
    to = reader.cards(step.to, fit=_hosts, one=step.to.zone is not None)
    amount: Number = (lambda _ctx, _running: MANY) if step.n == "all" else reader.amount(step.n)
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        table, count, hosts = ctx.state.table, max(amount(ctx, running), 0), to(ctx, running)
        options = [
            spirit for number in from_(ctx, running) if number not in hosts[:1] for spirit in table[number].under
        ]
        return [Question(0, running.seat, options, count, count)]

    def operation(ctx: MatchContext, running: Running) -> int:
        hosts = to(ctx, running)
        if hosts:
            entering.move_spirits(ctx, running.names[key], hosts[0])
        return running.at + 1

    reader.ask(key, "choose_cards", questions)
    reader.emit(operation)


class SpiritToVoid(Step, frozen=True, kw_only=True, tag="spirit_to_void"):
    """A step that sends spirits to their owners' voids, for several players at the same time."""

    phrase = "{who:send} {sent} from {from_} to the void"
    reach = reaching(spirit=SPIRITS)
    picks = False
    from_: Literal["hand", "spirit_deck", "under"] = field(name="from")
    n: Amount
    who: Who = "you"
    spirit: Selector | None = None

    def say_sent(self) -> str:
        """Return the words for the spirits that are sent, including how many."""
        if self.spirit is None:
            return f"{words_for(self.n)} of the spirits"
        if self.spirit.ref is not None and self.n == 1:
            return say(self.spirit)
        return f"{words_for(self.n)} of {'the ' if self.spirit.zone else ''}{cards_meant(self.spirit, '')}"


@reads
def spirit_to_void(reader: Reader, step: SpiritToVoid) -> None:
    """Send spirits to their owners' voids, for several players at the same time.

    Each player that the step names sends `n` spirits, and picks those that come from the hand. The effect's player
    picks those that come from under cards: `n` for each player (in version 1 of the decision rules, `n` in total), or
    `n` of the spirits that the step names.

    Rule: TC-SPI-06, TC-ZONE-19, TC-RUL-042, TC-RUL-158
    """
    if step.from_ == "spirit_deck":
        _from_decks(reader, step)
    elif step.from_ == "hand":
        _from_hands(reader, step)
    else:
        _from_under(reader, step)


def _from_decks(reader: Reader, step: SpiritToVoid) -> None:
    seats, amount = reader.seats(step.who), reader.amount(step.n)

    def operation(ctx: MatchContext, running: Running) -> int:
        count = max(amount(ctx, running), 0)
        deck = [one for seat in seats(ctx, running) for one in leaving.top_of(ctx, seat, count)]
        leaving.to_void(ctx, "effect", deck=deck)
        return after(ctx, running)

    reader.emit(operation)


def _from_hands(reader: Reader, step: SpiritToVoid) -> None:
    seats, amount = reader.seats(step.who), reader.amount(step.n)
    named = None if step.spirit is None else reader.all_cards(step.spirit)
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        match, count = ctx.state, max(amount(ctx, running), 0)
        fit = None if named is None else named(ctx, running)
        asked = []
        for seat in seats(ctx, running):
            held = held_spirits(ctx, seat)
            options = held if fit is None else [one for one in held if one in fit]
            always = fit is not None and (bool(held) or not match.revised)
            asked.append(Question(match.order.index(seat), seat, options, count, count, always=always))
        return asked

    def operation(ctx: MatchContext, running: Running) -> int:
        leaving.to_void(ctx, "effect", hand=running.names[key])
        return after(ctx, running)

    reader.ask(key, "choose_cards", questions)
    reader.emit(operation)


def _from_under(reader: Reader, step: SpiritToVoid) -> None:
    amount = reader.amount(step.n)
    seats = reader.seats(step.who) if step.spirit is None else None
    named = None if step.spirit is None else reader.all_cards(step.spirit)
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        table, order, count = ctx.state.table, ctx.state.order, max(amount(ctx, running), 0)
        if named is not None:
            options = [one for one in named(ctx, running) if table[one].place == "under"]
            return [Question(0, running.seat, options, count, count)]
        meant = seats(ctx, running) if seats else ()
        if ctx.state.amended:
            return [Question(order.index(one), running.seat, beneath(ctx, one), count, count) for one in meant]
        return [Question(0, running.seat, [one for seat in meant for one in beneath(ctx, seat)], count, count)]

    def operation(ctx: MatchContext, running: Running) -> int:
        leaving.to_void(ctx, "effect", under=running.names[key])
        return after(ctx, running)

    reader.ask(key, "choose_cards", questions)
    reader.emit(operation)
