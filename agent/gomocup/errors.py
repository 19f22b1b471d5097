"""The error of the Gomocup protocol."""


class GomocupError(ValueError):
    """A line of the Gomocup protocol that cannot be obeyed; the message says why."""
