"""The main loop of a pool process: it reads tasks, runs them and writes their results, until its parent ends.

A task is `module:function` with arguments. The function takes plain values and returns bytes, and has no access to
the store or to keys. Tasks and results are sent as frames: a length in eight bytes, followed by that many bytes of
MessagePack.
"""

from __future__ import annotations

import importlib
import os
import pickle
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from functools import cache
from typing import IO, Any, Final

import msgspec

LENGTH: Final = 8
LOOK_SECONDS: Final = 0.5
DONE, RAISED = "done", "raised"
OUT_OF_MEMORY: Final = 137

_encode: Final = msgspec.msgpack.Encoder().encode
_task: Final = msgspec.msgpack.Decoder(tuple[str, list[Any]])


def frame(message: Any) -> bytes:  # noqa: ANN401 any message
    """Encode a message as a frame: its length, then its bytes."""
    body = _encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def main(words: list[str]) -> None:
    """Run tasks that arrive on standard input.

    `words` are the arguments of the process: the parent's id, the niceness, the memory limit, and the time limit of
    a task. Text that a task prints is sent to standard error, because standard output carries the results.

    Units: memory in bytes, 0 for no limit; time in milliseconds of processor time, after which SIGPROF ends the
           process
    """
    parent, niceness, memory, time_limit = map(int, words)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    if memory:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    threading.Thread(target=_end_with, args=(parent,), name="parent", daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    answers.write(frame((DONE, b"")))
    answers.flush()
    while (body := _read_frame(sys.stdin.buffer)) is not None:
        signal.setitimer(signal.ITIMER_PROF, time_limit / 1000)
        answer = frame(run_task(body))
        signal.setitimer(signal.ITIMER_PROF, 0)
        answers.write(answer)
        answers.flush()


def run_task(body: bytes) -> tuple[str, bytes]:
    """Run a task. Return whether it succeeded, and the bytes that it returned or the exception that it raised."""
    try:
        name, arguments = _task.decode(body)
        return DONE, function_of(name)(*arguments)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # this process may be in any state now
    except Exception as error:  # noqa: BLE001 every exception is sent to the caller
        return RAISED, pickle_error(error)


@cache
def function_of(name: str) -> Callable[..., bytes]:
    """Return the function with a name of the form `module:function`."""
    module, _, function = name.partition(":")
    found: Callable[..., bytes] = getattr(importlib.import_module(module), function)
    return found


def pickle_error(error: Exception) -> bytes:
    """Encode an exception for `unpickle_error`.

    If the exception cannot be pickled, encode its traceback as text instead.
    """
    from shared.platform.processes.pool_refusals import TaskFailed

    try:
        written = pickle.dumps((type(error), error.args, error.__dict__))
        unpickle_error(written)
    except Exception:  # noqa: BLE001 an exception may hold anything
        trace = "".join(traceback.format_exception(error))
        return pickle.dumps((TaskFailed, (trace,), {}))
    return written


def unpickle_error(written: bytes) -> Exception:
    """Rebuild an exception without calling its constructor."""
    kind, args, fields = pickle.loads(written)  # noqa: S301 written by a process of this pool
    error: Exception = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


def _read_frame(source: IO[bytes]) -> bytes | None:
    """Read a frame, or return None if the parent has closed the pipe."""
    head = source.read(LENGTH)
    if len(head) < LENGTH:
        return None
    size = int.from_bytes(head, "big")
    body = source.read(size)
    return body if len(body) == size else None


def _end_with(parent: int) -> None:
    """End this process as soon as its parent has ended, even during a task."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
