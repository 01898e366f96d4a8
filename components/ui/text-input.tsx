import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

export interface TextInputProps extends ComponentProps<"input"> {
  /** For ids, URLs and secrets, where every character matters. */
  mono?: boolean;
}

/** A one-line text control. */
export function TextInput({ mono = false, className, type = "text", ...rest }: TextInputProps) {
  return (
    <input
      type={type}
      className={controlClass(clsx("h-10", mono && "font-mono", className))}
      {...(mono ? { dir: "ltr", spellCheck: false, autoCapitalize: "none" } : {})}
      {...rest}
    />
  );
}
