import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { english } from "@/lib/core/i18n/messages";
import { describeBrowser } from "./session-list";

const t = createTranslator({ locale: "en", messages: english, namespace: "profile.sessions" });

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const CHROME = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`;

it.each([
  [CHROME, "Chrome on Windows"],
  [`${CHROME} Edg/141.0.0.0`, "Edge on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  ["curl/8.9.1", "curl"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"],
  ["something", "Unknown browser"],
  [null, "Unknown browser"],
])("recognizes %s as %s", (userAgent, words) => {
  expect(t("browser", describeBrowser(userAgent))).toBe(words);
});
