# A board of the five-in-a-row family: a 64-bit word for each line, and the sum over all windows.
#
# Two bits a cell: 00 empty, 01 a stone of side 0, 10 of side 1, 11 off the board ("wall"). A line
# of up to 20 cells begins at bit 10, with walls on both sides. So one rotation cuts out any window
# of eleven cells around a cell: only walls wrap round the ends.
#
#     bit 63 ............................................. 10 | 9 ........ 0
#         walls 11 11 .. | cell n-1 | ... | cell 1 | cell 0   | 11 11 11 11 11
#
# Each empty cell has a meaning in each direction (five_tables.py); a Sum packs the total of
# meanings. A move changes only the windows around it: subtract their old meanings, add the new
# ones. Undo restores the old sum and flips the bits.

cdef enum:
    MARGIN = 5
    MAX_SIZE = 20
    MAX_AREA = 400
    MORE_ROWS = 4       # above and below the board, as far as a capture reaches
    MOVE_LIMIT = 400
    MAX_MEANINGS = 320
    MAX_CAPTURED = 64   # stones, one more than a counter can reach
    DEPTHS = 32         # deeper nodes try as many moves as those of the last

cdef extern from "generated/five_tables.h":
    enum: FREE_MEANINGS
    enum: EXACT_MEANINGS
    const uint8_t free_meaning_parts[][10]
    const uint8_t exact_meaning_parts[][10]
    const uint8_t free_windows[]
    const uint32_t exact_rows[]
    const uint16_t exact_row_windows[]

cdef extern from *:
    """
    static inline uint64_t rotate_right(uint64_t word, int bits) {
        return word >> (bits & 63) | word << (-bits & 63);
    }
    #define lowest_bit(mask) __builtin_ctz(mask)
    /* Four words that are added and subtracted side by side, in two instructions. */
    typedef uint64_t Sum __attribute__((vector_size(32), aligned(16)));
    #define value_word(sum) ((sum)[0])
    #define count_word(sum) ((sum)[1])
    #define four_word(sum) ((sum)[2])
    #define three_word(sum) ((sum)[3])
    static const Sum NOTHING = {0, 0, 0, 0};
    /* The whole table of exactly five: too large to ship, so it is filled when a game needs it. */
    static uint16_t exact_windows[1 << 20];
    """
    uint16_t exact_windows[]
    uint64_t rotate_right(uint64_t word, int bits) noexcept nogil
    int lowest_bit(unsigned int mask) noexcept nogil
    ctypedef uint64_t Sum   # for Cython a number: it is added and subtracted like one
    uint64_t value_word(Sum sum) noexcept nogil
    uint64_t count_word(Sum sum) noexcept nogil
    uint64_t four_word(Sum sum) noexcept nogil
    uint64_t three_word(Sum sum) noexcept nogil
    const Sum NOTHING

# A Sum, four words:
#     value   two fields of 32 bits: S(side 0), S(side 1)
#     count   four of 16: points and lines that make five, by side; stones that rays take, by side
#     four    four of 12: those that make a four, open or not, by side; an open four, by side; above
#             them the live ones of side 0
#     three   four of 12: those that make an open three, by side; rays that threaten to take, by
#             side; above them the live ones of side 1
# A point and line are live for a side that may still make five there, through this point.
# No field can overflow: 400 points, four lines each, weights of at most 8000 and twice two rays.

cdef struct Net             # net.pxi
cdef struct Sums

cdef struct PointLines:     # a point: for each direction its line, and twice its cell there
    uint8_t[4] line
    uint8_t[4] shift
    uint8_t row
    uint8_t column

cdef struct GameTables:     # rules and tables; constant once set up
    int size
    int area
    bint exactly_five
    bint takes_two
    bint takes_three
    int captured_to_win     # 0: nothing is captured
    int taken_by_a_ray      # stones, at least
    int taken_by_two_rays   # stones, at most
    int opening_distance
    int tempo_percent
    int[MAX_CAPTURED] captured_value
    int[2][DEPTHS] tried    # most moves, by whether the static value does not rise, by depth
    int[8] step             # point difference along each ray: four directions forward, then back
    PointLines[MAX_AREA] place
    Sum[MAX_MEANINGS] meaning
    uint64_t[MAX_MEANINGS] order    # lower half: what it adds with side 0 to move; upper: side 1
    uint64_t[2][MAX_AREA] stone_key
    uint64_t[2][MAX_CAPTURED] captured_key
    uint64_t side_key
    const Net *net          # NULL: the weights value a position

cdef struct Memory:         # net_sums.pxi: what a search with a net keeps of its positions
    Sums *sums
    uint64_t *values
    int moves               # played since the position was set

cdef struct Board:
    uint64_t[4][39] line
    uint32_t[24] occupied   # a bit for each column; rows 0, 1 and the two after the last stay empty
    uint32_t[2][28] stones  # the same for each side, with MORE_ROWS empty rows above and below
    Sum sum
    uint64_t key
    int side
    int[2] captured         # stones
    int empty
    int first_placed        # stones that side 0 has played, for the opening rule

cdef struct Windows:        # the windows around an empty point
    int[4] meaning          # by direction

cdef struct Undo:
    Sum sum
    uint64_t key
    uint32_t taken          # rays: bits 0-7 took two stones each, bits 8-15 three


cdef inline int board_side(const Board *board) noexcept nogil:
    return board.side


cdef inline uint64_t board_key(const Board *board) noexcept nogil:
    return board.key


# Windows

cdef void expand_exact_windows() noexcept nogil:
    """Fill `exact_windows`, unless that is done: it takes about a millisecond."""
    cdef int after, before
    if exact_windows[0]:
        return
    for after in range(1023, -1, -1):   # entry 0, which tells that all is done, comes last
        for before in range(1023, -1, -1):
            exact_windows[after << 10 | before] = exact_row_windows[exact_rows[after] | before]


cdef inline Sum meanings_around(const GameTables *game, uint64_t word, int shift) noexcept nogil:
    """The sum of the windows of this line that contain a cell."""
    cdef Sum sum = NOTHING
    cdef uint64_t window
    cdef int i
    if game.exactly_five:
        window = rotate_right(word, shift - 10)
        for i in range(11):
            if not window >> 10 & 3:
                sum += game.meaning[exact_windows[(window & 0x3FF) | (window >> 2 & 0xFFC00)]]
            window >>= 2
    else:
        window = rotate_right(word, shift - 6)
        for i in range(9):
            sum += game.meaning[free_windows[window >> (2 * i) & 0x3FFFF]]
    return sum


cdef inline int meaning_at(const GameTables *game, uint64_t word, int shift) noexcept nogil:
    """The number of the meaning of this line's window around an empty cell."""
    cdef uint64_t window
    if game.exactly_five:
        window = rotate_right(word, shift)
        return exact_windows[(window & 0x3FF) | (window >> 2 & 0xFFC00)]
    return free_windows[rotate_right(word, shift + 2) & 0x3FFFF]


cdef inline Windows windows_at(const GameTables *game, const Board *board, int point) noexcept nogil:
    """The meanings of the four windows around an empty point."""
    cdef const PointLines *place = &game.place[point]
    cdef Windows windows
    cdef int d
    for d in range(4):
        windows.meaning[d] = meaning_at(game, board.line[d][place.line[d]], place.shift[d])
    return windows


cdef inline Sum sum_of(const GameTables *game, const Windows *windows) noexcept nogil:
    """The sum of these windows' meanings."""
    cdef Sum sum = NOTHING
    cdef int d
    for d in range(4):
        sum += game.meaning[windows.meaning[d]]
    return sum


cdef inline Sum sum_at(const GameTables *game, const Board *board, int point) noexcept nogil:
    """The sum of the four windows around an empty point."""
    cdef Windows windows = windows_at(game, board, point)
    return sum_of(game, &windows)


cdef inline int value_of(Sum sum, int side) noexcept nogil:
    return <int><uint32_t>(value_word(sum) >> (32 * side))


cdef inline int fives_of(Sum sum, int side) noexcept nogil:
    return <uint16_t>(count_word(sum) >> (16 * side))


cdef inline int fours_of(Sum sum, int side) noexcept nogil:
    return <int>(four_word(sum) >> (12 * side) & 0xFFF)


cdef inline int open_fours_of(Sum sum, int side) noexcept nogil:
    return <int>(four_word(sum) >> (24 + 12 * side) & 0xFFF)


cdef inline int open_threes_of(Sum sum, int side) noexcept nogil:
    return <int>(three_word(sum) >> (12 * side) & 0xFFF)


cdef inline int capture_threats_of(Sum sum, int side) noexcept nogil:
    return <int>(three_word(sum) >> (24 + 12 * side) & 0xFFF)


cdef inline int live_of(Sum sum, int side) noexcept nogil:
    return <int>((three_word(sum) if side else four_word(sum)) >> 48)


cdef inline bint is_dead(const GameTables *game, Sum sum) noexcept nogil:
    """Whether nobody can win any more: nothing is captured, and no line is live."""
    return not game.captured_to_win and (four_word(sum) | three_word(sum)) >> 48 == 0


cdef inline int takes_of(Sum sum, int side) noexcept nogil:
    return <uint16_t>(count_word(sum) >> (32 + 16 * side))


# Play and undo

cdef inline void put_stone(const GameTables *game, Board *board, int point, int stone) noexcept nogil:
    """Put a stone (1 or 2) on an empty point, or take it away; update sum and key."""
    cdef const PointLines *place = &game.place[point]
    cdef uint64_t word
    cdef int d
    for d in range(4):
        word = board.line[d][place.line[d]]
        board.sum -= meanings_around(game, word, place.shift[d])
        word ^= <uint64_t>stone << (place.shift[d] + 2 * MARGIN)
        board.sum += meanings_around(game, word, place.shift[d])
        board.line[d][place.line[d]] = word
    board.occupied[place.row + 2] ^= <uint32_t>1 << place.column
    board.stones[stone - 1][place.row + MORE_ROWS] ^= <uint32_t>1 << place.column
    board.key ^= game.stone_key[stone - 1][point]


cdef inline void flip_stone(const GameTables *game, Board *board, int point, int stone) noexcept nogil:
    """As `put_stone`, without sum and key."""
    cdef const PointLines *place = &game.place[point]
    cdef int d
    for d in range(4):
        board.line[d][place.line[d]] ^= <uint64_t>stone << (place.shift[d] + 2 * MARGIN)
    board.occupied[place.row + 2] ^= <uint32_t>1 << place.column
    board.stones[stone - 1][place.row + MORE_ROWS] ^= <uint32_t>1 << place.column


cdef inline uint32_t rays_taking(const GameTables *game, const Board *board, int point) noexcept nogil:
    """The rays along which the side to move captures by playing here, as in `Undo.taken`."""
    cdef const PointLines *place = &game.place[point]
    cdef uint32_t own = 1 + board.side, other = 2 - board.side, window, taken = 0
    cdef uint32_t two_ahead = other | other << 2 | own << 4
    cdef uint32_t two_back = own | other << 2 | other << 4
    cdef uint32_t three_ahead = other | other << 2 | other << 4 | own << 6
    cdef uint32_t three_back = own | other << 2 | other << 4 | other << 6
    cdef int d
    if not game.takes_two and not game.takes_three:
        return 0
    for d in range(4):
        # Cells -4 .. +4 from bit 0 on: -1 in bits 6 and 7, +1 in bits 10 and 11.
        window = rotate_right(board.line[d][place.line[d]], place.shift[d] + 2) & 0x3FFFF
        if game.takes_two:
            taken |= <uint32_t>((window >> 10 & 63) == two_ahead) << d
            taken |= <uint32_t>((window >> 2 & 63) == two_back) << (d + 4)
        if game.takes_three:
            taken |= <uint32_t>(window >> 10 == three_ahead) << (d + 8)
            taken |= <uint32_t>((window & 255) == three_back) << (d + 12)
    return taken


cdef inline int stones_on(uint32_t taken) noexcept nogil:
    """How many stones these rays take."""
    cdef int stones = 0
    while taken:
        stones += 2 if taken & 0xFF & -taken else 3
        taken &= taken - 1
    return stones


cdef inline uint64_t key_after(
    const GameTables *game, const Board *board, int point, uint32_t taken
) noexcept nogil:
    """The key after a stone here, when these rays take."""
    cdef int side = board.side, ray, i, stones = stones_on(taken)
    cdef uint64_t key = board.key ^ game.side_key ^ game.stone_key[side][point]
    if taken:
        key ^= game.captured_key[side][board.captured[side]]
        key ^= game.captured_key[side][board.captured[side] + stones]
    while taken:
        ray = lowest_bit(taken)
        for i in range(1, 3 if ray < 8 else 4):
            key ^= game.stone_key[1 - side][point + i * game.step[ray & 7]]
        taken &= taken - 1
    return key


cdef inline uint64_t likely_key(const GameTables *game, const Board *board, int point) noexcept nogil:
    """The key after a stone here that takes nothing."""
    return board.key ^ game.side_key ^ game.stone_key[board.side][point]


cdef inline void play(
    const GameTables *game, Board *board, Memory *memory, int point, Undo *undo
) noexcept nogil:
    """Place a stone of the side to move, take what it captures, pass the turn."""
    cdef int side = board.side, ray, i
    cdef uint32_t taken = rays_taking(game, board, point), rest = taken
    undo.sum = board.sum
    undo.key = board.key
    undo.taken = taken
    put_stone(game, board, point, 1 + side)
    board.empty -= 1
    board.first_placed += 1 - side
    if taken:
        board.key ^= game.captured_key[side][board.captured[side]]
        while rest:
            ray = lowest_bit(rest)
            for i in range(1, 3 if ray < 8 else 4):
                put_stone(game, board, point + i * game.step[ray & 7], 2 - side)
            rest &= rest - 1
        board.captured[side] += stones_on(taken)
        board.empty += stones_on(taken)
        board.key ^= game.captured_key[side][board.captured[side]]
    board.side = 1 - side
    board.key ^= game.side_key
    if game.net != NULL:
        note_move(memory, point, 1 + side, taken != 0)


cdef inline void undo_move(
    const GameTables *game, Board *board, Memory *memory, int point, const Undo *undo
) noexcept nogil:
    """Restore what `play` changed, to the byte."""
    cdef int side = 1 - board.side, ray, i
    cdef uint32_t taken = undo.taken
    board.side = side
    board.sum = undo.sum
    board.key = undo.key
    board.empty += 1
    if game.net != NULL:
        memory.moves -= 1
    board.first_placed -= 1 - side
    flip_stone(game, board, point, 1 + side)
    if taken:
        board.captured[side] -= stones_on(taken)
        board.empty -= stones_on(taken)
        while taken:
            ray = lowest_bit(taken)
            for i in range(1, 3 if ray < 8 else 4):
                flip_stone(game, board, point + i * game.step[ray & 7], 2 - side)
            taken &= taken - 1
