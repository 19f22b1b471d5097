# The one search, for every game: negamax with principal variation search.
#
# Included by a game's .pyx after it has defined
#
#     Game, Board, Undo                          rules and tables (constant); a position; what undo needs
#     MOVE_LIMIT                                 moves are 0 .. MOVE_LIMIT - 1, at most 1023
#     board_side, board_key                      side to move, key
#     play(game, board, move, undo)              and its inverse
#     undo_move(game, board, move, undo)
#     settled(game, board, turns, score, move)   whether the value is known without looking further
#     evaluate(game, board)                      static value for the side to move
#     generate(game, board, moves)               fills Ranked moves with static order, returns how many
#     generate_answers(game, board, last, moves) the same of those that may stop the enemy's win at
#                                                once, after his move `last` (NO_MOVE: not known)
#     playable(game, board, move)                whether a move remembered from elsewhere is a candidate
#     quiet_value(game, board, move, turns, alpha, selective, v)
#                                                the value of the leaf below a move, without playing it
#     is_loud(game, board, move)                 whether a move changes too much to be searched shallower
#     must_answer(game, board)                   whether the enemy wins at once if he is not stopped
#
# Contract (fail-soft). `negamax` returns for the position on `search.board` a value v such that
#     v <= alpha          the true value of this search is at most v
#     alpha < v < beta    it is v
#     v >= beta           it is at least v
# The value depends on the position, the depth and the width, and on what the table holds (entries of
# greater depth are taken). With no table, no order memory and no width limit (plain mode) on position
# and depth alone: tests hold it node for node against `search/reference.py`. After a stop the value
# means nothing. Values are for the side to move; they change sign only where the side changes, and a
# win's distance counts `turns`, which only then grows.

cdef enum:
    MAX_PLY = 128
    HISTORY_FULL = 1 << 24
    FUTILE_DEPTH = 3
    FUTILITY = 250
    COUNT_DEPTH = 5
    COUNT_BASE = 5
    COUNT_SLOPE = 4
    LATE = 3

cdef enum Stage:
    STAGE_TABLE = 0     # the move that the table remembers
    STAGE_GENERATE = 1  # make and rank all candidates
    STAGE_RANKED = 2    # hand them out, best first

cdef struct Picker:
    Stage stage
    int table_move
    bint answers            # only moves that may stop the enemy's win at once
    int count
    int next
    Ranked[MOVE_LIMIT] moves

cdef struct Search:
    # Constant after set-up
    const Game *game
    Limits limits
    int width               # moves tried in a node; those of a lost node are all tried
    int killer_bonus        # 0 with history_limit 0: no memory of order (plain mode)
    int history_limit
    bint selective          # forced replies, quiescence, reductions (never in plain mode)
    bint local_threats      # below its first, a line's threats lie around the one before
    int first_move          # at the root: the move to try first, or NO_MOVE
    # Changing
    Board board
    Table table
    uint64_t nodes
    uint64_t next_poll
    uint64_t polls
    StopReason stopped
    Undo[MAX_PLY] undo
    uint16_t[MAX_PLY] path  # by ply: the move played there
    uint8_t[32][64] reduction
    uint16_t[MAX_PLY][2] killers
    int32_t[2][MOVE_LIMIT] history
    int[MAX_PLY + 1] pv_length
    uint16_t[MAX_PLY + 1][MAX_PLY + 1] pv
    int root_value          # of the first move of the root's variation, also after a stop
    uint8_t[MOVE_LIMIT] excluded  # at the root: moves not to be looked at
    int excluded_count


cdef void poll(Search *search) noexcept nogil:
    """Look at the limits, and say when to look again."""
    search.polls += 1
    if search.stopped == RUNNING:
        search.stopped = limit_reached(&search.limits, search.nodes, search.polls)
    search.next_poll = search.nodes + POLL_NODES
    if search.limits.nodes > search.nodes and search.limits.nodes < search.next_poll:
        search.next_poll = search.limits.nodes


cdef inline void rank_by_memory(Search *search, Picker *picker, int ply) noexcept nogil:
    """Add what killers and history know to the static order of the generated moves."""
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef int first = search.killers[ply][0], second = search.killers[ply][1]
    cdef int i, move, bonus
    for i in range(picker.count):
        move = RANK_MASK - (picker.moves[i] & RANK_MASK)
        bonus = history[move] >> 6
        if bonus > search.history_limit:
            bonus = search.history_limit
        if move == first:
            bonus += search.killer_bonus
        elif move == second:
            bonus += search.killer_bonus - search.killer_bonus // 4
        picker.moves[i] += bonus * (RANK_MASK + 1)


cdef inline int take_best(Picker *picker) noexcept nogil:
    """The best of the moves that remain; swaps it to the front. One scan finds, one locates."""
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
    """The next move to try in this node, or NO_MOVE when all have been handed out."""
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
        if picker.count == 0 and (ply == 0 or not picker.answers):  # a lost root names a move too
            picker.count = generate(search.game, &search.board, picker.moves)
        if search.history_limit or search.killer_bonus:
            rank_by_memory(search, picker, ply)
    while picker.next < picker.count:
        move = take_best(picker)
        if move != picker.table_move:
            return move
    return NO_MOVE


cdef inline void remember_cutoff(Search *search, int move, int depth, int ply) noexcept nogil:
    """Let killers and history know that this move refuted the position."""
    if search.killers[ply][0] != move:
        search.killers[ply][1] = search.killers[ply][0]
        search.killers[ply][0] = move
    cdef int32_t *history = search.history[board_side(&search.board)]
    cdef int i
    history[move] += depth * depth
    if history[move] > HISTORY_FULL:
        for i in range(MOVE_LIMIT):
            history[i] //= 2


cdef inline void extend_pv(Search *search, int move, int ply, int child_length) noexcept nogil:
    """The principal variation of this ply: the move, then the child's variation."""
    cdef int i
    search.pv[ply][0] = move
    for i in range(child_length):
        search.pv[ply][i + 1] = search.pv[ply + 1][i]
    search.pv_length[ply] = child_length + 1


cdef inline int min_int(int a, int b) noexcept nogil:
    return a if a < b else b


cdef void set_up_reductions(Search *search) noexcept nogil:
    """How much shallower the move of this number is searched, by depth."""
    cdef int depth, number
    for depth in range(1, 32):
        for number in range(1, 64):
            search.reduction[depth][number] = <uint8_t>(0.4 + log(depth) * log(number) / 1.7)


include "quiescence.pxi"
include "threes.pxi"


cdef int negamax(Search *search, int alpha, int beta, int depth, int ply, int turns) noexcept nogil:
    """The value of the board's position for the side to move; see the contract above."""
    cdef const Game *game = search.game
    cdef Board *board = &search.board
    cdef int side = board_side(board)
    cdef bint is_pv = beta - alpha > 1
    cdef int first_alpha = alpha, best = -INFINITE, best_move = NO_MOVE
    cdef int value = 0, move = NO_MOVE, tried = 0, child_length, bound
    cdef bint exact, forced, loud
    cdef int static, less
    cdef uint64_t key
    cdef Found found
    cdef Picker picker

    # Step 1. Count the node; look at the limits now and then.
    search.nodes += 1
    search.pv_length[ply] = 0
    if search.nodes >= search.next_poll:
        poll(search)
    if search.stopped != RUNNING:
        return 0

    # Step 2. A won or drawn position needs no search.
    if settled(game, board, turns, &value, &move):
        if move != NO_MOVE:
            extend_pv(search, move, ply, 0)
        return value

    # Step 3. At the horizon the static value stands for the rest.
    if depth <= 0 or ply >= MAX_PLY - 1:
        return evaluate(game, board)

    # Step 4. The table may know the value already; its move goes first in any case. Nodes of the
    # principal variation are searched even so, that the variation may be whole.
    key = board_key(board)
    found = probe(&search.table, key, turns)
    if not is_pv and usable(&found, main_depth(depth), alpha, beta):
        return found.score

    # Step 5. Where the enemy wins at once only what may stop him is tried, and the look ahead does
    # not grow shorter by it. Where he does not, an open four may win at sight, and the static value
    # may stand for a shallow search if it is far above the window.
    forced = search.selective and must_answer(game, board)
    if forced:
        depth += 1
    elif search.selective and not is_pv:
        if wins_by_open_four(game, board):
            return WIN - turns - 3
        static = evaluate(game, board)
        if depth <= FUTILE_DEPTH and static - FUTILITY * depth >= beta and beta > -EVALUATION_LIMIT:
            return static

    # Step 6. Try the moves, best first. The width limits how many, but a position counts as lost
    # only after every candidate has failed. Where the enemy wins at once, only moves that may stop
    # him are tried.
    picker.stage = STAGE_TABLE
    picker.answers = forced
    picker.table_move = found.move
    if ply == 0 and search.first_move != NO_MOVE:
        picker.table_move = search.first_move
    while True:
        if tried >= search.width and ply > 0:
            if best >= -EVALUATION_LIMIT:
                break
            if search.selective and alpha >= -EVALUATION_LIMIT:
                best = -EVALUATION_LIMIT
                break
        if (
            search.selective and not forced and not is_pv and depth <= COUNT_DEPTH
            and best >= -EVALUATION_LIMIT and tried >= COUNT_BASE + COUNT_SLOPE * depth * depth // 4
        ):
            break
        move = next_move(search, &picker, ply)
        if move == NO_MOVE:
            break
        if ply == 0 and search.excluded[move]:
            continue
        tried += 1

        # Step 7. Just above the horizon most moves are valued without being played.
        exact = depth == 1 and not search.selective
        if depth == 1 and quiet_value(
            game, board, move, turns + 1, alpha, search.selective, &value
        ):
            search.nodes += 1
            value = -value
            child_length = 0

        # Step 8. Play it. The first move gets the full window, the others must first beat alpha in
        # a null window; a leaf's value is exact whatever the window.
        else:
            search.path[ply] = move
            loud = search.selective and is_loud(game, board, move)
            play(game, board, move, &search.undo[ply])
            if tried == 1:
                value = child_value(search, alpha, beta, depth - 1, ply, turns, side)
            else:
                less = 0
                if search.selective and not forced and depth >= 3 and tried > LATE:
                    less = search.reduction[min_int(depth, 31)][min_int(tried, 63)]
                    if less and (is_pv or loud):
                        less -= 1
                    if less > depth - 2:
                        less = depth - 2
                value = child_value(search, alpha, alpha + 1, depth - 1 - less, ply, turns, side)
                if less and value > alpha:
                    value = child_value(search, alpha, alpha + 1, depth - 1, ply, turns, side)
                if alpha < value < beta and not exact:
                    value = child_value(search, alpha, beta, depth - 1, ply, turns, side)
            child_length = search.pv_length[ply + 1]
            undo_move(game, board, move, &search.undo[ply])
            if search.stopped != RUNNING:
                return 0

        # Step 9. Keep the best; an equal one that comes later does not replace it.
        if value > best:
            best = value
            best_move = move
            if is_pv and value > alpha:
                extend_pv(search, move, ply, child_length)
                if ply == 0:
                    search.root_value = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    remember_cutoff(search, move, depth, ply)
                    break

    # Step 10. No candidate at all: nothing stops the enemy, or nothing can be played. (A root whose
    # moves are all excluded ends here too, and its caller knows.)
    if tried == 0:
        return turns + 2 - WIN if picker.answers else 0

    # Step 11. Tell the table.
    bound = bound_of(best, first_alpha, beta)
    if ply > 0 or search.excluded_count == 0:
        store(&search.table, key, best_move, main_depth(depth), bound, best, turns)
    return best


cdef inline int child_value(
    Search *search, int alpha, int beta, int depth, int ply, int turns, int side
) noexcept nogil:
    """The value, for `side`, of the position that its move has led to."""
    if board_side(&search.board) == side:
        return negamax(search, alpha, beta, depth, ply + 1, turns)
    if depth <= 0 and search.selective:
        return -quiesce(search, -beta, -alpha, LEAF_THREATS, ply + 1, turns + 1, False)
    return -negamax(search, -beta, -alpha, depth, ply + 1, turns + 1)
