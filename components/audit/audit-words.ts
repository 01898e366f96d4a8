import type { Messages } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";
import { shortName } from "@/lib/clients/field-values";

/** The messages of audit pages, in the reader's language, for looking up names. */
export type AuditWords = Messages["audit"];

const ABBREVIATIONS = new Map([
  ["id", "ID"],
  ["ip", "IP"],
  ["url", "URL"],
  ["urls", "URLs"],
  ["pkce", "PKCE"],
]);

/** An action in words: `client.updated` as "Extension updated". */
export function actionLabel({ actions }: AuditWords, action: string): string {
  const key = messageKey(action);
  return isAction(actions, key) ? actions[key].name : inWords(action);
}

/** Path of a field in words: `redirect_urls` as "Redirect URLs". */
export function fieldLabel(words: AuditWords, path: string): string {
  const [, proposed] = /^pending_review\.(.+)$/.exec(path) ?? [];
  if (proposed) return words.changes.waiting.replace("{field}", fieldLabel(words, proposed));
  const [, language, inner] = /^translations\.(\w+)\.(.+)$/.exec(path) ?? [];
  if (inner) return `${fieldLabel(words, inner)} (${language})`;
  return lookUp(words.fields, shortName(path)) ?? inWords(path);
}

/** A value of an enumeration in the reader's language, such as `listed` of `pending_review.listing`; others as stored. */
export function enumLabel({ values }: AuditWords, path: string, value: string): string {
  const [field = path] = path.split(".").slice(-1);
  return lookUp(values, `${field}_${value}`) ?? value;
}

/** The message key of an action, a field, or a permission. A dot would mean a nested message. */
export const messageKey = (name: string) => name.replaceAll(/[.:-]/g, "_");

/** What a permission allows, as "view the audit log"; a later version's as stored. */
export function permissionLabel({ permissions }: AuditWords, permission: string): string {
  return lookUp(permissions, permission) ?? permission;
}

/** Whether the key is of an action that has words. */
export function isAction(
  actions: AuditWords["actions"],
  key: string,
): key is keyof AuditWords["actions"] {
  return Object.hasOwn(actions, key);
}

/** What an action is about, by its name; null for the organization whose log it is. */
export function targetLabel(
  words: AuditWords,
  { target, target_name: name, before, after }: AuditEntry,
): string | null {
  const [kind, id = ""] = target.split(":", 2);
  const values = { ...before, ...after };
  const named = name ?? (kind === "invitation" ? values.email : (values.title ?? values.name));
  if (typeof named === "string") return valueLabel(words, named);
  return kind === "organization" ? null : id || target;
}

/** The name of the actor; without one, what it is, such as the platform in the log of an organization. */
export function actorLabel(
  words: AuditWords,
  actor: { type: string; id: string; name: string | null },
): string {
  if (actor.name !== null) return valueLabel(words, actor.name);
  return lookUp(words.actors, actor.type) ?? `${actor.type}:${actor.id}`;
}

/** A value as stored, or that it was erased. */
export function valueLabel({ changes }: AuditWords, value: string): string {
  return value === ERASED ? changes.erased : value;
}

function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = messageKey(name);
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

// A later version may write names that have no message yet.
function inWords(name: string): string {
  const words = name.split(/[._]/).map((word) => ABBREVIATIONS.get(word) ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
