import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";
export type ButtonSize = "small" | "medium" | "large" | "icon" | "smallIcon";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "border-primary bg-primary text-primary-ink hover:border-primary-hover hover:bg-primary-hover",
  secondary: "border-border bg-surface text-ink hover:bg-hover hover:border-ink",
  danger: "border-danger bg-danger text-danger-ink hover:opacity-90",
  quiet: "border-transparent bg-transparent text-link hover:bg-hover",
};

const SIZES: Record<ButtonSize, string> = {
  small: "min-h-8 px-2.5 py-1 text-sm gap-1.5",
  medium: "min-h-10 px-4 py-1 gap-2",
  large: "min-h-12 px-5 py-1 gap-2",
  icon: "size-10",
  smallIcon: "size-8",
};

/** Look of everything that acts like a button, links included; 32 px high at the least. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return clsx(
    "inline-flex shrink-0 select-none items-center justify-center rounded border font-semibold",
    "motion-safe:transition-colors motion-safe:duration-100 disabled:cursor-not-allowed disabled:opacity-55",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}
