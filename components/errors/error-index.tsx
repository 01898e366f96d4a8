import Link from "next/link";
import { type Column, DataTable } from "../ui/data-table";
import { FocusFrame } from "../ui/focus-frame";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";

interface ErrorIndexEntry {
  code: string;
  status: number;
  title: string;
}

const COLUMNS: readonly Column<ErrorIndexEntry>[] = [
  {
    key: "code",
    label: "Code",
    cell: ({ code }) => (
      <Link href={`/errors/${code}`} className="inline-link font-mono text-sm">
        {code}
      </Link>
    ),
  },
  {
    key: "status",
    label: "Status",
    className: "tabular-nums",
    cell: ({ status }) => status,
  },
  { key: "title", label: "Meaning", cell: ({ title }) => title },
];

/** All error codes with their statuses, each a link to its explanation. */
export function ErrorIndex({ entries }: { entries: readonly ErrorIndexEntry[] }) {
  return (
    <FocusFrame wide>
      <PageHeader
        title="Error codes"
        description={
          <>
            The <code className="font-mono text-ink text-sm">error</code> of an answer is one of
            these. Its <code className="font-mono text-ink text-sm">message</code> says what to fix.
          </>
        }
      />
      <Panel padded={false}>
        <DataTable
          caption="Error codes"
          columns={COLUMNS}
          rows={entries}
          rowKey={({ code }) => code}
        />
      </Panel>
    </FocusFrame>
  );
}
