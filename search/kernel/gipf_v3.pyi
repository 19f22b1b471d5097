"""Types of `gipf_v3`: those of `gipf`."""

from search.kernel.gipf import GipfSearch as GipfSearch
