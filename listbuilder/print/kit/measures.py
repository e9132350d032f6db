"""Measures of pages and cards, and weights of rules. Nothing is thinner than 0.4 points."""

from __future__ import annotations

mm = 72 / 25.4  # points

MODULE = 4 * mm
SIDE_MARGIN = 13 * mm
LETTER_SIDE_MARGIN = 16 * mm
A5_SIDE_MARGIN = 10 * mm
CONTENT_TOP, CONTENT_BOTTOM = 10 * mm, 283 * mm
FOOT_RULE_AT, FOOT_LINE_AT = 283.9 * mm, 287.5 * mm
CARD_PAD = 4 * mm
ICON_AT, BEARER_AT, BOXES_AT = 4 * mm, 9.2 * mm, 36 * mm  # the verticals of a card, from its left edge
COUNT_END, WEAPON_AT = 42.2 * mm, 43.5 * mm
FIGURES_AT = tuple(
    at * mm for at in (92.0, 101.5, 111.0, 119.5, 128.0, 137.0)
)  # range, A, skill, S, AP, D: their centres
WEAPON_WORDS_AT, STATES_AT = 144 * mm, 127 * mm
CARD_BAR, CARD_GAP = 8.5 * mm, 3.2 * mm
WEAPON_ROW, WEAPON_ROW_MORE = 4 * mm, 3.2 * mm
UNIT_ROW, GROUP_HEAD, TOTAL_ROW = 6 * mm, 4.6 * mm, 7 * mm
ABILITY_GAP, LEAST_ABILITY_GAP = 0.9 * mm, 0.5 * mm
ICON_SIDE = 3.5 * mm

THIN, COLUMN_RULE, BOX_RULE, TRACK_RULE, CARD_FRAME, TABLE_RULE = 0.4, 0.5, 0.6, 0.7, 0.8, 0.9
LEADER_RULE, SHIELD_RULE, HALF_RULE, TOTAL_RULE, STAMP_RULE = 1.0, 1.2, 1.5, 1.6, 2.2
DOTS = (0.4, 1.6)  # on and off
DOT_GREY = 0x8A / 255
