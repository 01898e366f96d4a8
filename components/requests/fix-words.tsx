import { useTranslations } from "next-intl";
import { fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import { fixMessage } from "@/lib/core/diagnosis/fix-values";
import type { FixBody } from "@/lib/requests/log/schemas";

type FixTranslator = ReturnType<typeof useTranslations<"events.fixes">>;

/** What to do about a denial, in the reader's language. */
export interface FixWords {
  text: string;
  /** True if these pages do not know the fix, so that `text` is the API's. */
  isEnglish: boolean;
}

/** The text of a fix in the reader's language. */
export function fixWords(t: FixTranslator, { text, ...fix }: NonNullable<FixBody>): FixWords {
  const parsedFix = fixSchema.safeParse(fix);
  if (!parsedFix.success) return { text, isEnglish: true };
  const { name, values } = fixMessage(parsedFix.data);
  return { text: t(name, values), isEnglish: false };
}

/** What to do about a denial. Pages that show it at once load it later: it needs the schema of fixes. */
export function FixText({ fix }: { fix: NonNullable<FixBody> }) {
  const { text, isEnglish } = fixWords(useTranslations("events.fixes"), fix);
  return <bdi lang={isEnglish ? "en" : undefined}>{text}</bdi>;
}
