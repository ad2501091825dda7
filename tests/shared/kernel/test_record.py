"""Records: a record shows everything but its secret parts, and every reader can verify the chain."""

import asyncio
import hashlib
import hmac
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.kernel.chance import Faces
from shared.kernel.messages import canonical
from shared.kernel.record import MAX_BYTES, MAX_COMMAND, NO_HEAD, ExportLine, SecretPart, chain, salt_of
from shared.kernel.refusals import TooMuchForOneCommit
from shared.kernel.stream import Stream
from shared.platform.eventlog.asks import Ask, Snapshot
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.eventlog.writing.judging import Judge
from shared.platform.eventlog.writing.waiting import DraftedCommits, Outcome, UnwrittenAnswer, WaitingRequest
from tests.support.kernel_toy import GAMBIT, GM, KEY, RULESET, Bid, GambitState, Say, Table, Throw
from tests.support.logs import SEALER


def public_of(line: bytes) -> dict[str, Any]:
    """Parse the public part of an export line."""
    form: dict[str, Any] = json.loads(line)["public"]
    return form


# ------------------------------------------------------------------ the form


def test_the_public_bytes_are_canonical_and_name_six_fields() -> None:
    """The public bytes of a record are canonical: decoding and encoding them leads to the same bytes."""
    for record in Table.opened(Throw(), Say(text="é"), Bid(amount=3)).records:
        form = msgspec.json.decode(record.public)
        assert canonical(form) == record.public
        assert set(form) == {"draws", "events", "intent", "ruleset", "stream", "version"}


def test_the_chain_is_sha_256_over_head_public_bytes_and_digests() -> None:
    """Anyone can compute the heads of a chain with SHA-256 alone."""
    table = Table.opened(Throw(hidden=(2,)), Bid(amount=3))
    head = NO_HEAD
    for record, expected in zip(table.records, table.heads, strict=True):
        digests = [hashlib.sha256(part.salt + part.data).digest() for part in record.parts]
        head = hashlib.sha256(head + record.public + b"".join(digests)).digest()
        assert head == expected


def test_salts_follow_from_the_key_of_the_stream_and_the_place() -> None:
    """Each salt is an HMAC-SHA256 of version and number with the stream's key.

    No two parts of a stream therefore share a salt.
    """
    assert salt_of(KEY, 7, 2) == hmac.digest(KEY, bytes([0] * 7 + [7] + [0] * 3 + [2]), "sha256")
    parts = [part for record in Table.opened(Bid(amount=1), Bid(amount=1)).records for part in record.parts]
    assert len({part.salt for part in parts}) == len(parts)
    assert len({part.digest for part in parts}) == len(parts)


def test_another_stream_key_gives_other_digests_and_the_same_public_bytes() -> None:
    """Two streams with the same secret have different digests, so no reader can see that the secrets are equal."""
    one, other = Table.opened(Bid(amount=1)), Table.opened(Bid(amount=1), key=bytes(32))
    assert [record.public for record in one.records] == [record.public for record in other.records]
    assert one.heads != other.heads


# ------------------------------------------------------------------ what a seat may read


@given(amount=st.integers(10**9, 10**12), seat=st.sampled_from(["bob", "eve"]))
def test_a_seat_s_line_is_independent_of_hidden_values(amount: int, seat: str) -> None:
    """In another seat's log, two bids with different hidden values differ only in the digests and the head."""
    lines = []
    for each in (amount, amount + 1):
        table = Table.opened()
        table.send(Bid(amount=each, word="x"), "ann")
        lines.append(table.lines(seat)[-1])
        assert str(each).encode() not in lines[-1]
    assert public_of(lines[0]) == public_of(lines[1])
    assert without_digests(lines[0]) == without_digests(lines[1])


def without_digests(line: bytes) -> dict[str, Any]:
    """Return a line whose head and digests are blanked."""
    form: dict[str, Any] = json.loads(line)
    return form | {"head": "", "parts": [part | {"digest": ""} for part in form["parts"]]}


def throw_in_secret(*faces: int, seat: str | None, entered: bool = False) -> bytes:
    """Throw an exploding die in secret with these faces; return the line that a seat may read."""
    table = Table.opened()
    command = Throw(hidden=(1,), explode=True)
    if entered:
        table.send(command, faces=faces)
    else:
        table.send(command, tape=Faces(*faces))
    return table.lines(seat)[-1]


@pytest.mark.parametrize("entered", [False, True], ids=["from the seed", "from a table"])
@pytest.mark.parametrize("seat", ["ann", "eve"])
def test_not_even_the_number_of_hidden_draws_shows(seat: str, entered: bool) -> None:  # noqa: FBT001
    """With one hidden die or four between two public dice, other seats' lines differ only in digests and head."""
    once = throw_in_secret(2, 5, 3, seat=seat, entered=entered)
    often = throw_in_secret(2, 6, 6, 6, 1, 3, seat=seat, entered=entered)
    assert once != often
    assert without_digests(once) == without_digests(often)
    assert len(once) == len(often)


def test_the_audience_reads_its_part() -> None:
    """The audience of a part can read its salt, digest and value, and the digest covers salt and value."""
    (draws, total) = json.loads(throw_in_secret(2, 5, 3, seat="gm"))["parts"]
    assert draws["value"] == [{"draw": "dice", "faces": [5], "k": 0, "purpose": "hidden", "sides": 6, "source": "seed"}]
    assert total["value"] == 5
    for part in (draws, total):
        salted = bytes.fromhex(part["salt"]) + canonical(part["value"])
        assert part["digest"] == hashlib.sha256(salted).hexdigest()


def test_the_order_in_which_audiences_drew_does_not_show() -> None:
    """The parts of a record are sorted by audience, so they do not show which audience drew first."""
    draws = []
    for audiences in ((GM, ("ann",)), (("ann",), GM)):
        table = Table.opened(Throw(hidden=(1, 1), audiences=audiences))
        draws.append(public_of(table.lines("eve")[-1])["draws"])
    assert draws[0][2:] == draws[1][2:] == [{"audience": ["ann"], "sealed": 0}, {"audience": ["gm"], "sealed": 1}]


def test_a_part_for_nobody_opens_with_the_log() -> None:
    """Before the log is open, nobody, not even the app, can read a part whose audience is empty."""
    table = Table.opened()
    table.send(Bid(amount=3, word="later"), "ann")

    def parts_shown(seat: str | None, *, opened: bool) -> list[bool]:
        return ["value" in part for part in json.loads(table.lines(seat, opened=opened)[-1])["parts"]]

    assert parts_shown(None, opened=False) == [True, False, True]
    assert parts_shown("ann", opened=False) == [True, False, True]
    assert parts_shown("eve", opened=False) == [False, False, False]
    assert parts_shown("eve", opened=True) == [True, True, True]


@given(seat=st.sampled_from([None, "gm", "ann", "bob", "eve"]), opened=st.booleans())
def test_the_chain_verifies_for_every_reader(seat: str | None, opened: bool) -> None:  # noqa: FBT001
    """Every reader can compute the heads from the lines alone, however many parts are closed."""
    table = Table.opened(Throw(hidden=(2, 1), audiences=(GM, ("ann",))), Bid(amount=3), Say(text="x"))
    head = NO_HEAD
    for line in table.lines(seat, opened=opened):
        read = msgspec.json.decode(line, type=ExportLine)
        head = chain(head, bytes(read.public), [bytes.fromhex(part.digest) for part in read.parts])
        assert read.head == head.hex()


def test_an_export_line_is_canonical() -> None:
    """A whole line of an export is canonical JSON, not only the record in it."""
    table = Table.opened(Bid(amount=3))
    for line in (*table.lines("ann"), *table.lines(opened=True)):
        assert canonical(msgspec.json.decode(line)) == line


def test_a_part_has_the_digest_of_salt_and_data() -> None:
    """The digest of a part is the SHA-256 of its salt followed by its data."""
    assert SecretPart(GM, b"s" * 32, b"1").digest == hashlib.sha256(b"s" * 32 + b"1").digest()


# ------------------------------------------------------------------ bounds


def judge_command(command: Say) -> Outcome[GambitState]:
    """Judge a command as the event log does before an append."""
    judge = Judge(GAMBIT, StreamSeals(SEALER), ruleset=RULESET, clock=lambda: 5000, fresh=lambda: bytes(32))
    stream: Stream[GambitState] = Table.opened().stream
    future = asyncio.Future[Any](loop=asyncio.new_event_loop())
    waiting = WaitingRequest[GambitState](Ask(command=command, seat="gm", by="key:app"), None, future, 0.0)
    future.get_loop().close()
    return judge.judge(waiting, Snapshot(stream=stream, head=NO_HEAD, key=KEY), None)


@pytest.mark.rule("AR-COMMIT-01")
def test_a_command_has_at_most_128_kib() -> None:
    """The log accepts a command of exactly 128 KiB. With one more byte, it refuses the command and drafts nothing."""
    room = MAX_COMMAND - len(canonical((Say(text=""), None)))
    fits, beyond = judge_command(Say(text="x" * room)), judge_command(Say(text="x" * (room + 1)))
    assert isinstance(fits, DraftedCommits)
    assert isinstance(beyond, UnwrittenAnswer)
    assert isinstance(beyond.outcome, TooMuchForOneCommit)
    assert (beyond.outcome.rule, beyond.outcome.has) == ("AR-COMMIT-01", MAX_COMMAND + 1)


@pytest.mark.rule("AR-COMMIT-01")
def test_a_commit_of_several_events_holds_at_most_256_kib() -> None:
    """A decision of six events of 60 000 bytes each is split into commits below the limit.

    The limit includes the size of the command.
    """
    draft = judge_command(Say(text="x" * 60_000, times=6))
    assert isinstance(draft, DraftedCommits)
    sizes = [len(commit.public) for commit in draft.commits]
    assert [len(json.loads(commit.public)["events"]) for commit in draft.commits] == [3, 3]
    assert all(MAX_BYTES - 60_200 < size <= MAX_BYTES for size in sizes[:1])
