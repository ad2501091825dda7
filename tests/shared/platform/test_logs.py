"""Log lines: each has its ids, passes through one chain of processors, and never contains a secret."""

import asyncio
import io
import json
import logging
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import example, given
from hypothesis import strategies as st

from shared.kernel.messages import Secret
from shared.kernel.stream import AddSalt, Epoch, SeedRevealed
from shared.platform import logs
from shared.platform.access import KeyText, SeatTokens, TokenText
from shared.platform.logs import removal
from shared.platform.logs.lines import Channel, LineWriter
from shared.platform.logs.removal import GONE, LONGEST_TEXT, cleaned_text, names_a_secret, remove_secrets
from shared.platform.seal import Keys

ROOT = Path(__file__).parents[3]
SEED = "5eed" * 16
FORMS: dict[str, Callable[[str], object]] = {
    "an API key": lambda secret: f"ak_0123abcd_{secret}",
    "a key in a header": lambda secret: f"Authorization: Bearer ak_0123abcd_{secret}",
    "a header as bytes": lambda secret: [(b"authorization", f"Bearer {secret}".encode())],
    "headers shown": lambda secret: repr([(b"authorization", f"Bearer {secret}".encode())]),
    "a bearer token": lambda secret: f"sent 'Bearer {secret}' and was refused",
    "basic authorization": lambda secret: f"Basic {secret}",
    "a signed token": lambda secret: f"token eyJhbGciOiJIUzI1NiJ9.{secret}.{secret} was read",
    "half a signed token": lambda secret: f"eyJhbGciOiJIUzI1NiJ9.{secret}",
    "a seed under its name": lambda secret: {"seed": secret},
    "a short seed under its name": lambda secret: {"master_seed": secret[:20]},
    "a salt in camel case": lambda secret: {"seatSalt": secret},
    "tokens in a list": lambda secret: {"tokens": {"gm": secret, "player": [secret]}},
    "a deep seed": lambda secret: {"a": [{"b": ({"c": {"seed": secret}},)}]},
    "a seed in JSON": lambda secret: json.dumps({"epoch": 0, "seed": secret[:30]}),
    "a seed in JSON in JSON": lambda secret: json.dumps(json.dumps({"salt": secret[:30] + '\n"x'})),
    "a seed in a query": lambda secret: f"/v1/tables?token={secret[:30]}&x=1",
    "a password in an address": lambda secret: f"redis://arbiter:{secret[:30]}@example.org:6379/0",
    "a password in words": lambda secret: f"password: {secret[:30]}, try again",
    "a seed among words": lambda secret: f"the seed {secret} is not hexadecimal",
    "an event": lambda secret: SeedRevealed(epoch=0, seed=secret),
    "a command": lambda secret: AddSalt(salt=secret),
    "a state": lambda secret: Epoch(number=0, commitment="c0", seed=secret, salts=(("gm", secret[:20]),)),
    "a state shown": lambda secret: repr(Epoch(seed=secret[:20], salts=(("gm (x", secret[:20]), ("p", secret[:21])))),
    "a secret part": lambda secret: Secret(audience=("gm",), value=secret[:20]),
    "a secret part shown": lambda secret: repr([Secret(audience=("g)m",), value=("a)", secret[:20]))]),
    "a key as sent": lambda secret: KeyText("0123abcd", secret),
    "a token as sent": TokenText,
    "raw bytes": lambda secret: secret.encode(),
    "raw bytes shown": lambda secret: repr({"found": secret.encode()}),
    "a seed as bytes": lambda secret: f"seed={secret[:10].encode()!r}",
    "an API key under its name": lambda secret: f"x-api-key: {secret[:20]}",
    "an error": lambda secret: ValueError(f"bad seed: {secret[:20]}"),
}


def fail(error: Exception) -> None:
    """Raise an error."""
    raise error


def lines(out: io.StringIO) -> list[dict[str, Any]]:
    """Return the logged lines, parsed."""
    return [json.loads(line) for line in out.getvalue().splitlines()]


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_secret_is_removed(form: str, out: io.StringIO) -> None:
    """The logger removes secrets from fields of log lines, also the standard library's, and from exceptions' texts."""
    said = FORMS[form](SEED)
    log = structlog.get_logger("test")
    log.info("fact", said=said)
    log.info(str(said))
    logging.getLogger("elsewhere").warning("it says %s", said)
    try:
        fail(RuntimeError(said))
    except RuntimeError:
        log.exception("failed")
        logging.getLogger("elsewhere").exception("failed")
    assert len(lines(out)) == 5
    assert SEED[:10] not in out.getvalue()


def test_a_chain_of_exceptions_is_cleaned_to_its_root(out: io.StringIO) -> None:
    """The logger also removes secrets from the causes, contexts, groups and notes of an exception."""
    try:
        try:
            fail(KeyError(SEED))
        except KeyError as error:
            error.add_note(f"while reading ak_0123abcd_{SEED[:24]}")
            raise ExceptionGroup("several", [ValueError(f"Bearer {SEED[:24]}")]) from error
    except ExceptionGroup:
        structlog.get_logger().exception("failed")
    assert "KeyError" in lines(out)[0]["exception"]
    assert SEED[:10] not in out.getvalue()


def test_text_that_is_no_secret_stays() -> None:
    """The logger keeps ids of keys, digests under public names, counts, epochs and plain words."""
    facts = {
        "head": SEED,
        "ruleset": SEED,
        "token_epoch": 3,
        "seed_commitment": "c0ffee",
        "token_days": 30,
        "basalt": "grey",
        "path": "/dice/v1/tables/a/commands",
        "said": "the bear of the seed vault; a break_down_of_things; services.dice.rules.parse_text",
        "ms": 1.25,
        "none": None,
        "yes": True,
    }
    assert remove_secrets(facts) == facts


def test_the_id_of_a_key_stays() -> None:
    """The logger keeps the id of a key, so that operators know which key was used."""
    assert cleaned_text("key ak_0123abcd_" + "5" * 48) == f"key ak_0123abcd_{GONE}"


def test_a_real_token_is_removed(tmp_path: Path) -> None:
    """The logger removes a token that this server has signed."""
    token = SeatTokens(Keys.open(tmp_path / "keys.json")).issue("toy.table:a", "gm", 0).text
    shown = cleaned_text(f"seat gm has {token} now")
    assert shown == f"seat gm has {GONE} now"


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("seed", True),
        ("Seed", True),
        ("X-Api-Key", True),
        ("apiKey", True),
        ("set-cookie", True),
        ("seat_token", True),
        ("Authorization", True),
        ("key_id", False),
        ("idempotency_key", False),
        ("token_epoch", False),
        ("tokenizer", False),
        ("", False),
        ("***", False),
    ],
)
def test_the_name_of_a_field_marks_a_secret(name: str, *, secret: bool) -> None:
    """The logger removes a field whose name contains a whole word for a secret, but not only a part of such a word."""
    assert names_a_secret(name) == secret


@example(before="BEARER", after="", name="seed")
@given(
    before=st.text(max_size=30), after=st.text(max_size=30), name=st.sampled_from(["seed", "salt", "token", "secret"])
)
def test_a_named_secret_is_removed_in_any_context(before: str, after: str, name: str) -> None:
    """The logger removes a named secret even from text with unclosed quotes or brackets."""
    text = f"{before} {name}='s3cr3ts3cr3t' {after}"
    assert "s3cr3t" not in cleaned_text(text)


@given(
    value=st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=9)
        | st.binary(max_size=9)
        | st.just(SEED),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=12,
    )
)
def test_whatever_is_logged_is_a_line_of_json_without_the_seed(value: object) -> None:
    """Every value can be logged as a line of JSON, and the line contains no seed."""
    place = io.StringIO()
    channel = Channel(LineWriter(place), "test")
    channel.info(logs._json(channel, "info", {"event": "x", "value": value}))
    assert json.loads(place.getvalue())["event"] == "x"
    assert SEED not in place.getvalue()


@pytest.mark.parametrize(
    "unit", ["seed=", "eyJ", "a.", "b'", "Secret(", "seed=(", "ak_a_", "seed", "://a:", '\\"', "'", "salt: '"]
)
def test_no_text_takes_long_to_clean(unit: str) -> None:
    """The patterns that find secrets take linear time, so 100 000 characters of any kind are cleaned quickly."""
    assert len(cleaned_text(unit * (100_000 // len(unit)))) <= LONGEST_TEXT + 2


@given(text=st.text(alphabet="seEdaltkS crotn=:'\"(){}[]./\\b_-%+1f", max_size=49))
def test_no_text_that_a_pattern_matches_is_passed_over(text: str) -> None:
    """The quick check that runs before the patterns misses no text that a pattern matches."""
    if not removal._suspicious(text):
        patterns = [removal.ENCLOSED, removal.NAMED, removal.HEXES, *(look for look, _ in removal.LOOKS)]
        assert [pattern for pattern in patterns if pattern.search(text)] == []


def test_a_long_text_keeps_its_end() -> None:
    """A long text keeps its end, where a trace has the exception's message.

    Secrets are removed before it is shortened.
    """
    shown = cleaned_text("x " * 20_000 + f"ValueError: {SEED}")
    assert shown.startswith("…  x x")
    assert shown.endswith(f"ValueError: {GONE}")


def test_an_unprintable_value_is_reported_as_such() -> None:
    """A value that cannot be printed never makes logging fail."""

    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError(SEED)

    assert remove_secrets(Shy()) == "[Shy that cannot be shown]"


# ------------------------------------------------------------------ lines


def test_every_line_carries_its_ids(out: io.StringIO) -> None:
    """Each line has the request, stream, version and command of the context; each is null if the context has none."""
    log = structlog.get_logger("shared.test")
    with logs.about(request="r1", stream="dice.table:a", command="c1"):
        logs.note(version=7)
        log.info("appended", commits=1)
        logging.getLogger("other").error("too")
    log.info("idle")
    ids = [{name: line[name] for name in logs.IDS} for line in lines(out)]
    bound = {"request": "r1", "stream": "dice.table:a", "version": 7, "command": "c1"}
    assert ids == [bound, bound, dict.fromkeys(logs.IDS)]


def test_a_line_starts_with_time_level_logger_and_event(out: io.StringIO) -> None:
    """A line starts with the timestamp, the level, the logger and the event, in this order."""
    structlog.get_logger("shared.test").warning("slow", ms=12)
    (line,) = lines(out)
    assert list(line) == ["timestamp", "level", "logger", "event", *logs.IDS, "ms"]
    assert (line["level"], line["logger"], line["event"], line["ms"]) == ("warning", "shared.test", "slow", 12)


def test_the_libraries_logs_come_through_the_same_chain(out: io.StringIO) -> None:
    """Uvicorn's own handlers are removed, its access log is silent, and Python warnings become log lines."""
    logging.getLogger("uvicorn.error").addHandler(logging.StreamHandler())
    logs.configure(level="info", form="json", out=out)
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("uvicorn.access").info("GET /")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", DeprecationWarning, stacklevel=1)
    assert [line["logger"] for line in lines(out)] == ["uvicorn.error", "py.warnings"]


def test_a_record_that_cannot_be_formatted_is_logged_without_its_arguments(out: io.StringIO) -> None:
    """A record that cannot be formatted is logged without its arguments, which may contain secrets."""
    logs.configure(form="json", out=out)
    logging.getLogger("odd").error("%d", SEED)
    assert "cannot be formatted, logged at" in lines(out)[0]["event"]


def test_records_below_the_level_are_not_logged(out: io.StringIO) -> None:
    """Lines below the configured level are dropped, whether they come from our own loggers or from libraries."""
    logs.configure(level="warning", form="json", out=out)
    structlog.get_logger().info("quiet")
    logging.getLogger("x").info("quiet")
    structlog.get_logger().warning("loud")
    assert [line["event"] for line in lines(out)] == ["loud"]


def test_an_uncaught_error_is_a_line_without_secrets(out: io.StringIO) -> None:
    """An uncaught error is logged as a line without secrets. An interruption by the keyboard is not logged."""
    error = ValueError(f"seed={SEED[:20]}")
    sys.excepthook(ValueError, error, None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert [line["event"] for line in lines(out)] == ["ended_by_an_error"]
    assert SEED[:10] not in out.getvalue()


async def test_the_lines_of_a_turn_are_written_together(out: io.StringIO) -> None:
    """The lines of one turn of the event loop are written in order at its end. An error is written at once.

    All waiting lines are written before the error.
    """
    structlog.get_logger().info("first")
    logging.getLogger("other").warning("second")
    waiting = out.getvalue()
    await asyncio.sleep(0)
    logged = lines(out)
    structlog.get_logger().info("third")
    structlog.get_logger().error("fourth")
    assert waiting == ""
    assert [line["event"] for line in logged] == ["first", "second"]
    assert [line["event"] for line in lines(out)] == ["first", "second", "third", "fourth"]


def test_a_turn_that_never_ended_holds_no_line_back(out: io.StringIO) -> None:
    """Lines that wait for a stopped event loop are written with the next line, on another loop or without a loop."""

    def last() -> None:
        structlog.get_logger().info("last")
        loop.stop()

    loop = asyncio.new_event_loop()
    loop.call_soon(last)
    loop.run_forever()
    loop.close()
    assert out.getvalue() == ""
    structlog.get_logger().info("next")
    assert [line["event"] for line in lines(out)] == ["last", "next"]


@pytest.mark.parametrize("ending", ["loop.stop()", "sys.exit(3)"])
def test_no_line_is_lost_as_a_process_ends(ending: str) -> None:
    """Waiting lines are written when the process ends, even if its event loop stops in the middle of a turn."""
    program = f"""
import asyncio, sys, structlog
from shared.platform import logs
logs.configure(form="json")
loop = asyncio.new_event_loop()
def last():
    structlog.get_logger().info("last")
    {ending}
loop.call_soon(last)
loop.run_forever()
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT, check=False)
    assert [json.loads(line)["event"] for line in ended.stdout.splitlines()] == ["last"]


def test_a_closed_log_output_fails_no_request(out: io.StringIO) -> None:
    """Logging to a closed pipe raises no error."""
    out.close()
    structlog.get_logger().info("unheard")
