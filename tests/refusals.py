"""Tables of bad input: each row is refused, and the message names what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any


def all_refused(
    call: Callable[[Any], object], error: type[Exception], rows: Iterable[tuple[Any, str]]
) -> None:
    """Check that `call` of each row's input raises this error and that the row's pattern fits."""
    for given, said in rows:
        try:
            found = call(given)
        except error as refusal:
            assert re.search(said, str(refusal)), f"{given!r}: {refusal}"  # noqa: PT017 - each row
        else:
            raise AssertionError(f"{given!r} was accepted: {found!r}")
