"""Measures of pages and cards, and weights of rules. Nothing is thinner than 0.4 points."""

from __future__ import annotations

mm = 72 / 25.4  # points

SIDE_MARGIN = 13 * mm
LETTER_SIDE_MARGIN = 16 * mm
A5_SIDE_MARGIN = 10 * mm
CONTENT_TOP = 10 * mm
CARD_PAD = 4 * mm
ICON_AT, BEARER_AT, BOXES_AT = 4 * mm, 9.2 * mm, 36 * mm  # the verticals of a card, from its left edge
COUNT_END, WEAPON_AT = 42.2 * mm, 43.5 * mm
STATES_AT = 127 * mm
CARD_BAR, CARD_GAP, LEAST_CARD_GAP = 8.5 * mm, 3.2 * mm, 2 * mm
WEAPON_ROW, WEAPON_ROW_MORE = 4 * mm, 3.2 * mm
UNIT_ROW, GROUP_HEAD, TOTAL_ROW = 6 * mm, 4.6 * mm, 7 * mm
ABILITY_GAP = 0.9 * mm

THIN, COLUMN_RULE, BOX_RULE, TRACK_RULE, CARD_FRAME, TABLE_RULE = 0.4, 0.5, 0.6, 0.7, 0.8, 0.9
LEADER_RULE, SHIELD_RULE, HALF_RULE, TOTAL_RULE, STAMP_RULE = 1.0, 1.2, 1.5, 1.6, 2.2
DOTS = (0.4, 2.6)  # on and off: black dots far apart, because grey ones are lost on a copier
