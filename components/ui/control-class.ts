import clsx from "clsx";

/**
 * Look of text controls. 16 px text on phones, because iOS zooms into anything smaller.
 */
export function controlClass(className?: string): string {
  return clsx(
    "w-full min-w-0 rounded border border-border bg-surface px-3 text-[1rem] text-ink sm:text-base",
    "placeholder:text-muted placeholder:opacity-80 hover:border-ink",
    "focus-visible:border-focus focus-visible:outline-offset-0",
    "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted",
    className,
  );
}
