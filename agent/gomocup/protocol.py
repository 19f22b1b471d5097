"""The parts of the Gomocup protocol that brain and manager share: points, rules, numbers.

A brain is a program that plays. A manager sends it commands, one line of text at a time, over
standard input and output (https://plastovicka.github.io/protocl2en.htm). `agent.gomocup.brain` is
our brain, `arena.foreign.gomocup_brain` our manager.

The protocol adds up numbers to name the rules: 1 exactly five, 2 a continuous game, 4 Renju,
8 Caro. We support freestyle and exactly five on 5 to 20 lines. The protocol has no captures, so we
use two further numbers that are no sum of the others:

    32  Pente, the preset `pente`, 19 lines
    64  Keryo-Pente, likewise

The brain counts captured stones from TURN to TURN. Before a BOARD with captured stones the manager
sends `INFO captured OWN,OPPONENT`: the stones (not pairs) taken by the brain and by its opponent.
"""

from __future__ import annotations

from games.five.rules import PRESETS, FiveRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FREESTYLE = 0
EXACTLY_FIVE = 1
WITH_CAPTURES = {32: "pente", 64: "keryo"}
RULES_PLAYED = "0 freestyle, 1 exactly five, 32 Pente or 64 Keryo"

SMALLEST, LARGEST = 5, 20
LONGEST_ECHO = 40  # characters of a wrong command in its answer
NO_LIMIT_MS = 2147483647  # the value of `INFO time_left` without a limit
OWN, OPPONENT = 1, 2  # the owner of a stone: the third number of a line of BOARD


class GomocupError(ValueError):
    """A command of the Gomocup protocol that cannot be carried out; the message says why."""


def rules_of(number: int, size: int) -> FiveRules:
    """The rules that this number of `INFO rule` means on a board of `size` lines.

    Raises GomocupError for unsupported rules, and for Pente on a board of another size.
    """
    if number in WITH_CAPTURES:
        rules = PRESETS[WITH_CAPTURES[number]]
        if rules.size != size:
            raise GomocupError(f"{rules.name} needs a board of {rules.size} lines, not of {size}")
        return rules
    if number not in (FREESTYLE, EXACTLY_FIVE):
        raise GomocupError(f"rule {number} is not supported: expected {RULES_PLAYED}")
    exactly = number == EXACTLY_FIVE
    name = f"standard-{size}" if exactly else f"gomoku-{size}"
    return PRESETS.get(name) or FiveRules(name, size, exactly_five=exactly)


def number_of(rules: FiveRules) -> int:
    """The number that `INFO rule` gives to these rules.

    Raises GomocupError if there is none.
    """
    for number, name in WITH_CAPTURES.items():
        if rules == PRESETS[name]:
            return number
    if rules.capture_lengths or rules.opening_distance:
        raise GomocupError(f"the Gomocup protocol has no number for {rules.name}")
    return EXACTLY_FIVE if rules.exactly_five else FREESTYLE


def like_preset(rules: FiveRules) -> str:
    """The preset whose weights suit these rules best: their own, or the one of nearest size."""
    if rules.name in PRESETS:
        return rules.name
    similar = [
        preset
        for preset in PRESETS.values()
        if preset.exactly_five == rules.exactly_five and not preset.capture_lengths
    ]
    return min(similar, key=lambda preset: abs(preset.size - rules.size)).name


def format_place(point: int, size: int) -> str:
    """The point as `X,Y`: its column from the left and its row from the top, both from 0."""
    return f"{point % size},{point // size}"


def parse_place(text: str, size: int) -> int:
    """The point that `X,Y` names on a board of `size` lines. Raises GomocupError."""
    column, row = parse_numbers(text, 2, "X,Y")
    if not (0 <= column < size and 0 <= row < size):
        raise GomocupError(f"{column},{row} is not on the board of {size} lines")
    return row * size + column


def parse_stones(words: Iterable[str], size: int) -> tuple[list[int], list[int]]:
    """The brain's and the opponent's points, from `X,Y,OWNER` for each. Raises GomocupError."""
    stones: dict[int, list[int]] = {OWN: [], OPPONENT: []}
    for word in words:
        column, row, owner = parse_numbers(word, 3, "X,Y,OWNER")
        if owner not in stones:
            shown = word[:LONGEST_ECHO]
            raise GomocupError(
                f"{shown}: expected {OWN} for an own stone, {OPPONENT} for an opponent's"
            )
        stones[owner].append(parse_place(f"{column},{row}", size))
    return stones[OWN], stones[OPPONENT]


def parse_numbers(text: str, count: int, expected: str) -> list[int]:
    """`count` whole numbers separated by commas.

    Raises GomocupError saying what was `expected`.
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) != count or not all(is_number(word) for word in words):
        raise GomocupError(f"{text.strip()[:LONGEST_ECHO]!r}: expected {expected}")
    return [int(word) for word in words]


def is_number(word: str) -> bool:
    """Whether a word is a whole number of at most 20 digits, with or without a sign."""
    digits = word[1:] if word[:1] in ("-", "+") else word
    return digits.isascii() and digits.isdigit() and len(digits) <= 20
