"""Steps that choose, branch and repeat, and those that end something: an effect, an attack, the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.tcg.catalogue.language.effects import ChooseMode, ForEach, If, May, Repeat, RollDie
from services.tcg.catalogue.language.operations import Choose, ChoosePlayer, EndAttack, LoseGame, Negate, WinGame
from services.tcg.chapters import control, replacing, triggers, winning
from services.tcg.chapters.chain import EffectNegated
from services.tcg.chapters.course import AttackEnded
from services.tcg.chapters.decisions import pick
from services.tcg.chapters.operations.reader import EACH, PAUSED, Question, Reader, Test, after, each_of, keep, one_of
from services.tcg.chapters.reading.amounts import DieRolled
from services.tcg.chapters.terms import MatchContext, Modes, Operation
from services.tcg.state.match import Link
from services.tcg.state.tasks import Running, TriggerEvent

YES: Final = 1

# ---------------------------------------------------------------- choices


def choose(reader: Reader, step: Choose) -> None:
    """Cards are picked and kept under a name; one, where no number is said. Rule: TC-KEY-08."""
    find = reader.cards(step.of, one=True)
    store = step.store

    def operation(ctx: MatchContext, running: Running) -> int:
        keep(running, store, tuple(find(ctx, running)))
        return running.at + 1

    reader.emit(operation)


def choose_player(reader: Reader, step: ChoosePlayer) -> None:
    """A player is picked and kept under a name, as the place in the order; asked only if there are several.

    Rule: TC-RUL-045
    """

    def among(ctx: MatchContext, running: Running) -> list[str]:
        match = ctx.state
        return match.opponents(running.seat) if step.among == "opponents" else match.clockwise(running.seat)

    reader.ask(step.store, "choose_player", one_of(among))


def choose_mode(reader: Reader, step: ChooseMode) -> None:
    """So many of the branches are picked, and done as they are listed."""
    key, count = reader.key(), min(step.n, len(step.modes))
    modes = range(len(step.modes))
    reader.modes.append(Modes(reader.here, sum(len(one.steps) for one in reader.modes), step.modes))

    def questions(_ctx: MatchContext, running: Running) -> list[Question]:
        return [Question(0, running.seat, modes, count, count, words=tuple(map(str, modes)))]

    reader.ask(key, "choose_mode", questions)
    for mode, steps in enumerate(step.modes):
        _guarded(reader, _was_picked(key, mode), lambda steps=steps: reader.steps(steps))  # type: ignore[misc]


def _was_picked(key: str, mode: int) -> Test:
    return lambda _ctx, running: mode in running.names[key]


def may(reader: Reader, step: May) -> None:
    """A player may leave a part out; the first of those meant is asked."""
    seats = reader.seats(step.who)
    gap = reader.gap()
    reader.steps(step.then)
    end = reader.here

    def operation(ctx: MatchContext, running: Running) -> int:
        meant = seats(ctx, running)
        if not meant:
            return end
        picked = pick(ctx, meant[0], "may", (YES,), least=0, most=1, words=("yes",))
        if picked is None:
            return PAUSED
        return running.at + 1 if picked else end

    reader.fill(gap, operation)


# ---------------------------------------------------------------- branches and loops


def branch(reader: Reader, step: If) -> None:
    """One branch is done or the other."""
    holds = reader.condition(step.when)
    gap = reader.gap()
    reader.steps(step.then)
    leave = reader.gap() if step.otherwise else None
    other = reader.here
    reader.steps(step.otherwise)
    reader.fill(gap, _branch(holds, other))
    if leave is not None:
        reader.fill(leave, _jump(reader.here))


def _branch(holds: Test, other: int) -> Operation:
    return lambda ctx, running: running.at + 1 if holds(ctx, running) else other


def _jump(to: int) -> Operation:
    return lambda _ctx, _running: to


def _guarded(reader: Reader, holds: Test, body: Callable[[], None]) -> None:
    gap = reader.gap()
    body()
    reader.fill(gap, _branch(holds, reader.here))


def for_each(reader: Reader, step: ForEach) -> None:
    """Steps are done for one card after another; those that are gone by then are passed over. Rule: TC-RUL-042."""
    find = reader.cards(step.of)
    outer = f"{reader.key()}outer"

    def begin(_ctx: MatchContext, running: Running) -> int:
        keep(running, outer, (each_of(running),))
        return running.at + 1

    def body(card: str) -> None:
        def take(_ctx: MatchContext, running: Running) -> int:
            keep(running, EACH, running.names[card])
            return running.at + 1

        reader.emit(take)
        reader.steps(step.then)

    def end(_ctx: MatchContext, running: Running) -> int:
        keep(running, EACH, running.names[outer])
        return running.at + 1

    reader.emit(begin)
    reader.over(find, body)
    reader.emit(end)


def repeat(reader: Reader, step: Repeat) -> None:
    """Steps are done so many times; how many is reckoned once. Rule: TC-RUL-042."""
    amount, key = reader.amount(step.n), reader.key()

    def begin(ctx: MatchContext, running: Running) -> int:
        keep(running, key, (amount(ctx, running),))
        return running.at + 1

    reader.emit(begin)
    head = reader.gap()
    reader.steps(step.then)
    reader.jump(head)
    end = reader.here

    def again(_ctx: MatchContext, running: Running) -> int:
        left = running.names[key][0]
        if left <= 0:
            return end
        keep(running, key, (left - 1,))
        return running.at + 1

    reader.fill(head, again)


def roll_die(reader: Reader, step: RollDie) -> None:
    """A die is rolled for all to see, kept under a name, and its table followed. Rule: TC-DECK-13, TC-RUL-082."""
    gap = reader.gap()
    starts: list[tuple[range, int]] = []
    leaves: list[int] = []
    for faces, steps in step.table.items():
        starts.append((_faces(faces), reader.here))
        reader.steps(steps)
        leaves.append(reader.gap())
    end = reader.here
    for place in leaves:
        reader.fill(place, _jump(end))
    reader.fill(gap, _roll(step, starts, end))


def _faces(written: str) -> range:
    low, _, high = written.partition("-")
    return range(int(low), int(high or low) + 1)


def _roll(step: RollDie, starts: Sequence[tuple[range, int]], end: int) -> Operation:
    sides, store = step.sides, step.store

    def operation(ctx: MatchContext, running: Running) -> int:
        value = ctx.chance.roll("die", sides)[0]
        ctx.emit(DieRolled(seat=running.seat, sides=sides, value=value))
        triggers.happen(ctx, TriggerEvent(event="die_rolled", by=running.seat, n=value))
        keep(running, store, (value,))
        return next((start for faces, start in starts if value in faces), end)

    return operation


# ---------------------------------------------------------------- endings


def negate(reader: Reader, step: Negate) -> None:
    """Declared effects do not resolve: the one that is answered, or those of the cards named.

    Rule: TC-READ-12, TC-RUL-063, TC-RUL-072
    """
    find = reader.found(step.of)
    answered = step.of.ref == "event.link"

    def operation(ctx: MatchContext, running: Running) -> int:
        found = find(ctx, running)
        for link in tuple(ctx.state.chain):
            number = link.number if answered else link.card
            if number in found and link.number != running.link and not link.negated:
                _negate(ctx, link)
        return after(ctx, running)

    reader.emit(operation)


def _negate(ctx: MatchContext, link: Link) -> None:
    if not replacing.replaced(ctx, "would_be_negated", seat=link.seat, card=link.card):
        ctx.emit(EffectNegated(number=link.number, seat=link.seat))
        triggers.happen(ctx, TriggerEvent(event="effect_negated", by=link.seat, card=link.card, link=link.number))


def end_attack(reader: Reader, _step: EndAttack) -> None:
    """The current attack ends without a victor. Rule: TC-RUL-052."""

    def operation(ctx: MatchContext, running: Running) -> int:
        if ctx.state.attack is not None:
            control.return_control(ctx, "this_attack")
            ctx.emit(AttackEnded(reason="ended"))
        return running.at + 1

    reader.emit(operation)


def win_game(reader: Reader, step: WinGame) -> None:
    """The match is won at once, by who controls the card unless it says otherwise.

    Rule: TC-WIN-06, TC-WIN-07, TC-RUL-043
    """
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        for seat in seats(ctx, running)[:1]:
            winning.win(ctx, seat)
        return after(ctx, running)

    reader.emit(operation)


def lose_game(reader: Reader, step: LoseGame) -> None:
    """Players lose, together. Rule: TC-WIN-05, TC-RUL-042."""
    seats = reader.seats(step.who)

    def operation(ctx: MatchContext, running: Running) -> int:
        winning.lose(ctx, seats(ctx, running), "effect")
        return after(ctx, running)

    reader.emit(operation)


READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {
    Choose: choose,
    ChoosePlayer: choose_player,
    ChooseMode: choose_mode,
    May: may,
    If: branch,
    ForEach: for_each,
    Repeat: repeat,
    RollDie: roll_die,
    Negate: negate,
    EndAttack: end_attack,
    WinGame: win_game,
    LoseGame: lose_game,
}
