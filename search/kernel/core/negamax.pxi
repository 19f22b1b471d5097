# The one search, for every game: negamax with principal variation search.
#
# Included by a game's .pyx after it has defined
#
#     GameTables, Board, Undo   rules and tables (constant); a position; what undo needs
#     Memory                    what a search keeps of the positions that it has valued, all zeros at
#                               first; no value depends on it
#     MOVE_LIMIT                moves are 0 .. MOVE_LIMIT - 1, below 1 << RANK_BITS
#     board_side, board_key     side to move, key
#     play, undo_move           (game, board, memory, move, undo): a move, and its inverse
#     likely_key                (game, board, move): the key after the move, in most cases, or 0;
#                               the table fetches that entry early
#     settled                   (game, board, turns, value, move): whether the value is known
#                               without a search
#     SOONEST_WIN, SOONEST_LOSS where `settled` says no, the side to move scores at most
#                               WIN - turns - SOONEST_WIN, at least turns + SOONEST_LOSS - WIN
#     evaluate                  (game, board, memory): static value for the side to move
#     generate                  (game, board, moves): fills Ranked moves with static order, returns
#                               how many
#     generate_answers          (game, board, last, moves): of these, those that may stop the
#                               opponent's win at once; `last` is its last move, or NO_MOVE
#     open_four_threatens       (game, board): whether the opponent, if the side to move passed,
#                               would certainly win in three plies by an open four
#     generate_stops            (game, board, moves): the candidates that may then stop it
#     playable                  (game, board, move): whether a move of another position is a
#                               candidate
#     quiet_value               (game, board, memory, move, turns, alpha, selective, value): the
#                               value of the leaf below a move, without playing it; False where that is not
#                               known
#     is_tactical               (game, board, move): whether a move changes too much to be reduced
#     must_answer               (game, board): whether the opponent threatens to win at once
#     ANSWERS_ARE_TURNS         whether an answer may begin a turn of several decisions: then negamax
#                               tries the answers at the horizon too, else `quiesce` does
#     least_depth_of_win, least_depth_of_loss
#                               (game, board): the least depth at which a win or loss of the side to
#                               move may be seen that a shallower search is sure to miss; NO_DEPTH
#                               where no such depth is known
#     board_was_set             (game, board, memory): called after the board was set without `play`
#     within_turn               (game, board): whether a turn has begun and the next decision
#                               belongs to it: the decision costs no depth, the position has no
#                               static value
#     most_tried                (game, depth, inside, not_improving): moves tried in a node of this
#                               depth, or in one within a turn (the root as well), unless all lose;
#                               `not_improving` as in `Node`
#
# Contract (fail-soft). `negamax` returns for the position of the search a value v such that
#     v <= alpha          the true value of this search is at most v
#     alpha < v < beta    it is v
#     v >= beta           it is at least v
#
# In plain mode (no table, no memory of order, no width limit, not selective) the true value depends
# on position and depth alone. Tests compare it node for node with `search/plain.py`.
#
# Elsewhere it is the value of a selective search, and depends on more:
#     the table           entries of at least its depth end a node, and any entry of negamax may
#                         correct the static value (`corrected`) that cuts nodes near the horizon
#     the way to it       a node whose static value has not risen since two plies before
#                         (`not_improving`) tries fewer moves, and late moves are searched shallower
#     order               the width and the reductions count moves in the order of killers and
#                         history
# So two searches of one position and depth may differ.
#
# After a stop the value means nothing. Values are for the side to move; they change sign only where
# the side changes. A win's distance counts `turns`, which grows only then.

cdef enum:
    MAX_PLY = 128
    NO_DEPTH = MAX_PLY  # no search is so deep
    HISTORY_FULL = 1 << 24
    HISTORY_SHIFT = 6   # 1 << 6 of history count as one of order; 1 << 2 loses games
    FRONTIER_DEPTH = 4
    NO_MARGIN = 1_000_000   # for each turn of depth: beyond every value
    LATE = 3            # moves of a node that are searched to its full depth

include "parallel/crew.pxi"

cdef struct Search:
    # Constant after set-up
    const GameTables *game
    int futile_depth        # up to here a static value may stand for a search
    int iir_depth           # from here on a node without a table move is searched a turn shallower
    int reply_bonus         # most that either part of `replies` adds to the order
    uint8_t[32][64] reduction
    # Constant during one search
    Settings settings
    Limits limits
    bint local_threats      # after its first, a line's threats lie around the one before
    int first_move          # at the root: the move to try first, or NO_MOVE
    uint8_t[MOVE_LIMIT] excluded  # at the root: moves not to be searched
    int excluded_count
    # Changing
    Board board
    Memory memory
    Table table
    uint64_t nodes
    uint64_t next_poll
    uint64_t polls
    StopReason stopped
    Undo[MAX_PLY] undo
    uint16_t[MAX_PLY] path  # by ply: the move played there
    int[MAX_PLY] statics    # by ply: the static value, as `corrected`; INFINITE: not known
    bint horizon_met        # more threats might change the value of the last `quiesce`
    uint16_t[MAX_PLY][2] killers
    int32_t[2][MOVE_LIMIT] history
    int16_t *replies        # picker.pxi; NULL: not kept
    bint has_replies        # any of them is not 0
    int[MAX_PLY + 1] pv_length
    uint16_t[MAX_PLY + 1][MAX_PLY + 1] pv
    int root_value          # of the first move of the root's variation, also after a stop
    int root_best           # best value, or bound, of the root's finished moves; -INFINITE: none
    # Of a crew (split.pxi)
    Crew *crew              # NULL: this process searches alone
    int me                  # this worker's number
    int split               # number of the split point that this worker is in; -1: none
    int owned               # how many split points this worker has open
    uint32_t job            # number of the search that this worker is prepared for
    int64_t base_ns         # helpers: reading of the own CPU clock at the start of the search
    int64_t told_ns         # and when it last published its CPU time


cdef void poll(Search *search) noexcept nogil:
    """Read the limits, and set the node at which to read them again."""
    search.polls += 1
    search.next_poll = search.nodes + POLL_NODES
    if search.crew != NULL:
        poll_with_crew(search)
        return
    if search.stopped == RUNNING:
        search.stopped = limit_reached(&search.limits, search.nodes, 0)
        if search.stopped == RUNNING and search.polls % SIGNAL_POLLS == 0 and signals_pending():
            search.stopped = STOPPED_BY_SIGNAL
    if search.limits.nodes > search.nodes and search.limits.nodes < search.next_poll:
        search.next_poll = search.limits.nodes


cdef inline bint goes_on(Search *search) noexcept nogil:
    """Count a node and read the limits now and then; whether the search goes on."""
    search.nodes += 1
    if search.nodes >= search.next_poll:
        poll(search)
    if search.split >= 0 and search.stopped == RUNNING:
        if was_cut(search.crew, &search.crew.splits[search.split]):
            search.stopped = STOPPED_BY_CUT
    return search.stopped == RUNNING


include "core/picker.pxi"


cdef inline void extend_pv(Search *search, int move, int ply, int child_length) noexcept nogil:
    """Set the principal variation of this ply: the move, then the child's variation."""
    cdef int i
    search.pv[ply][0] = move
    for i in range(child_length):
        search.pv[ply][i + 1] = search.pv[ply + 1][i]
    search.pv_length[ply] = child_length + 1


cdef void set_up_selectivity(
    Search *search, double divisor, int futile_depth, int iir_depth
) noexcept nogil:
    """Set the part of the selective search that does not change from search to search.

    A smaller `divisor` makes the search of later moves shallower. The rest is as in `Search`.
    """
    cdef int depth, number
    search.futile_depth = futile_depth
    search.iir_depth = iir_depth
    for depth in range(1, 32):
        for number in range(1, 64):
            search.reduction[depth][number] = <uint8_t>(0.4 + log(depth) * log(number) / divisor)


include "core/quiescence.pxi"
include "core/vct.pxi"


cdef inline int corrected(const Stored *stored, int static) noexcept nogil:
    """The static value, corrected by the table's entry from an earlier negamax of any depth.

    A bound corrects a static value on its other side. Results from below a leaf are ignored: they
    rest on the static value itself. So is a win or a loss: no static value may be so large.
    """
    if stored.bound == BOUND_NONE or stored.depth < main_depth(0):
        return static
    if not -EVALUATION_LIMIT < stored.score < EVALUATION_LIMIT:
        return static
    if stored.bound == BOUND_LOWER:
        return max_int(static, stored.score)
    return min_int(static, stored.score) if stored.bound == BOUND_UPPER else stored.score


cdef inline int most_moves(const Search *search, const Node *node) noexcept nogil:
    """How many moves a node tries, unless all of them lose."""
    cdef int most = search.settings.width if node.ply > 0 else MOVE_LIMIT
    if node.inside:
        return most_tried(search.game, node.depth, True, False) if search.settings.selective else MOVE_LIMIT
    if search.settings.selective and not node.forced and not node.is_pv:
        most = min_int(most, most_tried(search.game, node.depth, False, node.not_improving))
    return most


cdef inline bint has_answers_left(const Search *search) noexcept nogil:
    """Whether negamax tries answers to a threat here, although at the horizon."""
    return ANSWERS_ARE_TURNS and search.settings.selective and must_answer(search.game, &search.board)


cdef inline int child_value(
    Search *search, int alpha, int beta, int depth, int ply, int turns, int side
) noexcept nogil:
    """The value, for `side`, of the position after its move."""
    if board_side(&search.board) == side:
        return negamax(search, alpha, beta, depth, ply + 1, turns)
    if (
        depth <= 0 and search.settings.selective and not within_turn(search.game, &search.board)
        and not has_answers_left(search)
    ):
        return -quiesce(search, -beta, -alpha, LEAF_THREATS, ply + 1, turns + 1, False)
    return -negamax(search, -beta, -alpha, depth, ply + 1, turns + 1)


include "core/hooks.pxi"


cdef int brother_value(
    Search *search, const Node *node, const int32_t *bound, int move, int tried
) noexcept nogil:
    """The value of the node's `tried`-th move; `bound` is alpha, which another worker may raise.

    The first move gets the full window. The others must first beat alpha in a null window, late
    ones in a shallower search. In plain mode a leaf's value is exact whatever the window, so it
    needs no second search; within a turn there are no leaves.
    """
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef int ply = node.ply, turns = node.turns, side = node.side
    cdef int depth = node.depth - <int>(not node.inside)
    cdef int alpha = get_bound(bound), beta = node.beta, less = 0, value
    cdef int needed = least_depth_of_win(game, board)
    cdef bint tactical = search.settings.selective and is_tactical(game, board, move)
    search.path[ply] = move
    prefetch(cluster_of(&search.table, likely_key(game, board, move)))
    play(game, board, &search.memory, move, &search.undo[ply])
    if tried == 1:
        value = child_value(search, alpha, beta, depth, ply, turns, side)
    else:
        if (
            search.settings.selective and not node.forced and not node.inside
            and node.depth >= 3 and tried > LATE
        ):
            less = search.reduction[min_int(node.depth, 31)][min_int(tried, 63)]
            if less and (node.is_pv or tactical):
                less -= 1
            less = min_int(less, node.depth - 2)
            if node.depth >= needed:  # or the shallower search would miss the win
                less = min_int(less, node.depth - needed)
        value = child_value(search, alpha, alpha + 1, depth - less, ply, turns, side)
        if less and value > alpha:
            value = child_value(search, alpha, alpha + 1, depth, ply, turns, side)
        if alpha < value < beta and (depth > 0 or search.settings.selective or within_turn(game, board)):
            alpha = get_bound(bound)
            if alpha < beta:  # else another worker has refuted the node
                value = child_value(search, alpha, beta, depth, ply, turns, side)
    undo_move(game, board, &search.memory, move, &search.undo[ply])
    return value


include "parallel/split.pxi"


cdef int negamax(Search *search, int alpha, int beta, int depth, int ply, int turns) noexcept nogil:
    """The value of the board's position for the side to move; see the contract above."""
    cdef const GameTables *game = search.game
    cdef Board *board = &search.board
    cdef int side = board_side(board)
    cdef bint is_pv = beta - alpha > 1
    cdef int first_alpha = alpha, best = -INFINITE, best_move = NO_MOVE
    cdef int value = 0, move = NO_MOVE, tried = 0, most, child_length, bound
    cdef int static = INFINITE, needed = least_depth_of_win(game, board)  # INFINITE: not known
    cdef bint inside = within_turn(game, board), forced
    cdef Node node
    cdef uint64_t key
    cdef Stored stored
    cdef Picker picker

    # Step 1. Count the node; read the limits now and then.
    search.pv_length[ply] = 0
    if not goes_on(search):
        return 0

    # Step 2. A won or drawn position needs no search.
    if settled(game, board, turns, &value, &move):
        if move != NO_MOVE:
            extend_pv(search, move, ply, 0)
        return value

    # Nor does one whose soonest win or loss lies outside the window.
    if search.settings.selective and ply > 0:
        if WIN - turns - SOONEST_WIN <= alpha:
            return WIN - turns - SOONEST_WIN
        if turns + SOONEST_LOSS - WIN >= beta:
            return turns + SOONEST_LOSS - WIN

    # Step 3. At the horizon the static value stands for the rest, once a turn is whole.
    if (depth <= 0 and not inside and not has_answers_left(search)) or ply >= MAX_PLY - 1:
        return evaluate(game, board, &search.memory)

    # Step 4. The table may know the value; its move goes first in any case. Nodes of the principal
    # variation are searched all the same, to keep the variation whole.
    key = board_key(board)
    stored = probe(&search.table, key, turns)
    if not is_pv and usable(&stored, main_depth(depth), alpha, beta):
        return stored.score

    # Step 5. Where the opponent threatens to win at once, the search tries only moves that may stop
    # it. They cost no depth, unless they are turns. Elsewhere an open four may win for certain, and
    # a static value far above the window may stand for a shallow search.
    forced = search.settings.selective and must_answer(game, board)
    if forced:
        depth = max_int(depth, 1) if ANSWERS_ARE_TURNS else depth + 1
    elif search.settings.selective and not is_pv and not inside:
        if wins_by_open_four(game, board):
            return WIN - turns - 3
        static = corrected(&stored, evaluate(game, board, &search.memory))
        if (
            depth <= search.futile_depth and depth < least_depth_of_loss(game, board)
            and beta > -EVALUATION_LIMIT and static - search.settings.futility * depth >= beta
        ):
            return static

    # Without a move from the table a node costs most, and is seldom on the way to the best line.
    if (
        search.settings.selective and depth >= search.iir_depth and stored.move == NO_MOVE
        and search.table.entries != NULL and ply > 0 and not forced and not inside
    ):
        depth -= 1

    # Step 6. Try the moves, best first. The width limits how many, but a position counts as lost
    # only after every candidate has failed. Where the opponent threatens an open four, the
    # candidates are the moves that may stop it.
    picker.stage = STAGE_TABLE
    picker.answers = forced
    picker.stops = (
        search.settings.selective and ply > 0 and not forced and not inside
        and open_four_threatens(game, board)
    )
    picker.table_move = stored.move
    if ply == 0 and search.first_move != NO_MOVE:
        picker.table_move = search.first_move
    node.depth, node.ply, node.turns, node.side = depth, ply, turns, side
    node.beta, node.is_pv, node.forced, node.inside = beta, is_pv, forced, inside
    search.statics[ply] = static
    node.not_improving = ply >= 2 and static <= search.statics[ply - 2] < INFINITE
    most = most_moves(search, &node)
    while True:
        if tried >= most:
            if best >= -EVALUATION_LIMIT:
                break
            if tried >= search.settings.width and search.settings.selective and alpha >= -EVALUATION_LIMIT:
                best = -EVALUATION_LIMIT
                break

        # Step 7. Share out the remaining brothers where a worker waits for work.
        if may_split(search, depth, tried, best):
            share_out(search, &node, &picker, most, &tried, &alpha, &best, &best_move)
            if search.stopped != RUNNING:
                return 0
            break
        move = next_move(search, &picker, ply)
        if move == NO_MOVE:
            break
        if ply == 0 and search.excluded[move]:
            continue
        tried += 1

        # Step 8. Just above the horizon most moves are valued without being played. Somewhat above
        # it a quiet move is skipped where it could hardly lift the static value into the window.
        if depth == 1 and quiet_value(
            game, board, &search.memory, move, turns + 1, alpha, search.settings.selective, &value
        ):
            search.nodes += 1
            value = -value
            child_length = 0
        elif (
            1 < tried and depth <= FRONTIER_DEPTH and depth < needed
            and static + search.settings.frontier * depth <= alpha
            and best >= -EVALUATION_LIMIT and alpha > -EVALUATION_LIMIT
            and not is_tactical(game, board, move)
        ):
            best = max_int(best, static + search.settings.frontier * depth)
            continue
        else:
            value = brother_value(search, &node, <int32_t *>&alpha, move, tried)
            child_length = search.pv_length[ply + 1]
            if search.stopped != RUNNING:
                return 0

        # Step 9. Keep the best; a later move of equal value does not replace it.
        if value > best:
            best = value
            best_move = move
            if ply == 0:
                search.root_best = best
            if is_pv and value > alpha:
                extend_pv(search, move, ply, child_length)
                if ply == 0:
                    search.root_value = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    remember_cutoff(search, move, depth, ply)
                    break

    # Step 10. There is no candidate: nothing stops the opponent's win at once or its open four, or
    # no move is left. (A root whose moves are all excluded ends here too, as its caller knows.)
    if tried == 0:
        if not picker.stops:
            return turns + 2 - WIN if picker.answers else 0
        best = turns + 4 - WIN   # worth storing: it took a look at every candidate

    # Step 11. Store the value in the table.
    bound = bound_of(best, first_alpha, beta)
    if ply > 0 or search.excluded_count == 0:
        store(&search.table, key, best_move, main_depth(depth), bound, best, turns)
    return best
