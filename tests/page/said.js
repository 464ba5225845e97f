// All that is said on the page, seen or read aloud, but for names that people and machines have given, and those of keys.
() => {
  const own =
    ".brand, .top select, .top .who, .status h1, .rules b, .entries strong, .waiting h1, .seats, kbd, svg, script, noscript";
  const said = [];
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(own)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const value = element.getAttribute(name);
      if (value !== null && !element.matches(".rule")) said.push(value);
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent);
  }
  return said;
};
