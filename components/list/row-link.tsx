import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface RowLinkProps {
  href: string;
  /** Opens details beside the list, which keeps its place; without JavaScript, the address does. */
  onOpen?: () => void;
  className?: string;
  children: ReactNode;
}

/** The link of a row in a list: its whole row can be clicked. Controls in the row need `relative z-10` to stay above it. */
export function RowLink({ href, onOpen, className, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      {...(onOpen && {
        onClick: (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        },
      })}
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
