"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

interface FoldedGroupProps {
  name: string;
  count: number;
  columns: number;
  children: ReactNode;
}

/** The rows of a group, which open with its heading. */
export function FoldedGroup({ name, count, columns, children }: FoldedGroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tbody className="divide-y divide-line border-line border-b">
      <tr data-group="">
        <th scope="rowgroup" colSpan={columns} className="p-0 text-start">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-10 w-full items-center gap-2 px-4 text-start font-semibold hover:bg-hover sm:px-5"
          >
            <ChevronRight className={`size-4 text-muted ${isOpen ? "rotate-90" : ""}`} />
            {name}
            <span className="font-normal text-muted tabular-nums">{count}</span>
          </button>
        </th>
      </tr>
      {isOpen ? children : null}
    </tbody>
  );
}
