import { Badge } from "../ui/badge";
import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import type { PermissionUse } from "./extension-views";

/** What an extension really did with each permission. */
export function PermissionUseTable({ use }: { use: readonly PermissionUse[] }) {
  return (
    <Panel
      title="Use over the last 30 days"
      description="Calls that it made to your company’s data, by permission."
      padded={false}
    >
      {use.length === 0 ? (
        <EmptyState title="No calls">
          <p>It has made no call in the last 30 days.</p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Calls by permission over the last 30 days"
          rows={use}
          rowKey={({ scope }) => scope.name}
          columns={[
            { key: "scope", label: "Permission", cell: (row) => <Permission use={row} /> },
            {
              key: "calls",
              label: "Calls",
              className: "tabular-nums",
              cell: ({ calls }) => calls.toLocaleString("en-GB"),
            },
            {
              key: "last",
              label: "Last used",
              className: "whitespace-nowrap",
              cell: ({ lastUsedAt }) =>
                lastUsedAt ? (
                  <Timestamp value={lastUsedAt} />
                ) : (
                  <span className="text-muted">Not used</span>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Permission({ use: { scope, allowed } }: { use: PermissionUse }) {
  return (
    <div className="grid min-w-0 gap-1">
      {scope.known ? (
        scope.sentence
      ) : (
        <code className="font-mono text-muted text-sm">{scope.name}</code>
      )}
      {allowed ? null : <Badge>No longer allowed</Badge>}
    </div>
  );
}
