# The rows that a side could make with its next piece, and what they would capture.
#
# The search stops between turns. A capture by the next piece changes the value more than all places
# of pieces do, so the static value looks for it. A new row needs three pieces of the side in a
# window of four:
#
#     - a line across the pushed one keeps its pieces, but for the spot where both meet;
#     - on the pushed line itself the new piece is the fourth, or the pieces close up over a gap.
#
# So it looks only at lines through the fourth spot of such a window.


cdef inline uint64_t fourths(uint64_t own, int direction) noexcept nogil:
    """The spots where one more piece of these makes four in a row in this direction."""
    cdef int step = FILE_STEP if direction == 0 else RISING_STEP if direction == 1 else FALLING_STEP
    cdef uint64_t first = own, second = own >> step
    cdef uint64_t third = own >> 2 * step, fourth = own >> 3 * step
    cdef uint64_t windows = gipf_windows[direction]
    return (
        (~first & second & third & fourth & windows)
        | (first & ~second & third & fourth & windows) << step
        | (first & second & ~third & fourth & windows) << 2 * step
        | (first & second & third & ~fourth & windows) << 3 * step
    )


cdef inline int most_captured(const Board *board) noexcept nogil:
    """The most opposing pieces connected to one row of side 0; a GIPF-piece counts two."""
    cdef uint32_t lines = rows_of(board.piece[0])
    cdef uint64_t theirs
    cdef int most = 0
    while lines:
        theirs = segment(board, lowest_bit(lines)) & board.piece[1]
        lines &= lines - 1
        most = max_int(most, count_bits(theirs) + count_bits(theirs & board.gipf))
    return most


cdef inline int captured_by_entry(const Board *before, int entry, uint64_t across) noexcept nogil:
    """The most that a new row captures after a piece of side 0 through this entry.

    `across`: the spots where one more piece makes four on a line across this one.
    """
    cdef Board after
    cdef Push push = push_of(before, entry)
    if push.gap == 0:
        return 0
    after.piece[0] = pushed(before.piece[0], &push, entry) | push.first
    if not (
        after.piece[0] & ~before.piece[0] & across
        or fours(after.piece[0] & gipf_line_word[entry >> 1], gipf_step[entry >> 1])
    ):
        return 0
    after.piece[1] = pushed(before.piece[1], &push, entry)
    after.gipf = pushed(before.gipf, &push, entry)
    return most_captured(&after)


cdef int captured_next(uint64_t own, uint64_t theirs, uint64_t gipf) noexcept nogil:
    """The most opposing pieces that a row captures which one more single piece makes.

    As if the side had such a piece and were to move; 0 where a row of its stands already.
    """
    cdef Board before
    cdef uint64_t[3] fourth
    cdef uint64_t anywhere, across
    cdef int line, step, direction, most = 0
    for direction in range(3):
        fourth[direction] = fourths(own, direction)
    anywhere = fourth[0] | fourth[1] | fourth[2]
    if anywhere == 0 or has_row(own):
        return 0
    before.piece[0], before.piece[1], before.gipf = own, theirs, gipf
    for line in range(LINES):
        if not anywhere & gipf_line_word[line]:
            continue
        step = gipf_step[line]
        direction = 0 if step == FILE_STEP else 1 if step == RISING_STEP else 2
        across = fourth[(direction + 1) % 3] | fourth[(direction + 2) % 3]
        most = max_int(most, captured_by_entry(&before, 2 * line, across))
        most = max_int(most, captured_by_entry(&before, 2 * line + 1, across))
    return most


cdef inline int value_of_next(
    const GameTables *game, uint64_t own, uint64_t theirs, uint64_t gipf
) noexcept nogil:
    """The value, for the side to move, of what both sides could capture next."""
    cdef int value = 0
    if game.take_next:
        value += game.take_next * captured_next(own, theirs, gipf)
    if game.threatened:
        value -= game.threatened * captured_next(theirs, own, gipf)
    return value
