"""Compares the list of legal commands with the functions that judge commands.

The rules accept every listed command and refuse all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any, Final

import msgspec

from services.tcg.chapters import activating, agreement, forms, setup
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.uses import possible_uses
from services.tcg.game import match as match_game
from services.tcg.state.match import Match
from services.tcg.words import WINDOWS
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from tests.tcg.playing import Playing, legal

Choose = Callable[[int], int]
KINDS: Final = {kind.__name__: kind for kind in match_game.commands}
UNTIMED: Final = tuple(kind for kind in match_game.commands if kind is not agreement.CallTime)
"""The kinds of commands whose legality does not depend on the time: all except CallTime."""
MOST: Final = 24
"""The maximum number of commands tried for each entry of the list."""
ASIDE: Final = frozenset({"type", "waive", "decision"})
"""Fields that `follows` does not compare, because they accept any value or only one."""


def refusal_of(match: Match, seat: Seat, command: Command, *, role: Role = "player") -> Refusal | None:
    """Judge a seat's command on a copy of the match; return the refusal, if any."""
    intent = Intent(id="tried", seat=seat, role=role, at=0, by=f"seat:{seat}@0", command=command)
    try:
        events = match_game.decide(intent, match, SeedTape(seed=bytes(32), digest=bytes(32), version=1)).events
    except Refusal as refusal:
        return refusal
    assert events
    return None


def entries_for(match: Match, seat: Seat) -> tuple[Allowed, ...]:
    """Return the entries of a seat's list of legal commands."""
    return legal(match, seat).allowed


def bodies(entry: Allowed) -> Iterator[Command]:
    """Yield commands that an entry of the legal list allows, with combinations of its fields' values."""
    named = {name: values for name, field in entry.fields.items() if (values := _values(field)) is not None}
    for values in islice(product(*named.values()), MOST):
        yield msgspec.convert({**entry.body, **dict(zip(named, values, strict=True))}, KINDS[entry.command])


def _values(field: Field) -> tuple[Any, ...] | None:
    """Return the values that a field allows, or some of them if there are many."""
    if field.options is not None:
        return field.options
    if field.items is not None and field.items.options is not None:
        return tuple(field.items.options[:count] for count in {field.least or 0, field.most or 0})
    if field.least is not None and field.most is not None:
        return (field.least, field.most)
    return None


def list_is_sound(match: Match, seat: Seat) -> int:
    """Check that the rules accept every listed command; return how many were tried. Rule: TC-READ-09."""
    count = 0
    for entry in entries_for(match, seat):
        for command in bodies(entry):
            refusal = refusal_of(match, seat, command)
            assert refusal is None, (command, refusal)
            count += 1
    return count


def list_is_complete(match: Match, seat: Seat, choose: Choose, *, times: int = 8) -> int:
    """Check that the rules accept exactly the listed commands; return how many they accepted. Rule: TC-READ-09."""
    allowed = entries_for(match, seat)
    before = msgspec.msgpack.encode(match)
    accepted = 0
    for _ in range(times):
        command = anything(match, seat, allowed, choose)
        refusal = refusal_of(match, seat, command)
        assert (refusal is None) == follows(match, seat, command, allowed), (seat, command, refusal)
        accepted += refusal is None
    assert before == msgspec.msgpack.encode(match)
    return accepted


# ---------------------------------------------------------------- whether the list contains a command


def follows(match: Match, seat: Seat, command: Command, allowed: Iterable[Allowed]) -> bool:
    """Return whether the list of legal commands contains a command, judged by the command's fields."""
    kind = type(command)
    own = [entry for entry in allowed if entry.command == kind.__name__]
    decision = match.decisions.get(seat)
    number = getattr(command, "decision", None)
    if not own or (number is not None and (decision is None or decision.number != number)):
        return False
    if isinstance(command, Answer | setup.Mulligan):
        return _fits_choice(match, seat, command.choice if isinstance(command, Answer) else command.keep)
    if isinstance(command, agreement.SetStops):
        return True
    body = msgspec.to_builtins(command)
    if isinstance(command, activating.Activate):
        body = {**body, **_fields_with_key(match, seat, command)}
    if isinstance(command, forms.PlayForm):
        body["zone"] = _zone(match, command)
    return any(_fits(entry, body) for entry in own)


def _fits(entry: Allowed, body: Mapping[str, Any]) -> bool:
    for name, value in body.items():
        if name in ASIDE:
            continue
        field = entry.fields.get(name)
        if field is not None and field.items is None and field.least is not None and field.most is not None:
            if not field.least <= value <= field.most:
                return False
        elif field is None or field.options is None:
            if value != entry.body.get(name):
                return False
        elif value not in field.options and not (name == "zone" and value is None):
            return False
    return True


def _fits_choice(match: Match, seat: Seat, choice: tuple[int, ...]) -> bool:
    """Return whether a choice has only legal options, none of them twice, and as many as the decision allows."""
    decision = match.decisions[seat]
    taken = set(choice)
    bounded = decision.least <= len(choice) <= decision.most
    return bounded and len(taken) == len(choice) and taken <= set(decision.options)


def _fields_with_key(match: Match, seat: Seat, command: activating.Activate) -> dict[str, Any]:
    """Return the fields of an activation with the key of its effect.

    The command itself may name the effect by its id or by its card.
    """
    uses = [use for use in possible_uses(Playing(match, _NO_LUCK), seat) if use.origin != "played"]
    there = [use for use in uses if command.card in (use.source, use.card)]
    names = [use for use in there if command.effect in (None, use.ability.key, use.ability.effect.id)]
    if not names or (command.effect is None and len(names) > 1):
        return {"effect": "none"}
    return {"card": names[0].source, "effect": names[0].ability.key}


_NO_LUCK: Final = SeedTape(seed=bytes(32), digest=bytes(32), version=0)


def _zone(match: Match, command: forms.PlayForm) -> int | None:
    """Return the zone in which a form is to be played: the zone in the command, or the one freed by the sacrifice."""
    given = match.table.get(command.sacrifice or 0)
    vacated = given is not None and given.place == "form" and given.slot == command.zone
    return None if vacated else command.zone


# ---------------------------------------------------------------- random commands


def anything(match: Match, seat: Seat, allowed: tuple[Allowed, ...], choose: Choose) -> Command:
    """Return a random command: a listed command with one field changed, or a command of any kind."""
    if choose(2):
        entry = allowed[choose(len(allowed))]
        command = next(bodies(entry))
        if not isinstance(command, SubmitDeck):
            return _change_field(match, seat, command, choose)
    kinds = [kind for kind in UNTIMED if kind is not SubmitDeck]
    return _any_of(match, seat, kinds[choose(len(kinds))], choose)


def _change_field(match: Match, seat: Seat, command: Command, choose: Choose) -> Command:
    names = [name for name in command.__struct_fields__ if name in _VALUES]
    if not names or isinstance(command, setup.ChooseFirst):
        return command
    name = names[choose(len(names))]
    value = _VALUES[name](match, seat, choose)
    if isinstance(command, Answer) and value is None:
        value = match.asked + 1
    return msgspec.structs.replace(command, **{name: value})


def _any_of(match: Match, seat: Seat, kind: type[Command], choose: Choose) -> Command:
    fields = {name: _VALUES[name](match, seat, choose) for name in kind.__struct_fields__ if name in _VALUES}
    if kind is Answer:
        fields["decision"] = fields["decision"] or match.asked + 1
    if kind is setup.CutDeck:
        fields["position"] = choose(40)
    if kind is setup.ChooseFirst:
        fields["choice"] = ("first", "defer")[choose(2)]
    if kind is forms.PlayForm and choose(2):
        fields["sacrifice"] = None
    return kind(**fields)


def _thing(match: Match, seat: Seat, choose: Choose) -> int:
    own = match.players[seat]
    numbers = [*match.table, match.made + 1] if choose(2) else [*own.hand, *own.forms, *own.commands, own.savior]
    return numbers[choose(len(numbers))] or 1


def _effect(match: Match, _seat: Seat, choose: Choose) -> str | None:
    keys = list(Playing(match, _NO_LUCK).pool.abilities)
    key = keys[choose(len(keys))]
    return (None, key, key.split("#")[1].split("/")[0])[choose(3)]


def _question(match: Match, seat: Seat, choose: Choose) -> int | None:
    decision = match.decisions.get(seat)
    return (None, match.asked + 1, match.asked, decision.number if decision is not None else 1)[choose(4)] or None


def _choice(match: Match, seat: Seat, choose: Choose) -> tuple[int, ...]:
    decision = match.decisions.get(seat)
    options = [*(decision.options if decision is not None else ()), match.made + 1]
    return tuple(options[choose(len(options))] for _ in range(choose(4)))


def _keep(match: Match, seat: Seat, choose: Choose) -> tuple[int, ...]:
    return tuple(number or 1 for number in _choice(match, seat, choose))


_VALUES: Final[Mapping[str, Callable[[Match, Seat, Choose], Any]]] = {
    "card": _thing,
    "target": _thing,
    "attacker": _thing,
    "spirit": _thing,
    "sacrifice": _thing,
    "zone": lambda _match, _seat, choose: (None, 0, 1, 2, 4)[choose(5)],
    "effect": _effect,
    "decision": _question,
    "choice": _choice,
    "keep": _keep,
    "waive": lambda _match, _seat, choose: bool(choose(2)),
    "accept": lambda _match, _seat, choose: bool(choose(2)),
    "windows": lambda _match, _seat, choose: WINDOWS[: choose(7)],
}
"""For each field, a function that chooses a value to try."""
