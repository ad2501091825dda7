"""An attacker's changes to an exported log: flipped bits, or rewritten commits with a recomputed chain."""

import hashlib
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeAlias

import msgspec

from shared.kernel.messages import canonical
from shared.kernel.record import NO_HEAD, chain

Form: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Form], object]


def flip_bit(export: bytes, place: int, bit: int) -> bytes:
    """Flip one bit of an exported log."""
    return export[:place] + bytes([export[place] ^ 1 << bit]) + export[place + 1 :]


def line_of(export: bytes, place: int) -> int:
    """Return the number of the line that contains this byte, counted from 1; a line includes its newline."""
    return export.count(b"\n", 0, place) + 1


def rechain(forms: Iterable[Form]) -> list[bytes]:
    """Encode an export's lines again, with recomputed heads and recomputed digests of all readable parts."""
    head = NO_HEAD
    lines: list[bytes] = []
    for form in forms:
        for part in form["parts"]:
            if part.keys() == {"digest", "salt", "value"}:
                salted = bytes.fromhex(part["salt"]) + canonical(part["value"])
                part["digest"] = hashlib.sha256(salted).hexdigest()
        head = chain(head, canonical(form["public"]), [bytes.fromhex(part["digest"]) for part in form["parts"]])
        lines.append(canonical(form | {"head": head.hex()}))
    return lines


def forge_commit(lines: Iterable[bytes], number: int, change: Change) -> list[bytes]:
    """Change the commit on line `number`, counted from 1, as an attacker who recomputes all heads."""
    forms = [msgspec.json.decode(line) for line in lines]
    change(forms[number - 1])
    return rechain(forms)


def renumber(forms: list[Form]) -> list[bytes]:
    """Renumber the versions and recompute the chain."""
    version = 0
    for form in forms:
        version += len(form["public"]["events"])
        form["public"]["version"] = version
    return rechain(forms)


def somewhere(form: Any, luck: Random) -> tuple[Any, Any]:  # noqa: ANN401 any place in JSON
    """Pick a random position in JSON; return the mapping or list, and the key or index in it."""
    name = luck.choice(list(form) if isinstance(form, dict) else range(len(form)))
    inner = form[name]
    if isinstance(inner, dict | list) and inner and luck.random() < 0.8:
        return somewhere(inner, luck)
    return form, name


def _tamper_with_value(forms: list[Form], luck: Random) -> None:
    """Replace a value at a random position in a commit."""
    form = luck.choice(forms)
    inside, name = somewhere(form[luck.choice(["public", "public", "parts"])] or form["public"], luck)
    old = inside[name]
    near = [old + 1, old - 1, -old] if isinstance(old, int) else [old, old]
    inside[name] = luck.choice([*near, 0, 1, 2**53, -1, "x", "é", None, True, [], {}, "00" * 32, ["gm"]])


def _tamper_with_name(forms: list[Form], luck: Random) -> None:
    """Rename, drop or add a field."""
    inside, name = somewhere(luck.choice(forms)["public"], luck)
    if not isinstance(inside, dict):
        inside.append(luck.choice([0, {}, {"audience": ["gm"], "sealed": 0}, inside[0]]))
    elif luck.random() < 0.5:
        inside[luck.choice(["more", "é", "type"])] = inside[name]
    else:
        del inside[name]


def _tamper_with_face(forms: list[Form], luck: Random) -> None:
    """Change a face, purpose, position, source or die of a draw."""
    draws = [draw for form in forms for draw in form["public"]["draws"] if "draw" in draw]
    draws += [
        draw
        for form in forms
        for part in form["parts"]
        if isinstance(part.get("value"), list)
        for draw in part["value"]
    ]
    draw = luck.choice(draws)
    name = luck.choice(sorted(draw))
    old = draw[name]
    if isinstance(old, list) and old:
        at = luck.randrange(len(old))
        old[at] = max(0, old[at] + luck.choice([-1, 1]))
    else:
        draw[name] = luck.choice([2, 6, 7, "table", "seed", "open", "dice", "shuffle"])


def _drop(forms: list[Form], luck: Random) -> None:
    del forms[luck.randrange(len(forms))]


def _swap(forms: list[Form], luck: Random) -> None:
    at = luck.randrange(len(forms) - 1)
    forms[at], forms[at + 1] = forms[at + 1], forms[at]


def _repeat(forms: list[Form], luck: Random) -> None:
    at = luck.randrange(len(forms))
    forms.insert(at, msgspec.json.decode(canonical(forms[at])))


def _part(forms: list[Form], luck: Random) -> None:
    """Duplicate a secret part, drop one, or remove its salt or value."""
    form = luck.choice([form for form in forms if form["parts"]])
    part = luck.choice(form["parts"])
    match luck.randrange(3):
        case 0:
            form["parts"].append(part)
        case 1:
            form["parts"].remove(part)
        case _:
            part.pop(luck.choice(["salt", "value"]), None)


REWRITES = (_tamper_with_value, _tamper_with_name, _tamper_with_face, _drop, _swap, _repeat, _part)


def _rewritten(lines: list[bytes], luck: Random) -> list[bytes]:
    forms = [msgspec.json.decode(line) for line in lines]
    luck.choice(REWRITES)(forms, luck)
    try:
        return renumber(forms) if luck.random() < 0.5 else rechain(forms)
    except (ValueError, TypeError, KeyError, AttributeError):
        return [canonical(form) for form in forms]


SPELLINGS = (
    (b":", b": "),
    (b'"events"', b'"\\u0065vents"'),
    (b'"k":0', b'"k":0.0'),
    (b'"k":0', b'"k":-0'),
    (b'"version":', b'"version":0,"version":'),
    (b'"draws":[', b'"draws":[],"draws":['),
    (b"000,", b"000e0,"),
)


def _respell(lines: list[bytes], luck: Random) -> list[bytes]:
    """Spell the same JSON differently, and recompute the chain over the new bytes.

    Only the spelling gives this forgery away.
    """
    at = luck.randrange(len(lines))
    spelling = luck.choice(SPELLINGS)
    head = NO_HEAD
    changed: list[bytes] = []
    for number, line in enumerate(lines):
        respelt = line.replace(*spelling, 1) if number == at else line
        public = respelt.partition(b'"public":')[2][:-1]
        parts = msgspec.json.decode(line)["parts"]
        head = chain(head, public, [bytes.fromhex(part["digest"]) for part in parts])
        changed.append(b'{"head":"' + head.hex().encode() + respelt[73:])
    return changed


def tamper(export: bytes, luck: Random) -> bytes:
    """Tamper with an export: flip a bit, truncate it, rewrite commits, or spell its JSON differently."""
    lines = export.removesuffix(b"\n").split(b"\n")
    match luck.randrange(8):
        case 0 | 1:
            return flip_bit(export, luck.randrange(len(export)), luck.randrange(8))
        case 2:
            return export[: luck.randrange(len(export))]
        case 3:
            lines = _respell(lines, luck)
        case _:
            lines = _rewritten(lines, luck)
    return b"".join(line + b"\n" for line in lines)
