import { createTranslator } from "next-intl";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { requestLocale } from "@/lib/core/i18n/choose-locale";
import { messages } from "@/lib/core/i18n/messages";

/** The language and messages of a page made without React, chosen by the request's cookie or Accept-Language. */
export function pageWords(headers: RequestHeaders) {
  const locale = requestLocale(headers);
  const all = messages[locale];
  const t = createTranslator({ locale, messages: all, namespace: "plainPages" });
  const fixes = createTranslator({ locale, messages: all, namespace: "events.fixes" });
  const differences = createTranslator({ locale, messages: all, namespace: "events.differences" });
  const { shell, errors, causes } = all;
  return { locale, t, fixes, differences, shell, codes: errors.codes, causes };
}

export type PageWords = ReturnType<typeof pageWords>;
