import type { useTranslations } from "next-intl";
import type { ClientResponse } from "@/lib/clients/schemas";

/** Words that lists and pages of clients share. */
type ClientWords = ReturnType<typeof useTranslations<"clientWords">>;

export function clientTypeLabel(t: ClientWords, type: ClientResponse["client_type"]): string {
  return t(`types.${type}`);
}

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

/** How long ago a timestamp was, in one unit: "3 hours ago". Both in ISO 8601. */
export function agoInWords(t: ClientWords, timestamp: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(timestamp)) / 1000);
  const largest = UNITS.find(([, size]) => seconds >= size);
  if (!largest) return t("ago.justNow");
  const [unit, size] = largest;
  return t(`ago.${unit}`, { count: Math.floor(seconds / size) });
}
