import clsx from "clsx";
import { useLocale, useMessages, useTranslations } from "next-intl";
import { ERASED } from "@/lib/audit/values";
import { lifetimeInWords } from "@/lib/core/i18n/lifetime-values";
import type { Locale } from "@/lib/core/i18n/locales";
import { isObject } from "@/lib/core/values/object-values";
import { timestampText } from "../ui/timestamp";
import { type AuditWords, enumLabel, fieldLabel } from "./audit-words";

const LOOKS = {
  removed: { sign: "−", className: "bg-danger-soft text-danger" },
  added: { sign: "+", className: "bg-success-soft text-success" },
  stated: { sign: "", className: "bg-sunken" },
} satisfies Record<ChangeLine["kind"], { sign: string; className: string }>;

interface ChangeLinesProps {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** What an action changed, field by field: lines that were removed and lines that were added. */
export function ChangeLines({ before, after }: ChangeLinesProps) {
  const t = useTranslations("audit.changes");
  const changes = useChanges(before, after);
  if (changes.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <dl className="grid gap-3">
      {changes.map((change) => (
        <Field key={change.label} change={change} />
      ))}
    </dl>
  );
}

function Field({ change }: { change: FieldChange }) {
  const t = useTranslations("audit.changes");
  return (
    <div className="grid gap-1">
      <dt className="text-muted text-sm">{change.label}</dt>
      {change.lines.map(({ kind, text }) => {
        const { sign, className } = LOOKS[kind];
        return (
          <dd
            key={`${kind} ${text}`}
            className={clsx("flex gap-2 rounded-sm px-2 py-0.5 font-mono text-sm", className)}
          >
            {sign ? <span aria-hidden="true">{sign}</span> : null}
            {kind === "stated" ? null : <span className="sr-only">{t(kind)}</span>}
            <bdi className="min-w-0">{text}</bdi>
          </dd>
        );
      })}
    </div>
  );
}

/** {@link describeChange} in the reader's language. */
export function useChanges(before: Values | null, after: Values | null): FieldChange[] {
  const { audit } = useMessages();
  return describeChange({ words: audit, locale: useLocale() }, before, after);
}

type Language = { words: AuditWords; locale: Locale };

/** A value that was removed, was added, or is only stated. */
type ChangeLine = { kind: "removed" | "added" | "stated"; text: string };

/** The lines of a field that changed. */
export type FieldChange = {
  path: string;
  label: string;
  kind: "flag" | "list" | "value";
  lines: ChangeLine[];
};

type Values = Readonly<Record<string, unknown>>;

/**
 * Describes the difference between two states, field by field: removed and added items of a list, old and new
 * value of anything else. Nested fields are described on their own.
 * @param before null when there was nothing
 * @param after null when nothing is left
 */
export function describeChange(
  language: Language,
  before: Values | null,
  after: Values | null,
): FieldChange[] {
  const old = flatten(before ?? {});
  const now = flatten(after ?? {});
  const paths = new Set([...old.keys(), ...now.keys()]);
  return [...paths]
    .map((path) => {
      const textsOf = (value: unknown) => itemsOf(language, path, value);
      const values = [old.get(path) ?? null, now.get(path) ?? null] as const;
      return {
        path,
        label: fieldLabel(language.words, path),
        kind: kindOf(values),
        lines: before
          ? linesOf(textsOf, ...values)
          : textsOf(values[1]).map((text) => ({ kind: "stated" as const, text })),
      };
    })
    .filter(({ lines }) => lines.length > 0);
}

function kindOf(values: readonly unknown[]): FieldChange["kind"] {
  if (values.some(Array.isArray)) return "list";
  return values.every((value) => value === null || typeof value === "boolean") ? "flag" : "value";
}

// Of a change that waits for approval, what is proposed is new; what is approved stays.
const WAITING = /^(pending_review\.\w+)\.(approved|proposed)$/;

function flatten(values: Values, prefix = ""): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const [path, field, state] = WAITING.exec(prefix + name) ?? [prefix + name];
    if (state === "approved") continue;
    if (!isObject(value)) flat.set(field ?? path, value);
    else for (const [inner, part] of flatten(value, `${path}.`)) flat.set(inner, part);
  }
  return flat;
}

function linesOf(
  textsOf: (value: unknown) => string[],
  before: unknown,
  after: unknown,
): ChangeLine[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [old, now] = [textsOf(before), textsOf(after)];
  const removed = old.filter((item) => !now.includes(item));
  const added = now.filter((item) => !old.includes(item));
  // The same items in another order, or repeated: show both lists as a whole.
  const differs = removed.length + added.length > 0;
  return [
    ...(differs ? removed : old).map((text) => ({ kind: "removed" as const, text })),
    ...(differs ? added : now).map((text) => ({ kind: "added" as const, text })),
  ];
}

function itemsOf(language: Language, path: string, value: unknown): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [asText(language, path, value)];
  return value.length > 0
    ? value.map((item) => asText(language, path, item))
    : [language.words.changes.nothing];
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function asText({ words, locale }: Language, path: string, value: unknown): string {
  const { changes } = words;
  if (value === "") return changes.empty;
  if (typeof value === "boolean") return value ? changes.yes : changes.no;
  if (value === ERASED) return changes.erased;
  if (typeof value === "number" && path.endsWith("_lifetime"))
    return lifetimeInWords(locale, value);
  if (typeof value !== "string") return JSON.stringify(value);
  return TIMESTAMP.test(value) ? timestampText(locale, value) : enumLabel(words, path, value);
}
