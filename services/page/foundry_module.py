"""The module for Foundry VTT, which Foundry installs from the address `/foundry/module.json` of this server.

The module is the example of the TypeScript client, with the client beside it, which `make web` builds into the folder
`foundry`. Its manifest names this server by the URL at which Foundry asked for it, so each server installs and updates
its own module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from services.page.address import address_of
from services.page.headers import HEADERS, POLICY
from shared.platform.http.answers import JSON, Reply
from shared.platform.http.etags import etag_of, has_etag
from shared.platform.http.problems import bad_request
from shared.platform.http.requests import AnyRequest
from shared.platform.ledger import CONTRACTS

CLIENT: Final = Path(__file__).parent / "foundry"
"""The folder of the built client."""
PACKAGE: Final = CONTRACTS / "clients/typescript"
EXAMPLE: Final = PACKAGE / "examples/foundry"
MANIFEST: Final = "module.json"
ARCHIVE: Final = "arbiter-dice.zip"
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The time of each file in the archive, so that its bytes depend only on its content."""
READABLE: Final = 0o100644 << 16


def module_files() -> Mapping[str, bytes]:
    """Read the files of the module by their paths in it, without the manifest."""
    example = (path for path in EXAMPLE.iterdir() if path.is_file() and path.name != MANIFEST)
    paths = {path.name: path for path in (*example, PACKAGE / "LICENSE")}
    paths |= {f"client/{path.name}": path for path in CLIENT.iterdir()}
    return {name: paths[name].read_bytes() for name in sorted(paths)}


def archive_of(files: Mapping[str, bytes], into: bytes = b"") -> bytes:
    """Return a zip archive of these files, added to those of the archive `into`. The same files give the same bytes."""
    buffer = BytesIO(into)
    with ZipFile(buffer, "a", ZIP_DEFLATED) as archive:
        for name, body in files.items():
            entry = ZipInfo(name, LONG_AGO)
            entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, 3, READABLE
            archive.writestr(entry, body)
    return buffer.getvalue()


def manifest_at(address: str, manifest: Mapping[str, Any]) -> bytes:
    """Return the manifest for the server at an address. The module's settings begin with this address."""
    name = str(manifest["id"])
    named = {
        "url": f"{address}/guide/embed",
        "manifest": f"{address}/foundry/{MANIFEST}",
        "download": f"{address}/foundry/{ARCHIVE}",
        "flags": {name: {"address": address}},
    }
    return json.dumps({**manifest, **named}, indent=2).encode() + b"\n"


def foundry_routes() -> tuple[ControllerRouterHandler, ...]:
    """Return the routes of the module: its manifest, and the archive that the manifest names."""
    manifest: Mapping[str, Any] = json.loads((EXAMPLE / MANIFEST).read_bytes())
    files = archive_of(module_files())

    @get(f"/foundry/{MANIFEST}", sync_to_thread=False)
    def module(request: AnyRequest) -> Response[bytes]:
        """Get the manifest of the module for Foundry VTT."""
        return _answer(request, manifest_at(_address(request), manifest), JSON)

    @get(f"/foundry/{ARCHIVE}", sync_to_thread=False)
    def archive(request: AnyRequest) -> Response[bytes]:
        """Get the module for Foundry VTT as a zip archive."""
        body = archive_of({MANIFEST: manifest_at(_address(request), manifest)}, files)
        return _answer(request, body, "application/zip")

    return module, archive


def _address(request: AnyRequest) -> str:
    """Return the URL of this server. Refuses: 400 if the request does not state it."""
    address = address_of(request)
    if not address:
        raise bad_request("the module names this server: send its host and port", field="Host")
    return address


def _answer(request: AnyRequest, body: bytes, media: str) -> Reply:
    """Return a file, or status 304 if the client's copy of it is current."""
    etag = etag_of(body)
    vary = {"Vary": "Host, X-Forwarded-Proto"}
    headers = HEADERS | {"ETag": etag, "Content-Security-Policy": POLICY} | vary
    request.scope["state"]["kept"] = True  # a copy may be kept, and is checked before each use
    if has_etag(request, etag):
        return Reply(b"", status=304, media=media, headers=headers)
    return Reply(body, media=media, headers=headers)
