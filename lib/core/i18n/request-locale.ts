import type { RequestHeaders } from "@/lib/core/http/api-request";
import { readCookie } from "@/lib/core/http/cookies";
import { chooseLocale } from "@/lib/core/i18n/choose-locale";
import { LANGUAGE_COOKIE, type Locale } from "@/lib/core/i18n/locales";

/** The language of the person who sent a request, chosen by cookie or Accept-Language. */
export function requestLocale(headers: RequestHeaders): Locale {
  const cookieLocale = readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? undefined;
  return chooseLocale(cookieLocale, headers.get("accept-language"));
}
