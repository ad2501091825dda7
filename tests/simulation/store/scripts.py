"""Functions and scripts of the simulated store.

As in the real store, Lua 5.1 runs the services' own library.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lupa import lua51  # type: ignore[import-untyped] # it ships no types

from tests.simulation.store.keyspace import command
from tests.simulation.store.values import Error, Reply, Scored, Status, float_as_text, integer

if TYPE_CHECKING:
    from tests.simulation.store.keyspace import Store

WRITES: Final = frozenset(
    b"SET DEL UNLINK HSET HSETNX HDEL HINCRBY ZADD ZREM XADD XTRIM XDEL RENAME INCR PEXPIRE EXPIRE SADD SREM".split()
)
HEAD: Final = re.compile(rb"#!lua name=(\w+)\n")
RUNTIME: Final = b"""function(call)
  local function raised(reply)
    if type(reply) == 'table' and reply.err then error(reply, 0) end
    return reply
  end
  local registered = {}
  redis = {
    call = function(...) return raised(call(...)) end,
    pcall = function(...) return call(...) end,
    error_reply = function(text) return { err = text } end,
    status_reply = function(text) return { ok = text } end,
    register_function = function(first, callback)
      if type(first) == 'table' then
        registered[first.function_name] = { first.callback, first.flags }
      else
        registered[first] = { callback }
      end
    end,
  }
  return function() local found = registered; registered = {}; return found end
end"""
RUN: Final = b"""function(work, keys, args)
  local fine, reply = pcall(work, keys, args)
  if fine then return reply end
  if type(reply) == 'table' and reply.err then return reply end
  return { err = 'ERR ' .. tostring(reply) }
end"""
COMPILE: Final = b"function(source) local work, fault = loadstring(source); return work or fault end"


class Function(NamedTuple):
    """A function of a library."""

    library: bytes
    work: Any
    flags: Sequence[bytes]


class Scripts:
    """The Lua state of one store, with its libraries and scripts."""

    def __init__(self, store: Store) -> None:
        """Start Lua, with `redis.call` connected to a store."""
        self._store = store
        runtime: Any = lua51.LuaRuntime
        self._lua = runtime(encoding=None, register_eval=False, register_builtins=False)
        self._table: Callable[..., Any] = self._lua.table_from
        self._registered = self._lua.eval(RUNTIME)(self._call)
        self._run, self._compile = self._lua.eval(RUN), self._lua.eval(COMPILE)
        self._reads_only = False
        self.libraries: dict[bytes, bytes] = {}
        self.functions: dict[bytes, Function] = {}
        self.cached: dict[bytes, Any] = {}
        """Scripts by their digests. A restart of the store loses the scripts, but keeps the libraries."""

    def load(self, code: bytes, *, replace: bool) -> bytes:
        """Load a library; return its name. Refuses: Error."""
        head = HEAD.match(code)
        if head is None:
            raise Error("ERR Missing library metadata")
        name = head[1]
        if name in self.libraries and not replace:
            raise Error(f"ERR Library '{name.decode()}' already exists")
        self._compile_script(b"--" + code)()
        self.functions = {key: one for key, one in self.functions.items() if one.library != name}
        for key, entry in self._registered().items():
            self.functions[key] = Function(name, entry[1], list(entry[2].values()) if entry[2] else [])
        self.libraries[name] = code
        return name

    def remember(self, code: bytes) -> bytes:
        """Cache a script; return its digest. Refuses: Error."""
        digest = hashlib.sha1(code).hexdigest().encode()  # noqa: S324 the store's own name for it
        if digest not in self.cached:
            self.cached[digest] = self._compile_script(b"return function(KEYS, ARGV) " + code + b"\nend")()
        return digest

    def run(self, work: Any, count: bytes, words: Sequence[bytes], *, reads_only: bool = False) -> Reply:  # noqa: ANN401 Lua's
        """Run a function or a script on its keys and arguments."""
        keys = integer(count)
        self._reads_only = reads_only
        try:
            return self._to_reply(self._run(work, self._table(words[:keys]), self._table(words[keys:])))
        finally:
            self._reads_only = False

    def _compile_script(self, code: bytes) -> Any:  # noqa: ANN401 a function of Lua
        found = self._compile(code)
        if isinstance(found, bytes):
            raise Error("ERR Error compiling function: " + found.decode())
        return found

    def _call(self, *words: Any) -> Any:  # noqa: ANN401 what Lua passes
        sent: list[bytes] = []
        for word in words:
            if isinstance(word, bytes):
                sent.append(word)
            elif isinstance(word, int | float) and not isinstance(word, bool):
                sent.append(b"%d" % word if word == int(word) else b"%.17g" % word)
            else:
                return self._table({b"err": b"ERR Lua redis lib command arguments must be strings or integers"})
        if self._reads_only and sent[0].upper() in WRITES:
            return self._table({b"err": b"ERR Write commands are not allowed from read-only scripts."})
        return self._to_lua(self._store.execute(sent, self._store.database))

    def _to_lua(self, reply: Reply) -> Any:  # noqa: ANN401, PLR0911 one case for each kind of reply
        match reply:
            case None:
                return False
            case Error():
                return self._table({b"err": str(reply).encode()})
            case Status():
                return self._table({b"ok": bytes(reply)})
            case float():
                return float_as_text(reply)
            case Scored():
                return self._table(reply.flat())
            case dict():
                return self._table([part for item in reply.items() for part in item])
            case list():
                return self._table([self._to_lua(part) for part in reply])
            case _:
                return reply

    def _to_reply(self, value: Any) -> Reply:  # noqa: ANN401 what Lua returns
        if value is None or value is False:
            return None
        if isinstance(value, float | bool):
            return int(value)
        if isinstance(value, bytes | int):
            return value
        if value[b"err"] is not None:
            return Error(value[b"err"].decode())
        if value[b"ok"] is not None:
            return Status(value[b"ok"])
        found, place = [], 1
        while (part := value[place]) is not None:
            found.append(self._to_reply(part))
            place += 1
        return found


@command("FUNCTION")
def functions(store: Store, what: bytes, *words: bytes) -> Reply:
    """Load a library, or list the libraries."""
    scripts = store.scripts
    if what.upper() == b"LOAD":
        return scripts.load(words[-1], replace=words[0].upper() == b"REPLACE")
    if what.upper() != b"LIST":
        raise Error("ERR the model knows only LOAD and LIST")
    wanted = words[1] if words and words[0].upper() == b"LIBRARYNAME" else None
    return [
        [b"library_name", name, b"engine", b"LUA", b"functions", _describe(store, name), b"library_code", code]
        for name, code in sorted(scripts.libraries.items())
        if wanted in {None, name}
    ]


def _describe(store: Store, library: bytes) -> Reply:
    return [
        [b"name", key, b"description", None, b"flags", list(one.flags)]
        for key, one in sorted(store.scripts.functions.items())
        if one.library == library
    ]


@command("FCALL")
def call_function(store: Store, name: bytes, count: bytes, *words: bytes) -> Reply:
    """Call a function."""
    found = store.scripts.functions.get(name)
    if found is None:
        raise Error("ERR Function not found")
    return store.scripts.run(found.work, count, words, reads_only=b"no-writes" in found.flags)


@command("SCRIPT")
def load_script(store: Store, _what: bytes, code: bytes) -> Reply:
    """Cache a script."""
    return store.scripts.remember(code)


@command("EVALSHA")
def run_cached(store: Store, digest: bytes, count: bytes, *words: bytes) -> Reply:
    """Run a cached script."""
    work = store.scripts.cached.get(digest)
    if work is None:
        raise Error("NOSCRIPT No matching script. Please use EVAL.")
    return store.scripts.run(work, count, words)


@command("EVAL")
def run_script(store: Store, code: bytes, count: bytes, *words: bytes) -> Reply:
    """Run a script."""
    return run_cached(store, store.scripts.remember(code), count, *words)
