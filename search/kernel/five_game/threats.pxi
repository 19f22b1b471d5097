# Threats to win at once, and their answers: forced replies and forced wins.
#
# A side *wins at once* with a stone that completes a five or takes the last stones it needs
# (`settled`). After a *threat* it would win at once if the opponent passed. The opponent must
# answer a threat, and few moves do:
#
#     . b w w w w .      a stone on the point of the five; or a capture that takes one of the four
#     . b w w .          where w has taken eight: a stone on the point of the capture; or a capture
#                        of the stone that flanks the pair
#
# No other move changes the cells that the winning stone needs. So the answers are complete, and a
# loss after all of them is proven.

cdef inline bint must_answer(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the opponent, if nothing stops it, wins with its next stone."""
    cdef int other = 1 - board.side
    if not fives_of(board.sum, other) and not captures_may_win(game, board, board.sum, other):
        return False
    if opening_binds(game, board):
        return False
    if other == 0 and game.opening_distance and board.first_placed < 2:
        return False
    return wins_at_once(game, board, board.sum, other)


cdef inline int fives_around(
    const GameTables *game, const Board *board, int last, int side, int *point
) noexcept nogil:
    """How many fives `side` can make on the lines through its stone `last`, by point and line.

    `point` becomes the point of these fives, or NO_MOVE if there are several.
    """
    cdef const PointLines *place = &game.place[last]
    cdef int d, i, cell, fives = 0, number
    cdef uint64_t word
    point[0] = NO_MOVE
    for d in range(4):
        word = board.line[d][place.line[d]]
        for i in range(-4, 5):
            cell = place.shift[d] + 2 * i   # bits from the line's first cell, after MARGIN walls
            if word >> (cell + 2 * MARGIN & 63) & 3:
                continue
            number = meaning_at(game, word, cell)
            if fives_of(game.meaning[number], side):
                if fives == 0:
                    point[0] = last + i * game.step[d]
                elif point[0] != last + i * game.step[d]:
                    point[0] = NO_MOVE
                fives += 1
    return fives


cdef inline int generate_answers(
    const GameTables *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    """The candidates that may stop the opponent's win at once; any other stone loses at once.

    Nearly always the opponent's last stone made all its fours. Then the lines through that stone
    tell the point to fill, if there is one; no stone fills two. Captures are found separately.
    """
    cdef int other = 1 - board.side, point = NO_MOVE, count = 0, row
    cdef uint32_t mask
    cdef uint32_t[MAX_SIZE] own
    cdef uint32_t[MAX_SIZE] theirs
    cdef Sum sum = board.sum
    if fives_of(sum, other):
        if last == NO_MOVE:
            return generate_near(game, board, moves, ANSWERS)
        if fives_around(game, board, last, other, &point) != fives_of(sum, other):
            return generate_near(game, board, moves, ANSWERS)
    if point != NO_MOVE:
        moves[0] = ranked(game, board, point)
        count = 1
    if not takes_of(sum, board.side) and not captures_may_win(game, board, sum, other):
        return count
    capture_points(game, board, board.side, own)
    if captures_may_win(game, board, sum, other):
        capture_points(game, board, other, theirs)
        for row in range(game.size):
            own[row] |= theirs[row]
    if point != NO_MOVE:
        own[game.place[point].row] &= ~(<uint32_t>1 << game.place[point].column)
    for row in range(game.size):
        mask = own[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            count += add_wanted(game, board, point, ANSWERS, &moves[count])
    return count


cdef inline int generate_threats(
    const GameTables *game, const Board *board, int last, Ranked *moves
) noexcept nogil:
    """The candidates that may threaten to win at once; only playing them tells whether they do.

    `last`: only those on the lines through this own stone, up to four away; NO_MOVE: all.
    """
    cdef const PointLines *place
    cdef int d, i, cell, count = 0
    if last == NO_MOVE:
        return generate_near(game, board, moves, THREATS)
    place = &game.place[last]
    for d in range(4):
        for i in range(-4, 5):
            cell = place.shift[d] + 2 * i   # as in `fives_around`
            if board.line[d][place.line[d]] >> (cell + 2 * MARGIN & 63) & 3:
                continue
            count += add_wanted(game, board, last + i * game.step[d], THREATS, &moves[count])
    return count


cdef inline int generate_attacks(
    const GameTables *game, const Board *board, Ranked *moves
) noexcept nogil:
    """The candidates that may threaten to win at once, or by an open four."""
    if opening_binds(game, board):
        return 0
    return generate_near(game, board, moves, ATTACKS)


cdef inline int generate_all(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """Every empty point that the rules allow."""
    cdef int count = 0, point
    if opening_binds(game, board):
        return generate_bound(game, board, moves)
    for point in range(game.area):
        if not occupied_at(game, board, point):
            moves[count] = ranked(game, board, point)
            count += 1
    return count


cdef inline void pass_turn(const GameTables *game, Board *board) noexcept nogil:
    """Give the other side the move, change nothing else; a second call restores the board."""
    board.side = 1 - board.side
    board.key ^= game.side_key


cdef inline bint can_threaten(const GameTables *game, const Board *board) noexcept nogil:
    """Whether any candidate may threaten to win at once.

    Any capture may: the stones that it takes may have blocked a five.
    """
    if opening_binds(game, board):
        return False
    return takes_of(board.sum, board.side) or may_threaten(game, board, board.sum, board.side)


cdef inline bint open_four_threatens(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the opponent, if the side to move passed, would win by an open four.

    False in a game with captures: there each point would need a look, which did not pay
    (data/results/experiments.jsonl).
    """
    return has_open_three(game, board.sum, 1 - board.side)


cdef inline void keep_in_line(const GameTables *game, int point, uint32_t *points) noexcept nogil:
    """Of the points, by row a bit for each column, keep those in line with one within five."""
    cdef int column = game.place[point].column, row, away
    cdef uint64_t kept   # column 0 is bit 5
    for row in range(game.size):
        away = game.place[point].row - row
        away = away if away > 0 else -away
        if away > 5:
            kept = 0
        elif away:
            kept = (<uint64_t>0x20 | <uint64_t>0x20 << away | <uint64_t>0x20 >> away) << column
        else:
            kept = <uint64_t>0x7FF << column
        points[row] &= <uint32_t>(kept >> 5)


cdef void stop_points(const GameTables *game, const Board *board, uint32_t *stops) noexcept nogil:
    """Set, by row, a bit for each column: the candidates that may stop the opponent's open four.

    Call it only where an open four threatens. A stop lies in line with every point that makes an
    open four, or makes a four itself. After any other move `wins_by_open_four` holds for the
    opponent.

        . a w w w a .     two such points, a; in line with both are this line's and some next to it
    """
    cdef int row, point
    cdef uint32_t mask
    cdef uint32_t[24] near
    cdef uint32_t[24] fours
    cdef Sum sum
    empty_near(game, board, near)
    for row in range(game.size):
        stops[row] = near[row]
    for row in range(game.size):
        mask = near[row]
        fours[row] = 0
        while mask:
            point = row * game.size + lowest_bit(mask)
            sum = sum_at(game, board, point)
            if fours_of(sum, board.side):
                fours[row] |= mask & -mask
            if open_fours_of(sum, 1 - board.side):
                keep_in_line(game, point, stops)
            mask &= mask - 1
    for row in range(game.size):
        stops[row] |= fours[row]


cdef int generate_stops(const GameTables *game, const Board *board, Ranked *moves) noexcept nogil:
    """The candidates that may stop the opponent's open four, where one threatens."""
    cdef int count = 0, row
    cdef uint32_t mask
    cdef uint32_t[24] stops
    stop_points(game, board, stops)
    for row in range(game.size):
        mask = stops[row]
        while mask:
            moves[count] = ranked(game, board, row * game.size + lowest_bit(mask))
            count += 1
            mask &= mask - 1
    return count


cdef int standing_value(
    const GameTables *game, const Board *board, Memory *memory, int beta
) noexcept nogil:
    """The value of the side to move at the end of the search, if it need not answer a threat.

    It is the static value, except against an open three in a game without captures. There it is the
    best value after a stop that is no four itself, or the first that reaches beta. The static value
    overrates an open three: it counts two points of an open four, and after a stop none.
    """
    cdef int side = board.side, best = -INFINITE, row, point
    cdef uint32_t mask
    cdef uint32_t[24] stops
    cdef Sum sum
    if not open_four_threatens(game, board):
        return evaluate(game, board, memory)
    stop_points(game, board, stops)
    for row in range(game.size):
        mask = stops[row]
        while mask and best < beta:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            sum_after(game, board, point, &sum)  # nothing is taken
            if not fives_of(sum, side) and not open_fours_of(sum, 1 - side):
                best = max(best, -value_after(game, board, memory, point, sum))
    return best if best > -INFINITE else evaluate(game, board, memory)


cdef inline bint wins_by_open_four(const GameTables *game, const Board *board) noexcept nogil:
    """Whether the side to move, with no threat to answer, wins with an open four in three plies.

        . . w w w . .   ->   . . w w w w .   two points, and the opponent can fill only one

    This is certain where the opponent can then capture nothing: no stone of the four goes, and the
    opponent cannot win first by captures. It makes no five either: then it would threaten one now.
    """
    cdef int side = board.side, row, point
    cdef uint32_t mask
    cdef uint32_t[24] near
    cdef Sum sum
    if not open_fours_of(board.sum, side) or takes_of(board.sum, 1 - side):
        return False
    if opening_binds(game, board):
        return False
    empty_near(game, board, near)
    for row in range(game.size):
        mask = near[row]
        while mask:
            point = row * game.size + lowest_bit(mask)
            mask &= mask - 1
            sum = sum_at(game, board, point)
            if open_fours_of(sum, side) and sum_after(game, board, point, &sum):
                if not takes_of(sum, 1 - side):
                    return True
    return False


cdef inline bint is_tactical(const GameTables *game, const Board *board, int point) noexcept nogil:
    """Whether a stone here captures, makes a four or an open three, or stops an opponent's four."""
    cdef int side = board.side
    cdef Sum sum = sum_at(game, board, point)
    return (
        fours_of(sum, side) or open_threes_of(sum, side)
        or takes_of(sum, side) or fours_of(sum, 1 - side)
    )
