"""The types of the messages that the page's scripts are checked with."""

from __future__ import annotations

import re
from pathlib import Path

from tools.make.page_types import FILE, page_types

ROOT = Path(__file__).parents[2]


def test_the_types_are_those_of_the_messages() -> None:
    """web/contract/page.d.ts is what the messages' definitions give."""
    assert (ROOT / FILE).read_text("utf-8") == page_types(), "run python -m tools.make.page_types"


def test_each_field_of_a_message_has_a_type() -> None:
    """No message has a field that the checker would accept as anything."""
    assert not re.search(r"\bany\b", page_types())
    assert "  interface Game {\n    id: string;\n" in page_types()
    assert "    winner: 0 | 1 | null;\n" in page_types()
