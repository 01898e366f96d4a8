import type { Locale } from "@/lib/i18n/locales";
import deShell from "@/lib/i18n/messages/de/shell.json";
import enShell from "@/lib/i18n/messages/en/shell.json";

/** The English messages by namespace: their names are what components may ask for. */
export const english = { shell: enShell };

export type Messages = typeof english;

/** Every language's messages (ICU MessageFormat), one file for each part of the product. */
export const messages: Readonly<Record<Locale, Messages>> = {
  en: english,
  de: { shell: deShell },
};
