"""The URL of this server, as a caller reached it."""

from __future__ import annotations

import re
from typing import Final

from shared.platform.http.requests import AnyRequest, one_header

_HOST: Final = re.compile(r"[A-Za-z0-9._-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")


def address_of(request: AnyRequest) -> str:
    """Return the URL at which the caller reached this server; "" if the request does not state its host.

    Other programs accept only absolute URLs. The scheme is https if a proxy that ends TLS says so in a header.
    """
    host = one_header(request, "Host") or ""
    if not _HOST.fullmatch(host):
        return ""
    secure = "https" in (request.url.scheme, one_header(request, "X-Forwarded-Proto"))
    return f"{'https' if secure else 'http'}://{host}"
