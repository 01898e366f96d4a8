import type { Messages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";

/** The messages of audit pages, in the reader's language, for looking up names. */
export type AuditWords = Messages["audit"];

const ABBREVIATIONS = new Map([
  ["id", "ID"],
  ["ip", "IP"],
  ["url", "URL"],
  ["urls", "URLs"],
  ["pkce", "PKCE"],
]);

/** Kinds of targets that have their own word. */
const TARGETS = [
  "client",
  "company",
  "invitation",
  "operation",
  "organization",
  "secret",
  "service_key",
  "user",
] as const;

/** An action in words: `client.updated` as "Client updated". */
export function actionLabel({ actions }: AuditWords, action: string): string {
  return lookUp(actions, action) ?? inWords(action);
}

/** Path of a field in words: `redirect_urls` as "Redirect URLs". */
export function fieldLabel({ fields }: AuditWords, path: string): string {
  return lookUp(fields, path) ?? inWords(path);
}

/** The target in words; with its kind only if the action does not name it. */
export function targetLabel(
  words: AuditWords,
  t: ReturnType<typeof useTranslations<"audit.targets">>,
  { action, target, target_name: name }: AuditEntry,
): string {
  const [kind = "", id = ""] = target.split(":", 2);
  const what = name === null ? id || target : valueLabel(words, name);
  if (action.startsWith(`${kind}.`)) return what;
  const knownKind = TARGETS.find((one) => one === kind);
  return knownKind ? t(knownKind, { what }) : `${kind} ${what}`;
}

/** The name of the actor, or the raw actor if it no longer exists. */
export function actorLabel(
  words: AuditWords,
  actor: { type: string; id: string; name: string | null },
): string {
  return actor.name === null ? `${actor.type}:${actor.id}` : valueLabel(words, actor.name);
}

/** A value as stored, or that it was erased. */
export function valueLabel({ changes }: AuditWords, value: string): string {
  return value === ERASED ? changes.erased : value;
}

// A dot in a message key would mean a nested message.
function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = name.replaceAll(".", "_");
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

// A later version may write names that have no message yet.
function inWords(name: string): string {
  const words = name.split(/[._]/).map((word) => ABBREVIATIONS.get(word) ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
