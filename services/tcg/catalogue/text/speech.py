"""The generator of card texts: each part's text comes from its phrase or, if it has none, from a function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from services.tcg.catalogue.booklet import INDEPENDENT, INDICATORS
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.text.phrases import (
    BENEATH,
    COMPARED,
    DONE_TO_CARDS,
    ELSEWHERE,
    EVENTS,
    FROM,
    IN_PLAY,
    LASTING,
    LOSERS,
    NAMELESS,
    NOTHING,
    ORDINALS,
    OTHER_CARD,
    PERIODS,
    PICKED,
    PLACES,
    REFS,
    SACRIFICED,
    TARGETED,
    THAT_PLAYER,
    TIMES,
    TOGETHER,
    UNPAID,
    VALUES,
    WOULD,
)
from services.tcg.catalogue.text.players import Subject, anybody, every_one, player
from services.tcg.catalogue.walk import positive_parts


class Spoken:
    """A lazy mapping from a part's field names to the words for these fields."""

    def __init__(self, part: conditions.Part) -> None:
        self.part = part

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 text, or an object that formats itself
        if name == "who":
            who = getattr(self.part, "who")  # noqa: B009 only some kinds of parts have this field
            return Subject(every_one(who) if isinstance(self.part, operations.ContinuousEffect) else who)
        if name == "whose":
            return player(getattr(self.part, "who"))[1]  # noqa: B009 only some kinds of parts have this field
        own = getattr(self.part, f"say_{name}", None)
        if own is not None:
            return own()
        return SAID[name](self.part) if name in SAID else _words_for_field(self.part, name)


def words_for(value: Any, name: str = "") -> str:  # noqa: ANN401 whatever a field holds
    """Return the words for a field's value."""
    if value is None:
        return NAMELESS.get(name, "")
    if isinstance(value, tuple):
        return ", then ".join(words_for(one) for one in value) or "do nothing"
    if isinstance(value, conditions.Part):
        return say(value)
    return VALUES.get(name, {}).get(str(value), str(value))


def _words_for_field(part: conditions.Part, name: str) -> str:
    """Return the words for a field of a part. Some fields mean a single card unless they give a number."""
    value = getattr(part, name)
    if not isinstance(value, conditions.Selector):
        return words_for(value, name)
    return cards_meant(value, "a" if name in part.one_card else "" if name in part.added_up else "each")


def say(part: conditions.Part) -> str:
    """Return the text of a part of a card."""
    if type(part) in SPECIAL:
        return SPECIAL[type(part)](part)
    return part.phrase.format_map(Spoken(part))


# ---------------------------------------------------------------- cards and numbers


def cards_meant(part: conditions.Selector, every: str = "each") -> str:
    """Return the words for a selector's cards. `every` is the word for all that match (empty if they are counted).

    "All cards of an opponent" means the cards of all opponents. If the cards belong to several players, a number is
    their total, unless each player picks that many.

    Rule: TC-RUL-154, TC-RUL-172
    """
    if part.ref is not None:
        return _ref(part.ref)
    if part.var is not None:
        return "the cards picked before"
    zones = (part.zone,) if isinstance(part.zone, str) else part.zone or ()
    many = every if part.n in (None, "all") else _how_many(part.n)
    nouns = " or ".join(dict.fromkeys(_noun(zone, one=many in ("a", "each", "1")) for zone in zones))
    who = every_one(part.who or "any") if many == "each" else part.who or "any"
    together = not every or (many not in ("a", "each") and who != "opponent" and part.by != "controller")
    where = " or ".join(dict.fromkeys(_where(zone, who, together=together) for zone in zones))
    return f"{many} {nouns} {where}{filter_words(part.filter)}{PICKED.get(part.by or '', '')}".lstrip()


NO_WORDS: Final[Mapping[str, str]] = {}
REFERRED: Final = ContextVar[Mapping[str, str]]("words for references", default=NO_WORDS)
"""The words for those references that have a special meaning in the effect whose text is being generated."""


@contextmanager
def _referring(words: Mapping[str, str]) -> Iterator[None]:
    """Use these words for references in all text that is generated within the `with` block."""
    token = REFERRED.set(words)
    try:
        yield
    finally:
        REFERRED.reset(token)


def _other_card(event: effects.Pattern | None) -> Mapping[str, str]:
    """Return the words for the second card of an event, if the event has special words for it."""
    other = None if event is None else OTHER_CARD.get(event.event)
    return NO_WORDS if other is None else {"event.target": other}


def _ref(ref: str) -> str:
    if (words := REFERRED.get().get(ref)) is not None:
        return words
    if ref.startswith("chosen."):
        at = int(ref.removeprefix("chosen."))
        return f"the {ORDINALS[at] if at < len(ORDINALS) else ''}chosen card"
    return REFS[ref]


def _noun(zone: str, *, one: bool) -> str:
    return (IN_PLAY.get(zone) or ELSEWHERE[zone][:2])[0 if one else 1]


def _where(zone: str, who: conditions.Who, *, together: bool) -> str:
    """Return the words for a zone and the player whose zone it is.

    With `together`, the words mean the cards of several players as one total.
    """
    several = TOGETHER.get(who) if together and isinstance(who, str) else None
    whose, held = several or player(who)[1:]
    if zone not in ELSEWHERE:
        return held
    plural = "s" if several and zone != "under" else ""
    return ELSEWHERE[zone][2].format(whose=whose, held=held) + plural


def _how_many(n: object) -> str:
    if isinstance(n, conditions.Span):
        return f"{n.min} to {n.max}"
    return str(n)


def filter_words(condition: conditions.Condition | None, verb: str = "is") -> str:
    """Return the words for a filter. `verb` is "are" if it describes several cards."""
    if condition is None:
        return ""
    clause = say(condition)
    return f" that {verb} {clause.removeprefix('it is ')}" if clause.startswith("it is ") else f" where {clause}"


def _amount_words(part: conditions.Reckoned) -> str:
    if part.plus is not None:
        return " plus ".join(map(words_for, part.plus))
    if part.times is not None:
        return " times ".join(map(words_for, part.times))
    if part.die is not None:
        return f"the roll of a {part.die}-sided die"
    if part.count is not None:
        return f"the number of {cards_meant(part.count, '')}"
    for name, words in {"pwr": "PWR", "level": "level"}.items():
        if (of := getattr(part, name)) is not None:
            return _its(words, say(of)) if of.zone is None else f"the total {words} of {cards_meant(of, '')}"
    return "the number rolled"


def _its(what: str, of: str) -> str:
    return f"its {what}" if of == "it" else f"the {what} of {of}"


# ---------------------------------------------------------------- conditions and events


def _all(part: conditions.All) -> str:
    return " and ".join(map(say, part.of)) or "it is always so"


def _any(part: conditions.Any) -> str:
    return "either " + " or ".join(map(say, part.of)) if part.of else "it is never so"


def _is(part: conditions.Is) -> str:
    """Return the words for a card's properties. Rule: TC-READ-01, TC-READ-02, TC-READ-03."""
    what = (
        part.name and f'"{part.name}"', part.archetype and f'of "{part.archetype}"',
        part.tribe and f"of {{{part.tribe}}}", part.kind and f"a {part.kind}",
        part.level is not None and f"of level {part.level}", part.type and f"of the type {part.type}",
    )  # fmt: skip
    return f"{_words_for_field(part, 'of')} is {' and '.join(word for word in what if word)}"


def _event_is(part: conditions.EventIs) -> str:
    what = (
        part.by is not None and f"was caused by {_causer(anybody(part.by))}",
        part.card and f"involves {cards_meant(part.card, 'a')}",
        part.target and f"is aimed at {cards_meant(part.target, 'a')}", part.kind and f"is of the kind {part.kind}",
        part.source and f"comes from a {part.source}",
    )  # fmt: skip
    return f"the event {' and '.join(word for word in what if word) or 'happened'}"


def _pattern(part: effects.Pattern) -> str:
    if part.event == "state" and part.when is not None:
        return f"when {say(part.when)}"
    template, by = EVENTS[part.event], None if part.by is None else anybody(part.by)
    whose = player(by or "any")[1]
    theirs = f"{whose} card" if by is not None and part.event not in DONE_TO_CARDS and part.card is None else "a card"
    text = template.format(
        card=_one(part.card, theirs), target=_one(part.target, "a card"),
        spirit=_one(part.spirit, f"{whose} spirit" if by and part.event == "spirit_to_void" else "a spirit"),
        phase=part.phase or "next", step=words_for(part.step, "step").removeprefix("the ") or "next step",
        whose=whose, loses=LOSERS.get(str(by), "a player loses"),
    )  # fmt: skip
    text += f" by {_causer(by)}" if by is not None and not _names_player(part, template) else ""
    text += TARGETED.get(part.event, "").format(target=_one(part.target, "")) if part.target is not None else ""
    text += f" because of {part.cause}" if part.cause else ""
    text += f" to {_place(part.to)}" if part.to else ""
    text += f" from {_place(part.from_)}" if part.from_ else ""
    return f"when {text}" + (f" and {say(part.when)}" if part.when is not None else "")


def _names_player(part: effects.Pattern, template: str) -> bool:
    """Return whether the words for an event already name the player who causes it."""
    if "{whose}" in template or "{loses}" in template or part.event == "spirit_to_void":
        return True
    return "{card}" in template and part.card is None and part.event not in DONE_TO_CARDS


def _causer(by: conditions.Who) -> str:
    return "any player" if by == "any" else player(by)[0]


def _place(place: str) -> str:
    return PLACES.get(place, f"the {place}")


def _one(of: conditions.Selector | None, nameless: str) -> str:
    return nameless if of is None else cards_meant(of, "a")


def _replacement(part: effects.Replacement) -> str:
    one = _one(part.of, NAMELESS["of"])
    would = WOULD[part.event].format(of=one, who=Subject("you" if part.who is None else part.who, one=True))
    instead = "that does not happen" if part.do == "prevent" else f"{words_for(part.do)} instead"
    declined = part.do != "prevent" and part.do[:1] and part.do[0].__struct_config__.tag == "may"
    return f"if {would}{_short_of(part)}, {'that does not happen; ' if declined else ''}{instead}"


def _short_of(part: effects.Replacement) -> str:
    """Return the words that limit a replacement to certain causes and zones.

    Rule: TC-RUL-155, TC-RUL-156, TC-RUL-166
    """
    of = part.of
    if part.event == "would_discard":
        return UNPAID
    zones = () if of is None else (of.zone,) if isinstance(of.zone, str) else of.zone or ("form", "under")
    if part.event == "would_leave" and part.cause in ("any", "sacrifice") and "form" in zones:
        return SACRIFICED[part.cause]
    cause = "" if part.cause == "any" else f" because of {part.cause}"
    return cause + (BENEATH if part.event == "would_go_to_void" and "under" in zones else "")


# ---------------------------------------------------------------- steps


def _cost_change(part: operations.ChangeCost) -> str:
    return f"effects of {say(part.of)} " + (f"also cost to {words_for(part.cost)}" if part.cost else "cost nothing")


def lasting(lasts: str, as_long_as: conditions.Condition | None) -> str:
    """Return the words for the duration of a change. Rule: TC-RUL-078."""
    return LASTING[lasts] + (f" {say(as_long_as)}" if as_long_as is not None else "")


SPECIAL: Final[Mapping[type[conditions.Part], Callable[[Any], str]]] = {
    conditions.Selector: cards_meant,
    conditions.Reckoned: _amount_words,
    conditions.Var: lambda _: THAT_PLAYER[0],
    conditions.All: _all,
    conditions.Any: _any,
    conditions.Is: _is,
    conditions.EventIs: _event_is,
    effects.Pattern: _pattern,
    effects.Replacement: _replacement,
    operations.ChangeCost: _cost_change,
    effects.Effect: lambda effect: line(effect),  # noqa: PLW0108 `line` is defined below
}
"""The function that generates the text of each part without a phrase."""

SAID: Final[Mapping[str, Callable[[Any], str]]] = {
    "cmp": lambda part: COMPARED[part.cmp],
    "filter": lambda part: filter_words(part.filter),
    "many": lambda part: cards_meant(part.of, ""),
    "more": lambda part: "once more" if part.n == 1 else f"{words_for(part.n)} times more",
    "counters": lambda part: "counter" if part.n == 1 else "counters",
    "pwr": lambda part: _its("PWR", _words_for_field(part, "of")),
    "attacked": lambda part: "" if part.what == "any" else f" {words_for(part.what, 'what')}",
    "sources": lambda part: "effects of opponents" if part.by == "opponent" else "effects",
    "lasts": lambda part: lasting(part.lasts, getattr(part, "as_long_as", None)),
    "type": lambda part: f"{part.type} " if part.type else "",
    "change": lambda part: (
        f"{part.by:+} PWR" if isinstance(part.by, int) else f"+X PWR, where X is {words_for(part.by)},"
    ),
    "turn": lambda part: player(anybody(part.who))[1],
}
"""The functions that generate the text of certain fields, in every kind of part."""


# ---------------------------------------------------------------- effects


def line(effect: effects.Effect, of: str = "") -> str:
    """Return the text of an effect in the form `[INDICATOR] conditions: cost; effect`. `of` is the name of its card.

    Rule: TC-READ-06 to TC-READ-08, TC-RUL-108
    """
    marks = (f"**{effect.name}**" if effect.name else "", INDICATORS[effect.eti], INDEPENDENT * effect.independent)
    first = {"chosen.0": "the first chosen card"} if len(effect.targets) > 1 else NO_WORDS
    with _referring({**first, **_other_card(effect.on)}):
        conditions, cost = ", ".join(_conditions(effect, of)), ", ".join(map(say, effect.cost))
        return " ".join(word for word in (*marks, reading(conditions, cost, _does(effect))) if word)


def words_for_later(until: effects.Pattern, steps: tuple[effects.AnyOperation, ...]) -> str:
    """Return the words for steps that wait for a later event and then refer to the cards of that event."""
    words = {ref: other for ref, other in REFERRED.get().items() if ref != "event.target"}
    with _referring({**words, **_other_card(until)}):
        return words_for(steps)


def reading(conditions: str, cost: str, does: str) -> str:
    """Return an effect's text from its three parts. If it has no conditions and no cost, only the steps are printed."""
    before = f"{_open(conditions or NOTHING)}: {cost or NOTHING}; " if conditions or cost else ""
    return f"{before}{does if before else _open(does)}".removesuffix(",") + "."


def _open(text: str) -> str:
    return text[:1].upper() + text[1:]


def _conditions(effect: effects.Effect, of: str) -> Iterator[str]:
    if effect.zones != ("play",):
        yield "from " + " or ".join(FROM[zone] for zone in effect.zones)
    if effect.on is not None:
        yield say(effect.on)
    if effect.when is not None:
        own = "it is your turn and " if effect.eti == "none" and is_timed(effect.when) else ""
        yield f"{'while' if effect.eti == 'cont' else 'if'} {own}{say(effect.when)}"
    if effect.limit is not None:
        yield _limit(effect.limit, of)
    yield from (f"choose {say(target)}" for target in effect.targets)


def is_timed(condition: conditions.Condition) -> bool:
    """Return whether a condition names a step or a phase, but no player's turn.

    Players can use an effect with such a condition and without an indicator only on their own turn.

    Rule: TC-RUL-069
    """
    parts = tuple(positive_parts(condition))
    named = any(isinstance(part, conditions.StepIs | conditions.PhaseIs) for part in parts)
    return named and not any(isinstance(part, conditions.TurnOf) for part in parts)


def _limit(limit: effects.Limit, of: str) -> str:
    shared = f' for all your cards named "{of}"' if limit.scope == "name" else ""
    return f"{TIMES.get(limit.count, f'{limit.count} times')} per {PERIODS[limit.per]}{shared}"


def _does(effect: effects.Effect) -> str:
    standing = [*map(say, effect.static), *([say(effect.replace)] if effect.replace is not None else [])]
    return " and ".join(standing) if standing else words_for(effect.do)
