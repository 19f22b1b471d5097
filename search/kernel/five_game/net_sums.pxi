# The sums of a net over the points of the board, kept along the line of play.
#
# A move changes only the windows that its stone lies in: those of its own point and of at most 32
# others, or 40 where windows reach five cells. So the sums after a move are the sums before, plus
# what changes at these points:
#
#     vectors    of all points that count, for one side: found once for a position whose moves are
#                valued, from four rows each
#     change     after a move, a point's vector is the one before, less a row, plus a row
#
# Positions on the way are kept by the number of moves played. Play notes the move only; sums and
# vectors are found when a value is asked for. So undo has nothing to do. After a capture all is
# found anew.

cdef enum:
    NEAR = 2                # a point counts if a stone lies so near in one of its lines
    MOST_ADDED = 32         # clipped vectors that surely add up within 16 bits
    KEPT_VALUES = 1 << 14   # a key and a value of VALUE_BITS each; at most 1 << VALUE_BITS
    VALUE_BITS = 21
    VALUE_MASK = (1 << 21) - 1
    UNKNOWN_MOVES = -1_000_000
    KEPT_SUMS = 128         # positions on the way to this one whose sums are kept; a power of two

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


cdef inline uint32_t empty_far(uint64_t word, int shift) noexcept nogil:
    """Whether the cells five before (bit 0) and five after a cell (bit 7) are empty."""
    cdef uint32_t bits = <uint32_t>rotate_right(word, shift)    # two bits a cell
    return <uint32_t>(bits & 3 == 0) | <uint32_t>(bits >> 20 & 3 == 0) << 7


cdef inline void add_change_of(
    int reach, const GameTables *game, const Board *board, const Sums *before, int point, int stone,
    int side, int32_t *sums
) noexcept nogil:
    """Add to this side's sums what a stone (1 or 2) on an empty point changes.

    `before` has this side's vectors without the stone. The board may have the stone or not.
    """
    cdef const Net *net = game.net
    cdef const PointLines *origin = &game.place[point]
    cdef const PointLines *place
    cdef uint64_t bits = <uint64_t>stone << 2 * MARGIN, word
    cdef uint32_t changed = 0
    cdef Channels change = NO_CHANNELS, vector, old
    cdef int d, e, far, i, q
    if before.counts[point]:
        vector = clipped(before.vector[point])
        change = minus(change, &vector)
    for far in range(reach - 3):        # 1: the two cells beyond these eight
        for d in range(4):
            word = board.line[d][origin.line[d]]
            if far:
                changed |= empty_far(word, origin.shift[d]) << 8 * d
            else:
                changed |= empty_around(word, origin.shift[d]) << 8 * d
        while changed:
            d = lowest_bit(changed) >> 3
            i = lowest_bit(changed) & 7
            changed &= changed - 1
            i = i - 4 + (i >> 2)        # -4 .. -1, 1 .. 4
            i += far if i > 0 else -far
            q = point + i * game.step[d]
            if not before.counts[q] and not -NEAR <= i <= NEAR:
                continue
            place = &game.place[q]
            word = board.line[d][place.line[d]] | bits << origin.shift[d]
            if before.counts[q]:
                old = before.vector[q]
                vector = plus(old, row_at(net, reach, word, place.shift[d], side))
                word ^= bits << origin.shift[d]
                vector = minus(vector, row_at(net, reach, word, place.shift[d], side))
                old = clipped(old)
                change = minus(change, &old)
            else:
                vector = plus(net.bias[0], row_at(net, reach, word, place.shift[d], side))
                for e in range(4):
                    if e != d:
                        word = board.line[e][place.line[e]]
                        vector = plus(vector, row_at(net, reach, word, place.shift[e], side))
            vector = clipped(vector)
            change = plus(change, &vector)
        add_channels(sums, &change)     # what both rounds add may exceed 16 bits
        change = NO_CHANNELS


cdef inline void counted_points(
    const GameTables *game, const Board *board, uint32_t *counted
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


cdef inline Sums *sums_after(const Memory *memory, int moves) noexcept nogil:
    """Where the sums after so many moves are kept."""
    return &memory.sums[moves & KEPT_SUMS - 1]


cdef inline Channels vector_of(
    int reach, const GameTables *game, const Board *board, int point, int side
) noexcept nogil:
    """The vector of an empty point, as this side sees it."""
    cdef const Net *net = game.net
    cdef const PointLines *place = &game.place[point]
    cdef Channels vector = net.bias[0]
    cdef uint64_t word
    cdef int d
    for d in range(4):
        word = board.line[d][place.line[d]]
        vector = plus(vector, row_at(net, reach, word, place.shift[d], side))
    return vector


cdef inline void find_vectors_of(
    int reach, const GameTables *game, const Board *board, Memory *memory, int side
) noexcept nogil:
    """Find this side's vectors of the whole board, and its sums."""
    cdef Sums *sums = sums_after(memory, memory.moves)
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
            vector = vector_of(reach, game, board, point, side)
            sums.counts[point] = 1
            sums.vector[point] = vector
            vector = clipped(vector)
            added = plus(added, &vector)
            count += 1
            if count % MOST_ADDED == 0:
                add_channels(sums.sum[side], &added)
                added = NO_CHANNELS
    add_channels(sums.sum[side], &added)
    sums.known[1 - side] = sums.known[1 - side] and sums.moves == memory.moves
    sums.known[side] = True
    sums.vectors_of = side
    if sums.moves != memory.moves:
        sums.took = True    # its last move is not known: the other side's sums start anew as well
    sums.moves = memory.moves


# Both are compiled for either reach, which saves a thirtieth of a search's time.

cdef void find_vectors(
    const GameTables *game, const Board *board, Memory *memory, int side
) noexcept nogil:
    if game.net.reach == 4:
        find_vectors_of(4, game, board, memory, side)
    else:
        find_vectors_of(5, game, board, memory, side)


cdef void add_change(
    const GameTables *game, const Board *board, const Sums *before, int point, int stone, int side,
    int32_t *sums,
) noexcept nogil:
    if game.net.reach == 4:
        add_change_of(4, game, board, before, point, stone, side, sums)
    else:
        add_change_of(5, game, board, before, point, stone, side, sums)


cdef inline const Sums *with_vectors(
    const GameTables *game, const Board *board, Memory *memory, int side
) noexcept nogil:
    """The sums for the position on the board, with this side's vectors."""
    cdef const Sums *sums = sums_after(memory, memory.moves)
    if sums.moves != memory.moves or sums.vectors_of != side:
        find_vectors(game, board, memory, side)
    return sums


cdef void find_vectors_before(
    const GameTables *game, Board *board, Memory *memory, const Sums *sums, int side
) noexcept nogil:
    """Find this side's vectors for the position before the last move, which took nothing."""
    flip_stone(game, board, sums.point, sums.stone)
    memory.moves -= 1
    find_vectors(game, board, memory, side)
    memory.moves += 1
    flip_stone(game, board, sums.point, sums.stone)


cdef inline const int32_t *sums_of(
    const GameTables *game, const Board *board, Memory *memory, int side
) noexcept nogil:
    """This side's sums for the position on the board.

    They follow from the vectors of the position before, which its other moves share.
    """
    cdef Sums *sums = sums_after(memory, memory.moves)
    cdef const Sums *before = sums_after(memory, memory.moves - 1)
    if sums.moves == memory.moves and sums.known[side]:
        return sums.sum[side]
    if sums.moves != memory.moves or sums.took:
        find_vectors(game, board, memory, side)
        return sums.sum[side]
    if before.moves != memory.moves - 1 or before.vectors_of != side:
        find_vectors_before(game, <Board *>board, memory, sums, side)
    memcpy(sums.sum[side], before.sum[side], CHANNELS * sizeof(int32_t))
    add_change(game, board, before, sums.point, sums.stone, side, sums.sum[side])
    sums.known[side] = True
    return sums.sum[side]


cdef inline void note_move(Memory *memory, int point, int stone, bint took) noexcept nogil:
    """Count a move, and begin the sums of the position after it."""
    cdef Sums *sums
    memory.moves += 1
    sums = sums_after(memory, memory.moves)
    sums.moves = memory.moves
    sums.known[0] = sums.known[1] = False
    sums.vectors_of = -1
    sums.point, sums.stone, sums.took = point, stone, took


cdef inline int net_value(const GameTables *game, const Board *board, Memory *memory) noexcept nogil:
    """The value for the side to move.

    The search comes to many positions again, above all in the next iteration, so the last values
    are kept.
    """
    cdef uint64_t *kept = &memory.values[board.key % KEPT_VALUES]
    cdef int value
    if (kept[0] ^ board.key) >> VALUE_BITS == 0:
        return <int>(kept[0] & VALUE_MASK) - EVALUATION_LIMIT
    value = value_of_sums(game, board, sums_of(game, board, memory, board.side), board.side)
    kept[0] = board.key & ~<uint64_t>VALUE_MASK | <uint64_t>(value + EVALUATION_LIMIT)
    return value


cdef inline int net_value_after(
    const GameTables *game, const Board *board, Memory *memory, int point
) noexcept nogil:
    """The value for the opponent after a stone of the side to move that takes nothing."""
    cdef int other = 1 - board.side
    cdef const Sums *before = with_vectors(game, board, memory, other)
    cdef int32_t[CHANNELS] sums
    memcpy(sums, before.sum[other], CHANNELS * sizeof(int32_t))
    add_change(game, board, before, point, 1 + board.side, other, sums)
    return value_of_sums(game, board, sums, other)


cdef inline void board_was_set(
    const GameTables *game, const Board *board, Memory *memory
) noexcept nogil:
    """Forget all sums, after the board was set without `play`."""
    cdef int i
    if game.net != NULL:
        memory.moves = 0
        for i in range(KEPT_SUMS):
            memory.sums[i].moves = UNKNOWN_MOVES
