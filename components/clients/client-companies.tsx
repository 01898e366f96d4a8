import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { LinkButton } from "../ui/link-button";
import { Pagination } from "../ui/pagination";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { MomentOrNever } from "./moment-or-never";

/** What one company, or organization, granted a client. Times are ISO 8601. */
export interface GrantView {
  companyId: number | null;
  organizationId: string | null;
  name: string;
  scopes: readonly string[];
  approvedAt: string;
  lastCallAt: string | null;
}

export interface ClientCompaniesProps {
  grants: readonly GrantView[];
  /** Grants over all pages. */
  total: number;
  page: number;
  pageSize: number;
  clientPath: string;
}

/** Who has the extension installed, with what, and whether it is in use there. */
export function ClientCompanies(props: ClientCompaniesProps) {
  const { grants, total, page, pageSize, clientPath } = props;
  const path = `${clientPath}/companies`;
  return (
    <Panel
      title="Companies"
      description="Those that have it installed, newest first. Only they can take back what they granted."
      padded={false}
    >
      {grants.length > 0 ? (
        <>
          <GrantTable grants={grants} />
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            noun={total === 1 ? "company" : "companies"}
            hrefOf={(next) => `${path}?page=${next}`}
          />
        </>
      ) : (
        <NoCompany total={total} path={path} clientPath={clientPath} />
      )}
    </Panel>
  );
}

function GrantTable({ grants }: { grants: readonly GrantView[] }) {
  return (
    <DataTable
      caption="Companies that granted the client something"
      rows={grants}
      rowKey={({ companyId, organizationId }) => String(companyId ?? organizationId)}
      columns={[
        {
          key: "name",
          label: "Company",
          className: "wrap-anywhere",
          cell: (grant) => (
            <>
              <bdi className="font-semibold">{grant.name}</bdi>
              <span className="block text-muted text-sm">
                {grant.companyId === null
                  ? `Organization ${grant.organizationId}`
                  : `Company ${grant.companyId}`}
              </span>
            </>
          ),
        },
        {
          key: "scopes",
          label: "Granted",
          className: "wrap-anywhere",
          cell: ({ scopes }) => <Scopes scopes={scopes} />,
        },
        {
          key: "approved",
          label: "Allowed",
          className: "text-sm",
          cell: ({ approvedAt }) => <Timestamp value={approvedAt} day />,
        },
        {
          key: "last",
          label: "Last call",
          className: "text-sm",
          cell: ({ lastCallAt }) => <MomentOrNever value={lastCallAt} />,
        },
      ]}
    />
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <span className="text-muted">Nothing</span>;
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>
          <code className="font-mono text-sm">{scope}</code>
        </li>
      ))}
    </ul>
  );
}

function NoCompany(props: { total: number; path: string; clientPath: string }) {
  const { total, path, clientPath } = props;
  if (total > 0) {
    return (
      <EmptyState
        title="This page is past the end"
        action={<LinkButton href={path}>First page</LinkButton>}
      >
        <p>The list became shorter.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No company has it installed"
      action={<LinkButton href={`${clientPath}/try`}>Try it in your sandbox</LinkButton>}
    >
      <p>Companies appear here once a seller allowed the extension something.</p>
    </EmptyState>
  );
}
