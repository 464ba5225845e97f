// What the stage of a table measures now: shares of the window, texts, and what floats over things that are asked about.
() => {
  const board = document.querySelector(".board");
  const drawing = document.querySelector("svg.drawing");
  const [stage, ground] = [board.getBoundingClientRect(), drawing.getBoundingClientRect()];
  const isBoard = (x, y) => document.elementFromPoint(x, y)?.closest(".board") != null;
  // Hide the shapes of the drawing: hits on them count as the board anyway, and testing thousands of them is slow.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("svg.drawing > * { display: none !important }");
  document.adoptedStyleSheets.push(sheet);
  const step = innerWidth < 800 ? 8 : 16; // asking for what is at a point is slow
  let [seen, hand, all] = [0, 0, 0];
  for (let x = step / 2; x < innerWidth; x += step) {
    for (let y = step / 2; y < innerHeight; y += step) {
      all += 1;
      const within = x > ground.left && x < ground.right && y > ground.top && y < ground.bottom;
      const hit = document.elementFromPoint(x, y);
      if (within && hit?.closest(".board") != null) seen += 1;
      else if (hit?.closest(".shelf, .fan") != null) hand += 1;
    }
  }
  document.adoptedStyleSheets.pop();
  const onStage = (box) => box.width > 0 && box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom;
  // Only the playing area counts: x, y, width and height in the units of the drawing.
  const [x, y, w, h] = drawing.dataset.focus.split(" ").map(Number);
  const [left, top] = [drawing.viewBox.baseVal.x, drawing.viewBox.baseVal.y];
  const scale = ground.width / drawing.viewBox.baseVal.width;
  const isPlayed = (box) => {
    const [u, v] = [(box.left - ground.left) / scale + left, (box.top - ground.top) / scale + top];
    return u >= x && v >= y && u + box.width / scale <= x + w && v + box.height / scale <= y + h;
  };
  const texts = [...drawing.querySelectorAll("text")]
    .filter((text) => text.textContent.trim() !== "" && onStage(text.getBoundingClientRect()) && isPlayed(text.getBoundingClientRect()) && getComputedStyle(text).visibility === "visible")
    .map((text) => {
      const to = text.getCTM();
      return { text: text.textContent, px: parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(to.a * to.d - to.b * to.c)) };
    });
  const boxes = (what) => [...drawing.querySelectorAll(what)].map((thing) => thing.getBoundingClientRect()).filter((box) => box.width > 0 && isPlayed(box));
  const offered = boxes(".can");
  const lit = offered.length > 0 ? offered : boxes("[data-attention]");
  const middles = lit.map((box) => [box.left + box.width / 2, box.top + box.height / 2]);
  const open = middles.filter(([x, y]) => x > stage.left && x < stage.right && y > stage.top && y < stage.bottom);
  const buttons = [...document.querySelectorAll("button, summary, select, .heading a")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest(".unseen, .skip") === null);
  return {
    share: (100 * seen) / all,
    hand: (100 * hand) / all,
    smallest: texts.sort((one, other) => one.px - other.px)[0] ?? null,
    lit: lit.length,
    off: middles.length - open.length,
    covered: open.filter(([x, y]) => !isBoard(x, y)).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    high: document.documentElement.scrollHeight - innerHeight,
    small: buttons.map((one) => ({ box: one.getBoundingClientRect(), what: one.className || one.textContent }))
      .filter(({ box }) => Math.min(box.width, box.height) < 23.5)
      .map(({ what }) => what),
  };
};
