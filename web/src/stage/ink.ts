// The style sheet of a drawing: it is taken out of the markup, because the page's security policy allows no inline styles.

/** Split a drawing into its markup and its style sheet. */
export function withoutStyle(markup: string): [string, string] {
  const sheets: string[] = [];
  const rest = markup.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, sheet: string) => {
    sheets.push(sheet.replace(/^<!\[CDATA\[|\]\]>$/g, "").replace(/&gt;/g, ">").replace(/&lt;/g, "<").replace(/&amp;/g, "&"));
    return "";
  });
  return [rest, sheets.join("\n")];
}

let adopted: CSSStyleSheet | undefined;

/** Apply the sheet to the page. The drawing follows the system's theme; the page follows what was chosen. */
export function adopt(sheet: string, dark: boolean): void {
  if (adopted === undefined) {
    adopted = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, adopted];
  }
  adopted.replaceSync(sheet.replace(/@media[^{]*prefers-color-scheme:\s*dark[^{]*/g, dark ? "@media screen" : "@media not all"));
}
