"""The loop of our Gomocup brain: lines are read while it thinks, and none of them is lost.

One thread reads, the other obeys and thinks. A line that comes early waits its turn; STOP and END
are seen at once. Where memory is too short for a second thread, one thread does both in turn, and a
STOP is seen after the move that it was to stop. END ends a search soon, and not at once: a
transcript that is piped in as a whole still gets its answers. So does one that has no END: what was
asked is answered in full.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agent.gomocup.brain import Brain

    Item = tuple[str, float] | None  # a line and when it came; None after the last

STANDARD_INPUT, STANDARD_OUTPUT = 0, 1  # bare: neither is buffered, and nobody holds a lock
END_GRACE_S = 0.2  # of the second that the protocol leaves
LONGEST_LINE_BYTES = 1 << 16
READER_STACK_BYTES = 256 << 10  # the usual 8 MiB may be more than is left
STOPS = ("STOP", "YXSTOP")
NO_MEMORY = ("", -1.0)  # stands for a line that no memory is left to read


def serve(brain: Brain, source: int) -> None:
    """Let the brain obey the lines of a file descriptor, until END or until there are no more.

    Raises MemoryError where there is too little memory to read a line.
    """
    items: queue.SimpleQueue[Item] = queue.SimpleQueue()
    threading.stack_size(READER_STACK_BYTES)
    reader = threading.Thread(target=read, args=(source, items.put, brain.stop), daemon=True)
    try:
        reader.start()
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
    """The same by one thread alone, which reads the next line when it has obeyed the last."""
    for text in lines_of(source):
        brain.take(text, time.monotonic())
        if brain.ended:
            break


def read(source: int, put: Callable[[Item], None], stop: Callable[[], None]) -> None:
    """Hand on every line as it comes, with `stop` called before a STOP and soon after END."""
    try:
        for text in lines_of(source):
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
        put(None)  # whoever waits for a line must not wait for ever


def lines_of(source: int) -> Iterator[str]:
    """The lines of a file descriptor as they come, until it ends or is gone; long ones are cut."""
    unread = b""
    with contextlib.suppress(OSError):
        while piece := os.read(source, 1 << 16):
            # A line may end in CR, LF or both; the empty one between them does no harm.
            *whole, unread = (unread + piece).replace(b"\r", b"\n").split(b"\n")
            unread = unread[:LONGEST_LINE_BYTES]
            for line in whole:
                yield line.decode(errors="replace").strip()
    yield unread.decode(errors="replace").strip()


def say(text: str) -> None:
    """One line to the manager, at once."""
    os.write(STANDARD_OUTPUT, text.encode() + b"\n")


def main() -> None:
    """Speak the protocol on standard input and output; Ctrl-C and a manager that is gone end it.

    What the system refuses, memory for the brain's own modules too, is told in one line on standard
    error, with exit code 2.
    """
    try:
        from agent.gomocup.brain import Brain  # noqa: PLC0415 - it takes most of the memory

        with contextlib.closing(Brain(say)) as brain:
            serve(brain, STANDARD_INPUT)
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except (OSError, MemoryError, ImportError) as error:
        print(f"pente: {str(error) or 'no memory is left'}", file=sys.stderr)
        sys.exit(2)
