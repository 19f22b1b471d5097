# The transposition table, over memory that the caller owns and may share between processes.
#
# An entry is two words. Another process may write one of them between our two reads. So the first
# word holds key ^ data: an entry that is half written fails the comparison and counts as not found.
# There is no lock.
#
#     data   63 ........ 32 | 31 ... 26 | 25 24 | 23 .... 16 | 15 ...... 0
#             score (signed)  generation  bound     depth        move
#
# Four entries share a cache line. Scores of proven wins count turns from the entry's own node.

cdef enum:
    CLUSTER = 4
    LEAST_WORTH = -4 * 63   # of `worth_of`
    WORTHS = 256 + 4 * 63   # how many different ones there are

cdef enum Bound:
    BOUND_NONE = 0
    BOUND_LOWER = 1  # the value is at least the score
    BOUND_UPPER = 2  # the value is at most the score
    BOUND_EXACT = 3

cdef struct Entry:
    uint64_t check
    uint64_t data

cdef struct Table:
    Entry *entries      # NULL: no table
    uint64_t clusters   # a power of two; 1 without a table, whose one cluster is then at NULL
    int generation      # of the current search, 0..63; older entries are replaced first

cdef struct Stored:     # a copy; nobody writes through it
    int move
    int depth
    int score
    int bound           # BOUND_NONE: not found

cdef extern from *:
    """
    #define prefetch(address) __builtin_prefetch(address)
    """
    void prefetch(void *address) noexcept nogil


cdef inline Entry *cluster_of(const Table *table, uint64_t key) noexcept nogil:
    return &table.entries[(key & (table.clusters - 1)) * CLUSTER]


cdef inline int nearer(int score, int turns) noexcept nogil:
    """The score, a proven end as many turns nearer: from the root's distance to the node's.

    With `turns` negative the other way.
    """
    if score > EVALUATION_LIMIT:
        return score + turns
    return score - turns if score < -EVALUATION_LIMIT else score


cdef inline Stored probe(const Table *table, uint64_t key, int turns) noexcept nogil:
    """A copy of the position's entry, a win's distance counted from the root."""
    cdef Stored stored
    cdef Entry *entry
    cdef uint64_t data
    cdef int slot
    stored.bound = BOUND_NONE
    stored.move = NO_MOVE
    if table.entries == NULL:
        return stored
    entry = cluster_of(table, key)
    for slot in range(CLUSTER):
        data = entry[slot].data
        if (entry[slot].check ^ data) == key and data:
            stored.move = data & 0xFFFF
            stored.depth = data >> 16 & 0xFF
            stored.bound = data >> 24 & 3
            stored.score = nearer(<int32_t>(data >> 32), -turns)
            return stored
    return stored


cdef inline int worth_of(const Table *table, uint64_t data) noexcept nogil:
    """How much an entry deserves its place: an age of one search counts as four of depth."""
    return <int>(data >> 16 & 0xFF) - 4 * (table.generation - <int>(data >> 26 & 63) & 63)


cdef inline void store(
    Table *table, uint64_t key, int move, int depth, int bound, int score, int turns
) noexcept nogil:
    """Write an entry: over one of the same position, else over the one of least worth."""
    cdef Entry *entry
    cdef Entry *chosen
    cdef uint64_t data
    cdef int slot, worth, least = LEAST_WORTH + WORTHS
    if table.entries == NULL:
        return
    entry = cluster_of(table, key)
    chosen = entry
    for slot in range(CLUSTER):
        data = entry[slot].data
        if (entry[slot].check ^ data) == key:
            chosen = &entry[slot]
            if move == NO_MOVE:
                move = data & 0xFFFF if data else NO_MOVE
            break
        worth = worth_of(table, data)
        if worth < least:
            least = worth
            chosen = &entry[slot]
    data = (
        <uint64_t><uint32_t>nearer(score, turns) << 32
        | <uint64_t>table.generation << 26
        | <uint64_t>bound << 24
        | <uint64_t>depth << 16
        | <uint64_t>move
    )
    chosen.check = key ^ data
    chosen.data = data


# What is kept from one move to the next, in another process: entries as (key, data), best first.

cdef inline bint is_sound(uint64_t data) noexcept nogil:
    """Whether a search can have stored this: a bound, a move or NO_MOVE, a valid score."""
    cdef int move = data & 0xFFFF, score = <int32_t>(data >> 32)
    return (
        data >> 24 & 3 != BOUND_NONE
        and (move < MOVE_LIMIT or move == NO_MOVE)
        and -WIN <= score <= WIN
    )


cdef inline bint is_worth_keeping(uint64_t data, int min_depth) noexcept nogil:
    """Whether the entry is deep, or proves a win or a loss."""
    cdef int score = <int32_t>(data >> 32)
    if <int>(data >> 16 & 0xFF) >= min_depth:
        return data >> 24 & 3 != BOUND_NONE
    if score > EVALUATION_LIMIT:
        return (data >> 24 & BOUND_LOWER) != 0
    return score < -EVALUATION_LIMIT and (data >> 24 & BOUND_UPPER) != 0


cdef int64_t gather(const Table *table, int min_depth, uint64_t *out, int64_t limit) noexcept nogil:
    """Copy the entries worth keeping, at most `limit`, by falling worth; returns how many.

    The first pass counts the entries of each worth, so that the second knows every entry's place.
    No search may be running.
    """
    cdef int64_t[WORTHS] place
    cdef uint64_t i, count = 0, data
    cdef int worth
    cdef int64_t number, before = 0
    if table.entries == NULL:
        return 0
    memset(place, 0, sizeof(place))
    for i in range(table.clusters * CLUSTER):
        data = table.entries[i].data
        if data and is_worth_keeping(data, min_depth):
            place[worth_of(table, data) - LEAST_WORTH] += 1
    for worth in range(WORTHS - 1, -1, -1):
        number = place[worth]
        place[worth] = before
        before += number
    for i in range(table.clusters * CLUSTER):
        data = table.entries[i].data
        if data and is_worth_keeping(data, min_depth):
            worth = worth_of(table, data) - LEAST_WORTH
            if place[worth] < limit:
                out[2 * place[worth]] = table.entries[i].check ^ data
                out[2 * place[worth] + 1] = data
            place[worth] += 1
    return before if before < limit else limit


cdef inline void plant(Table *table, uint64_t key, uint64_t data) noexcept nogil:
    """Store an entry that was kept, with the generation of the search before the next."""
    store(
        table, key, data & 0xFFFF, data >> 16 & 0xFF, data >> 24 & 3, <int32_t>(data >> 32), 0
    )
