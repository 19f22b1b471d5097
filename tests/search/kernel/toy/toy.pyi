"""Types of the compiled search of Doubles, a toy game whose sides move twice in a row."""

from search.kernel.searcher import SearchBase

class ToySearch(SearchBase):
    """A search of Doubles."""

    def set_position(self, stones_0: int, stones_1: int, side: int, left: int) -> None: ...
