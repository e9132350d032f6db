"""The rule kinds, one module each. A module's docstring is the documentation of its kind: what it does, its parameters, an
example that passes and one that fails."""
