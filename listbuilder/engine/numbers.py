"""Exact arithmetic of modifiers, on numbers and on numbers inside texts."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Modifier, Number

NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
DICE = re.compile(r"(\d*[Dd]\d+)(?:\s*([+-])\s*(\d+))?")
SETTERS = frozenset({"set"})
LARGEST = 10**15  # a feedback loop of the data ends here, not in memory


def parse(text: str) -> Number | None:
    """The number that a text is, or None."""
    text = text.strip()
    if not re.fullmatch(NUMBER, text):
        return None
    try:
        return tidy(Decimal(text))
    except InvalidOperation:
        return None


def tidy(number: Number) -> Number:
    """Whole numbers as int."""
    if isinstance(number, Decimal):
        if number == number.to_integral_value():
            return int(number)
        return number.normalize()
    return number


def show(number: Number) -> str:
    """As people write it: no exponent, no needless zeros."""
    return format(tidy(number), "f") if isinstance(number, Decimal) else str(number)


def steps(count: Number, value: Number, repeats: int, *, round_up: bool) -> int:
    """How often a repeat applies."""
    if value == 0:
        return 0
    quotient = Fraction(count) / Fraction(value)
    whole = -(-quotient.numerator // quotient.denominator) if round_up else quotient.numerator // quotient.denominator
    return whole * repeats


def modify(value: Number, modifier: Modifier, times: int) -> Number:
    """A number after a modifier that applies ``times`` times; what is no arithmetic leaves it as it is."""
    argument = parse(modifier.value)
    if argument is None:
        argument = 0
    with localcontext() as context:
        context.prec = 40
        try:
            result = _compute(value, modifier.type, argument, times)
        except (ArithmeticError, ValueError):
            return value
    return tidy(result) if abs(result) < LARGEST else value


def _compute(value: Number, kind: str, argument: Number, times: int) -> Number:
    match kind:
        case "set":
            return argument
        case "increment":
            return value + argument * times
        case "decrement":
            return value - argument * times
        case "multiply":
            return value * _power(argument, times)
        case "divide":
            return Decimal(value) / _power(argument, times)
        case "modulo":
            return value % argument
        case "power":
            return _power(value, argument)
        case "exponent":
            return _power(argument, value)
        case "triangular":
            return value * (value + 1) / Decimal(2)
        case "ceil":
            return min(value, argument)
        case "floor":
            return max(value, argument)
        case "cumulative-add":
            return value + argument * times * (times + 1) / Decimal(2)
        case "cumulative-multiply":
            return value * argument * times
        case "cumulative-power":
            return value * _power(argument, times - 1)
    return value


def _power(base: Number, exponent: Number) -> Number:
    if abs(exponent) > 64:
        raise ArithmeticError("exponent out of bounds")
    return Decimal(base) ** Decimal(exponent)


def modify_number_in(text: str, modifier: Modifier, times: int) -> str:
    """Arithmetic on a text: on the text as a number, on the bonus of a dice roll, else on one of the numbers in it."""
    whole = parse(text)
    if whole is not None:
        plus = "+" if text.strip().startswith("+") else ""
        return plus + show(modify(whole, modifier, times))
    dice = re.fullmatch(DICE, text.strip())
    if dice and modifier.type in ("increment", "decrement"):
        return _dice(dice, modifier, times)
    found = [match for match in re.finditer(r"\d+(?:\.\d+)?", text)]
    position = modifier.position or 0
    if not found or not -len(found) <= position < len(found):
        return text
    match = found[position]
    number = parse(match.group())
    assert number is not None
    return text[: match.start()] + show(modify(number, modifier, times)) + text[match.end() :]


def _dice(dice: re.Match[str], modifier: Modifier, times: int) -> str:
    bonus = int(dice[3] or 0) * (-1 if dice[2] == "-" else 1)
    changed = modify(bonus, modifier, times)
    return dice[1] if changed == 0 else f"{dice[1]}{'+' if changed > 0 else '-'}{show(abs(changed))}"
