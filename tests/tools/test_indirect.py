"""A module whose indirect calls are moved does what it did, and the rest of it stays as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.make.site.errors import SiteError
from tools.make.site.indirect import HEAD, NOP, TOO_LONG, spread_calls
from tools.programs import output_of


def counted(content: bytes) -> bytes:
    """Some bytes after their number, which is below 128."""
    return bytes([len(content)]) + content


def module(*chosen: bytes) -> bytes:
    """A module with an imported function, a sum, a difference, and the function `chosen`.

    chosen  three parameters and one local variable of 8 bytes; the table has the three other ones
    """
    two, three = b"\x60\2\x7f\x7f\1\x7f", b"\x60\3\x7f\x7f\x7f\1\x7f"
    bodies = (b"\0\x20\0\x20\1\x6a\x0b", b"\0\x20\0\x20\1\x6b\x0b", b"\1\1\x7e" + b"".join(chosen))
    sections = {
        1: b"\2" + two + three,
        2: b"\1\1e\1f\0\0",
        3: b"\3\0\0\1",
        4: b"\1\x70\0\3",
        5: b"\1\0\1",
        7: b"\1\6chosen\0\3",
        9: b"\1\0\x41\0\x0b\3\0\1\2",
        10: b"\3" + b"".join(counted(body) for body in bodies),
    }
    made = (bytes([name]) + counted(content) for name, content in sections.items())
    return HEAD + b"".join(made)


# Instructions that hold the byte of an indirect call: a block with a table of branches, four
# numbers, and, never run, a store and a copy in memory. None of them is one.
OTHERS = (
    *(b"\2\x40\x41\x11\x0e\2\0\0\0\x0b", b"\x41\x11\x1a", b"\x42\x91\x11\x1a"),
    *(b"\x43\x11\x11\x11\x11\x1a", b"\x44\x11\x11\x11\x11\x11\x11\x11\x11\x1a"),
    b"\2\x40\x0c\0\x41\0\x41\0\x36\2\x11\x41\0\x41\0\x41\x11\xfc\x0a\0\0\x0b",
)
CALLED = (b"\x20\0\x20\1\x20\2", b"\x11\0\0", b"\x0b")
RUN = """
const { readFileSync } = require("fs");
for (const file of process.argv.slice(1)) {
  const instance = new WebAssembly.Instance(
    new WebAssembly.Module(readFileSync(file)), { e: { f: (a, b) => a * b } });
  console.log([0, 1, 2].map((one) => instance.exports.chosen(7, 5, one)).join());
}
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_moved_calls_reach_the_same_functions(tmp_path: Path) -> None:
    """By their index in the table, the functions of the module and of its host."""
    names = [str(tmp_path / name) for name in ("before", "after")]
    before = module(*OTHERS, *CALLED)
    for name, content in zip(names, (before, spread_calls(before)), strict=True):
        Path(name).write_bytes(content)
    said = output_of(["node", "-e", RUN, *names], error=SiteError)
    assert said.split() == ["35,12,2", "35,12,2"]


def test_indirect_calls_are_in_functions_of_their_own() -> None:
    """Calls of one type share a function, which is too long to be put into its callers."""
    after = spread_calls(module(*OTHERS, *CALLED[:2], b"\x1a", *CALLED))
    call = b"".join(CALLED)
    assert call not in after
    assert after.count(CALLED[0] + b"\x10\4") == 2
    assert after.endswith(call[:-1] + bytes([NOP] * TOO_LONG) + call[-1:])


# Handlers of exceptions with and without a tag; the second one's label is 17.
CAUGHT = b"\x1f\x40\2\0\0\0\2\x11\x0b" + b"\x20\0\x0b"


def test_module_without_indirect_calls_stays_as_it_is() -> None:
    """Byte by byte, whatever numbers and labels it has."""
    for without in (module(*OTHERS, b"\x41\x11\x0b"), module(CAUGHT)):
        assert spread_calls(without) == without


@pytest.mark.parametrize(
    "content",
    [
        b"#!/bin/sh",
        HEAD,
        module(*CALLED)[:-20],
        module(b"\xfd\x0c" + 16 * b"\x11", b"\x0b"),
        module(b"\xfc\x12\x11\x11", b"\x0b"),
        module(b"\x20\0\x28\x42\x11\0", b"\x0b"),
    ],
)
def test_what_cannot_be_read_is_refused(content: bytes) -> None:
    """Other files, files that are cut off, and instructions whose length is not known."""
    with pytest.raises(SiteError, match="WebAssembly"):
        spread_calls(content)
