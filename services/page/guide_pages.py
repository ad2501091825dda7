"""The guide at `/guide`: Markdown pages in the folder `guide`, rendered once when the server starts.

Websites that host the source, such as GitHub, show the same files. There, a link to another page of the guide ends with
`.md`, but on this server it does not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

GUIDE: Final = Path(__file__).parent / "guide"
ORDER: Final = (
    "concepts", "page", "past", "campaign", "cards", "discord", "embed", "webhooks", "audit", "fuzz", "operate", "game",
)  # fmt: skip
"""The names of the pages, in the order in which a newcomer reads them. `/guide` shows the first one."""
TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
BESIDE: Final = re.compile(r"\]\((\w+)\.(md|svg)\)")
SCROLLED: Final = re.compile(r"<(pre|table)>")
"""The elements that scroll on narrow screens, and that the keyboard must therefore be able to reach."""
PAGE: Final = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title} · Arbiter</title>
  <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<header><a href="/">Arbiter</a><nav aria-label="Guide"><ul>{links}</ul></nav></header>
<main>
{text}</main>
</body>
</html>
"""


def render_guide() -> Mapping[str, bytes]:
    """Render all pages. Return all files under `/guide` by name, including pictures and styles."""
    texts = {name: (GUIDE / f"{name}.md").read_text("utf-8") for name in ORDER}
    titles = {name: _title(text) for name, text in texts.items()}
    pages = {f"{name}.html": _page(name, text, titles) for name, text in texts.items()}
    return pages | {path.name: path.read_bytes() for path in sorted(GUIDE.iterdir()) if path.suffix in {".svg", ".css"}}


def _title(text: str) -> str:
    found = TITLE.search(text)
    if found is None:
        raise ValueError("a page of the guide begins with a title")
    return found[1]


def _page(name: str, text: str, titles: Mapping[str, str]) -> bytes:
    links = "".join(f"<li>{_link(one, title, here=one == name)}</li>" for one, title in titles.items())
    body: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(_here(text))
    body = SCROLLED.sub(r'<\1 tabindex="0">', body)
    return PAGE.format(title=html.escape(titles[name]), links=links, text=body).encode()


def _link(name: str, title: str, *, here: bool) -> str:
    return f'<a href="/guide/{name}"{" aria-current=page" if here else ""}>{html.escape(title)}</a>'


def _here(text: str) -> str:
    """Change links to other pages and pictures of the guide into addresses on this server."""
    return BESIDE.sub(lambda found: f"](/guide/{found[1]}{'' if found[2] == 'md' else '.svg'})", text)
