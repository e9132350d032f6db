"""Small faults that can be planted in a module: what mutants.py tries, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
PRAGMA = "# pragma: no cover"
QUIET = {"debug", "info", "warning", "log"}  # methods of loggers


@dataclass(frozen=True)
class Fault:
    """One change to one module. Columns are those of `ast`: offsets in UTF-8 bytes."""

    path: str
    function: str
    old: str  # normalized by `ast.unparse`, on one line
    new: str
    start: tuple[int, int]
    end: tuple[int, int]
    lines: range  # the statement's lines (of a compound statement its head), which a test has to execute

    @property
    def name(self) -> str:
        """The same as long as the code is: what the list of equivalent faults holds."""
        return f"{self.path}::{self.function}: {self.old} -> {self.new}"

    def plant(self, source: str) -> str:
        """The module's text with the fault in it."""
        lines = source.encode().splitlines(keepends=True)
        head = b"".join(lines[: self.start[0] - 1]) + lines[self.start[0] - 1][: self.start[1]]
        tail = lines[self.end[0] - 1][self.end[1] :] + b"".join(lines[self.end[0] :])
        return (head + self.new.encode() + tail).decode()


class Finder(ast.NodeVisitor):
    """Collects the faults of a module, in the order of its lines."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.lines = source.splitlines()
        self.function: list[str] = []
        self.statement: ast.stmt | None = None
        self.faults: list[Fault] = []
        self.visit(ast.parse(source))

    def add(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> None:
        assert self.statement is not None
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant | ast.Name):
            text = f"({text})"
        fault = Fault(
            self.path,
            ".".join(self.function) or "module",
            " ".join(ast.unparse(node).split()),
            text,
            (node.lineno, node.col_offset),
            (node.end_lineno, node.end_col_offset),
            head_of(self.statement),
        )
        self.faults.append(fault)

    # --- where no faults are planted ----------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            if PRAGMA in self.lines[node.lineno - 1] or isinstance(node, ast.Assert | ast.Import | ast.ImportFrom):
                return
            outer, self.statement = self.statement, node
            super().visit(node)
            self.statement = outer
        elif not isinstance(node, ast.JoinedStr):  # the wording of messages
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__repr__":
            return
        self.function.append(node.name)
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):  # not the annotations
            self.visit(part)
        self.function.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - named by ast

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.function.append(node.name)
        for part in node.body:  # not the options of the class, nor its decorators
            self.visit(part)
        self.function.pop()

    # --- statements ---------------------------------------------------------------------------------------------------

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring, or `...`
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "attr", "") in QUIET:
            return
        produces = isinstance(node.value, ast.Yield | ast.YieldFrom)
        self.add(node, "yield from ()" if produces else "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            return
        if not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
            self.add(node, "pass")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            if not isinstance(node.target, ast.Name):
                self.add(node, "pass")
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.add(node, "pass")
        if isinstance(node.op, ast.Add | ast.Sub):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            self.add(node, ast.AugAssign(node.target, other, node.value))
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self.add(node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        self.add(node, "continue")

    def visit_Raise(self, node: ast.Raise) -> None:
        if ast.unparse(node) != "raise NotImplementedError":  # the body of an abstract method
            self.add(node, "pass")  # not the message inside

    def visit_If(self, node: ast.If | ast.While) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        self.condition(node.test)
        self.generic_visit(node)

    visit_While = visit_If  # noqa: N815 - named by ast

    # --- expressions --------------------------------------------------------------------------------------------------

    def condition(self, test: ast.expr) -> None:
        """Negates a condition that no other fault negates."""
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant | ast.NamedExpr):
            self.add(test, f"not {ast.unparse(test)}")

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for position, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                operators = [*node.ops[:position], other(), *node.ops[position + 1 :]]
                self.add(node, ast.Compare(node.left, operators, node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        self.add(node, ast.BoolOp(other, node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(isinstance(side, ast.JoinedStr) or is_text(side) for side in (node.left, node.right))
        if isinstance(node.op, ast.Add | ast.Sub) and not texts:
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            self.add(node, ast.BinOp(node.left, other, node.right))
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in NAMES:
            self.add(node, NAMES[node.id])

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.add(node, str(not node.value))
        elif isinstance(node.value, int):
            self.add(node, str(node.value + 1))


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def head_of(statement: ast.stmt) -> range:
    """The lines of a statement, of a compound one those before its body."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def faults_of(path: str, source: str) -> Iterator[Fault]:
    """All faults of a module; `path` is how reports name it."""
    yield from Finder(path, source).faults
