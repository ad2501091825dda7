"""What the rules lead to, on one line: the same whether they are compiled or not. `test_compiled` compares."""

from __future__ import annotations

import hashlib
import json
import sys
from random import Random
from typing import Final

from services.gateway import compiled

compiled.use()

from services.tcg.chapters import timing  # noqa: E402 it is looked for where the line above says
from services.tcg.game import match  # noqa: E402
from shared.kernel.audit import lines_of  # noqa: E402
from shared.kernel.messages import canonical  # noqa: E402
from shared.platform.ruleset import ruleset_of  # noqa: E402
from tests.conformance.playing import listed  # noqa: E402
from tests.support.journal import audited  # noqa: E402
from tests.tcg.conformance import FIXTURE, begin, play  # noqa: E402
from tests.tcg.sessions import GOLDEN  # noqa: E402

STREAMS: Final = 6
STEPS: Final = 60


def main() -> None:
    """Play streams of all settings, list what is legal on the way, audit the recorded matches, and print digests."""
    said = {
        "file": timing.__file__,
        "ruleset": ruleset_of("tcg"),
        "played": [_played(seed) for seed in range(STREAMS)],
        "audited": {
            log.stem: str(audited(match, lines_of(log.read_bytes()))) for log in sorted(GOLDEN.glob("*.ndjson"))
        },
    }
    sys.stdout.write(json.dumps(said))


def _played(seed: int) -> str:
    journal, luck = begin(seed), Random(seed)
    digest = hashlib.sha256()
    for _ in range(STEPS):
        if journal.stream.closed:
            break
        play(journal, luck)
        for seat in journal.stream.seats:
            digest.update(canonical(listed(FIXTURE.game, journal.stream, seat)))
            digest.update(canonical(FIXTURE.game.view(journal.state, seat)))
    for record in journal.records:
        digest.update(record.public + b"".join(part.data for part in record.parts))
    return digest.hexdigest()


if __name__ == "__main__":
    main()
