# A crew: the processes that search one tree together, and the block of memory that they share.
#
# Included by negamax.pxi after the game. Worker 0 is the process that started the search.
# The others are its helpers, forked after the block was mapped; `split.pxi` says what they do.
#
# There are no locks: each word is written by one worker, or by one atomic operation. So a worker
# that is killed leaves nothing locked. Every access to the words of another worker goes through the
# functions below, which are sequentially consistent.
#
#     waiting     a worker without work sleeps on the word `news`, which grows with every change
#     stopping    a worker that reaches a limit sets `stop`; the others see it at their next poll
#     loss        worker 0 notices that a helper is gone, sets `abandon`, and begins the iteration
#                 again

cdef extern from *:
    """
    #include <errno.h>
    #include <limits.h>
    #include <signal.h>
    #include <stdint.h>
    #include <sys/types.h>
    #include <time.h>
    #include <unistd.h>
    #ifndef _WIN32
    #include <sys/wait.h>
    #endif
    #ifdef __linux__
    #include <linux/futex.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #endif

    #define atomic_get(word) __atomic_load_n((word), __ATOMIC_SEQ_CST)
    #define atomic_put(word, value) __atomic_store_n((word), (value), __ATOMIC_SEQ_CST)
    #define atomic_add(word, value) __atomic_fetch_add((word), (value), __ATOMIC_SEQ_CST)
    #define atomic_set(word, bits) __atomic_fetch_or((word), (bits), __ATOMIC_SEQ_CST)
    #define atomic_clear(word, bits) __atomic_fetch_and((word), ~(bits), __ATOMIC_SEQ_CST)

    /* Raise the word to the value, if it is lower; whether it was. */
    static inline int atomic_raise(uint64_t *word, uint64_t value) {
        uint64_t seen = atomic_get(word);
        while (seen < value)
            if (__atomic_compare_exchange_n(
                    word, &seen, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
                return 1;
        return 0;
    }
    static inline void atomic_raise_bound(int32_t *word, int32_t value) {
        int32_t seen = atomic_get(word);
        while (seen < value && !__atomic_compare_exchange_n(
                   word, &seen, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
    }

    /* Sleep until another process wakes this one, but not if the word is no longer `seen`, and at
       most so long. */
    static inline void sleep_on(uint32_t *word, uint32_t seen, int64_t ns) {
        struct timespec span = {ns / 1000000000, ns % 1000000000};
    #ifdef __linux__
        syscall(SYS_futex, word, FUTEX_WAIT, seen, &span, NULL, 0);
    #else
        if (span.tv_sec || span.tv_nsec > 500000) { span.tv_sec = 0; span.tv_nsec = 500000; }
        if (atomic_get(word) == seen) nanosleep(&span, NULL);
    #endif
    }
    static inline void wake_all(uint32_t *word) {
    #ifdef __linux__
        syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    #endif
    }

    #ifdef _WIN32  /* one worker alone: nothing can be forked */
    #define SIGKILL 9
    static inline int has_ended(int pid) { return 1; }
    static inline int getppid(void) { return 0; }
    static inline int kill(int pid, int signal) { return -1; }
    #else
    /* Whether a child has ended; it must still be waited for. */
    static inline int has_ended(int pid) {
        siginfo_t info;
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
            return errno != EINTR;
        return info.si_pid != 0;
    }
    #endif
    static inline void end_with_parent(void) {
    #ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    #endif
    }
    """
    uint32_t get32 "atomic_get"(const uint32_t *word) noexcept nogil
    uint64_t get64 "atomic_get"(const uint64_t *word) noexcept nogil
    int64_t get_ns "atomic_get"(const int64_t *word) noexcept nogil
    int32_t get_bound "atomic_get"(const int32_t *word) noexcept nogil
    void put32 "atomic_put"(uint32_t *word, uint32_t value) noexcept nogil
    void put64 "atomic_put"(uint64_t *word, uint64_t value) noexcept nogil
    void put_ns "atomic_put"(int64_t *word, int64_t value) noexcept nogil
    uint32_t add32 "atomic_add"(uint32_t *word, uint32_t value) noexcept nogil
    void set_bits "atomic_set"(uint32_t *word, uint32_t bits) noexcept nogil
    void clear_bits "atomic_clear"(uint32_t *word, uint32_t bits) noexcept nogil
    bint atomic_raise(uint64_t *word, uint64_t value) noexcept nogil
    void atomic_raise_bound(int32_t *word, int32_t value) noexcept nogil
    void sleep_on(uint32_t *word, uint32_t seen, int64_t ns) noexcept nogil
    void wake_all(uint32_t *word) noexcept nogil
    bint has_ended(int pid) noexcept nogil
    void end_with_parent() noexcept nogil
    int getppid() noexcept nogil
    int usleep(unsigned int us) noexcept nogil
    int kill(int pid, int signal) noexcept nogil
    int SIGKILL

cdef enum:
    MOST_WORKERS = 16       # bits of the masks below
    MOST_SPLITS = 16        # split points that one worker has open
    IDLE_NS = 100_000_000   # between two looks of an idle helper whether its parent lives
    WAIT_NS = 2_000_000     # between two looks of a waiting owner at its limits
    GRACE_NS = 50_000_000   # from a stop until worker 0 kills a helper that has not left
    LOST_POLLS = 16         # polls of worker 0 between two checks of its helpers: some 3 ms
    STALL_NS = 2_000_000_000  # without a new node of any worker: a helper is held, or hangs

cdef struct Settings:       # of one search, as `begin` explains them
    int width
    int killer_bonus
    int history_limit
    int futility
    int frontier
    bint selective          # False in plain mode

cdef struct Node:           # what the search of a node's brothers needs to know
    int depth
    int ply
    int turns
    int side
    int beta
    bint is_pv
    bint forced
    bint inside             # the decision is within a turn that has begun
    bint not_improving      # the static value is no higher than two plies before

cdef struct Split:          # a split point: a node whose remaining brothers are shared out
    # Written by the owner while the split point is closed and no helper is inside
    Node node
    int owner
    int parent              # the split point that the owner was in, by number; -1: none
    int tried               # brothers that the owner searched before
    int count               # of the moves that are shared out
    uint16_t[MOVE_LIMIT] moves
    uint16_t[MAX_PLY] path  # the moves from the root to the node
    int[MAX_PLY] statics    # by ply, to the node's own: as in `Search`
    # Shared
    uint32_t open           # 1: moves may be drawn
    uint32_t next           # number of moves drawn
    uint32_t cut            # 1: a brother refuted the node
    uint32_t inside         # helpers, a bit for each
    int32_t alpha
    uint64_t best           # see `packed`
    int[MOST_WORKERS] pv_length   # by worker: of the best brother that it has found
    uint16_t[MOST_WORKERS][MAX_PLY] pv

cdef struct Slot:           # what one worker publishes
    uint64_t nodes          # in this search
    int64_t cpu_ns          # helpers: used in this search; worker 0: the reading of its clock
    uint32_t busy           # 1: a helper looks for work or works
    int pid
    uint32_t[MAX_PLY] splits    # split points opened, and joined, by ply
    uint32_t[MAX_PLY] joins
    uint8_t[64] apart       # neighbours share no cache line

cdef struct Crew:
    int workers
    int brothers            # that the owner searches before the others are shared out
    int split_depth         # least depth of a split point
    # The current search, written by worker 0
    Board root
    Limits limits
    Settings settings
    int generation          # of the table
    uint32_t job            # the number of the search
    # Shared
    uint32_t news
    uint32_t waiting        # workers without work, a bit for each
    uint32_t stop           # a StopReason
    uint32_t abandon        # 1: a helper was lost; all workers leave their split points
    uint32_t lost           # helpers that have ended, a bit for each
    uint32_t quit           # 1: helpers must end
    Slot[MOST_WORKERS] slots
    Split[MOST_WORKERS * MOST_SPLITS] splits


cdef inline void look_for_lost(Crew *crew) noexcept nogil:
    """In worker 0: set `abandon` if a helper has ended."""
    cdef int worker
    for worker in range(1, crew.workers):
        if not get32(&crew.lost) >> worker & 1 and has_ended(crew.slots[worker].pid):
            set_bits(&crew.lost, <uint32_t>1 << worker)
            put32(&crew.abandon, 1)


cdef inline void tell(Crew *crew, int me) noexcept nogil:
    """Count up `news` and wake all workers that wait for it."""
    cdef uint32_t waiting
    add32(&crew.news, 1)
    waiting = get32(&crew.waiting)
    if waiting:
        on_news(crew, me, waiting)
        wake_all(&crew.news)


cdef inline void wait_for_news(Crew *crew, uint32_t seen, int me, int64_t ns) noexcept nogil:
    """Sleep until `news` is no longer `seen`, at most so long; meanwhile count as waiting."""
    set_bits(&crew.waiting, <uint32_t>1 << me)
    sleep_on(&crew.news, seen, ns)
    on_waited(crew, me)
    clear_bits(&crew.waiting, <uint32_t>1 << me)


cdef inline uint64_t packed(int value, bint raises, int number, int worker) noexcept nogil:
    """A brother's value, its number and its worker, as one word: a better one is greater.

    Of equal values, one that raised the bound, and so has a variation, is greater than one that is
    only bounded by it; then the earlier brother's is greater. Number 0 is the owner's best before.
    """
    cdef uint64_t rank = <uint64_t>(0x7FFF - number) | (0x8000 if raises else 0)
    return <uint64_t>(value + INFINITE) << 32 | rank << 16 | <uint64_t>worker


cdef inline int packed_value(uint64_t word) noexcept nogil:
    return <int>(word >> 32) - INFINITE


cdef inline int packed_number(uint64_t word) noexcept nogil:
    return 0x7FFF - <int>(word >> 16 & 0x7FFF)


cdef inline int packed_worker(uint64_t word) noexcept nogil:
    return word & 0xFFFF


cdef inline uint64_t others_nodes(const Crew *crew, int me) noexcept nogil:
    """Nodes that the other workers have entered in this search."""
    cdef uint64_t nodes = 0
    cdef int worker
    for worker in range(crew.workers):
        if worker != me:
            nodes += get64(&crew.slots[worker].nodes)
    return nodes


cdef inline int64_t others_cpu_ns(const Crew *crew, int me) noexcept nogil:
    """CPU time of the others in this search; of worker 0 the whole reading of its clock."""
    cdef int64_t ns = 0
    cdef int worker
    for worker in range(crew.workers):
        if worker != me:
            ns += get_ns(&crew.slots[worker].cpu_ns)
    return ns


cdef inline bint was_cut(const Crew *crew, const Split *split) noexcept nogil:
    """Whether this split point or one above it is no longer needed."""
    while True:
        if get32(&split.cut):
            return True
        if split.parent < 0:
            return False
        split = &crew.splits[split.parent]
