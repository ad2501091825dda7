"""`arbiter verify --compare`: fold a log here, ask a server for digests, and find the first version that differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from msgspec import UNSET, Struct
from rich.console import Console

from services.gateway.operations.verify import NotOpened, read_log
from services.gateway.readers import reader_for
from shared.kernel.audit.lines import AuditLine, read_chain
from shared.kernel.audit.report import Findings
from shared.kernel.decided import decisions_of, lacks_part
from shared.kernel.digests import StateDigest, digest_for, first_difference
from shared.kernel.game import Game
from shared.kernel.replay import LogReader
from shared.kernel.stream import Memory, Stream
from shared.platform.http.answers import DigestAnswer

Ask = Callable[[int], DigestAnswer]
"""A function that asks a server for its digest of a version."""
SECONDS: Final = 60.0

_answer: Final = msgspec.json.Decoder(DigestAnswer).decode


class CannotCompare(Exception):
    """Raised when a log and a server cannot be compared. The message says why."""


class ServerAway(CannotCompare):
    """Raised when the server does not answer, so that nothing is known about its folds."""


class Moment(Struct, frozen=True):
    """A version of a log between two decisions: its head, and the folded state of the game."""

    version: int
    head: str
    state: Any


class Folded(Struct, frozen=True):
    """The versions of a log that this release can fold and, if it cannot fold all of them, the reason."""

    game: Game[Any]
    moments: tuple[Moment, ...]
    note: str = ""


class Comparison(Struct, frozen=True, kw_only=True):
    """The result of comparing a log with a server.

    `differs` is the first version at which the digests differ, or None if they differ nowhere. `alike` is the last
    version at which they are equal. `here` and `there` are the digests of this release and of the server at the version
    `differs`.
    """

    alike: int
    differs: int | None
    here: StateDigest
    there: DigestAnswer
    questions: int
    note: str = ""

    @property
    def same_schema(self) -> bool:
        """Return whether both releases have the same fields and defaults.

        If so, different digests prove that the folds differ.
        """
        return self.here.schema == self.there.schema


# ---------------------------------------------------------------- folding the log here


def fold_log(reader: LogReader[Any], lines: Sequence[bytes]) -> Folded:
    """Fold a log, up to the first commit that cannot be read or folded here.

    Refuses: CannotCompare if not even the first decision can be folded
    """
    findings = Findings()
    entries = read_chain(lines, findings)
    note = "" if findings.first is None else f"line {findings.first.line}: {findings.first.why}"
    stream: Stream[Any] = Stream(id=entries[0].record.stream if entries else "", game=reader.game.initial)
    memory, moments = Memory[Any](), list[Moment]()
    for decision in decisions_of(entries, attrgetter("goes_on")):
        try:
            for entry in decision:
                _hold_open(entry)
                stream = reader.fold_commit(stream, reader.commit(entry.public, entry.opened), memory)
        except Exception as error:  # noqa: BLE001 a changed fold may fail in any way
            note = f"after version {decision[0].before}: {str(error) or type(error).__name__}"
            break
        memory.note_after(stream)
        moments.append(Moment(stream.version, decision[-1].head.hex(), stream.game))
    if not moments:
        raise CannotCompare(f"nothing of the log can be folded here: {note}")
    return Folded(reader.game, tuple(moments), note)


def _hold_open(entry: AuditLine) -> None:
    """Check that this reader sees all parts of a commit except its seed. Refuses: CannotCompare."""
    if lacks_part(entry.record.events, entry.opened):
        raise CannotCompare(f"parts of line {entry.line} are closed to this reader")


# ---------------------------------------------------------------- asking the server


def compare_file(file: Path, key_file: Path | None, *, address: str, key: str) -> Comparison:
    """Compare the log in a file with a server. `key` is an app's key or a seat's token.

    Refuses: CannotCompare
    """
    try:
        lines = read_log(file, key_file)
    except NotOpened as error:
        raise CannotCompare(str(error)) from error
    entries = read_chain(lines, Findings())
    stream = entries[0].record.stream if entries else ""
    reader = reader_for(stream)
    if reader is None:
        raise CannotCompare(f"{stream or 'the log'} belongs to no service here")
    return compare(fold_log(reader, lines), server_at(address, reader.game, stream, key))


def compare(folded: Folded, ask: Ask) -> Comparison:
    """Find the first version at which a server's digest differs from ours, with about log2(n) requests for n versions.

    Rule:    AR-DIGEST-03
    Refuses: CannotCompare
    """
    by_version = {moment.version: moment for moment in folded.moments}
    asked: dict[int, tuple[StateDigest, DigestAnswer]] = {}

    def differs(version: int) -> bool:
        if version not in asked:
            asked[version] = _both(folded.game, by_version[version], ask)
        here, there = asked[version]
        return (here.of, here.digest) != (there.of, there.digest)

    versions = list(by_version)
    found = first_difference(versions, differs)
    at = versions[-1] if found is None else found
    here, there = asked[at]
    alike = at if found is None else max((version for version in versions if version < at), default=0)
    return Comparison(
        alike=alike, differs=found, here=here, there=there, questions=len(asked), note=folded.note
    )  # fmt: skip


def _both(game: Game[Any], moment: Moment, ask: Ask) -> tuple[StateDigest, DigestAnswer]:
    """Return our digest and the server's digest of the same version. Refuses: CannotCompare."""
    there = ask(moment.version)
    if (there.version, there.head) != (moment.version, moment.head):
        raise CannotCompare(
            f"the server has another log: at version {moment.version} its head is {there.head}, and here {moment.head}"
        )
    seat = None if there.seat is UNSET else there.seat
    return digest_for(game, moment.state, seat, opened=there.of == "state"), there


def server_at(address: str, game: Game[Any], stream: str, key: str) -> Ask:
    """Return a function that asks a server for digests of a stream, with an app's key or a seat's token."""
    path = f"{address.rstrip('/')}/{game.service}/v1/{game.plural}/{stream.partition(':')[2]}/digest"
    headers = {"Authorization": f"Bearer {key}"} if key else {}

    def ask(version: int) -> DigestAnswer:
        try:
            answer = httpx.get(path, params={"at": version}, headers=headers, timeout=SECONDS)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ServerAway(f"{address} does not answer: {error}") from error
        if answer.status_code != httpx.codes.OK:
            raise CannotCompare(f"{address} answers {answer.status_code}: {answer.text[:500]}")
        try:
            return _answer(answer.content)
        except msgspec.MsgspecError as error:
            raise CannotCompare(f"{address} answers with no digest: {error}") from error

    return ask


# ---------------------------------------------------------------- printing


def print_comparison(found: Comparison, console: Console) -> None:
    """Print the version at which the folds differ, or that none differs."""
    asked = f"{found.questions} question{'s' * (found.questions != 1)} to the server"
    if found.note:
        console.print(f"folded here only in part: {found.note}", style="yellow", highlight=False, soft_wrap=True)
    if found.differs is None:
        says, style = f"folds: the {found.here.of} is the same there at version {found.alike}; {asked}", ""
    else:
        says = (
            f"FAILED: the folds differ from version {found.differs} on, and not at version {found.alike}: here the"
            f" {found.here.of} is {found.here.digest}, there {found.there.digest}, by {found.there.ruleset}; {asked}"
        )
        style = "red"
        if not found.same_schema:
            says += ". The two releases have different fields or defaults there, which may be the whole difference"
    console.print(says, style=style, highlight=False, soft_wrap=True, markup=False)
