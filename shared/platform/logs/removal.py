"""Remove secrets from log lines. A secret is recognised by the name of its field or by the form of its value.

By name: seeds, salts, secrets, tokens, passwords, the Authorization header. By form: API keys (their id stays),
signed tokens, bearer credentials, 64 hexadecimal digits (except in fields known to be public), raw bytes, the sealed
parts of messages, passwords in URLs. A doubtful value is removed, because no log line is worth a leaked seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from shared.kernel.messages import Secret

GONE: Final = "[removed]"
DEEPEST: Final = 6
LONGEST_LIST: Final = 100
LONGEST_TEXT: Final = 16_384
LARGEST_INT: Final = 2**63

SECRET_WORDS: Final = frozenset({
    "seed", "seeds", "salt", "salts", "secret", "secrets", "token", "tokens", "password", "passwords", "passwd", "pwd",
    "authorization", "authorisation", "cookie", "cookies", "credential", "credentials", "jwt", "apikey",
})  # fmt: skip
TELLING_WORDS: Final = frozenset({
    "id", "ids", "epoch", "epochs", "count", "counts", "days", "seconds", "kind", "version",
    "commitment", "commitments",
})  # fmt: skip
"""Endings of field names that describe a secret without containing it, such as `token_epoch`."""
PUBLIC_NAMES: Final = frozenset({"head", "digest", "commitment", "fingerprint", "ruleset", "public", "public_key"})
WORD: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
HEX: Final = re.compile(r"[0-9a-f]{64}")

_NAME: Final = (
    r"(?P<name>(?<![\w-])[\w-]{0,48}?(?:seed|salt|secret|token|passw|pwd|authori[sz]ation|cookie|credential|jwt|api[_-]?key)"
    r"[\w-]{0,24})(?P<link>\\*[\"']?\s*[=:]\s*)"
)
_QUOTED: Final = r"b?'(?:[^'\\]|\\.)*(?:'|$)" + r'|b?"(?:[^"\\]|\\.)*(?:"|$)' + r'|\\+"(?:[^"\\]|\\+[^"\\])*(?:\\*"|$)'
ENCLOSED: Final = re.compile(rf"(?:\bSecret(?=\()|{_NAME}(?=[\[({{]))", re.IGNORECASE)
NAMED: Final = re.compile(rf"{_NAME}(?P<value>{_QUOTED}|[^\s,;&)}}\]'\"\\]+)", re.IGNORECASE | re.DOTALL)
LOOKS: Final = (
    (re.compile(r"(?<![a-z0-9])(ak_[a-z0-9]{1,32}_)[\w-]+", re.IGNORECASE), rf"\1{GONE}"),
    (re.compile(r"(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*)*"), GONE),
    (re.compile(r"(?<![\w.-])[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}"), GONE),
    (
        re.compile(r"\b(bearer)(?:\s|%20|\+)+[^\s'\",;]+(?:(?<=[=:])(?:'[^']*'?|\"[^\"]*\"?))?", re.IGNORECASE),
        rf"\1 {GONE}",
    ),
    (re.compile(r"\b(basic)\s+[A-Za-z0-9+/=]{12,}", re.IGNORECASE), rf"\1 {GONE}"),
    (re.compile(r"(://[^/@:\s]{0,256}):[^\s@]{0,512}@"), rf"\1:{GONE}@"),
    (re.compile(r"\bb(?:'(?:[^'\\]|\\.){16,}'|\"(?:[^\"\\]|\\.){16,}\")"), "[bytes]"),
)
STEMS: Final = (
    "seed", "salt", "secret", "token", "passw", "pwd", "authori", "cookie", "credential", "jwt", "api", "ak_", "eyj",
    "bearer", "basic", "://", "b'", 'b"',
)  # fmt: skip
"""Texts that occur in secrets.

The patterns for secrets match only texts that contain one of these, or a run of characters as long as a token or as
64 digits.
"""
SHORTEST_BARE_SECRET: Final = 50
BARE_SECRET: Final = re.compile(rf"(?<![\w.-])[\w.-]{{{SHORTEST_BARE_SECRET}}}")
LONGEST_KNOWN: Final = 256
MOST_KNOWN: Final = 8192
_known: Final[set[str]] = set()
_known_names: Final[set[str]] = set()
HEXES: Final = re.compile(r"[0-9a-fA-F]{64,}")


def remove_secrets(value: object, *, name: str = "", depth: int = 0) -> Any:  # noqa: ANN401  JSON values
    """Return a value without its secrets, converted to JSON types."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Secret) or names_a_secret(name):
        return GONE
    if isinstance(value, str):
        return value if name in PUBLIC_NAMES and HEX.fullmatch(value) else cleaned_text(value)
    if isinstance(value, int | float):
        return value if abs(value) < LARGEST_INT else str(value)
    return _cleaned_many(value, name=name, depth=depth + 1)


def _cleaned_many(value: object, *, name: str, depth: int) -> Any:  # noqa: ANN401  JSON values
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    if depth > DEEPEST:
        return "[deeper]"
    if isinstance(value, Mapping):
        pairs = islice(value.items(), LONGEST_LIST)
        return {cleaned_text(str(key)): remove_secrets(each, name=str(key), depth=depth) for key, each in pairs}
    if isinstance(value, list | tuple | AbstractSet):
        return [remove_secrets(each, name=name, depth=depth) for each in islice(value, LONGEST_LIST)]
    return cleaned_text(_show(value))


def _show(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 a value must never make its log line fail
        return f"[{type(value).__name__} that cannot be shown]"


def harmless(facts: Mapping[str, object]) -> bool:
    """Return whether a log event certainly contains no secret.

    All its values must be simple, and no field may have the name of a secret.
    """
    return (_known_names.issuperset(facts) or _harmless_names(facts)) and holds_no_secret(facts.values())


def holds_no_secret(values: Iterable[object]) -> bool:
    """Return whether values certainly contain no secret: all are simple, and no text has the form of a secret."""
    for value in values:
        if type(value) is str:
            if value not in _known and not _harmless(value):
                return False
        elif not (value is None or type(value) is float or (type(value) is int and -LARGEST_INT < value < LARGEST_INT)):
            return False
    return True


def _harmless(text: str) -> bool:
    """Return whether a string certainly contains no secret. Short strings are cached, because most of them repeat."""
    if len(text) < SHORTEST_BARE_SECRET and _is_hex(text):
        return True
    if not text.isascii() or len(text) > LONGEST_TEXT or _suspicious(text):
        return False
    if len(text) <= LONGEST_KNOWN:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known.add(text)
    return True


def _is_hex(text: str) -> bool:
    """Return whether a string has only hexadecimal digits, as ids do. Such a string cannot be the name of a secret."""
    try:
        bytes.fromhex(text)
    except ValueError:
        return False
    return True


def _harmless_names(names: Iterable[str]) -> bool:
    """Return whether none of the names is the name of a secret.

    Harmless names are cached, because most of them repeat.
    """
    if any(map(names_a_secret, names)):
        return False
    if len(_known_names) >= MOST_KNOWN:
        _known_names.clear()
    _known_names.update(names)
    return True


@lru_cache(maxsize=4096)
def names_a_secret(name: str) -> bool:
    """Return whether a field with this name contains a secret."""
    words = [word.lower() for word in WORD.findall(name)]
    secret = any(word in SECRET_WORDS for word in words) or words[-2:] == ["api", "key"]
    return secret and words[-1] not in TELLING_WORDS


def cleaned_text(text: str) -> str:
    """Return a string without its secrets.

    Of a long string, only the end is kept, because the end of an error is informative.
    """
    if _suspicious(text):
        text = _without_enclosed(text)
        for look, instead in LOOKS:
            text = look.sub(instead, text)
        text = HEXES.sub(GONE, NAMED.sub(_without_value, text))
    if not text.isascii():
        text = text.encode(errors="backslashreplace").decode()
    return text if len(text) <= LONGEST_TEXT else "… " + text[-LONGEST_TEXT:]


def _suspicious(text: str) -> bool:
    """Return whether a string may contain a secret.

    For most strings, this quick check saves the 14 µs for the patterns.
    """
    return _has_stem(text) or (len(text) >= SHORTEST_BARE_SECRET and BARE_SECRET.search(text) is not None)


def _has_stem(text: str) -> bool:
    return any(map(text.lower().__contains__, STEMS))


def _without_value(found: re.Match[str]) -> str:
    return found["name"] + found["link"] + GONE if names_a_secret(found["name"]) else found[0]


def _without_enclosed(text: str) -> str:
    """Return a string without the bracketed values after the names of secrets, however deeply these are nested."""
    kept, end = [], 0
    for found in ENCLOSED.finditer(text):
        if found.start() >= end and (found["name"] is None or names_a_secret(found["name"])):
            kept += [text[end : found.end()], GONE]
            end = _find_closing(text, found.end())
    return "".join(kept) + text[end:]


BRACKET_OR_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[\[({]|[\])}]")


def _find_closing(text: str, start: int) -> int:
    """Return the index after the bracket that closes the one at `start`, or the string's length if no bracket does."""
    depth = 0
    for found in BRACKET_OR_QUOTED.finditer(text, start):
        depth += {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return len(text)
