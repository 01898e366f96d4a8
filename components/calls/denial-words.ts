import type { useTranslations } from "next-intl";

/** Checks that have a sentence of their own. */
const EXPLAINED = [
  "access_token",
  "access_token_live",
  "access_token_scope",
  "client_active",
  "client_not_suspended",
  "publisher_active",
  "subject_active",
  "company",
  "path",
] as const;

/** Why a call was denied, in the reader's language. @param check that failed */
export function denialReason(
  t: ReturnType<typeof useTranslations<"calls">>,
  check: string,
): string {
  const known = EXPLAINED.find((name) => name === check);
  return known ? t(`denials.${known}`) : t("denials.other", { check });
}
