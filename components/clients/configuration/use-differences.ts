import { useLocale, useTranslations } from "next-intl";
import { type GivenField, messageName } from "@/lib/clients/field-values";
import { lifetimeInWords } from "@/lib/core/i18n/lifetime-values";
import { type ClientValues, changedFields, sentValue } from "./client-values";

/** One field that differs, with both values as people read them. */
export interface Difference {
  field: GivenField;
  label: string;
  before: string;
  after: string;
  /** The entries that a list gained and lost, and how many stay; null for anything else. */
  entries: { added: string[]; removed: string[]; same: number } | null;
}

/** Describes the fields in which two sets of values differ. */
export function useDifferences(): (before: ClientValues, after: ClientValues) => Difference[] {
  const t = useTranslations("clientForm");
  const locale = useLocale();
  const inWords = (field: GivenField, value: unknown): string => {
    if (Array.isArray(value)) return value.join(field === "meta.tags" ? ", " : "\n");
    if (typeof value === "boolean") return t(value ? "fields.yes" : "fields.no");
    if (typeof value === "number") return lifetimeInWords(locale, value);
    if (field === "refresh_rotation") return t(value === "none" ? "fields.no" : "fields.yes");
    if (field === "listing") return t(`listing.short.${value as ClientValues["listing"]}`);
    return String(value ?? "");
  };
  return (before, after) =>
    changedFields(before, after).map((field) => {
      const [old, now] = [sentValue(before, field), sentValue(after, field)];
      return {
        field,
        label: t(`fields.${messageName(field)}`),
        before: inWords(field, old),
        after: inWords(field, now),
        entries: Array.isArray(old) && Array.isArray(now) ? entriesOf(old, now) : null,
      };
    });
}

function entriesOf(before: readonly unknown[], after: readonly unknown[]) {
  const added = after.filter((entry) => !before.includes(entry)).map(String);
  const removed = before.filter((entry) => !after.includes(entry)).map(String);
  return { added, removed, same: after.length - added.length };
}
