import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import type { Issue } from "@/lib/requests/issues/schemas";
import type { Request, RequestFigures } from "@/lib/requests/log/schemas";
import { IssuesPanel } from "../requests/issues";
import { pathOfScope } from "../requests/log-scope";
import { RequestStrip } from "../requests/request-strip";
import { RequestTable, type RequestTableProps } from "../requests/request-table";
import { Hydrated } from "../shell/hydrated";
import { LinkButton } from "../ui/button";
import { FactList } from "../ui/fact-list";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { ClientAttention, type ClientAttentionProps } from "./client-attention";
import { FirstSteps } from "./first-steps";
import { impactFacts } from "./impact";
import { ReviewNotices } from "./review-notices";

export interface ClientOverviewProps extends Omit<ClientAttentionProps, "isCalm"> {
  impact: ClientImpact;
  figures: RequestFigures;
  /** Open ones. */
  issues: readonly Issue[];
  /** The newest. */
  requests: readonly Request[];
  mayWrite: boolean;
}

/** The period of the figures. */
export const FIGURE_WINDOW = "7d";

/** How many of the newest requests are shown. */
const NEWEST = 8;

/** The overview of a client: whether it works, who uses it, and what to do next. */
export function ClientOverview(props: ClientOverviewProps) {
  const { impact, figures, issues, requests, mayWrite, ...attention } = props;
  const { client, clientPath } = attention;
  const { client_id: clientId, organization_id: organizationId } = client;
  const isUsed = impact.last_call_at !== null;
  return (
    <div className="grid gap-4">
      {client.suspension_reason ? <Suspended reason={client.suspension_reason} /> : null}
      <ReviewNotices client={client} />
      {isUsed || requests.length > 0 ? (
        <RequestStrip
          path={`${clientPath}/requests`}
          state={{}}
          window={FIGURE_WINDOW}
          figures={figures}
        />
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <FirstSteps client={client} impact={impact} clientPath={clientPath} mayWrite={mayWrite} />
          <Hydrated namespaces={["requests"]}>
            <IssuesPanel
              organizationId={organizationId}
              issues={issues}
              withClient={false}
              mayWrite={mayWrite}
            />
          </Hydrated>
          <ClientAttention {...attention} isCalm={isUsed && issues.length === 0} />
          <Users impact={impact} clientPath={clientPath} />
        </div>
        <Essentials client={client} impact={impact} />
      </div>
      {requests.length > 0 ? (
        <Newest scope={{ organizationId, clientId }} requests={requests} mayWrite={mayWrite} />
      ) : null}
    </div>
  );
}

/** The newest requests; one opens beside the page. */
function Newest(list: Omit<RequestTableProps, "most">) {
  const t = useTranslations("clientPages.newest");
  return (
    <Panel
      title={t("title")}
      padded={false}
      actions={
        <Link href={pathOfScope(list.scope)} className="inline-link">
          {t("all")}
        </Link>
      }
    >
      <Hydrated namespaces={["requests", "causes", "events"]}>
        <RequestTable {...list} most={NEWEST} />
      </Hydrated>
    </Panel>
  );
}

function Suspended({ reason }: { reason: string }) {
  const t = useTranslations("client.suspended");
  return (
    <Notice tone="warning" title={t("title")}>
      <p>{t("reason", { reason })}</p>
      <p>{t("next")}</p>
    </Notice>
  );
}

/** The companies that used it last. */
function Users({ impact, clientPath }: { impact: ClientImpact; clientPath: string }) {
  const t = useTranslations("clientPages.users");
  const { latest } = impact.companies;
  return (
    <Panel
      title={t("title")}
      padded={latest.length === 0}
      actions={
        latest.length > 0 ? (
          <Link href={`${clientPath}/companies`} className="inline-link">
            {t("all", { count: impact.companies.total })}
          </Link>
        ) : (
          <LinkButton href={`${clientPath}/connect#try`} size="small">
            {t("try")}
          </LinkButton>
        )
      }
    >
      {latest.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {latest.map(({ company_id, organization_id, name, last_call_at }) => (
            <li
              key={company_id ?? organization_id}
              className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6"
            >
              <bdi className="wrap-anywhere min-w-0">{name}</bdi>
              <span className="text-muted text-sm">
                <Timestamp value={last_call_at} none="noneRecorded" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Essentials({ client, impact }: Pick<ClientOverviewProps, "client" | "impact">) {
  const t = useTranslations("clientPages.overview");
  const words = useTranslations("client.impact");
  const listings = useTranslations("review.listings");
  const [, tokens] = impactFacts(words, impact);
  return (
    <Panel title={t("essentials")}>
      <FactList
        facts={[
          { label: t("secretLastUsed"), value: <Timestamp value={client.last_used_at} /> },
          ...(tokens ? [tokens] : []),
          {
            label: t("lastCall"),
            value: <Timestamp value={impact.last_call_at} none="noneRecorded" />,
          },
          { label: t("listing"), value: listings(client.listing) },
        ]}
      />
    </Panel>
  );
}
