import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import {
  AuditActions,
  AuditLog,
  parseAuditListQuery,
  VerdictNotice,
} from "@/components/audit/audit-log";
import { stateHref, toApiQuery } from "@/components/list/list-state";
import { PageHeader } from "@/components/ui/page-header";
import { exportAudit, listAudit, listAuditChoices, verifyAudit } from "@/lib/audit/read-audit";
import { mayOpen } from "@/lib/audit/record-denied-access";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { firstValue } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";

export const generateMetadata = titled("audit.title");

/** The audit log of an organization. */
export default async function AuditPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  const searchParams = await props.searchParams;
  const path = `/organization/${organizationId}/audit`;
  const query = parseAuditListQuery(searchParams);
  const { caller } = await requireOrganizationMember(organizationId, stateHref(path, query));
  const info = readRequestInfo(await headers());
  if (!(await mayOpen(caller, listAudit, info))) forbidden();
  const t = await getTranslations("audit");
  const [{ body }, choices, verdict] = await Promise.all([
    perform(listAudit, { query: toApiQuery(query), caller }),
    perform(listAuditChoices, { caller }),
    firstValue(searchParams, "verify") ? perform(verifyAudit, { caller }) : null,
  ]);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("explanation")}
        actions={
          <AuditActions
            exportPath={exportAudit.path.replace("{organization_id}", organizationId)}
            path={path}
            query={query}
          />
        }
      />
      {verdict ? <VerdictNotice verdict={verdict.body} /> : null}
      <AuditLog
        path={path}
        clientsPath={`/organization/${organizationId}/clients`}
        query={query}
        entries={body.items}
        total={totalOf(body.page)}
        actions={choices.actions}
        actors={choices.actors}
        of="organization"
      />
    </>
  );
}
