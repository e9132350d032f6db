"""Lists of our own making in the formats of other programs, over shipped factions."""

from __future__ import annotations

GW_A = """\
Dust and Rust (430 Points)

Space Marines
Gladius Task Force
Strike Force (2000 Points)

CHARACTERS

Captain (95 Points)
  • Warlord
  • 1x Bolt pistol
  • 1x Close combat weapon
  • 1x Master-crafted bolt rifle
  • Enhancements: The Honour Vehement

BATTLELINE

Intercessor Squad (160 Points)
  • 1x Intercessor Sergeant
     ◦ 1x Bolt pistol
     ◦ 1x Bolt rifle
     ◦ 1x Power fist
  • 9x Intercessor
     ◦ 2x Astartes grenade launcher
     ◦ 9x Bolt pistol
     ◦ 9x Bolt rifle
     ◦ 9x Close combat weapon

Tactical Squad (140 Points)
  • 1x Tactical Sergeant
     ◦ 1x Bolt pistol
     ◦ 1x Boltgun
     ◦ 1x Close combat weapon
  • 9x Tactical Marine
     ◦ 9x Bolt pistol
     ◦ 7x Boltgun
     ◦ 9x Close combat weapon
     ◦ 1x Lascannon
     ◦ 1x Meltagun

Exported with App Version: v1.53.0 (1), Data Version: v780
"""

GW_B = """\
Green Afternoon (245 points)

Orks
Strike Force (2000 points)
War Horde


CHARACTERS

Warboss (75 points)
  • Warlord
  • 1x Attack squig
    1x Kombi-weapon
    1x Power klaw
    1x Twin sluggas

BATTLELINE

Boyz (170 points)
  • 1x Boss Nob
    • 1x Power klaw
      1x Slugga
  • 19x Boy
    • 2x Big shoota
      2x Close combat weapon
      17x Choppa
      17x Slugga

Exported with App Version: v1.45.0 (105), Data Version: v720
"""

COMPACT = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - Orks
+ DETACHMENT: War Horde (Get Stuck In)
+ TOTAL ARMY POINTS: 245pts
+
+ WARLORD: Char1: Warboss
+ ENHANCEMENT:
+ NUMBER OF UNITS: 2
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Warboss (75 pts): Warlord, Attack squig, Kombi-weapon, Power klaw, Twin sluggas
20x Boyz (170 pts)
• 1x Boss Nob: Power klaw, Slugga
• 19x Boy
    17 with Choppa, Slugga
    2 with Big shoota, Close combat weapon

Created with newrecruit.eu v35.82
"""

_HEAD = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - Orks
+ DETACHMENT: War Horde
+ TOTAL ARMY POINTS: 245pts
+++++++++++++++++++++++++++++++++++++++++++++++

CHARACTER

"""

FULL = f"""\
{_HEAD}Char1: 1x Warboss (75 pts)
1 with Attack squig, Kombi-weapon, Power klaw, Twin sluggas
  • Warlord

BATTLELINE

20x Boyz (170 pts)
• 1x Boss Nob
    1 with Power klaw, Slugga
• 19x Boy
    17 with Choppa, Slugga
    2 with Big shoota, Close combat weapon
"""

NR_GW = f"""\
{_HEAD}1x Warboss (75 pts)
• 1x Attack squig
• 1x Kombi-weapon
• 1x Power klaw
• 1x Twin sluggas, Warlord

BATTLELINE

20x Boyz (170 pts)
• 1x Boss Nob
    • 1x Power klaw
    • 1x Slugga
• 19x Boy
    • 17x Choppa
    • 17x Slugga
    • 2x Big shoota
    • 2x Close combat weapon
"""

MARKDOWN = """\
Xenos - Orks - Green Afternoon - [245 pts]

# ++ Army Roster ++ [245 pts]
## Configuration
Battle Size: Strike Force (2000 Point limit)
Detachment: War Horde
Show/Hide Options

## Character [75 pts]
Warboss [75 pts]: Warlord, Attack squig, Kombi-weapon, Power klaw, Twin sluggas

## Battleline [170 pts]
Boyz [170 pts]:
• 1x Boss Nob: Power klaw, Slugga
• 17x Boy: Choppa, Slugga
• 2x Boy: Big shoota, Close combat weapon
"""

SIMPLE = """\
Warboss (75pts): Warlord, Attack squig, Kombi-weapon, Power klaw, Twin sluggas

20x Boyz (170pts)
"""

ELEVENTH = """\
Two Banners (300 points)

Orks
Strike Force (2000 points)
Kult of Speed and More Dakka! (3 Detachment Points)
Force Dispositions: Purge the Foe, Reconnaissance

Attached Units
Attached Unit 1
Warboss (80 points)
  • Attached as: Leader (Character)
  • Warlord
  • 1x Power klaw
  • Enhancement: Quick Ladz (Upgrade)
Boyz (90 points)
  • Attached as: Bodyguard (Battleline)
  • 1x Boss Nob
    • 1x Power klaw
  • 9x Boy
    • 9x Choppa

Exported with App Version: v2.0.5 (122), Data Version: v875
"""

FRENCH = """\
Deux Bannières (170 points)

Orks
Incursion (1000 points)
War Horde (2 Detachment Points)

UNITÉS ATTACHÉES

Unité 2 Attachée

Warboss (80 points)
  • Attachée en tant que : Meneur (Personnage)
  • Seigneur de Guerre
  • 1x Power klaw
  • Optimisations : Follow Me Ladz (Amélioration)

Boyz (90 points)
  • Attachée en tant que : Gardes du Corps (Ligne)
  • 9x Boy
    • 9x Choppa

Exporté avec la Version de l'Appli : v2.0.1 (122), Version de Données : v875
"""


def flattened(text: str) -> str:
    """The text as some sites keep it: without leading spaces."""
    return "\n".join(line.lstrip() for line in text.split("\n"))


LISTFORGE = """\
Green Afternoon - Orks - War Horde (245 Points)


Character:
Warboss (75 pts)
  • Attack squig
  • Kombi-weapon
  • Power klaw
  • Twin sluggas
  • Warlord


Battleline:
Boyz (170 pts)
  • Boss Nob
    • Power klaw
    • Slugga
  • 19x Boy
    • 17x Choppa
    • 17x Slugga
    • 2x Big shoota
    • 2x Close combat weapon
"""
