import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class";

/** A text control of several lines. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={controlClass(clsx("py-2", className))} {...rest} />;
}
