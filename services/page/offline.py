"""The page's service worker at `/worker.js`, which lets a browser open the page without a connection.

`worker.js` describes which files it caches. The server puts the digests of this build's files before the script, so
the script changes with every build, and the browser then replaces the cached files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

WORKER: Final = Path(__file__).parent / "worker.js"
KEPT: Final = (
    "page.css", "icon.svg", "icon-192.png",
    "arbiter.js", "styles.js", "verification.js", "glossaries.js", "explaining.js",
)  # fmt: skip
"""The files that the views Home, Replay and Judge load, in addition to the page's HTML. Other views need the server."""


def worker_script(files: Mapping[str, bytes]) -> bytes:
    """Return the service worker of a build. `files` holds the page's files by name."""
    kept = {"/": files["index.html"]} | {f"/web/{name}": files[name] for name in KEPT}
    digests = {path: hashlib.sha256(body).hexdigest() for path, body in kept.items()}
    return f"const FILES = {json.dumps(digests, indent=1)};\n".encode() + WORKER.read_bytes()
