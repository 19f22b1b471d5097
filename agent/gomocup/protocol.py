"""The words of the Gomocup protocol that a brain and its manager share: points, rules, numbers.

A brain is a program that plays; a manager asks it, one line of text at a time, over standard input
and output (https://plastovicka.github.io/protocl2en.htm). `agent.gomocup.brain` is our brain,
`arena.foreign.gomocup_brain` our manager.

The protocol adds numbers up to say which rules are played: 1 exactly five, 2 a continuous game,
4 Renju, 8 Caro. Freestyle and exactly five are played here, on 5 to 20 lines. Captures are unknown
to the protocol; two numbers of our own stand for them, which are no sum of the others:

    32  Pente, as the preset `pente` has it, 19 lines
    64  Keryo-Pente, likewise

Captured stones are counted from TURN to TURN. Before a BOARD on which some are missing a manager
says `INFO captured OWN,ENEMY`: the stones, not pairs, that the brain and its enemy have taken.
"""

from __future__ import annotations

from agent.gomocup.errors import GomocupError
from games.five.rules import PRESETS, Rules

FREESTYLE = 0
EXACTLY_FIVE = 1
WITH_CAPTURES = {32: "pente", 64: "keryo"}
RULES_PLAYED = "0 freestyle, 1 exactly five, 32 Pente or 64 Keryo"

SMALLEST, LARGEST = 5, 20
NO_LIMIT_MS = 2147483647  # of `INFO time_left`
OWN, ENEMY = 1, 2  # the third number of a line of BOARD


def rules_of(number: int, size: int) -> Rules:
    """The rules that `INFO rule` means by this number on so many lines.

    Raises GomocupError for rules that are not played, and for Pente on another board than its own.
    """
    if number in WITH_CAPTURES:
        rules = PRESETS[WITH_CAPTURES[number]]
        if rules.size != size:
            raise GomocupError(f"{rules.name} is played on {rules.size} lines, not on {size}")
        return rules
    if number not in (FREESTYLE, EXACTLY_FIVE):
        raise GomocupError(f"rule {number} is not played: expected {RULES_PLAYED}")
    exactly = number == EXACTLY_FIVE
    name = f"standard-{size}" if exactly else f"gomoku-{size}"
    return PRESETS.get(name) or Rules(name, size, exactly_five=exactly)


def number_of(rules: Rules) -> int:
    """The number that `INFO rule` gives to these rules.

    Raises GomocupError if there is none.
    """
    for number, name in WITH_CAPTURES.items():
        if rules == PRESETS[name]:
            return number
    if rules.capture_lengths or rules.opening_distance:
        raise GomocupError(f"the Gomocup protocol has no number for {rules.name}")
    return EXACTLY_FIVE if rules.exactly_five else FREESTYLE


def like_preset(rules: Rules) -> str:
    """The name of the preset whose weights suit these rules best: itself, or the nearest size."""
    if rules.name in PRESETS:
        return rules.name
    kin = [
        preset
        for preset in PRESETS.values()
        if preset.exactly_five == rules.exactly_five and not preset.capture_lengths
    ]
    return min(kin, key=lambda preset: abs(preset.size - rules.size)).name


def format_place(point: int, size: int) -> str:
    """A point as `X,Y`: its column from the left and its row from the top, both from 0."""
    return f"{point % size},{point // size}"


def parse_place(text: str, size: int) -> int:
    """The point that `X,Y` names on a board of so many lines.

    Raises GomocupError.
    """
    column, row = parse_numbers(text, 2, "X,Y")
    if not (0 <= column < size and 0 <= row < size):
        raise GomocupError(f"{column},{row} is not on the board of {size} lines")
    return row * size + column


def parse_numbers(text: str, count: int, expected: str) -> list[int]:
    """So many whole numbers with commas between them.

    Raises GomocupError saying what was `expected`.
    """
    words = [word.strip() for word in text.split(",")]
    if len(words) != count or not all(is_number(word) for word in words):
        raise GomocupError(f"{text.strip()!r}: expected {expected}")
    return [int(word) for word in words]


def is_number(word: str) -> bool:
    """Whether a word is a whole number of at most twenty digits, with or without a sign."""
    digits = word[1:] if word[:1] in ("-", "+") else word
    return digits.isascii() and digits.isdigit() and len(digits) <= 20
