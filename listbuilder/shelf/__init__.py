"""What a user keeps: folders of lists with their verdicts and tags, favourite units, and the models that they own."""
