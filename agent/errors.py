"""Errors in the harness's input, in a module of their own to avoid import cycles.

ValueError
  ProtocolError   input.txt cannot be answered; has the line and column
"""


class ProtocolError(ValueError):
    """An input that cannot be answered: line and column, both from 1, and the reason in words."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"input.txt, line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason
