import type { Messages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";

/** What audit pages say, in the reader's language: the messages themselves, to look names up in. */
export type AuditWords = Messages["audit"];

const ABBREVIATIONS = new Map([
  ["id", "ID"],
  ["ip", "IP"],
  ["url", "URL"],
  ["urls", "URLs"],
  ["pkce", "PKCE"],
]);

/** Kinds of what is acted upon that have a word of their own. */
const TARGETS = ["client", "invitation", "operation", "organization", "secret", "user"] as const;

/** An action in words: `client.updated` as "Client updated". */
export function actionLabel({ actions }: AuditWords, action: string): string {
  return lookUp(actions, action) ?? inWords(action);
}

/** Path of a field in words: `redirect_urls` as "Redirect URLs". */
export function fieldLabel({ fields }: AuditWords, path: string): string {
  return lookUp(fields, path) ?? inWords(path);
}

/** What something was done to, in words; its kind only where the action does not name it. */
export function targetLabel(
  t: ReturnType<typeof useTranslations<"audit.targets">>,
  { action, target, target_name: name }: AuditEntry,
): string {
  const [kind = "", id = ""] = target.split(":", 2);
  const what = name ?? (id || target);
  if (action.startsWith(`${kind}.`)) return what;
  const known = TARGETS.find((one) => one === kind);
  return known ? t(known, { what }) : `${kind} ${what}`;
}

/** Who did something, in words; the raw actor where nobody of that name is left. */
export function actorLabel(actor: { type: string; id: string; name: string | null }): string {
  return actor.name ?? `${actor.type}:${actor.id}`;
}

// A dot in the key of a message would mean a level.
function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = name.replaceAll(".", "_");
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

// What a later version writes down has no words yet, but its name says something.
function inWords(name: string): string {
  const words = name.split(/[._]/).map((word) => ABBREVIATIONS.get(word) ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
