"""Chat: who may send a line (a chat message), what a line may contain, and that lines change nothing else."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from arbiter_client import verify
from services.gateway.games import GAMES
from shared.kernel.game import Opening
from shared.kernel.jobs.game import job_of
from shared.kernel.legal import Allowed, awaited_seats, legal
from shared.kernel.messages import ChatSetting, Command
from shared.kernel.refusals import (
    ChatIsOff,
    NotForThisSeat,
    OneOfTwo,
    OnlyPhrases,
    Refusal,
    StreamIsOver,
    TooMuchChat,
    UnreadableText,
)
from shared.kernel.stream import (
    MOST_LINES,
    PHRASES,
    AgreeToUndo,
    AppointPlayer,
    ChatSent,
    ProposeUndo,
    SendChat,
    Stream,
    StreamOpened,
    commands_of,
)
from shared.platform.processes.games import game_of, job_kinds_of
from tests.support.forks import audited_fork, fork_of
from tests.support.journal import Journal, audit_export
from tests.support.second_verifier import compare_reports
from tests.support.undo_plays import Table, assert_refused, legal_list, options, propose_undo, proven, put, things
from tests.support.undo_toy import SEATS, SHELF, OpenShelf, Put
from tests.support.unseen import UNSEEN

HELLO: Final = SendChat(text="Hello, all!")


def chatting(chat: ChatSetting = "on") -> Table:
    """Open a stream of the toy game `shelf`, whose seats may chat."""
    return Journal(SHELF, OpenShelf(seats=SEATS, chat=chat))


def chat_entries(table: Table, seat: str) -> list[Allowed]:
    """Return the chat commands in a seat's legal list."""
    return [entry for entry in legal_list(table, seat).allowed if entry.command == "SendChat"]


# ---------------------------------------------------------------- the setting


@pytest.mark.rule("AR-CHAT-01")
@pytest.mark.parametrize("opening", [OpenShelf(seats=SEATS), OpenShelf(seats=SEATS, chat="off")])
def test_without_a_setting_nobody_may_chat(opening: OpenShelf) -> None:
    """If `chat` is `off` or not set, the kernel refuses every line, and the legal list says why.

    The bytes of the opening are the same as without chat.
    """
    table = Journal(SHELF, opening)
    assert assert_refused(ChatIsOff, table, HELLO, "ann").needs == ("phrases", "on")
    blocked = {name: one.rule for one in legal_list(table, "ann").blocked for name in one.commands}
    assert blocked["SendChat"] == "AR-CHAT-01"
    assert b"chat" not in msgspec.json.encode(table.events[0])
    proven(table)


@pytest.mark.rule("AR-CHAT-01")
def test_a_job_has_no_chat() -> None:
    """A job has no chat commands; every game has them."""
    kinds = job_kinds_of("dice")
    assert kinds is not None
    job = job_of(kinds)
    assert SendChat not in commands_of(job)
    assert all(SendChat in commands_of(game_of(name)) for name in GAMES)


@pytest.mark.rule("AR-CHAT-01")
def test_a_fork_takes_over_the_setting_and_no_line() -> None:
    """A fork has its parent's chat setting, but none of its lines.

    An audit proves the fork together with its parent.
    """
    table = chatting("phrases")
    put(table, "ann")
    table.send(SendChat(phrase="hello"), "ann")
    fork = fork_of(table, table.stream.version)
    assert (fork.stream.chat, fork.stream.lines, fork.stream.chatted) == ("phrases", {}, 0)
    assert not any(isinstance(event, ChatSent) for event in fork.events)
    fork.send(SendChat(phrase="hello"), "bob")
    fork.close()
    table.close()
    assert audited_fork(fork, table.lines()).proven


# ---------------------------------------------------------------- what a line may contain


@pytest.mark.rule("AR-CHAT-02")
@pytest.mark.parametrize("chat", ["phrases", "on"])
def test_a_phrase_is_recorded_with_its_words(chat: ChatSetting) -> None:
    """Each phrase can be sent, whether `chat` is `phrases` or `on`. The legal list has one entry for all phrases."""
    table = chatting(chat)
    (entry, *others) = chat_entries(table, "ann")
    assert entry.kind == "aside"
    assert (entry.fields["phrase"].options, entry.fields["phrase"].words) == (tuple(PHRASES), tuple(PHRASES.values()))
    assert [one.fields["text"].form for one in others] == (["text"] if chat == "on" else [])
    for phrase, words in PHRASES.items():
        assert table.send(SendChat(phrase=phrase), "ann") == (ChatSent(seat="ann", text=words, phrase=phrase),)
    proven(table)


@pytest.mark.rule("AR-CHAT-02")
def test_a_text_needs_the_setting_for_it() -> None:
    """If `chat` is `phrases`, the kernel refuses a text and names the phrases.

    If `chat` is `on`, it records the text unchanged.
    """
    assert assert_refused(OnlyPhrases, chatting("phrases"), HELLO, "ann").needs == tuple(PHRASES)
    assert chatting().send(HELLO, "ann") == (ChatSent(seat="ann", text="Hello, all!", phrase=UNSET),)


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(("command", "has"), [(SendChat(), "neither"), (SendChat(text="a", phrase="yes"), "both")])
def test_a_line_is_either_a_text_or_a_phrase(command: SendChat, has: str) -> None:
    """The kernel refuses a line with both a text and a phrase, or with neither."""
    assert assert_refused(OneOfTwo, chatting(), command, "ann").has == has


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("  ", "blanks only"), ("\u3000", "blanks only"),
        ("\x07ring", "U+0007"), ("a\nb", "U+000A"), ("\x85", "U+0085"),
        ("\u202enna", "U+202E"), ("a\u2066b", "U+2066"), ("\u200fa", "U+200F"), ("\u061ca", "U+061C"),
        ("a\u200bb", "U+200B"), ("\ufeffa", "U+FEFF"), ("a\u2028b", "U+2028"), ("a\u00adb", "U+00AD"),
    ],
)  # fmt: skip
def test_a_text_that_others_cannot_read_is_refused(text: str, has: str) -> None:
    """The kernel refuses a text with a character that others cannot read, and names its code point."""
    found = assert_refused(UnreadableText, chatting(), SendChat(text=text), "ann")
    assert (found.has, found.field) == (has, "text")


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize("code", UNSEEN)
def test_a_character_that_nobody_sees_is_refused(code: int) -> None:
    """The kernel refuses an invisible character, alone or between letters."""
    for text in (chr(code), f"a{chr(code)}b"):
        assert assert_refused(UnreadableText, chatting(), SendChat(text=text), "ann").has == f"U+{code:04X}"


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("\u2800", "blanks only"), (" \u2800\u00a0", "blanks only"), ("\u200d", "U+200D"), ("\u200c" * 100, "U+200C"),
        ("\ufe0f", "U+FE0F"), ("\u180b", "U+180B"), ("\U000e01ef", "U+E01EF"), ("a\u200d", "U+200D"),
        ("\u200ca", "U+200C"), ("a\u200c\u200cb", "U+200C"), ("a \u200db", "U+200D"), ("a\ufe0f\ufe0f", "U+FE0F"),
    ],
)  # fmt: skip
def test_a_joiner_or_a_selector_needs_a_visible_character(text: str, has: str) -> None:
    """The kernel refuses a joiner that is not between two visible characters, and a selector that is not after one.

    A blank does not count as visible.
    """
    assert assert_refused(UnreadableText, chatting(), SendChat(text=text), "ann").has == has


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(
    "text",
    [
        "\u2764\ufe0f", "\u2764\ufe0f\u200d\U0001f525", "\U0001f469\U0001f3fd\u200d\U0001f680", "1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937", "\u845b\U000e0100\u57ce",
        "\u2803\u2800\u2803",
    ],
)  # fmt: skip
def test_emoji_and_scripts_keep_their_joiners_and_selectors(text: str) -> None:
    """Emoji of several characters, Persian, Devanagari, Japanese and Braille are recorded unchanged."""
    assert chatting().send(SendChat(text=text), "ann") == (ChatSent(seat="ann", text=text),)


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(
    "text", ["Ça va, Ylva?", "שלום", "你好", "\U0001f469\u200d\U0001f680", "<b>&amp;\"'", "x" * 200]
)
def test_a_text_of_any_script_is_sent_as_it_is(text: str) -> None:
    """Letters of any script, emoji of several characters, and signs that pages must escape are recorded unchanged."""
    assert chatting().send(SendChat(text=text), "ann") == (ChatSent(seat="ann", text=text),)


@pytest.mark.rule("AR-CHAT-03")
@pytest.mark.parametrize(
    "body", ['{"type":"SendChat","text":"%s"}' % ("x" * 201), '{"type":"SendChat","phrase":"boo"}']
)
def test_a_line_that_does_not_fit_the_contract_is_no_command(body: str) -> None:
    """A text that is too long, or an unknown phrase, does not match the schema of the command."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=SendChat)


# ---------------------------------------------------------------- who may chat


@pytest.mark.rule("AR-CHAT-04")
def test_players_chat_and_spectators_only_read() -> None:
    """Game masters and players may send lines, also through the app. Spectators and the clock may not."""
    table = chatting()
    for seat in ("gm", "ann", "bob"):
        assert table.send(HELLO, seat) == (ChatSent(seat=seat, text="Hello, all!"),)
    assert assert_refused(NotForThisSeat, table, HELLO, "eve").needs == ("gm", "player")
    assert assert_refused(NotForThisSeat, table, HELLO, "clock").has == "clock"
    assert chat_entries(table, "eve") == []
    assert table.send(HELLO, "bob", by="key:app") == (ChatSent(seat="bob", text="Hello, all!"),)
    with pytest.raises(NotForThisSeat):
        table.send(HELLO, "eve", by="key:app")
    table.close()
    assert refused_at_the_end(table).rule == "AR-STREAM-03"


def refused_at_the_end(table: Table) -> Refusal:
    """Return the refusal of a line on a closed stream."""
    return assert_refused(StreamIsOver, table, HELLO, "ann")


@pytest.mark.rule("AR-CHAT-04")
def test_the_holder_of_a_seat_that_the_house_plays_chats() -> None:
    """While the computer plays a seat, its holder may still chat."""
    table = chatting()
    table.send(AppointPlayer(seat="ann", player="bold"), "ann")
    assert table.send(HELLO, "ann")
    assert [entry.command for entry in chat_entries(table, "ann")] == ["SendChat"] * 2
    proven(table)


@pytest.mark.rule("AR-CHAT-04")
def test_a_seat_sends_no_more_than_its_share() -> None:
    """After 1000 lines the kernel refuses a seat's lines, even if some were undone.

    Other seats may still send theirs.
    """
    table = chatting()
    table.stream = replace(table.stream, lines={"ann": MOST_LINES - 1})
    table.send(HELLO, "ann")
    found = assert_refused(TooMuchChat, table, HELLO, "ann")
    assert (found.needs, found.has) == (f"at most {MOST_LINES} lines", MOST_LINES)
    assert chat_entries(table, "ann") == []
    assert table.send(HELLO, "bob")


# ---------------------------------------------------------------- what a line does not change


@pytest.mark.rule("AR-CHAT-05")
def test_chat_neither_costs_consent_nor_is_taken_back() -> None:
    """A line between a decision and its undo requires no additional consent, and the undo does not remove the line."""
    table = chatting()
    first, second = put(table, "ann", "ann")
    before = options(table, "ann")
    for seat in ("bob", "gm", "ann"):
        table.send(HELLO, seat)
    assert options(table, "ann") == before
    assert propose_undo(table, first, "ann") == ()
    assert (things(table), table.stream.lines) == (("thing-1",), {"bob": 1, "gm": 1, "ann": 1})
    table.send(HELLO, "bob")
    assert options(table, "ann", redo=True) == (second,)
    proven(table)


@pytest.mark.rule("AR-CHAT-05")
def test_a_proposed_undo_stands_while_people_talk() -> None:
    """A proposed undo stays open while seats chat.

    A seat consents by the number of the proposal. Undoing to the version of a line undoes to the decision before it.
    """
    table = chatting()
    first, _ = put(table, "ann", "bob")
    table.send(HELLO, "bob")
    talked = table.stream.version
    put(table, "bob")
    assert propose_undo(table, talked, "ann") == ("bob", "gm")
    proposal = table.stream.version
    table.send(HELLO, "bob")
    table.send(AgreeToUndo(proposal=proposal), "bob")
    table.send(HELLO, "gm")
    table.send(AgreeToUndo(proposal=proposal), "gm")
    assert things(table) == ("thing-1", "thing-2")
    table.send(ProposeUndo(to=first), "ann")
    proven(table)


@pytest.mark.rule("AR-CHAT-05")
def test_a_command_is_meant_for_every_version_before_the_last_lines() -> None:
    """A command may expect the version before any of the last lines.

    This is so whether records are folded at once or one by one.
    """
    table = chatting()
    (moved,) = put(table, "ann")
    for seat in ("bob", "gm"):
        table.send(HELLO, seat)
    for stream in (table.stream, table.replay(), folded_one_by_one(table)):
        assert [version for version in range(moved + 4) if stream.is_meant_for(version)] == [
            moved,
            moved + 1,
            moved + 2,
        ]
    (moved,) = put(table, "bob")
    for stream in (table.stream, table.replay(), folded_one_by_one(table)):
        assert [version for version in range(moved + 2) if stream.is_meant_for(version)] == [moved]


def folded_one_by_one(table: Table) -> Stream[Any]:
    """Fold a table's records one at a time, as a server that follows a stream does."""
    stream: Stream[Any] = Stream(id=table.stream.id, game=table.rules.initial)
    for record in table.records:
        stream = table.reader.fold(stream, [(record.public, [part.data for part in record.parts])])
    return stream


@pytest.mark.rule("AR-CHAT-05")
@pytest.mark.parametrize("name", GAMES)
def test_no_game_sees_a_line(name: str, node: str) -> None:
    """In each game, a line changes neither the state, the awaited seats nor the other entries of the legal lists.

    Every verifier proves the log.
    """
    game = game_of(name)
    journal = Journal(game, opening_of(name))
    state, waits = journal.state, awaited_seats(game, journal.stream)
    seats = [seat for seat, held in journal.stream.seats.items() if held.role in {"gm", "player"}]
    lists = {seat: others(journal, seat) for seat in seats}
    for seat in seats:
        assert journal.send(SendChat(phrase="hello"), seat)[0].__class__ is ChatSent
        assert journal.send(HELLO, seat)
    assert journal.state is state
    assert awaited_seats(game, journal.stream) == waits
    assert {seat: others(journal, seat) for seat in seats} == lists
    assert journal.replay() == journal.stream
    journal.send(SendChat(phrase="goodbye"), seats[0])
    journal.close()
    report = audit_export(game, journal.lines())
    assert report.failure is None
    export = b"\n".join(journal.lines())
    assert [None] == [one["failure"] for one in compare_reports(node, [export])]
    assert verify(export).failure is None


def opening_of(name: str) -> Opening:
    """Return the first example of a game's opening command, with chat switched on."""
    game = game_of(name)
    body: dict[str, Any] = {"type": game.opening.__name__, **next(iter(game.openings.values())), "chat": "on"}
    return msgspec.convert(body, game.opening)


def others(journal: Journal[Any], seat: str) -> list[Allowed]:
    """Return the entries of a seat's legal list that are not about chat."""
    held = journal.stream.seats[seat]
    found = legal(journal.rules, journal.stream, seat, held.role)
    return [entry for entry in found.allowed if entry.command != "SendChat"]


@pytest.mark.rule("AR-CHAT-05")
def test_the_setting_is_in_the_first_event() -> None:
    """An audit decides each line again under the recorded `chat` setting.

    If the setting was removed, the audit fails.
    """
    table = chatting("phrases")
    assert isinstance(table.events[0], StreamOpened)
    assert table.events[0].chat == "phrases"
    commands: list[tuple[Command, str]] = [
        (SendChat(phrase="hello"), "ann"),
        (Put(), "bob"),
        (SendChat(phrase="no"), "gm"),
    ]
    for command, seat in commands:
        table.send(command, seat)
    proven(table)
