import type { Locale } from "@/lib/core/i18n/locales";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

/**
 * What a call did in plain words, for the seller's diary: the text of the rule that is in force now.
 * @param path the template, as the API log has it
 * @returns in this language, else in English, else in any; null if the rule has no text or is gone
 */
export function findAction(method: string, path: string, locale: Locale): string | null {
  const action = rulesInForce().byTemplate.get(`${method} ${path}`)?.action ?? null;
  if (action === null || typeof action === "string") return action;
  return action[locale] ?? action.en ?? Object.values(action)[0] ?? null;
}
