import { useTranslations } from "next-intl";
import { Button, type ButtonProps } from "../ui/button";

export interface DialogButtonsProps extends Omit<ButtonProps, "children"> {
  /** Label of the button that submits. */
  label: string;
  onCancel: () => void;
  /** The dialog that Cancel closes without JavaScript. */
  popoverTarget?: string;
}

/** The buttons at the end of a dialog: Cancel, then Submit. */
export function DialogButtons({ label, onCancel, popoverTarget, ...button }: DialogButtonsProps) {
  const t = useTranslations("shell.controls");
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button popoverTarget={popoverTarget} popoverTargetAction="hide" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <Button {...button}>{label}</Button>
    </div>
  );
}
