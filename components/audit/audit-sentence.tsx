import { useLocale, useMessages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import {
  type AuditWords,
  actionLabel,
  actorLabel,
  enumLabel,
  isAction,
  messageKey,
  permissionLabel,
  targetLabel,
} from "./audit-words";
import { type FieldChange, useChanges } from "./change-lines";

const MAX_CHANGES = 2;
const MAX_LETTERS = 60;

/** Actions whose sentence stays, whatever changed, with the fields that it mentions already. */
const MENTIONED: Readonly<Record<string, readonly string[]>> = {
  brand_updated: [],
  client_deleted: ["is_active", "deleted_at"],
  client_restored: ["is_active", "deleted_at"],
  client_status_updated: ["suspended"],
  company_member_role_changed: ["company_id"],
  company_member_updated: ["company_id"],
  operator_revoked: ["role"],
  organization_member_updated: ["organization_id"],
  scope_approved: ["approved"],
  scope_denied: ["approved"],
  service_key_end_changed: [],
  user_linked: ["user_id"],
};

/** Fields that follow from another change of the same entry. */
const DERIVED = ["listing_requested_at"];

/** What happened, in a sentence: who did what, and what changed from what to what. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("audit.sentence");
  const actions = useTranslations("audit.actions");
  const { audit } = useMessages();
  const inWords = useChangeWords();
  const { action, actor, before, after } = entry;
  const key = messageKey(action);
  const parts = {
    ...valuesOf(audit, entry),
    who: () => <bdi className="font-semibold">{clip(actorLabel(audit, actor))}</bdi>,
    what: () => (
      <bdi className="font-semibold">{clip(targetLabel(audit, entry) ?? t("ownOrganization"))}</bdi>
    ),
  };
  const mentioned = MENTIONED[key] ?? [];
  const changes = useChanges(before, after).filter(
    ({ path }) => !mentioned.includes(path) && !DERIVED.includes(path),
  );
  const [change, ...others] = before && after ? changes : [];
  if (change && others.length === 0 && !MENTIONED[key]) {
    return t.rich("one", { ...parts, ...inWords.one(change) });
  }
  return (
    <>
      {isAction(audit.actions, key)
        ? actions.rich(`${key}.sentence`, parts)
        : t.rich("other", { ...parts, action: actionLabel(audit, action) })}
      {change ? (
        <>
          {": "}
          <bdi>{inWords.all([change, ...others])}</bdi>
        </>
      ) : null}
    </>
  );
}

function valuesOf(words: AuditWords, { target, before, after }: AuditEntry) {
  const [kind = ""] = target.split(":", 1);
  const values = { role: "", company_id: "", suspended: "", permission: "", ...before, ...after };
  return {
    kind,
    role: enumLabel(words, "role", String(values.role)),
    company_id: String(values.company_id),
    suspended: String(values.suspended),
    permission: permissionLabel(words, String(values.permission)),
  };
}

function useChangeWords() {
  const t = useTranslations("audit.sentence");
  const { changes } = useMessages().audit;
  const locale = useLocale();
  const ownWords: readonly string[] = Object.values(changes);
  const quoted = (text: string) =>
    ownWords.includes(text) ? text : t("quoted", { text: clip(text) });
  const textsOf = ({ lines }: FieldChange, kind: "added" | "removed") =>
    lines
      .filter(({ text }) => text !== changes.nothing && text !== changes.empty)
      .filter((line) => line.kind === kind)
      .map(({ text }) => quoted(text));
  const shorten = (texts: readonly string[]) => {
    const more = texts.length - MAX_CHANGES;
    const shown = texts.slice(0, MAX_CHANGES);
    return [...shown, ...(more > 0 ? [t("more", { count: more })] : [])].join(", ");
  };
  /** How a field changed, as a choice of the messages, with the values. */
  const valuesOfChange = (change: FieldChange) => {
    const [added, removed] = [textsOf(change, "added"), textsOf(change, "removed")];
    const [from, to] = [removed[0], added[0]];
    if (change.kind === "flag") return { how: to === changes.yes ? "on" : "off", values: "" };
    if (change.kind === "value" && to !== undefined) {
      return from === undefined
        ? { how: "set", values: to }
        : { how: "changed", values: t("fromTo", { from, to }) };
    }
    const lists = [
      added.length > 0 ? t("added", { values: shorten(added) }) : "",
      removed.length > 0 ? t("removed", { values: shorten(removed) }) : "",
    ];
    return { how: "list", values: lists.filter(Boolean).join(", ") };
  };
  /** The parts of a sentence about a field. Within it, only German nouns keep their capital letter. */
  const partsOf = (change: FieldChange) => {
    const lower = change.label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
    const field = locale === "en" && change.kind !== "flag" ? lower : change.label;
    return { field, ...valuesOfChange(change) };
  };
  return {
    one: (change: FieldChange) => {
      const { values, ...parts } = partsOf(change);
      return { ...parts, values: () => <bdi>{values}</bdi> };
    },
    all: (list: readonly FieldChange[]) => shorten(list.map((each) => t("part", partsOf(each)))),
  };
}

function clip(text: string): string {
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1)}…` : text;
}
