# The order in which a node's moves are tried: the table's, then by static order and by memory.
#
# Included by negamax.pxi after `Search`. Killers, history and replies remember earlier cutoffs. With
# both settings 0 (plain mode) only the static order counts.
#
# History counts the cutoffs by a move anywhere. Replies count those by a move after one certain move:
# the opponent's last, or the own last. They help long searches, where history favours the same few
# moves everywhere.

cdef enum Stage:
    STAGE_TABLE = 0     # return the table's move
    STAGE_GENERATE = 1  # generate and rank all candidates
    STAGE_RANKED = 2    # return them, best first

cdef enum:
    REPLY_FULL = 1 << 14    # no count of replies exceeds it
    REPLY_STEP = 1 << 12    # nor grows by more at once
    REPLIES = 2 * MOVE_LIMIT * MOVE_LIMIT   # counts: by which move came before, that move, reply

cdef struct Picker:
    Stage stage
    int table_move
    bint answers            # only moves that may stop the opponent's win at once
    bint stops              # only moves that may stop the opponent's open four
    int count
    int next
    Ranked[MOVE_LIMIT] moves


cdef inline int16_t *replies_to(Search *search, int which, int ply) noexcept nogil:
    """The counts of replies, by move, to the opponent's last move (0) or the own last (1).

    NULL where that move is above the root, or replies are not kept.
    """
    if search.replies == NULL or ply <= which or search.path[ply - 1 - which] >= MOVE_LIMIT:
        return NULL
    return &search.replies[(which * MOVE_LIMIT + search.path[ply - 1 - which]) * MOVE_LIMIT]


cdef inline void rank_by_memory(Search *search, Picker *picker, int ply) noexcept nogil:
    """Add the bonuses of killers, history and replies to the static order of the moves."""
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef const int16_t *to_theirs = replies_to(search, 0, ply)
    cdef const int16_t *to_own = replies_to(search, 1, ply)
    cdef int first = search.killers[ply][0], second = search.killers[ply][1]
    cdef int i, move, bonus
    for i in range(picker.count):
        move = RANK_MASK - (picker.moves[i] & RANK_MASK)
        bonus = history[move] >> HISTORY_SHIFT
        if bonus > search.settings.history_limit:
            bonus = search.settings.history_limit
        if to_theirs != NULL:
            bonus += to_theirs[move] * search.reply_bonus // REPLY_FULL
        if to_own != NULL:
            bonus += to_own[move] * search.reply_bonus // REPLY_FULL
        if move == first:
            bonus += search.settings.killer_bonus
        elif move == second:
            bonus += search.settings.killer_bonus - search.settings.killer_bonus // 4
        picker.moves[i] += bonus * (RANK_MASK + 1)


cdef inline int take_best(Picker *picker) noexcept nogil:
    """The best of the remaining moves, swapped to the front: one scan finds it, one its place."""
    cdef Ranked best = picker.moves[picker.next]
    cdef int i
    for i in range(picker.next + 1, picker.count):
        best = picker.moves[i] if picker.moves[i] > best else best
    i = picker.next
    while picker.moves[i] != best:
        i += 1
    picker.moves[i] = picker.moves[picker.next]
    picker.moves[picker.next] = best
    picker.next += 1
    return RANK_MASK - (best & RANK_MASK)


cdef inline int next_move(Search *search, Picker *picker, int ply) noexcept nogil:
    """The next move to try in this node, or NO_MOVE after the last."""
    cdef int move
    if picker.stage == STAGE_TABLE:
        picker.stage = STAGE_GENERATE
        if picker.table_move != NO_MOVE:
            if playable(search.game, &search.board, picker.table_move):
                return picker.table_move
            picker.table_move = NO_MOVE
    if picker.stage == STAGE_GENERATE:
        picker.stage = STAGE_RANKED
        picker.next = 0
        picker.count = 0
        if picker.answers:
            picker.count = generate_answers(
                search.game, &search.board, search.path[ply - 1] if ply else NO_MOVE, picker.moves
            )
        if picker.stops:
            picker.count = generate_stops(search.game, &search.board, picker.moves)
        # A lost root still names a move.
        elif picker.count == 0 and (ply == 0 or not picker.answers):
            picker.count = generate(search.game, &search.board, picker.moves)
        if search.settings.history_limit or search.settings.killer_bonus:
            rank_by_memory(search, picker, ply)
    while picker.next < picker.count:
        move = take_best(picker)
        if move != picker.table_move:
            return move
    return NO_MOVE


cdef inline void fade_memory(Search *search) noexcept nogil:
    """Keep an eighth of the last search's history, none of its killers and replies."""
    cdef int side, move
    if search.has_replies:
        memset(search.replies, 0, REPLIES * sizeof(int16_t))
        search.has_replies = False
    memset(search.killers, 0xFF, sizeof(search.killers))
    for side in range(2):
        for move in range(MOVE_LIMIT):
            search.history[side][move] //= 8


cdef inline void count_reply(int16_t *replies, int move, int depth) noexcept nogil:
    """Record that this move refuted the position; the more it has, the less this adds."""
    cdef int step
    if replies != NULL:
        step = min_int(16 * depth * depth, REPLY_STEP)
        replies[move] += step - replies[move] * step // REPLY_FULL


cdef inline void remember_cutoff(Search *search, int move, int depth, int ply) noexcept nogil:
    """Record in killers, history and replies that this move refuted the position."""
    if search.replies != NULL:
        count_reply(replies_to(search, 0, ply), move, depth)
        count_reply(replies_to(search, 1, ply), move, depth)
        search.has_replies = True
    if search.killers[ply][0] != move:
        search.killers[ply][1] = search.killers[ply][0]
        search.killers[ply][0] = move
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef int i
    history[move] += depth * depth
    if history[move] > HISTORY_FULL:
        for i in range(MOVE_LIMIT):
            history[i] //= 2
