"""What stands on the browser's frame, and the lines of its table in the columns that there is room for."""

from __future__ import annotations

from msgspec import Struct
from textual.content import Content
from textual.style import Style

from listbuilder.army.prices import price_word
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Text, _
from listbuilder.print.datasheet import units_words
from listbuilder.session import DatasheetChoice
from listbuilder.session.quotes import Quote
from listbuilder.terminal import clip, columns, pad
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.table import CHOSEN
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import in_game, local, number

MARK = 2  # cells before a name
MODELS, PRICE, LEFT, OWNED = 4, 6, 11, 8  # cells of a column
ONE_MODELS = 8
TIGHT_LEFT = 10
FAINT = "$faint"
Figure = Content | tuple[str, str]


class Columns(Struct, frozen=True):
    """``sizes``: of how many sizes there is room for models and prices; 0 where even one has none. ``says_over``: whether the
    word for what is too much has room beside each of these numbers; else none has it."""

    width: int
    name: int
    sizes: int
    models: bool
    prices: bool
    left: int
    owned: bool
    says_over: bool = True

    @property
    def figures(self) -> int:
        """Cells behind the name."""
        return self.width - MARK - self.name


def title(offering: Offering) -> str:
    """What is added, with the name of the force where there are several."""
    session = offering.session
    lines = list(session.forces.lines())
    line = next((line for line in lines if line.id == offering.force_id), None)
    added = in_game(Text("Add {units}"), session.system.vocabulary)
    return f"{added} · {clip(local(session.army, line.name), 40)}" if line is not None and len(lines) > 1 else added


def counted(offering: Offering) -> str:
    """How many units are found, of how many."""
    words, found = offering.session.system.vocabulary, len(offering.found)
    everything = sum(not (one.hidden or one.legends) for one in offering.choices.values())
    if found < everything:
        return _("{found} of {units}").format(found=found, units=units_words(everything, words))
    return units_words(found, words)


def fitted(offering: Offering, width: int) -> Columns:
    """The columns for a width: what was entered as owned goes first, then a second size, then numbers of models. No room is
    kept for sizes that nothing shown has, once that is known."""
    prices, limited = offering.has_prices, offering.left is not None
    sizes = min(3 if width >= 100 else 2 if width >= 62 else 1, offering.most_sizes or 3)
    models = width >= 44
    left = (LEFT if width >= 62 else TIGHT_LEFT) if limited else 0
    owned = width >= 70 and not offering.collection.is_empty(offering.session.army.system)
    taken = (_models(sizes) if models else 0) + sizes * PRICE * prices + left + OWNED * owned
    says_over = columns(_over(offering.most_over)) < left
    return Columns(width, max(8, width - MARK - taken), sizes, models, prices, left, owned, says_over)


def _over(points: Number) -> str:
    return _("{n} over").format(n=number(points))


def heads(offering: Offering, shown: Columns) -> Content:
    """The line above the table."""
    terms = offering.session.system.vocabulary.terms
    words = [_right(_("models"), _models(shown.sizes))] if shown.models else []
    words += [_right(price_word(offering.session.army), shown.sizes * PRICE)] if shown.prices else []
    words += [_right(_("left after") if shown.left == LEFT else _("rest"), shown.left)] if shown.left else []
    words += [_right(_("owned"), OWNED)] if shown.owned else []
    name = pad(clip(str(terms.unit), shown.name), shown.name)
    return Content.styled(" " * MARK + name + "".join(words), "$dim")


def row(offering: Offering, choice: DatasheetChoice, shown: Columns, *, selected: bool = False) -> Content:
    """One datasheet. One that may not be added is faint, with the reason in the place of its figures; one that costs more than is
    left is faint and says how much more. ``selected``: under the cursor, where faint would be too little contrast."""
    faint = "$head" if selected else FAINT
    quote, against = offering.quoted(choice.id), offering.against(choice.id)
    held, sign = offering.holding(choice), glyphs()
    dim = bool(against) or choice.hidden or not offering.fits(choice.id)
    mark = (sign.favourite if held.favourite else sign.legends if choice.legends else " ", "$accent")
    name = _name(offering, choice, shown.name - 1, faint if dim else "")
    if against:
        return Content.assemble(mark, " ", *_refused(name, f"{sign.dash} {against}", shown, faint))
    name = name.pad_right(shown.name - 1 - name.cell_length)
    parts: list[Content | str | tuple[str, str]] = [mark, " ", name, " "]
    if quote is not None:
        parts += _figures(offering, choice, quote, shown, faint)
    if shown.owned:
        parts.append((_right(_owned(offering, choice), OWNED), "$dim"))
    return Content.assemble(*parts)


def _name(offering: Offering, choice: DatasheetChoice, width: int, style: str) -> Content:
    """With how many the army has of it."""
    taken = f" {glyphs().times}{choice.taken}" if choice.taken else ""
    name = clip(offering.name(choice), max(4, width - len(taken)))
    return Content.assemble((name, style), (taken, "$dim"))


def _refused(name: Content, reason: str, shown: Columns, style: str) -> tuple[Content, tuple[str, str]]:
    """A name, and the reason in the place of its figures; nearer to the name where it would be cut there."""
    room = shown.name + shown.figures
    start = max(name.cell_length + 1, min(shown.name, room - columns(reason)))
    return name.pad_right(start - name.cell_length), (pad(clip(reason, room - start), room - start), style)


def is_reason_cut(offering: Offering, choice: DatasheetChoice, shown: Columns) -> bool:
    """Whether there is something against it that its row has no room for."""
    against = offering.against(choice.id)
    name = _name(offering, choice, shown.name - 1, "")
    return bool(against) and columns(f"{glyphs().dash} {against}") > shown.width - MARK - name.cell_length - 1


def _figures(offering: Offering, choice: DatasheetChoice, quote: Quote, shown: Columns, faint: str) -> list[Figure]:
    """Numbers of models, their prices, and what is left after the size that is chosen."""
    chosen, left = offering.size(choice.id), offering.left
    first = max(0, min(chosen - shown.sizes + 1, len(quote.sizes) - shown.sizes))
    sizes = list(enumerate(quote.sizes))[first : first + shown.sizes]
    blank = shown.sizes - len(sizes)
    several = len(quote.sizes) > 1
    parts: list[Figure] = []

    def style(place: int) -> str:
        if left is not None and quote.sizes[place].points > left:
            return faint
        return "bold" if place == chosen and several else "" if place == chosen else "$dim"

    def figure(place: int, text: str) -> Figure:
        """The one of the size that is not chosen chooses it when it is clicked."""
        shown = Content.styled(text, style(place))
        return shown if place == chosen else shown.stylize(Style.from_meta({CHOSEN: place}))

    if shown.models:
        last = len(quote.sizes) - 1
        for place, size in sizes:
            more = "+" if quote.open_ended and place == last else ""
            parts.append(figure(place, _right(f"{size.models}{more}", _models(shown.sizes) // shown.sizes)))
        parts.append((" " * MODELS * blank, ""))
    if shown.prices:
        parts += [figure(place, _right(number(size.points), PRICE)) for place, size in sizes]
        parts.append((" " * PRICE * blank, ""))
    if shown.left and left is not None:
        rest = left - quote.sizes[chosen].points
        over = _over(-rest)
        has_word = rest < 0 and shown.says_over and columns(over) < shown.left  # the number is never cut
        text = over if has_word else number(rest)
        parts.append((_right(text, shown.left), faint if rest < 0 else "$good"))
    return parts


def _models(sizes: int) -> int:
    """Cells of the numbers of models; those of a single size have room for the heading."""
    return max(sizes * MODELS, ONE_MODELS)


def _owned(offering: Offering, choice: DatasheetChoice) -> str:
    """How many of the models that the user has stand in the army."""
    owned = offering.holding(choice).owned
    return f"{offering.used(choice)}/{owned}" if owned is not None else glyphs().dash


def _right(text: str, width: int) -> str:
    """At the right end of a column, with a space before it."""
    text = clip(text, width - 1)
    return " " * (width - columns(text)) + text
