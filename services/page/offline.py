"""The page's service worker at `/worker.js`, which lets a browser open the page without a connection.

`worker.js` says what it keeps. The server writes the digests of this build's files before it, so the script changes
with every build, and the browser then replaces what it has kept.
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
"""The files that Home, Replay and Judge load, beside the page's HTML. Every other part of the page needs the server."""


def worker_script(files: Mapping[str, bytes]) -> bytes:
    """Return the worker of a build. `files` are those of the page, by name."""
    kept = {"/": files["index.html"]} | {f"/web/{name}": files[name] for name in KEPT}
    digests = {path: hashlib.sha256(body).hexdigest() for path, body in kept.items()}
    return f"const FILES = {json.dumps(digests, indent=1)};\n".encode() + WORKER.read_bytes()
