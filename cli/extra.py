"""Packages that only an extra installs: what a command says without them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import rich_click as click

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def from_extra(words: str) -> Iterator[None]:
    """Around imports that need an extra: raise UsageError with `words` if a package is missing."""
    try:
        yield
    except ImportError as error:
        raise click.UsageError(f"{error}; {words}") from error
