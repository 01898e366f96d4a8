import { useFormatter, useTranslations } from "next-intl";
import type {
  OrganizationObject,
  PublishedRow,
  VerificationEntry,
} from "@/lib/platform/object-values";
import { Badge } from "../../ui/badge";
import { Identifier } from "../../ui/identifier";
import { Timestamp } from "../../ui/timestamp";
import { CallChart, useCallFigures } from "../call-figures";
import { StatusBadge } from "../common-columns";
import { MemberList } from "../member-list";
import {
  CallCount,
  ObjectLink,
  ObjectPage,
  type ObjectPageProps,
  ObjectTable,
  RelatedList,
} from "../object-page";

/** Everything about one organization. */
export function OrganizationPage(props: ObjectPageProps<OrganizationObject>) {
  const { object, changes, mayWrite } = props;
  const t = useTranslations("platform.organization");
  const format = useFormatter();
  const { organization, extensions, members, calls, sites } = object;
  const { organization_id: id, company_id: companyId } = organization;
  const total = extensions[0]?.total ?? 0;
  return (
    <ObjectPage
      kind="organization"
      object={organization}
      name={organization.name}
      target={`organization:${id}`}
      status={
        <>
          <StatusBadge status={organization.status} />
          <Badge tone={organization.publisher_verified ? "success" : "warning"}>
            {t(organization.publisher_verified ? "verified" : "unverified")}
          </Badge>
        </>
      }
      figures={[
        { label: t("extensions"), value: format.number(total), note: t("now") },
        { label: t("people"), value: format.number(members.total), note: t("now") },
        ...useCallFigures(calls),
      ]}
      charts={<CallChart calls={calls} />}
      facts={[
        { label: t("id"), value: <Identifier value={id} what={t("id")} /> },
        {
          label: t("sites"),
          value:
            sites.length > 0 ? (
              <ul className="grid gap-1">
                {sites.map((host) => (
                  <li key={host}>
                    <code className="wrap-anywhere font-mono text-sm">{host}</code>
                  </li>
                ))}
              </ul>
            ) : (
              <span className="text-muted">{t("noSite")}</span>
            ),
        },
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
        { label: t("created"), value: <Timestamp value={organization.created_at} day /> },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <RelatedList
        title={t("extensionsOf", { total, shown: extensions.length })}
        description={t("extensionsWhat")}
        empty={t("noExtensions")}
        isEmpty={total === 0}
      >
        <ExtensionTable rows={extensions} />
      </RelatedList>
      <MemberList members={members} />
      <RelatedList
        title={t("verification")}
        description={t("verificationWhat")}
        empty={t("neverVerified")}
        isEmpty={object.verification.length === 0}
      >
        <VerificationTable rows={object.verification} />
      </RelatedList>
    </ObjectPage>
  );
}

function ExtensionTable({ rows }: { rows: readonly PublishedRow[] }) {
  const t = useTranslations("platform.organization");
  const listings = useTranslations("platform.extensions.listing");
  const inactive = useTranslations("platform.extensions.table");
  const format = useFormatter();
  return (
    <ObjectTable
      caption={t("extensions")}
      rows={rows}
      rowKey={({ clientId }) => clientId}
      columns={[
        {
          key: "name",
          label: t("extension"),
          cell: ({ clientId, name, isActive, isSuspended }) => (
            <span className="flex min-w-0 items-center gap-x-2">
              <ObjectLink kind="extension" id={clientId} name={name} />
              {isSuspended ? <StatusBadge status="suspended" /> : null}
              {isActive || isSuspended ? null : <Badge>{inactive("inactive")}</Badge>}
            </span>
          ),
        },
        {
          key: "listing",
          label: t("listing"),
          width: "sm:w-24",
          cell: ({ listing }) => listings(listing),
        },
        {
          key: "installs",
          label: t("installs"),
          width: "sm:w-28",
          align: "end",
          cell: ({ installs }) => <span className="tabular-nums">{format.number(installs)}</span>,
        },
        {
          key: "calls",
          label: t("calls"),
          width: "sm:w-40",
          align: "end",
          cell: (row) => <CallCount {...row} />,
        },
      ]}
    />
  );
}

function VerificationTable({ rows }: { rows: readonly VerificationEntry[] }) {
  const t = useTranslations("platform.organization");
  return (
    <ObjectTable
      caption={t("verification")}
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
          cell: ({ verified }) => (
            <Badge tone={verified ? "success" : "warning"}>
              {t(verified ? "verified" : "unverified")}
            </Badge>
          ),
        },
        {
          key: "note",
          grows: true,
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
