import { chooseLocale } from "@/lib/i18n/choose-locale";
import { LANGUAGE_COOKIE, type Locale } from "@/lib/i18n/locales";
import type { RequestHeaders } from "@/lib/kernel/http/api-request";
import { readCookie } from "@/lib/kernel/http/cookies";

/** The language of the person who sent a request, chosen by cookie or Accept-Language. */
export function requestLocale(headers: RequestHeaders): Locale {
  const cookieLocale = readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? undefined;
  return chooseLocale(cookieLocale, headers.get("accept-language"));
}
