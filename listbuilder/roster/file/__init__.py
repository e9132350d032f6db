"""The parts of `listbuilder.roster.document`: shape, names, binding and saving of roster files."""
