# The learned value of a position: a small network on the windows of its points (docs/evaluation.md).
#
#     point      an empty point counts if a stone lies within two cells in one of its four lines;
#                its vector is the bias plus the rows of its four windows, by channel
#     sums       the clipped vectors of all points that count, added up
#     head       sums and captured stones, 32 hidden units, one number
#
# A row belongs to the contents of a window's two halves as one side sees them: its stones and the
# opponent's. So each side has its own sums, in which the same table of rows is read with the stones
# exchanged.
#
# A move changes only the windows that its stone lies in: those of at most 32 points. So the sums
# after a move are the sums before, plus what changes at these points. Nothing else is kept: the
# vector of a point is summed anew from four rows, which costs less than to keep it up to date. The
# sums are on a stack, by the number of moves played. They are computed when a value is asked for,
# and undo has nothing to do.
#
# No number can overflow. A vector fits into 16 bits (the writer of a net checks it, and a damaged
# one wraps). A stone changes at most 33 points by at most CLIP each, 31,680 in all. The head's
# numbers are checked by the writer for the largest inputs (tuning/net).

cdef extern from *:
    """
    enum {
        CHANNELS = 32,
        HIDDEN = 32,
        CLIP = 960,             /* of a channel of a point: 7.5 */
        LARGEST_INPUT = 8191,   /* of the head */
        LARGEST_HIDDEN = 32767
    };

    /* One number of 16 bits for each channel, in as many vectors as the processor needs. */
    #ifdef __AVX2__
    #define PART_BYTES 32
    #else
    #define PART_BYTES 16
    #endif
    enum { PARTS = 2 * CHANNELS / PART_BYTES };
    typedef int16_t Part __attribute__((vector_size(PART_BYTES)));
    typedef struct { Part part[PARTS]; } Channels;
    static const Channels NO_CHANNELS = {0};

    static inline Channels plus(Channels a, const Channels *b) {
        for (int i = 0; i < PARTS; i++)
            a.part[i] += b->part[i];
        return a;
    }

    static inline Channels minus(Channels a, const Channels *b) {
        for (int i = 0; i < PARTS; i++)
            a.part[i] -= b->part[i];
        return a;
    }

    /* Written in this way, compilers turn it into a minimum and a maximum. */
    static inline Part clipped_part(Part part) {
        Part result;
        for (int i = 0; i < PART_BYTES / 2; i++)
            result[i] = part[i] < 0 ? 0 : part[i] > CLIP ? CLIP : part[i];
        return result;
    }

    static inline Channels clipped(Channels a) {
        for (int i = 0; i < PARTS; i++)
            a.part[i] = clipped_part(a.part[i]);
        return a;
    }

    static inline void add_channels(int32_t *restrict sums, const Channels *change) {
        const int16_t *restrict added = (const int16_t *)change;
        for (int i = 0; i < CHANNELS; i++)
            sums[i] += added[i];
    }

    static inline void inputs_of(int16_t *restrict inputs, const int32_t *restrict sums) {
        for (int i = 0; i < CHANNELS; i++) {
            int32_t input = sums[i] >> 3;
            inputs[i] = input > LARGEST_INPUT ? LARGEST_INPUT : input;
        }
    }

    static inline int32_t product(const int16_t *restrict a, const int16_t *restrict b) {
        int32_t sum = 0;
        for (int i = 0; i < CHANNELS; i++)
            sum += (int32_t)a[i] * b[i];
        return sum;
    }

    static inline void hidden_of(
        int16_t *restrict hidden, const int16_t *restrict weights, const int16_t *restrict inputs,
        const int32_t *restrict own, const int32_t *restrict other
    ) {
        for (int h = 0; h < HIDDEN; h++) {
            int32_t unit = (product(weights + CHANNELS * h, inputs) + own[h] + other[h]) >> 9;
            hidden[h] = unit < 0 ? 0 : unit > LARGEST_HIDDEN ? LARGEST_HIDDEN : unit;
        }
    }
    """
    enum: CHANNELS
    enum: HIDDEN
    ctypedef struct Channels:
        pass
    const Channels NO_CHANNELS
    Channels plus(Channels a, const Channels *b) noexcept nogil
    Channels minus(Channels a, const Channels *b) noexcept nogil
    Channels clipped(Channels a) noexcept nogil
    void add_channels(int32_t *sums, const Channels *change) noexcept nogil
    void inputs_of(int16_t *inputs, const int32_t *sums) noexcept nogil
    int32_t product(const int16_t *a, const int16_t *b) noexcept nogil
    void hidden_of(
        int16_t *hidden, const int16_t *weights, const int16_t *inputs,
        const int32_t *own, const int32_t *other
    ) noexcept nogil

cdef enum:
    CAPTURED_ENTRIES = 16   # the head tells 0 to 15 captured stones apart
    NEAR = 2                # a point counts if a stone lies so near in one of its lines
    MOST_ADDED = 32         # clipped vectors that surely add up within 16 bits
    KEPT_VALUES = 1 << 14   # a key and a value of VALUE_BITS each; the number divides 1 << VALUE_BITS
    VALUE_BITS = 21
    VALUE_MASK = (1 << 21) - 1
    KEPT_SUMS = 256         # positions on the way to this one whose sums are kept; a power of two

ctypedef const uint16_t *Halves     # a number for each content of a half

cdef struct Net:            # points into the file's memory (search/net/file.py)
    int reach               # cells of a half
    int unit                # of the score, for one logit
    uint32_t half_mask
    Halves[2] before        # by perspective: the row of a half before the centre, and
    Halves[2] after         # what to add for the half after it
    const Channels *bias
    const int16_t *hidden_weights
    const int16_t *linear
    const int16_t *output_weights
    const int32_t *own_captured
    const int32_t *other_captured
    const int32_t *captured_output
    const Channels *row

cdef struct Sums:           # of a position on the way to this one
    int moves               # played up to it; another number: nothing is known
    int32_t[2][CHANNELS] sum    # by side
    bint[2] known
    int vectors_of          # the side that the vectors below belong to; -1: none
    uint8_t[MAX_AREA] counts    # whether a point counts; if so, its vector is known
    Channels[MAX_AREA] vector
    uint16_t point          # the last move
    uint8_t stone           # 1 or 2
    bint took


cdef inline uint32_t window_of(const Net *net, uint64_t word, int shift) noexcept nogil:
    """The cells around a cell, from the half before it in the lowest bits on."""
    return <uint32_t>rotate_right(word, shift + 2 * (MARGIN - net.reach))


cdef inline const Channels *row_of(const Net *net, uint32_t window, int side) noexcept nogil:
    """The row of a window as this side sees it."""
    return &net.row[
        net.before[side][window & net.half_mask]
        + net.after[side][window >> (2 * net.reach + 2) & net.half_mask]
    ]


cdef inline uint32_t empty_around(uint64_t word, int shift) noexcept nogil:
    """The eight cells around a cell that are empty, a bit for each, from four before it on.

    The cell itself counts as filled.
    """
    cdef uint32_t bits = <uint32_t>rotate_right(word, shift + 2)
    bits = ~(bits | bits >> 1) & 0x15455            # two bits a cell; 0x100 is the centre
    bits = (bits & 0x55) | (bits >> 2 & 0x5500)     # eight cells, two bits each
    bits = (bits | bits >> 1) & 0x3333
    bits = (bits | bits >> 2) & 0x0F0F
    return (bits | bits >> 4) & 0xFF


cdef inline void add_change(
    const Game *game, const Board *board, const Sums *before, int point, int stone, int side,
    int32_t *sums,
) noexcept nogil:
    """Add to this side's sums what a stone (1 or 2) on an empty point changes.

    `before` has this side's vectors without the stone. The board may have the stone or not.
    """
    cdef const Net *net = game.net
    cdef const Place *origin = &game.place[point]
    cdef const Place *place
    cdef uint64_t bits = <uint64_t>stone << 2 * MARGIN, word
    cdef uint32_t changed = 0
    cdef Channels change = NO_CHANNELS, vector, old
    cdef int d, e, i, q
    if before.counts[point]:
        vector = clipped(before.vector[point])
        change = minus(change, &vector)
    for d in range(4):
        changed |= empty_around(board.line[d][origin.line[d]], origin.shift[d]) << 8 * d
    while changed:
        d = lowest_bit(changed) >> 3
        i = lowest_bit(changed) & 7
        changed &= changed - 1
        i = i - 4 + (i >> 2)        # -4 .. -1, 1 .. 4
        q = point + i * game.step[d]
        if not before.counts[q] and not -NEAR <= i <= NEAR:
            continue
        place = &game.place[q]
        word = board.line[d][place.line[d]] | bits << origin.shift[d]
        if before.counts[q]:
            old = before.vector[q]
            vector = plus(old, row_of(net, window_of(net, word, place.shift[d]), side))
            word ^= bits << origin.shift[d]
            vector = minus(vector, row_of(net, window_of(net, word, place.shift[d]), side))
            old = clipped(old)
            change = minus(change, &old)
        else:
            vector = plus(net.bias[0], row_of(net, window_of(net, word, place.shift[d]), side))
            for e in range(4):
                if e != d:
                    word = board.line[e][place.line[e]]
                    vector = plus(vector, row_of(net, window_of(net, word, place.shift[e]), side))
        vector = clipped(vector)
        change = plus(change, &vector)
    add_channels(sums, &change)


cdef inline void counted_points(
    const Game *game, const Board *board, uint32_t *counted
) noexcept nogil:
    """Set, by row, a bit for each column: the empty points that count; 20 rows."""
    cdef int row
    cdef uint32_t one, two, columns = (<uint32_t>1 << game.size) - 1
    cdef const uint32_t *occupied = board.occupied
    for row in range(game.size):
        one = occupied[row + 1] | occupied[row + 2] | occupied[row + 3]
        two = occupied[row] | occupied[row + 2] | occupied[row + 4]
        counted[row] = (
            occupied[row] | occupied[row + 1] | occupied[row + 3] | occupied[row + 4]
            | one << 1 | one >> 1 | two << 2 | two >> 2
        ) & columns & ~occupied[row + 2]


cdef inline Sums *sums_after(const Game *game, int moves) noexcept nogil:
    """Where the sums after so many moves are kept."""
    return &game.sums[moves & KEPT_SUMS - 1]


cdef inline Channels vector_of(
    const Game *game, const Board *board, int point, int side
) noexcept nogil:
    """The vector of an empty point, as this side sees it."""
    cdef const Net *net = game.net
    cdef const Place *place = &game.place[point]
    cdef Channels vector = net.bias[0]
    cdef int d
    for d in range(4):
        vector = plus(
            vector,
            row_of(net, window_of(net, board.line[d][place.line[d]], place.shift[d]), side),
        )
    return vector


cdef void find_vectors(const Game *game, const Board *board, int side) noexcept nogil:
    """Find this side's vectors of the whole board, and its sums."""
    cdef Sums *sums = sums_after(game, board.moves)
    cdef Channels vector, added = NO_CHANNELS
    cdef uint32_t[MAX_SIZE] counted
    cdef uint32_t mask
    cdef int row, point, count = 0
    memset(sums.sum[side], 0, CHANNELS * sizeof(int32_t))
    memset(sums.counts, 0, game.area)
    counted_points(game, board, counted)
    for row in range(game.size):
        mask = counted[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            vector = vector_of(game, board, point, side)
            sums.counts[point] = 1
            sums.vector[point] = vector
            vector = clipped(vector)
            added = plus(added, &vector)
            count += 1
            if count % MOST_ADDED == 0:
                add_channels(sums.sum[side], &added)
                added = NO_CHANNELS
    add_channels(sums.sum[side], &added)
    sums.known[1 - side] = sums.known[1 - side] and sums.moves == board.moves
    sums.known[side] = True
    sums.vectors_of = side
    sums.moves = board.moves


cdef inline const Sums *with_vectors(
    const Game *game, const Board *board, int side
) noexcept nogil:
    """The sums for the position on the board, with this side's vectors."""
    cdef const Sums *sums = sums_after(game, board.moves)
    if sums.moves != board.moves or sums.vectors_of != side:
        find_vectors(game, board, side)
    return sums


cdef void find_vectors_before(
    const Game *game, Board *board, const Sums *sums, int side
) noexcept nogil:
    """Find this side's vectors for the position before the last move, which took nothing."""
    flip_stone(game, board, sums.point, sums.stone)
    board.moves -= 1
    find_vectors(game, board, side)
    board.moves += 1
    flip_stone(game, board, sums.point, sums.stone)


cdef inline const int32_t *sums_of(const Game *game, const Board *board, int side) noexcept nogil:
    """This side's sums for the position on the board.

    They follow from the vectors of the position before, which its other moves share.
    """
    cdef Sums *sums = sums_after(game, board.moves)
    cdef const Sums *before = sums_after(game, board.moves - 1)
    if sums.moves == board.moves and sums.known[side]:
        return sums.sum[side]
    if sums.moves != board.moves or sums.took:
        find_vectors(game, board, side)
        return sums.sum[side]
    if before.moves != board.moves - 1 or before.vectors_of != side:
        find_vectors_before(game, <Board *>board, sums, side)
    memcpy(sums.sum[side], before.sum[side], CHANNELS * sizeof(int32_t))
    add_change(game, board, before, sums.point, sums.stone, side, sums.sum[side])
    sums.known[side] = True
    return sums.sum[side]


cdef inline void note_move(
    const Game *game, const Board *board, int point, int stone, bint took
) noexcept nogil:
    """Begin the sums of the position after a move, which `board.moves` counts already."""
    cdef Sums *sums = sums_after(game, board.moves)
    sums.moves = board.moves
    sums.known[0] = sums.known[1] = False
    sums.vectors_of = -1
    sums.point, sums.stone, sums.took = point, stone, took


cdef inline int value_of_sums(
    const Game *game, const Board *board, const int32_t *sums, int side
) noexcept nogil:
    """The value for `side`, to move, whose sums these are; within EVALUATION_LIMIT."""
    cdef const Net *net = game.net
    cdef int16_t[CHANNELS] inputs
    cdef int16_t[HIDDEN] hidden
    cdef int own = min_captured(board.captured[side])
    cdef int other = min_captured(board.captured[1 - side])
    cdef int64_t value
    inputs_of(inputs, sums)
    hidden_of(
        hidden, net.hidden_weights, inputs,
        &net.own_captured[own * HIDDEN], &net.other_captured[other * HIDDEN],
    )
    value = product(hidden, net.output_weights) + product(inputs, net.linear)
    value += net.captured_output[own * CAPTURED_ENTRIES + other]
    value = value * net.unit >> 20
    if value > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    return -EVALUATION_LIMIT if value < -EVALUATION_LIMIT else <int>value


cdef inline int min_captured(int stones) noexcept nogil:
    return stones if stones < CAPTURED_ENTRIES else CAPTURED_ENTRIES - 1


cdef inline int net_value(const Game *game, const Board *board) noexcept nogil:
    """The value for the side to move.

    The search comes to many positions again, above all in the next iteration, so the last values
    are kept.
    """
    cdef uint64_t *kept = &game.values[board.key % KEPT_VALUES]
    cdef int value
    if (kept[0] ^ board.key) >> VALUE_BITS == 0:
        return <int>(kept[0] & VALUE_MASK) - EVALUATION_LIMIT
    value = value_of_sums(game, board, sums_of(game, board, board.side), board.side)
    kept[0] = board.key & ~<uint64_t>VALUE_MASK | <uint64_t>(value + EVALUATION_LIMIT)
    return value


cdef inline int net_value_after(const Game *game, const Board *board, int point) noexcept nogil:
    """The value for the opponent after a stone of the side to move that takes nothing."""
    cdef int other = 1 - board.side
    cdef const Sums *before = with_vectors(game, board, other)
    cdef int32_t[CHANNELS] sums
    memcpy(sums, before.sum[other], CHANNELS * sizeof(int32_t))
    add_change(game, board, before, point, 1 + board.side, other, sums)
    return value_of_sums(game, board, sums, other)


cdef inline void board_was_set(const Game *game, const Board *board) noexcept nogil:
    """Forget all sums, after the board was set without `play`."""
    cdef int i
    if game.net != NULL:
        for i in range(KEPT_SUMS):
            game.sums[i].moves = -1


# The arrays of a net's memory

cdef const void *next_array(const Py_buffer *memory, Py_ssize_t *at, Py_ssize_t size) noexcept:
    """The array at this place, which moves to the next array: arrays begin at multiples of 64."""
    cdef const void *array = <const char *>memory.buf + at[0]
    at[0] += size + 63 & ~63
    return array


cdef str open_net(Net *net, const Py_buffer *memory, int reach, int halves, int unit):
    """Set a net's pointers into its memory; returns what is wrong with it, or None."""
    cdef int contents = 1 << 2 * reach, i, side
    cdef Py_ssize_t at = 0
    cdef const uint16_t *halves_before
    cdef const uint16_t *halves_after
    if not 4 <= reach <= MARGIN or not 1 <= halves <= 255:
        return f"reach {reach}, {halves} halves: expected 4 or {MARGIN}, and 1 to 255"
    if <size_t>memory.buf % 64:
        return "the arrays of a net must begin at an address that 64 divides"
    net.reach, net.unit = reach, unit
    net.half_mask = contents - 1
    halves_before = <const uint16_t *>next_array(memory, &at, 4 * contents)
    halves_after = <const uint16_t *>next_array(memory, &at, 4 * contents)
    net.bias = <const Channels *>next_array(memory, &at, 2 * CHANNELS)
    net.hidden_weights = <const int16_t *>next_array(memory, &at, 2 * HIDDEN * CHANNELS)
    net.linear = <const int16_t *>next_array(memory, &at, 2 * CHANNELS)
    net.output_weights = <const int16_t *>next_array(memory, &at, 2 * HIDDEN)
    net.own_captured = <const int32_t *>next_array(memory, &at, 4 * CAPTURED_ENTRIES * HIDDEN)
    net.other_captured = <const int32_t *>next_array(memory, &at, 4 * CAPTURED_ENTRIES * HIDDEN)
    net.captured_output = <const int32_t *>next_array(
        memory, &at, 4 * CAPTURED_ENTRIES * CAPTURED_ENTRIES
    )
    net.row = <const Channels *>next_array(memory, &at, 2 * CHANNELS * halves * halves)
    if at != memory.len:
        return f"the arrays of a net have {memory.len} bytes: expected {at}"
    for i in range(2 * contents):
        if halves_before[i] % halves or halves_before[i] >= halves * halves:
            return f"half {i} before the centre begins at row {halves_before[i]}"
        if halves_after[i] >= halves:
            return f"half {i} after the centre has number {halves_after[i]} of {halves}"
    for side in range(2):
        net.before[side] = halves_before + side * contents
        net.after[side] = halves_after + side * contents
    return None
