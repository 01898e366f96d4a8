import type { Metadata } from "next";
import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuditActions } from "@/components/audit/audit-actions";
import { AuditLog, parseAuditListQuery } from "@/components/audit/audit-log";
import { stateHref, toApiQuery } from "@/components/list/list-state";
import { exportAudit } from "@/lib/audit/export-audit";
import { listAudit, listAuditChoices } from "@/lib/audit/list-audit";
import { mayOpen } from "@/lib/audit/record-denied-access";
import { requireClient } from "@/lib/clients/require-client";
import { readRequestInfo } from "@/lib/core/http/request-info";
import type { SearchParams } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { perform } from "@/lib/operation/perform";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("audit");
  return { title: t("titleOfClient") };
}

/** The audit log of a client. */
export default async function ClientAuditPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientsPath = `/organization/${organizationId}/clients`;
  const path = `${clientsPath}/${clientId}/audit`;
  const { client_id: _, ...query } = parseAuditListQuery(await props.searchParams);
  const { caller } = await requireClient(params, stateHref(path, query));
  const info = readRequestInfo(await headers());
  if (!(await mayOpen(caller, listAudit, info, clientId))) forbidden();
  const t = await getTranslations("audit");
  const ofClient = { ...query, client_id: clientId };
  const [{ body }, choices] = await Promise.all([
    perform(listAudit, { query: toApiQuery(ofClient), caller }),
    perform(listAuditChoices, { caller }),
  ]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t("title")}</h2>
        <div className="flex flex-wrap gap-3">
          <AuditActions
            exportPath={exportAudit.path.replace("{organization_id}", organizationId)}
            path={path}
            query={ofClient}
            mayVerify={false}
          />
        </div>
      </div>
      <AuditLog
        path={path}
        clientsPath={clientsPath}
        query={query}
        entries={body.items}
        total={totalOf(body.page)}
        actions={choices.actions}
        actors={choices.actors}
        of="client"
      />
    </>
  );
}
