# Sets up what is constant for a game: Zobrist keys, lines of each point, weights of windows.

cdef enum Rank:     # what one more stone makes: the last ranks, numbered as in five_tables.py
    OPEN_THREE = 6
    FOUR = 7
    OPEN_FOUR = 8
    FIVE = 9

cdef enum:
    MOST_CAPTURED = MAX_CAPTURED - 24  # before a move: it may take eight rays of three


cdef inline uint64_t splitmix(uint64_t *state) noexcept nogil:
    """The next number of the SplitMix64 generator (Steele, Lea, Flood 2014)."""
    cdef uint64_t mixed
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    mixed = state[0]
    mixed = (mixed ^ (mixed >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    mixed = (mixed ^ (mixed >> 27)) * <uint64_t>0x94D049BB133111EB
    return mixed ^ (mixed >> 31)


cdef void set_up_keys(GameTables *game) noexcept:
    """Draw the Zobrist numbers: points by side, captured stones by side, the side to move."""
    cdef uint64_t state = 19
    cdef int side, i
    for side in range(2):
        for i in range(MAX_AREA):
            game.stone_key[side][i] = splitmix(&state)
    for side in range(2):
        for i in range(MAX_CAPTURED):
            game.captured_key[side][i] = splitmix(&state)
    game.side_key = splitmix(&state)


cdef void set_up_places(GameTables *game) noexcept:
    """Set where each point lies on its row, column, diagonal and antidiagonal."""
    cdef int size = game.size, row, column, d
    cdef PointLines *place
    cdef int[4] line
    cdef int[4] cell
    for row in range(size):
        for column in range(size):
            line[0], line[1] = row, column
            line[2], line[3] = column - row + size - 1, row + column
            cell[0], cell[1] = column, row
            cell[2] = row if row < column else column
            cell[3] = row if line[3] < size else size - 1 - column
            place = &game.place[row * size + column]
            place.row = row
            place.column = column
            for d in range(4):
                place.line[d] = line[d]
                place.shift[d] = 2 * cell[d]
    for d in range(4):
        game.step[d] = (1, size, size + 1, size - 1)[d]
        game.step[d + 4] = -game.step[d]


cdef uint64_t part_of(const int *worth, int rank, int captures, int threats) noexcept nogil:
    """The weight of a window's rank, captures and threats to capture together."""
    return <uint64_t>(worth[rank] + worth[10] * captures + worth[11] * threats)
