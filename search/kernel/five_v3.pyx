# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True, binding=False
"""`five` once more, built for processors that add four 64-bit words at once (x86-64-v3).

The same source, a third more nodes a second; `search.native` takes it where the processor can.
"""

include "five.pyx"
