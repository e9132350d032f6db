"""The rule kinds, one module each. The docstring of a module documents its kind: what it checks, its parameters, an example that
passes and one that fails."""
