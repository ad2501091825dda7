"""The generator of this package's files: the types of each contract, and a class for each service.

`make contracts` runs it. From `contracts/<service>/openapi.json`, it writes `types/<service>.py`, with
datamodel-code-generator, and `services/<service>.py`, with a method for each call that only this service has. Types
that all contracts share are only in `types/arbiter.py`. The first line of each generated file contains a digest of its
sources.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import sys
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

HERE: Final = Path(__file__).parent
CONTRACTS: Final = HERE.parents[1]
PACKAGE: Final = HERE / "src/arbiter_client"
COMMON: Final = "arbiter"
"""The module of the types that all services share."""
KNOWN: Final = frozenset({
    "list_streams", "open_stream", "look", "audit", "digest", "send_command", "events", "legal", "receipt", "add_seat",
    "rotate_token", "list_jobs", "request_job", "look_at_job", "cancel_job", "job_events", "open_trial", "rules",
    "rule",
})  # fmt: skip
"""Calls of every service, or of every service with simulation jobs. Their methods are written by hand."""
SHARED: Final = (
    "DigestAnswer", "Forbidden", "Health", "JobPage", "Problem", "Progress", "ReceiptAnswer", "Report", "RulePage",
    "Rulebook", "SeatBody", "SeatToken", "StreamPage", "TrialAnswer", "TrialBody", "WebhookAnswer", "WebhookBody",
    "WebhookMade", "WebhookPage", "WebhookSecret",
)  # fmt: skip
"""Schema components that are the same in all contracts."""
SINGULAR: Final = {"matches": "match"}
Form = dict[str, Any]


class Own(NamedTuple):
    """A call that only one service has. The call becomes a method of the service or of its streams."""

    name: str
    says: str
    verb: str
    path: str
    words: tuple[str, ...]
    body: str
    answers: tuple[str, ...]

    @property
    def of_stream(self) -> bool:
        """Whether the call is about one stream."""
        return bool(re.fullmatch(r"/\w+/v1/\w+/\{id\}/.*", self.path))


def contracts() -> dict[str, Path]:
    """Return the path of each contract, by the name of its service."""
    return {path.parent.name: path for path in sorted(CONTRACTS.glob("*/openapi.json"))}


def stamp(path: Path) -> str:
    """Return the first line of a generated file.

    The line has a digest of the contract, of this file and of `pyproject.toml`.
    """
    made_of = hashlib.sha256(path.read_bytes() + Path(__file__).read_bytes() + (HERE / "pyproject.toml").read_bytes())
    return f"# Generated: {made_of.hexdigest()[:32]}, datamodel-code-generator {version('datamodel-code-generator')}."


def generated_files(only: Iterable[str] = ()) -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of every generated file, or only of the files for the services in `only`."""
    documents = {name: json.loads(path.read_text("utf-8")) for name, path in contracts().items()}
    wanted = set(only) or {*documents, COMMON}
    for name, path in contracts().items():
        if name in wanted:
            yield (
                PACKAGE / f"types/{name}.py",
                types_of(documents[name], roots_of(name, documents[name]), stamp(path)),
            )
            yield PACKAGE / f"services/{name}.py", Service(name, documents[name]).source(stamp(path))
    if COMMON in wanted:
        name = whole_of(documents)
        yield PACKAGE / f"types/{COMMON}.py", types_of(documents[name], SHARED, stamp(contracts()[name]))
        yield PACKAGE / "types/__init__.py", names(documents)
        yield PACKAGE / "services/__init__.py", entry(documents)
        yield PACKAGE / "session.py", without_async((PACKAGE / "asynchronous.py").read_text("utf-8"))


def whole_of(documents: Mapping[str, Form]) -> str:
    """Return the name of the first contract that has all shared components.

    These components must be the same in all contracts.

    Refuses: ValueError
    """
    schemas = {name: one["components"]["schemas"] for name, one in documents.items()}
    found = next(name for name, one in schemas.items() if set(SHARED) <= set(one))
    for component in SHARED:
        if any(one.get(component, schemas[found][component]) != schemas[found][component] for one in schemas.values()):
            raise ValueError(f"{component} is not the same in all contracts: it cannot be in types/{COMMON}.py")
    return found


def references(form: Any) -> Iterator[str]:
    """Yield the names of the components that a part of a contract refers to."""
    if isinstance(form, dict):
        if isinstance(form.get("$ref"), str):
            yield form["$ref"].rpartition("/")[2]
        for value in form.values():
            yield from references(value)
    elif isinstance(form, list):
        for value in form:
            yield from references(value)


def answer_schema(operation: Form) -> Form:
    """Return the schema of an operation's successful response in JSON."""
    good = (found for status, found in operation["responses"].items() if status.startswith("2"))
    found: Form = next(one["content"]["application/json"]["schema"] for one in good if "content" in one)
    return found


def roots_of(name: str, contract: Form) -> tuple[str, ...]:
    """Return the components that a service's own calls use, without those that all services share."""
    operations = (one for path in contract["paths"].values() for one in path.values())
    own = [one for one in operations if one.get("operationId", "").startswith(f"{name}_")]
    return tuple(sorted({found for one in own for found in references(one)} - set(SHARED)))


def types_of(contract: Form, roots: Iterable[str], mark: str) -> str:
    """Return the source code of the types of the components in `roots`, and of all components that they refer to."""
    schemas, kept = contract["components"]["schemas"], dict[str, Form]()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept[name] = schemas[name]
            waiting.extend(references(schemas[name]))
    document = {"openapi": "3.1.0", "info": contract["info"], "paths": {}, "components": {"schemas": kept}}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(HERE):
        source, made = Path(folder) / "openapi.json", Path(folder) / "made.py"
        source.write_text(json.dumps(document, sort_keys=True), "utf-8")
        _codegen("--input", str(source), "--output", str(made), "--custom-file-header", mark)
        return made.read_text("utf-8").replace("\n\n\n\n", "\n\n\n")


def _codegen(*words: str) -> None:
    from datamodel_code_generator.__main__ import Exit, main

    if main(words) is not Exit.OK:
        raise RuntimeError(f"datamodel-code-generator failed: {' '.join(words)}")


class Service:
    """The generated module of one service."""

    def __init__(self, name: str, contract: Form) -> None:
        """Read the contract of a service."""
        self.name, self.paths = name, contract["paths"]
        self.operations = {
            one["operationId"].removeprefix(f"{name}_"): (verb, path, one)
            for path, verbs in self.paths.items() for verb, one in verbs.items()
            if one.get("operationId", "").startswith(f"{name}_")
        }  # fmt: skip
        self.streams = self.operations["list_streams"][1].rpartition("/")[2]
        self.stream = SINGULAR.get(self.streams, self.streams.removesuffix("s"))
        self.title = "".join(word.capitalize() for word in name.split("_"))
        self.own = [self._own(key) for key in self.operations if key not in KNOWN]

    def _own(self, key: str) -> Own:
        verb, path, one = self.operations[key]
        words = tuple(found["name"] for found in one.get("parameters", ()) if found["in"] == "path")
        body = next(iter(references(one.get("requestBody", {}))), "")
        return Own(key, one["summary"], verb, path, words, body, tuple(dict.fromkeys(references(answer_schema(one)))))

    def _of(self, key: str) -> str:
        """Return the name of the type of an operation's successful response."""
        return f"t.{next(references(answer_schema(self.operations[key][2])))}"

    def _body_of(self, key: str) -> str:
        return f"t.{next(references(self.operations[key][2]['requestBody']))}"

    @property
    def shapes(self) -> str:
        """Return the names of the six types of a stream: view, command, result, dry run, legal commands, event."""
        title = self._of("look").removeprefix("t.").removesuffix("StreamView")
        return ", ".join(
            f"t.{title}{one}" for one in ("StreamView", "Command", "Done", "DryRun", "LegalAnswer", "CloudEvent")
        )

    def source(self, mark: str) -> str:
        """Return the source code of the module."""
        view, _, done, tried, legal, event = self.shapes.split(", ")
        return "\n".join([
            mark, f'"""Calls of the service `{self.name}`."""', "", "from __future__ import annotations", "",
            "from typing import Final", "",
            "from ..asynchronous import AsyncJobs, AsyncService, AsyncSession, AsyncStream",
            f"from ..calls import Call, Shapes, get, post{', segment' * any(map(self._steps, self.own))}",
            "from ..session import Jobs, Service, Session, Stream",
            f"from ..types import {self.name} as t", "",
            f"SHAPES: Final[Shapes[{self.shapes}]] = Shapes(",
            f'    "{self.name}", "{self.streams}", view={view}, done={done}, tried={tried},',
            f"    legal={legal}, event={event},", ")",
            *self._classes(asynchronous=False), *self._classes(asynchronous=True), "",
        ])  # fmt: skip

    def _classes(self, *, asynchronous: bool) -> Iterator[str]:
        before = "Async" if asynchronous else ""
        stream, opened, opening = (
            before + self.stream.capitalize(),
            self._of("open_stream"),
            self._body_of("open_stream"),
        )
        yield from ["", "", f"class {stream}({before}Stream[{self.shapes}]):"]
        yield f'    """A {self.stream} of `{self.name}`, as the app or one seat sees it."""'
        for own in self.own:
            if own.of_stream:
                yield from self._method(own, asynchronous=asynchronous)
        yield from ["", "", f"class {before}{self.title}({before}Service[{opening}, {opened}, {stream}]):"]
        yield f'    """The service `{self.name}`."""'
        yield from [
            "",
            f"    def __init__(self, session: {before}Session) -> None:",
            '        """Set up the service with the session that sends its calls."""',
        ]
        yield f"        super().__init__(session, SHAPES, {opened}, {stream})"
        yield from [
            "",
            f"    def {self.stream}(self, id: str, *, token: str | None = None, seat: str | None = None) -> {stream}:",
        ]
        says = f"Return a {self.stream} by its id. With a `token` you act as its seat; with the key, as any `seat`."
        yield f'        """{says}"""'
        yield "        return self.stream(id, token=token, seat=seat)"
        if "request_job" in self.operations:
            job = f"{before}Jobs[{self._body_of('request_job')}, {self._of('request_job')}]"
            yield from [
                "",
                "    @property",
                f"    def jobs(self) -> {job}:",
                '        """Return the simulation jobs of this service."""',
            ]
            yield f'        return {before}Jobs(self.session, "{self.name}", {self._of("request_job")})'
        for own in self.own:
            if not own.of_stream:
                yield from self._method(own, asynchronous=asynchronous)

    @staticmethod
    def _steps(own: Own) -> list[str]:
        """Return the variable segments of a call's path, which are parameters of its method."""
        return [word for word in own.words if not (own.of_stream and word == "id")]

    def _method(self, own: Own, *, asynchronous: bool) -> Iterator[str]:
        """Yield the source code of a call that only this service has."""
        answers = " | ".join(f"t.{one}" for one in own.answers)
        keyed = any(one["name"] == "Idempotency-Key" for one in self.operations[own.name][2].get("parameters", ()))
        words = ["self", *(f"{word}: str" for word in self._steps(own))]
        words += [f"body: t.{own.body}"] * bool(own.body) + ["*", "key: str | None = None"] * keyed
        begins, waits = ("async def", "await ") if asynchronous else ("def", "")
        yield from ["", f"    {begins} {own.name}({', '.join(words)}) -> {answers}:"]
        yield f'        """{own.says}"""'
        rest = own.path.partition("{id}")[2]
        path = re.sub(r"\{(\w+)\}", r"{segment(\1)}", rest if own.of_stream else own.path)
        place = "f" * bool(self._steps(own)) + f'"{path}"'
        made = "self.calls." if own.of_stream else ""
        read = f"t.{own.answers[0]}" if len(own.answers) == 1 else f"({', '.join(f't.{one}' for one in own.answers)})"
        given = [place, *(["body"] if own.body else []), read, *(["key=key"] if keyed else [])]
        yield f"        call: Call[{answers}] = {made}{own.verb}({', '.join(given)})"
        yield f"        return {waits}self.session.run(call)"


def entry(documents: Mapping[str, Form]) -> str:
    """Return the source code of the two client classes. Each has every service as an attribute."""
    services = [Service(name, one) for name, one in documents.items()]
    lines = [
        "# Generated by generate.py from the contracts.",
        '"""Every service by name. The types of a service are loaded on first use."""', "",
        "from __future__ import annotations", "",
        "from typing import TYPE_CHECKING", "",
        "from ..asynchronous import AsyncSession", "from ..session import Session", "",
        "if TYPE_CHECKING:",
        *(f"    from .{one.name} import Async{one.title}, {one.title}" for one in services), "",
    ]  # fmt: skip
    for before, says in (("", "An Arbiter server"), ("Async", "An Arbiter server, for async code")):
        lines += [
            "",
            "",
            f"class {before}Arbiter({before}Session):",
            f'    """{says}, called with the key of an app or the token of a seat."""',
        ]
        for one in services:
            lines += [
                "",
                "    @property",
                f"    def {one.name}(self) -> {before}{one.title}:",
                f'        """Return the service `{one.name}`."""',
            ]
            lines += [
                f"        from .{one.name} import {before}{one.title}",
                "",
                f"        return {before}{one.title}(self)",
            ]
    return "\n".join([*lines, ""])


def names(documents: Mapping[str, Form]) -> str:
    """Return the source code of the table of collections. A collection is the path segment of a service's streams."""
    streams = "".join(f'    "{name}": "{Service(name, one).streams}",\n' for name, one in documents.items())
    return (
        "# Generated by generate.py from the contracts.\n"
        '"""Types of requests and responses: one module per service, and `arbiter` for the types that all services '
        'share."""\n\n'
        f"from typing import Final\n\nSTREAMS: Final = {{\n{streams}}}\n"
        '"""The path segment of the streams, by service."""\n'
    )


SYNC: Final = (
    (r"`session\.py` is the same without `async`: `make contracts` generates it from this file\.",
     "Generated by generate.py from `asynchronous.py`, which is the same with `async`."),
    (r"\bThe asynchronous client\b", "The synchronous client"),
    (r"\basyncio\.sleep\b", "time.sleep"), (r"^import asyncio$", "import time"),
    (r"\b(?:async|await) ", ""), (r"\bAsync(?=[A-Z])", ""), (r"\b__a(enter|exit)__", r"__\1__"),
    (r"\baclose\b", "close"), (r"\baread\b", "read"), (r"\baiter_bytes\b", "iter_bytes"),
)  # fmt: skip
"""The replacements that turn asynchronous source code into synchronous source code."""


def without_async(text: str) -> str:
    """Translate asynchronous source code into synchronous source code."""
    lines = text.splitlines()
    for pattern, other in SYNC:
        lines = [re.sub(pattern, other, line) for line in lines]
    return "\n".join(["# Generated by generate.py from asynchronous.py.", *lines, ""])


def outdated_files() -> list[Path]:
    """Return the generated files that are out of date.

    It takes a while to generate all files, so most of them are checked only by the digest in their first line. The
    files of the smallest contract, and those of all contracts together, are generated and compared byte for byte.
    """
    stamps = {name: stamp(path) for name, path in contracts().items()}
    least = min(stamps, key=lambda name: contracts()[name].stat().st_size)
    files = [PACKAGE / f"{folder}/{name}.py" for folder in ("types", "services") for name in stamps]
    marked = {path: path.read_text("utf-8").partition("\n")[0] if path.exists() else "" for path in files}
    anew = dict(generated_files([least, COMMON]))
    known = {*files, *anew}
    stray = [path for folder in ("types", "services") for path in PACKAGE.glob(f"{folder}/*.py") if path not in known]
    old = [path for path, mark in marked.items() if mark != stamps[path.stem]]
    return sorted({*stray, *old, *(path for path, text in anew.items() if path.read_text("utf-8") != text)})


def main(words: list[str]) -> int:
    """Write all generated files, and remove files without a contract. With `--check`, only list outdated files."""
    warnings.filterwarnings("ignore", module="datamodel_code_generator")
    if words == ["--check"]:
        old = outdated_files()
        for path in old:
            print(f"{path} is not of the contracts as they are: make contracts")
        return 1 if old else 0
    files = dict(generated_files())
    for path, text in files.items():
        path.write_text(text, "utf-8")
    for folder in ("types", "services"):
        for path in PACKAGE.glob(f"{folder}/*.py"):
            if path not in files:
                path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
