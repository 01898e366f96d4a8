import type { useTranslations } from "next-intl";
import { checkNames } from "@/lib/core/diagnosis/check-values";

/** What went wrong, in the reader's language. @param check that failed */
export function causeWords(t: ReturnType<typeof useTranslations<"causes">>, check: string): string {
  const knownCheck = checkNames.find((name) => name === check);
  return knownCheck ? t(knownCheck) : t("other", { check });
}
