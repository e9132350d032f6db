"""A session of the builder as an animated picture, for the README."""
