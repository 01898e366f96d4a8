import type { ComponentProps, MouseEvent } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** True while its action runs: it then does nothing, but keeps the focus. */
  pending?: boolean;
}

/** A button that does not submit its form unless `type="submit"` says so. */
export function Button(props: ButtonProps) {
  const { variant, size, pending = false, className, type = "button", ...rest } = props;
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      {...rest}
      // Not `disabled`: the focus would be lost while the request runs.
      {...(pending && { "aria-disabled": true, onClick: ignoreClick })}
    />
  );
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
}
