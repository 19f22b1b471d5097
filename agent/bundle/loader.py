"""Loads the modules of a hand-in that is one file, from their sources in that file.

`contents` copies this source to the top of the hand-in. So it keeps to the syntax of Python 3.7,
and it imports only what every interpreter has loaded or built in.

Compiling costs a move up to 60 ms of CPU, and the harness allows an agent one file between moves.
So the byte code is kept there, behind the agent's memory, which does not look at it:

    the memory (agent/memory.py)
    a marshalled dictionary: the byte code of each module by its path
    its length and its keyed checksum, 8 bytes each

The key is of this file and of the Python that runs it. What does not fit is compiled again.
"""

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER
from _imp import source_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

SOURCES: "dict[str, str]" = {}  # "agent/harness.py": its text
DATA: "dict[str, str]" = {}  # "data/weights/pente.toml": its text
LEFT_OUT: "dict[str, str]" = {}  # "search.kernel": why this file lacks the module
FILE = os.path.realpath(__file__)
FOLDER = os.path.dirname(FILE)
KEPT = "playdata.txt"  # in the folder where the move is played
MOST_KEPT = 1 << 20  # bytes
END = 16  # bytes, of the length and the checksum
MOST_KEY = 0x7FFFFFFF  # that every machine's C takes


class Loader:
    """Finds modules in SOURCES, and compiles those that a move imports; others cost nothing."""

    def __init__(self) -> None:
        self.codes: dict[str, bytes] = {}
        self.kept = b""  # what the last move kept, its end included
        self.compiled = False  # whether this move has compiled a module
        try:
            kept = _read_kept()
            if kept:
                self.codes, self.kept = marshal.loads(kept[:-END]), kept  # noqa: S302  # as written
        except Exception:  # noqa: BLE001, S110  # whatever it is, this move compiles again
            pass

    def after(self, exit_code: int) -> int:
        """Put the byte code behind the memory that the move has saved; return its exit code."""
        try:
            if self.compiled:
                content = marshal.dumps(self.codes)
                self.kept = content + _end_of(content)
            with open(KEPT, "r+b", buffering=0, opener=_never_blocking) as file:
                file.seek(-min(END, file.seek(0, os.SEEK_END)), os.SEEK_END)
                if file.read(END) != self.kept[-END:]:
                    file.write(self.kept)
        except Exception:  # noqa: BLE001, S110  # as without a memory: the next move compiles again
            pass
        return exit_code

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> "ModuleSpec | None":
        """The specification of a module of this file; None for any other module."""
        del path, target
        if name in LEFT_OUT:
            raise ImportError(LEFT_OUT[name])
        for suffix in (".py", "/__init__.py"):
            file = name.replace(".", "/") + suffix
            if file in SOURCES:
                package = suffix != ".py"
                spec = ModuleSpec(
                    name,
                    self,  # type: ignore[arg-type]
                    origin=FOLDER + "/" + file,
                    is_package=package,
                )
                spec.has_location = True  # the module gets the origin as its `__file__`
                return spec
        return None

    def create_module(self, spec: "ModuleSpec") -> None:
        """None: Python makes the module."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run a module's byte code in it, compiled if it was not kept."""
        file = str(module.__file__)
        if file in self.codes:
            code = marshal.loads(self.codes[file])  # noqa: S302  # as above
        else:
            code = compile(self.get_source(module.__name__), file, "exec", optimize=2)
            self.codes[file], self.compiled = marshal.dumps(code), True
        exec(code, vars(module))  # noqa: S102

    def get_source(self, name: str) -> str:
        """The text of a module, which tracebacks show as well."""
        spec = self.find_spec(name)
        return SOURCES[str(spec and spec.origin)[len(FOLDER) + 1 :]]

    def get_data(self, path: str) -> bytes:
        """The content of a data file. Raises FileNotFoundError."""
        name = path[len(FOLDER) + 1 :]
        if name not in DATA:
            raise FileNotFoundError(2, "is not in this file", name)
        return DATA[name].encode()


def _never_blocking(path: str, flags: int) -> int:
    """Open a file, also one that leads to a pipe, without waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _read_kept() -> bytes:
    """What stands behind the memory, its end included; b"" if it does not fit.

    Raises OSError.
    """
    with open(KEPT, "rb", buffering=0, opener=_never_blocking) as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - MOST_KEPT))
        data = file.read(MOST_KEPT)
    length = int.from_bytes(data[-END:-8], "little")
    kept = data[-END - length :]
    return kept if kept[-END:] == _end_of(kept[:-END]) else b""


def _end_of(content: bytes) -> bytes:
    """What stands behind this content: its length and its checksum, keyed as said above."""
    state = os.stat(FILE)
    key = hash((state.st_size, state.st_mtime_ns, int.from_bytes(MAGIC_NUMBER, "little")))
    return len(content).to_bytes(8, "little") + source_hash(key & MOST_KEY, content)


LOADER = Loader()
sys.meta_path.insert(0, LOADER)
