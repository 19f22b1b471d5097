"""A model of the protocol of split points of the parallel search, and its exhaustive check.

The protocol is that of `search/kernel/parallel`: `split.pxi` and `crew.pxi`. A root has a few
brothers. A brother is a leaf, or a node that its worker shares out again. A step of a worker reads
or changes the shared words as an atomic operation of the kernel does; several reads of one split
point in a row are one step. An instruction is a method; each worker has a stack of them.

`state.MUTATIONS` are changes of the protocol that a check must refuse. Left out are limits, Ctrl-C,
moves and boards, the repeated search of a brother, and split points more than two deep.
"""
