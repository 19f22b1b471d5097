"""Packages that only an extra installs: what a command says without them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import rich_click as click

from arena.extras import how_to_install


@contextmanager
def from_extra(extra: str) -> Iterator[None]:
    """Around imports that need an extra: UsageError says how to install it if one is missing."""
    try:
        yield
    except ImportError as error:
        hint = f"the extra {extra} is missing: {how_to_install(extra)}"
        raise click.UsageError(f"{error}; {hint}") from error
