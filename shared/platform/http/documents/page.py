"""The contract as a readable page: one HTML file that loads nothing from other hosts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

PLACES: Final = {"path": "in the path", "query": "after ?", "header": "as a header"}
STYLE: Final = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem 1.5rem;overflow-wrap:anywhere;
color:light-dark(#1b1b1b,#e6e6e6);background:light-dark(#fff,#161616)}a{color:light-dark(#0645ad,#8bf)}
h2{margin-top:2.5rem;border-bottom:2px solid #8888}h3{font:600 1rem/1.4 ui-monospace,monospace;margin:2rem 0 .3rem}
pre{background:light-dark(#f4f4f2,#242424);padding:.7rem;overflow:auto;overflow-wrap:normal;font-size:.85rem}
code{font-size:.9em}table{border-collapse:collapse;font-size:.9rem}td{padding:.15rem .8rem .15rem 0;vertical-align:top}
td:first-child{min-width:5rem}summary{cursor:pointer;padding:.3rem 0}
b.get{color:light-dark(#066b45,#5c9)}b.post{color:light-dark(#0a4fa0,#8bf)}
nav{display:flex;flex-wrap:wrap;gap:.2rem 1rem}nav a{padding:.2rem 0}
"""
PRE: Final = '<pre tabindex="0">'
"""The opening tag of preformatted text. It can have the keyboard focus, because it scrolls on narrow screens."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
HEAD: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    f'<link rel="icon" href="data:,"><style>{STYLE}</style>'
)


def page(contract: Mapping[str, Any]) -> str:
    """Return the page of a contract as HTML. It is the same for all readers."""
    about = contract["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            drawn = "".join(_operation(path, method, operation))
            groups.setdefault(operation["tags"][0], []).append(drawn)
    contents = "".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in (*groups, "schemas"))
    title, version, says = (escape(about[name]) for name in ("title", "version", "description"))
    return "".join((
        HEAD, f"<title>{title}</title></head><body><main><h1>{title} <small>{version}</small></h1><p>{says}</p>",
        f'<p>For programs: <a href="/schema/openapi.json">/schema/openapi.json</a>, OpenAPI {contract["openapi"]}.</p>',
        "<p>In the commands, <code>ARBITER_URL</code> is where you read this, and <code>ARBITER_KEY</code> a key.</p>",
        f'<nav aria-label="Contents">{contents}</nav>',
        *(f'<h2 id="{escape(name)}">{escape(name)}</h2>{"".join(drawn)}' for name, drawn in groups.items()),
        '<h2 id="schemas">schemas</h2>', *_schemas(contract["components"]["schemas"]), "</main></body></html>",
    ))  # fmt: skip


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    """Return an operation as HTML: its purpose, its parameters, an example call, and its responses."""
    name = escape(operation["operationId"])
    yield f'<h3 id="{name}"><b class="{method}">{method.upper()}</b> {escape(path)}</h3><p>{_text(operation)}</p>'
    yield _table(
        (f"<code>{escape(one['name'])}</code>", PLACES[one["in"]], escape(one["description"]), _form(one["schema"]))
        for one in operation["parameters"]
    )  # fmt: skip
    yield f"{PRE}{escape(_curl(path, method, operation))}</pre>"
    yield "<details><summary>answers</summary>"
    yield _table(
        (status, escape(answer["description"]), _contents(answer))
        for status, answer in operation["responses"].items()
    )  # fmt: skip
    yield "</details>"


def _text(operation: Mapping[str, Any]) -> str:
    return escape(" ".join(part for part in (operation["summary"], operation["description"]) if part))


def _contents(answer: Mapping[str, Any]) -> str:
    return "; ".join(
        f"{escape(kind)} {_form(one.get('schema', {}))}" for kind, one in answer.get("content", {}).items()
    )


def _form(schema: Mapping[str, Any]) -> str:
    """Return a schema as HTML: a link if the schema has a name, otherwise a description."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#schema-{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_form(one) for one in schema["anyOf"])
    return f"<code>{escape(str(schema.get('pattern') or schema.get('enum') or schema.get('type', '')))}</code>"


def _curl(path: str, method: str, operation: Mapping[str, Any]) -> str:
    """Return a curl command for an operation, with an example body from the contract."""
    words = [f"curl -s $ARBITER_URL{path.replace('{', '$').replace('}', '')}"]
    if operation.get("security"):
        words.append('-H "Authorization: Bearer $ARBITER_KEY"')
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None:
        example: Any = next((one["value"] for one in body.get("examples", {}).values()), {})
        words += ['-H "Content-Type: application/json"', f"-d '{json.dumps(example)}'"]
    elif method != "get":
        words.append(f"-X {method.upper()}")
    return " \\\n     ".join(words)


def _table(rows: Iterator[tuple[str, ...]]) -> str:
    drawn = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{drawn}</table>" if drawn else ""


def _schemas(schemas: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        text = escape(json.dumps(schema, indent=1, ensure_ascii=False))
        about = escape(str(schema.get("description", "")))
        drawn = f"<summary>{escape(name)}: {about}</summary>{PRE}{text}</pre>"
        yield f'<details id="schema-{escape(name)}">{drawn}</details>'
