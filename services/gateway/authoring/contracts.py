"""`arbiter contracts`: write the public contracts to files, so that a diff shows every change."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar

from services.gateway.authoring.event_rules import rules_of_events
from services.gateway.authoring.refusal_tables import table_of
from services.gateway.extras import app_extras
from services.gateway.served import SERVICES
from services.page.sentences.data import Sentences
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.contract_shapes import shapes_of
from shared.platform.http.app import make_app
from shared.platform.http.documents.contract_page import contract_of
from shared.platform.http.services import Service
from shared.platform.ledger import CONTRACTS
from shared.platform.settings import ServerSettings


def contract_files() -> Iterator[tuple[Path, str]]:
    """Yield the path of every contract file, with its expected content."""
    app = documented_app()
    for one in SERVICES:
        yield from files_of(one, app)
    yield CONTRACTS / "arbiter" / "refusals.md", table_of("arbiter", "all games")
    yield CONTRACTS / "sentences.schema.json", _text(msgspec.json.schema(Sentences))


def documented_app() -> Litestar:
    """Return an app with all services, from which the contracts are written."""
    return make_app(SERVICES, ServerSettings(), store="unix://unused", extras=app_extras())


def files_of(one: Service, app: Litestar) -> Iterator[tuple[Path, str]]:
    """Yield the path of each contract file of a service, with its expected content."""
    folder = CONTRACTS / one.name
    own = {name: document() for name, document in one.documents.items()}
    documents = {"openapi.json": contract_of(app, only=one.name), "events.json": events_of(one), **own}
    for name, document in documents.items():
        yield folder / name, _text(document)
    yield folder / "refusals.md", table_of(one.name, f"`{one.name}`")


def events_of(one: Service) -> dict[str, Any]:
    """Return the stored form of a service's events as JSON Schema, and the rules behind each event type."""
    kinds = (*KERNEL_EVENTS, *one.game.events)
    drawn = shapes_of(kinds)
    return {
        "description": f"The events of {one.game.name} streams, as the log keeps them; `type` names each. "
        "`rules` has the ids of the rules that make each: at most three, the most specific ones.",
        "events": {kind.__name__: schema for kind, schema in zip(kinds, drawn.schemas, strict=True)},
        "rules": rules_of_events(one.game),
        "components": {"schemas": dict(sorted(drawn.components.items()))},
    }


def write_contracts() -> None:
    """Write every contract file."""
    for path, text in contract_files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def outdated_files() -> list[Path]:
    """Return the contract files that differ from the contracts of the current code."""
    return [path for path, text in contract_files() if not path.exists() or path.read_text("utf-8") != text]


def _text(form: Mapping[str, Any]) -> str:
    return json.dumps(form, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
