"""What axe-core finds on a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
REST = {"exclude": [["#grid [role=row]:nth-child(n+4)"]]}  # rows all alike, and slow to check


def faults(page: Page, part: Any = None, rules: list[str] = RULES) -> list[str]:
    """What axe-core finds in the page or a part of it: rule and elements."""
    base = pytest.importorskip("axe_playwright_python.base", reason="no axe-core")
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(base.AXE_SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"]}  # of others one element each
    found = page.evaluate(f"axe.run({json.dumps(part or REST)}, {json.dumps(options)})")
    assert found["passes"], "axe-core has looked at nothing"
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found["violations"]
    ]
