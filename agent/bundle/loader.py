"""Loads the modules of a hand-in that is one file, from their sources in that file.

`contents` copies this source to the top of the hand-in. So it keeps to the syntax of Python 3.7,
and it imports only what every interpreter has loaded anyway.
"""

import os
import sys
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

SOURCES: "dict[str, str]" = {}  # "agent/harness.py": its text
DATA: "dict[str, str]" = {}  # "data/weights/pente.toml": its text
LEFT_OUT: "dict[str, str]" = {}  # "search.kernel": why this file lacks the module
FOLDER = os.path.dirname(os.path.realpath(__file__))


class Loader:
    """Finds modules in SOURCES, and compiles those that a move imports; others cost nothing."""

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
        """Run the text of a module in it."""
        text = self.get_source(module.__name__)
        exec(compile(text, str(module.__file__), "exec"), vars(module))  # noqa: S102

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


sys.meta_path.insert(0, Loader())
