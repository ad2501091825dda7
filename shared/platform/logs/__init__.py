"""Logs as facts: one line an event, JSON for machines, words on a terminal, and never a secret.

Every line of JSON carries the ids of the request, stream, version and command it is about, `null` where there is none.
They stand in context variables: bind them with `about`, or `note` them as they become known.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Final, Literal, TextIO, TypeAlias

import msgspec
import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

from shared.platform.logs.removal import cleaned, harmless

LogForm: TypeAlias = Literal["auto", "json", "human"]

IDS: Final = ("request", "stream", "version", "command")
LEVELS: Final[Mapping[str, int]] = logging.getLevelNamesMapping()
QUIET: Final = ("uvicorn.access", "httpx", "httpcore", "asyncio")
"""Loggers whose lines below a warning say nothing that ours do not say better."""
CONTROLS: Final = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}
MANY_LINES: Final = ("exception", "stack")


def configure(*, level: str = "info", form: LogForm = "auto", out: TextIO | None = None) -> None:
    """Send every log of this process, ours and the libraries', through one chain to one place.

    Run uvicorn with `log_config=None`, else it takes its own loggers back.
    """
    place = out or sys.stdout
    human = form == "human" or (form == "auto" and place.isatty())
    least = LEVELS[level.upper()]
    structlog.configure(
        processors=[_named, *_chain(human=human, colours=place.isatty())],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=lambda *names: Channel(place, *names),
        cache_logger_on_first_use=False,
    )
    _route(Routed(place, _chain(human=human, colours=place.isatty())), least)
    sys.excepthook = _uncaught


def about(**ids: object) -> AbstractContextManager[None]:
    """Bind the ids that the lines of a block are about, for as long as it runs."""
    return _bound(ids)


def note(**ids: object) -> None:
    """Bind ids that have become known, until the request ends."""
    bind_contextvars(**ids)


@contextlib.contextmanager
def _bound(ids: Mapping[str, object]) -> Any:  # noqa: ANN401  contextmanager gives it its type
    with bound_contextvars(**ids):
        yield


# ------------------------------------------------------------------ where lines go


class Channel:
    """Writes lines. A place that cannot be written to any more never fails what was logged."""

    def __init__(self, out: TextIO, name: str = "arbiter", *_: object) -> None:
        """Take the place, and the name of the logger."""
        self.name: Final = name
        self._out: Final = out

    def msg(self, line: str) -> None:
        """Write a line."""
        with contextlib.suppress(OSError, ValueError):
            self._out.write(line + "\n")
            self._out.flush()

    log = debug = info = warning = warn = error = err = critical = fatal = exception = failure = msg


class Routed(logging.Handler):
    """Sends the records of the standard library through our chain."""

    def __init__(self, out: TextIO, chain: Iterable[Processor]) -> None:
        """Take the place and the chain."""
        super().__init__()
        self._channel: Final = Channel(out)
        self.setFormatter(
            ProcessorFormatter(
                foreign_pre_chain=[structlog.stdlib.add_logger_name],
                processors=[ProcessorFormatter.remove_processors_meta, *chain],
            )
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as a line."""
        try:
            record.getMessage()
        except Exception:  # noqa: BLE001  logging's own answer to this prints the arguments as they are
            record.msg, record.args = f"a line that cannot be told, logged at {record.pathname}:{record.lineno}", ()
        self._channel.msg(self.format(record))


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
    """Log what ends the process; an interrupt is no error."""
    if not issubclass(kind, KeyboardInterrupt):
        structlog.get_logger("arbiter").critical("ended_by_an_error", exc_info=(kind, error, trace))


# ------------------------------------------------------------------ how a line is made


def _chain(*, human: bool, colours: bool) -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _clean,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *([_unescaped, _console(colours=colours)] if human else [_json]),
    ]


def _named(channel: Any, _: str, event: EventDict) -> EventDict:  # noqa: ANN401  structlog passes the logger it made
    event.setdefault("logger", channel.name)
    return event


def _clean(_: object, __: str, event: EventDict) -> EventDict:
    return event if harmless(event) else {name: cleaned(value, name=name) for name, value in event.items()}


def _json(_: object, __: str, event: EventDict) -> str:
    first = {name: event.pop(name, None) for name in ("timestamp", "level", "logger", "event", *IDS)}
    return msgspec.json.encode({**first, **event}).decode()


def _unescaped(_: object, __: str, event: EventDict) -> EventDict:
    """Show control characters as text, so that no caller draws on the operator's terminal, or forges a line."""
    return {name: _plain(name, value) for name, value in event.items()}


def _plain(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    value = value.translate(CONTROLS)
    return value if name in MANY_LINES else value.replace("\n", "\\n")


def _console(*, colours: bool) -> Processor:
    return structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)
