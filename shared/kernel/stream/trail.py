"""The trail of a stream: its latest decisions, with the facts that an undo needs.

The trail is folded from public bytes alone, so that an audit without any secret finds the same seats that must agree.
The path back skips decisions that were already taken back: from an undo, it continues at the version to which that undo
led. So the path covers only the decisions that a new undo would change.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.chance import RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.messages import Audience, Event, Role, Secret, secret_fields
from shared.kernel.stream.messages import (
    KERNEL_EVENTS,
    ChatSent,
    DrawsVoided,
    SaltAdded,
    SeatOpened,
    SeedRevealed,
    TakenBack,
    TokenRotated,
    UndoAgreed,
    UndoDeclined,
    UndoProposed,
    UndoWithdrawn,
)

MOST_STEPS: Final = 64
QUIET: Final[frozenset[type[Event]]] = frozenset({
    UndoProposed, UndoAgreed, UndoDeclined, UndoWithdrawn, TokenRotated, SaltAdded, ChatSent,
})  # fmt: skip
"""Events that change nothing that an undo could take back. They add no step, and do not make a proposed undo lapse."""
KERNEL_KINDS: Final = frozenset(KERNEL_EVENTS)
StepKind: TypeAlias = Literal["game", "kernel", "clock", "epoch"]
"""The kind of a decision: a seat's command, a kernel command, a timed command, or the end of an epoch."""


class Sender(Struct, frozen=True, gc=False):
    """The public facts of an intent: its seat, its role, and the other seats that may read its command.

    `continues` is true for the second and every later commit of a split decision.
    """

    seat: str
    role: Role
    readers: Audience = ()
    continues: bool = False


class Step(Struct, frozen=True, array_like=True, gc=False):
    """A decision in the trail: the version at which it `begins`, and the version after it.

    `readers` are the seats that may read a secret part of it; the sender is one of them only if an event has such a
    part. `reveals` is true if an event made hidden information public. `opened` are the seats that the decision opened,
    and `removed` are the players who lost by it.
    For an undo, `back` is the version to which it led, and `agreed` are the seats that had agreed. `drew` is true if
    the decision has draws that are not void; `draws` are those that this reader may read.

    Units:   `at` in UTC milliseconds
    """

    version: int
    begins: int
    at: int
    seat: str
    kind: StepKind = "game"
    drew: bool = False
    reveals: bool = False
    readers: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    back: int = 0
    agreed: tuple[str, ...] = ()
    draws: tuple[RecordedDraw, ...] = ()
    removed: tuple[str, ...] = ()


Trail: TypeAlias = tuple[Step, ...]


def sender_of(intent: Intent, hidden: Mapping[str, Audience]) -> Sender:
    """Return the public facts of an intent; its fields in `hidden` are secret."""
    if not hidden:
        return Sender(intent.seat, intent.role)
    sealed = [audience for name, audience in hidden.items() if getattr(intent.command, name) is not UNSET]
    return Sender(intent.seat, intent.role, readers_but(intent.seat, sealed))


def readers_but(seat: str, audiences: Sequence[Audience]) -> Audience:
    """Return the seats that may read at least one of several secrets, without this seat and sorted by name."""
    return tuple(sorted({one for audience in audiences for one in audience if one != seat}))


def longer(  # noqa: PLR0913 the parts of a commit
    trail: Trail, sender: Sender, events: Sequence[Event], *,
    version: int, at: int, drew: bool, draws: Sequence[RecordedDraw] = (),
) -> Trail:  # fmt: skip
    """Return the trail after a commit. Units: `version` is the version after it; `at` in milliseconds UTC."""
    begins = version - len(events)
    last: Any = events[-1]  # types are compared by identity: `isinstance` is slow for the classes of messages
    if type(last) is TakenBack:
        return _add(trail, Step(version, begins, at, last.by, back=last.to, agreed=last.agreed))
    if type(last) in QUIET:
        return trail
    readers, reveals = sender.readers, False
    opened: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kind: StepKind = "clock" if sender.role == "clock" else "kernel" if type(events[0]) in KERNEL_KINDS else "game"
    for event in events:
        if type(event) in _plain or not _is_news(type(event)):
            continue
        reveals = reveals or event.reveals is True or event.reveals == sender.role
        readers += tuple([one for name in secret_fields(type(event)) for one in _readers(getattr(event, name))])
        removed += _removed_by(event)
        if type(event) is SeatOpened:
            opened += (event.seat,)
        elif type(event) is SeedRevealed:
            kind = "epoch"
    readers = tuple(sorted({*readers})) if readers else readers
    drew = drew and type(events[0]) is not DrawsVoided
    luck = tuple(draws) if drew else ()
    step = Step(version, begins, at, sender.seat, kind, drew, reveals, readers, opened, 0, (), luck, removed)
    if sender.continues and trail:
        return (*trail[:-1], _merge(trail[-1], step))
    return _add(trail, step)


def _removed_by(event: Any) -> tuple[str, ...]:  # noqa: ANN401 an event, whose class may have any fields
    return (event.seat,) if event.removes_player else ()


def lapses(events: Sequence[Event]) -> bool:
    """Whether a decision makes a proposed undo lapse. Every decision that could be taken back does so."""
    return not (events and type(events[0]) in QUIET)


def _add(trail: Trail, step: Step) -> Trail:
    return (trail if len(trail) < MOST_STEPS else trail[1:]) + (step,)


def _merge(first: Step, later: Step) -> Step:
    """Return one step for two commits of the same decision. Only the first commit has draws."""
    return replace(
        first, version=later.version, kind="epoch" if later.kind == "epoch" else first.kind,
        reveals=first.reveals or later.reveals, readers=tuple(sorted({*first.readers, *later.readers})),
        opened=first.opened + later.opened, removed=first.removed + later.removed,
    )  # fmt: skip


_plain: Final[set[type[Event]]] = set()
"""Event classes that affect a step only through their sender.

Nearly all events are of these classes, so the fold looks them up here first.
"""


def _is_news(kind: type[Event]) -> bool:
    """Whether an event class affects a step by more than its sender. If not, the class is remembered."""
    found = bool(secret_fields(kind) or kind.reveals or kind.removes_player) or kind in {SeatOpened, SeedRevealed}
    if not found:
        _plain.add(kind)
    return found


def _readers(value: object) -> Audience:
    return value.audience if type(value) is Secret else ()


# ---------------------------------------------------------------- the way back


def moments(trail: Trail) -> list[int]:
    """Return the versions to which an undo may lead, newest first."""
    return [step.version for step in reversed(trail[:-1])]


def moment_of(trail: Trail, version: int) -> int | None:
    """Return the version that an undo to this version restores.

    It is the last version, at or before this one, to which an undo may lead. It is None if this version is within a
    decision, is the current one, or is not in the trail.
    """
    for step, later in itertools.pairwise(trail):
        if step.version <= version <= later.begins:
            return step.version
    return None


class Reach(Struct, frozen=True, gc=False):
    """The combined facts about all steps that an undo to one version would take back or restore.

    `redo` is true if that version was itself taken back. `changes` is true unless all the steps are undos. `owner` is
    the seat that made all these decisions, if no other seat learnt of them; None if another seat learnt of one, or if
    several seats made them; "" if there is no step. `known` are the seats that acted, may read a secret part, or had
    agreed, and `removed` are the players who lost.
    """

    redo: bool = False
    changes: bool = False
    epoch: bool = False
    drew: bool = False
    clock: bool = False
    reveals: bool = False
    owner: str | None = ""
    known: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()

    def with_step(self, step: Step, *, redo: bool = False) -> Reach:
        """Return these facts combined with the facts of another step."""
        is_own = step.kind == "game" and not (step.drew or step.reveals or step.readers or step.agreed)
        more = () if step.seat in self.known else (step.seat,)
        others = step.readers + step.agreed
        return Reach(
            redo, self.changes or not step.back, self.epoch or step.kind == "epoch", self.drew or step.drew,
            self.clock or step.kind == "clock", self.reveals or step.reveals,
            step.seat if is_own and self.owner in {"", step.seat} else None,
            self.known.union(more, others) if more or others else self.known,
            self.removed.union(step.removed) if step.removed else self.removed,
        )  # fmt: skip


def reaches(trail: Trail, last: int = MOST_STEPS) -> dict[int, Reach]:
    """Return the facts of undos to the latest versions that the trail contains, by version.

    The versions on the path to the current one come first, newest first. The versions that were taken back follow,
    oldest first.
    """
    if not trail:
        return {}
    recent = trail[-last - 1 :]
    branched = any(step.back for step in recent)
    found = _way_back(trail, 0 if branched else recent[0].version)
    way = frozenset(found)
    for place, step in enumerate(recent if branched else ()):
        parent = step.back or (recent[place - 1].version if place else 0)
        if step.version not in way and parent in found:
            found[step.version] = found[parent].with_step(step, redo=True)
    return found


def _way_back(trail: Trail, oldest: int) -> dict[int, Reach]:
    """Return, for each version on the path to the current one, the facts of an undo to it; stop at `oldest`."""
    version, reach, place = trail[-1].version, Reach(), len(trail) - 1
    found = {version: reach}
    while version > oldest and place >= 0:
        step = trail[place]
        if not (step.back or place):
            break
        place -= 1
        version, reach = step.back or trail[place].version, reach.with_step(step)
        found[version] = reach
        if step.back:
            place = next((one for one in range(place, -1, -1) if trail[one].version == version), -1)
    return found
