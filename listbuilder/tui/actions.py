"""The table of all actions: bindings, key bar, help page and command palette are made from it.

An action on a list, or in the library, is looked up by its id in the table of handlers of its screen; ``add-unit`` of any other
context is the method ``action_add_unit`` of the screen (of the app for the context ``app``). Its id is the binding's, so that a
user's own keys can be mapped to it.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from textual.binding import Binding, BindingType

from listbuilder.i18n import Text

Context = Literal["app", "home", "list", "army", "unit", "findings", "browser", "game"]
GO = "g"  # the first of two keys: to a pane, or to the lists
HANDLED: frozenset[Context] = frozenset({"home", "list", "army", "unit", "findings", "browser"})

UNITS = Text("{units}")
FORCES = Text("Forces")
EDITOR = Text("{unit} editor")
GAME = Text("Declarations")
LIST = Text("The list")
FINDINGS = Text("Findings")
MOVING = Text("Navigation")
PROGRAM = Text("Program")
LIBRARY = Text("Library")
BROWSER = Text("Adding {units}")
BATTLE = Text("In a battle")


class Action(Struct, frozen=True):
    """One thing to do. ``bar`` is its short name in the key bar (None: not shown there); a lower ``rank`` comes
    first there, because not all may fit; ``after_go`` is its key after the prefix `GO`, ``bar_keys`` what
    the key bar names in place of its first key. Texts name the game's terms in
    braces, which `wording.in_game` fills in."""

    id: str
    keys: str
    title: Text
    context: Context
    group: Text
    bar: Text | None = None
    palette: bool = True
    rank: int = 0
    after_go: str = ""
    bar_keys: str = ""

    @property
    def handler(self) -> str:
        """The Textual action behind it."""
        if self.context in HANDLED:
            return f"screen.do({self.id!r})"
        return f"{'app' if self.context == 'app' else 'screen'}.{self.id.replace('-', '_')}"


ACTIONS: tuple[Action, ...] = (
    # --- the unit under the cursor ------------------------------------------------------------------------------------
    Action("add-unit", "a", Text("Add {units}"), "list", UNITS, Text("add"), rank=1),
    Action("toggle-browser", "b", Text("Show or hide what may be added"), "list", UNITS),
    Action("edit-unit", "enter", Text("Edit the {unit}"), "army", UNITS, Text("{unit}"), palette=False),
    Action(
        "size-more", "plus,equals_sign", Text("One model more"), "army", UNITS, Text("size"), bar_keys="+ -", rank=1
    ),
    Action("size-less", "minus", Text("One model fewer"), "army", UNITS),
    Action("duplicate-unit", "c", Text("Duplicate the {unit}"), "list", UNITS, Text("copy"), rank=2),
    Action("remove-unit", "d,delete", Text("Remove the {unit}"), "list", UNITS, Text("delete"), rank=2),
    Action("move-up", "K,ctrl+up,shift+up", Text("Move the {unit} up"), "list", UNITS),
    Action("move-down", "J,ctrl+down,shift+down", Text("Move the {unit} down"), "list", UNITS),
    Action("rename-unit", "r", Text("Rename the {unit}"), "list", UNITS),
    Action("hold-unit", "vertical_line", Text("Keep the {unit} in view beside others, or no more"), "list", UNITS),
    Action("find-unit", "slash", Text("Find one of the {units}"), "list", UNITS),
    Action("choose-enhancement", "e", Text("Choose {enhancement}"), "list", UNITS, Text("{upgrade}"), rank=6),
    Action(
        "toggle-warlord",
        "w",
        Text("Make the {unit} the {warlord}, or take it back"),
        "list",
        UNITS,
        Text("{warlord}"),
        rank=6,
    ),
    # --- forces -------------------------------------------------------------------------------------------------------
    Action("add-force", "A", Text("Add a {force}"), "list", FORCES, Text("add {force}"), rank=2),
    Action("remove-force", "X", Text("Remove the {force} and its {units}"), "list", FORCES),
    Action("transfer-unit", "M", Text("Move the {unit} into another {force}"), "list", FORCES),
    # --- the unit editor ----------------------------------------------------------------------------------------------
    Action(
        "row-more",
        "plus,equals_sign,right",
        Text("One more"),
        "unit",
        EDITOR,
        Text("count"),
        palette=False,
        bar_keys="+ -",
    ),
    Action("row-less", "minus,left", Text("One fewer"), "unit", EDITOR, palette=False),
    Action("row-clear", "d,delete", Text("Clear the line"), "unit", EDITOR, Text("clear"), palette=False),
    Action(
        "row-pick",
        "enter,space",
        Text("Choose, or show what there is to choose"),
        "unit",
        EDITOR,
        Text("choices"),
        palette=False,
    ),
    Action("row-split", "x", Text("Models by what they carry: show, split off"), "unit", EDITOR, Text("split")),
    # --- declarations -------------------------------------------------------------------------------------------------
    Action("attach-leader", "l", Text("{attach}: choose the {unit}"), "list", GAME, Text("{attach}"), rank=6),
    Action("embark", "m", Text("Embark in a transport"), "list", GAME, Text("embark"), rank=6),
    Action("choose-reserves", "v", Text("Place in reserves"), "list", GAME, Text("reserves"), rank=6),
    Action("toggle-hover", "h", Text("{hover}: on or off"), "list", GAME),
    # --- findings -----------------------------------------------------------------------------------------------------
    Action(
        "jump-to-unit",
        "enter",
        Text("Go to the {unit} of the finding"),
        "findings",
        FINDINGS,
        Text("go to"),
        palette=False,
    ),
    Action("copy-finding", "y", Text("Copy the finding"), "findings", FINDINGS, Text("copy")),
    Action("apply-fix", "f", Text("Apply the finding's fix"), "list", FINDINGS, Text("fix"), rank=1),
    Action("next-finding", "n", Text("Next finding"), "list", FINDINGS, Text("next, previous"), bar_keys="n N", rank=2),
    Action("previous-finding", "N", Text("Previous finding"), "list", FINDINGS),
    # --- the list -----------------------------------------------------------------------------------------------------
    Action("undo", "u,ctrl+z", Text("Undo"), "list", LIST, Text("undo"), rank=3),
    Action("redo", "ctrl+r,ctrl+y", Text("Redo"), "list", LIST, Text("redo"), rank=4),
    Action("save", "s,ctrl+s", Text("Save"), "list", LIST, Text("save"), rank=4),
    Action("save-as", "S", Text("Save as"), "list", LIST),
    Action("print", "p", Text("Print to PDF"), "list", LIST, Text("print"), rank=5),
    Action("annotate", "t", Text("Note on the {unit}"), "list", UNITS),
    Action("annotate-list", "ctrl+t", Text("Note on the list"), "list", LIST),
    Action("copy-text", "y", Text("Copy as text"), "list", LIST),
    Action("fight", "f5", Text("Fight a battle with the list"), "list", LIST, Text("battle"), rank=5),
    Action("rename-list", "R", Text("Rename the list"), "list", LIST),
    Action("choose-size", "B", Text("Change the {battle_size}"), "list", LIST),
    Action("choose-limit", "P", Text("Change the points limit"), "list", LIST),
    Action("choose-detachment", "D", Text("Change the {detachment}"), "list", LIST),
    Action("choose-data", "V", Text("Change the game data"), "list", LIST),
    Action("show-lacking", "C", Text("What is missing for the list in your collection"), "list", LIST),
    Action("close-list", "ctrl+w", Text("Close the list"), "list", LIST, after_go="l"),
    Action("settings", "comma", Text("{army} settings"), "list", LIST),
    Action("next-order", "o", Text("Order of the {units}: formation, role, points, file"), "list", MOVING),
    # --- moving about -------------------------------------------------------------------------------------------------
    Action("pane-army", "1,alt+1", Text("Pane: army"), "list", MOVING, after_go="a"),
    Action("pane-unit", "2,alt+2", Text("Pane: {unit} editor"), "list", MOVING, after_go="u"),
    Action("pane-findings", "exclamation_mark,3,alt+3,4,alt+4", Text("Pane: findings"), "list", MOVING, after_go="f"),
    Action("first-line", "home", Text("First line"), "list", MOVING, palette=False, after_go="g"),
    Action("go", GO, Text("Go to …"), "list", MOVING, palette=False),
    Action("next-pane", "tab", Text("Next pane"), "list", MOVING, Text("pane"), palette=False, rank=3),
    Action("previous-pane", "shift+tab", Text("Previous pane"), "list", MOVING, palette=False),
    Action("zoom", "z", Text("All the room for one pane, or for all"), "list", MOVING),
    Action("narrower", "less_than_sign", Text("Less room for the army"), "list", MOVING),
    Action("wider", "greater_than_sign", Text("More room for the army"), "list", MOVING),
    Action("back", "escape", Text("Back to the army"), "list", MOVING, Text("back"), palette=False, rank=2),
    # --- the browser --------------------------------------------------------------------------------------------------
    Action("add-and-close", "enter", Text("Add it and close"), "browser", BROWSER, Text("add"), palette=False),
    Action("add-and-stay", "plus", Text("Add it and stay"), "browser", BROWSER, Text("add, stay")),
    Action("done", "escape", Text("Done"), "browser", BROWSER, Text("done"), palette=False),
    Action("add-anyway", "A", Text("Add it although something speaks against it"), "browser", BROWSER),
    Action("smaller-size", "left", Text("A smaller size"), "browser", BROWSER, palette=False),
    Action("larger-size", "right", Text("A larger size"), "browser", BROWSER, Text("size"), palette=False),
    Action("only-fitting", "F", Text("Only what fits into the points left"), "browser", BROWSER, Text("fits"), rank=1),
    Action("only-owned", "O", Text("Only what you own"), "browser", BROWSER, Text("owned"), rank=1),
    Action("only-favourites", "V", Text("Only favourites"), "browser", BROWSER, Text("favourites"), rank=2),
    Action("toggle-favourite", "asterisk", Text("Favourite: on or off"), "browser", BROWSER, Text("favourite"), rank=1),
    Action(
        "enter-owned", "number_sign", Text("Enter how many models you own"), "browser", BROWSER, Text("own"), rank=2
    ),
    Action(
        "toggle-legends",
        "H,ctrl+l",
        Text("Show {legends} and hidden {datasheets}"),
        "browser",
        BROWSER,
        Text("{legends}"),
        rank=2,
    ),
    Action("next-role", "right_square_bracket", Text("Next role"), "browser", BROWSER, Text("role"), rank=2),
    Action("previous-role", "left_square_bracket", Text("Previous role"), "browser", BROWSER),
    Action("browse-down", "down", Text("Down"), "browser", BROWSER, palette=False),
    Action("browse-up", "up", Text("Up"), "browser", BROWSER, palette=False),
    Action("browse-page-down", "pagedown", Text("A page down"), "browser", BROWSER, palette=False),
    Action("browse-page-up", "pageup", Text("A page up"), "browser", BROWSER, palette=False),
    Action("clear-query", "ctrl+u", Text("Clear what was typed"), "browser", BROWSER, palette=False),
    Action(
        "sheet-down", "ctrl+down,shift+down", Text("Scroll the {datasheet} down"), "browser", BROWSER, palette=False
    ),
    Action("sheet-up", "ctrl+up,shift+up", Text("Scroll the {datasheet} up"), "browser", BROWSER, palette=False),
    Action("undo-add", "ctrl+z", Text("Undo"), "browser", BROWSER, Text("undo"), rank=1),
    # --- a battle -----------------------------------------------------------------------------------------------------
    Action("count-less", "minus", Text("One model fewer; a lone one is hurt"), "game", BATTLE),
    Action(
        "count-more",
        "plus,equals_sign",
        Text("One model more; a lone one recovers"),
        "game",
        BATTLE,
        Text("models"),
        bar_keys="- +",
    ),
    Action("wound", "w", Text("The hurt model is hurt further"), "game", BATTLE, Text("{wound}")),
    Action("heal", "W", Text("It recovers by one"), "game", BATTLE),
    Action("destroyed", "x", Text("The {unit} is destroyed, or is not"), "game", BATTLE, Text("destroyed")),
    Action("next-phase", "right_square_bracket", Text("Next phase"), "game", BATTLE, Text("next phase")),
    Action("pools", "C", Text("Points to spend, of both players"), "game", BATTLE, Text("spend")),
    Action("scores", "V", Text("Victory points of this round"), "game", BATTLE, Text("victory points")),
    Action("undo-step", "u,ctrl+z", Text("Undo"), "game", BATTLE, Text("undo")),
    Action("open-sheet", "D", Text("The whole {datasheet}"), "game", BATTLE, Text("{datasheet}")),
    Action("tick", "space", Text("Tick the row of the {unit}"), "game", BATTLE, palette=False),
    Action("reserves", "r", Text("Arrives from reserves, or goes there"), "game", BATTLE, Text("reserves")),
    Action("board", "m", Text("Boards a transport, or leaves it"), "game", BATTLE),
    Action("other-list", "o", Text("My opponent's army, or mine"), "game", BATTLE, Text("other list")),
    Action("turn", "Y", Text("The other player has the first turn"), "game", BATTLE),
    Action("previous-phase", "left_square_bracket", Text("Back to the phase before"), "game", BATTLE),
    Action("redo-step", "ctrl+r,ctrl+y", Text("Redo"), "game", BATTLE),
    Action("summary", "E", Text("How it stands"), "game", BATTLE),
    Action("end-battle", "ctrl+e", Text("End the battle"), "game", BATTLE),
    Action("battle-pane", "tab", Text("Next pane"), "game", BATTLE, palette=False),
    Action("battle-pane-back", "shift+tab", Text("Previous pane"), "game", BATTLE, palette=False),
    Action("leave-battle", "escape,f5", Text("Back to the list; the battle is kept"), "game", BATTLE, Text("list")),
    # --- the home screen ----------------------------------------------------------------------------------------------
    Action("open-row", "enter", Text("Open the list"), "home", LIBRARY, Text("open"), palette=False),
    Action("fight-list", "f5", Text("Fight a battle with the list"), "home", LIBRARY),
    Action("new-list", "n", Text("New list"), "home", LIBRARY, Text("new")),
    Action("open-list", "i", Text("Paste or open a list"), "home", LIBRARY, Text("paste or open")),
    Action("more-games", "G", Text("Get more games"), "home", LIBRARY, Text("more games"), rank=2),
    Action("mark-list", "space", Text("Mark the list, or not any more"), "home", LIBRARY, Text("mark"), rank=1),
    Action("compare-lists", "equals_sign", Text("Compare two lists"), "home", LIBRARY, Text("compare"), rank=1),
    Action("duplicate-list", "c", Text("Duplicate the list"), "home", LIBRARY, Text("duplicate"), rank=1),
    Action("copy-list", "y", Text("Copy as text"), "home", LIBRARY, Text("copy as text"), rank=1),
    Action("print-lists", "p", Text("Print to PDF"), "home", LIBRARY, Text("print"), rank=1),
    Action("tag-lists", "t", Text("Tags"), "home", LIBRARY, Text("tags"), rank=1),
    Action("show-newer", "f", Text("What newer data change"), "home", LIBRARY),
    Action("bin-list", "d,delete", Text("Move to the bin"), "home", LIBRARY, Text("bin"), rank=1),
    Action("undo-shelf", "u,ctrl+z", Text("Undo"), "home", LIBRARY, Text("undo"), rank=1),
    Action("recover-work", "r", Text("Recover unsaved work, or from the bin"), "home", LIBRARY),
    Action("filter-lists", "slash", Text("Filter the lists"), "home", LIBRARY),
    Action("group-lists", "o", Text("Order of the lists: folder, game, date"), "home", LIBRARY),
    Action("choose-folders", "F", Text("Folders of lists"), "home", LIBRARY),
    Action("forget-recent", "x", Text("Remove from the recent lists"), "home", LIBRARY),
    Action("look-again", "R", Text("Look at the folders again"), "home", LIBRARY),
    Action("leave-filter", "escape", Text("Clear filter and marks"), "home", LIBRARY, Text("clear")),
    # --- everywhere ---------------------------------------------------------------------------------------------------
    Action("toggle-theme", "T", Text("Switch between light and dark"), "app", PROGRAM),
    Action("choose-theme", "alt+t", Text("Choose a theme"), "app", PROGRAM),
    Action("choose-language", "L", Text("Choose the language"), "app", PROGRAM),
    Action("show-help", "question_mark,f1", Text("Help"), "app", PROGRAM),
    Action("command-palette", "ctrl+p,colon", Text("Command palette"), "app", PROGRAM, palette=False),
    Action("leave", "q,ctrl+q", Text("Quit"), "app", PROGRAM),
)

BY_ID = {action.id: action for action in ACTIONS}
AFTER_GO = {action.after_go: action for action in ACTIONS if action.after_go}


def bindings(context: Context) -> list[BindingType]:
    """The context's bindings, for a ``BINDINGS``."""
    return [
        Binding(action.keys, action.handler, action.title.template, show=action.bar is not None, id=action.id)
        for action in ACTIONS
        if action.context == context
    ]


SIGNS = {
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "slash": "/",
    "comma": ",",
    "asterisk": "*",
    "number_sign": "#",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "exclamation_mark": "!",
    "colon": ":",
    "vertical_line": "|",
    "escape": "esc",
    "delete": "del",
    "pagedown": "pgdn",
    "pageup": "pgup",
}


def key_name(key: str) -> str:
    """A key as people write it: ``ctrl+s`` is ``^s``, ``f5`` is ``F5``."""
    *modifiers, last = key.split("+")
    sign = SIGNS.get(last, last.upper() if last[0] == "f" and last[1:].isdecimal() else last)
    return "".join("^" if modifier == "ctrl" else f"{modifier}-" for modifier in modifiers) + sign


def key_names(keys: str) -> list[str]:
    return [key_name(key) for key in keys.split(",")]
