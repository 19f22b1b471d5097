"""Builds the compiled kernel; everything else stands in pyproject.toml.

The extension is optional: without a compiler the set-up succeeds and the agent plays with its
readable searcher. The window tables are generated first, by a module that the tests know.
"""

import compileall
import platform
import runpy

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNEL = "search/kernel"


class BuildKernel(build_ext):
    """The ordinary build, after the window tables have been written."""

    def run(self) -> None:
        """Generate the header, build, and byte-compile the move path."""
        tables = runpy.run_path(f"{KERNEL}/tables.py")
        tables["write_header"](f"{KERNEL}/generated/five_tables.h")
        super().run()
        if self.inplace:
            # Every move is a new process: without byte code it would compile its modules each time.
            for room in ("games", "search", "agent"):
                compileall.compile_dir(room, quiet=1)


def extension(name: str, *processor: str) -> Extension:
    """One game family's extension, built for speed with wrapping integers, for this processor."""
    return Extension(
        f"search.kernel.{name}",
        [f"{KERNEL}/{name}.pyx"],
        include_dirs=[KERNEL],
        extra_compile_args=["-O3", "-fwrapv", "-fvisibility=hidden", *processor],
    )


extensions = [extension("five"), extension("toy")]
if platform.machine() == "x86_64":
    extensions.append(extension("five_v3", "-march=x86-64-v3"))
kernel = cythonize(extensions)
for family in kernel:
    family.optional = True  # said here, since cythonize makes new records and drops it

setup(
    ext_modules=kernel,
    cmdclass={"build_ext": BuildKernel},
)
