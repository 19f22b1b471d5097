"""Files beside the page, which a worker fetches while Python waits."""

from __future__ import annotations

from importlib import import_module

SCRIPTS = "board_files"  # a module of `web/static/standalone/python.js`


def fetched(name: str) -> bytes:
    """The content of a file of `later`. Raises the script's error if it cannot be fetched."""
    content: bytes = import_module(SCRIPTS).fetched(name).to_bytes()
    return content
