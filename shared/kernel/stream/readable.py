"""Checks that everyone who reads a text or a name sees the same characters."""

from __future__ import annotations

import re
from typing import Final

from shared.kernel.messages import BLANKS, HIDDEN, JOINERS, SELECTORS
from shared.kernel.refusals import UnreadableName, UnreadableText

_SEEN: Final = f"[^{BLANKS}{HIDDEN}{JOINERS}{SELECTORS}]"
_SEEN_OR_CHOSEN: Final = f"[^{BLANKS}{HIDDEN}{JOINERS}]"
_WRONG_IN_TEXT: Final = re.compile(
    f"[{HIDDEN}]|(?<!{_SEEN})[{SELECTORS}]|(?<!{_SEEN_OR_CHOSEN})[{JOINERS}]|[{JOINERS}](?!{_SEEN})"
)
_WRONG_IN_NAME: Final = re.compile(f"[\u2800{HIDDEN}{JOINERS}{SELECTORS}]")
_READABLE: Final = "letters, digits, signs and blanks"


def check_readable_text(text: str, *, field: str) -> None:
    """Check that a text is not blank, and that everyone sees the same text.

    A joiner is allowed only between two visible characters, and a selector only after one. Emoji and many scripts need
    these characters.

    Rule:    AR-CHAT-03
    Refuses: UnreadableText
    """
    found = _WRONG_IN_TEXT.search(text)
    if found is not None:
        raise UnreadableText(needs=_READABLE, has=code_point(found[0]), field=field)
    if re.search(_SEEN, text) is None:
        raise UnreadableText(needs=_READABLE, has="blanks only", field=field)


def check_readable_name(name: str, *, field: str) -> None:
    """Check that a name contains no character that people cannot see, not even a joiner or a selector.

    Rule:    AR-PAGE-57
    Refuses: UnreadableName
    """
    found = _WRONG_IN_NAME.search(name)
    if found is not None:
        raise UnreadableName(needs=_READABLE, has=code_point(found[0]), field=field)


def code_point(character: str) -> str:
    """Return the code point of a character, such as `U+200B`."""
    return f"U+{ord(character):04X}"
