import type { AuditEntry } from "@/lib/audit/schemas";

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  id: "ID",
  ip: "IP",
  url: "URL",
  urls: "URLs",
  pkce: "PKCE",
};

/** An action in words: `client.updated` as "Client updated". */
export function actionLabel(action: string): string {
  return inWords(action);
}

/** Path of a field in words: `redirect_urls` as "Redirect URLs". */
export function fieldLabel(path: string): string {
  return inWords(path);
}

/** What something was done to, in words; its kind only where the action does not name it. */
export function targetLabel({ action, target, target_name: name }: AuditEntry): string {
  const [kind = "", id = ""] = target.split(":", 2);
  const what = name ?? (id || target);
  return action.startsWith(`${kind}.`) ? what : `${kind} ${what}`;
}

/** Who did something, in words; the raw actor where nobody of that name is left. */
export function actorLabel(actor: { type: string; id: string; name: string | null }): string {
  return actor.name ?? `${actor.type}:${actor.id}`;
}

function inWords(name: string): string {
  const words = name.split(/[._]/).map((word) => ABBREVIATIONS[word] ?? word);
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
