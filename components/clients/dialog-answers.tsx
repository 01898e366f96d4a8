import { useTranslations } from "next-intl";
import { Button, type ButtonProps } from "../ui/button";

export interface DialogAnswersProps extends Omit<ButtonProps, "children"> {
  /** Of the button that does what the dialog is about. */
  label: string;
  onCancel: () => void;
}

/** The buttons at the end of a dialog: Cancel, then the one that does it. */
export function DialogAnswers({ label, onCancel, ...button }: DialogAnswersProps) {
  const t = useTranslations("shell.controls");
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button {...button}>{label}</Button>
    </div>
  );
}
