"""Text in a form that Pillow's built-in font can draw, which has little more than the letters of ASCII.

An accent is drawn separately, above or below its letter. The font would draw a box for a letter of another script, so
such a letter becomes a middle dot, unless it has a usual spelling in ASCII (such as ss for ß).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

OTHER: Final = "·"
"""The character drawn in place of a letter that the font lacks."""
SPELLED: Final[Mapping[str, str]] = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "÷": "/", "€": "EUR", "£": "GBP", "„": "“", "✓": "", "✗": "",
    "→": "to", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-",
    "\N{HYPHEN}": "-", "\N{MULTIPLICATION SIGN}": "x", "½": "1/2", "¼": "1/4", "¾": "3/4",
}  # fmt: skip
FURTHER: Final = frozenset("«»°·“”…\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}")
"""Characters outside ASCII that the font has."""
ACCENTS: Final[Mapping[str, str]] = {
    "\N{COMBINING GRAVE ACCENT}": "grave", "\N{COMBINING ACUTE ACCENT}": "acute",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "circumflex", "\N{COMBINING TILDE}": "tilde", "\N{COMBINING MACRON}": "macron",
    "\N{COMBINING DIAERESIS}": "diaeresis", "\N{COMBINING RING ABOVE}": "ring", "\N{COMBINING CARON}": "caron",
    "\N{COMBINING DOT ABOVE}": "dot", "\N{COMBINING DOUBLE ACUTE ACCENT}": "acutes", "\N{COMBINING BREVE}": "caron",
    "\N{COMBINING CEDILLA}": "cedilla", "\N{COMBINING OGONEK}": "cedilla", "\N{COMBINING COMMA BELOW}": "cedilla",
}  # fmt: skip


class Lettering(Struct, frozen=True):
    """A text that the font can draw, and its accents: for each, the index of its letter and the accent's name."""

    text: str
    accents: tuple[tuple[int, str], ...] = ()

    def cut(self, length: int) -> Lettering:
        """Return the first `length` letters, followed by an ellipsis."""
        kept = self.text[:length].rstrip()
        return Lettering(f"{kept}…", tuple(one for one in self.accents if one[0] < len(kept)))


@lru_cache(maxsize=512)
def lettering_of(text: str) -> Lettering:
    """Convert a text to a form that the font can draw. Characters without a width are left out."""
    letters: list[str] = []
    accents: list[tuple[int, str]] = []
    for letter in unicodedata.normalize("NFC", text):
        for part in _parts_of(letter):
            if part in ACCENTS:
                if letters and letters[-1].isalpha():
                    accents.append((len(letters) - 1, ACCENTS[part]))
            elif _is_drawn(part):
                letters.append(part)
    return Lettering("".join(letters), tuple(accents))


def _parts_of(letter: str) -> str:
    """Return the letters and accents that are drawn for a character; a middle dot if the font lacks its letters."""
    if letter.isspace():
        return " "
    parts = SPELLED[letter] if letter in SPELLED else unicodedata.normalize("NFKD", letter)
    others = [part for part in parts if not _is_drawn(part) and unicodedata.category(part)[0] not in "MC"]
    return OTHER if others else parts


def _is_drawn(letter: str) -> bool:
    return (letter.isascii() and letter.isprintable()) or letter in FURTHER
