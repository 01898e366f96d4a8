import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { DifferenceTable } from "./difference-table";
import type { DraftDifference } from "./draft-differences";

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
  return (
    <Notice tone="warning" title={t("title")} live>
      {differences.length > 0 ? (
        <DifferenceTable
          caption={t("caption")}
          differences={differences}
          labels={{ field: t("field"), before: t("before"), after: t("now") }}
        />
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
