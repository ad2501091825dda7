"""Other accepted spellings: other digits and signs, blanks before modifiers, repeats, words at the end, and typos.

Each change before parsing preserves the length of the text, so that every position in it remains valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

FILLER: Final = "\ue000"
"""The character that replaces a blank before a modifier. The grammar ignores it."""

SAME: Final = str.maketrans(
    {
        **{chr(0xFF01 + offset): chr(0x21 + offset) for offset in range(94)},
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u00d7": "*", "\u2715": "*", "\u00b7": "*", "\u00f7": "/", FILLER: "\ufffd",
    }
)  # fmt: skip
MODIFIER: Final = r"""(?>
    [kp]\d+ | [kpd][hl]\d* | [dk](?:h|l)
  | (?:rr|ro|ra|r|e|xo|x)(?:[<>=!]{0,2}\d+|[hl]\d*) | rr | ro | xo
  | (?:min|max|mi|ma)-?\d+ | !!?p?(?:[<>]=?\d+|\d+)?(?!\s*=)
  | u[<>=!]{1,2}\d+ | s[ad] | c[sf](?:[<>=!]{0,2}\d+)? | mt\d* | ms[<>=]{0,2}\d+ | (?:even|odd)(?![a-z])
  | adv(?:antage)? | dis(?:adv(?:antage)?)?
)"""
RUN: Final = rf"{MODIFIER}(?:\s*+{MODIFIER})*(?![a-z0-9])"
SPACED: Final = re.compile(rf"(?<=[0-9a-z%)}}!])\s+(?={RUN}(?!(?<=!)\s+[^\W\d_]))", re.IGNORECASE | re.VERBOSE)
SPACED_AT_FIRST: Final = re.compile(rf"(?<=[0-9a-z%)}}!])\s+(?={RUN})", re.IGNORECASE | re.VERBOSE)
DICE: Final = r"d(?:[0-9%({]|f\b|f\.|c\b)"
TIMES: Final = r"(?P<times>[0-9]+)(?:\#|\s*x)\s*"
ROLL: Final = rf"(?=[({{+\-\s]*(?:[0-9]*\s*{DICE}|[a-z]+\(.*{DICE}|[0-9].*{DICE}))"
REPEAT_AT_FIRST: Final = re.compile(rf"\s*{TIMES}{ROLL}", re.IGNORECASE)
REPEAT: Final = re.compile(rf"\s*{TIMES}(?:{ROLL}|(?=\$[a-z]\w*\s*=|\[[^\]]*\].*{DICE}))", re.IGNORECASE)
REPEAT_AFTER_NAMES: Final = re.compile(rf"\s*\$[^#]*;\s*{TIMES}(?:{ROLL}|(?=\$[a-z]))", re.IGNORECASE)
"""A roll with names whose last part alone has repeats, such as `$a = 1d6; 2#$a`."""
ADVANTAGE: Final = re.compile(r"(?:with\s+)?(?P<which>adv(?:antage)?|dis(?:adv(?:antage)?)?)(?![a-z])", re.IGNORECASE)
ADVANTAGE_LAST: Final = re.compile(
    rf"(?<=[^\s\ue000])[\s\ue000]+(?={ADVANTAGE.pattern}\s*+(?:\Z|\#|//|[:,]\s*\S|(?!{RUN})[a-z]{{2,}}(?![a-z0-9<>=!])))",
    re.IGNORECASE | re.VERBOSE,
)
"""The blanks before advantage at the end of a notation."""
D20_LAST: Final = re.compile(rf"(?<![0-9a-z%)}}])1?d20(?:[\s\ue000]*+{MODIFIER})*+\Z", re.IGNORECASE | re.VERBOSE)
"""A single d20 at the end of a text, with its modifiers."""
WORDS: Final = re.compile(r"[:,]\s*\S|[^\W\d_]|[\"']")
ORDERS: Final = frozenset({
    "keep", "keeping", "drop", "dropping", "reroll", "rerolling", "explode", "exploding", "highest", "lowest", "best",
    "worst", "plus", "minus", "times",
})  # fmt: skip
SLIP: Final = re.compile(r"[a-z]{0,3}[<>=!]*[0-9]", re.IGNORECASE)
TARGETS: Final = re.compile(r"(?:dc|ac|vs|lv|lvl|level|hp|pc|str|dex|con|int|wis|cha)[0-9]+\b", re.IGNORECASE)
SEEM_TO_ACT: Final = re.compile(
    r"(?<![^\W_])(?:(?:vs\.?|versus|against)\s*(?:[ad]c\s*)?|x\s*)[0-9]+(?![^\W_])|(?<=\s)[<>=]=?\s*[0-9]"
    r"|\A(?:[dwt]\s+[0-9]|d\s+(?:[%{]|f\b))",
    re.IGNORECASE,
)
"""Words that look like an operation: a multiplication, a comparison or dice (`x 2`, `vs 15`, `damage >= 15`, `d 6`)."""
MORE_DICE: Final = re.compile(rf"(?<![a-z])[0-9]*{DICE}|(?<=\s)[+\-*/]\s*[0-9]", re.IGNORECASE)


def normalise(text: str, *, all_words: bool = False) -> str:
    """Return a text in the characters of the grammar. Every position in it stays the same.

    Rule:    DI-TEXT-01, DI-TEXT-02, DI-TEXT-05
    """
    plain = text.translate(SAME)
    spaced = SPACED_AT_FIRST if all_words else SPACED
    return spaced.sub(lambda blanks: FILLER * len(blanks[0]), plain)


def repeats_of(code: str, *, first_rules: bool = False) -> tuple[int, int] | None:
    """Return the number of repeats in a text, and the position at which the roll begins.

    Return None if the text asks for no repeats.

    Rule:    DI-REPEAT-01
    """
    found = (REPEAT_AT_FIRST if first_rules else REPEAT).match(code)
    return None if found is None else (int(found["times"][:9]), found.end())


def place_of_late_repeat(code: str) -> int | None:
    """Return the position of repeats that are written after named rolls, or None if there are none. Rule: DI-R-25."""
    found = REPEAT_AFTER_NAMES.match(code)
    return None if found is None else found.start("times")


def loose_advantage(code: str) -> str:
    """Return a text in which advantage at its end does not modify the dice before it, unless they are a single d20.

    Rule:    DI-ADV-01, DI-R-26
    """

    def loosened(blanks: re.Match[str]) -> str:
        return blanks[0] if D20_LAST.search(code, 0, blanks.start()) else " " * len(blanks[0])

    return ADVANTAGE_LAST.sub(loosened, code)


def words_at(code: str, place: int, *, all_words: bool = False) -> bool:
    """Return whether the text at a position, after a blank, is a remark in plain words rather than a typo.

    Rule:    DI-TEXT-03, DI-TEXT-04, DI-TEXT-05
    """
    tail = code[place:]
    if not all_words and SEEM_TO_ACT.search(tail):
        return False
    if ADVANTAGE.match(tail):
        return True
    after_blank = place > 0 and (code[place - 1].isspace() or code[place - 1] == FILLER or tail[0] in ":,")
    if not after_blank or not WORDS.match(tail):
        return False
    first = re.split(r"[\s,.:;]", tail.lstrip(":, "), maxsplit=1)[0]
    slip = SLIP.match(first) is not None and TARGETS.match(first) is None
    return not (slip or first.lower() in ORDERS or MORE_DICE.search(tail))


def likely(text: str, place: int) -> Iterator[str]:
    """Yield likely corrections of a text that could be parsed only up to a position, the most likely first.

    Rule:    DI-ERROR-02
    """
    before, after = text[:place], text[place:]
    opened = "".join({"(": ")", "{": "}"}.get(letter, "") for letter in before if letter in "({")
    for wrong, right in SLIPS:
        changed = wrong.sub(right, text)
        if changed != text:
            yield changed
    if after.strip().lower() == "d":
        yield f"{text.rstrip()}6"
    if not after.strip():
        yield text.rstrip(" +-*/,") + opened[::-1]
        yield text.rstrip(" +-*/,dk!<>=")
    if not (before[-1:].isdigit() and after[1:2].isdigit()):  # without the character, two numbers would become one
        yield before.rstrip() + after[1:]
    yield f"{before.rstrip()} + {after.lstrip()}"
    yield f"{before.rstrip()} # {after.strip()}"


SLIPS: Final = tuple(
    (re.compile(wrong, re.IGNORECASE), right)
    for wrong, right in (
        (r"\s*\b(?:keep(?:ing)?|take)\s+(?:the\s+)?(?:highest|best|top)\s*(\d*)", r"kh\1"),
        (r"\s*\b(?:keep(?:ing)?|take)\s+(?:the\s+)?(?:lowest|worst)\s*(\d*)", r"kl\1"),
        (r"\s*\bkeep(?:ing)?\s*(\d+)", r"kh\1"),
        (r"\s*\bdrop(?:ping)?\s+(?:the\s+)?(?:lowest|worst)\s*(\d*)", r"dl\1"),
        (r"\s*\bdrop(?:ping)?\s+(?:the\s+)?(?:highest|best)\s*(\d*)", r"dh\1"),
        (r"\s*\breroll(?:ing)?\s+(\d+)s?", r"ro\1"),
        (r"\s*\bexplod(?:e|es|ing)\b", r"!"),
        (r"\s*\bplus\s*", r" + "),
        (r"\s*\bminus\s*", r" - "),
        (r"\s*\btimes\s*", r" * "),
        (r"(?<=\d)\s*([hl])k(\d*)", r"k\1\2"),
        (r"(?<=\d)\s*([hl])d?(\d+)", r"k\1\2"),
        (r"(?<=\d)b(\d+)", r"kh\1"),
        (r"(?<=\d)w(\d+)", r"kl\1"),
        (r"(?<![a-z])(\d*)[wt](?=\d)", r"\1d"),
        (r"(?<![\w.])(\d+)\s*(?:[dwt]\s+(?=[0-9])|d\s+(?=[%{]|f\b))", r"\1d"),
        (r"(\d)\s*x\s*(?=\d)", r"\1*"), (r"(?<![\w.])(\d+)\s*\((?=\d)", r"\1*("),
        (r"\s*\b(?:vs\.?|versus|against)\s*(?:[ad]c\s*)?(?=\d)", r" >= "),
        (r"\s!\s+(?=[^\W\d_])", r" # "),
        (r"(d[0-9]+)\s*(\d*d[0-9]+)", r"\1 + \2"),
        (r"(d[0-9%]+)\s+([a-z][a-z ]*?)\s*(?=[+-])", r"\1 [\2] "),
        (r"(?<=[0-9])([<>]=?)(?=[0-9]*d[0-9])", r" \1 "), (r"=>", ">="), (r"=<", "<="), (r"\bd6d\b", "d6"),
    )
)  # fmt: skip
"""Common typing mistakes, and their corrections."""
