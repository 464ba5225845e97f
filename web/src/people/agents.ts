// Descriptions of user agents, such as "Firefox on Linux".

/** Patterns of browsers; those whose header also names another browser come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChromium\//, "Chromium"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

export interface Agent {
  /** The browser, or the name of another client; empty if unknown. */
  browser: string;
  /** The operating system; empty if unknown. */
  system: string;
}

export function agentOf(header: string): Agent {
  const found = (from: [RegExp, string][]) => from.find(([looks]) => looks.test(header))?.[1] ?? "";
  const program = /^([A-Za-z][\w.-]*)\/\d/.exec(header)?.[1] ?? "";
  return { browser: found(BROWSERS) || (program === "Mozilla" ? "" : program), system: found(SYSTEMS) };
}
