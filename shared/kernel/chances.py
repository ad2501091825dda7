"""The possible outcomes of a command, with exact probabilities.

An outcome consists of the facts that a decision's events state to a reader, except dice faces and other lists of
numbers. If the events state no other facts, it consists of the dice pools' results, such as a margin or a count of
successes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from shared.kernel.branching import OF_BRANCHES, BranchingTape, ReadingTape, RereadTape, every_way
from shared.kernel.chance import DrawPlace, RecordedDraw, Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game, Opening
from shared.kernel.messages import Event, Seat, Secret, StreamEvent, may_read
from shared.kernel.odds.read_alike import MOST_WAYS
from shared.kernel.odds.report import NOTHING, Exact, exact
from shared.kernel.refusals import DiceWereLent, NothingRolled, RollHidden
from shared.kernel.stream import KERNEL_COMMANDS, UNDO_COMMANDS, DrawsVoided, KeptDraws, LendDice, Stream, decide

S = TypeVar("S")

MOST_LISTED: Final = 200
"""The maximum number of outcomes in a response, and of values of one fact."""

Fact: TypeAlias = str | int | bool | None
Facts: TypeAlias = tuple[tuple[str, Fact], ...]
Said: TypeAlias = tuple[tuple[str, Facts], ...]
"""The names of a decision's events, each with the facts that the event states."""


class Outcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An outcome of a command: its probability, its events, and the facts in which it differs from other outcomes.

    If a command has only one possible outcome, that outcome lists all its facts. A fact is named by its event and
    field, as in `DamageDealt.damage`; `happened` marks the outcome that was rolled.
    """

    chance: Exact
    events: tuple[str, ...]
    facts: dict[str, Fact]
    happened: bool = False


class FactValue(Struct, frozen=True, kw_only=True):
    """A possible value of a fact, and its probability."""

    value: Fact
    chance: Exact


class FactChances(Struct, frozen=True, kw_only=True):
    """The possible values of a fact, most probable first.

    The probabilities add up to less than 1 if some outcomes lack the fact.
    """

    fact: str
    values: tuple[FactValue, ...]


class Chances(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All outcomes of a command with exact probabilities, most probable first.

    `left_out` counts the outcomes that are not listed, and `left_out_chance` is their total probability. `facts` also
    cover the outcomes that are not listed.
    """

    command: str
    exact: bool
    outcomes: Annotated[tuple[Outcome, ...], Meta(max_length=MOST_LISTED + 1)]
    facts: tuple[FactChances, ...]
    left_out: int = 0
    left_out_chance: Exact = NOTHING


def check_known(game: Game[S], stream: Stream[S], reader: Seat | None) -> None:
    """Check that the decision cannot depend on anything hidden from the reader.

    If `reader` is None, the reader is the app, which may read everything.

    Rule:    AR-ODDS-06
    Refuses: RollHidden
    """
    if reader is None or not game.secrecy.has_hidden_draws(stream.game):
        return
    if not all(reader in game.secrecy.audience(stream.game, seat) for seat in stream.seats):
        raise RollHidden


def chances_of(
    game: Game[S], stream: Stream[S], intent: Intent, *, reader: Seat | None,
    taken: Sequence[RecordedDraw] | None = None,
) -> Chances:  # fmt: skip
    """Return the possible outcomes of a command, as a seat may read them.

    `taken` contains the draws of a command that has already been decided.

    Rule:    AR-ODDS-04, AR-ODDS-05, AR-ODDS-06, AR-ODDS-07
    Refuses: NothingRolled, DiceWereLent, TooManyWays, RollHidden, and the refusals of the command's own rules
    """
    check_known(game, stream, reader)
    kind = type(intent.command)
    if kind is LendDice:
        raise DiceWereLent
    if issubclass(kind, Opening) or kind in KERNEL_COMMANDS or kind in UNDO_COMMANDS:
        raise NothingRolled
    if not all(may_read(audience, reader) for audience in game.hides(intent, stream.game).values()):
        raise RollHidden
    asked = Question(
        game, replace(stream, digests=0), replace(intent, faces=None), reader
    )  # a trial of one path needs no digest
    happened = None if taken is None else asked.decide(RereadTape(taken))
    found = asked.outcomes()
    if len({said for said, _ in found}) > 1 or _is_certain(found):
        return _report(kind.__name__, _together(found, 0), happened and happened[0])
    return _report(kind.__name__, _together(found, 1), happened and happened[1])


def _is_certain(found: Mapping[tuple[Said, Said], Fraction]) -> bool:
    """Whether only one outcome is possible and its events state facts. This is so if all draws repeat undone draws.

    Rule:    AR-ODDS-07
    """
    return len(found) == 1 and any(stated for said, _ in found for _, stated in said)


class Question(NamedTuple):
    """A caller's question about the possible outcomes of a command on a stream."""

    game: Game[Any]
    stream: Stream[Any]
    intent: Intent
    reader: Seat | None

    def outcomes(
        self, *, most: int = MOST_WAYS, tape: type[BranchingTape] = BranchingTape
    ) -> dict[tuple[Said, Said], Fraction]:  # fmt: skip
        """Return every outcome with its probability. Refuses: as `every_way`."""
        found: dict[tuple[Said, Said], Fraction] = {}
        for said, chance in every_way(self._try, reader=self.reader, most=most, tape=tape):
            found[said] = found.get(said, Fraction(0)) + chance
        return found

    def _try(self, tape: BranchingTape) -> tuple[Said, Said]:
        """Decide the command along one path of rolls. Draws that repeat the draws of undone commands are certain.

        Rule:    AR-ODDS-07
        """
        kept = KeptDraws(self.stream.kept)

        def known_faces(place: DrawPlace, sides: int, count: int) -> tuple[int, ...] | None:
            found = kept.take(place, sides, count)
            return None if found is None else found.values

        tape.known = known_faces
        return self.decide(tape)

    def decide(self, tape: ReadingTape) -> tuple[Said, Said]:
        """Decide the command with a tape; return the facts that its events state, and its dice pools' results."""
        events = _decide(self.game, self.stream, self.intent, tape)
        return (
            _number_names((type(event).__name__, _facts_of(event, self.reader)) for event in events),
            _number_names((purpose, _facts_of_pool(outcome)) for purpose, outcome in tape.read),
        )


def _number_names(said: Iterable[tuple[str, Iterable[tuple[str, Fact]]]]) -> Said:
    """Number event names that occur more than once, such as `DamageDealt 2`, and return the facts under these names."""
    names: Counter[str] = Counter()
    found = []
    for name, facts in said:
        names[name] += 1
        found.append((name if names[name] == 1 else f"{name} {names[name]}", tuple(facts)))
    return tuple(found)


def _together(found: Mapping[tuple[Said, Said], Fraction], part: int) -> dict[Said, Fraction]:
    """Add up the probabilities of outcomes with the same events (`part` 0) or the same pool results (`part` 1)."""
    added: dict[Said, Fraction] = {}
    for said, chance in found.items():
        added[said[part]] = added.get(said[part], Fraction(0)) + chance
    return added


def _decide(game: Game[S], stream: Stream[S], intent: Intent, tape: Tape) -> Sequence[Event]:
    """Return a decision's events.

    If it fails after a draw, return the `DrawsVoided` that a real command would record.
    """
    try:
        events = decide(game, stream, intent, tape).events
    except OF_BRANCHES:
        raise
    except Exception:
        if not tape.taken:
            raise
        return (DrawsVoided(),)
    return events or (DrawsVoided(),)


def _facts_of(event: Event, reader: Seat | None) -> Iterator[tuple[str, Fact]]:
    """Yield the facts of an event that a reader may know.

    Events of the kernel yield none, because they contain seeds.
    """
    if isinstance(event, StreamEvent):
        return
    for name in _telling(event):
        value = getattr(event, name)
        if isinstance(value, Secret):
            if not may_read(value.audience, reader):
                continue
            value = value.open()
        yield from _flat(name, value)


def _facts_of_pool(outcome: Any) -> Iterator[tuple[str, Fact]]:  # noqa: ANN401 the outcome of any pool
    """Yield the facts in the result of a dice pool."""
    if not isinstance(outcome, Struct):
        return _flat("result", outcome)
    return (fact for name in _telling(outcome) for fact in _flat(name, getattr(outcome, name)))


def _telling(value: Struct) -> Iterator[str]:
    """Yield the names of a struct's fields, except fields that only show dice."""
    only_dice: tuple[str, ...] = getattr(value, "only_dice", ())
    return (name for name in value.__struct_fields__ if name not in only_dice)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Fact]]:  # noqa: ANN401 any field of an event
    """Yield each fact in a value. Its name ends with the field, key or index at which the fact was found."""
    parts = _parts_of(value)
    if parts is not None:
        for key, part in parts:
            yield from _flat(f"{name}.{key}", part)
    elif value is not UNSET:
        yield name, value if value is None or isinstance(value, (str, int)) else str(value)


def _parts_of(value: Any) -> Iterable[tuple[object, Any]] | None:  # noqa: ANN401 as above
    """Return the named parts of a struct, mapping or list; None for other values.

    A list of whole numbers (faces) has no parts.
    """
    if isinstance(value, Struct):
        return ((name, getattr(value, name)) for name in _telling(value))
    if isinstance(value, Mapping):
        return value.items()
    if isinstance(value, (tuple, list)):
        return () if all(type(item) is int for item in value) else enumerate(value)
    return None


# ---------------------------------------------------------------- the report


def _report(command: str, found: Mapping[Said, Fraction], happened: Said | None) -> Chances:
    facts = {said: {f"{event}.{name}": value for event, stated in said for name, value in stated} for said in found}
    values = _values_of(facts, found)
    stated = [name for name, chances in values.items() if len(chances) > 1 or sum(chances.values()) < 1]
    stated = stated if len(found) > 1 else list(values)
    ranked = sorted(found, key=lambda said: -found[said])
    listed = [said for place, said in enumerate(ranked) if place < MOST_LISTED or said == happened]
    left = 1 - sum((found[said] for said in listed), start=Fraction(0))
    return Chances(
        command=command,
        exact=True,
        outcomes=tuple(
            Outcome(
                chance=exact(found[said]),
                events=tuple(name for name, _ in said),
                facts={name: facts[said][name] for name in stated if name in facts[said]},
                happened=said == happened,
            )
            for said in listed
        ),
        facts=tuple(_chances_of_fact(name, values[name]) for name in stated),
        left_out=len(found) - len(listed),
        left_out_chance=exact(left) if left else NOTHING,
    )


def _values_of(
    facts: Mapping[Said, Mapping[str, Fact]], found: Mapping[Said, Fraction]
) -> dict[str, dict[tuple[type, Fact], Fraction]]:  # fmt: skip
    """Return the probability of each value of each fact; True and 1 count as different values."""
    values: dict[str, dict[tuple[type, Fact], Fraction]] = {}
    for said, stated in facts.items():
        for name, value in stated.items():
            of, key = values.setdefault(name, {}), (type(value), value)
            of[key] = of.get(key, Fraction(0)) + found[said]
    return values


def _chances_of_fact(name: str, chances: Mapping[tuple[type, Fact], Fraction]) -> FactChances:
    ranked = sorted(chances.items(), key=lambda one: -one[1])[:MOST_LISTED]
    return FactChances(
        fact=name, values=tuple(FactValue(value=value, chance=exact(chance)) for (_, value), chance in ranked)
    )
