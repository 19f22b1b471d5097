# The hooks of the laboratory build: random delays, lockstep.
#
# Each process has one state, apart from the search: `five_lab.pyx` sets it before a crew forks
# its helpers, who inherit it. Only the steps of lockstep are shared memory.

cdef extern from "<sys/mman.h>":
    void *mmap(void *address, size_t length, int protection, int flags, int file, long offset) nogil
    int PROT_READ, PROT_WRITE, MAP_SHARED, MAP_ANONYMOUS
    void *MAP_FAILED

cdef struct Step:
    uint64_t nodes          # of one worker, and the time it waited counted as nodes
    uint64_t[7] apart       # neighbours share no cache line

cdef struct Laboratory:
    unsigned int delay_us   # a worker waits at random, up to this, before it searches a brother
    uint32_t dice           # of these delays
    uint64_t quantum        # lockstep: no worker gets so many nodes ahead; 0: no lockstep
    Step *steps             # by worker
    uint64_t told_nodes     # of this worker in this search
    uint32_t job            # which search that was

cdef Laboratory laboratory


# Delays

cdef inline void on_brother_drawn(Search *search) noexcept nogil:
    """Wait for a random time, so that events happen in an order that nobody planned."""
    if laboratory.delay_us:
        laboratory.dice = (laboratory.dice + search.me) * 1_103_515_245 + 12_345
        usleep((laboratory.dice >> 8) % laboratory.delay_us)


# Lockstep: with fewer cores than workers, all measure time by the number of nodes.

cdef inline uint64_t *steps_of(int worker) noexcept nogil:
    return &laboratory.steps[worker].nodes


cdef uint64_t slowest(const Crew *crew, int me) noexcept nogil:
    """The steps of the slowest worker that does not wait, this one aside; its own if all wait."""
    cdef uint64_t none = 0xFFFFFFFFFFFFFFFF
    cdef uint64_t least = none, steps
    cdef uint32_t waiting = get32(&crew.waiting) | get32(&crew.lost)
    cdef int worker
    for worker in range(crew.workers):
        if worker != me and not waiting >> worker & 1:
            steps = get64(steps_of(worker))
            least = steps if steps < least else least
    return get64(steps_of(me)) if least == none else least


cdef inline void on_news(Crew *crew, int me, uint32_t waiting) noexcept nogil:
    """Let woken workers go on at once, however long the system takes to wake them."""
    cdef uint64_t now
    cdef int worker
    if laboratory.quantum == 0:
        return
    now = get64(steps_of(me))
    for worker in range(crew.workers):
        if waiting >> worker & 1 and get64(steps_of(worker)) < now:
            put64(steps_of(worker), now)
    clear_bits(&crew.waiting, waiting)


cdef inline void on_waited(Crew *crew, int me) noexcept nogil:
    """Waiting takes time too: go on from where the slowest of the others is by now."""
    cdef uint64_t now
    if laboratory.quantum == 0:
        return
    now = slowest(crew, me)
    if now > get64(steps_of(me)):
        put64(steps_of(me), now)


cdef inline void on_nodes_told(Search *search) noexcept nogil:
    """Count this worker's new nodes as steps; then wait for those that are a quantum behind."""
    cdef Crew *crew = search.crew
    cdef int me = search.me
    cdef uint64_t steps
    if laboratory.quantum == 0:
        return
    search.next_poll = search.nodes + laboratory.quantum // 2
    if laboratory.job != get32(&crew.job):
        laboratory.job, laboratory.told_nodes = get32(&crew.job), 0
    if search.nodes <= laboratory.told_nodes:
        return
    steps = get64(steps_of(me)) + search.nodes - laboratory.told_nodes
    laboratory.told_nodes = search.nodes
    put64(steps_of(me), steps)
    while slowest(crew, me) + laboratory.quantum < steps:
        if get32(&crew.stop) or get32(&crew.abandon):
            return
        if me == 0:
            look_for_lost(crew)
        usleep(20)


cdef inline void on_gathering(Crew *crew) noexcept nogil:
    """Let no worker wait for worker 0, which only waits itself."""
    if laboratory.quantum:
        set_bits(&crew.waiting, 1)
