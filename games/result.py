"""How a game ended, as records say it: the result, and an end that the board does not show."""

from __future__ import annotations

from games.errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.rules import Outcome

WON, LOST, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "?"  # for side 0, which moves first
RESULTS = (WON, LOST, DRAWN, OPEN)
RESULT_OF_WINNER = {0: WON, 1: LOST, None: DRAWN}
WINNER_OF_RESULT = {WON: 0, LOST: 1, DRAWN: None, OPEN: None}
RESIGNATION, AGREEMENT = "resignation", "agreement"  # ends that the board does not show
FORFEIT, LEFT = "forfeit", "a player has left"  # a player is gone: the other wins, or it is a draw
SAID = "as recorded"  # a result without a word on how the game ended
TERMINATION = "Termination"  # the tag for an end that the board does not show, such as "time"


def termination_of(result: str, outcome: Outcome | None) -> str | None:
    """The termination of a game with this result, the board's if it has one; None: unfinished."""
    if outcome is not None:
        return outcome.termination
    return None if result == OPEN else SAID


def checked_result(said: str, outcome: Outcome | None) -> str:
    """The result that a record says, or the board's if it shows one.

    Raises NotationError for a text that is no result, or one that contradicts the board.
    """
    if said not in RESULTS:
        raise NotationError(f"{said!r} is no result: expected {', '.join(RESULTS)}")
    if outcome is None:
        return said
    truth = RESULT_OF_WINNER[outcome.winner]
    if said not in (truth, OPEN):
        raise NotationError(f"the record says {said}, the board {truth}")
    return truth
