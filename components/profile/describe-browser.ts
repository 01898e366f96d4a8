/** Names as people know them; the first that fits counts, since browsers claim to be each other. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^curl\//, "curl"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** The message that names a browser, and its values. */
export interface BrowserWords {
  message: "browser" | "browserOn" | "browserUnknown" | "browserUnnamed" | "browserOnly";
  browser: string;
  system: string;
}

/** A browser by its User-Agent header, as "Chrome on Windows" is made of. */
export function describeBrowser(userAgent: string | null): BrowserWords {
  const browser = find(BROWSERS, userAgent ?? "") ?? "";
  const system = find(SYSTEMS, userAgent ?? "") ?? "";
  return { message: messageOf(userAgent, browser, system), browser, system };
}

function messageOf(
  userAgent: string | null,
  browser: string,
  system: string,
): BrowserWords["message"] {
  if (!userAgent) return "browserUnnamed";
  if (browser && system) return "browser";
  if (browser) return "browserOnly";
  return system ? "browserOn" : "browserUnknown";
}

function find(names: readonly [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
