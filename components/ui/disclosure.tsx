import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

export interface DisclosureProps {
  /** What opens, in a few words. */
  summary: string;
  open?: boolean;
  children: ReactNode;
}

/** Something that most readers pass over. Opens without a script. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details open={open}>
      <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-sm font-medium text-link">
        <ChevronRight className="chevron size-4 shrink-0 rtl:-scale-x-100" aria-hidden="true" />
        {summary}
      </summary>
      {children}
    </details>
  );
}
