import type { RequestHeaders } from "@/lib/core/http/api-request";
import { readCookie } from "@/lib/core/http/cookies";
import { isLocale, LANGUAGE_COOKIE, type Locale, locales } from "@/lib/core/i18n/locales";

const RANGE =
  /^\s*([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** A page's language: the cookie's, or else the browser's preference (RFC 9110 section 12.5.4), or the default. */
export function chooseLocale(preferred: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(preferred)) return preferred;
  let best: Locale = locales[0];
  let bestQuality = 0;
  for (const range of (acceptLanguage ?? "").slice(0, 1000).split(",")) {
    const [, language = "", quality = "1"] = RANGE.exec(range) ?? [];
    const primary = language.toLowerCase();
    if (isLocale(primary) && Number(quality) > bestQuality) {
      best = primary;
      bestQuality = Number(quality);
    }
  }
  return best;
}

/** The language of the person who sent a request, chosen by cookie or Accept-Language. */
export function requestLocale(headers: RequestHeaders): Locale {
  const cookieLocale = readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? undefined;
  return chooseLocale(cookieLocale, headers.get("accept-language"));
}
