import type { ReactNode } from "react";
import { ListTable } from "./list-table";

export interface DifferenceTableProps {
  caption: string;
  labels: { field: string; before: string; after: string };
  differences: readonly { label: string; before: ReactNode; after: ReactNode }[];
}

/** What fields were and what they would be, as a part of a notice. */
export function DifferenceTable({ caption, labels, differences }: DifferenceTableProps) {
  const value = { width: "sm:w-2/5", grows: true, phone: "line" } as const;
  const spaced = (cell: ReactNode) => <span className="sm:block sm:py-2">{cell}</span>;
  return (
    <div className="overflow-hidden rounded border border-line bg-surface">
      <ListTable
        caption={caption}
        columns={[
          { key: "field", label: labels.field, grows: true, cell: ({ label }) => label },
          { key: "before", label: labels.before, ...value, cell: ({ before }) => spaced(before) },
          { key: "after", label: labels.after, ...value, cell: ({ after }) => spaced(after) },
        ]}
        rows={differences}
        rowKey={({ label }) => label}
      />
    </div>
  );
}
