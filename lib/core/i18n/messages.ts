import { type ErrorCode, type ErrorEntry, errorTable } from "@/lib/core/errors";
import { failureTexts } from "@/lib/core/i18n/failure-texts";
import type { Locale } from "@/lib/core/i18n/locales";
import * as de from "@/lib/core/i18n/messages/de";
import * as en from "@/lib/core/i18n/messages/en";

type ErrorTexts = Readonly<Record<ErrorCode, Pick<ErrorEntry, "title" | "why" | "next">>>;

/** The English explanations of error codes, from the table that the API and its description use. */
const errorTexts = Object.fromEntries(
  Object.entries(errorTable).map(([code, { title, why, next }]) => [code, { title, why, next }]),
  // `fromEntries` loses the type of its keys, which are those of the table.
) as ErrorTexts;

/** Adds the names of a client's fields to the namespaces that use them. The form has labels of its own for a few. */
function withFieldNames<Language extends typeof en>(language: Language) {
  const { audit, clientFields, clientForm, review } = language;
  return {
    ...language,
    audit: { ...audit, fields: { ...clientFields, ...audit.fields } },
    clientForm: { ...clientForm, fields: { ...clientFields, ...clientForm.fields } },
    review: { ...review, fields: clientFields },
  };
}

const englishFiles = withFieldNames(en);

/** The English messages by namespace: their names are what components may ask for. */
export const english = {
  ...englishFiles,
  errors: { ...englishFiles.errors, codes: errorTexts },
  shell: { ...englishFiles.shell, failure: failureTexts },
};

type Messages = typeof english;

/** Every language's messages (ICU MessageFormat). */
export const messages: Readonly<Record<Locale, Messages>> = { en: english, de: withFieldNames(de) };

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
