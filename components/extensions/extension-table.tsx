import { BadgeCheck, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import type { GrantedExtension, InstalledExtension } from "@/lib/tenants/extension-values";
import { ClientMark } from "../clients/client-mark";
import { UntrustedName } from "../consent/untrusted-name";
import { type ListColumn, ListTable } from "../list/list-table";
import { RowLink } from "../list/row-link";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

/** An extension of a company or an organization, with what is known only of a company's. */
type Row = GrantedExtension & Partial<Omit<InstalledExtension, keyof GrantedExtension>>;

interface ExtensionTableProps {
  of: "company" | "organization";
  /** Each extension has a page of its own under this path. */
  path: string;
  rows: readonly Row[];
  /** False for a company that cannot install any. */
  mayInstall?: boolean;
}

/** The extensions that a company or an organization has given access, one row each. */
export function ExtensionTable({ of, path, rows, mayInstall = true }: ExtensionTableProps) {
  const t = useTranslations("extensions.installed");
  const ofCompany: readonly ListColumn<Row>[] = [
    {
      key: "last_used",
      label: t("lastUsed"),
      width: "sm:w-28",
      cell: ({ lastUsedAt = null }) => <Timestamp value={lastUsedAt} otherwise={t("noCalls")} />,
    },
    {
      key: "launch",
      label: t("launchHeading"),
      heading: <span className="sr-only">{t("launchHeading")}</span>,
      width: "sm:w-32",
      align: "end",
      phone: "end",
      cell: (row) => <LaunchLink {...row} />,
    },
  ];
  return (
    <Panel id="apps" title={t(`title.${of}`)} description={t(`explanation.${of}`)} padded={false}>
      <ListTable
        empty={{
          title: t(`empty.${of}`),
          next: t(mayInstall ? `emptyNext.${of}` : "emptyInactive"),
        }}
        caption={t(`title.${of}`)}
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
            grows: true,
            cell: (row) => <Permissions extension={row} />,
          },
          {
            key: "allowed",
            label: t("allowed"),
            width: "sm:w-56",
            from: "lg",
            phone: "line",
            cell: (row) => <Approval extension={row} />,
          },
          ...(of === "company" ? ofCompany : []),
        ]}
      />
    </Panel>
  );
}

function LaunchLink({ name, launchHref }: Row) {
  const t = useTranslations("extensions");
  if (launchHref === null) return null;
  return (
    <a href={launchHref} rel="noopener" className={buttonClass("quiet", "small", "relative z-10")}>
      {t.rich("launch", {
        client: () => <UntrustedName name={name} />,
        unseen: (words) => <span className="sr-only">{words}</span>,
      })}
      <ExternalLink className="size-4" />
    </a>
  );
}

function NameCell({ extension, href }: { extension: Row; href: string }) {
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
              <BadgeCheck className="ms-1 inline size-4 text-success" />
            </>
          ),
          unknown: (words) => words,
        })}
      </span>
    </span>
  );
}

/** How many permissions it has, and how many of them it did not use. */
function Permissions({ extension: { scopes, use = [] } }: { extension: Row }) {
  const t = useTranslations("extensions.installed");
  const unused = use.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return (
    <>
      {t("permissionCount", { count: scopes.length })}
      {unused > 0 ? <span className="text-muted">, {t("unused", { count: unused })}</span> : null}
    </>
  );
}

function Approval({ extension: { installedAt, approvedBy } }: { extension: Row }) {
  const t = useTranslations("extensions.installed");
  return (
    <>
      <Timestamp value={installedAt} />{" "}
      {approvedBy ? (
        <span className="text-muted">
          {t.rich("by", { person: () => <bdi>{approvedBy}</bdi> })}
        </span>
      ) : null}
    </>
  );
}
