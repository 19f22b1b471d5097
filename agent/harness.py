"""The harness's door: one move, from input.txt to output.txt, whatever happens on the way.

A legal move is in output.txt before anything is searched, and is replaced whole when something
better is known. From then on nothing that goes wrong costs more than the better move: the reason
goes to standard error and the exit code is 0. Only an input without colour or board, a board
without an empty point, or a folder that takes no file ends with exit code 2 and no output.txt.
"""

import sys

from agent.files import read_start, remove_stale
from agent.protocol import LONGEST_INPUT, allowed_points, parse_request, write_move
from games.five.rules import rules_named

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from agent.protocol import Request

DONE = 0
NO_ANSWER = 2
LEAST_CLOCK_S = 0.1  # with less on the clock, even planning would cost too much of it


def run(folder: str = ".") -> int:
    """Answer the input.txt of the folder in its output.txt; the exit code, DONE or NO_ANSWER."""
    output = folder + "/output.txt"
    try:
        remove_stale(output)
    except OSError as error:
        say("WARNING: an old output.txt may stand", error)
    try:
        data = read_start(folder + "/input.txt", LONGEST_INPUT)
        request = parse_request(data, rules_named("pente"))
        point, sure = _first_answer(request)
        write_move(output, point, request.rules.size)
    except (OSError, ValueError) as error:  # a ProtocolError is a ValueError
        say("ERROR: no move can be made", error)
        return NO_ANSWER
    try:
        if not sure:
            _improve(request, point, folder)
    except BaseException as error:  # noqa: BLE001  # whatever it is, a legal move stands: play it
        say("WARNING: the move found at once is played", error)
    return DONE


def say(text: str, error: BaseException | None = None) -> None:
    """One line to standard error, if anyone holds it open, with the error that is the reason."""
    if error is not None:
        text += ": " + type(error).__name__ + ": " + str(error)
    try:
        sys.stderr.write("pente: " + text.replace("\n", " ") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # closed, or never there: nobody listens, and the move goes on


def _first_answer(request: "Request") -> tuple[int, bool]:
    """A legal point at once, and whether it needs no search."""
    try:
        from agent.instant import instant_move  # noqa: PLC0415  # broken, it costs no move

        return instant_move(request)
    except Exception as error:  # noqa: BLE001  # any empty point that is allowed is better than none
        say("WARNING: the first allowed point stands", error)
        return allowed_points(request)[0], False


def _improve(request: "Request", point: int, folder: str) -> None:
    """Put a better move in the place of the one that stands, if the clock allows looking for it."""
    for warning in request.warnings:
        say("WARNING: " + warning)
    seconds_left = request.seconds_left
    if not request.panic and seconds_left is not None and seconds_left >= LEAST_CLOCK_S:
        from agent.player import take_turn  # noqa: PLC0415  # loaded when it is worth it

        take_turn(request, seconds_left, point, folder, say)
