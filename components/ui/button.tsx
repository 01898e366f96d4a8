import clsx from "clsx";
import type { ComponentProps, ComponentType, MouseEvent, ReactNode } from "react";
import { Link } from "@/components/ui/link";

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

interface IconButtonProps extends ButtonProps {
  icon: ComponentType<{ className: string }>;
  /** Names the button for screen readers. */
  label: ReactNode;
}

/** A small button that shows only an icon. */
export function IconButton({ icon: Icon, label, ...button }: IconButtonProps) {
  return (
    <Button variant="quiet" size="smallIcon" {...button}>
      <Icon className="size-4" />
      <span className="sr-only">{label}</span>
    </Button>
  );
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** Navigation that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />;
}

type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";
type ButtonSize = "small" | "medium" | "large" | "icon" | "smallIcon";

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
    "inline-flex shrink-0 select-none items-center justify-center justify-self-start rounded border font-semibold",
    "motion-safe:transition-colors motion-safe:duration-100 disabled:cursor-not-allowed disabled:opacity-55",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}
