import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { type Column, DataTable } from "../ui/data-table";
import { Notice } from "../ui/notice";
import type { DraftDifference } from "./draft-differences";
import { DRAFT_VALUE_CELL, DraftValue } from "./draft-value";

export interface ChangedMeanwhileProps {
  /** What somebody else changed, of what the form holds. */
  differences: readonly DraftDifference[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Says what somebody else changed while a form was open, and asks whose state to go on with. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { differences, onKeepMine, onTakeTheirs } = props;
  const t = useTranslations("clientForm.meanwhile");
  const columns: readonly Column<DraftDifference>[] = [
    { key: "field", label: t("field"), cell: ({ label }) => label },
    {
      key: "before",
      label: t("before"),
      className: DRAFT_VALUE_CELL,
      cell: ({ before }) => <DraftValue text={before} />,
    },
    {
      key: "now",
      label: t("now"),
      className: DRAFT_VALUE_CELL,
      cell: ({ after }) => <DraftValue text={after} />,
    },
  ];
  return (
    <Notice tone="warning" title={t("title")} live>
      {differences.length > 0 ? (
        <div className="overflow-hidden rounded border border-line bg-surface">
          <DataTable
            caption={t("caption")}
            columns={columns}
            rows={differences}
            rowKey={({ label }) => label}
          />
        </div>
      ) : (
        <p>{t("nothing")}</p>
      )}
      <p>{t("yours")}</p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={onKeepMine}>
          {t("keepMine")}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {t("takeTheirs")}
        </Button>
      </div>
    </Notice>
  );
}
