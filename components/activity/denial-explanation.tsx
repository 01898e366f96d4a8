import { useLocale, useTranslations } from "next-intl";
import { causeWords } from "./cause-words";

export interface DenialExplanationProps {
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
