import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "../ui/button";

/** The last row of a question: the way out, then what was asked for. */
export function DialogAnswers({
  onCancel,
  children,
}: {
  onCancel: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("shell.controls");
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>{t("cancel")}</Button>
      {children}
    </div>
  );
}
