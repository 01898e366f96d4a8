import { useFormatter, useTranslations } from "next-intl";
import type { OrganizationObject } from "@/lib/platform/object-values";
import { CodeList } from "../../ui/code-list";
import { Timestamp } from "../../ui/timestamp";
import { CallChart, useCallFigures } from "../call-figures";
import { ExtensionStatus, ObjectLink, StatusBadge, useColumns, VerifiedBadge } from "../columns";
import { MemberTable, ObjectPage, type ObjectPageProps, RelatedTable } from "../object-page";

/** Everything about one organization. */
export function OrganizationPage(props: ObjectPageProps<OrganizationObject>) {
  const { object, changes, mayWrite } = props;
  const t = useTranslations("platform.organization");
  const format = useFormatter();
  const { organization, extensions, members, calls, sites } = object;
  const { organization_id: id, company_id: companyId } = organization;
  return (
    <ObjectPage
      kind="organization"
      object={organization}
      id={id}
      name={organization.name}
      since={organization.created_at}
      status={
        <>
          <StatusBadge status={organization.status} />
          <VerifiedBadge isVerified={organization.publisher_verified} />
        </>
      }
      figures={[
        { label: t("extensions"), value: format.number(extensions[0]?.total ?? 0) },
        { label: t("people"), value: format.number(members.total) },
        ...useCallFigures(calls),
      ]}
      charts={<CallChart calls={calls} />}
      facts={[
        { label: t("sites"), value: <CodeList values={sites} none={t("noSite")} /> },
        {
          label: t("ownCompany"),
          value: (
            <ObjectLink
              kind="company"
              id={companyId}
              name={object.companyName ?? String(companyId)}
            />
          ),
        },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <ExtensionTable rows={extensions} />
      <MemberTable members={members} />
      <VerificationTable rows={object.verification} />
    </ObjectPage>
  );
}

type PublishedRow = OrganizationObject["extensions"][number];

function ExtensionTable({ rows }: { rows: readonly PublishedRow[] }) {
  const t = useTranslations("platform.organization");
  const { object, listing, installs, calls } = useColumns<PublishedRow>();
  return (
    <RelatedTable
      title={t("extensionsOf", { total: rows[0]?.total ?? 0, shown: rows.length })}
      caption={t("extensions")}
      empty={t("noExtensions")}
      rows={rows}
      rowKey={({ clientId }) => clientId}
      columns={[
        object("extension", ({ clientId, name, isActive, isSuspended }) => ({
          id: clientId,
          name,
          beside: <ExtensionStatus isActive={isActive} suspended={isSuspended} />,
        })),
        listing((row) => row.listing),
        installs((row) => row.installs),
        calls((row) => row),
      ]}
    />
  );
}

type VerificationEntry = OrganizationObject["verification"][number];

function VerificationTable({ rows }: { rows: readonly VerificationEntry[] }) {
  const t = useTranslations("platform.organization");
  return (
    <RelatedTable
      title={t("verification")}
      empty={t("neverVerified")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "when",
          label: t("when"),
          width: "sm:w-48",
          cell: ({ at }) => <Timestamp value={at} />,
        },
        {
          key: "who",
          label: t("who"),
          width: "sm:w-36",
          cell: ({ actor, name }) => <VerifiedBy actor={actor} name={name} />,
        },
        {
          key: "what",
          label: t("decision"),
          width: "sm:w-28",
          cell: ({ verified }) => <VerifiedBadge isVerified={verified} />,
        },
        {
          key: "note",
          grows: true,
          phone: "line",
          label: t("note"),
          cell: ({ note }) =>
            note ? (
              <bdi className="wrap-anywhere">{note}</bdi>
            ) : (
              <span className="text-muted">{t("noNote")}</span>
            ),
        },
      ]}
    />
  );
}

function VerifiedBy({ actor, name }: Pick<VerificationEntry, "actor" | "name">) {
  const [kind, id = ""] = actor.split(":", 2);
  if (kind === "operator" && name) return <ObjectLink kind="person" id={id} name={name} />;
  return <bdi className="wrap-anywhere">{name || actor}</bdi>;
}
