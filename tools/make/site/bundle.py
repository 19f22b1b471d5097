"""Joins the scripts that a start needs, since each request of a page costs more than its bytes.

A module becomes a function that runs it once and returns what it exports; an import calls it. At
its old address a module passes on what the joined one exports: so there is one of each, also for
the scripts that are loaded later.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

IMPORT = re.compile(r'^import (?:(\* as \w+|\{[^}]*\}) from )?"([^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
ONCE = "const once = (make) => { let made; return () => (made ??= make()); };\n"


def bundle(folder: Path, first: str, more: list[str]) -> None:
    """Join a script and others, with all that they import, at the address of the first.

    Raises ValueError if one has an import or export of another form than the page's scripts have.
    """
    names = _needed(folder, [first, *more])
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in names}
    parts = [ONCE]
    for name, text in texts.items():
        parts.append(
            f"const {names[name]} = once(() => {{\n{_joined(name, text, names, first)}}});\n"
        )
        call = names[name]
        passed = f'import {{ {call} }} from "{_address(name, first)}";\n'
        passed += f"export const {{ {_exports(text)} }} = {call}();\n"
        (folder / name).write_text(passed, encoding="utf-8")
    parts.append(f"{names[first]}();\nexport {{ {', '.join(names.values())} }};\n")
    (folder / first).write_text("".join(parts), encoding="utf-8")


def _needed(folder: Path, scripts: list[str]) -> dict[str, str]:
    """These scripts and all that they import, each with the name of its function."""
    for name in scripts:  # grows meanwhile
        text = (folder / name).read_text(encoding="utf-8")
        imported = (_resolved(name, address) for _, address in IMPORT.findall(text))
        scripts += [script for script in dict.fromkeys(imported) if script not in scripts]
    return {name: f"m{number}" for number, name in enumerate(scripts)}


def _joined(name: str, text: str, names: dict[str, str], first: str) -> str:
    """The body of a module's function."""

    def imported(match: re.Match[str]) -> str:
        words, call = match[1], f"{names[_resolved(name, match[2])]}()"
        if not words:
            return f"{call};"
        return f"const {words.removeprefix('* as ').replace(' as ', ': ')} = {call};"

    def later(match: re.Match[str]) -> str:
        target = _resolved(name, match[1])
        joined = names.get(target)
        return (
            f"Promise.resolve().then({joined})"
            if joined
            else f'import("{_address(first, target)}")'
        )

    body = LATER.sub(later, EXPORT.sub("", IMPORT.sub(imported, text)))
    if other := OTHER.search(body):
        raise ValueError(f"{name}: cannot join the line {other[0]!r}")
    here = f'new URL("{_address(first, name)}", import.meta.url).href'
    return f"{body.replace('import.meta.url', here)}\nreturn {{ {_exports(text)} }};\n"


def _exports(text: str) -> str:
    """The names that a module exports."""
    return ", ".join(EXPORT.findall(text))


def _resolved(name: str, address: str) -> str:
    """The name of what a script imports."""
    return os.path.normpath(os.path.join(os.path.dirname(name), address))


def _address(name: str, target: str) -> str:
    """How a script imports another one."""
    relative = os.path.relpath(target, os.path.dirname(name))
    return relative if relative.startswith(".") else f"./{relative}"
