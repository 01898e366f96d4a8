import { ScopeGroups } from "../scopes/scope-groups";
import type { ScopeView } from "../scopes/scope-view";
import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

/** What a client did with one of its scopes over the last days. */
export interface ScopeUseView {
  scope: string;
  calls: number;
  lastCallAt: string;
}

export interface ClientScopesProps {
  scopes: readonly ScopeView[];
  /** Scopes that are missing here were not used. */
  use: readonly ScopeUseView[];
  /** Over how many days use was counted. */
  days: number;
  /** False for a client that is younger than that: nothing can be said of it yet. */
  isOldEnough: boolean;
  clientPath: string;
  mayWrite: boolean;
}

/** What a client may ask for, in the words that sellers read, and what of it it really uses. */
export function ClientScopes(props: ClientScopesProps) {
  const { scopes, use, days, isOldEnough, clientPath, mayWrite } = props;
  const unused = scopes.filter(({ name }) => !use.some(({ scope }) => scope === name));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel
        title={scopes.length === 1 ? "1 scope" : `${scopes.length} scopes`}
        description="The most it may ask a seller for, in the words that sellers read."
        actions={
          mayWrite ? (
            <LinkButton href={`${clientPath}/edit#scopes`} size="small">
              Edit
            </LinkButton>
          ) : null
        }
      >
        {scopes.length > 0 ? (
          <ScopeGroups scopes={scopes} rawNames />
        ) : (
          <p className="text-muted">None. Authorize requests for any scope are refused.</p>
        )}
      </Panel>
      <div className="grid gap-6">
        {isOldEnough && unused.length > 0 ? (
          <UnusedScopes unused={unused} days={days} clientPath={clientPath} mayWrite={mayWrite} />
        ) : null}
        <UsePanel use={use} days={days} />
      </div>
    </div>
  );
}

function UnusedScopes(props: {
  unused: readonly ScopeView[];
  days: number;
  clientPath: string;
  mayWrite: boolean;
}) {
  const { unused, days, clientPath, mayWrite } = props;
  const title =
    unused.length === 1
      ? `1 scope was not used for ${days} days`
      : `${unused.length} scopes were not used for ${days} days`;
  return (
    <Notice tone="info" title={title}>
      <ul className="grid gap-1">
        {unused.map(({ name }) => (
          <li key={name}>
            <code className="font-mono text-sm">{name}</code>
          </li>
        ))}
      </ul>
      <p>
        Sellers allow more gladly what is short. Take out what the extension no longer needs; grants
        that companies have given stay as they are.
      </p>
      {mayWrite ? (
        <div>
          <LinkButton href={`${clientPath}/edit#scopes`} size="small">
            Choose scopes
          </LinkButton>
        </div>
      ) : null}
    </Notice>
  );
}

function UsePanel({ use, days }: { use: readonly ScopeUseView[]; days: number }) {
  return (
    <Panel
      title={`Use over the last ${days} days`}
      description="Platform calls of all companies, by the scope that allowed them."
      padded={false}
    >
      {use.length === 0 ? (
        <EmptyState title="No calls">
          <p>It made no platform call in the last {days} days.</p>
        </EmptyState>
      ) : (
        <DataTable
          caption="Platform calls by scope"
          rows={use}
          rowKey={({ scope }) => scope}
          columns={[
            {
              key: "scope",
              label: "Scope",
              className: "wrap-anywhere",
              cell: ({ scope }) => <code className="font-mono text-sm">{scope}</code>,
            },
            {
              key: "calls",
              label: "Calls",
              className: "tabular-nums",
              cell: ({ calls }) => calls.toLocaleString("en-GB"),
            },
            {
              key: "last",
              label: "Last call",
              className: "text-sm",
              cell: ({ lastCallAt }) => <Timestamp value={lastCallAt} day />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
