// What is cut off, runs out of its box, or makes the page scroll sideways.
() => {
  const found = [];
  const say = (what, element) =>
    found.push(`${what}: ${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 60)} in ${element.parentElement?.outerHTML.slice(0, 200)}`);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} wide`);
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, .unseen, .skip") || element.offsetParent === null) continue;
    const style = getComputedStyle(element);
    if (style.clipPath === "inset(50%)") continue; // only for screen readers
    if (style.webkitLineClamp !== "none") continue; // a summary that ends with an ellipsis
    if (element.matches(".board, .field, .picture, .hero")) continue; // drawings under a camera, pictures cropped by design
    const sideways = element.scrollWidth > element.clientWidth + 1;
    if (element.closest(".shelf") && innerWidth < 760) continue; // a hand is swiped on a phone
    const row = element.closest(".games"); // the games on a phone are swiped
    const swiped = row !== null && getComputedStyle(row).gridAutoFlow === "column";
    if (style.overflowX !== "visible" && !(swiped && element === row) && element.tagName !== "INPUT" && sideways) say("scrolls sideways", element);
    if (element.tagName === "SELECT") {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const arrow = 16;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      if (pen.measureText(element.selectedOptions[0]?.text ?? "").width > room) say("has no room", element);
    }
    const boxes = "button, .button, .badge, label, li, td, th, p, h1, h2, h3, legend";
    const box = (element.closest(boxes) ?? element).getBoundingClientRect();
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.right > box.right + 1.5 || text.left < box.left - 1.5 || text.bottom > box.bottom + 1.5)
        say("runs out", element);
      if (text.right > innerWidth + 1 && !swiped) say("runs off the page", element);
    }
  }
  return found;
};
