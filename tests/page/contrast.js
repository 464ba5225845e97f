// The texts of the board that are seen: what is written, their boxes, their colours, and those of their halos.
() => {
  const drawing = document.querySelector("svg.drawing");
  const stage = document.querySelector(".board").getBoundingClientRect();
  const board = (x, y) => document.elementFromPoint(x, y)?.closest(".board") != null;
  return [...drawing.querySelectorAll("text")]
    .map((text) => ({ text, box: text.getBoundingClientRect(), style: getComputedStyle(text) }))
    .filter(({ text, box, style }) => text.textContent.trim() !== "" && box.width > 0 && style.visibility === "visible")
    .filter(({ box }) => box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom)
    .filter(({ box }) => board(box.left + 1, box.top + 1) && board(box.left + box.width / 2, box.top + box.height / 2) && board(box.right - 1, box.bottom - 1))
    .map(({ text, box, style }) => ({
      text: text.textContent,
      box: [box.left, box.top, box.width, box.height],
      fill: style.fill,
      halo: style.paintOrder.startsWith("stroke") && parseFloat(style.strokeWidth) >= 2 ? style.stroke : null,
    }));
};
