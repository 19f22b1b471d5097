# ABDADA: the yardstick beside split points. Everyone searches the same root; who comes late to a
# move that another is searching puts it off, and finds the answer in the table.
#
# Weill: "The ABDADA Distributed Minimax Search Algorithm" (ICCA Journal 19/1, 1996), with the moves
# that are being searched in a small table of their own (Kerrigan, "Simplified ABDADA"). Included by
# negamax.pxi after split.pxi. The eldest brother is never put off: young brothers wait here too.
#
# An iteration is a round, odd while it is open. The first who finishes it has finished it for all;
# the others see that at their next poll. Nobody waits for anybody but worker 0, for the others to
# leave a round that is over.


cdef inline bint shares_by_table(const Search *search, int depth) noexcept nogil:
    """Whether moves at this depth are put off while another searches them."""
    return search.crew != NULL and search.crew.by_table and depth >= DEFER_DEPTH


cdef inline uint64_t *busy_place(Search *search, uint64_t key, int move, int depth, bint mark) noexcept nogil:
    """Where this move of this position is marked as searched by somebody, or NULL.

    With `mark` it is marked, over an older mark if there is no room.
    """
    cdef uint64_t name = (key ^ <uint64_t>(move * 64 + depth + 1) * <uint64_t>0x9E3779B97F4A7C15) | 1
    cdef uint64_t *places = &search.crew.busy[(name >> 20 & BUSY_MASK) * BUSY_PLACES]
    cdef uint64_t *free = NULL
    cdef uint64_t seen
    cdef int i
    for i in range(BUSY_PLACES):
        seen = get64(&places[i])
        if seen == name:
            return &places[i]
        if seen == 0 and free == NULL:
            free = &places[i]
    if not mark:
        return NULL
    free = &places[0] if free == NULL else free
    put64(free, name)
    return free


cdef int search_round(Search *search, int alpha, int beta, int depth) noexcept nogil:
    """One iteration of the crew, in worker 0: as negamax from the root."""
    cdef Crew *crew = search.crew
    cdef int value, i
    crew.depth, crew.alpha, crew.beta = depth, alpha, beta
    crew.first_move = search.first_move
    crew.excluded_count = search.excluded_count
    for i in range(MOVE_LIMIT):
        crew.excluded[i] = search.excluded[i]
    put64(&crew.done, 0)
    search.round = get32(&crew.round) + 1
    put32(&crew.round, search.round)
    tell(crew, search.me)
    value = negamax(search, alpha, beta, depth, 0, 0)
    if search.stopped == RUNNING and atomic_raise(&crew.done, 1):
        put64(&crew.done, 2)
    elif search.stopped == RUNNING or search.stopped == STOPPED_BY_CUT:
        value = take_round(search)
    put32(&crew.round, search.round + 1)
    pick_up(search, STALL_NS if search.stopped == RUNNING else GRACE_NS)
    return value


cdef int take_round(Search *search) noexcept nogil:
    """The value of a round that a helper has finished, its variation taken over."""
    cdef Crew *crew = search.crew
    cdef int64_t deadline = clock_ns(CLOCK_MONOTONIC) + GRACE_NS
    cdef int i
    while get64(&crew.done) < 2:
        if clock_ns(CLOCK_MONOTONIC) > deadline:  # it was killed while it wrote
            search.stopped = STOPPED_BY_LOSS
            return 0
        usleep(20)
    search.stopped = RUNNING
    for i in range(crew.pv_length):
        search.pv[0][i] = crew.pv[i]
    search.pv_length[0] = crew.pv_length
    search.root_value = crew.root_value
    return crew.value


cdef bint join_round(Search *search) noexcept nogil:
    """Search the round that is open, in a helper, if there is one that it has not seen."""
    cdef Crew *crew = search.crew
    cdef uint32_t round = get32(&crew.round)
    cdef int value, i
    if round % 2 == 0 or round == search.round:
        return False
    take_job(search)
    if get32(&crew.round) != round:
        return False
    search.round = round
    search.first_move = crew.first_move
    search.excluded_count = crew.excluded_count
    for i in range(MOVE_LIMIT):
        search.excluded[i] = crew.excluded[i]
    crew.slots[search.me].joins[0] += 1
    value = negamax(search, crew.alpha, crew.beta, crew.depth, 0, 0)
    if search.stopped == RUNNING and atomic_raise(&crew.done, 1):
        crew.value = value
        crew.root_value = search.root_value
        crew.pv_length = search.pv_length[0]
        for i in range(search.pv_length[0]):
            crew.pv[i] = search.pv[0][i]
        put64(&crew.done, 2)
        tell(crew, search.me)
    report(search)
    return True


cdef inline bint round_is_over(const Search *search) noexcept nogil:
    """Whether somebody has finished the round that this worker is in."""
    cdef Crew *crew = search.crew
    return search.round % 2 and (get32(&crew.round) != search.round or get64(&crew.done) != 0)
