"""The text in the bytes of a file: its encoding, and files that hold no text."""

from __future__ import annotations

import codecs
import os
import re

from arena.records.archive import is_zip
from games.errors import NotationError

SGF_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{2,20})\s*\]")
HEAD = 4_000  # bytes in which the encoding is looked for
CHARSETS = frozenset(
    (
        *("iso-8859-1", "iso-8859-2", "iso-8859-15", "latin1", "latin-1", "windows-1252", "cp1252"),
        *("windows-1250", "windows-1251", "cp1251", "koi8-r", "gbk", "gb2312", "gb18030", "big5"),
        *("shift-jis", "sjis", "euc-jp", "iso-2022-jp", "euc-kr"),
    )
)
CHINESE = "gb18030"  # includes gbk and gb2312
COMMON = range(0xB0, 0xD8)  # the first bytes of the 3,755 most frequent Chinese characters
RENLIB, RENLIB_SUFFIXES = b"\xffRenLib\xff", (".lib", ".rdb")


def decoded(data: bytes, name: str) -> str:
    """The bytes of a file as text.

    They are UTF-8, UTF-16 with its mark, in the charset that SGF names, Chinese, or Latin-1. Raises
    NotationError for a file that holds no text; `name` is its name for the message.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    _refuse_binary(data, name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    charset = SGF_CHARSET.search(data[:HEAD])
    asked = charset[1].decode("ascii").lower().replace("_", "-") if charset else ""
    for encoding in (CHINESE if asked.startswith("gb") else asked, CHINESE):
        try:
            text = data.decode(encoding) if encoding in CHARSETS else ""
        except (UnicodeDecodeError, LookupError):
            continue
        if text and (encoding == asked or asked.startswith("gb") or _is_chinese(text)):
            return text
    return data.decode("latin-1")


def _is_chinese(text: str) -> bool:
    """Whether most characters beyond ASCII are frequent Chinese ones, unlike in other encodings."""
    others = [sign for sign in text if not sign.isascii()]
    codes = [sign.encode("gb2312", errors="replace") for sign in others]
    return 2 * sum(code[0] in COMMON for code in codes) > len(others)


def _refuse_binary(data: bytes, name: str) -> None:
    if data.startswith(RENLIB) or os.path.splitext(name)[1].lower() in RENLIB_SUFFIXES:
        raise NotationError(
            f"{name}: libraries and databases of RenLib (.lib, .rdb) are not read: expected a "
            "text such as SGF"
        )
    if is_zip(data):
        raise NotationError(f"{name}: a zip archive is not read here: unpack it first")
    if b"\0" in data[:HEAD]:
        raise NotationError(f"{name}: a binary file, or UTF-16 without its mark: expected a text")
