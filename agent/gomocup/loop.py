"""The loop of our Gomocup brain: it reads lines during a search and loses none.

One thread reads, the other executes commands and searches. Commands that arrive early wait; the
reader sees STOP and END at once. If memory is too short for a second thread, one thread does both
in turn, and a STOP takes effect only after the current move.

END stops a search after a short delay, so that a transcript piped in as a whole still gets its
answers. At the end of input without END the brain answers all commands in full.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING

from games.errors import in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agent.gomocup.brain import Brain

    Item = tuple[str, float] | None  # a line and its arrival time; None after the last

STANDARD_INPUT, STANDARD_OUTPUT = 0, 1  # file descriptors: unbuffered and without locks
END_GRACE_S = 0.2  # the protocol allows one second
LONGEST_LINE_BYTES = 1 << 16
READER_STACK_BYTES = 256 << 10  # the default of 8 MiB may exceed the memory left
STOPS = ("STOP", "YXSTOP")
NO_MEMORY = ("", -1.0)  # stands for a line that could not be read for lack of memory


def serve(brain: Brain, source: int) -> None:
    """Pass the lines of a file descriptor to the brain, until END or the end of input.

    Raises MemoryError if there is too little memory to read a line.
    """
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    default_bytes = threading.stack_size(READER_STACK_BYTES)
    reader = threading.Thread(target=read, args=(source, items.put, brain.stop), daemon=True)
    try:
        try:
            reader.start()
        finally:
            threading.stack_size(default_bytes)
    except (RuntimeError, MemoryError):
        serve_by_turns(brain, source)
        return
    while not brain.ended:
        item = items.get()
        if item is None:
            break
        if item is NO_MEMORY:
            raise MemoryError
        brain.take(*item)


def serve_by_turns(brain: Brain, source: int) -> None:
    """Like `serve` in one thread: read the next line after the last command is done."""
    for text in incoming_lines(source):
        brain.take(text, time.monotonic())
        if brain.ended:
            break


def read(source: int, put: Callable[[Item], None], stop: Callable[[], None]) -> None:
    """Pass on each line as it arrives; call `stop` before a STOP and soon after END."""
    try:
        for text in incoming_lines(source):
            if text.upper() in STOPS:
                stop()
            put((text, time.monotonic()))
            if text.upper() == "END":
                time.sleep(END_GRACE_S)
                stop()
                break
    except MemoryError:
        put(NO_MEMORY)
    finally:
        put(None)  # the main thread must not wait for ever


def incoming_lines(source: int) -> Iterator[str]:
    """The lines of a file descriptor as they arrive, until it ends or fails; cuts long lines."""
    unread = b""
    with contextlib.suppress(OSError):
        while piece := os.read(source, 1 << 16):
            # A line may end in CR, LF or both; the empty line between them is harmless.
            *whole, unread = (unread + piece).replace(b"\r", b"\n").split(b"\n")
            unread = unread[:LONGEST_LINE_BYTES]
            for line in whole:
                yield line.decode(errors="replace").strip()
    yield unread.decode(errors="replace").strip()


def say(text: str) -> None:
    """Send one line to the manager, unbuffered."""
    os.write(STANDARD_OUTPUT, text.encode() + b"\n")


def main(say: Callable[[str], None] = say) -> None:
    """Run the brain on standard input and output, until END, Ctrl-C or a closed pipe.

    `say` sends a line to the manager. Errors of the system, such as too little memory for the
    brain's modules, print one line on standard error and end with exit code 2.
    """
    try:
        from agent.gomocup.brain import Brain  # noqa: PLC0415 - needs most of the memory

        with contextlib.closing(Brain(say)) as brain:
            serve(brain, STANDARD_INPUT)
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except (OSError, MemoryError, ImportError, SystemError) as error:  # imports without memory
        print(f"pente: {in_words(error) or 'no memory is left'}", file=sys.stderr)
        sys.exit(2)
