"""Writes the messages of the server as types for the page's scripts: web/contract/page.d.ts.

The file is not in git: run this before `tsc`, as `.ci/run` does.
"""

from __future__ import annotations

import json
import os
from typing import Any

from web.http.openapi import describe

FILE = os.path.join("web", "contract", "page.d.ts")
HEAD = """// The messages between server and page, for the type checker of the page's scripts.
// Written by `python -m tools.make.page_types`; do not edit.

declare namespace Wire {
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def page_types() -> str:
    """All message types as interfaces of a namespace, in the order of their names."""
    schemas = describe()["components"]["schemas"]
    return HEAD + "".join(_interface(name, schemas[name]) for name in sorted(schemas)) + "}\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    fields = [
        f"    {field}{'' if field in needed else '?'}: {_type(kind)};\n"
        for field, kind in schema.get("properties", {}).items()
    ]
    return f"  interface {name} {{\n{''.join(fields)}  }}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(option) for option in schema["anyOf"])
    kind = schema.get("type", "any")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return f"{{ [name: string]: {_type(schema.get('additionalProperties', {}))} }}"
    return str(PLAIN.get(kind, kind))


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    kind = _type(schema.get("items", {}))
    return f"({kind})[]" if "|" in kind else f"{kind}[]"


def main() -> None:
    """Write the file."""
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(page_types())
    print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
