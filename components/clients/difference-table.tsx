import { useTranslations } from "next-intl";
import { type Column, DataTable } from "../ui/data-table";
import {
  type ClientDraft,
  DRAFT_FIELDS,
  type DraftField,
  isSameField,
  savedValue,
} from "./client-draft";

/** On phones the label is above the value, because URLs need the width. */
const VALUE_CELL = "max-sm:grid-cols-1 max-sm:gap-0.5 sm:w-2/5";

interface DifferenceTableProps {
  caption: string;
  differences: readonly DraftDifference[];
  /** Labels of the columns. */
  labels: { field: string; before: string; after: string };
}

/** The fields in which two drafts differ, as a part of a notice. */
export function DifferenceTable({ caption, differences, labels }: DifferenceTableProps) {
  const columns: readonly Column<DraftDifference>[] = [
    { key: "field", label: labels.field, cell: ({ label }) => label },
    {
      key: "before",
      label: labels.before,
      className: VALUE_CELL,
      cell: ({ before }) => <DifferenceValue text={before} />,
    },
    {
      key: "after",
      label: labels.after,
      className: VALUE_CELL,
      cell: ({ after }) => <DifferenceValue text={after} />,
    },
  ];
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <DataTable
        caption={caption}
        columns={columns}
        rows={differences}
        rowKey={({ label }) => label}
      />
    </div>
  );
}

/** The value of a field, or "Empty". */
export function DifferenceValue({ text }: { text: string }) {
  const t = useTranslations("clientForm.fields");
  if (text === "") return <span className="text-muted">{t("empty")}</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}

type FieldWords = ReturnType<typeof useTranslations<"clientForm.fields">>;

/** One field that differs, with both values as people read them. */
export interface DraftDifference {
  field: DraftField;
  label: string;
  before: string;
  after: string;
}

/** The fields in which two drafts differ. */
export function draftDifferences(
  t: FieldWords,
  before: ClientDraft,
  after: ClientDraft,
): DraftDifference[] {
  return DRAFT_FIELDS.filter((field) => !isSameField(field, before, after)).map((field) => ({
    field,
    label: t(field),
    before: textOf(t, before, field),
    after: textOf(t, after, field),
  }));
}

function textOf(t: FieldWords, draft: ClientDraft, field: DraftField): string {
  const value = savedValue(draft, field);
  if (Array.isArray(value)) return value.join(field === "tags" ? ", " : "\n");
  if (typeof draft[field] === "boolean") return t(draft[field] ? "yes" : "no");
  return String(value ?? "");
}
