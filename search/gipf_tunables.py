"""Every tunable number of the Gipf engine, declared once; the clock's are those of all games.

The unit is a hundredth of a captured piece, as the defaults have it. docs/gipf.md says what each
count is, `search/kernel/gipf_game/evaluation.pxi` adds them up.
"""

from __future__ import annotations

from search.weights import CLOCK, EVALUATION, SEARCH, TUNABLES, Tunable, Tunables

GIPF = Tunables(
    "gipf",
    (
        Tunable("captured", 100, 0, 2000, EVALUATION, "a piece captured from the enemy"),
        Tunable("reserve", 10, 0, 1000, EVALUATION, "a piece in reserve"),
        Tunable("on_board", 10, 0, 1000, EVALUATION, "a piece on the board, a GIPF-piece is two"),
        Tunable("gipf", 40, 0, 2000, EVALUATION, "a GIPF-piece on the board, of two at most"),
        Tunable("last_gipf", 100, 0, 2000, EVALUATION, "what it costs to have but one of them"),
        Tunable("scarce", 8, 0, 200, EVALUATION, "times the square of what four in reserve lack"),
        Tunable("centre", 12, 0, 400, EVALUATION, "a piece in the centre"),
        Tunable("inner_ring", 8, 0, 400, EVALUATION, "a piece one step from it"),
        Tunable("outer_ring", 4, 0, 400, EVALUATION, "a piece two steps from it, one off the edge"),
        Tunable("open_three", 4, 0, 400, EVALUATION, "three of a row of four, the fourth empty"),
        Tunable("closed_three", 4, 0, 400, EVALUATION, "three of a row of four, the fourth enemy"),
        Tunable("tempo", 0, 0, 400, EVALUATION, "to be the one who decides"),
        Tunable("width", 400, 1, 400, SEARCH, "moves looked at in a node, best by static order"),
        Tunable("aspiration", 30, 1, 20000, SEARCH, "half the first window around the last score"),
        Tunable("killer_bonus", 600, 0, 20000, SEARCH, "order bonus of the latest killer move"),
        Tunable("history_limit", 2000, 0, 20000, SEARCH, "most that history adds to the order"),
        Tunable("futility", 60, 0, 20000, SEARCH, "a turn of depth: so far above, a value stands"),
        Tunable("frontier", 60, 0, 20000, SEARCH, "a turn of depth: the most a quiet move gains"),
        *(tunable for tunable in TUNABLES if tunable.group == CLOCK),
    ),
    never_less=(("outer_ring", "inner_ring"), ("inner_ring", "centre")),
    unit="captured",
)
