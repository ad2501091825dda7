"""The languages of the page. Each language has its own build, and `/` names the build that the browser prefers.

`start.js` of the page makes the final choice, because a person may have chosen another language on this computer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

ENGLISH: Final = "en"
"""The language of the sources. It is also used if a browser prefers no language that the page has."""
SPOKEN_FILES: Final = ("styles.js", "arbiter.js")
"""The files of each build that `/` lets the browser load early."""


def preferred(accepted: str, languages: Collection[str]) -> str:
    """Return the language of the page that a browser prefers, or English if the browser accepts none of them.

    `accepted` is the browser's header, such as `de-AT,de;q=0.9,en;q=0.8`.
    """
    parts = [part.partition(";") for part in accepted.split(",")]
    ranked = sorted(((_quality(rest), tag) for tag, _, rest in parts), key=lambda one: -one[0])
    found = (tag.strip().partition("-")[0].lower() for quality, tag in ranked if quality > 0)
    return next((tag for tag in found if tag in languages), ENGLISH)


def _quality(parameter: str) -> float:
    """Return the quality of a language from a parameter such as `q=0.9`. A value that is not a number counts as 0."""
    name, _, value = parameter.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def index_in(language: str, index: bytes) -> bytes:
    """Return the page's HTML for a language."""
    made = index.replace(b'<html lang="en">', f'<html lang="{language}">'.encode())
    for name in SPOKEN_FILES:
        made = made.replace(f'"/web/{name}"'.encode(), f'"/web/{language}/{name}"'.encode())
    return made
