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
      differences={differences.map((difference) => ({
        label: difference.label,
        before: <OneSide of={difference} side="before" />,
        after: <OneSide of={difference} side="after" />,
      }))}
    />
  );
}

/** The value of one side; of lists, only the entries that the other has not, unless just their order differs. */
function OneSide({ of, side }: { of: Difference; side: "before" | "after" }) {
  const t = useTranslations("clientForm.fields");
  const { added = [], removed = [], same = 0 } = of.entries ?? {};
  if (same === 0 || added.length + removed.length === 0) return <DifferenceValue text={of[side]} />;
  const own = side === "before" ? removed : added;
  return (
    <>
      {own.length > 0 ? <DifferenceValue text={own.join("\n")} /> : null}
      <span className="block text-muted">{t("same", { count: same })}</span>
    </>
  );
}

/** The value of a field, or "Empty". */
export function DifferenceValue({ text }: { text: string }) {
  const t = useTranslations("clientForm.fields");
  if (text === "") return <span className="text-muted">{t("empty")}</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
