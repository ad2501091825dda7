"""The call that appends decided commits to a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from shared.platform.eventlog.asks import Bounds, Snapshot
from shared.platform.eventlog.reading.chains import KEPT_SECONDS, MOST_LINKS, place_in_chain
from shared.platform.eventlog.reading.listing import listing_of, place_of
from shared.platform.eventlog.redis.key_names import StreamKeys, chain_key, index_key
from shared.platform.eventlog.redis.pipe import PackedCommand, RedisCommand
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.eventlog.writing.waiting import DraftedCommits, Outcome, UnwrittenAnswer

S = TypeVar("S")

PLACE: Final = b"$%d\r\n%b\r\n"
"""A placeholder for an argument, in an append call that is encoded in advance."""


def cut(outcomes: list[Outcome[S]], bounds: Bounds) -> tuple[list[Outcome[S]], list[Outcome[S]]]:
    """Split outcomes into those that fit into one append call, and those that have to wait for the next call."""
    if len(outcomes) == 1:
        return outcomes, []
    size = 0
    for place, outcome in enumerate(outcomes):
        size += outcome.size if isinstance(outcome, DraftedCommits) else 0
        if place == bounds.call_commits or (place and size > bounds.call_bytes):
            return outcomes[:place], outcomes[place:]
    return outcomes, []


def is_all_drafts(outcomes: Sequence[Outcome[S]]) -> bool:
    """Return whether all outcomes have commits to append."""
    for outcome in outcomes:  # noqa: SIM110 there is usually only one, and a generator costs more
        if type(outcome) is not DraftedCommits:
            return False
    return True


def names_of(outcomes: Sequence[Outcome[S]]) -> list[str]:
    """Return the stored names of the idempotency keys of outcomes that append nothing.

    The store may hold the record of an earlier request under each of these names.
    """
    verdicts = [one for one in outcomes if isinstance(one, UnwrittenAnswer) and one.unless_seen]
    return sorted({one.waiting.name for one in verdicts if one.waiting.name})


# ---------------------------------------------------------------- the most frequent append


def append_words(  # noqa: PLR0913 everything an append consists of
    form: bytes, own: StreamKeys, before: Snapshot[S], drafts: Sequence[DraftedCommits[S]], *, seals: StreamSeals,
    bounds: Bounds,
) -> RedisCommand:  # fmt: skip
    """Return the command that appends drafts to a stream. For the most frequent kind of append, it fills in `form`."""
    if len(drafts) == 1 and is_usual(drafts[0], before):
        return (usual_append(form, own, before, drafts[0]),)
    function, keys, args = append_call(own, before, drafts, seals=seals, bounds=bounds)
    return ("FCALL", function, len(keys), *keys, *args)


def is_usual(draft: DraftedCommits[S], before: Snapshot[S]) -> bool:
    """Return whether an append is of the most frequent kind: a draft with one commit, which changes no index."""
    waiting, after = draft.waiting, draft.done.stream_after
    named = waiting.opening is not None or waiting.ask.idempotency is not None or waiting.ask.chain is not None
    return not (named or after.closed or len(draft.commits) > 1) and after.seats is before.stream.seats


def usual_form(own: StreamKeys, stream: str, bounds: Bounds) -> bytes:
    """Encode the most frequent kind of append to a stream, with placeholders for the varying arguments."""
    words: list[bytes | str | int] = [
        "FCALL", "append_1", 4, own.events, own.meta, own.feed, own.counter,
        PLACE, PLACE, "open", "", stream, bounds.remembered, bounds.page_commits, bounds.page_bytes, 1,
        PLACE, PLACE, PLACE, PLACE, 0, "", "",
    ]  # fmt: skip
    return b"*%d\r\n" % len(words) + b"".join([PLACE if word is PLACE else _encode_word(word) for word in words])


def _encode_word(word: bytes | str | int) -> bytes:
    text = word if isinstance(word, bytes) else str(word).encode()
    return (b"$%d\r\n%b\r\n" % (len(text), text)).replace(b"%", b"%%")


def usual_append(form: bytes, own: StreamKeys, before: Snapshot[S], draft: DraftedCommits[S]) -> PackedCommand:
    """Fill in the placeholders of an append call. Encoding every argument again would take eight times as long."""
    (commit,) = draft.commits
    was, now, public, sealed = b"%d" % before.stream.version, b"%d" % commit.version, commit.public, commit.sealed
    text = form % (
        len(was), was, len(before.head), before.head,
        len(now), now, len(public), public, len(sealed), sealed, len(commit.head), commit.head,
    )  # fmt: skip
    return PackedCommand(text, own.events)


# ---------------------------------------------------------------- all other appends


def append_call(
    own: StreamKeys, before: Snapshot[S], drafts: Sequence[DraftedCommits[S]], *, seals: StreamSeals, bounds: Bounds
) -> tuple[str, list[bytes], list[Any]]:
    """Build the call that appends drafts.

    Return the name of the function, its keys and its arguments (see `library.lua`).
    """
    function, keys, args = _listed_call(own, before, drafts, seals=seals, bounds=bounds)
    chained = [(draft, chain) for draft in drafts if (chain := draft.waiting.ask.chain) is not None]
    if not chained:
        return function, keys, args
    after = drafts[-1].after
    indexes = [chain_key(own.partition, after.tenant, chain.correlation) for _, chain in chained]
    places = [place_in_chain(after.id, draft.after.at, draft.commits[0].version) for draft, _ in chained]
    return "append_3", [*indexes, *keys], [function, len(chained), MOST_LINKS, KEPT_SECONDS, *places, *args]


def _listed_call(
    own: StreamKeys, before: Snapshot[S], drafts: Sequence[DraftedCommits[S]], *, seals: StreamSeals, bounds: Bounds
) -> tuple[str, list[bytes], list[Any]]:
    """Build the call that appends drafts, without the arguments that concern chains of causes."""
    last, stream = drafts[-1], before.stream
    keys = [own.events, own.meta, own.feed, own.counter]
    opening = drafts[0].waiting.opening
    sealed_key = b"" if opening is None else seals.seal_key(stream.id, opening.key)
    status = "closed" if last.after.closed else "open"
    args: list[Any] = [
        stream.version, before.head, status, sealed_key, stream.id, bounds.remembered, bounds.page_commits,
        bounds.page_bytes, sum([len(draft.commits) for draft in drafts]),
    ]  # fmt: skip
    for draft in drafts:
        waiting = draft.waiting
        *former, commit = draft.commits
        for each in former:
            args += (each.version, each.public, each.sealed, each.head, 0, "", "")
        place, fingerprint = 0, ""
        if waiting.ask.idempotency is not None:
            keys.append(own.idempotency + waiting.name.encode())
            place, fingerprint = len(keys) - 4, waiting.ask.idempotency.fingerprint
        args += (commit.version, commit.public, commit.sealed, commit.head, place, waiting.name, fingerprint)
    if opening is None and not last.after.closed and last.after.seats is before.stream.seats:
        return "append_1", keys, args
    return "append_2", *_list_too(own, drafts, keys, args)


def _list_too(
    own: StreamKeys, drafts: Sequence[DraftedCommits[S]], keys: list[bytes], args: list[Any]
) -> tuple[list[bytes], list[Any]]:  # fmt: skip
    """Add the stream's list entry to the keys and arguments of an append, because the append changes this entry."""
    first, after = drafts[0], drafts[-1].after
    place = b"" if first.waiting.opening is None else place_of(after.id, first.after.at)
    index = index_key(own.partition, after.id.partition(":")[0], after.tenant)
    return [index, *keys], [place, listing_of(after), *args]
