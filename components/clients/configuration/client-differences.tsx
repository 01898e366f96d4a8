import { useTranslations } from "next-intl";
import { DifferenceTable, type DifferenceTableProps } from "../../list/difference-table";
import type { Difference } from "./use-differences";

interface ClientDifferencesProps extends Omit<DifferenceTableProps, "differences"> {
  differences: readonly Difference[];
}

/** The fields of a client that differ, as a part of a notice. */
export function ClientDifferences({ differences, ...table }: ClientDifferencesProps) {
  return (
    <DifferenceTable
      {...table}
      differences={differences.map(({ label, before, after }) => ({
        label,
        before: <DifferenceValue text={before} />,
        after: <DifferenceValue text={after} />,
      }))}
    />
  );
}

/** The value of a field, or "Empty". */
export function DifferenceValue({ text }: { text: string }) {
  const t = useTranslations("clientForm.fields");
  if (text === "") return <span className="text-muted">{t("empty")}</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
