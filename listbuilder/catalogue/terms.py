"""The words of a game for what every game has in some form: a commander, a force, a page of a unit …"""

from listbuilder.catalogue.base import Names, Record
from listbuilder.i18n import in_language


def capital(text: str) -> str:
    """The text with a capital first letter, as a heading."""
    return text[:1].upper() + text[1:]


class Term(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A word of the game, as it stands within a sentence. ``str()`` gives it in the language in use."""

    name: Names
    plural: Names = {}

    def __str__(self) -> str:
        return in_language(self.name)

    @property
    def title(self) -> str:
        """The word as a heading."""
        return capital(str(self))

    @property
    def titles(self) -> Names:
        """The headings in all languages."""
        return {code: capital(text) for code, text in self.name.items()}

    @property
    def many(self) -> "Term":
        """The plural, where the language has one of its own."""
        return Term(name={**self.name, **self.plural})


def _term(en: str, zh: str, ru: str, *, plural: str = "", plural_ru: str = "") -> Term:
    forms = {"en": plural, "ru": plural_ru}
    return Term(name={"en": en, "zh": zh, "ru": ru}, plural={code: text for code, text in forms.items() if text})


class Terms(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The words for what every game has in some form.

    ``warlord``: the one who commands the army. ``enhancement``: what one model may buy once. ``detachment``: the choice that
    gives an army its rules. ``datasheet``: the page of a unit. ``stratagem``: what command points are spent on. ``control``:
    how strongly a unit holds an objective. ``force``: a part of an army with units of its own. ``subfaction``: the part of its
    faction that such a force is of. ``legends``: no longer kept up to date. ``upgrade``: what the key bar calls the choice of
    an enhancement. ``starting_strength``: models at the start of a battle. ``coherency``: keeping together. ``wound``: what a
    model has lost that is hurt. ``unit``: what the army consists of. ``army``: all of them together. ``part``: what a unit is
    that joins another as a part of it, where the game has a word.
    """

    points: Term = _term("pts", "分", "очк.")
    warlord: Term = _term("commander", "指挥官", "командующий")
    enhancement: Term = _term("upgrade", "升级", "усиление", plural="upgrades", plural_ru="усиления")
    upgrade: Term = _term("upgrade", "升级", "усиление")
    detachment: Term = _term("formation", "编队", "формация", plural="formations", plural_ru="формации")
    datasheet: Term = _term("unit sheet", "单位卡", "лист отряда", plural="unit sheets", plural_ru="листы отрядов")
    stratagem: Term = _term("tactic", "战术", "тактика", plural="tactics", plural_ru="тактики")
    command_points: Term = _term("cost", "费用", "цена")
    control: Term = _term("control", "控制", "контроль")
    force: Term = _term("force", "部队", "формирование", plural="forces", plural_ru="формирования")
    subfaction: Term = _term("subfaction", "子阵营", "подфракция", plural="subfactions", plural_ru="подфракции")
    battle_size: Term = _term("game size", "对局规模", "размер игры", plural="game sizes", plural_ru="размеры игры")
    legends: Term = _term("legacy", "旧版", "устаревшее")
    wargear: Term = _term("equipment", "装备", "снаряжение")
    starting_strength: Term = _term("starting size", "起始规模", "начальный размер")
    coherency: Term = _term("cohesion", "连续性", "сплочённость")
    wound: Term = _term("wound", "伤口", "рана", plural="wounds", plural_ru="раны")
    unit: Term = _term("unit", "单位", "отряд", plural="units", plural_ru="отряды")
    army: Term = _term("army", "军队", "армия")
    part: Term | None = None

    def words(self) -> dict[str, object]:
        """All terms and plurals as parameters of a message: ``warlord`` …, and ``detachments``, ``datasheets`` …; without
        those that the game does not state."""
        stated = ((name, getattr(self, name)) for name in self.__struct_fields__)
        singular = {name: term for name, term in stated if term is not None}
        return {**{f"{name}s": term.many for name, term in singular.items()}, **singular}
