"""The import walk: what it follows, and that it leads to everything that a hand-in needs."""

from __future__ import annotations

import ast

from agent.bundle.contents import OTHER_GAMES
from agent.bundle.modules import imported_names, needed_modules
from tests.agent.desk import ROOT

ENTRIES = [(ROOT / name).read_text() for name in ("homework.py", "calibrate.py")]


def test_walk_leaves_out_what_is_not_needed() -> None:
    """No other game, no records, nothing of the packages above, none of the tables' makers."""
    found = needed_modules(ENTRIES, OTHER_GAMES)
    assert not [name for name in found if "gipf" in name or "records" in name]
    assert {name.partition(".")[0] for name in found} == {"agent", "games", "search"}
    assert not {"search.kernel.five_tables", "agent.bundle", "agent.gomocup"} & found.keys()


def test_modules_of_a_hand_in_import_no_module_that_it_lacks() -> None:
    """What is left out may be imported only inside functions, which serve other games."""
    found = needed_modules(ENTRIES, OTHER_GAMES)
    everything = needed_modules(ENTRIES)
    missing = everything.keys() - found.keys()
    for path in found.values():
        for name in imported_names(ast.parse((ROOT / path).read_text()), at_once=True):
            assert name not in missing, path
            assert name.rpartition(".")[0] not in missing, path
