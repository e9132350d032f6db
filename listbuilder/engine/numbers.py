"""Exact arithmetic of modifiers, on numbers and on numbers inside texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation, Overflow, localcontext
from typing import TYPE_CHECKING

from listbuilder import budget
from listbuilder.catalogue.base import Number
from listbuilder.expressions import expression

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Modifier

NUMBER = expression(r"[+-]?\d+(?:\.\d+)?")
DICE = expression(r"(\d*[Dd]\d+)(?:\s*([+-])\s*(\d+))?")
LONGEST = 400  # characters of a number: Python does not write integers of more than 4,300 digits
PRECISION = 40  # digits of what is worked out
LARGEST = 10**15  # no result is beyond it: feedback in the data would use up the memory
MOST_TIMES = 64  # that something is multiplied by a number


class Beyond(ArithmeticError):
    """A result is too large to work with."""


def parse(text: str) -> Number | None:
    """Reads a text as a number; None if it is none, or a longer one than any data need."""
    text = text.strip()
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    try:
        return tidy(Decimal(text))
    except InvalidOperation:
        return None


def tidy(number: Number) -> Number:
    """Whole decimals as int."""
    if isinstance(number, Decimal):
        if number == number.to_integral_value():
            return int(number)
        return number.normalize()
    return number


def quotient(number: Number, divisor: Number) -> Number:
    """A division to twelve decimals, of which `settled` reads nine: what data share out by three adds up to the whole again."""
    return round(Decimal(number) / Decimal(divisor), 12)


def remainder(number: Number, divisor: Number) -> Number:
    """What a division leaves, with the sign of the number, whole or not."""
    (counted, parts), (each, of) = number.as_integer_ratio(), divisor.as_integer_ratio()
    left = abs(counted * of) % abs(each * parts)
    return tidy(Decimal(left if counted > 0 else -left) / (parts * of))


def power(base: Number, exponent: Number) -> Number:
    """A power; ArithmeticError where there is none, `Beyond` where it may be too large to work with."""
    if not base and exponent < 0:
        raise ArithmeticError("division by zero")
    if not -MOST_TIMES <= exponent <= MOST_TIMES and base not in (0, 1):
        raise Beyond
    return Decimal(base) ** Decimal(exponent) if exponent else 1


def settled(total: Number) -> Number:
    """A sum in which there may be quotients, as it is meant."""
    return tidy(round(total, 9)) if isinstance(total, Decimal) else total


def show(number: Number) -> str:
    """A number as text, without exponent and trailing zeros."""
    number = tidy(number)
    return format(number, "f") if isinstance(number, Decimal) else str(number)


def times_repeated(count: Number, value: Number, repeats: int, *, round_up: bool) -> int:
    """How often a repeat applies: ``repeats`` times for every ``value`` in ``count``."""
    if value == 0:
        return 0
    (counted, parts), (each, of) = count.as_integer_ratio(), value.as_integer_ratio()
    counted, each = counted * of, each * parts
    return (-(-counted // each) if round_up else counted // each) * repeats


def modify(value: Number, modifier: Modifier, times: int) -> Number:
    """A number after a modifier that applies ``times`` times. Unknown types and undefined results leave it unchanged, as do
    those beyond `LARGEST` outside of a list that is read or judged, of which they raise `TooLarge`."""
    argument = parse(modifier.value) or 0
    compute = OPERATIONS.get(modifier.type)
    if compute is None:
        return value
    with localcontext() as context:
        context.prec = PRECISION
        try:
            result = compute(value, argument, times)
        except (Beyond, Overflow):
            result = LARGEST
        except (ArithmeticError, ValueError):
            return value
    if -LARGEST < result < LARGEST:
        return tidy(result)
    budget.beyond(LARGEST)
    return value


OPERATIONS: dict[str, Callable[[Number, Number, int], Number]] = {
    "set": lambda _value, argument, _times: argument,
    "increment": lambda value, argument, times: value + argument * times,
    "decrement": lambda value, argument, times: value - argument * times,
    "multiply": lambda value, argument, times: (
        value * power(argument, times) if times >= 0 else quotient(value, power(argument, -times))
    ),
    "divide": lambda value, argument, times: quotient(value, power(argument, times)),
    "modulo": lambda value, argument, _times: remainder(value, argument),
    "power": lambda value, argument, _times: power(value, argument),
    "exponent": lambda value, argument, _times: power(argument, value),
    "triangular": lambda value, _argument, _times: value * (value + 1) / Decimal(2),
    "ceil": lambda value, argument, _times: min(value, argument),
    "floor": lambda value, argument, _times: max(value, argument),
    "cumulative-add": lambda value, argument, times: value + argument * times * (times + 1) / Decimal(2),
    "cumulative-multiply": lambda value, argument, times: value * argument * times,
    "cumulative-power": lambda value, argument, times: value * power(argument, times - 1),
}


def modify_number_in(text: str, modifier: Modifier, times: int) -> str:
    """Arithmetic on a text: on the text as a number, on the bonus of a dice roll, else on one of the numbers in it."""
    whole = parse(text)
    if whole is not None:
        plus = "+" if text.strip().startswith("+") else ""
        return plus + show(modify(whole, modifier, times))
    dice = DICE.fullmatch(text.strip())
    if dice and len(text) > LONGEST:
        return text
    if dice and modifier.type in ("increment", "decrement"):
        return _dice(dice, modifier, times)
    found = list(re.finditer(r"\d+(?:\.\d+)?", text))
    position = modifier.position or 0
    if not found or not -len(found) <= position < len(found):
        return text
    match = found[position]
    number = parse(match.group())
    if number is None:
        return text
    return text[: match.start()] + show(modify(number, modifier, times)) + text[match.end() :]


def _dice(dice: re.Match[str], modifier: Modifier, times: int) -> str:
    bonus = int(dice[3] or 0) * (-1 if dice[2] == "-" else 1)
    changed = modify(bonus, modifier, times)
    return dice[1] if changed == 0 else f"{dice[1]}{'+' if changed > 0 else '-'}{show(max(changed, -changed))}"
