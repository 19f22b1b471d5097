# The transposition table, over memory that the caller owns and may share between processes.
#
# An entry is two words. Another process may write one of them between our two reads, so the first
# holds key ^ data: a torn or foreign entry fails the comparison and counts as not found. No lock.
#
#     data   63 ........ 32 | 31 ... 26 | 25 24 | 23 .... 16 | 15 ...... 0
#             score (signed)  generation  bound     depth        move
#
# Four entries share a cache line. Scores of proven wins are stored as seen from the node itself.

cdef enum:
    CLUSTER = 4

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
    uint64_t clusters   # a power of two
    int generation      # of the current search, 0..63; older entries are replaced first

cdef struct Found:      # a copy; nobody writes through it
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


cdef inline int score_to_table(int score, int turns) noexcept nogil:
    """A win's distance from the root becomes its distance from the node, `turns` below it."""
    if score > EVALUATION_LIMIT:
        return score + turns
    if score < -EVALUATION_LIMIT:
        return score - turns
    return score


cdef inline int score_from_table(int score, int turns) noexcept nogil:
    if score > EVALUATION_LIMIT:
        return score - turns
    if score < -EVALUATION_LIMIT:
        return score + turns
    return score


cdef inline Found probe(const Table *table, uint64_t key, int turns) noexcept nogil:
    """A copy of what the table knows of this position, scores as seen from the root."""
    cdef Found found
    cdef Entry *entry
    cdef uint64_t data
    cdef int slot
    found.bound = BOUND_NONE
    found.move = NO_MOVE
    if table.entries == NULL:
        return found
    entry = cluster_of(table, key)
    for slot in range(CLUSTER):
        data = entry[slot].data
        if (entry[slot].check ^ data) == key and data:
            found.move = data & 0xFFFF
            found.depth = data >> 16 & 0xFF
            found.bound = data >> 24 & 3
            found.score = score_from_table(<int32_t>(data >> 32), turns)
            return found
    return found


cdef inline void store(
    Table *table, uint64_t key, int move, int depth, int bound, int score, int turns
) noexcept nogil:
    """The one writer. Takes the slot of the same position, else the shallowest and oldest."""
    cdef Entry *entry
    cdef Entry *chosen
    cdef uint64_t data
    cdef int slot, worth, least = 1 << 30
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
        # One search of age weighs as much as four plies of depth.
        worth = <int>(data >> 16 & 0xFF) - 4 * (table.generation - <int>(data >> 26 & 63) & 63)
        if worth < least:
            least = worth
            chosen = &entry[slot]
    data = (
        <uint64_t><uint32_t>score_to_table(score, turns) << 32
        | <uint64_t>table.generation << 26
        | <uint64_t>bound << 24
        | <uint64_t>depth << 16
        | <uint64_t>move
    )
    chosen.check = key ^ data
    chosen.data = data
