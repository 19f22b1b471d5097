# Where a side captures: all points at once, by rows of bits.
#
# A capture is a pattern along a ray:   [.] b b w     the point, two (or three) opposing stones,
#                                                     an own stone
#
# With a bit for each column, the pattern is an AND of four rows, each shifted by its distance.
# Along a diagonal each further row is also shifted by a further column.

cdef inline void add_flanked(
    const uint32_t *other, const uint32_t *own, int length, uint32_t *points
) noexcept nogil:
    """Add to the rows of `points` where a run of `length` begins that an own stone flanks.

    The rows are those of `Board.stones`, from the board's row 0 on.
    """
    cdef int down, row
    cdef uint32_t first, second, third, flank
    for down in range(-1, 2):
        for row in range(MAX_SIZE):
            first, second = other[row + down], other[row + 2 * down]
            third = other[row + 3 * down] if length == 3 else 0
            flank = own[row + (length + 1) * down]
            if length == 2:
                points[row] |= first >> 1 & second >> 2 & flank >> 3
                points[row] |= first << 1 & second << 2 & flank << 3
                if down:
                    points[row] |= first & second & flank
            else:
                points[row] |= first >> 1 & second >> 2 & third >> 3 & flank >> 4
                points[row] |= first << 1 & second << 2 & third << 3 & flank << 4
                if down:
                    points[row] |= first & second & third & flank


cdef inline void capture_points(
    const GameTables *game, const Board *board, int side, uint32_t *points
) noexcept nogil:
    """Set, by row, a bit for each column: the empty points where this side captures."""
    cdef int row
    cdef uint32_t board_columns = (<uint32_t>1 << game.size) - 1
    cdef const uint32_t *other = &board.stones[1 - side][MORE_ROWS]
    cdef const uint32_t *own = &board.stones[side][MORE_ROWS]
    for row in range(MAX_SIZE):
        points[row] = 0
    if game.takes_two:
        add_flanked(other, own, 2, points)
    if game.takes_three:
        add_flanked(other, own, 3, points)
    for row in range(MAX_SIZE):
        points[row] &= board_columns & ~(other[row] | own[row])
    for row in range(game.size, MAX_SIZE):
        points[row] = 0
