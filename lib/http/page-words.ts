import { createTranslator } from "next-intl";
import { readCookie } from "@/lib/http/cookies";
import { chooseLocale } from "@/lib/i18n/choose-locale";
import { messages } from "@/lib/i18n/messages";
import { LANGUAGE_COOKIE } from "@/lib/preferences/preferences";

/**
 * What a page made without React is written with: the language that the request's cookie or
 * Accept-Language asks for, and its messages.
 */
export function pageWords(headers: Headers) {
  const chosen = readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? undefined;
  const locale = chooseLocale(chosen, headers.get("accept-language"));
  const t = createTranslator({ locale, messages: messages[locale], namespace: "plainPages" });
  return { locale, t, codes: messages[locale].errors.codes };
}

export type PageWords = ReturnType<typeof pageWords>;
