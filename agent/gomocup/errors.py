"""The error of the Gomocup protocol."""


class GomocupError(ValueError):
    """A command of the Gomocup protocol that cannot be carried out; the message says why."""
