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
import {
  exportPlatformAudit,
  listPlatformAudit,
  listPlatformChoices,
  verifyPlatformAudit,
} from "@/lib/audit/read-audit";
import { firstValue } from "@/lib/core/http/search-params";
import { totalOf } from "@/lib/core/schemas/total-of";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/audit";

export const generateMetadata = titled("audit.title");

/** The audit log of the platform. */
export default async function PlatformAuditPage(props: PageProps) {
  const searchParams = await props.searchParams;
  const query = { ...parseAuditListQuery(searchParams), client_id: undefined };
  const { access } = listPlatformAudit;
  const caller = await requireOperator(access.permission, stateHref(PATH, query));
  const t = await getTranslations("audit");
  const [{ body }, choices, verdict] = await Promise.all([
    perform(listPlatformAudit, { query: toApiQuery(query), caller }),
    perform(listPlatformChoices, { caller }),
    firstValue(searchParams, "verify") ? perform(verifyPlatformAudit, { caller }) : null,
  ]);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("explanationOfPlatform")}
        actions={<AuditActions exportPath={exportPlatformAudit.path} path={PATH} query={query} />}
      />
      {verdict ? <VerdictNotice verdict={verdict.body} /> : null}
      <AuditLog
        path={PATH}
        clientsPath={null}
        query={query}
        entries={body.items}
        total={totalOf(body.page)}
        actions={choices.actions}
        actors={choices.actors}
        of="platform"
      />
    </>
  );
}
