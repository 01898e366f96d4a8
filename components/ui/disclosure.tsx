import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode, ToggleEventHandler } from "react";

const LOOKS = {
  link: {
    summary: "min-h-8 w-fit items-center rounded-sm font-medium text-link",
    content: "pt-3",
  },
  row: { summary: "min-h-8 items-start rounded-sm py-1", content: "pt-2" },
  section: {
    summary: "min-h-11 items-center px-4 py-2 font-semibold hover:bg-hover",
    content: "border-line border-t p-4",
  },
};

export interface DisclosureProps {
  summary: ReactNode;
  /** A link in text, a row of a list, or a section of a bordered box. */
  look?: keyof typeof LOOKS;
  open?: boolean;
  onToggle?: ToggleEventHandler<HTMLDetailsElement>;
  children: ReactNode;
}

/** Hides what most readers skip until they open it. Works without JavaScript. */
export function Disclosure({ summary, look = "link", children, ...details }: DisclosureProps) {
  return (
    <details className="min-w-0" {...details}>
      <summary className={clsx("flex gap-1.5", LOOKS[look].summary)}>
        <ChevronRight
          className={clsx(
            "chevron size-4 shrink-0 rtl:-scale-x-100",
            look === "row" && "mt-1 text-muted",
          )}
        />
        {summary}
      </summary>
      <div className={LOOKS[look].content}>{children}</div>
    </details>
  );
}
