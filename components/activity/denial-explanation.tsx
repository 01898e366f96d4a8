import { useLocale, useTranslations } from "next-intl";
import { checkNames } from "@/lib/core/diagnosis/check-values";

interface DenialExplanationProps {
  /** The check that failed; null if it is not known. */
  check: string | null;
  /** The message of the response, which is always in English. */
  message: string | null;
}

/** Why a request was denied: the endpoint's own words for readers of English, the failed check in words for others. */
export function DenialExplanation({ check, message }: DenialExplanationProps) {
  const causes = useTranslations("causes");
  const isEnglish = useLocale() === "en";
  if (check !== null && !(isEnglish && message)) return causeWords(causes, check);
  return message ? <bdi lang="en">{message}</bdi> : null;
}

/** What went wrong, in the reader's language. @param check that failed */
export function causeWords(t: ReturnType<typeof useTranslations<"causes">>, check: string): string {
  const knownCheck = checkNames.find((name) => name === check);
  return knownCheck ? t(knownCheck) : t("other", { check });
}
