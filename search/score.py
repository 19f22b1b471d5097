"""The scale of scores: integers for the side to move, in the units of the weights.

    -WIN ......... -WIN + MAX_TURNS | -EVALUATION_LIMIT .. 0 .. EVALUATION_LIMIT | ........... WIN
     lost in 0      lost, proven      an estimate                                  won, proven

A win's distance counts turns of both sides from the root, the winning one included.
"""

WIN = 1_000_000
MAX_TURNS = 1_000
EVALUATION_LIMIT = WIN - MAX_TURNS - 1
INFINITY = WIN + 1


def win_in(turns: int) -> int:
    """The score of a proven win in `turns` turns of both sides."""
    return WIN - turns


def lost_in(turns: int) -> int:
    """The score of a proven loss in `turns` turns of both sides."""
    return turns - WIN


def is_win(score: int) -> bool:
    """Whether the score is a proven win for the side to move."""
    return score > EVALUATION_LIMIT


def is_loss(score: int) -> bool:
    """Whether the score is a proven loss for the side to move."""
    return score < -EVALUATION_LIMIT


def own_moves_to_win(score: int) -> "int | None":
    """The own moves to a proven win, the last included; None if the score is not a win."""
    return (WIN - score + 1) // 2 if is_win(score) else None
