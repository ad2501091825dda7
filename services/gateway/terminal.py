"""Helpers of the command line, which read the settings and report errors as sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
import httpx
import msgspec
from rich.console import Console

from shared.platform.settings import ServerSettings, SettingsWrong, read_settings

A_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
console = Console(emoji=False)
errors = Console(stderr=True, emoji=False)


class TextOf(click.ParamType[str]):
    """The command line's parameter type for a text of a declared type, such as an id."""

    name = "text"

    def __init__(self, hint: Any) -> None:  # noqa: ANN401 a declared type
        """Accept texts of a type."""
        self._hint: Final = hint

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check a text."""
        from shared.platform.http.expected import describe_type

        try:
            return str(msgspec.convert(value, self._hint))
        except msgspec.ValidationError:
            self.fail(f"expected {describe_type(self._hint)}; got {value!r}", param, ctx)


class Address(click.ParamType[str]):
    """The command line's parameter type for the address of a server."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check an address."""
        try:
            url = httpx.URL(value)
        except (httpx.InvalidURL, UnicodeError) as error:
            self.fail(f"it is no address: {error}", param, ctx)
        if url.scheme not in {"http", "https"} or not url.host:
            self.fail(f"expected an address such as http://127.0.0.1:8000; got {value!r}", param, ctx)
        return value


def settings_here() -> ServerSettings:
    """Read the settings of this process. If some are invalid, exit with a message that names all of them."""
    try:
        return read_settings(os.environ)
    except SettingsWrong as wrong:
        for problem in wrong.problems:
            errors.print(problem, style="red", highlight=False, markup=False, soft_wrap=True)
        sys.exit(2)


@contextmanager
def errors_reported() -> Iterator[None]:
    """Report an error of the store as a sentence, and exit."""
    from redis.exceptions import RedisError

    from shared.platform.embedded_store.store import StoreError
    from shared.platform.eventlog import CannotStart, LogRefusal, StoreAway

    try:
        yield
    except (StoreError, CannotStart) as error:
        raise click.ClickException(str(error)) from error
    except StoreAway as away:
        raise click.ClickException(f"the store cannot be used: {str(away) or away.says}") from away
    except LogRefusal as refusal:
        raise click.ClickException(refusal.says) from refusal
    except RedisError as error:
        raise click.ClickException(f"the store cannot be used: {error}") from error


def end_with(wrong: Mapping[str, str]) -> None:
    """Print each failed stream with its error. If there is any, exit with status 1."""
    for name, said in wrong.items():
        errors.print(f"{name}: {said}", style="red", highlight=False, markup=False, soft_wrap=True)
    sys.exit(1 if wrong else 0)
