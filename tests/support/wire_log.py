"""Properties that every line of a server's log must have, whatever requests the server got."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

IDS: Final = frozenset({"request", "stream", "version", "command"})
SECRETS: Final = {
    "the secret of a webhook": re.compile(r"whsec_[A-Za-z0-9+/]{8}"),
    "an API key": re.compile(r"ak_[a-z0-9]+_[A-Za-z0-9_-]{16,}"),
    "a token": re.compile(r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\."),
    "32 bytes in hexadecimal, such as a seed or a salt": re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"),
}


def lines_of(log: Path) -> list[dict[str, Any]]:
    """Read a log; every line must be JSON."""
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def assert_log_is_clean(log: Path) -> None:
    """Assert that every line has all id fields, that request lines have an id, and that no line has a secret."""
    text = log.read_text("utf-8")
    assert {name: found[0] for name, secret in SECRETS.items() if (found := secret.search(text))} == {}
    for line in lines_of(log):
        assert set(line) >= IDS, line
        if line["event"] == "request":
            assert line["request"], line
            assert line["status"] < 500 or line["status"] == 503, line
