"""The harness's entry point: one move from input.txt to output.txt, whatever fails on the way.

A legal move is in output.txt before the search starts; a better one replaces it atomically. After
that a failure costs only the better move: the reason goes to standard error and the exit code is 0.
Exit code 2 and no output.txt: the input has no colour, no board or no empty point, or the folder
accepts no file.
"""

import sys

from agent.files import read_start, remove_stale
from agent.protocol import LONGEST_INPUT, allowed_points, parse_request, write_move
from games.errors import in_words
from games.five.rules import rules_named

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from agent.protocol import Request

DONE = 0
NO_ANSWER = 2
LEAST_CLOCK_S = 0.15  # with less, agent.player is not loaded: loading costs a third of a move
SHORT_CLOCK_S = 0.6  # from here on it is always loaded: one slow start must not cost the memory


def run(folder: str = ".") -> int:
    """Answer the folder's input.txt in its output.txt; return the exit code: DONE or NO_ANSWER."""
    output = folder + "/output.txt"
    _remove(output)
    try:
        data = read_start(folder + "/input.txt", LONGEST_INPUT)
        request = parse_request(data, rules_named("pente"))
        allowed = allowed_points(request)
        try:
            from agent.instant import instant_move  # noqa: PLC0415  # broken, it costs no move

            point, certain = instant_move(request, allowed)
        except Exception as error:  # noqa: BLE001  # any allowed point is better than none
            say("WARNING: the fallback move is the first allowed point", error)
            point, certain = allowed[0], False
        write_move(output, point, request.rules.size)
    except (OSError, ValueError) as error:  # a ProtocolError is a ValueError
        say("ERROR: no move can be made", error)
        return NO_ANSWER
    try:
        if not certain:
            _improve(request, point, folder)
    except BaseException as error:  # noqa: BLE001  # whatever it is, a legal move is written
        say("WARNING: search failed, playing the fallback move", error)
    return DONE


def _improve(request: "Request", point: int, folder: str) -> None:
    """Replace the written move by a better one, if the book or a search may find one."""
    for warning in request.warnings:
        say("WARNING: " + warning)
    seconds_left = request.seconds_left
    if request.panic or seconds_left is None or not needs_player(request, seconds_left):
        # Without this move the memory would no longer lead to the next position.
        _remove(folder + "/playdata.txt")
        return
    from agent.player import take_turn  # noqa: PLC0415  # loaded only for the book or a search

    take_turn(request, seconds_left, point, folder, say)


def needs_player(request: "Request", seconds_left: float) -> bool:
    """Whether the clock may allow a search, or the book may have a reply."""
    if not LEAST_CLOCK_S <= seconds_left < SHORT_CLOCK_S:
        return seconds_left >= SHORT_CLOCK_S
    from time import process_time  # noqa: PLC0415  # other clocks do not need it here

    from agent.clock import book_may_know, may_search  # noqa: PLC0415

    return book_may_know(request.cells) or may_search(
        seconds_left,
        own_move=1 + request.stones_placed(request.side),
        empty_points=request.cells.count(0),
        spent_s=process_time(),
    )


def _remove(path: str) -> None:
    """Remove a file of an earlier move; one that stays costs only a warning."""
    try:
        remove_stale(path)
    except OSError as error:
        say("WARNING: could not remove an old " + path.rpartition("/")[2], error)


def say(text: str, error: "BaseException | None" = None) -> None:
    """Write one line to standard error, if it is open, with the error that is the reason."""
    if error is not None:
        name = "" if isinstance(error, OSError) else type(error).__name__ + ": "
        text += ": " + name + in_words(error)
    try:
        sys.stderr.write("pente: " + text.replace("\n", " ") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # standard error is closed or missing: the move goes on
