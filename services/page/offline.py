"""The page's service worker at `/worker.js`, which lets a browser open the page without a connection.

Each language has its own service worker. For example, `/worker.de.js` caches the German build. `worker.js` describes
which files it caches. The server puts the digests of this build's files in front of the script, so the script changes
with every build, and the browser then replaces the cached files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from services.page.languages import ENGLISH

WORKER: Final = Path(__file__).parent / "worker.js"
SAME: Final = ("page.css", "icon.svg", "icon-192.png", "start.js", "shared.js")
"""The files that the page loads in every language, in addition to its HTML."""
SPOKEN: Final = (
    "arbiter.js",
    "styles.js",
    "judge.js",
    "verification.js",
    "glossaries.js",
    "explaining.js",
    "language-choice.js",
)
"""The files in one language that the views Home, Replay and Judge load. Other views need the server."""
TRANSLATED: Final = ("shared.js", "fields.json")
"""The names of the files that the page loads in another language than English alone, or in a version of its own."""
KEPT: Final = (*SAME, *SPOKEN)
"""The files that a browser caches for the page in English."""


def kept_in(language: str) -> Sequence[str]:
    """Return the names of the files that a browser caches for the page in a language."""
    return KEPT if language == ENGLISH else (*SAME, *(f"{language}/{name}" for name in (*TRANSLATED, *SPOKEN)))


def worker_script(language: str, files: Mapping[str, bytes]) -> bytes:
    """Return the service worker of a build. `files` maps `/` to the page's HTML, and other paths to other files."""
    paths = ["/", *(f"/web/{name}" for name in kept_in(language))]
    digests = {path: hashlib.sha256(files[path]).hexdigest() for path in paths}
    head = f"const LANGUAGE = {json.dumps(language)};\nconst FILES = {json.dumps(digests, indent=1)};\n"
    return head.encode() + WORKER.read_bytes()
