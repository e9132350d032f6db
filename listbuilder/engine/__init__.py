"""The effective state of a roster: costs, names, visibility, categories, counts and violated constraints.

Evaluation is incremental. The modules import each other in one direction, from the top down: `engine`, `builder`, `trial`,
`follower` (of the tree), `shape_cache`, `store` (of cells), the cells, `scheduler`, what evaluates modifiers and constraints,
`count_index`; `actions` build on `engine`.
"""

from listbuilder.engine.engine import Engine
from listbuilder.engine.state import Category, Choice, ForceChoice, ProfileState, RuleState, State, Violation

__all__ = ["Category", "Choice", "Engine", "ForceChoice", "ProfileState", "RuleState", "State", "Violation"]
