// What a session runs in, in words: "Firefox on Linux" in place of the header of the browser.

/** Browsers by what their headers contain: those that also name another one come first. */
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
  /** The browser, or the name that another program gives itself; empty if neither is known. */
  browser: string;
  /** The operating system; empty if it is not known. */
  system: string;
}

export function agentOf(header: string): Agent {
  const found = (from: [RegExp, string][]) => from.find(([looks]) => looks.test(header))?.[1] ?? "";
  const program = /^([A-Za-z][\w.-]*)\/\d/.exec(header)?.[1] ?? "";
  return { browser: found(BROWSERS) || (program === "Mozilla" ? "" : program), system: found(SYSTEMS) };
}
