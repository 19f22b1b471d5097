"""What can be wrong with what the harness wrote; apart, so that nobody imports in a circle.

ValueError
  ProtocolError   input.txt that cannot be answered; knows its line and column
"""


class ProtocolError(ValueError):
    """An input that cannot be answered: line and column count from 1, the reason is in words."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"input.txt, line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason
