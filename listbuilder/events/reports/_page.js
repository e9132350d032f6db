"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  const number = text => (text === "" ? NaN : Number(text));
  const compare = (a, b) => (number(a) - number(b) || 0) || order.compare(a, b); // numbers as such: 12.5 comes after 12.25
  const key = (row, column) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const turn = head.ariaSort === "ascending" ? -1 : 1;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.ariaSort = turn === 1 ? "ascending" : "descending";
      const column = head.cellIndex;
      body.append(...[...body.rows].sort((a, b) => turn * compare(key(a, column), key(b, column))));
    });
  }
}
