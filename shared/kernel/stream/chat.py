"""The judge of chat messages: who may send one, what it may contain, and how many messages a seat may send.

No game sees chat messages. A chat message changes nothing on which another decision depends: the stream's undo history
gains no step, no proposed undo lapses, and the server still accepts a command that expects the version before the
message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from shared.kernel.context import Intent
from shared.kernel.messages import Event
from shared.kernel.refusals import ChatIsOff, NotForThisSeat, OneOfTwo, OnlyPhrases, TooMuchChat
from shared.kernel.stream.messages import PHRASES, ChatSent, SendChat
from shared.kernel.stream.readable import check_readable_text
from shared.kernel.stream.state import Stream

CHATTING: Final = ("gm", "player")
"""The roles of the seats that may send chat messages, even if the app sends them on a seat's behalf."""
MOST_LINES: Final = 1000
"""Maximum number of chat messages from one seat on one stream."""


def send_chat(stream: Stream[Any], intent: Intent, command: SendChat) -> Sequence[Event]:
    """Judge a chat message.

    Rule:    AR-CHAT-01, AR-CHAT-02, AR-CHAT-03, AR-CHAT-04
    Refuses: ChatIsOff, NotForThisSeat, TooMuchChat, OneOfTwo, OnlyPhrases, UnreadableText
    """
    if stream.chat == "off":
        raise ChatIsOff(needs=("phrases", "on"), has="off")
    if intent.role not in CHATTING:
        raise NotForThisSeat(needs=CHATTING, has=intent.role)
    lines = stream.lines.get(intent.seat, 0)
    if lines >= MOST_LINES:
        raise TooMuchChat(needs=f"at most {MOST_LINES} lines", has=lines)
    return (_line_of(stream, intent.seat, command),)


def _line_of(stream: Stream[Any], seat: str, command: SendChat) -> ChatSent:
    text, phrase = command.text, command.phrase
    if (text is UNSET) == (phrase is UNSET):
        raise OneOfTwo(needs=("text", "phrase"), has="neither" if text is UNSET else "both")
    if phrase is not UNSET:
        return ChatSent(seat=seat, text=PHRASES[phrase], phrase=phrase)
    if stream.chat == "phrases":
        raise OnlyPhrases(needs=tuple(PHRASES), has="a text", field="text")
    text = str(text)
    check_readable_text(text, field="text")
    return ChatSent(seat=seat, text=text)
