"""Structured logs: one line for each event, as JSON, or as text on a terminal. Secrets are removed.

In the form `brief`, a line contains the time, the event and the facts, and the last line of an error instead of its
traceback.

Every JSON line contains the ids of its request, stream, version and command, or `null` for a missing one. One
context variable holds these ids for each request or block. Bind ids with `about`, or with `note` if they become
known later.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Final, Literal, TextIO, TypeAlias

import msgspec
import structlog
from structlog.typing import EventDict, Processor

from shared.platform.logs.lines import Channel, LineWriter
from shared.platform.logs.removal import harmless, remove_secrets

LogForm: TypeAlias = Literal["auto", "json", "human", "brief"]

IDS: Final = ("request", "stream", "version", "command")
LEVELS: Final[Mapping[str, int]] = logging.getLevelNamesMapping()
QUIET: Final = ("uvicorn.access", "httpx", "httpcore", "asyncio")
"""Loggers whose messages below the level `warning` are left out, because our own lines contain the same information."""
CONTROLS: Final = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}
MANY_LINES: Final = ("exception", "stack")
KEYS: Final[tuple[str, ...]] = ("timestamp", "level", "logger", "event", *IDS)
FIRST: Final[dict[str, Any]] = dict.fromkeys(KEYS)

NO_IDS: Final[dict[str, object]] = {}
_ids: ContextVar[dict[str, object]] = ContextVar("ids", default=NO_IDS)
_encoded: Final = msgspec.json.Encoder().encode


def configure(*, level: str = "info", form: LogForm = "auto", out: TextIO | None = None) -> None:
    """Send all logs of this process, including those of libraries, through one chain of processors to one output.

    Run uvicorn with `log_config=None`; otherwise its loggers bypass the chain.
    """
    place = out or sys.stdout
    least = LEVELS[level.upper()]
    chain = _chain_of(form, on_terminal=place.isatty())
    lines = LineWriter(place)
    structlog.configure(
        processors=chain,
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=lambda *names: Channel(lines, *names),
        cache_logger_on_first_use=False,
    )
    _route(Routed(lines, chain), least)
    sys.excepthook = _uncaught


@contextlib.contextmanager
def about(**ids: object) -> Iterator[None]:
    """Add these ids to all log lines that are written inside the block."""
    token = begin(**ids)
    try:
        yield
    finally:
        end(token)


def begin(**ids: object) -> Token[dict[str, object]]:
    """Add these ids to log lines until `end` is called with the returned token."""
    return _ids.set({**_ids.get(), **ids})


def end(token: Token[dict[str, object]]) -> None:
    """Restore the ids that were set before the call of `begin` that returned this token."""
    _ids.reset(token)


def note(**ids: object) -> None:
    """Add more ids to the log lines of the current block or request."""
    bound = _ids.get()
    if bound is NO_IDS:
        _ids.set(ids)
    else:
        bound.update(ids)


def info_of(logger: str) -> Callable[..., None]:
    """Return a fast replacement for a logger's `info` method, without the overhead of structlog.

    Use it only for the line that every request writes; all other code uses structlog's loggers.
    """
    channel, chain = structlog.get_config()["logger_factory"](logger), structlog.get_config()["processors"]
    if not structlog.get_logger(logger).bind().is_enabled_for(logging.INFO):
        return _ignore

    def info(event: str, **facts: object) -> None:
        facts["event"] = event
        line: Any = facts
        for step in chain:
            line = step(channel, "info", line)
        channel.info(line)

    return info


def writes_json_of(logger: str) -> Callable[[str], None] | None:
    """Return a function that writes a finished JSON line at level `info`.

    Return None if lines are not JSON, or if the level `info` is off.
    """
    config = structlog.get_config()
    if config["processors"] != [_json] or not structlog.get_logger(logger).bind().is_enabled_for(logging.INFO):
        return None
    channel: Channel = config["logger_factory"](logger)
    return channel.info


def bound_ids() -> Mapping[str, object]:
    """Return the ids that are currently added to log lines."""
    return _ids.get()


def _ignore(event: str, **facts: object) -> None:
    """Ignore an event, because the configured log level excludes it."""


# ------------------------------------------------------------------ output


class Routed(logging.Handler):
    """A handler for Python's own logging that passes its records to our chain of processors."""

    def __init__(self, lines: LineWriter, chain: Sequence[Processor]) -> None:
        """Set up the handler with a chain of processors, and with the writer for the resulting lines."""
        super().__init__()
        self._lines: Final = lines
        self._chain: Final = chain

    def emit(self, record: logging.LogRecord) -> None:
        """Write a log record as a line."""
        line: Any = {"event": _message_of(record)}
        if record.exc_info:
            line["exc_info"] = record.exc_info
        if record.stack_info:
            line["stack"] = record.stack_info
        channel = Channel(self._lines, record.name)
        for step in self._chain:
            line = step(channel, record.levelname.lower(), line)
        (self._lines.write if record.levelno >= logging.ERROR else self._lines.add)(line)


def _message_of(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # noqa: BLE001 logging's own reaction would print the arguments as they are
        return f"a line that cannot be formatted, logged at {record.pathname}:{record.lineno}"


def _route(routed: Routed, least: int) -> None:
    logging.root.handlers[:] = [routed]
    logging.root.setLevel(least)
    for name in list(logging.root.manager.loggerDict):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    for name in QUIET:
        logging.getLogger(name).setLevel(max(least, logging.WARNING))
    logging.captureWarnings(capture=True)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log the exception that ends the process, unless it is an interrupt by the user."""
    if not issubclass(kind, KeyboardInterrupt):
        structlog.get_logger("arbiter").critical("ended_by_an_error", exc_info=(kind, error, trace))


# ------------------------------------------------------------------ formatting a line


def _json(channel: Any, level: str, event: EventDict) -> str:  # noqa: ANN401  structlog passes the logger it made
    """Encode a log event as a JSON line: first the common fields in a fixed order, then the others."""
    facts = FIRST.copy()
    facts["logger"] = channel.name
    facts.update(_ids.get())
    facts.update(_format_error(event))
    facts["level"] = level
    if not harmless(facts):
        facts = {name: remove_secrets(value, name=name) for name, value in facts.items()}
    facts["timestamp"] = datetime.now(UTC)
    return _encoded(facts).decode()


def _format_error(event: EventDict) -> EventDict:
    """Replace an exception or stack in the event with its text."""
    if "exc_info" in event or "stack_info" in event:
        event = structlog.processors.StackInfoRenderer()(None, "", event)
        return structlog.processors.format_exc_info(None, "", event)
    return event


def _chain_of(form: LogForm, *, on_terminal: bool) -> list[Processor]:
    if form == "brief":
        return [_merge_ids, structlog.processors.add_log_level, _clean, _in_a_line]
    return _for_people(colours=on_terminal) if form == "human" or (form == "auto" and on_terminal) else [_json]


def _in_a_line(_: object, __: str, event: EventDict) -> str:
    """Return the time, the event and the facts in one line.

    An exception adds only its last line, which names the error.
    """
    taken = {name: event.pop(name, None) for name in ("event", "level", "logger", *MANY_LINES)}
    facts = [f"{name}={value}" for name, value in event.items() if value is not None]
    last = str(taken["exception"] or "").strip().rpartition("\n")[2]
    said = [f"{taken['level']}:", str(taken["event"]).replace("_", " "), *([f"({', '.join(facts)})"] if facts else [])]
    line = " ".join([f"{datetime.now().astimezone():%H:%M:%S}", *said, *([last] if last else [])])
    return line.translate(CONTROLS).replace("\n", "\\n")


def _for_people(*, colours: bool) -> list[Processor]:
    return [
        _merge_ids,
        structlog.processors.add_log_level,
        _clean,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _escape,
        structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback),
    ]


def _merge_ids(channel: Any, _: str, event: EventDict) -> EventDict:  # noqa: ANN401  structlog passes the logger it made
    return {"logger": channel.name, **_ids.get(), **_format_error(event)}


def _clean(_: object, __: str, event: EventDict) -> EventDict:
    return event if harmless(event) else {name: remove_secrets(value, name=name) for name, value in event.items()}


def _escape(_: object, __: str, event: EventDict) -> EventDict:
    """Escape control characters, so that no caller can manipulate the operator's terminal or forge a log line."""
    return {name: _plain(name, value) for name, value in event.items()}


def _plain(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    value = value.translate(CONTROLS)
    return value if name in MANY_LINES else value.replace("\n", "\\n")
