"""Words for what an effect has mentioned before: cards of an event, targets, and the results that steps store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Final

from services.tcg.catalogue.language import effects
from services.tcg.catalogue.language.conditions import Selector, Span
from services.tcg.catalogue.language.operations import Branches, Operation
from services.tcg.catalogue.text.phrases import COUNTED, ORDINALS, OTHER_CARD, REFS
from services.tcg.catalogue.text.within import within

NO_WORDS: Final[Mapping[str, str]] = {}
SEVERAL: Final = "several "
"""The prefix of the keys of references to several cards."""
CARD: Final = "card"
"""The key of the name of the card that has the effect."""
REFERRED: Final = ContextVar[Mapping[str, str]]("words for references", default=NO_WORDS)
"""The words for those references that have a special meaning in the effect whose text is being generated."""


def referring(words: Mapping[str, str]) -> AbstractContextManager[None]:
    """Use these words for references in all text that is generated within the `with` block."""
    return within(REFERRED, words)


def other_card(event: effects.Pattern | None) -> Mapping[str, str]:
    """Return the words for the second card of an event, if the event has special words for it."""
    other = None if event is None else OTHER_CARD.get(event.event)
    return NO_WORDS if other is None else {"event.target": other}


def words_for_several(targets: Sequence[Selector]) -> Mapping[str, str]:
    """Return the words for those targets of an effect that may be several cards, by their references.

    Rule: TC-RUL-213
    """
    alone = len(targets) == 1
    several = {at for at, of in enumerate(targets) if not (of.n == 1 or (isinstance(of.n, Span) and of.n.max == 1))}
    return {
        f"{SEVERAL}chosen.{at}": "chosen cards" if alone else f"cards of the {COUNTED[at]} choice" for at in several
    }


def several_cards(ref: str | None) -> str:
    """Return the words for a reference to several chosen cards, or an empty string if it means one card."""
    return REFERRED.get().get(f"{SEVERAL}{ref}", "")


def ref_words(ref: str, every: str = "each") -> str:
    """Return the words for one or several cards to which an effect refers. For several, `every` is as in `cards_meant`.

    Rule: TC-RUL-213
    """
    if cards := several_cards(ref):
        return {"": cards, "a": f"one of the {cards}"}.get(every, f"each of the {cards}")
    if (words := REFERRED.get().get(ref)) is not None:
        return words
    if ref.startswith("chosen."):
        at = int(ref.removeprefix("chosen."))
        return f"the {ORDINALS[at] if at < len(ORDINALS) else ''}chosen card"
    return REFS[ref]


# ---------------------------------------------------------------- results of steps


def storing(steps: Iterable[object]) -> Iterator[Operation]:
    """Yield the steps that store a result, in the order in which they are printed."""
    for step in steps:
        if isinstance(step, Operation):
            if step.stores:
                yield step
            for branch in inside(step):
                yield from storing(branch)


def inside(step: object) -> Branches:
    """Return the steps inside a step, by branch, also if they wait for a later event."""
    if not isinstance(step, Operation):
        return ()
    later: tuple[Operation, ...] = getattr(step, "then", ()) if step.awaits else ()
    return step.branches() or ((later,) if later else ())


class Results:
    """The results that the steps of an effect store, numbered for each kind of result as they are printed."""

    def __init__(self, steps: Iterable[object]) -> None:
        """Count the results of the steps of an effect."""
        self.total: Counter[str] = Counter(step.stores for step in storing(steps))
        self.met: Counter[str] = Counter()
        self.named: dict[str, frozenset[int]] = {}
        self.left: dict[str, frozenset[int]] = {}

    def store(self, step: Operation) -> None:
        """Number the result of a step that has just been printed. Its name now means this result."""
        self.met[step.stores] += 1
        self.named = {**self.named, step.store: frozenset({self.met[step.stores]})}  # type: ignore[attr-defined]

    def meet_again(self, steps: Iterable[object]) -> None:
        """Record that names may also mean the results of these steps, which are repeated and could refer to them."""
        met = self.met.copy()
        for step in storing(steps):
            met[step.stores] += 1
            self._add({step.store: frozenset({met[step.stores]})})  # type: ignore[attr-defined]

    @contextmanager
    def step(self, step: object) -> Iterator[None]:
        """Print one step. Afterwards, names may also mean results that the steps inside it have stored."""
        if isinstance(step, Operation) and step.stores and step.branches() is not None:
            self.store(step)
        outer, self.left = self.left, {}
        yield
        self._add(self.left)
        self.left = outer
        if isinstance(step, Operation) and step.stores and step.branches() is None:
            self.store(step)

    @contextmanager
    def branch(self) -> Iterator[None]:
        """Print one branch of a step. Each branch begins with the results that are known before the step."""
        before = self.named
        yield
        for name, numbers in self.named.items():
            if numbers != before.get(name):
                self.left[name] = self.left.get(name, frozenset()) | numbers
        self.named = before

    def ordinal(self, kind: str, name: str) -> str:
        """Return the ordinal of the result that a name means, such as "first"; several are joined by "or".

        The text is empty if this kind has only one result.
        """
        if self.total[kind] < 2:  # noqa: PLR2004 two results need different words
            return ""
        return " or ".join(
            COUNTED[at - 1] if at <= len(COUNTED) else f"{at}th" for at in sorted(self.named.get(name, ()))
        )

    def _add(self, named: Mapping[str, frozenset[int]]) -> None:
        self.named = {
            **self.named, **{name: self.named.get(name, frozenset()) | numbers for name, numbers in named.items()}
        }  # fmt: skip


RESULTS: Final = ContextVar[Results | None]("results of steps", default=None)


def current_results() -> Results:
    """Return the results of the effect whose text is being generated, or no results outside of an effect."""
    return RESULTS.get() or Results(())


def results_of(steps: Iterable[object]) -> AbstractContextManager[None]:
    """Number the results of these steps in all text that is generated within the `with` block. Rule: TC-RUL-203."""
    return within(RESULTS, Results(steps))


def cards_stored(name: str, every: str = "each") -> str:
    """Return the words for the cards that a step stored under this name, or for one of them if `every` is "a"."""
    which = current_results().ordinal("cards", name)
    cards = f"the cards of the {which} pick" if which else "the cards picked before"
    return f"one of {cards}" if every == "a" else cards


def number_stored(name: str) -> str:
    """Return the words for the number that a step stored under this name."""
    which = current_results().ordinal("number", name)
    return f"the {which} number rolled" if which else "the number rolled"


def player_stored(name: str) -> tuple[str, str, str]:
    """Return the words for the player that a step stored under this name, as `player` does."""
    which = current_results().ordinal("player", name)
    one = f"the {which} player picked" if which else "that player"
    whose = f"the {which} picked player's" if which else "that player's"
    return one, whose, f"{one} controls"
