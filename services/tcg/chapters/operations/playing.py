"""Steps that play forms and commands, and that put commands face-down."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import field

from services.tcg.catalogue.language.operations import OnCards
from services.tcg.catalogue.language.reach import PLAYED_FROM, Reach, reaching
from services.tcg.chapters import continuous, entering, limits
from services.tcg.chapters.operations.questions import Fit, Question, Questions
from services.tcg.chapters.operations.reader import EACH, PUSHED, Reader, after, bounds, keep, reads
from services.tcg.chapters.terms import Ability, MatchContext
from services.tcg.chapters.winning import has_left
from services.tcg.state.match import Card
from services.tcg.state.tasks import Declaring, Running
from shared.kernel.messages import Seat

SETTABLE: Final = frozenset({"interrupt", "swift"})


def _from(kind: str, place: Literal["hand", "drop"]) -> Fit:
    """Return a function that tests whether the effect's player can play a card of this kind from this zone.

    Cards in other players' hands fail the test.
    """

    def fit(ctx: MatchContext, running: Running, card: Card) -> bool:
        own = place != "hand" or card.seat == running.seat
        return own and card.place == place and ctx.pool.printed[card.card].kind == kind

    return fit


def _zones(kind: str, card: str, given: str = "") -> Questions:
    """Return the question that asks for the played card's zone: an open zone, or the sacrificed form's zone.

    Rule: TC-RUL-025, TC-RUL-046
    """

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        if has_left(ctx, running.names[card][0]):
            return []
        player = ctx.state.players[running.seat]
        gone = running.names.get(given, ())
        zones = player.forms if kind == "form" else player.commands
        return [Question(0, running.seat, [at for at, one in enumerate(zones) if not one or one in gone], 1, 1)]

    return questions


class PlayFormBy(OnCards, frozen=True, kw_only=True, tag="play_form"):
    """A step that plays a form."""

    phrase = "play {of} from {from_}{sacrifice}"
    one_card = ("of",)
    reach = reaching(of=Reach(PLAYED_FROM, frozenset({"form"})))
    from_: Literal["hand", "drop"] = field(name="from")
    sacrifice: Literal["rule", "none"] = "rule"

    def say_sacrifice(self) -> str:
        """Return the words that say that a form needs no sacrifice, or an empty string if it needs one."""
        return " without a sacrifice" if self.sacrifice == "none" else ""


@reads
def play_form(reader: Reader, step: PlayFormBy) -> None:
    """Play forms one by one.

    A form from the hand follows the normal rules, unless the step says that it needs no sacrifice. A form that cannot
    be played stays where it is. Since version 3 of the decision rules, a player who plays a single form cannot pick one
    that lacks a legal sacrifice.

    Rule: TC-FORM-02, TC-FORM-09, TC-FORM-11, TC-FORM-19, TC-ACT-03, TC-RUL-025, TC-RUL-027, TC-RUL-138, TC-RUL-173
    """
    by_rule = step.from_ == "hand" and step.sacrifice == "rule"
    there = _from("form", step.from_)

    def playable(ctx: MatchContext, running: Running, card: Card) -> bool:
        return there(ctx, running, card) and (_free(ctx, card.id) or bool(_sacrificed_for(ctx, running, card.id)))

    fit = playable if reader.revised and by_rule and step.of.n in (None, 1) else there
    find = reader.cards(step.of, fit=fit, one=step.of.zone is not None)

    def body(card: str) -> None:
        given, zone = f"{card}given", f"{card}zone"
        if by_rule:
            reader.ask(given, "choose_cards", _sacrifices(card))
        reader.ask(zone, "choose_zone", _zones("form", card, given))

        def operation(ctx: MatchContext, running: Running) -> int:
            names = running.names
            number, offered, slots = names[card][0], names.get(given, ()), names[zone]
            if slots and (offered or not by_rule or _free(ctx, number)):
                sacrificed = offered[0] if offered else 0
                thing = entering.put_form(ctx, running.seat, number, zone=slots[0], sacrifice=sacrificed)
                follow(running, number, thing, step.of.var)
            return after(ctx, running)

        reader.emit(operation)

    reader.over(find, body)


def _free(ctx: MatchContext, number: int) -> bool:
    """Return whether a form in the hand can be played without a sacrifice. Rule: TC-FORM-08."""
    card = ctx.state.table[number]
    return continuous.level(ctx, card) == 0 or continuous.needs_no_sacrifice(ctx, card)


def _sacrifices(card: str) -> Questions:
    """Return the question that asks for the form to sacrifice. Rule: TC-FORM-11, TC-FORM-13, TC-ACT-03."""

    def questions(ctx: MatchContext, running: Running) -> list[Question]:
        number = running.names[card][0]
        if _free(ctx, number):
            return []
        return [Question(0, running.seat, _sacrificed_for(ctx, running, number), 1, 1)]

    return questions


def _sacrificed_for(ctx: MatchContext, running: Running, number: int) -> list[int]:
    """Return the forms that the effect's player may sacrifice to play a form. Rule: TC-FORM-11, TC-ACT-03."""
    player = ctx.state.players[running.seat]
    allowed = 1 + continuous.more_sacrifices(ctx, running.seat)
    forms = player.forms if player.sacrifices < allowed else ()
    return [one for one in forms if one and _may_be_given(ctx, one, number)]


def _may_be_given(ctx: MatchContext, form: int, number: int) -> bool:
    table = ctx.state.table
    low = continuous.level(ctx, table[form]) <= continuous.level(ctx, table[number])
    return low and not continuous.may_not_be_sacrificed(ctx, table[form])


class PlayCommandBy(OnCards, frozen=True, kw_only=True, tag="play_command"):
    """A step that plays a command."""

    phrase = "play {of} from {from_} as a command"
    one_card = ("of",)
    reach = reaching(of=Reach(PLAYED_FROM, frozenset({"command"})))
    from_: Literal["hand", "drop"] = field(name="from")


@reads
def play_command(reader: Reader, step: PlayCommandBy) -> None:
    """Play commands one by one. For each, the player chooses the targets and pays the cost.

    A command stays in its zone if its conditions are not met, it has no legal target, or its cost cannot be paid. Since
    version 3 of the decision rules, a player who plays a single command can pick only one that can be played.

    Rule: TC-CMD-03, TC-CMD-11, TC-READ-09, TC-RUL-063, TC-RUL-193
    """
    there = _from("command", step.from_)
    one = step.of.zone is not None
    fit = _playable(there) if reader.revised and bounds(step.of, one=one)[1] == 1 else there
    find = reader.cards(step.of, fit=fit, one=one)

    def body(card: str) -> None:
        zone = f"{card}zone"
        reader.ask(zone, "choose_zone", _zones("command", card))

        def operation(ctx: MatchContext, running: Running) -> int:
            number, slots = running.names[card][0], running.names[zone]
            main = ctx.pool.printed[ctx.state.table[number].card].main
            if not slots or not _may_be_activated(ctx, running.seat, number, main):
                return running.at + 1
            if main is None:
                follow(running, number, entering.put_command(ctx, running.seat, number, slots[0]), step.of.var)
                return after(ctx, running)
            running.at += 1
            ctx.push(
                Declaring(
                    seat=running.seat, card=number, printed=main.card, effect=main.key, origin="played", slot=slots[0]
                )
            )  # fmt: skip
            return PUSHED

        reader.emit(operation)

    reader.over(find, body)


def _playable(there: Fit) -> Fit:
    """Return a function that tests whether a command that is `there` can be played now. Rule: TC-RUL-193."""

    def fit(ctx: MatchContext, running: Running, card: Card) -> bool:
        main = ctx.pool.printed[card.card].main
        room = 0 in ctx.state.players[running.seat].commands
        return room and there(ctx, running, card) and _may_be_activated(ctx, running.seat, card.id, main)

    return fit


def _may_be_activated(ctx: MatchContext, seat: Seat, number: int, main: Ability | None) -> bool:
    printed = ctx.pool.printed[ctx.state.table[number].card]
    if continuous.forbidding_to_activate(ctx, seat, printed, main):
        return False
    if main is None:
        return True
    context = Running(seat=seat, card=number, printed=printed.id, effect=main.key)
    if main.when is not None and not main.when(ctx, context, 0):
        return False
    if main.possible is not None and not main.possible(ctx, context, 0):
        return False
    if ctx.state.revised:
        return _has_time_and_use(ctx, context, main)
    aimed = all(len(target.select(ctx, context, 0)) >= max(target.least, 1) for target in main.targets)
    return aimed and all(cost.payable(ctx, context) for cost in continuous.changed_costs(ctx, context, main))


def _has_time_and_use(ctx: MatchContext, context: Running, main: Ability) -> bool:
    """Return whether a command whose conditions are met can be played while an effect is carried out.

    An interrupt cannot, because there is no action to which it would respond.

    Rule: TC-RUL-193
    """
    if main.eti == "interrupt" or limits.uses_left(ctx, context.seat, context.card, main) == 0:
        return False
    return continuous.can_be_declared(ctx, context, main)


class SetCommandBy(OnCards, frozen=True, kw_only=True, tag="set_command"):
    """A step that puts a command face-down in a command zone."""

    phrase = "put {of} from {from_} face-down in a command zone"
    one_card = ("of",)
    reach = reaching(of=Reach(PLAYED_FROM, frozenset({"command"})))
    from_: Literal["hand", "drop"] = field(name="from")


@reads
def set_command(reader: Reader, step: SetCommandBy) -> None:
    """Put commands face-down one by one.

    Only interrupts and swift commands may be set, unless the match allows bluffs, which are face-down commands of any
    other type.

    Rule: TC-CMD-04, TC-CMD-43, TC-RUL-067, TC-RUL-086
    """
    there = _from("command", step.from_)

    def may_be(ctx: MatchContext, running: Running, card: Card) -> bool:
        bluff = ctx.state.settings.bluff_set
        return there(ctx, running, card) and (bluff or ctx.pool.printed[card.card].type in SETTABLE)

    find = reader.cards(step.of, fit=may_be, one=step.of.zone is not None)

    def body(card: str) -> None:
        zone = f"{card}zone"
        reader.ask(zone, "choose_zone", _zones("command", card))

        def operation(ctx: MatchContext, running: Running) -> int:
            if running.names[zone]:
                entering.set_command(ctx, running.seat, running.names[card][0], running.names[zone][0])
            return running.at + 1

        reader.emit(operation)

    reader.over(find, body)


def follow(running: Running, was: int, now: int, *names: str | None) -> None:
    """Record the new instance id of a card that an effect has put into play.

    The new id replaces the old one as the effect's source, in its targets, as the current card of a `for_each`, and in
    the results stored under `names`.

    Rule: TC-RUL-138
    """
    if running.card == was:
        running.card = now
    running.targets = tuple(_renumber(numbers, was, now) for numbers in running.targets)
    for name in {EACH, *names} & running.names.keys():
        keep(running, str(name), _renumber(running.names[str(name)], was, now))


def _renumber(numbers: tuple[int, ...], was: int, now: int) -> tuple[int, ...]:
    return tuple(now if number == was else number for number in numbers)
