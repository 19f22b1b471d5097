# Moments of a search at which an experiment may look on or interfere. Here nothing happens: these
# bodies are empty, so the extensions that ship contain no trace of them.
#
# `tools/laboratory` builds the same sources with a `core/hooks.pxi` of its own, which comes earlier
# on its include path.


cdef inline void on_brother_drawn(Search *search) noexcept nogil:
    """A worker has drawn a brother at a split point and is about to search it."""
    pass


cdef inline void on_nodes_told(Search *search) noexcept nogil:
    """A worker of a crew is about to publish its number of nodes."""
    pass


cdef inline void on_news(Crew *crew, int me, uint32_t waiting) noexcept nogil:
    """This worker wakes the workers that wait, a bit for each."""
    pass


cdef inline void on_waited(Crew *crew, int me) noexcept nogil:
    """This worker has waited for news."""
    pass


cdef inline void on_gathering(Crew *crew) noexcept nogil:
    """Worker 0 begins to wait until every helper is idle."""
    pass
