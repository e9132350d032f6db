"""A page with all parts: ``python -m tests.print.kit.parts OUT.pdf [--ink-save]`` draws it, to be looked at."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.pagesizes import A4

from listbuilder.print.kit import theme
from listbuilder.print.kit.bar import Banner, Bar
from listbuilder.print.kit.blocks import Beside, Block, Gap, Padded, Stack
from listbuilder.print.kit.forms import (
    Disc,
    FactBoxes,
    GroupKey,
    SectionHead,
    Square,
    Ticks,
    WriteLines,
    small_head,
)
from listbuilder.print.kit.icons import ICON_NAMES, Icon
from listbuilder.print.kit.look import Colour, Look
from listbuilder.print.kit.measures import CARD_BAR, mm
from listbuilder.print.kit.qr import QrCode
from listbuilder.print.kit.stamp import Stamp
from listbuilder.print.kit.statboxes import StatBoxes, StatRow
from listbuilder.print.kit.structure import finish
from listbuilder.print.kit.tags import TaggedCanvas
from listbuilder.print.kit.track import Track
from listbuilder.print.kit.tracked import TrackGroup
from listbuilder.print.kit.typeset import Span

WORDS = {
    "en": {
        "title": "Parts", "second": "icons, accents, verdicts, tracks", "unit": "Hellblasters", "leader": "Lieutenant",
        "labels": ["M", "T", "SV", "W", "LD", "OC"], "inv": "Inv", "only": "ranged only", "states": "States this round",
        "state": ["Battle-shocked", "Advanced", "Fell back", "Oath target"], "once": "Once per battle",
        "ability": ["Finest Hour", "Grenade"], "legal": "Legal", "not": "Not legal", "warn": "2 warnings",
        "err": "3 errors · 1 warning", "damaged": "Damaged: 4 or fewer", "note": "Leave the transport in round 2.",
        "facts": [("17", "units"), ("57", "models"), ("3 / 3", "enhancements")],
        "rules": "Each attack that wounds this model does 1 damage less, to a minimum of 1.",
    },
    "zh": {
        "title": "部件", "second": "图标、颜色、判定、计数格", "unit": "等离子射手", "leader": "副官",
        "labels": ["移动", "坚韧", "护甲", "生命", "领导", "控制"], "inv": "特保", "only": "仅对射击", "states": "本轮状态",
        "state": ["战斗震慑", "已推进", "已撤退", "誓言目标"], "once": "每场一次", "ability": ["至高时刻", "投掷手雷"],
        "legal": "合法", "not": "不合法", "warn": "2 条警告", "err": "3 个错误 · 1 条警告", "damaged": "受损：剩 4 点以下",
        "note": "第二轮下车，先射击誓言目标。", "facts": [("17", "单位"), ("57", "模型"), ("3 / 3", "强化")],
        "rules": "每次使本模型受伤的攻击，伤害减 1（最少为 1）。尚未射击或近战的模型被消灭时，掷骰 3+ 即可在移除之前射击一次。",
    },
    "ru": {
        "title": "Элементы", "second": "значки, цвета, вердикты, дорожки ранений", "unit": "Адские бластеры", "leader": "Лейтенант",
        "labels": ["Дв", "Ст", "Сп", "Ран", "Лд", "КЦ"], "inv": "Неуязв.", "only": "только от стрельбы",
        "states": "Состояния в этом раунде", "state": ["Потрясён", "Ускорился", "Отступил", "Цель клятвы"],
        "once": "Один раз за битву", "ability": ["Звёздный час", "Граната"], "legal": "Законен", "not": "Не по правилам",
        "warn": "2 предупреждения", "err": "3 ошибки · 1 предупреждение", "damaged": "Повреждён: 4 и меньше",
        "note": "Выйти из транспорта во 2-м раунде.",
        "facts": [("17", "отрядов"), ("57", "моделей"), ("3 / 3", "улучшения")],
        "rules": "Каждая атака, ранившая эту модель, наносит на 1 урон меньше, но не менее 1.",
    },
}  # fmt: skip
ACCENTS = ("#0B2349", "#13300E", "#3C1C09", "#3A0D26", "#092E36", "#2A1A46", "#3B0E0E", "#1F1F1F")


def blocks(look: Look, language: str) -> Iterator[Block]:
    words = WORDS[language]
    yield Banner(
        look,
        Stack([
            theme.prose(words["title"], look.on_bar(theme.LIST_NAME), leading=1.1),
            theme.prose(words["second"], look.on_bar(theme.BAR_LARGE_SECOND)),
        ]),
        least=27 * mm,
        above=4 * mm,
    )  # fmt: skip
    yield Gap(6)
    yield Bar(
        look,
        CARD_BAR,
        [
            Span(words["title"], theme.CARD_TITLE),
            Span(words["second"] + "  ", theme.BAR_SECOND),
            Icon("star"),
            Span(words["leader"], theme.BAR_SECOND),
        ],
        [Span("11 ", theme.BAR_SECOND), Span("260", theme.CARD_POINTS), Span(" pts", theme.BAR_SECOND)],
    )
    icons = [Icon(name, side) for name in ICON_NAMES for side in (8 * mm, 3.5 * mm)]
    for half in (icons[:16], icons[16:]):
        yield Padded(Beside(half, [0] * 16, 3), top=6)
    boxes = StatBoxes(
        words["labels"],
        [
            StatRow(words["unit"], ['6"', "4", "3+", "2", "6+", "1"], "5+", words["only"]),
            StatRow(words["leader"], ['20+D6"', "14", "2+", "22", "6+", "10"], "4+"),
        ],
        words["inv"],
    )
    ticks = Stack([Ticks(words["states"], words["state"]), Ticks(words["once"], words["ability"], "circle")])
    yield Padded(Beside([boxes, ticks], [130 * mm, 0], 4), top=6)
    note = Stack([theme.small_label("note"), theme.prose(words["note"], theme.LEGEND)])
    unit, leader = words["unit"], words["leader"]
    for track in (
        Track(look, [TrackGroup(unit, 15, 1)], 7),
        Track(look, [TrackGroup(unit, 9, 1), TrackGroup(leader, 1, 1, leader=True)], 4, notes=note),
        Track(
            look,
            [TrackGroup(unit, 5, 2), TrackGroup("Sergeant", 1, 2), TrackGroup(leader, 1, 4, leader=True)],
            3,
            notes=note,
        ),
        Track(look, [TrackGroup(unit, 9, 3), TrackGroup(leader, 1, 5, leader=True)], 5, notes=note),
        Track(look, [TrackGroup("", 1, 12, damaged=4, damaged_label=words["damaged"])], 5, notes=note),
        Track(look, [TrackGroup("", 1, 26, damaged=10, damaged_label=words["damaged"])], 12),
    ):
        yield Padded(track, left=36 * mm)
    yield Padded(
        Beside([FactBoxes(words["facts"]), Stamp(look, words["legal"], words["warn"], legal=True), Stamp(look, words["not"], words["err"], legal=False)], [85 * mm, 0, 0], 6),
        top=6,
    )  # fmt: skip
    yield GroupKey(look, words["unit"], "1,155")
    rules = theme.rules_text([Span(words["title"] + ". ", theme.RULES_NAME), Span(words["rules"], theme.RULES)])
    discs = Beside([Disc("1", look), Disc("2", look), Square(), rules], [12, 12, 12, 0], 4)
    columns = [
        Stack([SectionHead(words["title"], "crown"), discs]),
        Stack([small_head(words["once"]), WriteLines(14 * mm)]),
        QrCode("Space Marines\n" * 20, 24 * mm),
    ]
    yield Padded(Beside(columns, [0, 0, 30 * mm], 10), top=6)
    looks = [Look(Colour.of(accent), look.save_ink) for accent in ACCENTS]
    bars = [Bar(one, 8 * mm, [Span("Aa 12 4+", theme.BAR_LARGE_SECOND)], pad=5) for one in looks]
    yield Padded(Beside(bars, [0] * len(bars), 5), top=6)


def page_of_parts(look: Look | None = None, languages: tuple[str, ...] = ("en", "zh", "ru")) -> bytes:
    """The parts on one page for each language."""
    buffer = io.BytesIO()
    canvas = TaggedCanvas(buffer, pagesize=A4, invariant=1, lang=languages[0])
    for language in languages:
        top = 287 * mm
        for block in blocks(look or Look(Colour.of(ACCENTS[0])), language):
            block.draw(canvas, 13 * mm, top, 184 * mm)
            top -= block.height(184 * mm)
        canvas.showPage()
    finish(canvas)
    canvas.save()
    return buffer.getvalue()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(page_of_parts(Look(Colour.of(ACCENTS[0]), save_ink="--ink-save" in sys.argv)))
