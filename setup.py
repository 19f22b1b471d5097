"""Builds the compiled kernel; everything else stands in pyproject.toml.

The extension is optional: without a compiler the set-up succeeds and the agent plays with its
readable searcher. The tables are generated first, by modules that the tests know.
"""

import compileall
import os
import platform
import runpy

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

KERNEL = "search/kernel"
# More flags for compiler and linker, after ours, which they overrule; with them the kernel's lines
# are known to a debugger and to a sanitizer's report (tools/trials/sanitize.py).
FLAGS = os.environ.get("PENTE_KERNEL_FLAGS", "").split()


class BuildKernel(build_ext):
    """The ordinary build, after the tables of both kernels have been written."""

    def run(self) -> None:
        """Generate the headers, build, and byte-compile the move path."""
        for name in ("five_tables", "gipf_tables"):
            tables = runpy.run_path(f"{KERNEL}/{name}.py")
            write_header(f"{KERNEL}/generated/{name}.h", tables["header"]())
        super().run()
        if self.inplace:
            # Every move is a new process: without byte code it would compile its modules each time.
            for room in ("games", "search", "agent"):
                compileall.compile_dir(room, quiet=1)


def write_header(path: str, text: str) -> None:
    """Write a header whole; one that says the same already is left as old as it is."""
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="ascii") as file:
        file.write(text)
    os.replace(path + ".new", path)


def extension(name: str, *processor: str) -> Extension:
    """One game family's extension, built for speed with wrapping integers, for this processor."""
    return Extension(
        f"search.kernel.{name}",
        [f"{KERNEL}/{name}.pyx"],
        include_dirs=[KERNEL],
        extra_compile_args=["-O3", "-fwrapv", "-fvisibility=hidden", *processor, *FLAGS],
        extra_link_args=FLAGS,
    )


extensions = [extension("five"), extension("gipf")]
if platform.machine() == "x86_64":
    extensions += [extension(f"{game}_v3", "-march=x86-64-v3") for game in ("five", "gipf")]
kernel = cythonize(extensions, include_path=[KERNEL], emit_linenums=bool(FLAGS))
for family in kernel:
    family.optional = True  # said here, since cythonize makes new records and drops it

PACKAGES = ("games", "search", "agent", "arena", "tuning", "web", "cli")
below = [f"{package}.*" for package in PACKAGES]
setup(
    packages=[*find_packages(include=[*PACKAGES, *below]), "data"],
    ext_modules=kernel,
    cmdclass={"build_ext": BuildKernel},
)
