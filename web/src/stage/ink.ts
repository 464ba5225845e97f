// Separates style sheets from drawings, since the content security policy forbids inline styles.

/** Split a drawing into markup and style sheet. */
export function withoutStyle(markup: string): [string, string] {
  const sheets: string[] = [];
  const rest = markup.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
    sheets.push(sheet.replace(/^<!\[CDATA\[|\]\]>$/g, "").replace(/&gt;/g, ">").replace(/&lt;/g, "<").replace(/&amp;/g, "&"));
    return "";
  });
  return [rest, sheets.join("\n")];
}

let adopted: CSSStyleSheet | undefined;

/** The style sheet of the current drawing, for shadow trees. */
export function drawingStyle(): CSSStyleSheet {
  if (adopted === undefined) {
    adopted = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
  }
  return adopted;
}

/** Apply a style sheet to the page, replacing the media query for the system's theme by the chosen theme. */
export function adopt(sheet: string, dark: boolean): void {
  drawingStyle().replaceSync(sheet.replace(/@media[^{]*prefers-color-scheme:\s*dark[^{]*/g, dark ? "@media screen" : "@media not all"));
}
