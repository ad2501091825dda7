"""The forms of a log line: plain text on a terminal, JSON if it is set, and one line for a failure."""

import io
import re

import pytest
import structlog

from shared.platform import logs

from .test_logs import SEED, fail, lines


class Terminal(io.StringIO):
    """An output stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.mark.usefixtures("out")
def test_a_terminal_gets_words() -> None:
    """On a terminal, log lines are coloured text without missing ids and without secrets."""
    place = Terminal()
    logs.configure(out=place)
    structlog.get_logger("shared.test").info("rolled", seed=SEED, path="/a\x1b[2J\nforged")
    shown = place.getvalue()
    assert "rolled" in shown
    assert "request" not in shown
    assert "\\x1b[2J\\nforged" in shown
    assert SEED not in shown


@pytest.mark.usefixtures("out")
def test_a_terminal_gets_traces_without_locals() -> None:
    """The log of an exception shows no local variable of any frame."""
    place = Terminal()
    logs.configure(out=place)
    held = SEED
    try:
        fail(RuntimeError(len(held)))
    except RuntimeError:
        structlog.get_logger().exception("failed")
    assert "RuntimeError: 64" in place.getvalue()
    assert SEED not in place.getvalue()


@pytest.mark.usefixtures("out")
def test_the_form_can_be_chosen() -> None:
    """If `log_format` is `json`, the process logs JSON even on a terminal."""
    place = Terminal()
    logs.configure(form="json", out=place)
    structlog.get_logger().info("rolled")
    assert lines(place)[0]["event"] == "rolled"


@pytest.mark.usefixtures("out")
def test_a_brief_form_has_one_line_for_a_failure() -> None:
    """The brief form has one line for a failure, which says when and where it happened, what failed and why.

    The line contains no traceback, control characters or secrets.
    """
    place = io.StringIO()
    logs.configure(level="warning", form="brief", out=place)
    structlog.get_logger("gateway").info("request", path="/")
    with logs.about(stream="dice.table:x"):
        try:
            fail(ValueError(f"seed={SEED}\n\x1b[31mred"))
        except ValueError:
            structlog.get_logger("gateway").exception("request_failed", path="/dice")
    (line,) = place.getvalue().splitlines()

    assert re.fullmatch(r"\d\d:\d\d:\d\d error: request failed \(.*\) .*red", line)
    assert "stream=dice.table:x" in line
    assert "path=/dice" in line
    assert "\x1b" not in line
    assert SEED not in line
