"""What pages are made of: typefaces, text, blocks, boxes and pages. Knows no army."""
