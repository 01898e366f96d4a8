import type { useTranslations } from "next-intl";

/** Words that lists and pages of clients share. */
type ClientWords = ReturnType<typeof useTranslations<"clientWords">>;

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A number of seconds in words, in the two largest units: "1 hour 30 minutes". */
export function lifetimeInWords(t: ClientWords, seconds: number): string {
  const words: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(t(`lifetime.${unit}`, { count }));
  }
  const [larger, smaller] = words;
  if (larger === undefined) return t("lifetime.second", { count: 0 });
  return smaller === undefined ? larger : t("lifetime.two", { larger, smaller });
}
