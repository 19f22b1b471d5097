"""Indirect calls of a WebAssembly module go through functions that only make such calls.

Chromium (since 137) guesses where an indirect call goes from the targets that it has seen, puts
their code into the caller's, and throws the machine code of the whole caller away if it guessed
wrong. Python's interpreter loop is 79 kB long and was compiled six to ten times while the board
started, a quarter of a first visit's CPU time. Now

    caller:  ... call_indirect (type T)      becomes   ... call $T
    $T:      local.get 0 ... local.get n     the parameters of T, and the index in the table
             call_indirect (type T)
             nop ...                         too long to be put into its callers

What the code does is the same; deep recursion ends some 4 % earlier. The format:
https://webassembly.github.io/spec/core/binary/
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tools.make.site.errors import SiteError

Item = TypeVar("Item")

HEAD = b"\0asm\1\0\0\0"
TYPES, IMPORTS, FUNCTIONS, CODE = 1, 2, 3, 10  # sections
FUNCTION_TYPE, I32, LIMITED = 0x60, b"\x7f", 1
NOP, END, BRANCH_TABLE, CALL, CALL_INDIRECT, LOCAL_GET = 0x01, 0x0B, 0x0E, 0x10, 0x11, 0x20
SELECT, TRY_TABLE, F32_CONST, F64_CONST, MORE = 0x1C, 0x1F, 0x43, 0x44, 0xFC
MEMORY = range(0x28, 0x3F)  # loads and stores
TYPED_REFERENCES = b"\x63\x64"
# How many numbers follow an opcode. Vectors, atomics and references to objects are not here: Python
# has none.
NUMBERS = (
    dict.fromkeys(
        (0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1), 0
    )
    | dict.fromkeys((0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, CALL, 0x12), 1)
    | dict.fromkeys(
        (0x14, 0x15, 0x18, *range(LOCAL_GET, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2), 1
    )
    | dict.fromkeys((CALL_INDIRECT, 0x13, *MEMORY), 2)
)
NUMBERS_OF_MORE = dict(enumerate((0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1)))
SPECIAL = (BRANCH_TABLE, SELECT, TRY_TABLE, F32_CONST, F64_CONST)
MANY_MEMORIES = 0x40  # a flag of a load's alignment: one more number follows
TOO_LONG = 500  # bytes of a function: V8's wasm_inlining_max_size


def spread_calls(code: bytes) -> bytes:
    """The module with its indirect calls as described above.

    Raises SiteError.
    """
    if not code.startswith(HEAD):
        raise SiteError("Python is no WebAssembly module of version 1")
    try:
        module = _Module(code)
        module.spread()
    except (KeyError, IndexError) as error:
        raise SiteError("Python's WebAssembly is cut off, or a section is missing") from error
    return module.written()


class _Module:
    """The sections of a module, some of them as lists of what they hold."""

    def __init__(self, code: bytes) -> None:
        reader = _Reader(code, len(HEAD))
        self._sections: list[tuple[int, bytes]] = []
        while reader.more:
            self._sections.append((reader.byte(), reader.counted()))
        content = dict(self._sections)
        self._types = _vector(content[TYPES], _Reader.function_type)
        self._functions = _vector(content[FUNCTIONS], _Reader.number)
        self._bodies = _vector(content[CODE], _Reader.counted)
        kinds = _vector(content[IMPORTS], _Reader.kind_of_import)
        self._imported = kinds.count(0)
        self._calls: dict[tuple[int, int], int] = {}  # the added functions, by type and table
        self._added: list[bytes] = []

    def spread(self) -> None:
        """Change all functions, and add those that they call."""
        self._bodies = [self._changed(body) for body in self._bodies] + self._added

    def _changed(self, body: bytes) -> bytes:
        """A function with calls in the place of indirect ones."""
        if CALL_INDIRECT not in body:
            return body
        reader, made, copied = _Reader(body), b"", 0
        for _ in range(2 * reader.number()):  # local variables: how many, of which type
            reader.number()
        while reader.more:
            began = reader.at
            called = reader.instruction()
            if called:
                call = bytes([CALL]) + _number(self._call(*called))
                made, copied = made + body[copied:began] + call, reader.at
        return made + body[copied:]

    def _call(self, kind: int, table: int) -> int:
        """The number of the function that calls a function of a table."""
        if (kind, table) not in self._calls:
            self._calls[kind, table] = self._imported + len(self._functions)
            parameters, results = self._types[kind]
            given = b"".join(
                bytes([LOCAL_GET]) + _number(local) for local in range(len(parameters) + 1)
            )
            call = bytes([CALL_INDIRECT]) + _number(kind) + _number(table)
            self._functions.append(len(self._types))
            self._types.append((parameters + I32, results))
            self._added.append(b"\0" + given + call + bytes(TOO_LONG * [NOP] + [END]))
        return self._calls[kind, table]

    def written(self) -> bytes:
        """The file."""
        types = [
            bytes([FUNCTION_TYPE]) + _counted(parameters) + _counted(results)
            for parameters, results in self._types
        ]
        changed = {
            TYPES: types,
            FUNCTIONS: [_number(kind) for kind in self._functions],
            CODE: [_counted(body) for body in self._bodies],
        }
        made = {name: _number(len(held)) + b"".join(held) for name, held in changed.items()}
        sections = [
            bytes([name]) + _counted(made.get(name, content)) for name, content in self._sections
        ]
        return HEAD + b"".join(sections)


class _Reader:
    """Reads bytes from the first to the last one."""

    def __init__(self, code: bytes, at: int = 0) -> None:
        self.code, self.at = code, at

    @property
    def more(self) -> bool:
        """Whether there is something left."""
        return self.at < len(self.code)

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.code[self.at - 1]

    def number(self) -> int:
        """The next number, as if it had no sign."""
        value = shift = 0
        while (byte := self.byte()) >= 0x80:
            value, shift = value | (byte & 0x7F) << shift, shift + 7
        return value | byte << shift

    def counted(self) -> bytes:
        """The next bytes, after their number."""
        length = self.number()
        self.at += length
        if self.at > len(self.code):
            raise IndexError(self.at)
        return self.code[self.at - length : self.at]

    def function_type(self) -> tuple[bytes, bytes]:
        """Parameters and results, a byte each."""
        if self.byte() != FUNCTION_TYPE:
            raise SiteError("Python has a WebAssembly type that is no function's")
        parameters, results = self.counted(), self.counted()
        if any(kind in TYPED_REFERENCES for kind in parameters + results):
            raise SiteError("Python has WebAssembly functions of typed references")
        return parameters, results

    def kind_of_import(self) -> int:
        """0 is a function."""
        self.counted()
        self.counted()
        kind = self.byte()
        if kind in (1, 3, 4):  # a reference type, a value type, or a tag's attribute
            self.byte()
        if kind in (1, 2) and self.byte() & LIMITED:  # a table or a memory
            self.number()
        self.number()  # a function's or tag's type, the least size, or whether a variable changes
        return kind

    def instruction(self) -> tuple[int, int] | None:
        """Skip one; return type and table of an indirect call, else None."""
        opcode = self.byte()
        if opcode == MORE:
            numbers = NUMBERS_OF_MORE.get(self.number())
        else:
            numbers = self._special(opcode) if opcode in SPECIAL else NUMBERS.get(opcode)
        if numbers is None:
            raise SiteError(f"Python has the WebAssembly instruction {opcode:#x}, unknown here")
        passed = [self.number() for _ in range(numbers)]
        if opcode in MEMORY and passed[0] >= MANY_MEMORIES:
            raise SiteError("Python has more than one WebAssembly memory")
        return (passed[0], passed[1]) if opcode == CALL_INDIRECT else None

    def _special(self, opcode: int) -> int:
        """Skip what is no number; return how many numbers follow."""
        if opcode in (F32_CONST, F64_CONST):
            self.at += 4 if opcode == F32_CONST else 8
            return 0
        if opcode == TRY_TABLE:
            self.number()
            for _ in range(self.number()):
                for _ in range(2 if self.byte() < 2 else 1):  # with or without a tag
                    self.number()
            return 0
        return self.number() + (opcode == BRANCH_TABLE)


def _vector(section: bytes, item: Callable[[_Reader], Item]) -> list[Item]:
    """What a section lists."""
    reader = _Reader(section)
    return [item(reader) for _ in range(reader.number())]


def _number(value: int) -> bytes:
    """A number, as the file has it."""
    head = b""
    while value >= 0x80:
        head, value = head + bytes([value & 0x7F | 0x80]), value >> 7
    return head + bytes([value])


def _counted(content: bytes) -> bytes:
    """Bytes after their number."""
    return _number(len(content)) + content
