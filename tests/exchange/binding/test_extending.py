

@pytest.mark.parametrize(("heroes", "faction"), [(["Marshal", "Castellan"], "black-templars"), ([], "space-marines")])
def test_a_list_that_names_no_faction(heroes: list[str], faction: str) -> None:
    units = [*heroes, "Intercessor Squad", "Hellblaster Squad"]
    text = "My list (500 Points)\nIncursion (1000 Points)\n\n" + "\n\n".join(f"{name} (80 Points)" for name in units)
    assert validate_bytes(text.encode(), "list.txt").army.faction == faction
