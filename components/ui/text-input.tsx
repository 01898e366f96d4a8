import clsx from "clsx";
import type { ComponentProps } from "react";

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

/** A text control of several lines. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={controlClass(clsx("py-2", className))} {...rest} />;
}

/** A control of 32 px, for the bar above a list. */
export function smallControlClass(className?: string): string {
  return controlClass(clsx("h-8 sm:text-sm!", className));
}

/** Look of text controls. 16 px text on phones, because iOS zooms into anything smaller. */
export function controlClass(className?: string): string {
  return clsx(
    "w-full min-w-0 rounded border border-border bg-surface px-3 text-[1rem] text-ink sm:text-base",
    "placeholder:text-muted placeholder:opacity-80 hover:border-ink",
    "focus-visible:border-focus focus-visible:outline-offset-0",
    "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
    className,
  );
}
