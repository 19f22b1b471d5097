# The rows that a side could make with its next piece, and what they would capture.
#
# The search stops between turns. A row that the next piece makes changes the value more than all
# places of pieces do, so the static value looks for it. Such a row needs three pieces of the side in
# a window of four:
#
#     - a line across the pushed one keeps its pieces, but for the spot where both meet;
#     - on the pushed line itself the new piece is the fourth, or the pieces close up over a gap.
#
# So only lines with such a window, or across one at its fourth spot, are looked at.

cdef struct Hand:
    bint row            # whether one more piece makes a row, or a row stands already
    int captured        # most opposing pieces in reach of such a row; a GIPF-piece counts two


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


cdef inline int most_captured(const Board *after) noexcept nogil:
    """The most opposing pieces connected to one row of side 0."""
    cdef uint32_t lines = rows_of(after.piece[0])
    cdef uint64_t theirs
    cdef int most = 0, pieces
    while lines:
        theirs = segment(after, lowest_bit(lines)) & after.piece[1]
        lines &= lines - 1
        pieces = count_bits(theirs) + count_bits(theirs & after.gipf)
        most = pieces if pieces > most else most
    return most


cdef inline void try_entry(
    const Board *before, int entry, uint64_t across, Hand *hand
) noexcept nogil:
    """Count the rows that a piece of side 0 makes through this entry; `across`: as `fourths`."""
    cdef Board after
    cdef Push push = push_of(before, entry)
    cdef int captured
    if push.gap == 0:
        return
    after.piece[0] = pushed(before.piece[0], &push, entry) | push.first
    if not (
        after.piece[0] & ~before.piece[0] & across
        or fours(after.piece[0] & gipf_line_word[entry >> 1], gipf_step[entry >> 1])
    ):
        return
    hand.row = True
    after.piece[1] = pushed(before.piece[1], &push, entry)
    after.gipf = pushed(before.gipf, &push, entry)
    captured = most_captured(&after)
    hand.captured = captured if captured > hand.captured else hand.captured


cdef Hand hand_of(uint64_t own, uint64_t theirs, uint64_t gipf) noexcept nogil:
    """What one more piece of the side could do, as if it had one and were to move."""
    cdef Hand hand
    cdef Board before
    cdef uint64_t[3] fourth
    cdef int line, direction
    hand.row, hand.captured = has_row(own), 0
    if hand.row:
        return hand
    for direction in range(3):
        fourth[direction] = fourths(own, direction)
    if not (fourth[0] | fourth[1] | fourth[2]):
        return hand
    before.piece[0], before.piece[1], before.gipf = own, theirs, gipf
    for line in range(LINES):
        if not (fourth[0] | fourth[1] | fourth[2]) & gipf_line_word[line]:
            continue
        direction = gipf_step[line]
        direction = 0 if direction == FILE_STEP else 1 if direction == RISING_STEP else 2
        try_entry(
            &before, 2 * line, fourth[(direction + 1) % 3] | fourth[(direction + 2) % 3], &hand
        )
        try_entry(
            &before, 2 * line + 1, fourth[(direction + 1) % 3] | fourth[(direction + 2) % 3], &hand
        )
    return hand


cdef inline int stuck_cost(const Game *game, int reserve, bint row) noexcept nogil:
    """What a small reserve costs without a row that would fill it."""
    if row or reserve >= SCARCE:
        return 0
    return game.stuck * (SCARCE - reserve) * (SCARCE - reserve)


cdef inline int value_at_hand(
    const Game *game, uint64_t own, uint64_t theirs, uint64_t gipf, int reserve, int their_reserve
) noexcept nogil:
    """The value, for the side to move, of the rows that both sides could make next."""
    cdef int value = 0
    cdef Hand hand
    if game.take_next or game.stuck and reserve < SCARCE:
        hand = hand_of(own, theirs, gipf)
        value += game.take_next * hand.captured - stuck_cost(game, reserve, hand.row)
    if game.threatened or game.stuck and their_reserve < SCARCE:
        hand = hand_of(theirs, own, gipf)
        value -= game.threatened * hand.captured - stuck_cost(game, their_reserve, hand.row)
    return value
