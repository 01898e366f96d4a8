import { createTranslator } from "next-intl";
import { chooseLocale } from "@/lib/i18n/choose-locale";
import { LANGUAGE_COOKIE } from "@/lib/i18n/locales";
import { messages } from "@/lib/i18n/messages";
import { readCookie } from "@/lib/kernel/http/cookies";

/** The language and messages of a page made without React, chosen by the request's cookie or Accept-Language. */
export function pageWords(headers: Headers) {
  const chosen = readCookie(headers.get("cookie"), LANGUAGE_COOKIE) ?? undefined;
  const locale = chooseLocale(chosen, headers.get("accept-language"));
  const t = createTranslator({ locale, messages: messages[locale], namespace: "plainPages" });
  return { locale, t, codes: messages[locale].errors.codes };
}

export type PageWords = ReturnType<typeof pageWords>;
