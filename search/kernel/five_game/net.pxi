# The learned value of a position: a small network on the windows of its points.
# docs/learning.md defines it.
#
#     point      an empty point counts if a stone lies within two cells in one of its four lines;
#                its vector is the bias plus the rows of its four windows, by channel
#     sums       the clipped vectors of all points that count, added up
#     head       sums and captured stones, 32 hidden units, one number
#
# A row belongs to the contents of a window's two halves as one side sees them: its stones and the
# opponent's. So each side has its own sums, in which the same table of rows is read with the stones
# exchanged. `net_sums.pxi` keeps the sums while moves are played.
#
# No number can overflow. A vector fits into 16 bits (the writer of a net checks it, and a damaged
# one wraps). A stone changes at most 33 points by at most CLIP each, 31,680 in all, and eight more
# where windows reach five cells, which are added apart. The head's numbers are checked by the writer
# for the largest inputs (tuning/net).

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

    /* By masks: clang 22 turns a loop over the numbers into code of a sixth of the speed. */
    static inline Part clipped_part(Part part) {
        const Part zero = {0}, clip = zero + CLIP;
        Part over;
        part &= part > zero;
        over = part > clip;
        return (clip & over) | (part & ~over);
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

    static inline int32_t product(
        const int16_t *restrict a, const int16_t *restrict b, int count
    ) {
        int32_t sum = 0;
        for (int i = 0; i < count; i++)
            sum += (int32_t)a[i] * b[i];
        return sum;
    }

    static inline void hidden_of(
        int16_t *restrict hidden, const int16_t *restrict weights, const int16_t *restrict inputs,
        const int32_t *restrict own, const int32_t *restrict other
    ) {
        for (int h = 0; h < HIDDEN; h++) {
            int32_t unit = product(weights + CHANNELS * h, inputs, CHANNELS);
            unit = (unit + own[h] + other[h]) >> 9;
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
    int32_t product(const int16_t *a, const int16_t *b, int count) noexcept nogil
    void hidden_of(
        int16_t *hidden, const int16_t *weights, const int16_t *inputs,
        const int32_t *own, const int32_t *other
    ) noexcept nogil

cdef extern from *:
    """
    #ifdef __SSE2__
    #include <emmintrin.h>
    #endif

    enum {
        POLICY_CHANNELS = 8,
        POLICY_SHIFT = 8
    };
    typedef int16_t Eight __attribute__((vector_size(2 * POLICY_CHANNELS)));

    static inline Eight plus_eight(Eight a, const Eight *b) {
        return a + *b;
    }

    /* The products of two vectors' channels, added up. */
    static inline int32_t times(Eight a, Eight b) {
    #ifdef __SSE2__
        /* One instruction, which gcc does not find in a loop over eight numbers. */
        union { __m128i all; int32_t sum[4]; } pairs;
        pairs.all = _mm_madd_epi16((__m128i)a, (__m128i)b);
        return pairs.sum[0] + pairs.sum[1] + (pairs.sum[2] + pairs.sum[3]);
    #else
        int32_t sum = 0;
        for (int i = 0; i < POLICY_CHANNELS; i++)
            sum += (int32_t)a[i] * b[i];
        return sum;
    #endif
    }

    /* The clipped vector times the weights. By masks, as in `clipped_part`. */
    static inline int32_t weighed(Eight vector, const Eight *weights) {
        const Eight zero = {0}, clip = zero + CLIP;
        Eight over;
        vector &= vector > zero;
        over = vector > clip;
        return times((clip & over) | (vector & ~over), *weights) >> POLICY_SHIFT;
    }
    """
    enum: POLICY_CHANNELS
    ctypedef struct Eight:
        pass
    Eight plus_eight(Eight a, const Eight *b) noexcept nogil
    int32_t weighed(Eight vector, const Eight *weights) noexcept nogil

cdef enum:
    CAPTURED_ENTRIES = 16   # the head tells 0 to 15 captured stones apart

ctypedef const uint16_t *Halves     # a number for each content of a half

cdef struct Net:            # points into the file's memory (search/net/file.py)
    int reach               # cells of a half
    int unit                # of the score, for one logit
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
    const Eight *policy_row     # NULL: the weights order the moves (policy.pxi)
    const Eight *policy_bias
    const Eight *policy_weights
    const Eight *policy_own_captured
    const Eight *policy_other_captured

cdef inline uint32_t row_number(
    const Net *net, int reach, uint64_t word, int shift, int side
) noexcept nogil:
    """The number of the row of the window around a cell of a line, as this side sees it."""
    cdef uint32_t window = <uint32_t>rotate_right(word, shift + 2 * (MARGIN - reach))
    cdef uint32_t mask = (1 << 2 * reach) - 1
    return net.before[side][window & mask] + net.after[side][window >> (2 * reach + 2) & mask]


cdef inline const Channels *row_at(
    const Net *net, int reach, uint64_t word, int shift, int side
) noexcept nogil:
    """The row of the window around a cell of a line, as this side sees it."""
    return &net.row[row_number(net, reach, word, shift, side)]


cdef inline int value_of_sums(
    const GameTables *game, const Board *board, const int32_t *sums, int side
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
    value = product(hidden, net.output_weights, HIDDEN)
    value += product(inputs, net.linear, CHANNELS)
    value += net.captured_output[own * CAPTURED_ENTRIES + other]
    value = value * net.unit >> 20
    if value > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    return -EVALUATION_LIMIT if value < -EVALUATION_LIMIT else <int>value


cdef inline int min_captured(int stones) noexcept nogil:
    return stones if stones < CAPTURED_ENTRIES else CAPTURED_ENTRIES - 1


# The arrays of a net's memory

cdef const void *next_array(
    const Py_buffer *memory, Py_ssize_t *at, Py_ssize_t size
) noexcept nogil:
    """The array at this place, which moves to the next array: arrays begin at multiples of 64."""
    cdef const void *array = <const char *>memory.buf + at[0]
    at[0] += size + 63 & ~63
    return array


cdef uint64_t digest_of(const Py_buffer *memory) noexcept nogil:
    """The digest of a net's arrays, whole blocks of four words (search/net/digest.py)."""
    cdef const uint64_t *words = <const uint64_t *>memory.buf
    cdef uint64_t[4] lanes
    cdef uint64_t digest = 0, mixed
    cdef Py_ssize_t at
    cdef int lane
    for lane in range(4):
        lanes[lane] = <uint64_t>0xCBF29CE484222325
    for at in range(0, memory.len // 8 - 3, 4):
        for lane in range(4):
            mixed = (lanes[lane] ^ words[at + lane]) * <uint64_t>0x9E3779B97F4A7C15
            lanes[lane] = mixed ^ mixed >> 29
    for lane in range(4):
        mixed = (digest ^ lanes[lane]) * <uint64_t>0x9E3779B97F4A7C15
        digest = mixed ^ mixed >> 32
    return digest


cdef str open_net(
    Net *net, const Py_buffer *memory, int reach, int halves, int unit, uint64_t digest
):
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
    net.policy_row = NULL
    if at < memory.len:
        net.policy_bias = <const Eight *>next_array(memory, &at, 2 * POLICY_CHANNELS)
        net.policy_weights = <const Eight *>next_array(memory, &at, 2 * POLICY_CHANNELS)
        net.policy_own_captured = <const Eight *>next_array(
            memory, &at, 2 * CAPTURED_ENTRIES * POLICY_CHANNELS
        )
        net.policy_other_captured = <const Eight *>next_array(
            memory, &at, 2 * CAPTURED_ENTRIES * POLICY_CHANNELS
        )
        net.policy_row = <const Eight *>next_array(
            memory, &at, 2 * POLICY_CHANNELS * halves * halves
        )
    if at != memory.len:
        return f"the arrays of a net have {memory.len} bytes: expected {at}"
    if digest_of(memory) != digest:
        return f"the arrays have digest {digest_of(memory):016x}: the head says {digest:016x}"
    for i in range(2 * contents):
        if halves_before[i] % halves or halves_before[i] >= halves * halves:
            return f"half {i} before the centre begins at row {halves_before[i]}"
        if halves_after[i] >= halves:
            return f"half {i} after the centre has number {halves_after[i]} of {halves}"
    for side in range(2):
        net.before[side] = halves_before + side * contents
        net.after[side] = halves_after + side * contents
    return None
