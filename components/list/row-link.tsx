import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface RowLinkProps {
  href: string;
  /** True for details that open beside the list, which then keeps its place. */
  keepsPlace?: boolean;
  className?: string;
  children: ReactNode;
}

/** The link of a row in a list: its whole row can be clicked. Controls in the row need `relative z-10` to stay above it. */
export function RowLink({ href, keepsPlace = false, className, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      scroll={!keepsPlace}
      data-row-link=""
      className={clsx(
        "min-w-0 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2",
        className,
      )}
    >
      {children}
    </Link>
  );
}
