"""The layouts: each makes the pages of an army from blocks of the kit."""
