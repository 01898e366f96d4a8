import { useLocale, useMessages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import {
  type AuditWords,
  actionLabel,
  actorLabel,
  enumLabel,
  isAction,
  messageKey,
  targetLabel,
} from "./audit-words";
import { describeChange, type FieldChange } from "./change-lines";

const MAX_CHANGES = 2;
const MAX_LETTERS = 60;

/** What happened, in a sentence: who did what, and what changed from what to what. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("audit.sentence");
  const actions = useTranslations("audit.actions");
  const { audit } = useMessages();
  const inWords = useChangeWords();
  const { action, actor, before, after } = entry;
  const parts = {
    ...valuesOf(audit, entry),
    who: () => <bdi className="font-semibold">{clip(actorLabel(audit, actor))}</bdi>,
    what: () => (
      <bdi className="font-semibold">{clip(targetLabel(audit, entry) ?? t("ownOrganization"))}</bdi>
    ),
  };
  const changes = before && after ? describeChange(audit, before, after) : [];
  const [change, ...others] = changes;
  if (change && others.length === 0 && !inWords.isFlag(change)) {
    const { field, lines } = inWords.field(change);
    return t.rich("one", { ...parts, field, lines: () => <bdi>{lines}</bdi> });
  }
  const key = messageKey(action);
  // The sentence says already whether it is suspended.
  const saysFlags = key === "client_status_updated";
  const listedChanges = changes.filter((each) => !(saysFlags && inWords.isFlag(each)));
  return (
    <>
      {isAction(audit.actions, key)
        ? actions.rich(`${key}.sentence`, parts)
        : t.rich("other", { ...parts, action: actionLabel(audit, action) })}
      {listedChanges.length > 0 ? (
        <>
          {": "}
          <bdi>{inWords.list(listedChanges)}</bdi>
        </>
      ) : null}
    </>
  );
}

/** The values of an entry that sentences mention. */
function valuesOf(words: AuditWords, { target, before, after }: AuditEntry) {
  const [kind = ""] = target.split(":", 1);
  const values = { role: "", company_id: "", suspended: "", ...before, ...after };
  return {
    kind,
    role: enumLabel(words, "role", String(values.role)),
    company_id: String(values.company_id),
    suspended: String(values.suspended),
  };
}

/** Words for the changes of fields. */
function useChangeWords() {
  const t = useTranslations("audit.sentence");
  const { changes } = useMessages().audit;
  const locale = useLocale();
  const textsOf = ({ lines }: FieldChange, kind: "added" | "removed") =>
    lines.flatMap((line) => (line.kind === kind ? clip(line.text) : []));
  const isFlag = ({ lines }: FieldChange) =>
    lines.every(({ text }) => text === changes.yes || text === changes.no);
  const linesOf = (change: FieldChange) => {
    const [added, removed] = [textsOf(change, "added"), textsOf(change, "removed")];
    const [from, to] = [removed[0], added[0]];
    if (isFlag(change) && to !== undefined) return to;
    if (from !== undefined && to !== undefined && added.length + removed.length === 2) {
      return t("fromTo", { from, to });
    }
    const lists = [
      added.length > 0 ? t("added", { values: shorten(added) }) : "",
      removed.length > 0 ? t("removed", { values: shorten(removed) }) : "",
    ];
    return lists.filter(Boolean).join(", ");
  };
  const shorten = (texts: readonly string[]) => {
    const more = texts.length - MAX_CHANGES;
    const shown = texts.slice(0, MAX_CHANGES);
    return [...shown, ...(more > 0 ? [t("more", { count: more })] : [])].join(", ");
  };
  return {
    isFlag,
    /** A field in the middle of a sentence, where only German nouns keep their capital letter. */
    field: (change: FieldChange) => ({
      field:
        locale === "en"
          ? change.label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
          : change.label,
      lines: linesOf(change),
    }),
    list: (all: readonly FieldChange[]) =>
      shorten(all.map((change) => `${change.label} ${linesOf(change)}`)),
  };
}

function clip(text: string): string {
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS - 1)}…` : text;
}
