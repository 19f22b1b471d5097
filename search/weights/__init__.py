"""Weights: a value for each tunable number of the engine; `file` reads and writes them.

Each tunable is declared once, in `five` or `gipf`. The kernel, the weights files and the tuner all
read those declarations.
"""

from __future__ import annotations

from search.errors import WeightsError
from search.weights.five import FIVE_TUNABLES
from search.weights.tunable import NOT_GIVEN, former_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyRules
    from search.net.file import Net
    from search.weights.tunable import Tunables


class Weights:
    """A checked value for each tunable of a family; read as `weights["four"]`.

    net  the net that values positions in place of the weights' value, or None
    """

    __slots__ = ("_values", "net", "tunables")

    def __init__(
        self,
        values: dict[str, int] | None = None,
        source: str = "weights",
        tunables: Tunables = FIVE_TUNABLES,
    ) -> None:
        """The defaults, replaced by the given values.

        Raises WeightsError for an unknown name or a value out of range; its message begins with
        `source`.
        """
        self.tunables = tunables
        self.net: Net | None = None
        self._values = {tunable.name: tunable.default for tunable in tunables.tunables}
        for name, value in (values or {}).items():
            tunable = tunables.by_name.get(name)
            if tunable is None:
                raise WeightsError(f"{source}: no tunable is called {name!r}")
            if type(value) is not int or not (
                tunable.low <= value <= tunable.high or value == tunable.missing
            ):
                raise WeightsError(
                    f"{source}: {name} = {_shown(value)} is not an integer from {tunable.low} to "
                    f"{tunable.high}"
                )
            self._values[tunable.name] = value

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def with_net(self, net: Net | None) -> Weights:
        """The same values with this net, or without one."""
        weights = Weights(self._values, tunables=self.tunables)
        weights.net = net
        return weights

    @property
    def net_digest(self) -> str:
        """The digest of the net's arrays, or "" without one."""
        return "" if self.net is None else self.net.digest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weights):
            return False
        return self._values == other._values and self.net_digest == other.net_digest

    def __reduce__(self) -> tuple[Callable[..., Weights], tuple[dict[str, int], str, str, str]]:
        path = "" if self.net is None else self.net.path
        return _restored, (self._values, self.tunables.family, path, self.net_digest)

    def __hash__(self) -> int:
        return hash((*self._values.items(), self.net_digest))

    def as_dict(self) -> dict[str, int]:
        """The values by name, in the order of the declarations."""
        return dict(self._values)

    def digest(self) -> str:
        """A checksum of the values and the net: eight hexadecimal digits."""
        from binascii import crc32  # noqa: PLC0415 - costs 0.3 ms, and no move needs it

        # Records and studies hold digests of older versions: by former names, and without numbers
        # that are not given.
        values = {former_name(name): n for name, n in self._values.items() if n != NOT_GIVEN}
        content = repr(sorted(values.items())) + self.net_digest
        return f"{crc32(content.encode()):08x}"


def tunables_of(family: str) -> Tunables:
    """The tunables of a family of games (`rules.family`)."""
    if family == FIVE_TUNABLES.family:
        return FIVE_TUNABLES
    from search.weights.gipf import GIPF_TUNABLES  # noqa: PLC0415 - five games need not load it

    if family == GIPF_TUNABLES.family:
        return GIPF_TUNABLES
    from search.weights.tunable import CLOCK, SEARCH, Tunables  # noqa: PLC0415 - likewise

    shared = [known for known in FIVE_TUNABLES.tunables if known.group in (SEARCH, CLOCK)]
    return Tunables(family, tuple(shared), never_less=(), unit="")


def _shown(value: object) -> str:
    """A value that a message names; Python writes no integer of more than 4,300 digits."""
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a number of {value.bit_length()} bits"
    return repr(value)[:40]


def _restored(values: dict[str, int], family: str, net_path: str, net_digest: str) -> Weights:
    """Weights unpickled with this process's own tunables.

    Raises NetError if the net's file is gone or has other arrays.
    """
    weights = Weights(values, tunables=tunables_of(family))
    if net_path:
        from search.net.file import load_net  # noqa: PLC0415 - only where a net is used

        weights.net = load_net(net_path, net_digest)
    return weights


def built_in_weights(rules: AnyRules) -> Weights:
    """The defaults of the game's tunables, whatever the shipped files say."""
    return Weights(tunables=tunables_of(rules.family))
