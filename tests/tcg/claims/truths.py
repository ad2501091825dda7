"""Decides from a condition's printed words whether it holds on a board."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from services.tcg.chapters import continuous
from services.tcg.state.match import Card, Player

from .claims import claims_of, says
from .measuring import Measured
from .reading import CARDS, NAMED, READER, Table

Truth: TypeAlias = Callable[[Table, re.Match[str]], bool]
TRUTHS: Final[list[tuple[re.Pattern[str], Truth]]] = []
COMPARED: Final = {
    "is not": operator.ne, "is less than": operator.lt, "is at most": operator.le, "is more than": operator.gt,
    "is at least": operator.ge, "is": operator.eq,
}  # fmt: skip
CMP: Final = rf"(?P<cmp>{'|'.join(COMPARED)}) (?P<n>\d+)"
WHOSE: Final = r"(?P<whose>your|an opponent's|each opponent's|any player's)"
STEPS: Final = {
    "the draw step": "draw", "the invoke step": "invoke", "act step 1": "act1", "the combat step": "combat",
    "act step 2": "act2", "the end step": "end",
}  # fmt: skip


def states(pattern: str) -> Callable[[Truth], Truth]:
    """Register the meaning of phrases that match a pattern.

    `@cards` matches cards, `@whose` players, `@n` a comparison.
    """
    for mark, group in (
        ("@many", rf"(?P<cards>{CARDS})"),
        ("@cards", rf"(?P<cards>{NAMED})"),
        ("@whose", WHOSE),
        ("@n", CMP),
    ):
        pattern = pattern.replace(mark, group)

    def register(truth: Truth) -> Truth:
        TRUTHS.append((re.compile(pattern), truth))
        return truth

    return register


def true(table: Table, words: str) -> bool:
    """Return whether a statement is true of the board."""
    for pattern, truth in TRUTHS:
        found = pattern.fullmatch(words)
        if found is not None:
            return truth(table, found)
    raise AssertionError(f"nobody can read: {words}")


def _compares(number: int, found: re.Match[str]) -> bool:
    return bool(COMPARED[found["cmp"]](number, int(found["n"])))


def _some(table: Table, found: re.Match[str], test: Callable[[Card], bool]) -> bool:
    return any(map(test, _any_of(table, found["cards"])))


def _any_of(table: Table, words: str) -> list[Card]:
    """Return all cards that match a phrase; "a card" stands for any matching card."""
    return table.cards(re.sub(r"^a ", "each ", words))


def _of_players(table: Table, found: re.Match[str], test: Callable[[Player], bool]) -> bool:
    """Return whether a test is true for at least one named player or, for "each opponent", for all of them."""
    match = table.game.state
    seats = {
        "your": [READER], "an opponent's": match.opponents(READER), "each opponent's": match.opponents(READER),
        "any player's": match.order,
    }[found["whose"]]  # fmt: skip
    holds = [test(match.players[seat]) for seat in seats]
    return all(holds) if found["whose"].startswith("each") else any(holds)


@states(r"it is not true that (?P<other>.*)")
def _not(table: Table, found: re.Match[str]) -> bool:
    return not true(table, found["other"])


@states(r"either (?P<one>.*?) or (?P<other>it is .*)")
def _either(table: Table, found: re.Match[str]) -> bool:
    return true(table, found["one"]) or true(table, found["other"])


@states(r"(?P<one>it is .*?) and (?P<other>it is .*)")
def _both(table: Table, found: re.Match[str]) -> bool:
    return true(table, found["one"]) and true(table, found["other"])


@states(r"there is at least one of @many")
def _exists(table: Table, found: re.Match[str]) -> bool:
    return bool(table.cards(found["cards"]))


@states(r"the number of (?P<type>\w+ )?spirits under @cards @n")
def _under(table: Table, found: re.Match[str]) -> bool:
    kind, match, printed = (found["type"] or "").strip(), table.game.state, table.game.pool.printed

    def is_counted(card: Card) -> bool:
        return _compares(sum(not kind or printed[match.table[one].card].type == kind for one in card.under), found)

    return _some(table, found, is_counted)


@states(r"@cards is spiritualized")
def _spiritualized(table: Table, found: re.Match[str]) -> bool:
    return _some(table, found, lambda card: bool(card.under))


@states(r"@cards (?:was spiritualized this turn)")
def _spiritualized_now(table: Table, found: re.Match[str]) -> bool:
    return _some(table, found, lambda card: card.spiritualized > 0)


@states(r"the card above is a (?P<kind>form|savior)")
def _host(table: Table, found: re.Match[str]) -> bool:
    match = table.game.state
    return match.table[match.table[table.source].host].place == found["kind"]


@states(r"@cards (?P<how>is attacking|is attacked|has attacked in this turn's combat step)")
def _attacks(table: Table, found: re.Match[str]) -> bool:
    attack = table.game.state.attack
    if found["how"].startswith("has"):
        return _some(table, found, lambda card: card.attacks > 0)
    number = 0 if attack is None else attack.attacker if found["how"] == "is attacking" else attack.target
    return _some(table, found, lambda card: card.id == number)


@states(r"@whose side has an open (?P<zone>form|command) zone")
def _open(table: Table, found: re.Match[str]) -> bool:
    return _of_players(table, found, lambda player: 0 in getattr(player, f"{found['zone']}s"))


@states(r"the number of (?P<what>spirits in @whose void) @n")
def _void(table: Table, found: re.Match[str]) -> bool:
    return _of_players(table, found, lambda player: _compares(len(player.void), found))


@states(r"the number of (?P<what>spirits|cards) left in @whose (?:spirit|main) deck @n")
def _deck(table: Table, found: re.Match[str]) -> bool:
    pile = "spirits" if found["what"] == "spirits" else "deck"
    return _of_players(table, found, lambda player: _compares(len(getattr(player, pile)), found))


@states(r"the number of (?P<what>cards|main-deck cards|spirits) in @whose hand @n")
def _hand(table: Table, found: re.Match[str]) -> bool:
    spirits = {"cards": (True, False), "main-deck cards": (False,), "spirits": (True,)}[found["what"]]
    kind, match = table.game.pool.printed, table.game.state

    def count(player: Player) -> int:
        return sum((kind[match.table[one].card].kind == "spirit") in spirits for one in player.hand)

    return _of_players(table, found, lambda player: _compares(count(player), found))


@states(r"the number of @many @n")
def _count(table: Table, found: re.Match[str]) -> bool:
    return _compares(len(table.cards(found["cards"])), found)


@states(r"@whose savior is (?P<side>bound|boundless)")
def _side(table: Table, found: re.Match[str]) -> bool:
    boundless, cards = found["side"] == "boundless", table.game.state.table
    return _of_players(table, found, lambda player: cards[player.savior].boundless == boundless)


@states(rf"it is (?P<step>{'|'.join(STEPS)})")
def _step(table: Table, found: re.Match[str]) -> bool:
    return STEPS[found["step"]] == table.game.state.step


@states(r"it is the (?P<phase>start|check|damage|end) phase")
def _phase(table: Table, found: re.Match[str]) -> bool:
    return found["phase"] == table.game.state.phase


@states(r"it is @whose turn")
def _turn(table: Table, found: re.Match[str]) -> bool:
    active = table.game.state.active
    return {"your": active == READER, "any player's": True}.get(found["whose"], active != READER)


@states(r"@cards is (?P<what>\"\w+\"|of level \d|a \w+|of the type \w+)(?: and (?P<more>of level \d))?")
def _is(table: Table, found: re.Match[str]) -> bool:
    printed = table.game.pool.printed

    def is_so(card: Card, what: str) -> bool:
        kind = printed[card.card].type or ""
        return what == f"of the type {kind}" or table.is_called(card, what)

    return _some(table, found, lambda card: is_so(card, found["what"]) and is_so(card, found["more"] or found["what"]))


@states(r"the PWR of @cards @n")
def _pwr(table: Table, found: re.Match[str]) -> bool:
    powers = [continuous.pwr(table.game, card) for card in _any_of(table, found["cards"])]
    return any(_compares(pwr, found) for pwr in powers if pwr is not None)


@states(r"(?P<a>\d) @n")
def _compare(_table: Table, found: re.Match[str]) -> bool:
    return _compares(int(found["a"]), found)


@states(r"the event (?P<facts>.*)")
def _event(table: Table, found: re.Match[str]) -> bool:
    return all(_fact(table, fact) for fact in found["facts"].split(" and "))


def _fact(table: Table, words: str) -> bool:
    event = table.event
    assert event is not None
    verb, said = re.fullmatch(r"(was caused by|involves|is aimed at|comes from a|is of the kind) (.*)", words).groups()  # type: ignore[union-attr]
    if verb == "was caused by":
        return (event.by == READER) == (said == "you")
    if verb in ("involves", "is aimed at"):
        number = event.card if verb == "involves" else event.target
        return number in [one.id for one in _any_of(table, said)]
    source = table.game.pool.printed[table.game.state.table[event.card].card]
    return said == (source.kind if verb == "comes from a" else event.kind.replace("_", "-"))


@states(r"the number of times this card's effect (?P<effect>\w+) was used this (?P<per>turn|combat|game) @n")
def _used(table: Table, found: re.Match[str]) -> bool:
    return _compares(table.used, found)


@states(r"the number of (?P<name>\w+) counters on @cards @n")
def _counters(table: Table, found: re.Match[str]) -> bool:
    return _some(table, found, lambda card: _compares(card.counters.get(found["name"], 0), found))


@states(r"the number of players in the game @n")
def _players(table: Table, found: re.Match[str]) -> bool:
    return _compares(sum(not player.lost for player in table.game.state.players.values()), found)


@says(r"if (?P<when>.*), (?P<then>draw \d), otherwise (?P<other>.*)")
def _if(table: Table, found: re.Match[str]) -> Measured:
    return claims_of(table, found["then" if true(table, found["when"]) else "other"])
