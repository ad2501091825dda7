"""The generator of card texts: each part's text comes from its phrase or, if it has none, from a function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any, Final

from services.tcg.catalogue.booklet import INDEPENDENT, INDICATORS
from services.tcg.catalogue.language import conditions, effects, operations
from services.tcg.catalogue.text.events import began, cause_words, causer, names_player, place_words, short_of
from services.tcg.catalogue.text.joining import (
    all_words,
    any_words,
    bracketed,
    close_picks,
    is_about_it,
    is_compound,
    join_steps,
    joins,
    number_words,
)
from services.tcg.catalogue.text.limits import limit_of, limit_words
from services.tcg.catalogue.text.own_effects import effect_named
from services.tcg.catalogue.text.phrases import (
    COMPARED,
    DONE_TO_CARDS,
    EVENTS,
    FROM,
    LASTING,
    LOSERS,
    NAMELESS,
    NOTHING,
    ON_PLAY,
    PICKED,
    TARGETED,
    VALUES,
    WOULD,
)
from services.tcg.catalogue.text.players import Subject, anybody, every_one, player
from services.tcg.catalogue.text.references import (
    CARD,
    NO_WORDS,
    REFERRED,
    cards_stored,
    current_results,
    number_stored,
    other_card,
    ref_words,
    referring,
    results_of,
    several_cards,
    words_for_several,
)
from services.tcg.catalogue.text.within import within
from services.tcg.catalogue.text.zones import how_many, noun, where
from services.tcg.catalogue.walk import positive_parts

INSIDE: Final = ContextVar[bool]("whether the text is part of a condition", default=False)
SAID_OF: Final = ContextVar[dict[int, str] | None]("the text of each part, by its identity", default=None)


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


def words_for(value: Any, name: str = "", *, followed: bool = False) -> str:  # noqa: ANN401 whatever a field holds
    """Return the words for a field's value. `followed` means that the sentence continues after these steps."""
    if value is None:
        return NAMELESS.get(name, "")
    if isinstance(value, tuple):
        return _written_down(value, _steps(value, sentences=False, followed=followed))
    if isinstance(value, conditions.Part):
        return say(value)
    return VALUES.get(name, {}).get(str(value), str(value))


def _steps(steps: tuple[Any, ...], *, sentences: bool, followed: bool = False) -> str:
    """Return the text of several steps, or of several parts of a cost. Rule: TC-RUL-200, TC-RUL-203."""
    results, said = current_results(), []
    with results.branch():
        for step in steps:
            with results.step(step):
                said.append(say(step))
    return join_steps(steps, said, sentences=sentences, followed=followed)


def _words_for_field(part: conditions.Part, name: str) -> str:
    """Return the words for a field of a part. Some fields mean a single card unless they give a number."""
    value = getattr(part, name)
    if not isinstance(value, conditions.Selector):
        return words_for(value, name)
    one = name in part.one_card and not (value.n == "all" and isinstance(part, operations.Operation))
    return cards_meant(value, "a" if one else "" if name in part.added_up else "each")


def say(part: conditions.Part) -> str:
    """Return the text of a part of a card."""
    token = INSIDE.set(INSIDE.get() or isinstance(part, conditions.Test | effects.Pattern))
    try:
        text = SPECIAL[type(part)](part) if type(part) in SPECIAL else part.phrase.format_map(Spoken(part))
    finally:
        INSIDE.reset(token)
    return _written_down(part, close_picks(text))


def words_for_repeated(steps: tuple[Any, ...]) -> str:
    """Return the words for steps that are carried out several times."""
    current_results().meet_again(steps)
    return words_for(steps)


def _written_down(part: object, text: str) -> str:
    if (said := SAID_OF.get()) is not None:
        said[id(part)] = text
    return text


def writing_down(said: dict[int, str]) -> AbstractContextManager[None]:
    """Write the text of each part into `said`, by the part's identity, as it reads within the text around it."""
    return within(SAID_OF, said)


# ---------------------------------------------------------------- cards and numbers


def cards_meant(part: conditions.Selector, every: str = "each") -> str:
    """Return the words for a selector's cards. `every` is the word for all that match (empty if they are counted).

    "All cards of an opponent" means the cards of all opponents. If the cards belong to several players, a number is
    their total, unless each player picks that many.

    Rule: TC-RUL-154, TC-RUL-172
    """
    if part.ref is not None:
        return ref_words(part.ref, every)
    if part.var is not None:
        return cards_stored(part.var, every)
    zones = (part.zone,) if isinstance(part.zone, str) else part.zone or ()
    many = every if part.n in (None, "all") else how_many(part.n)
    nouns = " or ".join(dict.fromkeys(noun(zone, one=many in ("a", "each", "1")) for zone in zones))
    who = every_one(part.who or "any") if many == "each" else part.who or "any"
    together = not every or (many not in ("a", "each") and who != "opponent" and part.by != "controller")
    places = " or ".join(dict.fromkeys(where(zone, who, together=together) for zone in zones))
    return f"{many} {nouns} {places}{filter_words(part.filter)}{PICKED.get(part.by or '', '')}".lstrip()


def filter_words(condition: conditions.Condition | None, verb: str = "is") -> str:
    """Return the words for a filter. `verb` is "are" if it describes several cards.

    A filter that joins conditions is in brackets if the text around it could continue with "and" or "or".

    Rule: TC-RUL-202
    """
    if condition is None:
        return ""
    clause = say(condition)
    if clause.startswith("it is ") and (isinstance(condition, conditions.OfCards) or is_about_it(condition)):
        return f" that {verb} {clause.removeprefix('it is ')}"
    loose = joins(condition) or isinstance(condition, conditions.Not)
    return f" where {bracketed(clause, when=loose and INSIDE.get())}"


def _amount_words(part: conditions.Reckoned) -> str:
    if is_compound(part):
        return number_words(part, words_for)
    if part.die is not None:
        return f"the roll of a {part.die}-sided die"
    if part.count is not None:
        return f"the number of {cards_meant(part.count, '')}"
    for name, words in {"pwr": "PWR", "level": "level"}.items():
        if (of := getattr(part, name)) is not None:
            if of.zone is None and not several_cards(of.ref):
                return _its(words, say(of))
            return f"the total {words} of {'the ' if of.ref else ''}{cards_meant(of, '')}"
    return number_stored(part.var or "")


def times(amount: conditions.Amount) -> str:
    """Return the words for a number that says how often something happens."""
    return bracketed(words_for(amount), when=is_compound(amount))


def _its(what: str, of: str) -> str:
    return f"its {what}" if of == "it" else f"the {what} of {of}"


# ---------------------------------------------------------------- conditions and events


def _all(part: conditions.All) -> str:
    return all_words(part, say) if part.of else "it is always so"


def _any(part: conditions.Any) -> str:
    return any_words(part, say) if part.of else "it is never so"


def _not(part: conditions.Not) -> str:
    """Return the words for a condition that must not hold, which are shorter if it is about "it"."""
    if is_about_it(part):
        words = _properties(part.of)  # type: ignore[arg-type]
        return f"it is not {bracketed(' and '.join(words), when=len(words) > 1)}"
    return f"it is not true that {bracketed(say(part.of), when=joins(part.of))}"


def _is(part: conditions.Is) -> str:
    return f"{_words_for_field(part, 'of')} is {' and '.join(_properties(part))}"


def _properties(part: conditions.Is) -> tuple[str, ...]:
    """Return the words for a card's properties. Rule: TC-READ-01, TC-READ-02, TC-READ-03."""
    what = (
        part.name and f'"{part.name}"', part.archetype and f'of "{part.archetype}"',
        part.tribe and f"of {{{part.tribe}}}", part.kind and f"a {part.kind}",
        part.level is not None and f"of level {part.level}", part.type and f"of the type {part.type}",
    )  # fmt: skip
    return tuple(word for word in what if word)


def _event_is(part: conditions.EventIs) -> str:
    what = (
        part.by is not None and f"was caused by {causer(anybody(part.by))}",
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
    step, phase = began(part, whose)
    left = part.card is not None and part.event == "left_play" and by not in (None, "any", part.card.who)
    held = f" that {player(by or 'any')[2]}" if left else ""
    text = template.format(
        card=_one(part.card, theirs) + held, target=_one(part.target, "a card"),
        spirit=_one(part.spirit, f"{whose} spirit" if by and part.event == "spirit_to_void" else "a spirit"),
        phase=phase, step=step, whose=whose, loses=LOSERS.get(str(by), "a player loses"),
    )  # fmt: skip
    text += f" by {causer(by)}" if by is not None and not names_player(part, template) else ""
    text += TARGETED.get(part.event, "").format(target=_one(part.target, "")) if part.target is not None else ""
    text += cause_words(part.cause) if part.cause else ""
    text += f" to {place_words(part.to)}" if part.to else ""
    text += f" from {place_words(part.from_)}" if part.from_ else ""
    return f"when {text}" + (f" and {say(part.when)}" if part.when is not None else "")


def _one(of: conditions.Selector | None, nameless: str) -> str:
    return nameless if of is None else cards_meant(of, "a")


def _replacement(part: effects.Replacement) -> str:
    one = _one(part.of, NAMELESS["of"])
    would = WOULD[part.event].format(of=one, who=Subject("you" if part.who is None else part.who, one=True))
    instead = "that does not happen" if part.do == "prevent" else f"{words_for(part.do)} instead"
    declined = part.do != "prevent" and part.do[:1] and part.do[0].__struct_config__.tag == "may"
    return f"if {would}{short_of(part)}, {'that does not happen; ' if declined else ''}{instead}"


# ---------------------------------------------------------------- steps


def _cost_change(part: operations.ChangeCost) -> str:
    """Return the words for a change of costs. Each card pays for its own effects. Rule: TC-RUL-234."""
    payer = NO_WORDS if part.of.ref == "this" else {"this": "the card with that effect"}
    with referring({**REFERRED.get(), **payer}):
        cost = words_for(part.cost)
    return f"effects of {say(part.of)} " + (f"also cost to {cost}" if part.cost else "cost nothing")


def lasting(lasts: str, as_long_as: conditions.Condition | None) -> str:
    """Return the words for the duration of a change. Rule: TC-RUL-078."""
    return LASTING[lasts] + (f" {say(as_long_as)}" if as_long_as is not None else "")


SPECIAL: Final[Mapping[type[conditions.Part], Callable[[Any], str]]] = {
    conditions.Selector: cards_meant,
    conditions.Reckoned: _amount_words,
    conditions.Var: lambda part: player(part)[0],
    conditions.All: _all,
    conditions.Any: _any,
    conditions.Not: _not,
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
    "more": lambda part: "once more" if part.n == 1 else f"{times(part.n)} times more",
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
    "this": lambda _part: ref_words("this"),
    "used": lambda part: effect_named(part.effect),
}
"""The functions that generate the text of certain fields, in every kind of part."""


# ---------------------------------------------------------------- effects


def line(effect: effects.Effect, of: str = "", *, bound: bool = False) -> str:
    """Return the text of an effect in the form `[INDICATOR] conditions: cost; effect`.

    `of` is the name of its card, by default the card that grants the effect. `bound` means that it is a bound command.

    Rule: TC-READ-06 to TC-READ-08, TC-RUL-108, TC-RUL-205
    """
    marks = (f"**{effect.name}**" if effect.name else "", INDICATORS[effect.eti], INDEPENDENT * effect.independent)
    first = {"chosen.0": "the first chosen card"} if len(effect.targets) > 1 else NO_WORDS
    replaced = effect.replace.do if effect.replace is not None and effect.replace.do != "prevent" else ()
    named = of or REFERRED.get().get(CARD, "")
    several = words_for_several(effect.targets)
    with referring({**first, **several, **other_card(effect.on), CARD: named}), results_of((*effect.do, *replaced)):
        conditions, cost = ", ".join(_conditions(effect, named, bound=bound)), ", ".join(map(say, effect.cost))
        return " ".join(word for word in (*marks, reading(conditions, cost, _does(effect))) if word)


def words_for_later(until: effects.Pattern, steps: tuple[effects.AnyOperation, ...]) -> str:
    """Return the words for steps that wait for a later event and then refer to the cards of that event."""
    words = {ref: other for ref, other in REFERRED.get().items() if ref != "event.target"}
    with referring({**words, **other_card(until)}):
        return words_for(steps)


def reading(conditions: str, cost: str, does: str) -> str:
    """Return an effect's text from its three parts. If it has no conditions and no cost, only the steps are printed."""
    before = f"{_open(conditions or NOTHING)}: {cost or NOTHING}; " if conditions or cost else ""
    return f"{before}{does if before else _open(does)}".removesuffix(",") + "."


def _open(text: str) -> str:
    return text[:1].upper() + text[1:]


def _conditions(effect: effects.Effect, of: str, *, bound: bool) -> Iterator[str]:
    if bound and effect.main and (effect.cost or effect.limit):
        yield ON_PLAY
    if effect.zones != ("play",):
        yield "from " + " or ".join(FROM[zone] for zone in effect.zones)
    if effect.on is not None:
        yield say(effect.on)
    if effect.when is not None:
        own = "it is your turn and " if effect.eti == "none" and is_timed(effect.when) else ""
        yield f"{'while' if effect.eti == 'cont' else 'if'} {own}{say(effect.when)}"
    if (limit := limit_of(effect)) is not None:
        yield limit_words(limit, of)
    yield from (f"choose {say(target)}" for target in effect.targets)


def is_timed(condition: conditions.Condition) -> bool:
    """Return whether a condition names a step or a phase, but no player's turn.

    Players can use an effect with such a condition and without an indicator only on their own turn.

    Rule: TC-RUL-069
    """
    parts = tuple(positive_parts(condition))
    named = any(isinstance(part, conditions.StepIs | conditions.PhaseIs) for part in parts)
    return named and not any(isinstance(part, conditions.TurnOf) for part in parts)


def _does(effect: effects.Effect) -> str:
    standing = [*map(say, effect.static), *([say(effect.replace)] if effect.replace is not None else [])]
    return " and ".join(standing) if standing else _written_down(effect.do, _steps(effect.do, sentences=True))
