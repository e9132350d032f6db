"""What the actions on a list do: one small object for each subject, which works on a desk and has a table of its handlers."""
