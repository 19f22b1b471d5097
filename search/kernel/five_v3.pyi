"""Types of `five_v3`: those of `five`."""

from search.kernel.five import FiveSearch as FiveSearch
