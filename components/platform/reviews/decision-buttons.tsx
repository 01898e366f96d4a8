import { useTranslations } from "next-intl";
import { RowButton } from "../row-button";

export interface DecisionButtonsProps {
  /** Name of the extension or scope, for screen readers. */
  name: string;
  /** Null for people who may only look. */
  onDecide: ((approve: boolean) => void) | null;
}

/** The two decisions on a request. */
export function DecisionButtons({ name, onDecide }: DecisionButtonsProps) {
  const t = useTranslations("platform.reviews");
  if (!onDecide) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <RowButton name={name} onClick={() => onDecide(true)}>
        {t("approve")}
      </RowButton>
      <RowButton name={name} onClick={() => onDecide(false)}>
        {t("decline")}
      </RowButton>
    </div>
  );
}
