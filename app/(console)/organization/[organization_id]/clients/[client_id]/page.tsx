import { useTranslations } from "next-intl";
import { getMessages } from "next-intl/server";
import type { PageProps } from "@/app/page-parts";
import { clientSteps } from "@/components/clients/first-steps";
import { impactFacts } from "@/components/clients/impact";
import { ReviewNotices } from "@/components/clients/pending-changes";
import { IssuesPanel } from "@/components/requests/issues";
import { pathOfScope } from "@/components/requests/log-scope";
import { RequestStrip } from "@/components/requests/request-strip";
import { RequestTable, type RequestTableProps } from "@/components/requests/request-table";
import { Hydrated } from "@/components/shell/hydrated";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { StepList } from "@/components/ui/step-list";
import { Timestamp } from "@/components/ui/timestamp";
import { listScopeUse } from "@/lib/clients/figures/list-client-figures";
import { getImpact } from "@/lib/clients/impact/get-impact";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import { requireClient } from "@/lib/clients/require-client";
import type { ClientResponse, ClientSecretListResponse } from "@/lib/clients/schemas";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

const DAY_MS = 86_400_000;
const MAX_ISSUES = 100;
/** More than are shown: equal failures in a row share one. */
const READ = 50;
const NEWEST = 8;

/** The period of the figures. */
const FIGURE_WINDOW = "7d";

/** The overview of a client: whether it works, who uses it, and what to do next. */
export default async function ClientPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const clientPath = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, rotation, caller } = await requireClient(params, clientPath);
  const { client_id: clientId, organization_id: organizationId } = client;
  const [{ body: impact }, figures, use, issues, log] = await Promise.all([
    perform(getImpact, { params, caller }),
    perform(getRequestFigures, {
      query: { window: FIGURE_WINDOW, client_id: clientId },
      caller,
    }),
    perform(listScopeUse, { params, caller }),
    perform(listIssues, {
      query: { client_id: clientId, state: "open", limit: MAX_ISSUES },
      caller,
    }),
    perform(listRequests, { query: { client_id: clientId, limit: READ }, caller }),
  ]);
  const isOldEnough = Date.now() - Date.parse(client.created_at) > USE_DAYS * DAY_MS;
  const isUnused = (name: string) => !use.some(({ scope }) => scope === name);
  const isUsed = impact.last_call_at !== null;
  const requests = log.body.items;
  const mayWrite = may(caller, "clients:write");
  return (
    <div className="grid gap-4">
      {client.suspension_reason ? <Suspended reason={client.suspension_reason} /> : null}
      <ReviewNotices client={client} />
      {isUsed || requests.length > 0 ? (
        <RequestStrip
          path={`${clientPath}/requests`}
          state={{}}
          window={FIGURE_WINDOW}
          figures={figures.body}
        />
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          <StepList
            steps={clientSteps(client, impact, clientPath)}
            words={(await getMessages()).firstSteps}
            mayWrite={mayWrite}
          />
          <Hydrated namespaces={["requests"]}>
            <IssuesPanel
              organizationId={organizationId}
              issues={issues.body.items}
              withClient={false}
              mayWrite={mayWrite}
            />
          </Hydrated>
          <ClientAttention
            client={client}
            rotation={rotation}
            unused={isOldEnough ? client.scopes.permissions.filter(isUnused) : []}
            clientPath={clientPath}
            isCalm={isUsed && issues.body.items.length === 0}
          />
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

function Essentials({ client, impact }: { client: ClientResponse; impact: ClientImpact }) {
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

interface ClientAttentionProps {
  client: ClientResponse;
  rotation: ClientSecretListResponse["rotation"];
  /** Scopes without a call for `USE_DAYS`. */
  unused: readonly string[];
  clientPath: string;
  /** Whether nothing else on the page says what to do, so that it is worth saying that there is nothing. */
  isCalm: boolean;
}

/** What its publisher should do next, each with the place where it is done. */
function ClientAttention({ isCalm, ...props }: ClientAttentionProps) {
  const t = useTranslations("clientPages.attention");
  const items = useItems(props);
  if (items.length === 0 && !isCalm) return null;
  return (
    <Panel title={t("title")} padded={items.length === 0}>
      {items.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map(({ badge, text, action, href }) => (
            <li
              key={text}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-6"
            >
              <Badge tone="warning">{badge}</Badge>
              <span className="wrap-anywhere min-w-0 flex-1 basis-52">{text}</span>
              <LinkButton href={href} size="small">
                {action}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function useItems(props: Omit<ClientAttentionProps, "isCalm">) {
  const { client, rotation, unused, clientPath } = props;
  const t = useTranslations("clientPages.attention");
  const configuration = `${clientPath}/configuration`;
  const secret = rotation && {
    badge: t("secret"),
    text: t(`rotation.${rotation.state}`),
    action: t("seeSecrets"),
    href: `${clientPath}/credentials`,
  };
  const redirect = client.redirect_urls.length === 0 && {
    badge: t("missing"),
    text: t("noRedirectUrl"),
    action: t("add"),
    href: `${configuration}#urls`,
  };
  const scopes = unused.map((scope) => ({
    badge: t("days", { days: USE_DAYS }),
    text: t("unused", { scope }),
    action: t("remove"),
    href: `${configuration}#scopes`,
  }));
  return [redirect, secret, ...scopes].filter((item) => !!item);
}
