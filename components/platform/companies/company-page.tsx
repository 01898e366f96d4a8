import { useFormatter, useTranslations } from "next-intl";
import type { CompanyObject } from "@/lib/platform/object-values";
import { Badge } from "../../ui/badge";
import { CallChart, useCallFigures } from "../call-figures";
import { ObjectLink, StatusBadge, useColumns } from "../columns";
import { MemberTable, ObjectPage, type ObjectPageProps, RelatedTable } from "../object-page";

/** Everything about one company. */
export function CompanyPage({ object, changes, mayWrite }: ObjectPageProps<CompanyObject>) {
  const t = useTranslations("platform.company");
  const list = useTranslations("platform.companies");
  const format = useFormatter();
  const { company, organizationId, extensions, members, calls } = object;
  const id = String(company.company_id);
  const total = extensions[0]?.total ?? 0;
  const columns = useColumns<CompanyObject["extensions"][number]>();
  return (
    <ObjectPage
      kind="company"
      object={company}
      id={id}
      name={company.name}
      since={company.created_at}
      status={
        <>
          <StatusBadge status={company.status} />
          {company.is_sandbox ? <Badge>{list("sandbox")}</Badge> : null}
        </>
      }
      figures={[
        { label: t("extensions"), value: format.number(total) },
        { label: t("people"), value: format.number(members.total) },
        ...useCallFigures(calls, `/platform/requests?${new URLSearchParams({ company_id: id })}`),
      ]}
      charts={<CallChart calls={calls} filter={{ company_id: id }} />}
      facts={[
        { label: list("source"), value: list(company.is_external ? "directory" : "local") },
        ...(organizationId
          ? [
              {
                label: t("ownOf"),
                value: <ObjectLink kind="organization" id={organizationId} name={organizationId} />,
              },
            ]
          : []),
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <RelatedTable
        title={t("extensionsOf", { total, shown: extensions.length })}
        caption={t("extensions")}
        empty={t("noExtensions")}
        rows={extensions}
        rowKey={({ clientId }) => clientId}
        columns={[
          columns.object("extension", ({ clientId, name }) => ({ id: clientId, name })),
          columns.publisher((row) => ({
            organization_id: row.organizationId,
            organization_name: row.organizationName,
          })),
          columns.since(({ since }) => since),
          columns.scopes(({ scopes }) => scopes),
          columns.calls((row) => row),
        ]}
      />
      <MemberTable members={members} />
    </ObjectPage>
  );
}
