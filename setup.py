"""Builds the compiled kernel; pyproject.toml has everything else.

A checkout, and an installation that refers to it, import the packages by short names such as
`search`. In a wheel such common words would hide modules of the user, or be hidden by them: there
all packages lie below `pente`, and the build changes the imports.

The extensions are optional: without a compiler the installation succeeds, and the agent plays with
the slower Python search. The build first generates the kernel's tables. With PENTE_WITHOUT_KERNEL
set, nothing is compiled: for a look at what a package contains.
"""

import ast
import compileall
import os
import platform
import re
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

PACKAGES = ("games", "search", "agent", "arena", "pente", "tuning", "web", "cli", "data")
OWN_IMPORT = re.compile(rf"(from|import) (?=({'|'.join({*PACKAGES} - {'pente'})})\b)")
DATA = {  # only what playing needs
    "data": [f"{name}/*.txt" for name in ("bench", "openings", "puzzles")] + ["weights/*.*"],
    "games.five": ["lessons/*.json", "lessons/*/*.json"],
    "games.gipf": ["lessons/*.json", "lessons/*/*.json"],
    "search.kernel": ["*.pyi"],
    "pente": ["py.typed"],
    "web": ["static/**/*"],
}
SCRIPTS = {"pente": "cli.main:main", "pbrain-pente": "agent.gomocup.loop:main"}
IN_WHEEL = not {"editable_wheel", "--inplace"} & {*sys.argv}
KERNEL = "search/kernel"
# Extra flags for compiler and linker; they override ours. With them the build keeps line numbers of
# the kernel for debuggers and sanitizers (tools/trials/sanitize.py).
FLAGS = os.environ.get("PENTE_KERNEL_FLAGS", "").split()
WITHOUT_KERNEL = bool(os.environ.get("PENTE_WITHOUT_KERNEL"))


def installed(name: str) -> str:
    """A module's name as the installation has it."""
    return f"pente.{name}" if IN_WHEEL and name.partition(".")[0] != "pente" else name


def below_pente(source: str) -> str:
    """A module's source with its imports of our packages as a wheel has them."""
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = OWN_IMPORT.sub(r"\1 pente.", line, count=1)
    return "\n".join(lines)


def description(readme: str, home: str, version: str) -> str:
    """README as a package index shows it: relative links lead to the tag of this version."""

    def absolute(link: re.Match[str]) -> str:
        return f"[{link[1]}]({home}/blob/v{version}/{link[2]})" if home else link[1]

    shown = re.sub(r"<!--.*?-->\n*", "", readme, flags=re.DOTALL)
    shown = re.sub(r"\[([^\]]+)\]\((?!https?:)([^)]+)\)", absolute, shown)
    if not home:
        return re.sub(r"<img [^>]*>\s*", "", shown)
    return shown.replace('<img src="', f'<img src="{home}/raw/v{version}/')


class BuildPackages(build_py):
    """The ordinary build, with changed imports and the harness's entry points."""

    def run(self) -> None:
        """Copy homework.py and calibrate.py to where `agent.scripts` finds them in a wheel."""
        super().run()
        if IN_WHEEL:
            for name in ("homework.py", "calibrate.py"):
                self.mkpath(f"{self.build_lib}/pente/agent/entry")
                self.copy_file(name, f"{self.build_lib}/pente/agent/entry/{name}")

    def copy_file(self, infile: str, outfile: str, *more: Any, **how: Any) -> Any:
        """Copy as usual; then change the imports of a module."""
        copied = super().copy_file(infile, outfile, *more, **how)
        if IN_WHEEL and outfile.endswith((".py", ".pyi")):
            source = Path(infile).read_text(encoding="utf-8")
            Path(outfile).write_text(below_pente(source), encoding="utf-8")
        return copied


class BuildKernel(build_ext):
    """The ordinary build, after writing the tables of both kernels."""

    def finalize_options(self) -> None:
        """Compile as many extensions at once as there are processors."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        """Generate the headers, build, and byte-compile the move path."""
        for name in ("five_tables", "gipf_tables"):
            tables = runpy.run_path(f"{KERNEL}/{name}.py")
            write_header(f"{KERNEL}/generated/{name}.h", tables["header"]())
        super().run()
        if self.inplace:
            # Every move is a new process, which would compile its modules again without byte code.
            for package in ("games", "search", "agent"):
                compileall.compile_dir(package, quiet=1)


def write_header(path: str, text: str) -> None:
    """Write a header atomically; keep an identical one, so that nothing is rebuilt."""
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="ascii") as file:
        file.write(text)
    os.replace(path + ".new", path)


def extension(name: str, *processor: str) -> Extension:
    """A kernel extension, with wrapping integers; `processor` adds compiler flags for one."""
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
kernel = []
if not WITHOUT_KERNEL:
    kernel = cythonize(extensions, include_path=[KERNEL], emit_linenums=bool(FLAGS))
for family in kernel:
    family.optional = True  # set here, since cythonize drops it from the extensions it is given
    family.name = installed(family.name)  # the C is the same in both, so no build makes it anew

below = [f"{package}.*" for package in PACKAGES]
packages = {*find_packages(include=[*PACKAGES, *below]), "data"}
project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
home = project["tool"]["pente"]["home"]
version = runpy.run_path("agent/__init__.py")["VERSION"]
urls = {"Source": home, "Changelog": f"{home}/blob/v{version}/CHANGELOG.md"} if home else {}
setup(
    version=version,
    long_description=description(Path("README.md").read_text(encoding="utf-8"), home, version),
    long_description_content_type="text/markdown",
    project_urls=urls,
    packages=sorted(installed(name) for name in packages),
    package_dir={installed(name): name for name in PACKAGES},
    package_data={installed(name): files for name, files in DATA.items()},
    entry_points={
        "console_scripts": [f"{name} = {installed(place)}" for name, place in SCRIPTS.items()]
    },
    ext_modules=kernel,
    cmdclass={"build_ext": BuildKernel, "build_py": BuildPackages},
)
