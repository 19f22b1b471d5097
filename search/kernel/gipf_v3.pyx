# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True, binding=False
"""`gipf` once more, built for processors that count the bits of a word at once (x86-64-v3)."""

include "gipf.pyx"
