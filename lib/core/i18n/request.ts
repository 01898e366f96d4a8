import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale } from "@/lib/core/i18n/choose-locale";
import { LANGUAGE_COOKIE } from "@/lib/core/i18n/locales";
import { messages } from "@/lib/core/i18n/messages";

/** The language of the page being rendered, and its messages. Times are always shown in UTC. */
export default getRequestConfig(async () => {
  const cookieLocale = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  const locale = chooseLocale(cookieLocale, (await headers()).get("accept-language"));
  return { locale, messages: messages[locale], timeZone: "UTC" };
});
