"""Random notations: from the grammar, or with more modifiers than the grammar usually produces."""

from __future__ import annotations

import random
from functools import cache
from typing import Final, get_args

from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from services.dice.notation.dialects import Dialect, grammar_text

NUMBERS: Final = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10, 12, 20, 30, 50, 99, 100, 300, 720, 1000)
SIDES: Final = (
    *("1", "2", "3", "4", "6", "6", "8", "10", "10", "12", "20", "20", "100", "%", "F", "F.1"),
    *("1000", "1784", "10000", "1000000", "C", "F.2", "{1,1,2}", "{-2, 0, 5, 5}", "(2*3)", "(1d4)"),
)
POINTS: Final = (1, 1, 2, 3, 5, 6, 8, 10, 19, 50, 95, 700, 71641)
EVERY_DIALECT: Final[tuple[Dialect | None, ...]] = (None, None, None, *get_args(get_args(Dialect)[0]))
"""All dialects, from which tests draw. Arbiter's own is as likely as three of the others together."""
LETTERS: Final = {
    "KEEP": "k", "DROP": "p", "DROP_END": "d", "DROP_LEAST": "d", "SORT": "s", "FAIL": "f", "SIDED": "d",
    "LABEL": "[a]", "NOTE": "/*a*/", "REMARK": "# a", "BLANK": " ", "POWER": "^", "UNEQUAL": "!=", "MARGIN": "ms",
    "NAMED": "$a=", "NAME": "$a",
}  # fmt: skip
ONE_OF: Final = {
    "EXPLODE": ("!", "!!", "!p", "!!p", "x", "xo"), "BURST": ("e", "ra"), "REROLL": ("r", "rr", "ro"),
    "CLAMP": ("mi", "ma", "min", "max"),
    "UNIQUE": ("u", "uo"), "MARK": ("cs", "cf"), "END": ("h", "l"), "MULTIPLY": ("*", "/", "//", "%"),
    "SIGN": ("<", ">", "=", "<=", ">=", "<>"), "COMPARE": (" > ", " <= ", " == ", " != "),
    "FUNCTION": ("abs", "ceil", "floor", "max", "min", "round", "sign", "pow", "trunc"),
    "PARITY": ("even", "odd"), "ADVANTAGE": ("adv", "dis"), "MATCH": ("mt", "mt3"),
}  # fmt: skip


@cache
def of_the_grammar(dialect: Dialect | None = None) -> st.SearchStrategy[str]:
    """Draw texts of a dialect's grammar. Terminals that use a lookbehind are listed by hand.

    Hypothesis needs the rules of the grammar, which a parser loaded from a file lacks.
    """
    grammar = Lark(grammar_text(dialect), parser="lalr")
    known = {terminal.name for terminal in grammar.terminals}
    spelled: dict[str, st.SearchStrategy[str]] = {name: st.just(letters) for name, letters in LETTERS.items()}
    spelled |= {name: st.sampled_from(words) for name, words in ONE_OF.items()}
    spelled["NUMBER"] = st.sampled_from(NUMBERS).map(str)
    spelled["DIE"] = st.sampled_from(SIDES).map("d{}".format)
    return from_lark(grammar, start="start", explicit={name: of for name, of in spelled.items() if name in known})


def mutate(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw texts in which a part is repeated, removed or moved."""

    def change(text: str, places: tuple[int, int, int], kind: int) -> str:
        first, last = sorted(place % (len(text) + 1) for place in places[:2])
        part, rest = text[first:last], text[:first] + text[last:]
        place = places[2] % (len(rest) + 1)
        return (rest, rest[:place] + part + rest[place:], text[:last] + part + text[last:])[kind]

    numbers = st.integers(0, 500)
    return st.builds(change, texts, st.tuples(numbers, numbers, numbers), st.integers(0, 2))


def point(source: random.Random) -> str:
    """Draw a random comparison."""
    if not source.randrange(10):
        return source.choice(("even", "odd"))
    return source.choice(("<", ">", "=", "<=", ">=", "<>", "!=")) + str(source.choice(POINTS))


def modifier(source: random.Random) -> str:
    """Draw one random modifier."""
    some, compared = str(source.choice(NUMBERS)), point(source)
    return source.choice(
        [
            *(end + some for end in ("kh", "kl", "dh", "dl", "k", "d")),
            *(word + compared for word in ("k", "p", "", "cs", "cf", "!", "!!", "!p", "e", "ra", "r", "rr", "ro", "u")),
            *(
                "!",
                "!!",
                "!p",
                "!!p",
                "r",
                "ro",
                "u",
                "uo",
                "roh2",
                "rol1",
                "rah1",
                "eh1",
                "kh2kl1",
                "dh1dl1",
                "dh",
                "dl",
            ),
            *(
                "x",
                "xo",
                "xoh1",
                "mt",
                "mt3",
                "s",
                "sd",
                "adv",
                "dis",
                "cs",
                "cf",
                "even",
                "odd",
                "kh1xo",
                "kl",
                "dh",
                "dl",
            ),
            *(word + compared for word in ("x", "xo")),
            *(f"{compared}f{point(source)}", f"mi{some}", f"ma{some}", f"mi-{some}.5"),
        ]
    )


def dice(source: random.Random) -> str:
    """Draw random dice with up to four modifiers."""
    modifiers = "".join(modifier(source) for _ in range(source.choice((0, 0, 1, 1, 2, 2, 3, 4))))
    margin = source.choice(("ms5", "ms>=10", "ms<3")) if not source.randrange(12) else ""
    return f"{number(source)}d{source.choice(SIDES)}{modifiers}{margin}"


def number(source: random.Random) -> str:
    """Draw a random number of dice, which is sometimes itself a roll."""
    if source.randrange(8):
        return str(source.choice(NUMBERS))
    few = f"{source.choice(NUMBERS[:10])}d{source.choice(SIDES[:8])}"
    return f"({source.choice((few, f'{few}kh1', f'{few}+2', f'({few})d3', f'{few}!', f'max(0,{few})'))})"


def notation(source: random.Random) -> str:
    """Draw a whole random notation, sometimes repeated, with named rolls, or with words at the end."""
    text = expression(source)
    if not source.randrange(4):
        named = f"$a={source.choice((dice(source), '1d6', '2d6', '1d20', '2d10/3', '1d8!', '(1d4)d6'))};"
        one, other = source.choice(("$a", "($a)d6", f"({text})")), source.choice(("$a", "max($a,3)", "1d6", "($a)d4!"))
        text = f"{named}{one}{source.choice('+-*>')}{other}"
    if not source.randrange(8):
        text = f"{source.choice(('2x ', '3# ', '1x '))}{text}"
    return text + source.choice(("", "", "", "", " [a]", " # words", " with adv", " to hit"))


def expression(source: random.Random, depth: int = 0) -> str:
    """Draw a random notation of several dice."""
    kind = source.randrange(10) if depth < 3 else 0
    if kind < 5:
        return dice(source)
    one, other = expression(source, depth + 1), expression(source, depth + 1)
    if kind < 7:
        sign = source.choice(("+", "-", " + ", "*", "/", "//", "%", "^", " > "))
        return f"{one}{sign}{source.choice((other, str(source.choice(NUMBERS))))}"
    if kind == 7:
        after = "".join(source.choice(("kh1", "kl2", "dl1", "dh1", ">3", "k>2", "kh2kl1")) for _ in range(2))
        return f"{{{one},{other}}}{after}"
    if kind == 8:
        return f"{source.choice(('max', 'min', 'pow'))}({one},{other})"
    return f"{source.choice(('abs', 'floor', 'round', 'sign'))}({one})"
