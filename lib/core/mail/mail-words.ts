import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";

/** The texts of mails in a language. */
export function mailWords(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], namespace: "mail" });
}
