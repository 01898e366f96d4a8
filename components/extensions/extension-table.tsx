import { BadgeCheck, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { type ListColumn, ListTable } from "../list/list-table";
import { RowLink } from "../list/row-link";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { RelativeTime } from "../ui/timestamp";
import type { Extension } from "./extension-views";

/** An extension to which a company or an organization has granted scopes. */
interface InstalledExtension extends Extension {
  /** False if its publisher deactivated it. */
  isActive: boolean;
  scopes: readonly string[];
  installedAt: Date;
  /** Null if that person no longer exists. */
  approvedBy: string | null;
}

/** What is known of one of a company. */
interface CompanyExtension extends InstalledExtension {
  /** Whether the platform suspended it or its publisher. */
  isSuspended: boolean;
  /** Null without a call on record. */
  lastUsedAt: Date | null;
  /** How it used each permission lately; empty if unknown. */
  use: readonly ScopeUseHint[];
  /** Null if it cannot be launched. */
  launchHref: string | null;
}

interface ExtensionTableProps {
  /** Each extension has a page of its own under this path. */
  path: string;
  /** Whose they are, with the extensions. */
  extensions:
    | { of: "company"; rows: readonly CompanyExtension[]; isActive: boolean }
    | { of: "organization"; rows: readonly InstalledExtension[] };
}

/** The extensions that a company or an organization has given access, one row each. */
export function ExtensionTable({ path, extensions }: ExtensionTableProps) {
  const t = useTranslations("extensions.installed");
  const { of } = extensions;
  const table = { path, caption: t(`title.${of}`) };
  return (
    <Panel id="apps" title={t(`title.${of}`)} description={t(`explanation.${of}`)} padded={false}>
      {extensions.rows.length === 0 ? (
        <EmptyState title={t(`empty.${of}`)}>
          <p>{t(of === "company" && !extensions.isActive ? "emptyInactive" : `emptyNext.${of}`)}</p>
        </EmptyState>
      ) : of === "company" ? (
        <Rows {...table} rows={extensions.rows} columns={[lastUsed(t), launch(t)]} />
      ) : (
        <Rows {...table} rows={extensions.rows} columns={[]} />
      )}
    </Panel>
  );
}

type Words = ReturnType<typeof useTranslations<"extensions.installed">>;

interface RowsProps<Row> {
  path: string;
  caption: string;
  rows: readonly Row[];
  /** The last columns. */
  columns: readonly ListColumn<Row>[];
}

function Rows<Row extends InstalledExtension>({ path, caption, rows, columns }: RowsProps<Row>) {
  const t = useTranslations("extensions.installed");
  return (
    <ListTable
      caption={caption}
      rows={rows}
      rowKey={({ clientId }) => clientId}
      columns={[
        {
          key: "name",
          label: t("name"),
          cell: (row) => <NameCell extension={row} href={`${path}/${row.clientId}`} />,
        },
        {
          key: "permissions",
          label: t("permissions"),
          width: "sm:w-40",
          cell: (row) => <Permissions extension={row} />,
        },
        {
          key: "allowed",
          label: t("allowed"),
          width: "sm:w-56",
          from: "lg",
          cell: (row) => <Approval extension={row} />,
        },
        ...columns,
      ]}
    />
  );
}

function lastUsed(t: Words): ListColumn<CompanyExtension> {
  return {
    key: "last_used",
    label: t("lastUsed"),
    width: "sm:w-28",
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <RelativeTime value={lastUsedAt} />
      ) : (
        <span className="text-muted">{t("noCalls")}</span>
      ),
  };
}

function launch(t: Words): ListColumn<CompanyExtension> {
  return {
    key: "launch",
    label: t("launchHeading"),
    heading: <span className="sr-only">{t("launchHeading")}</span>,
    width: "sm:w-32",
    align: "end",
    phone: "end",
    cell: (row) => <LaunchLink {...row} />,
  };
}

function LaunchLink({ name, launchHref }: Pick<CompanyExtension, "name" | "launchHref">) {
  const t = useTranslations("extensions");
  if (launchHref === null) return null;
  return (
    <a href={launchHref} rel="noopener" className={buttonClass("quiet", "small", "relative z-10")}>
      {t.rich("launch", {
        client: () => <UntrustedName name={name} />,
        unseen: (words) => <span className="sr-only">{words}</span>,
      })}
      <ExternalLink className="size-4" aria-hidden="true" />
    </a>
  );
}

type NamedExtension = InstalledExtension & Partial<Pick<CompanyExtension, "isSuspended" | "use">>;

function NameCell({ extension, href }: { extension: NamedExtension; href: string }) {
  const { name, publisherName, publisherVerified, isSuspended, isActive } = extension;
  const t = useTranslations("extensions");
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ClientMark client={extension} />
      <RowLink href={href} className="max-w-3/5 shrink-0 font-semibold">
        <UntrustedName name={name} />
      </RowLink>
      {isSuspended ? <Badge tone="warning">{t("state.suspended")}</Badge> : null}
      {isActive || isSuspended ? null : <Badge tone="warning">{t("state.switchedOff")}</Badge>}
      <span className="truncate text-muted max-sm:hidden">
        {t.rich(publisherVerified ? "publisher.verified" : "publisher.unverified", {
          publisher: () => <UntrustedName name={publisherName} />,
          known: (words) => (
            <>
              <span className="sr-only">{words}</span>
              <BadgeCheck className="ms-1 inline size-4 text-success" aria-hidden="true" />
            </>
          ),
          unknown: (words) => words,
        })}
      </span>
    </span>
  );
}

/** How many permissions it has, and how many of them it did not use. */
function Permissions({ extension: { scopes, use = [] } }: { extension: NamedExtension }) {
  const t = useTranslations("extensions.installed");
  const unused = use.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return (
    <>
      {t("permissionCount", { count: scopes.length })}
      {unused > 0 ? <span className="text-muted">, {t("unused", { count: unused })}</span> : null}
    </>
  );
}

function Approval({ extension: { installedAt, approvedBy } }: { extension: InstalledExtension }) {
  const t = useTranslations("extensions.installed");
  return (
    <>
      <RelativeTime value={installedAt} />{" "}
      {approvedBy ? (
        <span className="text-muted">
          {t.rich("by", { person: () => <bdi>{approvedBy}</bdi> })}
        </span>
      ) : null}
    </>
  );
}
