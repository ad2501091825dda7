"""Steps that give a player control of a form, or flip a savior."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import field

from services.tcg.catalogue.faults import Fault, Place
from services.tcg.catalogue.language.conditions import Lasting, Who
from services.tcg.catalogue.language.operations import NOT_WHILE, ONE_PLAYER, SEVERAL, OnCards
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.catalogue.language.reach import FORMS, reaching
from services.tcg.chapters import control, entering
from services.tcg.chapters.operations.lasting import change_of
from services.tcg.chapters.operations.questions import Find, Question, Whom, named_seats, one_of
from services.tcg.chapters.operations.reader import Reader, reads
from services.tcg.chapters.terms import MatchContext
from services.tcg.chapters.winning import has_left
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running
from shared.kernel.messages import Seat


class GainControl(OnCards, frozen=True, kw_only=True, tag="gain_control"):
    """A step that gives a player control of a form, which moves to one of that player's open form zones."""

    phrase = "{who:gain} control of {of} {lasts}"
    reach = reaching(of=FORMS)
    who: Who = "you"
    lasts: Lasting = field(name="for", default="game")

    def faults(self, place: Place) -> Iterator[Fault]:
        """Yield a fault if several players would gain control, or if the step gives control "while" a condition holds.

        Rule:    TC-RUL-045, TC-RUL-078
        """
        if self.lasts == "while":
            yield place.fault(*NOT_WHILE)
        if self.who in SEVERAL:
            yield place.fault(*ONE_PLAYER)


@reads
def gain_control(reader: Reader, step: GainControl) -> None:
    """Move forms one by one to form zones that the new controller picks. A form stays where it is if no zone is open.

    Since version 3 of the decision rules, the new controller picks which forms move if too few zones are open, and only
    an opponent with an open form zone can be picked to gain control of the player's own forms.

    Rule: TC-KEY-16, TC-SAV-02, TC-ZONE-07, TC-RUL-090, TC-RUL-169, TC-RUL-191, TC-RUL-215
    """
    seats, find = _taker_and_forms(reader, step)
    if reader.revised and step.of.n != 1:
        find = _those_with_room(reader, find, seats)
    lasts = step.lasts

    def body(card: str) -> None:
        zone = f"{card}zone"

        def questions(ctx: MatchContext, running: Running) -> list[Question]:
            number, taker = running.names[card][0], _first(seats(ctx, running))
            if not taker or ctx.state.table[number].seat == taker or has_left(ctx, number):
                return []
            forms = ctx.state.players[taker].forms
            return [Question(0, taker, [at for at, one in enumerate(forms) if not one], 1, 1)]

        def operation(ctx: MatchContext, running: Running) -> int:
            form, taker = ctx.state.table[running.names[card][0]], _first(seats(ctx, running))
            change = None if lasts == "game" else change_of(ctx, running, "control", lasts, part=form.seat)
            if taker == form.seat and not has_left(ctx, form.id):
                control.keep_control(ctx, form, taker, change=change)
            elif taker and running.names[zone]:
                control.take_control(ctx, form, taker, running.names[zone][0], change=change)
            return running.at + 1

        reader.ask(zone, "choose_zone", questions)
        reader.emit(operation)

    reader.over(find, body)


def _taker_and_forms(reader: Reader, step: GainControl) -> tuple[Whom, Find]:
    """Ask who gains control, and of which forms. Return functions that list the new controller and the forms.

    Rule: TC-RUL-215
    """
    needs_room = step.who == "opponent" and (step.of.who == "you" or step.of.ref == "this") and reader.revised
    seats = _with_room(reader) if needs_room else reader.seats(step.who)

    def can_move(ctx: MatchContext, running: Running, card: Card) -> bool:
        return card.place == "form" and (not needs_room or bool(seats(ctx, running)))

    return seats, reader.cards(step.of, fit=can_move)


def _with_room(reader: Reader) -> Whom:
    """Return a function that lists the opponent who is picked among those with an open form zone. Rule: TC-RUL-215."""
    key = reader.key()

    def with_room(ctx: MatchContext, running: Running) -> list[Seat]:
        return [seat for seat in ctx.state.opponents(running.seat) if 0 in ctx.state.players[seat].forms]

    reader.ask(key, "choose_player", one_of(with_room))
    return lambda ctx, running: named_seats(ctx, running, key)


def _those_with_room(reader: Reader, find: Find, seats: Whom) -> Find:
    """Ask the new controller which forms move if too few zones are open. Return a function that lists the moving forms.

    Rule: TC-RUL-191
    """
    key = reader.key()

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        taker, table = _first(seats(ctx, running)), ctx.state.table
        coming = [number for number in find(ctx, running) if table[number].seat != taker]
        zones = ctx.state.players[taker].forms.count(0) if taker else 0
        return [Question(0, taker, coming, zones, zones)] if 0 < zones < len(coming) else []

    def chosen(ctx: MatchContext, running: Running) -> list[int]:
        picked, taker, table = running.names[key], _first(seats(ctx, running)), ctx.state.table
        return [one for one in find(ctx, running) if not picked or one in picked or table[one].seat == taker]

    reader.ask(key, "choose_cards", questions)
    return chosen


def _first(seats: Sequence[Seat]) -> Seat:
    return seats[0] if seats else ""


class FlipSavior(Step, frozen=True, kw_only=True, tag="flip_savior"):
    """A step that flips a bound savior. Each player can flip their savior once per game."""

    phrase = "{who:flip} {own} savior"
    contract_name: ClassVar[str] = "FlipSaviorOperation"  # `FlipSavior` is already the name of a command

    who: Who = "you"

    def say_own(self) -> str:
        """Return the words that name the player whose savior is flipped."""
        return "your" if self.who == "you" else "their"


@reads
def flip_savior(reader: Reader, step: FlipSavior) -> None:
    """Flip the bound saviors of the players that the step names. Rule: TC-SAV-11, TC-SAV-12, TC-RUL-015."""
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        entering.flip(ctx, *seats(ctx, running))
        return running.at + 1

    reader.emit(operation)
