"""Prints digests of computed results.

`test_compiled` compares those of the compiled rules with those of the interpreted rules.
"""

from __future__ import annotations

import hashlib
import json
import sys
from random import Random
from typing import Final

from services.tcg.chapters import timing
from services.tcg.game import match
from shared.kernel.audit import lines_of
from shared.kernel.messages import canonical
from shared.platform.ruleset import ruleset_of
from tests.conformance.playing import legal_list_of
from tests.support.journal import audit_export
from tests.tcg.conformance import FIXTURE, begin, play
from tests.tcg.sessions import GOLDEN

STREAMS: Final = 6
STEPS: Final = 60


def main() -> None:
    """Play matches with all settings, list legal commands, audit the recorded matches, and print digests."""
    said = {
        "file": timing.__file__,
        "ruleset": ruleset_of("tcg"),
        "played": [_digest_of_match(seed) for seed in range(STREAMS)],
        "audited": {
            log.stem: str(audit_export(match, lines_of(log.read_bytes()))) for log in sorted(GOLDEN.glob("*.ndjson"))
        },
    }
    sys.stdout.write(json.dumps(said))


def _digest_of_match(seed: int) -> str:
    journal, luck = begin(seed), Random(seed)
    digest = hashlib.sha256()
    for _ in range(STEPS):
        if journal.stream.closed:
            break
        play(journal, luck)
        for seat in journal.stream.seats:
            digest.update(canonical(legal_list_of(FIXTURE.game, journal.stream, seat)))
            digest.update(canonical(FIXTURE.game.view(journal.state, seat)))
    for record in journal.records:
        digest.update(record.public + b"".join(part.data for part in record.parts))
    return digest.hexdigest()


if __name__ == "__main__":
    main()
