"""The tunables of Gipf: name, default, range, group, meaning.

By default a captured piece is worth 100. docs/gipf.md explains each term, and
`search/kernel/gipf_game/evaluation.pxi` adds them up.
"""

from search.weights.tunable import CLOCK_TUNABLES, EVALUATION, SEARCH, Tunable, Tunables

GIPF_TUNABLES = Tunables(
    "gipf",
    (
        Tunable("captured", 100, 0, 2000, EVALUATION, "a piece captured from the opponent"),
        Tunable("reserve", 10, 0, 1000, EVALUATION, "a piece in reserve"),
        Tunable("on_board", 10, 0, 1000, EVALUATION, "a piece on the board; a GIPF-piece is two"),
        Tunable("gipf", 40, 0, 2000, EVALUATION, "a GIPF-piece on the board, for two at most"),
        Tunable("last_gipf", 100, 0, 2000, EVALUATION, "cost of having at most one of them"),
        Tunable("scarce", 8, 0, 200, EVALUATION, "cost of a small reserve, times (4 - reserve)^2"),
        Tunable("centre", 12, 0, 400, EVALUATION, "a piece in the centre"),
        Tunable("inner_ring", 8, 0, 400, EVALUATION, "a piece one step from the centre"),
        Tunable("outer_ring", 4, 0, 400, EVALUATION, "a piece two steps from the centre"),
        Tunable("open_three", 4, 0, 400, EVALUATION, "three of a row of four, the fourth empty"),
        Tunable(
            "closed_three",
            4,
            0,
            400,
            EVALUATION,
            "three of a row of four, the opponent has the fourth",
        ),
        Tunable(
            "take_next",
            0,
            0,
            2000,
            EVALUATION,
            "a piece that the mover's next row can capture",
            missing=0,
        ),
        Tunable(
            "threatened",
            0,
            0,
            2000,
            EVALUATION,
            "a piece that the opponent's next row can capture",
            missing=0,
        ),
        Tunable("tempo", 0, 0, 400, EVALUATION, "being the side to move"),
        Tunable("width", 400, 1, 400, SEARCH, "most moves searched in a node, by static order"),
        Tunable("aspiration", 30, 1, 20000, SEARCH, "half the first window around the last score"),
        Tunable("killer_bonus", 600, 0, 20000, SEARCH, "order bonus of the latest killer move"),
        Tunable("history_limit", 2000, 0, 20000, SEARCH, "most that history adds to the order"),
        Tunable("futility", 60, 0, 20000, SEARCH, "margin of static futility, per turn of depth"),
        Tunable("frontier", 60, 0, 20000, SEARCH, "margin of frontier futility, per turn of depth"),
        *CLOCK_TUNABLES,
    ),
    never_less=(("outer_ring", "inner_ring"), ("inner_ring", "centre")),
    unit="captured",
)
