"""`arbiter show`: describe a stream in sentences, from a server or from an exported file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct

from services.page.sentences.logs import STREAM, Commit, NotALog, Said, Speaker, game_of, read_commits, sentences_in
from shared.kernel.stream import SeatOpened

SECONDS: Final = 60.0
SILENCE: Final = 40.0
"""Seconds without data after which a connection counts as lost; the server sends data every 15 seconds."""
SEAT_OPENED: Final = SeatOpened.__name__
NDJSON: Final = {"Accept": "application/x-ndjson"}
LIVE: Final = {"Accept": "text/event-stream"}


class CannotShow(Exception):
    """Raised when a stream cannot be shown. The message says why."""


class Server(Struct, frozen=True, kw_only=True):
    """A server, and the credential to send: an app's key or a seat's token. With a key, `seat` selects the view."""

    address: str
    key: str = ""
    seat: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a request."""
        return {
            **({"Authorization": f"Bearer {self.key}"} if self.key else {}),
            **({"Arbiter-Seat": self.seat} if self.seat is not None else {}),
        }

    @contextmanager
    def reading(self, path: str, timeout: httpx.Timeout, **more: str) -> Iterator[httpx.Response]:
        """Send a request, and read its response as it arrives. Refuses: CannotShow."""
        url = f"{self.address.rstrip('/')}{path}"
        try:
            with httpx.stream("GET", url, headers=self.headers | more, timeout=timeout) as answer:
                if answer.is_success:
                    yield answer
                    return
                answer.read()
                raise CannotShow(f"the server refuses: {_detail(answer)}")
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeEncodeError) as error:
            raise CannotShow(f"{self.address} does not answer: {error}") from error
        except msgspec.MsgspecError as error:
            raise CannotShow(f"{self.address} answers with something else: {error}") from error

    def path_of(self, stream: str) -> str:
        """Return the path of a stream's events. Refuses: CannotShow."""
        with self.reading("/arbiter/v1/services", httpx.Timeout(SECONDS)) as answer:
            services = msgspec.json.decode(answer.read(), type=_Services).services
        kind, _, name = stream.partition(":")
        segments = {f"{one.name}.{one.kind}": one.streams for one in services}
        if kind not in segments:
            raise CannotShow(f"the server has no streams {kind}, only {', '.join(segments)}")
        return f"/{game_of(stream)}/v1/{segments[kind]}/{name}/events"


class _Service(Struct):
    name: str
    kind: str
    streams: str


class _Services(Struct):
    services: tuple[_Service, ...]


def _detail(answer: httpx.Response) -> str:
    """Return the text of a refusal."""
    try:
        problem = msgspec.json.decode(answer.content, type=dict[str, Any])
    except msgspec.MsgspecError:
        return str(answer.status_code)
    return str(problem.get("detail") or problem.get("title") or answer.status_code)


def show(what: str, server: Server, *, after: int = 0, follow: bool = False, rules: bool = False) -> Iterator[str]:
    """Yield the lines of a stream or of an exported file, as a seat may read them. With `rules`, add the rules' ids.

    Refuses: CannotShow
    """
    is_file = Path(what).is_file()
    if not is_file and STREAM.fullmatch(what) is None:
        raise CannotShow(f"{what} is neither a file nor a stream, such as dice.table:ID")
    if is_file and follow:
        raise CannotShow("a file does not grow: --follow is for a stream on a server")
    try:
        commits = _of_file(Path(what), server.seat) if is_file else _of_server(what, server)
    except NotALog as error:
        raise CannotShow(f"{what} cannot be read: {error}") from error
    if not commits:
        raise CannotShow(f"{what} has no commits")
    speaker = Speaker(commits[0].stream)
    yield clean(commits[0].stream)
    said = [one for one in sentences_in(commits, speaker) if one.version > after]
    for place, one in enumerate(said):
        yield from _lines(one, begins=one.begins or place == 0, rules=rules)
    if follow:
        yield from _following(what, server, speaker, max(commits[-1].version, after), rules=rules)


def _of_file(path: Path, seat: str | None) -> list[Commit]:
    """Read an exported file, as `seat` if it is given. Check that a log which starts at the beginning has this seat.

    Rule:    AR-SEAT-01
    Refuses: CannotShow, NotALog
    """
    with path.open("rb") as lines:
        commits = list(read_commits(lines, seat))
    if seat is None or not commits or commits[0].before:
        return commits
    seats = [str(event.get("seat")) for commit in commits for event in commit.events if event["type"] == SEAT_OPENED]
    if seat not in seats:
        raise CannotShow(f"{path} has no seat {seat}; there are {', '.join(seats) or 'none'}")
    return commits


def _of_server(stream: str, server: Server) -> list[Commit]:
    with server.reading(server.path_of(stream), httpx.Timeout(SECONDS), **NDJSON) as answer:
        return list(read_commits(line.encode() for line in answer.iter_lines()))


def _following(stream: str, server: Server, speaker: Speaker, after: int, *, rules: bool) -> Iterator[str]:
    """Yield the lines of new events as they happen, until the stream is over."""
    time = None
    with server.reading(f"{server.path_of(stream)}?after={after}", httpx.Timeout(SILENCE), **LIVE) as answer:
        for line in answer.iter_lines():
            if not line.startswith("data:"):
                continue
            sent = msgspec.json.decode(line.removeprefix("data:"), type=_Sent)
            version = int(sent.sequence)
            speaker.learn(sent.data, version)
            said = Said(version, speaker.say(sent.data, version), sent.time != time, rules=speaker.rules(sent.data))
            yield from _lines(said, begins=said.begins, rules=rules)
            time = sent.time


class _Sent(Struct):
    """An event as the server sends it. The events of one decision have the same time."""

    sequence: str
    time: str
    data: Mapping[str, Any]


def _lines(said: Said, *, begins: bool, rules: bool) -> Iterator[str]:
    """Yield the line of an event, with its rules if requested. If it begins a decision, yield an empty line first."""
    if begins:
        yield ""
    back = "" if said.taken_back is None else f" (taken back at version {said.taken_back})"
    cited = f"  [{', '.join(said.rules)}]" if rules and said.rules else ""
    yield f"{said.version:>6}  {clean(said.says)}{back}{cited}"


def clean(text: str) -> str:
    """Return a text on one line without control characters, because a name may contain terminal escape sequences."""
    return "".join(" " if unicodedata.category(one)[0] in "CZ" else one for one in text)
